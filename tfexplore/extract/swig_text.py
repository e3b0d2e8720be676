"""SWIG's preprocessor: from a root interface file to one stream of tokens, in the order in which SWIG sees them.

SWIG preprocesses before it parses. `%include` and `%import` are followed (each file once; the headers' own `#include`
lines are not), `#if` is decided with nothing but SWIG's own definitions, `#define` of a value becomes a `%constant`,
and `%define ... %enddef` makes macros that may be called like directives: TensorFlow's `%ignoreall`, `%unignore` and
`%unignoreall` are three of those, and mean what their bodies say. Code between `%{` and `%}` is passed through unread.

A token knows the line that a person would open: for what a macro wrote, the line of its invocation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from tfexplore._record import Record
from tfexplore.cpp import lexer, macros
from tfexplore.errors import TfexploreError
from tfexplore.model import Location, SwigEffect, SwigFile, Unresolved

MAX_DEPTH = 64
MAX_EXPANSION = 64
#: TensorFlow's interface files are some 60,000 tokens, of which 600 macro invocations write 6,000.
MAX_TOKENS = 500_000
MAX_WRITTEN = 200_000
MAX_PASTED = 1000

#: What SWIG itself defines when it makes a Python module from C++. TensorFlow's build passes it no `-D`, so none of the
#: compiler's definitions hold here. `SWIG_VERSION` is 3.0.8, which TensorFlow's 1.x and 2.0 were built with.
PREDEFINED = (
    ("SWIG", "1"), ("SWIGPYTHON", "1"), ("SWIG_VERSION", "0x030008"), ("__cplusplus", "__cplusplus"),
)  # fmt: skip

_LIBRARY_FILES = """
    argcargv attribute boost_shared_ptr carrays ccomplex cdata cmalloc complex constraints cpointer cstring
    cwstring embed exception factory file implicit intrusive_ptr inttypes math pyabc pybuffer shared_ptr std_alloc
    std_array std_auto_ptr std_basic_string std_carray std_char_traits std_common std_complex std_container
    std_deque std_except std_ios std_iostream std_list std_map std_multimap std_multiset std_pair std_set
    std_shared_ptr std_sstream std_streambuf std_string std_unique_ptr std_unordered_map std_unordered_multimap
    std_unordered_multiset std_unordered_set std_vector std_vectora std_vios std_wios std_wiostream std_wsstream
    std_wstreambuf std_wstring stdint stl typemaps wchar windows
"""
#: The files that SWIG brings along for Python, where an interface may include them by name.
LIBRARY = frozenset(f"{name}.i" for name in _LIBRARY_FILES.split())

_SCAN = re.compile(
    r"""//[^\n]*|/\*.*?(?:\*/|\Z)"""
    r"""|%\{.*?(?:%\}|\Z)"""
    r"""|%\#(?:[^\n\\]|\\\r?\n|\\)*"""
    r"""|^[ \t]*\#(?:[^\n\\/"]|\\(?:\r?\n|.)?|"(?:[^"\\\n]|\\.)*"?|//[^\n]*|/\*.*?(?:\*/|\Z)|/)*"""
    r"""|"(?:[^"\\]|\\.)*(?:"|\Z)"""
    r"""|'(?:[^'\\\n]|\\.)*'?"""
    r"""|\boperator\s*(?:\(\s*\)|\[\s*\]|->\*?|<<=?|>>=?|&&|\|\||\+\+|--|[-+*/%&|^!=<>]=?|[~,])"""
    r"""|%\$?[A-Za-z_]\w*|[A-Za-z_$][\w$]*|\.?\d(?:[eE][+-]|[\w.])*"""
    r"""|\#\#|::|->|\.\.\.|\S""",
    re.S | re.M,
)
_ENDS_OF_MACRO = re.compile(r"%(define|enddef)(?=\s|\Z)")
_MACRO_HEAD = re.compile(r"\s*([%A-Za-z_$][\w$]*)(\([^()]*\))?")
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*([A-Za-z_]\w*)?")
_NAME = re.compile(r"[%A-Za-z_$][\w$]*")
_INCLUDE_TARGET = re.compile(r"""\s*(?:\([^()]*\)\s*)?(?:"([^"\n]*)"|<([^<>\n]*)>|([^\s;]+))""")
_OPERATOR = re.compile(r"operator[^\w$]")
_IDENTIFIER_START = re.compile(r"[A-Za-z_$%]")

# What a piece of a file is.
TOKEN, BLOCK, DIRECTIVE, MACRO, INCLUDE, BAD = range(6)


