"""What a Markdown document says of the source: paths, lines, symbols, op names, quotations.

Documents are written by people: fences that are never closed, identifiers in the middle of Chinese prose, HTML entities
where angle brackets were meant. Reading never fails; it only decides what is a citation at all. A word counts as one
when its shape says so (`conv_ops.cc:120`, `Conv2DOp::Compute`, `tf.nn.conv2d`), and a name without such a shape only
where it is written as code.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import bare_lines, markdown
from tfexplore.answers.bare_lines import NUMBER as _NUMBER
from tfexplore.answers.bare_lines import TO as _TO
from tfexplore.answers.folder_trees import FolderTree
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

#: Characters of a line, and citations of a document; what is left out is said (`Document.unread`).
MAX_LINE = 20_000
MAX_CITATIONS = 20_000
#: A line in a column of its own, behind a name.
_COLUMN = re.compile(r"(?<=[\w)])[ \t]{2,}:(\d{2,6})(?=\s|$)", re.A)

SUFFIXES = ("cc", "h", "hpp", "cpp", "cu", "py", "i", "inc", "proto", "pbtxt", "bzl")
_SUFFIX = r"(?:cu\.cc|cu\.h|cc|h|hpp|cpp|cu|py|inc|proto|pbtxt|bzl|i)"
_LONGER = r"(\d{2,5})"
_LINES = (
    rf"[:：@]L?{_NUMBER}(?:[-–—~～:]L?{_NUMBER})?"
    rf"|\({_NUMBER}\)|[`*]{{0,3}}\s\((?!(?:19|20)\d\d\)){_LONGER}\)"
    rf"|\#L{_NUMBER}(?:C\d+)?(?:-L?{_NUMBER})?"
    rf"|(?:</\w{{1,6}}>)?[`*\])）》」』\"”]{{0,3}}\s{{0,2}}(?:[,，:：]|的|文件的?|中的?|里的?|在|at|on|from|around|near|about|约|大约)?\s{{0,2}}[(（\[]?\s?"
    rf"(?:(?:at|on|from|around|约)\s)?(?:(?:lines?|ln\.?|LL?)\s?\.?\s?[*`]{{0,2}}{_NUMBER}(?:{_TO}L?{_NUMBER})?"
    rf"|第\s?{_NUMBER}\s?(?:行)?(?:{_TO}(?:第\s?)?{_NUMBER})?\s?行"
    rf"|{_NUMBER}(?:{_TO}{_NUMBER})?\s?行|行号?\s?[:：]?\s?{_NUMBER}(?:{_TO}{_NUMBER})?)"
)
_PATH = re.compile(
    rf"(?<![\w/@$}}~.-])((?:\.{{0,2}}/)?(?:[A-Za-z0-9_.+-]+/)*(?:[A-Za-z0-9_+-][A-Za-z0-9_.+-]*?\.{_SUFFIX}|BUILD|WORKSPACE))"
    rf"(?![\w/]|\((?!\d+\))|\.\w|-\w)(?:{_LINES})?",
    re.A | re.X | re.I,
)
_ROOTED = re.compile(r"(?<=[\w}~@-])/((?:tensorflow|third_party)/[A-Za-z0-9_./+-]+)", re.A)
_FOLDERS_BEFORE = re.compile(r"[A-Za-z0-9_./+-]+\Z", re.A)
#: A path as Windows writes it.
_BACKSLASHES = re.compile(rf"(?:[A-Za-z]:\\)?[\w.+-]+(?:\\[\w.+-]+)+\.{_SUFFIX}(?!\w)", re.A | re.I)
#: Where somebody keeps a tree, up to a folder of it; what is made when it is built has no place in the tree.
_KEPT = (
    r"(?<![\w/.@$}}~%:+-])(?:file:/{{0,2}}|[A-Za-z]:|~\w*|\$\{{?\w+\}}?|\$\(\w+\)|%\w+%|@\w+)?/{{0,2}}"
    r"(?:(?!bazel-(?:out|bin|genfiles)/|genfiles/|org/|(?:blob|tree|raw)/|[\w.-]+\.(?:com|org|io|dev|cn)/)[\w.+@~-]+/{{1,2}})*?"
    r"(?=({})/)"
)
_FOLDER = re.compile(
    r"(?<![\w/.@:{}~-])((?:tensorflow|third_party)/(?:[A-Za-z0-9_.+-]+/)*[A-Za-z0-9_.+-]*)(?![\w/*{<$])", re.A
)
_FILE_OF = re.compile(rf"[^:]+?\.{_SUFFIX}(?=/)", re.A)
_LINES_BEFORE = re.compile(rf"(?<!\w)[Ll]ines?\s{_NUMBER}(?:{_TO}{_NUMBER})?\s(?:of|in)\s[`\[*(]{{0,3}}$", re.A)
#: A file or a folder of a repository called `tensorflow` on a site that shows source: revision, path and lines.
_BLOB = re.compile(
    r"https?://(?:(?:www\.)?(?:github(?:1s)?\.com|github\.dev|gitee\.com|[\w.-]*gitlab[\w.-]*|bitbucket\.org)/(?:[\w.-]+/){1,3}?"
    r"tensorflow/(?:-/)?(?:blob|tree|raw|blame|edit|src)/([\w.-]+)/"
    r"|raw\.githubusercontent\.com/[\w.-]+/tensorflow/([\w.-]+)/"
    r"|cs\.opensource\.google/tensorflow/tensorflow/\+/(?:refs/(?:heads|tags)/)?([\w.-]+):"
    r"|sourcegraph\.com/(?:github\.com/)?tensorflow/tensorflow(?:@([\w.-]+))?/-/(?:blob|tree)/)"
    r"([\w./+%-]*[\w/])"
    r"(?:\?L(\d+)(?::\d+)?(?:-L?(\d+)(?::\d+)?)?|\?[\w=&]*)?(?:;[a-km-z]\w*=[\w./-]*)*"
    r"(?:(?:#L|#lines-|;l=)(\d+)(?:C\d+)?(?:-L?(\d+))?)?",
    re.A | re.I,
)
_URL = re.compile(r"(?:https?|ftp|file)://[^\s<>()\[\]`\"'，。；）]+|www\.[^\s<>()]+")
#: A name that is all of a link's text.
_LINKED = re.compile(r"\[(_*(?:[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z\d_]+|[a-z]+_\w+))\]\(\Z", re.A)
MAX_NAME = 100
_SOURCES = (".h", ".cc", ".cu", ".py", ".proto")
_HTML_CODE = re.compile(r"<(code|kbd|tt|samp)>([^<>]{1,200})</\1>")
_DOTTED = re.compile(
    r"(?<![\w./-])((?:tf|tensorflow|keras|gen_\w+_ops|[a-z_]+_ops)(?:\.[A-Za-z_]\w*)+)(?!\w|[/-]\w|[_.]?\*|\\_)", re.A
)
_ARGS = r"(?:<[^<>`]{0,80}(?:<[^<>`]{0,60}>[^<>`]{0,40}){0,3}>)?"
_OPERATOR = r"operator(?:\(\)| (?:bool|[A-Z]\w*))"
_SCOPED = re.compile(rf"(?<![\w:.])(~?[A-Za-z_]\w*{_ARGS}(?:::(?:{_OPERATOR}|~?[A-Za-z_]\w*{_ARGS}))+)", re.A)
_CAMEL = re.compile(
    r"(?<![\w.:/<@$#%-])(_?[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*|_?[A-Z]{2,}[a-z0-9]+[A-Z]\w*)(?![\w:/@-]\w|\.\w|\w)", re.A
)
_SNAKE = re.compile(r"_{0,2}[a-z0-9]+(?:_[a-z0-9]+)+_{0,2}\Z", re.A)
_PRIVATE = re.compile(r"_[a-z]{5,}\Z", re.A)
_MACRO = re.compile(r"(?<!\w)((?:REGISTER|TF_CALL|OP_REQUIRES|TF_RETURN|TF_DISALLOW|TF_ATTRIBUTE)_[A-Za-z0-9_]+)", re.A)
#: A name that is no word of prose, said to be in the file that is named next.
_PLACED = re.compile(
    r"(?<![\w.:/<@$#%-])(~?[A-Za-z_]\w*(?:(?:\.|::)~?[A-Za-z_]\w*)*)(?:\(\))?"
    r"(?=[\"”*]{0,2}\s{0,2}(?:(?:函数|类|方法|宏|算子)?(?:被|的)?(?:定义|实现|声明|注册|位)(?:在|于)"
    r"|is (?:defined|declared|implemented) (?:in|at|on)|[(（「→@—–]|->|- )"
    r"\s{0,2}[`\[*(]{0,3}(?:lines? \d{1,6} of )?(?:[\w.+-]+/)*[\w.+-]+\.(?:cc|h|py|cu|inc|cpp)\b)",
    re.A,
)
_SHAPED = re.compile(r"\w_\w|[a-z]\d*[A-Z]|[A-Z]{2}[a-z]{4}|[.:]", re.A)
_CALLED = re.compile(r"(?<![\w.:>/-])(_*[A-Za-z][A-Za-z0-9]*(?:_\w+|[a-z][A-Z]\w*))(?=\(\))", re.A)
_BARE = re.compile(
    r"(?<![\w.:/<@$#%=-])((?:[A-Z]\w+\.)?_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+)+_?)(?![\w/@=-]|\.\w|:\w)", re.A
)
#: A template with its arguments, and a member of it.
_TEMPLATE = re.compile(r"\s*(?:::)?[A-Za-z_][\w:]*<[^`]*>(?:::(?:~?[A-Za-z_]\w*|operator\(\)))*(?:\(\))?\s*", re.A)
#: A string that names an op wherever this stands.
_OP_STRING = re.compile(
    r"""(?:REGISTER_(?:SYSTEM_)?OP|Name|RegisterGradient|NotDifferentiable|NoGradient|RegisterShape|REGISTER_(?:OP_|NO_)?GRADIENT(?:_OP)?|OpDefBuilder|REGISTER_XLA_OP)\(\s*(?:Name\(\s*)?["'](\w+)["']""",
    re.A,
)

_REMARK = re.compile(r"//|#|/\*")
#: An item of a list, or more of one.
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)、])\s|\s{2}")
#: A member that is called on what stands before the span, or on what another such call returns.
_BUILT = re.compile(r"(?:\A|(?<=\)))\s{0,4}\.([A-Z]\w{7,})(?=[(<])", re.A)
_MEMBER = re.compile(r"(_*[A-Za-z]\w+(?:\._*[A-Za-z]\w+)+)(?:\(.{0,200}\))?\Z", re.A)
#: A text of capitals under which something is said to be registered.
_QUOTED = re.compile(r"\s*[\"']([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[\"']\s*", re.A)
_REGISTERED_AS = re.compile(
    r"(?<![A-Za-z])regist(?:ers|ered|ration)\b[^.;`]{0,60}\b(?:as|under|name|key)\b[^.;`]{0,20}`*$"
    r"|(?:注册)[^。；`]{0,12}(?:为|成|叫|名)[^。；`]{0,6}`*$",
    re.I,
)


