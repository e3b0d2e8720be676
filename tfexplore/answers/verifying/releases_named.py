"""Whether a document names a release other than the index's: what it shows of a run may be of that one."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.verifying.page import Page

_RELEASE = regex(
    r"(?:\b(?:tensorflow|tf|tf-nightly|tensorflow[-_]gpu)[-_ =@:]{0,3}(?:version|release|r|v)?[-_ =@:]{0,2}"
    r"|\bv|\br(?=\d\.\d{1,2}\b)|\b(?:version|release|branch|tag)[ :=]{1,3}v?)(?P<minor>[0-3]\.(?:\d{1,2}|x))(?!\w)",
    re.I,
)


def names_another(page: Page) -> bool:
    """Whether a document names a release of another minor version, or nightly builds."""
    tag = page.state.tag or ""
    own = ".".join(tag.lstrip("v").split(".")[:2])
    text = "\n".join(page.text_lines)
    return "nightly" in text.lower() or any(match["minor"].lower() != own for match in _RELEASE.finditer(text))