class Piece(Record):
    """A stretch of a file that stands for itself: a token, a block, a `#` line, a macro's definition."""

    kind: int
    text: str
    line: int
    end_line: int


class Token(Record):
    """A token behind the preprocessor. `written` is the macro that a person wrote where a macro wrote the token."""

    text: str
    path: str
    line: int
    end_line: int
    written: str = ""


#: The texts of the tokens that mark where a file begins and ends (`path` is the file's), and where one of SWIG's own
#: would be (`written` is its name); no piece of source is more than one character where it starts with a NUL.
BEGIN_FILE = "\0begin"
BEGIN_IMPORT = "\0import"
END_FILE = "\0end"
LIBRARY_FILE = "\0library"


def scan(text: str) -> list[Piece]:
    """A file in pieces, comments left out. Never fails: what does not end is a `BAD` piece."""
    pieces: list[Piece] = []
    at = position = 0
    line = 1
    while True:
        match = _SCAN.search(text, position)
        if match is None:
            return pieces
        start, end = match.span()
        line += text.count("\n", at, start)
        at = start
        piece = match.group()
        position = end
        first = piece[0]
        if first == "/" and piece[:2] in ("//", "/*"):
            if piece[1] == "*" and (len(piece) < 4 or not piece.endswith("*/")):
                pieces.append(Piece(BAD, "/*", line, line))
            continue
        if first in " \t#" and piece.lstrip(" \t")[:1] == "#" and piece != "##":
            pieces.append(Piece(DIRECTIVE, piece, line, line + piece.count("\n")))
        elif first == "%" and len(piece) > 1:
            if piece[1] == "{":
                if not piece.endswith("%}") or len(piece) < 4:
                    pieces.append(Piece(BAD, "%{", line, line))
                pieces.append(Piece(BLOCK, piece, line, line + piece.count("\n")))
            elif piece == "%define":
                stop = _end_of_macro(text, end)
                if stop is None:
                    pieces.append(Piece(BAD, "%define", line, line))
                    return pieces
                pieces.append(Piece(MACRO, text[end : stop[0]], line, line + text.count("\n", start, stop[0])))
                position = stop[1]
            elif piece in ("%include", "%import"):
                target = _INCLUDE_TARGET.match(text, end)
                if target is None:
                    pieces.append(Piece(BAD, piece, line, line))
                else:
                    pieces.append(Piece(INCLUDE, piece + target.group(), line, line + target.group().count("\n")))
                    position = target.end()
            elif piece[1] != "#":
                pieces.append(Piece(TOKEN, piece, line, line))
        elif first in "\"'":
            if len(piece) < 2 or piece[-1] != first:
                # A quote that nothing closes: SWIG stops here; the line is given up and the next one is read.
                pieces.append(Piece(BAD, first, line, line))
                newline = text.find("\n", start)
                position = len(text) if newline < 0 else newline
            else:
                pieces.append(Piece(TOKEN, piece, line, line + piece.count("\n")))
        else:
            if _OPERATOR.match(piece):
                piece = "".join(piece.split())
            pieces.append(Piece(TOKEN, piece, line, line))


def _end_of_macro(text: str, position: int) -> tuple[int, int] | None:
    """Where the `%enddef` that closes a `%define` starts and ends."""
    level = 1
    for match in _ENDS_OF_MACRO.finditer(text, position):
        level += 1 if match.group(1) == "define" else -1
        if not level:
            return match.span()
    return None


class _Macro:
    """A macro of either kind: `#define` on a line, or `%define` to `%enddef`."""

    __slots__ = ("as_cpp", "body", "name", "params", "variadic")

    def __init__(self, name: str, params: tuple[str, ...] | None, text: str, path: str, line: int) -> None:
        self.name = name
        self.variadic = ""
        if params and params[-1].endswith("..."):
            self.variadic = params[-1][:-3].strip() or "__VA_ARGS__"
            params = (*params[:-1], self.variadic)
        self.params = params
        self.body = [piece.text for piece in scan(text) if piece.kind in (TOKEN, BLOCK)]
        #: The same for the expressions of `#if`.
        self.as_cpp = macros.Macro(name, params, text, path, line, line)


class Stream(Record):
    """What the preprocessor makes of a root: the tokens, and what it met on the way."""

    tokens: list[Token]
    files: tuple[SwigFile, ...]
    library_files: tuple[str, ...]
    effects: tuple[SwigEffect, ...]
    unresolved: tuple[Unresolved, ...]
    #: For each file the innermost `.i` file that brings it in, and the line there.
    interfaces: dict[str, tuple[str, int]]


