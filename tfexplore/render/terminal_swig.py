"""The answers of `tfexplore swig` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.swig import SwigChain, SwigHidden, SwigInterface, SwigLayer, SwigWritten
from tfexplore.model import Location, PybindModule, SwigName, SwigUnreachable
from tfexplore.render import plain
from tfexplore.render.swig import GENERATED
from tfexplore.render.terminal import footer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.swig import SwigNode
    from tfexplore.model import SwigEffect
    from tfexplore.render.terminal import Screen

#: Up to this many names each get a block; more get one line.
BLOCKS = 6
#: Calls that a block shows where several names are asked for; a single name shows all of its own.
CALLS = 8

#: Directives in the order in which a person asks for them, and the words for what they do.
_GROUPS = (
    ("includes", ("%include", "%import")),
    ("ignores", ("%ignore", "%ignoreall")),
    ("exposes", ("%unignore", "%unignoreall", "%rename")),
    ("adds", ("%constant", "%native", "%extend", "%template", "%inline", "python")),
    ("inserts", ("%insert", "%pythoncode", "%init", "%header", "%wrapper", "%runtime", "%begin")),
    ("maps", ("%typemap", "%apply", "%clear", "%typecheck")),
    ("compiles in", ("#include",)),
    ("defines", ("%define", "%module")),
)


def show(answer: Answer, screen: Screen) -> None:
    """One form for each kind of result, and what the answer is about."""
    results = answer.results
    named = [one for one in results if isinstance(one, (SwigName, SwigWritten))]
    names = [one.name if isinstance(one, SwigWritten) else one for one in named]
    writers = {one.name.name: one.writer for one in named if isinstance(one, SwigWritten)}
    counted = ""
    for one in results:
        if isinstance(one, SwigLayer):
            _tree(one.tree, screen)
            interfaces = sum(path.endswith(".i") for path in one.files)
            headers = len(one.files) - interfaces
            parts = (("interface file", interfaces), ("header", headers), ("name", len(one.names)))
            counted = f"{', '.join([plain.counted(number, noun) for noun, number in parts])} in Python"
        elif isinstance(one, SwigInterface):
            _interface(one, screen)
            counted = one.file.kind
        elif isinstance(one, SwigChain):
            _chain(one, screen)
            counted = "1 function"
    elsewhere = [one for one in results if isinstance(one, SwigUnreachable)]
    modules = [one for one in results if isinstance(one, PybindModule)]
    if elsewhere or modules:
        _elsewhere(elsewhere, modules, screen)
        files = len({one.path for one in elsewhere})
        counted = f"{files} interface files, {len(modules)} pybind11 modules"
    hidden = [one for one in results if isinstance(one, SwigHidden)]
    for one in hidden:
        words = screen.text(f"  hidden by {one.directive} at ", "dim")
        screen.print(screen.join(screen.text(one.name, "bold"), words, screen.place(one.location)))
        counted = "1 name, hidden" if len(hidden) == 1 else f"{len(hidden):,} names, hidden"
    if hidden and names:
        screen.print(screen.text("exposed and like it:", "dim"))
    if len(names) > BLOCKS:
        _lines(names, screen)
    else:
        for position, name in enumerate(names):
            if position:
                screen.blank()
            _block(name, screen, None if len(names) == 1 else CALLS, writers.get(name.name))
    if names:
        counted = "1 exposed name" if len(names) == 1 else f"{len(names):,} exposed names"
    footer(answer, screen, counted)


def _tree(root: SwigNode, screen: Screen) -> None:
    """The include tree; a stack instead of recursion, since the depth is the tree's own."""
    waiting: list[tuple[SwigNode, str, str]] = [(root, "", "")]
    while waiting:
        node, lead, below = waiting.pop()
        line = screen.join(screen.text(lead, "dim"), _file(node, screen), screen.text(_brings(node), "dim"))
        line.truncate(screen.width, overflow="ellipsis")
        screen.print(line)
        last = len(node.children) - 1
        for number in range(last, -1, -1):
            ends = number == last
            waiting.append((node.children[number], below + ("└ " if ends else "├ "), below + ("  " if ends else "│ ")))


def _file(node: SwigNode, screen: Screen) -> Text:
    if node.kind == "library":
        return screen.text(f"<{node.path}>", "dim")
    return screen.linked(node.path, Location(node.path, 1, 1), "bold" if node.kind == "interface" else "")


def _brings(node: SwigNode) -> str:
    parts = [
        f"{count} {word}{'s' if count > 1 else ''}"
        for count, word in ((node.names, "name"), (node.typemaps, "typemap"), (node.inserts, "insert"))
        if count
    ]
    return "  " + ", ".join(parts) if parts else ""


