"""The forms in which a sentence says where a name is, as patterns over a skeleton of it, in six languages.

A skeleton has a sign for each name, file, file with lines, lines and number of a text, and the words between them.
"""

from __future__ import annotations

import re

from tfexplore._record import Record
from tfexplore.answers.citation import SUFFIX
from tfexplore.patterns import regex

#: The signs: a name, a file, a file with lines, lines, a number.
NAME, FILE, PLACED, LINES, NUMBER = "\ue000\ue001\ue002\ue003\ue004"
_BLANKS = dict.fromkeys(map(ord, NAME + FILE + PLACED + LINES + NUMBER), " ")
#: As many names, and numbers, of one sentence.
MAX_LISTED = 8

_N = r"\d{1,6}"
_TO = r"\s?(?:[-–—~〜～至到]|\bto\b|\bbis\b|\bà\b|\ba\b)\s?"
_AND = r"(?:and|und|et|y)"
_RANGE = rf"L?{_N}(?:{_TO}L?{_N})?"
_MORE = (
    rf"(?:(?:\s?[,、，/]\s?(?:{_AND}\s)?|\s?(?:\b{_AND}|[和与及])\s?)(?:lines?\s|L|:)?"
    rf"{_N}(?:{_TO}L?{_N})?(?!\.\d|\w))"
)
_LISTED = rf"{_RANGE}{_MORE}{{0,{MAX_LISTED}}}"
_PATH = rf"(?:[\w.+-]{{1,80}}/){{0,12}}[\w+-][\w.+-]{{0,80}}?\.{SUFFIX}"
_WORD = r"(?:[Ll]ines?|[Ll]n\.?|Zeilen?|Z\.|[Ll]ignes?|l\.|[Ll][íi]neas?|L)"
#: What a text has, in the order in which it is tried.
_TOKENS = regex(
    rf"(?P<placed>`{{0,2}}(?P<file>{_PATH})(?:(?:[:：@]|\#L)(?P<of>{_LISTED})(?:ff?\.?(?!\w))?|[(](?P<inside>{_RANGE})[)])"
    r"`{0,2}(?![\w(]))"
    rf"|(?P<path>`{{0,2}}(?P<plain>{_PATH})`{{0,2}}(?![\w(:]))"
    r"|``?(?P<name>~?[A-Za-z_][\w:.]{1,100})(?:<[^<>`\n]{0,60}>)?(?:\(\)|\(\.\.\.\))?``?"
    r"|(?<![\w`.:/@-])(?P<bare>(?:[A-Z]\w{1,60}::){1,3}~?[A-Za-z]\w{1,60})(?:\(\))?(?![\w`:(]|\.\w)"
    r"|(?P<it>\b(?:[Tt]his|[Tt]hat)\s(?:class|function|method|macro|struct)\b|\b[Dd]iese[rs]?\s(?:Klasse|Funktion|Methode)\b"
    r"|[该这]个?\s?(?:类|函数|方法|宏)|この\s?(?:クラス|関数|メソッド)|\b[Cc]ette\s(?:classe|fonction|méthode)\b"
    r"|\b[Ee]sta\s(?:clase|función)\b)"
    rf"|(?<![\w.])(?:{_WORD}\s?[`*]{{0,2}}(?P<said>\d{{1,2}},\d{{3}}(?![\d,])|{_LISTED})[`*]{{0,2}}(?!\w|\.\d)"
    rf"|第\s?(?P<zh>{_LISTED})\s?行目?|(?P<row>{_LISTED})\s?行目?)"
    rf"|(?<=[(（])[:：](?P<colon>{_RANGE})(?=[)）])"
    rf"|(?<![\w.:/#-])(?P<number>{_LISTED})(?![\w%]|\.\d|-\w|\s?(?:行|ms|GB|MB|KB|s\b))",
    re.A,
)
#: Where a sentence ends, and the name of a file.
_SENTENCE, _A_FILE = regex(r"[.;!?](?=\s|$)|[。；！？]"), regex(rf"\.{SUFFIX}\Z")
#: Words for a class, and what stands before the last part of a name.
_CLASS, _LAST = regex(r"class|struct|klasse|clase|类|クラス", re.I), regex(r"::|\.")
_ONE = regex(rf"L?({_N})(?:{_TO}L?({_N}))?", re.A)
_THOUSANDS = regex(r"\d{1,2},\d{3}", re.A)

