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
#: `2019-10-14 17:02:21.1: W tensorflow/core/x.cc:12] text`, and what glog and absl write.
HEADER = re.compile(
    rb"^(?:[^\n]{0,40}?\d\d:\d\d:\d\d(?:\.\d+)?:? +|)([IWEF])(?:\d{4} [\d:.]+ +\d+)? "
    rb"((?:[\w.+-]*/)*[\w.+-]+\.(?:cc|h|cpp|cu|py)):(\d+)\] ?"
)
_EXCEPTION = re.compile(
    rb"^[ \t|>]*(?:[A-Za-z_]\w*\.)*([A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt|Iteration))"
    rb"(?: \(see above[^)]*\))?: ?"
)
_FRAME = re.compile(rb'^[ \t|>]*File "([^"\n]*)", line (\d+)(?:, in ([^\n]*))?')
_TRACEBACK = re.compile(
    rb"^[ \t|>]*Traceback \(most recent call last\)|^During handling of the above|^The above exception was"
)
_ORIGIN = re.compile(rb"(?:Original stack trace for|Caused by op|which was originally created as op|defined at:)")


class Frame(Record):
    """A line of a Python traceback."""

    path: str
    line: int
    function: str


class Text(Record):
    """One message: the class of its exception if it has one, its text, the line where it begins, frames around it.

    `frames` are those above an exception, `origin` those of the stack trace that TensorFlow appends; the last of each
    is the innermost. `place` is the `file:line` of a log line's header, `severity` its letter.
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
    rest_line = 0  # where the first line stands that is neither an exception's nor a log's nor a traceback's
    above: list[Frame] = []
    frames: list[Frame] = []
    number = 0
    total = len(lines)
    while number < total and len(found) < MAX_MESSAGES:
        line = lines[number]
        header = HEADER.match(line)
        exception = None if header else _EXCEPTION.match(line)
        frame = _FRAME.match(line)
        if header or exception:
            begin = number
            number += 1
            while number < total and not _begins(lines[number]) and number - begin < 400:
                number += 1
            match = header or exception
            assert match is not None
            body = b"\n".join([line[match.end() :], *lines[begin + 1 : number]])[:MAX_MESSAGE]
            if header:
                if header.group(1) != b"I":
                    path = header.group(2).decode("latin-1")
                    found.append(
                        _text("", body, begin + 1, (), (path, int(header.group(3)[:9])), header.group(1).decode())
                    )
            else:
                found.append(_text(match.group(1).decode("latin-1"), body, begin + 1, tuple(frames), None, ""))
                frames = []
            continue
        if frame:
            frames.append(_frame(frame))
            number += 1
            if number < total and lines[number][:4].isspace():
                number += 1  # the line of code below it says nothing
            continue
        if _TRACEBACK.match(line):
            frames = []
        elif line.strip() and not rest_line:
            rest_line = number + 1
            above = frames[:]
        number += 1
    if not found and rest_line:
        return [_text("", b"\n".join(lines[rest_line - 1 :])[:MAX_MESSAGE], rest_line, tuple(above), None, "")]
    return found


def _begins(line: bytes) -> bool:
    return bool(HEADER.match(line) or _TRACEBACK.match(line) or _EXCEPTION.match(line))


def _frame(match: re.Match[bytes]) -> Frame:
    path, line, function = match.groups()
    return Frame(
        path.decode("utf-8", "replace").replace("\\", "/"), int(line[:9]), (function or b"").decode("latin-1").strip()
    )


def _text(
    exception: str, body: bytes, line: int, frames: tuple[Frame, ...], place: tuple[str, int] | None, severity: str
) -> Text:
    """A message without the stack trace that TensorFlow appends to it."""
    origin: list[Frame] = []
    match = _ORIGIN.search(body)
    if match:
        for one in body[match.end() :].split(b"\n"):
            if _ORIGIN.search(one):
                break
            frame = _FRAME.match(one)
            if frame:
                origin.append(_frame(frame))
        if match.group() != b"defined at:":
            body = body[: match.start()]
    return Text(exception, body, line, frames, tuple(origin), place, severity)
