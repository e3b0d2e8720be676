"""The answers of `tfexplore show` on a terminal: one op on one screen, each line with its place."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.grads import SourceText
from tfexplore.render.grads import created
from tfexplore.render.show import method_way, untaken_groups, way
from tfexplore.render.terminal import footer, short_place, telling_parts
from tfexplore.render.terminal_kernels import lines
from tfexplore.spec_text import attr_text, flags, signature, types_text
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.definitions import Registers
    from tfexplore.answers.kernel_code import KernelClass, Used
    from tfexplore.answers.show import Shown
    from tfexplore.model import Endpoint, GeneratedWrapper, Location, OpDef, Symbol
    from tfexplore.render.terminal import Screen

#: More Python names, kernels, kernel classes, pieces of code or claims than this are counted.
ENDPOINTS = 3
KERNELS = 10
CLASSES = 5
CODE = 11
CLAIMS = 3
#: More definitions of a name, classes derived from one, members of one in a file (where it is one of several), or ops
#: that a macro registers are counted.
DEFINITIONS = 12
HEIRS = 8
MEMBERS = 60
FEW_MEMBERS = 8
OPS = 24
_LABEL = 9


def show(answer: Answer, screen: Screen) -> None:
    """Each op's chain, and the source's text where it was asked for."""
    results: tuple[Shown, ...] = answer.results  # type: ignore[assignment]
    for position, shown in enumerate(results):
        if position:
            screen.blank()
        _Card(shown, screen).draw()
    further = [name for name in answer.context if isinstance(name, str)]
    if further:
        screen.blank()
        screen.print(screen.text(f"also creates {', '.join(further)}", "dim"))
    for text in answer.context:
        if isinstance(text, SourceText):
            source_text(text, screen)
    if results[0].definitions:
        count = len(results[0].definitions)
        footer(answer, screen, f"{count} definition{'s' * (count != 1)}")
        return
    noun = "Python name" if results[0].is_python else "op"
    footer(answer, screen, f"1 {noun}" if len(results) == 1 else f"{len(results)} {noun}s")


def source_text(text: SourceText, screen: Screen) -> None:
    """An excerpt of the source, highlighted where there are colours."""
    screen.blank()
    screen.print(screen.text(f"{text.path}:{text.line}", "bold cyan"))
    if screen.colour:
        from rich.syntax import Syntax

        lexer = "python" if text.path.endswith(".py") else "cpp"
        shown = Syntax(
            text.text, lexer, theme="ansi_dark", line_numbers=True, start_line=text.line, background_color="default"
        )
        screen.print(shown)
        return
    for number, line in enumerate(text.text.splitlines(), text.line):
        screen.print(screen.text(f"{number:>5} {line.expandtabs(2)}"))


class _Card:
    """One op; a line has a label, what there is, and its place at the right, or below where the words fill the line."""

    def __init__(self, shown: Shown, screen: Screen) -> None:
        self.shown = shown
        self.screen = screen
        self.label = ""
        self.left = CODE
        #: How much of a path is shown where the name of the file alone is that of another as well.
        self.telling = telling_parts([one.path for one in _places(shown)])
        #: The file of each name that stands on the lines above, where it need not be told again.
        self.last: dict[str, str] = {}

    def place(self, location: Location, room: int = 0) -> str:
        """A place in so many columns, or as few as can be."""
        known = self.last.get(location.path.rpartition("/")[2]) == location.path
        return short_place(location, room, 1 if known else self.telling.get(location.path, 1))

    def second_place(self, beside: Location | None, location: Location, between: str = " :") -> str:
        """What stands behind a place for one more: the line alone where both are in one file."""
        if beside is None:
            return ""
        return f"{between}{beside.line}" if beside.path == location.path else f" {self.place(beside)}"

    def line(
        self,
        label: str,
        words: Text | str,
        location: Location | None = None,
        depth: int = 0,
        beside: Location | None = None,
        cut: bool = False,
        between: str = " :",
    ) -> None:
        """A line; the label is left out where the line above has the same.

        `beside` is a second place, behind `between` where it is one of the same file. Words that are `cut` never take
        a second line.
        """
        screen = self.screen
        text = screen.text(words) if isinstance(words, str) else words
        shown = "" if label == self.label else label
        self.label = label
        indent = _LABEL + 2 * depth
        head = screen.join(screen.text(shown.ljust(_LABEL), "dim"), " " * (2 * depth))
        if location is None:
            self._wrapped(head, text, indent)
            return
        second = self.second_place(beside, location, between)
        least = len(self.place(location)) + len(second)
        if cut and indent + len(text) + least + 2 > screen.width:
            text.truncate(max(screen.width - indent - least - 2, 10), overflow="ellipsis")
        room = screen.width - indent - len(text) - 2
        if least > room:
            head, text = self._wrapped(head, text, indent, least + 2)
            room = screen.width - len(head) - len(text) - 2
        where = screen.linked(self.place(location, room - len(second)), location, "cyan")
        if beside:
            where = screen.join(where, second[:1].strip("-"), screen.linked(second.lstrip(), beside, "cyan"))
        for shown_place in (location, beside) if beside else (location,):
            self.last[shown_place.path.rpartition("/")[2]] = shown_place.path
        gap = screen.width - len(head) - len(text) - len(where)
        screen.print(screen.join(head, text, " " * max(gap, 0), where))

    def listed(self, label: str, head: Text, parts: list[str], mark: str) -> None:
        """Parts in a row with a mark between them, broken behind a mark only."""
        screen = self.screen
        line = head
        for position, part in enumerate(parts):
            word = part + mark if position < len(parts) - 1 else part
            if position and _LABEL + len(line) + 1 + len(word) > screen.width:
                self.line(label, line)
                line = screen.text("")
            line = screen.join(line, " " if position and len(line) else "", word)
        self.line(label, line)

    def _wrapped(self, head: Text, text: Text, indent: int, more: int = 0) -> tuple[Text, Text]:
        """Print words on as many lines as they need, each as far to the right as the first.

        Where `more` columns are wanted behind them, the last line is not printed but returned, or an empty one.
        """
        screen = self.screen
        found = list(text.wrap(screen.console, max(screen.width - indent, 10)))
        for line in found:
            line.rstrip()
        kept = bool(more) and indent + len(found[-1]) + more <= screen.width
        for line in found[:-1] if kept else found:
            screen.print(screen.join(head, line))
            head = screen.text(" " * indent)
        if not more:
            return head, screen.text("")
        return (head, found[-1]) if kept else (screen.text(""), screen.text(""))

    def draw(self) -> None:
        shown, screen = self.shown, self.screen
        op = shown.op_def
        title = screen.text(shown.name, "bold")
        if op is not None and flags(op):
            title = screen.join(title, screen.text("  " + ", ".join(flags(op)), "yellow"))
        if op is not None and op.linked_into not in ("tensorflow", "source"):
            title = screen.join(title, screen.text(f"  {op.linked_into or 'not linked'}", "yellow"))
        screen.print(title)
        if shown.definitions:
            self.definitions()
            return
        self.methods()
        self.endpoints()
        if shown.wrapper is not None:
            self.wrapper(shown.wrapper)
        if shown.is_python:
            created = any(one.ops for one in shown.endpoints) or any(one.ops for one in shown.methods)
            words = "for no op alone, see below" if created else "none was read behind this Python name"
            self.line("op", screen.text(words, "yellow"))
            self.claims()
            return
        if op is None:
            self.line("op", screen.text("registered by no file of the tree", "yellow"))
        else:
            self.op(op)
        self.kernels()
        for types, words in untaken_groups(shown.declared_without_kernel):
            # A line is broken between types, not within one.
            self.line("types", screen.join(screen.text(types.replace(",", ", "), "yellow"), f"  {words}"))
        self.classes()
        self.gradients()
        self.claims()

    def definitions(self) -> None:
        screen, found = self.screen, self.shown.definitions
        alone = len(found) == 1
        for one in found[:DEFINITIONS]:
            symbol = one.symbol
            self.label = ""
            scope = f"{symbol.scope}::" if symbol.scope else ""
            words = screen.join(screen.text(scope, "dim"), screen.text(symbol.name, "bold"))
            if one.bases:
                words = screen.join(words, screen.text(f"  derived from {', '.join(one.bases)}", "dim"))
            self.line(symbol.kind, words, symbol.location)
            if one.endpoints:
                self.line("python", ", ".join(one.endpoints))
            if one.registers is not None:
                self.registers(one.registers)
            most = HEIRS if alone else 2
            for heir in one.derived[:most]:
                self.line("derived", heir.name, heir.location)
            more = len(one.derived) - most
            if more > 0:
                self.line("derived", screen.text(f"and {more:,} more: {self.all()}", "dim"))
            if one.unsure:
                unsure = f"{one.unsure:,} more are derived from a class of this name, and it is not told from which"
                self.line("derived", screen.text(unsure, "dim"))
            self.members(symbol, one.members, MEMBERS if alone else FEW_MEMBERS)
        more = len(found) - DEFINITIONS
        if more > 0:
            self.line("", screen.text(f"and {more:,} more definitions: {self.all()}", "dim"))

    def all(self) -> str:
        return f"tfexplore show {self.shown.name} --json"

    def registers(self, found: Registers) -> None:
        """What comes of a macro: how many kernels, and the first of the ops."""
        count, kernels = len(found.ops), found.kernels
        words = f"{count:,} op{'s' * (count != 1)}: "
        if kernels:
            words = f"{kernels:,} kernel{'s' * (kernels != 1)} of {words}"
        named = list(found.ops[:OPS])
        if count > OPS:
            named.append(f"and {count - OPS:,} more")
        self.listed("from it", self.screen.text(words, "green"), named, ",")

    def members(self, owner: Symbol, found: Sequence[Symbol], most: int) -> None:
        """The members of a class with their lines, by file, its own first."""
        files: dict[str, list[Symbol]] = {owner.location.path: []}
        for one in found:
            files.setdefault(one.location.path, []).append(one)
        for path, inside in files.items():
            named = [f"{one.name[len(owner.name) :].lstrip('.:')}:{one.location.line}" for one in inside[:most]]
            if not named:
                continue
            if len(inside) > most:
                named.append(f"and {len(inside) - most} more")
            self.listed("members", self.screen.text(f"{path.rpartition('/')[2]}  ", "cyan"), named, ",")

    def methods(self) -> None:
        screen = self.screen
        for one in self.shown.methods:
            said = screen.text(f"  {method_way(one, self.shown.name)}", "dim")
            self.line("python", screen.join(screen.text(one.name, "bold"), said), one.location)
            for override in one.overridden[:ENDPOINTS]:
                self.line("python", screen.text(f"overridden by {override.function}", "dim"), override.location)
            more = len(one.overridden) - ENDPOINTS
            if more > 0:
                self.line("python", screen.text(f"and {more} more: tfexplore api {one.name}", "dim"))

    def endpoints(self) -> None:
        shown, screen = self.shown, self.screen
        named: dict[tuple[str, str], list[Endpoint]] = {}
        for one in shown.endpoints:
            named.setdefault((one.endpoint, one.location.path), []).append(one)
        # The v1 and the v2 of a name mostly stand in one file.
        for found in list(named.values())[:ENDPOINTS]:
            said = "; ".join([way(one, shown.name) for one in found[:2]])
            words = screen.join(screen.text(found[0].endpoint, "bold"), screen.text(f"  {said}", "dim"))
            beside = found[1].location if len(found) > 1 and found[1].location != found[0].location else None
            self.line("python", words, found[0].location, beside=beside)
        more = len(named) - ENDPOINTS
        if more > 0:
            self.line("python", screen.text(f"and {more} more: tfexplore api {shown.name}", "dim"))

    def wrapper(self, wrapper: GeneratedWrapper) -> None:
        screen = self.screen
        name = screen.text(f"{wrapper.module.rpartition('.')[2]}.{wrapper.function}", "bold")
        *args, last = wrapper.args or ("",)
        self.listed("wrapper", screen.join(name, "("), [*args, f"{last})"], ",")
        if wrapper.exports:
            self.line("wrapper", screen.text(f"exported as {', '.join(wrapper.exports)}", "dim"))

    def op(self, op: OpDef) -> None:
        screen = self.screen
        self.line("op", signature(op), op.location)
        if op.attr:
            self.listed("attrs", screen.text(""), [attr_text(attr) for attr in op.attr], ";")
        if op.expansion:
            self.line("op", screen.text(f"through {' > '.join([step.macro for step in op.expansion])}", "magenta"))
        if op.shape_fn:
            place = op.shape_fn_location
            # The namespace is what a reader can do without where the line is full.
            full = _LABEL + len(op.shape_fn) + 2 + len(self.place(place)) > screen.width if place else False
            name = op.shape_fn.rpartition("::")[2] if full else op.shape_fn
            self.line("shape", screen.text(name, "bold"), place)

    def kernels(self) -> None:
        screen = self.screen
        found = lines(list(self.shown.kernels), self.shown.op_def)
        if not found:
            self.line("kernels", screen.text("none in this build", "yellow"))
        named = self.has_several_types()
        # One line more is not worth a line that says so.
        listed = found if len(found) == KERNELS + 1 else found[:KERNELS]
        for one in listed:
            kernel = one.kernel
            attrs = "/".join([constraint.name for constraint in kernel.constraint]) if named else ""
            types = f"{attrs}: {types_text(one.types)}" if attrs else types_text(one.types)
            words = screen.join(screen.text(f"{one.device} ", "green"), types)
            base, opened, _ = kernel.kernel_class.partition("<")
            name = kernel.kernel_class if len(one.types) == 1 else base + ("<...>" if opened else "")
            words = screen.join(words, "  ", screen.text(name, "bold"))
            extra = [
                word
                for word in (
                    f"label {kernel.label}" if kernel.label else "",
                    f"priority {kernel.priority}" if kernel.priority else "",
                    f"host memory {', '.join(kernel.host_memory_arg)}" if kernel.host_memory_arg else "",
                    f"in {kernel.linked_into}" if kernel.linked_into not in ("tensorflow", "source", None) else "",
                )
                if word
            ]
            if extra:
                words = screen.join(words, screen.text("  " + " · ".join(extra), "dim"))
            first, last = one.places[0], one.places[-1]
            self.line("kernels", words, first, beside=last if last.line != first.line else None, between="-")
        more = len(found) - len(listed)
        if more > 0:
            self.line("kernels", screen.text(f"and {more} more lines: tfexplore kernels {self.shown.name}", "dim"))

    def has_several_types(self) -> bool:
        """Whether it has to be said which attr the types of kernels are of."""
        op = self.shown.op_def
        names = {attr.name for attr in op.attr if attr.type in ("type", "list(type)")} if op is not None else set()
        names.update([one.name for kernel in self.shown.kernels for one in kernel.constraint])
        return len(names) > 1

    def classes(self) -> None:
        found = self.shown.kernel_classes
        hidden = 0
        named = [one.name for one in found]
        for one in found[:CLASSES]:
            hidden += self.kernel_class(one, named.count(one.name) > 1)
        rest = found[CLASSES:]
        if rest:
            names = f"and {len(rest)} more {'class' if len(rest) == 1 else 'classes'}"
            self.line("class", self.screen.text(f"{names}: tfexplore show {self.shown.name} --json", "dim"))
        elif hidden:
            words = f"and {hidden} more that it uses" if len(found) == 1 else f"and {hidden} more that they use"
            self.line("class", self.screen.text(f"{words}: tfexplore show {self.shown.name} --json", "dim"))

    def kernel_class(self, one: KernelClass, namesake: bool) -> int:
        """A class, its `Compute` and what that uses, each below the method that does; returns how much is left out.

        Where another of the op's classes is a `namesake`, as a specialisation is, the devices tell them apart.
        """
        screen = self.screen
        self.label = ""
        words = screen.text(one.name, "bold")
        if namesake:
            words = screen.join(words, screen.text(f"  on {' '.join(one.devices)}", "dim"))
        self.line("class", words, one.location)
        hidden = 0
        below = _by_method(one)
        if one.location is not None and not one.compute:
            self.line("class", screen.text("what it runs was not read", "yellow"), None, 1)
        for method in one.compute:
            words = screen.text(method.name)
            if method.inherited:
                words = screen.join(words, screen.text("  inherited", "dim"))
            self.line("class", words, method.location, 1)
            hidden += self.used_by(below.pop(method.location, ()), method.location)
        for override in one.overrides:
            called = screen.text(f"  called by the inherited {override.called_by.rpartition('::')[2]}", "dim")
            self.line("class", screen.join(screen.text(override.name), called), override.location, 1)
            hidden += self.used_by(below.pop(override.location, ()), override.location)
        return hidden + sum([self.used_by(some, one.location) for some in below.values()])

    def used_by(self, found: Iterable[Used], place: Location | None) -> int:
        """What the code at a place uses; returns how much of it is left out."""
        hidden, self.left = self.uses(found, 2, self.left, place.path if place else "")
        return hidden

    def uses(self, found: Iterable[Used], depth: int, left: int, path: str, within: str = "") -> tuple[int, int]:
        """What code of a file uses, two levels of it, what it uses itself before what that uses.

        Takes how many lines are left, and returns how much is left out and how many lines are left then.
        """
        screen = self.screen
        hidden = 0
        every = _with_general(list(found))
        listed = every[: left if depth < 4 else 0]
        left -= len(listed)
        for one, general in every[len(listed) :]:
            hidden += 1 + _count(one.uses) + (general is not None)
        for one, general in listed:
            condition = f"#if {one.condition}" if one.condition and one.condition != within else ""
            place, beside = one.runs or one.location, None
            said = one.defined
            if general is not None:
                # The template, and behind it the specialisation that leads on.
                first, beside = general.runs or general.location, place
                said = f"{general.defined}, {one.defined[len(without_templates(one.defined)) :] or one.defined}"
                if self.room(depth, said, first, beside) < 0:
                    said, beside = one.defined, None
                    hidden += 1
                else:
                    place = first
            name = screen.text(said)
            if one.kind == "missing":
                unknown = "  definition not found"
                name = screen.join(name, screen.text(unknown, "yellow"))
                said += unknown
            # The file of the line above, unless another is named.
            file = one.used.path.rpartition("/")[2] if one.used and one.used.path != path else ""
            used = f"  used {file}:{one.used.line}" if one.used else ""
            if (beside is None and one.kind != "missing") or self.room(depth, said + used, place, beside) >= 0:
                name = screen.join(name, screen.text(used, "dim"))
            if condition and len(condition) + 2 <= self.room(depth, name.plain, place, beside):
                name = screen.join(name, screen.text(f"  {condition}", "yellow"))
            elif condition:
                self.line("class", screen.text(condition, "yellow"), None, depth)
            self.line("class", name, place, depth, beside)
            within = one.condition if condition else within
            more, left = self.uses(one.uses, depth + 1, left, (one.runs or one.location).path, one.condition or within)
            hidden += more
        return hidden, left

    def room(self, depth: int, words: str, location: Location, beside: Location | None) -> int:
        """How many columns words leave on a line with their places; less than none where they do not fit."""
        places = self.place(location) + self.second_place(beside, location)
        return self.screen.width - _LABEL - 2 * depth - len(words) - 2 - len(places)

    def gradients(self) -> None:
        screen = self.screen
        if not self.shown.gradients:
            self.line("gradient", screen.text("none registered", "yellow"))
        above: tuple[str, ...] = ()
        for one in self.shown.gradients:
            name = screen.text(one.function or "not differentiable", "bold" if one.function else "yellow")
            words = screen.join(screen.text(f"{one.registry} ".ljust(7), "green"), name)
            if created(one):
                said = "the same" if one.calls == above and not one.unread else created(one)
                words = screen.join(words, screen.text(f"  creates {said}", "dim"))
            # What the first one creates is told whole; the others mostly create the same.
            self.line("gradient", words, one.opened, cut=bool(above))
            above = one.calls

    def claims(self) -> None:
        screen = self.screen
        for one in self.shown.claims[:CLAIMS]:
            location = next((part.location for part in one.evidence if part.location), None)
            words = screen.join(screen.text(one.id, "bold"), f"  {one.statement}")
            self.line("claims", words, location, cut=True)
        more = len(self.shown.claims) - CLAIMS
        if more > 0:
            self.line("claims", screen.text(f"and {more} more: tfexplore check {self.shown.name}", "dim"))


def _places(shown: Shown) -> Iterator[Location]:
    """The places that a card names."""
    op = shown.op_def
    found: list[Location | None] = [op.location, op.shape_fn_location] if op is not None else []
    found += [one.location for one in shown.methods]
    for defined in shown.definitions:
        found += [defined.symbol.location, *[one.location for one in defined.derived[:HEIRS]]]
    found += [one.location for one in shown.kernels]
    found += [one.location for one in shown.endpoints[:ENDPOINTS]]
    found += [one.opened for one in shown.gradients]
    for cls in shown.kernel_classes[:CLASSES]:
        found += [cls.location, *[one.location for one in cls.compute], *[one.location for one in cls.overrides]]
        found += _used_places(cls.uses)
    for claim in shown.claims[:CLAIMS]:
        found += [part.location for part in claim.evidence if part.location][:1]
    return iter([one for one in found if one is not None])


def _used_places(found: Iterable[Used]) -> list[Location]:
    return [place for one in found for place in (one.runs or one.location, *_used_places(one.uses))]


def _by_method(one: KernelClass) -> dict[Location | None, list[Used]]:
    """What a class uses by the method that does, of those that are printed; None for what others do."""
    methods = [*[method.location for method in one.compute], *[method.location for method in one.overrides]]
    found: dict[Location | None, list[Used]] = {}
    for each in one.uses:
        at = each.used
        around = [
            place for place in methods if at and place.path == at.path and place.line <= at.line <= place.end_line
        ]
        found.setdefault(around[0] if around else None, []).append(each)
    return found


def _with_general(found: list[Used]) -> list[tuple[Used, Used | None]]:
    """What is used; a template that leads nowhere itself stands with the first of its specialisations."""

    def group(one: Used) -> tuple[str, Location | None]:
        return without_templates(one.defined), one.used

    special: dict[tuple[str, Location | None], Used] = {}
    for one in found:
        if "<" in one.defined:
            special.setdefault(group(one), one)
    general = {group(one): one for one in reversed(found) if "<" not in one.defined and not one.uses}
    made: list[tuple[Used, Used | None]] = []
    for one in found:
        if special.get(group(one)) is one:
            made.append((one, general.get(group(one))))
        elif group(one) not in special or general.get(group(one)) is not one:
            made.append((one, None))
    return made


def _count(found: Iterable[Used]) -> int:
    return sum(1 + _count(one.uses) for one in found)
