"""Lines that a file does not have because they are another's: what the text says beside them stands on those there.

"The last include of `all.i` is `loom.i` (line 62)" is of the line that includes, and a number without a file behind a
long section may be of any file that the section has cited.
"""

from __future__ import annotations

from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.spelling import as_words, parts_of
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: Files of a document that are looked at, and names of a line.
MAX_FILES, MAX_NAMES = 24, 6
#: Citations above some lines that are looked at.
MOST_ABOVE = 1_000
#: Of several files that a name can mean, the likeliest.
MEANT = 3
#: How an interface file ends, and files of rules.
INTERFACE = ".i"
BUILDS = ("/BUILD", "/BUILD.bazel", ".bzl")
#: Letters of a name that stands on a line by no chance.
LONG = 8


def another_s(page: Page, one: Citation) -> Location | None:
    """Where lines are that their file is too short for; None where nothing tells."""
    if not page.known.has_tree:
        # A file of rules on the same line of the text, which may list it there.
        rules = [path for other in page.on(one.line) for path in page.known.resolve(other.target)[:1]]
        rules = [path for path in rules if path.endswith(BUILDS)]
        if one.target.endswith(INTERFACE):  # which another includes
            rules += [path for path in _files(page, one) if path.endswith(INTERFACE)]
            rules = [path for path in rules if page.known.marked_lines(path) >= one.end]
        return Location(rules[0], one.start, one.end) if rules else None
    file = one.target.rpartition("/")[2]
    names = [file] if not one.unnamed else [*_names(page, one)][:MAX_NAMES]
    if not names:
        return None
    whole = as_words([name.encode() for name in names])
    for path in _files(page, one):
        lines = page.known.lines(path)
        if len(lines) >= one.end and any(whole.search(line) for line in lines[one.start - 1 : one.end]):
            return Location(path, one.start, one.end)
    return None


def _names(page: Page, one: Citation) -> Iterator[str]:
    """The names of a line that are long enough to tell."""
    for other in page.on(one.line):
        name = parts_of(other.target)[-1] if other.kind == "symbol" else ""
        if len(name) >= LONG:
            yield name


def _files(page: Page, one: Citation) -> list[str]:
    """The files that are cited before some lines, the nearest first."""
    found: dict[str, None] = {}
    seen = {one.target}
    for other in islice(page.until(one.line), MOST_ABOVE):
        if other.kind not in ("path", "path:line") or other.target in seen:
            continue
        seen.add(other.target)
        meant = page.known.resolve(other.target)
        found.update(dict.fromkeys(meant[:MEANT]))
        if len(found) >= MAX_FILES:
            break
    return list(found)
