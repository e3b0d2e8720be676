"""What commands are said to write of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts

from tfexplore.answers.verifying.one_token import one_token_apart

CC = "tensorflow/core/lib/slack.cc"
TEXTS = {
    CC: """// Slack.
#include <algorithm>

constexpr double kSlack = 0.2;

int Pull(int times) {
  int pulled = times * 3;
  CHECK(pulled > 0) << "the reel is empty";
  return std::min(pulled, kMost);
}

REGISTER_SLACK("Pull").Attr("loose: bool = true");

int Push(int times) { return -Pull(times); }
""",
}
LINES = TEXTS[CC].splitlines()


def _listed(first: int, last: int, form: str = "{1}") -> str:
    return "\n".join([form.format(number, LINES[number - 1]) for number in range(first, last + 1)])


def _wrong(index: Path, block: str, above: str = "") -> list[tuple[int, str, str]]:
    found = verdicts(index, f"{above}\n\n```console\n{block}\n```\n")
    return [(one.line, one.verdict, one.detail) for one in found if one.verdict not in ("found", "external")]


BLOCKS = [
    f"$ grep -n kSlack {CC}\n4:{LINES[3]}",
    f"grep -rn kSlack core\n{CC}:4:{LINES[3]}",
    f"{CC}:4:{LINES[3]}\n{CC}-5-",
    f"me@host:~/tf$ git grep -n -A5 'kSlack =' -- {CC}\n" + _listed(4, 9, "{0}-{1}"),
    f"$ sed -n 4,9p {CC}\n" + _listed(4, 9),
    f"$ sed -n '4,9p' {CC} | cat\n" + _listed(4, 9),
    f"$ cat {CC}\n" + _listed(1, 9),
    f"$ head -9 {CC}\n" + _listed(4, 9) + "\n$ ls",
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_token_of_a_line(block: str, index: Path) -> None:
    assert _wrong(index, block) == []
    wrong = _wrong(index, block.replace("0.2", "0.3"))
    assert [(verdict, detail) for _, verdict, detail in wrong] == [("differs", "line 4 has `0.2`, the quotation `0.3`")]
    assert _wrong(index, block.replace("0.2", "0.3"), "In TF 1.12 it was:") == []


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        # Not the same line, or not the whole of it.
        (f"$ grep -n kSlack {CC}\n4:constexpr double kSlack = 0.3;  // less", []),
        (f"$ grep -n kSlack {CC}\n4:constexpr double kSlack = ...;", []),
        (f"$ grep -n kSlack {CC}\n5:constexpr double kSlack = 0.3;", []),
        (f"$ grep -n kSlack {CC}\n4:constexpr float kSlack = 0.3;", []),
        # Words of a text.
        (
            f'$ grep -n loose {CC}\n12:REGISTER_SLACK("Pull").Attr("loose: bool = false");',
            [(5, "differs", 'line 12 has `"loose: bool = true"`, the quotation `"loose: bool = false"`')],
        ),
        # Another file, or another command, in between.
        (f"$ grep -n kSlack {CC}\n$ grep -n kSlack notes.txt\n4:constexpr double kSlack = 0.3;", []),
        # Other lines than the range says.
        (
            f"$ sed -n 12,17p {CC}\n{_listed(4, 9)}",
            [(4, "moved", "what it wrote begins at line 4")],
        ),
        (f"$ sed -n 3,9p {CC}\n{_listed(6, 9)}", []),
        (f"$ sed -n 3,9p {CC}\n...\n{_listed(7, 9)}", []),
        (f"$ cat {CC}\nint a = 1;\nint b = 2;\nint c = 3;", []),
    ],
)
def test_blocks(block: str, expected: list[tuple[int, str, str]], index: Path) -> None:
    assert _wrong(index, block) == expected


TEXT_BLOCKS = [
    "```text\n" + _listed(6, 10) + "\n```",
    "```text\n" + _listed(6, 10, "{0}    \t{1}").replace("8    \t", "8  ->\t") + "\n```",
    "```diff\n" + _listed(6, 10, " {1}") + "\n```",
]


@pytest.mark.parametrize("block", TEXT_BLOCKS)
def test_blocks_of_text(block: str, index: Path) -> None:
    def found(text: str) -> list[tuple[int, str]]:
        made = verdicts(index, f"{text}\n")
        return [(one.line, one.detail) for one in made if one.verdict not in ("found", "external")]

    wrong = block.replace("times * 3", "times * 4")
    assert found(f"`{CC}`:\n\n{block}") == []
    assert found(f"`{CC}`:\n\n{wrong}") == [(5, "line 7 has `3`, the quotation `4`")]
    # Of no file, of a sketch, and with more that is another.
    assert found(wrong) == found(f"It might look like this in `{CC}` one day, a sketch:\n\n{wrong}") == []
    assert found(f"`{CC}`:\n\n{wrong.replace('the reel', 'a reel')}") == []


def test_one_token_apart() -> None:
    assert one_token_apart("return fn(a)", "return fn(b)") == ("a", "b")
    assert one_token_apart("return fn(a)", "return fn(a)") is None
    assert one_token_apart("return fn(a, b)", "return fn(a)") is None
    assert one_token_apart('f(a, "x y z w")', 'f(a, "p q r s")') is None
    assert one_token_apart("a = b", "a = c") is None


@pytest.mark.parametrize("fence", ["```python\n", "```\n", "~~~\ntext\n"])
def test_a_command_in_a_block_that_nothing_closes(index: Path, fence: str) -> None:
    assert {one.verdict for one in verdicts(index, f"{fence}$ grep -n kSlack {CC}")} <= {"found"}
