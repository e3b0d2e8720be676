"""The answers of `tfexplore ops` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import clean
from tfexplore.render.terminal import footer, macro_chain, short_place
from tfexplore.spec_text import attr_text, flags, signature

if TYPE_CHECKING:
    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.ops import FoundOp
    from tfexplore.render.terminal import Screen

#: Up to this many ops each get their signature; more get a line each.
BLOCKS = 60
#: From this width on, name, kernels and place fit on one line.
WIDE = 110


def show(answer: Answer, screen: Screen) -> None:
    """One op in full; a few with their signatures; many as a line each."""
    results: tuple[FoundOp, ...] = answer.results  # type: ignore[assignment]
    shown = results if _asked_for_internal(answer) else tuple([one for one in results if one.op.name[0] != "_"])
    if not shown:
        shown = results
    if len(shown) == 1:
        _card(shown[0], screen)
    elif len(shown) > BLOCKS:
        _lines(shown, screen)
    elif screen.width >= WIDE:
        _lines(shown, screen, with_signatures=True)
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
    parts = _by_device(screen, devices)
    return screen.join(*[part for one in parts for part in ("  ", one)][1:])


def _by_device(screen: Screen, devices: tuple[tuple[str, int], ...]) -> list[Text]:
    if not devices:
        return [screen.text("no kernel", "dim")]
    return [screen.join(screen.text(device, "green"), screen.text(f" {count}")) for device, count in devices]


def _name(screen: Screen, one: FoundOp) -> Text:
    name = screen.linked(one.op.name, one.op.location, "bold")
    if one.op.linked_into is None:
        return screen.join(name, screen.text(" (not linked)", "yellow"))
    if one.op.linked_into not in ("tensorflow", "source"):
        return screen.join(name, screen.text(f" ({one.op.linked_into.rpartition('/')[2]})", "yellow"))
    return name


def _card(one: FoundOp, screen: Screen) -> None:
    op = one.op
    special = flags(op)
    title = screen.join(_name(screen, one), screen.text("  " + ", ".join(special) if special else "", "yellow"))
    screen.print(title)
    screen.print(screen.text(signature(op)), indent=2)
    screen.blank()
    rows = [("attrs", screen.text(attr_text(attr))) for attr in op.attr]
    rows.append(("kernels", _devices(screen, one.devices)))
    rows.append(("registered", screen.place(op.location)))
    if op.expansion:
        rows.append(("through", macro_chain(screen, op.expansion)))
    if op.shape_fn:
        rows.append(("shape", screen.text(op.shape_fn)))
        if op.shape_fn_location:
            rows.append(("shape", screen.place(op.shape_fn_location)))
    rows.append(("library", screen.text(op.linked_into or "none of this build")))
    screen.rows(rows)


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


def _lines(shown: tuple[FoundOp, ...], screen: Screen, with_signatures: bool = False) -> None:
    """A line each, laid out by hand: a rich table of a thousand rows takes a second."""
    column = min(max(len(clean(one.op.name)) for one in shown), max(20, screen.width // 2))
    for one in shown:
        line = _name(screen, one)
        line.append(" " * max(1, column + 2 - len(line)))
        start = len(line)
        for device in _by_device(screen, one.devices):
            if len(line) > start and len(line) + len(device) > screen.width:
                line.rstrip()
                screen.print(line)
                line = screen.text(" " * start)
            line = screen.join(line, device, "  ")
        line.rstrip()
        where = short_place(one.op.location, screen.width - len(line) - 2)
        room = screen.width - len(line) - len(where)
        if room >= 2:
            line = screen.join(line, " " * room, screen.linked(where, one.op.location, "cyan"))
        screen.print(line)
        if with_signatures:
            screen.print(screen.text(signature(one.op)), indent=2)
