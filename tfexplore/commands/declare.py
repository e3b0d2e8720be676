"""How a command says what it takes, and what it is given."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Protocol

    from tfexplore.answers.answer import Answer, Taken
    from tfexplore.answers.filters import Filters
    from tfexplore.index.store import Index
    from tfexplore.render.terminal import Screen

    class Renderer(Protocol):
        """What a module under `render/` has for the results of a command."""

        def plain(self, answer: Answer) -> Iterator[str]:
            """Rows for a pipe."""

        def as_json(self, result: Any) -> dict[str, Any]:
            """One result as an object."""

        def terminal(self, answer: Answer, screen: Screen) -> None:
            """The answer for a person."""


class Option(Record):
    """An option: `value` is the word for what it takes, empty for a switch; `choices` bound it."""

    flag: str
    help: str
    value: str = ""
    short: str = ""
    choices: tuple[str, ...] = ()


class Command(Record):
    """A command: `operand` is the word for what stands without an option (`"PATTERN..."`), empty for none.

    `least` is how many operands it needs, `most` how many it takes where that is not how many words `operand` has;
    `examples` are pairs of a command line and what it shows.
    """

    name: str
    summary: str
    run: Callable[[Request], int]
    operand: str = ""
    operand_help: str = ""
    least: int = 0
    options: tuple[Option, ...] = ()
    examples: tuple[tuple[str, str], ...] = ()
    asks_index: bool = True
    most: int = 0


#: What every command takes.
COMMON = (
    Option("--json", "print one JSON document (see docs/json.md)"),
    Option("--plain", "print one row a line, fields separated by tabs; the form on a pipe"),
    Option("--index", "the index to ask: a file or a release (default: $TFEXPLORE_INDEX, or v1.15.0)", "FILE"),
    Option("--color", "colour on a terminal: auto, always or never", "WHEN", choices=("auto", "always", "never")),
    Option("--links", "hyperlinks on a terminal: auto, always or never", "WHEN", choices=("auto", "always", "never")),
    Option("--no-pager", "never page what does not fit the terminal"),
    Option("--help", "show this help", short="-h"),
)

#: What narrows ops and kernels down.
FILTERS = (
    Option("--file", "registered in a file that matches", "PATH"),
    Option("--device", "with a kernel for this device", "DEVICE"),
    Option(
        "--dtype",
        "whose inputs, outputs or type attrs allow this type: float32, half, DT_FLOAT; T=half of the attr T alone."
        " With --device or --class it is that kernel which has to take it",
        "TYPE",
    ),
    Option("--class", "with a kernel of this class", "CLASS"),
    Option("--all", "also what no shipped library links: tests, examples, other builds"),
)


class Request:
    """A parsed command line."""

    def __init__(self, command: Command, words: tuple[str, ...], options: dict[str, str]) -> None:
        self.command = command
        self.words = words
        self._options = options

    def value(self, flag: str) -> str | None:
        """What an option was given, or None."""
        return self._options.get(flag)

    def source(self) -> str | None:
        """The folder of a tree to show text from: that of `--source`, else that of `TFEXPLORE_SOURCE`."""
        named = self.value("--source")
        if named is not None:
            return named
        from os import environ

        return environ.get("TFEXPLORE_SOURCE") or None

    def switch(self, flag: str) -> bool:
        """Whether a switch was given."""
        return flag in self._options

    def index(self) -> Index:
        """The index to ask."""
        from tfexplore.index.store import open_index

        named = self.value("--index")
        if named is not None:
            from tfexplore.index.shelf import find

            named = find(named)
        return open_index(named)

    def filters(self) -> Filters:
        """What `FILTERS` were given."""
        from tfexplore.answers.filters import NO_FILTERS, Filters

        if not self._options:
            return NO_FILTERS
        get = self._options.get
        return Filters(get("--file"), get("--device"), get("--dtype"), get("--class"), "--all" in self._options)

    def on_terminal(self) -> bool:
        """Whether the answer goes to a person's screen."""
        import sys

        return not (self.switch("--json") or self.switch("--plain")) and sys.stdout.isatty()

    def ask(self, find: Callable[[Sequence[str]], Answer], of_ops: Index | None = None) -> Answer:
        """What `find` answers to the words, and what it says of each of several that finds nothing.

        With the index `of_ops` the words are names of ops, and a public name is taken as the ops that it reaches, a
        name of code as those that it belongs to.
        """
        words = self.words
        taken: tuple[Taken, ...] = ()
        if of_ops is not None and any("." in word for word in words):
            from tfexplore.answers.taken import as_ops

            words, taken = as_ops(of_ops, words)
        answer = find(words)
        if of_ops is not None and words and (len(words) > 1 or answer.answer in ("not found", "no such op")):
            from tfexplore.answers.taken import as_ops_of_code

            words, of_code = as_ops_of_code(of_ops, words)
            if of_code:
                answer, taken = find(words), (*taken, *of_code)
        if len(words) > 1:
            from tfexplore.answers.missed import with_missed

            answer = with_missed(answer, find)
        return answer._replace(query=self.words, taken=taken) if taken else answer

    def show(self, answer: Answer, renderer: Renderer) -> int:
        """Print an answer in the form asked for, and return the exit status."""
        import sys

        found = answer.answer != "not found"
        if self.switch("--json"):
            from tfexplore.render.as_json import document

            sys.stdout.writelines(document(answer, renderer.as_json))
            self._note_missed(answer)
        elif self.on_terminal():
            self._draw(answer, renderer)
        elif found:
            sys.stdout.write("".join([line + "\n" for line in renderer.plain(answer)]))
            self._note(answer)
        else:
            from tfexplore.render.plain import not_found

            print(f"tfexplore {self.command.name}: {not_found(answer)}", file=sys.stderr)
            self._note(answer)
        return 0 if found else 1

    def _note_missed(self, answer: Answer) -> None:
        if answer.missed:
            import sys

            from tfexplore.render.plain import not_found

            sys.stdout.flush()
            for one in answer.missed:
                print(f"tfexplore {self.command.name}: {not_found(one)}", file=sys.stderr)

    def _note(self, answer: Answer) -> None:
        if answer.notes:
            import sys

            sys.stdout.flush()
            for note in answer.notes:
                print(f"tfexplore {self.command.name}: {note}", file=sys.stderr)
        if answer.taken:
            import sys

            from tfexplore.render.plain import taken_as

            sys.stdout.flush()
            for one in answer.taken:
                print(f"tfexplore {self.command.name}: {taken_as(one)}", file=sys.stderr)
        self._note_missed(answer)
        if answer.unresolved:
            import sys

            from tfexplore.render.plain import unread

            sys.stdout.flush()
            print(f"tfexplore {self.command.name}: {unread(answer)}", file=sys.stderr)

    def _draw(self, answer: Answer, renderer: Renderer) -> None:
        import os

        from tfexplore.render import terminal

        columns, lines = terminal.size()
        colour = terminal.wants_colour(self.value("--color") or "auto", os.environ)
        links = terminal.wants_links(self.value("--links") or "auto", os.environ)
        screen = terminal.Screen(columns, colour, links, answer.state)
        if answer.answer == "not found":
            terminal.missing(answer, screen)
        else:
            renderer.terminal(answer, screen)
        terminal.write(screen.output(), lines, not self.switch("--no-pager"))


