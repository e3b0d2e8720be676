"""The report on what changed between two indexes."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diff import same_shape_fn
from tfexplore.catalogue import words
from tfexplore.model import Endpoint, GradientFunction, KernelDef, OpDef, SwigName
from tfexplore.render.diff import kernel_changes
from tfexplore.render.markdown import Page, code, escape, place_link
from tfexplore.render.plain import state_text
from tfexplore.spec_text import attr_text, constraint_text, signature

if TYPE_CHECKING:
    from tfexplore.answers.diff import Change, Diff
    from tfexplore.catalogue import Words
    from tfexplore.model import Location, SourceState

_KINDS = ("op", "kernel", "gradient", "swig", "endpoint")


def changes(found: Diff, digest: str, language: str) -> str:
    """The page."""
    say = words(language)
    title = say("changes", before=_name(found.before, say), after=_name(found.after, say))
    page = Page(title, say("banner-changes", digest=digest), say("contents"))
    page.paragraph(f"{escape(state_text(found.before))} → {escape(state_text(found.after))}")
    page.paragraph(say("changes-intro"))
    if not found.changes:
        page.paragraph(say("changes-none"))
        return page.text()
    page.heading(2, say("changes-counts"))
    rows = []
    for kind, old, new in found.compared:
        counts = [sum(one.kind == kind and one.change == how for one in found.changes) for how in _HOW]
        rows.append((say(f"changes-kind-{kind}"), f"{old:,}", f"{new:,}", *[f"{count:,}" for count in counts]))
    page.table((say("kind"), say("before"), say("after"), *[say(how) for how in _HOW]), rows)
    for kind in _KINDS:
        some = [one for one in found.changes if one.kind == kind]
        if some:
            page.heading(2, say(f"changes-kind-{kind}"))
            head = (say("name"), say("change"), say("before"), say("after"), say("compatible"))
            page.table(head, [_row(one, found, say) for one in some])
    return page.text()


_HOW = ("added", "removed", "changed")


def _name(state: SourceState, say: Words) -> str:
    return state.tag or (state.commit or "")[:12] or say("changes-nameless")


def _row(one: Change, found: Diff, say: Words) -> tuple[str, ...]:
    compatible = ""
    if one.kind == "op" and one.compatible is not None:
        compatible = say("yes") if one.compatible else say("no", why=escape(", ".join(one.breaking)))
    before, after = _side(one.before, found.before), _side(one.after, found.after)
    if isinstance(one.before, OpDef) and isinstance(one.after, OpDef):
        old, new = ({attr_text(attr) for attr in side.attr} for side in (one.before, one.after))
        before += "".join([f" {code(text)}" for text in sorted(old - new)])
        after += "".join([f" {code(text)}" for text in sorted(new - old)])
        if not same_shape_fn(one.before, one.after):
            before, after = (
                f"{words} {code(f'shape_fn {side.shape_fn}')}" if side.shape_fn else words
                for words, side in ((before, one.before), (after, one.after))
            )
    if isinstance(one.before, KernelDef) and isinstance(one.after, KernelDef):
        for name, was, now in kernel_changes(one.before, one.after):
            before += f" {code(f'{name} {was}')}" if was else ""
            after += f" {code(f'{name} {now}')}" if now else ""
    return (code(one.name), say(one.change), before, after, compatible)


def _side(fact: OpDef | KernelDef | GradientFunction | SwigName | Endpoint | None, state: SourceState) -> str:
    if fact is None:
        return ""
    place: Location | None
    if isinstance(fact, OpDef):
        text, place = signature(fact), fact.location
    elif isinstance(fact, KernelDef):
        text, place = f"{fact.device_type} {constraint_text(fact.constraint)}".strip(), fact.location
    elif isinstance(fact, GradientFunction):
        text, place = f"{fact.registry} {fact.function or '-'}", fact.opened
    elif isinstance(fact, SwigName):
        text, place = fact.cname or fact.kind, fact.declared
    else:
        text, place = ", ".join(fact.api_versions), fact.location
    where = f" {place_link(state, place)}" if place else ""
    return f"{code(text)}{where}"
