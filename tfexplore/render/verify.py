"""How the answers of `tfexplore verify` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import counted, place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen

WRONG = ("moved", "not found", "differs")
_COLOUR = {"found": "green", "external": "cyan", "moved": "yellow", "not found": "red", "differs": "red"}


def plain(answer: Answer) -> Iterator[str]:
    """Place in the document, verdict, kind, text, where it is, nearest names, detail."""
    verdicts: tuple[Verdict, ...] = answer.results  # type: ignore[assignment]
    for one in verdicts:
        spot = f"{one.document}:{one.line}:{one.column}"
        yield row((spot, one.verdict, one.kind, one.text, place(one.location), ", ".join(one.suggestions), one.detail))


def as_json(one: Verdict) -> Json:
    """A verdict's object."""
    from tfexplore.render.as_json import location

    return {
        "document": one.document,
        "line": one.line,
        "column": one.column,
        "text": one.text,
        "kind": one.kind,
        "verdict": one.verdict,
        "location": location(one.location),
        "suggestions": list(one.suggestions),
        "detail": one.detail,
    }


def terminal(answer: Answer, screen: Screen) -> None:
    """What is wrong, in the order of the document, and a summary of what was checked."""
    from tfexplore.render.terminal import footer

    verdicts: tuple[Verdict, ...] = answer.results  # type: ignore[assignment]
    unchecked, has_tree, complete = answer.context
    wrong = [one for one in verdicts if one.verdict in WRONG]
    for one in wrong:
        spot = screen.text(f"{one.document}:{one.line}:{one.column}", "bold")
        screen.print(screen.join(spot, screen.text("  "), screen.text(one.verdict, _COLOUR[one.verdict])))
        screen.print(screen.text(one.text), indent=4)
        if one.detail:
            screen.print(screen.text(one.detail, "dim"), indent=4)
        if one.location is not None and one.verdict != "not found":
            word = "now " if one.verdict == "moved" else "at "
            screen.print(screen.join(screen.text(word), screen.place(one.location)), indent=4)
        # What has moved is suggested at the place that the line above has.
        others = [name for name in one.suggestions if name != place(one.location)]
        if others:
            screen.print(screen.text("nearest: " + ", ".join(others), "cyan"), indent=4)
        screen.blank()
    counts = {verdict: sum(one.verdict == verdict for one in verdicts) for verdict in _COLOUR}
    said = ", ".join([f"{count} {verdict}" for verdict, count in counts.items() if count]) or "nothing cited"
    screen.print(screen.text(f"{counted(len(verdicts), 'citation')}: {said}"))
    if unchecked:
        hint = f"quotations that were not compared: {unchecked}; name a tree with --source"
        screen.print(screen.text(hint, "yellow"))
    elif not has_tree:
        screen.print(
            screen.text(
                "without a tree (--source) lines were held against definitions, quotations against marks of lines",
                "dim",
            )
        )
    footer(answer, screen, f"{len(wrong)} wrong" + ("" if complete else ", and not all of it was read"))
