"""Where the evidence of each claim stands in the tree."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.model import ClaimEvidence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table("evidence", ("claim TEXT", "path TEXT", "within TEXT", "location INTEGER"))


def rows(evidence: Iterable[ClaimEvidence], places: Places) -> list[LooseRow]:
    """One row for each piece of evidence."""
    return [(one.claim, one.path, one.within, places.number(one.location)) for one in evidence]


def every(index: Index) -> tuple[ClaimEvidence, ...]:
    """All evidence in the order of the claims."""
    found = index.rows("SELECT claim, within, path, location FROM evidence ORDER BY id")
    with index.reading():
        return tuple(
            [ClaimEvidence._make((claim, within, path, index.location(place))) for claim, within, path, place in found]
        )
