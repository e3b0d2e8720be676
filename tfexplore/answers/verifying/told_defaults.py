"""Defaults that a paragraph tells in its words, with code marked as such or not.

"The defaults of Loom are: width is 2, depth is 1" and "`width` is kept; in `weave` it defaults to 2".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.functions import Signature
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: As many parameters that a paragraph gives a value are told as a function's defaults, when most of them are.
ENOUGH = 3
#: Classes of a file any of which a run may be of.
FEW_CLASSES = 4
#: Letters of a paragraph that is read, and names of it that may be the function's.
MAX_LETTERS, MAX_NAMES = 4_000, 12

_VALUE = (
    r"`?(?P<value>None|True|False|-?\d+(?:\.\d*)?(?:e-?\d+)?|'[^'\n`]{0,40}'|\"[^\"\n`]{0,40}\")`?(?![\w%])(?!\.\w)"
)
_TOLD = regex(
    r"(?<![\w.'\"])`?(?P<name>[a-z]\w{2,40})`?\s*(?:=|默认(?:值)?(?:是|为)?|是|为|defaults? to|is)\s*" + _VALUE, re.A
)
#: "`weave`: `width=2`, `depth=1`, ...".
ENOUGH_IN_A_RUN = 4
_LITERAL = r"(?:-?\d+(?:\.\d*)?(?:e-?\d+)?|True|False|None|'[^'`\n]{0,40}'|\"[^\"`\n]{0,40}\")(?![\w%(])"
_RUN = regex(
    rf"[:：]\s{{0,3}}((?:(?:`[a-z]\w*=[^`\n]{{1,40}}`|(?<![\w`.])[a-z]\w*={_LITERAL})"
    r"[,，、;\s]{0,4}(?:and |和|以及)?){4,40})",
    re.A,
)
_PAIR = regex(
    rf"`(?P<name>[a-z]\w*)=(?P<value>[^`\n]{{1,40}})`|(?<![\w`.])(?P<bare>[a-z]\w*)=(?P<literal>{_LITERAL})", re.A
)
_DEFAULT = regex(r"默认|缺省|(?<![A-Za-z])defaults?(?![A-Za-z])", re.I)
#: "in `weave` it defaults to 2", "`weave` 里默认是 2".
_IN_ZH = regex(
    r"(?<![\w.])`?(?P<function>_*[A-Za-z]\w{3,60}(?:\.\w{1,60}){0,5})`?\s*(?:里面?|中)\s*的?(?:默认|缺省)值?(?:是|为|取)?\s*"
    + _VALUE,
    re.A,
)
_IN = regex(
    r"(?<![A-Za-z])in `(?P<function>_*[A-Za-z]\w{3,60}(?:\.\w{1,60}){0,5})`,? (?:it|this|that one) "
    r"(?:defaults to|is by default) " + _VALUE,
    re.A,
)
#: How a line begins that is code, whatever it stands in.
_STATEMENT = regex(r"^\s*(?:def|class|return|import|if|for|with)\s.*[:(]|^\s*\w+=[^=\s]*,?\s*$|\"{3}", re.M | re.A)
_BESIDE = regex(r"`\s?在\s?\Z")
_CODE = regex(r"`([a-z]\w*)`", re.A)
_NOT_SO = otherwise("set|sets|pass|passes|older|newer", "传|设成|设为|改成|改为|旧|如果")


class ToldDefaults(Check):
    """The checks of defaults that are told without more than the words."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that is not the default of the function that it is told of."""
        for one in self.page.marked:
            if len(one.text) <= MAX_LETTERS and "=" in one.text and not _STATEMENT.search(one.text):
                yield from self._run(one)
            told = len(one.text) <= MAX_LETTERS and _DEFAULT.search(one.text) and not _STATEMENT.search(one.text)
            if told and not one.text.lstrip().startswith("|"):
                yield from self._listed(one)
                yield from self._within(one) if not disclaimers.proposed(one.text) else ()

    def _listed(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on a paragraph that lists values of parameters, most of them the defaults of a function."""
        told = [match for match in _TOLD.finditer(one.text) if not self._is_otherwise(one, match)]
        told = list({match["name"]: match for match in reversed(told)}.values())[::-1]
        if len(told) < ENOUGH or _DEFAULT.search(one.text[: told[-1].start()]) is None:
            return
        first, _ = prose.sentence_span(one.text, told[0].start())
        _, last = prose.sentence_span(one.text, told[-1].start())
        if disclaimers.proposed(one.text[first:last]):
            return
        best: list[tuple[re.Match[str], str, Signature]] | None = None
        for signature in self._signatures(one, told[0].start()):
            held = [match for match in told if signature.parameters.get(match["name"])]
            others = [(match, signature.other(match["name"], match["value"]), signature) for match in held]
            altered = [each for each in others if each[1]]
            if len(held) < ENOUGH or 2 * len(altered) >= len(held):
                continue
            best = altered if best is None else [each for each in best if each[0] in [other[0] for other in altered]]
        for match, other, signature in best or ():
            yield self._verdict(one, match, match["name"], other, signature)

    def _run(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdict on the one value of a run of parameters that is not the default, where all others are."""
        for run in _RUN.finditer(one.text):
            before = re.split(r"[.。;；]\s", one.text[: run.start()])[-1]
            if _DEFAULT.search(before) or _NOT_SO.search(before) or disclaimers.proposed(one.text):
                continue
            pairs = _PAIR.finditer(one.text, *run.span(1))
            told = [(each, each["name"] or each["bare"], each["value"] or each["literal"]) for each in pairs]
            cited = self._files_before(one, run.start())
            signatures = list(self._signatures(one, run.start())) or self._of_files(cited)
            found = []
            for signature in [each for each in signatures if each.where.path in cited] or signatures:
                held = [each for each in told if signature.parameters.get(each[1])]
                others = [(match, name, signature.other(name, value)) for match, name, value in held]
                altered = [each for each in others if each[2]]
                if len(held) >= ENOUGH_IN_A_RUN and len(altered) <= 1:
                    found.append([(*each, signature) for each in altered])
            if found and all(found):
                match, name, other, signature = found[-1][0]
                yield self._verdict(one, match, name, other, signature)

    def _files_before(self, one: Paragraph, end: int) -> set[str]:
        """The files that a paragraph cites before a place."""
        said = [each for number in one.numbers for each in self.page.on(number) if each.kind in ("path", "path:line")]
        return {
            path for each in said if one.offset(each.line, each.column) < end for path in self.page.files_meant(each)
        }

    def _within(self, one: Paragraph) -> Iterator[Verdict]:
        """The verdicts on the default of the parameter that the paragraph is of, in a function that is named."""
        for pattern in (_IN_ZH, _IN):
            for match in pattern.finditer(one.text):
                meant = self.page.functions.named(match["function"])
                named = dict.fromkeys(_CODE.findall(one.text[: match.start()]))
                found = [name for name in named if any(name in each.parameters for each in meant.found)]
                beside = _BESIDE.search(one.text, 0, match.start()) is not None  # which is read by other checks
                if len(found) != 1 or meant.unknown or beside or self._is_otherwise(one, match):
                    continue
                holding = [each for each in meant.found if each.parameters.get(found[0])]
                others = [each.other(found[0], match["value"]) for each in holding]
                if others and all(others):
                    yield self._verdict(one, match, found[0], others[0], holding[0])

    def _signatures(self, one: Paragraph, end: int) -> Iterator[Signature]:
        """The signatures of what a paragraph names before a place."""
        said = [each for number in one.numbers for each in self.page.on(number) if each.kind in ("symbol", "op")]
        named = [each.target for each in said if one.offset(each.line, each.column) < end]
        for name in list(dict.fromkeys(named))[-MAX_NAMES:]:
            yield from self.page.functions.named(name).found
        for each in [each for number in one.numbers for each in self.page.on(number) if each.kind == "path:line"]:
            if one.offset(each.line, each.column) < end:
                yield from self.page.functions.begun_at(each)

    def _of_files(self, paths: set[str]) -> list[Signature]:
        """The signatures of the classes of a file that has few."""
        names = [each.name for path in paths for each in self.known.inside(path) if each.kind == "class"]
        if len(paths) != 1 or not 0 < len(names) <= FEW_CLASSES:
            return []
        found = [each for name in names for each in self.page.functions.of_classes(name)]
        return [each for each in found if each.where.path in paths]

    def _is_otherwise(self, one: Paragraph, match: re.Match[str]) -> bool:
        """Whether the words before a value say that somebody gives it, or that it is not so."""
        clause = re.split(r"[,，;；。:：]", one.text[max(0, match.start() - 30) : match.start()])[-1]
        return _NOT_SO.search(clause + match[0]) is not None

    def _verdict(self, one: Paragraph, match: re.Match[str], name: str, other: str, signature: Signature) -> Verdict:
        group = "value" if match["value"] else "literal"
        said = one.cited(match.start(group), match[group], name)
        return self.page.verdict(said, "differs", signature.where, (), f"`{name}` is {other} there")
