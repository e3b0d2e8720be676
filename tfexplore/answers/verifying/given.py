"""Values that a document gives to the members of what it names before them: "`Options` (x.h:12): `width = 2`".

A member is a field or a value of an enumeration of protocol buffers (with its number), an enumerator, a field of a
struct that is initialized, an attr of an op or a parameter of a function that has a default. Which of these a list
gives is told by those that are right, or by the words; an enumerator's number can be nothing else.
"""

from __future__ import annotations

import re
from collections import Counter

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, wording
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.held_values import HeldValues
from tfexplore.answers.verifying.page import ITEM
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.held_values import Held
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a paragraph that is read, and names before a value that it may be of.
MAX_LETTERS, MAX_NAMES = 4_000, 8
#: As many numbers in a row behind names are those of fields, when most of them are.
ENOUGH_NUMBERS = 3
#: Defaults of a list that are right, for each that is not, where the words before it say anything.
ENOUGH_DEFAULTS = 3

_GIVEN = regex(r"`(?P<name>[A-Za-z_]\w*)\s?=\s?(?P<value>[^`=\n][^`\n]{0,60})`", re.A)
#: "`name` 3", in a row.
_NUMBERED = regex(
    r"`(?P<name>[A-Za-z_]\w*)`\s(?P<value>\d{1,4})(?=\s?(?:[,，、;；)）。]|\.(?:\s|\Z)|and\b|和|\Z|\n))", re.A
)
_VALUE = (
    r"`?(?P<value>-?\d+(?:\.\d+)?(?:e-?\d+)?|true|false|True|False|None|nullptr|'[^'`\n]{0,40}'|\"[^\"`\n]{0,40}\"|DT_[A-Z0-9]+)`?"
    r"(?![\w%]|\.\w)"
)
#: "`name` defaults to `3`", `name` 默认为 3, 默认值为 `3` 的 `name`.
_DEFAULTED = (
    regex(
        r"`(?P<name>[A-Za-z_]\w*)`\s?(?:(?:field|member|flag)\s)?(?:defaults? to|starts? (?:out )?(?:as|at|with)"
        r"|is initially|is initiali[sz]ed (?:to|with|as)|(?:的)?(?:默认|初始)值?(?:为|是)?|\((?:default|defaults to):?)"
        rf"\s?{_VALUE}",
        re.A,
    ),
    regex(
        r"`(?P<name>[A-Za-z_]\w*)`,?\s(?:(?:which\s)?is\s)?an?\s"
        r"`?(?:bool|int|float|string|list|boolean|integer|flag)`?,?\s"
        r"(?:whose default(?: value)? is|with (?:the )?default(?: value)?(?: of)?|that defaults to|defaulting to)\s"
        rf"{_VALUE}",
        re.A,
    ),
    regex(rf"默认值?(?:为|是)\s?{_VALUE}\s?的\s?`(?P<name>[A-Za-z_]\w*)`", re.A),
)
#: That somebody gives a value, or would, so that it need be no default.
_SET = regex(
    r"\b(?:with|when|if|where|set|sets|setting|pass|passes|passing|use|uses|using|call|calls|called|instead|example|e\.g|not|was|were|"
    r"should|would|could|our|we|you|older|newer|later|becomes?|test|overrid\w+|make|makes|from|change\w*)\b"
    r"|传|设|(?<!常)用|改|如果|若|当|例如|比如|调用|旧|我们|自己|不是|时|给|取|测试|覆盖",
    re.I,
)
#: What says behind a value that it is another's: "in `MyLoom`".
_ELSEWHERE = regex(
    r"[`*]*\s?(?:in|of|for|when|if|unless)\s|[`*]*\s?[(（]在"
    r"|[`*]*\s?(?:也?[是被]?写死|固定)|[`*]*\s(?:is|are|was|gets) (?:hard-?(?:coded|wired)|fixed)\b"
    r"|[`*]*\s(?:(?:is|are|was|gets) (?:refused|rejected|unsupported|not (?:supported|allowed)|an error|illegal"
    r"|invalid|ignored)|raises|fails)\b|[`*]*\s?(?:(?:一律|都|会|直接)*(?:报错|返回|抛出)?\s?`(?:Unimplemented|InvalidArgument)`|会报错|会?被?拒绝|不支持|不允许|无效)"
)
#: That somebody makes the thing: "we make a `Loom` of:".
_MADE = regex(
    r"\b(?:we|I|you|make|makes|creates?|calls?|uses?|pass|with)\b[^.;。；:：`]{0,30}[`*]*\Z|(?:我们|调用|创建|用)[^。；:：`]{0,12}[`*]*\Z",
    re.I,
)
_DEFAULT = regex(r"(?<![A-Za-z])defaults?(?![A-Za-z])|默认|缺省", re.I)
#: What stands between a name and the defaults of its members, and says nothing else.
_NEUTRAL = regex(
    r"(?:[\s\d,，、;；:：.。()（）\[\]*/→>=|–—-]|默认(?:值)?(?:都)?(?:为|是)?"
    r"|(?<![a-z])(?:defaults?|parameters?|arguments?|lines?|base class|class|and|in|at|to|is|its"
    r"|(?:has|takes),? among others|L)(?![a-z])"
    r"|构造函数|参数|字段|成员|声明|定义|基类|以及|第|行|类|于|在|和|与|为|是|的)*",
    re.I,
)
#: What makes a value that of a parameter, alone between it and a function: "`weave` (`loom.py:12`) has".
_HAS = regex(r"`\*{0,2}\s?(?:[(（][^()（）]{1,80}[)）]\s?)?(?:(?:also|only|still)\s)?(?:has|有|带有?)\s?`")
#: How what stands before a default ends that says that it is one: "whose step defaults to".
_TOLD = regex(r"(?:\bdefaults? (?:to|is|of|being)|(?:默认|缺省)值?(?:为|是)|\bwhose)\s*[`*]*\s*\Z", re.I)
#: What is no text around code: other code, the addresses of links.
_NO_PROSE = regex(r"`[^`\n]*`|\]\([^)\s]*\)|(?<![\w/])(?:[\w-]+/)*[\w-]+\.(?:py|cc|h|proto)\b(?::\d+)?")
#: What stands between the pairs of a list.
_NEXT = regex(r"[\s,，、;；]*(?:and|和|与|及|以及)?\s*(?:(?:the|a|map|repeated|optional|flags?|oneof)\s){0,3}")
#: What ends a paragraph that a list follows.
_ANNOUNCES = regex(r"[:：][\s*_]*\Z")
#: The place of a thing, and what it has behind a colon: "(`loom.py:12`): `width=2`".
_AT_ITS_PLACE = regex(r":\d+`?\s?[)）]\s?[:：]")
_CONSTANT = regex(r"[A-Z][A-Z0-9_]+|k[A-Z]\w+", re.A)


