"""Line numbers that stand without their file in a document, because it was named before.

`Name` (line 12), 第 12 行, `Name` 在 12 行, 12 行目, Zeile 12, ligne 12, `:12`, "- L12: `Name`".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBER = r"(\d{1,7})"
TO = r"\s{0,2}(?:[-–—~～至到]|to|through|and|和)\s{0,2}"

_SPOKEN = regex(
    rf"(?<![\w])(?:[Ll]ine(?:s|\(s\))?(?:\s|\s?[*`]{{0,2}}[:：][*`]{{0,2}}\s?`?){NUMBER}(?:{TO}{NUMBER})?|第\s?{NUMBER}\s?(?:行)?(?:{TO}(?:第\s?)?{NUMBER})?\s?行"
    rf"|行号?[*`]{{0,2}}[:：][*`]{{0,2}}\s?`?{NUMBER}(?:{TO}{NUMBER})?"
    rf"|(?:Zeilen?|Z\.|[Ll]ignes?|ll?\.|LL?\.)\s{NUMBER}(?:{TO}{NUMBER})?)"
    rf"|(?<![\w.])(?P<ordinal>{NUMBER}(?:{TO}{NUMBER})?\s?行目)"
    rf"|(?:(?<=`在)|(?<=`\s在)|(?<=`在\s)|(?<=`\s在\s)){NUMBER}(?:{TO}{NUMBER})?\s?行(?![内以之代左多数])",
    re.A,
)
#: How a line ends whose numbers are of a file that the next one names.
_OF_NEXT = regex(r"\s(?:of|in|von|de|dans)\s*$")
#: From this number on lines that go from one to another are no count of lines.
_MIN_LINE = 10
#: As many lines no function has, and a file before them.
_MANY = 200
_FILE = regex(r"\.[a-z]{1,5}[`*)\]]*\s?\Z", re.A)
_RANGE = rf"{NUMBER}(?:[-–~]L?{NUMBER})?"
#: A number in brackets or a cell behind a name, `Name` (:12), `Name` (L12-L20), `Name`（12行）; in code of its own,
#: `:12`; behind "at" and the like, 在 :12; in front of a list's item, "- L12: `Name`".
#: A plain number in brackets may be something else, as what a constant is of which the place follows.
_SIGNED = regex(
    rf"(?<=[`\w])[ ]?[(（|]\s?(?P<whole>(?:[:：]|\#?L){_RANGE})(?=\s?[)）|,，])"
    rf"|(?<=[`\w])\s?[(（](?P<counted>{NUMBER}(?:{TO}{NUMBER})?\s?行)(?=[)）])"
    rf"|(?:(?<=`)\s?[:：]|(?<!\.cc`)(?<!\.h`)(?<!\.py`)(?<=\w`)[,，])\s?"
    rf"(?P<behind>{NUMBER}(?:{TO}{NUMBER})?\s?行)(?=\s*(?:$|[|,，;；、。)）]))"
    rf"|(?<=[\w`)）\"”'.。]\s)[(（](?P<ranged>(?!(?:19|20)\d\d\b)\d{{2,5}}\s?[-–]\s?\d{{2,5}})(?=[)）])"
    rf"|(?<=[\w`)）\"”'.。])[(（](?P<close>(?!(?:19|20)\d\d\b)\d{{2,5}}\s?[-–]\s?\d{{2,5}})(?=[)）])"
    r"|(?<=`)\s?[(（](?P<plain>(?!(?:19|20)\d\d\b)(\d{2,5}))"
    r"(?=[)）](?!\s?(?:(?:is|are)\s(?:declared|defined|set|in|at)\b|在|定义|声明)))"
    r"|(?<=`)(?:\s|\s?[:：]\s?)(?P<bare>(?!(?:19|20)\d\d\b)(\d{2,5}))(?=\s{0,2}(?:$|[,，;；、。⊃→>]))"
    r"|(?<=`)\s(?P<colon>[:：]\d{1,5})(?=\s?\|)"
    rf"|(?<!`)`(?P<code>(?:[:：]|\#?L(?!\d`)){_RANGE})`(?!`)"
    rf"|(?:(?<=[在于见到])\s?|(?<=\bat\s)|(?<=\bsee\s)|(?<=\s\^\s))(?P<said>:{_RANGE})(?![\w:]|\.\w|[-–~]\d)"
    rf"|(?<=\s)@\s?(?P<sign>{_RANGE})(?!\w|\.\d)"
    rf"|^[\s>]{{0,12}}(?:[-*+]|\d+[.)])\s(?:\[[ x]\]\s)?[*]{{0,2}}(?P<item>(?:\#?L|:){_RANGE})"
    r"(?=[*]{0,2}(?:[:：]|\s?[—–-]\s|\s`))",
    re.A,
)
#: A number behind a name that is not marked as code: "Weave —— 12 行", "REGISTER_WEAVE(D)，12 行".
_AFTER = regex(
    rf"(?<![\w./])\w*(?:_\w|[a-z\d][A-Z])\w*(?:\([\w, ]{{0,40}}\))?[`*]{{0,3}}\s?(?:——?|–|[,，:：])\s?"
    rf"(?P<after>{NUMBER}(?:{TO}{NUMBER})?\s?行)(?=\s*(?:$|[|,，;；、。)）(（]))",
    re.A,
)
#: A release, of which all numbers are, whatever the files.
_A_RELEASE = r"(?:(?:tag|release|TF|TensorFlow) ){0,2}v?\d\.\d"
#: Words that say of which file all line numbers are.
NUMBERS_OF = regex(
    rf"行号(?:均|都|皆|指|为|是)(?!(?:是|为|按|以|对应|指)?\s?{_A_RELEASE})"
    rf"|line numbers(?! (?:are |refer to |is )?(?:of |for |at |from |in |to )?(?:the )?{_A_RELEASE})"
    r"|\b(?:all|these) lines\b|lines (?:refer|are those)"
    r"|\b(?:all|everything|they|these)\b(?: \w+){0,4} in\b|\bunless (?:I |we |it )?(?:say|said|note|state|otherwise)"
    r"|(?:都|均|全部?|全是)(?:注册|定义|实现|声明|写)?[在于]",
    re.I,
)

#: What explains a sign for the lines of a file, which goes before whatever file is cited last.
SIGN_OF = regex(
    r"`[:#]?L?N`(?:\salone)?\s?"
    r"(?:(?:means?|is|are|refers? to|stands? for)\s(?:the )?lines?\b|(?:[都均]?[是指]|表示|代表|即))"
)


#: `L1` and `L2` are norms, and nobody cites the first lines of a file, which are its licence.
_A_NORM = regex(r"(?<![#\w])L[12]\Z")
LEAST_LINE = 3
#: Lines from one number to another that stand for nothing else.
MOST_LINES = 400


class BareLines(Record):
    """Lines `start` to `end` of a file that is named elsewhere, written from `at` to `end_at` of a line.

    `counted` is for a number that may count lines.
    """

    at: int
    end_at: int
    start: int
    end: int
    counted: bool = False


def spoken(line: str) -> Iterator[BareLines]:
    """The line numbers of a line that words say are such: "line 12", 第 12 行."""
    if "行" not in line and "ine" not in line and "igne" not in line and "Z" not in line and "l." not in line.lower():
        return
    for match in _SPOKEN.finditer(line):
        if not _OF_NEXT.match(line, match.end()):
            numbers = [int(one) for one in re.findall(r"\d+", match[0])]
            yield BareLines(*match.span(), numbers[0], numbers[-1])


def signed(line: str) -> Iterator[BareLines]:
    """The line numbers of a line whose signs say that they are such: (:12), (L12), `:12`."""
    found: list[re.Match[str]] = []
    if "(" in line or "|" in line or "（" in line or "`" in line or "L" in line or " :" in line or "@" in line:
        found += _SIGNED.finditer(line)
    if "行" in line:
        taken = {match.end(match.lastgroup or 0) for match in found}
        found += [match for match in _AFTER.finditer(line) if match.end("after") not in taken]
    for match in found:
        group = match.lastgroup or ""
        numbers = [int(one) for one in re.findall(r"\d+", match[group])]
        if _A_NORM.search(line, match.start(), match.end(group)) and numbers[-1] < LEAST_LINE:
            continue
        if group in ("ranged", "close") and not 0 < numbers[-1] - numbers[0] < MOST_LINES:
            continue
        counted = group in ("counted", "behind", "after") and not _MIN_LINE <= numbers[0] < numbers[-1]
        if counted and numbers[0] >= _MANY and not _FILE.search(line, 0, match.start()):
            counted = False  # hardly a function has so many
        yield BareLines(*match.span(group), numbers[0], numbers[-1], counted)
