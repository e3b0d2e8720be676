"""Expands what reaches a registration, and keeps the way it came.

A *sink* is a macro (or a function of the C API) whose invocation is a registration. A file is searched for sinks and
for macros whose expansion can reach one; only those invocations are expanded, with the semantics of the standard:
redefinition, `#if` under the profile, `#` and `##`, macro names passed as arguments, arguments expanded before they are
substituted, no macro inside its own expansion. A sink itself is never expanded: its expanded arguments, and for a
builder the calls chained to it, become a `Statement`.

Every token carries the chain of invocations that produced it. An argument takes the chain of the expansion that
substitutes it, so that `TF_CALL_float(REGISTER)` is seen on the way to what `REGISTER` registers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b

from tfexplore._record import Record
from tfexplore.cpp import lexer, macros
from tfexplore.cpp.macros import Headers, Macro, Variant
from tfexplore.cpp.scopes import Scopes, read_scopes
from tfexplore.model import ExpansionStep, Location, Unresolved

#: Macro expansion may grow exponentially; a file of TensorFlow spends some 40,000 tokens at the most.
MAX_TOKENS = 500_000
#: What a registration costs of these, so that their number is bounded, too.
_STATEMENT_COST = 20
MAX_TOKEN = 65_536
MAX_CHAIN = 64
MAX_STATEMENT = 20_000

#: What stands in for the body of a macro that registers something and is not kept (`tfexplore.cpp.release`).
OPAQUE = "__REGISTERS_UNSEEN__"

#: What registers: macro -> whether calls are chained to it.
SINKS: Mapping[str, bool] = {
    "REGISTER_OP": True,
    "REGISTER_SYSTEM_OP": True,
    "REGISTER_KERNEL_BUILDER": False,
    "REGISTER_SYSTEM_KERNEL_BUILDER": False,
    "REGISTER_XLA_OP": False,
    "REGISTER_GRADIENT_OP": False,
    "REGISTER_NO_GRADIENT_OP": False,
    "REGISTER_OP_GRADIENT": False,
    "REGISTER_OP_NO_GRADIENT": False,
    OPAQUE: False,
}


def _origin(macro: Macro | None) -> tuple[str, str]:
    """The package and version that a macro is from, when it is not the tree's own."""
    found: tuple[str, str] = getattr(macro, "origin", ("", ""))
    return found


_NOTHING: frozenset[str] = frozenset()


class Chain:
    """One macro invocation on the way to a token, and the way to that invocation."""

    __slots__ = ("depth", "end_line", "hidden", "line", "macro", "outer", "path")

    def __init__(
        self, outer: Chain | None, macro: Macro, path: str, line: int, end_line: int, closing: Chain | None
    ) -> None:
        self.outer = outer
        self.macro = macro
        self.path = path
        self.line = line
        self.end_line = end_line
        hidden = outer.hidden if outer else _NOTHING
        if closing is not outer:
            # Arguments that go on behind an expansion leave it: what hid there is hidden no more.
            hidden &= closing.hidden if closing else _NOTHING
        #: The names that are not expanded again below this invocation.
        self.hidden: frozenset[str] = hidden | {macro.name}
        self.depth: int = outer.depth + 1 if outer else 1

    def outermost(self) -> Chain:
        """The invocation that stands in the file."""
        at = self
        while at.outer is not None:
            at = at.outer
        return at

    def steps(self) -> tuple[ExpansionStep, ...]:
        """The way as facts, outermost macro first."""
        steps = []
        at: Chain | None = self
        while at is not None:
            macro = at.macro
            invoked = Location(at.path, at.line, at.end_line, *_origin(at.outer.macro if at.outer else None))
            defined = Location(macro.path, macro.line, macro.end_line, *_origin(macro))
            steps.append(ExpansionStep(macro.name, defined, invoked))
            at = at.outer
        return tuple(reversed(steps))


def _line_in_file(line: int, chain: Chain | None) -> int:
    """The last line, in the file itself, of what a token stands in or came from."""
    return line if chain is None else chain.outermost().end_line


#: A token: its text, the chain that produced it (None: the file itself) and its line there.
Token = tuple[str, "Chain | None", int]


class _Painted(str):
    """A name met inside its own macro's expansion: never expanded again, wherever it is substituted."""

    __slots__ = ()


