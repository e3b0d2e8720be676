"""What a document's code includes and imports of TensorFlow, whoever wrote the code: headers, modules, their names.

A quotation that was found needs no such check; the author's own code does: it runs with what there is.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown, vocabulary
from tfexplore.answers.citation import Citation
from tfexplore.answers.denials import denies
from tfexplore.answers.verifying.modules import imports
from tfexplore.answers.verifying.public import Public
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.answers.verifying.used import Used
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.modules import Held
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: How much of a header's name is alike in another of its folder that is meant.
ALIKE = 0.75
#: Letters of a name by which a file is told to be of what the author defines.
_TELLING = 4

_INCLUDE = regex(r"^(?P<sign>[-+ ]?)\s*#\s*include\s*(?:[\"<]|&(?:lt|quot);)(?P<path>tensorflow/[\w./+-]+)")
#: What code says that tries an import which may fail, or has seen it fail.
_FAILS = regex(r"\b(?:ImportError|ModuleNotFoundError|No module named|cannot import|No such file)\b")
#: Headers that are made when TensorFlow is built, of which no file of the tree tells the name, or are not given out.
_MADE = regex(
    r"tensorflow/.*(?:(?<=/)cc/ops/\w+_op(?:s|s_internal)?\.h|_generated\.h|\.inc|git_version\w*\.h|/google/.*)$"
)
_OF_PROTO = regex(r"(?:\.pb|\.pb_text|\.grpc\.pb|(?<!_service)\.proto)\.h$")


class Imported:
    """The checks of what is included and imported in a document's blocks of code and in its spans."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._modules = page.modules
        self._public = Public(page)
        self._used = Used(page)
        #: Where the headers, the modules and the names stand that were looked at, whatever became of them.
        self.seen: set[tuple[int, int]] = set()

    def check_all(self, verdicts: Sequence[Verdict]) -> Iterator[Verdict]:
        """A verdict on each header, module and name; not in quotations on which there is one."""
        judged = {one.line for one in verdicts if one.kind == "quotation"}
        for first, lines, intro, whole in self._code():
            if first in judged or _FAILS.search("\n".join(lines)) or disclaimers.absent(intro):
                continue
            own = disclaimers.proposed(intro) or disclaimers.sketch(intro)
            own = own or (self.page.is_proposal and not self.page.is_of_today_at(first))
            yield from self._included(first, lines, own)
            yield from self._imports(first, lines, own)
            if whole and not any(disclaimers.absent(line) for line in lines):
                yield from self._used.check(first, lines, own)

    def unexplained(self) -> Iterator[str]:
        """The words of the code that only a tree's text can explain."""
        for _, lines, _, whole in self._code():
            if whole:
                yield from self._used.unexplained(lines)

    def _code(self) -> Iterator[tuple[int, list[str], str, bool]]:
        """The code that speaks of TensorFlow: its first line, its lines, what is said of it, whether it is a block."""
        lines = self.page.lines_read()
        closed = 0
        for number, line in enumerate(lines, 1):
            if number <= closed:
                continue
            fence = markdown.FENCE.match(line)
            if fence is not None:
                end = markdown.fence_end(lines, number - 1, fence[1])
                inside = lines[number:end]
                closed = end + 1
                spoken = any("tensorflow" in text and ("import" in text or "include" in text) for text in inside)
                python = markdown.CODE_LANGUAGES.get(fence[2].strip().lower()) == "python"
                if spoken or (python and any("tf." in text for text in inside)):
                    above = markdown.last_text(lines, number - 1)
                    yield number + 1, inside, lines[above] if above >= max(0, number - 4) else "", True
            elif "`" in line and "tensorflow" in line and ("import" in line or "include" in line):
                blank = list(" " * len(line))
                for span in markdown.SPAN.finditer(line):
                    text = " " * span.start(2) + span[2]
                    if _INCLUDE.match(text) or next(imports(text), None) is not None:
                        blank[span.start(2) : span.end(2)] = span[2]
                        yield number, ["".join(blank)], line, False
                        blank = list(" " * len(line))

    # -- headers --

    def _included(self, first: int, lines: Sequence[str], own: bool) -> Iterator[Verdict]:
        for number, line in enumerate(lines, first):
            match = _INCLUDE.match(line) if "include" in line else None
            if match is None or match["sign"] == "+" or disclaimers.absent(line[match.end() :]):
                continue
            path = match["path"]
            one = Citation("path", path, number, match.start("path") + 1, path, in_code=True,
                           end_column=match.end("path"), fenced=True)  # fmt: skip
            self.seen.add((one.line, one.column))
            made = self._header(one, own)
            if made is not None:
                yield made

    def _header(self, one: Citation, own: bool) -> Verdict | None:
        known, path = self.known, one.target
        path = path.replace("//", "/")
        there = known.paths.get(path.lower()) or next(iter(known.unlisted_as(path)), "")
        if there:
            return self.page.verdict(one, "found", Location(there, 1, 1))
        proto = _OF_PROTO.sub(".proto", path)
        if proto != path:
            source = known.paths.get(proto.lower())
            if source:
                return self.page.verdict(one, "found", Location(source, 1, 1), (), f"made of {source}")
            near = self._meant(proto)
            return self.page.verdict(one, "not found", None, near, f"no {proto} to make it of") if near else None
        if _MADE.match(path):
            return self.page.verdict(one, "found", None, (), "made when TensorFlow is built")
        if self._is_mine(path.rpartition("/")[2].partition(".")[0], one):
            return None
        near = self._meant(path)
        folder, _, name = path.rpartition("/")
        if (not near and (own or not known.has_tree)) or self._modules.is_made(folder, name.partition(".")[0]):
            return None
        return self.page.verdict(one, "not found", None, near, f"no such file among {len(known.paths):,}")

    def _meant(self, path: str) -> list[str]:
        """The files that may be meant by one which there is not: so called elsewhere, or nearly so called there."""
        folder, _, name = path.lower().rpartition("/")
        if folder.rpartition("/")[2] in self.known.folders:
            same = self.known.called(name)
            if same:
                return same[:3]
        beside = [lowered for lowered in self.known.paths if lowered.rpartition("/")[0] == folder]
        ending = name.rpartition(".")[2]
        names = {lowered.rpartition("/")[2] for lowered in beside if lowered.endswith("." + ending)}
        return [self.known.paths[f"{folder}/{near}"] for near in nearest_of(name, names, ALIKE)]

    def _is_mine(self, name: str, one: Citation) -> bool:
        """Whether a file, a module or a name is the author's own, as far as the document says so."""
        page = self.page
        if name in page.own or vocabulary.PLACEHOLDER.search(name) or "user_ops" in one.target or page.is_planned(one):
            return True
        stem = re.sub(r"_(?:ops?|kernels?|gpu|cpu|grad|functor)\b", "", name).replace("_", "").lower()
        own = (each.replace("_", "").lower() for each in page.own if not self.known.knows(each))
        return len(stem) >= _TELLING and any(stem in each for each in own)

    # -- modules --

    def _imports(self, first: int, lines: Sequence[str], own: bool) -> Iterator[Verdict]:
        code = "\n".join(lines)
        for found in imports(code):
            line, column = _place(code, first, found.start)
            here = [one.column for one in self.page.on(line) if column <= one.column < column + found.end - found.start]
            self.seen.update((line, one) for one in here)  # a name that it is given is the author's
            rest = code[found.end :].partition("\n")[0]
            if found.added or disclaimers.absent(rest):
                continue
            one = self._cited(code, first, found.at, found.module, found.module)
            made = self._module(one, own) if "." in found.module else None
            if made is not None:
                yield made
            for at, name, _ in found.names if made is None or made.verdict == "found" else ():
                one = self._cited(code, first, at, name, f"{found.module}.{name}")
                made_of = self._name(one, found.module, name, own)
                if made_of is not None:
                    yield made_of

    def _cited(self, code: str, first: int, at: int, text: str, target: str) -> Citation:
        line, column = _place(code, first, at)
        self.seen.add((line, column))
        return Citation("symbol", text, line, column, target, in_code=True, end_column=column + len(text) - 1,
                        fenced=True)  # fmt: skip

    def _module(self, one: Citation, own: bool) -> Verdict | None:
        if not self._modules.is_filed(one.target):
            return self._named(one, own)
        return self._told(one, self._modules.module(one.target), own)

    def _name(self, one: Citation, module: str, name: str, own: bool) -> Verdict | None:
        if f"tf.{one.target.partition('.')[2]}" in self.known.endpoints or not self._modules.is_filed(one.target):
            return self._named(one, own)
        if module == "tensorflow":
            return self._module(one, own)
        return self._told(one, self._modules.name(module, name), own)

    def _named(self, one: Citation, own: bool) -> Verdict | None:
        """A verdict on a public name."""
        made = self._public.check(one)
        if made is None or made.verdict == "found":
            return made
        if (own and not made.suggestions) or self._is_excused(one):
            return None
        return made

    def _told(self, one: Citation, held: Held | None, own: bool) -> Verdict | None:
        if held is None:
            return None
        if held.verdict != "found" and ((own and not held.near) or self._is_excused(one)):
            return None
        return self.page.verdict(one, held.verdict, held.where, held.near, held.detail)

    def _is_excused(self, one: Citation) -> bool:
        """Whether a module or a name is the author's own, or the text says that there is none."""
        return self._is_mine(one.text.rpartition(".")[2], one) or denies(*self.page.around(one))


def _place(code: str, first: int, at: int) -> tuple[int, int]:
    """The line and the column in the document of an offset in code that begins on its line `first`."""
    return first + code.count("\n", 0, at), at - code.rfind("\n", 0, at)
