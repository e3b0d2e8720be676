"""How people say in sentences who calls whom: one grammar for the active and the passive, with words per language.

"`Weave` and `Wind` call `Cut`", "`Cut` is called from `Weave` (12) and `Wind`", "a caller of `Cut` is `Weave`",
`Weave` 和 `Wind` 都调用 `Cut`, `Weave` は `Cut` を呼び出す, "`Weave` ruft `Cut` auf". A form has the groups `callers`
and `called`, each a list of names as code; perhaps `uses`, where it says less than that one calls the other.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME = r"`(?:\w+(?:::|\.))*~?_*[A-Za-z]\w+(?:\(\))?`"
#: A name within a list.
ITEM = regex(r"`(?P<name>(?:\w+(?:::|\.))*~?_*[A-Za-z]\w+)(?:\(\))?`", re.A)
#: Where something is, between its name and what is said of it.
_PLACED = r"(?:\s?[(（][^()（）\n]{0,80}[)）])?"
_AND = (
    r"\s?(?:[,，、]\s?(?:(?:and|then|und|et|y)\s|和\s?)?|(?:and|und|et|y)\s(?:then\s|then\sfrom\s|from\s|by\s|in\s|von\s)?"
    r"|和\s?|与\s?|及\s?|以及\s?|と\s?|や\s?)"
)
_LIST = rf"{_NAME}(?:{_PLACED}{_AND}{_NAME}){{0,8}}"
CALLERS, CALLED = rf"(?P<callers>{_LIST})", rf"(?P<called>{_LIST})"
#: What another name may belong to that is spoken of behind the list: "calls `a` of `b`".
_NOT_OF = r"(?!\s?(?:of|on|from|for)\b)(?!\s?['’]s\b)"
_KINDS = r"(?:(?:the|its|only|both|either)\s){0,2}(?:(?:function|method|helper|private method)s?\s)?"
_ADVERBS = r"(?:(?:itself|directly|then|first|also|in turn|only|always|both|all|each)\s){0,2}"
_VERBS = r"(?:calls?|invokes?|delegates? to|forwards? to|hands? over to|dispatch(?:es)? to)"
_OF_CLASS = r"(?:(?:an?|the)\s(?:\w+\s)?(?:inside|in|of)\s)?"
_ADVERBS_DE = r"(?:(?:direkt|dann|zuerst|auch|beide|jeweils|nur|intern)\s){0,2}"
_KINDS_DE = r"(?:(?:die|das|den|seine?|ihre?)\s(?:(?:Funktion|Methode)(?:en)?\s)?)?"
_KINDS_JA = r"\s?(?:クラス|関数|メソッド)?\s?"
#: A verb of Japanese that is not denied: 呼び出さない, 呼び出していません.
_CALLS_JA = r"(?:呼び出[すし]|呼ん|呼ぶ|呼び(?=ます))(?!ません|て(?:い)?(?:ない|ません))(?!ますん)"
_CALLED_JA = r"(?:呼び出され|呼ばれ)(?!ません|ない|て(?:い)?(?:ない|ません))"

_EN, _ZH, _JA, _DE = ("call", "invoke", "delegate", "forward", "hand", "dispatch"), ("调用",), ("呼",), ("ruf",)
#: The forms, each with words of which a text has one where it has the form; the callers are what is spoken of.
_ACTIVE = (
    (_EN, regex(rf"{CALLERS}{_PLACED}\s{_ADVERBS}{_VERBS}\s{_KINDS}{CALLED}{_NOT_OF}", re.A)),
    (
        _ZH,
        regex(
            rf"{CALLERS}{_PLACED}\s?(?:函数|方法)?(?:里|中|内部|会|先|再|然后|直接|依次|只|都|均|也)*调用了?\s?{CALLED}(?!\s?的)",
            re.A,
        ),
    ),
    (
        _JA,
        regex(
            rf"{CALLERS}{_PLACED}{_KINDS_JA}(?:は|が|では|も)、?\s?(?:直接|まず|次に|内部で|最後に|どちらも|ともに|両方とも)?"
            rf"、?\s?{CALLED}{_KINDS_JA}を\s?(?:直接)?\s?{_CALLS_JA}",
            re.A,
        ),
    ),
    (
        _DE,
        regex(
            rf"{CALLERS}{_PLACED}\s(?:ruft|rufen)\s{_ADVERBS_DE}{_KINDS_DE}{CALLED}{_PLACED}\s{_ADVERBS_DE}auf\b", re.A
        ),
    ),
    (
        ("appelle",),
        regex(rf"{CALLERS}{_PLACED}\sappelle(?:nt)?\s(?:(?:aussi|directement|ensuite)\s)?{CALLED}(?!\s?de\b)", re.A),
    ),
    (
        ("llama", "invoca"),
        regex(
            rf"{CALLERS}{_PLACED}\s(?:llaman?|invocan?)\s(?:(?:también|directamente)\s)?a\s{CALLED}(?!\s?de\b)", re.A
        ),
    ),
    # "`A` uses `B`", where both are functions
    (
        (" use",),
        regex(
            rf"{CALLERS}{_PLACED}\s(?:(?:also|only|then|both|itself)\s)?(?P<uses>uses?)\s{_KINDS}{CALLED}"
            r"(?=\s?(?:[.;,)]|\Z))",
            re.A,
        ),
    ),
)
#: The same where what is called is spoken of.
_PASSIVE = (
    (
        ("called", "invoked", "used"),
        regex(
            rf"{CALLED}{_PLACED},?\s(?:(?:which|and|that)\s)?(?:is|are|gets?)\s"
            r"(?:(?:private|public|static|virtual|protected|inline)\sand\s)?"
            r"(?:(?:only|then|both|itself|directly|also)\s){0,2}(?:called|invoked|used)\s(?:(?:only|both|directly)\s)?"
            rf"(?:from|by|in|inside(?: of)?|within)\s(?:(?:both|either)\s)?{_OF_CLASS}{CALLERS}",
            re.A,
        ),
    ),
    # "A caller of `A` is `B`", "the callers of `A` are `B` and `C`", "`A`'s callers are `B` and `C`"
    (("caller",), regex(rf"\bcallers?\sof\s{CALLED}{_PLACED}(?:\s(?:is|are)|:)\s{_OF_CLASS}{CALLERS}", re.A)),
    (("caller",), regex(rf"{CALLED}['’]s\s(?:only\s)?callers?(?:\s(?:is|are)|:)\s{CALLERS}", re.A)),
    (
        _ZH,
        regex(
            rf"{CALLED}{_PLACED}\s?(?:函数|方法)?[是只会]?(?:由|被|在)\s?{CALLERS}\s?(?:里|中|内)?的?(?:直接)?(?:所)?调用",
            re.A,
        ),
    ),
    (_ZH, regex(rf"{CALLED}{_PLACED}\s?的(?:唯一)?(?:调用者|调用方)(?:是|有|为|:|：)\s?{CALLERS}", re.A)),
    (
        _JA,
        regex(
            rf"{CALLED}{_PLACED}{_KINDS_JA}(?:は|が)、?\s?{CALLERS}{_KINDS_JA}(?:から|に|によって)(?:のみ|だけ)?\s?{_CALLED_JA}",
            re.A,
        ),
    ),
    (
        _DE,
        regex(
            rf"{CALLED}{_PLACED}\s(?:wird|werden)\s{_ADVERBS_DE}(?:von|aus|in)\s{CALLERS}{_PLACED}\s(?:heraus\s)?"
            r"aufgerufen\b",
            re.A,
        ),
    ),
    (("appel",), regex(rf"{CALLED}{_PLACED}\s(?:est|sont)\sappelée?s?\s(?:par|depuis|dans)\s{CALLERS}", re.A)),
)
#: What denies that one calls another, up to the end of what it denies.
_DENIED = (
    (
        ("call", "invoke"),
        regex(
            rf"{CALLERS}{_PLACED}\s(?:itself\s)?(?:does\snot|doesn['’]t|never|do\snot|don['’]t)\s(?:call|invoke)s?\s"
            rf"{CALLED}(?=\s?(?:[.;)]|\Z|,\s(?:but|only|it)\b))",
            re.A,
        ),
    ),
    (_ZH, regex(rf"{CALLERS}{_PLACED}\s?(?:不会?|没有|从不)调用\s?{CALLED}(?=\s?(?:[。；，,.;)）]|\Z))", re.A)),
    (
        _JA,
        regex(
            rf"{CALLERS}{_PLACED}{_KINDS_JA}は\s?{CALLED}\s?を\s?(?:呼び出さない|呼び出しません|呼ばない|呼びません)",
            re.A,
        ),
    ),
    (_DE, regex(rf"{CALLERS}{_PLACED}\sruft\s{CALLED}\s(?:nicht)\sauf\b", re.A)),
)
_FORMS = {"active": _ACTIVE, "passive": _PASSIVE, "denied": _DENIED}


def statements(text: str, kind: str) -> Iterator[re.Match[str]]:
    """What a text says in the forms of one kind: `"active"`, `"passive"` or `"denied"`.

    >>> [(one["called"], one["callers"]) for one in statements("`Cut` is used by `Wind` (3) and `Weave`.", "passive")]
    [('`Cut`', '`Wind` (3) and `Weave`')]
    """
    for cues, form in _FORMS[kind]:
        if any(cue in text for cue in cues):
            yield from form.finditer(text)