class Citation(Record):
    """Something that a document says of the source.

    `kind` is `"path"`, `"path:line"`, `"symbol"`, `"op"` or `"quotation"`; `target` what is cited, cleaned up; `line`
    and `column` where in the document, `end_column` where it ends. `start` and `end` are the cited lines (0: none).
    `around` is the text before and behind it, `ref` the revision that a link names, `code` a quotation's text and
    `intro` the line that introduces it. `block` numbers the paragraph, `fenced` is for what stands in a block of text;
    `supposed` for lines of which nothing near says the file, so that `target` is the one that was cited last. `folder`
    are the folders that a tree of folders puts a file under.
    """

    kind: str
    text: str
    line: int
    column: int
    target: str
    start: int = 0
    end: int = 0
    ref: str = ""
    in_code: bool = False
    code: str = ""
    language: str = ""
    end_column: int = 0
    block: int = 0
    intro: str = ""
    called: bool = False
    fenced: bool = False
    supposed: bool = False
    folder: str = ""

    @property
    def unnamed(self) -> bool:
        """Whether cited lines stand without their file, which was named before."""
        # Of the folders the text may have a short name.
        return self.kind == "path:line" and self.target.rpartition("/")[2] not in self.text


class Unread(Record):
    """What of a document was not checked: its lines, how it begins, and why."""

    line: int
    end_line: int
    text: str
    reason: str