class _Unknown(str):
    """A name that stands for what is not known here: a count, a date, a path."""

    __slots__ = ()


#: Macros that every compiler has and that are something else in each place or run.
_COUNTED = frozenset(["__COUNTER__", "__FILE__", "__FILE_NAME__", "__BASE_FILE__", "__DATE__", "__TIME__",
                      "__TIMESTAMP__", "__INCLUDE_LEVEL__"])  # fmt: skip
_LINE = "__LINE__"


class ChainedCall(Record):
    """A call chained to a registration: `.Attr("T: type")` is `("Attr", (('"T: type"',),))`, and where it stands."""

    name: str
    arguments: tuple[tuple[str, ...], ...]
    location: Location


class Invocation(Record):
    """What was read of one stretch of a file: the statements that it expands to, and how many tokens that took.

    `statements` is None where an earlier run has read the same. What is not `closed` depends on what stands behind it.
    `macros` are those that it expanded, where it matters under which conditions they are defined: file, name and line.
    """

    start: int
    end: int
    cost: int
    statements: tuple[Statement, ...] | None
    closed: bool = True
    macros: frozenset[tuple[str, str, int]] = frozenset()


class Statement(Record):
    """A registration with every macro expanded.

    `arguments` are those of the sink, one token list each. `offset` is where its outermost invocation starts in the
    file.
    """

    sink: str
    arguments: tuple[tuple[str, ...], ...]
    calls: tuple[ChainedCall, ...]
    location: Location
    chain: Chain | None
    offset: int

    @property
    def expansion(self) -> tuple[ExpansionStep, ...]:
        """The macros between the text a person sees and the registration."""
        return self.chain.steps() if self.chain else ()


def _without(text: str, skips: list[tuple[int, int]]) -> str:
    """The text with some stretches, which stand in order, blanked."""
    if not skips:
        return text
    pieces: list[str] = []
    done = 0
    for start, end in skips:
        pieces += (text[done:start], lexer.blank(text[start:end]))
        done = end
    return "".join((*pieces, text[done:]))


