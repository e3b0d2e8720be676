"""SWIG's C++: scopes and declarations, as far as SWIG reads them.

Namespaces, classes with their access, enums, typedefs of both, functions and variables; bodies are passed over by
counting brackets. A declaration takes its name when it is read (`swig_names`), a namespace when it ends. What stands in
an ignored namespace or class goes with it.

The reader keeps a stack of scopes instead of calling itself, so nesting costs memory and not the interpreter's stack.
Anything odd ends at the next `;` or `}`, and a file always ends its own scopes.
"""

from __future__ import annotations

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.extract import swig_names, swig_text
from tfexplore.extract.swig_cursor import OPENING, Cursor, is_directive, is_mark
from tfexplore.extract.swig_heads import call_of, close_of, enumerators, further, styled, variables
from tfexplore.extract.swig_names import Candidate, Renames, Rule
from tfexplore.extract.swig_text import Token
from tfexplore.model import Location, SwigMember

MAX_SCOPES = 256
CLASS_KEYS = frozenset(["class", "struct", "union"])

_STORAGE = frozenset(
    ["static", "extern", "virtual", "inline", "explicit", "friend", "typedef", "constexpr", "mutable", "thread_local"]
)


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


class Scope:
    """An open bracket: of a file, a namespace, `extern "C"`, a class or an `%extend`."""

    __slots__ = ("access", "children", "exposed", "is_template", "kind", "members", "name", "named", "opened", "prefix",
                 "qualified", "typedef")  # fmt: skip

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
        self.named = opened
        self.typedef = False
        self.is_template = False


