"""A place in the token stream, and the steps that every part of the parser takes."""

from __future__ import annotations

from tfexplore.extract import swig_text
from tfexplore.extract.swig_text import Token
from tfexplore.model import Location, SwigEffect, Unresolved

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())


def is_mark(text: str) -> bool:
    """Whether a token says that a file begins or ends."""
    return text[0] == "\0" and len(text) > 1


def is_directive(text: str) -> bool:
    """Whether a token is `%something` or a code block."""
    return text[0] == "%" and len(text) > 1


class Cursor:
    """Where the parser stands. What it cannot read goes to `unresolved`, what an interface file does to `effects`."""

    def __init__(self, stream: swig_text.Stream) -> None:
        self._tokens = stream.tokens
        self._interfaces = stream.interfaces
        self._at = 0
        self.effects: list[SwigEffect] = []
        self.unresolved: list[Unresolved] = []

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at].text if at < len(self._tokens) else ""

    def _interface(self, path: str) -> str:
        return path if path.endswith((".i", ".swg")) else self._interfaces.get(path, (path, 0))[0]

    def _place(self, first: Token, last: Token | None = None) -> Location:
        """From a token, which is the name where there is one, to the end of its construct."""
        end = last.end_line if last is not None and last.path == first.path else first.end_line
        return Location(first.path, first.line, max(end, first.line))

    def _miss(self, macro: str, text: str, reason: str, token: Token) -> None:
        self.unresolved.append(Unresolved(macro, " ".join(text.split())[:80], reason, self._place(token)))

    def _effect(self, directive: str, target: str, first: Token, last: Token | None = None) -> None:
        if first.path.endswith((".i", ".swg")):
            self.effects.append(SwigEffect(directive, target[:200], self._place(first, last)))

    def _skip_brackets(self) -> Token:
        """From an opening bracket to behind the one that closes it; the closing token (or the last of the file).

        Like SWIG it counts one kind of bracket: a `%#if` may open a round one twice that closes once.
        """
        level = 0
        tokens = self._tokens
        at = self._at
        opening = tokens[at].text
        closing = OPENING.get(opening, "")
        while at < len(tokens):
            text = tokens[at].text
            if text == opening:
                level += 1
            elif text == closing:
                level -= 1
                if level <= 0:
                    self._at = at + 1
                    return tokens[at]
            elif is_mark(text):
                break
            at += 1
        opened = tokens[self._at]
        self._miss(opened.text, "", "a bracket that does not close", opened)
        self._at = at
        return tokens[min(at, len(tokens)) - 1]

    def _until(self, stop: str = ";") -> list[Token]:
        """The tokens up to a `;` outside of brackets, which is passed over; a file's end and a `}` stop as well."""
        start = self._at
        level = 0
        tokens = self._tokens
        while self._at < len(tokens):
            text = tokens[self._at].text
            if level == 0 and text == stop:
                self._at += 1
                return tokens[start : self._at - 1]
            if text in OPENING:
                level += 1
            elif text in CLOSING:
                if level == 0:
                    break
                level -= 1
            elif is_mark(text):
                break
            self._at += 1
        return tokens[start : self._at]
