"""Blocks of code at random from a tree, as people quote them or with one thing altered, in documents on others."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path
from typing import NamedTuple

_APART = re.compile(r"_test\.|/(?:testdata|lite|contrib|examples|mlir|micro)/|third_party")
_HEAD = re.compile(r"^[A-Za-z][^;#/]*\([^;]*$|^  (?!return|else|if|for|while|switch)[A-Za-z][\w:<>&*, ]* \w+\([^;]*\{$")
_PYTHON_HEAD = re.compile(r"\s*def \w+\(")
_REMARK = re.compile(r"\s*(?://|#|\*|\}|\))")
#: Lines of a block at least and at most, and of its code.
_LEAST, _MOST, _CODE = 4, 14, 4
_FLIPPED = {
    "==": "!=",
    "!=": "==",
    "<": "<=",
    ">": ">=",
    "+": "-",
    "-": "+",
    "&&": "||",
    "||": "&&",
    "and": "or",
    "or": "and",
}
_KEYWORDS = frozenset(
    [
        "auto",
        "bool",
        "case",
        "class",
        "const",
        "continue",
        "double",
        "else",
        "False",
        "float",
        "from",
        "import",
        "int",
        "int64",
        "lambda",
        "None",
        "nullptr",
        "override",
        "public",
        "raise",
        "return",
        "self",
        "size_t",
        "static",
        "string",
        "struct",
        "template",
        "this",
        "True",
        "true",
        "false",
        "typename",
        "void",
        "while",
        "with",
    ]
)


class Block(NamedTuple):
    """A block in a document: the text, how the file is said (`path`, `name`, `both`, `none`), whether it is altered."""

    text: str
    said: str
    altered: bool


class Blocks:
    """Draws blocks from a tree, the same for the same seed."""

    def __init__(self, tree: Path, seed: int) -> None:
        self._tree = tree
        self._drawn = random.Random(seed)
        found = [p for suffix in ("*.cc", "*.h", "*.py") for p in (tree / "tensorflow").rglob(suffix)]
        self._files = sorted(p for p in found if not _APART.search(str(p)))

    def draw(self, altered: bool) -> Block:
        """A block in a document that cites other files as well."""
        while True:
            path, name, lines = self._body()
            python = path.endswith(".py")
            made = self._altered(lines, python) if altered else self._quoted(lines, python)
            if made is None:
                continue
            others = [str(one.relative_to(self._tree)) for one in self._drawn.sample(self._files, 3)]
            said = self._drawn.choice(["path", "name", "both", "none"])
            intro = {
                "path": f"In `{path}`:",
                "name": f"`{name}` does this:",
                "both": f"`{name}` (`{path}`) does this:",
                "none": "The code is as follows:",
            }[said]
            before = [f"See also `{one}`." for one in others]
            block = [f"```{'python' if python else 'cpp'}", *made, "```", ""]
            return Block("\n".join(["# Notes", "", *before, "", intro, "", *block]), said, altered)

    def _body(self) -> tuple[str, str, list[str]]:
        """A file, the name of a function of it, and some lines of that."""
        while True:
            path = self._drawn.choice(self._files)
            python = path.suffix == ".py"
            text = path.read_text("utf-8", "replace").split("\n")
            heads = [at for at, line in enumerate(text) if (_PYTHON_HEAD if python else _HEAD).match(line)]
            if not heads:
                continue
            head = self._drawn.choice(heads)
            name = re.search(r"(\w+)\(", text[head])
            lines = text[head : head + self._drawn.randint(_LEAST, _MOST)]
            end = next((at for at, line in enumerate(lines) if at and line.startswith("}")), len(lines) - 1)
            lines = lines[: end + 1]
            while lines and not lines[-1].strip():
                lines.pop()
            code = [line for line in lines if line.strip() and not _REMARK.match(line)]
            told = any(mark in line for line in lines for mark in ('"""', "\\", ">>>"))  # no docstrings, no macros
            if name and len(code) >= _CODE and not told:
                return str(path.relative_to(self._tree)), name[1], lines

    def _quoted(self, lines: list[str], python: bool) -> list[str]:
        """Lines as people quote them."""
        way = self._drawn.choice(["as-is", "remark", "entities", "elided", "indented", "numbered"])
        if way == "remark":
            at = self._drawn.choice([at for at, line in enumerate(lines) if line.strip()])
            lines = [*lines[:at], f"{lines[at]}  {'#' if python else '//'} 注意这里", *lines[at + 1 :]]
        elif way == "entities":
            lines = [html.escape(line, quote=False) for line in lines]
        elif way == "elided" and len(lines) >= 9:
            lines = [*lines[:4], "    ...", *lines[-3:]]
        elif way == "indented":
            lines = [f"    {line}" if line else line for line in lines]
        elif way == "numbered":
            lines = [f"{number:4d} {line}" for number, line in enumerate(lines, 100)]
        return lines

    def _altered(self, lines: list[str], python: bool) -> list[str] | None:
        """Lines with another name, operator or number, or one statement more; None where there is nothing to alter."""
        at = self._drawn.choice([at for at, line in enumerate(lines) if line.strip() and not _REMARK.match(line)])
        line = lines[at].split("#" if python else "//")[0]
        way = self._drawn.choice(["name", "operator", "number", "statement"])
        if way == "statement":
            above = lines[at - 1].rstrip() if at else ""
            if not above.endswith(("]", ")") if python else (";", "{", "}")):
                return None
            more = "self._make_sure_of_it()" if python else "MakeSureOfIt(&everything);"
            return [*lines[:at], line[: len(line) - len(line.lstrip())] + more, *lines[at:]]
        pattern = {
            "name": r"\b[A-Za-z_]\w{3,}\b",
            "operator": r"(?<= )(?:==|!=|<|>|\+|-|&&|\|\||and|or)(?= )",
            "number": r"(?<![\w.])\d+(?![\w.])",
        }[way]
        found = [match for match in re.finditer(pattern, line) if match[0] not in _KEYWORDS]
        if not found:
            return None
        match = self._drawn.choice(found)
        new = {"name": f"{match[0]}s", "operator": _FLIPPED.get(match[0], ""), "number": ""}[way]
        new = new or str(int(match[0]) + 1)
        return [*lines[:at], line[: match.start()] + new + line[match.end() :], *lines[at + 1 :]]
