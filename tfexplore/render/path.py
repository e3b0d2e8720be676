"""How the answers of `tfexplore path` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import permalink, place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.path import Hop
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Relation, kind, name, where it is defined, where the source relates them, permalink of the definition."""
    hops: tuple[Hop, ...] = answer.results  # type: ignore[assignment]
    for hop in hops:
        thing = hop.to
        link = permalink(answer.state, thing.location)
        yield row((hop.relation, thing.kind, thing.name, place(thing.location), place(hop.at), link))


def as_json(hop: Hop) -> Json:
    """A hop's object."""
    from tfexplore.render.as_json import location

    made = {
        "relation": hop.relation or None,
        "at": location(hop.at),
        "kind": hop.to.kind,
        "name": hop.to.name,
        "location": location(hop.to.location),
    }
    return {**made, "api_versions": list(hop.to.api_versions)} if hop.to.api_versions else made


def terminal(answer: Answer, screen: Screen) -> None:
    """The way from top to bottom, each thing with its place, each relation with its own."""
    from tfexplore.render.terminal import footer

    hops: tuple[Hop, ...] = answer.results  # type: ignore[assignment]
    if "reversed" in answer.context:
        screen.print(
            screen.text(f"no way leads from {answer.query[0]} to {answer.query[1]}; this is the way back", "dim")
        )
        screen.blank()
    for depth, hop in enumerate(hops):
        if hop.relation:
            words = screen.text(f"{'  ' * (depth - 1)}└ {hop.relation}", "dim")
            at = hop.at if hop.at != hop.to.location else None
            _line(screen, words, at)
        _line(screen, screen.join("  " * depth, screen.text(hop.to.name, "bold"), f"  {hop.to.kind}"), hop.to.location)
    steps = len(hops) - 1
    footer(answer, screen, "1 step" if steps == 1 else f"{steps} steps")


def _line(screen: Screen, words: object, location: object) -> None:
    from rich.text import Text

    from tfexplore.model import Location

    assert isinstance(words, Text)
    where = screen.place(location if isinstance(location, Location) else None)
    room = screen.width - len(words) - len(where)
    if not len(where):
        screen.print(words)
    elif room >= 2:
        words.append(" " * room)
        words.append_text(where)
        screen.print(words)
    else:
        screen.print(words)
        screen.print(where, indent=max(screen.width - len(where), 0))