#: A place as it is written: with its file, the lines before that or behind it.
_OF = (
    r"(?:(?:of|in|from)\s(?:the\sfile\s)?|(?:von|in|aus)\s(?:der\sDatei\s)?|der\sDatei\s"
    r"|(?:du|dans|de)\s(?:le\s)?(?:fichier\s)?|(?:de|del|en)\s(?:el\s)?(?:archivo\s|fichero\s)?|[(（]\s?)"
)
_PLACE = (
    rf"(?:(?P<p>{PLACED})"
    rf"|(?P<l>{LINES})\s?{_OF}(?P<f>{FILE})[)）]?"
    rf"|(?P<g>{FILE})(?:,?\s(?:at|on|in|ab|à\sla|à|en\sla|en)\s|[,，:]?\s?(?:の|的|文件的?|文件)?\s?)"
    rf"[(（]?(?P<m>{LINES})[)）]?"
    rf"|(?P<n>{NUMBER})\s(?:in|of)\s(?P<h>{FILE})"
    rf"|(?P<o>{LINES}))"
)
_KINDS = "ops?|(?:class\\s)?templates?|class(?:es)?|structs?|functions?|methods?|macros?|constants?|enums?|kernels?"
_JOIN = rf"(?:,?\s{_AND}\s|\s?[、，]\s?|,\s|\s?[和与及]\s?)"
_WORDS = {
    "PLACE": _PLACE,
    "NAMES": rf"(?P<names>{NAME}(?:{_JOIN}{NAME}){{0,{MAX_LISTED}}})",
    "KIND": rf"(?:\s(?:{_KINDS}))?",
    "WHICH": rf"(?:the\s)?(?:(?:{_KINDS})\s)?",
    "ZH": "(?:类|函数|方法|宏|结构体)",
    "DIGITS": f"(?P<d>[{NUMBER}{LINES}])",
    "SOMETHING": f"[^{NAME}{LINES}{NUMBER}{PLACED}.;]{{0,40}}",
    "HERE": f"(?P<x>{FILE})",
    "ENDED": r"(?=[\s.,;)]|\Z)(?!['’]s|\s(?:and|or)\b)",
    "BEGUN": r"(?:\A|[.>\n]\s?)\s{0,4}",
}

