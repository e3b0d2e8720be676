"""Relations between facts, dangling ones included."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table("link", ("kind TEXT", "source TEXT", "target TEXT"))


def rows(links: Iterable[Link], places: Places) -> list[LooseRow]:
    """One row for each link."""
    return [tuple(link) for link in links]


def every(index: Index) -> tuple[Link, ...]:
    """All links in the order of kind, source and target."""
    return tuple([Link._make(row) for row in index.rows("SELECT kind, source, target FROM link ORDER BY id")])
