"""The words by which people say what a class is derived from, without the names between which they stand.

A document's words are read with its places as `§` and without the marks of Markdown, see `plain`.
"""

from __future__ import annotations

import re

from tfexplore._record import Record
from tfexplore.answers import disclaimers, wording
from tfexplore.patterns import regex

#: What stands between a class and what it is derived from, as a line has it.
DERIVED = regex(
    r"[`*\s]*(?:\([^()]{0,80}\)\s*|,?\s*which\s+|,?\s*that\s+|itself\s+)?(?:"
    r"(?:directly\s+|also\s+)?(?:deriv(?:es?|ing)|inherit(?:s|ing)?|(?:is|are)\s+derived|derived)\s+(?:directly\s+|straight\s+)?from"
    r"|(?:is|being)\s+an?\s+(?:direct\s+|public\s+)?(?:subclass|child)\s+of|subclasses|extends"
    r"|(?:直接|也|则|却|都|就){0,3}(?:继承自?|派生自)了?"
    r")\s*(?:the\s+)?(?:base\s+)?(?:class\s+|类\s*)?[`*]*(?:tensorflow::|::)?",
    re.I,
)
#: The text before a base of which the sentence has said what is derived from it.
BASE_BEFORE = regex(
    r"(?:(?:deriv\w*|inherits?|inherited|subclass\w*|extends)(?:\s(?:from|of))?|(?:base|parent|super)(?:[\s-]?class)?(?:\sis|:)?"
    r"|继承自?|派生自|[基父]类(?:是|为|[:：])?)\s*(?:the\s)?(?:class\s)?[`*\[]*\Z",
    re.I,
)
WRITTEN = regex(r"\s*(?:final\s*)?:\s*(?:public|protected)\s+(?:virtual\s+)?(?:\w+::)*")
#: A colon between two names that are marked as code; a blank stands for each mark.
AS_IN_A_HEAD = regex(r"\s{2,4}:\s{2,4}")
#: What a line must have that says of a class what it is derived from.
SAID = regex(
    r"deriv|inherit|descend|sub-?class|child|extend|\bbase|parent|super|implement|public|protected|\bis\b|\bare\b|[,(（]\s*an?\b|`\s:\s`"
    r"|继承|派生|扩展|实现|[基父子超]类|是|継承|クラス|klasse\b|\b(?:erb[te]|leitet|abgeleitet|hérite|dérive|hereda|deriva)",
    re.I,
)
#: Cells of a row between a class and what is said of it, with those that are empty, one less.
FEW_CELLS = 3
#: Letters between a class and what it is said to be derived from, and behind it.
MAX_BETWEEN, MAX_BEHIND = 300, 80
#: Sentences that say of several what each has of its own, that ask, or that say what is not so.
_NOT_SAID = regex(
    r"\brespectively\b|分别|各自|[?？]\s*\Z|\bright\?|其实不然|(?:是|就)(?:错|不对)"
    r"|\bbut (?:it |they |that )?(?:does not|do not|doesn't|don't|is not|isn't|is wrong|was)\b",
    re.I,
)
#: Words before a class by which what is said of it is somebody's mistake, or said of what is none.
_DENIED = regex(
    r"\b(?:neither|none|no|nor|not|never|hardly|thought|thinks?|believed?|assumed?|mistake|mistaken|wrong|wrongly|myth|false"
    r"|untrue|contrary|supposedly|does|do|did|pretends?|instead)\b|以为|误认为|并非|错误",
    re.I,
)
#: The same in the clause of the class itself: what another one denies is said of something else.
_NOT_SO = regex(r"(?:不要|不是)[^，；]*\Z")
#: "is not a function but a class" says what it is.
_NOT_BUT = regex(r"\b(?:is|are) not an? [\w\s]{2,30}? but\b|不是[^，。；]{1,12}[，,]?而是", re.I)
#: What ends no sentence.
_SHORT = regex(r"\b(?:e\.g|i\.e|cf|vs|etc|resp)\.\s*\Z", re.I)

