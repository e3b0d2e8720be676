"""What a person sees: on real terminals of two widths."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import on_terminal, visible
from index import facts

from tfexplore.index.write import Facts, write_index
from tfexplore.render.progress import ProgressLine, progress_text
from tfexplore.render.terminal import wants_colour, wants_links
from tfexplore.render.terminal_kernels import Matrix, lines, matrix

BLOB = "https://github.com/tensorflow/tensorflow/blob/590d6eef7e91a6a7392c8ffffb7b58f2e0c8bc6b"


def shown(index: Path, *words: str, columns: int = 80, lines: int = 24) -> list[str]:
    done = on_terminal(index, *words, "--no-pager", columns=columns, lines=lines)
    found = [line.rstrip() for line in visible(done.out).splitlines()]
    assert max(len(line) for line in found) <= columns
    return found


CONV2D = """\
Conv2D  tensorflow/core/ops/nn_ops.cc:10

 T          CPU   GPU   XLA_CPU_JIT
 ──────────────────────────────────
 half        ●     ●         ●
 bfloat16    ·     ·         ·
 float       ●     ●         ●
 double      ·     ·         ·

● registered
· the op allows the type, and no kernel is registered for it here

CPU  T: float, half
  registered  tensorflow/core/kernels/conv_ops.cc:300
  class       Conv2DOp<...>  tensorflow/core/kernels/conv_ops.cc:200
  through     TF_CALL_FLOATS > TF_CALL_* > REGISTER_CPU