#: What each form says: `defined` that definitions begin there, `at` that something is there, `whole` that it is all
#: that is there, `registered` that it is registered there, `within` that the lines are in the function, `used` that
#: it is used there.
_FORMS = (
    ("defined", r"NAMES`?KIND\s(?:is|are|was|were)\s(?:(?:all|both|first|itself)\s)?(?:defined|declared)"
                r"\s(?:at|on|in|from)\s(?:the\s)?PLACE"),
    ("registered", r"NAMES`?KIND\s(?:is|are|was|were)\s(?:(?:all|both|first|itself)\s)?registered"
                   r"\s(?:at|on|in|from)\s(?:the\s)?PLACE"),
    ("defined", r"NAMESKIND,?\s(?:defined|declared)\s(?:at|on|in)\sPLACE"),
    ("defined", r"NAMESKIND\s(?:itself\s)?(?:starts?|begins?)\s(?:at|on|in|from)\s(?:the\s)?PLACE"),
    ("defined", r"\bdefinitions?\sof\sWHICHNAMES\s(?:is|are|starts?|begins?)\s?(?:at|on|in)\s(?:the\s)?PLACE"),
    ("defined", r"PLACE\s(?:defines|declares)\sWHICHNAMES"),
    ("registered", r"PLACE\sregisters\sWHICHNAMES"),
    ("at", r"NAMESKIND\s(?:is|are|lives?|sits?|stands?)\s(?:at|on|in)\s(?:the\s)?PLACE"),
    ("at", r"NAMES\s(?:at|on)\sPLACE(?:\sof\s(?:that|this|the\ssame)\sfile)?"),
    ("at", r"NAMES\sin\s(?:den\s|der\s)PLACE"),
    ("used", r"NAMESSOMETHING\b(?:that|this|the)\scall\sis\s(?:at|on|in)\s(?:the\s)?PLACE"),
    ("at", r"\b[Ii]n\sHERE,?\s(?:at|on)\sDIGITS\s(?:is|are)\s(?:the\s)?NAMES"),
    ("at", r"\bin\sthe\ssame\sfile,?\s(?:at|on)\sDIGITS,?\s(?:is|are)\s(?:the\s)?NAMES"),
    ("at", r"HERE\s(?:has|defines|contains|holds)\sSOMETHINGNAMES\s(?:at|on)\sDIGITS"),
    ("at", r"NAMES\s(?:has|have)\sSOMETHING,?\s(?:at|on)\sPLACE"),
    ("whole", r"NAMES\s?[(（]\s?(?:(?:ab|in|à\sla|en\sla)\s)?PLACE\s?[)）]"),
    ("at", r"BEGUNPLACE\s?(?:[:：–—-]\s)?NAMES(?![,、，/]|\s(?:and|or|is\scalled))"),
    ("at", r"NAMES@PLACE"),
    ("at", r"NAMES\s*\n\s{0,3}:\s{1,4}PLACE"),
    ("at", r"PLACE,?\s(?:by|from)\sNAMESENDED"),
    ("within", r"PLACE,?\s(?:in|inside|within)\sNAMESENDED"),
    ("used", r"NAMES\s(?:is|are)\s(?:(?:also|only|first)\s)?(?:called|used|invoked|instantiated|checked|read|created)"
             r"\s(?:\w+\s)?(?:at|on|in)\sPLACE"),
    # German
    ("defined", r"NAMES\s(?:ist|sind|wird|werden)\sin\sPLACE\s(?:definiert|deklariert)"),
    ("defined", r"NAMES\sbeginn(?:t|en)\s(?:in|ab|bei|auf)\sPLACE"),
    ("defined", r"\bin\sPLACE\s(?:ist|sind|wird|werden|beginnt|beginnen)\s(?:die\s(?:Klasse|Funktion|Methode)\s)?"
                r"NAMES(?:\s(?:definiert|deklariert)|[.,;]|\Z)"),
    ("at", r"NAMES\s(?:steht|stehen|liegt|liegen|ist|sind)\sin\sPLACE"),
    # Japanese
    ("defined", r"NAMES\s?[はが]、?\s?PLACE\s?[でに](?:て、?)?\s?(?:定義|宣言|実装|始ま)"),
    ("defined", r"PLACE\s?[でに]、?\s?NAMES\s?[がは]\s?(?:定義|宣言)"),
    ("at", r"PLACE\s?に\s?NAMES\s?[がは]"),
    ("at", r"NAMES\s?[はが]、?\s?PLACE\s?に(?:ある|あり|位置)"),
    # Chinese
    ("defined", r"NAMES\s?(?:这?个?ZH\s?)?(?:的\s?)?(?:被\s?)?(?:定义|声明)(?:是|位于|写|就)?\s?[在于从]?\s?PLACE"),
    ("defined", r"NAMES\s?[:：]?\s?(?:从|自)\s?PLACE\s?(?:开始|起)"),
    ("defined", r"PLACE\s?(?:处\s?)?(?:定义|声明)了?\s?(?:一个\s?)?ZH?\s?NAMES"),
    ("at", r"NAMES\s?(?:就\s?)?(?:位于|在)\s?PLACE"),
    # French
    ("defined", r"NAMES\s(?:est|sont)\s(?:défini|déclaré|defini|declare)(?:e|s|es)?"
                r"\s(?:à\sla\s|aux\s|à\s|dans\s|en\s)?PLACE"),
    ("defined", r"NAMES\s(?:commence|débute)(?:nt)?\s(?:à\sla\s|aux\s|à\s|dans\s)?PLACE"),
    ("at", r"NAMES\s(?:se\strouve(?:nt)?|est|sont)\s(?:à\sla\s|aux\s|à\s|dans\s)PLACE"),
    # Spanish
    ("defined", r"NAMES\s(?:está|están|es|se)\s(?:definid[oa]s?|declarad[oa]s?|define|declara)"
                r"\s(?:en\s)?(?:la\s|las\s)?PLACE"),
    ("defined", r"NAMES\s(?:empieza|comienza)n?\s(?:en\s)(?:la\s|las\s)?PLACE"),
    ("at", r"NAMES\s(?:está|están|se\sencuentra)\s(?:en\s)(?:la\s|las\s)?PLACE"),
)  # fmt: skip