#: Code that stands in the document without a fence: `message Loom {`.
_BRACES = regex(r"\{[ \t]*$|^[ \t]*\}", re.M)


class _Pair(Record):
    """A value that is given to a member: where it and the whole are, what is cited; `told` to be a default."""

    name: str
    value: str
    value_at: int
    at: int
    end: int
    text: str
    told: bool


class _Wrong(Record):
    """A pair that its member does not have, the owner of that, and where this is named."""

    pair: _Pair
    owner: str
    at: int
    held: Held


class Given(Check):
    """The checks of values that are given to members of what is named before them."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._values = HeldValues(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each value that the member has not, where others of its list are right or it is told."""
        rows = [row for one in self.page.paragraphs for row in prose.by_rows(one)]
        for one in (*rows, *self._lists()):
            if "`" not in one.text or len(one.text) > MAX_LETTERS:
                continue
            if not _BRACES.search(one.text):
                for pairs in (_pairs(one.text), _numbered(one.text)):
                    if pairs:
                        yield from self._judged(one, pairs)

    def _lists(self) -> Iterator[Paragraph]:
        """Each list, with the paragraph that announces it, as one text: "The defaults of `Loom`:" above its items."""
        above: Paragraph | None = None
        items: list[Paragraph] = []
        for one in (*self.page.paragraphs, None):
            if one is not None and ITEM.match(one.text) and not one.text.lstrip().startswith("|"):
                items.append(one)
                continue
            if above is not None and items and _ANNOUNCES.search(above.text):
                yield prose.joined([above, *items])
            above, items = one, []

    def _judged(self, one: Paragraph, pairs: Sequence[_Pair]) -> Iterator[Verdict]:
        said = [each for number in one.numbers for each in self.page.on(number) if each.kind in ("symbol", "op")]
        named = [(one.offset(each.line, each.column), each) for each in said if each.target not in self.page.own]
        named = [each for each in named if not any(pair.at <= each[0] < pair.end for pair in pairs)]
        right: Counter[str] = Counter()
        wrong: list[_Wrong] = []
        strange: list[tuple[_Pair, Sequence[tuple[int, Citation]]]] = []
        last = 0  # where the pair before ends, which is of something
        for pair in pairs:
            before = [(at, each) for at, each in named if at + len(each.text) <= pair.at][-MAX_NAMES:]
            holding = [
                (owner, at, held)
                for at, owner in reversed(before)
                for held in self._values.of(owner.target, pair.name, pair.value, pair.told)
            ]
            fitting = [owner for owner, _, held in holding if held.fits]
            if fitting:
                right[fitting[0].target] += 1
            elif holding:
                owner, at, held = holding[0]
                wrong.append(_Wrong(pair, owner.target, at + len(owner.text), held))
            elif last and _NEXT.fullmatch(one.text, last, pair.at - 1):
                strange.append((pair, before))
            last = pair.end
        differing = Counter(each.owner for each in wrong)
        for each in wrong:
            behind = _ELSEWHERE.match(one.text, each.pair.end) is not None
            between = one.text[each.at : each.pair.at]
            made = _MADE.search(one.text, 0, each.at - len(each.owner)) is not None and not _TOLD.search(between)
            row = one.text.startswith("|")
            if (
                not behind
                and not made
                and not (row and _SET.search(self.page.header_at(one.numbers[0], each.pair.at + 1)))
                and not _is_proposed(one, each.pair)
                and self._is_told(between, each, right[each.owner], differing[each.owner])
            ):
                default = each.held.kind == "default" and not each.pair.told
                at, text = (each.pair.value_at, each.pair.value) if default else (each.pair.at, each.pair.text)
                cited = one.cited(at, text, each.pair.name)
                detail = f"it is {each.held.value} in {each.owner}"
                yield self.page.verdict(cited, "differs", each.held.where, (), detail)
        if len(strange) == 1 and not _is_proposed(one, strange[0][0]):
            yield from self._strange(one, *strange[0], right)

    def _is_told(self, between: str, one: _Wrong, right: int, wrong: int) -> bool:
        """Whether a value is certainly meant as that of its member, by what stands before it and by the others."""
        words = _NO_PROSE.sub(" ", between.strip("`"))
        if _SET.search(words) or wording.goes_over_to_a_class(words):
            return False
        # A function has its parameters' defaults; an object of a class may have been given others.
        of_a_function = not parts_of(one.owner)[-1][:1].isupper()
        if one.held.kind == "default" and wrong == 1 and of_a_function and _HAS.fullmatch(between):
            return True
        if one.held.kind == "default" and right >= 2 and wrong == 1 and _AT_ITS_PLACE.search(between):
            return True
        if one.held.kind == "default" and not _NEUTRAL.fullmatch(words) and not _TOLD.search(between):
            # Else they may be what somebody gives.
            return right >= ENOUGH_DEFAULTS * wrong or (one.pair.told and right >= wrong == 1)
        sure = one.held.kind in ("enumerator", "attr") or one.pair.told or _DEFAULT.search(words) is not None
        return wrong <= right or (wrong == 1 and sure)

    def _strange(
        self, one: Paragraph, pair: _Pair, before: Sequence[tuple[int, Citation]], right: Counter[str]
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on what is no value of the enumeration that has others of its list."""
        if not re.fullmatch(r"-?\d{1,9}", pair.value):
            return
        enough = 1 if _CONSTANT.fullmatch(pair.name) else ENOUGH_NUMBERS
        owner = next((each for _, each in reversed(before) if right[each.target] >= enough), None)
        where = self._values.lacks(owner.target, pair.name) if owner is not None else None
        if owner is not None and where is not None and pair.name not in self.page.own:
            cited = one.cited(pair.at, pair.text, pair.name)
            yield self.page.verdict(cited, "not found", where, (), f"no value of {owner.target}")


def _is_proposed(one: Paragraph, pair: _Pair) -> bool:
    """Whether the sentence of a pair speaks of what is yet to be, or is somebody's own."""
    spans = prose.sentences(one.text)
    return any(
        disclaimers.proposed(_NO_PROSE.sub("`", one.text[first:last]))
        for first, last in spans
        if first <= pair.at < last
    )


def _pairs(text: str) -> list[_Pair]:
    """What a paragraph gives in code, or says that the default is."""
    found = [
        _Pair(m["name"], m["value"], m.start("value"), m.start() + 1, m.end(), m[0][1:-1], False)
        for m in _GIVEN.finditer(text)
    ]
    for pattern in _DEFAULTED:
        for match in pattern.finditer(text):
            at = match.start("name")
            value = match["value"], match.start("value")
            found.append(_Pair(match["name"], *value, at, match.end(), match["name"], True))
    return sorted(found, key=lambda one: one.at)


def _numbered(text: str) -> list[_Pair]:
    """The names of a paragraph with a number right behind each, where there are several."""
    found = list(_NUMBERED.finditer(text))
    pairs = [
        _Pair(m["name"], m["value"], m.start("value"), m.start() + 1, m.end(), f"{m['name']}` {m['value']}", False)
        for m in found
    ]
    return pairs if len(pairs) >= ENOUGH_NUMBERS else []
