"""The index that ships, against what the released wheel registers (`fixtures/registry`), and against the source."""

from __future__ import annotations

import gzip
import json
import random
import re
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reading import FIXTURES

import tfexplore
from tfexplore.answers.explorer import Explorer
from tfexplore.model import ArgDef, KernelDef, Location, OpDef
from tfexplore.pipeline import IndexOptions, run_index

#: Kernels whose label is computed at run time: in the registry, and unresolved in the index.
COMPUTED = Counter({("Fact", "CPU"): 2})


def registry(name: str) -> Any:
    with gzip.open(FIXTURES / "registry" / f"{name}.json.gz", "rt", encoding="utf-8") as stream:
        return json.load(stream)


@pytest.fixture(scope="module")
def shipped() -> Iterator[Explorer]:
    """The index in the package, whatever TFEXPLORE_INDEX says."""
    path = Path(tfexplore.__file__).parent / "data" / "v1.15.0.sqlite"
    with tfexplore.open_index(path) as index:
        yield index


@pytest.fixture(scope="module")
def ops(shipped: Explorer) -> list[OpDef]:
    return [op for op in shipped.ops(unlinked=True) if op.linked_into == "tensorflow"]


@pytest.fixture(scope="module")
def kernels(shipped: Explorer) -> list[KernelDef]:
    found = shipped.kernels(unlinked=True)
    return [kernel for kernel in found if kernel.linked_into == "tensorflow" and kernel.registry == "op_kernel"]


def argument(one: ArgDef) -> dict[str, Any]:
    fields = ("name", "type", "type_attr", "type_list_attr", "number_attr", "is_ref")
    return {field: getattr(one, field) for field in fields if getattr(one, field)}


def plain(value: Any) -> Any:
    """Lists rather than tuples; a float as the 32 bits that keep it; protobuf text on one line."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return struct.pack("<f", value) if isinstance(value, float) else value


def definition(op: OpDef) -> dict[str, Any]:
    """An op as the registry's file writes it."""
    attrs = []
    for attr in op.attr:
        made: dict[str, Any] = {"name": attr.name, "type": attr.type}
        if attr.has_default:
            made["default"] = plain(attr.default_value)
        if attr.allowed_values is not None:
            made["allowed"] = list(attr.allowed_values)
        if attr.minimum is not None:
            made["minimum"] = attr.minimum
        attrs.append(made)
    flags = ("is_stateful", "is_commutative", "is_aggregate", "allows_uninitialized_input")
    return {
        "name": op.name,
        "inputs": [argument(one) for one in op.input_arg],
        "outputs": [argument(one) for one in op.output_arg],
        "attrs": attrs,
        **{flag: True for flag in flags if getattr(op, flag)},
        **({} if op.deprecation_version is None else {"deprecated_version": op.deprecation_version}),
    }


def expected_definition(op: dict[str, Any]) -> dict[str, Any]:
    for attr in op["attrs"]:
        if "default" in attr:
            value = attr["default"]
            if "float" in attr["type"]:
                value = [float(item) for item in value] if isinstance(value, list) else float(value)
            attr["default"] = plain(value)
    return {key: value for key, value in op.items() if key not in ("control_outputs",)}


def test_every_op_and_its_definition(ops: list[OpDef]) -> None:
    expected = {op["name"]: expected_definition(op) for op in registry("ops")}
    found = {op.name: definition(op) for op in ops}
    assert len(ops) == len(found)
    assert sorted(found) == sorted(expected)
    assert {name: found[name] for name in found if found[name] != expected[name]} == {}
    assert len(expected) == 1399


def signature(kernel: KernelDef) -> tuple[Any, ...]:
    constraints = sorted((one.name, sorted(one.allowed_values)) for one in kernel.constraint)
    return (
        kernel.op,
        kernel.device_type,
        repr(constraints),
        repr(sorted(kernel.host_memory_arg)),
        kernel.label,
        kernel.priority,
    )


