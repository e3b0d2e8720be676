"""What a pasted error is about: `tfexplore doctor`.

The statement that raised it is found by the fixed parts of its template (see `tfexplore.fingerprint`); where several
say the same, the op that the message is about decides, by the files of its kernels. Then the registered facts are
asked why: does the OpDef allow the type, is there a kernel, on which device, with which label, in which library.
"""

from __future__ import annotations

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.diagnosing.beside import beside
from tfexplore.answers.diagnosing.gpu import gpu_failure
from tfexplore.answers.diagnosing.invoked import invoked
from tfexplore.answers.diagnosing.layers import innermost
from tfexplore.answers.diagnosing.owners import Owners, owners
from tfexplore.answers.diagnosing.placement import Placement
from tfexplore.answers.diagnosing.public import Missing, missing
from tfexplore.answers.diagnosing.reach import Reach
from tfexplore.answers.diagnosing.reason import Failure, NearKernel, reason_of, registered, taken
from tfexplore.answers.diagnosing.statement import rivals
from tfexplore.answers.diagnosing.subject import Subject
from tfexplore.answers.diagnosing.topics import Topic, refused_for, topic
from tfexplore.answers.texts import Text, messages
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Callable

    from tfexplore.index.store import Index
    from tfexplore.model import GradientFunction, KerasEndpoint, OpDef


#: Further statements that are listed.
OTHERS = 12
#: Kinds of mistakes of which the words of the message tell whether a device or a type is refused.
_BY_WORDS = ("", "layout")


class Diagnosis(Record):
    """What is known of one message; `site` is None for one that no statement of the source makes.

    `others` are statements that say the same, or that wrapped the message, the likeliest first. Where nothing in the
    message tells some of them from `site`, `leading` counts the ops that lead to `site` and to each of those, which are
    the first; otherwise it is empty. `values` fill the gaps of the template.
    `op_def` and `gradients` are those of `op`; `candidates` are all ops that the message could be about. `guard` is the
    condition under which another build would register the op or a kernel for it, and where.

    `taken` is what all kernels for the device of the nearest take for the attrs at which that failed, `kernel_devices`
    the devices that the op has kernels for. `refused_for` is what the refusal of a kernel is about by its own words.
    `beside` are the public names that lead to the code of another package in which the traceback ends; `missing` is the
    public name that the process does not have. `fitting` counts the ops that the parameter and the types of a message
    are those of. `cut` is true where the message has not all that the statement says. `unlinked` is where a file that
    no library of the build links registers the op or a kernel for it, under no condition. `through` is the statement of
    a macro where the message itself names the place of `site`, at which the macro was invoked. `owners` are the ops of
    `site` where the message names none, and its function is no method of a kernel.
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
    taken: tuple[Failure, ...] = ()
    kernel_devices: tuple[str, ...] = ()
    placement: Placement = Placement("", (), "")
    topic: Topic = Topic()
    refused_for: str = ""
    beside: tuple[KerasEndpoint, ...] = ()
    missing: Missing | None = None
    fitting: int = 1
    cut: bool = False
    unlinked: Location | None = None
    through: MessageSite | None = None
    owners: Owners = Owners()

    @property
    def certain(self) -> bool:
        """Whether the statement is known, and no other could as well have raised the message."""
        return self.site is not None and not self.leading

    @property
    def answered(self) -> bool:
        """Whether anything is known: the statement, a missing name, the op of a node or a frame, the mistake."""
        about = self.op is not None and bool(self.node or self.exception)
        return self.site is not None or self.missing is not None or about or bool(self.topic.name and self.exception)


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
    known = tuple([one for one in found if one.answered])
    if template_of is not None:
        known = tuple(
            [
                one._replace(template=template_of(one.through or one.site))
                if one.site and not one.site.location.package
                else one
                for one in known
            ]
        )
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
    told = innermost(index, text, folded, subject, reach)
    best = told.ordered[0] if told.ordered else None
    alike = told.ordered[: told.alike]
    if len(alike) > 1:
        subject.could_be([reach.ops(one.site) for one in alike])
    elif best is not None:
        subject.learn_from(best.site)
    through = invoked(index, best) if best else None
    site = through or (best.site if best else None)
    reason, near = reason_of(index, subject, site)
    owned = owners(index, site, reach) if site and len(alike) < 2 and not subject.candidates else Owners()
    subject.belongs_to(owned.ops)
    package = beside(index, text) if best is None else None
    if package is not None:
        site, reason = package[0], "package_beside"
    kind = topic(index, subject.message)
    if not kind.name and reason in ("kernel_restriction", "other"):
        kind = gpu_failure(index, site, subject.message)
    absent = missing(index, subject.message) if site is None else None
    around = told.ordered[told.alike : told.alike + told.around]
    others = [
        one for one in told.ordered[1:] if best is not None and (one in alike or one in around or rivals(one, best))
    ][:OTHERS]
    guard = subject.guard("op" if subject.op_def is None else "kernel") if reason == "not_in_this_build" else None
    doubtful = [one for one in alike if one is best or one in others] if len(alike) > 1 else []
    return Diagnosis(
        text.text.decode("utf-8", "replace").strip()[:4000],
        text.exception,
        text.line,
        site,
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
        "public_name" if absent is not None else reason,
        guard,
        leading=tuple([len(reach.ops(one.site)) for one in doubtful]),
        taken=taken(subject, near) if reason == "no_kernel" else (),
        kernel_devices=tuple(dict.fromkeys([one.device_type for one in registered(subject)])),
        placement=subject.placement,
        topic=kind,
        refused_for=refused_for(subject.message) if reason == "kernel_restriction" and kind.name in _BY_WORDS else "",
        beside=package[1] if package is not None else (),
        missing=absent,
        fitting=max(len(subject.candidates), 1) if subject.guessed else 1,
        cut=best is not None and not best.complete,
        through=best.site if best and through else None,
        owners=owned,
        unlinked=subject.unlinked() if reason == "not_in_this_build" and guard is None else None,
    )