class _Reader:
    """One run of the preprocessor over a root."""

    def __init__(
        self, read: Callable[[str], bytes], paths: Collection[str], defines: tuple[tuple[str, str], ...]
    ) -> None:
        self._read = read
        self._paths = paths
        self._macros: dict[str, _Macro] = {}
        for name, value in defines:
            self._macros[name] = _Macro(name, None, value, "", 0)
        self._seen: set[str] = set()
        self._folders: list[str] = []
        self._budget = MAX_WRITTEN
        self.tokens: list[Token] = []
        self.files: list[SwigFile] = []
        self.library: list[str] = []
        self.effects: list[SwigEffect] = []
        self.unresolved: list[Unresolved] = []
        self.interfaces: dict[str, tuple[str, int]] = {}

    # -- files ---------------------------------------------------------------------------------------------------------

    def _miss(self, macro: str, text: str, reason: str, path: str, line: int, end_line: int | None = None) -> None:
        place = Location(path, line, end_line or line)
        self.unresolved.append(Unresolved(macro, " ".join(text.split())[:80], reason, place))

    def _miss_once(self, token: Token, reason: str) -> None:
        """Name a macro that cannot be expanded, however often it is called."""
        if not any(u.text == token.text and u.reason == reason for u in self.unresolved):
            self._miss("%define", token.text, reason, token.path, token.line)

    def _resolve(self, name: str) -> str | None:
        """SWIG looks from the root first, then in the directories of the including files, innermost first."""
        for folder in ("", *reversed(self._folders)):
            path = _normal(f"{folder}/{name}" if folder else name)
            if path is not None and path in self._paths:
                return path
        return None

    def include(self, directive: str, name: str, path: str, line: int, is_system: bool) -> None:
        """Follow one `%include` or `%import`."""
        self.effects.append(SwigEffect(directive, name, Location(path, line, line)))
        target = self._resolve(name)
        if target is None:
            if name.rpartition("/")[2] in LIBRARY:
                if name not in self.library:
                    self.library.append(name)
                    self.files.append(SwigFile(name, path, line, "library"))
                    self.tokens.append(Token(LIBRARY_FILE, path, line, line, name))
            else:
                reason = "no such file in the tree" + (", nor in SWIG's library" if is_system else "")
                self._miss(directive, name, reason, path, line)
            return
        if target in self._seen:
            return
        if len(self._folders) >= MAX_DEPTH:
            self._miss(directive, name, f"included more than {MAX_DEPTH} files deep", path, line)
            return
        try:
            data = self._read(target)
        except (OSError, TfexploreError) as error:
            self._miss(directive, name, f"cannot be read: {error}", path, line)
            return
        is_interface = target.endswith((".i", ".swg"))
        self.files.append(SwigFile(target, path, line, "interface" if is_interface else "header"))
        outer = path if path.endswith((".i", ".swg")) else self.interfaces.get(path, (path, line))[0]
        self.interfaces[target] = (outer, line)
        self.tokens.append(Token(BEGIN_IMPORT if directive == "%import" else BEGIN_FILE, target, line, line))
        self.file(target, data)
        self.tokens.append(Token(END_FILE, target, line, line))

    def file(self, path: str, data: bytes) -> None:
        """Read one file to its end, and those it includes where it includes them."""
        self._seen.add(path)
        self._folders.append(path.rpartition("/")[0])
        self._text(data.decode("utf-8", "replace").replace("\r", ""), path, 0)
        self._folders.pop()

    def _text(self, whole: str, path: str, above: int) -> None:
        """A file's text, or that of an `%inline` block with `above` lines before it."""
        # (what holds outside, whether a branch was taken, the line) for each open `#if`
        conditions: list[tuple[bool, bool, int]] = []
        live = True
        run: list[Token] = []
        for kind, text, line, end_line in scan(whole):
            line += above
            end_line += above
            if kind == DIRECTIVE:
                # A line of the preprocessor ends the text before it: a macro's arguments do not go across.
                self._flush(run)
                run = []
                live = self._directive(text, path, line, live, conditions)
            elif not live:
                continue
            elif kind == BLOCK and run and run[-1].text == "%inline" and not above:
                self._flush([*run, Token(text, path, line, end_line)])
                run = []
                self._text(text[2:].removesuffix("%}"), path, line - 1)
            elif kind in (TOKEN, BLOCK):
                run.append(Token(text, path, line, end_line))
            elif kind == MACRO:
                self._flush(run)
                run = []
                self._define(text, path, line, end_line)
            elif kind == INCLUDE:
                self._flush(run)
                run = []
                directive = "%import" if text.startswith("%import") else "%include"
                match = _INCLUDE_TARGET.match(text, len(directive))
                if match:
                    name = match.group(1) or match.group(2) or self._macro_text(match.group(3) or "")
                    self.include(directive, name, path, line, match.group(2) is not None)
            else:
                self._bad(text, path, line)
            if len(self.tokens) + len(run) > MAX_TOKENS:
                self._miss("%include", path, f"more than {MAX_TOKENS} tokens", path, line)
                run = []
                break
        self._flush(run)
        if conditions:
            self._miss("#if", "", "no #endif", path, conditions[-1][2])

    def _bad(self, text: str, path: str, line: int) -> None:
        what = {
            "%{": "a code block that does not end; the rest of the file is its text",
            "/*": "a comment that does not end; nothing below it is read",
            "%define": "no %enddef; nothing below it is read",
            '"': "a string that does not end",
            "'": "a character that does not end",
        }
        self._miss(text, "", what.get(text, "names no file"), path, line)

    def _macro_text(self, name: str) -> str:
        """The file that a macro names in `%include NAME`."""
        macro = self._macros.get(name)
        if macro is not None and len(macro.body) == 1:
            return macro.body[0].strip('"')
        return name.strip("'")

    # -- lines of the preprocessor -------------------------------------------------------------------------------------

    def _lookup(self, name: str) -> macros.Macro | None:
        macro = self._macros.get(name)
        return macro.as_cpp if macro else None

    def _directive(self, text: str, path: str, line: int, live: bool, conditions: list[tuple[bool, bool, int]]) -> bool:
        """What holds behind a `#` line."""
        head = _DIRECTIVE.match(text)
        name = head.group(1) or "" if head else ""
        rest = lexer.without_comments(text[head.end() :] if head else "")
        if name in ("if", "ifdef", "ifndef"):
            value = live and self._condition(name, rest)
            conditions.append((live, value, line))
            return value
        if name in ("elif", "else", "endif"):
            if not conditions:
                self._miss("#" + name, rest, "no #if before it", path, line)
                return live
            outer, taken, start = conditions[-1]
            if name == "endif":
                conditions.pop()
                return outer
            value = outer and not taken and (name == "else" or self._condition("if", rest))
            conditions[-1] = (outer, taken or value, start)
            return value
        if live and name == "define":
            self._define_line(rest, path, line)
        elif live and name == "undef":
            match = _NAME.search(rest)
            if match:
                self._macros.pop(match.group(), None)
        return live

    def _condition(self, name: str, text: str) -> bool:
        if name == "if":
            return macros.condition(text, self._lookup)
        match = _NAME.search(text)
        return match is not None and (match.group() in self._macros) == (name == "ifdef")

    def _define(self, text: str, path: str, line: int, end_line: int) -> None:
        """`%define NAME(params) body %enddef`."""
        head = _MACRO_HEAD.match(text)
        if head is None:
            self._miss("%define", text, "names no macro", path, line, end_line)
            return
        self._add(head, text[head.end() :], path, line)
        self.effects.append(SwigEffect("%define", head.group(1), Location(path, line, end_line)))

    def _define_line(self, text: str, path: str, line: int) -> None:
        """`#define`: a macro, and a constant of the module where it has a value that names nothing."""
        text = text.replace("\\\n", " ")
        head = _MACRO_HEAD.match(text)
        if head is None:
            return
        macro = self._add(head, text[head.end() :], path, line)
        if macro.params is None and macro.body:
            name = Token(macro.name, path, line, line)
            known = len(self.unresolved)
            value = self._expand([Token(t, path, line, line) for t in macro.body], frozenset([macro.name]), 0)
            del self.unresolved[known:]  # SWIG tries a value without a word; what is wrong shows where it is used
            if value and not any(_IDENTIFIER_START.match(t.text) or t.text in "{}" for t in value):
                start = Token("%constant", path, line, line, "#define")
                stop = Token(";", path, line, line)
                self.tokens += [start, name, Token("=", path, line, line), *value, stop]

    def _add(self, head: re.Match[str], body: str, path: str, line: int) -> _Macro:
        params: tuple[str, ...] | None = None
        if head.group(2) is not None:
            inside = head.group(2)[1:-1].strip()
            params = tuple(p.strip() for p in inside.split(",")) if inside else ()
        macro = self._macros[head.group(1)] = _Macro(head.group(1), params, body, path, line)
        return macro

    # -- expansion -----------------------------------------------------------------------------------------------------

    def _flush(self, run: list[Token]) -> None:
        known = self._macros
        for token in run:
            if token.text in known:
                self.tokens += self._expand(run, frozenset(), 0)
                return
        self.tokens += run

    def _expand(self, run: list[Token], active: frozenset[str], depth: int) -> list[Token]:
        """The tokens with every macro replaced; a macro is not replaced in what it wrote itself."""
        out: list[Token] = []
        known = self._macros
        i = 0
        while i < len(run):
            token = run[i]
            i += 1
            macro = known.get(token.text)
            if macro is None:
                out.append(token)
                continue
            if token.text in active:
                if len(macro.body) > 1:  # `#define x x` is an idiom, and means nothing by it
                    self._miss_once(token, "the macro writes itself")
                out.append(token)
                continue
            arguments: list[list[Token]] = []
            if macro.params is not None:
                taken = _arguments(run, i, macro)
                if taken is None:
                    out.append(token)
                    continue
                arguments, i = taken
            written = _substitute(macro, arguments, token) if self._budget > 0 else []
            self._budget -= 1 + len(written)
            if depth >= MAX_EXPANSION or self._budget <= 0:
                self._miss_once(token, "expands too deep or too far")
                continue
            out += self._expand(written, active | {token.text}, depth + 1)
        return out


