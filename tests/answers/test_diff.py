"""What changed between two indexes, as far as ops and the libraries that register them go."""

from __future__ import annotations

from pathlib import Path

import pytest
from index import facts

from tfexplore.answers.diff import Change, diff
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import Endpoint, OpDef

MAIN, LOOM, REED = "tensorflow", "contrib/loom/_loom_ops.so", "contrib/reed/_reed_ops.so"


def op(library: str | None, **changes: object) -> OpDef:
    return facts.op("Weave", linked_into=library, **changes)


#: Name -> (before, after, the changes).
CASES: dict[str, tuple[tuple[OpDef, ...], tuple[OpDef, ...], tuple[Change, ...]]] = {
    "nothing": ((op(MAIN),), (op(MAIN),), ()),
    "another place in the source": ((op(MAIN, line=3),), (op(MAIN, line=90),), ()),
    "new": ((), (op(MAIN),), (Change("op", "added", "Weave", None, op(MAIN), True),)),
    "gone": ((op(MAIN),), (), (Change("op", "removed", "Weave", op(MAIN), None, False, ("op removed",)),)),
    "no longer shipped": (
        (op(MAIN),),
        (op(None),),
        (Change("op", "removed", "Weave", op(MAIN), None, False, ("op removed",)),),
    ),
    "from a library on demand into the main binary: graphs still load": (
        (op(LOOM),),
        (op(MAIN),),
        (
            Change("op", "removed", "Weave", op(LOOM), None, True),
            Change("op", "added", "Weave", None, op(MAIN), True),
        ),
    ),
    "moved and changed": (
        (op(LOOM),),
        (op(MAIN, output_arg=()),),
        (
            Change("op", "removed", "Weave", op(LOOM), None, False, ("outputs changed",)),
            Change("op", "added", "Weave", None, op(MAIN, output_arg=()), True),
        ),
    ),
    "from the main binary to a library on demand": (
        (op(MAIN),),
        (op(LOOM),),
        (
            Change("op", "added", "Weave", None, op(LOOM), True),
            Change("op", "removed", "Weave", op(MAIN), None, False, (f"op moved to {LOOM}",)),
        ),
    ),
    "in two libraries, of which one goes": (
        (op(LOOM), op(MAIN), op(REED)),
        (op(MAIN), op(REED)),
        (Change("op", "removed", "Weave", op(LOOM), None, True),),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_ops(name: str, tmp_path: Path) -> None:
    before, after, changes = CASES[name]
    for state, ops in (("before", before), ("after", after)):
        write_index(tmp_path / state, facts.STATE, facts.FACTS._replace(ops=ops))
    with open_index(tmp_path / "before") as old, open_index(tmp_path / "after") as new:
        assert diff(old, new, ("op",)).changes == changes


def test_a_public_name_counts_once(tmp_path: Path) -> None:
    def index(name: str, *endpoints: Endpoint) -> Path:
        write_index(tmp_path / name, facts.STATE, Facts(endpoints=endpoints))
        return tmp_path / name

    here = facts.at(facts.OPS_FILE, 3)
    before = index(
        "a.sqlite", Endpoint("tf.case", ("v1", "v2"), "case", here, ()), Endpoint("tf.knit", ("v1",), "knit", here, ())
    )
    after = index(
        "b.sqlite",
        Endpoint("tf.case", ("v1",), "case", here, ()),
        Endpoint("tf.case", ("v2",), "case_v2", facts.at(facts.OPS_FILE, 9), ()),
        Endpoint("tf.knit", ("v1",), "knit", here, ()),
        Endpoint("tf.knit", ("v2",), "knit", facts.at(facts.OPS_FILE, 7), ()),
    )
    with open_index(before) as old, open_index(after) as new:
        found = diff(old, new)
    changes = [one for one in found.changes if one.kind == "endpoint"]
    assert [(one.change, one.name) for one in changes] == [("changed", "tf.knit")]
