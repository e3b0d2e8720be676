"""A mark for every line of a source file, by which an index without a tree holds a quotation against the file.

A mark is a letter that follows from the line's text without blanks and comments: one line in 128 has that of another
by chance. A line without code is marked as such, and so is a short one (`else {`), which many places have. So three or
four lines in their order stand in one place of a file, and an altered one among them shows. What a line says cannot be
had from its mark.
"""

from __future__ import annotations

import re
import sys
from array import array
from zlib import crc32

#: Languages whose remarks are Python's.
PYTHON_LIKE = (".py", ".bzl")
NO_CODE = "0"
SHORT = "."
#: Letters in the text of a line with a mark of its own.
_MIN_LETTERS = 12
_SHORT_LINE = b"."
#: 128 letters of one byte each: those of ASCII and of Latin-1 that are no mark by themselves, and no control sign.
_LETTERS = "".join(
    [chr(code) for code in (*range(33, 127), *range(161, 256)) if chr(code) not in NO_CODE + SHORT][:128]
)


def _table() -> bytes:
    """The mark by the last byte of a line's checksum; one line in 128 counts as one without code, or as a short one."""
    made = [_LETTERS[byte % len(_LETTERS)] for byte in range(256)]
    made[crc32(b"") & 255], made[crc32(_SHORT_LINE) & 255] = NO_CODE, SHORT
    return "".join(made).encode("latin-1")


_MARKS = _table()
_LAST_BYTE = slice(0 if sys.byteorder == "little" else 3, None, 4)

_BLOCK_COMMENT = re.compile(rb"/\*.*?(?:\*/|\Z)", re.DOTALL)
_DOCSTRING = re.compile(rb"(\"\"\"|''').*?(?:\1|\Z)", re.DOTALL)
#: To the end of a line, within a string as well.
_COMMENT = re.compile(rb"//[^\n]*")
_PYTHON_COMMENT = re.compile(rb"#[^\n]*")
#: What a line may have more or less of.
BLANKS = b" \t\r\f\v"
#: A larger file is a table or was made by a program.
_MAX_FILE = 4 << 20
#: Whose lines nobody quotes often enough to keep something of them.
_APART = re.compile(
    r"(?:_test|_test_util|_testutil|_benchmark)\.(?:\w+\.)?\w+$"
    r"|(?:^|/)(?:tests?|testing|testdata|test_data|kernel_tests|examples|benchmarks|contrib|lite|third_party)/"
    r"|\.inc$"
)


def is_marked(path: str) -> bool:
    """Whether the lines of a file have marks: not those of tests, examples, contrib, TensorFlow Lite and `.inc`."""
    return _APART.search(path) is None


def code_lines(data: bytes, python: bool) -> list[bytes]:
    """The lines of a text without blanks, comments and docstrings: what marks are made of, of a file or a quotation.

    >>> code_lines(b"int x = 1;  // one\\n/* two\\n*/ int y;", False)
    [b'intx=1;', b'', b'inty;']
    """
    single = _PYTHON_COMMENT if python else _COMMENT
    return single.sub(b"", without_comments(data, python)).translate(None, BLANKS).split(b"\n")


def without_comments(data: bytes, python: bool) -> bytes:
    """A text without the comments and docstrings that may have several lines; its lines stay where they are."""
    several, signs = (_DOCSTRING, (b'"""', b"'''")) if python else (_BLOCK_COMMENT, (b"/*",))
    return several.sub(_line_ends, data) if any(sign in data for sign in signs) else data


def marks(lines: list[bytes]) -> str:
    """A mark for each of some `code_lines`."""
    said = [line if len(line) >= _MIN_LETTERS else line and _SHORT_LINE for line in lines]
    return array("I", map(crc32, said)).tobytes()[_LAST_BYTE].translate(_MARKS).decode("latin-1")


def line_marks(path: str, data: bytes) -> str:
    """A mark for each line of a file; empty for one whose lines have none."""
    return marks(code_lines(data, path.endswith(PYTHON_LIKE))) if is_marked(path) and len(data) <= _MAX_FILE else ""


def _line_ends(match: re.Match[bytes]) -> bytes:
    return b"\n" * match.group().count(b"\n")