def _arguments(run: list[Token], i: int, macro: _Macro) -> tuple[list[list[Token]], int] | None:
    """The arguments of a call that would start at `i`, and where it ends; None when there is no call."""
    if i >= len(run) or run[i].text != "(" or macro.params is None:
        return None
    level = 0
    found: list[list[Token]] = [[]]
    while i < len(run):
        text = run[i].text
        if text in ("(", "[", "{"):
            level += 1
        elif text in (")", "]", "}"):
            level -= 1
            if not level:
                return found, i + 1
        is_rest = macro.variadic and len(found) == len(macro.params)
        if text == "," and level == 1 and not is_rest:
            found.append([])
        elif level > 1 or text != "(" or found[-1]:
            found[-1].append(run[i])
        i += 1
    return None


def _substitute(macro: _Macro, arguments: list[list[Token]], call: Token) -> list[Token]:
    """A macro's body with its arguments, every token at the place of the call."""
    written = call.written or (call.text if call.text.startswith("%") else "")

    def at_call(text: str) -> Token:
        return Token(text, call.path, call.line, call.end_line, written)

    values: dict[str, list[Token]] = {}
    for number, name in enumerate(macro.params or ()):
        values[name] = [at_call(t.text) for t in (arguments[number] if number < len(arguments) else ())]
    body = macro.body
    out: list[Token] = []
    i = 0
    paste = False
    while i < len(body):
        text = body[i]
        following = body[i + 1] if i + 1 < len(body) else ""
        if text == "##" and out:
            paste = True
            i += 1
            continue
        if text == "#" and following in values:
            quoted = lexer.join([t.text for t in values[following]]).replace('"', '\\"')
            new = [at_call(f'"{quoted[:MAX_PASTED]}"')]
            i += 1
        elif text == "`" and following in values and body[i + 2 : i + 3] == ["`"]:
            new = [at_call(f'"{"".join(t.text for t in values[following])[:MAX_PASTED]}"')]
            i += 2
        elif text in values:
            new = values[text]
        else:
            new = [at_call(text)]
        if paste and out and new and len(out[-1].text) + len(new[0].text) <= MAX_PASTED:
            out[-1] = at_call(out[-1].text + new[0].text)
            new = new[1:]
        paste = False
        out += new
        i += 1
    return out


def _normal(path: str) -> str | None:
    """The path without `.` and `..`; None when it leaves the tree."""
    if "\0" in path or path.startswith("/"):
        return None
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts) or None


def preprocess(
    root: str,
    read: Callable[[str], bytes],
    paths: Collection[str],
    defines: tuple[tuple[str, str], ...] = PREDEFINED,
) -> Stream:
    """The tokens of a root interface file and of everything it includes."""
    reader = _Reader(read, paths, defines)
    reader.files.append(SwigFile(root, None, None, "interface"))
    reader.interfaces[root] = (root, 1)
    try:
        data = read(root)
    except (OSError, TfexploreError) as error:
        data = b""
        place = Location(root, 1, 1)
        reader.unresolved.append(Unresolved("%module", root, f"cannot be read: {error}", place))
    reader.tokens.append(Token(BEGIN_FILE, root, 1, 1))
    reader.file(root, data)
    reader.tokens.append(Token(END_FILE, root, 1, 1))
    return Stream(
        reader.tokens,
        tuple(reader.files),
        tuple(reader.library),
        tuple(reader.effects),
        tuple(reader.unresolved),
        reader.interfaces,
    )
