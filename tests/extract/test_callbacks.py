"""The functions that the C API runs for kernels: texts in, what is said of them out."""

from __future__ import annotations

import pytest

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.callbacks import KIND
from tfexplore.extract.uses import read_uses
from tfexplore.extract.uses_link import link_uses, names_wanted
from tfexplore.model import KernelDef, Location

PATH = "c/kernels/bend.cc"
HEAD = """typedef struct BendOp {
  int times;
} BendOp;
static void* BendOp_New(TF_OpKernelConstruction* ctx) { return new BendOp; }
static void BendOp_Run(void* kernel, TF_OpKernelContext* ctx) {
  LaunchBend(kernel);
}
static void BendOp_Delete(void* kernel) {}
"""
NEW = 'auto* b = TF_NewKernelBuilder("Bend", DEVICE_CPU, {});\n'
GIVEN = "&BendOp_New, &BendOp_Run, &BendOp_Delete"
REGISTERED = 'TF_RegisterKernelBuilder("BendOp", b, status);\n'


def called(*statements: str, head: str = HEAD) -> list[tuple[str, str, int, str]]:
    text = f"{head}void Register() {{\n{''.join(statements)}}}\n".encode()
    found = read_uses(PATH, text, definitions(PATH, text))
    return [(one.user.name, one.name, one.line, one.condition) for one in found if one.kind == KIND]


RUN = ("BendOp", "BendOp_Run", 10, "")


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ([NEW.format(GIVEN), REGISTERED], [RUN]),
        ([NEW.format("nullptr, ::tf::BendOp_Run,\n nullptr"), REGISTERED], [RUN]),
        ([NEW.format(GIVEN), 'TF_KernelBuilder_Label(b, "x");\n', REGISTERED], [RUN]),
        # Two builders of one name, one of which only some builds have.
        (["{\n", NEW.format(GIVEN), REGISTERED, "}\n#if X\n{\n", NEW.format(GIVEN), REGISTERED, "}\n#endif\n"],
         [("BendOp", "BendOp_Run", 11, "")]),
        (["#if X\n", NEW.format(GIVEN), REGISTERED, "#endif\n"], [("BendOp", "BendOp_Run", 11, "X")]),
        # Never registered, by another name, by somebody else, as something that is not there.
        ([NEW.format(GIVEN)], []),
        ([NEW.format(GIVEN), REGISTERED.replace("b,", "c,")], []),
        ([NEW.format(GIVEN), "}\nvoid Other(TF_KernelBuilder* b) {\n", REGISTERED], []),
        ([NEW.format(GIVEN), REGISTERED.replace("BendOp", "BentOp")], []),
        ([NEW.format("nullptr, nullptr, nullptr"), REGISTERED], []),
        ([NEW.format("nullptr, Chosen(kernel), nullptr"), REGISTERED], []),
        (["// ", NEW.format(GIVEN), REGISTERED], []),
    ],
)  # fmt: skip
def test_what_a_builder_is_given(statements: list[str], expected: list[tuple[str, str, int, str]]) -> None:
    assert called(*statements) == expected


def test_a_function_that_is_defined_twice_is_none() -> None:
    head = HEAD + "static void BendOp_Run(int other) {}\n"
    assert called(NEW.format(GIVEN), REGISTERED, head=head) == []


def test_it_is_the_compute_of_the_class() -> None:
    text = f"{HEAD}void LaunchBend(void* k) {{\n}}\nvoid Register() {{\n{NEW.format(GIVEN)}{REGISTERED}}}\n".encode()
    symbols = definitions(PATH, text)
    said = {PATH: read_uses(PATH, text, symbols)}
    place = next(one.location for one in symbols if one.name == "BendOp")
    kernel = KernelDef("Bend", "CPU", (), (), "", 0, "BendOp", place, "op_kernel", None, Location(PATH, 12, 13))
    wanted = names_wanted([kernel.kernel_class], said)
    uses = link_uses([kernel], [one for one in symbols if one.name in wanted], said)
    rows = [(one.user, one.name, one.kind, one.target.line, one.location and one.location.line) for one in uses]
    assert rows == [("BendOp", "BendOp_Run", "compute", 5, 12), ("BendOp_Run", "LaunchBend", "function", 9, 6)]
