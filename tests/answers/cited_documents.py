"""Documents about a tree, made at random from its index: right ones, and the same with one citation made wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tfexplore.model import Symbol


class Made(NamedTuple):
    """A document, the line of it that is wrong (0: none), and how it was made wrong."""

    text: str
    wrong: int
    how: str


class Sentence(NamedTuple):
    """A sentence with the parts that can be made wrong; `{name}`, `{path}`, `{lines}` stand in `form`."""

    form: str
    symbol: Symbol
    path: str
    lines: str
    quotation: str = ""

    def written(self) -> str:
        text = self.form.replace("{name}", self.symbol.name).replace("{path}", self.path).replace("{lines}", self.lines)
        return text + ("\n\n" + self.quotation if self.quotation else "")


FORMS = (
    "`{name}` is defined in `{path}:{lines}`.",
    "The function `{name}` (`{path}:{lines}`) is where this happens.",
    "- `{name}` — {path}:{lines}",
    "See `{name}` at {path}#L{lines} for the details.",
    "| `{name}` | what it does | `{path}:{lines}` |",
    "{name} 定义在 {path}:{lines}。",
    "其中`{name}`位于`{path}`第{lines}行，负责主要的计算。",
    "`{path}` 第 {lines} 行定义了 `{name}`。",
    "这一步由 `{name}`（`{path}:{lines}`）完成，细节略。",
    "我们先看{path}中的`{name}`。",
    "The code of `{name}` is in `{path}`.",
    "`{name}` 实现在 `{path}`。",
    "[`{name}`](https://github.com/tensorflow/tensorflow/blob/v1.15.0/{path}#L{lines})",
)
#: The forms that say of a line that it is the definition's, so that no other line of the same body will do.
EXACT = (
    "`{name}` is defined in `{path}:{lines}`.",
    "- `{name}` — {path}:{lines}",
    "See `{name}` at {path}#L{lines} for the details.",
    "{name} 定义在 {path}:{lines}。",
    "`{path}` 第 {lines} 行定义了 `{name}`。",
    "[`{name}`](https://github.com/tensorflow/tensorflow/blob/v1.15.0/{path}#L{lines})",
)
#: Forms in which any line of the body will do.
INSIDE = (
    "The inputs are looked at in `{name}` (`{path}:{lines}`).",
    "`{name}` ({path}:{lines}) calls the next one.",
    "- `{name}` ({path}:{lines}): here the inputs are looked at",
    "`{name}`（`{path}:{lines}`）里会检查输入。",
    "输入在`{name}`（{path}第{lines}行）中检查。",
)
_SHORTER: tuple[Callable[[str], str], ...] = (
    lambda path: path,
    lambda path: path.removeprefix("tensorflow/"),
    lambda path: "/".join(path.split("/")[-2:]),
    lambda path: path.rpartition("/")[2],
)


class Maker:
    """Makes documents from the definitions of some folders."""

    def __init__(self, symbols: list[Symbol], tree: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.tree = tree
        names: dict[str, int] = {}
        for one in symbols:
            names[_last(one.name)] = names.get(_last(one.name), 0) + 1
        self.names = names
        self.paths = sorted({one.location.path for one in symbols})
        self.basenames = {path.rpartition("/")[2] for path in self.paths}
        self.symbols = [
            one for one in symbols
            if len(_last(one.name)) > 7 and names[_last(one.name)] == 1 and not set("<~ ") & set(one.name)
            and one.location.path.startswith(("tensorflow/core/", "tensorflow/python/"))
            and one.location.path.endswith((".cc", ".h", ".py")) and "test" not in one.location.path
            and one.kind in ("class", "function", "method")
        ]  # fmt: skip

    def _lines(self, path: str) -> list[str]:
        return (self.tree / path).read_text(encoding="utf-8", errors="replace").split("\n")

    def sentence(self) -> Sentence:
        symbol = self.random.choice(self.symbols)
        form = self.random.choice(FORMS)
        place = symbol.location
        path = place.path if "github.com" in form else self.random.choice(_SHORTER)(place.path)
        span = place.end_line - place.line
        lines = str(place.line)
        if span > 12 and self.random.random() < 0.2:
            form = self.random.choice(INSIDE)
            lines = str(self.random.randint(place.line, place.end_line))
        elif span > 3 and self.random.random() < 0.4:
            joint = "-L" if "#L" in form else "-"
            lines += f"{joint}{place.end_line}"
        quotation = ""
        if span >= 3 and form not in INSIDE and self.random.random() < 0.4:
            language = "python" if path.endswith(".py") else "cpp"
            body = self._lines(place.path)[place.line - 1 : min(place.end_line, place.line + 14)]
            quotation = "\n".join([f"```{language}", *self._as_quoted(body, language), "```"])
        return Sentence(form, symbol, path, lines, quotation)

    def _as_quoted(self, body: list[str], language: str) -> list[str]:
        """Lines as a person would quote them."""
        way = self.random.randrange(5)
        mark = "#" if language == "python" else "//"
        if way == 1:
            at = self.random.randrange(len(body))
            if '"""' not in "".join(body) and not body[at].rstrip().endswith("\\"):
                body = [*body[:at], body[at] + f"  {mark} 这里很重要", *body[at + 1 :]]
        elif way == 2 and len(body) > 6 and '"""' not in "".join(body):
            body = [*body[:3], f"  {mark} ...", *body[5:]]
        elif way == 3 and '"' not in "".join(body):
            body = [line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for line in body]
        elif way == 4:
            body = [line.strip() for line in body if line.strip()]
        return body

    def document(self) -> Made:
        """A right document of some sentences."""
        return Made("# Notes 笔记\n\n" + "\n\n".join(self.sentence().written() for _ in range(4)) + "\n", 0, "")

    def wrong(self) -> Made:
        """A document with one wrong citation."""
        right = [self.sentence().written() for _ in range(2)]
        bad, how = self._worse(self.sentence())
        text = "# Notes 笔记\n\n" + right[0] + "\n\n"
        line = text.count("\n") + 1
        return Made(text + bad.written() + "\n\n" + right[1] + "\n", line, how)

    def _worse(self, one: Sentence) -> tuple[Sentence, str]:
        ways = ["path", "name", "file"]
        if "{lines}" in one.form:
            ways += ["lines", "far"]
        if one.quotation:
            ways += ["quotation", "quotation"]
        way = self.random.choice(ways)
        if way == "path":
            stem, _, suffix = one.path.rpartition(".")
            at = self.random.randrange(max(1, len(stem) - 4), len(stem))
            made = f"{stem[:at]}{stem[at]}{stem[at:]}.{suffix}"
            return one._replace(path=made), f"path typo {made}"
        if way == "name":
            last = _last(one.symbol.name)
            at = self.random.randrange(len(last) // 2, len(last))
            made = last[:at] + self.random.choice("xqz") + last[at:]
            owner = one.symbol.name[: len(one.symbol.name) - len(last)]
            symbol = one.symbol._replace(name=owner + made)
            return one._replace(symbol=symbol, quotation=""), f"name {owner + made}"
        if way == "file":
            name = re.compile(r"(?i)\b" + re.escape(_last(one.symbol.name)) + r"\b")
            suffix = one.path.rpartition(".")[2]
            for _ in range(50):
                other = self.random.choice(self.paths)
                ours = other.endswith("." + suffix) and other.startswith(("tensorflow/core", "tensorflow/python"))
                if ours and not name.search("\n".join(self._lines(other))):
                    return one._replace(path=other, quotation=""), f"file {one.path} -> {other}"
        if way in ("lines", "file") and "{lines}" in one.form:
            text = self._lines(one.symbol.location.path)
            first = one.symbol.location.line
            name = _last(one.symbol.name)
            length = max(one.symbol.location.end_line, _last_of(text, first)) - first + 8
            exact = one.form in EXACT
            for shift in (*((15,) if exact else ()), 40, -40, 60, -60, 90, -90, 150, 300):
                if 0 < shift <= length and "-" not in one.lines and not exact:
                    continue  # another place of the same definition is no wrong place
                if one.form in INSIDE and abs(shift) <= length:
                    continue
                span = [int(n) for n in re.findall(r"\d+", one.lines)]
                around = "\n".join(text[max(0, span[0] + shift - 5) : span[-1] + shift + 4])
                if 0 < span[0] + shift <= len(text) and name.lower() not in around.lower():
                    moved = re.sub(r"\d+", lambda m, by=shift: str(int(m[0]) + by), one.lines)  # type: ignore[misc]
                    return one._replace(lines=moved), f"lines {one.lines} -> {moved} of {name}"
        if way == "quotation":
            body = one.quotation.split("\n")
            spots = [
                (n, m) for n, line in enumerate(body[1:-1], 1)
                for m in re.finditer(r"\b[A-Za-z_]\w{3,}\b", re.sub(r"//.*|#.*|&\w+;", lambda m: " " * len(m[0]), line))
            ]  # fmt: skip
            if spots and '"""' not in one.quotation and "/*" not in one.quotation:
                n, m = self.random.choice(spots)
                body[n] = body[n][: m.end()] + "X" + body[n][m.end() :]
                return one._replace(quotation="\n".join(body)), f"quotation {m[0]}X"
        if "{lines}" in one.form:
            far = str(len(self._lines(one.symbol.location.path)) + 700)
            return one._replace(lines=far), f"beyond the end {far}"
        return one._replace(path=one.path.replace(".", "_nowhere.")), "path nowhere"


def _last_of(lines: list[str], first: int) -> int:
    """The last line of what begins at a line of Python, by how far the lines behind it are indented."""
    margin = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    behind = [n for n, line in enumerate(lines[first:], first) if line.strip() and not line.lstrip().startswith(")")]
    return next((n for n in behind if len(lines[n]) - len(lines[n].lstrip()) <= margin), len(lines))


def _last(name: str) -> str:
    return name.replace(".", "::").rpartition("::")[2]
