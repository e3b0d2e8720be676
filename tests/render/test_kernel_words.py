"""What is said of the types of kernels, of the macros that they came through, and of who takes what others do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible
from index import facts

from tfexplore.answers.show import untaken, untaken_of_any
from tfexplore.index.write import Facts, write_index
from tfexplore.model import AttrDef, Constraint, ExpansionStep, KernelDef
from tfexplore.render.show import untaken_groups
from tfexplore.render.terminal_kernels import lines
from tfexplore.spec_text import types_text

LIMIT = ("DT_FLOAT", "DT_HALF")
TYPES = (AttrDef("T", "type", allowed_values=("DT_FLOAT", "DT_INT16", "DT_UINT16")),)
INDICES = (AttrDef("Tidx", "type", allowed_values=("DT_INT64",)),)


def xla(**changes: object) -> KernelDef:
    return facts.kernel(
        "Weave", "XLA_*_JIT", "float", registry="xla", **{"constraint": (), "type_limit": LIMIT, **changes}
    )


@pytest.mark.parametrize(
    ("attrs", "changes", "said"),
    [
        (TYPES, {}, "any of the device's types (not int16, uint16)"),
        ((*TYPES, *INDICES), {}, "any of the device's types (T not int16, uint16; Tidx not int64)"),
        ((AttrDef("T", "type", allowed_values=LIMIT), AttrDef("n", "int")), {}, "any"),
        ((AttrDef("T", "type"),), {}, "any of the device's types"),
        ((AttrDef("T", "list(type)"),), {}, "any of the device's types"),
        ((AttrDef("T", "type"), *INDICES), {}, "any of the device's types (Tidx not int64)"),
        ((), {}, "any"),
        (TYPES, {"type_limit": ()}, "any"),
        (TYPES, {"constraint": (Constraint("T", ("DT_FLOAT",)),)}, "float"),
    ],
)
def test_types_within_those_of_a_device(attrs: tuple[AttrDef, ...], changes: dict[str, object], said: str) -> None:
    (line,) = lines([xla(**changes)], facts.op("Weave", attr=attrs))
    assert types_text(line.types) == said


def through(*chain: str) -> KernelDef:
    place = facts.at(facts.KERNELS_FILE, 3)
    steps = tuple([ExpansionStep(macro, place, place) for macro in chain])
    return facts.kernel("Weave", "CPU", "float", expansion=steps)


@pytest.mark.parametrize(
    ("chains", "said"),
    [
        (("A > R", "A > R"), "A > R"),
        (("TF_half > R", "TF_float > R"), "TF_* > R"),
        (("A > B > R", "A > R"), "A > B > R, and 1 other way"),
        (("A > B > R", "A > R", "A > C > R", "A > B > R", "R"), "A > B > R, and 3 other ways"),
    ],
)
def test_macros_of_one_line(chains: tuple[str, ...], said: str, tmp_path: Path) -> None:
    found = tuple([through(*chain.split(" > ")) for chain in chains])
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(kernels=found))
    shown = visible(on_terminal(tmp_path / "a.sqlite", "kernels", "Weave", "--no-pager").out)
    assert [line.split("through")[1].strip() for line in shown.splitlines() if "through" in line] == [said]


@pytest.mark.parametrize(
    ("counts", "legend"),
    [
        ((1, 1), None),
        ((2, 1), "●2 two kernels, told apart by another attr, the label or the priority"),
        ((2, 3), "●2, ●3 so many kernels, told apart by another attr, the label or the priority"),
        ((3, 3), "●3 so many kernels, told apart by another attr, the label or the priority"),
    ],
)
def test_the_legend_names_every_number(counts: tuple[int, int], legend: str | None, tmp_path: Path) -> None:
    found = [
        facts.kernel("Conv2D", "CPU", type_, label=f"loom{number}")
        for type_, count in zip(("float", "half"), counts, strict=True)
        for number in range(count)
    ]
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(ops=facts.OPS, kernels=tuple(found)))
    shown = visible(on_terminal(tmp_path / "a.sqlite", "kernels", "Conv2D", "--no-pager").out).splitlines()
    assert [line.strip() for line in shown if "told apart" in line] == ([legend] if legend else [])


@pytest.mark.parametrize(
    ("attr", "declared"),
    [
        (AttrDef("T", "type"), ""),
        (AttrDef("T", "type", allowed_values=("DT_FLOAT", "DT_INT16", "DT_HALF")), "declared, "),
    ],
)
def test_all_that_take_a_type_are_named(attr: AttrDef, declared: str, tmp_path: Path) -> None:
    """As JSON has them: two types that other devices take stand apart."""
    op = facts.op("Weave", attr=(attr,))
    found = (
        *[facts.kernel("Weave", "CPU", type_) for type_ in ("float", "int16", "half")],
        facts.kernel("Weave", "GPU", "float"),
        xla(),
    )
    groups = untaken_groups((*untaken(op, found), *untaken_of_any(op, found)))
    assert sorted(groups) == [
        ("T=half", f"{declared}no GPU kernel; CPU, XLA_*_JIT have one"),
        ("T=int16", f"{declared}no GPU kernel; CPU has one"),
    ]
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(ops=(op,), kernels=found))
    (shown,) = ask(tmp_path / "a.sqlite", "show", "Weave", "--json").json()["results"]
    assert sorted((one["type"], *one["taken_by"]) for one in shown["declared_without_kernel"]) == [
        ("DT_HALF", "CPU", "XLA_*_JIT"), ("DT_INT16", "CPU"),
    ]  # fmt: skip
