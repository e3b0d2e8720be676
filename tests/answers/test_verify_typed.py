"""What documents say of the types of parameters of C and C++."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

CC = "tensorflow/c/shuttle.cc"
TEXTS = {
    CC: """void ThrowShuttle(LoomSession* session, const char* yarn_name,
                  unsigned char times,  // how often, int times
                  const std::map<string, int64>& colours, int64_t width = 4,
                  const gtl::ArraySlice<int32> weights[]) {
  session->Throw(yarn_name);
}

template <typename T>
Status WindYarn(T yarn, typename Spool<T>::Tensor* spool) {
  return Status::OK();
}

Status WindYarn(float yarn, unsigned int turns) {
  return Status::OK();
}

void UnwindYarn(float yarn) {
}

class Spindle {
  void UnwindYarn(double yarn) {}
};
""",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`ThrowShuttle` takes an `int times`.", ["int times"]),
        ("`ThrowShuttle` takes an `unsigned char times`.", []),
        (
            "`ThrowShuttle` accepts a `const char *yarn_name`, an `unsigned char times` and an `int width`.",
            ["int width"],
        ),
        ("`ThrowShuttle()` (see below) also has the parameter `char yarn_name`.", []),
        ("`ThrowShuttle` 接受一个 `int64 width` 和 `int times`。", ["int times"]),
        ("`ThrowShuttle` 的参数是 `LoomSession* session`、`string yarn_name`。", ["string yarn_name"]),
        ("`ThrowShuttle` takes an `ArraySlice<int32> weights`.", []),
        ("`ThrowShuttle` takes an `ArraySlice weights`.", []),
        ("`ThrowShuttle` takes an `ArraySlice<float> weights`.", ["ArraySlice<float> weights"]),
        ("`ThrowShuttle` takes an `int colours`.", []),  # which is not read
        ("`ThrowShuttle` takes an `int height`.", []),  # another check's
        ("`WindYarn` takes an `int yarn`.", []),  # which stands for any type
        ("`WindYarn` takes an `unsigned turns`.", []),
        ("`WindYarn` takes a `Tensor* spool`.", []),
        ("`WindYarn` takes a `Spool* spool`.", ["Spool* spool"]),
        ("`UnwindYarn` takes a `double yarn`.", []),
        ("`UnwindYarn` takes an `int yarn`.", ["int yarn"]),
        ("`UnwindYarn` should take an `int yarn`.", []),
        ("`UnwindYarn` takes no `int yarn`.", []),
        ("Your `UnwindYarn` takes an `int yarn`.", []),
        ("We want that `UnwindYarn` takes an `int yarn`.", []),
    ],
)
def test_types(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == expected
    assert wrong(index, text + "\n", tree=False) == []


def test_what_is_said_of_it(index: Path) -> None:
    (one,) = [one for one in verdicts(index, "`ThrowShuttle` takes an `int times`.\n") if one.verdict == "differs"]
    assert (one.line, one.column, one.detail) == (1, 26, "`times` is unsigned char there")
    assert one.location is not None
    assert (one.location.path, one.location.line) == (CC, 1)
