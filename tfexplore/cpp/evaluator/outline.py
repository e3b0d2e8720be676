"""What stands at namespace and class level of a file: functions with bodies, classes, enums and variables, by extent.

An evaluator needs the text of a few definitions and none of the rest, so nothing is parsed here: braces, brackets and
semicolons of a text without comments, directives and literals (`File.shape`) are all that is looked at. A text that
makes no sense yields what can be told apart.
"""

from __future__ import annotations

import re

from tfexplore._record import Record

MAX_ITEMS = 100_000
MAX_NESTING = 100

_MARK = re.compile(r"[(){};\[\]]")
_NAMESPACE = re.compile(r"\bnamespace\b\s*([\w:\s]*?)\s*\Z")
_EXTERN = re.compile(r"\bextern\s*\Z")
_TEMPLATE = re.compile(r"\s*template\s*<")
_CLASS = re.compile(r"\s*(?:typedef\s+|static\s+|const\s+|constexpr\s+)*(class|struct|union|enum)\b")
_CLASS_NAME = re.compile(
    r"\b(?:class|struct|union|enum)(?:\s+(?:class|struct))?(?:\s+[A-Z_][A-Z0-9_]*(?=\s+\w))*\s+([A-Za-z_][\w:]*)"
)
_LABEL = re.compile(r"\s*(?:public|private|protected)\s*:(?!:)")
_ASSIGN = re.compile(r"(?<![=!<>+\-*/%&|^])=(?!=)")
_GROUP = re.compile(r"[()]")
_BEFORE = re.compile(r"(operator\s*[^\w\s]+|operator\s*\(\s*\)|~?[A-Za-z_$]\w*)\s*(?:<[^<>;{}]*>\s*)?\Z")
_OWNER = re.compile(r"([A-Za-z_$]\w*)\s*(?:<[^<>;{}]*>\s*)?::\s*\Z")
_AFTER = re.compile(
    r"\s*(?:(?:const|noexcept|override|final|volatile|&&?|mutable)\s*)*(?:->[^()]*|:(?!:).*|try\s*)?\Z", re.S
)
_VARIABLE = re.compile(r"([A-Za-z_$]\w*)\s*((?:\[[^\]]*\]\s*)*)(?=[=({;]|\Z)")
_WORD = re.compile(r"[A-Za-z_$]\w*")
_NOT_A_TYPE = frozenset(
    ["return", "using", "typedef", "friend", "static_assert", "goto", "delete", "case", "namespace", "template"]
)


class Item(Record):
    """A definition: `kind` is `"function"`, `"class"`, `"enum"` or `"variable"`.

    `start` and `end` are its extent, a final semicolon included; `scope` the namespaces around it; `owner` the class
    that it is a member of, or the qualifier of its own name. `body` is the offset of the brace of a function, a class
    or an enum.
    """

    kind: str
    name: str
    scope: tuple[str, ...]
    owner: str
    start: int
    end: int
    body: int


class _Region(Record):
    """A stretch of text at one level: a namespace's inside, or a class's (`owner`)."""

    start: int
    end: int
    scope: tuple[str, ...]
    owner: str


def outline(shape: str) -> list[Item]:
    """The definitions of a file, in no promised order."""
    items: list[Item] = []
    waiting = [_Region(0, len(shape), (), "")]
    while waiting and len(items) < MAX_ITEMS:
        waiting.extend(_level(shape, waiting.pop(), items))
    return items


