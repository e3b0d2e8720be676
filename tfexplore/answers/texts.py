"""A pasted text, cut into the messages that stand in it.

What people paste is a message, a traceback, a log, or all of that with their own words around it, in any encoding,
with colours and Windows line ends. Nothing here knows what a message says, only what frames it.
"""

from __future__ import annotations

import re

from tfexplore._record import Record

#: More than this is not read of one line, of one message, and of all of them.
MAX_LINE = 20_000
MAX_MESSAGE = 40_000
MAX_MESSAGES = 400

_COLOUR = rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])"
_CONTROL = bytes([byte for byte in range(32) if byte not in b"\t\n"]) + b"\x7f"
# Compiled when a line first looks like one: most questions have none.
_HEADER = (
    rb"^(?:[^\n]{0,40}?\d\d:\d\d:\d\d(?:\.\d+)?:? +|)([IWEF])(?:\d{4} [\d:.]+ +\d+)? "
    rb"((?:[\w.+-]*/)*[\w.+-]+\.(?:cc|h|cpp|cu|py)):(\d+)\] ?"
)
#: As Python's own logging begins a line; its logger may be any.
_LOGGED = rb"(DEBUG|INFO|WARN(?:ING)?|ERROR|CRITICAL|FATAL):[A-Za-z_][\w.]*:"
_LEVELS = (b"DEBUG:", b"INFO:", b"WARN", b"ERROR:", b"CRITICAL:", b"FATAL:")
_QUIET = "DI"
_EXCEPTION = (
    rb"^[ \t|>]*(?:[A-Za-z_]\w*\.)*([A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt|Iteration))"
    rb"(?: \(see above[^)]*\))?: ?"
)
_EXCEPTIONS = (b"Error", b"Exception", b"Warning", b"Exit", b"Interrupt", b"Iteration")
_TRACEBACK = (b"Traceback (most recent call last)", b"During handling of the above", b"The above exception was")
_ORIGINS = (
    b"Original stack trace for",
    b"Caused by op",
    b"which was originally created as op",
    b"defined at:",
)


def header(line: bytes) -> re.Match[bytes] | None:
    """What a line of a log begins with: `2019-10-14 17:02:21.1: W tensorflow/core/x.cc:12] `, or as glog writes it.

    The groups are the letter of the severity, the path, and the line.
    """
    return re.match(_HEADER, line) if b"] " in line or line.rstrip().endswith(b"]") else None


class Head(Record):
    """What a message of a log begins with: the letter of its severity, the place it names (empty and 0 where none), and
    where in the line the text begins."""

    severity: str
    path: str
    line: int
    end: int


def head(line: bytes) -> Head | None:
    """The head of a line as C++ or absl writes it (see `header`), or Python's logging: `WARNING:tensorflow:...`."""
    match = header(line)
    if match is not None:
        severity, path, number = match.groups()
        return Head(severity.decode(), path.decode("latin-1"), int(number[:9]), match.end())
    match = re.match(_LOGGED, line) if line.startswith(_LEVELS) else None
    if match is None:
        return None
    letter = match.group(1)[:1].decode()
    return Head("F" if letter == "C" else letter, "", 0, match.end())


def _exception(line: bytes) -> re.Match[bytes] | None:
    return re.match(_EXCEPTION, line) if any(one in line for one in _EXCEPTIONS) else None


def _origin(text: bytes) -> tuple[int, int] | None:
    """Where the words stand that come before a stack trace appended to a message."""
    found = [(at, at + len(one)) for one in _ORIGINS if (at := text.find(one)) >= 0]
    return min(found) if found else None


class Frame(Record):
    """A line of a Python traceback."""

    path: str
    line: int
    function: str


class Text(Record):
    """One message: the class of its exception if it has one, its text, the line where it begins, frames around it.

    `frames` are those above an exception, `origin` those of the stack trace that TensorFlow appends; the last of each
    is the innermost. `place` is the `file:line` of a log line's head (None where that names none), `severity` its
    letter.
    """

    exception: str
    text: bytes
    line: int
    frames: tuple[Frame, ...] = ()
    origin: tuple[Frame, ...] = ()
    place: tuple[str, int] | None = None
    severity: str = ""


def clean(text: bytes) -> bytes:
    """`text` without colours and control characters, its lines ended by line feeds."""
    if b"\x1b" in text:
        text = re.sub(_COLOUR, b"", text)
    text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.translate(None, _CONTROL)


def messages(text: bytes) -> list[Text]:
    """The messages in a text, in order: exceptions, log lines of a level above INFO; else the text as a whole."""
    if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = text.decode("utf-16", "replace").encode()
    lines = [line[:MAX_LINE] for line in clean(text).split(b"\n")]
    found: list[Text] = []
    quiet: list[Text] = []
    rest_line = 0  # where the first line stands that is neither an exception's nor a log's nor a traceback's
    above: list[Frame] = []
    frames: list[Frame] = []
    number = 0
    total = len(lines)
    while number < total and len(found) < MAX_MESSAGES:
        line = lines[number]
        logged = head(line)
        exception = None if logged else _exception(line)
        frame = _frame(line)
        if logged or exception:
            begin = number
            number += 1
            while number < total and not _begins(lines[number]) and number - begin < 400:
                number += 1
            end = logged.end if logged else exception.end() if exception else 0
            body = b"\n".join([line[end:], *lines[begin + 1 : number]])[:MAX_MESSAGE]
            if logged:
                place = (logged.path, logged.line) if logged.path else None
                one = _text("", body, begin + 1, (), place, logged.severity)
                (quiet if logged.severity in _QUIET else found).append(one)
            elif exception:
                found.append(_text(exception.group(1).decode("latin-1"), body, begin + 1, tuple(frames), None, ""))
                frames = []
            continue
        if frame:
            frames.append(frame)
            number += 1
            if number < total and lines[number][:4].isspace():
                number += 1  # the line of code below it says nothing
            continue
        if line.lstrip(b" \t|>").startswith(_TRACEBACK):
            frames = []
        elif line.strip() and not rest_line:
            rest_line = number + 1
            above = frames[:]
        number += 1
    if not found and rest_line:
        return [_text("", b"\n".join(lines[rest_line - 1 :])[:MAX_MESSAGE], rest_line, tuple(above), None, "")]
    return found or (quiet if len(quiet) == 1 else [])


def _begins(line: bytes) -> bool:
    return bool(line.lstrip(b" \t|>").startswith(_TRACEBACK) or head(line) or _exception(line))


def _frame(line: bytes) -> Frame | None:
    """The frame in a line of a traceback: `  File "a.py", line 3, in f`."""
    line = line.lstrip(b" \t|>")
    if not line.startswith(b'File "'):
        return None
    path, _, rest = line[6:].partition(b'", line ')
    number, _, function = rest.partition(b", in ")
    number = number.strip()[:9]
    if not number.isdigit():
        return None
    where = path.decode("utf-8", "replace").replace("\\", "/")
    return Frame(where, int(number), function.decode("latin-1").strip())


def _text(
    exception: str, body: bytes, line: int, frames: tuple[Frame, ...], place: tuple[str, int] | None, severity: str
) -> Text:
    """A message without the stack trace that TensorFlow appends to it."""
    origin: list[Frame] = []
    words = _origin(body)
    if words:
        for one in body[words[1] :].split(b"\n"):
            if _origin(one):
                break
            frame = _frame(one)
            if frame:
                origin.append(frame)
        if body[words[0] : words[1]] != b"defined at:":
            body = body[: words[0]]
    return Text(exception, body, line, frames, tuple(origin), place, severity)
