"""Every link of the reports, in both languages: the name that a page ties to it stands where it leads.

The name is the link's own text, or, where that is a place (`nn_ops.cc:329`), the subject of its row, of its item or of
the section. `told.py` has the rules; a link that no rule is for fails as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from answers.told import Tree, last_part, says
from asking import ask

from tfexplore.answers.reports import TOPICS, gather
from tfexplore.catalogue import LANGUAGES, texts
from tfexplore.index import swig
from tfexplore.index.store import default_path, open_index
from tfexplore.render.reports import FILES, reports

pytestmark = pytest.mark.source

Place = Mapping[str, Any]

_LINK = re.compile(
    r"\[(?P<text>(?:\\.|[^\]\\])*)\]\(https://github\.com/[\w.-]+/[\w.-]+/blob/\w+/(?P<path>[^)#]+)#L(?P<line>\d+)(?:-L(?P<end>\d+))?\)"
)
_CODE = re.compile(r"`` (.+?) ``|`([^`]+)`")
_PLACE = re.compile(r"(?P<file>[\w.+-]*):(?P<line>\d+)")


class Link(NamedTuple):
    """A link with what stands around it: the page's topic, the section, the columns and cells of its row."""

    topic: str
    section: str
    text: str
    place: Place
    line: str
    column: str = ""
    row: Mapping[str, str] = {}


def code(text: str) -> str:
    """The first words of code in a piece of Markdown, without its marks."""
    found = _CODE.search(text)
    return (found[1] or found[2]).replace("\\|", "|") if found else ""


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def links(page: str, text: str, language: str) -> Iterator[Link]:
    topic = next((topic for topic, file in FILES.items() if file == page), "ops")
    keys = {said: key for key, said in texts(language).items() if key in COLUMNS}
    section, head = "", []
    for line in text.split("\n"):
        if line.startswith("## "):
            section = line.lstrip("# ").replace("\\", "")
        if not line.startswith("|"):
            head = []
        elif not head:
            head = [keys.get(cell, cell) for cell in cells(line)]
        row = dict(zip(head, cells(line), strict=False)) if head else {}
        parts = row.items() if row else [("", line)]
        for column, part in parts:
            for found in _LINK.finditer(part):
                place = {"path": found["path"], "line": int(found["line"])}
                if found["end"]:
                    place["end_line"] = int(found["end"])
                yield Link(topic, section, found["text"], place, line, column, row)


#: The keys of the catalogue that head a column with links or with what they are tied to.
COLUMNS = (
    "op", "name", "class", "registered", "cname", "declared", "defined", "exposed-by", "used-by", "implemented",
    "where", "included", "macro", "python", "cc", "core", "branch-code", "branch-defined", "branch-used", "file",
    "target",
)  # fmt: skip


#: What a page says instead of a directive.
EXPOSED = {
    said: [texts(language)[f"exposed-{said}"] for language in LANGUAGES] for said in ("declaration", "generated")
}


class Facts:
    """The places that the JSON of the shipped index has: how far each reaches, and what is registered there."""

    def __init__(self) -> None:
        self.end: dict[tuple[str, int], int] = {}
        self.registered: dict[tuple[str, str, int], list[list[Any]]] = {}
        self.functions: dict[tuple[str, str, int], tuple[str, list[str]]] = {}
        self.within: dict[tuple[str, int], list[str]] = {}
        for words in (["ops", "--all"], ["kernels", "--all"], ["grads", "--all"], ["api"], ["swig"], ["keras"]):
            for one in ask(Path(default_path()), *words, "--json").json()["results"]:
                self.reach(one)
                if "expansion" in one:
                    place = one["location"]
                    key = (one.get("op") or one["name"], place["path"], place["line"])
                    if one["expansion"] not in self.registered.setdefault(key, []):
                        self.registered[key].append(one["expansion"])
                if "endpoint" in one and "function" in one:
                    place = one["location"]
                    ops = [use["op"] for use in one["ops"]]
                    self.functions[one["endpoint"], place["path"], place["line"]] = (one["function"], ops)

        with open_index() as index:  # what is asked for by the name of a file only
            for file in swig.unreachable(index):
                if file.location:
                    self.end[file.location.path, file.location.line] = file.location.end_line

    def reach(self, value: Any) -> None:
        """Keep how far every place reaches."""
        if isinstance(value, dict):
            if {"path", "line", "end_line"} <= set(value):
                key = (value["path"], value["line"])
                self.end[key] = max(value["end_line"], self.end.get(key, 0))
            for part in value.values():
                self.reach(part)
        elif isinstance(value, list):
            for part in value:
                self.reach(part)

    def whole(self, place: Place) -> Place:
        return {"end_line": self.end.get((place["path"], place["line"]), place["line"]), **place}