class Document(Record):
    """The citations of a document in its order, its lines, and what was not read of them."""

    citations: list[Citation]
    lines: list[str]
    unread: tuple[Unread, ...] = ()


def read_document(document: str, folders: Collection[str] = ()) -> Document:
    """Every citation of a document; `folders` are those of the tree that tell where in an absolute path it begins."""
    kept = None
    if folders:
        # An installed package is called `tensorflow_core`.
        listed = "|".join(map(re.escape, sorted(folders))).replace("tensorflow/", "tensorflow(?:_core)?/")
        kept = re.compile(_KEPT.format(listed), re.A | re.I)
    found: list[Citation] = []
    lines = [line.rstrip("\r") for line in document.split("\n")]
    unread = [_beyond(number, line) for number, line in enumerate(lines, 1) if len(line) > MAX_LINE]
    lines = [line[:MAX_LINE] for line in lines]
    at = block = 0
    intro = ""
    columns: tuple[int, int] | None = None
    last_path: Citation | None = None
    depth = 0
    said_of: list[tuple[int, Citation]] = []  # the files that sections, by their depth, say their line numbers are of
    latest: Citation | None = None  # the file that was cited last
    lead: Citation | None = None  # the file of the line that introduces a list
    items = FolderTree(items=True)
    commented = False
    while at < len(lines) and len(found) < MAX_CITATIONS:
        line = lines[at]
        fence = markdown.FENCE.match(line)
        end = markdown.indented_end(lines, at) if not fence and line[:1] in (" ", "\t") and not commented else at
        code = "\n".join(markdown.without_numbers([text.expandtabs(4)[4:] for text in lines[at:end]]))
        if end > at and markdown.codelike(code):
            block += 2
            guessed = markdown.guessed_language(code)
            above = intro if at - 3 <= markdown.last_text(lines, at) else ""
            found.append(
                Citation("quotation", "", at + 1, 1, "", in_code=True, code=code, language=guessed, block=block - 1,
                         intro=above)
            )  # fmt: skip
            columns, at = None, end
            continue
        if not fence:
            if not line.strip():
                block += 1
                columns = None
                last_path = None
            else:
                intro = line
                if line.lstrip().startswith("<!--"):
                    commented = True
                if not commented:
                    heading = markdown.HEADING.match(line)
                    if heading:
                        depth = len(heading[1])
                        said_of = [one for one in said_of if one[0] < depth]
                    lead = lead if _ITEM.match(line) else None
                    near = last_path or lead or (said_of[-1][1] if said_of else None)
                    made = _line(at + 1, line, block, near, kept, latest)
                    columns = markdown.table_columns(line, columns)
                    made = _placed(made, *items.entry(line))
                    if columns is not None:
                        made = _with_cells(line, made, columns, near or latest)
                    found += made
                    named = [c for c in made if c.kind in ("path", "path:line") and not c.supposed]
                    last_path = named[-1] if named else last_path
                    latest = last_path or latest
                    if named and line.rstrip(" *").endswith((":", "：")):
                        lead = named[-1]
                    if last_path is not None and bare_lines.NUMBERS_OF.search(line):
                        said_of.append((depth, last_path))
                if "-->" in line:
                    commented = False
            at += 1
            continue
        block += 1
        end = markdown.fence_end(lines, at, fence[1])
        inside = lines[at + 1 : end]
        if line.lstrip().startswith(">"):
            inside = [re.sub(r"^[ \t]*(?:>[ \t]?)+", "", text) for text in inside]
        name = re.split(r"[\s{,:]", fence[2].strip().strip("{.").lower(), maxsplit=1)[0].strip("}.")
        language = markdown.CODE_LANGUAGES.get(name)
        if "/" in fence[2] or re.search(rf"\.{_SUFFIX}\b", fence[2]):
            found += [one for one in _line(at + 1, fence[2], block, None, kept) if one.kind in ("path", "path:line")]
            language = language if language is not None else ""
        code = "\n".join(markdown.without_numbers(inside))
        if (language is not None or name == "diff") and code.strip():
            for number, text in enumerate(inside, at + 2):
                # The first mark behind all quotes.
                remark = _REMARK.search(text, max(text.rfind('"'), text.rfind("'")) + 1)
                if remark:
                    said = _line(number, " " * remark.start() + text[remark.start() :], block, None, kept)
                    found += [one for one in said if one.kind in ("path", "path:line")]
            if language is not None:
                found.append(
                    Citation("quotation", "", at + 2, 1, "", in_code=True, code=code,
                             language=language or markdown.guessed_language(code), block=block,
                             intro=intro if at - 3 <= markdown.last_text(lines, at) else "")
                )  # fmt: skip
        if (name in markdown.PROSE_LANGUAGES or (name == "" and not markdown.codelike(code))) and code.strip():
            if found and found[-1].kind == "quotation" and found[-1].line == at + 2:
                found.pop()
            drawn = FolderTree()
            owner: Citation | None = None  # the file that the block named last
            for number, text in enumerate(inside, at + 2):
                made = [one._replace(fenced=True) for one in _line(number, text, block, None, kept)]
                owner = next((one for one in reversed(made) if one.kind == "path:line"), owner)
                made += _in_column(number, text, owner, block) if owner is not None and owner not in made else []
                found += _placed(made, *drawn.entry(text))
        block += 1
        columns = None
        at = end + 1
    if len(found) > MAX_CITATIONS:
        at = min(at, found[MAX_CITATIONS].line - 1)
    if at < len(lines) and any(line.strip() for line in lines[at:]):
        text = next(line.strip() for line in lines[at:] if line.strip())[:80]
        reason = f"lines {at + 1:,} to {len(lines):,} were not read: {MAX_CITATIONS:,} citations stand before them"
        unread = [*(one for one in unread if one.line <= at), Unread(at + 1, len(lines), text, reason)]
    return Document(found[:MAX_CITATIONS], lines, tuple(unread))


