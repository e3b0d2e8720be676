"""Names that a document has from elsewhere: of another repository, of a proposal, of a drawing, of a pattern.

Nothing is said against these, but where one is plainly a misspelling of a name that the tree has.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page

#: A word that stands so often in the text of a document is what the document is on.
OFTEN = 8
#: What the index's repository is called.
_OURS = frozenset(["tensorflow", "tensorflow-upstream"])
#: Letters of a name that is a misspelling of another where a single one differs.
LONG = 8
#: Links into another repository that make a document one on that.
ENOUGH_LINKS = 2
#: Lines at the beginning in which a proposal has its status, its authors and who stands behind it.
HEAD = 24

_LINK = regex(
    r"https?://(?:www\.)?(?:github|gitlab|gitee)\.com/[\w.-]+/(?P<name>[\w.-]+)(?P<file>/(?:-/)?(?:blob|tree)/)?",
    re.A,
)
#: The table at the head of a request for comments.
_PROPOSAL = regex(
    r"^\|?\s*\**(?:RFC\s?#?|Author\(s\)|Sponsors?|Reviewers?\(s\))\**\s*[|:]|^\|\s*\**Authors?\**\s*\|", re.M
)
#: What stands between a file and one of its functions.
_A_FUNCTION_OF_IT = regex(
    r"[`*]*(?:(?:\s?[,，]\s?|'s\s|\s?[里中]?的?)(?:the )?(?:function|class|method|函数|类|方法)"
    r"|\s?[(（](?:the )?(?:function|class|method|函数|类|方法)\s?[`*]*"
    r"|\s?[,，]\s?(?:其中(?:的|有)?|(?:in which|where)(?: the)?))\s?[`*]*(?:class |def )?"
)
#: "I wrote a script, `run.py`".
_WROTE = regex(
    r"我们?(?:自己|又|还)?写(?!的是)|我们?[^。；，,`]{0,12}写了|\b(?:I|[Ww]e)(?:'ve| have)? (?:wrote|written|built)\b"
)
_CLONED = regex(r"\bgit (?:clone|remote add)\s[^\n]{0,80}?(?:://|@)[\w.-]+[/:][\w.-]+/(?P<name>[\w.-]+)", re.A)
#: Two names that differ only in their last letter: `DeviceA` and `DeviceB`.
_LETTERED = regex(r"(?P<stem>[A-Za-z]+[a-z])_?(?P<letter>[A-DXYN]|[0-3])", re.A)
#: A word without any sign of code.
_BARE = regex(r"(?<![\w`.:])[A-Za-z_]\w*(?![\w`:(])", re.A)
_DRAWING = regex(r"\s*(?:`{3,}|~{3,})\s*(?:mermaid|dot|graphviz|plantuml|puml|flow|sequence)\b", re.I)
#: What stands before a star that is part of a pattern, beside letters.
_INSIDE = frozenset("`._abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_FENCE = regex(r"\s*(?:`{3,}|~{3,})")
_GRAPH = regex(r"\s*(?:(?:graph|flowchart)\s+(?:TB|TD|BT|LR|RL)\b|(?:sequence|class|state)Diagram|digraph\b|@startuml)")


class Others:
    """What tells that a document's names need not be those of the tree."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._text = "\n".join(page.text_lines)

    def has(self, one: Citation) -> bool:
        """Whether a name that the tree does not have need not be one of the tree's."""
        return (
            self._is_piece(one)
            or self._is_lettered(one)
            or (self._is_drawn(one) and not self._is_misspelt(one.target))
            or (not self._is_marked(one) and self._page.text_lines[one.line - 1].startswith("# ") and not one.fenced)
            or (one.target.isidentifier() and not self._is_marked(one) and self._is_subject(one.target))
            or (self.is_proposal and not self._is_on_the_tree(one))
            or (self._is_between_two and self._is_from_the_other(one))
            or (one.kind != "op" and self._leads_away)
            or self._is_in_own_file(one)
            or (one.kind != "op" and self.is_on_another and self._is_from_there(one))
        )

    def _is_marked(self, one: Citation) -> bool:
        """Whether the author has marked a name as code."""
        return one.in_code and not self._page.is_unmarked

    @cached_property
    def _is_between_two(self) -> bool:
        """Whether a document's title says that it is on another framework as well: "Porting a model to PyTorch"."""
        return disclaimers.of_a_project(self._page.title)

    def _is_from_the_other(self, one: Citation) -> bool:
        """Whether a function's name may be the other framework's: no file is said of it, and it is like none here."""
        plain = one.kind == "symbol" and one.target.islower() and "." not in one.target
        return plain and not self._page.is_tied(one) and not self._is_misspelt(one.target)

    def _is_in_own_file(self, one: Citation) -> bool:
        """Whether a name is said to be in a file that the tree does not have, and that is the author's."""
        files = [self._page.said[at] for at in self._page.paths_of(one)] or self._right_before(one)
        missing = [path for path in files if not self._page.known.resolve(path.target)]
        return bool(missing) and all(
            self._page.is_of_its_own(path)
            or self._page.is_planned(path)
            or self._page.is_elsewhere(path)
            or _WROTE.search(self._page.around(path)[0][-60:]) is not None
            or self._is_rooted_elsewhere(path)
            for path in missing
        )

    def _is_rooted_elsewhere(self, path: Citation) -> bool:
        """Whether the first folder of a path is called as none of the tree is."""
        first, _, rest = path.target.lower().partition("/")
        return bool(rest) and first not in self._page.known.folders

    def _right_before(self, one: Citation) -> list[Citation]:
        """The file that stands right before a name, which is said to be a function of it: "`run.py`, function `f`"."""
        text = self._page.text_lines[one.line - 1]
        before = [each for each in self._page.on(one.line) if each.column < one.column]
        last = before[-1] if before else None
        if (
            last is None
            or last.kind != "path"
            or not _A_FUNCTION_OF_IT.fullmatch(text, last.end_column, one.column - 1)
        ):
            return []
        return [last]

    def _is_from_there(self, one: Citation) -> bool:
        """Whether a name may be the other repository's: like none of the tree's, and beside no link into that."""
        owner, _, _ = one.target.rpartition("::")
        if (owner and self._page.known.class_places(owner.rpartition("::")[2])) or self._is_misspelt(one.target):
            return False
        return one.target not in self._beside_links

    @cached_property
    def _beside_links(self) -> frozenset[str]:
        """The names on lines with a link into TensorFlow's files."""
        said = self._page.said
        linked = {one.line for one in said if one.kind in ("path", "path:line") and one.text.startswith("http")}
        return frozenset(one.target for one in said if one.line in linked and one.kind in ("symbol", "op"))

    def _is_misspelt(self, target: str) -> bool:
        """Whether a name is one of the tree's but for a letter."""
        last = target.rpartition("::")[2]
        near = self._page.known.near(last, limit=1)
        return len(last) >= LONG and bool(near) and near[0][0] == 1

    def _is_on_the_tree(self, one: Citation) -> bool:
        """Whether a name of a proposal is meant as one of the tree's, and not as one that is to be."""
        page = self._page
        if not page.cites_lines:
            return page.is_of_today(one) and self._is_of_what_there_is(one)
        if page.is_of_today(one):
            return True
        planned = page.is_planned(one) or disclaimers.proposed("".join(page.around(one)))
        return not planned and self._is_of_what_there_is(one)

    def _is_of_what_there_is(self, one: Citation) -> bool:
        """Whether a name is meant as one of the tree's: nearly one, or of a class of it, or beside lines of it."""
        *_, owner, _ = ("", *parts_of(one.target))
        if self._is_misspelt(one.target) or (owner and self._page.known.class_places(owner)):
            return True
        lines = range(one.line - 1, one.line + 2)
        cited = (other for number in lines for other in self._page.on(number) if other.kind == "path:line")
        return one.in_code and any(self._page.known.resolve(other.target) for other in cited)

    def _is_piece(self, one: Citation) -> bool:
        """Whether a name is what a pattern has between its signs: `*_cross_entropy`, `_apply_{dense,sparse}`."""
        line = self._page.text_lines[one.line - 1]
        before, behind = line[: one.column - 1].rstrip("`")[-2:], line[one.end_column : one.end_column + 1]
        single = line.count("*") == 1
        starred = before.endswith("*") and (before[:1] in _INSIDE or single)  # not set in bold or italics
        return starred or behind == "{" or (behind == "*" and one.in_code)

    def _is_lettered(self, one: Citation) -> bool:
        match = _LETTERED.fullmatch(one.target)
        if match is None:
            return False
        others = [letter for letter in "ABCDXYN0123" if letter != match["letter"]]
        return any(f"{match['stem']}{sign}{letter}" in self._names for sign in ("", "_") for letter in others)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", self._text, re.A))

    def _is_drawn(self, one: Citation) -> bool:
        return one.fenced and any(first <= one.line <= last for first, last in self._drawings)

    @cached_property
    def _drawings(self) -> list[tuple[int, int]]:
        found, begun = [], 0
        for number, line in enumerate(self._page.text_lines, 1):
            if begun and line.strip().startswith(("```", "~~~")):
                found.append((begun, number))
                begun = 0
            elif not begun and (_DRAWING.match(line) or (_FENCE.match(line) and self._begins_drawing(number))):
                begun = number
        return found

    def _begins_drawing(self, number: int) -> bool:
        """Whether the line behind a fence begins a drawing."""
        return _GRAPH.match("".join(self._page.text_lines[number : number + 1])) is not None

    def _is_subject(self, target: str) -> bool:
        """Whether a document speaks of a word again and again, as it does of what it is on."""
        return self._words[target] >= OFTEN

    @cached_property
    def _words(self) -> Counter[str]:
        """How often each word stands in the text, without any sign that the author made."""
        return Counter(_BARE.findall(self._text.replace("`", "") if self._page.is_unmarked else self._text))

    @cached_property
    def is_proposal(self) -> bool:
        """Whether a document begins as a request for comments does."""
        return _PROPOSAL.search("\n".join(self._page.text_lines[:HEAD])) is not None

    @cached_property
    def _links(self) -> tuple[int, int, Counter[str]]:
        """How many links lead to TensorFlow, how many of these into its files, and how many into each other's."""
        ours = files = 0
        theirs: Counter[str] = Counter()
        for match in _LINK.finditer(self._text):
            name = match["name"].removesuffix(".git").lower()
            if name in _OURS:
                ours += 1
                files += match["file"] is not None
            elif match["file"]:
                theirs[name] += 1
        return ours, files, theirs

    @cached_property
    def _leads_away(self) -> bool:
        """Whether a document leads into other repositories' files, and hardly to the index's."""
        ours, _, theirs = self._links
        return sum(theirs.values()) >= ENOUGH_LINKS and sum(theirs.values()) > 2 * ours

    @cached_property
    def is_on_another(self) -> bool:
        """Whether a document leads more into one other repository's files than the index's, or has it cloned."""
        _, files, theirs = self._links
        most = max(theirs.values(), default=0)
        if self._leads_away or (most > ENOUGH_LINKS and most > files):
            return True
        cloned = {match["name"].removesuffix(".git").lower() for match in _CLONED.finditer(self._text)}
        return bool(cloned) and not cloned.intersection(_OURS)
