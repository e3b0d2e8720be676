"""What a kind of fact tells the writer of its table."""

from __future__ import annotations

from tfexplore._record import Record


class Table(Record):
    """One table: its name, its columns as SQL declares them, and the columns looked up by.

    Columns are integers or text and never NULL, so that rows sort; 0 and `""` stand for None. The last column of a
    table that is `chained` is the number of the fact's last macro step. The rows `(path, text)` of one that is
    `blocked` are compressed together (see `blocks`).
    """

    name: str
    columns: tuple[str, ...]
    lookups: tuple[str, ...] = ()
    chained: bool = False
    blocked: bool = False