def _beyond(number: int, line: str) -> Unread:
    reason = f"{len(line) - MAX_LINE:,} characters of the line were not read: it is longer than {MAX_LINE:,}"
    return Unread(number, number, line[MAX_LINE : MAX_LINE + 80], reason)


def _in_column(number: int, text: str, owner: Citation, block: int) -> Iterator[Citation]:
    """The line that stands behind a name of a drawing, below others with their file: "Run    :120"."""
    match = _COLUMN.search(text)
    if match is not None:
        line = int(match[1])
        yield Citation("path:line", f":{line}", number, match.start(1), owner.target, line, line, block=block,
                       end_column=match.end(), fenced=True, supposed=owner.supposed)  # fmt: skip


def _placed(made: list[Citation], at: int, folder: str) -> list[Citation]:
    """The citations of a line, with its folders for the file that begins where the name of a tree's entry does."""
    if not folder:
        return made
    here = ("path", "path:line")
    return [one._replace(folder=folder) if one.column == at + 1 and one.kind in here else one for one in made]


def _with_cells(
    line: str, made: list[Citation], columns: tuple[int, int], owner: Citation | None
) -> list[Citation]:  # fmt: skip
    """A row's paths with the lines that stand in a cell of their own; without a path they are the `owner`'s."""
    cells = markdown.cells_of(line)
    if max(columns) >= len(cells):
        return made
    number = re.fullmatch(r"\s*`?[L:]?(\d{1,7})(?:\s?[-–~]\s?L?(\d{1,7}))?`?\s*", cells[columns[1]][1])
    if not number:
        return made
    start = int(number[1])
    if columns[0] < 0:
        if owner is None or not made or any(one.kind in ("path", "path:line") for one in made):
            return made
        at = cells[columns[1]][0] + number.start(1)
        own = Citation(
            "path:line", number[0].strip(" `"), made[0].line, at + 1, owner.target, start, int(number[2] or start),
            end_column=at + len(number[1]), block=made[0].block, supposed=True,
        )  # fmt: skip
        return sorted([*made, own], key=lambda one: one.column)
    at, text = cells[columns[0]]
    return [
        one._replace(kind="path:line", start=start, end=int(number[2] or start))
        if one.kind == "path" and at < one.column <= at + len(text) + 1
        else one
        for one in made
    ]


