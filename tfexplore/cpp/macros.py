"""What a file's directives leave behind: macro definitions, conditionals under a profile, and the headers' macros.

A header's macros depend on little of what includes it: on the few names its conditionals test. So each header is read
once, evaluated once for each combination of those names (`Variant`), and shared by every file that includes it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from tfexplore._record import Record
from tfexplore.cpp import lexer

MAX_DEPTH = 200
#: More than this is no C++ that a person wrote: the largest header of any release has some 600,000 bytes.
MAX_SOURCE = 2 * 1024 * 1024

_DEFINE = re.compile(r"(?:[ \t]|\\\r?\n)*([A-Za-z_$]\w*)(\(((?:[^()]|\\\r?\n)*)\))?", re.S)
_NAME = re.compile(r"[A-Za-z_$]\w*")
_INCLUDE = re.compile(r"""[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)""")
_IDENTIFIERS = re.compile(r"[A-Za-z_$]\w*")
_PRAGMA = re.compile(r'[ \t]*(push|pop)_macro[ \t]*\([ \t]*"([A-Za-z_$]\w*)"[ \t]*\)')


class Macro:
    """A `#define`, its body lexed when it is first used.

    `tokens` are `(text, line)`; `params` is None for an object-like macro; `variadic` names the parameter that takes
    the rest (`__VA_ARGS__`).
    """

    __slots__ = ("_ends", "_idents", "_text", "_tokens", "end_line", "line", "name", "params", "path", "variadic")

    def __init__(
        self, name: str, params: tuple[str, ...] | None, text: str, path: str, line: int, end_line: int
    ) -> None:
        self.name = name
        self.variadic = ""
        if params and params[-1].endswith("..."):
            self.variadic = params[-1][:-3].strip() or "__VA_ARGS__"
            params = (*params[:-1], self.variadic)
        self.params = params
        self.path = path
        self.line = line
        self.end_line = end_line
        self._text = text
        self._tokens: list[tuple[str, int]] | None = None
        self._ends: list[tuple[str, str]] | None = None
        self._idents: frozenset[str] | None = None

    @property
    def idents(self) -> frozenset[str]:
        """The names in the body, to tell quickly what an expansion can reach."""
        if self._idents is None:
            self._idents = frozenset(_IDENTIFIERS.findall(self._text))
        return self._idents

    @property
    def tokens(self) -> list[tuple[str, int]]:
        """The body as `(token, line)`."""
        if self._tokens is None:
            text, line = self._text, self.line
            found, at = [], 0
            for token, offset in lexer.spans(text):
                line += text.count("\n", at, offset)
                at = offset
                found.append((token, line))
            self._tokens = found
        return self._tokens

    @property
    def pastes(self) -> bool:
        """Whether the body makes names with `##`."""
        return "##" in self._text

    @property
    def operates(self) -> bool:
        """Whether the body may hold `#` or `##`."""
        return "#" in self._text

    @property
    def pasted_ends(self) -> list[tuple[str, str]]:
        """Of each name that `##` makes, the first part, or else the last one, that the body itself spells."""
        if self._ends is not None:
            return self._ends
        ends: list[tuple[str, str]] = []
        self._ends = ends
        if not self.pastes:
            return ends
        tokens = [token for token, _ in self.tokens]
        start = 0
        while "##" in tokens[start:]:
            first = tokens.index("##", start) - 1
            last = first
            while tokens[last + 1 : last + 2] == ["##"]:
                last += 2
            start = last + 1
            spelled = [
                token
                if 0 <= i < len(tokens) and len(token := tokens[i]) > 1 and token not in (self.params or ())
                else ""
                for i in (first, last)
            ]
            if any(spelled):
                ends.append((spelled[0], spelled[1]))
        return ends

    @property
    def glues(self) -> bool:
        """Whether `##` makes a name of nothing but what the macro is given: `a##b`."""
        return self.params is not None and self._text.count("##") > len(self.pasted_ends)

    @property
    def text(self) -> str:
        """The body as written, comments blanked."""
        return self._text


class Worlds(Record):
    """What some macros are in each of the branches that a build may take.

    `before` has all of them as they were, `branches` for each condition those that are something else then.
    """

    before: Mapping[str, Macro | None]
    branches: tuple[tuple[str, Mapping[str, Macro | None]], ...]

    def of(self, name: str) -> list[Macro | None]:
        """What a macro is in each branch."""
        return [touched.get(name, self.before.get(name)) for _, touched in self.branches]


class Event(Record):
    """A directive of a file, ready to be evaluated: `kind` is the directive's name.

    `worlds` are those of a `settle` event (`active`).
    """

    kind: str
    start: int
    end: int
    name: str = ""  # the macro or the included path
    text: str = ""  # a condition; of an include how it is written, if in angles
    macro: Macro | None = None
    worlds: Worlds | None = None


class Unit(Record):
    """A file's directives, and the names its conditionals test."""

    path: str
    events: tuple[Event, ...]
    tests: frozenset[str]
    source: lexer.Source | None