"""


def test_the_matrix_of_an_op_at_80_columns(sample_index: Path) -> None:
    found = shown(sample_index, "kernels", "Conv2D")
    assert "\n".join(found).startswith(CONV2D)
    assert found[-1] == "tensorflow v1.15.0 (590d6eef7e91) · linux-cuda · linkage by build files"
    assert "  label       eigen" in found
    assert "  host memory  strides," in found
    assert found[-3].startswith("1 registration site could not be read")
    assert found[-2] == "5 kernels of 1 op"


def test_one_op_in_full(sample_index: Path) -> None:
    assert shown(sample_index, "ops", "Conv2D") == [
        "Conv2D",
        "  (input: T, filter: T) -> (output: T)",
        "",
        "attrs       T: {half, bfloat16, float, double}",
        "            strides: list(int)",
        "kernels     CPU 2  GPU 2  XLA_CPU_JIT 1",
        "registered  tensorflow/core/ops/nn_ops.cc:10",
        "shape       shape_inference::Conv2DShape",
        "            tensorflow/core/framework/common_shape_fns.cc:401",
        "library     tensorflow",
        "",
        "1 op · tensorflow v1.15.0 (590d6eef7e91) · linux-cuda · linkage by build files",
    ]


def test_ops_at_80_and_160_columns(sample_index: Path) -> None:
    narrow = shown(sample_index, "ops", "conv3d", "matmul", "_fused")
    assert narrow[:4] == [
        "Conv3D" + "CPU 1".rjust(74),
        "  (input: T, filter: T) -> (output: T)",
        "  tensorflow/core/ops/nn_ops.cc:70",
        "",
    ]
    wide = shown(sample_index, "ops", "conv3d", "matmul", columns=160)
    assert wide[:2] == ["Conv3D  CPU 1" + "tensorflow/core/ops/nn_ops.cc:70".rjust(147), narrow[1]]


@pytest.mark.parametrize("columns", [40, 60, 80, 100, 120, 160])
@pytest.mark.parametrize(
    "words",
    [
        ("ops",),
        ("ops", "Awkward"),
        ("kernels",),
        ("kernels", "Conv2D"),
        ("kernels", "--missing", "GPU"),
        ("ops", "Convv"),
    ],
)
def test_everything_fits_its_width(sample_index: Path, columns: int, words: tuple[str, ...]) -> None:
    # `shown` holds every line against the width.
    assert shown(sample_index, *words, columns=columns)


def test_internal_ops_are_folded_with_a_count(sample_index: Path) -> None:
    found = "\n".join(shown(sample_index, "ops", "conv"))
    assert "_FusedConv2D" not in found
    assert "1 internal op (names that begin with _) not shown; ask for them with: tfexplore ops '_*'" in found.replace(
        "\n", " "
    )
    assert "_FusedConv2D" in "\n".join(shown(sample_index, "ops", "_*"))
    assert "_FusedConv2D" in "\n".join(shown(sample_index, "ops", "_FusedConv2D"))
    kernels = "\n".join(shown(sample_index, "kernels"))
    assert "_FusedConv2D" not in kernels
    assert "1 internal op not shown" in kernels


def test_not_found_says_so_on_the_terminal(sample_index: Path) -> None:
    done = on_terminal(sample_index, "ops", "Covn2D")
    assert done.status == 1
    text = " ".join(visible(done.out).split())
    assert text.startswith("Nothing matches 'Covn2D' among the 7 ops of v1.15.0 (linux-cuda); nearest: Conv2D")


@pytest.mark.parametrize(
    ("options", "changes", "colour", "links"),
    [
        ((), {}, True, True),
        ((), {"NO_COLOR": "1"}, False, True),
        ((), {"TERM": "dumb"}, False, False),
        ((), {"TERM": "linux"}, True, False),
        (("--color", "never"), {}, False, True),
        (("--links", "never"), {}, True, False),
        (("--color=never", "--links=never"), {}, False, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True, True),
        (("--links", "always"), {"TERM": "dumb"}, False, True),
    ],
)
@pytest.mark.parametrize("words", [("kernels", "Conv2D"), ("ops", "conv"), ("ops", "Conv2D")])
def test_colour_and_links_are_switched_apart(
    sample_index: Path,
    words: tuple[str, ...],
    options: tuple[str, ...],
    changes: dict[str, str],
    colour: bool,
    links: bool,
) -> None:
    done = on_terminal(sample_index, *words, *options, "--no-pager", **changes)
    assert done.status == 0
    assert (any(code in done.out for code in ("\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[32m"))) is colour
    assert ("\x1b]8;" in done.out) is links
    assert (f"{BLOB}/{facts.OPS_FILE}#L10" in done.out) is links
    if not colour and not links:
        assert "\x1b" not in done.out


def test_a_terminal_gets_json_and_rows_when_asked(sample_index: Path) -> None:
    assert on_terminal(sample_index, "ops", "Conv2D", "--json").out.startswith('{"schema": "tfexplore/1"')
    assert on_terminal(sample_index, "ops", "Conv2D", "--plain").out.startswith("Conv2D\t(input: T")


def pager(tmp_path: Path) -> dict[str, str]:
    script = tmp_path / "pager"
    script.write_text("#!/bin/sh\necho paged\ncat\n")
    script.chmod(0o755)
    return {"PAGER": str(script)}


def test_a_pager_only_for_what_does_not_fit(sample_index: Path, tmp_path: Path) -> None:
    changes = pager(tmp_path)
    assert "paged" in on_terminal(sample_index, "kernels", "Conv2D", lines=10, **changes).out
    assert "paged" not in on_terminal(sample_index, "kernels", "Conv2D", lines=60, **changes).out
    assert "paged" not in on_terminal(sample_index, "kernels", "Conv2D", "--no-pager", lines=10, **changes).out
    assert "paged" not in on_terminal(sample_index, "kernels", "Conv2D", "--plain", lines=3, **changes).out
    assert "Conv2D" in on_terminal(sample_index, "kernels", "Conv2D", lines=10, PAGER="").out
    assert "Conv2D" in on_terminal(sample_index, "kernels", "Conv2D", lines=10, PAGER="no-such-pager -x").out
    assert "Conv2D" in on_terminal(sample_index, "kernels", "Conv2D", lines=10, PAGER="cat").out


def test_a_pager_that_leaves_early_is_no_error(sample_index: Path, tmp_path: Path) -> None:
    done = on_terminal(sample_index, "kernels", lines=5, PAGER="true")
    assert (done.status, "Traceback" in done.out) == (0, False)


def test_a_source_cannot_command_the_terminal(tmp_path: Path) -> None:
    evil = facts.op("Evil\x1b]0;title\x07", location=facts.at("a\x1b[2Jb.cc", 1), shape_fn="\x9b31m")
    kernel = facts.kernel("K\x1b[5m", "CPU\x1b[7m", "float", label="\x1b[8m", kernel_class="C\x1bc<int>")
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(ops=(evil,), kernels=(kernel,)))
    for words in (("ops",), ("kernels",), ("ops", "--plain"), ("kernels", "nothing\x1b[2J")):
        out = on_terminal(tmp_path / "a.sqlite", *words, "--color=never", "--links=never").out
        assert "\x1b" not in out
        assert "\x9b" not in out
        assert "\\x1b" in out


def test_the_matrix() -> None:
    op = facts.op("Conv2D")
    kernels = [one for one in facts.KERNELS if one.op == "Conv2D" and one.registry == "op_kernel"]
    assert matrix(kernels, op) == Matrix(
        "T",
        ("DT_HALF", "DT_BFLOAT16", "DT_FLOAT", "DT_DOUBLE"),
        ("CPU", "GPU"),
        {("DT_HALF", "CPU"): 1, ("DT_FLOAT", "CPU"): 1, ("DT_FLOAT", "GPU"): 1, ("DT_HALF", "GPU"): 1},
        ("DT_HALF", "DT_BFLOAT16", "DT_FLOAT", "DT_DOUBLE"),
    )
    # What compiles for XLA takes the types that the op allows and XLA's devices have.
    limited = facts.kernel("Conv2D", "XLA_*_JIT", "", constraint=(), type_limit=("DT_HALF", "DT_INT32"))
    assert {cell for cell in matrix([*kernels, limited], op, "T").cells if "XLA" in cell[1]} == {
        ("DT_HALF", "XLA_*_JIT")
    }
    free = facts.kernel("A", "CPU", "float", constraint=())
    assert matrix([free], None) == Matrix("", ("any",), ("CPU",), {("any", "CPU"): 1}, ())
    # What takes any type takes the one that another kernel names.
    named = facts.kernel("A", "GPU", "float")
    assert matrix([free, named], None) == Matrix(
        "T",
        ("DT_FLOAT", "others"),
        ("CPU", "GPU"),
        {("DT_FLOAT", "CPU"): 1, ("DT_FLOAT", "GPU"): 1, ("others", "CPU"): 1},
        (),
    )


def test_lines_join_kernels_that_differ_in_type_only() -> None:
    places = [30, 31, 33]
    group = [
        facts.kernel("A", "CPU", type_, line) for type_, line in zip(("half", "float", "int8"), places, strict=True)
    ]
    other = facts.kernel("A", "CPU", "int32", 40, host_memory_arg=("x",))
    found = lines([*group, other])
    assert [(line.types, [place.line for place in line.places]) for line in found] == [
        (("half", "float", "int8"), places),
        (("int32",), [40]),
    ]


@pytest.mark.parametrize(
    ("when", "environment", "colour", "links"),
    [
        ("auto", {"TERM": "xterm"}, True, True),
        ("auto", {}, False, False),
        ("auto", {"TERM": ""}, False, False),
        ("auto", {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        ("always", {"TERM": "dumb", "NO_COLOR": "1"}, True, True),
        ("never", {"TERM": "xterm"}, False, False),
    ],
)
def test_when(when: str, environment: dict[str, str], colour: bool, links: bool) -> None:
    assert (wants_colour(when, environment), wants_links(when, environment)) == (colour, links)


class Stream:
    def __init__(self, live: bool) -> None:
        self.live, self.text = live, ""

    def isatty(self) -> bool:
        return self.live

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None: ...


def test_progress_waits_a_second_and_needs_a_terminal() -> None:
    now = [0.0]
    live, pipe = Stream(True), Stream(False)
    for stream in (live, pipe):
        now[0] = 0.0
        progress = ProgressLine(stream, clock=lambda: now[0])  # type: ignore[arg-type]
        progress("reading", 1, 10)
        assert stream.text == ""
        now[0] = 1.5
        progress("reading", 5, 10)
        progress("reading", 6, 10)
        progress.clear()
        progress.clear()
    assert live.text.count("\r\x1b[2K") == 2
    assert "5 of 10" in live.text
    assert "6 of 10" not in live.text
    assert pipe.text == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("reading", 50, 100, 2.0, 79), "reading [###############...............] 50 of 100, 25 a second"),
        (("reading", 0, 0, 2.0, 79), "reading ..."),
        (("reading", 5, 10, 0.1, 20), "reading 5 of 10"),
        (("cloning\x1b[2J", 200, 100, 0.0, 60), "cloning [2J [##############################] 200 of 100"),
    ],
)
def test_progress_text(arguments: tuple[str, int, int, float, int], expected: str) -> None:
    assert progress_text(*arguments) == expected
    assert len(progress_text(*arguments)) <= arguments[4]


@pytest.mark.parametrize(
    ("filters", "rows"),
    [
        (("--device", "GPU", "--dtype", "half"), ["half ●"]),
        (("--dtype", "half"), ["half ● ● ●"]),
        (("--device", "CPU"), ["half ●", "bfloat16 ·", "float ●", "double ·"]),
        (("--device", "CPU", "--class", "Conv2DOp<CPUDevice, float>"), ["half ○", "bfloat16 ·", "float ●", "double ·"]),
        (("--class", "Conv2DOp<CPUDevice, float>", "--dtype", "float"), ["float ●"]),
    ],
)
def test_a_filtered_matrix_denies_no_kernel(sample_index: Path, filters: tuple[str, ...], rows: list[str]) -> None:
    found = shown(sample_index, "kernels", "Conv2D", *filters)
    at = next(number for number, line in enumerate(found) if "──" in line)
    assert [" ".join(line.split()) for line in found[at + 1 : found.index("", at)]] == rows
    unnamed = shown(sample_index, "kernels", "--file", "conv_ops", *filters)
    assert found[at : found.index("", at)] == unnamed[at : unnamed.index("", at)]
    said = "\n".join(found)
    assert ("○ registered, and left out by what was asked for" in said) is ("○" in "".join(rows))
    assert ("no kernel is registered" in said) is ("·" in "".join(rows))
