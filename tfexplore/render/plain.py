"""Rows for a pipe: one a line, fields separated by tabs, a location as `path:line`; and the words of every answer.

An empty field is `-`, so that no column is ever lost; control characters of a source are spelt out.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.model import CONDITIONAL

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.answers.answer import Answer, Taken
    from tfexplore.model import ExpansionStep, Location, SourceState

#: What a search went through, one of it and more, where that is not the kind and an s.
_NOUNS = {
    "kernel": ("op with a kernel", "ops with a kernel"),
    "attr that is a type": ("attr that is a type", "attrs that are types"),
    "keras": ("endpoint of Keras preprocessing", "endpoints of Keras preprocessing"),
    "file of ops": ("file that registers ops", "files that register ops"),
    "file of kernels": ("file that registers kernels", "files that register kernels"),
    "file of gradients": ("file that registers gradients", "files that register gradients"),
    "class of kernels": ("class of kernels", "classes of kernels"),
    "shown name": (
        "name of an op, of Python or of a kernel class, and all definitions,",
        "names of ops, of Python and of kernel classes, and all definitions,",
    ),
}


def _noun(kind: str, count: int = 0) -> str:
    one, more = _NOUNS.get(kind, (kind, kind + "s"))
    return one if count == 1 else more


def row(fields: Iterable[str]) -> str:
    """One row."""
    return "\t".join([clean(field) if field else "-" for field in fields])


def clean(text: str) -> str:
    """`text` on one line, without anything that a terminal would obey."""
    if text.isprintable():
        return text
    return "".join(
        [one if one.isprintable() else one.encode("unicode_escape").decode() for one in " ".join(text.splitlines())]
    )


def place(location: Location | None) -> str:
    """`path:line`, with the package in front where the file is not the tree's own."""
    if location is None:
        return ""
    if location.package:
        version = f"=={location.version}" if location.version else ""
        return f"{location.package}{version}/{location.path}:{location.line}"
    return f"{location.path}:{location.line}"


def counted(count: int, noun: str, nouns: str = "") -> str:
    """A number and what it counts: `1 op`, `1,234 ops`; `nouns` where that is not the noun and an s."""
    return f"{count:,} {noun if count == 1 else nouns or noun + 's'}"


def macros(expansion: tuple[ExpansionStep, ...]) -> str:
    """The macros of an expansion, outermost first."""
    return " > ".join([step.macro for step in expansion])


def permalink_template(state: SourceState) -> str | None:
    """Where lines of the source can be read for ever, `{path}` and `{line}` left open; None without such a place."""
    if not state.commit or not state.repository or not state.repository.startswith("https://github.com/"):
        return None
    return f"{state.repository.removesuffix('.git')}/blob/{state.commit}/{{path}}#L{{line}}"


def permalink(state: SourceState, location: Location | None) -> str:
    """The permalink of a location, or nothing."""
    template = permalink_template(state)
    if template is None or location is None or location.package:
        return ""
    path = location.path
    if not path.replace("/", "").replace("_", "").replace(".", "").replace("-", "").isalnum() or not path.isascii():
        from urllib.parse import quote

        path = quote(path)
    return template.replace("{path}", path).replace("{line}", str(location.line))


def state_text(state: SourceState) -> str:
    """What an answer is about, in a few words."""
    name = (state.repository or "").rstrip("/").removesuffix(".git").rpartition("/")[2] or "source tree"
    words = [name]
    if state.tag:
        words.append(state.tag)
    words.append(f"({state.commit[:12]})" if state.commit else "(no commit)")
    return f"{' '.join(words)} · {state.build} · linkage by {state.linkage}"


