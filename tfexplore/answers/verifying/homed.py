"""How people say that a thing belongs to a file, beside that it is defined there: "`A` is private to `x.py`".

`A` 是 `x.cc` 中的一个类, "`x.cc` is home to `A`", and an item that ends so: "**`A`** - winds. Found in `x.cc`."
Nothing here knows the tree: as in `wording`, the words between two citations say what is claimed.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying import prose
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation

#: Letters between a name and a file, lines from an item's name to its file, and names in it, at most.
MAX_LETTERS, MAX_LINES, MAX_NAMES = 80, 6, 12

_FILE = r"(?:\s?(?:the\s)?(?:source\s)?(?:file|module|header)\b|\s?(?:源?文件|模块|头文件))?[\s`*\[(]*"
#: What something is that need not be in the file it is said of: a copy "from" there, a replacement "in" there.
_NO_PART = (
    r"(?:copy|port|rewrite|fork|translation|replacement|successor|counterpart|departure|caller|user|client|bug|typo)"
)
_KINDS = r"(?:class|struct|function|method|macro|helper|functor|stage|constant|enum|subclass)"
_KINDS_ZH = r"(?:类|函数|方法|宏|常量|结构体|枚举|阶段类?|模板|子类)"
#: Words that say that a thing is the file's own.
_OWN = regex(
    rf"[`*]*\s(?:is|are)(?:\s(?:both|all|only|just|itself))?\s(?:private|local|internal)\s(?:to|in|within){_FILE}"
    rf"|[`*]*\s?(?:仅|只|都|均)?(?:是)?私有于{_FILE}",
    re.I,
)
#: Words that say that a thing is there.
_THERE = regex(
    r"[`*]*,?(?:\s(?:which|that))?\s(?:"
    r"(?:belongs?|belonging)(?:\sonly)?\sto|(?:comes?|coming|stems?|stemming|originates?)(?:\sonly)?\sfrom"
    r"|(?:(?:is|are)\s)?(?:imported|exported|taken|borrowed)\sfrom"
    r"|(?:is|are)\s(?:tucked\saway|buried|hidden|nested|spelled\sout|written|coded|to\sbe\sfound|at\shome)"
    r"(?:\sdeep(?:ly)?)?\s(?:in|inside|within)"
    r"|(?:for\s(?:it|this|that)\s)?(?:stands|sits)\s(?:in|inside)|to\sbe\sfound\s(?:in|inside)|(?:liegt|steht|lebt|sitzt|befindet\ssich|findet\ssich)\s(?:in|im)"
    r"|has\sits\s(?:home|place|definition|body)\s(?:in|inside)"
    r"|whose\s(?:body|code|definition|implementation|source)\s(?:you|one|we)\s(?:(?:can|will|may)\s)?finds?\s(?:in|at|on)"
    r"|(?:is\s)?(?:one|another|some|part|among)\s(?:of\s)?(?:the\s)?(?:[a-z-]{1,20}\s){1,4}?(?:in|of|inside|from)"
    rf"|is\san?\s(?!(?:[a-z-]{{1,20}}\s){{0,3}}{_NO_PART}\b)(?:[a-z-]{{1,20}}\s){{1,4}}?(?:in|inside|within|from)"
    rf"){_FILE}"
    rf"|[`*]*\s?(?:这个{_KINDS_ZH})?\s?(?:就|也|都|均|只|全部)*(?:属于|来自于?|出自|源自|取自|藏在|就在|就位于){_FILE}"
)
#: What something is called between its name and its file: "`A`, a struct declared in", "`A` (the class is defined in".
_SAID_TO_BE = r"(?:(?P<{0}>defined|declared|implemented)|found|kept|located|living|tucked\saway)"
_APPOSED = regex(
    rf"[`*]*,\s(?:an?|the)\s(?!(?:[a-z-]{{1,20}}\s){{0,3}}{_NO_PART}\b)(?:[a-z-]{{1,20}}\s){{0,4}}?{_KINDS}(?:\s(?:that|which)\sis)?"
    rf"\s(?:also\s)?{_SAID_TO_BE.format('first')}\s(?:in|inside){_FILE}"
    rf"|[`*]*,\s(?:an?|the|another)\s(?!(?:[a-z-]{{1,20}}\s){{0,3}}{_NO_PART}\b)(?:[a-z-]{{1,20}}\s){{0,4}}?{_KINDS}"
    rf"\s(?P<fifth>of|in|from|inside|within){_FILE}"
    rf"|[`*]*\s?[(（](?:the|this|that)\s{_KINDS}(?:\sitself)?\s(?:is|lives|sits)(?:\s{_SAID_TO_BE.format('second')})?"
    rf"\s(?:in|inside){_FILE}"
    rf"|[`*]*,\s(?:which|that)\s(?:you|one)\s(?:(?:can|will|may)\s)?(?:find|see)\s(?:in|inside){_FILE}"
    rf"|[`*]*,\s(?P<third>both|all)(?:\sof\s(?:them|which))?(?:\s(?:defined|declared|implemented|found))?\s(?:in|inside){_FILE}"
    rf"|[`*]*\s?[,，(（]\s?(?:(?:是|它是)?一?[个种])?[^，。；;`（）()]{{0,10}}{_KINDS_ZH}[,，]?的?\s?(?:(?P<fourth>声明|定义|实现)|位)[在于]{_FILE}",
)
#: "is one of `x.cc`'s classes", 是 `x.cc` 中的一个类: what stands before the file, and behind it.
_ONE_OF = regex(r"[`*]*\s(?:is|are)\s(?:(?:one|another|some|two|both)\sof\s)?[`*\[(]*")
_ITS_KINDS = regex(rf"[`*]*(?:'s|’s)\s(?:[a-z-]{{1,20}}\s){{0,3}}?{_KINDS}(?:e?s)?(?=[\s.,;:]|$)")
_IS = regex(r"[`*]*\s?(?:这个类)?(?:就|也|都|均|只|其实)?[是为]\s?(?:文件\s?)?[`*\[]*")
_ENDS_ZH = r"(?=\s*(?:[,，.。;；:：、)）|]|$))"
_IN_IT = regex(rf"[`*]*\s?(?:文件)?(?:(?:里面?|之?中|内)?的\s?)(?:一?[个种]\s?)?(?:\w{{0,8}}?){_KINDS_ZH}{_ENDS_ZH}")
#: `A`，值是 `"b"`，这个常量定义在 `x.cc`: what it is stands between.
_THIS_ONE = regex(
    rf"[`*]*\s?[,，][^。;；]{{0,40}}[,，]\s?[这该]个?{_KINDS_ZH}(?:就|都)?(?:定义|实现|声明)[在于]{_FILE}"
)
#: "Die Klasse `A` ist in `x.py` definiert".
_GERMAN = regex(r"[`*]*\s(?:ist|sind|wird|werden|wurde)\s(?:[a-zäöü]+\s){0,2}?(?:in|im)\s[`*\[]*")
_DEFINED_DE = regex(r"[`*\])]*\s(?:definiert|deklariert|implementiert)\b")
#: What stands between a file and a name that it is home to.
_HOME = regex(
    r"[`*]*\s(?:also\s)?(?:is\s(?:also\s)?(?:the\s|a\s)?home\s(?:to|of|for)|houses|hosts|provides|offers)"
    rf"\s(?:(?:the|a|an|its|our|both)\s)?(?:[a-z-]{{1,20}}\s)?(?:{_KINDS}\s)?[`*\[]*"
    rf"|[`*]*\s?(?:文件)?(?:(?:里面?|之?中|内)还?有|存放着?了?|(?:里面?|之?中|内)?(?:还|也)?提供了?)\s?(?:一?[个种])?\s?(?:私有|内部|辅助|静态)*{_KINDS_ZH}?\s?[`*\[]*"
)
#: And between a source and what it calls: of Python anybody has files that do.
_CALLS = regex(
    r"[`*]*\s(?:(?:also|then|again|still)\s)?(?:calls|invokes|mentions)\s(?:the\s)?`"
    r"|[`*]*\s?(?:文件)?(?:里面?|之?中|内)?(?:会|也|还|直接|又)*(?:调用|用到)了?\s?`"
)

#: How an item or a paragraph begins that is of the name behind it, and what then stands before what it says of that.
_HEAD = regex(r"[\s>:*`\[#+-]*(?:\d{1,3}[.)、]\s*)?[*`\[]*")
_SAYS = regex(r"(?:\([^()]{0,80}\))?[`*\]]*\s?(?:[—–:：-]{1,2}(?=[\s*]|[^\x00-\x7f])[*]*|$)")
#: A sentence of such an item that says no more than where the thing is.
_FOUND_IN = regex(
    r"\W*(?:(?:You|One)\s(?:(?:can|will|may)\s)?finds?\s(?:it|this)\sin"
    r"|(?:It\s(?:is\s)?|This\s(?:is\s)?)?(?:found|defined|declared|implemented|located|lives|sits|resides|kept)\s(?:in|inside)"
    r"|(?:its\s)?(?:definition|implementation|source|file|location)(?:\s?:|\sis(?:\sin)?)"
    r"|[它其]?(?:位于|定义[在于]|实现[在于]|声明[在于]|出自|写在)|(?:所在)?(?:文件|位置|源码)\s?(?:[:：]|[是为在]))"
    rf"\**{_FILE}",
    re.I,
)
_OVER = regex(r"[`*\])）里中内]*\s*(?:$|[.。;；,，]\s*(?:$|[^\W\da-z]|[`*]))")
_SENTENCE = regex(r"[.;](?=\s)|[。；，]")


#: `A` 算尺寸(定义在 x.cc:12): what it does stands between.
_DONE_BY = regex(
    r"`\s?[^`，。；;,()（）]{1,24}\s?[(（]\s?"
    r"(?:其?定义[在于见]|(?:it is )?(?:defined|implemented) (?:at|in|on))\s?[`*\[]*"
)
#: `A`，从第 12 行开始: what stands before the place, and behind it.
_FROM_ZH = regex(r"[`*]*\s?(?:这个)?(?:类|函数|宏|方法|结构体?)?的?(?:定义|实现|声明)?\s?[,，]?\s?从\s?[`*\[]*")
_ON_ZH = regex(r"[`*)\]]*\s?(?:开始|起)")


def forward(between: str, behind: str) -> str:
    """What the text from a name to a file claims by words of belonging, `behind` what follows the file.

    As of `wording.forward` it is `"defined"`, `"there"`, or nothing.
    """
    if len(between) > MAX_LETTERS:
        return ""
    behind = behind[:MAX_LETTERS]
    if _OWN.fullmatch(between) or _THIS_ONE.fullmatch(between):
        return "defined"
    if _GERMAN.fullmatch(between) and _DEFINED_DE.match(behind):
        return "defined"
    if _THERE.fullmatch(between):
        return "there"
    if _DONE_BY.fullmatch(between):
        return "defined"
    apposed = _APPOSED.fullmatch(between)
    if apposed is not None:
        return "defined" if any(apposed.groups()) else "there"
    if _ONE_OF.fullmatch(between) and _ITS_KINDS.match(behind):
        return "there"
    if _FROM_ZH.fullmatch(between) and _ON_ZH.match(behind):
        return "defined"
    return "there" if _IS.fullmatch(between) and _IN_IT.match(behind) else ""


def backward(between: str, path: str) -> str:
    """What the text from a file to a name claims by such words."""
    if len(between) > MAX_LETTERS:
        return ""
    calls = path.endswith((".cc", ".h")) and _CALLS.fullmatch(between)
    return "there" if calls or _HOME.fullmatch(between) else ""


def of_item(said: Sequence[Citation], lines: Sequence[str], position: int) -> Citation | None:
    """The name that an item, a paragraph or a definition is of, when the sentence with a file says only where it is.

    None where other names stand between, which the sentence may be said of.
    """
    path = said[position]
    if path.fenced or path.kind != "path" or lines[path.line - 1].lstrip().startswith("|"):
        return None
    number = path.line
    while number > max(1, path.line - MAX_LINES) and prose.wrapped(lines, number):
        number -= 1
    if lines[number - 1].startswith(": ") and number > 1:  # of a list of definitions
        number -= 1
    begins = max(0, path.column - 1 - 2 * MAX_LETTERS)
    before = lines[path.line - 1][begins : path.column - 1]
    if path.line > number and not begins:
        before = lines[path.line - 2][-MAX_LETTERS:] + " " + before.lstrip()
    ends = [match.end() for match in _SENTENCE.finditer(before)]
    if not ends and not before.startswith(": "):
        return None
    sentence = before[ends[-1] if ends else 1 :]
    if len(sentence) > MAX_LETTERS or not _FOUND_IN.fullmatch(sentence):
        return None
    if not _OVER.match(lines[path.line - 1], path.end_column):
        return None
    above = [one for one in said[max(0, position - MAX_NAMES) : position] if one.line >= number]
    if not above or above[0].line != number or above[0].kind not in ("symbol", "op"):
        return None
    if above[0].column > MAX_LETTERS:
        return None
    head, *others = above
    text = lines[number - 1]
    if not _HEAD.fullmatch(text, 0, head.column - 1) or not _SAYS.match(text, head.end_column):
        return None
    return head if not any(_stands_alone(lines, one) for one in others) else None


def _stands_alone(lines: Sequence[str], one: Citation) -> bool:
    """Whether a citation is no mere part of some code: a file, a name in prose, or one that is all of its span."""
    text = lines[one.line - 1]
    whole = text[one.column - 2 : one.column - 1] == "`" and text[one.end_column : one.end_column + 1] in ("`", "(")
    return one.kind not in ("symbol", "op") or whole or not one.in_code
