"""The parts of a Markdown text: fences and their languages, the cells of tables, lines as a page shows them."""

from __future__ import annotations

import html
import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.pasted_code import with_plain_numbers, without_prompts
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

SPAN = regex(r"(?<!`)(`{1,4})(?!`)(.+?)(?<!`)\1(?!`)")
#: A permalink that `--fix` puts behind a citation, by its title: what it leads to bears out nothing that is said there.
ADDED_LINK = regex(r" \(\[[^\]\n]{1,400}\]\(https?://[^()\s\"]{1,800} \"tfexplore\"\)\)")
FENCE = regex(r"^[ >\t]{0,12}(?:[-*+] {1,3}|\d+\. {1,2})?(`{3,}|~{3,})[ \t]*([^`\n]*)$")
#: A formula, whose letters with an index are no names of code.
FORMULA = r"\$[^$\n]{0,400}\\[A-Za-z]{2,}[^$\n]{0,400}\$"
_INDENTED = regex(r" {4}|\t")
_IN_A_LIST = regex(r"\s|[-*+>|]\s|\d{1,9}[.)]\s|\[\^")
#: What begins a line of a block quote.
QUOTED = regex(r"[ \t]{0,12}(?:>[ \t]?)+")
HEADING = regex(r"(#{1,6}) ")
#: What makes a heading of the line above, and what that is not.
_UNDERLINE = regex(r"(?:=+|-{2,})\s*")
_NO_TITLE = regex(r"\s{4}|\s*(?:[#>|<]|[-*+]\s|\d{1,9}[.)]\s|```|~~~|---|===)|.*\|")
_ENTITY = regex(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|[A-Za-z]\w{1,8});", re.A)
_ESCAPE = regex(r"\\([!-/:-@\[-`{-~])")

CODE_LANGUAGES = {
    "": "", "c": "cpp", "c++": "cpp", "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "cuda": "cpp", "h": "cpp", "hpp": "cpp",
    "cu": "cpp", "py": "python", "python": "python", "python3": "python", "swig": "cpp", "i": "cpp", "proto": "cpp",
    "protobuf": "cpp", "starlark": "python", "bzl": "python", "bazel": "python",
}  # fmt: skip
PROSE_LANGUAGES = frozenset(["text", "txt", "plain", "plaintext", "mermaid", "tree", "diagram"])


class Added(Record):
    """A text without the permalinks that `--fix` has put into it, and where in its lines those stood, with lengths."""

    text: str
    links: dict[int, list[tuple[int, int]]]

    def column(self, line: int, column: int) -> int:
        """The column, from 1, that a column of a line has with the links."""
        return column + sum(length for at, length in self.links.get(line, ()) if at < column)

    def plain_column(self, line: int, column: int) -> int:
        """The column that a column of a line has without the links."""
        before = 0
        for at, length in self.links.get(line, ()):
            before += length if at + before < column - length else 0
        return column - before


def without_added(text: str) -> Added:
    """A text without such links.

    >>> added = without_added('`A` ([a.cc:1](https://x/a.cc#L1 "tfexplore")) and `B`')
    >>> added.text, added.column(1, 9)
    ('`A` and `B`', 51)
    """
    if ' "tfexplore"))' not in text:
        return Added(text, {})
    lines = text.split("\n")
    links: dict[int, list[tuple[int, int]]] = {}
    for number, line in enumerate(lines, 1):
        removed = 0
        for match in ADDED_LINK.finditer(line):
            links.setdefault(number, []).append((match.start() - removed, len(match[0])))
            removed += len(match[0])
        lines[number - 1] = ADDED_LINK.sub("", line) if removed else line
    return Added("\n".join(lines), links)


def margin(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip())