class File:
    """A file as the compiler of this build sees it: the text that is compiled, and what each name means where."""

    def __init__(self, path: str, data: bytes, headers: Headers, defines: Mapping[str, Macro]) -> None:
        self.path = path
        unit = macros.read_unit(path, data, keep_source=True)
        assert unit.source is not None
        self.source = unit.source
        self.headers = headers
        self._defines = defines
        #: Conditions inside of a statement that a build decides which is not here: the line, and the condition.
        self.undecided: list[tuple[int, str]] = []
        #: What is included, and where.
        self.includes: list[tuple[int, str]] = []
        #: Of these, the files whose text matters and not only their directives.
        self.listed: set[str] = set()
        #: The stretches that such a build may leave out: the first and last line, and under which condition they stand.
        self.doubtful: list[tuple[int, int, str]] = []
        self._local: dict[str, list[tuple[int, Macro | None]]] = {}
        self._variants: list[Variant] = []
        self._reach: set[Variant] | None = None
        self._scopes: Scopes | None = None
        self._memo: dict[str, Macro | None] = {}
        env: dict[str, Macro | None] = {}
        skips: list[tuple[int, int]] = []
        pushed: dict[str, list[Macro | None]] = {}
        entered: list[tuple[int, str]] = []
        for event in macros.active(unit, lambda name: self.lookup(name, 1 << 60), headers.open):
            if event.kind == "push":
                pushed.setdefault(event.name, []).append(self.lookup(event.name, 1 << 60))
                continue
            if event.kind == "pop":
                if not pushed.get(event.name):
                    continue
                event = event._replace(macro=pushed[event.name].pop())
            if event.kind == "include":
                self.includes.append((event.start, event.name))
                target = headers.resolve(event.name, path)
                found = headers.variant(target, env) if target and target != path else None
                if found is not None:
                    self._variants.append(found)
                    self._reach = None
                    self._memo.clear()
            elif event.kind == "skip":
                skips.append((event.start, event.end))
            elif event.kind == "enter":
                entered.append((self.source.line(event.start), event.text))
            elif event.kind == "leave":
                first, text = entered.pop()
                self.doubtful.append((first, self.source.line(event.start), text))
            elif event.kind == "undecided":
                if not _between(self.source.shape, event.start, event.end):
                    self.undecided.append((self.source.line(event.start), " ".join(event.text.split())))
            else:
                env[event.name] = event.macro
                self._local.setdefault(event.name, []).append((event.end, event.macro))
        self.doubtful += [(first, len(self.source.lines), text) for first, text in entered]
        self.doubtful.sort()
        self._doubtful: dict[tuple[str, str], str] | None = None
        #: Behind which offsets another definition of the file's own holds, and what was found to surround what.
        self._local_ends = sorted([end for versions in self._local.values() for end, _ in versions])
        self._surroundings: dict[tuple[frozenset[str], int], bytes] = {}
        #: The text that is compiled, directives blanked; `shape` without literals too.
        self.code = _without(self.source.code, skips)
        self.shape = _without(self.source.shape, skips)

    @property
    def scopes(self) -> Scopes:
        """The namespaces and classes of what is compiled."""
        if self._scopes is None:
            self._scopes = read_scopes(self.shape, self.source.directives)
        return self._scopes

    @property
    def local(self) -> Mapping[str, list[tuple[int, Macro | None]]]:
        """The file's own definitions: name -> (offset behind the directive, macro or None for `#undef`)."""
        return self._local

    @property
    def reach(self) -> set[Variant]:
        """The headers that this file includes, directly or not."""
        if self._reach is None:
            self._reach = macros.reachable(self._variants)
        return self._reach

    def lookup(self, name: str, offset: int) -> Macro | None:
        """What a name means at an offset of this file."""
        own = self._local.get(name)
        if own:
            for position, macro in reversed(own):
                if position <= offset:
                    return macro
        if name in self._memo:
            return self._memo[name]
        found = self._defines.get(name)
        candidates = self.headers.by_name.get(name)
        if candidates:
            reach = self.reach
            visible = [v for v in candidates if v in reach]
            if len(visible) == 1:
                found = visible[0].defs[name]
            elif visible:
                seen: set[Variant] = set()
                for start in reversed(self._variants):
                    known, macro = macros._last_definition(name, start, seen)
                    if known:
                        found = macro
                        break
        self._memo[name] = found
        return found

    def surroundings(self, start: int, end: int) -> bytes:
        """A digest of every definition that an expansion of what stands between two offsets can come to.

        With the same text and the same surroundings it expands to the same statements, whatever else the file and its
        headers hold. Lines are left out: what is defined in another line is the same.
        """
        lookup = self.lookup
        macros = [
            (name, macro) for name in set(_WORD.findall(self.shape, start, end)) if (macro := lookup(name, start))
        ]
        key = (frozenset([name for name, _ in macros]), bisect_right(self._local_ends, start))
        digest = self._surroundings.get(key)
        if digest is not None:
            return digest
        found = dict(macros)
        waiting = [macro for _, macro in macros]
        while waiting:
            macro = waiting.pop()
            for name in (*macro.idents, *self.pasted(macro)) if macro.pasted_ends else macro.idents:
                if name not in found:
                    reached = lookup(name, start)
                    if reached is not None:
                        found[name] = reached
                        waiting.append(reached)
        state = blake2b(digest_size=8)
        for name, macro in sorted(found.items()):
            state.update(f"{name}\0{macro.path}\0{macro.params}\0{macro.variadic}\0{macro.text}\1".encode())
        digest = self._surroundings[key] = state.digest()
        return digest

    def pasted(self, macro: Macro) -> list[str]:
        """The sinks and macros whose names `##` could make of the first or last part, where a body spells that out."""
        found: list[str] = []
        for first, last in macro.pasted_ends:
            names = (*SINKS, *self._local)
            if first:
                found += [name for name in names if name.startswith(first)]
                found += self.headers.names_that_begin(first)
            else:
                found += [name for name in names if name.endswith(last)]
                found += self.headers.names_that_end(last)
        return found

    def defined(self, words: set[str]) -> set[str]:
        """Those of some names that the file, a header or the build defines, whether this file sees it or not."""
        return (words & self.headers.by_name.keys()) | (words & self._local.keys()) | (words & self._defines.keys())

    def conditions(self, line: int, expanded: Iterable[tuple[str, str, int]]) -> list[str]:
        """The conditions that a build decides which is not here, of what stands on a line and came through macros."""
        if not self.headers.open:
            return []
        if self._doubtful is None:
            self._doubtful = {(v.path, name): text for v in self.reach for name, text in v.doubtful.items()}
        lines = {line}
        found = []
        for path, name, at in sorted(expanded):
            if path == self.path:
                lines.add(at)
            elif (path, name) in self._doubtful:
                found.append(self._doubtful[path, name])
        own = [text for first, last, text in self.doubtful if any(first <= line <= last for line in lines)]
        return list(dict.fromkeys((*own, *found)))

    def definitions(self, name: str) -> list[Macro]:
        """Every definition that some place of this file sees."""
        found = [m for _, m in self._local.get(name, ()) if m is not None]
        elsewhere = self.lookup(name, -1)
        if elsewhere is not None:
            found.append(elsewhere)
        return found


