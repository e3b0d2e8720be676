"""Log: lines beside the statements that wrote them."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import spoken

from tfexplore.answers.log import Entry, Summary, Wanted, grouped, read_lines, resolve_log
from tfexplore.answers.log_sites import Environment, find_sites
from tfexplore.answers.log_story import Step
from tfexplore.errors import UsageError
from tfexplore.index.store import Index, default_path, open_index
from tfexplore.model import MessageSite
from tfexplore.render import log as rendered

RECORDED = Path(__file__).resolve().parents[2] / "fixtures" / "messages" / "vlog3.txt"
TIME = b"2019-10-14 17:00:00.123456: "


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with open_index(spoken.make_index(tmp_path_factory.mktemp("spoken") / "a.sqlite")) as opened:
        yield opened


def entries(index: Index, text: bytes, wanted: Wanted | None = None) -> list[Entry]:
    answer = resolve_log(index, io.BytesIO(text), (), wanted or Wanted())
    return [one for one in answer.results if isinstance(one, Entry)]


# Each: a line, and the place of its statement, the values in it, and whether it has moved.
CASES = [
    (f"I {spoken.WEAVE}:7] Weaving 12 threads", (spoken.WEAVE, 7), ("12",), False),
    (f"I ./{spoken.WEAVE}:7] Weaving 12 threads", (spoken.WEAVE, 7), ("12",), False),
    (f"I bazel-out/x/{spoken.WEAVE}:7] Weaving 12 threads", (spoken.WEAVE, 7), ("12",), False),
    ("I1014 17:00:00.123456  4242 weave_op.cc:7] Weaving 12 threads", (spoken.WEAVE, 7), ("12",), False),
    (f"W {spoken.WEAVE}:8] a thread broke at 3 of 9", (spoken.WEAVE, 8), ("3", "9"), False),
    (f"W {spoken.WEAVE}:9] a thread broke at 3 of 9", (spoken.WEAVE, 8), ("3", "9"), False),
    (f"W {spoken.WEAVE}:80] a thread broke at 3 of 9", (spoken.WEAVE, 8), ("3", "9"), True),
    ("W tensorflow/core/old_op.cc:8] a thread broke at 3 of 9", (spoken.WEAVE, 8), ("3", "9"), True),
    (f"I {spoken.WEAVE}:7] something else", None, (), False),
    ("I tensorflow/core/gone.cc:7] something else", None, (), False),
]


@pytest.mark.parametrize(("line", "place", "values", "moved"), CASES)
def test_a_line_and_its_statement(
    index: Index, line: str, place: tuple[str, int] | None, values: tuple[str, ...], moved: bool
) -> None:
    head = b"" if line[1].isdigit() else TIME
    (one,) = entries(index, head + line.encode() + b"\r\n")
    found = one.site and (one.site.location.path, one.site.location.line)
    assert (found, one.values, one.moved) == (place, values, moved)
    assert bool(one.why) == (place is None)


def test_repeats_are_folded_and_lines_kept_together(index: Index) -> None:
    line = TIME + f"I {spoken.WEAVE}:7] Weaving 2 threads".encode()
    text = b"before\n" + line + b"\nmore\n" + line.replace(b"2 thr", b"3 thr") + b"\n" + line + b"\nmore\n"
    found = entries(index, text)
    assert [(one.text, one.lines, one.times) for one in found] == [
        ("Weaving 2 threads\nmore", (2, 5), 2),
        ("Weaving 3 threads", (4,), 1),
    ]


NOTES = "tensorflow/python/ops/notes.py"
NOTING = {
    NOTES: """
def note(name):
  logging.warning('From %s: the loom %s is old. Use %s instead.\\n', where, name, other)
  tf_logging.info('Weaving goes on from %s', place)
  tf_logging.warn('Weaving goes on from %s', place)
  logging.error('The cloth of %s is torn', name)

def again(name):
  logging.error('The cloth of %s is torn', name)
  raise ValueError('The yarn of %s is too thin' % name)