def as_rendered(raw: str) -> tuple[str, list[int] | None]:
    """A line with HTML entities resolved and, outside of code, Markdown's escapes; and where each letter came from.

    Columns and what is quoted of a line are those of the line as it is written.
    """
    spans = [m.span() for m in SPAN.finditer(raw)] if "\\" in raw else []
    escapes = [
        (m.start(), m.end(), m[1])
        for m in (_ESCAPE.finditer(raw) if "\\" in raw else ())
        if m[1] != "`" and not any(start <= m.start() < end for start, end in spans)
    ]
    made, origin = _replaced(raw, None, escapes)
    for _ in range(3):  # what was escaped twice, too
        entities = [(m.start(), m.end(), text) for m in _ENTITY.finditer(made) if (text := html.unescape(m[0])) != m[0]]
        if not entities:
            break
        made, origin = _replaced(made, origin, entities)
    return made.replace("\xa0", " "), origin


def _replaced(text: str, origin: list[int] | None, pieces: list[tuple[int, int, str]]) -> tuple[str, list[int] | None]:
    """A text with pieces `(start, end, what stands there now)` replaced, and where each letter came from."""
    if not pieces:
        return text, origin
    if origin is None:
        origin = list(range(len(text) + 1))
    parts: list[str] = []
    came: list[int] = []
    at = 0
    for start, end, instead in pieces:
        parts += text[at:start], instead
        came += [*origin[at:start], *[origin[start]] * len(instead)]
        at = end
    return "".join([*parts, text[at:]]), came + origin[at:]


def guessed_language(code: str) -> str:
    """The language of a block that says none."""
    python = re.search(
        r"^\s*(?:def \w+\(|import \w|from [\w.]+ import|@\w[\w.]*|class \w+(?:\([\w., ]*\))?:)", code, re.M
    )
    return "python" if python and not re.search(r"[;{]\s*$", code, re.M) else "cpp"


#: A line of a listing: its number, perhaps behind the file's name as a search prints it, and what stands on it.
_NUMBERED = regex(r"[ \t]{0,8}(?:[\w./+-]{1,120}[:-])?(\d{1,6})(?:[ \t]?[|:│┃\-.)+](?:[ \t]|$)?|[ \t]+|$)(.*)")


_REMARK = regex(r"\s*(?://|/\*|#\s)")


def without_numbers(lines: list[str]) -> list[str]:
    """The lines of a listing without the numbers in front; what the numbers leave out becomes a mark of elision.

    Lines of which not each begins with a number higher than the one before it are no listing and stay as they are, but
    for the prompts of a session.
    """
    lines = with_plain_numbers(without_prompts(lines))
    made: list[str] = []
    last = count = 0
    for line in lines:
        match = _NUMBERED.match(line)
        if match is None:
            if count == 0 and _REMARK.match(line):  # that says which file it is
                made.append(line)
                continue
            if line.strip() and not re.fullmatch(r"\W*(?:\.\.|…|⋯|--)\W*", line):
                return lines
            made.append(line if line.strip() != "--" else "...")
            continue
        number = int(match[1])
        if number <= last:
            return lines
        if last and number > last + 1:
            made.append("...")
        made.append(match[2])
        last = number
        count += 1
    return made if count > 1 else lines


_OF_SWIG = regex(
    r"%(?:define|enddef|include|ignore|unignore|rename|typemap|import|insert|module|exception|feature|[{}])"
)


def codelike(code: str) -> bool:
    """Whether a block without a language is code rather than a diagram, a listing or a terminal."""
    lines = [line.strip() for line in code.split("\n") if line.strip()]
    if re.search(r"[→↓├└│▼]|-->|->\s*$|^\s*->|=>|^\s*\$ |^\s*>>> ", code, re.M):
        return False
    endings = sum(
        line.endswith((";", "{", "}", ",", "\\", ":", ")", "("))
        or line.startswith(("#", "//", "@"))
        or _OF_SWIG.match(line) is not None
        for line in lines
    )
    return endings * 2 >= len(lines)


def last_text(lines: list[str], at: int) -> int:
    """The last line with text before a fence."""
    at -= 1
    while at >= 0 and not lines[at].strip():
        at -= 1
    return at