def test_every_kernel(kernels: list[KernelDef], shipped: Explorer) -> None:
    expected = Counter(
        (
            kernel["op"],
            kernel["device"],
            repr(sorted((name, sorted(types)) for name, types in kernel["constraints"])),
            repr(sorted(kernel["host_memory"])),
            kernel["label"],
            kernel["priority"],
        )
        for kernel in registry("kernels")
    )
    found = Counter(map(signature, kernels))
    assert found - expected == Counter()
    assert Counter((op, device) for op, device, *_ in (expected - found).elements()) == COMPUTED
    flagged = [
        one
        for one in shipped.unresolved()
        if one.linked_into == "tensorflow" and one.macro == "REGISTER_KERNEL_BUILDER"
    ]
    assert Counter((one.relates, one.reason) for one in flagged) == {("Fact", "the label is computed at run time"): 2}
    assert sum(expected.values()) == 9738


def test_libraries_that_are_loaded_on_demand(shipped: Explorer) -> None:
    libraries = registry("contrib_libraries")
    expected = {library: sorted(part["ops"]) for library, part in libraries.items() if part.get("ops")}
    found: dict[str, list[str]] = {}
    for op in shipped.ops(unlinked=True):
        if op.linked_into in expected:
            found.setdefault(op.linked_into, []).append(op.name)
    assert {library: sorted(names) for library, names in found.items()} == expected


# -- with the source ---------------------------------------------------------------------------------------------------


#: The packages beside the tree whose code the shipped index places (see CONTRIBUTING.md).
BESIDE = ("keras_applications==1.0.8", "keras_preprocessing==1.1.0", "tensorflow_estimator==1.15.1")


@pytest.mark.source
def test_a_rebuild_has_the_same_digest(
    shipped: Explorer, source_tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = tmp_path / "beside"
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(beside), *BESIDE]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip(f"pip cannot install {', '.join(BESIDE)}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    state = shipped.state
    options = IndexOptions(
        source=str(source_tree),
        tag=state.tag,
        commit=state.commit,
        build=state.build,
        output=str(tmp_path / "again.sqlite"),
        external=str(beside),
    )
    assert run_index(options).digest == shipped.digest


WORD = re.compile(rb"\w+")


@pytest.mark.source
def test_the_named_lines_hold_what_is_said(shipped: Explorer, source_tree: Path) -> None:
    chosen = random.Random(1959)
    kernels = chosen.sample(shipped.kernels(unlinked=True), 400)
    ops = chosen.sample(shipped.ops(unlinked=True), 200)
    texts: dict[str, list[bytes]] = {}

    def words(place: Location) -> set[bytes]:
        if place.path not in texts:
            texts[place.path] = (source_tree / place.path).read_bytes().split(b"\n")
        lines = texts[place.path][place.line - 1 : place.end_line]
        assert lines, place
        return set(WORD.findall(b"\n".join(lines)))

    wrong: list[tuple[str, Location]] = []

    def expect(said: str, holds: bool, place: Location) -> None:
        if not holds:
            wrong.append((said, place))

    for kernel in kernels:
        invoked = kernel.expansion[0].macro if kernel.expansion else "REGISTER"
        found = words(kernel.location)
        expect(invoked, any(w.startswith((invoked.encode(), b"TF_NewKernel")) for w in found), kernel.location)
        place = kernel.kernel_class_location
        if place is not None and place != kernel.location:
            name = re.sub(r"<.*", "", kernel.kernel_class).rpartition("::")[2].strip()
            # A class may be registered by another name of it: `using WeaveV2Op = WeaveBaseOp<...>`.
            there = words(place)
            aliased = re.search(rb"using\s+%b\s*=\s*(?:\w+::)*(\w+)" % name.encode(), b"\n".join(texts[place.path]))
            names = {name.encode(), *(aliased.groups() if aliased else ())}
            expect(kernel.kernel_class, bool(names & there), place)
        for one in kernel.expansion:
            expect(one.macro, {one.macro.encode(), b"define"} <= words(one.defined), one.defined)
    registers = {b"REGISTER_OP", b"REGISTER_SYSTEM_OP", b"TF_NewOpDefinitionBuilder", b"Register"}
    for op in ops:
        outermost = {op.expansion[0].macro.encode()} if op.expansion else registers
        expect(op.name, bool(outermost & words(op.location)), op.location)
    assert wrong == []