_CONDITIONAL = frozenset(["if", "ifdef", "ifndef", "elif", "else", "endif"])


def _event(directive: lexer.Directive, path: str, lines: Callable[[int], int]) -> Event | None:
    name, text = directive.name, directive.text
    if name == "define":
        match = _DEFINE.match(text)
        if not match:
            return None
        params = None
        if match.group(2) is not None:
            inside = match.group(3).replace("\\\n", " ").replace("\\\r\n", " ").strip()
            params = tuple(p.strip() for p in inside.split(",")) if inside else ()
        body_at = match.end()
        line = lines(directive.start)
        # Tokens count lines from the body's own start: a body may begin on a later line than its name.
        body_line = line + text.count("\n", 0, body_at)
        end_line = lines(max(directive.start, directive.end - 1))
        macro = Macro(match.group(1), params, text[body_at:], path, body_line, end_line)
        macro.line = line
        if body_line != line:
            macro._text = "\\\n" * (body_line - line) + macro._text
        return Event("define", directive.start, directive.end, macro.name, macro=macro)
    if name == "undef":
        match = _NAME.search(text)
        return Event("undef", directive.start, directive.end, match.group()) if match else None
    if name == "include":
        match = _INCLUDE.match(text)
        if not match:
            return None
        angled = "<" if match.group(2) else ""
        return Event("include", directive.start, directive.end, match.group(1) or match.group(2) or "", angled)
    if name in _CONDITIONAL:
        return Event(name, directive.start, directive.end, text=text)
    if name == "pragma" and "_macro" in text:
        match = _PRAGMA.match(text)
        if match:
            return Event(match.group(1), directive.start, directive.end, match.group(2))
    return None


def read_unit(path: str, data: bytes, keep_source: bool) -> Unit:
    """The directives of a file; the text itself is kept only where it will be searched."""
    source = lexer.split(data)
    events = []
    tests: set[str] = set()
    for directive in source.directives:
        event = _event(directive, path, source.line)
        if event is not None:
            events.append(event)
            if event.text:
                tests.update(_IDENTIFIERS.findall(event.text))
    tests.difference_update(_NO_NAMES)
    return Unit(path, tuple(events), frozenset(tests), source if keep_source else None)


# -- conditions --------------------------------------------------------------------------------------------------------

_OPERATORS: tuple[tuple[str, ...], ...] = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"),
    ("*", "/", "%"),
)  # fmt: skip
_COMPARING = frozenset(["==", "!=", "<", ">", "<=", ">="])
_CONDITION_TOKEN = re.compile(r"\\\r?\n|[A-Za-z_$]\w*|\d[\w.']*|'[^']*'|\|\||&&|[=!<>]=|<<|>>|\S")
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)([uUlLzZ]*)")


#: A condition may expand to no more than this; the longest of TensorFlow's have some fifty tokens.
_MAX_CONDITION = 20_000


#: Words that are no names in a condition, and the operators that C++ has words for.
_CONSTANTS = {"true": 1, "false": 0}
_SPELLED = {
    "and": "&&", "or": "||", "not": "!", "bitand": "&", "bitor": "|", "xor": "^", "compl": "~", "not_eq": "!=",
}  # fmt: skip
_NO_NAMES = frozenset(["defined", *_CONSTANTS, *_SPELLED])


@lru_cache(maxsize=8192)
def _condition_tokens(text: str) -> tuple[str, ...]:
    return tuple(_SPELLED.get(token, token) for token in _CONDITION_TOKEN.findall(text) if token[0] != "\\")


