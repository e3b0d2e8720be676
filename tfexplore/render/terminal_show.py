"""The answers of `tfexplore show` on a terminal: one op on one screen, each line with its place."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.grads import SourceText
from tfexplore.render.show import untaken_groups, way
from tfexplore.render.spec import attr_text, flags, signature
from tfexplore.render.terminal import footer
from tfexplore.render.terminal_kernels import constraint_words, lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.show import KernelClass, Shown, Used
    from tfexplore.model import GeneratedWrapper, Location, OpDef
    from tfexplore.render.terminal import Screen

#: More Python names, kernels, pieces of code or claims than this are counted.
ENDPOINTS = 5
KERNELS = 14
CODE = 16
CLAIMS = 6
_LABEL = 10


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
    footer(answer, screen, "1 op" if len(results) == 1 else f"{len(results)} ops")


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
    """One op; a line has a label, what there is, and its place at the right, or below where the line is too long."""

    def __init__(self, shown: Shown, screen: Screen) -> None:
        self.shown = shown
        self.screen = screen
        self.label = ""
        self.left = CODE
        self.at: Location | None = None

    def line(
        self,
        label: str,
        words: Text | str,
        location: Location | None = None,
        depth: int = 0,
        near: Location | None = None,
    ) -> None:
        """A line; the label is left out where the line above has the same.

        The folder of a place is left out where the line has no room for it and `near`, said above, is in the same.
        """
        screen = self.screen
        text = screen.text(words) if isinstance(words, str) else words
        shown = "" if label == self.label else label
        self.label = label
        head = screen.join(screen.text(shown.ljust(_LABEL), "dim"), " " * (2 * depth), text)
        where = screen.place(location) if location else screen.text("")
        room = screen.width - len(head) - len(where)
        if room < 2 and location and near and location.path.rpartition("/")[0] == near.path.rpartition("/")[0]:
            where = screen.linked(f"{location.path.rpartition('/')[2]}:{location.line}", location, "cyan")
            room = screen.width - len(head) - len(where)
        if len(where) and room >= 2:
            head.append(" " * room)
            head.append_text(where)
            screen.print(head)
            return
        if len(head) <= screen.width:
            screen.print(head)
        else:
            from rich.table import Table

            table = Table.grid()
            table.add_column(width=_LABEL + 2 * depth)
            table.add_column(overflow="fold")
            table.add_row(screen.text(shown, "dim"), text)
            screen.print(table)
        if len(where):
            screen.print(where, indent=max(min(_LABEL + 2 * depth + 2, screen.width - len(where)), 0))

    def draw(self) -> None:
        shown, screen = self.shown, self.screen
        op = shown.op_def
        title = screen.text(shown.name, "bold")
        if op is not None and flags(op):
            title = screen.join(title, screen.text("  " + ", ".join(flags(op)), "yellow"))
        if op is not None and op.linked_into not in ("tensorflow", "source"):
            title = screen.join(title, screen.text(f"  {op.linked_into or 'not linked'}", "yellow"))
        screen.print(title)
        self.endpoints()
        if shown.wrapper is not None:
            self.wrapper(shown.wrapper, op)
        if op is None:
            self.line("op", screen.text("registered by no file of the tree", "yellow"))
        else:
            self.op(op)
        self.kernels()
        for one in shown.kernel_classes:
            self.kernel_class(one)
        self.gradients()
        self.claims()
        for types, words in untaken_groups(shown.declared_without_kernel):
            self.line("types", screen.join(screen.text(types, "yellow"), f"  {words}"))

    def endpoints(self) -> None:
        shown, screen = self.shown, self.screen
        for one in shown.endpoints[:ENDPOINTS]:
            words = screen.join(screen.text(one.endpoint, "bold"), screen.text(f"  {way(one, shown.name)}", "dim"))
            self.line("python", words, one.location)
        more = len(shown.endpoints) - ENDPOINTS
        if more > 0:
            self.line("python", screen.text(f"and {more} more: tfexplore api {shown.name}", "dim"))

    def wrapper(self, wrapper: GeneratedWrapper, op: OpDef | None) -> None:
        screen = self.screen
        name = screen.text(f"{wrapper.module.rpartition('.')[2]}.{wrapper.function}", "bold")
        self.line("wrapper", screen.join(name, f"({', '.join(wrapper.args)})"))
        if wrapper.exports:
            self.line("wrapper", screen.text(f"exported as {', '.join(wrapper.exports)}", "dim"), depth=1)

    def op(self, op: OpDef) -> None:
        screen = self.screen
        self.line("op", signature(op), op.location)
        for attr in op.attr:
            self.line("op", attr_text(attr), depth=1)
        if op.expansion:
            self.line("op", screen.text(f"through {' > '.join([step.macro for step in op.expansion])}", "magenta"))
        if op.shape_fn:
            self.line("shape", screen.text(op.shape_fn, "bold"), op.shape_fn_location)

    def kernels(self) -> None:
        screen = self.screen
        found = lines(list(self.shown.kernels))
        if not found:
            self.line("kernels", screen.text("none in this build", "yellow"))
        for one in found[:KERNELS]:
            kernel = one.kernel
            types = [constraint_words(kernel)] if len(one.types) == 1 else list(one.types)
            words = screen.join(screen.text(f"{one.device} ", "green"), " ".join(types))
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
            self.line("kernels", words, one.places[0])
        more = len(found) - KERNELS
        if more > 0:
            self.line("kernels", screen.text(f"and {more} more lines: tfexplore kernels {self.shown.name}", "dim"))

    def kernel_class(self, one: KernelClass) -> None:
        screen = self.screen
        self.label = ""
        self.at = one.location
        self.line("class", screen.text(one.name, "bold"), one.location)
        for method in one.compute:
            words = screen.text(method.name)
            if method.inherited:
                words = screen.join(words, screen.text("  inherited", "dim"))
            self.line("class", words, method.location, 1, one.location)
        hidden = self.uses(one.uses, 2)
        if hidden:
            self.line(
                "class", screen.text(f"and {hidden} more: tfexplore show {self.shown.name} --json", "dim"), None, 2
            )

    def uses(self, found: Iterable[Used], depth: int, within: str = "") -> int:
        """What code uses, two levels of it; returns how much is left out."""
        hidden = 0
        for one in found:
            if depth > 3 or self.left <= 0:
                hidden += 1 + _count(one.uses)
                continue
            self.left -= 1
            words = self.screen.text(one.defined)
            if one.used is not None:
                words = self.screen.join(words, self.screen.text(f"  used :{one.used.line}", "dim"))
            if one.condition and one.condition != within:
                words = self.screen.join(words, self.screen.text(f"  #if {one.condition}", "yellow"))
            self.line("class", words, one.runs or one.location, depth, self.at)
            hidden += self.uses(one.uses, depth + 1, one.condition or within)
        return hidden

    def gradients(self) -> None:
        screen = self.screen
        if not self.shown.gradients:
            self.line("gradient", screen.text("none registered", "yellow"))
        for one in self.shown.gradients:
            name = screen.text(one.function or "not differentiable", "bold" if one.function else "yellow")
            words = screen.join(screen.text(f"{one.registry} ".ljust(7), "green"), name)
            if one.calls:
                words = screen.join(words, screen.text(f"  creates {', '.join(one.calls)}", "dim"))
            self.line("gradient", words, one.location)

    def claims(self) -> None:
        screen = self.screen
        for one in self.shown.claims[:CLAIMS]:
            location = next((part.location for part in one.evidence if part.location), None)
            self.line("claims", screen.join(screen.text(one.id, "bold"), f"  {one.statement}"), location)
        more = len(self.shown.claims) - CLAIMS
        if more > 0:
            self.line("claims", screen.text(f"and {more} more: tfexplore check {self.shown.name}", "dim"))


def _count(found: Iterable[Used]) -> int:
    return sum(1 + _count(one.uses) for one in found)