def not_found(answer: Answer) -> str:
    """What was searched, and what is near."""
    searched = answer.searched
    about = _which(answer.state)
    if searched.unlinked and not (answer.query or searched.filtered or searched.wanted):
        return f"0 {_noun(searched.kind)} are linked in {about}; {len(searched.unlinked):,} more with --all"
    asked = ", ".join([f"'{clean(one)}'" for one in ((searched.wanted,) if searched.wanted else answer.query)])
    with_filters = " with these filters" if searched.filtered else ""
    if searched.known and searched.filtered:
        text = f"{_some(searched.known)}: nothing{with_filters} in {about}"
    elif searched.known:
        text = f"{_some(searched.known)}: no kernel is registered in {about}"
    else:
        noun = _noun(searched.kind, searched.total)
        text = f"nothing matches {asked or 'these filters'} among the {searched.total:,} {noun} of {about}"
    itself = _itself(answer)
    if itself:
        return itself
    if searched.reason:
        text += f"; {searched.reason}"
    elif searched.unlinked:
        text += f"; {_some(searched.unlinked)} is registered only outside the shipped libraries: --all shows it"
    elif answer.nearest:
        # A file of kernels is a file, and what is shown an op.
        kinds = (searched.kind, searched.kind.partition(" ")[0], "op" if searched.kind == "shown name" else "")
        near = [one.name if one.kind in kinds else f"{one.name} ({one.kind})" for one in answer.nearest]
        text += "; nearest: " + ", ".join(near)
    if searched.choices:
        text += "; there are " + ", ".join(searched.choices)
    return text


#: What a name of a kind is, and the command that answers to it.
_KINDS = {
    "op": ("an op", "show"),
    "endpoint": ("a Python name", "api"),
    "wrapper": ("a generated function", "show"),
    "keras": ("a name of Keras", "keras"),
    "swig": ("a name that SWIG exposes", "swig"),
    "exposed name": ("a name that SWIG exposes", "swig"),
}


def _itself(answer: Answer) -> str:
    """Where what was asked for is a name of another kind: what it is, and what to ask; else nothing."""
    from tfexplore.answers.names import endpoint_name

    searched = answer.searched
    if len(answer.query) != 1 or searched.wanted:
        return ""
    for near in answer.nearest:
        kind, command = _KINDS.get(near.kind, ("", ""))
        asked = answer.query[0].lower()
        if (
            near.name.lower() not in (asked, endpoint_name(asked))
            or near.kind == searched.kind
            or command == answer.command
        ):
            continue
        if not command:
            continue
        name = clean(near.name)
        if near.kind == "endpoint" and searched.kind != "keras":
            kind += " behind which no op was read"
        others = f"{_noun(searched.kind)} of {_which(answer.state)}"
        return f"{name} is none of the {others}, but {kind}; ask: tfexplore {command} {name}"
    return ""


def taken_as(one: Taken) -> str:
    """Which ops a public name, or one of code, was taken as."""
    them = _some(one.ops, 8)
    if one.code:
        return f"{one.name} is taken as the {'op' if len(one.ops) == 1 else 'ops'} that it belongs to: {them}"
    if not one.others:
        return f"{one.name} is taken as what it creates: {them}"
    ops = "op" if one.others == 1 else "ops"
    rest = f"tfexplore api {one.name} has the {one.others} other {ops}"
    return f"{one.name} is taken as what it is there for: {them}; {rest}"


def unread(answer: Answer) -> str:
    """A note on the sites that could not be read, or nothing."""
    count = len(answer.unresolved)
    if not count:
        return ""
    if not any(one.macro for one in answer.unresolved):
        return _left_out(answer)
    doubtful = sum(one.reason == CONDITIONAL for one in answer.unresolved)
    said = []
    if doubtful:
        some = "1 registration depends" if doubtful == 1 else f"{doubtful} registrations depend"
        said.append(f"{some} on settings of the repository's own build")
    if count > doubtful:
        sites = "1 registration site" if count - doubtful == 1 else f"{count - doubtful} registration sites"
        said.append(f"{sites} could not be read")
    return f"{', '.join(said)}; tfexplore {answer.command} --json lists {'it' if count == 1 else 'them'}"


def _left_out(answer: Answer) -> str:
    """A note on what of documents was not read."""
    places = [f"{one.location.path}:{one.location.line}: {one.reason}" for one in answer.unresolved]
    shown = "; ".join(places[:3])
    more = f"; tfexplore {answer.command} --json lists {len(places) - 3} more" if len(places) > 3 else ""
    return shown + more


def _some(names: tuple[str, ...], most: int = 3) -> str:
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def _which(state: SourceState) -> str:
    return f"{state.tag or (state.commit or 'this tree')[:12]} ({state.build})"