class Budget:
    """What the conditions of one file may expand to, all together."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = 500_000


class _UnreadableError(Exception):
    """A condition that grows or nests over a bound."""


class _Replaced:
    """The tokens of an `#if` expression with `defined` answered and every macro replaced, function-like ones too."""

    def __init__(self, lookup: Callable[[str], Macro | None], budget: Budget) -> None:
        self.lookup = lookup
        self.budget = budget
        self.left = _MAX_CONDITION

    def all(self, tokens: Iterable[str], hidden: frozenset[str] = frozenset()) -> list[str]:
        out: list[str] = []
        queue = deque((token, hidden) for token in tokens)
        while queue:
            token, hidden = queue.popleft()
            if token == "defined":
                out.append(self._defined(queue))
                continue
            first = token[0]
            macro = self.lookup(token) if (first.isalpha() or first in "_$") and token not in hidden else None
            if macro is None:
                out.append(token)
                continue
            body = [text for text, _ in macro.tokens]
            if macro.params is not None:
                arguments = self._arguments(queue)
                if arguments is None:
                    out.append(token)
                    continue
                body = self._substituted(macro, body, arguments, hidden)
            self._spend(len(body) + 1)
            inner = hidden | {token}
            queue.extendleft((text, inner) for text in reversed(body))
        return out

    def _spend(self, count: int) -> None:
        self.left -= count
        self.budget.left -= count
        if self.left < 0 or self.budget.left < 0:
            raise _UnreadableError

    def _defined(self, queue: deque[tuple[str, frozenset[str]]]) -> str:
        name = queue.popleft()[0] if queue else ""
        if name == "(":
            name = queue.popleft()[0] if queue else ""
            if queue and queue[0][0] == ")":
                queue.popleft()
        return "1" if name and self.lookup(name) is not None else "0"

    @staticmethod
    def _arguments(queue: deque[tuple[str, frozenset[str]]]) -> list[list[str]] | None:
        """The arguments behind a macro's name; None, and an unchanged queue, where no bracket opens or closes."""
        if not queue or queue[0][0] != "(":
            return None
        arguments: list[list[str]] = [[]]
        level = 0
        for taken, (token, _) in enumerate(queue):
            level += (token == "(") - (token == ")")
            if not level:
                for _ in range(taken + 1):
                    queue.popleft()
                return arguments
            if token == "," and level == 1:
                arguments.append([])
            elif taken:
                arguments[-1].append(token)
        return None

    def _substituted(
        self, macro: Macro, body: list[str], arguments: list[list[str]], hidden: frozenset[str]
    ) -> list[str]:
        params = macro.params or ()
        if macro.variadic and len(arguments) > len(params):
            rest = arguments[len(params) - 1 :]
            joined = rest[0] + [token for argument in rest[1:] for token in (",", *argument)]
            arguments = [*arguments[: len(params) - 1], joined]
        given = dict(zip(params, arguments, strict=False))
        out: list[str] = []
        paste = False
        for i, token in enumerate(body):
            if token == "##":
                paste = bool(out)
                continue
            beside = paste or body[i + 1 : i + 2] == ["##"]
            if token not in params:
                piece = [token]
            elif beside:
                piece = given.get(token, [])
            else:
                piece = self.all(given.get(token, []), hidden)
            self._spend(len(piece))
            if paste and piece:
                out[-1] += piece[0]
                piece = piece[1:]
            out.extend(piece)
            paste = False
        return out


