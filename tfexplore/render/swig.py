"""How the answers of `tfexplore swig` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.swig import SwigChain, SwigHidden, SwigInterface, SwigLayer, SwigWritten
from tfexplore.model import PybindModule, SwigName, SwigUnreachable
from tfexplore.render.plain import permalink, place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.swig import SwigNode
    from tfexplore.model import SwigFile
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Name, kind, C++ name, declared, directive, its place, defined, uses (places, separated by blanks), permalink.

    Where generated functions use a name, `gen_*_ops.py` is the first of its uses.
    What is hidden is such a row as well, of the kind `hidden`, with the place of what hides it.
    The whole layer and an unused list are such rows as well. Of an interface file: place, directive, target. Of
    `--unreachable`: path, rule, target, place; and name, `pybind11`, its names, place.
    """
    for one in answer.results:
        if isinstance(one, SwigLayer):
            for name in one.names:
                yield _name_row(answer, name)
        elif isinstance(one, SwigInterface):
            for effect in one.effects:
                yield row((place(effect.location), effect.directive, effect.target))
            if not one.effects:
                for name in one.names:
                    yield _name_row(answer, name)
        elif isinstance(one, SwigUnreachable):
            yield row((one.path, one.rule, one.target, place(one.location)))
        elif isinstance(one, PybindModule):
            yield row((one.name, "pybind11", " ".join(one.names), place(one.location)))
        elif isinstance(one, SwigChain):
            for word, where in one.steps:
                yield row((one.name.name, word, place(where), permalink(answer.state, where)))
        elif isinstance(one, SwigName):
            yield _name_row(answer, one)
        elif isinstance(one, SwigWritten):
            yield _name_row(answer, one.name, GENERATED)
        elif isinstance(one, SwigHidden):
            by = place(one.location)
            yield row((one.name, "hidden", "", "", one.directive, by, "", "", permalink(answer.state, one.location)))


#: What uses a name beside the Python of the tree.
GENERATED = "gen_*_ops.py"


def _name_row(answer: Answer, one: SwigName, beside: str = "") -> str:
    return row(
        (
            one.name,
            one.kind,
            one.cname,
            place(one.declared),
            one.directive,
            place(one.directive_location),
            place(one.defined),
            " ".join([*([beside] if beside else []), *[place(use) for use in one.used_by]]),
            permalink(answer.state, one.declared),
        )
    )


def as_json(result: object) -> Json:
    """The object of whatever the answer holds; see `docs/json.md`."""
    from tfexplore.render.as_json import location

    if isinstance(result, SwigName):
        return exposed(result)
    if isinstance(result, SwigWritten):
        return {**exposed(result.name), "generated_by": location(result.writer)}
    if isinstance(result, SwigHidden):
        return {
            "name": result.name,
            "kind": "hidden",
            "directive": result.directive,
            "directive_location": location(result.location),
        }
    if isinstance(result, SwigLayer):
        return {
            "include_tree": _node(result.tree),
            "files": list(result.files),
            "library_files": list(result.library_files),
            "exposed": [exposed(one) for one in result.names],
        }
    if isinstance(result, SwigInterface):
        file = result.file
        return {
            "path": file.path,
            "kind": file.kind,
            "included_by": _included_by(file),
            "includes": [{"path": one.path, "line": one.included_at} for one in result.includes],
            "effects": [
                {"directive": one.directive, "target": one.target, "location": location(one.location)}
                for one in result.effects
            ],
            "exposed": [exposed(one) for one in result.names],
        }
    if isinstance(result, SwigChain):
        steps = [{"step": word, "location": location(where)} for word, where in result.steps]
        return {**exposed(result.name), "chain": steps}
    if isinstance(result, SwigUnreachable):
        return {
            "kind": "interface",
            "path": result.path,
            "rule": result.rule or None,
            "target": result.target or None,
            "location": location(result.location),
        }
    if isinstance(result, PybindModule):
        return {
            "kind": "pybind11",
            "name": result.name,
            "names": list(result.names),
            "location": location(result.location),
        }
    raise TypeError(type(result).__name__)


def exposed(one: SwigName) -> Json:
    """An exposed item."""
    from tfexplore.render.as_json import location

    return {
        "name": one.name,
        "kind": one.kind,
        "cname": one.cname or None,
        "declared": location(one.declared),
        "signature": one.signature or None,
        "interface": one.interface,
        "directive": one.directive,
        "directive_location": location(one.directive_location),
        "defined": location(one.defined),
        "members": [
            {
                "name": member.name,
                "kind": member.kind,
                "cname": member.cname or None,
                "declared": location(member.declared),
            }
            for member in one.members
        ],
        "used_by": [location(use) for use in one.used_by],
    }


def _node(node: SwigNode) -> Json:
    made: Json = {"path": node.path, "line": node.line, "children": [_node(child) for child in node.children]}
    if node.kind == "library":
        made["library"] = True
    return made


def _included_by(file: SwigFile) -> Json | None:
    if file.included_by is None:
        return None
    return {"path": file.included_by, "line": file.included_at, "end_line": file.included_at}


def terminal(answer: Answer, screen: Screen) -> None:
    """The include tree, names in blocks or lines, files by what their lines do."""
    from tfexplore.render.terminal_swig import show

    show(answer, screen)
