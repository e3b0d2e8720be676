"""Verdicts on quotations that are like a place of the tree, and not as it is."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.nearest import distances
from tfexplore.answers.searching import stands
from tfexplore.answers.tokens import first_line
from tfexplore.answers.verifying.spelling import is_a_letter_off, letters_allowed, without_blanks
from tfexplore.line_marks import BLANKS
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.quotations import Quotations
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.sources import Sources
    from tfexplore.answers.verifying.verdicts import Verdict

#: Of so many tokens one may be another in the file that is meant.
FEW = 8
#: Tokens of a short block that is from a file that is cited anywhere above.
MIN_CITED = 10
#: Letters of a line that many files do not have, and how many of those make a block one of the file that has them.
LONG_LINE, ENOUGH_LINES = 12, 2
#: Such lines by which a block is one of a file that nothing cites.
MIN_OF_ITS_LINES = 3
#: Tokens of a block that is known by a rare name in it, and in how many files such a name is defined at most.
MIN_RARE = 16
MOST_RARE = 6
#: Tokens of a block in which a word is misspelt.
MIN_SLIP = 8
_WORD = regex(r"[A-Za-z_]\w{3,}", re.A)
#: What is to stand beside what there is: "what we propose to add, next to it:".
_TO_ADD = regex(
    r"\bwhat (?:we|I) (?:propose|want|plan|intend) to (?:add|insert|append|write)\b"
    r"|\bto be (?:added|inserted|appended)\b",
    re.I,
)
#: A remark that announces what the author would have instead, and a heading right above a block that does.
_IS_CHANGED = regex(
    r"(?://|#|/\*)\s*(?:(?:the |my |our )?(?:proposal|proposed|suggest\w*|fix(?:ed)?\b|patched|new:|after:"
    r"|after the (?:change|fix|patch))"
    r"|(?:\w{1,12} )?patch\b|replaces\b|建议|改为|改成|修改后)",
    re.I,
)
#: A line of a block that says that it is new.
_IS_NEW = regex(r"(?://|#|/\*)[^\n]{0,120}?<[-=]+\s?(?:new|added|ours|mine|patch(?:ed)?|新增?|新加)\b", re.I)
_OF_A_CHANGE = regex(
    r"\s*#+\s[^\n]*(?:\b(?:propos\w+|suggest\w+) (?:change|fix|patch|edit|code)|建议的?(?:修改|改法|代码)|修改建议)",
    re.I,
)
#: The share of a block that stands at a place although the words before call it a sketch.
SKETCHED = 0.95
#: Things that are others in a quotation of a file that is written to be imitated.
MOST_OF_A_LESSON = 12
#: The share of a block with a class that nobody else has.
OWN_CLASS = 0.9
#: The share that must stand where the thing is defined that the block defines; in the file that introduces it; in one
#: that is cited next to it; anywhere else where it defines something, where it is long, and where it is short.
PLACED, INTRODUCED, CITED, DEFINING, LONG, SHORT = 0.55, 0.6, 0.75, 0.93, 0.9, 0.97
#: Tokens of a long block; of one of which two may be others where it is placed or cited.
MIN_LONG, MIN_FEW = 30, 8

#: What a block defines: a class, a function, a member, an op, a constant.
_DEFINED = regex(
    r"\b(?:class|struct|def|#define)\s+(\w+)|\b(\w+::\w+)\s*\(|\bREGISTER_OP\(\s*\"(\w+)"
    r"|(?:^|\n)([A-Z][A-Z0-9_]{6,}) = |\b(k[A-Z]\w{6,})(?:\[\])? = "
)
_REGISTERED = regex(r"\b(?:Name|REGISTER_OP)\(\s*\"(\w+)\"")
_CLASS = regex(r"^(?:class|struct) (\w+)", re.M)
#: A function that a block of C++ defines.
_FUNCTION = regex(
    r"^(?!return\b|else\b|new\b|throw\b|case\b)(?:[\w:<>*&]+ )+[*&]*([A-Z]\w{6,})\([^;{}]{0,400}\{", re.M | re.A
)
_OWN_DEVICE = regex(
    r"\.Device\(\s*(?:\"(?!CPU|GPU|TPU|SYCL|XLA_)\w+\"|DEVICE_(?!CPU|GPU|TPU|SYCL|DEFAULT|XLA|CPU_XLA|GPU_XLA)\w+)"
)
#: Files that are written to be imitated.
_LESSONS = regex(r"(?:^|/)(?:examples|ci_build|testdata|test_ops|user_ops)/|_test\.\w+$")
#: A remark of an author who changed a line: "// upstream: 8", "# was 10000", "// NEW".
_CHANGED = regex(
    r"(?://|#)\s*(?:<-+\s*)?(?:new|added|changed|modified|altered|ours(?!\s?[:：])|新增|新加|我们加的|mine(?=\s*(?:\n|\Z)))\s*(?:[:：!(（][^\n]*)?(?=\n|\Z)"
    # On a line of its own it may say whose remark it is.
    r"|\S[ \t]*(?://|#)\s*(?:<-+\s*)?ours\s?[:：][^\n]*"
    r"|(?://|#)[^\n]*(?:\bupstream\b(?!\s(?:comment|remark|note)s?\b)(?![,:]?\s[\w./-]+\.(?:cc|h|py|proto|i)\b)|\bwas\s*:?\s*[\d\"'`]|\boriginally\b|上游(?:是|为|的是|原|没有|无|[:：])|(?<![\u4e00-\u9fff])原值|原(?:来|先|为|是))[^\n]*",
    re.I,
)


def remarks_on_a_change(code: str) -> bool:
    """Whether a remark of a block says that its author changed or added a line."""
    return _CHANGED.search(code) is not None


#: How a block of a build file begins: `loom_library(`.
_RULE = regex(r"\s*(?:#[^\n]*\n\s*)*[a-z]\w*\(\s*\n", re.A)


#: A remark that has a line to itself, its words at least, lines above a place that it may stand on, and changes.
_REMARK = regex(r"\s*(?://\s*|#\s+)[A-Za-z]")
WORDS_OF_REMARK, REMARKS_ABOVE, FEW_CHANGES = 6, 3, 2


class Altered:
    """Whether a block that differs from every place of the tree is a quotation of one of them."""

    def __init__(self, page: Page, files: Quotations, sources: Sources) -> None:
        self.page = page
        self.known = page.known
        self._files = files
        self._sources = sources

    def check(
        self, named: Citation, quoted: list[str], solid: list[str], fitting: list[str], cited: list[str], position: int,
        at: dict[str, int],
    ) -> Verdict | None:  # fmt: skip
        """A verdict on a block by the places that are nearly as it is; None where it need not be from any of them.

        `quoted` are its tokens, `solid` those that stand for something, `fitting` the files that have many of them,
        `cited` the files that introduce it, and `at` the lines that are cited of these.
        """
        if _TO_ADD.search(named.intro) or disclaimers.condensed(named.intro):
            return None
        if not fitting and cited:
            fitting = cited
        introducing = [path for path in fitting if path in cited]
        if _RULE.match(named.code):  # a rule that is asked for, and not how it is defined
            fitting, introducing = ([p for p in paths if not p.endswith(".bzl")] for paths in (fitting, introducing))
        compared = self._files.aligned(quoted, [*introducing, *(path for path in fitting if path not in cited)], at)
        made = self._resembling(named, quoted, solid, compared, cited, position)
        meant = introducing or [path for path in self._sources.cited_above(position) if path in fitting]
        if made is None and meant and compared is not None and compared.path not in meant:
            # By chance another file may be a little more like it than the one that is meant.
            compared = self._files.aligned(quoted, meant)
            if compared is not None and self.nearly(named, compared, solid):
                made = self._resembling(named, quoted, solid, compared, cited, position)
        return made

    def of_its_lines(
        self, named: Citation, quoted: list[str], solid: list[str], paths: list[str], position: int
    ) -> Verdict | None:
        """A verdict on a block most of whose lines stand in one file alone, whatever the document cites.

        Lines that people write alike, as tutorials have them, stand in several.
        """
        said = {line for line in map(without_blanks, named.code.split("\n")) if len(line) >= LONG_LINE}
        wanted = [f"\n{line}\n".encode("utf-8", "replace") for line in said]
        held = []
        for path in paths:
            there = (self.known.read(path) or b"").translate(None, BLANKS)
            held.append((sum(line in there for line in wanted), path))
        held.sort(key=lambda one: (-one[0], one[1]))
        if not held or held[0][0] < MIN_OF_ITS_LINES or any(most >= held[0][0] - 1 for most, _ in held[1:]):
            return None
        compared = self._files.aligned(quoted, [held[0][1]])
        if compared is None or not self._by_lines(named, compared):
            return None
        return self._resembling(named, quoted, solid, compared, [], position, sure=True)

    def nearly(self, named: Citation, compared: Compared, solid: list[str]) -> bool:
        """Whether a short block has hardly anything, or hardly a line, that its place has not."""
        return compared.changes <= max(2, len(solid) // FEW) or self._by_lines(named, compared)

    def is_the_authors(self, code: str, compared: Compared) -> bool:
        """Whether a block has what the author's own things are called after, or remarks on what was there before."""
        there = self._text(compared)
        plain = re.sub(r"(?<![\"':])//[^\n]*|(?<!\S)#[^\n]*", "", code)  # but no label of a target
        names = [name for name in dict.fromkeys(re.findall(r"[A-Za-z_]\w+", plain, re.A)) if name not in there]
        if any(self.page.project.has(name) or self.page.inventories.has_name(name) for name in names):
            return True
        return any(match[0] not in there for match in _CHANGED.finditer(code))

    def _resembling(
        self, named: Citation, quoted: list[str], solid: list[str], compared: Compared | None, cited: list[str],
        position: int, sure: bool = False,
    ) -> Verdict | None:  # fmt: skip
        """A verdict on a block by the place that it resembles; None where it need not be from there.

        It is where that is `sure`, unless the words or the names say that it is the author's.
        """
        if compared is None:
            return None
        where = Location(compared.path, compared.line, compared.end_line)
        if not compared.different:
            self.page.quoted[position] = compared
            return self.page.verdict(named, "found", where)
        if len(solid) >= MIN_SLIP and self._is_a_slip(compared):
            self.page.quoted[position] = compared
            return self.page.verdict(named, "differs", where, (), compared.different)
        is_cited = compared.path in cited
        another = is_cited and self._is_another_op(compared)
        own = self._registers_own(named.code, compared) and not another
        if own or self._called_otherwise(named, compared, is_cited):
            return None
        groups = _DEFINED.findall(named.code)
        defines = [next(one for one in group if one) for group in groups]
        # A class of the author's own may have methods as others have them.
        own_class = any(not self.known.knows(name) and not self.known.near(name) for name in _CLASS.findall(named.code))
        if own_class and compared.share < OWN_CLASS:
            return None
        own = self.page.may_propose(named.line) and not (
            compared.changes == 1 and self._sources.is_of_a_name(compared, position)
        )
        if not is_cited and (own or self._is_a_lesson(compared, position)):
            return None
        if _LESSONS.search(compared.path) and compared.changes > MOST_OF_A_LESSON and compared.share < SKETCHED:
            return None  # the author's own version of it
        constants = [group[3] or group[4] for group in groups if group[3] or group[4]]
        placed = self._is_placed(compared, (*defines, *_FUNCTION.findall(named.code)), constants)
        if placed:
            wanted = PLACED
        elif is_cited:
            wanted = INTRODUCED if disclaimers.introduces(named.intro, "") else CITED
        elif defines:
            wanted = DEFINING
        else:
            wanted = LONG if len(solid) > MIN_LONG else SHORT
        few = compared.changes <= max(2, len(solid) // 12) and (is_cited or placed) and len(solid) >= MIN_FEW
        if (
            sure
            or compared.share + 1e-9 >= wanted
            or few
            or self._in_a_line_of_constants(compared, groups, constants, placed)
            or self._of_a_file_above(named, compared, solid, position)
            or self._has_its_remark(named, compared)
            or self._by_a_rare_name(quoted, solid, compared, position)
        ):
            if not another and self.is_the_authors(named.code, compared):
                return None
            self.page.quoted[position] = compared
            return self.page.verdict(named, "differs", where, (), compared.different)
        return None

    def _is_a_slip(self, compared: Compared) -> bool:
        """Whether nothing but a letter of one word is another, so that no file has the word: no author meant that."""
        said, has = _WORD.findall(compared.said), _WORD.findall(compared.has)
        others = [(one, other) for one, other in zip(said, has, strict=False) if one != other]
        if len(said) != len(has) or len(others) != 1 or _WORD.sub("", compared.said) != _WORD.sub("", compared.has):
            return False
        one, other = others[0]
        return one not in self.page.own and is_a_letter_off(one, other) and not self._stands(one, compared.path)

    def _is_another_op(self, compared: Compared) -> bool:
        """Whether nothing but an op's name is another, which goes on, or is gone on with: `OneHotV2` for `OneHot`."""
        said, has = compared.said.strip('"'), compared.has.strip('"')
        alike = said.startswith(has) or has.startswith(said)
        return alike and has in self.known.ops and not self.page.is_proposal

    def _stands(self, word: str, path: str) -> bool:
        """Whether anything is called so, or a file has a word: any, if the index tells that, or the one quoted."""
        if self.known.explains(word):
            return True
        may = self.known.may_stand(word)
        return may if may is not None else stands(word, self.known.read(path) or b"")

    def _called_otherwise(self, named: Citation, compared: Compared, is_cited: bool) -> bool:
        """Whether the words before a block, or the remark that it begins with, say that it is not the tree's."""
        first = first_line(named.code)
        remark = first if first.startswith(("//", "#", "/*")) and not first.startswith("#include") else ""
        if remark.encode() in (self.known.read(compared.path) or b""):
            remark = ""  # the file's own, which announces nothing
        placed = compared.path.rpartition("/")[2] in remark and re.search(r"\d", remark) is not None
        plain = is_cited and compared.changes == 1  # "for example in x.cc:"
        sketched = (disclaimers.sketch(named.intro) and not (placed or plain)) or disclaimers.sketch(remark)
        added = not remark.isascii() and disclaimers.absent(remark)  # in another language than the source's remarks
        changed = _IS_CHANGED.match(remark) is not None or _OF_A_CHANGE.match(named.intro) is not None
        changed = changed or _IS_NEW.search(named.code) is not None
        changed = changed or self.page.is_of_another_release(named.intro, "")
        return (sketched and compared.share < SKETCHED) or disclaimers.foreign(remark) or added or changed

    def _is_placed(self, compared: Compared, defines: tuple[str, ...], constants: list[str]) -> bool:
        """Whether a place is where the things are defined that a block defines."""
        first, last = compared.line - 3, compared.end_line + 3
        for name in defines:
            if any(p.path == compared.path and first <= p.line <= last for p in self.page.meant(name)):
                return True
        text = self._text(compared) if constants else ""
        return any(re.search(rf"\b{name}\b", text) for name in constants)

    def _in_a_line_of_constants(
        self, compared: Compared, groups: list[tuple[str, ...]], constants: list[str], placed: bool
    ) -> bool:
        """Whether one thing differs in a block that defines constants alone."""
        alone = bool(groups) and len(constants) == len(groups)
        return compared.changes == 1 and alone and (placed or len(groups) > 1 or bool(groups[0][4]))

    def _of_a_file_above(self, named: Citation, compared: Compared, solid: list[str], position: int) -> bool:
        """Whether one thing, or a line, differs in a block from a file cited anywhere above, or two changed places.

        Or from the body of what the text right before it names.
        """
        cited = self._sources.cited_among(compared.path, self.page.said[:position])
        if len(solid) < MIN_CITED or not (cited or self._sources.is_of_a_name(compared, position)):
            return False
        return compared.changes == 1 or compared.exchanged or self._by_lines(named, compared)

    def _has_its_remark(self, named: Citation, compared: Compared) -> bool:
        """Whether a block has a remark of its place, word for word, as nobody writes by chance, and hardly differs."""
        if compared.changes > FEW_CHANGES or disclaimers.proposed(named.intro):
            return False
        there = [without_blanks(line) for line in self._text(compared, REMARKS_ABOVE).split("\n")]
        lines = [line for line in named.code.split("\n") if _REMARK.match(line)]
        return any(len(line.split()) >= WORDS_OF_REMARK and without_blanks(line) in there for line in lines)

    def _by_a_rare_name(self, quoted: list[str], solid: list[str], compared: Compared, position: int) -> bool:
        """Whether a block calls by name what only few files of the tree define, or keeps what only a few do."""
        most = 4 if compared.path in self._sources.spoken_of(position) else 2  # two that changed places count for three
        if compared.changes > most or len(solid) < MIN_RARE:
            return False
        for word in dict.fromkeys(token for token in quoted if len(token) > 9 and token.isidentifier()):
            places = {place.path for place in self.known.places(word)}
            mixed = "_" in word.strip("_") or re.search(r"[a-z][A-Z]", word) is not None
            if mixed and len(places) <= MOST_RARE and (places or word.endswith("_")) and word in self._text(compared):
                return True
        return False

    def _by_lines(self, named: Citation, compared: Compared) -> bool:
        """Whether nearly all lines of a block stand at its place: some changed places, are left out or are altered."""
        defined = re.findall(r"^\s*(?:class|struct|def|#define)\s+(\w+)", named.code, re.M)
        text = self._text(compared)  # a function within another has no name that is known
        if disclaimers.proposed(named.intro) or not all(self.known.knows(name) or name in text for name in defined):
            return False
        said = [line for text in named.code.split("\n") if len(line := without_blanks(text)) >= LONG_LINE]
        size = named.code.count("\n") + 1
        here = self.known.lines(compared.path)[max(0, compared.line - 1 - size) : compared.end_line + size]
        there = {without_blanks(line.decode("utf-8", "replace")) for line in here}
        same = sum(line in there for line in said)
        return same >= ENOUGH_LINES and (len(said) - same) * ENOUGH_LINES <= same

    def _is_a_lesson(self, compared: Compared, position: int) -> bool:
        """Whether a place is of a file that teaches or tests, and is not named: others write on the same alike."""
        taught = _LESSONS.search(compared.path) is not None
        return taught and not self._sources.speaks_of(compared.path, position)

    def _registers_own(self, code: str, compared: Compared) -> bool:
        """Whether a block registers kernels of an op, or for a device, that is not the tree's, nor nearly like one."""
        if _OWN_DEVICE.search(code):
            return True
        there = _REGISTERED.findall(self._text(compared))
        for op in _REGISTERED.findall(code):
            near = self.known.near(op)
            known = op in self.known.ops or (near and near[0][0] <= letters_allowed(op))
            if not known and not any(distances(op)(other) == 1 for other in there):
                return True
        return False

    def _text(self, compared: Compared, above: int = 0) -> str:
        lines = self.known.lines(compared.path)[max(0, compared.line - 1 - above) : compared.end_line]
        return b"\n".join(lines).decode("utf-8", "replace")
