"""Targets of the build that a document names: `//tensorflow/core/kernels:conv_ops`.

A package is a folder with a BUILD file; an index knows those. Which targets it has its BUILD file tells, which a
tree has: a rule that is named so, a file, or what a macro makes of a name, by what the files with the macros add to it.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Labels of a document that are looked at, and files with macros that a BUILD file may load, near and far.
MAX_LABELS, MAX_LOADED = 2_000, 40

_LABEL = regex(
    r"(?<![\w@:/.])//(?P<package>tensorflow(?:/[\w+-]+)*)(?!\.\w)"
    r"(?::(?P<target>[\w+][\w.+/-]*\w|\w))?(?![\w/:*{<$%]|\.\.\.|-\w)",
    re.A,
)
_STRING = regex(rb"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'")
_LOADED = regex(rb"""\bload\(\s*["']//([\w./+-]*):([\w./+-]+\.bzl)["']""")
#: What a macro adds to a name, behind it or in front.
_ADDED = regex(r"[_.-][\w.-]{1,40}|\d{1,2}")
_IN_FRONT = regex(r"lib|_|[a-z]{2,12}_")
#: What a string has for a part that is filled in, and letters that it has beside these at least.
_FILLED = regex(r"%s|\{\w*\}|\$\{\w+\}")
MIN_OF_A_PATTERN = 6
#: What ends a target that is made of a name and several such endings, or a number.
MOST_ENDINGS = 3
#: How a target may be called, as no pattern of files is.
_CALLED = regex(r"[\w.+/@=~-]+", re.A)
#: What stands for all of a package.
_EVERYTHING = ("__pkg__", "__subpackages__", "all", "all-targets")


#: A rule of a BUILD file, over lines that are indented or on one; and the name that it may have.
_RULE = regex(rb"^(?P<kind>\w+)\((?P<inside>.*?)(?:^\)|\)[ \t]*$)", re.M | re.S)
_NAME = regex(rb"\bname\s?=")
_NAMED = regex(rb"\bname\s?=\s?\"([^\"\n]+)\"")
#: The endings of files after which a macro may call a target.
_FILES = (".cc", ".py", ".h", ".cu.cc", ".proto", ".bzl")


class _Package(Record):
    """The strings of a BUILD file, each with its first line, and what the macros that it loads add to names.

    `sources` are the files of which rules with a name of their own are made: no target is called after one.
    """

    path: str
    strings: dict[str, int]
    sources: frozenset[str]
    endings: frozenset[str]
    beginnings: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]

    def line(self, target: str) -> int:
        """The line that makes a target; 0 where nothing does."""
        if target in self.strings:
            return self.strings[target]
        for label in (f":{target}", *(f"{target}{end}" for end in _FILES)):
            if label in self.strings and label not in self.sources:
                return self.strings[label]
        for begin in ("", *self.beginnings):
            if begin in ("_", "lib") and "." not in target:
                continue  # of libraries that are loaded: `_name.so`
            rest = target.removeprefix(begin) if target.startswith(begin) else ""
            for end in range(len(rest) - 1, 1, -1):
                if rest[:end] in self.strings and self._is_ending(rest[end:], MOST_ENDINGS):
                    return self.strings[rest[:end]]
        return 1 if any(pattern.fullmatch(target) for pattern in self.patterns) else 0

    def _is_ending(self, text: str, most: int) -> bool:
        if not text or text in self.endings or text.isdigit():
            return True
        return most > 1 and any(
            text.startswith(one) and self._is_ending(text[len(one) :], most - 1) for one in self.endings
        )


#: "Add the file to the `srcs` of": the target is there, and the file is not.
_TO_SOURCES = regex(r"\badd\b[^.;:`]{0,60}\bto (?:the )?`?(?:srcs|deps|hdrs)`? of\b", re.I)


#: A line of a build file that is commented out, as the source has them too.
_COMMENTED = regex(r"\s*#\s?[\"']//")


class Targets(Check):
    """The checks of labels of targets in a document's text, blocks of commands included."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._packages_read: dict[str, _Package] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every label of the tree's: found, or not found where its package or its target is not there."""
        seen = 0
        for number, line in enumerate(self.page.lines_read(), 1):
            for match in _LABEL.finditer(line) if "//t" in line and not _COMMENTED.match(line) else ():
                seen += 1
                made = self._judged(match, number) if seen <= MAX_LABELS else None
                if made is not None:
                    yield made

    def _judged(self, match: re.Match[str], number: int) -> Verdict | None:
        package, target = match["package"], match["target"]
        said = Citation("symbol", match[0], number, match.start() + 1, match[0], in_code=True, end_column=match.end())
        if target is None and f"{package}/BUILD".lower() not in self.known.paths:
            return None  # a folder, as people write of it in other places
        if target in _EVERYTHING:
            return None
        if self._is_excused(said, match):
            return None
        build = self.known.paths.get(f"{package}/BUILD".lower())
        if build is None:
            if any(path.startswith(f"{package}/build.".lower()) for path in self.known.unlisted):
                return None  # a `BUILD.apple` that somebody puts in place
            if f"{package}/".lower() in self._folders:
                detail = f"{package} has no BUILD file"
            elif self._folders:
                detail = f"no folder is called {package}"
            else:
                return None
            above = next((one for one in self._above(package) if f"{one}/build" in self.known.paths), "")
            near = (f"//{above}",) if above else nearest_of(package, self._packages)
            return self.page.verdict(said, "not found", None, near, detail)
        if not self.known.has_tree:
            return None
        found = self._package(build)
        line = found.line(target or package.rpartition("/")[2])
        if line or self._is_a_file(package, target or ""):
            return self.page.verdict(said, "found", Location(build, line or 1, line or 1))
        if target is None or "." in target or self.page.inventories.has_file(target):
            return None  # a library or an archive, whose name may be put together anywhere
        near = [
            f"//{package}:{one}"
            for one in nearest_of(target, {each for each in found.strings if _CALLED.fullmatch(each)})
        ]
        return self.page.verdict(said, "not found", Location(build, 1, 1), near, f"{build} makes no such target")

    def _is_excused(self, said: Citation, match: re.Match[str]) -> bool:
        """Whether a target is the author's own, is to be made, or is said not to be there."""
        text = self.page.text_lines[said.line - 1]
        before, behind = text[: match.start()], text[match.end() :]
        last = (match["target"] or match["package"]).rpartition("/")[2]
        return (
            disclaimers.denied(before, behind)
            or disclaimers.somebodys(before, behind)
            or disclaimers.proposed(_TO_SOURCES.sub("", _LABEL.sub("", text)))
            or bool(self.page.own.intersection((last, f"{last}.cc")))
            or f'":{last}"' in self._blocks
            or self.page.strangers(said)
            or self.page.is_of_its_own(said)
            or disclaimers.denied(*self.page.around(said))
        )

    @cached_property
    def _blocks(self) -> str:
        """The blocks of code of the document, which are the author's own where they name a target that is nowhere."""
        blocks = markdown.blocks(self.page.lines_read())
        return "\n".join(line for _, _, inside in blocks for line in inside)

    def _is_a_file(self, package: str, target: str) -> bool:
        """Whether a target is a file of the package; an index does not list those that are no sources."""
        path = f"{package}/{target}"
        return path.lower() in self.known.paths or ("." in target and self.known.read(path) is not None)

    @cached_property
    def _folders(self) -> frozenset[str]:
        """The folders of the tree, each with a slash behind it."""
        found: set[str] = set()
        for path in (*self.known.paths, *self.known.unlisted):
            folder = path.rpartition("/")[0]
            while folder and f"{folder}/" not in found:
                found.add(f"{folder}/")
                folder = folder.rpartition("/")[0]
        return frozenset(found)

    @cached_property
    def _packages(self) -> set[str]:
        return {path.rpartition("/")[0] for path in self.known.paths if path.endswith("/build")}

    def _above(self, package: str) -> Iterator[str]:
        """The folders around a package, from the nearest on."""
        parts = package.lower().split("/")
        return ("/".join(parts[:end]) for end in range(len(parts) - 1, 0, -1))

    def _package(self, build: str) -> _Package:
        """What a BUILD file has."""
        if build not in self._packages_read:
            self._packages_read[build] = self._read(build)
        return self._packages_read[build]

    def _read(self, build: str) -> _Package:
        data = self.known.read(build) or b""
        endings: set[str] = set()
        beginnings: set[str] = set()
        patterns: list[re.Pattern[str]] = []
        for text in _strings(b"".join(self._loaded(data))):
            parts = _FILLED.split(text)
            if len(parts) > 1 and len("".join(parts)) >= MIN_OF_A_PATTERN and "/" not in text:
                patterns.append(re.compile(r"\w+".join(map(re.escape, parts)), re.A))
            endings.update(part for part in parts if _ADDED.fullmatch(part))
            beginnings.update(part for part in parts if _IN_FRONT.fullmatch(part))
        strings = _strings(data)
        for text, line in list(strings.items()):  # of a test by its path a macro makes one name
            if "/" in text and "." in text:
                strings.setdefault(re.sub(r"[/.]", "_", text.rpartition(".")[0]), line)
        return _Package(build, strings, _sources(data), frozenset(endings), frozenset(beginnings), tuple(patterns))

    def _loaded(self, data: bytes) -> list[bytes]:
        """The texts of the files that a BUILD file loads, and of those that these load; its own as well."""
        left, seen, texts = [data], set[str](), [data]
        while left and len(seen) < MAX_LOADED:
            for folder, name in _LOADED.findall(left.pop()):
                path = f"{folder.decode()}/{name.decode()}".lstrip("/")
                text = self.known.read(path) if path not in seen else None
                seen.add(path)
                if text is not None:
                    left.append(text)
                    texts.append(text)
        return texts


def rules_of(data: bytes) -> dict[str, tuple[int, int]]:
    """The first and the last line of each rule of a BUILD file that says its name."""
    found = {}
    number, at = 1, 0  # lines are counted on from the last rule
    for match in _RULE.finditer(data):
        number, at = number + data.count(b"\n", at, match.start()), match.start()
        name = _NAMED.search(match["inside"])
        if name is not None:
            found[name[1].decode("utf-8", "replace")] = (number, number + match[0].count(b"\n"))
    return found


def _sources(data: bytes) -> frozenset[str]:
    """The files of rules with a name that stand in no other; a macro for tests may call each after its file."""
    named: set[str] = set()
    others: set[str] = set()
    for match in _RULE.finditer(data):
        plain = _NAME.search(match["inside"]) and b"test" not in match["kind"]
        files = [text for text in _strings(match["inside"]) if text.endswith(_FILES)]
        (named if plain else others).update(files)
    return frozenset(named - others)


def _strings(data: bytes) -> dict[str, int]:
    """The strings of a file, each with its first line."""
    found: dict[str, int] = {}
    number, at = 1, 0
    for match in _STRING.finditer(data):
        number += data.count(b"\n", at, match.start())
        at = match.start()
        found.setdefault((match[1] or match[2]).decode("utf-8", "replace"), number)
    return found