class _Condition:
    """A recursive descent over an `#if` expression without macros; a name that is left is 0, as the standard says."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def _next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def ternary(self) -> int:
        value = self.binary(0)
        if self._peek() != "?":
            return value
        self._next()
        yes = self.ternary()
        if self._peek() == ":":
            self._next()
        no = self.ternary()
        return yes if value else no

    def binary(self, level: int) -> int:
        if level == len(_OPERATORS):
            return self.unary()
        left = self.binary(level + 1)
        while self._peek() in _OPERATORS[level]:
            operator = self._next()
            left = _apply(operator, left, self.binary(level + 1))
        return left

    def unary(self) -> int:
        self.depth += 1
        if self.depth > 64:
            raise _UnreadableError
        try:
            token = self._next()
            if token == "!":
                return int(not self.unary())
            if token == "-":
                return _apply("-", 0, self.unary())
            if token == "+":
                return self.unary()
            if token == "~":
                return _apply("^", -1, self.unary())
            if token == "(":
                value = self.ternary()
                if self._peek() == ")":
                    self._next()
                return value
            if token[:1] == "'":
                return ord(lexer.string_value(f'"{token[1:-1]}"')[:1] or "\0")
            number = _NUMBER.match(token.replace("'", ""))
            if number:
                digits = number[1]
                base = 0 if digits[:2].lower() in ("0x", "0b") else (8 if digits[0] == "0" and digits.isdigit() else 10)
                try:
                    value = int(digits, base)
                except ValueError:
                    value = int(digits)
                if "u" in number[2].lower() or (base != 10 and value >= 2**63):
                    return _Unsigned(value % 2**64)
                return _signed(value)
            return self._name(token)
        finally:
            self.depth -= 1

    def _name(self, name: str) -> int:
        if name in _CONSTANTS:
            return _CONSTANTS[name]
        if self._peek() == "(":  # __has_include(...), a function-like macro that nothing defines: not there
            level = 0
            while self.at < len(self.tokens):
                token = self._next()
                level += (token == "(") - (token == ")")
                if not level:
                    break
        return 0


def _signed(value: int) -> int:
    """The value as 64 bits keep it."""
    return (value + 2**63) % 2**64 - 2**63


class _Unsigned(int):
    """A value of 64 bits without a sign, which makes what it meets one as well."""

    __slots__ = ()


def _apply(operator: str, left: int, right: int) -> int:
    if operator == "||":
        return int(bool(left) or bool(right))
    if operator == "&&":
        return int(bool(left) and bool(right))
    if operator in ("<<", ">>"):
        if not 0 <= right < 64:
            return 0
        shifted = left << right if operator == "<<" else left >> right
        return _Unsigned(shifted % 2**64) if type(left) is _Unsigned else _signed(shifted)
    if type(left) is _Unsigned or type(right) is _Unsigned:
        value = _calculated(operator, left % 2**64, right % 2**64)
        return value if operator in _COMPARING else _Unsigned(value % 2**64)
    value = _calculated(operator, left, right)
    return value if operator in _COMPARING else _signed(value)


def _calculated(operator: str, left: int, right: int) -> int:
    """What two numbers come to, of whatever size that is."""
    if operator in ("/", "%"):
        quotient = abs(left) // abs(right) if right else 0  # C rounds to zero
        if (left < 0) != (right < 0):
            quotient = -quotient
        return (quotient if operator == "/" else left - quotient * right) if right else 0
    simple: dict[str, Callable[[int, int], int]] = {
        "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "&": lambda a, b: a & b, "+": lambda a, b: a + b,
        "-": lambda a, b: a - b, "*": lambda a, b: a * b, "==": lambda a, b: int(a == b),
        "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b), ">": lambda a, b: int(a > b),
        "<=": lambda a, b: int(a <= b), ">=": lambda a, b: int(a >= b),
    }  # fmt: skip
    return simple[operator](left, right)


def condition(text: str, lookup: Callable[[str], Macro | None], budget: Budget | None = None) -> bool:
    """The value of an `#if` or `#elif` expression; one that cannot be read counts as false."""
    try:
        return bool(_Condition(_Replaced(lookup, budget or Budget()).all(_condition_tokens(text))).ternary())
    except (RecursionError, ValueError, _UnreadableError):  # ValueError: a number of thousands of digits
        return False


#: Conditions on more open names than this are open whatever they say.
_MAX_OPEN = 3
#: What an open name can be: undefined, on, or a version later than any that is compared with.
_OPEN_VALUES = (None, "1", "999999999999")
_DECIMAL = re.compile(r"[1-9]\d{0,17}")
_MAX_NUMBERS = 20


def decide(
    text: str, lookup: Callable[[str], Macro | None], open: Container[str], budget: Budget | None = None
) -> bool | None:
    """The value of a condition; None when it is not the same for all that the names in `open` can be."""
    names: list[str] = []
    if open:
        names = sorted(
            {n for n in _IDENTIFIERS.findall(text) if n not in _NO_NAMES and n in open and lookup(n) is None}
        )
    if not names:
        return condition(text, lookup, budget)
    if len(names) > _MAX_OPEN:
        return None
    answers = set()
    every = _open_values(text)
    for values in product(every if len(every) ** len(names) <= _MAX_TRIED else _OPEN_VALUES, repeat=len(names)):
        given = {n: Macro(n, None, v, "", 1, 1) for n, v in zip(names, values, strict=True) if v is not None}
        answers.add(condition(text, lambda name: given.get(name) or lookup(name), budget))  # noqa: B023 (called at once)
    return answers.pop() if len(answers) == 1 else None


def _open_values(text: str) -> list[str | None]:
    """What an open name of a condition can be: undefined, a number beside one that it is compared with, a later one."""
    numbers = {found[0] for found in map(_DECIMAL.fullmatch, _condition_tokens(text)) if found}
    beside = [str(int(number) + offset) for number in sorted(numbers)[:_MAX_NUMBERS] for offset in (-1, 0, 1)]
    return list(dict.fromkeys([*_OPEN_VALUES, *beside]))


#: How many ways to set the open names of a condition are tried, to see whether one fulfils it.
_MAX_TRIED = 1000


def is_possible(text: str, lookup: Callable[[str], Macro | None], open: Container[str], budget: Budget) -> bool:
    """Whether the names in `open` may be such that a condition holds; also true where that takes too many trials."""
    names = sorted({n for n in _IDENTIFIERS.findall(text) if n not in _NO_NAMES and n in open and lookup(n) is None})
    values = _open_values(text)
    if len(values) ** len(names) > _MAX_TRIED or any(lookup(n) is not None for n in _IDENTIFIERS.findall(text)):
        return True
    for chosen in product(values, repeat=len(names)):
        given = {n: Macro(n, None, v, "", 1, 1) for n, v in zip(names, chosen, strict=True) if v is not None}
        if condition(text, given.get, budget):
            return True
        if budget.left < 0:
            return True
    return False


#: The branches of one undecided `#if` that are told apart, and how often all of a file's may define something.
_MAX_SAID = 16
_MAX_TOUCHED = 20_000
#: How many conditions around a directive, or around what it defines, are looked at.
_MAX_AROUND = 16


class _Branches:
    """An `#if` in progress: whether it is compiled at all, whether a branch of it was taken for sure.

    `said` are the undecided conditions so far, and `under` is the one that the branch in hand is compiled under, empty
    where there is none. Of an undecided one `before` holds what its branches touched was before it, `touched` what the
    branch in hand made of it, and `worlds` what those before did.
    """

    __slots__ = ("before", "compiled", "said", "taken", "touched", "under", "worlds")

    def __init__(self, compiled: bool, value: bool | None) -> None:
        self.compiled = compiled
        self.taken = value is True
        self.before: dict[str, Macro | None] | None = {} if value is None else None
        self.touched: dict[str, Macro | None] = {}
        self.worlds: list[tuple[str, dict[str, Macro | None]]] = []
        self.said: list[str] = []
        self.under = ""

    def enter(self, value: bool | None, text: str) -> str:
        """Under which condition the branch in hand is compiled; empty where under none that is undecided."""
        conditions = [negated(one) for one in self.said]
        if value is None and len(self.said) < _MAX_SAID:
            conditions.append(text)
            self.said.append(text)
        self.under = " && ".join(conditions) if value is not False else ""
        return self.under

    def leave(self) -> dict[str, Macro | None]:
        """End the branch in hand; what the macros that it touched were before it."""
        if len(self.worlds) < _MAX_SAID:
            self.worlds.append((self.under, self.touched))
        touched, self.touched = self.touched, {}
        return {name: (self.before or {})[name] for name in touched}

    def settled(self) -> Worlds | None:
        """What the macros that were touched are in each of the branches, and where none of them is compiled."""
        if not self.before:
            return None
        if not self.taken:
            self.worlds.append((" && ".join(negated(one) for one in self.said), {}))
        return Worlds(self.before, tuple(self.worlds))

    def chosen(self, name: str) -> Macro | None:
        """The first definition that a branch has of a name, or else the one from before."""
        defined = (touched[name] for _, touched in self.worlds if touched.get(name) is not None)
        return next(defined, (self.before or {}).get(name))


def _said(event: Event) -> str:
    """What the condition of a directive says, in one form."""
    text = " ".join(event.text.replace("\\\n", " ").split())
    return {"ifdef": f"defined({text})", "ifndef": f"!defined({text})"}.get(event.kind, text)


_PLAIN = re.compile(r"!?(?:\w+|defined\s*\(\s*\w+\s*\)|defined\s+\w+)")


def negated(condition: str) -> str:
    """The condition that holds where this one does not; empty for an empty one.

    >>> negated("defined(A)"), negated("!(A || B)"), negated("(A) || (B)")
    ('!defined(A)', '(A || B)', '!((A) || (B))')
    """
    if not condition:
        return ""
    bare = condition.removeprefix("!")
    if _PLAIN.fullmatch(condition):
        return bare if bare != condition else f"!{condition}"
    return bare if bare != condition and is_bracketed(bare) else f"!({condition})"


def is_bracketed(condition: str) -> bool:
    """Whether the brackets at both ends are a pair: `!(A || B)`, and not `(A) || (B)`."""
    text = condition.removeprefix("!")
    level = 0
    for i, char in enumerate(text):
        level += (char == "(") - (char == ")")
        if not level:
            return char == ")" and i == len(text) - 1
    return False


def active(unit: Unit, lookup: Callable[[str], Macro | None], open: Container[str] = frozenset()) -> Iterator[Event]:
    """The events that take part, in order, `lookup` answering as of each; `skip` events tell the stretches left out.

    A `skip` event's `start` and `end` are the offsets between which the text is not compiled. A condition that the
    names in `open` leave undecided is told by an `undecided` event, and all its branches take part, each between an
    `enter` event, whose text is the condition of that branch, and a `leave` event. What a branch defines is its own: a
    `resume` event tells at its end what a macro is again, and behind the last one, with the first definition that a
    branch has. A `settle` event tells there what the macros are in each.
    """
    stack: list[_Branches] = []
    live = True
    dead_from = 0
    budget, touches = Budget(), _Touches()
    for event in unit.events:
        kind = event.kind
        was = live
        if kind in ("if", "ifdef", "ifndef"):
            if not live:
                stack.append(_Branches(False, True))
                continue
            value: bool | None
            if kind == "if":
                value = decide(event.text, lookup, open, budget)
            else:
                match = _NAME.search(event.text)
                name = match.group() if match else ""
                known = lookup(name) is not None
                value = None if not known and name in open else known == (kind == "ifdef") if match else False
            stack.append(_Branches(True, value))
            live = value is not False
            if value is None:
                yield Event("undecided", event.start, event.end, text=event.text)
                yield Event("enter", event.end, event.end, text=stack[-1].enter(value, _said(event)))
        elif kind in ("elif", "else"):
            if not stack or not stack[-1].compiled:
                continue
            inside = stack[-1]
            yield from _left(stack, event, live, touches)
            value = False if inside.taken else True if kind == "else" else decide(event.text, lookup, open, budget)
            if value is None and inside.before is None:
                inside.before = {}
                yield Event("undecided", event.start, event.end, text=event.text)
            inside.taken = inside.taken or value is True
            live = value is not False
            under = inside.enter(value, _said(event))
            if under:
                yield Event("enter", event.end, event.end, text=under)
        elif kind == "endif":
            if stack:
                if stack[-1].before is not None:
                    yield from _left(stack, event, live, touches)
                    inside = stack.pop()
                    worlds = inside.settled()
                    for name in inside.before or ():
                        macro = inside.chosen(name)
                        touches.note(stack, name, macro, lookup)
                        yield Event("resume", event.end, event.end, name, macro=macro)
                    if worlds is not None:
                        yield Event("settle", event.end, event.end, worlds=worlds)
                else:
                    inside = stack.pop()
                live = inside.compiled
        elif live:
            if open and kind in ("define", "undef"):
                touches.note(stack, event.name, event.macro, lookup)
            yield event
        if was and not live:
            dead_from = event.end
        elif live and not was:
            yield Event("skip", dead_from, event.start)
    if not live:
        yield Event("skip", dead_from, 1 << 60)


class _Touches:
    """What the directives of a file make of macros inside of undecided conditions."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = _MAX_TOUCHED

    def note(
        self, stack: list[_Branches], name: str, macro: Macro | None, lookup: Callable[[str], Macro | None]
    ) -> None:
        """Note for every undecided condition around a directive what it makes of a macro."""
        for branches in stack[-_MAX_AROUND:] if self.left else ():
            if branches.before is not None and self.left:
                self.left -= 1
                if name not in branches.before:
                    branches.before[name] = lookup(name)
                branches.touched[name] = macro


