"""Every kind of fact comes out of an index as it went in."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from index import facts as sample

from tfexplore.class_heads import NOTHING, Head
from tfexplore.index import (
    api,
    bases,
    claims,
    gradients,
    keras,
    kernels,
    links,
    marks,
    messages,
    methods,
    ops,
    relations,
    swig,
    symbols,
    unresolved,
    uses,
)
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import Facts, Places, recomputed_digest, write_index
from tfexplore.model import Endpoint, Location, MethodOps, OpUse, PythonCall, SourceState, Use


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    path = tmp_path_factory.mktemp("index") / "facts.sqlite"
    write_index(path, sample.STATE, sample.FACTS)
    with open_index(path) as opened:
        yield opened


def every_use(index: Index) -> tuple[Use, ...]:
    return uses.touching(index, [number for number, _ in index.path_numbers()])


def every_call(index: Index) -> tuple[PythonCall, ...]:
    found = relations.python_calls(index)
    return tuple([PythonCall(index.place(caller), name, index.place(target)) for caller, name, target in found])


def every_method(index: Index) -> tuple[MethodOps, ...]:
    found = sorted({(one.path, one.owner) for one in sample.METHODS})
    return tuple(
        [
            MethodOps(path, owner, function, ops)
            for path, owner in found
            for function, ops in methods.of_class(index, path, owner).items()
        ]
    )


@pytest.mark.parametrize(
    ("read", "facts"),
    [
        (ops.every, sample.OPS),
        (kernels.every, sample.KERNELS),
        (unresolved.every, sample.UNRESOLVED),
        (gradients.every, sample.GRADIENTS),
        (swig.files, sample.SWIG_FILES),
        (swig.names, sample.SWIG_NAMES),
        (swig.effects, sample.SWIG_EFFECTS),
        (swig.unreachable, sample.SWIG_UNREACHABLE),
        (swig.pybind, sample.PYBIND),
        (keras.every, sample.KERAS),
        (api.endpoints, sample.ENDPOINTS),
        (every_call, sample.CALLS),
        (every_method, tuple(sorted(sample.METHODS))),
        (api.wrappers, sample.WRAPPERS),
        (symbols.every, sample.SYMBOLS),
        (messages.every, sample.MESSAGES),
        (claims.every, sample.EVIDENCE),
        (links.every, sample.LINKS),
        (every_use, sample.USES),
    ],
)
def test_every_kind_comes_back_equal(
    index: Index, read: Callable[[Index], tuple[object, ...]], facts: tuple[object, ...]
) -> None:
    found = read(index)
    assert sorted(found, key=repr) == sorted(facts, key=repr)
    assert {type(one) for one in found} == {type(one) for one in facts}


def test_state_paths_names_and_notes(index: Index) -> None:
    assert index.state == sample.STATE
    assert index.paths() == tuple(sorted(sample.PATHS))
    assert index.names("op") == sorted(one.name for one in sample.OPS if one.linked_into)
    assert index.names("op", unlinked=True) == ["TestConv"]
    assert index.names("no such kind") == []
    assert index.note("census") == "REGISTER_OP 8"
    assert index.note("nothing") is None
    assert index.notes() == {"census": "REGISTER_OP 8"}


def test_facts_by_name(index: Index) -> None:
    assert ops.named(index, ("MatMul", "nothing", "Conv2D")) == (sample.OPS[4], sample.OPS[0])
    assert [k.device_type for k in kernels.of_ops(index, ("Conv2D",))] == ["CPU", "CPU", "GPU", "GPU", "XLA_CPU_JIT"]
    assert kernels.devices_of(index, "Conv2D") == (("CPU", 2), ("GPU", 2), ("XLA_CPU_JIT", 1))
    assert kernels.devices_of(index, "TestConv") == ()
    assert kernels.devices_of(index, "TestConv", unlinked=True) == (("CPU", 1),)
    assert kernels.every_device(index)[0] == ("Conv2D", "CPU", 2)
    assert [one.registry for one in gradients.of_ops(index, ("Conv2D",))] == ["cc", "python"]
    assert api.endpoints_named(index, ("tf.nn.relu",)) == sample.ENDPOINTS[1:]
    assert api.endpoints_creating(index, "Conv2D") == sample.ENDPOINTS[:1]
    assert api.endpoints_creating(index, "onv2D") == ()
    assert api.wrappers_of(index, ("Conv2D",)) == sample.WRAPPERS


def test_what_is_called_as_it_is_named_is_read_so_in_rows_too(index: Index) -> None:
    assert sorted((row[2], row[6]) for row in relations.uses(index)) == sorted((u.name, u.defined) for u in sample.USES)


def test_packed_facts_by_file_and_name(index: Index) -> None:
    assert symbols.of_file(index, sample.TEST_FILE) == sample.SYMBOLS[4:]
    assert symbols.of_file(index, "nothing.cc") == ()
    assert symbols.named(index, "Conv2DOp") == sample.SYMBOLS[:2]
    assert messages.of_file(index, sample.GRAD_FILE) == sample.MESSAGES[2:]
    assert {path: marks.of_file(index, path) for path in sample.MARKS} == sample.MARKS
    assert marks.of_file(index, "nothing.cc") == ""
    heads = bases.of_file(index, sample.TEST_FILE, symbols.of_file(index, sample.TEST_FILE))
    assert heads == {5: Head(("OpTest", "Base"), ("functor", ""), frozenset(["Base"]), True, True, False, False)}
    assert bases.of_file(index, "nothing.cc", sample.SYMBOLS[:1]) == {200: NOTHING}
    for half in (2**31, 7):
        (anchored,) = messages.anchored(index, [5, half], 10)
        assert messages.picked(index, anchored[1], [anchored[2]]) == [sample.MESSAGES[0]]
    assert messages.anchored(index, [5], 10) == []


def test_an_empty_index(tmp_path: Path) -> None:
    state = SourceState(None, None, None, "linux-cpu", "paths")
    write_index(tmp_path / "empty.sqlite", state, Facts())
    with open_index(tmp_path / "empty.sqlite") as opened:
        assert opened.state == state
        assert (ops.every(opened), kernels.every(opened), opened.paths(), opened.names("op")) == ((), (), (), [])


def shuffled(facts: Facts, seed: int) -> Facts:
    draw = random.Random(seed)

    def mix(part: object) -> object:
        return (
            tuple(draw.sample(part, len(part)))
            if isinstance(part, tuple)
            else dict(draw.sample(list(part.items()), len(part)))
        )  # type: ignore[attr-defined]

    return Facts._make(
        part if name == "swig_files" else mix(part) for name, part in zip(Facts._fields, facts, strict=True)
    )


def test_the_digest_does_not_depend_on_order_or_repository(tmp_path: Path) -> None:
    first = write_index(tmp_path / "a.sqlite", sample.STATE, sample.FACTS)
    for seed in range(5):
        state = sample.STATE._replace(repository=f"file:///mirror{seed}")
        assert write_index(tmp_path / "b.sqlite", state, shuffled(sample.FACTS, seed)) == first
    with open_index(tmp_path / "b.sqlite") as opened:
        assert opened.digest == recomputed_digest(opened) == first


#: Of the sample, whatever Python and SQLite wrote it. It moves when the layout of the index does.
SAMPLE_DIGEST = "5a304bb76a59f17d2ca91a6226cf194e"


def test_the_digest_is_the_same_everywhere(tmp_path: Path) -> None:
    assert write_index(tmp_path / "a.sqlite", sample.STATE, sample.FACTS) == SAMPLE_DIGEST


@pytest.mark.parametrize(
    ("state", "facts"),
    [
        (sample.STATE._replace(tag="v1.15.1"), sample.FACTS),
        (sample.STATE._replace(commit=None), sample.FACTS),
        (sample.STATE._replace(build="linux-cpu"), sample.FACTS),
        (sample.STATE, sample.FACTS._replace(paths=sample.PATHS[1:])),
        (sample.STATE, sample.FACTS._replace(notes=(("census", "REGISTER_OP 9"),))),
        (sample.STATE, sample.FACTS._replace(ops=sample.OPS[1:])),
        (sample.STATE, sample.FACTS._replace(ops=(*sample.OPS, sample.OPS[0]))),
        (sample.STATE, sample.FACTS._replace(kernels=(sample.KERNELS[0]._replace(priority=1), *sample.KERNELS[1:]))),
        (sample.STATE, sample.FACTS._replace(kernels=(sample.KERNELS[0]._replace(expansion=()), *sample.KERNELS[1:]))),
        (sample.STATE, sample.FACTS._replace(symbols={})),
        (sample.STATE, sample.FACTS._replace(marks={})),
        (sample.STATE, sample.FACTS._replace(bases={})),
    ],
)
def test_the_digest_sees_every_change(tmp_path: Path, state: SourceState, facts: Facts) -> None:
    assert write_index(tmp_path / "a.sqlite", state, facts) != write_index(
        tmp_path / "b.sqlite", sample.STATE, sample.FACTS
    )


def test_what_utf8_cannot_hold_is_spelt_out(tmp_path: Path) -> None:
    name = b"tensorflow/core/\xff.cc".decode("utf-8", "surrogateescape")
    facts = Facts(paths=(name,), ops=(sample.op("A", location=sample.at(name, 3), shape_fn="\udcff"),))
    write_index(tmp_path / "a.sqlite", sample.STATE, facts)
    with open_index(tmp_path / "a.sqlite") as opened:
        (found,) = ops.every(opened)
        assert opened.paths() == ("tensorflow/core/\\udcff.cc",)
        assert (found.location.path, found.shape_fn) == ("tensorflow/core/\\udcff.cc", "\\udcff")
        assert opened.digest == recomputed_digest(opened)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (Location("a.cc", 1, 1), Location("a.cc", 1, 1)),
        (Location("a.cc", 16_000_000, 16_060_000), Location("a.cc", 16_000_000, 16_060_000)),
        (Location("a.cc", 5, 5 + 70_000), Location("a.cc", 5, 5 + 65_535)),
        (Location("a.cc", 20_000_000, 20_000_000), Location("a.cc", 16_777_215, 16_777_215)),
        (Location("a.cc", 9, 3), Location("a.cc", 9, 9)),
        (Location("b.py", 1, 2, "pkg", "1.0"), Location("b.py", 1, 2, "pkg", "1.0")),
        (Location("not/in/the/list.h", 7, 8), Location("not/in/the/list.h", 7, 8)),
    ],
)
def test_locations_of_any_size(tmp_path: Path, given: Location, kept: Location) -> None:
    facts = Facts(paths=("a.cc",), ops=(sample.op("A", location=given, shape_fn_location=None),))
    write_index(tmp_path / "a.sqlite", sample.STATE, facts)
    with open_index(tmp_path / "a.sqlite") as opened:
        assert ops.every(opened)[0].location == kept
        assert opened.paths() == ("a.cc",)


def test_an_absurd_priority_is_kept_within_the_protos_field(tmp_path: Path) -> None:
    facts = Facts(kernels=(sample.kernel("A", "CPU", "float", priority=10**30),))
    write_index(tmp_path / "a.sqlite", sample.STATE, facts)
    with open_index(tmp_path / "a.sqlite") as opened:
        assert kernels.every(opened)[0].priority == 2**31 - 1


def test_endpoints_that_share_most_of_their_ops(tmp_path: Path) -> None:
    """A row says in what it differs from another; what is read of it, and which rows create an op, is the same."""
    shared = tuple([OpUse(f"Op{i}", "through", ("Base.call", f"helper_{i}")) for i in range(9)])
    alike = {
        "tf.A": shared,
        "tf.B": (*shared[:4], OpUse("Other", "direct"), *shared[5:]),
        "tf.C": shared[1:],
        "tf.D": (OpUse("Op0", "direct"), *shared[1:]),
        "tf.E": shared,
        "tf.F": (OpUse("Op3", "through", ("else",)),),
    }
    endpoints = tuple(
        [
            Endpoint(name, ("v1",), "f", sample.at(sample.OPS_FILE, line), tuple(sorted(ops)))
            for line, (name, ops) in enumerate(alike.items(), 1)
        ]
    )
    write_index(tmp_path / "a.sqlite", sample.STATE, Facts(paths=sample.PATHS, endpoints=endpoints))
    with open_index(tmp_path / "a.sqlite") as opened:
        assert api.endpoints(opened) == endpoints
        for op, names in (("Other", "B"), ("Op0", "ABDE"), ("Op4", "ACDE"), ("Op3", "ABCDEF")):
            assert "".join([one.endpoint[3:] for one in api.endpoints_creating(opened, op)]) == names
        rows = opened.rows("SELECT * FROM endpoint ORDER BY id")
        # None but the first and the last says all of its own.
        assert [bool(row[6]) for row in rows] == [False, True, True, True, True, False]
        assert api.shared([row[1:] for row in rows if not row[6]]) == [row[1:] for row in rows if not row[6]]


def test_methods_of_further_classes() -> None:
    places = Places(sample.PATHS)
    whole = methods.rows(sample.METHODS, places)
    for kept in range(len(sample.METHODS)):
        some = methods.rows(sample.METHODS[:kept], places), methods.rows(sample.METHODS[kept:], places)
        assert methods.merged(*some) == sorted(whole)
