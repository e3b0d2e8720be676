"""Every place that show and the reports print, held against the tree that the shipped index was made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tfexplore.answers.reports import TOPICS, gather
from tfexplore.answers.show import KernelClass, Shown, Used, show_op
from tfexplore.catalogue import LANGUAGES
from tfexplore.index.store import Index, default_path, open_index
from tfexplore.model import Location
from tfexplore.render.reports import reports
from tfexplore.templates import without_templates

pytestmark = pytest.mark.source

_LINK = re.compile(
    r"\[(`+ ?)((?:\\.|[^\]\\])*?)( ?`+)\]\(https://github\.com/[\w.-]+/[\w.-]+/blob/\w+/([^)#]+)#L(\d+)\)"
)


class Lines:
    """The lines of a tree's files."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._known: dict[str, list[str]] = {}

    def of(self, path: str) -> list[str]:
        if path not in self._known:
            self._known[path] = (self.root / path).read_text(encoding="utf-8", errors="replace").split("\n")
        return self._known[path]

    def says(self, place: Location, name: str, last: int | None = None) -> bool:
        """Whether a name stands on the first line of a place, or up to the line `last`."""
        lines = self.of(place.path)[place.line - 1 : last or place.line]
        return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line) for line in lines)

    def registers(self, place: Location, name: str) -> bool:
        """Whether a registration at a place has this name: as it is, as a constant, or, in a loop, at run time only."""
        if self.says(place, name, place.end_line):
            return True
        text = "\n".join(self.of(place.path)[place.line - 1 : place.end_line])
        return bool(re.search(r"\bREGISTER_\w+\([^;]*\bk[A-Z]\w+|\bRegister\(|OpDefinitionBuilder", text))


@pytest.fixture(scope="module")
def shipped() -> Iterator[Index]:
    if not Path(default_path()).is_file():
        pytest.skip("no index is shipped")
    with open_index() as index:
        yield index


@pytest.fixture(scope="module")
def lines(source_tree: Path) -> Lines:
    return Lines(source_tree)


def last_part(name: str) -> str:
    return without_templates(name).rpartition("::")[2].rpartition(".")[2]


def wrong(shown: Shown, lines: Lines) -> Iterator[str]:
    """What show says of an op that is not where it says."""
    op = shown.op_def
    if op is not None:
        if not op.expansion and not lines.registers(op.location, op.name):
            yield f"{op.name}: {op.location}"
        named = op.shape_fn and op.shape_fn != "lambda"
        if named and op.shape_fn_location and not lines.says(op.shape_fn_location, last_part(str(op.shape_fn))):
            yield f"{op.shape_fn}: {op.shape_fn_location}"
    for kernel in shown.kernels:
        name = kernel.expansion[0].macro if kernel.expansion else kernel.op
        if kernel.registry == "op_kernel" and not lines.registers(kernel.location, name):
            yield f"kernel of {kernel.op}, {name}: {kernel.location}"
    for gradient in shown.gradients:
        if gradient.function and gradient.idiom in ("decorator", "macro"):
            end = max(gradient.location.end_line, gradient.def_line or 0)
            if not lines.says(gradient.location, last_part(gradient.function), end):
                yield f"{gradient.function}: {gradient.location}"
    for one in shown.kernel_classes:
        yield from wrong_class(one, lines)


def wrong_class(one: KernelClass, lines: Lines) -> Iterator[str]:
    if one.location and not lines.says(one.location, last_part(one.name)):
        # A class that a macro writes is where the macro is called.
        line = lines.of(one.location.path)[one.location.line - 1]
        if not re.match(r"\s*[A-Z][A-Z0-9_]+\(", line):
            yield f"{one.name}: {one.location}"
    for method in one.compute:
        if not lines.says(method.location, last_part(method.name).removesuffix("()")):
            yield f"{method.name}: {method.location}"
    yield from wrong_uses((*one.bases, *one.uses), lines)


def wrong_uses(found: tuple[Used, ...], lines: Lines) -> Iterator[str]:
    for one in found:
        if not lines.says(one.location, last_part(one.defined).removesuffix("()")):
            yield f"{one.defined}: {one.location}"
        if one.runs and not re.search(r"operator\s*\(\)|Comp", lines.of(one.runs.path)[one.runs.line - 1]):
            yield f"{one.defined} runs: {one.runs}"
        if one.used and not lines.says(one.used, last_part(one.name)):
            yield f"{one.name} used: {one.used}"
        yield from wrong_uses(one.uses, lines)


def test_every_place_of_every_op(shipped: Index, lines: Lines) -> None:
    assert [text for name in shipped.names("op") for text in wrong(show_op(shipped, name), lines)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_every_report(shipped: Index, lines: Lines, language: str) -> None:
    """A link that names a file names the right one; a link that names a thing finds it where it leads."""
    missing = []
    count = 0
    for page, text in reports(gather(shipped), language, TOPICS):
        for _, shown, _, path, number in _LINK.findall(text):
            count += 1
            found = lines.of(path)
            line = int(number)
            name, colon, said = shown.rpartition(":")
            if not 1 <= line <= len(found):
                missing.append(f"{page}: {path}:{line}")
            elif colon and said.isdigit() and name and (path.rpartition("/")[2] != name or said != number):
                missing.append(f"{page}: {shown} leads to {path}:{line}")
    assert missing == []
    assert count > 10_000
