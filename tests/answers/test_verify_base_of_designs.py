"""Designs that cite lines of the tree all through, footnotes, and what else leads from a text to its places."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

from tfexplore.answers.citations import read_document
from tfexplore.answers.verifying.ties import tie

FILES = [f"tensorflow/core/looms/loom_part_{number}.cc" for number in range(8)]
SPAN = "tensorflow/core/looms/spans.cc"
SPAN_HEADER = "tensorflow/core/looms/spans.h"
BOBBIN = "tensorflow/core/looms/bobbin_gpu.cu.cc"
_BODY = "".join(f"  Turn({number});\n" for number in range(12))
TEXTS = {
    **{path: f"// Part.\nvoid LoomPart{number}() {{\n}}\n" for number, path in enumerate(FILES)},
    SPAN: f"""// Spans.
constexpr int kLongestSpan = 12;

void TurnFirst() {{
{_BODY}}}

void TurnSecond() {{
{_BODY}  SpanAll();
}}

void TurnThird() {{
  SpanAll();
{_BODY}}}

void SpanAll() {{
{_BODY}  Finish(kLongestSpan);
}}
""",
    SPAN_HEADER: "// Spans.\nvoid SpanAll();\n",
    BOBBIN: "// Bobbins.\nvoid WindOnDevice() {\n}\n",
}
HEAD = "# Faster looms\n\n| Status | Draft |\n|---|---|\n| **Author(s)** | somebody |\n\n"
LINES = "What there is:\n\n" + "".join(f"* `LoomPart{n}` (core/looms/loom_part_{n}.cc:2)\n" for n in range(7)) + "\n"


def test_names_of_a_proposal(index: Path) -> None:
    named = "## Overview\n\nA reader is made by `StrandReader.reopen_all` at first.\n"
    assert wrong(index, HEAD + named) == []
    assert wrong(index, HEAD + LINES + named) == ["StrandReader.reopen_all"]


@pytest.mark.parametrize(
    ("heading", "said", "found"),
    [
        ("How looms work now", "It is done by `WindEveryBobbinTwice`.", ["WindEveryBobbinTwice"]),
        ("How looms work now", "It is all in `core/looms/loom_part_of_old.cc`.", ["core/looms/loom_part_of_old.cc"]),
        ("Proposed classes", "It will be done by `WindEveryBobbinTwice`.", []),
        ("Proposed classes", "We add `StrandReader.reopen_all`.", []),
        ("Overview", "It is all in `core/looms/loom_part_of_ours.cc`.", []),
    ],
)
def test_parts_of_a_proposal(heading: str, said: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"{HEAD}{LINES}## {heading}\n\n{said}\n") == found


@pytest.mark.parametrize("name", ["`SpanAll`", "`SpanAll()`", "**SpanAll**"])
@pytest.mark.parametrize("rest", ["", ".", ", as is the rest.", " and others"])
def test_footnotes(name: str, rest: str, index: Path) -> None:
    text = f"All is done in {name}[^all], and turned.\n\n[^all]: `looms/spans.cc:{{}}`{rest}\n"
    assert wrong(index, text.format(51)) == []
    assert wrong(index, text.format(20)) == (["looms/spans.cc:20"] if not rest.startswith(" ") else [])


def test_a_footnote_of_nothing(index: Path) -> None:
    assert wrong(index, "`SpanAll` is turned in turn[^all].\n\n[^all]: `looms/spans.cc:6`\n") == []
    assert wrong(index, "`SpanAll`[^other].\n\n[^all]: `looms/spans.cc:6`\n") == []


def test_lines_behind_the_mark_of_a_footnote(index: Path) -> None:
    text = (
        "It is in `looms/bobbin_gpu.cu.cc`. `TurnThird`[^3] calls `SpanAll` (line {}).\n\n[^3]: `looms/spans.cc:35`\n"
    )
    places = {one.text: one.location for one in verdicts(index, text.format(36))}
    assert places["line 36"] is not None
    assert places["line 36"].path == SPAN
    assert wrong(index, text.format(36)) == []


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("51-65", False),
        ("20-34", True),  # as many as it has, though it is called there
        ("40-52", False),  # they have a part of it
        ("30-53", False),
        ("26-37", True),  # from within one function into another, with calls in both
        ("6-21", True),
        ("35-49", True),  # all of one that calls it, and ends right before it
        ("31-33", False),  # a call, and what is next to it
    ],
)
def test_lines_of_others_that_have_a_call(lines: str, found: bool, index: Path) -> None:
    assert bool(wrong(index, f"The spans are made by `SpanAll` (looms/spans.cc:{lines}).")) is found


@pytest.mark.parametrize(
    "said",
    [
        "`kLongestSpan` is declared in `looms/spans.h`.",
        "`kLongestSpan`, declared in `looms/spans.h`, is short.",
        "The constant `kLongestSpan` (12) is declared in `looms/spans.h`.",
        "`kLongestSpan` 声明在 `looms/spans.h`。",
    ],
)
def test_a_constant_that_a_header_has_not(said: str, index: Path) -> None:
    assert wrong(index, said) == ["looms/spans.h"]
    assert wrong(index, said.replace("spans.h", "spans.cc")) == []
    assert wrong(index, said.replace("kLongestSpan", "SpanAll")) == []


def test_a_short_name_of_a_source(index: Path) -> None:
    means = "* **B** = `tensorflow/core/looms/bobbin.cc`, **B.cu** = `bobbin_gpu.cu.cc`\n\n"
    assert "B.cu:2" not in wrong(index, means + "`WindOnDevice` is at B.cu:2.")


@pytest.mark.parametrize("sign", ["`:N` alone means line N of", "`:N` 表示第 N 行，文件是", "`LN` is line N of"])
def test_a_sign_for_the_lines_of_a_file(sign: str, index: Path) -> None:
    text = f"*({sign} `looms/spans.cc`.)*\n\n`SpanAll` is declared in `looms/spans.h`, the constant (:{{}}) is not.\n"
    places = {one.text: one.location for one in verdicts(index, text.format(2))}
    assert places[":2"] is not None
    assert places[":2"].path == SPAN


def test_a_bar_alone_is_no_row(index: Path) -> None:
    assert wrong(index, "| file | what |\n|---|---|\n| `looms/spans.h` | spans |\n|\n|  | more of them |\n") == []


@pytest.mark.parametrize("words", ["condensed", "not to be read verbatim", "reduced to its calls", "合并成几句"])
def test_blocks_that_are_condensed(words: str, index: Path) -> None:
    block = "\n\n```cpp\nvoid SpanAll() {\n  Turn(0);\n  Turn(2);\n  Turn(1);\n  Finish(kLongestSpan);\n}\n```\n"
    assert wrong(index, f"It is in looms/spans.cc, {words}:{block}") == []
    assert wrong(index, f"It is in looms/spans.cc:{block}") != []


def test_blocks_that_tell_in_words(index: Path) -> None:
    block = "\n\n```cpp\nvoid SpanAll() {\n  Turn(0);\n  Turn(1);\n  return {};\n  Turn(2);\n  Turn(3);\n}\n```\n"
    assert wrong(index, f"见 looms/spans.cc 第 51 行：{block.replace('{};', '转完了 ? 1 : 0;')}") == []
    assert wrong(index, f"见 looms/spans.cc 第 51 行：{block.replace('{};', 'Done() ? 1 : 0;')}") != []


def test_your_code_behind_lines(index: Path) -> None:
    block = "\n\n```cpp\nconstexpr int kLongestSpan = 12;\n\nvoid TurnFirst() {\n  Turn(0);\n```\n"
    assert wrong(index, f"It is turned at looms/spans.cc:46. And your constant is another:{block}") == []
    assert wrong(index, f"It is turned at looms/spans.cc:46, as follows:{block}") == ["looms/spans.cc:46"]


@pytest.mark.parametrize(
    ("remark", "tied"), [("holds at most so many spans, `kLongestSpan`", False), ("`kLongestSpan`", True)]
)
def test_a_remark_behind_the_place_of_a_row(remark: str, tied: bool) -> None:
    document = read_document(f"| who | where | what |\n|---|---|---|\n| it | `looms/spans.cc:46` | {remark} |\n")
    assert bool(tie(document.citations, document.lines).tied) is tied


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("In `looms/spans.cc` there are `TurnFirst`, `SpanAll` and `turn_nobody`.", ["turn_nobody"]),
        ("同在 `looms/spans.cc` 里的还有 `TurnFirst`、`SpanAll` 和 `turn_nobody`。", ["turn_nobody"]),
        ("In `looms/spans.cc` there are `TurnFirst`, `turn_nobody` and `span_nobody`.", []),
        ("In `looms/spans.cc` there are `TurnFirst` and `SpanAll`, but no `turn_nobody`.", []),
    ],
)
def test_a_short_list_of_what_a_file_has(said: str, found: list[str], index: Path) -> None:
    assert wrong(index, said) == found
