"""Expands what reaches a registration, and keeps the way it came.

A *sink* is a macro (or a function of the C API) whose invocation is a registration. A file is searched for sinks and
for macros whose expansion can reach one; only those invocations are expanded, with the semantics of the standard:
redefinition, `#if` under the profile, `#` and `##`, macro names passed as arguments, arguments expanded before they are
substituted, no macro inside its own expansion. A sink itself is never expanded: its expanded arguments, and for a
builder the calls chained to it, become a `Statement`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from tfexplore.cpp import lexer
from tfexplore.cpp.expansion import SINKS, Chain, ChainedCall, Expansion, Invocation, Painted, Statement, Token, Unknown
from tfexplore.cpp.macros import Macro
from tfexplore.cpp.source_file import File
from tfexplore.model import Location, Unresolved

#: Macro expansion may grow exponentially; a file of TensorFlow spends some 40,000 tokens at the most.
MAX_TOKENS = 500_000
#: What a registration costs of these, so that their number is bounded, too.
_STATEMENT_COST = 20
MAX_TOKEN = 65_536
MAX_CHAIN = 64
MAX_STATEMENT = 20_000
#: Macros that every compiler has and that are something else in each place or run.
_COUNTED = frozenset(["__COUNTER__", "__FILE__", "__FILE_NAME__", "__BASE_FILE__", "__DATE__", "__TIME__",
                      "__TIMESTAMP__", "__INCLUDE_LEVEL__"])  # fmt: skip
_LINE = "__LINE__"
_WORD = re.compile(r"[A-Za-z_$]\w*")
_OPEN = frozenset("([{")
_CLOSE = frozenset(")]}")
_PARTING = _OPEN | _CLOSE | {","}
_NEXT = re.compile(r"\s*(\S)")
_CUT = re.compile(r"[(){};,]")
_BRACKET = re.compile(r"[();{}]")
_ROUND = re.compile(r"[()]")
_TAIL_WORD = re.compile(r"([A-Za-z_$]\w*)\s*\Z")
#: What stands last before an offset, and letters before it that are read for that, or for a name.
_LAST = re.compile(r"\S(?=\s*\Z)")
MAX_NAME = 120
#: As how many builds have it an invocation is read, where settings of a repository decide what its macros are.
MAX_BUILDS = 16
_MOST_ROUNDS = 4
_TOO_MANY = "what it registers is decided by more settings of the repository's own build than are read"


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
        #: Whether some invocation is read as several builds have it.
        self.imagines = False
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
        glue: set[str] = set()
        while waiting or glue:
            if not waiting:
                waiting = self._glued(glue, reverse, seen, words)
                glue = glue if waiting else set()
                continue
            name = waiting.pop()
            if name in SINKS:
                continue
            for macro in self.file.definitions(name):
                for ident in (*macro.idents, *self.file.pasted(macro)) if macro.pasted_ends else macro.idents:
                    reverse.setdefault(ident, []).append(name)
                    if ident not in seen:
                        seen.add(ident)
                        waiting.append(ident)
                if macro.glues:
                    glue.add(name)
        waiting = [name for name in SINKS if name in seen]
        reached = set(waiting)
        while waiting:
            for name in reverse.get(waiting.pop(), ()):
                if name not in reached:
                    reached.add(name)
                    waiting.append(name)
        return reached & words

    def _glued(self, glue: set[str], reverse: dict[str, list[str]], seen: set[str], words: set[str]) -> list[str]:
        """The names, not `seen` yet, that macros may come to which paste what they are given: `CAT(REGISTER_, OP)`.

        `reverse` has for each name the macros in whose definitions it stands; those of what is pasted are added.
        """
        handing, waiting = set(glue), list(glue)
        while waiting:
            for name in reverse.get(waiting.pop(), ()):
                if name not in handing:
                    handing.add(name)
                    waiting.append(name)
        new = []
        for one in handing:
            idents = {ident for macro in self.file.definitions(one) for ident in macro.idents}
            for name in self.file.begun_by(idents | words if one in words else idents):
                users = reverse.setdefault(name, [])
                if one not in users:
                    users.append(one)
                if name not in seen:
                    seen.add(name)
                    new.append(name)
        return new

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
            begins = self._around(match.start())
            if len(begins) == 1 and self._handed_on(match, shape):
                self._note(match.group(), match.start(), "it is given to a macro that is not in sight", match.end())
                done = match.end()
                continue
            for begin in begins:
                # What stands before a bracket may be, in the end, no macro that takes it.
                if done <= begin:
                    done = self._read(begin, match)
                if done > match.start():
                    break

    def _read(self, begin: int, match: re.Match[str]) -> int:
        """Read the invocation that begins at an offset, or ask what it was, for a name in it; where it ends."""
        known = self._known(begin) if self._known is not None else None
        if known is not None and known[1] <= self._budget:
            done, cost = known
            self._budget -= cost
            self.invocations.append(Invocation(begin, done, cost, None))
            return done
        budget, self.statements, self._ended, self._expanded = self._budget, [], False, set()
        try:
            self._spend(0)
            done = self._invocation(begin)
        except _NoEndError as stop:
            # Its arguments are the rest of the file; what stands there is looked at for itself.
            done = match.end()
            self._note(match.group(), begin, str(stop), match.end())
        except _TooMuchError as stop:
            done = max(self._span_end, match.end())
            self._note(match.group(), begin, str(stop), match.end())
        except RecursionError:
            done = max(self._span_end, match.end())
            self._note(match.group(), begin, "macros nest too deep", match.end())
        cost = budget - self._budget
        found = tuple(self.statements)
        expanded = frozenset(self._expanded)
        if not (self._notes_macros and expanded and self._elsewhere(begin, match, expanded)):
            self.invocations.append(Invocation(begin, done, cost, found, not self._ended, expanded))
        return done

    def _elsewhere(self, begin: int, match: re.Match[str], expanded: frozenset[tuple[str, str, int]]) -> bool:
        """Read an invocation as each build has it, where its macros are not the same in all; False where they are."""
        names = {name for _, name, _ in expanded}
        read: list[Invocation] = []
        for _ in range(_MOST_ROUNDS):
            worlds = self.file.worlds(names, begin)
            if not worlds:
                return False
            builds = self.file.builds(worlds, begin, MAX_BUILDS)
            read, seen = [], set(names)
            for definitions in builds or ():
                self.statements, self._expanded = [], set()
                budget = self._budget
                try:
                    with self.file.imagined(definitions):
                        done = self._invocation(begin)
                except (_TooMuchError, RecursionError):
                    builds = None
                    break
                seen |= {name for _, name, _ in self._expanded}
                found, cost = tuple(self.statements), budget - self._budget
                read.append(Invocation(begin, done, cost, found, False, frozenset(self._expanded)))
            if builds is None:
                self._note(match.group(), begin, _TOO_MANY, match.end())
                return False
            if len(self.file.worlds(seen, begin)) == len(worlds):
                break
            names = seen  # in one of the builds it comes to macros that are not the same in all, either
        else:
            self._note(match.group(), begin, _TOO_MANY, match.end())
        self.invocations += _told_apart(read)
        self.imagines = True
        return bool(read)

    def _handed_on(self, match: re.Match[str], shape: str) -> bool:
        """Whether the name of a macro stands as an argument of something that is no macro."""
        following = _NEXT.match(shape, match.end())
        if following is None or following.group(1) not in (",", ")"):
            return False
        macro = self.file.lookup(match.group(), match.start())
        return macro is not None and macro.params is not None

    def _around(self, offset: int) -> list[int]:
        """Where the invocations begin that a name is an argument of, the outermost first, and where it stands itself.

        Offsets are asked for in order, so the file's brackets are gone through once.
        """
        opened, shape = self._opened, self.file.shape
        for bracket in _BRACKET.finditer(shape, self._gone_through, offset):
            char, at = bracket.group(), bracket.start()
            if char == "(":
                opened.append((at, False))
            elif char == ")":
                while opened and opened.pop()[1]:
                    pass
            elif not (opened and opened[-1][1]):  # it parts what it follows from what stands behind it
                opened.append((at, True))
        self._gone_through = max(offset, self._gone_through)
        begins, parted = [offset], False
        for at, parts in reversed(opened[-MAX_CHAIN:]):
            if parts:
                parted = True
                continue
            # A bracket before the end of a statement, or of a block, may as well be one that is never closed.
            begin = self._head(at) if not parted or self._pairs.get(at, 0) > offset else None
            if begin is None:
                break
            begins.append(begin)
        return begins[::-1]

    @cached_property
    def _pairs(self) -> dict[int, int]:
        """Of each round bracket of the file the other one, where there is one."""
        pairs: dict[int, int] = {}
        opened: list[int] = []
        for bracket in _ROUND.finditer(self.file.shape):
            at = bracket.start()
            if bracket.group() == "(":
                opened.append(at)
            elif opened:
                pairs[at] = opened.pop()
                pairs[pairs[at]] = at
        return pairs

    def _head(self, at: int) -> int | None:
        """Where the name of the macro stands whose arguments a bracket opens; None where no macro takes them.

        It may be what another comes to: `#define CHOSEN SKIP`, or `PICK(0)` before the bracket.
        """
        shape, behind = self.file.shape, at
        for _ in range(MAX_CHAIN):
            head = _TAIL_WORD.search(shape, max(0, behind - MAX_NAME), behind)
            if head is not None:
                macro = self.file.lookup(head.group(1), at)
                if macro is None or not (macro.params is not None or (behind == at and self._names_one(macro, at))):
                    return None
                return head.start(1)
            closing = _LAST.search(shape, max(0, behind - MAX_NAME), behind)
            opening = self._pairs.get(closing.start()) if closing is not None and closing.group() == ")" else None
            if opening is None:
                return None
            behind = opening
        return None

    def _names_one(self, macro: Macro, at: int) -> bool:
        """Whether what a macro without parameters comes to ends with the name of one that has some."""
        found: Macro | None = macro
        for _ in range(MAX_CHAIN):
            if found is None or found.params is not None:
                break
            found = self.file.lookup(found.tokens[-1][0], at) if found.tokens else None
        return found is not None and found.params is not None

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
        if type(text) is Painted:
            return token
        if chain is not None and text in chain.hidden:
            return Painted(text), chain, token[2]
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
            return (str(first) if first == last else Unknown(text)), chain, line
        return (Unknown(text), chain, line) if text in _COUNTED else token

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
        taken = [opening]
        while True:
            token = popleft() if queue else following() if from_file else None
            count += 1
            if token is None or count > MAX_STATEMENT:
                self._spend(count)
                raise _NoEndError
            text = token[0]
            if macro is None:
                taken.append(token)
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
            elif text == ";" and macro is None and not level:  # one of the names before it comes to a bracket
                queue.extendleft(reversed(taken))
                return self._expanded_arguments()
            argument.append(token)
        if macro is not None and macro.params is not None:
            if len(arguments) == 1 and not arguments[0] and not macro.params:
                arguments = []
            if macro.variadic and len(arguments) == len(macro.params) - 1:
                arguments.append([])
        return arguments, token[2], token[1]

    def _expanded_arguments(self) -> tuple[list[list[Token]], int, Chain | None]:
        """The arguments of a call whose brackets are macros' in part: `#define CLOSE )`."""
        arguments: list[list[Token]] = [[]]
        level = -1
        for _ in range(MAX_STATEMENT):
            token = self._expanded_next()
            if token is None or (token[0] == ";" and not level):
                break
            text = token[0]
            if text in _OPEN:
                level += 1
            elif text in _CLOSE:
                level -= 1
            if level < 0:
                return arguments, token[2], token[1]
            if text == "," and not level:
                arguments.append([])
            elif level or text not in _OPEN or arguments != [[]]:
                arguments[-1].append(token)
        raise _NoEndError

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
                unknown = type(left[0]) is Unknown or type(piece[0][0]) is Unknown
                out.extend((Unknown(t) if unknown else t, step, line) for t, _ in glued)
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
            if type(text) is Painted or (chain is not None and text in chain.hidden):
                return token
            macro = self.file.lookup(text, self._offset)
            if macro is None or not self._replace(token, macro, self._pending, True):
                return token
        raise _NoEndError


