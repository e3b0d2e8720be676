"""What a Markdown document says of the source: paths, lines, symbols, op names, quotations.

Documents are written by people: fences that are never closed, identifiers in the middle of Chinese prose, HTML entities
where angle brackets were meant. Reading never fails; it only decides what is a citation at all. A word counts as one
when its shape says so (`conv_ops.cc:120`, `Conv2DOp::Compute`, `tf.nn.conv2d`), and a name without such a shape only
where it is written as code.
"""

from __future__ import annotations

import html
import re

from tfexplore._record import Record

MAX_LINE = 20_000
MAX_CITATIONS = 20_000

_SUFFIX = r"(?:cu\.cc|cu\.h|cc|h|hpp|cpp|cu|py|i|inc|proto|pbtxt|bzl)"
_PATH = re.compile(
    rf"(?<![\w/.@-])((?:[A-Za-z0-9_.+-]+/)*(?:[A-Za-z0-9_+-][A-Za-z0-9_.+-]*\.{_SUFFIX}|BUILD|WORKSPACE))(?![\w/]|\.\w)"
    r"(?::(\d{1,7})(?:[-–:](\d{1,7}))?|#L(\d{1,7})(?:-L?(\d{1,7}))?|"
    r"\s{0,2}[,(（]?\s?(?:lines?|第|行|[Ll]\.?(?=\d))\s?(\d{1,7})(?:\s?[-–~至到]\s?(\d{1,7}))?)?",
    re.A,
)
_FOLDER = re.compile(
    r"(?<![\w/.@:-])((?:tensorflow|third_party)/(?:[A-Za-z0-9_.+-]+/)*[A-Za-z0-9_.+-]*)(?![\w/])", re.A
)
_BLOB = re.compile(
    r"https?://github\.com/([\w.-]+)/([\w.-]+)/(?:blob|tree|raw)/([\w.-]+)/([\w./+%-]+)(?:#L(\d+)(?:-L?(\d+))?)?", re.A
)
_URL = re.compile(r"(?:https?|ftp|file)://[^\s<>()\[\]`\"'，。；）]+|www\.[^\s<>()]+")
_SPAN = re.compile(r"(?<!`)(`{1,4})(?!`)(.+?)(?<!`)\1(?!`)")
_FENCE = re.compile(r"^[ >\t]{0,12}(`{3,}|~{3,})[ \t]*([^`\n]*)$")
_DOTTED = re.compile(r"(?<![\w./-])((?:tf|tensorflow|keras|gen_\w+_ops|[a-z_]+_ops)(?:\.[A-Za-z_]\w*)+)", re.A)
_SCOPED = re.compile(r"(?<![\w:.])(~?[A-Za-z_]\w*(?:<[^<>`]{0,80}>)?(?:::~?[A-Za-z_]\w*(?:<[^<>`]{0,80}>)?)+)", re.A)
_CAMEL = re.compile(
    r"(?<![\w.:/<-])(_?[A-Z][a-z0-9]+(?:[A-Z0-9][A-Za-z0-9]*)+|_?[A-Z]{2,}[a-z0-9]+[A-Z]\w*)(?![\w:/.-]\w)", re.A
)
_IDENTIFIER = re.compile(r"_*[A-Za-z]\w*\Z", re.A)
_SNAKE = re.compile(r"_?[a-z0-9]+(?:_[a-z0-9]+)+_?\Z", re.A)
_MACRO = re.compile(r"(?<!\w)((?:REGISTER|TF_CALL|OP_REQUIRES|TF_RETURN|TF_DISALLOW|TF_ATTRIBUTE)_?\w*)", re.A)

_CODE_LANGUAGES = {
    "": "", "c": "cpp", "c++": "cpp", "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "cuda": "cpp", "h": "cpp", "hpp": "cpp",
    "py": "python", "python": "python", "python3": "python", "swig": "swig", "i": "swig",
}  # fmt: skip


class Citation(Record):
    """Something that a document says of the source.

    `kind` is `"path"`, `"path:line"`, `"symbol"`, `"op"` or `"quotation"`; `target` what is cited, cleaned up; `line`
    and `column` where in the document. `start` and `end` are the cited lines (0: none). `near` holds the other names
    and paths said in the same paragraph, `ref` the revision that a link names, `code` a quotation's text.
    """

    kind: str
    text: str
    line: int
    column: int
    target: str
    start: int = 0
    end: int = 0
    near: tuple[str, ...] = ()
    ref: str = ""
    in_code: bool = False
    code: str = ""
    language: str = ""


def entities_resolved(text: str) -> str:
    """HTML entities as the characters they mean, those that were escaped twice too."""
    for _ in range(3):
        if "&" not in text:
            break
        fixed = html.unescape(text)
        if fixed == text:
            break
        text = fixed
    return text


