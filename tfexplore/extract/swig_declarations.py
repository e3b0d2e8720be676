"""SWIG's parser: from the token stream to what Python gets, and what each line of an interface file does.

SWIG reads C++ as far as declarations go, and so does this: namespaces, classes with their access, enums, typedefs of
both, functions and variables; bodies are passed over by counting brackets. A declaration takes its name when it is
read (`swig_names`), a namespace when it ends. What stands in an ignored namespace or class goes with it.

The reader keeps a stack of scopes instead of calling itself, so nesting costs memory and not the interpreter's stack.
Anything odd ends at the next `;` or `}`, and a file always ends its own scopes.
"""

from __future__ import annotations

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.extract import swig_names, swig_python, swig_text
from tfexplore.extract.swig_names import Candidate, Renames, Rule
from tfexplore.extract.swig_text import BEGIN_FILE, BEGIN_IMPORT, END_FILE, LIBRARY_FILE, Token
from tfexplore.model import Location, SwigEffect, SwigMember, Unresolved

MAX_SCOPES = 256

_STORAGE = frozenset(
    "static extern virtual inline explicit friend typedef constexpr mutable thread_local register consteval".split()
)
_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(")]}")
_CLASS_KEYS = frozenset(["class", "struct", "union"])
_ACCESS = frozenset(["public", "protected", "private"])
_NOT_A_NAME = frozenset(["__attribute__", "__declspec", "alignas", "decltype", "noexcept", "throw", "sizeof"])

# Directives by what they do. SWIG defines most of the short ones as a `%feature`.
_INSERTS = frozenset(["%insert", "%pythoncode", "%pythonbegin", "%init", "%begin", "%runtime", "%header", "%wrapper"])
_PYTHON_SECTIONS = frozenset(["python", "shadow", "pythoncode"])
_TYPEMAPS = frozenset(["%typemap", "%apply", "%clear", "%typecheck"])
_RENAMES = frozenset(["%rename", "%ignore"])

#: The names that SWIG's library files themselves give to Python.
_LIBRARY_NAMES = {"std_shared_ptr.i": ("SHARED_PTR_DISOWN",), "boost_shared_ptr.i": ("SHARED_PTR_DISOWN",)}


class Found(Record):
    """One thing that Python gets: as `model.SwigName`, before its definition and its uses are known.

    `kind` is `"function"`, `"class"`, `"const"` or `"python"`.
    """

    name: str
    kind: str
    cname: str
    declared: Location | None
    interface: str
    directive: str
    directive_location: Location | None
    members: tuple[SwigMember, ...] = ()
    signature: str = ""


class Declarations(Record):
    """Everything that the stream declares and does, in order."""

    found: tuple[Found, ...]
    effects: tuple[SwigEffect, ...]
    unresolved: tuple[Unresolved, ...]
    #: Path, first line and text of each code block: the wrapper's own C++.
    blocks: tuple[tuple[str, int, str], ...]
    #: The same for inserted Python.
    python: tuple[tuple[str, int, str], ...]


class _Scope:
    """An open bracket: of a file, a namespace, `extern "C"`, a class or an `%extend`."""

    __slots__ = ("access", "children", "exposed", "key", "kind", "members", "name", "opened", "prefix", "qualified", "typedef")

    def __init__(self, kind: str, name: str, prefix: str, opened: Token) -> None:
        self.kind = kind
        self.name = name
        #: What names inside are looked up below.
        self.prefix = prefix
        self.opened = opened
        self.children: list[Found] = []
        # Of a class or an `%extend`:
        self.qualified = prefix
        self.members: list[SwigMember] = []
        self.access = "public"
        self.exposed: Rule | None = None
        self.typedef = False
        self.key = ""