""",
    spoken.WEAVE: spoken.SOURCES[spoken.WEAVE],
}


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with open_index(spoken.make_index(tmp_path_factory.mktemp("noted") / "a.sqlite", NOTING)) as opened:
        yield opened


# Each: a line of Python's logging, its severity, and the line of its statement or what is wrong.
LOGGED = [
    ("WARNING:tensorflow:From a.py:3: the loom Jacquard is old. Use Dobby instead.", "WARNING", 3),
    ("\x1b[33mINFO:tensorflow:Weaving goes on from 3\x1b[0m", "INFO", 4),
    ("WARNING:tensorflow:Weaving goes on from 3", "WARNING", 5),
    ("ERROR:tensorflow:Weaving goes on from 3", "ERROR", "no statement of this source logs it"),
    ("ERROR:tensorflow:The cloth of A is torn", "ERROR", f"2 statements log this: {NOTES}:6, {NOTES}:9"),
    ("ERROR:tensorflow:The yarn of A is too thin", "ERROR", "no statement of this source logs it"),
    ("CRITICAL:root:a text of a reader's own", "FATAL", "no statement of this source logs it"),
    ("DEBUG:a.b_c:a text of a reader's own", "DEBUG", "no statement of this source logs it"),
    ("W1014 17:00:00.123456 4242 notes.py:5] Weaving goes on from 3", "WARNING", 5),
]


@pytest.mark.parametrize(("line", "severity", "told"), LOGGED)
def test_a_line_of_pythons_logging(noted: Index, line: str, severity: str, told: int | str) -> None:
    before = TIME + f"I {spoken.WEAVE}:7] Weaving 12 threads\n".encode()
    for text in (line.encode() + b"\n\n" + before, before + line.encode() + b"\n"):
        found = entries(noted, text)
        assert len(found) == 2
        assert {one.text for one in found if one.site and one.site.location.path == spoken.WEAVE} == {
            "Weaving 12 threads"
        }
        (one,) = (one for one in found if not one.site or one.site.location.path == NOTES)
        assert (one.severity, one.site.location.line if one.site else one.why) == (severity, told)
        assert one.written == ("notes.py:5" if "notes.py" in line else "")
        assert rendered.as_json(one)["written"] == (one.written or None)


def test_what_other_programs_print_does_not_matter(noted: Index) -> None:
    (one,) = entries(noted, b"WARNING:tensorflow:From a.py:3: the loom A is old. Use B instead.\n\nEpoch 1 of 5\n")
    assert one.site is not None
    assert (one.site.location.line, one.values) == (3, ("a.py:3", "A", "B"))


def test_a_log_of_python_alone_is_counted(noted: Index) -> None:
    answer = resolve_log(noted, io.BytesIO("".join(f"{line}\n" for line, _, _ in LOGGED).encode()))
    assert (answer.answer, answer.context) == ("found", (Summary(9, 5, 4),))
    assert [(one.name, one.times) for one in grouped(answer.results, "file")] == [(NOTES, 5), ("(none)", 4)]
    assert len(entries(noted, b"DEBUG:a:b\nINFO:a:b\nWARNING:a:b\n", Wanted(level="INFO"))) == 2


def test_a_long_log_of_python_takes_seconds(noted: Index) -> None:
    text = b"".join(f"WARNING:tensorflow:Weaving goes on from {n}\n".encode() for n in range(5_000))
    begun = time.process_time()
    assert len(entries(noted, text)) == 5_000
    assert time.process_time() - begun < 5


LOG = b"".join(
    TIME + line.encode() + b"\n"
    for line in (
        f"I {spoken.PRUNER}:5] Mapping _SOURCE to 0",
        f"I {spoken.PRUNER}:5] Mapping a to 1",
        f"I {spoken.PRUNER}:5] Mapping b to 2",
        f"I {spoken.PRUNER}:5] Mapping c to 3",
        f"I {spoken.PRUNER}:3] Pruned 1 nodes",
        f"I {spoken.PRUNER}:4] trim: now 2 nodes (-1), left",
        f"I {spoken.PRUNER}:6] keeps node a",
        f"I {spoken.PRUNER}:4] shake: now 2 nodes (0), left",
        f"I {spoken.PRUNER}:6] keeps node c",
        f"W {spoken.WEAVE}:8] a thread broke at a of b",
    )
)


def test_the_story_of_pruning(index: Index) -> None:
    answer = resolve_log(index, io.BytesIO(LOG), (), Wanted(explain="pruning"))
    steps = [one for one in answer.results if isinstance(one, Step)]
    told = [(one.what, one.name, one.nodes_before, one.nodes_after, one.nodes, one.cut, one.lines[0]) for one in steps]
    assert told == [
        ("graph", "", None, 3, ("a", "b", "c"), (), 1),
        ("said", "", None, None, (), (), 5),
        ("size", "trim", 3, 2, (), ("b",), 6),
        ("size", "shake", 2, 2, (), (), 8),
    ]
    with pytest.raises(UsageError, match="pruning"):
        resolve_log(index, io.BytesIO(LOG), (), Wanted(explain="weather"))


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (Wanted(), 10),
        (Wanted(grep="PRUNED"), 1),
        (Wanted(grep="/^Mapping . to/"), 3),
        (Wanted(level="WARNING"), 1),
        (Wanted(level="1"), 1),
        (Wanted(level="VLOG(2)"), 3),
    ],
)
def test_what_is_asked_for(index: Index, wanted: Wanted, count: int) -> None:
    assert len(entries(index, LOG, wanted)) == count


@pytest.mark.parametrize("level", ["loud", "-1", ""])
def test_a_level_that_is_none(index: Index, level: str) -> None:
    if not level:
        assert len(entries(index, LOG, Wanted(level=level))) == 10
        return
    with pytest.raises(UsageError, match="level"):
        entries(index, LOG, Wanted(level=level))


def test_groups(index: Index) -> None:
    found = entries(index, LOG)
    assert [(one.name, one.times, one.statements) for one in grouped(found, "file")] == [
        (spoken.PRUNER, 9, 4),
        (spoken.WEAVE, 1, 1),
    ]
    assert [(one.name, one.times) for one in grouped(found, "level")] == [
        ("VLOG 3", 6),
        ("VLOG 2", 2),
        ("VLOG 1", 1),
        ("WARNING", 1),
    ]
    assert {one.name for one in grouped(found, "function")} == {"Pruner::Optimize", "WeaveOp::Compute"}


def test_statements_and_the_environment_that_makes_them_speak(index: Index) -> None:
    answer = find_sites(index, ("pruner.cc",), level="2")
    lines = [one.location.line for one in answer.results if isinstance(one, MessageSite)]
    assert lines == [3, 4]
    (told,) = answer.context
    assert isinstance(told, Environment)
    assert told.variables == (("TF_CPP_MIN_LOG_LEVEL", "0"), ("TF_CPP_MIN_VLOG_LEVEL", "2"))
    assert [(one.path, one.line) for one in told.read_by] == [(spoken.LOGGING, 2), (spoken.LOGGING, 3)]
    assert [one.location.line for one in find_sites(index, near="WeaveOp::Compute").results] == [7, 8]  # type: ignore[attr-defined]
    missing = find_sites(index, near="WeaveOp::Compote")
    assert (missing.answer, missing.nearest[0].name) == ("not found", "WeaveOp::Compute")


@pytest.mark.parametrize("text", [b"", b"\x00\xff" * 1000, b"no header\n" * 1000, b"x" * 10**7, b"\n" * 10_000])
def test_a_text_that_is_no_log(index: Index, text: bytes) -> None:
    answer = resolve_log(index, io.BytesIO(text))
    assert (answer.answer, answer.context) == ("not found", (Summary(0, 0, 0),))


def test_a_long_line_is_not_kept(index: Index) -> None:
    line = TIME + f"I {spoken.WEAVE}:7] Weaving ".encode() + b"9" * 10**7 + b" threads\n"
    (one,) = read_lines(io.BytesIO(line))
    assert len(one.text) < 30_000
    assert len(entries(index, line + LOG)) == 11


def test_a_long_log_takes_seconds(index: Index) -> None:
    text = b"".join(TIME + f"I {spoken.WEAVE}:7] Weaving {n} threads\n".encode() for n in range(50_000))
    begun = time.process_time()
    assert len(entries(index, text)) == 50_000
    assert time.process_time() - begun < 5


@pytest.mark.skipif(not Path(default_path()).is_file(), reason="no index ships with this checkout")
def test_what_the_released_tensorflow_logged() -> None:
    with open_index() as shipped:
        found = entries(shipped, RECORDED.read_bytes())
        story = resolve_log(shipped, io.BytesIO(RECORDED.read_bytes()), (), Wanted(explain="pruning"))
    assert sum(one.times for one in found if one.written) == 265
    assert [one.written for one in found if one.written and (one.site is None or one.moved)] == []
    # The path in the one line of Python's own logging was taken out when it was recorded, and its colon with it.
    assert [one.text[:11] for one in found if not one.written] == ["From <path>"]
    cuts = {one.name: one.cut for one in story.results if isinstance(one, Step) and one.cut}
    assert cuts == {"model_pruner": ("Sin", "mul"), "constant_folding": ("Const", "Const_1")}
