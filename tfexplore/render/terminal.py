"""What every answer on a terminal shares: the width, colour and links, the footer, the pager.

`rich` is imported when a screen is made, and never for a pipe.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import clean, not_found, permalink, place, state_text, taken_as, unread

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import Console, RenderableType
    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.model import ExpansionStep, Location, SourceState

WHEN = ("auto", "always", "never")

#: Terminals that show an OSC 8 sequence as rubbish instead of a link.
_WITHOUT_LINKS = ("dumb", "linux", "cons25", "vt100", "vt220", "xterm-old")


def wants_colour(when: str, environment: Mapping[str, str]) -> bool:
    """Whether a terminal gets colours: `NO_COLOR` and `TERM=dumb` say no, `--color` has the last word."""
    if when != "auto":
        return when == "always"
    return not environment.get("NO_COLOR") and environment.get("TERM", "dumb") not in ("dumb", "")


def wants_links(when: str, environment: Mapping[str, str]) -> bool:
    """Whether a terminal gets hyperlinks; `NO_COLOR` has no say in that."""
    if when != "auto":
        return when == "always"
    return environment.get("TERM", "dumb") not in ("", *_WITHOUT_LINKS)


class Screen:
    """Something to print an answer on, and the helpers that its parts are made with."""

    def __init__(self, width: int, colour: bool, links: bool, state: SourceState) -> None:
        from rich.console import Console

        self.width = width
        self.links = links
        self.state = state
        self._buffer = io.StringIO()
        # rich writes a link as part of a style, so links alone still want a colour system; `text` leaves styles out.
        self._console: Console = Console(
            file=self._buffer,
            width=width,
            force_terminal=colour or links,
            color_system="standard" if colour or links else None,
            no_color=not colour,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
        )
        self.colour = colour

    @property
    def console(self) -> Console:
        """What `rich` needs to wrap a text."""
        return self._console

    def print(self, *parts: RenderableType, indent: int = 0) -> None:
        """A line, a table or a paragraph."""
        from rich.padding import Padding

        for part in parts:
            self._console.print(Padding(part, (0, 0, 0, indent)) if indent else part, soft_wrap=False)

    def blank(self) -> None:
        """An empty line."""
        self._console.print()

    def text(self, words: str, style: str = "") -> Text:
        """Words in a style, on one line and without control characters."""
        from rich.text import Text

        return Text(clean(words), style=style if self.colour else "")

    def text_lines(self, words: str) -> Text:
        """Words that may hold line feeds."""
        from rich.text import Text

        return Text("\n".join([clean(line) for line in words.split("\n")]))

    def rows(self, rows: Sequence[tuple[str, Text]], indent: int = 0) -> None:
        """Titles and what belongs to them, in two columns; a title stands once."""
        from rich.table import Table

        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        before = ""
        for title, words in rows:
            table.add_row(self.text("" if title == before else title, "dim"), words)
            before = title
        self.print(table, indent=indent)

    def join(self, *parts: Text | str) -> Text:
        """Parts in a row."""
        from rich.text import Text

        return Text.assemble(*[self.text(part) if isinstance(part, str) else part for part in parts])

    def place(self, location: Location | None, style: str = "cyan") -> Text:
        """A location as `path:line`, linked to its permalink; it may break after a slash."""
        return self.linked(place(location), location, style)

    def linked(self, shown: str, location: Location | None, style: str = "") -> Text:
        """Words that lead to the permalink of a location."""
        words = self.text(shown, style)
        target = permalink(self.state, location)
        if target and self.links:
            words.stylize(f"link {target}")
        return words

    def output(self) -> str:
        """Everything printed, as a terminal takes it."""
        return self._buffer.getvalue()


def footer(answer: Answer, screen: Screen, counted: str) -> None:
    """What the answer is about: repository, tag, commit, build, linkage; and what could not be read."""
    screen.blank()
    for taken in answer.taken:
        screen.print(screen.text(taken_as(taken), "dim"))
    for words in answer.notes:
        screen.print(screen.text(_sentence(words), "dim"))
    for one in answer.missed:
        screen.print(screen.text(_sentence(not_found(one)), "yellow"))
    note = unread(answer)
    if note:
        screen.print(screen.text(note, "yellow"))
    about = f"{counted} · {state_text(answer.state)}"
    for line in (about,) if len(about) <= screen.width else (counted, state_text(answer.state)):
        screen.print(screen.text(line, "dim"))


def short_place(location: Location, room: int, least: int = 1) -> str:
    """`path:line` in so many columns, folders left out from the left: `…/kernels/conv_ops.cc:470`.

    The `least` last parts of the path are never left out.
    """
    whole = f"{location.package and location.package + ' '}{location.path}:{location.line}"
    parts = whole.split("/")
    most = max(len(parts) - least, 0)
    for left_out in range(most + 1):
        shown = "/".join(["…", *parts[left_out:]]) if left_out else whole
        if len(shown) <= room:
            return shown
    return parts[-1] if least == 1 else "/".join(["…", *parts[most:]]) if most else whole


def telling_parts(paths: Iterable[str]) -> dict[str, int]:
    """How many last parts of each path tell it from the others, for those of which that is more than the name.

    >>> telling_parts(["a/x/rms.py", "a/y/rms.py", "a/y/adam.py"])
    {'a/x/rms.py': 2, 'a/y/rms.py': 2}
    """
    called: dict[str, list[list[str]]] = {}
    for path in dict.fromkeys(paths):
        parts = path.split("/")
        called.setdefault(parts[-1], []).append(parts)
    found = {}
    for same in called.values():
        for parts in same if len(same) > 1 else ():
            others = [other for other in same if other is not parts]
            least = 2
            while least < len(parts) and any(other[-least:] == parts[-least:] for other in others):
                least += 1
            found["/".join(parts)] = min(least, len(parts))
    return found


def macro_chain(screen: Screen, expansion: Sequence[ExpansionStep]) -> Text:
    """The macros of an expansion, each linked to where it is defined."""
    parts: list[Text | str] = []
    for step in expansion:
        if parts:
            parts.append(screen.text(" > ", "dim"))
        parts.append(screen.linked(step.macro, step.defined, "magenta"))
    return screen.join(*parts)


def missing(answer: Answer, screen: Screen) -> None:
    """An answer that found nothing."""
    screen.print(screen.text(_sentence(not_found(answer))))
    screen.print(screen.text(state_text(answer.state), "dim"))


def _sentence(words: str) -> str:
    first = words.partition(" ")[0]
    # A name stays as it is written.
    return (words[:1].upper() + words[1:] if first.isalpha() and first.islower() else words) + "."


def size() -> tuple[int, int]:
    """Columns and lines of the terminal."""
    columns, lines = shutil.get_terminal_size((80, 24))
    return max(columns, 20), max(lines, 5)


def write(text: str, lines: int, page: bool) -> None:
    """Write to the terminal, through a pager when there is more than fits on it and nobody said otherwise."""
    if page and text.count("\n") >= lines and _paged(text):
        return
    sys.stdout.write(text)
    sys.stdout.flush()


def pager_command() -> list[str] | None:
    """The pager: `TFEXPLORE_PAGER`, `PAGER` or `less`; None for none (`cat`, or an empty one)."""
    import shlex

    named = os.environ.get("TFEXPLORE_PAGER", os.environ.get("PAGER"))
    try:
        command = shlex.split(named) if named is not None else ["less"]
    except ValueError:
        command = ["less"]
    if not command or command[0] == "cat" or shutil.which(command[0]) is None:
        return None
    return command


def _paged(text: str) -> bool:
    command = pager_command()
    if command is None:
        return False
    environment = dict(os.environ)
    environment.setdefault("LESS", "-FRX")
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    try:
        process.communicate(text.encode("utf-8", "replace"))
    except BrokenPipeError:  # the reader has seen enough
        process.wait()
    except KeyboardInterrupt:  # the pager takes Ctrl-C itself
        process.wait()
    return True
