"""The Python side: what inserted code defines, and where Python files use the names of the SWIG module.

Only what a name's use looks like is read, not what it does: `import` statements give the aliases under which a file
knows the module, and `alias.NAME` is a use. Strings and comments are blanked first, so that neither counts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Container, Iterable

from tfexplore.cpp import lexer
from tfexplore.extract.swig_records import PythonUse
from tfexplore.model import Location

# Prefixes (r, b, u, f) are left standing: a lone letter is nobody's name here, and every branch starts with its own
# character, which lets `re` skip to the next one at C speed.
_TEXTS = re.compile(
    r"""\"\"\"[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*(?:\"\"\"|\Z)|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*(?:'''|\Z)"""
    r"""|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|\#[^\n]*""",
    re.S,
)
_DEFINITION = re.compile(r"([ \t]*)(?:(?:async[ \t]+)?def\b|class\b|(?=[A-Za-z_]\w*[ \t]*=[^=]))[ \t]*([A-Za-z_]\w*)")
# A name that is neither defined here, nor an attribute, an argument's keyword or the target of an assignment.
_BARE = re.compile(r"(?<![\w.])(?<!def )(?<!class )(?<!import )(?<!as )[A-Za-z_]\w*\b(?!\s*(?:\.\s*\w+\s*)?=[^=])")
_INCLUDED = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.M)
#: Behind the end of a line: `re` runs to that, where it would try `^` at every place.
_HEADS = re.compile(r"\n[ \t]*(?:from|import)[ \t][^\n]*(?:\n[ \t]+[^\n]*)?")
_FROM = re.compile(r"^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]*(\(([^()]*)\)|(?:[^\n\\;]|\\\n)*)", re.M)
_IMPORT = re.compile(r"^[ \t]*import[ \t]+((?:[^\n\\;]|\\\n)*)", re.M)
_AS = re.compile(r"([.\w]+|\*)(?:\s+as\s+(\w+))?\Z")


# How generated modules are called wherever somebody calls them something: `pywrap_tensorflow`, `tensorflow_wrap_toco`.
_CONVENTION = re.compile(r"(?:^|_)(?:py|swig)?_?wrap(?:_|$)|swig")


class _ByConvention:
    """Every dotted name whose last part is called as generated modules are."""

    def __contains__(self, module: object) -> bool:
        return isinstance(module, str) and _CONVENTION.search(module.rpartition(".")[2]) is not None


def blank_texts(text: str) -> str:
    """The same text with strings and comments as spaces, line ends kept."""
    return _TEXTS.sub(lambda match: lexer.blank(match.group()), text)


def included(block: str) -> list[str]:
    """The headers that a code block includes."""
    return _INCLUDED.findall(block)


def body(block: str) -> str:
    """A code block without what it stands between."""
    return block[2:].removesuffix("%}") if block.startswith("%{") else block.strip('"')


def definitions(block: str) -> list[tuple[str, int, int]]:
    """What inserted Python defines at its outermost level: name, first and last line.

    Lines count from 0, the line of the `%{`.
    """
    text = body(block)
    raw = text.split("\n")
    lines = blank_texts(text).split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines if line.strip()]
    least = min(indents, default=0)
    found: list[tuple[str, int, int]] = []
    starts = [n for n, line in enumerate(lines) if line.strip() and len(line) - len(line.lstrip()) == least]
    for position, number in enumerate(starts):
        line = lines[number]
        match = _DEFINITION.match(line)
        if match and len(match.group(1)) == least:
            following = next((s for s in starts[position + 1 :] if lines[s].strip()[0] not in ")]}"), len(lines))
            end = following - 1
            while end > number and not raw[end].strip():
                end -= 1
            found.append((match.group(2), number, end))
    return found


def block_uses(path: str, first_line: int, block: str) -> list[PythonUse]:
    """The bare names that inserted Python reads; the module's own names need no module before them there."""
    code = blank_texts(body(block))
    starts = lexer.line_starts(code)
    found = []
    for match in _BARE.finditer(code):
        line = first_line + bisect_right(starts, match.start()) - 1
        found.append(PythonUse("", match.group(), Location(path, line, line)))
    return found


def is_generated(module: str) -> bool:
    """Whether a module, by its dotted name, is called as those are that SWIG makes."""
    return module in _ByConvention()


