"""Statements of C++ that raise an error or write a log line, and the template of what they say.

::

    OP_REQUIRES(context, dims == 4, errors::InvalidArgument("input must be 4-dimensional", shape.DebugString()));
    ^kind                                   ^error          ^fixed part                    ^gap
    VLOG(2) << "Pruned " << pruned << " nodes";
    ^kind ^level

A byte test finds the words that begin such a statement, its arguments are cut into tokens, and the expression that
makes the text becomes a list of fixed parts and gaps: literals side by side, `+`, `StrCat`, the conversions of a
format string, the operands of `<<`. Whatever is not a literal is a gap. What `CHECK` writes is the text of its
condition.
"""

from __future__ import annotations

import re

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.cpp.definitions import definitions, enclosing_function
from tfexplore.extract.lines import BLANKS
from tfexplore.model import Location, MessageSite, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    #: What a statement says: kind, level, error, pieces of the template.
    Reading = tuple[str, str, str, list[bytes | None]]

_MAX_STATEMENT = 20_000
_MAX_TOKENS = 2_000
_MAX_DEPTH = 40
#: How far above a statement its text is sought, in bytes.
_MAX_ABOVE = 3_000

_STRING = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
_RAW = rb'R"([^()\\\s"]{0,16})\((.*?)(?:\)\1"|\Z)'
_CHAR = rb"'(?:[^'\\\n]{1,4}|\\[^\n][^'\n]{0,8})'"
_COMMENT = rb"/(?:/[^\\\n]*(?:\\(?:\r\n|.)[^\\\n]*)*|\*.*?(?:\*/|\Z))"
_CONDITIONAL = rb"#[ \t]*(?:if|el|en)[^\n]*"
_COMMENTS = re.compile(_RAW + b"|" + _STRING + b"|" + _CHAR + b"|" + _COMMENT + b"|" + _CONDITIONAL, re.DOTALL)
_TOKEN = re.compile(
    rb'\s+|\\\r?\n|(?:u8|[uUL])?(?:R"([^()\\\s"]{0,16})\((.*?)(?:\)\1"|\Z)|"([^"\\\n]*(?:\\.[^"\\\n]*)*)"?)|'
    rb"(" + _CHAR + rb")|([A-Za-z_]\w*)|(\d[\w.]*)|(<<|>>|::|->|\S)",
    re.DOTALL,
)
_CONSTANT = re.compile(
    rb"(?:const\s+char|constexpr\s+char|constexpr\s+absl::string_view|const\s+(?:std::)?string)\s*"
    rb"(?:\*\s*(?:const\s+)?)?(k\w+)\s*(?:\[\])?\s*(?:=|\()\s*(" + _STRING + rb"(?:\s*" + _STRING + rb")*)\s*\)?;"
)
_FORMAT = re.compile(rb"%(?:%|[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?(?:hh|h|ll|l|j|z|t|L|q)?[a-zA-Z])")
_SUBSTITUTE = re.compile(rb"\$(?:\$|\d)")
_ESCAPE = re.compile(rb"\\(?:x([0-9A-Fa-f]{1,2})|([0-7]{1,3})|\r?\n|(.))", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"0": b"\0", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}

# What a macro's or a function's name means for the text that it writes.
_CONCATENATES = frozenset((b"StrCat", b"MakeString", b"concat"))
_FORMATS = frozenset((b"Printf", b"StringPrintf", b"StrFormat", b"FormatString", b"FormatFromTypes"))
_WRAPS = frozenset((b"string", b"String", b"string_view", b"StringPiece", b"CEscape", b"ToString", b"string16"))
_STATUS = (
    "Aborted|AlreadyExists|Cancelled|DataLoss|DeadlineExceeded|FailedPrecondition|Internal|InvalidArgument|NotFound|"
    "OutOfRange|PermissionDenied|ResourceExhausted|Unauthenticated|Unavailable|Unimplemented|Unknown"
)
_BRACKETS = frozenset((b"(", b"[", b"{", b")", b"]", b"}"))
_ERROR_NAMES = frozenset(name.encode() for name in _STATUS.split("|"))
_BARE = {name: name for name in _ERROR_NAMES} | {b"InternalError": b"Internal"}
_CODES = {re.sub(r"(?<!^)([A-Z])", r"_\1", name).upper().encode(): name.encode() for name in _STATUS.split("|")}
_OPERATORS = {b"EQ": b"==", b"NE": b"!=", b"LT": b"<", b"LE": b"<=", b"GT": b">", b"GE": b">="}
_SEVERITIES = {b"INFO", b"WARNING", b"ERROR", b"FATAL", b"QFATAL", b"DFATAL"}