def parse(command: Command, arguments: Iterable[str]) -> Request:
    """A command's arguments; raises `UsageError` for what it does not take."""
    takes = {option.flag: option for option in (*command.options, *COMMON)}
    for option in (*command.options, *COMMON):
        if option.short:
            takes[option.short] = option
    words: list[str] = []
    options: dict[str, str] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            words += rest
        elif argument[:1] != "-" or len(argument) == 1:
            words.append(argument)
        else:
            flag, equals, value = argument.partition("=")
            found = takes.get(flag)
            if found is None:
                raise UsageError(_unknown(command, flag, list(takes)))
            if not found.value:
                if equals:
                    raise UsageError(f"{flag} takes no value")
                options[found.flag] = ""
                continue
            if not equals:
                value = next(rest, "")
                if not value:
                    raise UsageError(f"{flag} needs a {found.value}")
            if found.choices and value not in found.choices:
                raise UsageError(f"{flag} takes {', '.join(found.choices)}, not {value!r}")
            options[found.flag] = value
    if "--help" not in options:
        if words and not command.operand:
            raise UsageError(f"takes no {words[0]!r}; see tfexplore {command.name} --help")
        if len(words) < command.least:
            raise UsageError(f"needs {command.operand}; see tfexplore {command.name} --help")
        most = command.most or len(command.operand.split())
        if command.operand and not command.operand.endswith("...") and len(words) > most:
            shown = f"one {command.operand}" if most == 1 else command.operand
            raise UsageError(f"takes {shown}, not {len(words)}; see tfexplore {command.name} --help")
    return Request(command, tuple([word if word.isascii() else _as_utf8(word) for word in words]), options)


def _as_utf8(word: str) -> str:
    """A word as the UTF-8 that was typed, in a locale that knows of none."""
    from os import fsencode

    return fsencode(word).decode("utf-8", "replace")


def _unknown(command: Command, flag: str, known: list[str]) -> str:
    from tfexplore.answers.names import nearest

    near = nearest((flag.lstrip("-"),), [("option", [one.lstrip("-") for one in known])], limit=1)
    hint = f"did you mean --{near[0].name}?" if near else f"see tfexplore {command.name} --help"
    return f"no option {flag}; {hint}"
