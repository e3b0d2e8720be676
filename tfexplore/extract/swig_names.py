"""Which name a declaration gets in Python, and which directive says so: SWIG's `%rename` in all its disguises.

`%ignore X` is `%rename("$ignore") X`, and TensorFlow's `%unignore X` is `%rename("%s") X`, so there is one table. Its
entries stay from file to file and the last word on a key counts. A declaration looks for `scope::name`, then for
`*::class::name` and `*::name`, then for the bare name; only when none is there do the rules without a name apply
(`%ignore "";`, what `%ignoreall` writes), newest first. This is `Swig_name_make` of SWIG's `naming.c`.
"""

from __future__ import annotations

import re

from tfexplore._record import Record
from tfexplore.model import Location

IGNORE = "$ignore"


class Rule(Record):
    """One entry of the table.

    ::

        %rename("debug_string") tensorflow::checkpoint::CheckpointReader::DebugString;
        ^^^^^^^  ^^^^^^^^^^^^   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        directive new           target

    `match` holds the conditions of a rule without a name: `("match", "enum")` of `%$isenum`.
    """

    new: str
    target: str
    directive: str
    location: Location | None
    match: tuple[tuple[str, str], ...] = ()


class Candidate(Record):
    """What the conditions of a rule may ask of a declaration; `kind` as SWIG's tree calls it."""

    kind: str  # "class", "enum", "enumitem", "namespace", "function", "variable", "constant", "constructor" ...
    is_member: bool = False
    scope: str = ""


# SWIG's own interface files say these before TensorFlow's say anything (`Lib/python/pyopers.swg`).
_OPERATORS = (
    ("+", "add"), ("-", "sub"), ("*", "mul"), ("%", "mod"), ("<<", "lshift"), (">>", "rshift"), ("&", "and"),
    ("|", "or"), ("^", "xor"), ("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"), ("==", "eq"), ("!=", "ne"),
    ("~", "invert"), ("()", "call"), ("/", "truediv"), ("+=", "iadd"), ("-=", "isub"), ("*=", "imul"), ("%=", "imod"),
    ("&=", "iand"), ("|=", "ior"), ("^=", "ixor"), ("<<=", "ilshift"), (">>=", "irshift"), ("/=", "itruediv"),
    (" bool", "bool"),
)  # fmt: skip
_IGNORED_OPERATORS = ("*::operator=", "*::operator++", "*::operator--", "*::operator->*", "*::operator[]")
_UNARY = (("+()", "pos"), ("-()", "neg"))

_KEYWORDS = """
    and as assert async await break class cond continue def del elif else except exec finally for from global if import
    in is lambda None nonlocal not or pass print raise return try while with yield True False
"""
#: Names that Python keeps for itself; SWIG puts an underscore before them (`Lib/python/pythonkw.swg`).
KEYWORDS = frozenset(_KEYWORDS.split())

_FORMAT = re.compile(r"%(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?s")
_WORD = re.compile(r"\w+$")


class Renames:
    """The table as it stands; `add` in the order of the source, `find` at each declaration."""

    def __init__(self) -> None:
        self._rules: dict[str, dict[str, Rule]] = {}
        self._nameless: list[Rule] = []
        for sign, name in _OPERATORS:
            self._set(f"*::operator{sign}", "", f"__{name}__")
        for sign, name in _UNARY:
            self._set(f"*::operator{sign[0]}", "()", f"__{name}__")
            self._set(f"*::operator{sign[0]}", "()const", f"__{name}__")
        for target in _IGNORED_OPERATORS:
            self._set(target, "", IGNORE)
        for sign in ("!", "&&", "||"):
            self._set(f"operator{sign}", "", IGNORE)

    def _set(self, target: str, parameters: str, new: str) -> None:
        self._rules.setdefault(target, {})[parameters] = Rule(new, target, "", None)

    def add(self, scope: str, parameters: str, rule: Rule) -> None:
        """One `%rename` below a scope; `parameters` is as `parameter_key` gives it where the target has some."""
        if rule.target and not rule.match:
            target = f"{scope}::{rule.target}" if scope else rule.target
            self._rules.setdefault(target, {})[parameters] = rule
        else:
            self._nameless.insert(0, rule)

    def find(self, scope: str, name: str, parameters: str, candidate: Candidate) -> Rule | None:
        """The rule that names a declaration, if any does."""
        keys = []
        if scope:
            keys.append(f"{scope}::{name}")
            last = scope.rpartition("::")[2]
            if last != scope:
                keys.append(f"*::{last}::{name}")
            keys.append(f"*::{name}")
        else:
            keys.append(f"::{name}")
        keys.append(name)
        for key in keys:
            rules = self._rules.get(key)
            if rules:
                rule = rules.get(parameters) or rules.get("")
                if rule:
                    return rule
        for rule in self._nameless:
            if _matches(rule, name, candidate):
                return rule
        return None