def fence_end(lines: list[str], start: int, mark: str) -> int:
    """The line that closes a fence; one that is never closed ends before the next heading, or with the document."""
    closing = re.compile(rf"^[ >\t]{{0,12}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$")
    for i in range(start + 1, len(lines)):
        if closing.match(lines[i]):
            return i
    for i in range(start + 2, len(lines)):
        if re.match(r"#{1,6} \S", lines[i]) and not lines[i - 1].strip():
            return i - 1
    return len(lines)


def blocks(lines: list[str]) -> Iterator[tuple[int, str, list[str]]]:
    """The blocks between fences: the number of the opening fence, what stands behind that, and the lines inside."""
    closed = 0
    for number, line in enumerate(lines, 1):
        fence = FENCE.match(line) if number > closed else None
        if fence is not None:
            end = fence_end(lines, number - 1, fence[1])
            closed = end + 1
            yield number, fence[2].strip(), lines[number:end]


def code_lines(lines: list[str]) -> set[int]:
    """The numbers of the lines that stand in blocks, with their fences."""
    found: set[int] = set()
    at = 0
    while at < len(lines):
        fence = FENCE.match(lines[at])
        # A block that nothing closes ends with the text.
        end = min(fence_end(lines, at, fence[1]) + 1, len(lines)) if fence else indented_end(lines, at)
        found.update(range(at + 1, end + 1))
        at = max(end, at + 1)
    return found


def indented_end(lines: list[str], start: int) -> int:
    """The line behind a block of code that is indented rather than fenced; `start` where none begins."""
    if not _INDENTED.match(lines[start]) or (start and lines[start - 1].strip()):
        return start
    above = start - 1
    while above >= 0 and (not lines[above].strip() or _INDENTED.match(lines[above])):
        above -= 1
    if above >= 0 and _IN_A_LIST.match(lines[above]):
        return start  # more of an item
    end = start
    while end < len(lines) and (not lines[end].strip() or _INDENTED.match(lines[end])):
        end += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return end


#: What stands between the header and the rows of a table.
_DELIMITER = regex(r"\|?\s*:?-+:?(?:\s*\|\s*:?-+:?)+(?:\s*\|)?")
_ITEM = regex(r"\s*(?:[-*+>]|\d{1,9}[.)])\s|\[\^")


def is_item(text: str) -> bool:
    """Whether a text begins as an item of a list does, or a quoted or footnoted one."""
    return _ITEM.match(text) is not None


def with_pipes(lines: list[str]) -> dict[int, str]:
    """The rows of tables that do not begin with a pipe, by their number, with one in front; and one at the end."""
    made: dict[int, str] = {}
    fenced: set[int] | None = None
    for number, line in enumerate(lines, 1):
        if "|" not in line or "-" not in line or number == 1 or _DELIMITER.fullmatch(line.strip()) is None:
            continue
        fenced = code_lines(lines) if fenced is None else fenced
        if number in fenced or "|" not in lines[number - 2] or _ITEM.match(lines[number - 2]):
            continue
        at = number - 1
        while at <= len(lines) and "|" in lines[at - 1] and at not in fenced:
            text = lines[at - 1]
            if not text.lstrip().startswith("|"):
                made[at] = f"|{text}" if text.rstrip().endswith("|") else f"|{text}|"
            at += 1
    return made


def with_headings(lines: list[str]) -> dict[int, str]:
    """The headings that are underlined, by their number, with `# ` or `## ` in front, and nothing for the lines below.

    >>> with_headings(["Looms", "=====", "", "text", "", "---", "a | b", "--- | ---"])
    {1: '# Looms', 2: ''}
    """
    made: dict[int, str] = {}
    fenced: set[int] | None = None
    for number in range(2, len(lines) + 1):
        below = _UNDERLINE.fullmatch(lines[number - 1]) if lines[number - 1][:1] in ("=", "-") else None
        title = lines[number - 2]
        alone = number == 2 or not lines[number - 3].strip() or number - 2 in made
        if below is None or not alone or not title.strip() or _NO_TITLE.match(title):
            continue
        fenced = code_lines(lines) if fenced is None else fenced
        if number not in fenced and number - 1 not in fenced:
            made[number - 1] = ("# " if below[0][0] == "=" else "## ") + title
            made[number] = ""
    return made


