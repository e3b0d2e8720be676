"""What becomes of the citations of a document."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from tfexplore.answers.citation import Unread
    from tfexplore.model import Location


class Verdict(Record):
    """What became of one citation; `location` is where the thing is now.

    `verdict` is `"found"`, `"moved"`, `"not found"`, `"differs"` or `"external"`.
    """

    document: str
    line: int
    column: int
    text: str
    kind: str
    verdict: str
    location: Location | None
    suggestions: tuple[str, ...] = ()
    detail: str = ""


class Verified(Record):
    """The verdicts on a document, and how many quotations there was no tree to compare with.

    `unread` is what was not read, so that a wrong citation in it would not be known; `unsearched` are citations that
    were judged without a search of all files, because there are too many of them.
    """

    verdicts: tuple[Verdict, ...]
    unchecked: int
    unread: tuple[Unread, ...] = ()
    unsearched: tuple[Unread, ...] = ()

    @property
    def wrong(self) -> int:
        """How many citations are wrong."""
        return sum(one.verdict in ("moved", "not found", "differs") for one in self.verdicts)