class DeclarationReader(Cursor):
    """The part of the parser that reads C++."""

    def __init__(self, stream: swig_text.Stream) -> None:
        super().__init__(stream)
        self._renames = Renames()
        self._scopes: list[Scope] = [Scope("file", "", "", Token("", "", 0, 0))]
        self._imports = 0
        self._extended: dict[str, list[SwigMember]] = {}
        #: Kind and members of each template; the kind is empty where it is ignored.
        self._templates: dict[str, tuple[str, list[SwigMember]]] = {}
        self.has_variables = False
        self.found: list[Found] = []

    @property
    def _scope(self) -> Scope:
        return self._scopes[-1]

    # -- scopes --------------------------------------------------------------------------------------------------------

    def _open(self, scope: Scope) -> None:
        """Enter a scope at its `{`."""
        self._at += 1
        if len(self._scopes) >= MAX_SCOPES:
            self._miss("{", scope.name, f"nested more than {MAX_SCOPES} deep", scope.opened)
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
                self._open(Scope("namespace", name, prefix, token))

    def _class_head(self) -> tuple[str, Token, bool, bool]:
        """Name and its token, whether a body follows, and whether this is a class at all; at the `{` afterwards."""
        at = self._at
        name = ""
        named = self._tokens[at - 1]
        while True:
            text = self._peek()
            if text in ("{", ";", ""):
                break
            if text in ("__attribute__", "__declspec", "alignas", "["):
                self._at += 1 if text != "[" else 0
                if self._peek() in OPENING:
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
                while self._peek() not in ("{", ";", "") and self._peek()[0] != "\0":
                    level += (self._peek() == "<") - (self._peek() == ">")
                    self._at += 1
                    if not level:
                        break
                else:
                    break
                continue
            if text == "::":
                name += text
            elif lexer.is_identifier(text) and text[0] != '"':
                name = name + text if name.endswith("::") else text
                named = self._tokens[self._at]
            else:
                self._at = at
                return "", named, False, False
            self._at += 1
        if self._peek() == "{":
            return name, named, True, True
        is_forward = self._peek() == ";" and not any(
            t.text in ("(", "=", "*", "&") for t in self._tokens[at : self._at]
        )
        one_name = sum(lexer.is_identifier(t.text) for t in self._tokens[at : self._at]) <= 2
        return name, named, False, is_forward and one_name

    def _class(self, token: Token, is_template: bool) -> None:
        """`[typedef] class X : B {`, or a declaration whose type says `struct`."""
        start = self._at
        is_typedef = token.text == "typedef"
        key = self._peek(1 if is_typedef else 0)
        self._at += 2 if is_typedef else 1
        name, named, has_body, is_head = self._class_head()
        if not is_head or (is_typedef and not has_body):
            self._at = start
            self._declaration(is_template)
            return
        if not has_body:
            self._until()
            return
        outer = self._scope
        if not name and is_typedef:
            name = self._name_behind_body()
        prefix = f"{outer.prefix}::{name}" if outer.prefix else name
        scope = Scope("class", name, prefix, token)
        scope.access = "private" if key == "class" else "public"
        scope.typedef = is_typedef
        scope.is_template = is_template
        scope.named = named
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

    def _close_class(self, scope: Scope, outer: Scope, token: Token) -> None:
        rest = self._until()
        if not scope.name or (self._imports and not scope.is_template):
            return
        last = rest[-1] if rest else token
        members = self._extended.pop(scope.qualified, []) + scope.members
        if not any(member.name == "__init__" for member in members):
            members.append(SwigMember("__init__", "method", "", None))
        if scope.is_template:
            is_ignored = swig_names.rename(scope.exposed, scope.name) is None
            self._templates[scope.qualified] = ("", []) if is_ignored else ("class", members)
            return
        own = scope.name.rpartition("::")[2]
        name = swig_names.rename(scope.exposed, own)
        if name == own and scope.typedef and rest and lexer.is_identifier(rest[0].text):
            name = rest[0].text  # `typedef struct X_ { ... } X;`
        if name is None or outer.kind == "class":  # SWIG does not wrap nested classes
            self._extended.setdefault(scope.qualified, members)
            return
        outer.children.append(
            self._made(name, "class", scope.qualified, scope.named, last, scope.exposed, members=tuple(members))
        )
        outer.children += scope.children
        if rest and not scope.typedef and rest[0].text not in ("__attribute__",):
            for variable in variables([Token("struct", *rest[0][1:]), *rest], False):
                self._variable(variable.name, variable.tokens, set(), is_const=variable.is_const)

    def _close_extend(self, scope: Scope) -> None:
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
        elif rule is not None and rule.location is not None and (rule.target or rule.new != "%s"):
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
        for item in enumerators(body):
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
        if self._peek() in CLASS_KEYS:
            self._class(self._tokens[self._at], True)
        elif self._peek() == "template":
            pass  # a template of a template: the loop comes back
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
            if text == "}" or is_mark(text) or (head and is_directive(text)):
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
        i = 0
        while i < len(head):
            text = head[i].text
            if text in _STORAGE:
                storage.add(text)
            elif text == "[" or text in ("__attribute__", "__declspec", "alignas"):
                i += text != "["
                i = close_of(head, i)
            else:
                break
            i += 1
        head = head[i:]
        if not head or storage & {"friend", "typedef"} or head[0].text in ("using", "static_assert", "asm"):
            return
        if self._scope.kind in ("class", "extend") and self._scope.access != "public":
            return
        call = call_of(head)
        if call is None:
            if not is_template:
                for variable in variables(head, "constexpr" in storage):
                    self._variable(variable.name, variable.tokens, storage, is_const=variable.is_const)
            return
        name_at, open_at = call
        if name_at < 0:  # a pointer to a function
            self._variable(head[open_at], head, storage, is_const=False)
            return
        self._function(head, name_at, open_at, storage, is_template)

    def _function(self, head: list[Token], name_at: int, open_at: int, storage: set[str], is_template: bool) -> None:
        scope = self._scope
        texts = [t.text for t in head]
        name = "".join(f" {t}" if t != "::" and i and texts[name_at + i - 1] != "::" and texts[name_at] != "~" else t
                       for i, t in enumerate(texts[name_at:open_at]))  # fmt: skip
        short = name.rpartition("::")[2]
        in_class = scope.kind in ("class", "extend")
        class_name = scope.name.rpartition("::")[2]
        if name_at == 0 and not name.startswith(("operator", "~")) and not (in_class and short == class_name):
            # A macro's call. To SWIG, as to C++, `X(y);` declares a variable `y` of the type `X`.
            if len(texts) == 4 and lexer.is_identifier(texts[2]) and not in_class:
                self._variable(head[2], head, storage, is_const=False)
            return
        close_at = close_of(head, open_at)
        behind = texts[close_at + 1 :]
        parameters = texts[open_at + 1 : close_at]
        if behind[:2] == ["=", "delete"] or behind[-2:] == ["=", "delete"]:
            return
        is_constructor = in_class and short == class_name
        kind = "constructor" if is_constructor else "destructor" if short.startswith("~") else "function"
        candidate = Candidate(kind, in_class, scope.prefix)
        # Each default makes an overload, and one that is not ignored is enough.
        for key in swig_names.parameter_keys(parameters, "const" in behind):
            rule = self._renames.find(scope.prefix, short, key, candidate)
            python = swig_names.rename(rule, short)
            if python is not None:
                break
        cname = f"{scope.prefix}::{name}" if scope.prefix else name
        if is_template and not in_class:
            self._templates[cname] = ("", []) if python is None else ("function", [])
            return
        if python is None or kind == "destructor" or (short != name and not in_class):
            return  # `bool Status::ok() const { ... }` was declared in its class
        last = head[-1]
        named = head[open_at - 1]
        signature = styled(texts[: close_at + 1])
        if is_constructor:
            member = SwigMember("__init__", "method", name, self._place(named, last))
            if member.name not in [m.name for m in scope.members]:
                scope.members.append(member)
            return
        if not python.isidentifier():
            return  # an operator that nothing renames
        if in_class:
            kind = "static" if "static" in storage else "method"
            if python not in [m.name for m in scope.members]:
                scope.members.append(SwigMember(python, kind, short, self._place(named, last)))
            return
        scope.children.append(self._made(python, "function", cname, named, last, rule, signature=signature))
        for more in further(head[close_at + 1 :]):
            self._declared([head[0], *more], False)

    def _variable(self, token: Token, part: list[Token], storage: set[str], *, is_const: bool) -> None:
        scope = self._scope
        in_class = scope.kind in ("class", "extend")
        rule = self._renames.find(scope.prefix, token.text, "", Candidate("variable", in_class, scope.prefix))
        python = swig_names.rename(rule, token.text)
        if python is None or not python.isidentifier():
            return
        last = part[-1]
        if in_class:
            self.has_variables |= "static" in storage and not (is_const and any(t.text == "=" for t in part))
            if python not in [m.name for m in scope.members]:
                scope.members.append(SwigMember(python, "field", token.text, self._place(token, last)))
            return
        self.has_variables = True
        if is_const:  # a variable that can be assigned is an attribute of `cvar` only
            cname = f"{scope.prefix}::{token.text}" if scope.prefix else token.text
            scope.children.append(self._made(python, "const", cname, token, last, rule))
