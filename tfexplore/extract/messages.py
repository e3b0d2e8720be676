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

from tfexplore._record import TYPE_CHECKING
from tfexplore.cpp.definitions import definitions, enclosing_function
from tfexplore.extract.message_parts import Template, Token, closing_bracket, make_site, split
from tfexplore.extract.message_texts import FORMAT, built, concatenated, formatted, pieces_of, speaks, streamed
from tfexplore.extract.message_tokens import Texts, call_arguments, string_constants, tokens_from, without_comments
from tfexplore.model import ERROR_CODES, Location, MessageSite, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.extract.message_known import KnownStatements

    #: What a statement says: kind, level, error, pieces of the template.
    Reading = tuple[str, str, str, list[bytes | None]]

_STATUS = "|".join(ERROR_CODES)
_ERROR_NAMES = frozenset(name.encode() for name in ERROR_CODES)
_BARE = {name: name for name in _ERROR_NAMES} | {b"InternalError": b"Internal"}
_CODES = {re.sub(r"(?<!^)([A-Z])", r"_\1", name).upper().encode(): name.encode() for name in ERROR_CODES}
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


def message_sites(path: str, data: bytes, symbols: Sequence[Symbol] | None = None) -> tuple[MessageSite, ...]:
    """Every statement of a C++ file that raises an error or writes a log line, in the order of places.

    `symbols` are the file's `definitions` where they are at hand: they name the function that a statement stands in.
    """
    return tuple([one.site for one in _read_all(path, data, symbols, None)])


def message_templates(path: str, data: bytes, symbols: Sequence[Symbol] | None = None) -> tuple[Template, ...]:
    """The same with the text of the templates, for a reader who has the source."""
    return tuple(_read_all(path, data, symbols, None))


def message_sites_again(
    path: str, data: bytes, symbols: Sequence[Symbol], known: KnownStatements
) -> tuple[tuple[MessageSite, ...], KnownStatements]:
    """What `message_sites` finds, without reading the statements that `known` knows; and who knows those of now."""
    found = tuple([one.site for one in _read_all(path, data, symbols, known)])
    return (found, known) if known.within_bounds else message_sites_again(path, data, symbols, known.forgotten())


def _read_all(
    path: str, data: bytes, symbols: Sequence[Symbol] | None, known: KnownStatements | None
) -> Iterator[Template]:
    """The templates of a file; those of statements that `known` knows have no pieces."""
    for word in _WORDS:
        if word in data:
            break
    else:
        return
    clean = without_comments(data)
    constants = string_constants(clean)
    triggers = _TRIGGERS
    macros = _local_macros(clean, constants) if b"define" in clean else {}
    if macros:
        names = b"|".join(sorted(macros, reverse=True))
        triggers = re.compile(rb"(?:" + names + rb")\b|" + _TRIGGERS.pattern)
    if known is not None:
        known.begin(constants, macros)
    bodies = [match.span() for match in _DEFINE.finditer(clean)] if b"define" in clean else []
    bodies.reverse()
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
            said: MessageSite | Reading = local
            stop = _invocation_end(constants, match.end())
        else:
            looked = _look(match, constants, bodies, known)
            if looked is None:
                continue
            said, stop = looked
        end = stop
        line += clean.count(b"\n", counted, begin)
        counted = begin
        if symbols is None:
            symbols = definitions(path, data)
        function = enclosing_function(symbols, line)
        name = function.name if function else ""
        place = Location(path, line, line + clean.count(b"\n", begin, stop))
        if isinstance(said, MessageSite):
            template = Template(said._replace(function=name, location=place), ())
        else:
            kind, level, error, pieces = said
            template = make_site(kind, level, error, name, pieces, place)
        if known is not None and local is None:
            known.made(template.site)
        yield template


def _look(
    match: re.Match[bytes], constants: Texts, bodies: list[tuple[int, int]], known: KnownStatements | None
) -> tuple[MessageSite | Reading, int] | None:
    """What the statement says that begins with `match`, or its site where `known` has that; and where it ends.

    `bodies` are those of the macros that have not ended, the last one first.
    """
    begin = match.start()
    while bodies and bodies[-1][1] <= begin:
        bodies.pop()
    within = bool(bodies and bodies[-1][0] <= begin)
    constants.at = begin
    constants.end = bodies[-1][1] if within else len(constants.clean)
    earlier = known.statement(begin) if known is not None and not within else None
    if earlier is not None:
        site, stop = earlier
        return None if site is None else (site, stop)
    constants.reach, constants.closed = match.end(), not within
    read = _read(match, constants)
    if known is not None:
        known.learn(begin, 0 if read is None else read[4])
    return None if read is None else (read[:4], read[4])


