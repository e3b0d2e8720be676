"""What an expression of C++ says: fixed texts, and None for each value that only the run knows."""

from __future__ import annotations

import re

from tfexplore.extract.message_parts import Token, closing_bracket, conversions, split
from tfexplore.extract.message_tokens import Texts, tokens_from

_MAX_DEPTH = 40
#: How far above a statement its text is sought, in bytes.
_MAX_ABOVE = 3_000
FORMAT = re.compile(rb"%(?:%|[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?(?:hh|h|ll|l|j|z|t|L|q)?[a-zA-Z])")
_SUBSTITUTE = re.compile(rb"\$(?:\$|\d)")
# What a macro's or a function's name means for the text that it writes.
_CONCATENATES = frozenset((b"StrCat", b"MakeString", b"concat"))
_FORMATS = frozenset((b"Printf", b"StringPrintf", b"StrFormat", b"FormatString", b"FormatFromTypes"))
_WRAPS = frozenset((b"string", b"String", b"string_view", b"StringPiece", b"CEscape", b"ToString", b"string16"))


def speaks(pieces: list[bytes | None]) -> bool:
    """Whether there is anything fixed in a template."""
    return any(piece and piece.strip() for piece in pieces)


def built(tokens: list[Token], constants: Texts) -> list[bytes | None]:
    """The template of a text that statements above have built in a variable: `=`, `StrAppend(&x, ...)`, `x << ...`."""
    name = tokens[0].text if tokens and tokens[0].kind == "w" else b""
    rest = [token.text for token in tokens[1:] if token.text not in (b"(", b")")]
    if not name or rest not in ([], [b".", b"str"], [b".", b"c_str"], [b".", b"str", b".", b"c_str"]):
        return []
    clean = constants.clean
    constants.closed = False
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
        found = tokens_from(constants, match.end(), stream=True)
        end = found[-1].end if found else match.end()
        if text.startswith(b"StrAppend"):
            made = concatenated(split(found, b","), constants, 1)
        elif text.rstrip().endswith(b"="):
            made = pieces_of(found, constants, 1)
            if not text.rstrip().endswith(b"+="):
                pieces = []
        else:
            made = streamed(found, constants)
        pieces += [None, *made] if pieces and text.startswith(b"StrAppend") else made
    return pieces


def streamed(tokens: list[Token], constants: Texts) -> list[bytes | None]:
    """The template of `<< a << b`; empty where nothing is streamed."""
    if not tokens or tokens[0].text != b"<<":
        return []
    pieces: list[bytes | None] = []
    for operand in split(tokens[1:], b"<<"):
        words = [token.text for token in operand]
        if words[-1:] == [b"endl"]:
            pieces.append(b"\n")
        else:
            pieces += pieces_of(operand, constants, 0)
    return pieces


def concatenated(arguments: list[list[Token]], constants: Texts, depth: int) -> list[bytes | None]:
    """The template of texts that are put together."""
    pieces: list[bytes | None] = []
    for argument in arguments:
        pieces += pieces_of(argument, constants, depth + 1)
    return pieces


def formatted(arguments: list[list[Token]], constants: Texts, depth: int) -> list[bytes | None]:
    """The template of a format string; the values behind it do not matter."""
    joined: list[bytes | None] = []
    for piece in pieces_of(arguments[0], constants, depth + 1, formats=True) if arguments else []:
        before = joined[-1] if joined else None
        if piece is not None and before is not None:
            joined[-1] = before + piece
        else:
            joined.append(piece)
    made: list[bytes | None] = []
    for piece in joined:
        made += [None] if piece is None else conversions(piece, FORMAT, b"%%", b"%")
    return made


def pieces_of(tokens: list[Token], constants: Texts, depth: int, formats: bool = False) -> list[bytes | None]:
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
    if first.text == b"(" and first.kind == "p" and closing_bracket(tokens, 0) == len(tokens) - 1:
        return pieces_of(tokens[1:-1], constants, depth + 1, formats)
    if len(split(tokens, b"?")) > 1:
        return [None]
    sums = split(tokens, b"+")
    if len(sums) > 1:
        return concatenated(sums, constants, depth)
    if len(tokens) > 4 and tokens[-3].text == b"c_str" and tokens[-4].text == b".":
        return pieces_of(tokens[:-4], constants, depth + 1, formats)
    opening = next((n for n, token in enumerate(tokens) if token.kind == "p" and token.text in (b"(", b"<", b"{")), 0)
    if not opening or tokens[opening].text == b"<" or closing_bracket(tokens, opening) != len(tokens) - 1:
        return [None]
    if any(token.kind != "w" and token.text != b"::" for token in tokens[:opening]):
        return [None]
    name = tokens[opening - 1].text
    arguments = split(tokens[opening + 1 : -1], b",")
    if name in _CONCATENATES:
        return concatenated(arguments, constants, depth)
    if name in _FORMATS:
        return formatted(arguments, constants, depth)
    if name in _WRAPS and len(arguments) == 1:
        return pieces_of(arguments[0], constants, depth + 1)
    if name == b"Substitute":
        made: list[bytes | None] = []
        for piece in pieces_of(arguments[0], constants, depth + 1) if arguments else []:
            made += [None] if piece is None else conversions(piece, _SUBSTITUTE, b"$$", b"$")
        return made
    return [None]