def _between(shape: str, start: int, end: int) -> bool:
    """Whether a directive stands between statements, and not inside of one."""
    before = _LAST.search(shape, max(0, start - 4000), start)
    if before is None or before.group(1) in ";{}":
        return True
    after = _NEXT.match(shape, end)
    # An invocation without a semicolon ends a statement as well, unless a chained call goes on behind it.
    return before.group(1) == ")" and (after is None or after.group(1) not in ".,)+<-")


_LAST = re.compile(r"(\S)\s*\Z")
_WORD = re.compile(r"[A-Za-z_$]\w*")
_OPEN = frozenset("([{")
_CLOSE = frozenset(")]}")
_PARTING = _OPEN | _CLOSE | {","}


class _TooMuchError(Exception):
    """Expansion went over a bound."""


class _NoEndError(_TooMuchError):
    """The bracket behind a macro's name is never closed."""

    def __init__(self) -> None:
        super().__init__("the invocation has no end")


class Expander:
    """Finds and expands the registrations of one file."""

    def __init__(self, file: File, known: Callable[[int], tuple[int, int] | None] | None = None) -> None:
        self.file = file
        self._known = known
        self.statements: list[Statement] = []
        self.invocations: list[Invocation] = []
        self.unresolved: list[Unresolved] = []
        #: Classes that expansions define, and the invocations that do.
        self.classes: dict[str, Location] = {}
        #: Whether some invocation is another one on another line.
        self.tells_lines = False
        self._opened: list[tuple[int, bool]] = []
        self._gone_through = 0  # offset up to which the file's brackets have been
        self._budget = MAX_TOKENS
        #: What the invocation in hand expanded, where a condition may be open.
        self._expanded: set[tuple[str, str, int]] = set()
        self._notes_macros = bool(file.headers.open)
        #: Whether the invocation in hand ended with the file, or could not be read.
        self._ended = False
        self._pending: deque[Token] = deque()
        self._spans: list[tuple[str, int]] = []
        self._span_at = 0
        self._span_end = 0  # offset up to which the file's tokens have been read
        self._offset = 0

    # -- which names matter --

    def relevant(self, words: set[str]) -> set[str]:
        """Those of some names whose expansion, by any definition that this file sees, can invoke a sink."""
        reverse: dict[str, list[str]] = {}
        waiting, seen = list(self.file.defined(words)), set(words)
        while waiting:
            name = waiting.pop()
            if name in SINKS:
                continue
            for macro in self.file.definitions(name):
                for ident in (*macro.idents, *self.file.pasted(macro)) if macro.pasted_ends else macro.idents:
                    reverse.setdefault(ident, []).append(name)
                    if ident not in seen:
                        seen.add(ident)
                        waiting.append(ident)
        waiting = [name for name in SINKS if name in seen]
        reached = set(waiting)
        while waiting:
            for name in reverse.get(waiting.pop(), ()):
                if name not in reached:
                    reached.add(name)
                    waiting.append(name)
        return reached & words

    def run(self) -> None:
        """Fill `invocations`, `unresolved` and `classes`."""
        shape = self.file.shape
        words = set(_WORD.findall(shape))
        names = self.relevant(words)
        if not names:
            return
        pattern = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})\b")
        done = 0
        # The pattern itself would be tried at every word of the file.
        for place in sorted({at for name in names for at in _places(shape, name)}):
            match = pattern.match(shape, place) if place >= done else None
            if match is None:
                continue
            start = self._outermost(match.start())
            if start == match.start() and self._handed_on(match, shape):
                self._note(match.group(), start, "it is given to a macro that is not in sight", match.end())
                done = match.end()
                continue
            begin = max(start, done)
            known = self._known(begin) if self._known is not None else None
            if known is not None and known[1] <= self._budget:
                done, cost = known
                self._budget -= cost
                self.invocations.append(Invocation(begin, done, cost, None))
                continue
            budget, self.statements, self._ended, self._expanded = self._budget, [], False, set()
            try:
                self._spend(0)
                done = self._invocation(begin)
            except _NoEndError as stop:
                # Its arguments are the rest of the file; what stands there is looked at for itself.
                done = match.end()
                self._note(match.group(), start, str(stop), match.end())
            except _TooMuchError as stop:
                done = max(self._span_end, match.end())
                self._note(match.group(), start, str(stop), match.end())
            except RecursionError:
                done = max(self._span_end, match.end())
                self._note(match.group(), start, "macros nest too deep", match.end())
            cost = budget - self._budget
            found = tuple(self.statements)
            self.invocations.append(Invocation(begin, done, cost, found, not self._ended, frozenset(self._expanded)))

    def _handed_on(self, match: re.Match[str], shape: str) -> bool:
        """Whether the name of a macro stands as an argument of something that is no macro."""
        following = _NEXT.match(shape, match.end())
        if following is None or following.group(1) not in (",", ")"):
            return False
        macro = self.file.lookup(match.group(), match.start())
        return macro is not None and macro.params is not None

    def _outermost(self, offset: int) -> int:
        """The start of the invocation that a name is an argument of, when that invokes a macro too.

        Offsets are asked for in order, so the file's brackets are gone through once.
        """
        opened, shape = self._opened, self.file.shape
        brace = max(shape.rfind("{", self._gone_through, offset), shape.rfind("}", self._gone_through, offset))
        if brace >= 0:  # whatever was open in front of it
            opened.clear()
        for bracket in _BRACKET.finditer(shape, max(brace, self._gone_through), offset):
            char, at = bracket.group(), bracket.start()
            if char == "(" or (char == ";" and not (opened and opened[-1][1])):
                opened.append((at, char == ";"))  # a semicolon parts what it follows from what stands behind it
            elif char == ")":
                while opened and opened.pop()[1]:
                    pass
        self._gone_through = max(offset, self._gone_through)
        best = offset
        for at, semicolon in reversed(opened[-MAX_CHAIN:]):
            head = None if semicolon else _TAIL_WORD.search(self.file.shape, max(0, at - 120), at)
            macro = self.file.lookup(head.group(1), at) if head else None
            if head is None or macro is None or macro.params is None:
                break
            best = head.start(1)
        return best

    def _place(self, start: int, end: int) -> Location:
        line = self.file.source.line
        return Location(self.file.path, line(start), line(max(start, end - 1)))

    def _note(self, macro: str, start: int, reason: str, end: int) -> None:
        self._ended = True
        text = " ".join(self.file.code[start : start + 400].split())[:80]
        self.unresolved.append(Unresolved(macro, text, reason, self._place(start, end)))

    # -- the token stream --

    def _invocation(self, start: int) -> int:
        """Expand one invocation of the file that starts at an offset; the offset behind it."""
        self._offset = start
        self._pending.clear()
        self._spans = []
        self._span_at = 0
        self._span_end = start
        first = self._next()
        if first is None:
            return start + 1
        self._pending.appendleft(first)
        # Only the first token is sure to belong to this invocation; whatever it expands to is read to the end, and the
        # file's tokens behind it only as far as arguments and chained calls ask for them.
        before = last = ""
        while self._pending:
            token = self._one(self._pending.popleft(), self._pending, True)
            if token is None:
                continue
            if token[0] in (":", "{") and before in ("class", "struct"):
                # A class that a macro writes is defined, for a person, where the macro is invoked.
                place = self._place(start, self._span_end)
                self.classes.setdefault(last, place)
            before, last = last, token[0]
        return max(self._span_end, start + 1)

    def _fill(self) -> bool:
        """Read a few more tokens of the file."""
        code = self.file.code
        if self._span_end >= len(code):
            return False
        # Behind a bracket or a comma outside of literals no token is cut; a line may end inside of a raw string.
        cut = _CUT.search(self.file.shape, self._span_end + 400)
        stop = cut.end() if cut else len(code)
        self._spans = lexer.spans(code, self._span_end, stop)
        self._span_at = 0
        if not self._spans:
            self._span_end = stop
            return stop < len(code) and self._fill() if stop - self._offset < 100_000 else False
        return True

    def _next(self) -> Token | None:
        """The next token: of the expansion in hand, then of the file."""
        if self._pending:
            return self._pending.popleft()
        if self._span_at >= len(self._spans) and not self._fill():
            self._ended = True
            return None
        text, offset = self._spans[self._span_at]
        self._span_at += 1
        self._span_end = offset + len(text)
        return text, None, self.file.source.line(offset)

    def _spend(self, count: int) -> None:
        self._budget -= count
        if self._budget < 0:
            raise _TooMuchError(f"macro expansion grows over {MAX_TOKENS} tokens in this file")

    # -- expansion --

    def _one(self, token: Token, queue: deque[Token], from_file: bool) -> Token | None:
        """Deal with one token: a sink makes a statement, a macro is replaced in the queue, any other is returned."""
        text, chain, _ = token
        if not lexer.is_identifier(text):
            return token
        if text in SINKS and from_file:
            if self._sink(token):
                return None
            return token
        if type(text) is _Painted:
            return token
        if chain is not None and text in chain.hidden:
            return _Painted(text), chain, token[2]
        macro = self.file.lookup(text, self._offset)
        if macro is None:
            return token if text[:2] != "__" else self._builtin(token)
        return None if self._replace(token, macro, queue, from_file) else token

    def _builtin(self, token: Token) -> Token:
        """A name that is no macro's, or one that the compiler itself has."""
        text, chain, line = token
        if text == _LINE:
            # In an invocation on several lines, compilers do not agree which of them it is.
            self.tells_lines = self._ended = True
            first, last = map(self.file.source.line, (self._offset, max(self._span_end - 1, self._offset)))
            return (str(first) if first == last else _Unknown(text)), chain, line
        return (_Unknown(text), chain, line) if text in _COUNTED else token

    def _replace(self, token: Token, macro: Macro, queue: deque[Token], from_file: bool) -> bool:
        """Put a macro's expansion at the front of the queue; False when it is not an invocation after all."""
        _, chain, line = token
        if self._notes_macros:
            self._expanded.add((macro.path, macro.name, macro.line))
        if chain is not None and chain.depth >= MAX_CHAIN:
            raise _TooMuchError(f"macros nest over {MAX_CHAIN} deep")
        path = self.file.path if chain is None else chain.macro.path
        end_line = line
        closing = chain
        arguments: list[list[Token]] = []
        if macro.params is not None:
            found = self._arguments(queue, from_file, macro)
            if found is None:
                return False
            arguments, end_line, closing = found
            end_line = line if chain is not None else _line_in_file(end_line, closing)
        step = Chain(chain, macro, path, line, end_line, closing)
        body = self._substitute(macro, arguments, step)
        self._spend(1)
        queue.extendleft(reversed(body))
        return True

    def _arguments(
        self, queue: deque[Token], from_file: bool, macro: Macro | None
    ) -> tuple[list[list[Token]], int, Chain | None] | None:
        """The arguments behind a name, unexpanded, and the closing bracket's line and chain; None without a bracket."""
        opening = self._take(queue, from_file)
        if opening is None:
            return None
        if opening[0] != "(":
            queue.appendleft(opening)
            return None
        arguments: list[list[Token]] = [[]]
        level = 0
        count = 0
        named = None
        if macro is not None and macro.params is not None and macro.variadic:
            named = len(macro.params) - 1
        popleft, following = queue.popleft, self._next
        argument = arguments[0]
        while True:
            token = popleft() if queue else following() if from_file else None
            count += 1
            if token is None or count > MAX_STATEMENT:
                self._spend(count)
                raise _NoEndError
            text = token[0]
            if text in _PARTING:
                if text == ",":
                    if not level and (named is None or len(arguments) <= named):
                        argument = []
                        arguments.append(argument)
                        continue
                elif text in _OPEN:
                    level += 1
                elif level:
                    level -= 1
                else:
                    break
            argument.append(token)
        if macro is not None and macro.params is not None:
            if len(arguments) == 1 and not arguments[0] and not macro.params:
                arguments = []
            if macro.variadic and len(arguments) == len(macro.params) - 1:
                arguments.append([])
        return arguments, token[2], token[1]

    def _take(self, queue: deque[Token], from_file: bool) -> Token | None:
        if queue:
            return queue.popleft()
        return self._next() if from_file else None

    def _expand_all(self, tokens: list[Token]) -> list[Token]:
        """The full expansion of some tokens by themselves, as an argument is expanded before it is substituted."""
        lookup, offset = self.file.lookup, self._offset
        for text, _, _ in tokens:
            if lexer.is_identifier(text) and (text[:2] == "__" or lookup(text, offset) is not None):
                break
        else:
            return tokens
        queue = deque(tokens)
        out: list[Token] = []
        while queue:
            left = self._one(queue.popleft(), queue, False)
            if left is not None:
                out.append(left)
        return out

    def _substitute(self, macro: Macro, arguments: list[list[Token]], step: Chain) -> list[Token]:
        """A macro's body with its arguments in place: `#`, `##`, and the rest expanded."""
        body = macro.tokens
        if macro.params is None and not macro.pastes:
            self._spend(len(body))
            return [(text, step, line) for text, line in body]
        names = {name: i for i, name in enumerate(macro.params or ())}
        expanded: dict[int, list[Token]] = {}
        out: list[Token] = []
        if not macro.operates:
            for text, line in body:
                index = names.get(text, -1)
                if index < 0:
                    out.append((text, step, line))
                else:
                    if index not in expanded:
                        expanded[index] = self._expand_all(self._argument(arguments, index))
                    out += [(t, step, line) for t, _, _ in expanded[index]]
                    self._spend(len(expanded[index]))
            self._spend(len(body))
            return out
        count = len(body)
        paste = empty = False
        i = 0
        while i < count:
            text, line = body[i]
            i += 1
            if text == "##" and out:
                paste = True
                continue
            pasted_next = i < count and body[i][0] == "##"
            if text == "#" and macro.params is not None and i < count and body[i][0] in names:
                argument = self._argument(arguments, names[body[i][0]])
                i += 1
                piece: list[Token] = [(self._bounded(_stringize(argument)), step, line)]
            elif text in names:
                index = names[text]
                argument = self._argument(arguments, index)
                if paste or pasted_next:
                    piece = [(t, step, line) for t, _, _ in argument]
                    if paste and text == macro.variadic and out[-1][0] == ",":
                        # The comma before `##__VA_ARGS__` is not pasted; it goes where there are no arguments.
                        paste = False
                        if not piece:
                            out.pop()
                    if not piece:
                        piece = [("", step, line)]  # stands in for an operand of `##`
                        empty = True
                else:
                    if index not in expanded:
                        expanded[index] = self._expand_all(argument)
                    piece = [(t, step, line) for t, _, _ in expanded[index]]
            else:
                piece = [(text, step, line)]
            self._spend(len(piece))
            if paste:
                left = out.pop()
                glued = lexer.spans(self._bounded(left[0] + piece[0][0]))
                unknown = type(left[0]) is _Unknown or type(piece[0][0]) is _Unknown
                out.extend((_Unknown(t) if unknown else t, step, line) for t, _ in glued)
                if not glued:
                    out.append(("", step, line))
                out.extend(piece[1:])
                paste = False
            else:
                out.extend(piece)
        return [token for token in out if token[0]] if empty else out

    def _bounded(self, text: str) -> str:
        """A token that `#` or `##` made; they can double one without making more of them."""
        if len(text) > MAX_TOKEN:
            raise _TooMuchError(f"macro expansion makes a token of over {MAX_TOKEN} characters")
        return text

    @staticmethod
    def _argument(arguments: list[list[Token]], index: int) -> list[Token]:
        return arguments[index] if index < len(arguments) else []

    def expand_text(self, text: str, offset: int) -> list[str] | None:
        """Some text of the file with every macro expanded as of an offset; None when that grows over a bound."""
        self._offset = offset
        try:
            return [token for token, _, _ in self._expand_all([(token, None, 1) for token, _ in lexer.spans(text)])]
        except (_TooMuchError, RecursionError):
            return None

    # -- sinks --

    def _sink(self, token: Token) -> bool:
        """Read a registration behind its macro's name; False when no invocation follows."""
        name, chain, line = token
        self._spend(_STATEMENT_COST)
        queue = self._pending
        found = self._arguments(queue, True, None)
        if found is None:
            return False
        raw, end_line, closing = found
        end_line = _line_in_file(end_line, closing)
        arguments = tuple(tuple(t for t, _, _ in self._expand_all(a)) for a in raw)
        calls = []
        if SINKS[name]:
            while True:
                step = self._expanded_next()
                if step is None:
                    break
                if step[0] != ".":
                    queue.appendleft(step)
                    break
                method = self._expanded_next()
                if method is None:
                    break
                call = self._arguments(queue, True, None)
                if call is None:
                    break
                raw_call, call_line, closing = call
                end_line = max(end_line, _line_in_file(call_line, closing))
                path = method[1].macro.path if method[1] else self.file.path
                calls.append(
                    ChainedCall(
                        method[0],
                        tuple(tuple(t for t, _, _ in self._expand_all(a)) for a in raw_call),
                        Location(path, method[2], max(method[2], end_line) if method[1] is None else method[2]),
                    )
                )
        # A chain of calls may go on behind the macro that began it, and end inside of another.
        outer = chain.outermost() if chain else None
        first, path = (outer.line, outer.path) if outer else (line, self.file.path)
        location = Location(path, first, max(first, end_line))
        self.statements.append(Statement(name, arguments, tuple(calls), location, chain, self._offset))
        return True

    def _expanded_next(self) -> Token | None:
        """The next token that no macro replaces."""
        for _ in range(MAX_STATEMENT):
            token = self._next()
            if token is None or not lexer.is_identifier(token[0]) or token[0] in SINKS:
                return token
            text, chain, _ = token
            if type(text) is _Painted or (chain is not None and text in chain.hidden):
                return token
            macro = self.file.lookup(text, self._offset)
            if macro is None or not self._replace(token, macro, self._pending, True):
                return token
        raise _NoEndError


