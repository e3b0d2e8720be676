"""Ops without a kernel on a device, of a type, and what filters mean for them; devices by all their names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from asking import ask, on_terminal, visible
from index import facts

from tfexplore.answers.answer import Answer
from tfexplore.answers.devices import device_names, matching_devices, stands_for
from tfexplore.answers.filters import Filters
from tfexplore.answers.kernels import MissingKernel, MissingTypes, find_kernels
from tfexplore.answers.missing_kernels import find_missing
from tfexplore.answers.ops import FoundOp, find_ops
from tfexplore.errors import UsageError
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import ArgDef, AttrDef, Constraint, KernelDef, OpDef

LOOM = "tensorflow/core/kernels/loom_op.cc"
TYPES = ("DT_FLOAT", "DT_HALF", "DT_INT32", "DT_STRING")


def op(name: str, **changes: object) -> OpDef:
    attrs = (AttrDef("T", "type", allowed_values=TYPES), AttrDef("Tidx", "type", allowed_values=("DT_INT32",)))
    return facts.op(name, attr=attrs, **changes)


def kernel(name: str, device: str, type_: str, **changes: object) -> KernelDef:
    return facts.kernel(name, device, type_, **changes)


OPS = (
    # A test registers an op of the same name, without types, and after it.
    op("Weave", line=20),
    facts.op("Weave", attr=(), linked_into=None, location=facts.at(facts.TEST_FILE, 5)),
    op("Knit"),
    op("Spin"),
    facts.op("Warp", input_arg=(), output_arg=(), attr=()),
    facts.op("Free", input_arg=(ArgDef("x", type_attr="T"),), attr=(AttrDef("T", "type"),)),
)
KERNELS = (
    kernel("Weave", "CPU", "float"),
    kernel("Weave", "CPU", "string"),
    kernel("Weave", "GPU", "float"),
    kernel("Weave", "XLA_*_JIT", "float", registry="xla", constraint=()),
    kernel("Knit", "CPU", "half", location=facts.at(LOOM, 9), kernel_class="LoomOp<CPUDevice, half>"),
    kernel("Spin", "CPU", "int32"),
    kernel("Spin", "GPU", "int32", constraint=(Constraint("Tidx", ("DT_INT32",)), Constraint("T", ("DT_HALF",)))),
    kernel("Spin", "XLA_*_JIT", "half", registry="xla"),
    kernel("Warp", "CPU", "float", constraint=()),
    kernel("Warp", "XLA_CPU", "float", constraint=()),
    kernel("Free", "CPU", "float", constraint=()),
    kernel("Free", "GPU", "float"),
    kernel("Weave", "FakeLoom", "float", linked_into=None),
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("loom") / "loom.sqlite"
    write_index(made, facts.STATE, Facts(ops=OPS, kernels=KERNELS))
    return made


@pytest.fixture(scope="module")
def index(path: Path) -> Iterator[Index]:
    with open_index(path) as opened:
        yield opened


def missing(answer: Answer) -> list[str]:
    return [one.op for one in answer.results if isinstance(one, MissingKernel)]


@pytest.mark.parametrize(
    ("device", "filters", "expected"),
    [
        ("GPU", Filters(), ["Knit", "Warp"]),
        ("GPU", Filters(dtype="half"), ["Free", "Knit", "Weave"]),
        ("GPU", Filters(dtype="string"), ["Free", "Knit", "Spin", "Weave"]),
        ("GPU", Filters(dtype="int32"), ["Free", "Knit"]),
        ("GPU", Filters(dtype="T=int32"), ["Free", "Knit", "Spin", "Weave"]),
        ("GPU", Filters(dtype="Tidx=int32"), ["Knit"]),
        ("GPU", Filters(file="loom_op.cc"), ["Knit"]),
        ("GPU", Filters(kernel_class="LoomOp"), ["Knit"]),
        ("GPU", Filters(kernel_class="WarpOp", file="loom_op.cc"), []),
        ("GPU", Filters(dtype="half", kernel_class="LoomOp"), ["Knit"]),
        ("GPU", Filters(dtype="string", kernel_class="LoomOp"), []),
        ("GPU", Filters(device="XLA_CPU"), ["Warp"]),
        ("CPU", Filters(device="GPU"), []),
        ("XLA_GPU_JIT", Filters(), ["Free", "Knit", "Warp"]),
        ("xla_cpu_jit", Filters(), ["Free", "Knit", "Warp"]),
        ("XLA_*_JIT", Filters(), ["Free", "Knit", "Warp"]),
    ],
)
def test_which_ops_miss_a_kernel(index: Index, device: str, filters: Filters, expected: list[str]) -> None:
    assert missing(find_missing(index, device, (), filters)) == expected


def test_where_else_there_is_a_kernel_of_the_type(index: Index) -> None:
    answer = find_missing(index, "GPU", (), Filters(dtype="string"))
    found = {one.op: one.elsewhere for one in answer.results if isinstance(one, MissingKernel)}
    assert found == {"Free": (("CPU", 1),), "Knit": (), "Spin": (), "Weave": (("CPU", 1),)}
    assert answer.notes == (
        "--dtype: ops that allow string, and of which no kernel on GPU takes it; of 2 of them no kernel elsewhere does",
        PASSED_OVER,
    )


PASSED_OVER = (
    "kernels that compile (XLA_*_JIT) are another registry, and not counted as elsewhere;"
    " --device 'XLA_*_JIT' counts them"
)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        # Of what it is about: everything, an op with such a kernel.
        (("--missing", "GPU"), 0, True),
        (("--missing", "GPU", "Weave"), 0, True),
        (("--missing", "GPU", "Knit"), 0, False),
        # They are counted.
        (("--missing", "GPU", "--device", "XLA_*_JIT", "Weave"), 0, False),
        (("--missing", "XLA_GPU_JIT", "Weave"), 1, False),
        (("--missing", "XLA_CPU", "Weave"), 0, False),
    ],
)
def test_kernels_that_compile_are_passed_over(path: Path, words: tuple[str, ...], status: int, said: bool) -> None:
    done = ask(path, "kernels", *words)
    assert (done.status, PASSED_OVER in done.err) == (status, said)
    text = " ".join(visible(on_terminal(path, "kernels", *words, "--no-pager").out).split()).lower()
    assert (PASSED_OVER.lower() in text) == said
    if not status:
        assert (PASSED_OVER in ask(path, "kernels", *words, "--json").json().get("notes", ())) == said


def test_an_op_that_has_other_kernels_nowhere(tmp_path: Path) -> None:
    spun = kernel("Spin", "XLA_*_JIT", "half", registry="xla")
    write_index(tmp_path / "spun.sqlite", facts.STATE, Facts(ops=OPS, kernels=(spun, kernel("Weave", "GPU", "half"))))
    done = ask(tmp_path / "spun.sqlite", "kernels", "--missing", "GPU", "Spin")
    assert (done.status, done.out, PASSED_OVER in done.err) == (1, "", True)


def test_an_op_by_its_name_says_which_types_are_missing(index: Index, path: Path) -> None:
    (weave,) = find_missing(index, "GPU", ("weave",)).results
    assert isinstance(weave, MissingKernel)
    assert (weave.types, weave.elsewhere) == ((MissingTypes("T", ("DT_STRING",)),), (("CPU", 2),))
    (free,) = find_missing(index, "GPU", ("Free",)).results
    assert isinstance(free, MissingKernel)
    assert free.types == (MissingTypes("T", (), ("DT_FLOAT",)),)
    assert missing(find_missing(index, "GPU", ("wea",))) == []  # part of a name lists ops as it always did
    document = ask(path, "kernels", "--missing", "GPU", "Weave", "Free", "Knit", "--json").json()
    assert [one.get("types") for one in document["results"]] == [
        [{"name": "T", "allowed_values": ["DT_STRING"]}],
        [{"name": "T", "all_but": ["DT_FLOAT"]}],
        None,
    ]
    assert ask(path, "kernels", "--missing", "GPU", "Weave").rows()[0][5] == "T: string"
    text = visible(on_terminal(path, "kernels", "--missing", "GPU", "Weave", "--no-pager").out)
    assert "not on GPU: T: string" in text
    assert "1 op has some on GPU, and more types elsewhere" in text


def test_an_op_that_misses_no_type_says_so(path: Path) -> None:
    done = ask(path, "kernels", "--missing", "CPU", "Weave")
    assert done.status == 1
    assert "nothing with these filters" in done.err
    assert "for each type that a kernel elsewhere takes in an attr, there is one on CPU" in done.err


def test_filters_that_leave_nothing_to_ask(index: Index, path: Path) -> None:
    with pytest.raises(UsageError, match="name another device, or leave --device out"):
        find_missing(index, "GPU", (), Filters(device="gpu"))
    done = ask(path, "kernels", "--missing", "GPU", "--device", "TPU")
    assert (done.status, "nothing matches 'TPU' among the" in done.err) == (1, True)
    done = ask(path, "kernels", "--missing", "GPU", "--dtype", "Tydx=int32")
    assert (done.status, "nearest: Tidx" in done.err) == (1, True)
    assert "among the 2 attrs that are types" in done.err


def test_what_filters_mean_is_said(path: Path) -> None:
    done = ask(path, "kernels", "--missing", "GPU", "--class", "LoomOp", "--file", "loom")
    assert "--file, --class: ops with a kernel elsewhere that is in a file that matches and of this class" in done.err
    text = " ".join(visible(on_terminal(path, "kernels", "--missing", "GPU", "--file", "loom").out).split())
    assert "--file: ops with a kernel elsewhere that is in a file that matches." in text


def test_names_of_devices(index: Index) -> None:
    names = ["CPU", "GPU", "XLA_*_JIT", "XLA_CPU", "XLA_CPU_JIT", "XLA_GPU_JIT"]
    assert device_names(index) == names
    assert set(device_names(index, unlinked=True)) - set(names) == {"FakeLoom"}
    assert matching_devices(index, "XLA_GPU_JIT") == {"XLA_*_JIT"}
    assert matching_devices(index, "xla_*_jit") == {"XLA_*_JIT"}
    assert matching_devices(index, "XLA_CPU") == {"XLA_CPU"}
    assert matching_devices(index, "XLA_LOOM_JIT") == set()
    assert stands_for("XLA_*_JIT", "XLA_CPU_JIT")
    assert not stands_for("XLA_*_JIT", "XLA_JIT")
    assert not stands_for("CPU", "GPU")


@pytest.mark.parametrize("device", ["XLA_CPU_JIT", "XLA_GPU_JIT", "XLA_*_JIT"])
def test_kernels_of_each_device_that_compiles(index: Index, device: str) -> None:
    found = find_kernels(index, (), Filters(device=device)).results
    assert found == tuple([one for one in KERNELS if one.registry == "xla"][::-1])
    ops = [one.op.name for one in find_ops(index, (), Filters(device=device)).results if isinstance(one, FoundOp)]
    assert ops == ["Spin", "Weave"]


def test_a_device_that_compiles_at_run_time(index: Index, path: Path) -> None:
    answer = find_missing(index, "XLA_CPU")
    found = {one.op: one.elsewhere for one in answer.results if isinstance(one, MissingKernel)}
    assert found["Weave"] == (("CPU", 2), ("GPU", 1), ("XLA_*_JIT", 1))
    assert found["Knit"] == (("CPU", 1),)
    (note,) = answer.notes
    assert note.startswith("2 of these have a kernel for XLA_*_JIT: at run time XLA_CPU compiles")
    for command in ("ops", "kernels"):
        assert "XLA_CPU: at run time this device compiles" in ask(path, command, "--device", "XLA_CPU").err
        assert ask(path, command, "--device", "XLA_CPU_JIT").err == ""
        assert ask(path, command, "--device", "CPU").err == ""
    assert "XLA_*_JIT" in ask(path, "kernels", "--device", "XLA_CPU", "--json").json()["notes"][0]


def test_devices_of_tests_are_none(path: Path) -> None:
    for words in (("--missing", "FakeLoom"), ("--device", "FakeLoom")):
        done = ask(path, "kernels", *words)
        assert (done.status, "FakeLoom is registered only outside the shipped libraries: --all" in done.err) == (
            1,
            True,
        )
        assert ask(path, "kernels", *words, "--all").status == 0


def test_the_op_def_is_the_linked_one(index: Index) -> None:
    (weave,) = [one for one in find_kernels(index, ("Weave",), with_ops=True).context if isinstance(one, OpDef)]
    assert weave.location == facts.at(facts.OPS_FILE, 20, 29)
    # The XLA kernel takes what the op allows, and that is the linked OpDef's business.
    found = find_kernels(index, ("Weave",), Filters(device="XLA_GPU_JIT", dtype="T=half")).results
    assert len(found) == 1
    assert not find_kernels(index, ("Weave",), Filters(device="XLA_GPU_JIT", dtype="double")).results


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(dtype="string"), ["Free", "Knit", "Spin", "Weave"]),
        (Filters(device="CPU", dtype="string"), ["Free", "Weave"]),
        (Filters(device="GPU", dtype="string"), []),
        (Filters(device="GPU", dtype="int32"), ["Spin", "Weave"]),
        (Filters(device="GPU", dtype="T=int32"), []),
        (Filters(device="GPU", dtype="T=half"), ["Spin"]),
        (Filters(kernel_class="LoomOp", dtype="half"), ["Knit"]),
        (Filters(kernel_class="LoomOp", dtype="float"), []),
        (Filters(dtype="Tidx=int32"), ["Knit", "Spin", "Weave"]),
    ],
)
def test_one_kernel_has_to_fit_all_filters(index: Index, filters: Filters, expected: list[str]) -> None:
    found = [one.op.name for one in find_ops(index, (), filters).results if isinstance(one, FoundOp)]
    assert found == expected


def test_the_matrix_is_of_the_attr_that_was_asked_for(path: Path) -> None:
    text = visible(on_terminal(path, "kernels", "Spin", "--dtype", "Tidx=int32", "--no-pager").out)
    assert [line.split()[0] for line in text.splitlines() if line.startswith((" T", " int", " half"))] == [
        "Tidx",
        "int32",
    ]