def _level(shape: str, region: _Region, items: list[Item]) -> list[_Region]:
    """Find the definitions of one level; the levels inside it."""
    inside: list[_Region] = []
    scopes = [region.scope]
    start = region.start
    body = -1  # of the class, enum or initialiser that waits for its semicolon
    position = region.start
    while True:
        mark = _MARK.search(shape, position, region.end)
        if mark is None:
            break
        at = mark.start()
        position = at + 1
        char = shape[at]
        if char in "([":
            position = _close(shape, at, region.end)
        elif char == ";":
            item = _declaration(shape, start, at + 1, body, scopes[-1], region.owner)
            if item is not None:
                items.append(item)
                if item.kind == "class" and body >= 0 and len(item.scope) < MAX_NESTING:
                    owner = item.name
                    inside.append(_Region(body + 1, _close(shape, body, region.end) - 1, item.scope, owner))
            start, body = position, -1
        elif char == "{":
            head = shape[start:at]
            namespace = None if body >= 0 or region.owner else _NAMESPACE.search(head)
            if namespace is not None or (body < 0 and not region.owner and _EXTERN.search(head)):
                names = namespace.group(1).replace(" ", "").split("::") if namespace is not None else []
                if len(scopes) < MAX_NESTING:
                    scopes.append((*scopes[-1], *(n for n in names if n)))
                start = position
                continue
            position = _close(shape, at, region.end)
            function = _function(head) if body < 0 else None
            if function is not None:
                name, owner, offset = function
                items.append(Item("function", name, scopes[-1], owner or region.owner, start + offset, position, at))
                start = position
            elif body < 0:
                body = at
        elif char == "}":
            if len(scopes) > 1:
                scopes.pop()
            start, body = position, -1
    return inside


def _close(shape: str, at: int, end: int) -> int:
    """The offset behind the bracket that closes the one at `at`; `end` when none does."""
    level = 0
    for mark in _MARK.finditer(shape, at, end):
        char = mark.group()
        if char in "([{":
            level += 1
        elif char in ")]}":
            level -= 1
            if not level:
                return mark.end()
    return end


def without_template(head: str) -> int:
    """Where a declaration goes on behind its `template <...>`."""
    at = 0
    while True:
        match = _TEMPLATE.match(head, at)
        if not match:
            return at
        level = 0
        for i in range(match.end() - 1, len(head)):
            level += (head[i] == "<") - (head[i] == ">" and head[i - 1] != "-")
            if not level:
                at = i + 1
                break
        else:
            return at


def _function(head: str) -> tuple[str, str, int] | None:
    """The name and owner of the function whose body follows a head, and where it starts in it."""
    label = _LABEL.match(head)
    begin = label.end() if label else 0
    text = begin + without_template(head[begin:])
    found = _CLASS.match(head, text)
    if found and head.rstrip()[-1:] != ")":
        return None
    level, opening, previous = 0, -1, begin
    for mark in _GROUP.finditer(head, text):
        if mark.group() == "(":
            if not level:
                opening = mark.start()
            level += 1
            continue
        level -= 1
        if level or opening < 0:
            continue
        before = head[previous:opening]
        name = _BEFORE.search(before)
        if name and _ASSIGN.search(before[: name.start()]):
            return None  # `bool x = f() {` is no function
        if name and _AFTER.match(head, mark.end()):
            owner = _OWNER.search(before, 0, name.start())
            start = previous + len(head[previous:]) - len(head[previous:].lstrip())
            return name.group(1), owner.group(1) if owner else "", start
        previous = mark.end()  # a macro before the definition
    return None


def _declaration(shape: str, start: int, end: int, body: int, scope: tuple[str, ...], owner: str) -> Item | None:
    """A class, an enum or a variable that ends in a semicolon; None for anything else."""
    head = shape[start : body if body >= 0 else end - 1]
    label = _LABEL.match(head)
    if label:
        start += label.end()
        head = head[label.end() :]
    found = _CLASS.match(head, without_template(head))
    if body >= 0 and found:
        name = _CLASS_NAME.search(head, without_template(head))
        kind = "enum" if found.group(1) == "enum" else "class"
        return Item(kind, name.group(1).rpartition("::")[2] if name else "", scope, owner, start, end, body)
    words = _WORD.findall(head[:400])
    if not words or words[0] in _NOT_A_TYPE or (found and body < 0 and len(words) < 3):
        return None
    first = _WORD.search(head)
    assert first is not None
    for match in _VARIABLE.finditer(head, first.end()):
        following = head[match.end() : match.end() + 1]
        # A name before it must be a type; `f(x)` alone is no variable, `operator` is no name.
        if match.group(1) in ("operator", "const") or head[: match.start()].rstrip()[-1:] in (".", "(", ",", "="):
            return None
        if following == "(" and body < 0 and head.rstrip()[-1:] != ")":
            continue
        return Item("variable", match.group(1), scope, owner, start, end, -1)
    return None
