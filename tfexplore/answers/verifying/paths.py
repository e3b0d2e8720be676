"""Verdicts on cited paths: whether there is such a file, and whether what is said to be in it is."""

from __future__ import annotations

import re
from bisect import bisect_left
from difflib import SequenceMatcher
from functools import cached_property
from itertools import zip_longest
from os.path import commonpath

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.citation import SUFFIXES
from tfexplore.answers.denials import denies
from tfexplore.answers.markdown import HEADING, cells_of
from tfexplore.answers.searching import stands, stands_as_it_is
from tfexplore.answers.tree import UNLISTED
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.declared import declares, spoken
from tfexplore.answers.verifying.file_slips import FileSlips
from tfexplore.answers.verifying.folder_drawings import INSTALLED, MADE, FolderDrawings
from tfexplore.answers.verifying.held import words_of
from tfexplore.answers.verifying.lines import Lines
from tfexplore.answers.verifying.links import contradicted
from tfexplore.answers.verifying.next_to import between
from tfexplore.answers.verifying.page import ITEM
from tfexplore.answers.verifying.peers import lines_listed_with
from tfexplore.answers.verifying.placed_constants import used_only
from tfexplore.answers.verifying.spelling import (
    as_words,
    but_for_one,
    nearest_of,
    owner_of,
    parts_of,
    several,
    spot,
    stem,
    tensorflowish,
)
from tfexplore.answers.verifying.turns import goes_on
from tfexplore.model import Location
from tfexplore.paths import shared_start
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place


#: As many numbers of a list as are right make the others be those of lines as well.
ENOUGH_RIGHT = 2
#: Other places of a listing, all of the tree, by which one more is said to be.
LISTED = 3
#: Letters of a name that is no common word.
LONG_NAME = 8
#: As many files of a folder as a document cites alike make another there be one of the tree's as well.
BESIDE = 2
#: As many files of a table's column as are the tree's make the others be meant as such.
OF_A_COLUMN = 3
#: On the first lines of a file are its licence and what it includes: a number of which nothing near says the file is
#: something else's, and others of its list may be right as lines by chance.
FIRST_LINES = 30
#: What says that something calls a name, and where from.
#: The end of a tag of HTML, which stands before what it marks.
_TAG_ENDS = regex(
    r"</?(?:a|b|i|u|p|em|td|th|li|dd|dt|tt|br|kbd|pre|code|span|strong|summary)(?:\s[^<>]{0,200})?/?>\Z", re.I
)
#: What TensorFlow says in its errors of where a node was made.
_MADE_AT = regex(r"\bnode \S+ \(defined at (?:<\S+>\s)?\Z")
#: What a rule of a build file has.
_OF_A_RULE = regex(r"(?:\w+_)?(?:srcs|hdrs|deps|copts|linkopts)")
_CALLS = regex(r"\b(?:calls?|invokes?|runs?|uses?)\s(?:the\s)?[`*]*\Z", re.I)
_FROM = regex(r"(?:\(\))?[`*]*\sfrom\s(?:the\s)?[`*\[]*[\w./-]+\.\w")
#: What says before a name that something does not use it.
_NOT_CALLED = regex(
    r"\b(?:not|never|n't|without)\s(?:even\s)?(?:call(?:ing)?|us(?:e|ing)|go(?:ing)? through)\s(?:the\s)?[`*]*\Z", re.I
)
#: A command that runs a script: "`python check.py --fast`".
_RUN = regex(r"(?:^|[`$\s])python[23]?(?:\.\d+)?\s(?:-\w\s)?\Z")
#: Places of other files of a folder, by which one is meant to be of the tree's folder.
FELLOWS = 2
#: What says before a file that others advise to look there.
_ANOTHERS_ADVICE = regex(
    r"\b(?:answers?|posts?|tutorials?|guides?|blogs?|articles?|threads?) (?:that )?(?:tells?|asks?|advises?)"
    r" (?:you|us|people) to (?:\w+ )?[`*]*\Z",
    re.I,
)
#: What stands before a file that a change adds, as `git status` or a patch lists it.
#: What an error's text says before the line of a program: "[[node Loom (defined at solve.py:88) ]]".
_IN_A_GRAPH = regex(r"\(defined at\s\Z")
_ADDED = regex(r"\s*(?:A|\?\?|new file:|\+\+\+ b/|create mode \d+)\s*$")
#: What stands between the old place of something and its new one.
_ARROW = regex(r"[`*\s]*(?:→|->|=>|⇒|⟶)[`*\s]*$")
#: What stands before a value that looks like a path.
_VALUE = regex(r"=\s?[\"']$|\b(?:name|key|value|prefix|scope|string)\b[^.;|`]{0,40}\b(?:is|are|be|as)\s[`\"'*]*$", re.I)
#: What stands before a header that code includes, whoever's that is.
_INCLUDES = regex(r"\b(?:includes?|included|#include|包含|引入)\s?[`*\"'<(]{0,3}\Z")
#: A name in code with nothing but a bracket behind it; and with nothing but that it is in what follows.
_BEFORE_BRACKET = regex(r"`([\w:.]+)(?:\(\))?`\s?[(（]\s?[`\[]?\Z", re.A)
_SAID_IN = regex(
    r"`?(?:\s?[(（]-?\d[\w.]*[)）])?(?:,?\s(?:(?:(?:is|are|which is)\s)?(?:declared|defined)\s)?(?:in|from)\s"
    r"(?:the (?:header|file)\s)?`?|\s?(?:声明|定义)?[在于]\s?`?)"
)
#: "Flags are set to their defaults in", which is said of the flags; "we do not want to touch".
_THEIRS = regex(r"\b(?:their|its|his|her)\b[^.;]{0,60}\Z", re.I)
_LEFT_ALONE = regex(r"(?:\b(?:not|never)|n't)\s[^.;]{0,30}\Z", re.I)
#: A package that is called after TensorFlow: `tensorflow_addons`.
_ANOTHER = regex(r"tensorflow[_-](?!core$)\w+$")
#: Names of files that have no ending.
_FILE_NAME = regex(r"[A-Z]\w*file$|[A-Z_]{4,}$")
#: What the files of ops and of kernels are full of.
#: What a file calls, and does not define, where something is said to be declared so in it.
_CALLED_THERE = frozenset(["NotDifferentiable", "NoGradient", "RegisterGradient"])
_KINDS = frozenset(["OpDef", "KernelDef", "REGISTER_OP", "REGISTER_KERNEL_BUILDER", "RegisterGradient"])
#: So many paths of a document are the tree's, and so many times as many as are not.
ENOUGH_PATHS, EACH_PATH = 5, 4
#: What says of a file that it registers an op; and an item of a list, or a cell, with nothing but the two.
_OP_DEFS = regex(r"REGISTER_OP|OpDefs?\b|\bregist(?:er(?:s|ed)?|rations?)\b|\b(?:declared|defined) in\b|注册|声明|定义")
_SOLE = regex(r"[\s>*`\"()（）\[\]|.。-]*")
#: What stands between a class and the file that it is said to be declared in.
_DECLARED = regex(
    r"[`*]*[,，]?\s?(?:(?:which|that)\s)?(?:(?:is|are|both)\s)?"
    r"(?:declared in\s(?:the\s)?(?:header\s|file\s)?|的?声明[在于])\s?[`*\[]*",
    re.I,
)
#: The header of a column of the lines where the things of a table's rows are.
_LINES = regex(r"(?:file:)?lines?\b|(?:is )?defined\b|definition\b|location\b|行号?|位置|定义", re.I)


