"""What the checks of sentences, lists and tables share."""

from __future__ import annotations

from operator import itemgetter

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a paragraph that is read for such forms; each place of it is looked at for each.
MAX_TEXT = 6_000


class Check:
    """The checks of one kind of what a document says; `needs_tree` where only the text of files tells."""

    needs_tree = False

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on all that is wrong, and on what is found where nothing else would say so."""
        raise NotImplementedError


class Forms(Check):
    """The checks of what a document says in some forms, each of which is a pattern over the text of a paragraph."""

    #: The forms, and what every paragraph has in which one is found.
    forms: tuple[re.Pattern[str], ...] = ()
    cue = "`"

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on everything that is said in one of the forms and is not so."""
        for one in self.page.paragraphs:
            if len(one.text) <= MAX_TEXT and self.cue in one.text:
                for match in (match for form in self.forms for match in form.finditer(one.text)):
                    yield from self._judged(one, match)

    def _behind(self, one: Paragraph, match: re.Match[str], most: int) -> Citation | None:
        """The first lines that are cited behind what is said, within so many letters."""
        found = [(at, each) for at, each in self.page.cited_in(one) if at >= match.end()]
        at, place = min(found, key=itemgetter(0), default=(0, None))
        return place if at - match.end() <= most else None

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        raise NotImplementedError