def citations(document: str) -> list[Citation]:
    """Every citation of a document, in its order."""
    found: list[Citation] = []
    paragraph: list[tuple[int, str]] = []
    lines = document.split("\n")
    at = 0
    while at < len(lines) and len(found) < MAX_CITATIONS:
        line = lines[at].rstrip("\r")[:MAX_LINE]
        fence = _FENCE.match(line)
        if not fence:
            if line.strip():
                paragraph.append((at + 1, line))
            else:
                found += _paragraph(paragraph)
                paragraph = []
            at += 1
            continue
        said = _paragraph(paragraph)
        paragraph = []
        found += said
        end = _fence_end(lines, at, fence[1])
        code = "\n".join(one.rstrip("\r")[:MAX_LINE] for one in lines[at + 1 : end])
        language = _CODE_LANGUAGES.get(fence[2].strip().split(" ")[0].strip("{}.").lower())
        if language is not None and code.strip():
            near = tuple(c.target for c in (said or _last(found, at)) if c.kind in ("path", "path:line"))
            said_at = next((c for c in reversed(said) if c.kind == "path:line"), None)
            start = said_at.start if said_at else 0
            found.append(
                Citation("quotation", "", at + 2, 1, "", start, 0, near, in_code=True, code=code, language=language)
            )
        at = end + 1
    found += _paragraph(paragraph)
    return found[:MAX_CITATIONS]


def _last(found: list[Citation], at: int) -> list[Citation]:
    """The citations of the last lines before a fence that a blank line sets apart from its introduction."""
    return [c for c in found[-8:] if at - 4 <= c.line <= at]


def _fence_end(lines: list[str], start: int, mark: str) -> int:
    """The line that closes a fence; one that is never closed ends before the next heading, or with the document."""
    closing = re.compile(rf"^[ >\t]{{0,12}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\r?$")
    for i in range(start + 1, len(lines)):
        if closing.match(lines[i]):
            return i
    for i in range(start + 2, len(lines)):
        if re.match(r"#{1,6} \S", lines[i]) and not lines[i - 1].strip():
            return i - 1
    return len(lines)


def _paragraph(lines: list[tuple[int, str]]) -> list[Citation]:
    """The citations of a paragraph, each knowing what the paragraph names besides."""
    found: list[Citation] = []
    for number, line in lines:
        found += _line(number, line)
    return [
        one._replace(near=tuple(dict.fromkeys(o.target for o in found if o is not one and abs(o.line - one.line) <= 1)))
        for one in found
    ]


def _line(number: int, line: str) -> list[Citation]:
    found: list[Citation] = []
    taken = bytearray(len(line))

    def take(start: int, end: int) -> bool:
        if any(taken[start:end]):
            return False
        taken[start:end] = b"\1" * (end - start)
        return True

    for match in _BLOB.finditer(line):
        if take(*match.span()):
            owner, name, ref, path, first, last = match.groups()
            if name.lower() == "tensorflow" or owner.lower() == "tensorflow":
                kind = "path:line" if first else "path"
                start, end = int(first or 0), int(last or first or 0)
                found.append(Citation(kind, match[0], number, match.start() + 1, path.rstrip("/"), start, end, ref=ref))
    for match in _URL.finditer(line):
        take(*match.span())
    spans = [(m.start(2), m.end(2)) for m in _SPAN.finditer(line)]

    def in_code(at: int) -> bool:
        return any(start <= at < end for start, end in spans)

    for match in _PATH.finditer(line):
        if not take(*match.span()):
            continue
        first = match[2] or match[4] or match[6]
        last = match[3] or match[5] or match[7]
        start = int(first) if first else 0
        end = int(last) if last else start
        kind = "path:line" if start else "path"
        found.append(
            Citation(kind, match[0].strip(), number, match.start() + 1, match[1], start, max(start, end),
                     in_code=in_code(match.start()))
        )  # fmt: skip
    for match in _FOLDER.finditer(line):
        if "/" in match[1] and take(*match.span()):
            target = match[1].rstrip("/.")
            found.append(Citation("path", match[0], number, match.start() + 1, target, in_code=in_code(match.start())))
    for pattern in (_DOTTED, _SCOPED):
        for match in pattern.finditer(line):
            if take(*match.span()):
                text = match[1]
                found.append(Citation("symbol", text, number, match.start() + 1, text, in_code=in_code(match.start())))
    for start, end in spans:
        if not any(taken[start:end]):
            inside = entities_resolved(line[start:end]).strip()
            name = _callee(inside)
            if name and take(start, end):
                found.append(Citation("symbol", inside, number, start + 1, name, in_code=True))
    for pattern in (_MACRO, _CAMEL):
        for match in pattern.finditer(line):
            if take(*match.span()):
                found.append(
                    Citation("symbol", match[1], number, match.start() + 1, match[1], in_code=in_code(match.start()))
                )
    return sorted(found, key=lambda one: one.column)


_CALL = re.compile(
    r"(~?_*[A-Za-z]\w*)(?:<[^<>]{0,120}(?:<[^<>]{0,80}>[^<>]{0,80})?>)?\s*(?:\(.{0,200}\))?;?\Z", re.A | re.S
)


def _callee(text: str) -> str:
    """The name in `Name`, `Name(...)` or `Name<...>` written as code; empty when it is no name that one would cite.

    A lower-case word may be a variable, a flag or a value and is no citation, unless it is called or built of parts.
    """
    match = _CALL.match(text)
    if not match:
        return ""
    name = match[1]
    if not any(c.islower() for c in name) and not _MACRO.match(name):
        return ""  # a constant, an environment variable, a dtype
    if name[0].isupper() and len(name) > 2:
        return name
    if "(" in text and len(name) > 3 and ("_" in name.strip("_")):
        return name
    return name if _SNAKE.match(name) and name.startswith("_") else ""