_MARKS = regex(r"[`*\[\]]")
_NUMBERED = regex(
    r"(?:第\s?)?\d{1,6}(?:\s?[-–~至到]\s?\d{1,6})?\s?行|\blines?\s\d{1,6}(?:\s?(?:-|–|to)\s?\d{1,6})?\b|\bL\d{1,6}\b",
    re.I,
)
_ASIDE = regex(r"[(（][^()（）]{0,200}[)）]")
_SPACE = regex(r"\s+")
_BY_THE_WAY = regex(r"^,\s(?:by the way|however|of course|incidentally|in fact|though|for once),\s", re.I)
#: What says where a class is, between it and what else is said of it.
_PLACE = regex(
    r"(?:[,，]?\s?(?:(?:which|that)\s)?(?:(?:is|are)\s|被)?"
    r"(?:(?:defined|declared|implemented|found|located|lives|sits|stands)\s|(?:定义|声明|实现|位))?"
    r"(?:(?:in|at|on|from|near)\s|在|于|见)?\s?§(?:里|中|内)?(?=\W|[\u4e00-\u9fff]|\Z))+"
)
_ADVERBS = (
    r"(?:(?:there|here|directly|also|itself|both|each|all|in turn|likewise|publicly|ultimately|thus)\s"
    r"|直接|间接|也|则|却|都|均|就|又|同样|公开){0,3}\s?"
)
_CLASS = (
    r"(?:\s?(?:both\s(?:the)?|the|its))?(?:\s(?:abstract|common|generic|virtual|template|templated|base|parent)){0,2}(?:\s(?:class|interface|struct))?"
    r"(?:抽象|模板)?(?:基类|父类|类|接口)?(?:\s?\w+::)?"
)
#: A clause that goes on what was said of a class before: the class may be any that the sentence has.
_CLAUSE = regex(
    r"[,，;；]?\s?(?:(?:and|but|which|that|it)\s|而且?|并且?|且|它|其|[该这](?:个)?(?:类|异常)|后者)?\s?", re.I
)
_GOES_ON = regex(r"[,，;；]|\b(?:and|but|it)\b|而|并|且|它|其|该类|这个类", re.I)
_VERB = regex(
    _ADVERBS + r"(?:"
    r"(?:deriv(?:es?|ing)|inherit(?:s|ing)?|descends?|(?:is|are)\s(?:directly\s|indirectly\s|publicly\s)?derived|derived)\s"
    r"(?:directly\s|indirectly\s|straight\s|publicly\s|ultimately\s)?from"
    r"|(?:(?:is|are|being)\s)?(?:(?:an?|direct|concrete|simple|plain|thin)\s){0,3}"
    r"(?:sub-?class(?:es)?|child(?:ren)?|child(?:ren)?\sclass(?:es)?|derived\sclass(?:es)?|descendants?)\sof"
    r"|sub-?classe?s?|extends?|inherits?"
    r"|(?:继承|派生|扩展)(?:自|于|了)?)" + _CLASS + r"\s?",
    re.I,
)
_PLURAL = regex(r"\b(?:derive|inherit|descend|extend|are|both|each|all)\b|都|均", re.I)
#: Verbs that are said of what is no base, too: "extends the `A` by", "inherits `a` from".
_LOOSE = regex(r"(?:\b(?:extends?|inherits?|subclass)|扩展了?)\s(?:the\s)?$|\bsubclass\s?$", re.I)
_NO_BASE = regex(r"\s?(?:[a-z]+\s){0,2}(?:from|with|by|to|into)\b|\s?(?:[^\s，。,.]{0,6})(?:为|到)", re.I)
_BASE_IS = regex(
    r"(?:['’]s\s)?(?:(?:and|with|while|has)\s|而且?|并且?|且|但)?(?:(?:as\s)?(?:its|whose|the|an?|has\s(?:the|as))\s|它|其|该类)?的?"
    r"(?:(?:direct|immediate|only)\s|直接|唯一的?|共同的?)?"
    r"(?:(?:base|parent|super)(?:[\s-]?class)?|基类|父类|超类)\s?(?:is|being|:|：|=|也?是|为|就是)?(?:\sthe)?\s?(?:\w+::)?",
    re.I,
)
#: Where a sentence, or another cell of its row, goes on with what it is about: "is a thin one: it derives from".
_IT_GOES_ON = regex(
    r"[;；:：|]\s?(?:(?:and|but|so)\s)?(?:it\s|它|其)?|(?:[,，]|\s[-–—]{1,2})\s?(?:(?:and|but|so)\s)?(?:it\s|它)", re.I
)
_ITS_BASE_IS = regex(r"[,，]\s?(?:and\s|而|且)?(?=(?:its\s|它的|其)\S)", re.I)
_IS_A = regex(
    r"(?:itself\s)?(?:(?:is|are)\s)?(?:(?:itself|also|just|simply|really|only|in\sfact)\s){0,2}an?\s?"
    r"(?:(?:plain|ordinary|concrete|normal|regular|simple|abstract|special|specialized|asynchronous|synchronous)\s?|(?:kind|type|sort)\sof(?:\san?)?\s?){0,2}"
    r"|(?:也|都|只|就)?是(?:一?个|一种)?(?:普通的?|特殊的?|具体的?|抽象的?|异步的?|同步的?)?",
    re.I,
)
#: What is a plain one of something is derived from that alone.
_PLAIN = regex(r"\bplain\b|普通", re.I)
#: What says behind a class that another is one by what it is derived from.
_BY_INHERITANCE = regex(r"\s?by inheritance\b|\s?\(by inheritance\)", re.I)
_IS_A_ENDS = regex(
    r"\s?(?:[,.;:)，。；：）!]|\Z|and\b|so\b|that\b|which\b|too\b|as well\b|itself\b|in\s§|而|并"
    r"|[(（]\s?(?:§|lines?\b|第)|in\s(?:v?\d|TF\b|TensorFlow)|(?:over|around|on\stop\sof)\s(?:an?|the)\b)",
    re.I,
)
#: What says of it that it has its own of what the other has: "is a `B` with two methods overridden".
_OVERRIDES = regex(r"\s?with\s(?:\w+\s){0,3}(?:members?|methods?|functions?|hooks?)\s(?:overridden|of its own)", re.I)
#: "`A` does (base `B`)".
_BASE_IN_BRACKETS = regex(r"[^()（）§]{0,16}[(（](?:base(?: class)?|derived from|基类|继承自?)\s?[:：]?\s*", re.I)
#: "`A` itself is a `B` directly".
_IS_DIRECTLY = regex(r"\s?directly\b(?!\s(?:from|in|on|to)\b)", re.I)
_OF_IT = regex(r"\s?(?:sub-?class|descendant|derivative|child class)\b", re.I)
_IMPLEMENTS = regex(
    _ADVERBS + r"(?:implements?|(?:is|are)\s(?:an?|the)\s(?:\w+\s){0,2}implementations?\sof|实现了?)" + _CLASS + r"\s?",
    re.I,
)
_INTERFACE = regex(r"\s?(?:interface|abstract (?:base )?class|base class|的?(?:接口|抽象(?:基)?类|基类))", re.I)
#: `B` before, and the classes that are derived from it behind.
_INVERSE = regex(
    r"(?:(?:,|(?:is|are)|serves\sas|acts\sas)\s)?(?:(?:the|an?)\s)?(?:(?:direct|common|shared|abstract|immediate)\s){0,2}"
    r"(?:base|parent|super)\s?-?(?:class)?\s(?:of|for|behind)(?:\s(?:both|all|the|classes))*\s?"
    r"|(?:is|are)\s(?:directly\s)?(?:extended|subclassed|inherited)\sby\s?"
    r"|(?:['’]s|,?\s?(?:and|with)\s(?:its|the)|\shas(?:\sthe)?|has(?:\sthe)?|with(?:\sits)?)\s(?:\w+\s){0,2}?"
    r"(?:sub-?class(?:es)?|derived\sclass(?:es)?|child\sclass(?:es)?)\s?(?:are|is|:|,\snamely|such\sas|like|including)?\s?"
    r"|的(?:[一二两三四五六七八九十几\d]?个)?(?:直接)?(?:子类|派生类|实现类(?!是|为))\s?(?:是|有|包括|为|:|：|如)?\s?"
    r"|有[^，。,.]{0,8}(?:子类|派生类)\s?(?:[:：是]|分?别?为)?\s?|派生出了?\s?",
    re.I,
)
#: "`A` (a.h), subclass `B`": a noun, not the verb.
_APPOSED = regex(r"[,，;；]\s(?:(?:with|and)\s)?(?:(?:an?|the|its|direct|one)\s)*sub-?class(?P<several>es)?:?\s?", re.I)
_CHILD = regex(r"\s?的(?:一个|一种)?(?:直接)?(?:子类|派生类)")
_PARENT = regex(r"\s?的(?:直接|共同的?|公共的?)?(?:抽象)?(?:基类|父类|超类)")
_IS = regex(r"(?:则|也|却|都|就)?(?:是|为)(?:类)?\s?|[,，(（]")
_PARENT_OF = regex(r"\b(?:base|parent|super)[\s-]?class of(?: the)?(?: class)?\s*\Z", re.I)
_PLAINLY = regex(r"is|:|：", re.I)
#: A base whose classes are listed behind it: "These derive from `A`: `B`, `C`", "Subclasses of `A`: `B`".
_OF_SEVERAL = regex(
    r"(?:\A|\b(?:these|those|all|they|the following|classes|kernels|ops|which|what|that)\s)[-*+>\s\d.)]*"
    r"(?:(?:directly\s|all\s)?(?:derive|inherit|are derived|derived|deriving)\s(?:directly\s)?from|extend"
    r"|(?:direct\s)?(?:sub-?|derived\s)classes\s(?:of|from))(?:\s(?:the|class)){0,2}\s*\Z"
    r"|(?:继承|派生)(?:自|于|了)?(?:类)?\s*\Z",
    re.I,
)
_ARE_LISTED = regex(
    r"(?:(?:are|is)\s?)?[:：]|(?:directly\s)?(?:are|is)|的(?:类|子类|内核|算子)?(?:有|包括|是|为)?\s?[:：]?"
)
#: What goes on with the class named last, whatever else its sentence is about.
_OF_THE_LAST = regex(r"[,，]?\s?(?:which|该异常|这个异常|后者)", re.I)
#: "`A` is a `B`, and so is `C`".
_SO = regex(r",?\s?(?:and\s)?(?:so|as)\s(?:is|are|does|do)(?:\sboth)?(?:\sthe)?\s?", re.I)
_SO_BEHIND = regex(r"\s?(?:也(?:都)?(?:是(?:如此|这样|的)?|一样|如此)|亦然|同样如此|同理)\s?(?:[，,。.;；)）]|\Z)")
_COMMA = regex(r"[,，;；、]?\s?(?:and|while|而)?\s?")
_DIRECTLY = regex(r"\b(?:direct(?:ly)?|straight|immediate)\b|直接", re.I)
#: "`A` derives from `B`, and `C` from `D`"; "`A` is a subclass of `B`, `C` of `D`"; "`A` 是 `B` 的子类，`C` 是 `D` 的".
_FROM = regex(r"(?:directly\s|itself\s)?from\s?(?:the\s)?(?:class\s)?", re.I)
_OF = regex(r"of\s?(?:the\s)?(?:class\s)?", re.I)
_ANOTHER = regex(r",?\s?(?:(?:and|while|whereas)\s?)?(?:the\s)?(?:class\s)?", re.I)
_ENDS = regex(r"\s?(?:[,.)]|and\b|while\b|whereas\b|\Z)")
_ENDS_ZH = regex(r"\s?的\s?(?:[,，。；;、)）]|\Z)")
LISTED = regex(r",|，|、|(?:,\s)?(?:and|or|as well as)|和|与|及|以及", re.I)
#: A sentence without a name of its own: "It derives from", "Its base class is".
_IT = regex(
    r"[-+>\s]*(?:(?:Upstream|Here|There|Today),?\s)?(?:(?:It|This|(?:This|The|That)\s(?:class|kernel|struct|exception|error))\s|它|[该此]类|这个类|该异常|这个异常|其)?\s?",
    re.I,
)
#: How a list goes on behind a thing.
_AND_ANOTHER = regex(r"[`*]*,?\s?(?:and|or)\san?\s")
#: What is said of a condition, a wish or a change.
_SUPPOSED = regex(
    r"\b(?:if|unless|suppose|imagine|were|make|makes|made|making|let|lets|want|wants|should|would|could|must|can|will|whether|had|until"
    r"|when|not|never|rather than|instead of|than)\s(?:(?:the|an?|our|your|class)\s){0,2}$"
    r"|(?:如果|假如|假设|让|使|把|将|若|是否|不是|要是)\s?(?:类\s?)?$",
    re.I,
)
#: What stands before the class that a sentence is about.
_TOPIC = regex(
    r"(?:[-+>#|\s\d.)、]*(?:[A-Z][\w ]{1,20}:\s)?"
    r"|(?:.*(?:\b(?:is|are)\s|[:：,]\s?|是|为))?(?:(?:the|an?)\s)?(?:[\w-]+\s){0,3}(?:class|struct|kernel|template|interface|类|接口)(?:\s(?:named|called))?[,:，：]?\s?)",
    re.I,
)
#: What tells to use the class behind it.
_ADVISED = regex(
    r"[-*+>|\s\d.)]*(?:[\[(][ x][\])]\s?|[\w\s-]{1,30}:\s)?"
    r"(?:(?:derive|inherit)\sfrom|subclass|use|extend|继承自?|使用|用)(?:\s(?:the|class|base|template)){0,3}\s?",
    re.I,
)
_NOTHING_ELSE = regex(r"(?:[\W\d_]|(?:the|class|struct|interface|kernel)\b|类|接口)*", re.I)
_UNTOPIC = regex(r"\b(?:by|in|of|from|with|to|via|like|see|than|calls?|uses?)\s(?:[\w-]+\s){0,3}\S*\s?$", re.I)
#: The same in other languages, by what stands between a class and its base and what stands behind that: `A` は `B` を
#: 継承する, "`A` erbt von `B`", "`A` hérite de `B`", "`A` hereda de `B`".
_ABROAD = (
    (
        regex(r"\s?(?:クラス)?\s?(?:は|が|も)\s?、?\s?(?:直接|抽象クラス|基底クラス|親クラス)?\s?(?:の)?\s?"),
        regex(
            r"\s?(?:クラス)?\s?(?:を\s?(?:直接|そのまま)?\s?(?:public\s?)?継承(?!しない|しません|して(?:い)?(?:ない|ません))"
            r"|から\s?(?:直接)?派生(?!しない|しません|して(?:い)?(?:ない|ません))|の(?:直接の)?(?:サブクラス|派生クラス|子クラス)(?!では))"
        ),
    ),
    (
        regex(
            r"(?:(?:erbt|erben|leitet\ssich)\s(?:(?:direkt|auch|öffentlich)\s)?|(?:ist|sind|wird)\s(?:direkt\s)?"
            r"(?:abgeleitet|eine?\s(?:direkte\s)?(?:Unter|Sub|Kind)klasse|eine\sAbleitung)\s)von\s"
            r"(?:der\s)?(?:(?:Basis)?[Kk]lasse\s)?"
        ),
        regex(r"(?!\s?(?:nicht|ab\snicht)\b)"),
    ),
    (
        regex(r"(?:hérite|dérive|est\sdérivée?)\s(?:directement\s)?d(?:e\s|['’]\s?)(?:la\sclasse\s)?"),
        regex(r""),
    ),
    (regex(r"(?:hereda|deriva|se\sderiva)\s(?:directamente\s)?de\s(?:la\sclase\s)?"), regex(r"")),
)
_DIRECTLY_ABROAD = regex(r"直接|\bdire(?:kt|ctement|ctamente)\b")


