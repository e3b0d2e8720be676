"""Fragments of code at random from a tree, in sentences that say where they stand: as they are, or altered."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from answers.drawn import Statement

#: Files that are no tests and teach nothing, whose code others write alike.
_APART = re.compile(r"_test\.|/(?:testdata|lite|contrib|examples|mlir|micro)/|third_party|benchmark")
#: A statement on a line of its own, and its condition or its call alone.
_STATEMENT = re.compile(r"\s*[A-Za-z_].*[)\w\]];?\s*")
_CONDITION = re.compile(r"(?:\} else )?(?:el)?if \(?(?P<inner>.*?)\)?(?: \{|:)$")
_TOKEN = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|[A-Za-z_]\w*|\d[\w.]*|==|!=|<=|>=|&&|\|\||(?<= )[<>+*/-](?= )')
_FLIPPED = {"==": "!=", "!=": "==", "<=": "<", ">=": ">", "<": "<=", ">": ">=", "&&": "||", "||": "&&",
            "+": "-", "-": "+", "*": "+", "/": "*"}  # fmt: skip
#: Letters of a fragment, lines from its place to another that must not have it, and lines of the head of a file.
_LEAST, _MOST, _FAR, _HEAD = 16, 90, 20, 40

#: How a fragment is said of its place.
FORMS: dict[str, str] = {
    "behind": "`{place}:{line}`: `{code}`",
    "in brackets": "This is done by `{code}` (`{place}:{line}`).",
    "reads": "Line {line} of `{place}` reads `{code}`.",
    "chinese": "`{place}` 第 {line} 行是 `{code}`，这里要注意。",
    "row": "| Where | Code |\n|---|---|\n| `{place}:{line}` | `{code}` |",
}
#: What is altered.
KINDS = ("line", "number", "sign", "text")


class Fragments:
    """Draws fragments from a tree, the same for the same seed."""

    def __init__(self, tree: Path, seed: int) -> None:
        self._tree = tree
        self._random = random.Random(seed)
        folders = ("core/kernels", "core/framework", "core/common_runtime", "python/ops", "python/keras", "compiler")
        found = [p for folder in folders for s in ("*.cc", "*.py") for p in (tree / "tensorflow" / folder).rglob(s)]
        self._files = sorted(p for p in found if not _APART.search(str(p)))

    def draw(self, form: str, kind: str = "") -> Statement:
        """A sentence with a fragment, of which a thing of some kind is altered; nothing where that is empty."""
        alter: dict[str, Callable[[str], str]] = {"number": _number, "sign": _sign, "text": _text}
        while True:
            path, number, code, text = self._fragment()
            line = number
            if kind == "line":
                line = self._elsewhere(number, code, text)
            elif kind:
                altered = alter[kind](code)
                code = altered if altered and altered not in "\n".join(text) else ""
            if code and line:
                said = FORMS[form].format(place=path, line=line, code=code.replace("|", "\\|"))
                return Statement(kind or "right", form, said, bool(kind))

    def _fragment(self) -> tuple[str, int, str, list[str]]:
        """A file, the number of a line, a statement or a condition on it, and all lines."""
        while True:
            path = self._random.choice(self._files)
            text = path.read_text("utf-8", "replace").split("\n")
            if len(text) < _HEAD:
                continue
            number = self._random.randrange(_HEAD, len(text) + 1)  # behind the licence and what is included
            line = text[number - 1]
            mark = "#" if path.suffix == ".py" else "//"
            if mark in line or '"""' in "\n".join(text[max(0, number - 40) : number]) or not _STATEMENT.fullmatch(line):
                continue  # a comment, or a docstring
            code = line.strip()
            condition = _CONDITION.fullmatch(code)
            code = condition["inner"] if condition is not None else code
            if _LEAST <= len(code) <= _MOST and "`" not in code and code.count("(") == code.count(")"):
                return str(path.relative_to(self._tree)), number, code, text

    def _elsewhere(self, number: int, code: str, text: list[str]) -> int:
        """A line that does not have a fragment, nor any near it; 0 where there is none."""
        far = number + self._random.choice([-1, 1]) * self._random.randint(_FAR, 150)
        around = "".join("".join(text[max(0, far - 8) : far + 8]).split())
        return far if 8 < far < len(text) - 8 and "".join(code.split()) not in around else 0


def _replaced(code: str, wanted: Callable[[str], bool], new: Callable[[str], str]) -> str:
    """Some code with the first of its tokens altered that are wanted; empty where there is none."""
    match = next((match for match in _TOKEN.finditer(code) if wanted(match[0])), None)
    return code[: match.start()] + new(match[0]) + code[match.end() :] if match is not None else ""


def _number(code: str) -> str:
    return _replaced(code, str.isdigit, lambda token: str(int(token) + 1))


def _sign(code: str) -> str:
    """The code with a sign altered; `==` for `!=` only where it is a whole statement, which nobody inverts."""
    whole = code.endswith(";") or code.startswith(("if", "return", "OP_REQUIRES"))
    inverted = () if whole else ("==", "!=")
    return _replaced(code, lambda token: token in _FLIPPED and token not in inverted, _FLIPPED.__getitem__)


def _text(code: str) -> str:
    def another(token: str) -> str:
        word = max(re.findall(r"[a-z]{4,}", token), key=len)
        return token.replace(word, word[:-1] + ("d" if word.endswith("s") else "s"), 1)

    return _replaced(code, lambda token: token[0] in "\"'" and re.search(r"[a-z]{4}", token) is not None, another)
