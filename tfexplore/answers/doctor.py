"""What a pasted error is about: `tfexplore doctor`.

The statement that raised it is found by the fixed parts of its template (see `tfexplore.fingerprint`); where several
say the same, the op that the message is about decides, by the files of its kernels. Then the registered facts are
asked why: does the OpDef allow the type, is there a kernel, on which device, with which label, in which library.
"""

from __future__ import annotations

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.diagnosing.reach import Reach
from tfexplore.answers.diagnosing.reason import NearKernel, reason_of
from tfexplore.answers.diagnosing.statement import likeliest, rivals, statements
from tfexplore.answers.diagnosing.subject import Subject
from tfexplore.answers.texts import Text, messages
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Callable

    from tfexplore.index.store import Index
    from tfexplore.model import GradientFunction, OpDef


#: Further statements that are listed.
OTHERS = 12


class Diagnosis(Record):
    """What is known of one message; `site` is None for one that no statement of the source makes.

    `others` are statements that say the same, or that wrapped the message, the likeliest first. Where nothing in the
    message tells some of them from `site`, `leading` counts the ops that lead to `site` and to each of those, which are
    the first; otherwise it is empty. `values` fill the gaps of the template.
    `op_def` and `gradients` are those of `op`; `candidates` are all ops that the message could be about. `guard` is the
    condition under which another build would register the op or a kernel for it, and where.
    """

    message: str
    exception: str
    line: int
    site: MessageSite | None
    values: tuple[str, ...]
    others: tuple[MessageSite, ...]
    op: str | None
    op_def: OpDef | None
    node: str | None
    device_type: str | None
    dtypes: tuple[str, ...]
    attrs: tuple[tuple[str, str], ...]
    nearest: tuple[NearKernel, ...]
    gradients: tuple[GradientFunction, ...]
    candidates: tuple[str, ...]
    reason: str
    guard: tuple[str, Location] | None = None
    template: str | None = None
    leading: tuple[int, ...] = ()


def diagnose(
    index: Index,
    text: bytes,
    query: tuple[str, ...] = (),
    template_of: Callable[[MessageSite], str | None] | None = None,
) -> Answer:
    """The messages in a text as `Diagnosis` values; `"not found"` when no statement of the source makes any.

    `template_of` reads the template of a statement where there is a tree to read it from.
    """
    reach = Reach(index)
    found = [_diagnose(index, one, reach) for one in _distinct(messages(text))]
    known = tuple([one for one in found if one.site is not None])
    if template_of is not None:
        known = tuple([one._replace(template=template_of(one.site)) for one in known if one.site])
    searched = Searched("message", len(found))
    return Answer(index.state, "doctor", query, "found" if known else "not found", known, (), (), searched)


def _distinct(texts: list[Text]) -> list[Text]:
    """Each message once: a log repeats what a traceback says."""
    seen: dict[bytes, Text] = {}
    for one in texts:
        key = fingerprint.folded(one.text[:2000])
        known = seen.get(key)
        if known is None or (one.exception and not known.exception):
            seen[key] = one
    return sorted(seen.values(), key=lambda one: one.line)


def _diagnose(index: Index, text: Text, reach: Reach) -> Diagnosis:
    folded = fingerprint.folded(text.text)
    subject = Subject(index, text, folded.decode("utf-8", "replace"))
    told = likeliest(index, statements(index, text, folded), text, subject, reach)
    best = told.ordered[0] if told.ordered else None
    alike = told.ordered[: told.alike]
    if len(alike) > 1:
        subject.could_be([reach.ops(one.site) for one in alike])
    elif best is not None:
        subject.learn_from(best.site)
    reason, near = reason_of(index, subject, best.site if best else None)
    others = [one for one in told.ordered[1:] if best is not None and (one in alike or rivals(one, best))][:OTHERS]
    doubtful = [one for one in alike if one is best or one in others] if len(alike) > 1 else []
    return Diagnosis(
        text.text.decode("utf-8", "replace").strip()[:4000],
        text.exception,
        text.line,
        best.site if best else None,
        best.values if best else (),
        tuple([one.site for one in others]),
        subject.op,
        subject.op_def,
        subject.node,
        subject.device,
        tuple(subject.dtypes),
        tuple(subject.attrs.items()),
        near,
        subject.gradients,
        tuple(subject.candidates[:8]),
        reason,
        subject.guard("op" if subject.op_def is None else "kernel") if reason == "not_in_this_build" else None,
        leading=tuple([len(reach.ops(one.site)) for one in doubtful]),
    )
