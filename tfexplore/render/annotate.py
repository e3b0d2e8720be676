"""How the answers of `tfexplore annotate` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.catalogue import words
from tfexplore.render.plain import permalink, row
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.annotate import Annotation
    from tfexplore.answers.answer import Answer
    from tfexplore.catalogue import Words
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen

#: More names than this are counted.
NAMES = 4


def plain(answer: Answer) -> Iterator[str]:
    """Line, last line, kind, name, what is known, permalink."""
    say = words("en")
    notes: tuple[Annotation, ...] = answer.results  # type: ignore[assignment]
    for one in notes:
        place = one.location
        link = permalink(answer.state, place)
        yield row((str(place.line), str(place.end_line), one.kind, one.name, describe(one, say), link))


def as_json(one: Annotation) -> Json:
    """An annotation's object."""
    from tfexplore.render.as_json import location

    return {
        "location": location(one.location),
        "kind": one.kind,
        "name": one.name,
        "detail": one.detail or None,
        "device_type": one.device or None,
        "count": one.number,
        "types": list(one.types),
        "related": list(one.related),
        "devices": list(one.devices),
        "gradients": list(one.gradients),
    }


def describe(one: Annotation, say: Words) -> str:
    """An annotation in one line."""
    if one.kind == "kernels":
        key = "note-kernels" if one.number > 1 else "note-kernel"
        types = ", ".join([type_text(type_) for type_ in one.types])
        text = say(key, count=one.number, op=one.name, device=one.device)
        parts = [part for part in (types, one.detail) if part]
        if one.related:
            parts.append(say("through", macros=" > ".join(one.related)))
        return f"{text}: {'; '.join(parts)}" if parts else text
    names = _some(one.related, say)
    if one.kind == "op":
        text = say("note-op", op=one.name)
        if one.related:
            text += f" {say('through', macros=' > '.join(one.related))}"
        return f"{text}: {_of_op(one, say)}"
    if one.kind in ("macro", "class"):
        one_or_more = one.kind if one.number > 1 else f"{one.kind}-one"
        return say(f"note-{one_or_more}", name=one.name, count=one.number, ops=names)
    if one.kind == "code":
        if one.detail == "instance":
            return say("note-instance", name=one.name, place=names)
        if one.detail:
            return say("note-compute", name=one.name)
        # One of several functions of a name may use another.
        namesakes = [user.partition(" (")[0] == one.name for user in one.related]
        users = [
            say("note-namesake", name=user) if same else user for user, same in zip(one.related, namesakes, strict=True)
        ]
        return say("note-code", name=one.name, users=_some(users, say))
    if one.kind == "shape_fn":
        return say("note-shape", name=one.name, ops=names)
    if one.kind == "gradient":
        if not one.detail:
            return say("note-not-differentiable", op=one.name, registry=one.device)
        text = say("note-gradient", op=one.name, registry=one.device, function=one.detail)
        return text + (f", {say('creates', ops=names)}" if names else "")
    if one.kind == "endpoint":
        text = say("note-endpoint", name=one.name, versions=one.detail)
        return text + (f", {say('creates', ops=names)}" if names else "")
    if one.kind == "keras":
        return say("note-keras", name=one.name) + (f": {one.detail}" if one.detail else "")
    if one.kind == "swig":
        return _swig(one, names, say)
    if one.kind == "claim":
        return say("note-claim", id=one.name, statement=one.detail)
    return say("note-unresolved", macro=one.name, reason=one.detail)


def _of_op(one: Annotation, say: Words) -> str:
    """`kernels CPU 4, GPU 2; gradient python, cc`."""
    has = say("note-op-kernels", devices=_some(one.devices, say)) if one.devices else say("note-op-no-kernel")
    if not one.gradients:
        return f"{has}; {say('note-op-no-gradient')}"
    registries = [one for one in one.gradients if one != "not differentiable"]
    if not registries:
        return f"{has}; {say('note-op-not-differentiable')}"
    return f"{has}; {say('note-op-gradient', registries=', '.join(registries))}"


def _swig(one: Annotation, names: str, say: Words) -> str:
    if one.detail == "used":
        return say("note-swig-used", name=names) if names else say("note-swig-used-python", name=one.name)
    if one.detail == "exposes":
        return say("note-swig-exposes", count=one.number, how=one.name, names=names)
    if one.detail == "says":
        return f"{names} {one.name}"
    return say("note-swig", name=one.name, how=one.detail)


def _some(names: Iterable[str], say: Words) -> str:
    listed = list(names)
    shown = ", ".join(listed[:NAMES])
    more = len(listed) - NAMES
    return f"{shown} {say('and-more', count=more)}" if more > 0 else shown


def terminal(answer: Answer, screen: Screen) -> None:
    """The file's text with what is known above each line; without a tree what is known, line by line."""
    from tfexplore.render.terminal_annotate import show

    show(answer, screen)


def markdown(answer: Answer, digest: str, language: str) -> str:
    """A page: what is known of each line, linked; with the text of the file where the context has it."""
    from tfexplore.answers.grads import SourceText
    from tfexplore.render.markdown import Page, code, escape, link
    from tfexplore.render.report_pages import state_line

    say = words(language)
    path = str(answer.context[0])
    page = Page(say("annotate", path=path), say("banner-annotate", digest=digest), say("contents"))
    page.paragraph(state_line(answer.state, say))
    notes: tuple[Annotation, ...] = answer.results  # type: ignore[assignment]
    page.paragraph(say("annotate-intro", path=code(path)) if notes else say("annotate-none"))
    rows = []
    for one in notes:
        target = permalink(answer.state, one.location)
        shown = f"{one.location.line}"
        if one.location.end_line > one.location.line:
            shown += f"–{one.location.end_line}"
        rows.append((link(shown, target) if target else shown, say(f"kind-{one.kind}"), escape(describe(one, say))))
    page.table((say("line"), say("kind"), say("what")), rows)
    texts = [text for text in answer.context if isinstance(text, SourceText)]
    if texts:
        page.source(texts[0].text, "python" if path.endswith(".py") else "cpp", _margin(notes, say))
    return page.text()


def _margin(notes: Iterable[Annotation], say: Words) -> dict[int, list[str]]:
    margin: dict[int, list[str]] = {}
    for one in notes:
        margin.setdefault(one.location.line, []).append(describe(one, say))
    return margin
