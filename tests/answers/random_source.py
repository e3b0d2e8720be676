"""Statements on a tree's source at random, in the forms in which people make them: as it is, or altered.

What is so is read from the tree by Python's own parser, and for C++ from heads that have one reading.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter, defaultdict
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from answers.drawn import Statement

#: The forms of each kind: who it is said of (`{of}`), what is said (`{it}`), something else of it (`{too}`), its file.
FORMS = {
    "base": (
        "`{of}` derives from `{it}`.",
        "`{of}` 继承自 `{it}`。",
        "`{of}` is a subclass of `{it}` ({file}).",
        "| class | base |\n|---|---|\n| `{of}` | `{it}` |",
        "- `{of}` (base class `{it}`)",
        "`{of}`（基类 `{it}`）在 {base} 中。",
        "The base class of `{of}` is `{it}`.",
    ),
    "member": (
        "The `{it}` method of `{of}` is what runs.",
        "`{of}`'s `{it}` is called.",
        "`{it}` of `{of}` is called first.",
        "`{of}` has the method `{it}`.",
        "`{of}` 的方法 `{it}` 在 {base} 中。",
        "`{of}` 的 `{it}` 会被调用。",
    ),
    "parameter": (
        "`{of}` has the parameter `{it}`.",
        "`{of}` takes the arguments `{too}` and `{it}`.",
        "`{of}` 的参数 `{it}` 是可选的。",
        "The argument `{it}` of `{of}` ({file}) is checked.",
        "`{of}` 接受参数 `{too}` 和 `{it}`（{base}）。",
    ),
    "default": (
        "`{too}` of `{of}` defaults to `{it}`.",
        "The default of `{too}` in `{of}` is `{it}`.",
        "`{of}` 的参数 `{too}` 默认为 `{it}`。",
        "`{of}` ({file}) has `{too}={it}` by default.",
        "- `{of}`: `{too}` (default `{it}`)",
        "`{too}` of `{of}` is {it} by default.",
        "`{of}` defaults `{too}` to `{it}`.",
        "`{of}`'s `{too}` defaults to {it}.",
        "The default `{too}` of `{of}` is `{it}`.",
        "By default, `{of}` uses `{too}={it}`.",
        "默认情况下 `{of}` 的 `{too}` 是 `{it}`。",
        "| function | parameter | default |\n|---|---|---|\n| `{of}` | `{too}` | `{it}` |",
    ),
    "order": (
        "The first argument of `{of}` is `{it}`.",
        "`{it}` is the first parameter of `{of}`.",
        "`{of}` 的第一个参数是 `{it}`。",
        "The first argument of `{of}` ({file}) is called `{it}`.",
    ),
    "constructor": (
        "`{of}` has the argument `{it}`.",
        "`{of}` takes an argument called `{it}`.",
        "`{of}` 有参数 `{it}`。",
        "The argument `{it}` of `{of}` is kept.",
    ),
    "constructor's default": (
        "`{too}` of `{of}` is {it} by default.",
        "`{of}` has a default `{too}` of {it}.",
        "`{of}` 的 `{too}` 默认是 `{it}`。",
    ),
    "constant": (
        "`{of} = {it}` ({file})",
        "`{of}` 的值是 `{it}`（{base}）。",
        "The constant `{of}` in `{base}` is {it}.",
        "`{base}` 中 `{of}` 为 `{it}`。",
    ),
    "value": (
        "`{of}` (`{file}`): {too}, `{it}`.",
        "- `{of}`: {too}, `{it}`",
        "`{of}`（{base}）：{too}、`{it}`。",
        "- `{of}` → `{file}`, `{it}`, {too}",
    ),
    "values": (
        "`{of}` ({file}): {too}, `{it}`.",
        "- `{of}` → `{file}`, {too}, `{it}`",
        "`{of}` 默认 {too}、`{it}`。",
    ),
    "statement": (
        "`{it}` (`{file}:{too}`)",
        "The statement `{it}` is at `{file}:{too}`.",
        "`{it}` 这句在 `{file}:{too}`。",
        "`{file}:{too}`: `{it}`",
    ),
    "path": (
        "See `{it}`.",
        "- `{it}`",
        "Look at `{short}` for it.",
        "| file | what |\n|---|---|\n| `{short}` | it |",
        "`{short}` 里有。",
    ),
}
#: Letters of names that no document would take for a word, and files that are read for their heads.
_LONG, _READ = 6, 1_500
#: Words of the heads of classes that are followed.
_MANY = 40
_APART = re.compile(r"test|benchmark|/(?:lite|contrib|examples)/|third_party", re.I)
_BODY = re.compile(r"^class (\w+) (?:final )?: public (\w+) \{\n(.*?)^\};", re.M | re.S)
_METHOD = re.compile(r"^  (?:virtual )?(?:void|bool|Status|int|int64|string) (\w+)\(", re.M)
#: Messages, enumerations and structs with a body that has one reading, and what is in them.
_VALUED = (
    (
        re.compile(r"^message (\w+) \{\n(.*?)^\}", re.M | re.S),
        re.compile(r"^  (?:repeated )?[\w.]+ (\w+) = (\d+);", re.M),
    ),
    (re.compile(r"^enum (?:class )?(\w+) \{\n(.*?)^\};", re.M | re.S), re.compile(r"^  (\w+) = (\d+),", re.M)),
    (
        re.compile(r"^struct (\w+) \{\n(.*?)^\};", re.M | re.S),
        re.compile(r"^  (?:bool|int|int64|int32|float) (\w+) = (\w+);", re.M),
    ),
)
_STATEMENT = re.compile(r"\s+[\w:.>-]+(?:\(| = )[^`#/\\]{12,60}[;)]")
_CONSTANT = re.compile(r"^(?:static )?const(?:expr)? (?:int|int64|int32|size_t) (k[A-Z]\w{5,}) = (\d+);", re.M)


class _Class(NamedTuple):
    path: str
    name: str
    base: str
    methods: list[str]


class _Function(NamedTuple):
    path: str
    name: str
    parameters: list[str]
    defaults: dict[str, object]


class SourceStatements:
    """Draws statements on the source of a tree, the same for the same seed."""

    def __init__(self, tree: Path, seed: int) -> None:
        self._tree = tree
        self._random = random.Random(seed)
        self._texts: dict[str, str] = {}
        self._paths = [
            path
            for top in ("core", "python", "cc", "c", "compiler/tf2xla")
            for file in sorted((tree / "tensorflow" / top).rglob("*"))
            if file.suffix in (".py", ".cc", ".h") and not _APART.search(path := str(file.relative_to(tree)))
        ]
        self._read = {
            path: (tree / path).read_text("utf-8", "replace")
            for path in self._random.sample(self._paths, min(_READ, len(self._paths)))
        }

    def draw(self, kind: str, wrong: bool) -> Statement:
        """A statement of some kind."""
        makers = {
            "base": self._base,
            "member": self._member,
            "parameter": self._parameter,
            "default": self._default,
            "order": self._order,
            "constructor": self._constructor,
            "constructor's default": self._of_constructor,
            "constant": self._constant,
            "value": self._value,
            "values": self._values,
            "statement": self._statement,
            "path": self._path,
        }
        while True:
            made = makers[kind](wrong)
            if made is not None:
                path, of, it, too = made
                form = self._random.choice(FORMS[kind])
                names = {"of": of, "it": it, "too": too, "short": it.removeprefix("tensorflow/")}
                text = form.format(file=path, base=path.rpartition("/")[2], **names)
                return Statement(kind, form, text, wrong)

    @cached_property
    def _classes(self) -> list[_Class]:
        found = []
        for path, text in self._read.items():
            if path.endswith(".py"):
                found += [_Class(path, *one) for one in _python_classes(ast.parse(text))]
            else:
                for name, base, body in _BODY.findall(text):
                    found.append(_Class(path, name, base, _METHOD.findall(body)))
        often = Counter(one.name for one in found)
        return [one for one in found if often[one.name] == 1 and len(one.name) >= _LONG and self._is_only(one.name)]

    def _is_only(self, name: str) -> bool:
        """Whether one file has a class of this name."""
        return len(self._heads[name]) == 1

    @cached_property
    def _heads(self) -> defaultdict[str, set[str]]:
        """The files of the tree that declare or define classes, by their names."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for file in (self._tree / "tensorflow").rglob("*"):
            if file.suffix in (".py", ".cc", ".h"):
                for name in re.findall(rb"\b(?:class|struct)\s+(\w+)", file.read_bytes()):
                    found[name.decode()].add(str(file))
        return found

    @cached_property
    def _functions(self) -> list[_Function]:
        found = []
        for path, text in self._read.items():
            if path.endswith(".py"):
                for one in ast.parse(text).body:
                    arguments = one.args if isinstance(one, ast.FunctionDef) and not one.decorator_list else None
                    if arguments is not None and not (arguments.kwarg or arguments.vararg):
                        names = [each.arg for each in arguments.args]
                        values = zip(names[len(names) - len(arguments.defaults) :], arguments.defaults, strict=True)
                        plain = {name: value.value for name, value in values if isinstance(value, ast.Constant)}
                        found.append(_Function(path, one.name, names, plain))
        often = Counter(one.name for one in found)
        return [one for one in found if often[one.name] == 1 and len(one.name) > 2 * _LONG and len(one.parameters) > 1]

    def _base(self, wrong: bool) -> tuple[str, str, str, str] | None:
        one, other = self._random.choice(self._classes), self._random.choice(self._classes)
        it = other.base if wrong else one.base
        if wrong and (it in (one.base, one.name) or one.path.endswith(".py") != other.path.endswith(".py")):
            return None
        if not self._heads[it] or (wrong and it in self._above(one.base)):
            return None  # of no class of the tree, or of one that is above its base
        return one.path, one.name, it, ""

    def _above(self, base: str) -> set[str]:
        """What a class may be derived from: whatever stands in the head of a class of its name, near and far."""
        found: set[str] = set()
        left = [base]
        while left:
            name = left.pop()
            found.add(name)
            for path in self._heads[name]:
                heads = re.findall(rf"\b(?:class|struct)\s+{name}\b([^;{{]*?)[{{:]\s*$", self._text(path), re.M)
                left += [word for head in heads for word in re.findall(r"\w+", head) if word not in found]
            if len(found) > _MANY:
                return found
        return found

    def _text(self, path: str) -> str:
        if path not in self._texts:
            self._texts[path] = Path(path).read_text("utf-8", "replace")
        return self._texts[path]

    def _member(self, wrong: bool) -> tuple[str, str, str, str] | None:
        one, other = self._random.choice(self._classes), self._random.choice(self._classes)
        methods = [name for name in (other if wrong else one).methods if len(name) >= _LONG]
        if not methods or (wrong and one.path.endswith(".py") != other.path.endswith(".py")):
            return None
        it = self._random.choice(methods)
        files = {path for name in self._above(one.name) for path in self._heads[name]} if wrong else ()
        if any(it in self._text(path) for path in files):
            return None
        return one.path, one.name, it, ""

    def _parameter(self, wrong: bool) -> tuple[str, str, str, str]:
        one = self._random.choice(self._functions)
        it, too = self._random.sample(one.parameters, 2)
        if wrong:
            others = [name for name in self._random.choice(self._functions).parameters if len(name) >= _LONG]
            others = [name for name in others if name not in one.parameters]
            if not others:
                return self._parameter(wrong)
            it = self._random.choice(others)
        return one.path, one.name, it, too

    def _default(self, wrong: bool) -> tuple[str, str, str, str] | None:
        return self._default_of(self._random.choice(self._functions), wrong)

    def _default_of(self, one: _Function, wrong: bool) -> tuple[str, str, str, str] | None:
        plain = {name: value for name, value in one.defaults.items() if isinstance(value, (bool, int, str)) and value}
        if not plain:
            return None
        name = self._random.choice(sorted(plain))
        value = plain[name]
        if wrong:
            value = False if value is True else f"{value}x" if isinstance(value, str) else value + 2
        return one.path, one.name, repr(value), name

    def _order(self, wrong: bool) -> tuple[str, str, str, str] | None:
        one = self._random.choice(self._functions)
        if one.parameters[0] == "self":
            return None
        return one.path, one.name, one.parameters[1 if wrong else 0], ""

    @cached_property
    def _constructors(self) -> list[_Function]:
        """What classes are initialized with that one file has, by the names of these."""
        found = []
        for path, text in self._read.items():
            for one in ast.parse(text).body if path.endswith(".py") else ():
                for inside in one.body if isinstance(one, ast.ClassDef) else ():
                    if isinstance(inside, ast.FunctionDef) and inside.name == "__init__" and not inside.decorator_list:
                        assert isinstance(one, ast.ClassDef)
                        names = [each.arg for each in inside.args.args]
                        given = inside.args.defaults
                        values = zip(names[len(names) - len(given) :], given, strict=True)
                        plain = {name: value.value for name, value in values if isinstance(value, ast.Constant)}
                        found.append(_Function(path, one.name, names[1:], plain))
        ops = (file.read_text("utf-8", "replace") for file in (self._tree / "tensorflow/core/ops").glob("*.cc"))
        ops_too = {name for text in ops for name in re.findall(r"REGISTER_OP\(\"(\w+)\"", text)}
        long = [one for one in found if len(one.name) >= _LONG and one.parameters and one.name not in ops_too]
        return [one for one in long if self._is_only(one.name)]

    def _constructor(self, wrong: bool) -> tuple[str, str, str, str] | None:
        one, other = self._random.choice(self._constructors), self._random.choice(self._constructors)
        it = self._random.choice((other if wrong else one).parameters)
        if wrong and any(re.search(rf"\b{it}\b", self._text(path)) for path in self._files_above(one)):
            return None  # a parameter of a method, perhaps
        return (one.path, one.name, it, "") if len(it) >= _LONG else None

    def _files_above(self, one: _Function) -> set[str]:
        return {path for name in self._above(one.name) for path in self._heads[name]}

    def _of_constructor(self, wrong: bool) -> tuple[str, str, str, str] | None:
        return self._default_of(self._random.choice(self._constructors), wrong)

    @cached_property
    def _constants(self) -> list[tuple[str, str, str]]:
        found = [(path, *one) for path, text in self._read.items() for one in _CONSTANT.findall(text)]
        often = Counter(name for _, name, _ in found)
        return [one for one in found if often[one[1]] == 1]

    def _constant(self, wrong: bool) -> tuple[str, str, str, str]:
        path, name, value = self._random.choice(self._constants)
        return path, name, str(int(value) + 3) if wrong else value, ""

    @cached_property
    def _valued(self) -> list[tuple[str, str, dict[str, str]]]:
        """Messages, enumerations and structs: the file, the name, and what they hold with the values."""
        texts = {path: text for path, text in self._read.items() if path.endswith(".h")}
        for file in sorted((self._tree / "tensorflow/core").rglob("*.proto")):
            texts[str(file.relative_to(self._tree))] = file.read_text("utf-8", "replace")
        found = [
            (path, name, dict(inside.findall(body)))
            for path, text in texts.items()
            if not _APART.search(path)
            for head, inside in _VALUED
            for name, body in head.findall(text)
        ]
        often = Counter(name for _, name, _ in found)
        return [one for one in found if len(one[2]) > 2 and often[one[1]] == 1 and len(self._heads[one[1]]) < 2]

    def _value(self, wrong: bool) -> tuple[str, str, str, str]:
        path, name, held = self._random.choice(self._valued)
        it, *others = self._random.sample(sorted(held), 3)
        value = held[it]
        if wrong:
            value = {"true": "false", "false": "true"}.get(value) or str(int(value) + 90 if value.isdigit() else 7)
        return path, name, f"{it} = {value}", ", ".join([f"`{each} = {held[each]}`" for each in others])

    def _values(self, wrong: bool) -> tuple[str, str, str, str] | None:
        one = self._random.choice(self._functions)
        plain = {name: value for name, value in one.defaults.items() if value is not None and value != ""}
        if len(plain) < 3:
            return None
        it, *others = self._random.sample(sorted(plain), 3)
        value = plain[it]
        if wrong:
            value = (not value) if isinstance(value, bool) else f"{value}x" if isinstance(value, str) else value + 2
        return one.path, one.name, f"{it}={value!r}", ", ".join([f"`{each}={plain[each]!r}`" for each in others])

    def _statement(self, wrong: bool) -> tuple[str, str, str, str] | None:
        path = self._random.choice(sorted(self._read))
        lines = self._read[path].split("\n")
        number = self._random.randrange(1, len(lines) + 1)
        text = lines[number - 1]
        if not _STATEMENT.fullmatch(text) or len(re.findall(re.escape(text.strip()), self._read[path])) != 1:
            return None
        named = set(re.findall(r"\w{4,}", text))
        if wrong:
            number += self._random.choice((-1, 1)) * self._random.randrange(4, 60)
            if not 0 < number <= len(lines) or named & set(re.findall(r"\w{4,}", lines[number - 1])):
                return None
        return path, "", text.strip(), str(number)

    def _path(self, wrong: bool) -> tuple[str, str, str, str] | None:
        path = self._random.choice(self._paths)
        if not wrong:
            return path, "", path, ""
        folder, _, name = path.rpartition("/")
        elsewhere = self._random.choice(self._paths).rpartition("/")[0]
        it = self._random.choice((f"{elsewhere}/{name}", f"{folder}/{_other_ending(name)}"))
        return None if (self._tree / it).exists() else (path, "", it, "")


def _python_classes(module: ast.Module) -> list[tuple[str, str, list[str]]]:
    """The classes of a module with one base: their names, the base's, and their methods without underscores."""
    found = []
    for one in module.body:
        if isinstance(one, ast.ClassDef) and len(one.bases) == 1 and not one.keywords:
            base = one.bases[0]
            name = base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else "object"
            methods = [each.name for each in one.body if isinstance(each, ast.FunctionDef)]
            if name != "object":
                found.append((one.name, name, [each for each in methods if not each.startswith("_")]))
    return found


def _other_ending(name: str) -> str:
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{ {'cc': 'h', 'h': 'cc', 'py': 'cc'}[ending] }"