_WORDS: tuple[bytes, ...] = (
    b"OP_REQUIRES",
    b"errors::",
    b"LOG",
    b"CHECK",
    b"Status(",
    b"PyErr_",
    b"TF_SetStatus",
    *(name + b"(" for name in sorted(_BARE)),
    *(name + b"StrCat(" for name in sorted(_BARE)),
)


def _grouped(words: Iterable[str]) -> bytes:
    """An alternation by first letters, which `re` tries far fewer branches of at each place."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{first}(?:{'|'.join(ends)})" for first, ends in sorted(rests.items())).encode()


_TRIGGERS = re.compile(
    rb"(?:"
    + _grouped(
        (
            *("OP_REQUIRES", "LOG", "VLOG", "DLOG", "DVLOG", "XLA_VLOG_", "XLA_LOG_", "CHECK", "DCHECK", "QCHECK"),
            *("RET_CHECK", "TF_RET_CHECK", "TF_CHECK_OK", "TF_QCHECK_OK", "TF_DCHECK_OK", "SE_CHECK_OK"),
            *("Status", "PyErr_SetString", "PyErr_Format", "TF_SetStatus"),
            *(name.decode() for name in sorted(_BARE)),
        )
    )
    + rb")\w*\s*\("
)
#: Apart from the others: `e` is the commonest letter there is.
_ERRORS = re.compile(rb"errors\s*::\s*\w*\s*\(")
_WORD_BYTES = b"_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_DEFINES = re.compile(rb"#[ \t]*define[ \t]+(?:\w+)?\Z")
_DEFINE = re.compile(rb"#[ \t]*define[ \t]+(\w+)(\([^)]*\))?((?:[^\\\n]|\\\r?\n|\\)*)")
_LOCAL = re.compile(rb"\bD?V?LOG(?:_FIRST_N|_EVERY_N)?\s*\(|\bD?CHECK(?:_[A-Z]+)?\s*\(")


class Template(Record):
    """A message site with the text of its template: `pieces` are fixed texts, and None for each value."""

    site: MessageSite
    pieces: tuple[bytes | None, ...]


def message_sites(path: str, data: bytes, symbols: Sequence[Symbol] | None = None) -> tuple[MessageSite, ...]:
    """Every statement of a C++ file that raises an error or writes a log line, in the order of places.

    `symbols` are the file's `definitions` where they are at hand: they name the function that a statement stands in.
    """
    return tuple([template.site for template in message_templates(path, data, symbols)])


def message_templates(path: str, data: bytes, symbols: Sequence[Symbol] | None = None) -> tuple[Template, ...]:
    """The same with the text of the templates, for a reader who has the source."""
    for word in _WORDS:
        if word in data:
            break
    else:
        return ()
    clean = _without_comments(data)
    constants = _constants(clean)
    triggers = _TRIGGERS
    macros = _local_macros(clean, constants) if b"define" in clean else {}
    if macros:
        names = b"|".join(sorted(macros, reverse=True))
        triggers = re.compile(rb"(?:" + names + rb")\b|" + _TRIGGERS.pattern)
    bodies = [match.span() for match in _DEFINE.finditer(clean)] if b"define" in clean else []
    bodies.reverse()
    found: list[Template] = []
    end = 0  # where the last statement ends: what stands inside of it is a part of it
    line, counted = 1, 0
    matches = [*triggers.finditer(clean), *_ERRORS.finditer(clean)]
    matches.sort(key=re.Match.start)
    passed = 0
    for match in matches:
        if constants.left <= 0:
            break
        begin = match.start()
        if begin < passed:
            continue
        passed = match.end()
        if begin < end or (
            begin and (clean[begin - 1] in _WORD_BYTES or _DEFINES.search(clean, max(0, begin - 40), begin))
        ):
            continue
        local = macros.get(match.group())
        if local is not None:
            kind, level, error, pieces = local
            stop = _invocation_end(constants, match.end())
        else:
            while bodies and bodies[-1][1] <= begin:
                bodies.pop()
            constants.at = begin
            constants.end = bodies[-1][1] if bodies and bodies[-1][0] <= begin else len(clean)
            read = _read(match, constants)
            if read is None:
                continue
            kind, level, error, pieces, stop = read
        end = stop
        line += clean.count(b"\n", counted, begin)
        counted = begin
        if symbols is None:
            symbols = definitions(path, data)
        function = enclosing_function(symbols, line)
        place = Location(path, line, line + clean.count(b"\n", begin, stop))
        made = make_site(kind, level, error, function.name if function else "", pieces, place)
        found.append(made)
    return tuple(found)


def make_site(
    kind: str, level: str, error: str, function: str, pieces: Sequence[bytes | None], place: Location
) -> Template:
    """A site from its pieces: neighbours joined, ends trimmed, fixed parts hashed."""
    joined: list[bytes | None] = []
    for piece in pieces:
        if piece is None:
            if not joined or joined[-1] is not None:
                joined.append(None)
        elif piece:
            if joined and joined[-1] is not None:
                joined[-1] += piece
            else:
                joined.append(piece)
    hashed: list[str] = []
    words: list[tuple[bytes, bool, bool]] = []
    for number, piece in enumerate(joined):
        if piece is None:
            if not hashed or hashed[-1]:
                hashed.append("")
            continue
        text = fingerprint.folded(piece)
        if not text:
            continue
        whole_first = number == 0 or piece[:1].isspace()
        whole_last = number == len(joined) - 1 or piece[-1:].isspace()
        words.append((text, whole_first, whole_last))
        hashed.append(fingerprint.part(text))
    site = MessageSite(kind, level, error, function, tuple(hashed), place, fingerprint.anchor(words))
    return Template(site, tuple(joined))


def _without_comments(data: bytes) -> bytes:
    """The text with comments and conditions blanked; offsets and lines stay."""
    parts: list[bytes] = []
    done = 0
    for match in _COMMENTS.finditer(data):
        start = match.start()
        if data[start] in b"/#":
            parts.append(data[done:start])
            done = match.end()
            parts.append(data[start:done].translate(BLANKS))
    parts.append(data[done:])
    return b"".join(parts)


class _Texts(dict[bytes, bytes]):
    """String constants of the file itself, by name; and where the statement stands that is being read.

    `end` is that of the macro it stands in, or of the file. `left` is how many tokens may still be read: a file of
    nothing but broken statements is given up.
    """

    def __init__(self, clean: bytes) -> None:
        super().__init__()
        self.clean = clean
        self.at = 0
        self.left = _MAX_TOKENS + len(clean)
        self.end = len(clean)


def _constants(clean: bytes) -> _Texts:
    """The string constants of a file; a name defined twice has no value."""
    values = _Texts(clean)
    if b" k" not in clean:
        return values
    twice: set[bytes] = set()
    for match in _CONSTANT.finditer(clean):
        name = match.group(1)
        text = b"".join(_unescaped(token[1:].removesuffix(b'"')) for token in re.findall(_STRING, match.group(2)))
        if values.setdefault(name, text) != text:
            twice.add(name)
    for name in twice:
        del values[name]
    return values


def _unescaped(text: bytes) -> bytes:
    """The bytes that the inside of a C++ string literal stands for."""
    if b"\\" not in text:
        return text

    def value(match: re.Match[bytes]) -> bytes:
        hexadecimal, octal, letter = match.groups()
        if hexadecimal:
            return bytes((int(hexadecimal, 16),))
        if octal:
            return bytes((int(octal, 8) & 255,))
        return _ESCAPES.get(letter, letter) if letter else b""

    return _ESCAPE.sub(value, text)


class _Token(Record):
    """A token: `kind` is `s` (string, `text` without its quotes and escapes), `c`, `w` (word), `n` or `p`."""

    kind: str
    text: bytes
    end: int


def _tokens(texts: _Texts, begin: int, stream: bool) -> list[_Token]:
    """The tokens from an open parenthesis to the one that closes it; with `stream` to the end of the statement."""
    tokens: list[_Token] = []
    depth = 0
    limit = min(texts.end, begin + _MAX_STATEMENT)
    read = 0
    for match in _TOKEN.finditer(texts.clean, begin, limit):  # every byte is part of a match
        if read >= texts.left or len(tokens) >= _MAX_TOKENS:
            break
        read += 1
        kind = match.lastindex
        if kind == 7:
            text = match[7]
            if text in _BRACKETS:
                if text in b"([{":
                    depth += 1
                else:
                    depth -= 1
                    if depth < 0:
                        break
            elif text == b";" and depth <= 0:
                break
            tokens.append(_Token("p", text, match.end()))
            if not depth and not stream and text == b")":
                break
        elif kind == 5:
            tokens.append(_Token("w", match[5], match.end()))
        elif kind == 3:
            tokens.append(_Token("s", _unescaped(match[3]), match.end()))
        elif kind == 6:
            tokens.append(_Token("n", match[6], match.end()))
        elif kind == 4:
            tokens.append(_Token("c", _unescaped(match[4][1:-1]), match.end()))
        elif kind == 2:
            tokens.append(_Token("s", match[2], match.end()))
        elif kind is None and match[0][:1] in b'R"uUL':  # an empty raw or plain string
            tokens.append(_Token("s", b"", match.end()))
    texts.left -= read
    return tokens


def _call(texts: _Texts, opening: int) -> tuple[list[list[_Token]], int]:
    """The arguments behind an open parenthesis, and the place behind the closing one."""
    tokens = _tokens(texts, opening, stream=False)
    if not tokens:
        return [], opening + 1
    end = tokens[-1].end
    return _split(tokens[1:-1] if tokens[-1].text == b")" else tokens[1:], b","), end


def _split(tokens: list[_Token], separator: bytes) -> list[list[_Token]]:
    """Tokens split at a separator outside of every bracket; angle brackets of template arguments count for a comma."""
    groups: list[list[_Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == "p":
            text = token.text
            if text in (b"(", b"[", b"{"):
                depth += 1
            elif text in (b")", b"]", b"}"):
                depth -= 1
            elif text == separator and not depth:
                groups.append([])
                continue
        groups[-1].append(token)
    return groups if tokens else []


def _read(match: re.Match[bytes], constants: _Texts) -> tuple[str, str, str, list[bytes | None], int] | None:
    """What the statement that begins with `match` says, and where it ends; None where it is none."""
    opening = match.end() - 1
    word = match.group()[:-1].rstrip()
    if word.startswith(b"OP_REQUIRES"):
        arguments, end = _call(constants, opening)
        for argument in arguments[2:]:
            status = _status(argument, constants)
            if status is not None:
                return "OP_REQUIRES", "", status[0], status[1], end
        return None
    if word.endswith(b"CHECK_OK") or b"CHECK" in word:
        return _read_check(word, opening, constants)
    if b"LOG" in word:
        return _read_log(word, opening, constants)
    if word.startswith(b"errors"):
        name = word.rpartition(b":")[2].strip()
        if name == b"AppendToMessage":
            arguments, end = _call(constants, opening)
            pieces = _concatenated(arguments[1:], constants, 0)
            return ("errors", "", "", pieces, end) if _speaks(pieces) else None
    elif word.startswith((b"PyErr", b"TF_SetStatus")):
        arguments, end = _call(constants, opening)
        if len(arguments) < 2:
            return None
        error = b"".join(token.text for token in arguments[0 if word[:1] == b"P" else 1])
        texts = arguments[1:] if word[:1] == b"P" else arguments[2:]
        pieces = (
            _formatted(texts, constants, 0)
            if word == b"PyErr_Format"
            else _pieces(texts[0] if texts else [], constants, 0)
        )
        name_of = error.removeprefix(b"PyExc_").decode("latin-1")
        if word[:1] == b"T":
            name_of = _CODES.get(error.removeprefix(b"TF_"), b"").decode()
        if not _speaks(pieces) and texts:
            pieces = _built(texts[0], constants)
        return (word.decode(), "", name_of, pieces, end) if _speaks(pieces) else None
    arguments, end = _call(constants, opening)
    begin = [_Token("w", part.strip(), 0) for part in word.split(b"::") if part.strip()]
    status = _status_of(begin[-1].text, word.startswith(b"errors"), arguments, constants)
    return ("errors", "", status[0], status[1], end) if status else None


def _speaks(pieces: list[bytes | None]) -> bool:
    return any(piece and piece.strip() for piece in pieces)


def _status(tokens: list[_Token], constants: _Texts) -> tuple[str, list[bytes | None]] | None:
    """The error and the template of an expression that makes a status."""
    for number, token in enumerate(tokens):
        if token.kind == "p" and token.text == b"(":
            if not number or tokens[number - 1].kind != "w":
                return None
            name = tokens[number - 1].text
            qualified = any(one.text == b"errors" for one in tokens[:number])
            closing = _closing(tokens, number)
            return _status_of(name, qualified, _split(tokens[number + 1 : closing], b","), constants)
        if token.kind not in "wp" or (token.kind == "p" and token.text != b"::"):
            return None
    return None


def _status_of(
    name: bytes, qualified: bool, arguments: list[list[_Token]], constants: _Texts
) -> tuple[str, list[bytes | None]] | None:
    """The same for a call: `errors::Internal(...)`, `Status(error::INTERNAL, ...)`, XLA's `InternalError(...)`."""
    if not arguments:
        return None
    if name == b"Status":
        code = b"".join(token.text for token in arguments[0]).rpartition(b":")[2]
        if code not in _CODES or len(arguments) < 2:
            return None
        pieces = _pieces(arguments[1], constants, 0)
        error = _CODES[code]
    elif qualified:
        if name not in _ERROR_NAMES:
            return None
        pieces = _concatenated(arguments, constants, 0)
        error = name
    else:
        plain = name.removesuffix(b"StrCat")
        if plain not in _BARE:
            return None
        error = _BARE[plain]
        first = _pieces(arguments[0], constants, 0)
        literal = b"".join(piece for piece in first if piece)
        if plain == name and _FORMAT.search(literal):
            pieces = _formatted(arguments, constants, 0)
        else:
            pieces = _concatenated(arguments, constants, 0)
        if not first or first[0] is None:
            return None
    if not _speaks(pieces):
        pieces = _built(arguments[-1], constants)
    return (error.decode(), pieces) if _speaks(pieces) else None


