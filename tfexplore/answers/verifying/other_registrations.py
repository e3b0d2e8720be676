"""Lines that are of the registration of an op which the text does not name: "`Weave` is declared (`loom_ops.cc:12`)".

Where the paragraph names one op before them that the same file registers, and none of those whose lines they are, that
op's are meant; so they are where an op is said to be declared at lines of no registration. An index knows all
registrations.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.registered import Registration
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters before such lines in which the op is named.
MAX_BEFORE = 400
#: What stands right before such lines: a bracket, or a word that says that something is there.
_AT = regex(r"(?:[(（]|\|\s*|\b(?:at|in|see|on)\s|[在见于]\s?)[`*\[]*\Z", re.I)
_OP = regex(r"(?<![\w.:/])[A-Z][a-z0-9]\w+", re.A)
#: That an op is declared, right before lines.
_DECLARED = regex(
    r"\b(?:declared|registered|`?REGISTER_OP`?)\s?(?:in|at|on)?\s?[(（]?[`*\[]*\Z|(?:声明|注册)[于在]?\s?[(（]?[`*\[]*\Z",
    re.I,
)
#: Lines around a registration that may be given for it.
NEAR = 12
#: What else may be declared there.
_PART = regex(r"function|helper|macro|constant|struct|class|函数|宏|常量|类", re.I)
_BUT = regex(r"\bbut\b|而是")
_OTHERWISE = otherwise(
    r"like|unlike|same|similar\w*|another|other|others|sibling\w*|next|neighbou?r\w*|before|after|above|below|than|too|also",
    "像|类似|另|其他|其它|同样|也|相邻|前面|后面|上面|下面",
)


class OtherRegistrations(Check):
    """The checks of such lines."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on all lines of another op's registration than the one which the text names."""
        for one in self.page.paragraphs:
            for row in prose.by_rows(one):
                for number in row.numbers:
                    for said in self.page.on(number):
                        if said.kind == "path:line" and not said.supposed and not said.fenced:
                            yield from self._judged(row, said)

    def _judged(self, one: Paragraph, said: Citation) -> Iterator[Verdict]:
        files = self.page.files_meant(said)
        found = self.known.registered(files[0]) if len(files) == 1 else ()
        every = [each for each in found if each.kind in ("op", "kernel")]
        here = [each for each in every if each.line <= said.start and said.end <= each.end_line]
        at = one.offset(said.line, said.column)
        before = one.text[:at]
        if not here and not (_DECLARED.search(before) and all(each.kind == "op" for each in every)):
            return
        begin, end = prose.sentence_span(one.text, at)
        sentence = _BUT.split(markdown.SPAN.sub("`", one.text[begin:end]))[-1]
        if not _AT.search(before) or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
            return
        text = f"{one.text}\n{self.page.above(said.line)}\n{self.page.heading(said.line)}".encode()
        names = {name for each in here for name in (each.op, lower_case(each.op), each.name)}
        if any(name and name.encode() in text for name in names):
            return
        lines = b"\n".join([line for path in files[:1] for line in self.known.lines(path)[said.start - 1 : said.end]])
        last = [span[2] for span in markdown.SPAN.finditer(before, max(0, at - MAX_BEFORE)) if span[2].isidentifier()]
        if any(stands(word, lines) for word in last[-2:]):
            return  # what is said right before the place stands there
        kinds = {each.kind for each in here or every}
        ops = {each.op: each for each in every if each.kind in kinds}
        named = [match for match in _OP.finditer(before, max(0, at - MAX_BEFORE)) if match[0] in ops]
        op = named[-1][0] if named else ""
        if not op or any(op in each.op for each in here):
            return  # a later version of it
        between = _BUT.split(markdown.SPAN.sub("`", before[named[-1].end() :]))[-1]
        meant = ops[op]
        if not here and (_near(said, meant) or _PART.search(between) or between.count("`") > 1):
            return
        if not (_OTHERWISE.search(between) or self.page.strangers(said) or op in self.page.own):
            where = Location(files[0], meant.line, meant.end_line)
            of = f"of {here[0].op}" if here else "of no registration"
            detail = f"line {said.start} is {of}; {op} is registered at line {meant.line}"
            yield self.page.moved(said, where, detail)


def _near(said: Citation, one: Registration) -> bool:
    """Whether lines are not far from a registration, as those of a remark above it are."""
    return one.line - NEAR <= said.end and said.start <= one.end_line + NEAR
