"""SWIG's directives, and the loop over a stream: what Python gets, and what each line of an interface file does."""

from __future__ import annotations

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.extract import swig_names, swig_python, swig_text
from tfexplore.extract.swig_cursor import is_directive, is_mark
from tfexplore.extract.swig_declarations import CLASS_KEYS, DeclarationReader, Found, Scope
from tfexplore.extract.swig_heads import call_of, close_of, styled
from tfexplore.extract.swig_names import Candidate, Rule
from tfexplore.extract.swig_text import BEGIN_IMPORT, END_FILE, LIBRARY_FILE, Token
from tfexplore.model import SwigEffect, SwigMember, Unresolved

_ACCESS = frozenset(["public", "protected", "private"])

# Directives by what they do. SWIG defines most of the short ones as a `%feature`.
_INSERTS = frozenset(["%insert", "%pythoncode", "%pythonbegin", "%init", "%begin", "%runtime", "%header", "%wrapper"])
_PYTHON_SECTIONS = frozenset(["python", "shadow", "pythoncode"])
_TYPEMAPS = frozenset(["%typemap", "%apply", "%clear", "%typecheck"])
_RENAMES = frozenset(["%rename", "%ignore"])

_CONTAINERS = """
    stl std_array std_basic_string std_carray std_container std_deque std_list std_map std_multimap std_multiset std_set
    std_unordered_map std_unordered_multimap std_unordered_multiset std_unordered_set std_vector std_vectora
"""
#: The names that SWIG's library files themselves give to Python, and their kinds.
_LIBRARY_NAMES = {
    **{f"{name}.i": ("SwigPyIterator", "class") for name in _CONTAINERS.split()},
    "std_shared_ptr.i": ("SHARED_PTR_DISOWN", "const"),
    "boost_shared_ptr.i": ("SHARED_PTR_DISOWN", "const"),
}


class Declarations(Record):
    """Everything that the stream declares and does, in order."""

    found: tuple[Found, ...]
    effects: tuple[SwigEffect, ...]
    unresolved: tuple[Unresolved, ...]
    #: Path, first line and text of each code block: the wrapper's own C++.
    blocks: tuple[tuple[str, int, str], ...]
    #: The same for inserted Python.
    python: tuple[tuple[str, int, str], ...]


