"""How people say that there are no such things as they name: "There is no `A` and no `B`", `A`、`B` 都不存在.

The words before and behind a name are read with the names of its list left out, and over the lines that they were
wrapped to. Nothing here knows the tree.
"""

from __future__ import annotations

import re

from tfexplore.patterns import regex

#: Letters before and behind a name that are read.
NEAR = 240
#: What a name is: code, or a word that only code has (`GatherV3`, `gather_v3`, `a::b`).
_NAMED = regex(
    r"`[^`]{1,80}`(?:\s?[(（][^()（）`]{0,40}[)）])?"
    r"|(?<![\w.:])(?=\w{0,60}(?:[a-z0-9][A-Z]|[^\W_]_[^\W_]|::))\w{1,60}(?:(?:::|\.)\w{1,60}){0,5}(?:\(\))?",
    re.A,
)
_SIGNS = regex(r"[*\"'“”‘’]")
_KIND = (
    r"(?:separate|special|dedicated|public|single|own|newer|other|further|built-?in|registered|corresponding|matching"
    r"|ops?|operators?|kernels?|class(?:es)?|functions?|methods?|members?|macros?|modules?|structs?|constants?|flags?"
    r"|variables?|environment|env|attrs?|attributes?|names?|symbols?|things?|types?|fields?|helpers?|wrappers?|gradients?"
    r"|endpoints?|API|Python)\b|C\+\+"
)
_KIND_ZH = "环境变量|算子|操作|函数|方法|成员|模块|结构体|常量|变量|名字|符号|接口|内核|类|宏"
_CALLED = "(?:called|named|as|like|by|of|namely|such|the)\\b|叫做|名为|名叫|叫"
#: Words that may stand between a denial and a name, and between two names of a list.
_WORDS = rf"(?:\s|{_KIND}|{_KIND_ZH}|{_CALLED}|(?:an?|any|one|single)\b|任何|所谓的?|一个|这个|这样的|什么)"
_SEPARATOR = (
    rf"(?:{_WORDS}|[,，、;；/]|(?:and|or|nor|also|no|not|there|is|are|yet|even|neither)\b"
    r"|没有|不存在|并无|无|或者?|和|与|及|以及|还是|也|更|又|且|而且|并且)"
)
_LIST = regex(rf"§(?:{_SEPARATOR}{{1,16}}§)+", re.I)
_REST = regex(rf"(?P<between>{_SEPARATOR}{{1,16}})§", re.I)
#: A denial before a name, or before a list that goes on to it.
_DENIES = (
    r"(?:\b(?:there(?:\s(?:is|are|was|were)|s)(?:\s(?:still|also|really|actually|simply|currently|just))?\s(?:no|neither|nothing)\b"
    r"|there\s(?:isn|aren|wasn|weren)t\b|there\s(?:is|are|was|were)\snot\b"
    r"|(?:has|have|had|contains?|defines?|declares?|exports?|provides?|registers?|knows|offers?|finds?)\s(?:no|neither)\b"
    r"|(?:(?:does|do|did|will|can)(?:\snot|nt)|cannot|wont|cant)\s(?:have|contain|define|declare|export|provide|register|offer|find)\b"
    r"|(?:do\snot|dont|never)\s(?:go\s)?look(?:ing)?\sfor\b|looks?\sin\svain\sfor\b"
    r"|no\ssuch\b|nothing\b|(?<!\w-)no\b)"
    r"|没有|不存在|并无|找不到|查无|(?<![\w\u4e00-\u9fff])无|(?:不要|别)(?:去|再)?(?:在[^，。；§]{0,16})?(?:寻?找))"
)
#: What heads a list of things that there are not: "What I looked for and which aren't there: a cache, `A`; any `B`".
_HEADS_LIST = regex(r"\b(?:which|that)\s(?:are|is)\s?(?:not|nt)\s(?:there|here|anywhere)\s?:[^.。]*\Z", re.I)
_LISTED = rf"(?:§(?P<between>{_SEPARATOR}{{1,16}}))?\Z"
_BEFORE = regex(rf"{_DENIES}{_WORDS}{{0,12}}{_LISTED}", re.I)
_NEITHER = regex(rf"\b(?:neither|none\sof)\b{_WORDS}{{0,12}}{_LISTED}", re.I)
_LISTED_BEFORE = regex(rf"§{_SEPARATOR}{{1,16}}\Z", re.I)
#: What goes on a denial: another one, or a word that only a list has.
_GOES_ON = regex(r"\b(?:no|nor|or|not|neither)\b|[、/和与及或]|没有|不存在|并无|无", re.I)
#: What stands behind the last name of what is denied, where that is not the subject of what follows.
_ENDS = regex(
    r"\s?(?:[,，.。;；:：)）!?]|\Z|(?:in|here|at|any|anywhere|either|yet|on|of|to|for|anymore|there)\b|这|的|在)", re.I
)
_IN = r"(?:(?:in|here|of|from|on)\b[^.;:。；`§]{0,40}?\s)?"
#: A denial behind a name; behind several names it is one of all of them.
_THEY = r"(?:these|those|they|both|all|two|of|them)\b|这两?|两个|两者|二者|它们|三者|几?个|些|\s"
_SUBJECT = rf"[\s,，;；]{{0,2}}(?:{_KIND}|{_KIND_ZH}|{_THEY}){{0,6}}"
_MISSING = (
    r"(?:not|nt)\s(?:yet\s|even\s|actually\s|really\s)?(?:exist\b|occur\sany|appear\sany)"
    r"|(?:not|nt)\s(?:there|present|defined|declared|exported|public|part\sof|names?\sof|in\s(?:upstream|stock|vanilla|official))\b"
    r"|(?:likewise\s|also\s|equally\s)?unknown\s(?:to|in|here)\b"
    r"|(?:not|nt)\s(?:yet\s)?(?:known|registered|available|shipped)\s(?:to|in|with|here|anywhere|yet)\b"
)
_ABSENT = r"(?:absent|missing|non-?existent|nowhere)\b"
_ZH = r"(?:在?(?:[^，。；,;.`§]|\.\d){0,16}?)(?:[（(][^（）()。]{0,40}[)）])?(?:[\d.]|\s){0,6}"
_NONE = (
    r"(?:(?:不存在|找不到)(?!则|时|就|便|的话)|(?<=[都均皆全里中也])没有(?=[\s。，；,;]|\Z)|查无此"
    r"|[还尚]没有(?=[\s。，；,;]|\Z)|从来?(?:就|都)?没有?过|从未(?:有过|存在)"
    r"|(?:早就|已经?)(?:没有|不存在)了?(?=[\s，。；,;]|\Z)"
    r"|不在(?:这里|此处?|这(?:棵|个)?(?:树|仓库|版本?)|主仓库|源码))"
)
_ONE_IS_NOT = regex(
    rf"{_SUBJECT}(?:(?:also\s|simply\s|really\s|actually\s)?(?:does|did|is|was|isn|wasn|doesn|didn)\s?(?:{_MISSING}|{_ABSENT})"
    rf"|exists?\snowhere\b|never\sexisted\b|(?:cannot|cant)\sbe\sfound\b|{_ZH}{_NONE})",
    re.I,
)
_ALL_ARE_NOT = regex(
    rf"{_SUBJECT}(?:(?:also\s|both\s|all\s|simply\s|really\s)?(?:do|did|are|were|aren|weren|don|didn)\s?(?:both\s|all\s)?(?:{_MISSING}|{_ABSENT})"
    rf"|exist\snowhere\b|never\sexisted\b|(?:cannot|cant)\sbe\sfound\b|{_ZH}(?:都|均|皆|全|全都){{1,2}}(?:是|并)?{_NONE})",
    re.I,
)
_ONE_EXISTS = regex(
    rf"\s?(?:of\sthem\s)?{_IN}(?:exists?\b|(?:is|are|was|were)\s(?:there|defined|declared|registered|known|present|in|part)\b|can\sbe\sfound\b|appears?\b|occurs?\b)",
    re.I,
)
#: The cell behind a name that says there is none, and the same in other languages.
_NONE_IN_CELL = regex(
    r"[`*()\s]*\|[\s*_]*(?:nicht vorhanden|fehlt|gibt es (?:hier |noch )?nicht|n'existe pas|(?:was )?removed|gone"
    r"|missing|does not exist|not there|not (?:yet )?in (?:TF ?|TensorFlow )?v?1\.\d+(?:\.\d+)?"
    r"|不存在|已(?:被)?(?:删除|移除)|没有了)(?![A-Za-z])",
    re.I,
)
#: Behind a name, in brackets or behind a dash: "`A` (gone)", "`A` - no, write `B`".
_GONE = regex(
    r"[`*]*\s?[(（]\s?(?:(?:now |since |long )?gone|removed|deleted|missing|absent|已删除?|已移除|没有?了)\b\s?[)）,，]"
    r"|[`*)]*\s?(?:[-–—]|--|→|->|[:：])\s?(?:no|nope|absent|gone|renamed|not (?:yet|here|there|in (?:TF ?)?v?1\.\d+))"
    r"(?=\s?[,;.，；。(（]|\s(?:to|in|since|long ago)\b|\Z)",
    re.I,
)
_FEHLT = regex(
    r"[`*)]{0,3}[^.;`]{0,60}\b(?:fehl(?:t|en)\b|(?:ist|sind) (?:hier |noch )?nicht (?:vorhanden|da)\b"
    r"|gibt es (?:hier |noch )?nicht\b|n'existe(?:nt)? pas\b)",
    re.I,
)
#: What the next sentence says of a name, or the rest of this one: "Not in this tree", "which this tag does not have".
_TREE = r"(?:this|the|our) (?:tree|release|source|version|tag|checkout)"
_NOT_HERE = regex(
    rf"[`*)]{{0,3}}[.。]\s+(?:It(?:'s| is) )?Not (?:yet )?(?:in|part of|known to) {_TREE}\b"
    rf"|[`*)]{{0,3}}[^.;:`]{{0,40}}(?:\.\d[^.;:`]{{0,20}})?,? which {_TREE} (?:does not|doesn't) have\b"
    rf"|[`*)]{{0,3}},? which (?:is|was)(?: not|n't) (?:yet )?(?:in|part of) (?:{_TREE}|the repo(?:sitory)?)\b"
    r"|[`*)]{0,3} (?:finds?|found|gives?|returns?|yields?|turns? up) "
    r"(?:nothing|no (?:hits?|match(?:es)?|results?)|zero hits)\b"
    r"|[`*)」”\"』]{0,4}\s?[.。]\s?(?:(?:并|根本)?没有|不存在)(?:这个|这样的|此|该)(?:函数|类|算子|宏|文件|方法|变量|名字|符号)"
    r"|[`*)”\"]{0,4}\.\s+(?:There is no such|No such) (?:function|class|op|macro|file|method|name|symbol|thing)\b"
    rf"|[`*)]{{0,3}}: in {_TREE} (?:it|this|the \w+) is (?:exported|called|named|spelt|spelled)\b",
    re.I,
)
#: What the next sentence says of all that this one names: "None of them is upstream".
_NONE_OF_THEM = regex(
    r"[^\n]{0,240}?[.。]\s+None of (?:them|these|those|the \w+) (?:is|are|exists?) (?:yet )?"
    rf"(?:upstream|in (?:upstream|stock|{_TREE}))\b",
    re.I,
)
#: What has happened to a name with some release: "breaks from 1.14 on", "was gone in 1.14".
_SINCE = regex(
    r"[`*)]{0,3}\s(?:breaks|broke|fails|failed|(?:is|was) (?:gone|dropped|removed)|vanished|disappeared|went away)\b"
    r"[^.;`]{0,20}\b(?:from|since|as of|after|in|with)\s(?:TF ?|TensorFlow )?v?\d\.\d",
    re.I,
)
#: "`A`, which is not there (nor is `B`)".
_NOR = regex(r"\bnor (?:is|are|was|were|has|have|do|does)(?: there)?(?: an?| any)?\s[`*]*\Z", re.I)
_NOR_ENDS = regex(r"[`*]{0,3}\s?(?:[).,;，。）]|\Z)")
#: Which releases have it: "`A`, with its kernel, belongs to later 2.x releases".
_OF_LATER = regex(
    r"[`*)]{0,3}(?:,[^,.;`]{0,40},)?\s(?:only |first )?"
    r"(?:belongs? to|(?:is|are) (?:(?:the )?(?:names?|ops?) )?(?:of|in|from)|c[ao]mes? (?:with|in)|appear(?:s|ed)? in"
    r"|arriv(?:es?|ed) (?:in|with))\s"
    r"(?:only |first )?(?:a |the )?(?:(?:later|newer)\s(?:v?2\.(?:x|\d+) |TF |TensorFlow )?(?:releases?|versions?)"
    r"|(?:TF ?|TensorFlow )?v?2\.(?:x|\d+))\b"
    r"|[`*）]{0,3}\s?(?:是|属于|要到|直到)\s?(?:TF ?|TensorFlow )?(?:2\.(?:x|\d+)|后来|更新)\s?(?:的|版本?)",
    re.I,
)
#: What has become of a name, or of a list that it ends: "is gone", "was split in three", "were replaced by".
_NO_MORE = regex(
    r"[`*()]{0,4}(?:\s?(?:and|or|plus)\s[^`.;:,]{1,40}|\s?and so on)?\s?(?:[-–—]\s?)?"
    r"\b(?:is|are|was|were)\s(?:now\s|long\s|all\s|both\s|since\s|later\s)?"
    r"(?:gone\b|replaced by\b|(?:split|broken) (?:up )?in(?:to)?\b|merged into\b|folded into\b|renamed\b|removed\b)",
    re.I,
)
#: What a name had that another release had: "`a` or `b`, which 1.14 had".
_ANOTHER_HAD = regex(
    r"[`*)]{0,3},? ?(?:which|that) (?:TF ?|TensorFlow )?v?[12]\.\d+(?:\.\d+)? (?:still )?(?:had|has)\b", re.I
)
#: "`A` is there, a way to free it (`B`) is not."
_IS_THERE = regex(r"\b(?:is|are) (?:there|available|present)\b[^.;。；]*\Z|\bexists?\b[^.;。；]*\Z")
_BUT_NOT = regex(r"[`*)]{1,3} (?:is|are)(?: not|n't)\s?(?:[.;,]|\Z)")
#: A question that is answered with no: "gibt es `A`? -> nein".
_ASKED = regex(r"[`*)]{0,3}\s?\?\s{0,2}(?:(?:->|→|=>|[-–—:])\s?)?(?:nein|no|nope|nee|non|没有|不存在)\b", re.I)
#: What an author corrects: "`A` is really called `B`".
_CALLED_OTHERWISE = regex(
    r"[`*)]{0,3}\s?(?:(?:is|are) (?:really|actually|in fact|in truth) (?:called|named|spelt|spelled)\b"
    r"|(?:其实|实际上?|真正|正确的?)(?:是)?(?:叫|名叫|写作|拼作))",
    re.I,
)
_KEIN = regex(r"\b(?:keine?[nrs]?|aucune?|pas de) (?:[A-Za-z]+ )?[`*]*\Z", re.I)