def _matches(rule: Rule, name: str, candidate: Candidate) -> bool:
    if rule.target and rule.target not in (name, f"{candidate.scope}::{name}"):
        return False
    for key, wanted in rule.match:
        negated = key.startswith("not")
        key = key[3:] if negated else key
        if key.startswith("regexmatch"):
            found = _searches(wanted, name)
        elif key == "match":
            found = candidate.kind == wanted
        elif key == "match$kind":
            found = (candidate.kind if candidate.kind in ("function", "variable", "union") else "") == wanted
        elif key == "match$ismember":
            found = candidate.is_member
        elif key == "match$parentNode$name":
            found = candidate.scope.rpartition("::")[2] == wanted
        else:
            return False  # what this tool does not know of a declaration, it does not claim
        if found == negated:
            return False
    return True


def _searches(pattern: str, name: str) -> bool:
    # A pattern from a tree could take for ever (nested repetition), so only plain ones are tried.
    if len(pattern) > 80 or re.search(r"[*+}]\)*[*+{]|\([^)]*[*+][^)]*\)[*+{]|\\\d", pattern):
        return False
    try:
        return re.search(pattern, name[:200]) is not None
    except re.error:
        return False


def rename(rule: Rule | None, name: str) -> str | None:
    """The name in Python; None when the rule ignores the declaration."""
    if rule is None:
        new = name
    elif rule.new.startswith(IGNORE):
        return None
    elif "%" in rule.new and rule.new not in ("%", "%="):
        new = _FORMAT.sub(lambda match: _formatted(match.group(1), name), rule.new)
    else:
        new = rule.new
    if not new:
        return name
    return f"_{new}" if new in KEYWORDS else new


def _formatted(how: str | None, name: str) -> str:
    """SWIG's own formats: `%(lower)s`, `%(camelcase)s`, `%(strip:[TF_])s` ..."""
    if not how:
        return name
    kind, _, argument = how.partition(":")
    argument = argument.strip("[]")
    words = [w for w in name.split("_") if w]
    if kind == "lower":
        return name.lower()
    if kind == "upper":
        return name.upper()
    if kind == "title":
        return name[:1].upper() + name[1:].lower()
    if kind == "firstuppercase":
        return name[:1].upper() + name[1:]
    if kind == "firstlowercase":
        return name[:1].lower() + name[1:]
    if kind in ("camelcase", "ctitle"):
        return "".join(w[:1].upper() + w[1:] for w in words)
    if kind in ("lowercamelcase", "lctitle"):
        joined = "".join(w[:1].upper() + w[1:] for w in words)
        return joined[:1].lower() + joined[1:]
    if kind in ("undercase", "utitle"):
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    if kind == "strip" and argument:
        return name[len(argument) :] if name.startswith(argument) else name
    if kind == "rstrip" and argument:
        return name[: -len(argument)] if name.endswith(argument) else name
    return name


def parameter_keys(tokens: list[str], is_const: bool) -> list[str]:
    """The keys of all overloads that a declaration stands for: `f(int a, int b = 0)` is `(int,int)` and `(int)`."""
    keys = [parameter_key(tokens, is_const)]
    level = 0
    for at in range(len(tokens) - 1, -1, -1):
        token = tokens[at]
        level += (token in ")]}>") - (token in "([{<")
        if level == 0 and (token == "," or at == 0):
            if "=" not in tokens[at:]:
                break
            tokens = tokens[:at]
            keys.append(parameter_key(tokens, is_const))
    return keys


def parameter_key(tokens: list[str], is_const: bool) -> str:
    """The types between a function's brackets as one text: what tells two overloads apart in a `%rename`."""
    found: list[str] = []
    part: list[str] = []
    level = 0
    for token in [*tokens, ","]:
        if token == "," and level == 0:
            found.append("".join(_type_of(part)))
            part = []
            continue
        level += (token in "([{<") - (token in ")]}>")
        part.append(token)
    inside = ",".join(found)
    return f"({'' if inside == 'void' else inside}){'const' if is_const else ''}"


_BASIC = "const volatile unsigned signed long short int char bool float double void struct class enum"
_OF_TYPES = frozenset(_BASIC.split())


def _type_of(tokens: list[str]) -> list[str]:
    """A parameter without its name and its default."""
    if "=" in tokens:
        tokens = tokens[: tokens.index("=")]
    if len(tokens) > 1 and _WORD.match(tokens[-1]) and tokens[-1] not in _OF_TYPES and tokens[-2] != "::":
        head = [t for t in tokens[:-1] if t not in ("const", "volatile", "struct", "class", "enum")]
        if head:
            tokens = tokens[:-1]
    return [f"{t} " if t in _OF_TYPES else t for t in tokens]
