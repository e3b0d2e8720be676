"""Which name each cited path is said of: what a sentence, a list or a table's row puts together."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, vocabulary, wording
from tfexplore.answers.verifying import homed, prose
from tfexplore.answers.verifying.derivation import DERIVED, WRITTEN
from tfexplore.answers.verifying.sections import asked_about, of_heading, of_term
from tfexplore.answers.verifying.spelling import STRUCTURED, is_of_the_file
from tfexplore.answers.verifying.whose_place import is_beside, is_member_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tfexplore.answers.citation import Citation


#: Names of a sentence that "it" may be.
MOST_NAMES = 4
#: Letters that a form of a word may have more.
_INFLECTION = 4
#: Blanks between the columns of a drawing or a list, which is no prose.
_COLUMNS = regex(r"\S {3,}\S")
#: The head of a signature: what stands before a function's own name, and its parameters behind it.
_HEAD = regex(r"(?:rpc |(?:[\w:<>,*&]+\s+)*[*&]*[\w:~]+\s?\()")
#: "`SymbolicGradient` functions (`math_grad.cc`)": what is there are others than what is named.
_OF_A_KIND = regex(
    r"[`*]*\s+(?:functions|kernels|ops|gradients|classes|methods|macros|helpers|registrations|variants|tests"
    r"|files|sources|headers)\b"
)
#: "For the `Loom` op, see x.cc": the file is of what the sentence is about.
_SUBJECT = regex(r"\b(?:for|about|on|to|with|of) (?:the )?(?:op )?[`*]*\Z", re.I)
#: What is a thing of some class: "`launch_`, a".
_KIND_OF_VALUE = regex(
    r"`\w+_(?:\(\.{0,3}\))?`,\s(?:an?|the|一个)\s(?:(?:object|instance|variable|member)\s(?:of\s)?(?:type\s|class\s)?)?[`*]*\Z",
    re.A,
)
#: "The `Loom` question (x.cc:12)": the place is not the name's.
_QUESTION = regex(r"[`*]*\s(?:question|issue|bug|problem|fix|puzzle|discussion|story|trick|hack|todo)s?\b", re.I)
#: The mark of a footnote, up to the place that the note begins with; what stands behind that, where the note is on it;
#: and the mark that refers to it behind a name.
_NOTE = regex(r"\s{0,3}(?:\[\^|\[{1,2})(?P<mark>[\w-]{1,40})\]{1,2}:?\s*[`*\[<]{0,3}")
_NOTE_ENDS = regex(r"[`*\])>]*(?:\s*\Z|\s?[.,;。，；](?:\s|\Z)|\]\(http|\s[\"'(])")
_NOTED = regex(
    r"(?:\(\))?[`*]{0,3}(?:\(\))?(?:[.。]?\[\^|\]\[|\s?\[{1,2}|\s?[(（](?:see\s|见\s?)?\[)(?P<mark>[\w-]{1,40})\](?![:(])"
)
#: What says before a name that it is one of many that are made so.
_OF_THE_FORM = regex(
    r"(?:\b(?:of the form|named like|called like|looks? like|such as)|形如|长得像|类似于?|诸如)\s?[`*\"“]*\Z", re.I
)
#: A colon before a place of which is told what is done there.
COLON = regex(r"[`*]*\s?[:：]\s?[`*\[]*")
DOES = regex(
    r"[`*)\]]*\s(?:creates|makes|calls|uses|sets|adds|reads|writes|returns|checks|builds|takes|passes|puts|asks|copies|runs)\s"
)
#: What is made of a file is not in it.
_MAKES = regex(r"\b(?:makes?|made|builds?|built|creates?|generates?|compiles?|produces?)\s(?:an? |the )?[`*]*\Z", re.I)
_FROM = regex(r"[`*]*\s(?:is |are )?(?:from|out of|of)\s(?:the (?:file )?)?[`*\[]*")
_SEE = regex(r"[`*]*(?:\s\w+){0,2},\s(?:see|cf\.)\s(?:also\s)?[`*\[]*")
#: What is cited with the word that begins its definition: "`x.py`: `class Name`".
_CLASSED = regex(r"(?:class|def|struct|enum(?: class)?)\s+\w")
#: The head of a class up to what it is derived from.
_ADDRESS = regex(r"[`*]{0,3}\]\((?=https?://)")
#: What goes on behind a name in its span of code: what a class is derived from, the value of a constant.
_REST_OF_SPAN = regex(r"\s*(?:(?:final\s*)?:\s*(?:public|protected|private)\s[^`\n]{1,120}|=\s*[^`\n]{1,60})(?=`)")
_CLASS_HEAD = regex(r"(?:class|struct)\s+\w+[^`]*:\s*(?:public|protected|private)\s")
#: What goes on with the lines of the other names of a list: "`a` and `b` (lines 3, 12)".
_MORE_LINES = regex(r"\s*(?:,|、|，|and|和)\s*(?:第\s?|lines?\s|[:：]|#?L)?\d+\b(?!\s*[-–~])")
#: And those of a sentence's things in turn: "`a` is 1, `b` is 2 (x.py:3 and :12)".
_IN_TURN = regex(r"[`\s]*(?:,|、|，|/|&|and|和|与|及)\s*(?:and\s*)?`?(?::|：|#?L)?\d+\b(?!\s*[-–~])(?!\.\d|\w)")
_CLAUSE = regex(r"[,，;；、]|\band\b|[和与]")
_GOES_ON = regex(r"\s*(?:and|和|与|以及)\s*`?")
_JOINED = regex(r"`[^`\n]+`\s*(?:,|、|，|and|和)\s*`?\Z")
#: A file in brackets of which something else is said: "`A` (`x.h` only declares `B`)", `A`（`x.h` 只声明 `B`）.
_BRACKET = regex(r"[`*]*\s*[(（]\s?[`*\[]*")
_CLOSED_AND = regex(r"[`*]*\s?[)）]\s?(?:,|、|，|and|和|与)\s?[`*\[]*")
_ONLY_HAS = regex(
    r"[`*]*\s?(?:(?:only|just|merely)\s|[只仅])?"
    r"(?:(?:has|declares|defines|contains|registers|includes|uses)\s(?:the\s|an?\s)?|(?:声明|定义|有|包含|注册)了?\s?)`"
)
#: What leads from a place to the name that it is of.
_IS_BEHIND = regex(
    r"[`*)\]]*\s?(?:行)?\s?(?:把|就?是|则?为|(?:注册|登记|定义|声明|实现|调用|使用|用到|创建|构造)了?|(?:is|holds|has|registers|defines)\b)[^`，,。;；]{0,12}`"
    r"|[`*)\]]*\s(?:is )?in `(?![\w./-]+\.\w{1,5}`)"
)
_IN_ANOTHER = regex(r"[`*)]*\s(?:in|at|from)\s*(?:\Z|`[\w./-]+\.\w{1,5}\b)", re.A)
_NAMED_BEHIND = regex(r"[`*]*\s?[(（]\s?`[\w:.~]+`\s?[)）]", re.A)
#: What joins a name to the place before it: "x.cc:12 – `A` is 1, x.cc:40 – `B` is 2".
_LED = regex(r"[`*)\]]*\s(?:--?|—|–|——)\s?[`*]*")
#: How an item begins and ends that is a name, remarks on it, and behind a dash its place.
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)])\s+[`*]*")
_DASH = regex(r"\s(?:--|—|–|——)\s?`?\Z")
_ENDS = regex(r"[`*.。)]*\s*")
#: A remark on a name up to its place: "- `A`, a table of them: `x.cc`".
_REMARK = regex(r"[`*]*,\s[^`:：.;；。]{3,60}[:：]\s?[`*]*")
#: "In `x.cc`, `A` …", and what such a sentence may say of what is not there.
_IN_FILE = regex(r"(?:^[\s>]*(?:[-*+]\s|\d+[.)]\s)?|[.。;；!?]\s)(?:In|Inside|Within)\s[`*\[]*\Z")
_NOT_THERE = regex(r"\b(?:not|never|no longer|instead|missing|absent|without|rather)\b|n't", re.I)
_COMMA = regex(r"[`*)\]\"']*[,，;；]\s?[`*(\[]*")
#: "…, where `A`, `B`": what is done there by several.
_WHERE = regex(r"[`*)\]]*,\swhere\s[`*]*", re.I)
_LISTED_ON = regex(r"[`*]*(?:\(\)`?)?,?\s?(?:,|and|or)\s[`*]*\w")
#: What stands between the address of a link to a file and lines of it: "[x.cc](https://…) line 12".
_BEHIND_LINK = regex(r"\)[`*]{0,2}\s?[,，:：(（]?\s?(?:(?:at|on|in)\s)?")
#: The text of a link before its address, which says nothing of its own: "`Loom`, [the .cc](https://…".
_TEXT_OF_LINK = regex(r"(?<!\])\[[^\]\[`|\n]{1,30}\]\(\Z")
#: How a line goes on behind the name of a file of which the next begins with the lines.
_ENDS_WITH_FILE = regex(
    r"[`*\])]{0,3}\s?(?:[,，:：(（]\s?)?(?:(?:(?:starting|beginning)\s)?(?:at|on|in|from|around|see|near)|之?中的?|里面?的?|的)?\s*"
)
_BEGINS_WITH_LINES = regex(
    r"[\s>]*[(（]?(?:(?:(?:starting|beginning)\s)?(?:at|on|in|from|around|see|near)\s|之?中的?|里面?的?|的)?[`*]{0,2}"
)
#: The rest of an anchor of HTML, from its address to its text.
_ANCHORED, _HREF = regex(r"[\"'][^<>]{0,80}>(?:<(?:code|tt|b|i|em|strong)>)?[`*]*"), ('href="', "href='")
#: A name that has a line of its own behind it.
_AT_ITS_OWN = regex(r"[`*]*(?:\(\))?[`*]*\sat\s(?:lines?\s|L)?\d{1,5}\b")
#: What a thing is called that was named before: 该函数, 这个基类.
_KIND = "(?:函数|[基父子]?类|方法|宏|常量|结构体?|接口|枚举|类型|模板|变量|算子)"
#: "It is defined in", 它的实现在.
_IT_IS_IN = regex(
    r"\s*(?:(?:It|This)(?:(?: is|'s)(?: (?:implemented|defined|declared|found|private))?| lives| sits| resides)"
    r" (?:in|to)"
    r"|(?:It|This)(?: is|'s)(?: at)?(?=\s*[`*\[]*\Z)"
    r"|(?:It|This) (?:begins|starts|stands) (?:in|at)"
    r"|(?:That|This) (?:function|class|method|macro|helper|constant|struct|kernel)(?:,| is)?"
    r" (?:implemented|defined|declared) in"
    r"|(?:(?:Its|The) (?:implementation|definition|body) (?:is|begins|starts|stands)|Definition|Implementation)"
    r" (?:in|at|on|from)"
    r"|Its (?:implementation|definition|body|code)[,:](?: at| in)?(?=\s*[`*\[]*\Z)"
    r"|(?:Die )?(?:Definition|Implementierung|Deklaration)(?: steht| ist)? in"
    r"|(?:具体)?(?:实现|定义|声明)(?:[在于]|位于|写在)|(?:代码|源码|实现|定义|Code|Source|Definition)\s?[:：]"
    r"|(?:You|One) (?:(?:can|will|may) )?finds? (?:it|this) in"
    rf"|(?:[它其]|后者|[该这此]个?{_KIND})的?"
    r"(?:实现|定义|声明)?(?:位于|在|定义[在于]|实现[在于]|声明[在于]|写在|就在|从|见))"
    r"\s*(?:the (?:file|header) |文件)?\s*[`*\[]*",
    re.I,
)
#: 结构体定义在, in brackets behind the name of one.
_KIND_IS_IN = regex(rf"\s?{_KIND}(?:本身)?的?(?:实现|定义|声明)(?:位于|[在于])\s?[`*\[]*")
#: How a clause goes on behind the place of a name with another: "… (line 3) and implemented in".
_AND_IN = regex(
    r"[`*)\]]*(?:\s?[(（][^()（）`]{0,30}[)）])?,?\s(?:and|but)\s(?:is\s)?(?:implemented|defined|declared)\s(?:in|at)\s(?:the\s)?[`*\[]*"
    r"|[`*)\]]*,\s(?:and\s)?(?:implemented|defined|declared)\s(?:(?:in|at)\s)?[`*\[]*"
)
#: The same with a place where it is called: "… (x.cc:3), called from".
_CALLED_FROM = regex(
    r"[`*\])）]*,?\s(?:and |is |which is |and is |it is )?(?:called|invoked)(?: \w+ly)?\s(?:from|in|at|on)\s(?:line\s)?"
    r"[`*\[]*"
)
#: A name at the head of a sentence, what it is, and that it is somewhere.
_APPOSED = regex(
    r"[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?[`*]{1,3}(?P<name>[\w:.~]+)(?:\(\))?[`*]{1,3},\s"
    r"(?:the|an?|our|which|whose|used|called|made)\s[^`;:]{3,90}(?:`[^`]{1,40}`[^`;:]{0,30})?,\s"
    r"(?:is|lives|sits)\s(?:(?:defined|declared|implemented)\s)?(?:in|at)\s(?:the\s)?[`*\[]*",
    re.A,
)
#: "It is in `x.cc` that the lookup is made."
_CLEFT = regex(r"[`*]*,?\s(?:that|where|when|which)\b", re.I)
#: A clause that begins so within a sentence: "…, and it is defined in", "，它定义在", "，该函数位于", "，定义在".
_SO_IT_IS = regex(
    r"[,，;；]\s?(?:and |but |并且?|而且?)?"
    r"(?:(?:it is|it's|which is)(?: itself)? (?:(?:implemented|defined|declared) )?(?:in|at)"
    r"|it (?:begins|starts|sits|lives|stands) (?:in|at)|which is"
    r"|(?:the|that|this) (?:class|function|method|struct|kernel|helper|macro|template)(?: itself)? (?:is|lives|sits)"
    r"(?: (?:implemented|defined|declared|found))? in"
    rf"|(?:[它其]|后者|[该这此]个?{_KIND})的?(?:实现|定义|声明)?(?:在|位于|定义[在于]|实现[在于]|声明[在于]|写在|从|见)"
    r"|(?:定义|实现|声明)[在于]"
    r"|(?:its |the |die )?(?:definition|implementation|implementierung|body)(?: is| steht| begins| starts| stands)?"
    r" (?:in|at|on|from))"
    r"\s*(?:the (?:file|header) |文件)?\s*[`*\[]*\Z",
    re.I,
)
#: What stands between a file and a name that it has: "`x.py` 里的 `f`", "`x.py`'s `f`".
_OF_IT = regex(
    r"[`*]*\s?(?:(?:里面?|之?中|内)的\s?(?:函数|类|方法|宏|常量)?|(?:'s|’s)\s(?:(?:function|class|method|macro)\s)?)\s?[`*\[]*"
)
#: "`A` is a `B`, see …".
_IS_A = regex(r"[`*\s]*(?:is an?(?:\s[a-z]+){0,2}|,? an?|就?是(?:一?[个种])?[^\s，,。;；`|]{0,8})\s*[`*]*", re.I)
#: The head of a column of messages.
_MESSAGES = regex(
    r"\|[\s*_]*(?:error )?(?:messages?|errors?|warnings?)[\s*_]*\|"
    r"|\|\s*[^|\s]{0,12}(?:报错|错误(?:信息|消息|提示)|消息)[^|\s]{0,6}\s*\|",
    re.I,
)
#: A word with a capital that is not marked as code.
_SAYS = regex(r"[a-z]{4}|[\u4e00-\u9fff]{2}")
#: Words of a cell that only say where what another cell has is.
_SAYS_WHERE = regex(
    r"\b(?:registered|registration|defined|declared|implemented|line|lines|file|source|header|see)\b|注册|定义|声明|实现|位于",
    re.I,
)
#: Strokes of a row that has nothing but a name and its place.
FEW_CELLS = 3
#: Words of a cell before a name, so many of which say what somebody does with it.
_WORDS_OF_CELL = regex(r"[A-Za-z]{2,}|[\u4e00-\u9fff]{2}")
MANY_WORDS = 4
#: What no code is, whatever its marks say.
_SENTENCE = regex(r"(?:(?<![\w.])[a-z]+(?:n't)?,?\s){3}[a-z]+(?:n't)?(?![\w(.])")
_BARE_WORD = regex(r"(?<![`\w])[A-Z][a-zA-Z0-9]{2,}(?![`\w])")
#: What a macro comes to: "`A_MACRO` is `B`, see …".
_STANDS_FOR = regex(
    r"[`*\s]*(?:is|means|stands for|comes to|expands to|=|:=|就?是|即)\s*(?:the (?:class|kernel|function) )?[`*]*", re.I
)
_IS_OF = regex(
    r"[`*\s]*(?:(?:is )?(?:an? )?(?:(?:static|class|private|virtual) )?(?:member|method|part) of"
    r"|is (?:pure )?virtual in|belongs to|属于)"
    r"\s*(?:the |class )?[`*]*",
    re.I,
)
#: How a cell begins that has an example: "| e.g. `x.cc:48` |".
_EXAMPLE = regex(
    r"\|[\s*_(（]*(?:e\.\s?g\.?,?|eg\.?|for example,?|for instance,?|such as|例如|比如|譬如|如)[:：,，]?[\s`*]*\Z", re.I
)
#: What stands between a name and the path in the next cell, where the name has a remark.
_REMARKED = regex(r"[`*]*\s*[(（][^()（）|]*[)）]\s*\|[\s`*\[]*")
#: "`A` derives from `B`, and is defined in": the clause goes on with what the sentence is about.
_THEN_DEFINED = regex(
    r"[^,，;；]{0,24}[,，;；]\s?"
    r"(?:(?:and )?(?:it )?(?:is )?(?:defined|declared|implemented) (?:in|at)"
    r"|(?:该?类)?的?(?:定义|实现|声明)[在于]|位于)\s?[`*\[]*",
    re.I,
)
#: What says behind a place that it is a definition's.
_IS_DEFINITION = regex(
    r"[`*)）]*\s?[(（]\s?(?:(?:the |its )?(?:class |struct |function )?definition|[类函]?数?的?定义)\s?[)）]", re.I
)
#: Letters before a name or a place that are read.
NEAR = 120
_OVER = regex(r"[`*]*\s(?:over|around|on top of|applied to)\s(?:the\s)?[`*\[]*")
_OF_ITS_NAME = regex(r"\s?的\s?`")
#: What a call gives, which is at the place of the call.
_ARGUMENT_OF = regex(r"\bargument\b[^.;()]{0,40}\bcall\b[^.;()]{0,40}\bis\s[`*]*\Z", re.I)
#: Names that something else is said to be shared by; and what says that a place is the op's.
_SHARED_BY = regex(
    r"\b(?:shared|used|needed|called) by (?:[`*]*\w+[`*]*(?:,| and|, and| &|/) )*[`*]*\Z"
    r"|\bcommon to (?:[`*]*\w+[`*]* and )?[`*]*\Z",
    re.A,
)
_OP_AT = regex(r"[`*]*\s?[:：,，;；]\s(?:the )?op (?:is )?(?:at|in)\s[`*\[]*")
#: "`A` (struct at line 97)".
_KIND_AT = regex(
    r"[(（]\s?(?:the )?(?:struct|class|function|method|macro|definition)\s(?:is\s)?(?:at|on|begins at)\s(?:lines?\s)?"
    r"[`*\[]*\Z"
)
#: The end of the brackets that lines stand in behind their file, and of the clause: "in x.cc (line 12), and `f`".
_CLOSES_ITS_OWN = regex(r"\s?行?[`*]*[)）][`*]*\s?[,，;；。]")
_AND = regex(r"[`*\s\"']*(?:[,、，/&]|and|or|和|与|及|以及|[,、，]\s*and)[`*\s\"']*")


def _spans(text: str) -> Iterator[re.Match[str]]:
    """The code of a line."""
    return markdown.SPAN.finditer(text) if "`" in text else iter(())


def _is_called(path: str, name: str) -> bool:
    """Whether a file has a name, or a form of it: `work_shard` is what `work_sharder.h` is about."""
    stem = path.rpartition("/")[2].partition(".")[0]
    plain = stem.removesuffix("_op").removesuffix("_ops")
    if name.islower() and plain.replace("_", "") == name.replace("_", ""):
        return True  # `top_k` and `topk_op.cc`
    return stem == name or ("_" in name and stem.startswith(name) and len(stem) - len(name) < _INFLECTION)


#: What stands between a name and what of it is meant.
_ITS = regex(r"`?(?:\s?的\s?|['’]s\s)")
#: What an op has, and everybody's has.
PARTS_OF_OPS = frozenset(["OpDef", "KernelDef", "OpKernel"])


class Ties(Record):
    """Names by the positions of the paths that are said of them.

    `tied` has the name and what the path is said to be of it: `"defined"` for its definition, `"alone"` for a line that
    the sentence says nothing else of, `"term"` for one of a paragraph that begins with the name, otherwise nothing.
    `weak` has the only name of a sentence that ties nothing. `either` has the names of which one is said to be defined
    in a file, "it" being any of the sentence before.
    """

    tied: dict[int, tuple[Citation, str]]
    weak: dict[int, Citation]
    either: dict[int, tuple[Citation, ...]]


def tie(said: Sequence[Citation], lines: Sequence[str]) -> Ties:
    """Find the name that each path is said of."""
    by_line: dict[int, list[int]] = {}
    for position, one in enumerate(said):
        if one.kind != "quotation":
            by_line.setdefault(one.line, []).append(position)
    found = _Tying(said, lines)
    wrapped = [_Wrapped(found, numbers, by_line) for numbers in prose.wrapped_together(lines)]
    wrapped = [each for each in wrapped if each.has_places]
    for number, positions in by_line.items():
        found.from_names(positions, lines[number - 1])
    for each in wrapped:
        each.from_names()
    for number, positions in by_line.items():
        found.line(positions, lines[number - 1], by_line.get(number - 1, []))
    found.labelled(lines)
    for each in wrapped:
        each.rest()
    found.noted(by_line)
    tied = {path: (_whose(name, by_line, said, lines), how) for path, (name, how) in found.tied.items()}
    return Ties(tied, found.weak, found.either)


def _whose(
    name: Citation, by_line: Mapping[int, list[int]], said: Sequence[Citation], lines: Sequence[str]
) -> Citation:
    """A name, or for a word of what it is the name of whom that is: `Braid` for "the OpDef" of "`Braid`'s OpDef"."""
    if name.target not in PARTS_OF_OPS or name.in_code:
        return name
    before = [said[at] for at in by_line.get(name.line, ()) if said[at].column < name.column]
    text = lines[name.line - 1]
    owner = before[-1] if before and before[-1].kind in ("symbol", "op") else name
    return owner if _ITS.fullmatch(text, owner.end_column, name.column - 1) else name


def _goes_on_in(lines: Sequence[str], path: Citation, one: Citation) -> bool:
    """Whether lines that begin one line are of the file with which the line before it ends: "x.cc,\\nlines 3-5"."""
    return (
        path.kind == "path"
        and one.start > 0
        and one.unnamed
        and one.line == path.line + 1
        and _ENDS_WITH_FILE.fullmatch(lines[path.line - 1], path.end_column) is not None
        and _BEGINS_WITH_LINES.fullmatch(lines[one.line - 1], 0, one.column - 1) is not None
    )


def _joined_to(path: Citation, one: Citation) -> Citation:
    """The place that a file at the end of a line and the lines at the begin of the next are."""
    return path._replace(kind="path:line", start=one.start, end=one.end)


class _Wrapped:
    """Lines that were wrapped, read as the one that they are: what ties names to places on others of them."""

    def __init__(self, found: _Tying, numbers: list[int], by_line: Mapping[int, list[int]]) -> None:
        self._found = found
        self._positions = [position for number in numbers for position in by_line.get(number, ())]
        said = [found.said[position] for position in self._positions]
        for at in range(len(said) - 1, 0, -1):
            if _goes_on_in(found.lines, said[at - 1], said[at]):
                self._positions.pop(at - 1)
                said[at - 1 : at + 1] = [_joined_to(said[at - 1], said[at])]
        columns = any(_COLUMNS.search(found.lines[number - 1]) is not None for number in numbers)
        self.has_places = any(one.start or one.kind == "path" for one in said) and not columns
        self.has_places = self.has_places and not any(one.fenced for one in said)
        self._text, starts = prose.unwrapped(found.lines, numbers) if self.has_places else ("", [])
        moved = [
            one._replace(
                line=1,
                column=one.column + starts[one.line - numbers[0]],
                end_column=found.said[position].end_column + more,
            )
            for one, position in zip(said if self.has_places else (), self._positions, strict=False)
            for more in (starts[found.said[position].line - numbers[0]],)
        ]
        self._whole = _Tying(moved, [self._text], starts[1:])

    def from_names(self) -> None:
        """Tie places to names before them."""
        self._whole.from_names([*range(len(self._positions))], self._text)
        self._take()

    def rest(self) -> None:
        """Tie those that are left."""
        positions = [*range(len(self._positions))]
        self._whole.to_the_rest(positions, self._text)
        self._take()
        self._whole.name_the_rest(positions, self._text)
        own = {id(one): position for one, position in zip(self._whole.said, self._positions, strict=True)}
        for at, name in self._whole.weak.items():
            if self._positions[at] not in self._found.tied:
                self._found.weak.setdefault(self._positions[at], self._found.said[own[id(name)]])

    def _take(self) -> None:
        """Take what is tied so over more than one line, where no line by itself has told."""
        own = {id(one): position for one, position in zip(self._whole.said, self._positions, strict=True)}
        for at, (name, how) in self._whole.tied.items():
            position = self._positions[at]
            first, one = self._found.said[own[id(name)]], self._found.said[position]
            if position not in self._found.tied and first.line != one.line:
                self._found.tied[position] = (first, how)
                self._found.either.pop(position, None)


#: What says in brackets where something is defined of which a few words tell what it does.
_DEFINED_BESIDE = regex(r"[(（]\s?(?:其?定义|(?:it is )?(?:defined|implemented) )")
#: A line of its own behind a name, in brackets.
_WITH_ITS_LINE = regex(r"[`*]{0,3}[,，:：]\s?[`*]{0,2}(?:L|lines?\s|第\s?)\d+(?:\s?行)?[`*]{0,2}[)）]", re.I)


class _Tying:
    """What names and places are tied to each other; `joints` are the columns at which lines were joined to one."""

    def __init__(self, said: Sequence[Citation], lines: Sequence[str], joints: Sequence[int] = ()) -> None:
        self.said = said
        self.lines = lines
        self.tied: dict[int, tuple[Citation, str]] = {}
        self.weak: dict[int, Citation] = {}
        self.either: dict[int, tuple[Citation, ...]] = {}
        self._joints = joints
        self._used: dict[int, set[int]] = {}  # by the first citation of a line, the names that places behind have

    def from_names(self, positions: list[int], text: str) -> None:
        """The ties of a line from names to the paths behind them."""
        paths = [p for p in positions if self.said[p].kind in ("path", "path:line")]
        columns = [p for p in paths if self.said[p].fenced and self.said[p].text.startswith(":")]
        self._column(positions, columns, text)
        self._used[positions[0]] = self._forward(positions, [p for p in paths if p not in columns], text)

    def line(self, positions: list[int], text: str, above: list[int]) -> None:
        """The ties of a line that `from_names` leaves: from paths to the names behind them, then what is left.

        `above` are the positions of the line before it, whose last name may be what a line begins with the place of.
        """
        paths = [p for p in positions if self.said[p].kind in ("path", "path:line")]
        paths = [p for p in paths if not (self.said[p].fenced and self.said[p].text.startswith(":"))]
        self._backward(positions, paths, text, self._used[positions[0]])
        self._item(positions, paths, text)
        self._it(positions, paths, text, above)
        self._further(positions, paths, text)
        for path in paths:
            head = homed.of_item(self.said, self.lines, path) if path not in self.tied else None
            if head is not None:
                self.tied[path] = (head, "defined")
        if paths and positions[0] == paths[0] and positions[0] not in self.tied:
            headed = of_heading(self.said, self.lines, positions[0])
            if headed is not None:
                self.tied[positions[0]] = headed
        for path in paths:
            name = of_term(self.said, self.lines, path) if path not in self.tied else None
            if name is not None:
                self.tied[path] = (name, "term")
        row = text.lstrip().startswith("|") and len(paths) == 1 and paths[0] not in self.tied
        row = row and not any(_QUESTION.match(text, self.said[p].end_column) for p in positions)
        row = row and not any(map(disclaimers.is_statement, text.split("|")[1:2]))
        if row and not self._heads(paths[0]) and not self._is_of_a_message(paths[0]):
            cell = text.find("|", text.find("|") + 1)
            named = [p for p in positions if self.said[p].kind in ("symbol", "op")]
            named = [p for p in named if not _is_called(self.said[paths[0]].target, self.said[p].target)]
            names = [p for p in named if not (self._is_aside(p, text) or self._is_behind_words(p, paths[0], text))]
            first = [p for p in names if self._before_cell(p, paths[0], text)]
            first = first or [p for p in names if self.said[p].column <= cell]
            own = self._is_of_next_cell(paths[0], names, text) or self._is_of_a_word_before(paths[0], text)
            first = first or (names if not own else [])
            if len(first) == 1 and not self._is_a_word(self.said[first[0]], text):
                between = text[self.said[first[0]].end_column : self.said[paths[0]].column - 1]
                self.tied[paths[0]] = (self.said[first[0]], self._alone(first[0], paths[0], between))
        for path in paths:
            if path not in self.tied and self.said[path].kind == "path:line":
                self._beside(path, positions, text)
            name = self.tied[path][0] if path in self.tied else self.weak.get(path)
            if name is not None and _OF_THE_FORM.search(self.lines[name.line - 1], 0, name.column - 1):
                self.tied.pop(path, None)  # "called like `GPU_0_bfc` (line 12)"
                self.weak.pop(path, None)
            if path in self.tied and text.lstrip().startswith("|") and self._is_of_its_own_cell(path, text):
                del self.tied[path]

    def to_the_rest(self, positions: list[int], text: str) -> None:
        """The ties of a paragraph's text that `from_names` leaves."""
        paths = [p for p in positions if self.said[p].kind in ("path", "path:line")]
        self._backward(positions, paths, text, self._used[positions[0]])
        self._it(positions, paths, text, [])
        self._further(positions, paths, text)

    def name_the_rest(self, positions: list[int], text: str) -> None:
        """Note for the lines of a paragraph's text that nothing is tied to the one name of their sentence."""
        columns = [self.said[position].column for position in positions]
        for position in positions:
            if self.said[position].kind == "path:line" and position not in self.tied:
                first, last = (
                    bisect_right(columns, at) for at in prose.sentence_span(text, self.said[position].column)
                )
                self._beside(position, positions[first:last], text)

    def _is_of_a_message(self, path: int) -> bool:
        """Whether a line stands in a row of a table of messages, which is where its message is made."""
        one = self.said[path]
        return bool(one.start) and one.line in self._rows_of_messages

    @cached_property
    def _rows_of_messages(self) -> frozenset[int]:
        """The lines of the rows of such tables."""
        found, inside = [], False
        for number, line in enumerate(self.lines, 1):
            row = line.lstrip().startswith("|")
            above = number > 1 and self.lines[number - 2].lstrip().startswith("|")
            inside = row and (inside if above else _MESSAGES.search(line) is not None)
            if inside and above:
                found.append(number)
        return frozenset(found)

    def _is_of_next_cell(self, path: int, names: list[int], text: str) -> bool:
        """Whether the cell behind a place has words that are no citations, and none of the names of the row."""
        begin = text.find("|", self.said[path].end_column)
        end = text.find("|", begin + 1)
        if begin < 0 or end < 0 or any(begin < self.said[name].column <= end for name in names):
            return False
        return _BARE_WORD.search(text, begin, end) is not None

    def _is_of_a_word_before(self, path: int, text: str) -> bool:
        """Whether the cell before that of a place is a word of code that is no citation: | DT_INT8 | 12 |."""
        cells = text[: self.said[path].column - 1].split("|")
        word = cells[-2].strip(" `*") if len(cells) > 2 else ""
        return STRUCTURED.fullmatch(word) is not None

    def _is_of_its_own_cell(self, path: int, text: str) -> bool:
        """Whether a row's place is said of words of its cell, and not of the name that another cell has."""
        name, _ = self.tied[path]
        one = self.said[path]
        if name.line != one.line:
            return False
        # What a file is called after, as a word for what it does.
        wide = text.count("|") > FEW_CELLS
        called = wide and not name.in_code and is_of_the_file(one.target, name.target)
        return called or self._is_of_a_later_cell(path, name, text) or self._is_within_words(name, path, text)

    def _is_of_a_later_cell(self, path: int, name: Citation, text: str) -> bool:
        """Whether a name is in a cell behind that of a place which has words of its own: | said, x.cc:12 | `A` |."""
        one = self.said[path]
        if name.line != one.line or name.column < one.column or "|" not in text[one.end_column : name.column]:
            return False
        cell = text[text.rfind("|", 0, one.column - 1) + 1 : one.column - 1]
        return _SAYS.search(_SAYS_WHERE.sub("", cell)) is not None

    def _heads(self, path: int) -> bool:
        """Whether a file stands in the header of a table, and is said of the words of its own cell."""
        line = self.said[path].line
        above, below = self.lines[line - 2 : line - 1] if line > 1 else [], self.lines[line : line + 1]
        return any(text.lstrip().startswith("|") for text in below) and not any(
            text.lstrip().startswith("|") for text in above
        )

    def _is_aside(self, name: int, text: str) -> bool:
        """Whether a name that is no code stands behind what the cell is about: "Eigen functor, BiasAdd"."""
        one = self.said[name]
        return not one.in_code and text[: one.column - 1].rstrip().endswith((",", "，", "、"))

    def _is_within_words(self, one: Citation, path: int, text: str) -> bool:
        """Whether a name stands behind words of a cell that are about something else than it, and no place is there."""
        begin = text.rfind("|", 0, one.column - 1) + 1
        if any(span.start() < one.column <= span.end() and _SENTENCE.search(span[2]) for span in _spans(text)):
            return True  # of a message, which is set as code
        before = text[begin : one.column - 1]
        return (
            begin < self.said[path].column - 1
            and "|" in text[one.end_column : self.said[path].column]
            and (len(_WORDS_OF_CELL.findall(markdown.SPAN.sub("`", before))) >= MANY_WORDS)
        )

    def _is_behind_words(self, name: int, path: int, text: str) -> bool:
        """Whether a name ends a remark that a cell behind that of a place has on it: | x.cc:12 | holds three, `A` |."""
        one, place = self.said[name], self.said[path]
        begin = text.rfind("|", 0, one.column - 1) + 1
        return begin > place.column and len(_WORDS_OF_CELL.findall(text[begin : one.column - 1])) >= MANY_WORDS

    def _before_cell(self, name: int, path: int, text: str) -> bool:
        """Whether a name, perhaps with a remark in brackets, is all that the cell before a path's has."""
        one = self.said[name]
        opening = text.rfind("|", 0, one.column)
        between = text[one.end_column : self.said[path].column - 1]
        return not text[opening + 1 : one.column - 1].strip(" *`") and _REMARKED.fullmatch(between) is not None

    def labelled(self, lines: Sequence[str]) -> None:
        """Tie the line of a record, whose fields stand each behind a label on a line of its own, to the name in it."""
        blocks: dict[int, list[int]] = {}
        for position, one in enumerate(self.said):
            if one.kind != "quotation" and not one.fenced:
                blocks.setdefault(one.block, []).append(position)
        for positions in blocks.values():
            kinds = [self.said[position].kind for position in positions]
            if sorted(kinds) not in (["path", "path:line", "symbol"], ["op", "path", "path:line"]):
                continue
            each = [self.said[position] for position in positions]
            if len({one.line for one in each}) == 3 and all(
                wording.label(lines[one.line - 1][: one.column - 1], within=one.kind == "path:line") for one in each
            ):
                at = kinds.index("path:line")
                name = next(one for one in each if one.kind in ("symbol", "op"))
                self.tied.setdefault(positions[at], (name, ""))

    def noted(self, by_line: Mapping[int, list[int]]) -> None:
        """Tie the place that a footnote begins with to the name right before the mark that refers to the note."""
        notes: dict[str, int] = {}  # a reference and a footnote hardly have one mark
        for number, positions in by_line.items():
            match = _NOTE.match(self.lines[number - 1])
            first = self.said[positions[0]]
            line = self.lines[number - 1]
            begins = match is not None and first.kind == "path:line" and first.column - 1 == match.end()
            if match is not None and begins and _NOTE_ENDS.match(line, first.end_column):
                notes[match["mark"]] = positions[0]
        for number, positions in by_line.items() if notes else ():
            if _NOTE.match(self.lines[number - 1]):
                continue
            for name in (self.said[at] for at in positions if self.said[at].kind in ("symbol", "op")):
                mark = _NOTED.match(self.lines[number - 1], name.end_column)
                if mark is not None and mark["mark"] in notes:
                    self.tied.setdefault(notes[mark["mark"]], (name, ""))

    def _forward(self, positions: list[int], paths: list[int], text: str) -> set[int]:
        """Tie paths to the names before them, and return those names."""
        used: set[int] = set()
        for at, position in enumerate(positions):
            one = self.said[position]
            if position not in paths or not at:
                continue
            before = self.said[positions[at - 1]]
            if positions[at - 1] in self.tied and text[before.end_column : one.column - 1].strip("`*") == "](":
                self.tied[position] = self.tied[positions[at - 1]]  # a link's text and its target
            if before.kind == "path" and one.kind == "path:line" and positions[at - 1] in self.tied:
                tied = self.tied[positions[at - 1]]
                if self._is_its_line(before, one, text) and tied[0].column < before.column:
                    self.tied[position] = tied  # "`A` is in x.h (core/x.h:12)"
            if before.kind in ("symbol", "op"):
                called = text[: before.column - 1].endswith(('("', "('"))
                if called and vocabulary.PLACEHOLDER.search(before.target):
                    continue  # `RegisterGradient("OpName")` is in x.py
                if _is_called(one.target, before.target) and not one.unnamed:
                    continue  # it is the file's own name: [`op_def`](…/op_def.proto)
                if at > 1 and self.said[positions[at - 2]].kind == "symbol":
                    derived = self.said[positions[at - 2]]
                    words = (derived.end_column, before.column - 1)
                    stands_for = derived.target.isupper() and _STANDS_FOR.fullmatch(text, *words) is not None
                    if stands_for or any(p.fullmatch(text, *words) for p in (DERIVED, WRITTEN, _IS_A, _IS_OF)):
                        if _THEN_DEFINED.fullmatch(text, before.end_column, one.column - 1):
                            self.tied[position] = (derived, "defined")
                        elif (
                            one.start
                            and _IS_OF.fullmatch(text, *words)
                            and _COMMA.fullmatch(text, before.end_column, one.column - 1)
                        ):
                            self.tied[position] = (derived, "")  # "`f` is a method of `A`, x.py:12"
                        continue  # else the place is the class's, or its base's
                if _QUESTION.match(text, before.end_column):
                    continue  # the place is of the question
                if one.kind == "path" and _OVER.fullmatch(text, before.end_column, one.column - 1):
                    continue  # "a `loom_wrap` over `loom.i`"
                if one.text.endswith("行") and _OF_ITS_NAME.match(text, one.end_column):
                    continue  # 第 12 行的 `B`
                if _ARGUMENT_OF.search(text, max(0, before.column - NEAR), before.column - 1):
                    continue  # "the last argument of the call, `true`, is `width` (x.cc:12)"
                if _SHARED_BY.search(text, max(0, before.column - NEAR), before.column - 1) and not _BRACKET.match(
                    text, before.end_column
                ):
                    continue  # "what is shared by `A` and `B` is in x.cc"
                if before.kind == "symbol" and _OP_AT.fullmatch(text, before.end_column, one.column - 1):
                    ops = [self.said[p] for p in positions[:at] if self.said[p].kind == "op"]
                    self.tied |= [(position, (op, "")) for op in ops[:1]]
                    continue  # "`Loom` has the kernel `LoomOp`: op at x.cc:12"
                if one.start and _KIND_OF_VALUE.search(text, 0, before.column - 1):
                    continue  # "it calls `launch_`, a `Launcher` (line 12)"
                if (
                    one.start
                    and COLON.fullmatch(text, before.end_column, one.column - 1)
                    and (DOES.match(text, one.end_column) or wording.acts(text[one.end_column :]))
                ):
                    continue  # "the gradient of `A`: x.py:12 creates it"
                if _SUBJECT.search(text, 0, before.column - 1) and _SEE.fullmatch(
                    text, before.end_column, one.column - 1
                ):
                    continue  # "for the op `A`, see x.cc"
                if _FROM.fullmatch(text, before.end_column, one.column - 1) and _MAKES.search(
                    text, 0, before.column - 1
                ):
                    continue  # "it makes `A` from x.cc"
                if _OF_A_KIND.match(text, before.end_column) and not self._joined(positions[:at], text):
                    continue
                address = _ADDRESS.match(text, one.end_column)
                if address is not None and all(self.said[p].column != address.end() + 1 for p in positions[at + 1 :]):
                    continue  # the link leads to another repository's file
                rest = _REST_OF_SPAN.match(text, before.end_column)
                between = text[rest.end() if rest is not None else before.end_column : one.column - 1]
                between = _TEXT_OF_LINK.sub("[", between)
                if "|" in between and self._is_aside(positions[at - 1], text):
                    continue
                if one.kind == "path" and self._has_its_own(positions[at + 1 :], one, text):
                    continue  # "that of `A` is `f` of x.py", said the other way round
                if _BRACKET.fullmatch(between) and _ONLY_HAS.match(text, one.end_column):
                    continue  # "`A` (`x.h` only declares `B`)"
                if _CLOSED_AND.fullmatch(between):
                    continue  # "`x.h` (`A`) and `y.h` (`B`)"
                if _COMMA.fullmatch(between) and (
                    wording.opens(text[one.end_column :]) or _IS_BEHIND.match(text, one.end_column)
                ):
                    continue  # the next clause begins with the place: "…, x.py has `B`", 第 12 行是 `B`
                joins = any(before.column <= joint < one.column for joint in self._joints)
                if (one.unnamed or joins) and _NAMED_BEHIND.match(text, one.end_column):
                    continue  # "line 12 (`B`)"
                if "|" in between and self._is_of_a_message(position):
                    continue  # which some function makes, whatever the row's op
                if "|" in between and self._joined(positions[:at], text):
                    places = self._of_cell(positions[at:], text)
                    if len(places) > 1:
                        self._each(positions[:at], places, text)
                        continue
                tie = wording.forward(between, one.kind == "path:line")
                if tie and is_beside(prose.before(self.lines, before.line, before.column), between):
                    continue
                more = "从" in between or "whose" in between or _DEFINED_BESIDE.search(between) is not None
                if tie != "defined" and (one.kind == "path" or more):
                    tie = homed.forward(between, text[one.end_column :]) or tie
                if tie == "defined" and wording.acts(text[one.end_column :]):
                    tie = "there"
                if tie == "there" and one.kind == "path:line" and one.start == one.end:
                    tie = "defined" if wording.told_what_it_is(text[one.end_column :]) else tie
                name = self._of_its_span(positions[:at], text) if tie else None
                if name is before and _MORE_LINES.match(text, one.end_column):
                    if self._joined(positions[:at], text):
                        name = self._first_joined(positions[:at], text)
                    elif _JOINED.search(text, 0, before.column - 1) or _GOES_ON.fullmatch(text, 0, before.column - 1):
                        continue  # the first line is of the first name, which is a word, or stands on the line above
                if tie == "defined" and name is before and at > 1:
                    member = self.said[positions[at - 2]]
                    name = member if is_member_of(member, before, text) else name
                if name is before and self._in_turn(positions[:at], position, text):
                    continue
                if self._is_led(positions, at - 1, text) and self._is_led(positions, at + 1, text):
                    continue  # each place is of the name behind it
                if self._is_headed(positions, at - 1, text) and self._is_headed(positions, at + 1, text):
                    continue  # so it is where no sign stands between: "x.cc:12 `A` → y.cc:40 `B`"
                if name is not None:
                    self.tied[position] = (name, self._how(tie, positions[at - 1], position))
                    used.add(positions[at - 1])
        return used

    def _is_its_line(self, path: Citation, one: Citation, text: str) -> bool:
        """Whether what stands in brackets behind a file is a line of it."""
        same = path.target.rpartition("/")[2] == one.target.rpartition("/")[2]
        return same and any(each.fullmatch(text, path.end_column, one.column - 1) for each in (_BRACKET, _BEHIND_LINK))

    def _has_its_own(self, behind: list[int], path: Citation, text: str) -> bool:
        """Whether what follows a file is what it has: "`x.py` 里的 `f`", "`x.py`'s `f`"."""
        if not behind or (after := self.said[behind[0]]).kind not in ("symbol", "op"):
            return False
        return _OF_IT.fullmatch(text, path.end_column, after.column - 1) is not None

    def _is_led(self, positions: list[int], at: int, text: str) -> bool:
        """Whether a dash joins one of some citations, a name, to the place before it, or stands behind a 第 12 行."""
        if not 0 < at < len(positions):
            return False
        place, name = (self.said[position] for position in positions[at - 1 : at + 1])
        kinds = place.kind == "path:line" and name.kind in ("symbol", "op")
        between = text[place.end_column : name.column - 1]
        next_to = place.text.endswith("行") and not between.strip(" `")
        return kinds and (next_to or _LED.fullmatch(between) is not None)

    def _is_headed(self, positions: list[int], at: int, text: str) -> bool:
        """Whether one of some citations is a name that stands right behind a place."""
        if not 0 < at < len(positions):
            return False
        place, name = (self.said[position] for position in positions[at - 1 : at + 1])
        kinds = place.kind in ("path", "path:line") and name.kind in ("symbol", "op")
        return kinds and not text[place.end_column : name.column - 1].strip(" `*")

    def _joined(self, positions: list[int], text: str) -> bool:
        """Whether the last of some names is one of two or more that a list or an "and" joins."""
        if len(positions) < 2:
            return False
        first, last = (self.said[at] for at in positions[-2:])
        return first.kind in ("symbol", "op") and _AND.fullmatch(text, first.end_column, last.column - 1) is not None

    def _in_turn(self, positions: list[int], path: int, text: str) -> bool:
        """Whether a line is the first of several that a sentence has behind the clauses that they are of in turn."""
        one, last = self.said[path], self.said[positions[-1]]
        if not _IN_TURN.match(text, one.end_column) or self._joined(positions, text):
            return False
        begins, _ = prose.sentence_span(text, last.column)
        others = [other for at in positions[:-1] if begins < (other := self.said[at]).column]
        return any(
            other.kind in ("symbol", "op") and _CLAUSE.search(text, other.end_column, last.column - 1)
            for other in others
        )

    def _of_cell(self, positions: list[int], text: str) -> list[int]:
        """Those of some citations that are lines and stand in the cell of the first."""
        end = text.find("|", self.said[positions[0]].end_column)
        return [
            at for at in positions if self.said[at].kind == "path:line" and (end < 0 or self.said[at].column <= end)
        ]

    def _each(self, positions: list[int], places: list[int], text: str) -> None:
        """Tie as many places of a cell, each in turn, as the cell before it has names."""
        names = [positions[-1]]
        while self._joined(positions, text):
            positions = positions[:-1]
            names.insert(0, positions[-1])
        for name, place in zip(names, places, strict=True) if len(names) == len(places) else ():
            self.tied[place] = (self.said[name], "")

    def _first_joined(self, positions: list[int], text: str) -> Citation:
        """The first of the names that a list joins with the last of some."""
        while self._joined(positions, text):
            positions = positions[:-1]
        return self.said[positions[-1]]

    def _column(self, positions: list[int], paths: list[int], text: str) -> None:
        """Tie a line in a column of a drawing to the name before it, which nothing else can be said of."""
        for position in paths:
            one = self.said[position]
            before = [other for at in positions if (other := self.said[at]).column < one.column]
            last = max(before, key=lambda other: other.column, default=None)
            if last is not None and last.kind == "symbol" and not text[last.end_column : one.column - 1].strip():
                self.tied[position] = (last, "alone")

    def _item(self, positions: list[int], paths: list[int], text: str) -> None:
        """Tie the one place that a list's item ends with, behind a dash, to the name that it begins with."""
        first = self.said[positions[0]]
        if len(paths) != 1 or positions[-1] != paths[0] or paths[0] in self.tied or first.kind not in ("symbol", "op"):
            return
        last = self.said[paths[0]]
        whole = _ITEM.fullmatch(text[: first.column - 1]) and _ENDS.fullmatch(text[last.end_column :])
        between = text[first.end_column : last.column - 1]
        if whole and (_DASH.search(between) or (len(positions) == 2 and _REMARK.fullmatch(between))):
            self.tied[paths[0]] = (first, "")

    def _it(self, positions: list[int], paths: list[int], text: str, above: list[int]) -> None:
        """Tie a file that "it" is said to be in to the only name of the sentence, or the line, before."""
        for path in paths:
            one = self.said[path]
            start, _ = prose.sentence_span(text, one.column)
            if path in self.tied:
                continue
            clause = _SO_IT_IS.search(text, max(start, one.column - 60), one.column - 1)
            if clause is not None:
                before = [at for at in positions if start < self.said[at].column <= clause.start()]
            elif _IT_IS_IN.fullmatch(text[start : one.column - 1]) or (
                prose.opened(text[: one.column - 1]) and _KIND_IS_IN.fullmatch(text[start : one.column - 1])
            ):
                last = prose.sentence_span(text, start)[0] if start else 0
                opened = last + prose.opened(text[last:start])  # "does `A` (with `B`; that helper is declared in"
                before = [at for at in positions if opened < self.said[at].column <= start]
                if opened > last and not any(self.said[at].kind in ("symbol", "op") for at in before):
                    # "makes a `A` (line 12; the struct is defined in"
                    before = [at for at in positions if last < self.said[at].column <= opened][-1:]
                before = before or [at for at in positions if self.said[at].column <= start]
            else:
                continue
            if _CLEFT.match(text, one.end_column) or wording.acts(text[one.end_column :]):
                continue
            if not before and clause is None and start == 0 and self.lines[one.line - 2 : one.line - 1]:
                before = above or self._asked_about(path)
            names = [at for at in before if self.said[at].kind in ("symbol", "op")]
            tied = (at for at in before if names and at in self.tied)
            of_it = [at for at in tied if self.tied[at][0] is self.said[names[-1]]]
            places = [at for at in before if self.said[at].kind not in ("symbol", "op") and at not in of_it]
            if len({self.said[at].target for at in names}) == 1 and not places:
                self.tied[path] = (self.said[names[0]], "defined")
                continue
            if not names and clause is None and above and prose.wrapped(self.lines, one.line):
                names = [at for at in above if self.said[at].kind in ("symbol", "op")]
            kind = self._is_a(names, text) if clause is not None else None
            if kind is not None:
                self.tied[path] = (kind, "defined")
            elif names and len(names) <= MOST_NAMES:
                self.either[path] = tuple([self.said[at] for at in names])

    def _further(self, positions: list[int], paths: list[int], text: str) -> None:
        """Tie the file of a second thing that is said of a name, or of one with a remark behind it, to the name.

        "`A` is declared in x.h (line 3) and implemented in x.cc", "`A`, the helper of both, is defined in x.cc".
        """
        for at, path in enumerate(positions):
            one = self.said[path]
            if path not in paths or not at:
                continue
            start, _ = prose.sentence_span(text, one.column)
            apposed = _APPOSED.fullmatch(text, start, one.column - 1)
            if apposed is not None:
                named = [self.said[p] for p in positions[:at] if self.said[p].column - 1 == apposed.start("name")]
                self.tied |= [(path, (name, "defined")) for name in named if name.kind in ("symbol", "op")]
            if path in self.tied:
                continue
            placed = [p for p in positions[:at] if self.said[p].kind in ("path", "path:line") and p in self.tied]
            if placed and _AND_IN.fullmatch(text, self.said[placed[-1]].end_column, one.column - 1) is not None:
                self.tied[path] = (self.tied[placed[-1]][0], "defined")
            elif placed and _CALLED_FROM.fullmatch(text, self.said[placed[-1]].end_column, one.column - 1) is not None:
                self.tied[path] = (self.tied[placed[-1]][0], "")

    def _is_a(self, names: list[int], text: str) -> Citation | None:
        """The first of two names where it is said to be of the kind of the second: "`A` is a `B`, and it's in"."""
        if len(names) != 2:
            return None
        first, second = (self.said[at] for at in names)
        return first if _IS_A.fullmatch(text, first.end_column, second.column - 1) else None

    def _asked_about(self, path: int) -> list[int]:
        """The name of the heading, or of the question, above a paragraph that begins with "It is in" a file."""
        return [at for at in (asked_about(self.said, self.lines, path),) if at is not None]

    def _of_its_span(self, positions: list[int], text: str) -> Citation | None:
        """The last of some names, or the function whose signature it ends: what that takes and gives has other places.

        None where the function's own name is none of them.

        `rpc RecvTensor(RecvTensorRequest) returns (RecvTensorResponse)`
        """
        last = self.said[positions[-1]]
        begin = text.rfind("`", 0, last.column - 1)
        within = last.kind == "symbol" and begin >= 0 and text[begin + 1 : last.column - 1].strip()
        if within and _CLASS_HEAD.match(text, begin + 1, last.column - 1):
            inside = [one for at in positions if (one := self.said[at]).column > begin + 1 and one.kind == "symbol"]
            return inside[0] if inside[0] is not last else None
        if within and _HEAD.match(text, begin + 1):
            inside = [one for at in positions if (one := self.said[at]).column > begin + 1 and one.kind == "symbol"]
            return next((one for one in inside if text.startswith("(", one.end_column)), None)
        return last

    def _how(self, tie: str, name: int, path: int) -> str:
        """What is said of a place that a name is tied to: that the thing is defined there, or nothing but the place."""
        one = self.said[name]
        place = self.said[path]
        if _IS_DEFINITION.match(self.lines[place.line - 1], place.end_column):
            return "defined"
        if _KIND_AT.search(self.lines[place.line - 1], max(0, place.column - NEAR), place.column - 1):
            return "defined"
        if tie == "defined" or wording.definition_of(prose.before(self.lines, one.line, one.column)):
            return "defined"
        return self._alone(name, path)

    def _alone(self, name: int, path: int, between: str = "") -> str:
        """What is said of a line that stands behind a name: that it is the name's, when nothing else is."""
        first, one = self.said[name], self.said[path]
        if one.start != one.end or not one.start or one.fenced:
            return ""
        before = prose.before(self.lines, first.line, first.column)
        behind = prose.behind(self.lines, one.line, one.end_column)
        return "alone" if wording.alone(before, between + behind) else ""

    def _backward(self, positions: list[int], paths: list[int], text: str, used: set[int]) -> None:
        """Tie paths to the names behind them that no other path has."""
        for at, position in enumerate(positions):
            if position not in paths or position in self.tied or at + 1 >= len(positions):
                continue
            behind = self.said[positions[at + 1]]
            one = self.said[position]
            if behind.kind in ("symbol", "op") and positions[at + 1] not in used:
                between = text[one.end_column : behind.column - 1]
                if "|" in between and self._is_a_word(behind, text):
                    continue  # the cell says in words what the file is for
                if "|" in between and text.lstrip().startswith("|") and self._are_several(paths):
                    continue  # the next cell is said of all of the row's places
                if "|" in between and (_EXAMPLE.search(text, 0, one.column - 1) or self._is_of_a_message(position)):
                    continue  # an example of what the row is about
                if self._in_brackets(one, between, text):
                    continue  # it is said of what stands before them
                if one.kind == "path:line" and _WITH_ITS_LINE.match(text, behind.end_column):
                    continue  # "x.py L26 (`True`, L65)"
                if _IN_ANOTHER.match(text, behind.end_column):
                    continue  # the name has a file of its own: "…, the class is `A` in `y.cc`"
                if one.kind == "path:line" and _AT_ITS_OWN.match(text, behind.end_column):
                    continue  # "the op at line 12, the class `A` at 34"
                if _WHERE.fullmatch(between) and _LISTED_ON.match(text, behind.end_column):
                    continue  # "x.cc:12, where `A`, `B` and `C` do it"
                tie = wording.backward(between, one.kind == "path:line", text[behind.end_column :])
                tie = tie or (homed.backward(between, one.target) if one.kind == "path" else "")
                tie = tie or self._within(one, between, behind, text)
                tie = tie or (
                    "there" if _ANCHORED.fullmatch(between) and text[: one.column - 1].endswith(_HREF) else ""
                )
                if tie:
                    name = self._registered(positions[at + 1 : at + 3], text)
                    self.tied[position] = (name, "defined" if tie == "defined" or _CLASSED.match(name.text) else "")
                    used.add(positions[at + 1])

    def _is_a_word(self, one: Citation, text: str) -> bool:
        """Whether a name that is not marked as code is one of several words of its cell."""
        if one.in_code:
            return False
        end = text.find("|", one.end_column)
        return _SAYS.search(text, one.end_column, end if end >= 0 else len(text)) is not None

    def _are_several(self, paths: list[int]) -> bool:
        """Whether some paths are more than one place: a row may have a file, the text of a link and its address."""
        places = [self.said[path] for path in paths]
        files = {one.target.rpartition("/")[2] for one in places}
        return len(files) > 1 or len({one.start for one in places if one.start}) > 1

    def _within(self, one: Citation, between: str, behind: Citation, text: str) -> str:
        """What "In `x.cc`, `A` is made" says of a file."""
        comma = one.kind == "path" and between.strip(" `*") in (",", "，")
        if not comma or _IN_FILE.search(text, 0, one.column - 1) is None:
            return ""
        rest = text[behind.end_column : prose.sentence_span(text, behind.end_column)[1]]
        return "" if _NOT_THERE.search(rest) else "there"

    def _in_brackets(self, one: Citation, between: str, text: str) -> bool:
        """Whether a path stands in brackets that something else stands before."""
        closing = re.search(r"[()（）]", between)
        opening = max(text.rfind("(", 0, one.column - 1), text.rfind("（", 0, one.column - 1))
        if closing is None or closing[0] not in ")）":
            return False
        if _CLOSES_ITS_OWN.match(between) and max(one.text.rfind("("), one.text.rfind("（")) > 0:
            return True
        if opening < 0:
            above = self.lines[one.line - 2] if one.line > 1 and prose.wrapped(self.lines, one.line) else ""
            return max(above.rfind("("), above.rfind("（")) > max(above.rfind(")"), above.rfind("）"))
        return re.search(r"\w", text[:opening]) is not None or prose.wrapped(self.lines, one.line)

    def _registered(self, positions: list[int], text: str) -> Citation:
        """The op in `REGISTER_OP("Conv2D")`, which is what such a place is said of; else the first of some names."""
        first, *others = (self.said[position] for position in positions)
        for other in others:
            if other.kind == "op" and vocabulary.OPENED.fullmatch(text, first.end_column, other.column - 1):
                return other
        return first

    def _beside(self, position: int, positions: list[int], text: str) -> None:
        """Note the one name of a sentence with one place, which need not be the name's own: a weak tie."""
        one = self.said[position]
        first, last = prose.sentence_span(text, one.column)
        within = [self.said[p] for p in positions if first < self.said[p].column <= last]
        names = [other for other in within if other.kind in ("symbol", "op")]
        places = [other for other in within if other.kind in ("path", "path:line")]
        if len(places) == 1 and len(names) == 1 and names[0].kind == "symbol" and names[0].column < one.column:
            if _QUESTION.match(text, names[0].end_column) or DOES.match(text, one.end_column):
                return
            between = text[names[0].end_column : one.column - 1]
            if not re.search(r"\b(?:not|unlike|instead)\b|不", between) and not is_beside(
                prose.before(self.lines, names[0].line, names[0].column), between
            ):
                self.weak[position] = names[0]