def _places(text: str, name: str) -> Iterator[int]:
    """Where a text holds a name, be it as a part of another one."""
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + len(name))


_NEXT = re.compile(r"\s*(\S)")
_CUT = re.compile(r"[(){};,]")
_BRACKET = re.compile(r"[();]")
_TAIL_WORD = re.compile(r"([A-Za-z_$]\w*)\s*\Z")


def _stringize(tokens: list[Token]) -> str:
    for text, _, _ in tokens:
        if type(text) is _Unknown:
            return text  # not a string that anybody knows
    inner = lexer.join([t for t, _, _ in tokens])
    if '"' in inner or "\\" in inner:
        inner = inner.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'


class Expansion(Record):
    """What the registrations of a file expand to: statements, what could not be read, and classes from macros."""

    invocations: list[Invocation]
    unresolved: list[Unresolved]
    classes: dict[str, Location]
    tells_lines: bool = False

    @property
    def statements(self) -> list[Statement]:
        """The statements of all invocations that no earlier run has read."""
        return [statement for one in self.invocations for statement in one.statements or ()]


def expand(file: File, known: Callable[[int], tuple[int, int] | None] | None = None) -> Expansion:
    """The registrations of one file.

    `known` is asked what stands at an offset: where that ends and how many tokens it took, when that was read before.
    """
    expander = Expander(file, known)
    expander.run()
    return Expansion(expander.invocations, expander.unresolved, expander.classes, expander.tells_lines)


def registering(file: File, names: set[str]) -> set[str]:
    """Those of some names whose expansion can come to a registration."""
    return Expander(file).relevant(names)


def profile_macros(defines: Mapping[str, str]) -> dict[str, Macro]:
    """A profile's `-D` definitions as macros."""
    return {name: Macro(name, None, value, "<profile>", 1, 1) for name, value in defines.items()}