def _without_homes(line: str, kept: re.Pattern[str]) -> tuple[str, dict[int, int]]:
    """A line with blanks for where somebody keeps the tree, and by where each path begins then where it began."""
    begins: dict[int, int] = {}
    if "\\" in line:
        line = _BACKSLASHES.sub(lambda match: match[0].replace("\\", "/"), line)
    for match in kept.finditer(line) if "/" in line else ():
        # Many projects have a folder `third_party`.
        if match[0] and (match[1].startswith("tensorflow") or re.search(r"tensorflow[\w.-]*/\Z", match[0], re.A)):
            begins[match.end()] = match.start()
    for end, start in begins.items():
        line = line[:start] + " " * (end - start) + line[end:]
    return line, begins


def _line(
    number: int, raw: str, block: int, last_path: Citation | None, kept: re.Pattern[str] | None = None,
    latest: Citation | None = None,
) -> list[Citation]:  # fmt: skip
    found: list[Citation] = []
    line, origin = markdown.as_rendered(raw) if "&" in raw or "\\" in raw else (raw, None)
    shown = line
    line, begins = _without_homes(line, kept) if kept is not None else (line, {})
    taken = bytearray(len(line))

    def take(start: int, end: int) -> bool:
        if any(taken[start:end]):
            return False
        taken[start:end] = b"\1" * (end - start)
        return True

    spans = [(m.start(2), m.end(2)) for m in markdown.SPAN.finditer(line)]
    if "<" in line:
        spans += [(m.start(2), m.end(2)) for m in _HTML_CODE.finditer(line)]

    def in_code(at: int) -> bool:
        return any(start <= at < end for start, end in spans)

    def add(kind: str, text: str, at: int, end_at: int, target: str, start: int = 0, end: int = 0, ref: str = "",
            called: bool = False, supposed: bool = False) -> None:  # fmt: skip
        inside = in_code(at)
        if origin is not None:
            text = raw[origin[at] : origin[at + len(text)]] if shown.startswith(text, at) else text
            at, end_at = origin[at], origin[end_at]
        found.append(
            Citation(kind, text, number, at + 1, target, start, max(start, end), ref, inside, "", "", end_at, block,
                     "", called, supposed=supposed)
        )  # fmt: skip

    if "http" in line or "www." in line:
        for match in _BLOB.finditer(line):
            if take(*match.span()):
                ref = next((one for one in match.groups()[:4] if one), "master")
                numbers = [int(one) for one in match.groups()[5:] if one]
                start, end = (numbers[0], numbers[-1]) if numbers else (0, 0)
                add("path:line" if start else "path", match[0], *match.span(), match[5].rstrip("/"), start, end, ref)
                linked = _LINKED.search(line, max(0, match.start() - MAX_NAME), match.start())
                if linked is not None and match[5].endswith(_SOURCES) and f"/{linked[1]}." not in match[5]:
                    spans.append(linked.span(1))  # as good as code
        for match in _URL.finditer(line):
            take(*match.span())
    for match in _ROOTED.finditer(line):
        root = _FOLDERS_BEFORE.search(line, max(0, match.start() - 200), match.start())
        inner = root is not None and root[0].startswith(("tensorflow/", "third_party/"))  # `compiler/mlir/tensorflow`
        if not inner and not any(taken[match.start() : match.end()]):
            taken[match.start()] = 1  # what comes before is somebody's folder; the rest is matched below
    for match in _PATH.finditer(line):
        numbers = [int(one) for one in match.groups()[1:] if one]
        begin = begins.get(match.start(), match.start())
        if not take(begin, match.end()) or (match[1].startswith("_") and line[begin - 1 : begin] == "*"):
            continue
        if not numbers:
            before = _LINES_BEFORE.search(line[:begin])
            if before:
                numbers = [int(one) for one in before.groups() if one]
                take(before.start(), before.end() - 1)
        start = numbers[0] if numbers else 0
        end = numbers[1] if len(numbers) > 1 else start
        if 0 < end < start and end < 10 ** (len(str(start)) - 1):
            end = start  # `:266:5` is a line and a column
        text = shown[begin : match.end()].strip().rstrip("`*([（")
        target = match[1].removeprefix(".../")  # a beginning that is left out
        add("path:line" if start else "path", text, begin, match.end(), target, start, end)
    for match in _FOLDER.finditer(line):
        cut = _FILE_OF.match(match[1])  # `a.h/ns::Name` is said of what a file has
        end_at = match.start(1) + cut.end() if cut is not None else match.end()
        if "/" in match[1] and match.start() not in begins and take(match.start(), end_at):
            text = line[match.start(1) : end_at]
            add("path", text.rstrip("."), match.start(), end_at, text.rstrip("/."))
    signed = list(bare_lines.signed(line))
    several = sum(bare.counted for bare in signed) > 1
    for bare in (*bare_lines.spoken(line), *signed):
        earlier = [c for c in found if c.kind in ("path", "path:line") and not c.ref and c.column <= bare.at]
        near = earlier[-1] if earlier else last_path
        if bare.counted and not several and not (near is not None and near.start):
            continue  # the number of its lines
        supposed, owner = near is None or near.supposed, near or latest
        if owner is not None and take(bare.at, bare.end_at):
            text = line[bare.at : bare.end_at]
            add("path:line", text, bare.at, bare.end_at, owner.target, bare.start, bare.end, supposed=supposed)
    found.sort(key=lambda one: one.column)
    for match in _OP_STRING.finditer(line):
        add("op", match[1], match.start(1), match.end(1), match[1])
        taken[match.start(1) : match.end(1)] = b"\1" * (match.end(1) - match.start(1))
    for start, end in spans:
        template = _TEMPLATE.match(line, start, end)
        if template is not None and template.end() == end and not _SCOPED.fullmatch(line, start, end):
            # What stands in the brackets are types, values and parameters, which have no place of their own here.
            name = without_templates(template[0]).removesuffix("()")
            if ("::" in name.strip(":") or _callee(name)) and take(start, end):
                add("symbol", template[0].strip(), start, end, name)
    arguments = _template_arguments(line) if "<" in line else []
    for pattern in (_DOTTED, _SCOPED):
        for match in pattern.finditer(line):
            if not any(start < match.start() < end for start, end in arguments) and take(*match.span()):
                called = line[match.end() : match.end() + 1] == "("
                add("symbol", match[1], match.start(), match.end(), match[1], called=called)
    for start, end in arguments:
        taken[start:end] = b"\1" * (end - start)
    for start, end in _links_of(line, spans):
        if not any(taken[start:end]):
            inside = line[start:end].strip()
            for match in _BUILT.finditer(line[start:end]) if inside.startswith(".") else ():
                if _CAMEL.fullmatch(match[1]) and take(start + match.start(1), start + match.end(1)):
                    add("symbol", match[1], start + match.start(1), start + match.end(1), match[1])
            quoted = _QUOTED.fullmatch(line, start, end)
            if quoted is not None and _REGISTERED_AS.search(line, 0, start) and take(start, end):
                add("symbol", inside, start, end, quoted[1])
                continue
            dotted = _MEMBER.match(inside)
            constant = _CONSTANT.match(line, start, end)
            if constant is not None and take(*constant.span(1)):
                add("symbol", constant[1], *constant.span(1), constant[1])
                continue
            name = (
                dotted[1] if dotted and not dotted[1].startswith(("self.", "np.", "os.", "sys.")) else _callee(inside)
            )
            if name and take(start, end):
                add("symbol", inside, start, end, name, called="(" in inside)
    for pattern in (_MACRO, _CALLED, _CAMEL, _BARE):
        for match in pattern.finditer(line):
            if take(*match.span()):
                add("symbol", match[1], match.start(), match.end(), match[1], called=pattern is _CALLED)
    if any(one.kind in ("path", "path:line") for one in found):
        for match in _PLACED.finditer(line):
            if _SHAPED.search(match[1]) and take(*match.span()):
                add("symbol", match[1], match.start(), match.end(), match[1])
    return sorted(found, key=lambda one: one.column)