def _built(tokens: list[_Token], constants: _Texts) -> list[bytes | None]:
    """The template of a text that statements above have built in a variable: `=`, `StrAppend(&x, ...)`, `x << ...`."""
    name = tokens[0].text if tokens and tokens[0].kind == "w" else b""
    rest = [token.text for token in tokens[1:] if token.text not in (b"(", b")")]
    if not name or rest not in ([], [b".", b"str"], [b".", b"c_str"], [b".", b"str", b".", b"c_str"]):
        return []
    clean = constants.clean
    begin = max(0, constants.at - _MAX_ABOVE, clean.rfind(b"\n}", 0, constants.at))
    pattern = re.compile(
        rb"(?<![\w.])" + name + rb"\s*(?:\+?=(?!=)\s*|(?=<<))|StrAppend(?:Format)?\(\s*&\s*" + name + rb"\s*,"
    )
    pieces: list[bytes | None] = []
    end = 0
    for match in pattern.finditer(clean, begin, constants.at):
        if match.start() < end:
            continue
        text = match.group()
        found = _tokens(constants, match.end(), stream=True)
        end = found[-1].end if found else match.end()
        if text.startswith(b"StrAppend"):
            made = _concatenated(_split(found, b","), constants, 1)
        elif text.rstrip().endswith(b"="):
            made = _pieces(found, constants, 1)
            if not text.rstrip().endswith(b"+="):
                pieces = []
        else:
            made = _streamed(found, constants)
        pieces += [None, *made] if pieces and text.startswith(b"StrAppend") else made
    return pieces


