"""Quotations from packages beside the tree: Keras' applications and its preprocessing."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.model import Location

#: Citations before a quotation that may say which package it is from, and those that are next to it.
SPEAKING, NEXT = 8, 4


def package_of(page: Page, one: Citation, position: int) -> Location | None:
    """The package of a quotation that defines what a package beside the tree is known to define, or says so."""
    if one.language != "python":
        return None
    known = page.known
    for name in re.findall(r"^\s*(?:def|class)\s+(\w+)", one.code, re.M):
        place = known.externals.get(name)
        if place is not None and not any(p.path.endswith(".py") for p in known.places(name)):
            return place
    packages = {place.package: place for place in known.externals.values()}
    # What a block imports or speaks of says nothing of where it is from; a path in a remark above it does.
    remarks = [line for line in one.code.split("\n")[:2] if re.match(r"\s*#.*(?:/|\.py\b)", line)]
    said = "\n".join([one.intro, *remarks])
    for package, place in packages.items():
        if re.search(rf"(?<!\w){package}(?!\w)", said.replace("-", "_"), re.I):
            for other in reversed(page.said[max(0, position - SPEAKING) : position]):
                if other.kind == "path" or other.kind == "path:line":
                    inside = page.external_file(other.target)
                    if inside is not None and inside.package == package:
                        return inside
            return place
    for other in reversed(page.said[max(0, position - NEXT) : position]):
        if other.kind in ("path", "path:line") and other.line >= one.line - 4:
            inside = page.external_file(other.target)
            if inside is not None and not known.resolve(other.target):
                return inside
    return None


def of_the_tree(page: Page, one: Citation, position: int, package: str) -> bool:
    """Whether the sentence that introduces a quotation names a file of the tree for it, and not a package."""
    last = prose.sentence(one.intro, len(one.intro.rstrip(" :：*`")))
    targets = [path.target for _, path in page.introduced(one, position) if page.known.resolve(path.target)]
    named = any(target in last for target in targets) and disclaimers.introduces(last, "")
    return named and re.search(rf"(?<![\w/]){package}", last.replace("-", "_")) is None