class _Reader(DeclarationReader):
    """The whole parser: one pass over a stream."""

    def __init__(self, stream: swig_text.Stream) -> None:
        super().__init__(stream)
        self.inserted: list[Found] = []
        self.blocks: list[tuple[str, int, str]] = []
        self.python: list[tuple[str, int, str]] = []

    # -- the loop ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Read the stream to its end."""
        files: list[int] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            text = token.text
            before = self._at
            if is_mark(text):
                self._at += 1
                if text == END_FILE:
                    level = files.pop() if files else 0
                    while len(self._scopes) > max(level + 1, 1):
                        self._miss("{", self._scope.name, "no closing bracket in its file", self._scope.opened)
                        self._close(token)
                    self._imports -= self._imports > 0 and self._scopes[-1].kind == "import"
                    if level:
                        self._close(token)
                elif text == LIBRARY_FILE:
                    self._library(token)
                else:
                    files.append(len(self._scopes))
                    is_import = text == BEGIN_IMPORT
                    self._imports += is_import
                    inner = Scope("import" if is_import else "file", "", self._scope.prefix, token)
                    inner.access = self._scope.access
                    self._scopes.append(inner)
            elif is_directive(text):
                self._directive(token)
            elif text == "}":
                self._at += 1
                if self._scope.kind in ("file", "import"):
                    self._miss("}", "", "a closing bracket that nothing opened", token)
                else:
                    self._close(token)
            elif text == ";":
                self._at += 1
            elif text == "namespace" or (text == "inline" and self._peek(1) == "namespace"):
                self._namespace(token)
            elif text == "extern" and self._peek(1)[:1] == '"':
                self._at += 2
                if self._peek() == "{":
                    self._open(Scope("block", "", self._scope.prefix, token))
            elif text == "template":
                self._template(token)
            elif text == "enum" or (text == "typedef" and self._peek(1) == "enum"):
                self._enum(token)
            elif text in CLASS_KEYS or (text == "typedef" and self._peek(1) in CLASS_KEYS):
                self._class(token, False)
            elif text in _ACCESS and self._peek(1) == ":":
                self._scope.access = text
                self._at += 2
            else:
                self._declaration(False)
            if self._at == before:
                self._at += 1
        while len(self._scopes) > 1:
            self._close(self._tokens[-1])

    # -- directives ----------------------------------------------------------------------------------------------------

    def _directive(self, token: Token) -> None:
        text = token.text
        said = token.written if token.written.startswith("%") else text
        self._at += 1
        if text.startswith("%{"):
            self.blocks.append((token.path, token.line, text))
            for target in swig_python.included(text):
                self._effect("#include", target, token)
        elif text in _RENAMES:
            self._rename(token, said)
        elif text == "%inline":
            self._inline(token)
        elif text in _INSERTS:
            self._insert(token, said)
        elif text in _TYPEMAPS:
            self._typemap(token, said)
        elif text == "%extend" or text == "%addmethods":
            self._extend(token, said)
        elif text == "%native":
            self._native(token, said)
        elif text == "%constant":
            self._constant(token, said)
        elif text == "%template":
            self._instantiate(token, said)
        elif text == "%module":
            options = ""
            if self._peek() == "(":
                self._skip_brackets()
            if lexer.is_identifier(self._peek() or "0"):
                options = self._peek()
                self._at += 1
            self._effect(said, options, token)
        else:
            self._feature(token, said)

    def _options(self) -> list[Token]:
        """The tokens between a directive's own brackets."""
        if self._peek() != "(":
            return []
        start = self._at
        self._skip_brackets()
        return self._tokens[start + 1 : self._at - 1]

    def _target(self) -> list[Token]:
        """What a directive speaks of: up to `;`, or to a `{` block or a text, which is passed over."""
        found: list[Token] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            text = token.text
            if text == ";":
                self._at += 1
                break
            if text == "{":
                self._skip_brackets()
                break
            if text.startswith("%{"):
                self._at += 1
                break
            if text == "}" or is_mark(text) or is_directive(text):
                break
            if text == "(":
                start = self._at
                self._skip_brackets()
                found += self._tokens[start : self._at]
                continue
            found.append(token)
            self._at += 1
            if text[0] == '"' and self._peek()[:1] != '"':
                # A text ends a directive with or without a `;`. Three quotes are an empty text beside another.
                self._at += self._peek() == ";"
                break
        return found

    def _rename(self, token: Token, said: str) -> None:
        """`%rename(new, conditions) target;`, `%rename target new;`, `%ignore target;`"""
        options = [t.text for t in self._options()]
        target = self._target()
        texts = [t.text for t in target]
        match: tuple[tuple[str, str], ...] = ()
        if token.text == "%ignore":
            new = swig_names.IGNORE
        elif options:
            new, match = _rename_options(options)
        elif len(texts) >= 2:
            new = texts[-1].strip('"')
            texts = texts[:-1]
        else:
            self._miss(said, lexer.join(texts), "names nothing", token)
            return
        parameters = ""
        if "(" in texts[1:]:
            at = texts.index("(", 1)
            close = close_of(target, at)
            parameters = swig_names.parameter_key(texts[at + 1 : close], "const" in texts[close + 1 :])
            texts = texts[:at]
        name = "".join(
            f" {t}" if i and t not in ("::",) and texts[i - 1] == "operator" else t for i, t in enumerate(texts)
        )
        name = name.strip('"').removeprefix("::")
        place = self._place(token, target[-1] if target else None)
        for key, _ in match:
            if not key.startswith(("match", "notmatch", "regexmatch", "notregexmatch")):
                self._miss(said, f"{key} {name}", "a condition that is not read", token)
        rule = Rule(new, name, said, place, match)
        self._renames.add(self._scope.prefix, parameters, rule)
        shown = f'{said}("{new}")' if said == "%rename" else said
        self._effect(shown, name or "*", token, target[-1] if target else None)

    def _inline(self, token: Token) -> None:
        """`%inline %{ ... %}`: the code goes into the wrapper; the preprocessor has put its tokens behind the block."""
        block = self._peek()
        if block.startswith("%{"):
            opened = self._tokens[self._at]
            self._at += 1
            self.blocks.append((opened.path, opened.line, block))
            self._effect("%inline", "", token, opened)
        elif block == "{":
            self._open(Scope("block", "", self._scope.prefix, token))

    def _insert(self, token: Token, said: str) -> None:
        """`%insert("python") %{ ... %}` and its short forms."""
        section = "".join(t.text for t in self._options()).strip('"')
        if token.text == "%pythoncode":
            section = "python"
        block = self._peek()
        opened = self._tokens[self._at] if block else token
        if block == "{":
            self._skip_brackets()
            block = ""
        elif block.startswith("%{") or block[:1] == '"':
            self._at += 1
        else:
            self._miss(said, block, "no text to insert", token)
            return
        is_python = section in _PYTHON_SECTIONS
        self._effect(said, section, token, opened)
        if self._imports:
            return
        if not is_python:
            if block.startswith("%{") and section in ("", "header", "wrapper", "runtime", "begin"):
                self.blocks.append((opened.path, opened.line, block))
            return
        self.python.append((opened.path, opened.line, block))
        scope = self._scope
        written = f'{said}("python")' if said == "%insert" else said
        for name, line, end_line in swig_python.definitions(block):
            first = Token(name, opened.path, opened.line + line, opened.line + end_line)
            if scope.kind in ("class", "extend"):
                scope.members.append(SwigMember(name, "python", "", self._place(first)))
            else:
                self.inserted.append(self._made(name, "python", "", first, None, None, directive=written))
                self._effect("python", name, first)

    def _typemap(self, token: Token, said: str) -> None:
        """`%typemap(in) const string& (string temp) { ... }`; `%typemap(in) T = U;`; `%typemap(in) T;` clears it."""
        method = lexer.join([t.text for t in self._options()])
        texts: list[str] = []
        last = token
        while self._at < len(self._tokens):
            part = self._tokens[self._at]
            text = part.text
            if text == ";":
                self._at += 1
                break
            if text == "{":
                last = self._skip_brackets()
                if token.text in ("%apply", "%clear") and self._peek() == ";":
                    self._at += 1
                break
            if text.startswith("%{") or (text[0] == '"' and texts):
                last = part
                self._at += 1
                if self._peek() == ";":
                    self._at += 1
                break
            if text == "}" or is_mark(text) or is_directive(text):
                break
            texts.append(text)
            last = part
            self._at += 1
        self._effect(f"{said}({method})" if method else said, styled(texts), token, last)

    def _extend(self, token: Token, said: str) -> None:
        texts: list[str] = []
        while self._peek() not in ("{", ";", "") and self._peek()[0] != "\0":
            texts.append(self._peek())
            self._at += 1
        if self._peek() != "{":
            self._miss(said, lexer.join(texts), "no body", token)
            return
        name = "".join(t for t in texts if t not in CLASS_KEYS).removeprefix("::")
        scope = self._scope
        if scope.kind == "class" and not name:
            qualified, short = scope.prefix, scope.name
        else:
            qualified = f"{scope.prefix}::{name}" if scope.prefix else name
            short = name
        self._effect(said, name, token)
        inner = Scope("extend", short, qualified, token)
        self._open(inner)

    def _native(self, token: Token, said: str) -> None:
        """`%native(name) function;`"""
        options = [t.text for t in self._options()]
        target = self._target()
        if not options or not target:
            self._miss(said, lexer.join(options), "names no function", token)
            return
        call = call_of(target)
        cname = target[call[1] - 1 if call and call[0] >= 0 else -1].text
        name = options[0].strip('"')
        self._effect(said, name, token, target[-1])
        scope = self._scope
        rule = self._renames.find(scope.prefix, name, "", Candidate("native", False, scope.prefix))
        python = swig_names.rename(rule, name)
        if python is not None:
            scope.children.append(self._made(python, "function", cname, token, target[-1], None, directive=said))

    def _constant(self, token: Token, said: str) -> None:
        """`%constant int NAME = value;`"""
        self._options()
        target = self._until()
        end = next((i for i, t in enumerate(target) if t.text in ("=", "(")), len(target))
        if not end or not lexer.is_identifier(target[end - 1].text):
            self._miss(said, lexer.join([t.text for t in target]), "names nothing", token)
            return
        name = target[end - 1].text
        written = "#define" if token.written == "#define" else said
        if written != "#define":
            self._effect(written, name, token, target[-1])
        scope = self._scope
        rule = self._renames.find(scope.prefix, name, "", Candidate("constant", False, scope.prefix))
        python = swig_names.rename(rule, name)
        if python is not None and not self._imports:
            made = self._made(python, "const", name, token, target[-1], None, directive=written)
            if scope.kind == "class":
                scope.members.append(SwigMember(python, "const", name, made.declared))
            else:
                scope.children.append(made)

    def _instantiate(self, token: Token, said: str) -> None:
        """`%template(Name) X<int>;`"""
        options = [t.text for t in self._options()]
        target = self._until()
        written = styled([t.text for t in target])
        self._effect(said, f"{''.join(options)} {written}".strip(), token, target[-1] if target else None)
        if not options or not target:
            return
        angle = next((i for i, t in enumerate(target) if t.text == "<"), len(target))
        name = "".join(t.text for t in target[:angle])
        scope = self._scope
        qualified = f"{scope.prefix}::{name}" if scope.prefix else name
        known = self._templates.get(qualified) or self._templates.get(name)
        kind, members = known or ("class", [])
        if known is None and not name.startswith("std::") and scope.prefix != "std":
            self._miss(said, written, "no such template in what SWIG reads", token)
            return
        if not kind:
            return  # ignored when it was declared
        made = self._made(options[0].strip('"'), kind, written, token, None, None, directive=said)
        scope.children.append(made._replace(members=tuple(members)))

    def _feature(self, token: Token, said: str) -> None:
        """What changes how a thing is wrapped, not whether: `%newobject X;`, `%feature("except") X {...}`."""
        options = lexer.join([t.text for t in self._options()])
        if token.text in ("%exception", "%feature", "%catches", "%callback") or self._peek() not in ("%}", ""):
            target = self._target()
        else:
            target = []
        texts = [t.text for t in target if t.text[0] != '"']
        self._effect(
            f"{said}({options})" if options else said, lexer.join(texts), token, target[-1] if target else None
        )

    def _library(self, token: Token) -> None:
        """What one of SWIG's own files gives to Python."""
        name, kind = _LIBRARY_NAMES.get(token.written.rpartition("/")[2], ("", ""))
        rule = self._renames.find(self._scope.prefix, name, "", Candidate("constant" if kind == "const" else kind))
        if name and swig_names.rename(rule, name) == name:
            place = self._place(token)
            self._scope.children.append(Found(name, kind, name, None, token.path, "%include", place))


