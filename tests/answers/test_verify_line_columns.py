"""Columns of lines of one file, which the header names or the text above."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.known import Known
from tfexplore.answers.registered import Registration
from tfexplore.answers.verify import verify
from tfexplore.index.store import Index

ROWS = """| op | {header} |
|---|---|
| Square | {form} |
| Tanh | {tanh} |
| Sigmoid | 243 |
| Sin | 265 |
"""


@pytest.mark.parametrize(
    ("header", "form", "code"),
    [
        ("core/ops/math_grad.cc", "第 88 行", ""),
        ("行（core/ops/math_grad.cc）", "88", "`"),
        ("line in `core/ops/math_grad.cc`", "L88", ""),
        ("`core/ops/math_grad.cc`", "88-88", "`"),
    ],
)
def test_lines_of_the_headers_file(header: str, form: str, code: str, shipped: Index) -> None:
    rows = ROWS.replace("| Tanh", f"| {code}Tanh{code}").replace("| Sin ", f"| {code}Sin{code} ")
    assert wrong_of(shipped, rows.format(header=header, form=form, tanh=193)) == []
    assert wrong_of(shipped, rows.format(header=header, form=form, tanh=204)) == ["204"]
    # Where most are not what they would be, they are something else.
    assert wrong_of(shipped, rows.format(header=header, form="3", tanh=204)) == []


def test_what_is_told_of_it(shipped: Index) -> None:
    document = ROWS.format(header="core/ops/math_grad.cc", form="88", tanh="第 204 行")
    (one,) = [one for one in verify(shipped, "notes.md", document).verdicts if one.verdict == "moved"]
    assert (one.line, one.column, one.text) == (4, 10, "第 204 行")
    assert one.detail == "Tanh is at line 193; the lines of the other rows are where their names are"
    assert one.suggestions == ("tensorflow/core/ops/math_grad.cc:193",)


def test_lines_of_two_files(shipped: Index) -> None:
    document = """| op | Python | cc/gradients/math_grad.cc | core/ops/math_grad.cc |
|---|---|---|---|
| Square | `_SquareGrad` (math_grad.py:559) | 第 96 行 | 第 88 行 |
| Tanh | `_TanhGrad` (math_grad.py:709) | 第 210 行 | 第 193 行 |
| Sigmoid | `_SigmoidGrad` (math_grad.py:961) | 第 266 行 | 第 243 行 |
| Sin | `_SinGrad` (math_grad.py:986) | 第 {} 行 | 第 265 行 |
"""
    assert wrong_of(shipped, document.format(290)) == []
    assert wrong_of(shipped, document.format(265)) == ["第 265 行"]


@pytest.mark.parametrize(
    ("above", "header", "found"),
    [
        ("All of it is in `core/ops/math_grad.cc`.", "registered at", ["204"]),
        ("All of it is in `core/ops/math_grad.cc`.", "number of users", []),
        ("All of it is in one file.", "registered at", []),
    ],
)
def test_lines_of_the_file_above(above: str, header: str, found: list[str], shipped: Index) -> None:
    document = f"{above}\n\n" + ROWS.format(header=header, form="88", tanh="204")
    assert wrong_of(shipped, document) == found


def test_rows_of_files_of_their_own(shipped: Index) -> None:
    document = "See `core/ops/math_grad.cc`.\n\n" + ROWS.format(header="at", form="88", tanh="204")
    assert wrong_of(shipped, document) == ["204"]
    document = document.replace("204 |", "204 | core/ops/nn_ops.cc |").replace("| op | at |", "| op | at | file |")
    assert wrong_of(shipped, document) == []


def test_the_first_line_of_another_next_to_it(shipped: Index) -> None:
    document = """| op | core/ops/math_ops.cc |
|---|---|
| `AddN` | 27 |
| `BatchMatMul` | 99 |
| `Cast` | 159 |
| `_HostCast` | {} |
"""
    assert wrong_of(shipped, document.format(173)) == []
    assert wrong_of(shipped, document.format(175)) == []
    # Three lines from a registration may be another's.
    rows = "| `Square` | 435 |\n| `Sin` | 445 |\n| `Cos` | 447 |\n| `Tan` | {} |\n"
    document = "| op | core/ops/math_ops.cc |\n|---|---|\n" + rows
    there = {one.op: one.line for one in _registered(shipped, "tensorflow/core/ops/math_ops.cc")}
    for op, line in (("Square", 435), ("Sin", 445), ("Cos", 447)):
        document = document.replace(f"| `{op}` | {line} |", f"| `{op}` | {there[op]} |")
    assert wrong_of(shipped, document.format(there["Tan"])) == []
    assert wrong_of(shipped, document.format(there["Tan"] + 1)) == []
    assert wrong_of(shipped, document.format(there["Cos"])) == [str(there["Cos"])]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('- `core/ops/math_ops.cc`: `REGISTER_OP("Sin")` at {Sin}, `REGISTER_OP("Cos")` at {Tan}', True),
        ("| `core/ops/math_ops.cc` | `Sin` at {Sin}, `Cos` at {Tan} |", True),
        ("In `core/ops/math_ops.cc` there are `Sin` at {Sin} and `Cos` at {Tan}.", True),
        ("`core/ops/math_ops.cc` 里有 `Sin` 在 {Sin}、`Cos` 在 {Tan}。", True),
        ("- `core/ops/math_ops.cc`: `Sin` at {Sin}, `Cos` at {Cos}", False),
        # Of which of two files nobody can say; nor what numbers are of which none is a line.
        ("- `core/ops/math_ops.cc`, `core/ops/nn_ops.cc`: `Sin` at {Sin}, `Cos` at {Tan}", False),
        ("- `core/ops/math_ops.cc`: `Sin` at 7, `Cos` at 19", False),
        ("- `core/ops/math_ops.cc`: `Sin` at {Sin}, `Cos` at {Tan}.5 ms", False),
        ("- `core/ops/math_ops.cc`: `Sin` at {Sin}, `Cos` at {Tan} calls", False),
        ("- `core/ops/math_ops.cc`: `Sin` at {Sin}, `verbose` at {Tan}", False),
    ],
)
def test_plain_numbers_behind_names(said: str, found: bool, shipped: Index) -> None:
    there = {one.op: one.line for one in _registered(shipped, "tensorflow/core/ops/math_ops.cc")}
    assert wrong_of(shipped, said.format(**there) + "\n") == ([str(there["Tan"])] if found else [])


def test_a_rows_place_is_no_other_ones_head(shipped: Index) -> None:
    document = "| op | Python | C++ |\n|---|---|---|\n| `Square` | `_SquareGrad`, `math_grad.py:559` | {} |\n"
    path = "tensorflow/cc/gradients/math_grad.cc"
    right = min(one.line for one in _registered(shipped, path) if one.op == "Square")
    heads = {one.name: one.location.line for one in Known(shipped, "", None).inside(path)}
    after = min(line for line in heads.values() if line > right)
    assert after - right <= 3
    cell = "`SquareGrad`, `cc/gradients/math_grad.cc:{}`"
    assert wrong_of(shipped, document.format(cell.format(right))) == []
    assert wrong_of(shipped, document.format(cell.format(heads["SquareGrad"]))) == []
    assert wrong_of(shipped, document.format(cell.format(after))) == [f"cc/gradients/math_grad.cc:{after}"]


def _registered(index: Index, path: str) -> list[Registration]:
    return [one for one in Known(index, "", None).registered(path) if one.kind in ("op", "gradient")]
