"""Paths, links and numbers of lines in one line of a document."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import bare_lines
from tfexplore.answers.bare_lines import NUMBER as _NUMBER
from tfexplore.answers.bare_lines import TO as _TO
from tfexplore.answers.citation import SUFFIX as _SUFFIX
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.cited_line import CitedLine

_LONGER = r"(\d{2,5})"
_LINES = (
    rf"[:：@]L?{_NUMBER}(?:[-–—~～:]L?{_NUMBER})?"
    rf"|\s(?!(?:19|20)\d\d\b){_LONGER}(?=[)）])"
    rf"|[`*]{{0,3}},?\sat\s{_LONGER}(?=[.,;:，。；)）]?(?:\s|\Z))(?!\s(?:of|and|to|percent|times|ms|GB|MB|bytes))"
    rf"|\({_NUMBER}\)|[`*]{{0,3}}\s\((?!(?:19|20)\d\d[-–—~)]){_LONGER}(?:[-–—~]{_LONGER})?\)"
    rf"|[`*]{{0,3}}\s(?:@\s?|\+){_NUMBER}(?:[-–—~]{_NUMBER})?(?!\w|\.\d|\s?/|,?\s[-−–]\d)"
    rf"|[`*]{{0,3}},?\s(?:from|around|near|about)\s(?!(?:19|20)\d\d\b){_LONGER}(?=\son\b|\sonwards|[.,;)]?(?:\s?\Z|\n)|[,;)])"
    rf"|[`*]{{1,3}}[:：]\s(?!(?:19|20)\d\d\b)(\d{{3,5}})(?:[-–—~](\d{{3,5}}))?(?=\s?[,;.)|，；。）](?!\d)|\s*\Z|\s[(（—–])"
    rf"|\#L?{_NUMBER}(?:C\d+)?(?:-L?{_NUMBER})?(?!\w)"
    rf"|[`*]{{0,3}},\s(?!(?:19|20)\d\d\b){_LONGER}(?:[-–—~]{_LONGER})?(?=[)）])"
    rf"|(?:</\w{{1,6}}>)?[`*\])）》」』\"”]{{0,3}}\s{{0,2}}(?:[,，:：]|的|文件的?|中[的，,]?|里[的，,]?|在|at|on|from|around|near|about|约|大约|大概)?\s{{0,2}}[(（\[]?\s?"
    rf"(?:(?:(?:starting|beginning)\s)?(?:at|on|from|around|see|cf\.|approx\.|approximately|roughly|ca\.|circa|约|见)\s|~\s?)?(?:(?:line(?:s|\(s\))?|rows?|ln\.?|LL?)\s?[.:：]?\s?(?:(?:no|nr|number)\.?\s)?[*`]{{0,2}}{_NUMBER}(?:{_TO}L?{_NUMBER})?"
    rf"|第\s?{_NUMBER}\s?(?:行)?(?:{_TO}(?:第\s?)?{_NUMBER})?\s?行"
    rf"|{_NUMBER}(?:{_TO}{_NUMBER})?\s?行|行号?\s?[:：]?\s?{_NUMBER}(?:{_TO}{_NUMBER})?)"
)
#: The endings of several files in braces: `loom.{h,cc}`.
_SUFFIXES = rf"\{{{_SUFFIX}(?:,{_SUFFIX})+\}}"
_IN_BRACES = regex(r"\{(?P<endings>[\w.,]+)\}\Z", re.A)
_PATH = regex(
    rf"(?<![\w/@$}}~.-])((?:\.{{0,2}}/)?(?:[A-Za-z0-9_.+-]+/)*(?:[A-Za-z0-9_+-][A-Za-z0-9_.+-]*?\.(?:{_SUFFIX}|{_SUFFIXES})|(?-i:BUILD|WORKSPACE)))"
    rf"(?![\w/]|(?<!\.cc)(?<!\.py)(?<!\.pbtxt)\((?!\d+\)|[`\u4e00-\u9fff])|\.\w|-\w)(?:{_LINES})?",
    re.A | re.X | re.I,
)
_ROOTED = regex(r"(?<=[\w}~@-])/((?:tensorflow|third_party)/[A-Za-z0-9_./+-]+)", re.A)
_FOLDERS_BEFORE = regex(r"[A-Za-z0-9_./+-]+\Z", re.A)
_FOLDER = regex(
    r"(?<![\w/.@:{}~-])((?:tensorflow|third_party)/(?:[A-Za-z0-9_.+-]+/)*[A-Za-z0-9_.+-]*)(?![\w/*{<$])", re.A
)
_FILE_OF = regex(rf"[^:]+?\.{_SUFFIX}(?=/)", re.A)
_LINES_BEFORE = regex(
    rf"(?<!\w)(?:[Ll]ines?|Zeilen?|[Ll]ignes?|ll?\.|LL?\.|rows?)\s{_NUMBER}(?:(?:,\s\d{{1,7}}){{0,6}},?{_TO}{_NUMBER})?\s(?:of|in|von|de|dans)\s"
    r"(?:der Datei\s|le fichier\s|du fichier\s)?[`\[*(]{0,3}\Z",
    re.A,
)
#: The same in brackets with the file behind a comma, "(line 12, loom.cc)", and with the file in brackets, "line 12
#: (`loom.cc`)", 第 12 行（loom.cc）; and how these end.
_LINES_BESIDE = regex(
    rf"(?:(?<=[(（\[])(?:[Ll]ines?|ll?\.|LL?\.?)\s?{_NUMBER}(?:{_TO}{_NUMBER})?,\s"
    rf"|(?<![\w-])(?:(?:[Ll]ines?|ll?\.|LL?\.)\s{_NUMBER}(?:{_TO}{_NUMBER})?|L{_NUMBER}(?:-L?{_NUMBER})?"
    rf"|第\s?{_NUMBER}(?:{_TO}{_NUMBER})?\s?行)\s?[(（])[`*\[]{{0,3}}\Z"
    rf"|(?<![\w-])L{_NUMBER}(?:-L?{_NUMBER})?\s(?:of|in)\s[`*\[]{{0,3}}\Z",
    re.A,
)
#: Letters before a file in which its lines are looked for.
NEAR = 120
_CLOSES = regex(r"[`*\]]{0,3}[)）]")
#: A file or a folder of a repository called `tensorflow` on a site that shows source: revision, path and lines.
_BLOB = regex(
    r"https?://(?:(?:www\.)?(?:github(?:1s)?\.com|github\.dev|gitee\.com|[\w.-]*gitlab[\w.-]*|bitbucket\.org)/(?:[\w.-]+/){1,3}?"
    r"tensorflow/(?:-/)?(?:blob|tree|raw|blame|edit|src)/([\w.-]+)/"
    r"|raw\.githubusercontent\.com/[\w.-]+/tensorflow/([\w.-]+)/"
    r"|cs\.opensource\.google/tensorflow/tensorflow/\+/(?:refs/(?:heads|tags)/)?([\w.-]+):"
    r"|sourcegraph\.com/(?:github\.com/)?tensorflow/tensorflow(?:@([\w.-]+))?/-/(?:blob|tree)/)"
    r"([\w./+%-]*[\w/])"
    r"(?:\?L(\d+)(?::\d+)?(?:-L?(\d+)(?::\d+)?)?|\?[\w=&]*)?(?:;[a-km-z]\w*=[\w./-]*)*"
    r"(?:(?:#L|#lines-|;l=)(\d+)(?:C\d+)?(?:-L?(\d+))?)?"
    r"(?:(?<![#\d])\)#L(\d+)(?:-L?(\d+))?)?",  # behind the brackets of a link, where it does not belong
    re.A | re.I,
)
_URL = regex(r"(?:https?|ftp|file)://[^\s<>()\[\]`\"'，。；）]+|www\.[^\s<>()]+")
#: A name that is all of a link's text.
_LINKED = regex(r"\[(_*(?:[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z\d_]+|[a-z]+_\w+))\]\(\Z", re.A)
MAX_NAME = 100
_ITEM = regex(r"\s{0,12}(?:[-*+]|\d+[.)、])\s")
_SOURCES = (".h", ".cc", ".cu", ".py", ".proto")
_PATHS = ("path", "path:line")


#: "line 55 in the `.cc`": of the file that is called as the one before is, but for its ending; and such endings.
_OF_SUFFIX = regex(r"[`)]?\s(?:in|of)\s(?:the|its)\s[`*]{1,3}(\.(?:cu\.cc|cu\.h|cc|h|py|proto))[`*]{1,3}", re.A)
_ENDING = regex(r"\.(?:cu\.cc|cu\.h|cc|h|py|proto)\Z")


#: "line 27 is `a.i`, line 34 is `b.i`": of the file that takes over both; 第 27 行是 `a.i`，第 34 行是 `b.i`.
_IS_ON_LINE = regex(r"(?:\blines? \d{1,5} (?:is|has|includes|imports)|\d ?行是) ?[`*\"<]*\Z")
MAX_BEFORE = 40
_SO_IS = regex(r" ?(?:is|has|includes|imports|是) ?[`*\"<]+[\w./-]+\.\w")


def read_links(line: CitedLine) -> None:
    """Files that links to a site of source lead to; of other addresses nothing is a citation."""
    if "http" not in line.text and "www." not in line.text:
        return
    for match in _BLOB.finditer(line.text):
        if line.take(*match.span()):
            ref = next((one for one in match.groups()[:4] if one), "master")
            numbers = [int(one) for one in match.groups()[5:] if one]
            start, end = (numbers[0], numbers[-1]) if numbers else (0, 0)
            line.add("path:line" if start else "path", match[0], *match.span(), match[5].rstrip("/"), start, end, ref)
            linked = _LINKED.search(line.text, max(0, match.start() - MAX_NAME), match.start())
            if linked is not None and match[5].endswith(_SOURCES) and f"/{linked[1]}." not in match[5]:
                line.spans.append(linked.span(1))  # as good as code
    for match in _URL.finditer(line.text):
        line.take(*match.span())


def read_paths(line: CitedLine) -> None:
    """Files, with the lines that are said of them, and folders."""
    text = line.text
    for match in _ROOTED.finditer(text):
        root = _FOLDERS_BEFORE.search(text, max(0, match.start() - 200), match.start())
        inner = root is not None and root[0].startswith(("tensorflow/", "third_party/"))  # `compiler/mlir/tensorflow`
        if not inner and not line.is_taken(*match.span()):
            line.mark(match.start(), match.start() + 1)  # before it is somebody's folder; the rest is matched below
    for match in _PATH.finditer(text):
        _read_file(line, match)
    for match in _FOLDER.finditer(text):
        cut = _FILE_OF.match(match[1])  # `a.h/ns::Name` is said of what a file has
        end_at = match.start(1) + cut.end() if cut is not None else match.end()
        if "/" in match[1] and match.start() not in line.begins and line.take(match.start(), end_at):
            cited = text[match.start(1) : end_at]
            line.add("path", cited.rstrip("."), match.start(), end_at, cited.rstrip("/."))


def _is_on_line(text: str, at: int) -> bool:
    """Whether what stands at a place of a line is said to be on some line of another file."""
    return _IS_ON_LINE.search(text, max(0, at - MAX_BEFORE), at) is not None


def _read_file(line: CitedLine, match: re.Match[str]) -> None:
    numbers = [int(one) for one in match.groups()[1:] if one]
    begin = line.begins.get(match.start(), match.start())
    if numbers and _is_on_line(line.text, begin) and _SO_IS.match(line.text, match.end()):
        if line.take(begin, match.end(1)):  # and the line is what the next one is on
            line.add("path", line.shown[begin : match.end(1)], begin, match.end(1), match[1])
        return
    if not line.take(begin, match.end()) or (match[1].startswith("_") and line.text[begin - 1 : begin] == "*"):
        return
    if not numbers:
        near = max(0, begin - NEAR)
        before = _LINES_BEFORE.search(line.text, near, begin)
        if before:
            numbers = [int(one) for one in before.groups() if one]
            line.take(before.start(), before.end() - 1)
        else:
            beside = _LINES_BESIDE.search(line.text, near, begin)
            closed = beside is not None and (
                not beside[0].rstrip("`*[").endswith(("(", "（", ", ")) or _CLOSES.match(line.text, match.end())
            )
            if beside is not None and closed and line.take(beside.start(), beside.end() - 1):
                numbers = [int(one) for one in beside.groups() if one]
    start = numbers[0] if numbers else 0
    end = numbers[1] if len(numbers) > 1 else start
    if 0 < end < start and end < 10 ** (len(str(start)) - 1):
        end = start  # `:266:5` is a line and a column
    cited = line.shown[begin : match.end()].strip().rstrip("`*([（")
    target = match[1].removeprefix(".../")  # a beginning that is left out
    several = _IN_BRACES.search(target)
    if several is not None:  # lines are rather the source's
        endings = several["endings"].split(",")
        target = target[: several.start()] + ("cc" if "cc" in endings else endings[0])
    line.add("path:line" if start else "path", cited, begin, match.end(), target, start, end)


def read_numbers(line: CitedLine, near: Citation | None, latest: Citation | None) -> None:
    """Lines without their file, which are of the one that the line, its paragraph (`near`) or the document has last."""
    signed = list(bare_lines.signed(line.text))
    several = sum(bare.counted for bare in signed) > 1
    for bare in (*bare_lines.spoken(line.text), *signed):
        earlier = [one for one in line.found if one.kind in _PATHS and not one.ref and one.column <= bare.at]
        named = next((one for one in reversed(earlier) if not _is_on_line(line.text, one.column - 1)), near)
        told = several or (named is not None and named.start > 0)
        listed = bare.counted and not told and not earlier and _ITEM.match(line.text) is not None
        if bare.counted and not (told or listed):
            continue  # the number of its lines
        # In a list the other items tell what it is.
        supposed, owner = named is None or named.supposed or listed, named or latest
        if owner is not None and line.take(bare.at, bare.end_at):
            cited = line.text[bare.at : bare.end_at]
            beside = _OF_SUFFIX.match(line.text, bare.end_at)
            target = _ENDING.sub(beside[1], owner.target) if beside is not None else owner.target
            line.add("path:line", cited, bare.at, bare.end_at, target, bare.start, bare.end, supposed=supposed)