def _closing(tokens: list[_Token], opening: int) -> int:
    """The place of the bracket that closes `tokens[opening]`, or the number of tokens."""
    depth = 0
    for number in range(opening, len(tokens)):
        token = tokens[number]
        if token.kind == "p":
            if token.text in (b"(", b"[", b"{"):
                depth += 1
            elif token.text in (b")", b"]", b"}"):
                depth -= 1
                if not depth:
                    return number
    return len(tokens)


def _read_log(word: bytes, opening: int, constants: _Texts) -> tuple[str, str, str, list[bytes | None], int] | None:
    """`LOG(INFO) << ...`, `VLOG(2) << ...`, and XLA's functions that log a text line by line."""
    tokens = _tokens(constants, opening, stream=True)
    closing = _closing(tokens, 0)
    if closing >= len(tokens):
        return None
    arguments = _split(tokens[1:closing], b",")
    if not arguments or word.endswith(b"_IS_ON"):
        return None
    level = b" ".join(token.text for token in arguments[0]).decode("latin-1")[:40]
    kind = "VLOG" if b"VLOG" in word else "LOG"
    if word.startswith(b"XLA_"):
        return kind, level, "", [None], tokens[closing].end
    if word.startswith(b"D"):
        kind = "D" + kind
    plain = kind.endswith("LOG") and not kind.endswith("VLOG") and not word.startswith(b"LOG_")
    if plain and (not arguments[0] or arguments[0][-1].text not in _SEVERITIES):
        return None
    pieces = _streamed(tokens[closing + 1 :], constants)
    return kind, level, "", pieces, _stream_end(tokens, closing)