def _block(one: SwigName, screen: Screen, most: int | None, writer: Location | None = None) -> None:
    screen.print(screen.join(screen.text(one.name, "bold"), screen.text(f"  {one.kind}", "dim")))
    rows: list[tuple[str, Text]] = []
    if one.signature:
        rows.append(("C++", screen.text(one.signature, "green")))
    if one.cname and one.cname != one.name:
        rows.append(("named", screen.text(one.cname)))
    if one.declared:
        rows.append(("declared", screen.place(one.declared)))
    if one.directive == "generated":
        rows.append(("exposed", screen.text("by SWIG itself, beside the class")))
    else:
        rows.append(("exposed", screen.join(f"{one.directive}  ", screen.place(one.directive_location))))
    if one.interface not in (one.directive_location.path if one.directive_location else "", ""):
        rows.append(("interface", screen.linked(one.interface, Location(one.interface, 1, 1), "cyan")))
    if one.defined:
        rows.append(("defined", screen.place(one.defined)))
    for member in one.members:
        renamed = f"  from {member.cname}" if member.cname and member.cname != member.name else ""
        where = screen.join("  ", screen.place(member.declared)) if member.declared else screen.text("")
        words = screen.join(member.name, screen.text(f"  {member.kind}{renamed}", "dim"), where)
        rows.append(("members", words))
    shown = one.used_by if most is None else one.used_by[:most]
    if writer:
        rows.append(("used by", screen.text(f"generated wrappers ({GENERATED}), but for ops with references")))
        rows.append(("used by", screen.join(screen.text("written at ", "dim"), screen.place(writer))))
    rows += [("used by", screen.place(use)) for use in shown]
    if len(shown) < len(one.used_by):
        rows.append(("used by", screen.text(f"and {len(one.used_by) - len(shown)} more", "dim")))
    if not one.used_by and not writer and one.directive != "generated":
        rows.append(("used by", screen.text("no Python of the tree", "dim")))
    screen.rows(rows, indent=2)


def _lines(names: Sequence[SwigName], screen: Screen) -> None:
    column = min(max(len(one.name) for one in names), max(screen.width // 2, 20))
    for one in names:
        uses = f"{len(one.used_by):>4} " if one.used_by else "   - "
        where = screen.place(one.defined or one.declared or one.directive_location)
        line = screen.join(screen.text(one.name.ljust(column + 1), "bold"), screen.text(uses, "dim"), where)
        line.truncate(screen.width, overflow="ellipsis")
        screen.print(line)
    screen.print(screen.text("name, uses in Python, definition", "dim"))


def _interface(one: SwigInterface, screen: Screen) -> None:
    screen.print(screen.join(screen.linked(one.file.path, Location(one.file.path, 1, 1), "bold"), f"  {one.file.kind}"))
    if one.file.included_by:
        at = one.file.included_at or 1
        where = screen.place(Location(one.file.included_by, at, at))
        screen.print(screen.join(screen.text("included at ", "dim"), where), indent=2)
    left = list(one.effects)
    rows: list[tuple[str, Text]] = []
    for title, directives in _GROUPS:
        mine = [effect for effect in left if effect.directive.partition("(")[0] in directives]
        left = [effect for effect in left if effect not in mine]
        rows += [(title, _effect(effect, screen)) for effect in mine]
    rows += [("changes", _effect(effect, screen)) for effect in left]
    own = {effect.target for effect in one.effects}
    rows += [
        ("gives", screen.join(f"{name.name}  ", screen.place(name.declared or name.directive_location)))
        for name in one.names
        if name.directive != "generated" and name.name not in own
    ]
    screen.rows(rows, indent=2)


def _effect(effect: SwigEffect, screen: Screen) -> Text:
    number = screen.linked(f"{effect.location.line:>4}", effect.location, "cyan")
    return screen.join(number, "  ", screen.text(f"{effect.directive} ", "dim"), effect.target)


def _chain(one: SwigChain, screen: Screen) -> None:
    name = one.name
    screen.print(screen.join(screen.text(name.name, "bold"), screen.text(f"  {name.signature}", "green")))
    words = {
        "called": "Python calls it",
        "exposed": f"{name.directive} in the interface file exposes it",
        "declared": "the header that SWIG wraps declares it",
        "defined": f"C++ defines {name.cname}",
    }
    for number, (step, where) in enumerate(one.steps, 1):
        screen.print(screen.join(screen.text(f"{number}  ", "dim"), screen.place(where)), indent=2)
        screen.print(screen.text(words[step], "dim"), indent=5)


def _elsewhere(files: Sequence[SwigUnreachable], modules: Sequence[PybindModule], screen: Screen) -> None:
    for one in files:
        screen.print(screen.linked(one.path, Location(one.path, 1, 1), "bold"))
        if one.location:
            line = screen.join(f"{one.rule} {one.target}  ", screen.place(one.location))
        else:
            line = screen.text("no BUILD file names it", "dim")
        screen.print(line, indent=2)
    if modules and files:
        screen.blank()
    for module in modules:
        head = screen.join(screen.text(module.name, "bold"), screen.text("  pybind11  ", "dim"))
        screen.print(screen.join(head, screen.place(module.location)))
        if module.names:
            screen.print(screen.text(", ".join(module.names)), indent=2)