class Said(Record):
    """How a class is said to be derived from another.

    `word` is `"from"`, `"of"` or `"的"` for what a next pair may be said by, `"is"` for a class that is said to be one,
    `"implements"`, `"base"` where its base is told. `any`: the class may be any of the sentence's; `plural`: it is one
    of several that stand in a list; `inverse`: the first of the two is the base; `whole`: the word says no doubt;
    `far`: other words stand between, so that the class must be what the sentence is about.
    """

    word: str
    direct: bool = False
    any: bool = False
    plural: bool = False
    inverse: bool = False
    whole: bool = True
    far: bool = False


def plain(text: str) -> str:
    """A text without the marks of Markdown and numbers of lines, each letter where it was."""
    text = _NUMBERED.sub(lambda match: "§" * len(match[0]), text)
    return _MARKS.sub(" ", text)


def between(text: str) -> str:
    """What a plain text says between two names, without what is in brackets and where the first of the two stands."""
    text = _ASIDE.sub(" ", _ASIDE.sub(" ", text))
    text = re.sub(r"§+", "§", _SPACE.sub(" ", text)).strip()
    return _SPACE.sub(" ", _PLACE.sub(" ", text, count=1)).strip() if "§" in text else text


def said(words: str, behind: str) -> Said | None:
    """How the words between two names, and those behind the second, say that one is derived from the other."""
    direct = _DIRECTLY.search(words) is not None
    apposed = _APPOSED.fullmatch(words.lstrip())
    if apposed is not None:  # of a single one what is listed behind it need not be another
        return Said("of", direct, inverse=True) if apposed["several"] else None
    if _BASE_IN_BRACKETS.fullmatch(words + " "):
        return Said("base", direct)
    for between_two, last in _ABROAD:
        if between_two.fullmatch(words + " ") and last.match(behind):
            return Said("from", _DIRECTLY_ABROAD.search(words + behind[:8]) is not None)
    spaced = _BY_THE_WAY.sub("", words.lstrip("(（ ")) + " "
    clause = _CLAUSE.match(spaced)
    opened = clause.end() if clause else 0
    goes_on = _GOES_ON.search(spaced[:opened]) is not None
    of_the_last = _OF_THE_LAST.match(words) is not None
    for begin in dict.fromkeys((opened, 0)):
        rest = spaced[begin:]
        anyones = goes_on and begin > 0 and not of_the_last
        if _VERB.fullmatch(rest):
            if _LOOSE.search(rest) and _NO_BASE.match(behind):
                return None
            word = "of" if rest.rstrip().endswith(" of") else "from"
            return Said(word, direct, anyones, _PLURAL.search(rest) is not None)
        if _INVERSE.fullmatch(rest.strip() + " ") or _INVERSE.fullmatch(spaced):
            return Said("of", direct, inverse=True)
        if _BASE_IS.fullmatch(rest):
            return Said("base", direct, any=True)
        if _IMPLEMENTS.fullmatch(rest):
            whole = "interface" in rest.lower() or "接口" in rest or _INTERFACE.match(behind) is not None
            return Said("implements", any=anyones, plural=_PLURAL.search(rest) is not None, whole=whole)
        if _IS_A.fullmatch(rest.strip()) or _IS_A.fullmatch(rest):
            if _OF_IT.match(behind):
                return Said("of", any=anyones)
            if _IS.fullmatch(rest.strip()) and (_CHILD.match(behind) or _PARENT.match(behind)):
                break
            if words.lstrip().startswith((",", "，")) and _AND_ANOTHER.match(behind):
                return None  # "a `A`, a `B` and a `C`" are three
            if _BY_INHERITANCE.match(behind):
                return Said("is", any=anyones)
            simply = _PLAIN.search(rest) is not None
            if _OVERRIDES.match(behind):
                return Said("is", any=anyones)
            if _IS_DIRECTLY.match(behind):
                return Said("is", direct=True, any=anyones)
            return Said("is", simply, any=anyones, whole=simply) if _IS_A_ENDS.match(behind) else None
    for match in _ITS_BASE_IS.finditer(words):
        if _BASE_IS.fullmatch(words[match.end() :] + " "):
            return Said("base", direct, far=True)
    far = _far(words, behind)
    if far is not None:
        return far
    if _IS.fullmatch(words) or _IS.fullmatch(words + " "):
        if _CHILD.match(behind):
            return Said("的", "直接" in behind[:12])
        if _PARENT.match(behind):
            return Said("的", "直接" in behind[:12], inverse=True)
    return None