def _made(form: str) -> re.Pattern[str]:
    for word, pattern in _WORDS.items():
        form = form.replace(word, pattern)
    return regex(form, re.I)


FORMS = tuple([(how, _made(form)) for how, form in _FORMS])


class Token(Record):
    """What a sign stands for: where it begins and ends in the text, how it is written, its name or file, its lines."""

    at: int
    end: int
    text: str
    said: str
    lines: tuple[tuple[int, int], ...]


class Skeleton(Record):
    """A text with signs for what it has, and by their places what they stand for."""

    text: str
    tokens: dict[int, Token]


def skeleton(text: str) -> Skeleton:
    """The skeleton of a text; signs that the text has itself are blanks in it."""
    text = text.translate(_BLANKS)
    made: list[str] = []
    tokens: dict[int, Token] = {}
    size = at = 0
    for match in _TOKENS.finditer(text):
        called = _named_before(text, match.start(), tokens, match["it"]) if match["it"] else ""
        if match["it"] and not called:
            continue
        before = text[at : match.start()]
        size += len(before)
        sign, said, numbers = (NAME, called, ()) if called else _sign(match)
        tokens[size] = Token(match.start(), match.end(), match[0], said, numbers)
        made += [before, sign]
        size += 1
        at = match.end()
    made.append(text[at:])
    return Skeleton("".join(made), tokens)


def _named_before(text: str, at: int, tokens: dict[int, Token], said: str) -> str:
    """What "this class" means: the only one of the sentence before it; empty where that has none, or several."""
    ends = [match.end() for match in _SENTENCE.finditer(text, 0, at)]
    begin = ends[-2] if len(ends) > 1 else 0
    names = {one.said for one in tokens.values() if one.said and not one.lines and begin <= one.at < at}
    names = {name for name in names if "/" not in name and not _A_FILE.search(name)}
    if _CLASS.search(said):
        names = {name for name in names if _LAST.split(name)[-1][:1].isupper()}
    return names.pop() if len(names) == 1 and ends else ""


def place_of(match: re.Match[str], tokens: dict[int, Token]) -> tuple[Token | None, Token | None]:
    """The lines that a form has found, and the file that it says."""

    def first(groups: str) -> Token | None:
        found = [match.start(group) for group in groups if group in match.re.groupindex and match[group]]
        return tokens[found[0]] if found else None

    return first("plmnod"), first("pfghx")


def _sign(match: re.Match[str]) -> tuple[str, str, tuple[tuple[int, int], ...]]:
    if match["placed"]:
        return PLACED, match["file"], _numbers(match["of"] or match["inside"])
    if match["path"]:
        return FILE, match["plain"], ()
    if match["name"] or match["bare"]:
        return NAME, match["name"] or match["bare"], ()
    if match["number"]:
        return NUMBER, "", _numbers(match["number"])
    return LINES, "", _numbers(match["said"] or match["zh"] or match["row"] or match["colon"])


def _numbers(text: str) -> tuple[tuple[int, int], ...]:
    """The lines that a text lists."""
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    return tuple([(int(one[1]), max(int(one[1]), int(one[2] or 0))) for one in _ONE.finditer(text)])