def _stream_end(tokens: list[_Token], closing: int) -> int:
    return tokens[-1].end if len(tokens) > closing + 1 and tokens[closing + 1].text == b"<<" else tokens[closing].end


def _streamed(tokens: list[_Token], constants: _Texts) -> list[bytes | None]:
    """The template of `<< a << b`; empty where nothing is streamed."""
    if not tokens or tokens[0].text != b"<<":
        return []
    pieces: list[bytes | None] = []
    for operand in _split(tokens[1:], b"<<"):
        words = [token.text for token in operand]
        if words[-1:] == [b"endl"]:
            pieces.append(b"\n")
        else:
            pieces += _pieces(operand, constants, 0)
    return pieces


def _read_check(word: bytes, opening: int, constants: _Texts) -> tuple[str, str, str, list[bytes | None], int] | None:
    """`CHECK(x) << ...` and its relatives: they write their own text and that of the condition."""
    tokens = _tokens(constants, opening, stream=True)
    closing = _closing(tokens, 0)
    if closing >= len(tokens):
        return None
    begin = tokens[0].end
    arguments = _split(tokens[1:closing], b",")
    texts: list[bytes] = []
    for argument in arguments:
        end = argument[-1].end if argument else begin
        texts.append(re.sub(rb"\\?\s+", b" ", constants.clean[begin:end]).strip(b" ,"))
        begin = end
    whole = re.sub(rb"\\?\s+", b" ", constants.clean[tokens[0].end : tokens[closing].end - 1]).strip()
    if not whole or not tokens[1:closing]:
        return None
    operator = _OPERATORS.get(word.rpartition(b"_")[2])
    pieces: list[bytes | None]
    if word.endswith(b"_OK"):
        pieces = [b"Non-OK-status: ", texts[0], b" status: ", None]
    elif word.endswith(b"NOTNULL"):
        pieces = [b"'", whole, b"' Must be non NULL"]
    elif word.endswith(b"RET_CHECK"):
        pieces = [b"RET_CHECK failure (", None, b") ", whole, b" "]
    elif operator and len(texts) == 2:
        pieces = [b"Check failed: ", texts[0], b" " + operator + b" ", texts[1], b" (", None, b" vs. ", None, b")"]
    elif operator or word.rpartition(b"CHECK")[2]:
        return None
    else:
        pieces = [b"Check failed: ", whole, b" "]
    pieces += _streamed(tokens[closing + 1 :], constants)
    error = "Internal" if word.endswith(b"RET_CHECK") else ""
    kind = "errors" if error else "DCHECK" if word.startswith(b"D") else "CHECK"
    return kind, "" if error else "FATAL", error, pieces, _stream_end(tokens, closing)


