"""What a kind of fact tells the writer of its table."""

from __future__ import annotations

from tfexplore._record import Record


class Table(Record):
    """One table: its name, its columns as SQL declares them, and the columns looked up by.

    Columns are integers or text and never NULL, so that rows sort; 0 and `""` stand for None. The last column of a
    table that is `chained` is the number of the fact's last macro step. The rows `(path, text)` of one that is
    `blocked` are compressed together (see `blocks`).

    What speaks of lines is said for `patch`: `places` are the columns that hold locations as integers, `listed` those
    that hold lists of them as text, `lines` those that hold a line number, each with the location whose file it is of.
    """

    name: str
    columns: tuple[str, ...]
    lookups: tuple[str, ...] = ()
    chained: bool = False
    blocked: bool = False
    places: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()

    def column(self, name: str) -> int:
        """Which column of a row has this name."""
        return [column.split()[0] for column in self.columns].index(name)