def _elsewhere(one: Citation) -> bool:
    """Whether a path is said to lie in somebody's folder, rather than in a tree or on a site."""
    at = one.text.replace("\\", "/").find(one.target)
    return at > 1 and not one.text.startswith("http")


#: What is said behind a file that was there once.
_DELETED = regex(
    r"[`*]*(?: (?:was|were|is|has been|got))? (?:deleted|removed|dropped|gone|renamed)\b|已?被?(?:删除|移除)", re.I
)
_WAS = regex(r"\b(?:was|were|used to be|lived|came from)\b|曾|原(?:来|先)在|以前")
#: Folders that nobody but TensorFlow has.
_OURS = regex(r"(?:common|distributed)_runtime|stream_executor|tf2xla|tf2tensorrt|saved_model|feature_column|grappler")
#: Words of a file's name, its ending among them, that only one thing is called.
WORDS_OF_ITS_OWN = 4


def _inflected(name: str, other: str) -> bool:
    """Whether two file names are forms of one word, each of which may be a file's name: `node.py` and `nodes.py`."""
    stems = sorted([name.partition(".")[0], other.lower().partition(".")[0]], key=len)
    return stems[0].isalpha() and stems[1].removeprefix(stems[0]) in ("s", "r", "er", "d", "ed", "al")


def _same_words(name: str, other: str) -> bool:
    """Whether two file names are of the same words, of which some may be misspelt: not `ydb_fs.cc` and `s3_fs.cc`."""
    pairs = list(zip_longest(re.split(r"[_.]", name), re.split(r"[_.]", other.lower()), fillvalue=""))
    others = [(one, two) for one, two in pairs if one != two]
    if len(pairs) >= WORDS_OF_ITS_OWN and set(others) <= {("cc", "h"), ("h", "cc")}:
        return True  # of a name so long nobody else has the source, or the header
    return len(others) != 1 or SequenceMatcher(None, *others[0]).ratio() >= 0.5


def _closest(paths: list[str], target: str) -> str:
    """The one of some paths whose folders are those of another path as far up as possible; the core's come first."""
    wanted = target.lower().split("/")[-2::-1]

    def alike(path: str) -> tuple[int, bool]:
        shared = shared_start(wanted, path.lower().split("/")[-2::-1])
        return shared, path.startswith(("tensorflow/core/", "tensorflow/python/"))

    return max(paths, key=alike)


#: Lines in brackets near one, how many of them are right, and which share, where they are how the author gives lines.
OF_A_HABIT, ENOUGH_OF_A_HABIT, SHARE_OF_A_HABIT = 6, 5, 0.75
_BEHIND_CODE = regex(r"`\s?[(（]\Z")
#: Words that say right before a file that something has its body there.
_IMPLEMENTED_IN = regex(
    r"(?:\b(?:implemented|defined|declared|registered) (?:in|at)|(?:实现|定义|声明|注册)[在于])\s?[`*\[]*\Z"
)
#: How a line of `git diff --stat` goes on for a file to which nothing but lines were added.
_NEW_FILE = regex(r"\s*\|\s*\d+\s*\++\s*(?:\(new\))?\s*")
#: Items of a list that are looked at, above a file and below it.
MAX_ITEMS = 12
#: How much of a file's name is alike in that of another that is meant; letters between two files of a sentence.
MISSPELT_FILE, NEAR_BY = 0.85, 60
#: Before the second arrow of a line; before a file that a package beside the tree is said to have.
_STEPS = regex(r"(?:→|->|=>).*(?:→|->|=>)[\s`]*\Z")
_IN_A_PACKAGE = regex(
    r"(?:包(?:里|中|内)面?(?:还|也)?有|\bpackages? (?:itself )?(?:also )?(?:has|ships|contains))\s?(?:an?\s)?[`*]*\Z",
    re.I,
)
#: Citations of a line on either side of one that are looked at for its siblings.
MOST_BESIDE = 6
#: What stands between two files of a list.
_AND = regex(r"[`*)\]]*\s?(?:[,，、/&]|and|or|和|与|及|以及|[,，]\s?and)\s?[`*(\[]*")
#: Words that say of a class that its definition is there, and nothing else.
_DEFINED = regex(r"\b(?:defin|declar)|定义|声明", re.I)
#: A number of lines, or the number of one, in brackets.
_COUNTED = regex(r"[(（]\d{1,7}\s?行[)）]", re.A)
_COUNTED_ALONE = regex(r"\d{1,7}\s?行", re.A)
_IS_DECLARED = regex(r"\bdeclared in\b|声明[在于]", re.I)
#: Cells of a row that may be about a file and what it has.
FEW_CELLS = 4
#: What leads from one step of a chain to the next, or from a cell.
_STEP = regex(r"[`*)\]]*\s*(?:->|=>|-->|[→⇒|])\s*(?:class\s|op at\s)?[`*(\[]*")


#: What stands before a file that is one of several: "`a.cc`, `b.cc` and".
_OF_A_LIST = regex(r"(?:`[^`]+`\s?(?:[,，、]|and\s|和|,\sand\s)\s?)+[`*]*\Z")


#: What says of a method that a file has it.
_DECLARED_IN = regex(r"\b(?:declared|defined|implemented) in\b|(?:声明|定义|实现)[在于]")
#: How a sentence begins that is on what the one before it was on.
#: What the test of a file is called with besides.
_TEST_OF = regex(r"(?<![^/])test_|_test(?=\.)", re.A)
_GOES_ON_WITH_IT = regex(
    r"[\s*_]*(?:It|They|That|This|These|Those|Both|Neither|[Tt]h(?:e|at|is) (?:file|path|header|folder)|[它这那其两])"
    r"(?:\b|[\u4e00-\u9fff])"
)


