"""What counts as a citation, and what does not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.answers.citations import read_document


def said(text: str) -> list[tuple[str, str, int, int]]:
    return [(c.kind, c.target, c.start, c.end) for c in read_document(text).citations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`a/weave_op.cc:12`", [("path:line", "a/weave_op.cc", 12, 12)]),
        ("weave_op.cc:12-20", [("path:line", "weave_op.cc", 12, 20)]),
        ("weave_op.cc:12:5", [("path:line", "weave_op.cc", 12, 12)]),
        ("weave_op.cc#L12-L20", [("path:line", "weave_op.cc", 12, 20)]),
        ("`weave_op.cc` 的第 12-20 行", [("path:line", "weave_op.cc", 12, 20)]),
        ("在weave_op.cc第12行", [("path:line", "weave_op.cc", 12, 12)]),
        ("weave_op.cc（第12行）", [("path:line", "weave_op.cc", 12, 12)]),
        ("weave_op.cc, line 12", [("path:line", "weave_op.cc", 12, 12)]),
        ("lines 12 to 20 of `weave_op.cc`", [("path:line", "weave_op.cc", 12, 20)]),
        ("weave_op.cc lines 12-20 and line 33",
         [("path:line", "weave_op.cc", 12, 20), ("path:line", "weave_op.cc", 33, 33)]),
        ("| File | Line |\n|---|---|\n| `weave_op.cc` | 12 |", [("path:line", "weave_op.cc", 12, 12)]),
        ("https://github.com/tensorflow/tensorflow/blob/master/a/weave.py#L3-L5", [("path:line", "a/weave.py", 3, 5)]),
        ("https://example.org/weave_op.cc", []),
        ("在WeaveOp中调用LaunchWeave完成", [("symbol", "WeaveOp", 0, 0), ("symbol", "LaunchWeave", 0, 0)]),
        ("`WeaveOp&lt;CPUDevice, T&gt;::Compute`", [("symbol", "WeaveOp<CPUDevice, T>::Compute", 0, 0)]),
        ('`REGISTER_OP("Weave")`', [("symbol", "REGISTER_OP", 0, 0), ("op", "Weave", 0, 0)]),
        ("`tf.nn.weave` and `gen_loom_ops.weave(x)`",
         [("symbol", "tf.nn.weave", 0, 0), ("symbol", "gen_loom_ops.weave", 0, 0)]),
        ("`--config=cuda`, `DT_FLOAT`, `strides`, `same`, `x`", []),
        ("`_weave`, `_dye(x)` and `_loom`", [("symbol", "_weave", 0, 0)]),
        ("`LaunchWeave<functor::Loom<half>, Yarn>`", [("symbol", "LaunchWeave", 0, 0)]),
        ("`functor::Weave<A<B<C<D<Yarn::kWool>>>>>::operator()`", [("symbol", "functor::Weave::operator", 0, 0)]),
        ("`Weave::operator Yarn`", [("symbol", "Weave::operator Yarn", 0, 0)]),
        ("在 `tensorflow/dye/tensorflow/ir/weave_op.cc` 第 12 行",
         [("path:line", "tensorflow/dye/tensorflow/ir/weave_op.cc", 12, 12)]),
        ("<!-- weave_op.cc:12 -->", []),
        ("`.../core/weave_op.cc:12`", [("path:line", "core/weave_op.cc", 12, 12)]),
        ("`tensorflow/core/weave.h/tensorflow::Weave`",
         [("path", "tensorflow/core/weave.h", 0, 0), ("symbol", "tensorflow::Weave", 0, 0)]),
        ("e.g. version 1.15, 3.5 and i.e. that", []),
    ],
)  # fmt: skip
def test_citations(text: str, expected: list[tuple[str, str, int, int]]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "lines",
    [
        "`, l. 120", "` l.120", "`, ll. 120–124", "` (see l. 120)", "`, row 120", "`, line no. 120", "` @ 120", " +120",
        "`: 120", "`: 120-124", "`: 120, 130 and 140", "` (120-124)", "`, around 120", "` from 120 on",
    ],
)  # fmt: skip
def test_ways_to_write_a_line_behind_its_file(lines: str) -> None:
    mark = "`" if lines.startswith("`") else ""
    (one, *_) = read_document(f"See {mark}looms/weave.cc{lines}.\n").citations
    end = 124 if "124" in lines else 120
    assert (one.kind, one.target, one.start, one.end) == ("path:line", "looms/weave.cc", 120, end)


@pytest.mark.parametrize(
    "behind",
    [
        "`: 120 of them",
        "`: 12",
        "` (120 lines)",
        "` (2015-2019)",
        "`, about 120 lines",
        "`: 2019",
        " +12abc",
        "` +120/-30",
        "` +120 -30",
        "` +120, −30",
    ],
)
def test_numbers_behind_a_file_that_are_no_lines(behind: str) -> None:
    mark = "`" if behind.startswith("`") else ""
    assert [one.kind for one in read_document(f"See {mark}looms/weave.cc{behind}.\n").citations] == ["path"]


@pytest.mark.parametrize("lines", ["l. 120", "ll. 120–124", "L. 120", "@ 120"])
def test_ways_to_write_a_line_without_its_file(lines: str) -> None:
    found = read_document(f"In `looms/weave.cc` the sheds are opened, {lines}, and shut.\n").citations
    assert [(one.kind, one.start) for one in found] == [("path", 0), ("path:line", 120)]


def test_a_fence_that_is_never_closed_ends_before_a_heading() -> None:
    found = read_document("```cpp\nint a;\n\n# Next\n\n`weave_op.cc:3`\n").citations
    assert [(c.kind, c.line) for c in found] == [("quotation", 2), ("path:line", 6)]


def test_a_shell_block_is_no_quotation() -> None:
    assert read_document("```bash\npython run.py --steps 3\n```\n").citations == []


def test_columns_are_those_of_the_document() -> None:
    text = "见 `Weave&lt;T&gt;::Compute`。"
    (one,) = read_document(text).citations
    assert (one.target, one.text) == ("Weave<T>::Compute", "Weave&lt;T&gt;::Compute")
    assert text[one.column - 1 : one.end_column] == one.text


def test_what_markdown_escapes() -> None:
    text = r"weave\_op.cc:3 \*: \_WeaveGrad and Weave::some\_member, `a\_b` &amp;amp; gen\_weave\_ops.weave"
    found = read_document(text).citations
    assert [c.target for c in found] == ["weave_op.cc", "_WeaveGrad", "Weave::some_member", "gen_weave_ops.weave"]
    assert found[2].text == r"Weave::some\_member"


LONG = [
    "`" * 5000, "a/" * 5000, "A1" * 9000, "a::" * 6000, "<" * 9000, "第" * 9000, "&amp;" * 4000, "Ab" * 9000 + "/",
    "| " * 9000, "x.cc" * 4000, "_a" * 9000,
]  # fmt: skip


@pytest.mark.parametrize("text", LONG)
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()  # others may be at work
    read_document(text)
    assert time.process_time() - start < 3


@given(st.text(alphabet="`~#|/.:<>&;()[]*\n 第行aAtfcopyL1_", max_size=200))
def test_any_text_is_read(text: str) -> None:
    for one in read_document(text).citations:
        assert 1 <= one.line <= text.count("\n") + 1


def test_what_is_left_of_a_long_line_is_said() -> None:
    read = read_document("a\n" + "`weave_op.cc:3` " + "x" * 20_000 + " `weave_op.cc:4`\nb\n")
    assert [c.start for c in read.citations] == [3]
    ((line, end_line, text, reason),) = read.unread
    assert (line, end_line, len(text)) == (2, 2, 32)
    assert reason == "32 characters of the line were not read: it is longer than 20,000"


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        (20_000, "", []),
        (20_000, "\n\n", []),
        (20_000, "nothing\n", [(20_001, 20_002)]),
        (20_001, "", [(20_001, 20_002)]),
        (30_000, "", [(20_001, 30_001)]),
    ],
)
def test_what_is_behind_too_many_citations_is_said(before: int, behind: str, expected: list[tuple[int, int]]) -> None:
    read = read_document("`weave_op.cc:3`\n" * before + behind)
    assert len(read.citations) == min(before, 20_000)
    assert [(one.line, one.end_line) for one in read.unread] == expected


def test_every_line_of_a_long_block_may_hold_a_remark() -> None:
    text = "```cpp\n" + "int a;\n" * 900 + "int b;  // weave_op.cc:7\n```\n"
    assert ("path:line", 902) in [(c.kind, c.line) for c in read_document(text).citations]
    assert read_document(text).unread == ()


def test_a_mark_inside_quotes_is_no_remark() -> None:
    text = '```cpp\nf("// weave_op.cc:3", "#x");  /* loom_op.cc:4 */\n```\n'
    assert [c.target for c in read_document(text).citations if c.kind == "path:line"] == ["loom_op.cc"]


def test_a_line_that_was_read_in_part_is_said() -> None:
    read = read_document("`weave_op.cc:3`\n" * 19_999 + "`weave_op.cc:3` and `weave_op.cc:4`\n")
    assert (len(read.citations), [one.line for one in read.unread]) == (20_000, [20_000])


@pytest.mark.parametrize("arrow", [" -> ", " → ", " => ", "→", "` -> `", "` → `"])
def test_the_links_of_a_chain_of_calls(arrow: str) -> None:
    chain = ["tf.nn.weave", "gen_weave_ops.weave", "WeaveOp::Compute", "launch_weave", "TFE_Weave"]
    read = read_document("`" + arrow.join(chain) + "`")
    assert [(one.target, one.in_code) for one in read.citations] == [(name, True) for name in chain]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`LoomMap<Scalar, TwistOp<const WeaveOp<A, B>, C>, 32>::kc`", ["LoomMap::kc"]),
        ("LoomMap<Scalar, Twist::type<const WeaveOp<A, B>>, 32> is long", ["LoomMap"]),
        ("a WeaveOp<CPUDevice, T>::Compute here", ["WeaveOp<CPUDevice, T>::Compute"]),
        ("`std::map<string, WeaveOp>`", ["std::map<string, WeaveOp>"]),
        ("a map<string, WeaveOp> here", ["WeaveOp"]),
        ("where a<b and WeaveOp or TwistOp, c> d", ["WeaveOp", "TwistOp"]),
    ],
)
def test_what_stands_in_a_templates_brackets_is_no_citation(text: str, expected: list[str]) -> None:
    assert [one.target for one in read_document(text).citations] == expected


def test_files_that_a_sentence_tells_of_without_their_lines() -> None:
    intro = "Interfaces are all in core/ops/nn_ops.cc, gradients in python/ops/nn_grad.py.\n\n"
    lines = "## The kernel\n\ntopk_op.cc has one class.\n\nThe functor begins at line 103.\n"
    found = read_document(intro + lines, frozenset()).citations
    assert [one.target for one in found if one.start == 103] == ["topk_op.cc"]
    told = "All line numbers are those of core/ops/nn_ops.cc.\n\n## One\n\nThe op is at line 103.\n"
    found = read_document(told, frozenset()).citations
    assert [one.target for one in found if one.start == 103] == ["core/ops/nn_ops.cc"]