def _left(stack: list[_Branches], event: Event, live: bool, touches: _Touches) -> Iterator[Event]:
    """The end of the branch in hand of the innermost condition, where that was compiled."""
    inside = stack[-1]
    if inside.under:
        yield Event("leave", event.start, event.start)
    if inside.before is not None and live:
        for name, macro in inside.leave().items():
            touches.note(stack[-_MAX_AROUND:-1], name, macro, lambda _: None)  # they know the name already
            yield Event("resume", event.end, event.end, name, macro=macro)


# -- headers -----------------------------------------------------------------------------------------------------------


class Variant:
    """A header as one combination of the names it tests sees it: its own definitions and what it includes, in order."""

    __slots__ = ("children", "defs", "doubtful", "env", "order", "path", "tests", "worlds")

    def __init__(self, path: str) -> None:
        self.path = path
        #: The last word of this file on each name it defines; None where it undefines.
        self.defs: dict[str, Macro | None] = {}
        #: The macros that it has under a condition that nobody tells (file, name and line), and that condition.
        self.doubtful: dict[tuple[str, str, int], str] = {}
        #: What they are in each branch of such conditions.
        self.worlds: list[Worlds] = []
        self.children: list[Variant] = []
        #: The same in the order of the lines: a name, or an included variant.
        self.order: list[tuple[str, Macro | None] | Variant] = []
        #: The names that conditionals test here and below, and those of them that the including file had defined.
        self.tests: set[str] = set()
        self.env: dict[str, Macro | None] = {}


