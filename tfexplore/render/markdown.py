"""Markdown, as GitHub reads it: pages with a banner, a table of contents, and links that lead somewhere."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import clean, permalink, place

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.model import Location, SourceState

#: A table of contents with more entries than this, all of one level, is a paragraph.
_LISTED = 24

#: What Markdown would take for its own in running text.
_SPECIAL = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>|#~"})


def escape(text: str) -> str:
    """Words of the source as running text."""
    return clean(text).translate(_SPECIAL)


def code(text: str) -> str:
    """Words of the source as code; a bar would end a table's cell."""
    text = clean(text).replace("|", "\\|")
    if "`" not in text:
        return f"`{text}`"
    return f"`` {text} ``"


def link(text: str, target: str) -> str:
    """A link; `text` is Markdown already."""
    return f"[{text}]({target})"


def place_link(state: SourceState, location: Location | None, text: str = "", whole: bool = False) -> str:
    """A place in the source, linked to the line at its commit where there is one; `text` is Markdown already.

    With `whole` the link marks all lines of the place, not only the first.
    """
    if location is None:
        return text
    shown = text or code(place(location).rpartition("/")[2])
    target = permalink(state, location)
    if target and whole and location.end_line > location.line:
        target += f"-L{location.end_line}"
    return link(shown, target) if target else shown if text and location.package else text or code(place(location))


def slug(heading: str) -> str:
    """The anchor that GitHub makes of a heading's text."""
    kept = [char for char in heading.lower() if char.isalnum() or char in " -_"]
    return "".join(kept).replace(" ", "-")


class Page:
    """A page that is written from top to bottom; its contents are listed once all headings are known."""

    def __init__(self, title: str, banner: str, contents: str) -> None:
        self.title = title
        self._banner = banner
        self._contents = contents
        self._blocks: list[str] = []
        self._headings: list[tuple[int, str, str]] = []
        self._slugs: dict[str, int] = {slug(title): 1}

    def heading(self, level: int, text: str) -> str:
        """A heading of plain words, and its anchor; the title is level 1."""
        anchor = slug(text)
        seen = self._slugs.get(anchor, 0)
        self._slugs[anchor] = seen + 1
        if seen:
            anchor = f"{anchor}-{seen}"
        self._headings.append((level, text, anchor))
        self._blocks.append(f"{'#' * level} {escape(text)}")
        return anchor

    def paragraph(self, text: str) -> None:
        """A paragraph of Markdown."""
        self._blocks.append(text)

    def items(self, entries: Iterable[str], ordered: bool = False, first: int = 1) -> None:
        """A list; one that goes on from another is numbered from `first` on."""
        marks = (f"{number}." for number in range(first, 10_000)) if ordered else iter(lambda: "*", "")
        lines = [f"{mark} {entry}" for mark, entry in zip(marks, entries, strict=False)]
        if lines:
            self._blocks.append("\n".join(lines))

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        """A table; a column in which every row is empty is left out, and so is a table without rows."""
        listed = [list(row) for row in rows]
        if not listed:
            return
        used = [at for at in range(len(head)) if any(row[at] for row in listed)]
        lines = ["| " + " | ".join([head[at] for at in used]) + " |", "|" + " --- |" * len(used)]
        lines += ["| " + " | ".join([row[at] or "–" for at in used]) + " |" for row in listed]
        self._blocks.append("\n".join(lines))

    def mermaid(self, lines: Iterable[str]) -> None:
        """A diagram."""
        self._blocks.append("\n".join(["```mermaid", *lines, "```"]))

    def source(self, text: str, language: str, margin: dict[int, list[str]]) -> None:
        """The text of a file with line numbers, and above a line what is known of it."""
        mark = "#" if language == "python" else "//"
        lines = []
        for number, line in enumerate(text.split("\n"), 1):
            lines += [f"      {mark} ▸ {clean(note)}" for note in margin.get(number, ())]
            lines.append(f"{number:>5} {line.expandtabs(2)}".rstrip())
        fence = "```"
        while any(line.lstrip().startswith(fence) for line in lines):
            fence += "`"
        self._blocks.append("\n".join([f"{fence}{language}", *lines, fence]))

    def text(self, listed: int = 3) -> str:
        """The page; headings down to level `listed` are in its table of contents."""
        parts = [f"<!-- {self._banner} -->", f"# {escape(self.title)}", f"> {self._banner}"]
        entries = [
            (level, f"[{escape(text)}](#{anchor})") for level, text, anchor in self._headings if 2 <= level <= listed
        ]
        if len(entries) > 1:
            parts.append(f"**{self._contents}**")
            if len(entries) > _LISTED and len({level for level, _ in entries}) == 1:
                parts.append(" · ".join([entry for _, entry in entries]))
            else:
                parts.append("\n".join([f"{'  ' * (level - 2)}* {entry}" for level, entry in entries]))
        return "\n\n".join([*parts, *self._blocks]) + "\n"


def mermaid_text(text: str) -> str:
    """Words inside a node of a diagram."""
    return clean(text).replace('"', "'").replace("<", "&lt;").replace(">", "&gt;")
