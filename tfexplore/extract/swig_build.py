"""Which interface files a tree builds, and into what: the BUILD rules that name a `.i` file.

The rules are read as text, not evaluated: a `tf_py_wrap_cc` names its sources literally, and this has to work for a
tree whose BUILD files do not evaluate as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from tfexplore._record import Record
from tfexplore.errors import TfexploreError
from tfexplore.model import Location, SwigEffect, SwigFile, SwigUnreachable
from tfexplore.paths import RULE_FILES

MAX_ROOTS = 64

_RULE = re.compile(r"^([A-Za-z_]\w*)\($(.*?)^\)", re.M | re.S)
_NAME = re.compile(r'^\s*name\s*=\s*"([^"\n]+)"', re.M)
_SOURCES = re.compile(r"^\s*srcs\s*=\s*\[([^\]]*)\]", re.M)
_TEXT = re.compile(r'"([^"\n]+\.i)"')
_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.M)
_INCLUDED = re.compile(rb'^[ \t]*%(?:include|import)\s*["<]([^">\n]+)[">]', re.M)
# These list files without building anything from them.
_NO_TARGET = frozenset(["exports_files", "filegroup", "glob", "package", "licenses", "load"])


class BuildRule(Record):
    """A target that names interface files: those it is built from, and those it depends on."""

    rule: str
    package: str
    name: str
    sources: tuple[str, ...]
    named: tuple[str, ...]
    location: Location


def rules(read: Callable[[str], bytes], paths: Collection[str], interfaces: Sequence[str]) -> tuple[BuildRule, ...]:
    """The rules of the packages that have interface files, or have them below."""
    folders: set[str] = set()
    for path in interfaces:
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            folders.add(folder)
    found = []
    for folder in sorted(folders):
        for name in RULE_FILES:
            path = f"{folder}/{name}" if folder else name
            if path in paths:
                try:
                    data = read(path)
                except (OSError, TfexploreError):
                    continue  # linkage reports the BUILD files that it cannot read
                if b'.i"' in data:
                    found += _rules_of(path, folder, data)
    return tuple(found)


def _rules_of(path: str, package: str, data: bytes) -> list[BuildRule]:
    text = _COMMENT.sub(lambda match: " " * len(match.group()), data.decode("utf-8", "replace"))
    found = []
    for match in _RULE.finditer(text):
        body = match.group(2)
        if '.i"' not in body or match.group(1) in _NO_TARGET:
            continue
        name = _NAME.search(body)
        sources = _SOURCES.search(body)
        line = text.count("\n", 0, match.start()) + 1
        found.append(
            BuildRule(
                match.group(1),
                package,
                name.group(1) if name else "",
                tuple(_path(package, label) for label in _TEXT.findall(sources.group(1))) if sources else (),
                tuple(_path(package, label) for label in _TEXT.findall(body)),
                Location(path, line, text.count("\n", 0, match.end()) + 1),
            )
        )
    return found


def _path(package: str, label: str) -> str:
    """The file of a label: `x.i`, `:x.i`, `//a/b:x.i`."""
    if label.startswith("//"):
        return label[2:].replace(":", "/").lstrip("/")
    return f"{package}/{label.lstrip(':')}" if package else label.lstrip(":")


def roots(read: Callable[[str], bytes], interfaces: Sequence[str], found: Iterable[BuildRule]) -> list[str]:
    """The interface files that something is built from; without BUILD files, those that no other includes."""
    known = set(interfaces)
    built = sorted({source for rule in found for source in rule.sources if source in known})
    if built:
        return built[:MAX_ROOTS]
    included: set[str] = set()
    for path in interfaces:
        try:
            data = read(path)
        except (OSError, TfexploreError):
            continue  # the preprocessor reports it when it gets there
        for target in _INCLUDED.findall(data):
            name = target.decode("utf-8", "replace")
            included |= {name, _path(path.rpartition("/")[0], name)}
    free = [path for path in interfaces if path not in included]
    return (free or list(interfaces))[:MAX_ROOTS]


def module(root: str, found: Iterable[BuildRule], effects: Iterable[SwigEffect]) -> str | None:
    """The dotted name of the Python module that is made from a root."""
    for rule in found:
        if root in rule.sources and rule.name:
            return f"{rule.package}/{rule.name}".strip("/").replace("/", ".")
    for effect in effects:
        if effect.directive == "%module" and effect.location.path == root and effect.target:
            return f"{root.rpartition('/')[0]}/{effect.target}".strip("/").replace("/", ".")
    return None


def unreachable(
    interfaces: Sequence[str], files: Iterable[SwigFile], found: Sequence[BuildRule]
) -> tuple[SwigUnreachable, ...]:
    """The interface files that the root does not bring in, once for each target that names them."""
    reached = {file.path for file in files}
    rows = []
    for path in interfaces:
        if path in reached:
            continue
        by = [rule for rule in found if path in rule.named]
        rows += [SwigUnreachable(path, r.rule, f"//{r.package}:{r.name}", r.location) for r in by]
        if not by:
            rows.append(SwigUnreachable(path, "", "", None))
    return tuple(rows)