class _Reader:
    """One pass over a stream."""

    def __init__(self, stream: swig_text.Stream) -> None:
        self._tokens = stream.tokens
        self._interfaces = stream.interfaces
        self._at = 0
        self._renames = Renames()
        self._scopes: list[_Scope] = [_Scope("file", "", "", Token("", "", 0, 0))]
        self._imports = 0
        self._extended: dict[str, list[SwigMember]] = {}
        self._classes: dict[str, int] = {}
        self._templates: dict[str, tuple[str, list[SwigMember]]] = {}
        self._has_variables = False
        self.found: list[Found] = []
        self.inserted: list[Found] = []
        self.effects: list[SwigEffect] = []
        self.unresolved: list[Unresolved] = []
        self.blocks: list[tuple[str, int, str]] = []
        self.python: list[tuple[str, int, str]] = []

    # -- small things --------------------------------------------------------------------------------------------------

    @property
    def _scope(self) -> _Scope:
        return self._scopes[-1]

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at].text if at < len(self._tokens) else ""

    def _interface(self, path: str) -> str:
        return path if path.endswith((".i", ".swg")) else self._interfaces.get(path, (path, 0))[0]

    def _place(self, first: Token, last: Token | None = None) -> Location:
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
        closing = _OPENING.get(opening, "")
        while at < len(tokens):
            text = tokens[at].text
            if text == opening:
                level += 1
            elif text == closing:
                level -= 1
                if level <= 0:
                    self._at = at + 1
                    return tokens[at]
            elif text[0] == "\0" and len(text) > 1:
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
            if text in _OPENING:
                level += 1
            elif text in _CLOSING:
                if level == 0:
                    break
                level -= 1
            elif text[0] == "\0" and len(text) > 1:
                break
            self._at += 1
        return tokens[start : self._at]

    # -- the loop ------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Read the stream to its end."""
        files: list[int] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            text = token.text
            before = self._at
            if text[0] == "\0" and len(text) > 1:
                self._at += 1
                if text == END_FILE:
                    level = files.pop() if files else 0
                    while len(self._scopes) > max(level + 1, 1):
                        self._miss(self._scope.kind, self._scope.name, "no closing bracket in its file", self._scope.opened)
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
                    inner = _Scope("import" if is_import else "file", "", self._scope.prefix, token)
                    inner.access = self._scope.access
                    self._scopes.append(inner)
            elif text[0] == "%" and len(text) > 1:
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
                    self._open(_Scope("block", "", self._scope.prefix, token))
            elif text == "template":
                self._template(token)
            elif text == "enum" or (text == "typedef" and self._peek(1) == "enum"):
                self._enum(token)
            elif text in _CLASS_KEYS or (text == "typedef" and self._peek(1) in _CLASS_KEYS):
                self._class(token, None)
            elif text in _ACCESS and self._peek(1) == ":":
                self._scope.access = text
                self._at += 2
            else:
                self._declaration(False)
            if self._at == before:
                self._at += 1
        while len(self._scopes) > 1:
            self._close(self._tokens[-1])

    def _open(self, scope: _Scope) -> None:
        """Enter a scope at its `{`."""
        self._at += 1
        if len(self._scopes) >= MAX_SCOPES:
            self._miss(scope.kind, scope.name, f"nested more than {MAX_SCOPES} deep", scope.opened)
            self._at -= 1
            self._skip_brackets()
            return
        self._scopes.append(scope)

    def _close(self, token: Token) -> None:
        """Leave the innermost scope."""
        scope = self._scopes.pop()
        outer = self._scopes[-1]
        if scope.kind == "class":
            self._close_class(scope, outer, token)
            return
        if scope.kind == "extend":
            self._close_extend(scope)
            outer.children += scope.children
            return
        if scope.kind == "namespace" and scope.name:
            above = scope.prefix.rpartition("::")[0]
            rule = self._renames.find(above, scope.name, "", Candidate("namespace", False, above))
            if swig_names.rename(rule, scope.name) is None:
                return
        if scope.kind != "import":
            if len(self._scopes) == 1:
                self.found += scope.children
            else:
                outer.children += scope.children

    # -- scopes --------------------------------------------------------------------------------------------------------

    def _namespace(self, token: Token) -> None:
        self._at += 2 if token.text == "inline" else 1
        names: list[str] = []
        while self._peek() not in ("{", ";", "=", "") and len(names) < 64:
            text = self._peek()
            if text[0] == "\0":
                return
            if text not in ("::", "inline") and lexer.is_identifier(text):
                names.append(text)
            self._at += 1
        if self._peek() != "{":
            self._until()
            return
        prefix = self._scope.prefix
        for number, name in enumerate(names or [""]):
            prefix = f"{prefix}::{name}" if prefix and name else prefix or name
            if number:
                # `namespace a::b {`: one bracket closes both, so the outer one is told only by its name.
                self._scopes[-1].name = name
                self._scopes[-1].prefix = self._scopes[-1].qualified = prefix
            else:
                self._open(_Scope("namespace", name, prefix, token))

    def _class_head(self) -> tuple[str, bool, bool]:
        """Name, whether a body follows, and whether this is a definition at all; at the `{` afterwards."""
        at = self._at
        name = ""
        while True:
            text = self._peek()
            if text in ("{", ";", ""):
                break
            if text in ("__attribute__", "__declspec", "alignas", "["):
                self._at += 1 if text != "[" else 0
                if self._peek() in _OPENING:
                    self._skip_brackets()
                continue
            if text == "final" and self._peek(1) in ("{", ":"):
                self._at += 1
                continue
            if text == ":":
                while self._peek() not in ("{", ";", "") and self._peek()[0] != "\0":
                    if self._peek() == "(":
                        self._skip_brackets()
                    else:
                        self._at += 1
                break
            if text == "<":
                level = 0
                while self._peek() not in ("{", ";", ""):
                    level += (self._peek() == "<") - (self._peek() == ">")
                    self._at += 1
                    if not level:
                        break
                continue
            if text == "::":
                name += text
            elif lexer.is_identifier(text) and text[0] != '"':
                name = name + text if name.endswith("::") else text
            else:
                self._at = at
                return "", False, False
            self._at += 1
        if self._peek() == "{":
            return name, True, True
        is_forward = self._peek() == ";" and not any(
            t.text in ("(", "=", "*", "&") for t in self._tokens[at : self._at]
        )
        one_name = sum(lexer.is_identifier(t.text) for t in self._tokens[at : self._at]) <= 2
        return name, False, is_forward and one_name

    def _class(self, token: Token, template: str | None) -> None:
        """`[typedef] class X : B {`, or a declaration whose type says `struct`."""
        start = self._at
        is_typedef = token.text == "typedef"
        key = self._peek(1 if is_typedef else 0)
        self._at += 2 if is_typedef else 1
        name, has_body, is_head = self._class_head()
        if not is_head or (is_typedef and not has_body):
            self._at = start
            self._declaration(template is not None)
            return
        if not has_body:
            self._until()
            return
        outer = self._scope
        if not name and is_typedef:
            name = self._name_behind_body()
        prefix = f"{outer.prefix}::{name}" if outer.prefix else name
        scope = _Scope("class", name, prefix, token)
        scope.access = "private" if key == "class" else "public"
        scope.typedef = is_typedef
        scope.key = template if template is not None else ""
        candidate = Candidate("class" if key != "union" else "union", outer.kind == "class", outer.prefix)
        scope.exposed = self._renames.find(outer.prefix, name.rpartition("::")[2], "", candidate) if name else None
        self._open(scope)

    def _name_behind_body(self) -> str:
        """The `X` of `typedef struct { ... } X;`, looked up from the `{`."""
        at = self._at
        known = len(self.unresolved)
        self._skip_brackets()
        name = self._peek()
        self._at = at
        del self.unresolved[known:]
        return name if name and lexer.is_identifier(name) else ""

    def _close_class(self, scope: _Scope, outer: _Scope, token: Token) -> None:
        rest = self._until() if self._peek() != ";" else self._until()
        if not scope.name or self._imports:
            return
        last = rest[-1] if rest else token
        members = self._extended.pop(scope.qualified, []) + scope.members
        if scope.key == "template":
            self._templates[scope.qualified] = ("class", members)
            return
        name = swig_names.rename(scope.exposed, scope.name.rpartition("::")[2])
        if name is None or outer.kind == "class":  # SWIG does not wrap nested classes
            self._extended.setdefault(scope.qualified, members)
            return
        outer.children.append(
            self._made(name, "class", scope.qualified, scope.opened, last, scope.exposed, members=tuple(members))
        )
        outer.children += scope.children
        if rest and not scope.typedef and rest[0].text not in ("__attribute__",):
            self._variables([Token("struct", *rest[0][1:]), *rest], rest[0])

    def _close_extend(self, scope: _Scope) -> None:
        """Add what an `%extend` declares to its class, read already or still to come."""
        for group in (self.found, *(s.children for s in self._scopes)):
            for number, known in enumerate(group):
                if known.kind == "class" and known.cname == scope.qualified:
                    group[number] = known._replace(members=known.members + tuple(scope.members))
                    return
        self._extended.setdefault(scope.qualified, []).extend(scope.members)

    # -- declarations --------------------------------------------------------------------------------------------------

    def _made(
        self,
        name: str,
        kind: str,
        cname: str,
        first: Token,
        last: Token | None,
        rule: Rule | None,
        *,
        members: tuple[SwigMember, ...] = (),
        signature: str = "",
        directive: str = "",
    ) -> Found:
        place = self._place(first, last)
        interface = self._interface(first.path)
        if directive:
            said, where = directive, place
        elif rule is not None and rule.location is not None:
            said, where = rule.directive, rule.location
        elif interface != first.path:
            said, line = "%include", self._interfaces.get(first.path, ("", 1))[1]
            where = Location(interface, line, line)
        else:
            said, where = "declaration", place
        return Found(name, kind, cname, place, interface, said, where, members, signature)

    def _enum(self, token: Token) -> None:
        start = self._at
        is_typedef = token.text == "typedef"
        self._at += 2 if is_typedef else 1
        is_scoped = self._peek() in ("class", "struct")
        self._at += is_scoped
        name = ""
        while self._peek() not in ("{", ";", "(", ")", ",", "=", ":", "*", "&", "") and self._peek()[0] != "\0":
            if lexer.is_identifier(self._peek()):
                name = self._peek()
            self._at += 1
        if self._peek() == ":":
            while self._peek() not in ("{", ";", "") and self._peek()[0] != "\0":
                self._at += 1
            if self._peek() == ";":
                self._until()
                return
        if self._peek() != "{":
            self._at = start
            self._declaration(False)
            return
        opened = self._at
        self._skip_brackets()
        body = self._tokens[opened + 1 : self._at - 1]
        rest = self._until()
        if not name and is_typedef and rest and lexer.is_identifier(rest[0].text):
            name = rest[0].text
        scope = self._scope
        rule = self._renames.find(scope.prefix, name, "", Candidate("enum", False, scope.prefix))
        if self._imports or (name and swig_names.rename(rule, name) is None):
            return
        prefix = scope.prefix
        if is_scoped:
            prefix = f"{prefix}::{name}" if prefix else name
        for item in _enumerators(body):
            candidate = Candidate("enumitem", scope.kind == "class", prefix)
            rule = self._renames.find(prefix, item.text, "", candidate)
            python = swig_names.rename(rule, item.text)
            if python is None:
                continue
            if is_scoped:
                python = f"{name}_{python}"
            if scope.kind in ("class", "extend"):
                if scope.access == "public":
                    scope.members.append(SwigMember(python, "const", item.text, self._place(item)))
            else:
                cname = f"{prefix}::{item.text}" if prefix else item.text
                scope.children.append(self._made(python, "const", cname, item, None, rule))

    def _template(self, token: Token) -> None:
        """`template <...>` and what it is a template of."""
        self._at += 1
        if self._peek() != "<":
            self._until()  # an explicit instantiation
            return
        level = 0
        while self._at < len(self._tokens) and self._peek()[0] != "\0":
            level += (self._peek() == "<") - (self._peek() == ">")
            if self._peek() in ("(", "["):
                self._skip_brackets()
            else:
                self._at += 1
            if level <= 0:
                break
        if self._peek() in _CLASS_KEYS:
            self._class(self._tokens[self._at], "template")
        elif self._peek() == "template":
            self._template(token) if self._at - len(self._tokens) else None
        else:
            self._declaration(True)

    def _declaration(self, is_template: bool) -> None:
        """A function, variables, or something that gives Python no name; to behind its `;` or its body."""
        start = self._at
        tokens = self._tokens
        head: list[Token] = []
        parens = False
        assigned = False
        while self._at < len(tokens):
            token = tokens[self._at]
            text = token.text
            if text == ";":
                self._at += 1
                break
            if text == "}" or text[0] == "\0" and len(text) > 1 or (text[0] == "%" and len(text) > 1 and head):
                break
            if text in ("(", "["):
                opened = self._at
                parens = parens or text == "("
                self._skip_brackets()
                head += tokens[opened : self._at]
                continue
            if text == "{":
                self._skip_brackets()
                if parens and not assigned and self._peek() not in (",", "{", ";"):
                    break  # a body
                if parens and not assigned and self._peek() == ";":
                    self._at += 1
                    break
                continue
            if text == "=" and not parens:
                assigned = True
            head.append(token)
            self._at += 1
        if self._at == start:
            self._at += 1
        if head and not self._imports:
            self._declared(head, is_template)

    def _declared(self, head: list[Token], is_template: bool) -> None:
        """File what a declaration declares."""
        storage: set[str] = set()
        first = head[0]
        i = 0
        while i < len(head):
            text = head[i].text
            if text in _STORAGE:
                storage.add(text)
            elif text == "[" or text in ("__attribute__", "__declspec", "alignas"):
                i += text != "["
                i = _close_of(head, i)
            else:
                break
            i += 1
        head = head[i:]
        if not head or storage & {"friend", "typedef"} or head[0].text in ("using", "static_assert", "asm"):
            return
        if self._scope.kind in ("class", "extend") and self._scope.access != "public":
            return
        call = _call_of(head)
        if call is None:
            if not is_template:
                self._variables(head, first, storage)
            return
        name_at, open_at = call
        if name_at < 0:  # a pointer to a function
            self._variable(head[open_at], head, first, storage, is_const=False)
            return
        self._function(head, name_at, open_at, first, storage, is_template)

    def _function(
        self, head: list[Token], name_at: int, open_at: int, first: Token, storage: set[str], is_template: bool
    ) -> None:
        scope = self._scope
        texts = [t.text for t in head]
        name = "".join(f" {t}" if t != "::" and i and texts[name_at + i - 1] != "::" and texts[name_at] != "~" else t
                       for i, t in enumerate(texts[name_at:open_at]))  # fmt: skip
        short = name.rpartition("::")[2]
        in_class = scope.kind in ("class", "extend")
        class_name = scope.name.rpartition("::")[2]
        if name_at == 0 and not name.startswith(("operator", "~")) and not (in_class and short == class_name):
            return  # a macro's call, nothing that SWIG wraps
        close_at = _close_of(head, open_at)
        behind = texts[close_at + 1 :]
        parameters = texts[open_at + 1 : close_at]
        if behind[:2] == ["=", "delete"] or behind[-2:] == ["=", "delete"]:
            return
        is_constructor = in_class and short == class_name
        kind = "constructor" if is_constructor else "destructor" if short.startswith("~") else "function"
        key = swig_names.parameter_key(parameters, "const" in behind)
        rule = self._renames.find(scope.prefix, short, key, Candidate(kind, in_class, scope.prefix))
        python = swig_names.rename(rule, short)
        if python is None or kind == "destructor" or (short != name and not in_class):
            return  # `bool Status::ok() const { ... }` was declared in its class
        last = head[-1]
        signature = lexer.join(texts[: close_at + 1])
        if is_constructor:
            member = SwigMember("__init__", "method", name, self._place(first, last))
            if member.name not in [m.name for m in scope.members]:
                scope.members.append(member)
            return
        if not python.isidentifier():
            return  # an operator that nothing renames
        if in_class:
            kind = "static" if "static" in storage else "method"
            if python not in [m.name for m in scope.members]:
                scope.members.append(SwigMember(python, kind, short, self._place(first, last)))
            return
        cname = f"{scope.prefix}::{name}" if scope.prefix else name
        if is_template:
            self._templates[cname] = ("function", [])
            return
        scope.children.append(self._made(python, "function", cname, first, last, rule, signature=signature))
        for more in _further(head[close_at + 1 :]):
            self._declared([head[0], *more], False)

    def _variables(self, head: list[Token], first: Token, storage: set[str] | None = None) -> None:
        """`int a, *b = nullptr;`"""
        level = angle = 0
        parts: list[list[Token]] = [[]]
        for token in head:
            text = token.text
            level += (text in _OPENING) - (text in _CLOSING)
            if level == 0 and not any(t.text == "=" for t in parts[-1]):
                angle += (text == "<") - (text == ">" and angle > 0)
            if text == "," and level == 0 and angle == 0:
                parts.append([])
            else:
                parts[-1].append(token)
        base: list[str] = []
        for number, part in enumerate(parts):
            end = next((i for i, t in enumerate(part) if t.text in ("=", "[", ":")), len(part))
            names = [i for i, t in enumerate(part[:end]) if lexer.is_identifier(t.text)]
            if not names or (number == 0 and (len(names) < 2 and end < 2 or names[-1] == 0)):
                return
            if names[-1] != end - 1:
                return
            if not number:
                base = [t.text for t in part[: names[-1]]]
            before = base if not number else [t for t in base if t not in "*&"] + [t.text for t in part[: names[-1]]]
            pointer = len(before) - 1 - before[::-1].index("*") if "*" in before else -1
            is_const = "const" in before[pointer + 1 :] or "constexpr" in (storage or ())
            self._variable(part[names[-1]], part, first, storage or set(), is_const=is_const)

    def _variable(self, token: Token, part: list[Token], first: Token, storage: set[str], *, is_const: bool) -> None:
        scope = self._scope
        in_class = scope.kind in ("class", "extend")
        rule = self._renames.find(scope.prefix, token.text, "", Candidate("variable", in_class, scope.prefix))
        python = swig_names.rename(rule, token.text)
        if python is None or not python.isidentifier():
            return
        last = part[-1]
        if in_class:
            self._has_variables |= "static" in storage
            if python not in [m.name for m in scope.members]:
                scope.members.append(SwigMember(python, "field", token.text, self._place(first, last)))
            return
        self._has_variables = True
        if is_const:  # a variable that can be assigned is an attribute of `cvar` only
            cname = f"{scope.prefix}::{token.text}" if scope.prefix else token.text
            scope.children.append(self._made(python, "const", cname, first, last, rule))

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
            if text == "}" or (text[0] == "\0" and len(text) > 1) or (text[0] == "%" and len(text) > 1):
                break
            if text == "(":
                start = self._at
                self._skip_brackets()
                found += self._tokens[start : self._at]
                continue
            found.append(token)
            self._at += 1
            if text[0] == '"' and self._peek() == ";":
                continue
        return found

    def _rename(self, token: Token, said: str) -> None:
        """`%rename(new, conditions) target;`, `%rename target new;`, `%ignore target;`"""
        options = [t.text for t in self._options()]
        target = self._target()
        texts = [t.text for t in target]
        if token.text == "%ignore":
            new, match = swig_names.IGNORE, ()
        elif options:
            new, match = _rename_options(options)
        elif len(texts) >= 2:
            new, match = texts[-1].strip('"'), ()
            texts = texts[:-1]
        else:
            self._miss(said, lexer.join(texts), "names nothing", token)
            return
        parameters = ""
        if "(" in texts[1:]:
            at = texts.index("(", 1)
            close = _close_of(target, at)
            parameters = swig_names.parameter_key(texts[at + 1 : close], "const" in texts[close + 1 :])
            texts = texts[:at]
        name = "".join(f" {t}" if i and t not in ("::",) and texts[i - 1] == "operator" else t for i, t in enumerate(texts))
        name = name.strip('"').removeprefix("::")
        place = self._place(token, target[-1] if target else None)
        for key, _ in match:
            if not key.startswith(("match", "notmatch", "regexmatch", "notregexmatch")):
                self._miss(said, f"{key} {name}", "a condition that is not read", token)
        rule = Rule(new, name, said, place, match)
        self._renames.add(self._scope.prefix, parameters, rule)
        self._effect(said, name or "*", token, target[-1] if target else None)

    def _inline(self, token: Token) -> None:
        """`%inline %{ ... %}`: the code goes into the wrapper and is wrapped."""
        block = self._peek()
        if not block.startswith("%{"):
            if block == "{":
                self._open(_Scope("block", "", self._scope.prefix, token))
            return
        opened = self._tokens[self._at]
        self.blocks.append((opened.path, opened.line, block))
        self._effect("%inline", "", token, opened)
        inside = [
            Token(p.text, opened.path, opened.line + p.line - 1, opened.line + p.end_line - 1)
            for p in swig_text.scan(block[2:].removesuffix("%}"))
            if p.kind == swig_text.TOKEN
        ]
        self._tokens[self._at : self._at + 1] = inside

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
            if text == "}" or (text[0] == "\0" and len(text) > 1) or (text[0] == "%" and len(text) > 1):
                break
            texts.append(text)
            last = part
            self._at += 1
        self._effect(f"{said}({method})" if method else said, lexer.join(texts), token, last)

    def _extend(self, token: Token, said: str) -> None:
        texts: list[str] = []
        while self._peek() not in ("{", ";", "") and self._peek()[0] != "\0":
            texts.append(self._peek())
            self._at += 1
        if self._peek() != "{":
            self._miss(said, lexer.join(texts), "no body", token)
            return
        name = "".join(t for t in texts if t not in _CLASS_KEYS).removeprefix("::")
        scope = self._scope
        if scope.kind == "class" and not name:
            qualified, short = scope.prefix, scope.name
        else:
            qualified = f"{scope.prefix}::{name}" if scope.prefix else name
            short = name
        self._effect(said, name, token)
        inner = _Scope("extend", short, qualified, token)
        self._open(inner)

    def _native(self, token: Token, said: str) -> None:
        """`%native(name) function;`"""
        options = [t.text for t in self._options()]
        target = self._target()
        if not options or not target:
            self._miss(said, lexer.join(options), "names no function", token)
            return
        call = _call_of(target)
        cname = target[call[1] - 1 if call and call[0] >= 0 else -1].text
        self._effect(said, options[0], token, target[-1])
        self._scope.children.append(
            self._made(options[0].strip('"'), "function", cname, token, target[-1], None, directive=said)
        )

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
        written = lexer.join([t.text for t in target])
        self._effect(said, f"{''.join(options)} {written}".strip(), token, target[-1] if target else None)
        if not options or not target:
            return
        angle = next((i for i, t in enumerate(target) if t.text == "<"), len(target))
        name = "".join(t.text for t in target[:angle])
        scope = self._scope
        qualified = f"{scope.prefix}::{name}" if scope.prefix else name
        kind, members = self._templates.get(qualified) or self._templates.get(name) or ("", [])
        if not kind:
            if not name.startswith("std::") and scope.prefix != "std":
                self._miss(said, written, "no such template in what SWIG reads", token)
                return
            kind = "class"
        prefix, _, short = (qualified if qualified in self._templates else name).rpartition("::")
        rule = self._renames.find(prefix, short, "", Candidate("template", False, prefix))
        if swig_names.rename(rule, short) is None:
            return
        made = self._made(options[0].strip('"'), kind, written, token, None, None, directive=said)
        scope.children.append(made._replace(members=tuple(members)))

    def _feature(self, token: Token, said: str) -> None:
        """Everything that changes how a thing is wrapped and not whether: `%newobject X;`, `%feature("except") X {...}`."""
        options = lexer.join([t.text for t in self._options()])
        if token.text in ("%exception", "%feature", "%catches", "%callback") or self._peek() not in ("%}", ""):
            target = self._target()
        else:
            target = []
        texts = [t.text for t in target if t.text[0] != '"']
        self._effect(f"{said}({options})" if options else said, lexer.join(texts), token, target[-1] if target else None)

    def _library(self, token: Token) -> None:
        """What one of SWIG's own files gives to Python."""
        for name in _LIBRARY_NAMES.get(token.written.rpartition("/")[2], ()):
            rule = self._renames.find(self._scope.prefix, name, "", Candidate("constant"))
            if swig_names.rename(rule, name) == name:
                place = self._place(token)
                self._scope.children.append(Found(name, "const", name, None, token.path, "%include", place))