def follows_convention(modules: Iterable[str]) -> bool:
    """Whether `python_uses` finds the uses of these modules without being told their names."""
    return all(module in _ByConvention() for module in modules)


def python_uses(path: str, data: bytes, modules: Collection[str] | None = None) -> tuple[PythonUse, ...]:
    """Where a Python file uses names of the SWIG modules, given by their dotted names.

    Without `modules` those count whose last part says so (`pywrap_tensorflow`), and the answer depends on the file
    alone. Whether such a name is exposed is not asked here.
    """
    known: Container[str] = _ByConvention() if modules is None else modules
    if modules is None:
        if b"wrap" not in data and b"swig" not in data:
            return ()
    elif not any(module.rpartition(".")[2].encode() in data for module in modules):
        return ()
    text = data.decode("utf-8", "replace").replace("\r", "")
    heads = _HEADS.findall("\n" + text)
    if modules is None and not any("wrap" in head or "swig" in head for head in heads) and "LazyLoader" not in text:
        return ()
    code = blank_texts(text)
    starts = lexer.line_starts(code)
    aliases: dict[str, str] = {}
    uses: set[PythonUse] = set()

    def use(module: str, name: str, offset: int) -> None:
        line = bisect_right(starts, offset)
        uses.add(PythonUse(module, name, Location(path, line, line)))

    package = path.removesuffix(".py").replace("/", ".").rpartition(".")[0]
    for match in _FROM.finditer(code):
        origin = _absolute(match.group(1), package)
        group = 3 if match.group(3) is not None else 2
        offset = match.start(group)
        for part in match.group(group).split(","):
            item = _AS.match(part.replace("\\\n", "  ").strip())
            if item:
                name = item.group(1)
                if origin in known and name != "*":
                    use(origin, name, offset + len(part) - len(part.lstrip(" \t\n\\")))
                elif f"{origin}.{name}" in known:
                    aliases[item.group(2) or name] = f"{origin}.{name}"
            offset += len(part) + 1
    for match in _IMPORT.finditer(code):
        for part in match.group(1).replace("\\\n", "  ").split(","):
            item = _AS.match(part.strip())
            if item and item.group(1) in known:
                aliases[item.group(2) or item.group(1)] = item.group(1)
    aliases.update(_lazy(text, code, known))
    if aliases:
        names = "|".join([_word(alias) for alias in sorted(aliases, key=len, reverse=True)])
        gap = r"[ \t]*(?:\\?\n[ \t]*)?"
        for match in re.finditer(rf"({names}){gap}\.{gap}([A-Za-z_]\w*)", code):
            use(aliases["".join(match.group(1).split())], match.group(2), match.start(2))
    return tuple(sorted(uses, key=lambda one: (one.location.line, one.name, one.module)))


def _word(alias: str) -> str:
    """A pattern for a name that no other goes before; it begins with the name's own first letter."""
    first, rest = alias[0], re.escape(alias[1:]).replace(r"\.", r"\s*\.\s*")
    return rf"{first}(?<![\w.]{first}){rest}"


_LAZY = re.compile(r"^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*[\w.]*(?:LazyLoader|import_module)\(", re.M)
_TEXT = re.compile(r"[\"']([\w.]+)[\"']")


def _lazy(text: str, code: str, known: Container[str]) -> dict[str, str]:
    """`x = LazyLoader("x", globals(), "package.module")` is an alias as well."""
    found: dict[str, str] = {}
    if "LazyLoader(" not in code and "import_module(" not in code:
        return found
    for match in _LAZY.finditer(code):
        call = text[match.end() : match.end() + 400].split(")\n", 1)[0]
        for module in _TEXT.findall(call):
            if "." in module and module in known:
                found[match.group(1)] = module
    return found


def _absolute(name: str, package: str) -> str:
    """`.x` inside `a.b` is `a.b.x`."""
    if not name.startswith("."):
        return name
    level = len(name) - len(name.lstrip("."))
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - level + 1], *filter(None, [name.lstrip(".")])])


_STAR = re.compile(r"^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+\*", re.M)


def star_imports(path: str, data: bytes) -> set[str]:
    """The modules whose every name a file makes its own."""
    if b"*" not in data:
        return set()
    package = path.removesuffix(".py").replace("/", ".").rpartition(".")[0]
    code = blank_texts(data.decode("utf-8", "replace").replace("\r", ""))
    return {_absolute(match.group(1), package) for match in _STAR.finditer(code)}