class Headers:
    """All headers of a tree as they are met: read once, evaluated once for each environment that makes a difference."""

    def __init__(
        self,
        read: Callable[[str], bytes | None],
        paths: Collection[str],
        defines: Mapping[str, Macro],
        open: Container[str] = frozenset(),
        kept: Callable[[str], Unit | None] | None = None,
    ) -> None:
        self._read = read
        self._kept = kept
        self._paths = paths
        #: Names that conditions test and that nobody tells: a setting of a build that is not here.
        self.open = open
        self._defines = defines
        self._units: dict[str, Unit | None] = {}
        self._variants: dict[str, list[Variant]] = {}
        self._resolved: dict[tuple[str, str, bool], str | None] = {}
        #: The tree's files by their last names, for what is included by a folder of a build that is not here.
        self._called: dict[str, list[str]] | None = None
        #: Every variant that defines (or undefines) a name.
        self.by_name: dict[str, list[Variant]] = {}
        self._sorted_names: list[list[str]] = [[], []]

    def names_that_begin(self, part: str) -> list[str]:
        """The macros of all headers met whose names begin so."""
        names = self._sorted(0)
        first = bisect_left(names, part)
        return names[first : bisect_left(names, part + "\x7f", first)]

    def names_that_end(self, part: str) -> list[str]:
        """The macros of all headers met whose names end so."""
        names = self._sorted(1)
        first = bisect_left(names, part[::-1])
        return [name[::-1] for name in names[first : bisect_left(names, part[::-1] + "\x7f", first)]]

    def _sorted(self, direction: int) -> list[str]:
        names = self._sorted_names[direction]
        if len(names) < len(self.by_name):
            # Names only come, the last ones last; two sorted stretches are one at the cost of a comparison each.
            new = islice(self.by_name, len(names), None)
            names += sorted([name[::-1] for name in new] if direction else new)
            names.sort()
        return names

    def resolve(self, name: str, path: str, angled: bool = False) -> str | None:
        """The tree's file that an `#include` names: below the root, or beside the including file.

        A repository whose build is not here may include by folders of its own (`-Iinclude`): there it is the one file
        whose path ends so, if that is one. What is in angles and in no folder is a header of the system.
        """
        folder = path.rpartition("/")[0]
        key = (name, folder, angled)
        if key not in self._resolved:
            found = next((found for found in beside_or_below(name, path) if found in self._paths), None)
            if found is None and self.open and not (angled and "/" not in name):
                found = self._ending(name)
            self._resolved[key] = found
        return self._resolved[key]

    def _ending(self, name: str) -> str | None:
        """The one file of the tree whose path ends so."""
        if self._called is None:
            self._called = {}
            for path in self._paths:
                self._called.setdefault(path.rpartition("/")[2], []).append(path)
        ending = f"/{name.removeprefix('./')}"
        found = [path for path in self._called.get(ending.rpartition("/")[2], ()) if path.endswith(ending)]
        return found[0] if len(found) == 1 else None

    def unit(self, path: str) -> Unit | None:
        """The directives of a header, read once; in an earlier run perhaps, which `kept` knows of."""
        if path not in self._units:
            unit = self._kept(path) if self._kept is not None else None
            if unit is None:
                data = self._read(path)
                if data is not None and len(data) <= MAX_SOURCE:
                    unit = read_unit(path, data, keep_source=False)
            self._units[path] = unit
        return self._units[path]

    def variant(
        self, path: str, env: Mapping[str, Macro | None], busy: dict[str, Variant] | None = None
    ) -> Variant | None:
        """A header as a file sees it that has itself defined the macros of `env`; None when it is not there.

        Inside its own inclusion a header is what has been read of it so far, as an include guard has it.
        """
        busy = {} if busy is None else busy
        if path in busy:
            return busy[path]
        if len(busy) > MAX_DEPTH:
            return None
        for known in self._variants.get(path, ()):
            if known.env == {name: env[name] for name in env if name in known.tests}:
                return known
        unit = self.unit(path)
        if unit is None:
            return None
        made = Variant(path)
        made.tests.update(unit.tests)
        busy[path] = made
        defines = self._defines

        def lookup(name: str) -> Macro | None:
            if name in made.defs:
                return made.defs[name]
            if name in env:
                return env[name]
            if name in defines:
                return defines[name]
            return self.lookup(name, made) if name in self.by_name else None

        pushed: dict[str, list[Macro | None]] = {}
        under: list[str] = []
        for event in active(unit, lookup, self.open):
            if event.kind == "enter":
                under.append(event.text)
            elif event.kind == "leave":
                under.pop()
            if event.kind == "push":
                pushed.setdefault(event.name, []).append(lookup(event.name))
                continue
            if event.kind == "pop":
                if not pushed.get(event.name):
                    continue
                event = Event("define", event.start, event.end, event.name, macro=pushed[event.name].pop())
            if event.kind == "include":
                target = self.resolve(event.name, path, bool(event.text))
                child = self.variant(target, env, busy) if target else None
                if child is not None:
                    made.tests |= child.tests
                    made.children.append(child)
                    made.order.append(child)
            elif event.worlds is not None:
                made.worlds.append(event.worlds)
                note_worlds(made.doubtful, event.worlds, under)
            elif event.kind in ("define", "undef", "resume"):
                made.defs[event.name] = event.macro
                made.order.append((event.name, event.macro))
        del busy[path]
        made.env = {name: env[name] for name in env if name in made.tests}
        self._variants.setdefault(path, []).append(made)
        for name in made.defs:
            self.by_name.setdefault(name, []).append(made)
        return made

    def lookup(self, name: str, start: Variant) -> Macro | None:
        """What a name means behind the inclusion of `start`: the last definition in textual order."""
        return last_definition(name, start, set())[1]