# -- heads -------------------------------------------------------------------------------------------------------------


def _close_of(tokens: list[Token], at: int) -> int:
    """The index of the bracket that closes the one at `at`, or the last index."""
    level = 0
    for i in range(at, len(tokens)):
        text = tokens[i].text
        if text in _OPENING:
            level += 1
        elif text in _CLOSING:
            level -= 1
            if level <= 0:
                return i
    return len(tokens) - 1


def _call_of(head: list[Token]) -> tuple[int, int] | None:
    """Where a function's name and its `(` stand; `(-1, index of the name)` for a pointer to a function."""
    angle = 0
    i = 0
    while i < len(head):
        text = head[i].text
        if text == "<" and i and lexer.is_identifier(head[i - 1].text):
            angle += 1
        elif text == ">" and angle:
            angle -= 1
        elif text == "=" and not angle:
            return None
        elif text == "(":
            if angle or not i or head[i - 1].text in _NOT_A_NAME:
                i = _close_of(head, i)
            else:
                break
        elif text == "[":
            i = _close_of(head, i)
        i += 1
    if i >= len(head):
        return None
    close = _close_of(head, i)
    inside = [t.text for t in head[i + 1 : close]]
    if "*" in inside[:4] and close + 1 < len(head) and head[close + 1].text == "(" and "," not in inside:
        names = [k for k in range(i + 1, close) if lexer.is_identifier(head[k].text)]
        return (-1, names[-1]) if names else None
    name = head[i - 1].text
    if name.startswith("operator") and len(name) > 8 or lexer.is_identifier(name):
        start = i - 1
    else:
        return None
    for k in range(i - 1, max(i - 12, -1), -1):
        if head[k].text == "operator":  # a conversion: `operator const char*()`
            start = k
            break
    while start >= 2 and head[start - 1].text == "::" and lexer.is_identifier(head[start - 2].text):
        start -= 2
    if start and head[start - 1].text == "~":
        start -= 1
    if start and head[start - 1].text == "::":
        start -= 1
    return start, i


def _further(tokens: list[Token]) -> list[list[Token]]:
    """The declarators behind the first: `*g(int)` of `f(int), *g(int)`."""
    texts = [t.text for t in tokens]
    if "," not in texts or "=" in texts or ":" in texts:
        return []
    level = 0
    for i, text in enumerate(texts):
        level += (text in _OPENING) - (text in _CLOSING)
        if text == "," and level == 0:
            return [tokens[i + 1 :]]
    return []


def _enumerators(body: list[Token]) -> list[Token]:
    """The names between the brackets of an enum."""
    found = []
    level = 0
    expects = True
    for token in body:
        text = token.text
        level += (text in _OPENING) - (text in _CLOSING)
        if level == 0 and text == ",":
            expects = True
        elif expects and lexer.is_identifier(text):
            found.append(token)
            expects = False
    return found


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
            match += [("match$ismember", "1"), ("match$parentNode$name", rest[i + 2].strip('"') if i + 2 < len(rest) else "")]
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
    if reader._has_variables:
        root = stream.files[0].path
        found.append(Found("cvar", "const", "", None, root, "generated", None))
    return Declarations(tuple(found), tuple(reader.effects), tuple(reader.unresolved), tuple(reader.blocks), tuple(reader.python))
