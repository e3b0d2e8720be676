"""Lists, records and attr values as compact text that `str.split` reads back.

Three levels: records end at a line feed, their fields at a tab, the items of a field that is a list at a unit
separator. A backslash escapes those three and itself; most text needs no escape, and the readers test for that once.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.model import AttrValue

RECORD = "\n"
FIELD = "\t"
ITEM = "\x1f"

_OTHERS = {RECORD: (FIELD, ITEM), FIELD: (RECORD, ITEM), ITEM: (RECORD, FIELD)}
_EMPTY = "\\e"  # the list that holds one empty string; an empty text is the empty list


def escape(text: str) -> str:
    """`text` without a raw separator."""
    if "\\" in text:
        text = text.replace("\\", "\\\\")
    if "\t" in text:
        text = text.replace("\t", "\\t")
    if "\n" in text:
        text = text.replace("\n", "\\n")
    if "\x1f" in text:
        text = text.replace("\x1f", "\\u")
    return text


def unescape(text: str) -> str:
    """What `escape` was given."""
    if "\\" not in text:
        return text
    parts = text.split("\\\\")
    return "\\".join(
        part.replace("\\t", "\t").replace("\\n", "\n").replace("\\u", "\x1f").replace("\\e", "") for part in parts
    )


def join(items: Iterable[str], separator: str = ITEM) -> str:
    """A list of strings as one text."""
    items = tuple(items)
    text = separator.join(items)
    if not text:
        return _EMPTY if len(items) == 1 else text
    other, another = _OTHERS[separator]
    if "\\" in text or other in text or another in text or text.count(separator) >= len(items):
        return separator.join([escape(item) for item in items])
    return text


def split(text: str, separator: str = ITEM) -> tuple[str, ...]:
    """What `join` was given."""
    if not text:
        return ()
    if "\\" not in text:
        return tuple(text.split(separator))
    return tuple([unescape(item) for item in text.split(separator)])


def write_value(value: AttrValue) -> str:
    """An attr's value with its type in front: `i3`, `b1`, `f0.5`, `sDT_FLOAT`, `l` and a list, `n` for None."""
    if isinstance(value, str):
        return "s" + escape(value)
    if isinstance(value, bool):
        return "b1" if value else "b0"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return f"f{value!r}"
    if value is None:
        return "n"
    return "l" + join([write_value(item) for item in value])


def read_value(text: str) -> AttrValue:
    """What `write_value` was given."""
    kind, rest = text[:1], text[1:]
    if kind == "s":
        return unescape(rest)
    if kind == "b":
        return rest == "1"
    if kind == "i":
        return int(rest)
    if kind == "f":
        return float(rest)
    if kind == "l":
        return tuple([read_value(item) for item in split(rest)])
    if kind == "n":
        return None
    raise ValueError(f"not an attr value: {text[:40]!r}")
