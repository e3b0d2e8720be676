"""How the answers of `tfexplore check` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.check import CheckedClaim, PlacedEvidence
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen

_COLOUR = {"holds": "green", "differs": "yellow", "fails": "bold red", "not located": "dim"}
_MARK = {"holds": "✓", "differs": "≠", "fails": "✗", "not located": "?"}


def _place(one: PlacedEvidence) -> str:
    if one.location is not None:
        return place(one.location)
    return f"{one.path} ({'not indexed' if one.external else 'not found'})"


def plain(answer: Answer) -> Iterator[str]:
    """Id, op, verdict, statement, evidence, detail."""
    results: tuple[CheckedClaim, ...] = answer.results  # type: ignore[assignment]
    for one in results:
        evidence = "; ".join([_place(each) for each in one.evidence])
        yield row((one.id, one.op, one.verdict, one.statement, evidence, one.example or one.detail))


def as_json(one: CheckedClaim) -> Json:
    """A claim's object."""
    from tfexplore.render.as_json import location

    made: Json = {
        "id": one.id,
        "op": one.op,
        "statement": one.statement,
        "evidence": [location(each.location) for each in one.evidence if each.location is not None],
        "verdict": one.verdict,
        "detail": one.detail,
    }
    if one.example:
        made["example"] = one.example
    return made


def terminal(answer: Answer, screen: Screen) -> None:
    """A table of verdicts; each claim in full where an explanation was asked for."""
    from tfexplore.render.terminal import footer

    results: tuple[CheckedClaim, ...] = answer.results  # type: ignore[assignment]
    if any(one.example for one in results):
        for one in results:
            _explained(one, screen)
    else:
        _table(results, screen)
    counts = {verdict: sum(one.verdict == verdict for one in results) for verdict in _COLOUR}
    said = ", ".join([f"{count} {_VERB[verdict][count != 1]}" for verdict, count in counts.items() if count])
    footer(answer, screen, f"{len(results)} claim{'s' if len(results) != 1 else ''}: {said}")


_VERB = {
    "holds": ("holds", "hold"),
    "differs": ("differs", "differ"),
    "fails": ("fails", "fail"),
    "not located": ("not located in this tree", "not located in this tree"),
}


def _table(results: tuple[CheckedClaim, ...], screen: Screen) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    wide = screen.width >= 110
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1))
    table.add_column("")
    table.add_column("claim", no_wrap=True)
    table.add_column("says", ratio=3)
    if wide:
        table.add_column("evidence", ratio=2, overflow="fold")
    for one in results:
        says = screen.text(one.statement)
        if one.verdict != "holds":
            detail = screen.text(f"{_MARK[one.verdict]} {one.detail}", _COLOUR[one.verdict])
            says = screen.join(says, screen.text_lines("\n"), detail)
        cells = [screen.text(_MARK[one.verdict], _COLOUR[one.verdict]), screen.text(one.id, "bold"), says]
        if wide:
            first = one.evidence[0] if one.evidence else None
            more = f" +{len(one.evidence) - 1}" if len(one.evidence) > 1 else ""
            cells.append(screen.text((_place(first) if first else "") + more, "dim"))
        table.add_row(*cells)
    screen.print(table)


def _explained(one: CheckedClaim, screen: Screen) -> None:
    screen.print(
        screen.join(
            screen.text(one.id, "bold"), screen.text(f"  {one.op}  "), screen.text(one.verdict, _COLOUR[one.verdict])
        )
    )
    screen.print(screen.text(one.statement), indent=2)
    if one.verdict == "differs":
        screen.print(screen.text(f"the released binary: {one.detail}", "yellow"), indent=2)
    elif one.verdict == "not located":
        screen.print(screen.text("this tree does not say so where v1.15.0 does, so nothing is known of it"), indent=2)
    screen.blank()
    screen.print(screen.text("evidence", "dim"), indent=2)
    for each in one.evidence:
        screen.print(screen.join(screen.text(each.within + "  "), screen.text(_place(each), "cyan")), indent=4)
    if one.example:
        screen.print(screen.text("worked out now", "dim"), indent=2)
        screen.print(screen.text(one.example), indent=4)
    elif one.verdict == "fails":
        screen.print(screen.text(one.detail, _COLOUR["fails"]), indent=2)
    screen.blank()
