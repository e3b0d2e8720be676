"""The function that a block of code, or a line, is said to be in: "in `Executor::Run`:", "x.cc:12, inside `Run`"."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.branches import is_in_branch_of
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declared import FUNCTIONS
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: What stands before the function, and behind it up to the end of the line above a block.
_BEFORE = regex(r"(?:\b(?:functions?|methods?|in|inside|within|body of)|函数|方法|在|其中)\s*(?:the\s)?[`*\s]*$", re.I)
_BEHIND = regex(r"[`*)]*(?:\(\))?[`*]*\s*(?:里|中|内)?\s*(?:[(（][^()（）]{0,80}[)）])?\s*[:：]\s*$")
#: A place in brackets on a line of its own, below the line with the function.
_PLACE = regex(r"\s*[(（][^()（）]*[)）]\s*[:：]\s*")
#: What stands between a line and the function that it is said to be in.
_INSIDE = regex(
    r"[`*)\]]*,?\s(?:i\.e\. )?(?:inside|within|in the body) (?:of )?(?:the (?:function|method) )?[`*]*(?=[\w:.~]+[`(])"
)
#: What stands between a line and the class that it is said to be in, perhaps with one of its methods.
_IN_CLASS = regex(
    r"[`*)\]]*(?:\s?(?:起|开始|处|附近))?[,，]?\s?(?:(?:on|ff)\.?,?\s)?(?:"
    r"(?:in|inside|within) (?:the )?(?:`[\w.]+(?:\(\))?` (?:method )?of )?(?:the )?class [`*]*(?=[\w:.]+`)"
    r"|(?:位于|在)(?:类)\s?[`*]*(?=[\w:.]+`))"
)
#: What says of the block above where it stands.
_IT_STANDS = regex(
    r"(?:\b(?:[Tt]he|[Tt]his|[Tt]hat) (?:snippet|block|excerpt|code|quotation|fragment|listing)(?: above)? "
    r"(?:is(?: from| taken from)?|stands|sits|lives|starts|begins|comes from)(?: (?:at|in|on))?"
    r"|(?:这|上面?的?这?|该)段?(?:代码|片段)(?:在|位于|出自|来自|取自|见))\s?[`*(\[]*\Z"
)
#: The same of the function that has the block.
_FUNCTION_BEGINS = regex(
    r"\b[Tt]he (?:whole )?(?:function|method)(?: itself)? (?:starts|begins|is defined) (?:at|in|on)\s?[`*(\[]*\Z"
    r"|(?:该|这个|整个)?函数(?:本身)?(?:从|始于|起于)\s?[`*(\[]*\Z"
)
#: Lines between such a sentence and the block's last one.
MAX_BEHIND = 8
#: Empty lines between that line and the block, and lines around a definition that a block may have as well.
MAX_EMPTY, AROUND = 2, 6


class Withins(Check):
    """The checks of the functions that blocks are said to be in."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every function that is introduced as a block's and does not have it, where another has."""
        for position, one in enumerate(self.page.said):
            if one.kind == "quotation" and position in self.page.quoted:
                name = self._introduced(one)
                if name is not None:
                    yield from self._judged(name, position)

    def _introduced(self, one: Citation) -> Citation | None:
        """The function that the line above a block ends with."""
        number = one.line - 2  # the line above the fence
        while number > one.line - 2 - MAX_EMPTY and number > 0 and not self.page.text_lines[number - 1].strip():
            number -= 1
        place = ""
        if number > 1 and _PLACE.fullmatch(self.page.text_lines[number - 1]):
            place = " " + self.page.text_lines[number - 1].strip()
            number -= 1
        text = self.page.text_lines[number - 1] + place if number > 0 else ""
        said = [each for each in self.page.on(number) if each.kind == "symbol" and each.in_code] if text else []
        if not said or disclaimers.sketch(text):
            return None
        last = said[-1]
        fits = _BEHIND.match(text, last.end_column) and _BEFORE.search(text[: last.column - 1])
        return last if fits else None

    def _judged(self, name: Citation, position: int) -> Iterator[Verdict]:
        compared = self.page.quoted[position]
        places = [place for place in self.page.meant(name.target) if place.kind in FUNCTIONS]
        here = [place for place in places if place.path == compared.path]
        first, last = compared.line, compared.end_line
        if not here or any(
            place.line - AROUND <= last and first <= self.known.end(place) + AROUND for place in here
        ):  # fmt: skip
            return
        beside = {parts_of(each.target)[-1] for each in self.page.on(name.line) if each is not name}
        for symbol in self.known.functions_at(compared.path, first):
            if last <= self.known.end_of(symbol):
                if parts_of(symbol.name)[-1] in beside:
                    return  # which the line names as well
                where = Location(compared.path, first, last)
                yield self.page.verdict(name, "moved", where, (symbol.name,), f"what is quoted is in {symbol.name}")
                return