_ANGLE = re.compile(r"->|[<>]|[^\w\s<>,:*&()=!+./'\"|-]", re.A)

_LAST_NAME = re.compile(r"[A-Za-z_]\w*\Z", re.A)
#: Characters of a template's arguments.
MAX_ARGUMENTS = 1_000
#: Words that follow each other as they do in no argument of a template.
_PROSE = re.compile(
    r"\b(?!(?:const|typename|class|struct|enum|unsigned|signed|long|short|template)\b)[A-Za-z_]\w*\s+[A-Za-z_]", re.A
)


def _template_arguments(line: str) -> list[tuple[int, int]]:
    """Where the arguments of templates stand in a line, brackets included, the outermost only.

    The templates are those that one would cite, with more than one argument; in `map<string, Loom>` it is `Loom`.
    """
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for sign in _ANGLE.finditer(line):
        if sign[0] == "<":
            opened.append(sign.start())
        elif sign[0] == ">":
            start = opened.pop() if opened else 0
            name = _LAST_NAME.search(line, max(0, start - 80), start)
            inside = line[start : sign.end()] if name and sign.end() - start < MAX_ARGUMENTS else ""
            if name and "," in inside and not _PROSE.search(inside) and _callee(name[0]):
                while found and found[-1][0] > start:
                    found.pop()
                found.append((start, sign.end()))
        elif sign[0] != "->":
            opened.clear()
    return found