def cells_of(line: str) -> list[tuple[int, str]]:
    """The cells of a table's row, each with its column in the line."""
    cells = []
    at = 0
    for part in re.split(r"(?<!\\)\|", line) if "\\|" in line else line.split("|"):
        cells.append((at, part))
        at += len(part) + 1
    return cells[1:-1] if len(cells) > 2 else []


#: Letters of a first cell that are read.
MAX_FIRST = 300


def first_cell(line: str) -> str | None:
    """How the first cell of a row begins, which says what it is of; None for what is no row, or has one cell alone."""
    cells = cells_of(line) if line.lstrip().startswith("|") else []
    return cells[0][1].strip()[:MAX_FIRST] if cells else None


#: The head of a column of lines.
_LINE_HEAD = regex(
    r"(?:(?:at|on|begins at|first|start) )?line(?:s|\(s\))?|`?(?:case|registered|defined|declared|begins?)`? at"
    r"|ln?\.|l#|line no\.?|line numbers?|line (?:range|span|#)|zeilen?|zeilennummer|zeilenbereich"
    r"|行番号|行号?(?:范围|区间)?|起止行号?|起始行号?|行数|所在行|代码行"
)


#: The header of a column of files that says what is there.
_WHERE_HEAD = regex(
    r"(?:(?:registered|defined|declared|implemented|found) (?:in|at)|where|in|(?:注册|定义|声明|实现|所)(?:在|于)?)"
)
#: A header that names a file.
_FILE_HEAD = regex(r"\w\.(?:py|cc|h|cpp|proto|cu)\b", re.A)


#: What a head has in brackets behind it, but for the sign of a plural.
_HEAD_REMARK = regex(r"(?<=\w)\s?[(（](?!s\))[^()（）]{1,40}[)）]\Z")
#: The head of a column of first lines, right behind that of the files; and of files, right before that of lines.
_FIRST_HEAD = regex(r"from|starts?|begins?|beginning|first|pos\.?|position|起|起始|开始|从")
_PLACE_HEAD = regex(r"where|in|loc\.?|location|module|header|defined in|declared in|在哪|位于|所在")


def is_head_of_lines(head: str) -> bool:
    """Whether the head of a column says that what stands below are lines."""
    return _LINE_HEAD.fullmatch(_HEAD_REMARK.sub("", head.strip(" *`").lower())) is not None


def table_columns(line: str, known: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """Which column of a table holds a file (-1: none does) and which its lines, by the head of the table."""
    if not line.lstrip().startswith("|"):
        return None
    if known is not None:
        return known
    heads = [text.strip(" *`").lower() for _, text in cells_of(line)]
    numbers = [i for i, head in enumerate(heads) if is_head_of_lines(head)]
    number = numbers[0] if numbers else -1
    path = next((i for i, head in enumerate(heads) if re.search(r"file|path|source|文件|路径|源码|位置", head)), -1)
    if number > 0 and 0 <= path != number - 1 and _WHERE_HEAD.fullmatch(heads[number - 1]):
        path = number - 1  # the file right before its line
    if any(at != path and _FILE_HEAD.search(head) for at, head in enumerate(heads)):
        path = -1  # the lines are those of the file that another header names
    placed = (at for at, head in enumerate(heads[:-1]) if _PLACE_HEAD.fullmatch(head))
    if path < 0 and number < 0:
        path = next((at for at in placed if _FIRST_HEAD.fullmatch(heads[at + 1])), -1)
    if number < 0 and 0 <= path < len(heads) - 1 and _FIRST_HEAD.fullmatch(heads[path + 1]):
        numbers = [path + 1]
        number = path + 1
    if path < 0 < number and _PLACE_HEAD.fullmatch(heads[number - 1]):
        path = number - 1
    if path < 0 and number >= 0 and heads[number] in ("lines", "行数"):
        return None  # may be how many there are
    if number < 0:
        return None
    return (path, *numbers)
