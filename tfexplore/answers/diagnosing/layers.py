"""Messages within messages: of a statement that passes on what another one said, and of that one.

::

    Cannot assign a device for operation w: node w was explicitly assigned to /device:GPU:0 but available are ...
    ^^^^^^^^^^^^^ the placer's, around what ^^^^^^^^^^^^^ the colocation graph has refused
"""

from __future__ import annotations

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diagnosing.statement import Fitting, Told, fitted, in_file, likeliest, statements
from tfexplore.index import messages as sites

if TYPE_CHECKING:
    from tfexplore.answers.diagnosing.reach import Reach
    from tfexplore.answers.diagnosing.subject import Subject
    from tfexplore.answers.texts import Text
    from tfexplore.index.store import Index

#: A value of fewer bytes is no message, and of a message fewer fixed bytes tell none.
_LEAST = 20
_LEAST_AROUND = 12
_DEPTH = 3


def innermost(index: Index, text: Text, folded: bytes, subject: Subject, reach: Reach, depth: int = _DEPTH) -> Told:
    """The statements that may have said what a message is about, those that passed it on behind them."""
    told = likeliest(index, statements(index, text, folded), text, subject, reach)
    if not told.ordered:
        return told
    best = told.ordered[0]
    if best.site.location.path.endswith(".py"):
        return _with_those_around(index, text, folded, told) if best.site.kind == "raise" else told
    value = folded[best.end :].strip()
    if not depth or not best.complete or best.fixed < _LEAST or len(value) < _LEAST or best.site.parts[-1]:
        return told
    inner = innermost(
        index, text._replace(frames=(), severity="", place=_place(best)), value, subject, reach, depth - 1
    )
    if not inner.ordered or not _is_a_message(inner.ordered[0], best, value):
        return told
    first = inner.alike + inner.around
    ordered = (*inner.ordered[:first], *told.ordered[: told.alike], *inner.ordered[first:])
    return Told(ordered, inner.alike, inner.around + told.alike)


def _place(wrapper: Fitting) -> tuple[str, int] | None:
    """The place that a wrapper gives for what it passes on: `OP_REQUIRES failed at x.cc:12 : ...`."""
    if len(wrapper.values) == 3 and wrapper.values[0].endswith((".cc", ".h")) and wrapper.values[1].isdigit():
        return wrapper.values[0], int(wrapper.values[1][:9])
    return None


def _is_a_message(inner: Fitting, wrapper: Fitting, value: bytes) -> bool:
    """Whether a statement has said the value of another one, and not the words behind it or some of its own values."""
    site = inner.site
    if not inner.complete or inner.fixed < _LEAST or site.location.path.endswith(".py") or site.kind in _LOGS:
        return False
    if not site.parts[0]:  # what it begins with may be the end of the wrapper's own value
        return inner.fixed >= 2 * wrapper.fixed
    if inner.begin and not value[: inner.begin].rstrip().endswith(b":"):
        return False
    # A kernel that says what an error of others means says more than they do; a log line only passes it on.
    return inner.fixed >= wrapper.fixed or wrapper.site.kind in _LOGS


_LOGS = ("LOG", "VLOG", "DLOG", "DVLOG", "logging")


def _with_those_around(index: Index, text: Text, folded: bytes, told: Told) -> Told:
    """A `raise` of the same function whose message begins with a value, into which that of the first one fits.

    Functions put the first half of a message into a variable and raise with it: what a template says in full may be
    such a half. Where it leaves the end of the message to the other one, that has raised; else nobody knows.
    """
    best = told.ordered[0]
    place = best.site.location
    if not best.complete or (text.frames and in_file(text.frames[-1].path, place.path)):
        return told
    for site in sites.of_file(index, place.path):
        if site.kind != "raise" or site.function != best.site.function or not site.parts or site.parts[0]:
            continue
        match = fingerprint.match(site.parts, folded)
        if match is None or match.fixed < _LEAST_AROUND or any(one.site == site for one in told.ordered[: told.alike]):
            continue
        outer = fitted(site, match, folded)
        rest = tuple([one for one in told.ordered if one.site != site])
        if match.values[0][1] >= best.end:
            return Told((outer, *rest), 1, told.alike)
        if best.end == len(folded):
            return Told((*rest[: told.alike], outer, *rest[told.alike :]), told.alike + 1)
    return told