#: What stands between the names of a chain of calls.
_ARROW = re.compile(r"\s+(?:->|=>|-->)\s+|\s*[→⇒➜⟶]\s*")


def _links_of(line: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans of code, and instead of one that is a chain of calls the spans of its links."""
    for start, end in spans:
        for match in _ARROW.finditer(line, start, end):
            yield start, match.start()
            start = match.end()
        yield start, end


#: The declaration of a constant: `static const int kMostStrands = 12`.
_CONSTANT = re.compile(
    r"(?:(?:static|const|constexpr|extern|inline)\s+)+[\w:]+(?:\s?[*&])?\s+(?:const\s+)?(k[A-Z]\w+|[A-Z][A-Z\d]+_[A-Z\d_]+)"
    r"(?=\s*(?:=|;|\Z))",
    re.A,
)
_CALL = re.compile(
    r"(?:(?:class|struct|def|void|Status|bool|int|template ?<[^<>]{0,60}>|enum|func|function|#define|static|inline)"
    r"\s+)*"
    r"(~?_*[A-Za-z]\w*)(?:<[^<>]{0,120}(?:<[^<>]{0,80}>[^<>]{0,80})?>)?\s*(?:\(.{0,300}\))?\s*(?:const)?;?:?\Z",
    re.A | re.S,
)


def _callee(text: str) -> str:
    """The name in `Name`, `Name(...)` or `Name<...>` written as code; empty when it is no name that one would cite.

    A lower-case word may be a variable, a flag or a value and is no citation, unless it is private or built of parts.
    """
    match = _CALL.match(text)
    if not match:
        return ""
    name = match[1]
    if not any(c.islower() for c in name):
        return (
            name
            if _MACRO.match(name) or ("_" in name.strip("_") and not name.startswith(("DT_", "TF_CPP", "CUDA_")))
            else ""
        )
    if any(c.isupper() for c in name) and len(name) > 2:
        return name
    return name if (_SNAKE.match(name) and len(name) > 4) or _PRIVATE.match(name) else ""
