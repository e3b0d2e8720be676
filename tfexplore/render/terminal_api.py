"""The answers of `tfexplore api` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.members import Member
from tfexplore.model import GeneratedWrapper
from tfexplore.render.terminal import footer

if TYPE_CHECKING:
    from tfexplore.answers.answer import Answer
    from tfexplore.model import Endpoint, OpUse
    from tfexplore.render.terminal import Screen

#: Up to this many endpoints each get the ops behind them; more get one line.
BLOCKS = 6
#: Ops that are created through functions and shown of one endpoint.
THROUGH = 12


#: Columns of the versions of the API.
_VERSIONS = 5


def show(answer: Answer, screen: Screen) -> None:
    """Blocks for a few, lines for many, and the generated functions that were spoken of."""
    wrappers = [one for one in answer.results if isinstance(one, GeneratedWrapper)]
    members = [one for one in answer.results if isinstance(one, Member)]
    others = [one for one in answer.results if not isinstance(one, (GeneratedWrapper, Member))]
    endpoints: list[Endpoint] = others  # type: ignore[assignment]
    spoken_of = [one for one in answer.context if isinstance(one, GeneratedWrapper)] if endpoints else wrappers
    if spoken_of and len(spoken_of) <= BLOCKS:
        for wrapper in spoken_of:
            _wrapper(wrapper, screen)
        if endpoints:
            screen.blank()
    elif wrappers:
        for wrapper in wrappers:
            line = screen.join(screen.text(f"{wrapper.op}  ", "bold"), f"{wrapper.module}.{wrapper.function}")
            line.truncate(screen.width, overflow="ellipsis")
            screen.print(line)
    for member in members:
        versions = ",".join(member.endpoint.api_versions)
        words = screen.text(f"  no endpoint of its own; a method of {member.endpoint.endpoint} {versions}", "dim")
        screen.print(screen.join(screen.text(member.name, "bold"), words))
        screen.print(screen.join(f"{member.function}  ", screen.place(member.location)), indent=2)
        _uses(member.name, member.ops, screen)
        _overriding(member, screen)
        screen.blank()
    asked = {one.op for one in spoken_of}
    if len(endpoints) <= BLOCKS and not members:
        for position, one in enumerate(endpoints):
            if position:
                screen.blank()
            _block(one, screen)
    else:
        _lines(endpoints, asked, screen)
    count = len(answer.results) - len(members)
    noun = "generated function" if wrappers else "endpoint"
    footer(answer, screen, f"1 {noun}" if count == 1 else f"{count:,} {noun}s")


def _overriding(member: Member, screen: Screen) -> None:
    """What is called instead of a method that creates no op."""
    for method in member.overridden[:THROUGH]:
        name = screen.text(f"{method.function}  ")
        screen.print(screen.join(screen.text("overridden by ", "dim"), name, screen.place(method.location)), indent=2)
    more = len(member.overridden) - THROUGH
    if more > 0:
        screen.print(screen.text(f"and {more} more; --json lists them", "dim"), indent=2)
    if not member.ops:
        screen.print(screen.text("no op was read behind it", "dim"), indent=2)


def _wrapper(wrapper: GeneratedWrapper, screen: Screen) -> None:
    screen.print(screen.join(screen.text(wrapper.op, "bold"), screen.text("  generated as", "dim")))
    args = ", ".join(wrapper.args)
    screen.print(screen.text(f"{wrapper.module}.{wrapper.function}({args})"), indent=2)


def _block(one: Endpoint, screen: Screen) -> None:
    note = "  deprecated" if one.deprecated else ""
    screen.print(
        screen.join(
            screen.text(one.endpoint, "bold"),
            screen.text(f"  {', '.join(one.api_versions)}", "dim"),
            screen.text(note, "yellow"),
        )
    )
    screen.print(screen.join(f"{one.function}  ", screen.place(one.location)), indent=2)
    _uses(one.endpoint, one.ops, screen)
    if not one.ops:
        screen.print(screen.text("no op was read behind it", "dim"), indent=2)


def _uses(name: str, ops: tuple[OpUse, ...], screen: Screen) -> None:
    direct = [use for use in ops if use.how == "direct"]
    # What is called like the endpoint is what a reader looks for, however far the way.
    last = name.rpartition(".")[2].replace("_", "").lower()
    through = sorted(
        [use for use in ops if use.how != "direct"],
        key=lambda use: (not use.op.lower().startswith(last), len(use.via), use.op),
    )
    if direct:
        screen.print(
            screen.join(screen.text("creates ", "dim"), screen.text(", ".join([use.op for use in direct]), "green")),
            indent=2,
        )
    for use in through[:THROUGH]:
        way = screen.text(" by way of " + " > ".join(use.via), "dim")
        screen.print(screen.join(screen.text("through ", "dim"), screen.text(use.op, "green"), way), indent=2)
    if len(through) > THROUGH:
        screen.print(screen.text(f"and {len(through) - THROUGH} more; --json lists them", "dim"), indent=2)


def _lines(endpoints: list[Endpoint], asked: set[str], screen: Screen) -> None:
    # Versions are never left out, ops may be.
    column = min(max(len(one.endpoint) for one in endpoints), max(screen.width - _VERSIONS - 2, 16))
    if any(one.ops for one in endpoints):
        column = min(column, max(screen.width // 2, 16))
    for one in endpoints:
        uses = [use for use in one.ops if not asked or use.op in asked]
        words = ", ".join([use.op if use.how == "direct" else f"({use.op})" for use in uses])
        versions = screen.text("+".join(one.api_versions).ljust(7), "dim")
        name = screen.text(one.endpoint.ljust(column) + "  ", "bold")
        line = screen.join(name, versions, screen.text(words, "green"))
        line.truncate(screen.width, overflow="ellipsis")
        screen.print(line)
    if any(use.how != "direct" for one in endpoints for use in one.ops):
        screen.print(screen.text("(Op): created through other functions", "dim"))
