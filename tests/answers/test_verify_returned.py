"""Literals that a document says functions return, all of whose returns are literals."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/core/kernels/dye.cc": """namespace tensorflow {

bool DyeVat::IsFast() const {
  if (getenv("TF_DYE") == nullptr) {
    return true;
  }
  return true;
}

int DyeVat::Baths() const { return 3; }

int CountBaths(const Dye& dye) {
  if (dye.empty()) {
    return -1;
  }
  return dye.baths();
}

#if DYE_IS_CHEAP
bool IsDyeCheap() { return true; }
#else
bool IsDyeDear() { return false; }
#endif

const char* DyeName(int dye) {
  switch (dye) {
    case 0:
      return "woad";
    default:
      return "madder";
  }
}

}  // namespace tensorflow
""",
    "tensorflow/python/ops/dye.py": '''def dye_depth(dye):
  """How deep."""
  if dye:
    return 2.5
''',
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`DyeVat::IsFast` always returns true.", []),
        ("`DyeVat::IsFast` simply returns false.", ["false"]),
        ("`DyeVat::IsFast` 在没有设置时也返回 false。", ["false"]),
        ("`DyeVat::IsFast` 恒返回 `true`，", []),
        ("When nothing is set, `DyeVat::IsFast()` by default returns `false` for all.", ["false"]),
        ("`DyeVat::IsFast` never returns false.", []),
        ("`DyeVat::IsFast` 不会返回 false。", []),
        ("`DyeVat::IsFast` is overridden by what returns false.", []),
        ("`DyeVat::IsFast` still returns 0.", []),  # which may be said of a truth
        ("`DyeVat::Baths()` here returns 4.", ["4"]),
        ("`DyeVat::Baths()` here returns 3.", []),
        ("`DyeVat::Baths()` here returns 4 baths.", []),  # which counts them
        ("`DyeVat::Baths()` 总是返回 4 个。", []),
        ("`CountBaths` in the end returns 4.", []),  # of which one is worked out
        ("`IsDyeDear` now returns true.", []),  # of which there may be another
        ('`DyeName` in the end returns "indigo".', ['"indigo"']),
        ("`DyeName` in the end returns 'madder'.", []),
        ("`dye_depth` then returns 2.50.", []),
        ("`dye_depth` then returns 3.5, or not.", ["3.5"]),
        ("`dye_depth` then returns None.", []),  # which it does at its end
        ("Ours is `DyeVat::Baths()`, which here returns 4.", []),
    ],
)
def test_functions_of_literals(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
    assert wrong(index, text, tree=False) == []
