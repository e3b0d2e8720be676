"""How the answers of `tfexplore keras` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import permalink, place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.model import KerasEndpoint, Location
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen

#: Up to this many endpoints each get their signature.
BLOCKS = 20


def plain(answer: Answer) -> Iterator[str]:
    """Endpoint, kind, mode, place of the code (package and version in front), place of the declaration, signature."""
    results: tuple[KerasEndpoint, ...] = answer.results  # type: ignore[assignment]
    for one in results:
        yield row(
            (
                one.endpoint,
                one.kind,
                one.mode or "",
                place(one.implemented),
                place(one.declared),
                one.signature,
                permalink(answer.state, one.declared),
            )
        )


def as_json(one: KerasEndpoint) -> Json:
    """An endpoint's object."""
    from tfexplore.render.as_json import location

    return {
        "endpoint": one.endpoint,
        "kind": one.kind,
        "declared": location(one.declared),
        "implemented": location(one.implemented),
        "mode": one.mode,
        "signature": one.signature,
    }


def terminal(answer: Answer, screen: Screen) -> None:
    """A few endpoints with signature and places; many as one line each."""
    from tfexplore.render.terminal import footer, short_place

    results: tuple[KerasEndpoint, ...] = answer.results  # type: ignore[assignment]
    if len(results) > BLOCKS:
        column = min(max(len(one.endpoint) for one in results), max(screen.width * 2 // 3, 20))
        for one in results:
            mode = screen.text(f"{one.mode}  " if one.mode else "", "magenta")
            head = screen.join(screen.text(one.endpoint.ljust(column) + "  ", "bold"), mode)
            code = one.implemented
            inside = code._replace(path=code.path.removeprefix(f"{code.package}/")) if code.package else code
            room = screen.width - len(head)
            where = next((one for one in (short_place(inside, room), short_place(code, room)) if len(one) <= room), "")
            if not where:
                head.rstrip()
                screen.print(head)
                head = screen.text("    ")
                where = short_place(inside, screen.width - len(head))
            screen.print(screen.join(head, screen.linked(where, code, "cyan")))
    else:
        for position, one in enumerate(results):
            if position:
                screen.blank()
            mode = screen.text(f"  mode {one.mode}" if one.mode else "", "magenta")
            screen.print(screen.join(screen.text(one.endpoint, "bold"), screen.text(f"  {one.kind}", "dim"), mode))
            if one.signature:
                screen.print(screen.text(one.signature), indent=2)
            _place("code      ", one.implemented, screen)
            if one.declared != one.implemented:
                _place("declared  ", one.declared, screen)
    packages = sorted(
        {f"{one.implemented.package} {one.implemented.version}" for one in results if one.implemented.package}
    )
    counted = "1 endpoint" if len(results) == 1 else f"{len(results):,} endpoints"
    footer(answer, screen, counted + (f" · code of {', '.join(packages)}" if packages else ""))


def _place(label: str, location: Location, screen: Screen) -> None:
    """A label and a place that stays in one piece: below the label, or without folders, where the line is too short."""
    from tfexplore.render.terminal import short_place

    room = screen.width - len(label) - 2
    whole = place(location)
    if room < len(whole) <= screen.width - 4:
        screen.print(screen.text(label.rstrip(), "dim"), indent=2)
        screen.print(screen.linked(whole, location, "cyan"), indent=4)
        return
    shown = whole if len(whole) <= room else short_place(location, room)
    screen.print(screen.join(screen.text(label, "dim"), screen.linked(shown, location, "cyan")), indent=2)
