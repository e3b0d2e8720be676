"""What a document says of the devices that an op has kernels for: "`MaxPoolGradGrad` has kernels on CPU and GPU".

A clause is read that begins with ops as code, or goes on the one before it, says that they have kernels or are
registered, names devices, and denies nothing. Which types a kernel takes there is another matter.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.citations import Citation
from tfexplore.answers.verifying.prose import paragraphs
from tfexplore.index import kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Where a clause ends; a place in brackets is passed over.
_CLAUSE = re.compile(r"[;；,，:：|。]|[.!?](?=\s|$)")
_BRACKETS = re.compile(r"\([^()]{0,80}\)|（[^（）]{0,80}）")
#: The ops that a clause begins with.
_NAME = r"`\"?((?!DEVICE_)[A-Z]\w+)\"?`"
_OPS = re.compile(rf"[^`]{{0,24}}?((?:{_NAME}\s?(?:[、/]|and|or|和|与|及|以及)?\s?)+)", re.A)
#: What is said of them.
_HAS = re.compile(
    r"\s*(?:ops?\s+)?(?:has|have|(?:is|are)\s(?:also\s|both\s)?registered|comes?\swith|"
    r"(?:则|都|也|均|同时|分别|既){0,2}(?:有|注册))(?![A-Za-z])"
)
_KERNEL = re.compile(r"\bkernels?\b|\bregist|内核|核函数|kernel|注册", re.I)
_DEVICE = re.compile(r"(?<![\w-])(?:DEVICE_)?(CPU|GPU)s?(?![\w-])", re.A)
#: What makes it another statement.
_OTHERWISE = re.compile(
    r"\b(?:no|not|never|without|only|except|unless|neither|nor|from|to|between|instead|host|XLA\w*|TPU|plan\w*|will)\b|n't"
    r"|没|无|不|仅|只|除|缺|计划|打算|想|要",
    re.I,
)


class Devices:
    """The checks of the devices that ops are said to have kernels for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every device for which an op has no kernel that is said to have one."""
        for one in paragraphs(self.page.text_lines):
            if _KERNEL.search(one.text) and _DEVICE.search(one.text):
                yield from self._paragraph(one)

    def _paragraph(self, one: Paragraph) -> Iterator[Verdict]:
        text = _BRACKETS.sub(lambda match: " " * len(match.group()), one.text)
        before: list[str] = []  # of which the clause before speaks
        start = 0
        for end in [*[match.start() for match in _CLAUSE.finditer(text)], len(text)]:
            clause = text[start:end]
            begins = _OPS.match(clause)
            ops = re.findall(_NAME, begins[1]) if begins is not None else []
            behind = begins.end() if begins is not None else 0
            said = _HAS.match(clause, behind) or (re.match(r"\s*(?:并|都|也)?(?=注册在)", clause) if not ops else None)
            if said is not None and _KERNEL.search(clause) and not _OTHERWISE.search(clause):
                for device in _DEVICE.finditer(clause, said.end()):
                    yield from self._judged(one, start + device.start(), device, ops or before)
            sentence_over = text[end : end + 1] in (".", "。", "!", "?")
            before = [] if sentence_over else ops or before
            start = end + 1

    def _judged(self, one: Paragraph, at: int, device: re.Match[str], ops: list[str]) -> Iterator[Verdict]:
        index = self.known.index
        if device[1] == "GPU" and "cuda" not in index.state.build:
            return
        row, column = one.at(at)
        line = self.page.text_lines[row - 1]
        if wording.absent(line) or wording.proposed(line) or wording.foreign(line):
            return
        for op in ops:
            if op not in self.known.ops or op in self.page.own:
                continue
            having = {each for hidden in (False, True) for each, _ in kernels.devices_of(index, op, unlinked=hidden)}
            if having and device[1] not in having:
                text = device.group()
                said = Citation("op", text, row, column, text, in_code=True, end_column=column + len(text))
                yield self.page.verdict(
                    said, "not found", None, sorted(having)[:3], f"{op} has no kernel on {device[1]}"
                )
