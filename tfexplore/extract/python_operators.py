"""The operators that a function applies to tensors, and the tensors that it hands to others, by its text alone.

A *value* is what an expression may be: None where nothing tells that it is a tensor, `""` where it surely is one, and
otherwise what that depends on: `"math_ops.cos"` where it is the result of a call, `"@x"` where it comes from the
parameter `x`, `"^math_ops.split"` where it is one of what a call returns, several of those joined by commas. The value
of a list, or of a text, begins with `"["`.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

_TOKEN = re.compile(
    rb"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|\n[ \t]*|\\\n|\.?\d[\w.]*|\"[^\"\x7f]*[\"\x7f]|\.\s*[A-Za-z_]\w*"
    rb"|\*\*=?|//=?|<<=?|>>=?|[-+*/%@&|^<>=!]=?|[()\[\]{},:;~]"
)
#: The methods that operators with two operands call.
METHODS = {
    b"+": "__add__",
    b"-": "__sub__",
    b"*": "__mul__",
    b"/": "__truediv__",
    b"//": "__floordiv__",
    b"%": "__mod__",
    b"**": "__pow__",
    b"@": "__matmul__",
    b"<": "__lt__",
    b"<=": "__le__",
    b">": "__gt__",
    b">=": "__ge__",
    b"&": "__and__",
    b"|": "__or__",
    b"^": "__xor__",
}
_UNARY = {b"-": b"neg", b"~": b"invert", b"+": b"", b"*": b"star", b"**": b"star", b"@": b""}
_RANKS = {
    **dict.fromkeys((b"<", b"<=", b">", b">=", b"==", b"!="), 0),
    b"|": 1, b"^": 2, b"&": 3, b"<<": 4, b">>": 4, b"+": 5, b"-": 5,
    **dict.fromkeys((b"*", b"/", b"//", b"%", b"@"), 6),
    b"**": 8,
}  # fmt: skip
_UNARY_RANK = 7
#: Words that end an expression; what a lambda, a loop in brackets or a test comes to is no tensor.
_WORDS = frozenset((
    *(b"and", b"as", b"assert", b"await", b"class", b"def", b"del", b"elif", b"else", b"except", b"exec", b"finally"),
    *(b"for", b"from", b"global", b"if", b"import", b"in", b"is", b"lambda", b"nonlocal", b"not", b"or", b"pass"),
    *(b"print", b"raise", b"return", b"try", b"while", b"with", b"yield"),
))  # fmt: skip
_NO_VALUE = frozenset((b"and", b"for", b"in", b"is", b"lambda", b"not", b"or", b"yield"))
#: More of what a value depends on, more arguments, and longer names are forgotten.
_MAX_PARTS = 6
_MAX_ARGUMENTS = 12
_MAX_NAME = 200
#: Deeper brackets than anybody writes.
_MAX_DEPTH = 60

_Value = str | None
#: An operand with its name, or an operator.
_Item = tuple[_Value, bytes] | bytes


class _Frame:
    """An open bracket: what kind it is, what stands in front of it, and the expression under way."""

    __slots__ = ("aug", "base", "commas", "dead", "items", "keyword", "kind", "known", "name", "said", "sliced")

    def __init__(self, kind: str, base: _Value = None, name: bytes = b"") -> None:
        self.kind = kind
        self.base = base
        self.name = name
        self.items: list[_Item] = []
        self.keyword = b""
        self.commas = 0
        self.dead = False  # whether what stands here comes to something else than what its operands are
        self.sliced = False
        self.known: _Value = None  # the first part of `a if b else c`
        self.said: list[tuple[str, str]] = []  # the arguments that are tensors
        self.aug: tuple[bytes, _Value] | None = None


def tensor_uses(
    blank: bytes,
    start: int,
    end: int,
    params: Collection[str],
    star: str,
    called: Callable[[bytes], str | None],
) -> tuple[str, ...]:
    """The references that operators on tensors and calls with tensors make, in the body of a function.

    ::

        "~__mul__"                        an operator on what surely is a tensor
        "~__mul__:math_ops.cos,@x"        on what is one where the call makes one, or the parameter is one
        "!math_ops.divide|0=@x|name="     a call with the parameter in the first place, and a tensor as `name`
        "$math_ops.cos"                   `return` of what may be a tensor; of a list: "$["

    `star` is the parameter that takes all other arguments, `called` says what a callee's result is.
    """
    reader = _Reader(params, star, called)
    reader.read(_TOKEN.findall(blank, start, end))
    return tuple(reader.found)


class _Reader:
    def __init__(self, params: Collection[str], star: str, called: Callable[[bytes], str | None]) -> None:
        self.found: dict[str, None] = {}
        self._called = called
        self._names: dict[bytes, _Value] = {name.encode(): f"@{name}" for name in params if len(name) <= _MAX_NAME}
        if star:
            self._names[star.encode()] = f"[@{star}"
        #: The blocks in which names were assigned, and the block under way, as `(indentation, number)` from outside in.
        self._within: dict[bytes, tuple[tuple[int, int], ...]] = {}
        self._block: tuple[tuple[int, int], ...] = ()
        self._blocks = 0
        self._targets: list[list[bytes]] = []
        self._returns = False

    def read(self, tokens: list[bytes]) -> None:
        """Read all statements."""
        stack = [_Frame("top")]
        skipping = 0  # the depth of brackets in a lambda's parameters, from 1
        for token in tokens:
            frame = stack[-1]
            sign = token[0]
            if skipping:
                if token in (b"(", b"[", b"{"):
                    skipping += 1
                elif token in (b")", b"]", b"}"):
                    skipping -= 1
                elif token == b":" and skipping == 1:
                    skipping = 0
                if skipping:
                    continue
                frame.items.clear()
            elif sign == 95 or 97 <= sign <= 122 or 65 <= sign <= 90:
                if token in _WORDS:
                    self._word(frame, token)
                    skipping = int(token == b"lambda")
                else:
                    self._operand(frame, self._value_of(token), token)
            elif sign == 10:
                if len(stack) == 1:
                    self._end(frame)
                    stack = [_Frame("top")]
                    self._indent(len(token) - 1)
            elif token in (b"(", b"[", b"{"):
                stack.append(self._opened(frame, token))
                if len(stack) > _MAX_DEPTH:
                    return
            elif token in (b")", b"]", b"}"):
                if len(stack) > 1:
                    stack.pop()
                    self._operand(stack[-1], self._closed(frame), b"")
            elif sign == 44:
                self._comma(frame)
            elif sign == 58:
                self._value(frame)
                frame.sliced = True
            elif sign == 59:
                self._end(frame)
                stack = [_Frame("top")]
            elif token == b"=":
                self._assigned(frame)
            elif sign == 46 and not token[1:2].isdigit():
                if frame.items and isinstance(frame.items[-1], tuple):
                    frame.items[-1] = (None, b"")
            elif sign == 34:
                self._operand(frame, "[", b"")  # what stands behind a text is written into it: `"%s" % x`
            elif sign == 46 or 48 <= sign <= 57:
                self._operand(frame, None, b"")
            elif sign != 92:
                self._sign(frame, token)
        self._end(stack[0])

    def _indent(self, width: int) -> None:
        block = self._block
        while block and block[-1][0] > width:
            block = block[:-1]
        if not block or block[-1][0] < width:
            self._blocks += 1
            block = (*block, (width, self._blocks))
        self._block = block

    def _value_of(self, name: bytes) -> _Value:
        root, dot, rest = name.partition(b".")
        value = self._names.get(root)
        if not dot or value is None:
            return None if dot else value
        # What an op has is a list of tensors.
        return f"[{value}" if rest in (b"inputs", b"outputs") and value[:1] == "@" else None

    def _operand(self, frame: _Frame, value: _Value, name: bytes) -> None:
        items = frame.items
        if items and isinstance(items[-1], tuple):
            items.clear()  # the prefix of a string, or no expression at all
        items.append((value, name))

    def _word(self, frame: _Frame, word: bytes) -> None:
        value = self._value(frame)
        if word == b"if" and value is not None:
            frame.known = value
        elif word == b"return":
            self._returns = True
        if word in _NO_VALUE:
            frame.dead = True

    def _opened(self, frame: _Frame, token: bytes) -> _Frame:
        items = frame.items
        if token == b"{" or not items or not isinstance(items[-1], tuple):
            return _Frame("group" if token == b"(" else "list" if token == b"[" else "dict")
        value, name = items.pop()
        assert isinstance(name, bytes)
        return _Frame("call" if token == b"(" else "item", value, name)  # type: ignore[arg-type]

    def _closed(self, frame: _Frame) -> _Value:
        """The value of what a bracket ends."""
        self._comma(frame, last=True)
        if frame.kind == "group":
            return None if frame.commas or frame.dead else frame.base
        if frame.kind == "call":
            return self._call(frame)
        if frame.kind == "list":
            return "["
        if frame.kind != "item" or frame.base is None:
            return None
        base = frame.base
        if base.startswith("["):
            return base if frame.sliced else base[1:] or None
        # A parameter may be a list as well, of which nobody takes several indices at once.
        if frame.commas or base != f"@{frame.name.decode('ascii', 'replace')}":
            self._used("__getitem__", base)
        return base

    def _call(self, frame: _Frame) -> _Value:
        callee = self._called(frame.name) if 0 < len(frame.name) <= _MAX_NAME else None
        if callee and frame.said:
            arguments = "|".join([f"{key}={value}" for key, value in frame.said[:_MAX_ARGUMENTS]])
            self.found[f"!{callee}|{arguments}"] = None
        return callee

    def _comma(self, frame: _Frame, last: bool = False) -> None:
        name = b""
        if len(frame.items) == 1 and isinstance(frame.items[0], tuple):
            name = frame.items[0][1]
        spread = frame.items[:1] == [b"star"]
        value = self._value(frame)
        if value is None:
            value = frame.known
        if frame.dead:
            value = None
        if frame.kind == "call":
            if spread:
                frame.commas += 1000  # who comes behind is unknown
            elif value is not None and not value.startswith("["):
                if frame.keyword:
                    frame.said.append((frame.keyword.decode("ascii", "replace"), value))
                elif frame.commas < 1000:
                    frame.said.append((str(frame.commas), value))
            frame.keyword = b""
            frame.dead = False
        elif frame.kind == "top":
            self._names_before().append(name)
        elif frame.kind == "group" and last:
            frame.base = value
        frame.known = None
        if not last:
            frame.commas += 1

    def _names_before(self) -> list[bytes]:
        if not self._targets:
            self._targets.append([])
        return self._targets[-1]

    def _assigned(self, frame: _Frame) -> None:
        """An `=`: a keyword in a call, otherwise what stands before it are names for what follows."""
        name = b""
        if len(frame.items) == 1 and isinstance(frame.items[0], tuple):
            name = frame.items[0][1]
        self._value(frame)
        if frame.kind == "call":
            frame.keyword = name
        elif frame.kind == "top":
            self._names_before().append(name)
            self._targets.append([])
            frame.commas = 0
            frame.dead = False

    def _sign(self, frame: _Frame, token: bytes) -> None:
        items = frame.items
        if not items or not isinstance(items[-1], tuple):
            unary = _UNARY.get(token)
            if unary:
                items.append(unary)
        elif token in _RANKS:
            items.append(token)
        elif token.endswith(b"=") and frame.kind == "top" and len(items) == 1:
            value, name = items[0]
            frame.aug = (token[:-1], value)  # type: ignore[assignment]
            items.clear()
            self._targets = [[name], []]  # type: ignore[list-item]
        else:
            items.clear()

    def _end(self, frame: _Frame) -> None:
        """The end of a statement: what it assigns is known by its name from here on."""
        targets, returns = self._targets, self._returns
        if not frame.items and not targets and frame.known is None:
            self._returns = False
            return
        plain = not frame.commas and not frame.dead
        value = self._value(frame)
        if value is None:
            value = frame.known
        value = value if plain else None
        if frame.aug is not None:
            value = self._combine(frame.aug[0], frame.aug[1], value)
        self._targets = []
        self._returns = False
        if returns and value is not None:
            self.found[f"${'[' if value[:1] == '[' else value}"] = None
        for names in targets[:-1]:
            if len(names) == 1:
                self._name(names[0], value)
            else:
                for name in names:
                    self._name(name, _part_of(value))

    def _name(self, name: bytes, value: _Value) -> None:
        if not name or b"." in name:
            return
        before = self._within.get(name, ())
        if len(self._block) < 2 or before[: len(self._block)] == self._block or name not in self._names:
            self._names[name] = value  # what it was, it is no more
        elif value is not None:
            old = self._names[name]
            self._names[name] = value if old is None or old.startswith("[") else _both(old, value)
        self._within[name] = self._block

    def _value(self, frame: _Frame) -> _Value:
        """The value of the expression under way, which ends here."""
        items = frame.items
        if not items:
            return None
        if len(items) == 1:
            item = items[0]
            items.clear()
            return item[0] if isinstance(item, tuple) else None
        frame.items = []
        values: list[_Value] = []
        signs: list[bytes] = []
        for item in items:
            if isinstance(item, tuple):
                values.append(item[0])
            elif item in (b"neg", b"invert"):
                signs.append(item)
            elif item != b"star":
                rank = _RANKS[item]
                while signs and _rank(signs[-1]) >= rank and not (item == b"**" == signs[-1]):
                    self._reduce(values, signs.pop())
                signs.append(item)
        while signs:
            self._reduce(values, signs.pop())
        return values[-1] if values else None

    def _reduce(self, values: list[_Value], sign: bytes) -> None:
        if sign in (b"neg", b"invert"):
            if values and values[-1] is not None and not values[-1].startswith("["):
                self._used(f"__{sign.decode()}__", values[-1])
        elif len(values) > 1:
            right = values.pop()
            values[-1] = self._combine(sign, values[-1], right)

    def _combine(self, sign: bytes, left: _Value, right: _Value) -> _Value:
        """The value of two operands."""
        if (left or "").startswith("[") or (right or "").startswith("["):
            return "["
        value = right if left is None else left if right is None else _both(left, right)
        method = METHODS.get(sign)
        if method is None or value is None:
            return None
        self._used(method, value)
        return value

    def _used(self, method: str, value: str) -> None:
        self.found[f"~{method}:{value}" if value else f"~{method}"] = None


def _rank(sign: bytes) -> int:
    return _UNARY_RANK if sign in (b"neg", b"invert") else _RANKS[sign]


def _part_of(value: _Value) -> _Value:
    """The value of a name in `x, y = f()`."""
    if value is None or value.startswith("["):
        return (value or "")[1:] or None
    return ",".join([part if part[:1] in ("@", "^") else f"^{part}" for part in value.split(",")]) if value else None


def _both(left: str, right: str) -> str:
    """What a value depends on that is a tensor where one of two is."""
    if not left or not right:
        return ""
    if left == right:
        return left
    return ",".join(list(dict.fromkeys((*left.split(","), *right.split(","))))[:_MAX_PARTS])
