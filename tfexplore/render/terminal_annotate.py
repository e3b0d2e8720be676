"""The answers of `tfexplore annotate` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.grads import SourceText
from tfexplore.catalogue import words
from tfexplore.render.annotate import describe
from tfexplore.render.terminal import footer

if TYPE_CHECKING:
    from rich.text import Text

    from tfexplore.answers.annotate import Annotation
    from tfexplore.answers.answer import Answer
    from tfexplore.render.terminal import Screen

#: A screen of this width has the notes beside the text; a narrower one has them above their line.
BESIDE = 120

_COLOURS = {"kernels": "green", "op": "bold", "macro": "magenta", "claim": "cyan", "unresolved": "yellow"}


def show(answer: Answer, screen: Screen) -> None:
    """The text with its notes, or the notes alone."""
    notes: tuple[Annotation, ...] = answer.results  # type: ignore[assignment]
    path = str(answer.context[0])
    screen.print(screen.text(path, "bold"))
    texts = [text for text in answer.context if isinstance(text, SourceText)]
    if texts:
        _with_text(texts[0].text, path, notes, screen)
    else:
        _alone(notes, screen)
    count = "1 note" if len(notes) == 1 else f"{len(notes)} notes"
    footer(answer, screen, count)


def _note(one: Annotation, screen: Screen) -> Text:
    return screen.text(describe(one, words("en")), _COLOURS.get(one.kind, ""))


def _alone(notes: tuple[Annotation, ...], screen: Screen) -> None:
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    last = 0
    for one in notes:
        number = "" if one.location.line == last else str(one.location.line)
        last = one.location.line
        table.add_row(screen.linked(number, one.location, "dim"), _note(one, screen))
    screen.print(table)


def _with_text(text: str, path: str, notes: tuple[Annotation, ...], screen: Screen) -> None:
    margin: dict[int, list[Annotation]] = {}
    for one in notes:
        margin.setdefault(one.location.line, []).append(one)
    beside = screen.width >= BESIDE
    room = screen.width // 2 if beside else screen.width - 7
    lines = _highlighted(text, path, screen)
    for number, line in enumerate(lines, 1):
        found = margin.get(number, [])
        head = screen.join(screen.text(f"{number:>5} ", "cyan" if found else "dim"), line)
        if not beside:
            for one in found:
                for part in _note(one, screen).wrap(screen.console, room):
                    screen.print(screen.join(screen.text("    ▸ ", "cyan"), part))
            head.truncate(screen.width, overflow="ellipsis")
            screen.print(head)
            continue
        head.truncate(room, overflow="ellipsis", pad=True)
        parts = [part for one in found for part in _note(one, screen).wrap(screen.console, screen.width - room - 3)]
        screen.print(screen.join(head, screen.text(" │ ", "dim"), parts[0]) if parts else head)
        for part in parts[1:]:
            screen.print(screen.join(" " * room, screen.text(" │ ", "dim"), part))


def _highlighted(text: str, path: str, screen: Screen) -> list[Text]:
    """The lines of a file, highlighted where there are colours."""
    from rich.text import Text

    lines = [line.expandtabs(2) for line in text.split("\n")]
    if not screen.colour:
        return [screen.text(line) if line.isprintable() else Text(line) for line in lines]
    from rich.syntax import Syntax

    lexer = "python" if path.endswith(".py") else "cpp"
    made = Syntax("", lexer, theme="ansi_dark").highlight("\n".join(lines))
    made.stylize("default")
    return list(made.split("\n", allow_blank=True))[: len(lines)]
