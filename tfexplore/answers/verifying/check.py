"""What the checks of sentences, lists and tables share."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict


class Check:
    """The checks of one kind of what a document says; `needs_tree` where only the text of files tells."""

    needs_tree = False

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on all that is wrong, and on what is found where nothing else would say so."""
        raise NotImplementedError