def _far(words: str, behind: str) -> Said | None:
    """What the last clause of some words says of the class that stands before all of them."""
    clauses = list(_IT_GOES_ON.finditer(words)) if words.count("|") < FEW_CELLS else []
    if not clauses:
        return None
    last = words[clauses[-1].end() :] + " "
    if _VERB.fullmatch(last) and not (_LOOSE.search(last) and _NO_BASE.match(behind)):
        return Said("from", _DIRECTLY.search(last) is not None, far=True)
    if _IS_A.fullmatch(last) is None:
        return None
    if _BY_INHERITANCE.match(behind):
        return Said("is", far=True)
    return Said("is", direct=True, far=True) if _PLAIN.search(last) else None


def understood(derived: str, before: str, words: str, behind: str) -> bool:
    """Whether two classes go on what is said of two before them, with only the word by which it was said."""
    if derived == "from":
        return _FROM.fullmatch(words + " ") is not None
    if derived == "of":
        return all([_OF.fullmatch(words + " "), _ANOTHER.fullmatch(before + " "), _ENDS.match(behind)])
    return derived == "的" and _IS.fullmatch(words) is not None and _ENDS_ZH.match(behind) is not None


def likewise(words: str, behind: str) -> bool:
    """Whether what was said of a class before is said of the next, too: "and so is `C`", "，`C` 也是"."""
    return _SO.fullmatch(words + " ") is not None or (
        _COMMA.fullmatch(words + " ") is not None and _SO_BEHIND.match(behind) is not None
    )