def denies(before: str, behind: str) -> bool:
    """Whether the words next to a name say of it, or of a list that it is in, that there is no such thing."""
    if _missing(before, behind):
        return True
    before = _LIST.sub("§", _plain(before[-NEAR:])).rstrip("`( （[") + " "
    behind = _LIST.sub("§", _plain(behind[:NEAR].lstrip("`*)]）")))
    rest = _REST.match(behind)
    beyond = behind[rest.end() :] if rest is not None else behind
    if any(_NO_MORE.match(text) or _ANOTHER_HAD.match(text) for text in (behind, beyond)):
        return True
    if _HEADS_LIST.search(before):
        return True
    neither = _NEITHER.search(before)
    if neither is not None and _ONE_EXISTS.match(beyond):
        return True
    denied = _BEFORE.search(before)
    if denied is not None:
        between = f"{denied['between'] or ''} {rest['between'] if rest is not None and denied['between'] else ''}"
        return denied["between"] is None or _GOES_ON.search(between) is not None or _ENDS.match(beyond) is not None
    listed = _LISTED_BEFORE.search(before) is not None
    if rest is None:
        return _ONE_IS_NOT.match(behind) is not None or (listed and _ALL_ARE_NOT.match(behind) is not None)
    alike = _GOES_ON.search(rest["between"]) is not None
    return _ALL_ARE_NOT.match(beyond) is not None or (alike and _ONE_IS_NOT.match(beyond) is not None)


def _missing(before: str, behind: str) -> bool:
    """Whether a cell or a sentence behind a name says that there is no such thing, in German or French, too."""
    behind = behind.replace("\n", " ")
    found = (
        _NONE_IN_CELL.match(behind)
        or _GONE.match(behind)
        or _NOT_HERE.match(behind)
        or _NONE_OF_THEM.match(behind)
        or _FEHLT.match(behind)
        or _SINCE.match(behind)
        or _OF_LATER.match(behind)
        or (_NOR.search(before) and _NOR_ENDS.match(behind))
        or _KEIN.search(before[-40:])
        or _CALLED_OTHERWISE.match(behind)
        or _ASKED.match(behind)
        or (_BUT_NOT.match(behind) and _IS_THERE.search(before))
    )
    return found is not None


def _plain(text: str) -> str:
    """Words with a mark for each name in them, and one blank between two of them."""
    return " ".join(_SIGNS.sub("", _NAMED.sub("§", text)).split())
