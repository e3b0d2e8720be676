"""Blocks of code as tools print them: with prompts, arrows and signs around the numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts

from tfexplore.answers.pasted_code import with_directives, with_plain_numbers, without_prompts

PY = "tensorflow/python/ops/reels.py"
TEXTS = {
    PY: """import strands


def wind_evenly(reel, times):
  turned = reel.turns[0]
  for _ in range(times):
    turned += reel.pull(times)
  return turned * strands.slack(reel)
""",
}
CODE = TEXTS[PY].splitlines()[3:]


def _signed(form: str) -> str:
    return "\n".join([form.format(number, line) for number, line in enumerate(CODE, 4)])


FORMS = [
    "\n".join([f">>> {CODE[0]}", *[f"... {line}" for line in CODE[1:]]]),
    "\n".join([f"In [3]: {CODE[0]}", *[f"   ...: {line}" for line in CODE[1:]]]),
    _signed("L{}: {}"),
    _signed("L{}  {}"),
    _signed("[{}] {}"),
    _signed("{}    \t{}").replace("6    \t", "6  ->\t"),
    _signed("{}\t{}").replace("5\t", "5 B\t"),
    _signed("590d6eef7e9 (A. Weaver 2016-09-02 10:00:00 -0800 {}) {}"),
    _signed("^590d6ee python/ops/reels.py (A. Weaver 2016-09-02 {}) {}"),
    _signed("^590d6ee {}) {}"),
]


@pytest.mark.parametrize("block", FORMS)
def test_pasted(block: str, index: Path) -> None:
    def flagged(code: str) -> list[str]:
        found = verdicts(index, f"`{PY}`:\n\n```python\n{code}\n```\n")
        assert any(one.kind == "quotation" for one in found)
        return [one.verdict for one in found if one.verdict != "found"]

    assert flagged(block) == []
    assert flagged(block.replace("strands.slack(reel)", "strands.tension(reel)")) == ["differs"]


BODY = "\n".join(CODE)
OTHER_BLOCKS = [
    f"`{PY}`:\n\n```pycon\n{BODY}\n```\n",
    f"`{PY}`:\n\n```pycon\n{FORMS[0]}\n```\n",
    f"`{PY}`:\n\n.. code-block:: python\n   :linenos:\n\n" + "\n".join([f"   {line}" for line in CODE]) + "\n\nMore.\n",
    ".. code:: python\n\n" + "\n".join([f"   {line}" for line in [f"# {PY}", *CODE]]),
    f"<pre>\n# {PY}\n" + "\n".join(CODE[2:]) + "\n</pre>\n",
]


@pytest.mark.parametrize("text", OTHER_BLOCKS)
def test_other_blocks(text: str, index: Path) -> None:
    def flagged(document: str) -> list[str]:
        return [one.verdict for one in verdicts(index, document) if one.verdict != "found"]

    assert flagged(text) == []
    assert flagged(text.replace("strands.slack(reel)", "strands.tension(reel)")) == ["differs"]


def test_a_session_is_somebodys(index: Path) -> None:
    text = f"`{PY}`:\n\n```pycon\n{FORMS[0]}\n>>> wind_evenly(reel, 3)\n3\n```\n"
    assert [one for one in verdicts(index, text.replace("slack", "tension")) if one.verdict != "found"] == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([".. code-block:: cpp", "", "   int a;", "", "   int b;", "", "Text"], {1: "```cpp", 6: "```"}),
        ([".. code::", "", "   int a;"], {1: "```"}),
        (
            ["  .. sourcecode:: c++", "     :caption: x", "", "     int a;", "", "  Text"],
            {1: "```c++", 2: "", 5: "```"},
        ),
        ([".. note::", "", "   int a;", ""], {}),
        ([".. code-block:: cpp", "   int a;", ""], {}),
        ([".. code-block:: cpp", "", "Text"], {}),
        ([".. code-block:: cpp", "", "   int a;", "Text"], {}),
    ],
)
def test_directives(lines: list[str], expected: dict[int, str]) -> None:
    assert with_directives(lines) == expected


def test_sessions_with_output_stay_as_they_are() -> None:
    session = [">>> weave(3)", "3", ">>> weave(4)"]
    assert without_prompts(session) == session
    assert without_prompts([">>> a = 1", "", "... b"]) == ["a = 1", "", "b"]


@pytest.mark.parametrize(
    "lines",
    [
        ["[7] a", "[7] b"],  # not a listing
        ["[7] a", "b"],
        ["[7] a"],
        ["512 a", "513 b"],  # of the plain numbers others know
        ["512 a -> b", "513 c"],
    ],
)
def test_no_listings(lines: list[str]) -> None:
    assert with_plain_numbers(lines) == lines


def test_what_is_left_out_of_a_listing() -> None:
    assert with_plain_numbers(["L7: a", "...", "L12: b"]) == ["7: a", "...", "12: b"]
