"""The files that lines without their file may be of, beside the one that was cited last."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page


class FilesPerhaps:
    """The files that the lines of a document may be of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._around: dict[int, list[str]] = {}

    def of(self, one: Citation) -> list[str]:
        """The files that lines without their file may be of, and those beside them.

        That are those of the section, of the headings above it and of the text before the first of them, or all of the
        document where nothing near names one; and those that define the names of the line.
        """
        page = self.page
        begins = page.section_begins(one.line)
        if begins not in self._around:
            spans = [(1, page.section_ends(1)), (begins, page.section_ends(begins))]
            near = [each for first, last in spans for line in range(first, last + 1) for each in page.on(line)]
            targets = dict.fromkeys(each.target for each in near if each.kind in ("path", "path:line"))
            named = [path for target in targets for path in self.known.resolve(target)]
            self._around[begins] = [*dict.fromkeys([*named, *page.files_of_section(one.line)])]
        files = [*page.files_meant(one), *(page.files_perhaps if one.supposed else self._around[begins])]
        names = [each for each in page.on(one.line) if each.kind in ("symbol", "op")]
        files += [place.path for each in names for place in page.meant(each.target)]
        return [*dict.fromkeys([*files, *[other for path in files for other in self.known.beside(path)]])]