def _told_apart(read: list[Invocation]) -> list[Invocation]:
    """What builds make of one invocation: each statement once, with the macros of all builds that have it."""
    having: dict[tuple[object, ...], tuple[Statement, list[int]]] = {}
    for number, one in enumerate(read):
        count: dict[tuple[object, ...], int] = {}
        for statement in one.statements or ():
            calls = tuple([(call.name, _plainly(call.arguments)) for call in statement.calls])
            said: tuple[object, ...] = (statement.sink, statement.arguments, calls)
            count[said] = count.get(said, 0) + 1
            having.setdefault((*said, count[said]), (statement, []))[1].append(number)
    together: dict[tuple[int, ...], list[Statement]] = {}
    for statement, builds in having.values():
        together.setdefault(tuple(builds), []).append(statement)
    return [
        read[builds[0]]._replace(
            statements=tuple(statements), macros=frozenset.intersection(*[read[one].macros for one in builds])
        )
        for builds, statements in together.items()
    ]


def _plainly(arguments: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Arguments as facts have them: of a function without a name that it is one."""
    return (("[",),) if arguments[:1] and arguments[0][:1] == ("[",) else arguments


def _line_in_file(line: int, chain: Chain | None) -> int:
    """The last line, in the file itself, of what a token stands in or came from."""
    return line if chain is None else chain.outermost().end_line


def _places(text: str, name: str) -> Iterator[int]:
    """Where a text holds a name, be it as a part of another one."""
    at = text.find(name)
    while at >= 0:
        yield at
        at = text.find(name, at + len(name))


def _stringize(tokens: list[Token]) -> str:
    for text, _, _ in tokens:
        if type(text) is Unknown:
            return text  # not a string that anybody knows
    inner = lexer.join([t for t, _, _ in tokens])
    if '"' in inner or "\\" in inner:
        inner = inner.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'


def expand(file: File, known: Callable[[int], tuple[int, int] | None] | None = None) -> Expansion:
    """The registrations of one file.

    `known` is asked what stands at an offset: where that ends and how many tokens it took, when that was read before.
    """
    expander = Expander(file, known)
    expander.run()
    return Expansion(
        expander.invocations, expander.unresolved, expander.classes, expander.tells_lines, expander.imagines
    )


def registering(file: File, names: set[str]) -> set[str]:
    """Those of some names whose expansion can come to a registration."""
    return Expander(file).relevant(names)


def profile_macros(defines: Mapping[str, str]) -> dict[str, Macro]:
    """A profile's `-D` definitions as macros."""
    return {name: Macro(name, None, value, "<profile>", 1, 1) for name, value in defines.items()}
