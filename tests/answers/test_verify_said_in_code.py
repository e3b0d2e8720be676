"""Places that remarks, docstrings and drawings in blocks have behind a name, and ids of tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import line_of, verdicts

CC = "tensorflow/core/looms/warp.cc"
PY = "tensorflow/python/ops/warping.py"
TEXTS = {
    CC: """// Warps.
namespace tensorflow {

Status WarpState::Stretch(int times) {
  Pull(times);
  return Status::OK();
}




void WarpState::Pull(int times) {
  count_ += times;
  Notify();
}

}  // namespace tensorflow
""",
    PY: '''"""Warps."""


def _stretch_grad(op, grad):
  """The gradient of Stretch."""
  return grad * op.inputs[0]




def _pull_grad(op, grad):
  return grad
''',
}

BLOCKS = [
    f"```cpp\n// See WarpState::Pull, {CC}:@.\nint x = 0;\n```\n",
    "```cpp\nint x = 0;  // as in Pull (warp.cc:@)\n```\n",
    f'```python\ndef f(op, grad):\n  """Mirror of _pull_grad ({PY}:@)."""\n```\n',
    f'```python\ndef f(op, grad):\n  """Mirrors.\n\n  See _pull_grad ({PY}:@).\n  """\n```\n',
    f"```python\nx = 1  # as _pull_grad at {PY}:@\n```\n",
    '```mermaid\ngraph TD\n  A["WarpState::Stretch<br/>warp.cc:4"] --> B["Pull<br/>warp.cc:@"]\n```\n',
]


@pytest.mark.parametrize("block", BLOCKS)
def test_places(block: str, index: Path) -> None:
    path = PY if "_pull_grad" in block else CC
    name = "_pull_grad" if path == PY else "WarpState::Pull"
    line = line_of(path, name)

    def found(at: int, above: str = "") -> list[tuple[str, str]]:
        made = verdicts(index, above + block.replace("@", str(at)))
        return [
            (one.verdict, one.detail.rpartition(" is ")[2]) for one in made if one.verdict not in ("found", "external")
        ]

    assert found(line) == found(line + 1) == []
    assert found(line - 4) == [("moved", f"at line {line}")]


@pytest.mark.parametrize(
    "block",
    [
        # Where it is called; another release; a range; no name of the file.
        "```cpp\n// calls Pull (warp.cc:5)\n```\n",
        "```cpp\n// In 1.12 it was Pull (warp.cc:3)\n```\n",
        "```cpp\n// Pull, warp.cc:3-14\n```\n",
        "```cpp\n// Twist, warp.cc:5\n```\n",
        "```cpp\nPull(warp.cc:3);\n```\n",
    ],
)
def test_no_such_places(block: str, index: Path) -> None:
    assert [one for one in verdicts(index, block) if one.verdict not in ("found", "external")] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"`{PY}::_pull_grad` is the function.", []),
        (f"`{PY}::_push_grad` is the function.", ["_push_grad"]),
        (f"Run `pytest {PY}::_push_grad`.", ["_push_grad"]),
        (f"We add `{PY}::_push_grad`.", []),
        (f"There is no `{PY}::_push_grad`.", []),
        ("`ours/warping.py::_push_grad`", []),
    ],
)
def test_ids(text: str, expected: list[str], index: Path) -> None:
    found = [one.text for one in verdicts(index, f"{text}\n") if one.verdict not in ("found", "external")]
    assert found == expected