def parent_of(before: str, words: str) -> bool:
    """Whether the second of two is the base of the first: "the base class of `A` is `B`"."""
    return _PLAINLY.fullmatch(words) is not None and _PARENT_OF.search(before) is not None


def listed_under(before: str, words: str) -> bool:
    """Whether a list of classes follows the base that they have, by the words before that and those behind it."""
    return _ARE_LISTED.fullmatch(words) is not None and _OF_SEVERAL.search(_SPACE.sub(" ", before)) is not None


def of_it(words: str, behind: str) -> Said | None:
    """What a sentence says of a class that the one before is about; it has only these words before the name."""
    match = _IT.match(words)
    rest = words[match.end() :] if match else words
    made = said(rest, behind)
    return made if made is not None and not made.inverse and rest.strip() else None


def topic(before: str) -> bool:
    """Whether a class is what its sentence is about, by the words before it."""
    words = _SPACE.sub(" ", before[-MAX_BETWEEN:])
    return _TOPIC.fullmatch(words) is not None and _UNTOPIC.search(words) is None


def advised(before: str) -> bool:
    """Whether a sentence tells to use a class and nothing else, by the words before it: "- [ ] Derive from"."""
    return _ADVISED.fullmatch(_SPACE.sub(" ", before[-MAX_BETWEEN:])) is not None


def supposed(before: str) -> bool:
    """Whether the words of a sentence before a class make what is said of it a condition, a wish or a mistake."""
    words = _NOT_BUT.sub(" ", _SPACE.sub(" ", before[-MAX_BETWEEN:]))
    return any(pattern.search(words) for pattern in (_DENIED, _NOT_SO)) or _SUPPOSED.search(words[-60:]) is not None


def tells(sentence: str) -> bool:
    """Whether a sentence may say what classes of this release are derived from."""
    return _NOT_SAID.search(sentence) is None and not disclaimers.absent(sentence)


def names_it(heading: str) -> bool:
    """Whether a heading, without the name of a class, is of nothing else."""
    return _NOTHING_ELSE.fullmatch(heading) is not None


def sentence_ends(text: str) -> list[int]:
    """Where the sentences of a plain text end."""
    return [match.end() for match in wording.SENTENCE.finditer(text) if not _SHORT.search(text[: match.end()][-8:])]
