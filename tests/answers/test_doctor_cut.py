"""Doctor: messages of which only the beginning was pasted, beside the statements that they may come from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from answers import spoken

from tfexplore.answers.doctor import Diagnosis, diagnose
from tfexplore.index.store import Index, open_index
from tfexplore.render import doctor as rendered

SPIN = "tensorflow/core/kernels/spin_op.cc"
SPIN_3D = "tensorflow/core/kernels/spin_3d_op.cc"
SHUTTLE = "tensorflow/python/ops/shuttle.py"

SOURCES = {
    SPIN: """
Status Spin() {
  return errors::Unknown("No spindle could be turned. Most probably its spinningwheel stands still, so look "
                         "whether something was said about it above.");
}
Status Reel(const string& name) {
  return errors::Internal("The reel of the industrious firstborn weaver ", name,
                          " has run empty before the cloth of the other one");
}
Status Count(int n) {
  return errors::Internal("Knots were found in the yarn of this loom");
  return errors::Internal("Knots were found in the yarn of this loom, and a pair of scissors was found with them");
}
""",
    SPIN_3D: """
Status Spin3D() {
  return errors::Unknown("No spindle could be turned. Most probably its spinningwheel stands still, so look "
                         "whether something was said about it above.");
}
Status Bobbin(const string& name) {
  return errors::Unknown("No spindle could be turned. Most probably its spinningwheel was taken, so wait for it.");
}
""",
    SHUTTLE: """
def shuttle(name):
  raise RuntimeError("The reel of the %s" % name)
  raise ValueError("A warp of %d threads requires some combs with as many teeth" % threads)
  raise ValueError("A warp of %d threads requires a loom that is at least as wide" % threads)
""",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with open_index(spoken.make_index(tmp_path_factory.mktemp("cut") / "a.sqlite", SOURCES)) as opened:
        yield opened


WHEEL = "No spindle could be turned. Most probably its spinningwheel"
REEL = "The reel of the industrious firstborn weaver w"
EITHER = [(SPIN, 3), (SPIN_3D, 3), (SPIN_3D, 7)]

# Each: a message, the places that it may come from, and whether there is but one.
CASES = [
    (f"{WHEEL} stands still, so look whether something was said about it above.", EITHER[:2], False),
    (f"UnknownError: {WHEEL}", EITHER, False),
    (f"{WHEEL} was taken, so", EITHER, False),
    (f"{WHEEL} was taken, so wait for it.", [(SPIN_3D, 7)], True),
    (REEL, [(SPIN, 7)], True),
    (f"{REEL} has run empty before the cloth of the other one", [(SPIN, 7)], True),
    ("Knots were found in the yarn of this loom", [(SPIN, 11)], True),
    ("A warp of 5 threads requires some combs with", [(SHUTTLE, 4)], True),
]


@pytest.mark.parametrize(("message", "places", "certain"), CASES)
def test_a_message_and_where_it_may_come_from(
    index: Index, message: str, places: list[tuple[str, int]], certain: bool
) -> None:
    (one,) = diagnose(index, message.encode()).results
    assert isinstance(one, Diagnosis)
    assert one.site is not None
    told = [(site.location.path, site.location.line) for site in (one.site, *one.others)]
    assert (sorted(told[: len(one.leading)] or told[:1]), one.certain) == (sorted(places), certain)


def test_a_message_that_is_cut_is_said_to_be(index: Index) -> None:
    (one,) = diagnose(index, WHEEL.encode()).results
    assert isinstance(one, Diagnosis)
    assert rendered.explanation(one).startswith("3 statements begin like this, and nothing in the message tells")
    assert rendered.advice(one).startswith("Paste all of the message, and what stands around it")