def _local_macros(clean: bytes, constants: _Texts) -> dict[bytes, Reading]:
    """Macros of the file that log: the line of such a message is that of the invocation."""
    found: dict[bytes, Reading] = {}
    for match in _DEFINE.finditer(clean):
        body = match.group(3)
        first = _LOCAL.search(body)
        if first is None or not re.match(rb"[A-Z_0-9]+$", match.group(1)):
            continue
        word = first.group()[:-1].rstrip()
        plain = _Texts(body.replace(b"\\\r\n", b"  ").replace(b"\\\n", b"  "))
        plain.update(constants)
        opening = plain.clean.index(b"(", first.start())
        read = (_read_check if b"CHECK" in word else _read_log)(word, opening, plain)
        if read is None:
            continue
        kind, level, error, pieces, _ = read
        if kind.endswith("CHECK"):  # its condition holds the arguments of the macro
            pieces = [b"Check failed: ", None]
        if word.lstrip(b"D") not in (match.group(1), b"LOG_" + match.group(1)):
            found[match.group(1)] = (kind, level, error, pieces)
    return found


def _invocation_end(texts: _Texts, end: int) -> int:
    """Where the invocation of a macro ends whose name ends at `end`."""
    rest = re.compile(rb"\s*\(").match(texts.clean, end)
    return _call(texts, rest.end() - 1)[1] if rest else end


