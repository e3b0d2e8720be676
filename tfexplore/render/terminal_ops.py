"""The answers of `tfexplore ops` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import clean, permalink, place
from tfexplore.render.spec import attr_text, flags, signature
from tfexplore.render.terminal import footer, macro_chain

if TYPE_CHECKING:
    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.ops import FoundOp
    from tfexplore.render.terminal import Screen

#: Up to this many ops each get their signature; more get a line each.
BLOCKS = 60
#: A table with signatures needs this width; narrower screens get blocks.
TABLE_WIDTH = 110


def show(answer: Answer, screen: Screen) -> None:
    """One op in full; a few with their signatures; many as one line each."""
    results: tuple[FoundOp, ...] = answer.results  # type: ignore[assignment]
    shown = results if _asked_for_internal(answer) else tuple([one for one in results if one.op.name[0] != "_"])
    if not shown:
        shown = results
    if len(shown) == 1:
        _card(shown[0], screen)
    elif len(shown) > BLOCKS:
        _lines(shown, screen)
    elif screen.width >= TABLE_WIDTH:
        _table(shown, screen)
    else:
        _blocks(shown, screen)
    folded = len(results) - len(shown)
    if folded:
        screen.blank()
        hint = f"{folded} internal {'op' if folded == 1 else 'ops'} (names that begin with _) not shown"
        screen.print(screen.text(f"{hint}; ask for them with: tfexplore ops '_*'", "dim"))
    footer(answer, screen, "1 op" if len(results) == 1 else f"{len(results):,} ops")


def _asked_for_internal(answer: Answer) -> bool:
    return any(pattern.lstrip("/^").startswith("_") for pattern in answer.query)


def _devices(screen: Screen, devices: tuple[tuple[str, int], ...]) -> Text:
    if not devices:
        return screen.text("no kernel", "dim")
    parts: list[Text | str] = []
    for device, count in devices:
        if parts:
            parts.append("  ")
        parts += [screen.text(device, "green"), screen.text(f" {count}")]
    return screen.join(*parts)


def _name(screen: Screen, one: FoundOp) -> Text:
    name = screen.text(one.op.name, "bold")
    target = permalink(screen.state, one.op.location)
    if target and screen.links:
        name.stylize(f"link {target}")
    if one.op.linked_into is None:
        return screen.join(name, screen.text(" (not linked)", "yellow"))
    if one.op.linked_into not in ("tensorflow", "source"):
        return screen.join(name, screen.text(f" ({one.op.linked_into.rpartition('/')[2]})", "yellow"))
    return name


def _card(one: FoundOp, screen: Screen) -> None:
    from rich.table import Table

    op = one.op
    special = flags(op)
    title = screen.join(_name(screen, one), screen.text("  " + ", ".join(special) if special else "", "yellow"))
    screen.print(title)
    screen.print(screen.text(signature(op)), indent=2)
    screen.blank()
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for position, attr in enumerate(op.attr):
        table.add_row(screen.text("" if position else "attrs", "dim"), screen.text(attr_text(attr)))
    table.add_row(screen.text("kernels", "dim"), _devices(screen, one.devices))
    table.add_row(screen.text("registered", "dim"), screen.place(op.location))
    if op.expansion:
        table.add_row(screen.text("through", "dim"), macro_chain(screen, op.expansion))
    if op.shape_fn:
        table.add_row(screen.text("shape", "dim"), screen.text(op.shape_fn))
        if op.shape_fn_location:
            table.add_row("", screen.place(op.shape_fn_location))
    table.add_row(screen.text("library", "dim"), screen.text(op.linked_into or "none of this build"))
    screen.print(table)


def _blocks(shown: tuple[FoundOp, ...], screen: Screen) -> None:
    from rich.table import Table

    for position, one in enumerate(shown):
        if position:
            screen.blank()
        head = Table.grid(expand=True)
        head.add_column(overflow="fold")
        head.add_column(justify="right", overflow="fold")
        head.add_row(_name(screen, one), _devices(screen, one.devices))
        screen.print(head)
        screen.print(screen.text(signature(one.op)), indent=2)
        screen.print(screen.place(one.op.location), indent=2)


def _table(shown: tuple[FoundOp, ...], screen: Screen) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), header_style="bold" if screen.colour else "")
    table.add_column("op", overflow="fold", max_width=44)
    table.add_column("signature", overflow="fold", ratio=2)
    table.add_column("kernels", overflow="fold", max_width=24)
    table.add_column("registered", overflow="fold", ratio=1)
    for one in shown:
        table.add_row(
            _name(screen, one),
            screen.text(signature(one.op)),
            _devices(screen, one.devices),
            screen.place(one.op.location),
        )
    screen.print(table)


def _lines(shown: tuple[FoundOp, ...], screen: Screen) -> None:
    """A line each, laid out by hand: a rich table of a thousand rows takes a second."""
    names = max(len(clean(one.op.name)) for one in shown)
    column = min(names, max(20, screen.width // 2))
    for one in shown:
        name, devices, where = _name(screen, one), _devices(screen, one.devices), place(one.op.location)
        name.append(" " * max(1, column + 2 - len(name)))
        line = screen.join(name, devices)
        if len(line) + 2 + len(where) <= screen.width:
            line.append(" " * (screen.width - len(line) - len(where)))
            line.append_text(screen.place(one.op.location))
        screen.print(line)