def note_worlds(doubtful: dict[tuple[str, str, int], str], worlds: Worlds, under: Sequence[str]) -> None:
    """Note under which condition each definition of some macros holds, for those that hold in some branches alone."""
    for name in worlds.before:
        states = worlds.of(name)
        for (condition, _), macro in zip(worlds.branches, states, strict=True):
            if macro is not None and any(other is not macro for other in states):
                doubtful.setdefault((macro.path, name, macro.line), " && ".join((*under[-_MAX_AROUND:], condition)))


def reachable(starts: list[Variant]) -> set[Variant]:
    """The variants that some headers bring in, themselves included."""
    seen = set(starts)
    waiting = list(starts)
    while waiting:
        for child in waiting.pop().children:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen


def last_definition(name: str, variant: Variant, seen: set[Variant], depth: int = 0) -> tuple[bool, Macro | None]:
    """Whether a header, or one that it includes, says something of a name at last, and the macro: None for `#undef`."""
    if variant in seen or depth > MAX_DEPTH:
        return False, None
    seen.add(variant)
    for step in reversed(variant.order):
        if isinstance(step, Variant):
            found, macro = last_definition(name, step, seen, depth + 1)
            if found:
                return True, macro
        elif step[0] == name:
            return True, step[1]
    return False, None


def beside_or_below(name: str, path: str) -> list[str]:
    """Where in the tree a file may lie that an `#include` of another names: below the root, or beside that one."""
    candidates = (_normal(name), _normal(f"{path.rpartition('/')[0]}/{name}"))
    return [found for found in candidates if found is not None]


def _normal(path: str) -> str | None:
    """The path without `.` and `..`; None when it leaves the tree."""
    if "./" not in path and not path.startswith("/"):
        return path
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