def _concatenated(arguments: list[list[_Token]], constants: _Texts, depth: int) -> list[bytes | None]:
    pieces: list[bytes | None] = []
    for argument in arguments:
        pieces += _pieces(argument, constants, depth + 1)
    return pieces


def _formatted(arguments: list[list[_Token]], constants: _Texts, depth: int) -> list[bytes | None]:
    """The template of a format string; the values behind it do not matter."""
    joined: list[bytes | None] = []
    for piece in _pieces(arguments[0], constants, depth + 1, formats=True) if arguments else []:
        before = joined[-1] if joined else None
        if piece is not None and before is not None:
            joined[-1] = before + piece
        else:
            joined.append(piece)
    made: list[bytes | None] = []
    for piece in joined:
        made += [None] if piece is None else conversions(piece, _FORMAT, b"%%", b"%")
    return made


def conversions(text: bytes, pattern: re.Pattern[bytes], doubled: bytes, single: bytes) -> list[bytes | None]:
    """A format string as pieces: what `pattern` matches is a value, except the escape `doubled`."""
    pieces: list[bytes | None] = []
    begin = 0
    for match in pattern.finditer(text):
        pieces.append(text[begin : match.start()])
        pieces.append(single if match.group() == doubled else None)
        begin = match.end()
    pieces.append(text[begin:])
    return pieces


def _pieces(tokens: list[_Token], constants: _Texts, depth: int, formats: bool = False) -> list[bytes | None]:
    """The template of an expression; `formats` where it is a format string, in which a macro ends a conversion."""
    if not tokens:
        return []
    if depth > _MAX_DEPTH:
        return [None]
    first = tokens[0]
    if len(tokens) == 1:
        if first.kind in "sc":
            return [first.text]
        if first.kind == "n" and first.text.isdigit():
            return [first.text]
        if first.kind == "w" and first.text in constants:
            return [constants[first.text]]
        return [None]
    if all(token.kind in "sw" for token in tokens) and any(token.kind == "s" for token in tokens):
        # Literals side by side, with macros such as PRId64 between them.
        return [token.text if token.kind == "s" else b"d" if formats else None for token in tokens]
    if first.text == b"(" and first.kind == "p" and _closing(tokens, 0) == len(tokens) - 1:
        return _pieces(tokens[1:-1], constants, depth + 1, formats)
    if len(_split(tokens, b"?")) > 1:
        return [None]
    sums = _split(tokens, b"+")
    if len(sums) > 1:
        return _concatenated(sums, constants, depth)
    if len(tokens) > 4 and tokens[-3].text == b"c_str" and tokens[-4].text == b".":
        return _pieces(tokens[:-4], constants, depth + 1, formats)
    opening = next((n for n, token in enumerate(tokens) if token.kind == "p" and token.text in (b"(", b"<", b"{")), 0)
    if not opening or tokens[opening].text == b"<" or _closing(tokens, opening) != len(tokens) - 1:
        return [None]
    if any(token.kind != "w" and token.text != b"::" for token in tokens[:opening]):
        return [None]
    name = tokens[opening - 1].text
    arguments = _split(tokens[opening + 1 : -1], b",")
    if name in _CONCATENATES:
        return _concatenated(arguments, constants, depth)
    if name in _FORMATS:
        return _formatted(arguments, constants, depth)
    if name in _WRAPS and len(arguments) == 1:
        return _pieces(arguments[0], constants, depth + 1)
    if name == b"Substitute":
        made: list[bytes | None] = []
        for piece in _pieces(arguments[0], constants, depth + 1) if arguments else []:
            made += [None] if piece is None else conversions(piece, _SUBSTITUTE, b"$$", b"$")
        return made
    return [None]