class Paths:
    """The checks of a document's paths."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._lines = Lines(page)
        self._is_right: dict[int, bool] = {}  # whether cited lines are right, by their positions
        self._drawings = FolderDrawings(page)
        self._slips = FileSlips(page)

    def unexplained(self) -> set[str]:
        """The words that only a tree's text can explain: names that no index has and files are said to hold."""
        of_files = [name for at, (name, _) in self.page.tied.items() if not self.page.said[at].start]
        names = {name.target for name in of_files if name.in_code and not self.page.meant(name.target)}
        words = {word for target in names if len(word := parts_of(target)[-1]) >= LONG_NAME}
        return words | self.page.elsewhere.unexplained()

    def check(self, one: Citation, position: int) -> Verdict | None:
        """A verdict on a path, with or without lines; None for one that may be anyone's.

        A plain number is a line's when another number beside it is one, or in its list two others are: "`load` (245),
        `restore` (354)". One without brackets may more often be something else.
        """
        made = self._checked(one, position)
        if made is None or not self._plain(one):
            return made
        if position not in self.page.tied or (one.supposed and one.start < FIRST_LINES):
            return None
        if made.verdict == "found":
            return made
        peers = {at for at, _ in self.page.positions(one.line) if at != position and at in self.page.tied}
        bare = self.page.text_lines[one.line - 1][one.end_column : one.end_column + 1] not in (")", "）")
        if not bare and self._right(peers) >= (1 if one.text.isdigit() else ENOUGH_RIGHT):
            return made
        listed = {at for at in lines_listed_with(self.page, one) if at in self.page.tied}
        if self._right(listed | peers) >= ENOUGH_RIGHT or (not bare and any(map(self._begins, peers))):
            return made
        if not bare and self.known.has_tree and self._is_a_habit(position):
            return made
        return made if one.text.endswith("行") and self._right(self._counted) > ENOUGH_RIGHT else None

    def _is_a_habit(self, position: int) -> bool:
        """Whether the author gives lines so: "`Weave` (245)", of which most of the others near it are right."""
        at = bisect_left(self._bracketed, position)
        if self._bracketed[at : at + 1] != [position]:
            return False
        others = {*self._bracketed[max(0, at - OF_A_HABIT) : at], *self._bracketed[at + 1 : at + 1 + OF_A_HABIT]}
        return self._right(others) >= max(ENOUGH_OF_A_HABIT, SHARE_OF_A_HABIT * len(others))

    @cached_property
    def _bracketed(self) -> list[int]:
        """The document's plain numbers that stand alone in the brackets right behind a name in code, in their order."""
        found = []
        for at in sorted(self.page.tied):
            one = self.page.said[at]
            text = self.page.text_lines[one.line - 1]
            if self._plain(one) and text[one.end_column : one.end_column + 1] in (")", "）"):
                found += [at] if _BEHIND_CODE.search(text, 0, one.column - 1) else []
        return found

    def _begins(self, at: int) -> bool:
        """Whether a cited line is the first of what it is said of, which no number of lines is by chance."""
        name, _ = self.page.tied[at]
        return any(place.line == self.page.said[at].start for place in self.page.meant(name.target))

    @cached_property
    def _counted(self) -> frozenset[int]:
        """The document's lines that stand as "(541 行)" does behind their names: how its author writes them."""
        tied = ((at, self.page.said[at]) for at in self.page.tied)
        return frozenset([at for at, one in tied if one.kind == "path:line" and _COUNTED_ALONE.fullmatch(one.text)])

    def _right(self, positions: Collection[int]) -> int:
        """How many of some cited lines are right."""
        for at in positions:
            if at not in self._is_right:
                made = self._checked(self.page.said[at], at)
                self._is_right[at] = made is not None and made.verdict == "found"
        return sum(self._is_right[at] for at in positions)

    def _plain(self, one: Citation) -> bool:
        """Whether nothing but brackets says that a number is a line's, or it may be how many lines there are."""
        if one.text.endswith("行") and one.text[0].isdigit():
            return one.supposed or len(_COUNTED.findall(self.page.text_lines[one.line - 1])) > 1
        return one.text.isdigit() and not self.page.text_lines[one.line - 1].lstrip().startswith("|")

    def _checked(self, one: Citation, position: int) -> Verdict | None:
        target = one.target
        last = target.rpartition("/")[2]
        if not ("." in last and last.rpartition(".")[2].lower() in SUFFIXES) and last not in ("BUILD", "WORKSPACE"):
            return self._folder(one)
        if last in ("BUILD", "WORKSPACE") and "/" not in target:
            return None
        foreign = self.page.is_of_another_revision(one)
        found = self.known.resolve(target)
        if one.folder:
            there = self._drawings.at(one)
            if not there and found and self._drawings.is_of_the_source(one):
                return self._missing(one._replace(target=one.folder + target), position)
            found = there or found
        if not found and one.unnamed:
            # The file has its verdict where it is named; the line may be of another that was named before.
            ours = self._missing(one._replace(start=0), -1) is not None
            return self._lines.supposed(one, [], self.page.tied.get(position), position) if ours else None
        if not found:
            if foreign and one.ref not in ("master", "main", "HEAD"):
                return None
            return self._missing(one, position)
        found = self.page.chosen(found, one, position)
        if foreign or (one.fenced and INSTALLED.search(one.text)):
            release = f"the link is to {one.ref}" if foreign else "of an installed package"
            detail = f"{release}; its lines were not compared"
            return self.page.verdict(one, "found", Location(found[0], 1, 1), (), detail)
        contradiction = contradicted(self.page, one, position)
        if contradiction:
            where = Location(found[0], one.start or 1, one.end or 1)
            return self.page.verdict(one, "differs", where, (), contradiction)
        tie = self.page.tied.get(position)
        if tie is not None and self.page.called_ops.is_wrong(tie[0]):
            tie = None  # where something else of that name is does not matter
        if tie is not None and tie[0].target.startswith(("tf.", "keras.")) and not last.endswith((".py", ".pbtxt")):
            here = {place.path for place in self.page.meant(tie[0].target)}
            tie = tie if here.intersection(found) else None  # the kernel behind a public name
        if tie is not None and self._is_the_next_step(one, tie[0], found):
            tie = None
        if tie is not None and _MADE_AT.search(self.page.text_lines[one.line - 1][: one.column - 1]):
            tie = None  # "node Shed (defined at site-packages/...)", as errors say where somebody has made it
        if one.start:
            return self._lines.check(one, found, tie, position)
        if tie is not None and not (
            self._of_many(one, tie)
            or self._is_anybodys(one, tie)
            or self._is_listed_beside(one, tie)
            or self._is_of_the_next_cell(one, tie[0], found)
            or _is_only_called(*self.page.around(tie[0]))
        ):
            strict = tie[1] == "defined" or self._is_declared(one, tie[0]) or self._is_among_lines(one, found, tie[0])
            wrong = self._attributed(one, found, tie, strict)
            if wrong is not None:
                return wrong
        either = self.page.either.get(position, ()) if tie is None and self.known.has_tree else ()
        others = [self._attributed(one, found, (name, "defined"), True) for name in either]
        if others and others[0] is not None and None not in others:
            return others[0]
        where = Location(found[0], 1, 1)
        return self.page.verdict(one, "found", where if len(found) == 1 else None, found[1:4], several(found))

    def _of_many(self, one: Citation, tie: tuple[Citation, str]) -> bool:
        """Whether a file is said to hold things of a kind, and not what the kind is: "OpDef（ops/nn_ops.cc）"."""
        return tie[0].target in _KINDS and tie[1] != "defined" and ("ops/" in one.target or "kernels/" in one.target)

    def _is_listed_beside(self, one: Citation, tie: tuple[Citation, str]) -> bool:
        """Whether a block's remark names a file next to a name, as what lies in a folder: "# OpKernel, ops.pbtxt"."""
        name = tie[0]
        words = self.page.text_lines[one.line - 1][name.end_column : one.column - 1]
        return (
            one.fenced and name.line == one.line and tie[1] != "defined" and re.search(r"[,，、;；]", words) is not None
        )

    def _is_the_next_step(self, one: Citation, name: Citation, found: list[str]) -> bool:
        """Whether a chain or a row goes on, from a name of one language to a file of the other, or the other way round.

        `Loom` -> loom_ops.py:12 -> `LoomOp` -> loom_grad.py:40, | loom_op.cc | `_LoomGrad` |
        """
        if name.line != one.line:
            return False
        text = self.page.text_lines[one.line - 1]
        first, second = (name, one) if name.column < one.column else (one, name)
        step = _STEP.fullmatch(text, first.end_column, second.column - 1)
        if step is None or ("|" in step[0] and (one.start or text.count("|") <= FEW_CELLS)):
            return False
        python = {path.endswith(".py") for path in found}
        places = self.page.meant(name.target)
        if name.target in self.known.ops and not any(place.path in found for place in places):
            places = [place for place in places if place.kind == "op"]  # and not where its gradient is registered
        written = {place.path.endswith(".py") for place in places}
        return len(python) == len(written) == 1 and python != written and found[0].endswith((".py", ".cc", ".h"))

    def _is_of_the_next_cell(self, one: Citation, name: Citation, found: list[str]) -> bool:
        """Whether a row has a file behind a name that it has not, and before one that it has: | `f` | x.cc | `A` |."""
        text = self.page.text_lines[one.line - 1]
        if not text.lstrip().startswith("|") or name.line != one.line or name.column > one.column:
            return False
        ends = text.find("|", text.find("|", one.end_column) + 1)
        behind = [each for each in self.page.on(one.line) if one.column < each.column <= ends and each.kind == "symbol"]
        if name.target in self.known.ops:  # the row has the class of a kernel of the op, perhaps
            names = [each for each in self.page.on(one.line) if each.kind == "symbol" and each.in_code]
            behind += [each for each in names if self.known.taken_by(parts_of(each.target)[-1])]
        return any(place.path in found for each in behind for place in self.page.meant(each.target))

    def _is_anybodys(self, one: Citation, tie: tuple[Citation, str]) -> bool:
        """Whether a file may be the author's, and what is not there is not what is said: "no `A` in `b.cc`"."""
        if one.target.lower() in vocabulary.COMMON_FILES and tie[1] != "defined":
            return True
        name, (before, behind) = tie[0], self.page.around(tie[0])
        behind = behind[: behind.find(one.target)] if one.target in behind else behind
        return (name.line, name.column) < (one.line, one.column) and disclaimers.denied(before, behind)

    def _missing(self, one: Citation, position: int) -> Verdict | None:
        target = one.target
        name = target.rpartition("/")[2]
        escaped = one.text.replace("\\_", "_")  # as in Markdown; other such signs part the folders of Windows
        if vocabulary.ANY_LINE.match(self.page.text_lines[one.line - 1], one.behind):
            return None
        written = self.page.text_lines[one.line - 1]
        before_it = written[: one.column - 1]
        if (before_it.endswith(">") and not _TAG_ENDS.search(before_it)) or (
            one.fenced and written.startswith("::", one.end_column)
        ):
            return None  # the end of a pattern, `<family>_test.py`; a test that somebody runs
        if _IN_A_GRAPH.search(self.page.text_lines[one.line - 1], 0, one.column - 1):
            return None  # where a user's program makes a node
        if _ANOTHERS_ADVICE.search(self.page.around(one)[0]):
            return None
        if "/" not in target and _RUN.search(before_it):
            return None  # a script that somebody runs
        braced = one.text.endswith("}")  # `loom.{h,cc}`
        if name not in one.text and not braced and ("\\" in escaped or name not in escaped):
            return None  # a line of a file that is named somewhere else, and judged there
        external = self.page.external_file(target)
        if external is not None:
            return self.page.verdict(
                one, "external", external, (), f"in the package {external.package} {external.version}"
            )
        text = self.page.text_lines[one.line - 1]
        if denies(*self.page.around(one)) or self.page.inventories.has(one) or self.page.is_absent_by_row(one):
            return None
        if self._is_of_another_column(one):
            return None
        first, _, beneath = target.lower().lstrip("./").partition("/")
        misrooted = self._of_a_misspelt_root(first, beneath)
        own = misrooted or self.page.project.has_folder(target) or self.page.elsewhere.is_below_another_root(one)
        slip = self._slips.misspelt(one, position) if not own else []
        if "/" not in target and _IN_A_PACKAGE.search(self.page.around(one)[0]) and self.page.of_a_package(one):
            return None
        if slip and not self._is_somebodys(one) and not self._is_of_a_package(target):
            return self._is_none(one, slip)
        if self._is_said_to_be_gone(one):
            return None
        around = self.page.around(one)
        if (disclaimers.somebodys(*around) or disclaimers.own(*around)) and not self._is_included(one):
            return None
        if target in self._somebodys and not self._is_included(one):
            return None
        if HEADING.match(text) and text.rstrip(" #*").endswith(("?", "？")):
            return None  # which what follows answers
        if self.page.is_planned(one) or self.page.is_of_its_own(one) or self.page.is_elsewhere(one):
            return None
        added = self._slips.added(one, position)
        elsewhere = _elsewhere(one) or self._is_of_a_package(target) or _DELETED.match(around[1]) is not None
        if not (added or elsewhere or disclaimers.proposed(around[0])):
            added = self._slips.nearly(one)
        if added:
            return self._is_none(one, added)
        listed = one.fenced or not text[one.end_column :].strip()  # of what a change touches
        if listed and _ADDED.match(text[: one.column - 1]):
            return None
        if one.fenced and _NEW_FILE.fullmatch(text, one.end_column):
            return None
        if misrooted:
            return self.page.verdict(one, "not found", None, misrooted, f"no folder is called {first}")
        name = target.rpartition("/")[2].lower()
        near = self.known.near(name, "file")
        above = target.lower().rpartition("/")[0]
        ours = target.startswith("tensorflow/") or above in self.known.folder_tails
        # `core/example` is a folder of the tree.
        made_up = vocabulary.PLACEHOLDER.search(target[len(above) :] if ours else target) is not None
        like = [path for far, path in near if far <= max(1, len(name) // 6)]
        if self._is_of_a_package(target) or (made_up and not any(vocabulary.PLACEHOLDER.search(path) for path in like)):
            return None
        if target.startswith("/") and first not in vocabulary.TOPS:
            return None  # a place on somebody's disk
        close = bool(near) and near[0][0] <= max(1, len(name) // 6) and len(name) > 6 and _same_words(name, near[0][1])
        same = self.known.called(name)
        folder = target.lower().replace("tensorflow_core/", "tensorflow/", 1).rpartition("/")[0]
        if INSTALLED.search(one.text) and not any(path.startswith(folder + "/") for path in self.known.paths):
            return None  # a package has folders that are made when it is built
        # A file of somebody's own may lie beside those of the tree.
        rooted = first in vocabulary.TOPS and (close or bool(same) or not _elsewhere(one))
        of_ours = position in self.page.tied and bool(self.page.meant(self.page.tied[position][0].target))
        of_ours = of_ours or self._is_right_behind_ours(one)
        if re.match(r"gen_\w+_ops\.(?:py|cc|h)$", name) or name.endswith((".pb.h", ".pb.cc", "_pb2.py")):
            return None  # made when TensorFlow is built
        drawn = self._drawings.is_among_others(one)
        if "/" in target:
            if name in vocabulary.COMMON_FILES and not first.startswith("tensorflow") and not of_ours:
                return None  # anybody's
            folder = target.rpartition("/")[0].rpartition("/")[2].lower()
            placed = folder in self.known.folders or (
                bool(same) and tensorflowish(name) and folder + "s" in self.known.folders
            )
            kin = placed and not _elsewhere(one) and self._beside_others(one)
            known = placed and not _elsewhere(one) and self._in_a_folder_of_the_tree(one)
            listed = self._in_a_listing(one) or (not _elsewhere(one) and self._below_a_folder(one))
            # Who cites lines, and marks them as code, has the file.
            lined = one.start > 0 and one.in_code and not (one.fenced or _elsewhere(one))
            lined = lined and (above in self.known.folder_tails or above in self.known.folders)
            # A module here, which a later release made a package of: `layers/weave.py` and `layers/weave/warp.py`.
            split = above.count("/") > 0 and not _elsewhere(one) and bool(self.known.resolve(f"{above}.py"))
            known = known or split
            kin = kin or (placed and not _elsewhere(one) and self._has_fellows(one, above))
            if not (rooted or kin or known or drawn or listed or lined or ((close or same or of_ours) and placed)):
                return None
        elif not (
            close
            or drawn
            or (
                one.in_code
                and tensorflowish(name)
                and self._kin(name)
                and not disclaimers.example(self.page.text_lines[one.line - 1])
            )
            or of_ours
            or (one.start and one.in_code and tensorflowish(name))
            or self._in_a_column(one)
            or self._in_a_listing(one)
            or self._is_listed_with_others(one)
            or self._is_a_sibling(one)
            or (one.start and _IMPLEMENTED_IN.search(self.page.around(one)[0][-40:]) is not None)
        ):
            return None  # a file name that may be anyone's: setup.py, main.cc
        elif drawn:
            if name in vocabulary.COMMON_FILES:
                return None
        elif (
            not one.start
            and position not in self.page.tied
            and (
                name in vocabulary.COMMON_FILES
                or (bool(near) and all(_inflected(name, one) for far, one in near if far == near[0][0]))
            )
        ):
            return None
        if same:
            return self._moved(one, same)
        full = [_closest(self.known.called(path), target) for _, path in near]
        return self.page.verdict(one, "not found", None, full, f"no such file among {len(self.known.paths):,}")

    def _has_fellows(self, one: Citation, folder: str) -> bool:
        """Whether the document cites lines of files of the same folder, which the tree has: `saving/save.py:12`."""
        if not one.in_code or one.fenced or self.page.may_propose(one.line):
            return False
        beneath = f"{folder}/"
        fellows = [other for other in self.page.said if other.start and other.target.lower().startswith(beneath)]
        found = [bool(self.known.resolve(other.target)) for other in fellows if other.target != one.target]
        return len(found) >= FELLOWS and all(found)

    def _is_right_behind_ours(self, one: Citation) -> bool:
        """Whether lines of a path stand in brackets right behind a name of the tree: "`Loom` (kernels/loom.h:12)"."""
        name = _BEFORE_BRACKET.search(self.page.text_lines[one.line - 1], 0, one.column - 1) if one.start else None
        return name is not None and bool(self.page.meant(name[1]))

    def _of_a_misspelt_root(self, first: str, beneath: str) -> list[str]:
        """The files that a path means whose first folder is a letter or two from one of the tree's."""
        roots = nearest_of(first, {"tensorflow", "third_party"}, 0.8) if beneath.count("/") > 1 else []
        return [self.known.paths[path] for root in roots if (path := f"{root}/{beneath}") in self.known.paths]

    def _is_none(self, one: Citation, meant: list[str]) -> Verdict:
        """The verdict on a path that is meant for one of some files."""
        same = self.known.called(one.target.rpartition("/")[2].lower())
        if same:
            return self._moved(one, same)
        near = list(dict.fromkeys([_closest(meant, one.target), *meant]))[:3]
        return self.page.verdict(one, "not found", None, near, f"no such file among {len(self.known.paths):,}")

    def _moved(self, one: Citation, same: list[str]) -> Verdict:
        """The verdict on a path of whose name there are files in other folders."""
        verdict = "moved" if len(same) == 1 else "not found"
        where = Location(same[0], one.start or 1, one.end or 1) if len(same) == 1 else None
        return self.page.verdict(one, verdict, where, same[:3], f"there is no {one.target}")

    def _is_of_a_package(self, target: str) -> bool:
        """Whether a path is below the folder of another project, or of a package beside the tree."""
        folders = target.lower().lstrip("./").split("/")[:-1]
        if not folders:
            return False
        held = "/".join(folders[:2]) in self.known.heads
        packaged = bool(vocabulary.PACKAGES.intersection(folders)) and not held
        return packaged or folders[0] in vocabulary.OUTSIDE or _ANOTHER.match(folders[0]) is not None

    def _is_said_to_be_gone(self, one: Citation) -> bool:
        """Whether the sentence of a path, or the next on its line, on "it", says that it is not in this tree."""
        before, behind = self.page.around(one)
        if self.page.is_of_another_release(before, behind) or disclaimers.denied(before, behind):
            return True
        text = self.page.text_lines[one.line - 1]
        _, end = prose.sentence_span(text, one.column)
        rest = text[end:]
        return disclaimers.absent(prose.around(before, behind)) or (
            _GOES_ON_WITH_IT.match(rest) is not None and disclaimers.absent(rest)
        )

    def _is_somebodys(self, one: Citation) -> bool:
        """Whether the words right next to a path say that it is not one of the tree's."""
        before, behind = self.page.around(one)
        if disclaimers.denied(before, behind) or disclaimers.of_a_release(before):
            return True
        if self.page.is_of_another_release(before, behind):
            return True
        if disclaimers.somebodys(before, behind) and not _THEIRS.search(before):
            return True
        return disclaimers.created(before, behind) and not _LEFT_ALONE.search(before)

    @cached_property
    def _somebodys(self) -> frozenset[str]:
        """The files that the document says, somewhere, are not the tree's, and those of a list of such."""
        found, unknown = set(), set()
        for one in self.page.said:
            if one.kind in ("path", "path:line") and not self.known.resolve(one.target):
                unknown.add(one.target)
                before, behind = self.page.around(one)
                before = _OF_A_LIST.sub("", before)
                if disclaimers.somebodys(before, behind) and not _THEIRS.search(before):
                    found.add(one.target)
        return frozenset(found | {target for target in unknown if _TEST_OF.sub("", target) in found})

    def _is_of_another_column(self, one: Citation) -> bool:
        """Whether the header of a column says that its files are the author's, or another release's."""
        head = self.page.header(one)
        return disclaimers.own_column(head) or disclaimers.of_another_release(head, self.page.state.tag or "")

    def _is_included(self, one: Citation) -> bool:
        """Whether a header of a folder of the tree is what the author's own code includes: "our kernels include"."""
        folders = one.target.lower().split("/")[:-1]
        placed = len(folders) > 1 and folders[0] in vocabulary.TOPS and folders[-1] in self.known.folders
        return placed and _INCLUDES.search(self.page.around(one)[0][-40:]) is not None

    def _beside_others(self, one: Citation) -> bool:
        """Whether the document cites files of the tree by the same folder: `layers/core.py` and `layers/pooling.py`.

        By two folders one will do that begins as the file does: `delegates/nnapi/nnapi_delegate.cc`.
        """
        folder, _, name = one.target.lower().rpartition("/")
        targets = {other.target.lower() for other in self.page.said if other.kind in ("path", "path:line")}
        beside = [each for each in targets if each.startswith(folder + "/") and self.known.resolve(each)]
        first = name.partition("_")[0] + "_"
        alike = "/" in folder and "_" in name and any(each.rpartition("/")[2].startswith(first) for each in beside)
        return alike or len(beside) >= BESIDE

    def _in_a_folder_of_the_tree(self, one: Citation) -> bool:
        """Whether a path has two folders of the tree in a document nearly all of whose paths are the tree's.

        Of a folder like `common_runtime` nobody else has one, so that it need be no more than that.
        """
        above = one.target.lower().rpartition("/")[0]
        return (above in self.known.folder_tails or _OURS.fullmatch(above) is not None) and self._cites_the_tree

    def _below_a_folder(self, one: Citation) -> bool:
        """Whether a path leads through a folder that the tree has not in one that it has, of which others are cited."""
        parent = one.target.lower().rpartition("/")[0].rpartition("/")[0]
        if "/" not in parent or parent not in self.known.folder_tails or not self._cites_the_tree:
            return False
        targets = {other.target.lower() for other in self.page.said if other.kind in ("path", "path:line")}
        return any(each.startswith(parent + "/") and self.known.resolve(each) for each in targets)

    @cached_property
    def _cites_the_tree(self) -> bool:
        """Whether nearly all paths of the document are the tree's."""
        cited = {other.target for other in self.page.said if other.kind in ("path", "path:line")}
        ours = sum(bool(self.known.resolve(target)) for target in cited)
        return ours >= max(ENOUGH_PATHS, EACH_PATH * (len(cited) - ours))

    def _is_listed_with_others(self, one: Citation) -> bool:
        """Whether a line, or a list in which it stands alone, has three other files, all of one folder of the tree."""
        lines = [one.line, *(self._items_around(one.line) if self._is_an_item(one) else ())]
        others = [other for line in lines for other in self.page.on(line) if other.kind == "path" and other is not one]
        found = [{path.rpartition("/")[0] for path in self.known.resolve(other.target)} for other in others]
        return len(found) >= LISTED and bool(frozenset.intersection(*map(frozenset, found)))

    def _is_an_item(self, one: Citation) -> bool:
        """Whether an item of a list is nothing but a file."""
        text = self.page.text_lines[one.line - 1]
        item = ITEM.match(text)
        return item is not None and not (text[item.end() : one.column - 1] + text[one.end_column :]).strip(" `*")

    def _items_around(self, line: int) -> Iterator[int]:
        """The other lines of the list that a line is an item of."""
        lines = self.page.text_lines
        for step in (-1, 1):
            number = line + step
            while 0 < number <= len(lines) and abs(number - line) <= MAX_ITEMS and ITEM.match(lines[number - 1]):
                yield number
                number += step

    def _is_a_sibling(self, one: Citation) -> bool:
        """Whether a file stands beside one of the tree that is called as it is but for a word: `a_grad_b_ops.cc`."""
        text = self.page.text_lines[one.line - 1]
        words = _split(one.target)
        said = self.page.on(one.line)
        at = bisect_left(said, one.column, key=lambda each: each.column)
        for other in said[max(0, at - MOST_BESIDE) : at + MOST_BESIDE + 1]:
            first, second = (one, other) if one.column < other.column else (other, one)
            if other.kind != "path" or other is one:
                continue
            theirs = _split(other.target)
            if _has_one_more(words, theirs) and not disclaimers.proposed(prose.sentence(text, one.column)):
                between = text[first.behind : second.column - 1]
                if len(between) < NEAR_BY and prose.begun(between) == between and self.known.resolve(other.target):
                    return True
            if _AND.fullmatch(text, first.behind, second.column - 1) is None:
                continue
            same = sum(word == its for word, its in zip(words, theirs, strict=False))
            if len(words) == len(theirs) > 2 and same == len(words) - 1 and self.known.resolve(other.target):
                return True
        return False

    def _in_a_column(self, one: Citation) -> bool:
        """Whether a cell of a table is nothing but a file, and those above and below it are the tree's."""
        at = self._column(one)
        others = [other for other in self.page.said if other.block == one.block and other.line != one.line]
        beside = [other for other in others if other.kind in ("path", "path:line") and self._column(other) == at]
        alike = [other for other in beside if ("/" in other.target) == ("/" in one.target)]
        right = [other for other in alike if self.known.resolve(other.target)]
        return at > 0 and len(right) >= OF_A_COLUMN and len(right) * 2 > len(beside)

    def _in_a_listing(self, one: Citation) -> bool:
        """Whether a place ends a line of a block of text, as the places of its other lines do, which are the tree's."""
        if not one.start:
            return False
        others = [each for each in self.page.said if each.block == one.block and each.line != one.line]
        places = [each for each in others if each.kind == "path:line" and self._ends(each)]
        return self._ends(one) and len(places) >= LISTED and all(self.known.resolve(each.target) for each in places)

    def _ends(self, one: Citation) -> bool:
        return not self.page.text_lines[one.line - 1][one.end_column :].strip(" )]>")

    def _used_only(self, one: Citation, path: str, name: str) -> Verdict | None:
        """A verdict on a file that is said to define a constant of a header that it includes."""
        where = used_only(self.known, path, name)
        if where is None:
            return None
        return self.page.verdict(one, "moved", where, (), f"{path} uses {name} and does not define it")

    def _elsewhere_only(self, one: Citation, path: str, name: Citation) -> Verdict | None:
        """A verdict on a file that has no word of what is said to be defined in it, a member or a constant perhaps."""
        word = parts_of(name.target)[-1]
        if self.known.called(f"{word.lower()}.py") or re.fullmatch(r"gen_\w+_ops", word):
            return None  # a module, which need not name itself
        if vocabulary.INSTANCE.search(word) or word.lower() in path.rpartition("/")[2]:
            return None  # which the file may put together, or is called after
        if _STEPS.search(self.page.text_lines[one.line - 1], 0, one.column - 1):
            return None  # one step of several, each of which leads to the next
        others = [other for other in self.page.on(one.line) if other.kind in ("symbol", "op") and other is not name]
        if any(place.path == path for other in others for place in self.page.meant(other.target)):
            return None  # of which it is the file
        where = self.known.somewhere(word) if name.in_code and len(word) >= LONG_NAME else ""
        if not where:
            return None  # which the name's own verdict tells
        return self.page.verdict(one, "not found", None, (where,), f"{name.target} is not in {path}, but in {where}")

    def _column(self, one: Citation) -> int:
        """The column of a table's cell that a path fills; 0 for any other place."""
        text = self.page.text_lines[one.line - 1]
        if not text.lstrip().startswith("|"):
            return 0
        cells = list(enumerate(cells_of(text), 1))
        return next((at for at, (start, cell) in cells if start < one.column and cell.strip(" `") == one.target), 0)

    def _kin(self, name: str) -> bool:
        """Whether a file name begins like one of the tree's and unlike anything of the author's."""
        words = name.partition(".")[0].split("_")
        if (
            "".join(words)
            .lower()
            .startswith(tuple([own.lower().removesuffix("op") for own in self.page.own if self._authors(own)]))
        ):
            return False
        if len(words[0]) <= 2 and len(words) > 2:
            return self.known.file_begins(f"{words[0]}_{words[1]}_")
        return len(words[0]) > 2 and self.known.file_begins(words[0] + "_")

    def _authors(self, name: str) -> bool:
        """Whether a name that the document's code defines is the author's and no quotation's."""
        return len(name) > 5 and not self.known.knows(name)

    def _folder(self, one: Citation) -> Verdict | None:
        target = one.target.rstrip("/").lower()
        text = self.page.text_lines[one.line - 1]
        before = text[: one.column - 1]
        if self.page.is_of_another_revision(one) or _VALUE.search(before) or (one.start and one.unnamed):
            return None
        # `kernels/nn` may be how the files of a family begin, `kernels/nn/` may not.
        head = tuple(target + sign for sign in ("/" if one.text.rstrip("`").endswith("/") else "/._"))
        if any(path.startswith(head) or path == target for path in self.known.paths):
            return self.page.verdict(one, "found", None)
        # The index lists the files that it has read or may be asked for, and not `wrappers.go` or a `Makefile`.
        if any(path.startswith(target + "/") for path in self.known.unlisted):
            return self.page.verdict(one, "found", None)
        if target in self.known.unlisted:  # `Eigen/CXX11/Tensor` is a header
            return self.page.verdict(one, "found", Location(self.known.unlisted[target], one.start or 1, one.end or 1))
        if self.page.is_elsewhere(one) or self.page.inventories.has(one) or (one.fenced and self.page.is_planned(one)):
            return None
        if disclaimers.somebodys(*self.page.around(one)) or disclaimers.of_a_fork(prose.sentence(text, one.column)):
            return None
        last = one.target.rstrip("/").rpartition("/")[2]
        if not self.known.unlisted and last[:1].isupper() and not one.target.endswith("/"):
            return None
        file = "." in last[1:] or _FILE_NAME.match(last) is not None
        found = self.known.unlisted_as(target) if file else []
        if found:
            where = Location(found[0], one.start or 1, one.end or 1) if len(found) == 1 else None
            return self.page.verdict(one, "found", where, found[1:4], several(found))
        misspelt = self._misspelt_beside(target) if file else []
        if misspelt:
            return self.page.verdict(one, "not found", None, misspelt, "no such file in the tree")
        if len(last) == 1 and last.isupper() and not one.text.endswith("/"):
            return None  # which stands for any
        if self.page.is_of_another_release(*self.page.around(one)):
            return None
        if MADE.search(target) or (file and not (self.known.unlisted and last.endswith(UNLISTED))):
            return None
        if target.count("/") < 2 and not one.text.rstrip("`").endswith("/"):
            return None  # `tensorflow/serving` is another repository
        if file:
            return self._no_other(one, last)
        linked = one.text.startswith("http")  # which leads nowhere, whatever is said of it
        around = self.page.around(one)
        said = (prose.sentence(text, one.column), prose.around(*around))  # which a line break may go through
        if not linked and (disclaimers.somebodys(*around) or any(map(disclaimers.absent, said))):
            return None
        if self._is_of_another_column(one):
            return None
        wanted = target.rpartition("/")[2]
        if (wanted in vocabulary.OF_OTHERS and not self.known.unlisted) or self._left(one, wanted):
            return None
        whole = {path.rpartition("/")[0] for path in self.known.paths.values()}
        near = sorted(f for f in whole if f.lower().rpartition("/")[2][:4] == wanted[:4])[:3]
        return self.page.verdict(one, "not found", None, near, "no file of the tree lies there")

    def _misspelt_beside(self, target: str) -> list[str]:
        """The files of a path's folder, of whatever kind, that are called nearly as it is."""
        folder, _, last = target.rpartition("/")
        ending = last.rpartition(".")[2]
        beside = {name: path for name, path in self._unlisted_in.get(folder, ()) if name.endswith(f".{ending}")}
        return [beside[name] for name in nearest_of(last, set(beside), MISSPELT_FILE)]

    @cached_property
    def _unlisted_in(self) -> dict[str, list[tuple[str, str]]]:
        """The names and paths of the files that no index lists, by their folders."""
        made: dict[str, list[tuple[str, str]]] = {}
        for lowered, path in self.known.unlisted.items():
            folder, _, name = lowered.rpartition("/")
            made.setdefault(folder, []).append((name, path))
        return made

    def _left(self, one: Citation, last: str) -> bool:
        """Whether an arrow leads from what a path names to where that is now: `contrib/lite` → `lite`."""
        text = self.page.text_lines[one.line - 1]
        behind = [other for other in self.page.on(one.line) if other.column > one.column and other.kind == "path"][:1]
        return any(
            other.target.rstrip("/").lower().rpartition("/")[2] == last
            and _ARROW.match(text[one.end_column : other.column - 1]) is not None
            for other in behind
        )

    def _no_other(self, one: Citation, last: str) -> Verdict | None:
        """A verdict on a file of a kind that the index does not list, and the tree does not have."""
        if not one.target.lower().startswith(tuple(f"{top}/" for top in vocabulary.TOPS)) or _elsewhere(one):
            return None
        same = self.known.unlisted_as(last)
        if len(same) == 1:
            return self.page.verdict(one, "moved", Location(same[0], 1, 1), (), f"there is no {one.target}")
        return self.page.verdict(one, "not found", None, same[:3], "no such file in the tree")

    def _said_in(self, path: str, words: Sequence[bytes]) -> bool:
        """Whether a file has one of some words in its code, and not in remarks alone."""
        pattern = as_words(list(words))
        return any(pattern.search(line) for line in spoken(self.known.lines(path), strings=False))

    def _is_declared(self, one: Citation, name: Citation) -> bool:
        """Whether a class before a file is said to be declared in it; with a tree."""
        if name.line != one.line or name.column > one.column or not self.known.has_tree:
            return False
        words = self.page.text_lines[one.line - 1][name.end_column : one.column - 1]
        classes = {place.kind for place in self.page.meant(name.target)} == {"class"}
        return classes and _DECLARED.fullmatch(words) is not None

    def _is_among_lines(self, one: Citation, found: list[str], name: Citation) -> bool:
        """Whether a file that has a name in remarks at most is in a table's column of lines, mostly right ones."""
        if not self.known.has_tree or _LINES.match(self.page.header(one).strip(" *`")) is None:
            return False
        words = words_of(self.known, name.target)
        if any(self._said_in(path, words) for path in found):
            return False
        rows = [at for at, other in self.page.tied_to_lines if other.block == one.block and other.line != one.line]
        right = self._right(rows)
        return right >= ENOUGH_RIGHT and right * 2 > len(rows)

    def _only_uses(self, path: str, words: Sequence[bytes], places: Sequence[Place]) -> bool:
        """Whether a header has a class of another file as a type only, and does not declare it."""
        if any(place.kind != "class" for place in places):
            return False
        lines = spoken(self.known.lines(path), strings=False)
        return not any(declares(self.known, path, 1, lines, word, places) for word in words)

    def _gives_no_others(self, path: str) -> bool:
        """Whether a file is a module of Python that gives no names but those that it has itself."""
        return path.endswith(".py") and b"import *" not in (self.known.read(path) or b"import *")

    def _has_op_of(self, function: str, found: list[str]) -> bool:
        """Whether files have the kernels of the op, or its name, that a Python function creates: `lin_space`."""
        for _, op in self.known.wrappers[function]:
            if any(place.path in found for place in self.known.places(op)):
                return True
            if self.known.has_tree and any(self._said_in(path, [op.encode()]) for path in found):
                return True
        return False

    def _is_of_op_defs(self, one: Citation, found: list[str], name: Citation) -> bool:
        """Whether a file, which nobody can read, is said to register an op, and registers others."""
        every = [self.known.registered(path) for path in found]
        if not all(any(made.kind == "op" for made in each) for each in every):
            return False
        last = parts_of(name.target)[-1]
        if any(last in (made.op, made.name) for each in every for made in each) or name.line != one.line:
            return False
        text = self.page.text_lines[one.line - 1]
        first, second = sorted((name, one), key=lambda each: each.column)
        said = f"{text[max(0, first.column - 25) : first.column - 1]} {text[first.end_column : second.column - 1]}"
        if _OP_DEFS.search(f"{said} {self.page.header(one)}") or "REGISTER_OP" in name.text:
            return True
        rest = text[: first.column - 1] + text[second.end_column :]
        return "/ops/" in one.target and _SOLE.fullmatch(rest) is not None

    def _is_past(self, one: Citation, name: Citation) -> bool:
        """Whether a name is said to have been in a file: "`a` was in x.py in 1.13"."""
        text = self.page.text_lines[one.line - 1]
        return _WAS.search(text[name.end_column : one.column - 1]) is not None

    def _is_in_another(self, one: Citation, name: str) -> bool:
        """Whether a name is in another file of a list that a path ends, and that the next line goes on with."""
        return goes_on(self.page, one) and any(
            stands(name, self.known.read(path) or b"") or any(name == made.op for made in self.known.registered(path))
            for other in self.page.on(one.line)
            if other.kind == "path" and other.column < one.column
            for path in self.known.resolve(other.target)[:2]
        )

    def _is_only_its_own(self, one: Citation, name: Citation, found: list[str]) -> bool:
        """Whether no file but the one that defines a name can be meant, where no text of another is at hand.

        That is one of a function that is private to a module of Python, and of a class said to be declared there.
        """
        places, last = self.page.meant(name.target), parts_of(name.target)[-1]
        private = last.startswith("_") and name.in_code and all(path.endswith(".py") for path in found)
        if private and all(p.path.endswith(".py") and p.kind in ("function", "gradient") for p in places):
            return True
        declared = _IS_DECLARED.search(between(self.page, name, one)) is not None
        return declared and any(p.kind == "class" for p in places)

    def _is_in_the_next(self, one: Citation, places: Sequence[Place], last: str) -> bool:
        """Whether a file of those that are listed behind one has the name: "`A` and `B` are in x.cc and y.cc"."""
        text = self.page.text_lines[one.line - 1]
        before = one
        for other in self.page.on(one.line):
            if other.column <= before.column:
                continue
            if other.kind != "path" or _AND.fullmatch(text, before.behind, other.column - 1) is None:
                break
            files = self.page.files_meant(other)
            if any(place.path in files for place in places):
                return True
            if not places and any(stands(last, self.known.read(path) or b"") for path in files):
                return True
            before = other
        return False

    def _has_most_of(self, one: Citation, name: Citation) -> bool:
        """Whether a source that is said to have a class has its methods' bodies; defined there it is not even so."""
        path, last = self.page.files_meant(one)[0], parts_of(name.target)[-1]
        if _DEFINED.search(between(self.page, name, one)) is not None:
            return False
        return any(owner_of(symbol.name) == last for symbol in self.known.inside(path))

    def _attributed(self, one: Citation, found: list[str], tie: tuple[Citation, str], strict: bool) -> Verdict | None:
        """A verdict on a file in which the name that is said to be there is not; None when it is."""
        name, how = tie
        places = self.page.meant(name.target)
        last = parts_of(name.target)[-1]
        if _OF_A_RULE.fullmatch(last):
            return None  # "`loom_gpu.cu.cc` is put into `gpu_srcs`"
        if places and all(place.path.endswith(".bzl") for place in places) and not found[0].endswith((".bzl", "BUILD")):
            return None  # the rule that builds it
        if name.target in self.page.own or (last in self.known.ops and all(path.endswith(".py") for path in found)):
            return None  # no file of Python registers an op, and it may use one by another name
        # A method may be that of a class which is not named with it, and a module may give what another defines.
        owner = "".join(parts_of(name.target)[-2:-1])
        of_a_module = owner.islower() and "." in name.target
        public = how == "defined" and bool(places) and name.target.startswith("tf.")  # where it is, is known
        if of_a_module and not public and not any(p.path.endswith(f"/{owner}.py") for p in places):
            places = self.known.class_places(last) if last[:1].isupper() and how == "defined" else []
            places = sorted(places, key=lambda place: -len(commonpath((place.path, found[0]))))
            if not places:
                return None  # a method of some value, or what a module of others gives
        anybodys = self.known.places(last) if name.target == last or owner.islower() else ()
        if any(p.path in found for p in (*places, *anybodys)) or all(path.endswith(".pbtxt") for path in found):
            return None
        if name.target in self.known.wrappers and self._has_op_of(name.target, found):
            return None
        if name.target.startswith("gen_") and any(
            name.target.encode() in (self.known.read(path) or b"") or not self.known.has_tree for path in found
        ):
            return None  # a generated function, which is used there
        if name.line == one.line and self._is_past(one, name):
            return None
        if self._is_in_the_next(one, places, last):
            return None
        if name.line > one.line and self._is_in_another(one, last):
            return None
        if disclaimers.foreign(prose.around(*self.page.around(name))):
            return None
        if last in _CALLED_THERE and all(stands(last, self.known.read(path) or last.encode()) for path in found):
            return None
        if last.startswith("REGISTER_") and places and all(place.kind == "macro" for place in places):
            invoked = f"{last}(".encode()
            if any(invoked in (self.known.read(path) or invoked) and self.known.registered(path) for path in found):
                return None  # where it is invoked
        nowhere = False  # whether no text of the files has the name at all
        if self.known.has_tree:
            words = words_of(self.known, name.target)
            of_class = bool(self.known.class_places(owner)) and _DECLARED_IN.search(between(self.page, name, one))
            for path in found:
                data = self.known.read(path) or b""
                if of_class and not stands(owner, data):
                    continue  # a method of another class
                folded = data.lower()
                if any(stands_as_it_is(word.lower(), folded) for word in words):
                    if strict and not places and name.in_code and len(found) == 1:
                        return self._used_only(one, path, last)
                    if not strict or not places or last in self.known.ops:
                        return None
                    if re.search(rf"\bTEST\w*\(\s*\w+,\s*{re.escape(last)}\s*\)".encode(), data):
                        return None  # a test of that name
                    if path.endswith(".i") and not all(place.path.endswith(".i") for place in places):
                        return None  # which gives to Python what others define
                    if path.endswith(".h") and self._said_in(path, words) and not self._only_uses(path, words, places):
                        return None
                    break
            else:
                nowhere = True
                if not places and not strict and len(found) > 1:
                    return None
        elif last in self.known.ops and self._is_of_op_defs(one, found, name):
            detail = f"{last} is not registered in {found[0]}"
            where = next((place for place in places if place.kind == "op"), None)
            near = tuple(dict.fromkeys(spot(place) for place in places if place.kind == "op"))[:3]
            return self.page.verdict(one, "moved", where, near, detail) if where is not None else None
        elif not places or last in self.known.ops or not (strict or self._is_only_its_own(one, name, found)):
            return None
        if not places:
            return self._elsewhere_only(one, found[0], name) if nowhere else None
        bodies = [p for p in places if p.kind in ("function", "method") and not p.path.endswith((".h", ".i"))]
        sources = all(path.endswith(".cc") for path in found)
        inline = nowhere and any(p.kind in ("function", "method") for p in places)
        apart = (
            strict and sources and self.known.has_tree and (bool(bodies) or inline or (nowhere and how == "defined"))
        )
        beside = any(stem(p.path) == stem(path) for p in places for path in found)
        said = nowhere and name.in_code and all(path.endswith(".h") for path in found)
        in_it = how == "defined" or _SAID_IN.fullmatch(between(self.page, name, one)) is not None
        said = said and (in_it or all(p.kind == "class" for p in places))
        # A class that is said to be defined in a source, which only uses it.
        of_headers = all(p.kind == "class" and p.path.endswith(".h") for p in places)
        apart = apart or (how == "defined" and sources and of_headers and not (beside and self._has_most_of(one, name)))
        if beside and not apart and not said and not (nowhere and all(map(self._gives_no_others, found))):
            return None  # declared in the header, defined beside it
        if not nowhere and self.known.has_tree and _REGISTERED.search(self.page.beside(one)):
            return None  # what a file registers it only names
        detail = f"{name.target} is not in {found[0]}"
        if last not in self.known.ops:  # where it is defined before the others
            places = [*bodies, *[place for place in places if place not in bodies]]
        return self.page.verdict(one, "moved", places[0], tuple(dict.fromkeys(spot(p) for p in places[:3])), detail)


#: What says of a file that it registers what is named.
_REGISTERED = regex(r"\bregister(?:s|ed|ing)\b|注册|登记", re.I)


def _split(path: str) -> list[str]:
    """The words that a file's name is made of."""
    return re.split(r"[_.]", path.rpartition("/")[2].lower())


def _has_one_more(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether a name is made of the words of another, which are three at least with its ending, and one more."""
    if len(words) != len(others) + 1 or len(others) < 3:
        return False
    return list(others) in but_for_one(words)


def _is_only_called(before: str, behind: str) -> bool:
    """Whether a sentence says of a name that a file calls it, or does not: "calls `f` from x.py"."""
    if _NOT_CALLED.search(before[-40:]) is not None:
        return True
    return _CALLS.search(before[-40:]) is not None and _FROM.match(behind) is not None