_PREDICATES = {
    "%$isenum": ("match", "enum"), "%$isenumitem": ("match", "enumitem"), "%$isclass": ("match", "class"),
    "%$isconstructor": ("match", "constructor"), "%$isdestructor": ("match", "destructor"),
    "%$isnamespace": ("match", "namespace"), "%$istemplate": ("match", "template"),
    "%$isconstant": ("match", "constant"), "%$isunion": ("match$kind", "union"),
    "%$isfunction": ("match$kind", "function"), "%$isvariable": ("match$kind", "variable"),
    "%$ismember": ("match$ismember", "1"), "%$isglobal": ("notmatch$ismember", "1"),
}  # fmt: skip


def _rename_options(options: list[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The new name and the conditions of `%rename("%(lower)s", %$isfunction, regexmatch$name="^TF_")`."""
    new = options[0]
    if new == "$" and options[1:2] == ["ignore"]:
        new = swig_names.IGNORE
    match: list[tuple[str, str]] = []
    negated = False
    rest = options[1:]
    i = 0
    while i < len(rest):
        text = rest[i]
        if text == "%$not":
            negated = True
        elif text == "%$classname" and rest[i + 1 : i + 2] == ["="]:
            match += [
                ("match$ismember", "1"),
                ("match$parentNode$name", rest[i + 2].strip('"') if i + 2 < len(rest) else ""),
            ]
            i += 2
        elif text in _PREDICATES:
            key, value = _PREDICATES[text]
            if negated:
                key = key[3:] if key.startswith("not") else f"not{key}"
            match.append((key, value))
            negated = False
        elif rest[i + 1 : i + 2] == ["="] and i + 2 < len(rest):
            key = text.strip('"')
            if key not in ("fullname", "sourcefmt", "targetfmt", "regextarget"):
                match.append((key, rest[i + 2].strip('"')))
            i += 2
        i += 1
    return new.strip('"'), tuple(match)


def read(stream: swig_text.Stream) -> Declarations:
    """What the interface files give to Python, in the order in which SWIG meets it; a name may come more than once."""
    reader = _Reader(stream)
    reader.run()
    found = [*reader.found, *reader.inserted]
    if reader.has_variables:
        root = stream.files[0].path
        found.append(Found("cvar", "const", "", None, root, "generated", None))
    return Declarations(
        tuple(found), tuple(reader.effects), tuple(reader.unresolved), tuple(reader.blocks), tuple(reader.python)
    )