class Placed(Check):
    """The checks of lines at which the block above is said to stand."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line that is not that of the block right above it, which is of that file."""
        last: int | None = None
        for position, one in enumerate(self.page.said):
            if one.kind == "quotation":
                last = position
            if one.kind != "path:line" or one.fenced or last not in self.page.quoted:
                continue
            block = self.page.said[last]
            ends = block.line + block.code.count("\n") + 1
            compared = self.page.quoted[last]
            if one.line <= ends + MAX_BEHIND and compared.path in self.page.files_meant(one):
                yield from self._judged(one, compared)

    def _judged(self, one: Citation, compared: Compared) -> Iterator[Verdict]:
        """The verdict on a line that is said to be the block's, or to begin the function that has it."""
        before = self.page.around(one)[0]
        first, end = compared.line, compared.end_line
        if _IT_STANDS.search(before) and (one.end < first - AROUND or one.start > end + AROUND):
            yield self.page.moved(one, Location(compared.path, first, end), f"what is quoted is at line {first}")
        holding = self.known.functions_at(compared.path, first) if _FUNCTION_BEGINS.search(before) else []
        heads = [each.location for each in holding if end <= self.known.end_of(each)]
        if heads and all(abs(one.start - head.line) > AROUND for head in heads):
            yield self.page.moved(one, heads[-1], f"{holding[-1].name}, which has what is quoted, is at this line")


class Insides(Check):
    """The checks of the functions that cited lines are said to be in."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line that is said to be in a function of its file, and is in none of that name."""
        for one in self.page.said:
            if one.kind != "path:line" or one.fenced or not one.start:
                continue
            text = self.page.text_lines[one.line - 1]
            yield from self._in_class(one, text)
            match = _INSIDE.match(text, one.end_column)
            names = self.page.on(one.line) if match is not None else []
            name = next((each for each in names if match and each.column - 1 == match.end()), None)
            if name is None or name.kind != "symbol" or disclaimers.proposed(text) or self.page.strangers(one):
                continue
            files = self.page.files_meant(one)
            here = [p for p in self.page.meant(name.target) if p.kind in FUNCTIONS and p.path in files]
            lines = self.known.lines(here[0].path) if here else []
            if is_in_branch_of(one, [parts_of(name.target)[-1].encode()], lines):
                continue  # "inside `f`" is under `with f():`
            if here and not any(p.line - AROUND <= one.end and one.start <= self.known.end(p) + AROUND for p in here):
                where = Location(here[0].path, here[0].line, here[0].end_line)
                yield self.page.moved(one, where, f"{name.target} is at line {where.line}")

    def _in_class(self, one: Citation, text: str) -> Iterator[Verdict]:
        """The verdict on the class that a line is said to be in, where it is in a method of another."""
        match = _IN_CLASS.match(text, one.end_column)
        name = next((each for each in self.page.on(one.line) if match and each.column - 1 == match.end()), None)
        if name is None or name.kind != "symbol" or disclaimers.proposed(text) or self.page.strangers(one):
            return
        files = self.page.files_meant(one)
        here = [p for p in self.page.meant(name.target) if p.kind == "class" and p.path in files]
        if not here or any(p.line - AROUND <= one.end and one.start <= self.known.end(p) + AROUND for p in here):
            return
        for symbol in self.known.functions_at(here[0].path, one.start):
            owner = "".join(parts_of(symbol.name)[-2:-1])
            if owner and owner != parts_of(name.target)[-1]:
                where = Location(here[0].path, one.start, one.end)
                yield self.page.verdict(name, "moved", where, (owner,), f"line {one.start} is in {symbol.name}")
                return
