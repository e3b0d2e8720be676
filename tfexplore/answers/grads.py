"""What the gradient registries say of an op: `tfexplore grads`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.names import match, nearest
from tfexplore.answers.unread import concerning
from tfexplore.index import gradients, ops

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import GradientFunction, OpDef, Unresolved

FOUND = "found"
NOT_DIFFERENTIABLE = "not differentiable"
NO_GRADIENT = "no gradient registered"
NO_SUCH_OP = "no such op"

#: How far a chain of gradients of gradients is followed.
MAX_ORDER = 12


class OpGradients(Record):
    """What all registries say of one op; `answer` is one of the words above, `op_def` None for an op that no file
    of the tree registers."""

    op: str
    answer: str
    gradients: tuple[GradientFunction, ...]
    op_def: OpDef | None


class ChainStep(Record):
    """An op on the way through gradients of gradients.

    `order` counts the gradients taken so far, `source` is the op whose gradient creates this one (empty for the first),
    `calls` the ops that this one's gradient creates: in Python, or where it has none there in C++ (`unread` where
    nothing of that was read). `followed` are those of them that are steps of the chain, `left_out` the others with what
    the registries say of them. `seen` marks an op that an earlier step has followed.
    """

    op: str
    order: int
    source: str
    answer: str
    function: str | None
    calls: tuple[str, ...]
    seen: bool
    followed: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    unread: bool = False


class SourceText(Record):
    """The text of a gradient function, from a tree at hand."""

    path: str
    line: int
    text: str


#: What the ops are that a gradient in Python creates; how far that goes is said in docs/python.md.
PARTIAL = (
    "of helpers in other files only the nearest ops are among those that a gradient in Python creates; what they create"
    " further on is left out"
)


def find_gradients(
    index: Index, patterns: Sequence[str] = (), file: str | None = None, unlinked: bool = False
) -> Answer:
    """The gradients of the ops that the patterns pick, or of a file, as `GradientFunction`s.

    The context holds an `OpGradients` for each op. `unlinked` adds what the wheel does not ship or link.
    """
    known, registered = _universe(index, unlinked)
    universe = sorted({*known, *registered})
    names = match(patterns, universe) if patterns else universe
    found = gradients.of_ops(index, names) if patterns else gradients.every(index)
    if not unlinked:
        found = tuple([one for one in found if is_shipped(one)])
    if file:
        from tfexplore.answers.names import match_paths

        places = {one.registered.path for one in found} | {one.location.path for one in found}
        files = set(match_paths((file,), sorted(places)))
        found = tuple([one for one in found if one.registered.path in files or one.location.path in files])
    unread = _unread(index, patterns, names, file)
    searched = Searched("op", len(known), bool(file))
    notes = (PARTIAL,) if any(one.registry == "python" and one.partial and one.calls for one in found) else ()
    answer = Answer(index.state, "grads", tuple(patterns), FOUND, found, (), unread, searched, notes=notes)
    if patterns and not names:
        hidden = () if unlinked else tuple(match(patterns, sorted({*index.names("op", unlinked=True)})))
        near = nearest(patterns, [("op", universe), ("endpoint", index.names("endpoint"))])
        return answer._replace(answer=NO_SUCH_OP, nearest=near, searched=searched._replace(unlinked=hidden))
    if file:
        return answer if found else _nothing_in(index, answer, names, file, unlinked)
    if not patterns:
        return answer if found else answer._replace(answer="not found")
    context = by_op(index, names, found)
    words = {one.answer for one in context}
    return answer._replace(answer=FOUND if FOUND in words else _one_word(words), context=context)


def _nothing_in(index: Index, answer: Answer, names: Sequence[str], file: str, unlinked: bool) -> Answer:
    """The answer where a file, or what it registers for the ops asked for, is missing."""
    from tfexplore.answers.unmatched import no_such_file

    every = gradients.every(index)
    placed = [(place.path, is_shipped(one)) for one in every for place in (one.registered, one.location)]
    known = tuple(names) if answer.query else ()
    return no_such_file(index, answer, file, "file of gradients", placed, unlinked) or answer._replace(
        answer="not found", searched=answer.searched._replace(known=known)
    )


def find_missing(index: Index, patterns: Sequence[str] = (), unlinked: bool = False) -> Answer:
    """The ops that no registry knows, as `OpGradients`; an op declared not differentiable is known."""
    known, registered = _universe(index, unlinked)
    names = match(patterns, known) if patterns else known
    having = set(registered)
    missing = [name for name in names if name not in having]
    rows = by_op(index, missing, ())
    searched = Searched("op", len(known), filtered=not patterns)
    answer = Answer(index.state, "grads", tuple(patterns), FOUND, rows, (), (), searched)
    if patterns and not names:
        return answer._replace(answer=NO_SUCH_OP, nearest=nearest(patterns, [("op", known)]))
    return answer if rows else answer._replace(answer="not found", searched=searched._replace(known=tuple(names)))


def find_chain(index: Index, patterns: Sequence[str], unlinked: bool = False) -> Answer:
    """The gradients of the ops that gradients create, as `ChainStep`s: how often an op can be differentiated."""
    answer = find_gradients(index, patterns, None, unlinked)
    if answer.answer == NO_SUCH_OP:
        return answer
    every = gradients.every(index)
    if not unlinked:
        every = tuple([one for one in every if is_shipped(one)])
    registered: dict[str, list[GradientFunction]] = {}
    for one in every:
        registered.setdefault(one.op, []).append(one)
    steps: list[ChainStep] = []
    seen: set[str] = set()
    for first in answer.context:
        assert isinstance(first, OpGradients)
        _follow(first.op, 0, "", registered, seen, steps)
    return answer._replace(results=tuple(steps), context=())


def by_op(index: Index, names: Iterable[str], found: tuple[GradientFunction, ...]) -> tuple[OpGradients, ...]:
    """What is said of each op, in the order of the names."""
    names = list(names)
    of_op: dict[str, list[GradientFunction]] = {}
    for one in found:
        of_op.setdefault(one.op, []).append(one)
    definitions: dict[str, OpDef] = {}
    for op in ops.named(index, names):
        if op.name not in definitions or op.linked_into is not None:
            definitions[op.name] = op
    return tuple(
        [
            OpGradients(name, word_for(of_op.get(name, ())), tuple(of_op.get(name, ())), definitions.get(name))
            for name in names
        ]
    )


def word_for(found: Sequence[GradientFunction]) -> str:
    """The answer for one op."""
    if not found:
        return NO_GRADIENT
    return FOUND if any(one.function is not None for one in found) else NOT_DIFFERENTIABLE


def is_shipped(gradient: GradientFunction) -> bool:
    """Whether the wheel ships (Python) or links (C++) a registration."""
    return (gradient.availability if gradient.registry == "python" else gradient.linked_into) is not None


def _one_word(words: set[str]) -> str:
    return NOT_DIFFERENTIABLE if words == {NOT_DIFFERENTIABLE} else NO_GRADIENT if words == {NO_GRADIENT} else FOUND


def _universe(index: Index, unlinked: bool) -> tuple[list[str], list[str]]:
    known, registered = index.names("op"), index.names("gradient")
    if unlinked:
        known = sorted({*known, *index.names("op", unlinked=True)})
        registered = sorted({*registered, *index.names("gradient", unlinked=True)})
    return known, registered


def _unread(index: Index, patterns: Sequence[str], names: Sequence[str], file: str | None) -> tuple[Unresolved, ...]:
    unread = concerning(index, "gradient", patterns, set(names) if patterns else (), not patterns)
    if file:
        from tfexplore.answers.names import match_paths

        files = set(match_paths((file,), sorted({one.location.path for one in unread})))
        unread = tuple([one for one in unread if one.location.path in files])
    return unread


def _follow(
    op: str,
    order: int,
    source: str,
    registered: dict[str, list[GradientFunction]],
    seen: set[str],
    steps: list[ChainStep],
) -> None:
    """Append the step of an op and those behind it, ops that lead nowhere new only once."""
    found = registered.get(op, [])
    python = next((one for one in found if one.registry == "python"), None)
    told = python or next((one for one in found if one.function is not None and one.is_read), None)
    calls = told.calls if told else ()
    again = op in seen
    seen.add(op)
    # Only ops that exist for gradients make a chain: every gradient also creates Mul and Reshape.
    followed = tuple([call for call in calls if _is_gradient(call) or call in seen])
    left_out = tuple([(call, word_for(registered.get(call, ()))) for call in calls if call not in followed])
    word = word_for(found)
    unread = word == FOUND and told is None
    function = told.function if told else None
    steps.append(ChainStep(op, order, source, word, function, calls, again, followed, left_out, unread))
    if again or order >= MAX_ORDER:
        return
    for call in followed:
        if _is_gradient(call) and call != source:
            _follow(call, order + 1, op, registered, seen, steps)


def _is_gradient(op: str) -> bool:
    return "Grad" in op or "Backprop" in op