class Checker:
    """Holds links against a tree."""

    def __init__(self, tree: Tree, facts: Facts) -> None:
        self.tree = tree
        self.facts = facts

    def wrong(self, link: Link) -> Iterator[str]:
        """What is wrong with a link."""
        text = code(link.text) or link.text
        place = self.facts.whole(link.place)
        said = _PLACE.fullmatch(text)
        if said is None:
            yield from self.named(link, text, place)
            return
        if said["file"] not in ("", place["path"].rpartition("/")[2]) or int(said["line"]) != place["line"]:
            yield f"{text} leads to {place['path']}:{place['line']}"
        yield from self.tied(link, place)

    def named(self, link: Link, name: str, place: Place) -> Iterator[str]:
        """A link whose text is a name."""
        key = (name, place["path"], place["line"])
        if link.column == "exposed-by":
            directive = next((said for said, texts in EXPOSED.items() if name in texts), name)
            exposed = code(link.row["name"])
            names = [exposed, *([last_part(code(link.row["cname"]))] if code(link.row.get("cname", "")) else [])]
            fact = {"name": exposed, "directive": directive, "declared": self.declared(link)}
            yield from self.tree.directive(fact, names, place)
        elif key in self.facts.functions:
            function, ops = self.facts.functions[key]
            yield from self.tree.endpoint(name, function, place, ops)
        elif name.startswith("tf."):
            yield f"nothing says that {name} is at {place['path']}:{place['line']}"
        elif key in self.facts.registered:
            yield from self.registration(name, place)
        elif not _CODE.match(link.text) or (link.topic == "gradients" and link.section and not link.column):
            # Words ("not differentiable"), or an op's name in a list: they lead to the registration that says so.
            op = code(link.row.get("op", "")) or (name if _CODE.match(link.text) else link.section)
            yield from self.gradient(op, place)
        elif place["path"].endswith(".py"):
            if not re.search(rf"\bdef\s+{re.escape(last_part(name))}\b", self.tree.first(place)):
                yield f"no def of {name} at {place['path']}:{place['line']}"
        elif link.column == "class":
            yield from self.tree.a_class(name, place)
        else:
            found = list(self.tree.definition(name, place))
            # A functor or launcher leads to where it runs.
            yield from found if found and list(self.tree.runs(name, place)) else ()

    def tied(self, link: Link, place: Place) -> Iterator[str]:
        """A link whose text is a place, and what the page ties to it."""
        tree, row = self.tree, link.row
        if link.column in ("registered",) or (link.topic == "ops" and not link.column):
            op = code(row.get("op", "")) or link.section
            if link.topic == "conv2d":  # a page on one op
                op = "Conv2D"
            yield from self.registration(op, place)
        elif link.topic == "registration":
            name = code(link.line)
            if re.match(r"\d+\. ", link.line):
                macro = re.match(rf"\s*#\s*define\s+{re.escape(name)}\b", tree.first(place))
                yield from () if macro else tree.definition(name, place)
            else:
                yield from self.registration(name, place)
        elif link.column in ("branch-defined", "branch-used"):
            name = code(row["branch-code"])
            found = list(tree.definition(name, place))
            if link.column == "branch-defined" and found:
                found = list(tree.runs(name, place))
            yield from found if link.column == "branch-defined" else tree.named(name, place)
        elif link.topic == "conv2d" and re.match(r" *\* ", link.line):
            yield from tree.named(code(link.line), place)
        elif link.topic == "conv2d":
            yield from self.evidence(place)
        elif link.topic == "behaviours":
            within = re.sub(r"\\(.)", r"\1", link.line.partition("): ")[2])
            yield from tree.within(within, place)
        elif link.topic == "swig":
            yield from self.swig(link, place)
        elif link.column in ("declared", "implemented"):
            last = code(row["name"]).rpartition(".")[2]
            if not says(tree.whole(place), last):
                yield f"{last} is not at {place['path']}:{place['line']}"
        elif link.topic == "unresolved":
            if not says(tree.whole(place), last_part(code(row["macro"]))):
                yield f"{row['macro']} is not at {place['path']}:{place['line']}"
        else:
            yield f"no rule for {link}"

    def registration(self, op: str, place: Place) -> Iterator[str]:
        ways = self.facts.registered.get((op, place["path"], place["line"]))
        if not ways:
            yield f"nothing says that {op} is registered at {place['path']}:{place['line']}"
        for way in ways or ():
            yield from self.tree.registration(op, place, way)

    def gradient(self, op: str, place: Place) -> Iterator[str]:
        text = self.tree.whole(place)
        if not says(text, op) or not re.search(r"Gradient|GRADIENT|NotDifferentiable|gradient", text):
            yield f"no gradient of {op} at {place['path']}:{place['line']}"

    def evidence(self, place: Place) -> Iterator[str]:
        if not self.facts.within:
            for one in gather(open_index()).claims:
                for part in one.evidence:
                    if part.location:
                        key = (part.location.path, part.location.line)
                        self.facts.within.setdefault(key, []).append(part.within)
                        self.facts.end[key] = max(part.location.end_line, self.facts.end.get(key, 0))
        for within in self.facts.within.get((place["path"], place["line"]), ["no claim"]):
            yield from self.tree.within(within, self.facts.whole(place))

    def declared(self, link: Link) -> Place | None:
        found = _LINK.search(link.row.get("declared", ""))
        return {"path": found["path"], "line": int(found["line"])} if found else None

    def swig(self, link: Link, place: Place) -> Iterator[str]:
        row = link.row
        names = [code(row[key]) for key in ("name", "cname") if code(row.get(key, ""))]
        if link.column in ("declared", "defined"):
            found = [list(self.tree.definition(name, place)) for name in names]
            yield from [] if not all(found) else found[0]
        elif link.column == "used-by":
            if not any(says(self.tree.first(place), last_part(name)) for name in names):
                yield f"{names[0]} is not used at {place['path']}:{place['line']}"
        elif link.column == "included":
            if code(row["file"]).rpartition("/")[2] not in self.tree.first(place):
                yield f"{row['file']} is not included at {place['path']}:{place['line']}"
        elif link.column == "where":
            target = code(row.get("target", "")) or code(row["name"])
            if not says(self.tree.whole(place), target.rpartition(":")[2]):
                yield f"{target} is not at {place['path']}:{place['line']}"
        else:
            yield f"no rule for {link}"