def _read(match: re.Match[bytes], constants: Texts) -> tuple[str, str, str, list[bytes | None], int] | None:
    """What the statement that begins with `match` says, and where it ends; None where it is none."""
    opening = match.end() - 1
    word = match.group()[:-1].rstrip()
    if word.startswith(b"OP_REQUIRES"):
        arguments, end = call_arguments(constants, opening)
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
            arguments, end = call_arguments(constants, opening)
            pieces = concatenated(arguments[1:], constants, 0)
            return ("errors", "", "", pieces, end) if speaks(pieces) else None
    elif word.startswith((b"PyErr", b"TF_SetStatus")):
        arguments, end = call_arguments(constants, opening)
        if len(arguments) < 2:
            return None
        error = b"".join(token.text for token in arguments[0 if word[:1] == b"P" else 1])
        texts = arguments[1:] if word[:1] == b"P" else arguments[2:]
        pieces = (
            formatted(texts, constants, 0)
            if word == b"PyErr_Format"
            else pieces_of(texts[0] if texts else [], constants, 0)
        )
        name_of = error.removeprefix(b"PyExc_").decode("latin-1")
        if word[:1] == b"T":
            name_of = _CODES.get(error.removeprefix(b"TF_"), b"").decode()
        if not speaks(pieces) and texts:
            pieces = built(texts[0], constants)
        return (word.decode(), "", name_of, pieces, end) if speaks(pieces) else None
    arguments, end = call_arguments(constants, opening)
    begin = [Token("w", part.strip(), 0) for part in word.split(b"::") if part.strip()]
    status = _status_of(begin[-1].text, word.startswith(b"errors"), arguments, constants)
    return ("errors", "", status[0], status[1], end) if status else None


def _status(tokens: list[Token], constants: Texts) -> tuple[str, list[bytes | None]] | None:
    """The error and the template of an expression that makes a status."""
    for number, token in enumerate(tokens):
        if token.kind == "p" and token.text == b"(":
            if not number or tokens[number - 1].kind != "w":
                return None
            name = tokens[number - 1].text
            qualified = any(one.text == b"errors" for one in tokens[:number])
            closing = closing_bracket(tokens, number)
            return _status_of(name, qualified, split(tokens[number + 1 : closing], b","), constants)
        if token.kind not in "wp" or (token.kind == "p" and token.text != b"::"):
            return None
    return None


def _status_of(
    name: bytes, qualified: bool, arguments: list[list[Token]], constants: Texts
) -> tuple[str, list[bytes | None]] | None:
    """The same for a call: `errors::Internal(...)`, `Status(error::INTERNAL, ...)`, XLA's `InternalError(...)`."""
    if not arguments:
        return None
    if name == b"Status":
        code = b"".join(token.text for token in arguments[0]).rpartition(b":")[2]
        if code not in _CODES or len(arguments) < 2:
            return None
        pieces = pieces_of(arguments[1], constants, 0)
        error = _CODES[code]
    elif qualified:
        if name not in _ERROR_NAMES:
            return None
        pieces = concatenated(arguments, constants, 0)
        error = name
    else:
        plain = name.removesuffix(b"StrCat")
        if plain not in _BARE:
            return None
        error = _BARE[plain]
        first = pieces_of(arguments[0], constants, 0)
        literal = b"".join(piece for piece in first if piece)
        if plain == name and FORMAT.search(literal):
            pieces = formatted(arguments, constants, 0)
        else:
            pieces = concatenated(arguments, constants, 0)
        if not first or first[0] is None:
            return None
    if not speaks(pieces):
        pieces = built(arguments[-1], constants)
    return (error.decode(), pieces) if speaks(pieces) else None


def _read_log(word: bytes, opening: int, constants: Texts) -> tuple[str, str, str, list[bytes | None], int] | None:
    """`LOG(INFO) << ...`, `VLOG(2) << ...`, and XLA's functions that log a text line by line."""
    tokens = tokens_from(constants, opening, stream=True)
    closing = closing_bracket(tokens, 0)
    if closing >= len(tokens):
        return None
    arguments = split(tokens[1:closing], b",")
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
    pieces = streamed(tokens[closing + 1 :], constants)
    return kind, level, "", pieces, _stream_end(tokens, closing)


def _stream_end(tokens: list[Token], closing: int) -> int:
    return tokens[-1].end if len(tokens) > closing + 1 and tokens[closing + 1].text == b"<<" else tokens[closing].end


def _read_check(word: bytes, opening: int, constants: Texts) -> tuple[str, str, str, list[bytes | None], int] | None:
    """`CHECK(x) << ...` and its relatives: they write their own text and that of the condition."""
    tokens = tokens_from(constants, opening, stream=True)
    closing = closing_bracket(tokens, 0)
    if closing >= len(tokens):
        return None
    begin = tokens[0].end
    arguments = split(tokens[1:closing], b",")
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
    pieces += streamed(tokens[closing + 1 :], constants)
    error = "Internal" if word.endswith(b"RET_CHECK") else ""
    kind = "errors" if error else "DCHECK" if word.startswith(b"D") else "CHECK"
    return kind, "" if error else "FATAL", error, pieces, _stream_end(tokens, closing)


def _local_macros(clean: bytes, constants: Texts) -> dict[bytes, Reading]:
    """Macros of the file that log: the line of such a message is that of the invocation."""
    found: dict[bytes, Reading] = {}
    for match in _DEFINE.finditer(clean):
        body = match.group(3)
        first = _LOCAL.search(body)
        if first is None or not re.match(rb"[A-Z_0-9]+$", match.group(1)):
            continue
        word = first.group()[:-1].rstrip()
        plain = Texts(body.replace(b"\\\r\n", b"  ").replace(b"\\\n", b"  "))
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


def _invocation_end(texts: Texts, end: int) -> int:
    """Where the invocation of a macro ends whose name ends at `end`."""
    rest = re.compile(rb"\s*\(").match(texts.clean, end)
    return call_arguments(texts, rest.end() - 1)[1] if rest else end