@pytest.fixture(scope="module")
def checker(source_tree: Path) -> Checker:
    if not Path(default_path()).is_file():
        pytest.skip("no index is shipped")
    return Checker(Tree(source_tree), Facts())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_of_every_report(checker: Checker, language: str) -> None:
    wrong: dict[str, None] = {}
    count = 0
    with open_index() as index:
        for page, text in reports(gather(index), language, TOPICS):
            found = list(links(page, text, language))
            assert len(found) == text.count("/blob/"), page
            count += len(found)
            for link in found:
                wrong.update({f"{page}: {problem}": None for problem in checker.wrong(link)})
    assert list(wrong) == []
    assert count > 10_000


@pytest.mark.parametrize("off", [-1, 1, 7])
def test_a_place_beside_the_right_one_is_noticed(checker: Checker, off: int) -> None:
    """What the rules are worth: of links that lead some lines too far, nearly all are found out."""
    with open_index() as index:
        pages = [page for page in reports(gather(index), "en", TOPICS) if not page[0].startswith("ops-others")]
    moved = [
        link._replace(place={**link.place, "line": max(1, link.place["line"] + off)})
        for page, text in pages
        for link in links(page, text, "en")
        if not _PLACE.fullmatch(code(link.text))
    ]
    unnoticed = [link for link in moved if not list(checker.wrong(link))]
    assert len(unnoticed) < 0.02 * len(moved), unnoticed[:10]
