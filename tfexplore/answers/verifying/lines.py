"""Verdicts on cited lines: held against the name that is said to be there, and against what is quoted below."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, wording
from tfexplore.answers.markdown import FENCE, HEADING, SPAN, margin
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import constructors, licences, prose
from tfexplore.answers.verifying.beside import bare, misspelt
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import BODIES, DEFINED, FUNCTIONS, REGISTERED
from tfexplore.answers.verifying.heads import NEAR_LINES, head_of, near_head
from tfexplore.answers.verifying.held import Held, words_of
from tfexplore.answers.verifying.numbered_lines import NUMBERED
from tfexplore.answers.verifying.page import ITEM, NEXT_TO
from tfexplore.answers.verifying.past_end import another_s
from tfexplore.answers.verifying.placed_names import PlacedNames, alias_before, derived_before
from tfexplore.answers.verifying.registrations import Registrations
from tfexplore.answers.verifying.rows import at_line, begins_another, heads_class_of
from tfexplore.answers.verifying.spelling import (
    as_words,
    is_of_the_file,
    parts_of,
    several,
    spot,
    stem,
    written_otherwise,
)
from tfexplore.answers.verifying.turns import listed_with, numbers_of
from tfexplore.answers.verifying.whose_place import is_a_use, is_next_to_only, says_what_is_there
from tfexplore.index import kernels
from tfexplore.index.symbols import Place, without_arguments
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.alignment import Compared
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Symbol

#: How far from a cited line the quotation may begin that it introduces.
BEGIN_LINES = 5
#: Lines below a cited one that a quotation may have, and one by which it says that it has left something out.
MAX_SHOWN = 80
_ELIDED = regex(r"(?://|#)?\s?(?:\.{3}|…)[^\w]*")
#: What says of lines that a quotation leaves them out.
_STANDS_FOR = regex(
    r"\b(?:stands? for|left out|leaves? out|leaving out|omit\w*|elid\w+|skip\w*|abridg\w+)\b[^.;]{0,60}\Z"
    r"|(?:省略|略去|代表)[^。；]{0,30}\Z",
    re.I,
)
#: How far below a macro what it comes to may be quoted.
MACRO_LINES = 25
#: What stands before a name that is one of several, each with its own place, or that something is said to be.
_LISTED_NAME = regex(r"(?:\b(?:and|or|is)\s?|[、和与及是为]\s?)[`*]{0,3}\Z")
_LISTED = regex(r"\s*(?:[-*+]|\d+[.)、])\s")
#: The head of a column with targets, whose lines are those of a BUILD file.
_OF_A_BUILD = regex(r"\bBUILD\b|\btargets?\b")
#: A sentence behind lines that leads to a block of another's: "And your early return is different:".
_OF_YOURS = regex(
    r"[.。!]\s?[^.。:：]{0,60}(?:\b(?:your|yours|my|mine)\b|[你您]的|我的)[^.。:：]{0,60}[:：]\s*\Z", re.I
)
#: What a line is of that is another file's than the release's: "line 12 of your patch".
OF_ANOTHER = regex(
    r"[`*)]*\s(?:of|in) (?:the|your|our|my|his|her) (?:new|patched|modified|changed|next|other|old)"
    r" (?:version|file|copy|patch)\b"
    r"|[`*)]*\s(?:of|in) (?:your|our|my) (?:version|patch|fork|copy|PR)\b",
    re.I,
)
#: How a sentence ends that says where something is defined, whatever is quoted below.
_DEFINED_AT = regex(r"\b(?:defined|declared)\b[^.;。；]{0,40}\b(?:at|on|in)\s(?:line\s)?[`*]*\Z", re.I)
#: What says right before a place that something begins there.
_BEGINS_AT = regex(
    r"\b(?:registered|defined|declared|(?:starts|begins|starting|beginning)) (?:at|on|from) (?:lines? )?[`*(\[]*\Z"
    r"|(?:注册|定义|声明)(?:在|于)\s?(?:第\s?)?[`*(（\[]*\Z",
    re.I,
)
#: What goes on behind a line in Chinese, and a comma between a name and its place.
_VERB = regex(r"(?<=行)(?!的|处|起|到|至|和|与|及|定义|声明|实现|开始|是|为|附近|左右)[\u4e00-\u9fff]")
#: What an item leads from, and how it calls a place behind that an op's.
_LEAD = regex(r"\s*(?:(?:[-*+]|\d+[.)、])\s+|\|\s*)[`*]{0,3}(?P<name>[A-Z]\w*)[`*]{0,3}\s*(?:-+>|=>|[→⇒:：—–|])", re.A)
_OP_AT = regex(
    r"\b(?:op|OpDef|op def(?:inition)?|registered|REGISTER_OP)[`*]*(?: (?:is|at|in|on))*[\s:：,，(（\[`*]*\Z"
    r"|注册[于在]\s?[`*(（\[]*\Z"
)
_QUOTED_OP = regex(r"[\"“](?P<name>[A-Z]\w*)[\"”]\s(?:(?:is )?(?:at|on|in)|[(（])\s?[`*\[]*\Z", re.A)
_COMMA = regex(r"[`*]*\s?[,，;；]\s?")
#: What says before a name that a place is where it is used.
_CALL_OF = regex(
    r"\b(?:calls?|uses?|invocations?|call sites?) (?:of|to) [`*]*\Z"
    r"|(?:调用|用到|(?:新建|创建|构造)了?(?:一个)?)\s?[`*]*\Z",
    re.I,
)
#: The end of a sentence, with more behind it.
_ENDED = regex(r"(?:\A|[a-z\d)）`*])[.。](?=\s)")
#: "… (lines 4-8). The tests there:", which introduces what stands elsewhere in the file.
_ELSEWHERE_THERE = regex(
    r"\A[.。]\s*[^.。]*"
    r"(?:\b(?:there|further (?:down|up|below)|later on|in the same (?:file|folder))"
    r"|同一?文件|那里|再往[上下])[^.。\w]*[:：]\s*\Z"
)
#: What is left of a sentence that ends with the place of what is quoted below.
_ENDS_BEFORE_IT = regex(r"[`*)\]）]*\s?[:：.。]?\s*")
_IMPLEMENTED_IN = regex(r"\b(?:defined|declared|implemented) (?:in|at)\s[`*]*\Z", re.I)
#: One of two files that a sentence names, which need not be the last.
_FORMER = regex(r"\b(?:the )?(?:former|latter|first one|second one)\b|[前后]者", re.I)
#: "The class is at", 类定义在.
_IT_BEGINS = regex(
    r"(?:\b[Tt]he (?:(?P<class>class)|function|method|definition)(?: itself)? (?:is|starts|begins|sits|lives)"
    r" (?:at|in|on)|(?:\A|[.;,:]\s|[(（]\s?)(?:[Tt]he )?(?:(?P<of>class|struct)|function|method) (?:at|on)"
    r"|(?:该|这个)(?P<zh>类|函数|方法)(?:的?定义|本身)?(?:在|位于))\s?[`*\[(]*\Z"
)
#: Letters of a name that stands on a line by no chance.
MIN_CODE = 8
#: Code in brackets behind a place.
_SHOWN = regex(r"[`*)\]]*\s?[(（]\s?`(?![\w:.]+(?:\(\))?`)(?P<code>[^`]{6,200})`\s?[)）]", re.A)
#: Rows above and below one that are looked at.
ROWS = 12
#: Lines from a condition to what is done where it holds.
OF_A_BRANCH = 25
#: Files of one name, each of which may be the one that is cited.
OF_ONE_NAME = 3
#: What says in brackets that a line is of a member's class.
_CLASS_ON = regex(r"[(（]\s?(?:(?:its|the) )?class (?:is )?(?:at|on|in) \Z|[(（]类(?:定义)?在\s?(?:第\s?)?\Z", re.I)
_ENDS_THERE = regex(r"[`*)\]]*\s?(?:[.,;。，；]|$)")
#: Lines of the text above a table, beside its last, that may name the file that the table's lines are of.
ABOVE_TABLE = 2
#: Files that a line may be of of which nothing says the file.
MAX_FILES = 24
#: A line without its file, and how far below such a head the quotation may begin that it introduces.
_A_LINE = regex(r"(?<![\d.])(\d{2,6})\s?行|\blines?\s(\d{2,6})\b", re.I)
MOST_BELOW = 30
#: Where a remark begins behind code, and letters of the code.
_REMARK = regex(r"(?<=\s)(?://|#)\s")
MIN_QUOTED = 12
#: Words of a paragraph that introduces what it says itself, and not what the one before it cites.
MANY_WORDS = 8
#: A word in code.
_WORD = regex(r"`(\w+)(?:\(\))?`", re.A)
_WITH_ARGUMENTS = regex(r"\([^()]")
#: What goes on a line's number: "(lines 80, 87, 96)".
_MORE_LINES = regex(r"(?:\s?[,，、/]\s?(?:and\s)?\d{1,6}(?![\w.]))+")
_WITH = regex(r"\swith [`*]*\Z")
_TO_A_NAME = regex(r"[`*]*[^()（）`]{0,40}?[,，:：]\s?(?=`)")
_SERVES = regex(
    r"[`*]*(?:\(\))?[`*]*\s(?:(?:serves|handles|covers|supports|computes|does)(?: both| all of)?"
    r"|(?:is|are) (?:for|shared by|used (?:by|for))|(?:用于|服务于|处理|负责|对应))\s?[`*]*"
)
#: What says before a name that it is not what is meant.
_AND_NOT = regex(r"(?:\b(?:not|rather than|instead of)\s|[而并]?(?:不是|非)\s?)[`*]*\Z", re.I)
#: A number that hardly stands somewhere by chance.
_SAID_NUMBER = regex(r"(?<![\w.])\d{2,}(?:\.\d+)?(?![\w.]\w)")
_LONG_NUMBER = regex(r"(?<![\w.])\d{4,}(?![\w.])")
#: Lines from one to another, as they are cited.
_RANGE = regex(r"(?<![\d.])L?(\d{2,6})\s?(?:[-–—~～至到]|to)\s?L?(\d{2,6})\s?行?[`*)]*\Z")
#: Lines from one to another, whatever stands around them.
_SPAN_OF_LINES = regex(r"(?<![\d.])(\d{2,6})\s?(?:[-–~～至到]|to)\s?(\d{2,6})(?![\d.])")


#: A place of a remark, which is not what is quoted below.
_A_REMARK = regex(
    r"\b(?:comments?|remarks?|notes?|docstrings?)\s(?:in|at|on)\s(?:the\s)?[`*]*\Z|注释(?:在|（)?\s?[`*]*\Z", re.I
)


#: What is quoted is a second thing; and a name as code has it, or as SWIG has a directive.
_A_SIBLING = regex(r"\b(?:sibling|counterpart|twin|the other one|another one)\b|另一[个处段]|类似的", re.I)
_NAMED = regex(r"%?[A-Za-z_]\w*", re.A)


class Lines:
    """The checks of a document's cited lines."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._registrations = Registrations(page)
        self._placed_names = PlacedNames(page)
        self._held = Held(page, self._placed_names)

    def check(self, one: Citation, found: list[str], tie: tuple[Citation, str] | None, position: int) -> Verdict | None:
        """A verdict on lines of one of the files that a path can mean, the likeliest first; None where none is said."""
        around = self.page.text_lines[max(0, one.line - 2) : one.line]
        if one.text.isdigit() and any(map(wording.of_priorities, around)):
            return None
        if tie is not None and tie[1] == "term":  # said of the term where the file defines it
            own = any(place.path in found for place in self._held.places(tie[0], found))
            tie = (tie[0], "") if own else None
        tie = self._but_for_statements(one, tie or bare(self.page, one, found))
        row = self.page.text_lines[one.line - 1]
        if OF_ANOTHER.match(row, one.end_column) or (one.unnamed and _OF_A_BUILD.search(self.page.header(one))):
            return None
        if row.lstrip().startswith("|") and self._is_its_length(one, found) and self._are_lengths(one):
            return self.page.verdict(one, "found", Location(found[0], 1, one.start))  # how long the file is
        span = _RANGE.search(one.text)
        if span is not None and len(span[1]) == len(span[2]) and int(span[2]) < int(span[1]):
            return self.page.verdict(one, "not found", None, (), "the lines end before they begin")
        if (
            tie is not None
            and one.text.isdigit()
            and any(self._is_its_number(one, path, tie[0]) for path in (*found, *self._protos))
        ):
            return None
        former = one.unnamed and _FORMER.search(self.page.text_lines[one.line - 1], 0, one.column) is not None
        if one.supposed or former or (one.unnamed and tie is not None and self._elsewhere(found, tie[0])):
            return self.supposed(one, found, tie, position)
        listed = self._above_table(one, tie[0]) if tie is not None else None
        if listed is not None:
            return self.page.verdict(one, "found", listed)
        fitting = [path for path in found if one.end <= self._length(path)]
        if not fitting and one.unnamed:
            fitting = [path for path in self._others(one, found) if one.end <= self._length(path)]
        elsewhere = another_s(self.page, one) if not fitting else None
        if elsewhere is not None:
            return self.page.verdict(one, "found", elsewhere)
        if not fitting and one.unnamed and (not self.known.has_tree or self._is_of_a_file_before(one, position)):
            return None  # of which file it is nobody can say
        if not fitting and one.unnamed and any(one.end <= self._length(path) for path in self._files_cited):
            return None  # it may be of any that is long enough
        if any(self._is_quoted_there(one, path) for path in fitting):
            return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end))
        if not fitting:
            path = found[0]
            length = self._length(path)
            detail = (
                f"{path} has {length} lines"
                if self.known.has_tree or self.known.marked_lines(path)
                else f"the last definition of {path} ends at {self.known.last_line(path)}"
            )
            where = Location(path, 1, 1)
            if tie is not None:
                here = [p for p in self.page.meant(tie[0].target) if p.path in found]
                if here:
                    return self.page.moved(one, here[0], detail)
            return self.page.verdict(one, "not found", where, (), detail)
        if not one.unnamed and self._is_of_a_licence(one, fitting) and not licences.are_spoken_of(row):
            here = [p for p in self.page.meant(tie[0].target) if p.path in fitting] if tie is not None else []
            detail = f"{fitting[0]} begins with its licence"
            if here:
                return self.page.moved(one, here[0], detail)
            return self.page.verdict(one, "not found", Location(fitting[0], one.start, one.end), (), detail)
        compared = self.page.captioned(position) or self._quoted_after(one, position)
        if compared is not None and tie is None and self._at_a_head(one, fitting):
            compared = None
        if compared is not None and self._is_another_s(one, position, compared):
            compared = None
        if compared is not None and compared.path in fitting and says_what_is_there(self.page, one, compared.path):
            compared = None
        if compared is not None and compared.path in fitting:
            begins = abs(compared.line - one.start) <= BEGIN_LINES
            if tie is None or not (
                begins
                or self._held.inside(one, tie[0])
                or _agree(one, compared.line, compared.end_line)
                or self._at_head(one, compared.path, tie[0])
            ):
                return self._as_quoted(one, compared)
            if begins:
                return self.page.verdict(one, "found", Location(compared.path, one.start, one.end))
        name = tie[0] if tie is not None else self.page.weak.get(position)
        constructor = constructors.said_of_one(self.page, one, name, fitting) if name is not None else None
        if constructor is not None:
            return constructor
        if tie is not None:
            registered = [self._registrations.says(one, path, tie[0]) for path in fitting]
            if True in registered:
                path = fitting[registered.index(True)]
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
            if registered and None not in registered:
                # "`A` and `B`, registered at x.cc:12 and :40".
                alike = listed_with(self.page, tie[0])
                if any(self._registrations.says(one, path, other) for other in alike for path in fitting):
                    return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end))
                if self._registers_another(one, fitting):
                    return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end))
                return self._not_registered(one, fitting[0], tie[0])
            made = self._held.check(one, fitting, *tie)
            if made.verdict == "not found" and made.text == one.text and one.text.isdigit():
                return None  # a number behind what the file has nowhere is its value
            others: Sequence[Citation] = ()
            if made.verdict != "found":
                others = (
                    *listed_with(self.page, tie[0]),
                    *self._in_row(one),
                    *derived_before(self.page, one, tie[0]),
                    *alias_before(self.page, one, tie[0]),
                    *self._subjects(tie[0]),
                )
            for other in others:
                if other.target == parts_of(tie[0].target)[-1] != tie[0].target:
                    continue  # a part of the name itself
                again = self._held.check(one, fitting, other, tie[1])
                if again.verdict == "found" and not is_next_to_only(self.page, one, fitting, other):
                    return again
            if made.verdict == "found":
                return made
            beside = self._beside(one, fitting, tie[0]) or self._registered(one, fitting, *tie)
            beside = beside or self._in_its_kernel(one, fitting, *tie) or self._at_a_head_before(one, position, tie[0])
            beside = (
                beside
                or self._of_another(one, fitting, *tie)
                or self._in_turn(one, fitting, tie[0])
                or self._used_at(one, fitting, tie[0])
                or self._of_its_op(one, fitting, tie[0])
                or self._in_its_source(one, fitting, tie[0])
                or self._in_its_bracket(one, fitting, tie[1])
                or self._shows_it(one, fitting)
                or self._has_its_number(one, fitting, tie[0])
                or self._has_what_it_is_instead(one, fitting, tie[0])
            )
            goes_on = tie[1] != "defined" or one.unnamed  # "it begins at line 206"
            if beside is None and goes_on and made.location is not None and self.page.reaches(one, made.location.line):
                beside = Location(fitting[0], one.start, one.end)
            if (
                beside is None
                and tie[1] != "defined"
                and any(self._has_its_words(one, path, tie[0]) for path in fitting)
                and not (one.start < one.end and self._is_all_of_another(one, fitting, tie[0]))
            ):
                beside = Location(fitting[0], one.start, one.end)
            if beside is None and not tie[0].in_code:
                there = (path for path in fitting if self._is_of_its_row(one, path))
                beside = next((Location(path, one.start, one.end) for path in there), None)
            if beside is None and len(fitting) == 1 and is_a_use(self.page, one, tie[0], fitting[0]):
                beside = Location(fitting[0], one.start, one.end)
            return made if beside is None else self.page.verdict(one, "found", beside)
        told = (
            self._begins_nothing(one, fitting)
            or self._of_the_class(one, fitting)
            or self._of_the_column(one, fitting)
            or constructors.of_another_function(self.page, one, fitting)
        )
        if told is not None:
            return told
        meant = misspelt(self.page, one, fitting[0]) if len(fitting) == 1 else None
        if meant is not None:
            where = Location(fitting[0], one.start, one.end)
            return self.page.verdict(one, "not found", where, meant[1:], f"nothing is called {meant[0]} there")
        apart = self._far_from(one, fitting, self.page.weak[position]) if position in self.page.weak else None
        if apart is not None:
            detail = f"{self.page.weak[position].target} is at line {apart.line}"
            return self.page.moved(one, apart, detail)
        another = self._in_another_op(one, fitting, position)
        if another is not None:
            return another
        return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end), fitting[1:4], several(fitting))

    def _is_of_a_licence(self, one: Citation, fitting: Sequence[str]) -> bool:
        """Whether lines are of the licence in every file that they may be of, where those are few."""
        if one.end > licences.MAX_LINES or not self.known.has_tree or len(fitting) > MAX_FILES:
            return False
        return all(one.end <= licences.last_line(self.known.lines(path)) for path in fitting)

    def _in_another_op(self, one: Citation, fitting: list[str], position: int) -> Verdict | None:
        """A verdict on a line in the `REGISTER_OP` of another op than the only one that its sentence names."""
        name = self.page.weak.get(position)
        op = self._led_from(one) if name is None else name.target
        if len(fitting) != 1 or op not in self.known.ops:
            return None
        others = [path for path in self.page.files_perhaps if path != fitting[0]] if one.unnamed else []
        if any(at_line(self.known, op, path, one.start, one.end) for path in others):
            return None  # where its kernels are registered
        ops = [r for r in self.known.registered(fitting[0]) if r.kind == "op"]
        own = [r for r in ops if r.op == op]
        here = [r for r in ops if r.line <= one.start and one.end <= r.end_line]
        if len(own) != 1 or not here or _is_of_one_kind(here[0].op, op):
            return None
        if name is None and re.search(rf"(?<!\w){re.escape(here[0].op)}(?!\w)", self.page.text_lines[one.line - 1]):
            return None
        where = Location(fitting[0], own[0].line, own[0].end_line)
        detail = f"line {one.start} is of {here[0].op}; {op} is registered at line {own[0].line}"
        return self.page.moved(one, where, detail)

    def _led_from(self, one: Citation) -> str:
        """The word that a place is an op's of: "- LRN -> op at x.cc:12", "`x.cc` declares "LRN" at line 12"."""
        row = self.page.text_lines[one.line - 1]
        quoted = _QUOTED_OP.search(row, 0, one.column - 1)
        if quoted is not None:
            return quoted["name"]
        lead = _LEAD.match(row)
        return lead["name"] if lead is not None and _OP_AT.search(row, 0, one.column - 1) is not None else ""

    def _is_its_length(self, one: Citation, files: list[str]) -> bool:
        """Whether the one line that is cited of a file is its last."""
        return one.start == one.end and one.start in map(self._length, files)

    def _are_lengths(self, one: Citation) -> bool:
        """Whether another row of a table has the last line of its file as well: how long the files are."""
        rows = [number for number in range(one.line - ROWS, one.line + ROWS + 1) if number != one.line]
        places = [other for number in rows for other in self.page.on(number) if other.kind == "path:line"]
        return any(
            other.block == one.block and self._is_its_length(other, self.page.files_meant(other)) for other in places
        )

    def _but_for_statements(self, one: Citation, tie: tuple[Citation, str] | None) -> tuple[Citation, str] | None:
        """A name's tie to a place, where no verb goes on behind that: 第 12 行调用, whose statement the place is."""
        row = self.page.text_lines[one.line - 1]
        if tie is None or tie[0].line != one.line or _VERB.match(row, one.column - 1 + len(one.text)) is None:
            return tie
        between = row[tie[0].column - 1 + len(tie[0].text) : one.column - 1]
        return None if _COMMA.fullmatch(between) else (tie[0], "")

    def _begins_nothing(self, one: Citation, fitting: list[str]) -> Verdict | None:
        """A verdict on "The class is at x.py:12" where no class begins at that line; None for another place."""
        said = _IT_BEGINS.search(self.page.around(one)[0][-80:]) if one.start == one.end else None
        ends = _ENDS_THERE.match(self.page.around(one)[1]) is not None
        if said is None or len(fitting) != 1 or not (ends and self.known.has_tree):
            return None
        kinds = ("class",) if said["class"] or said["of"] or said["zh"] == "类" else BODIES
        lines = self.known.lines(fitting[0])
        places = [symbol for symbol in self.known.inside(fitting[0]) if symbol.kind in kinds]
        heads = [
            head_of(lines, Place(s.name, s.kind, fitting[0], s.location.line, s.location.end_line)) for s in places
        ]
        if not heads or any(first <= one.start <= last for first, last in heads):
            return None
        near = min(places, key=lambda symbol: abs(symbol.location.line - one.start))
        where = Location(fitting[0], near.location.line, near.location.end_line)
        detail = f"nothing begins at line {one.start}; {near.name} is at line {near.location.line}"
        return self.page.moved(one, where, detail)

    def _of_the_class(self, one: Citation, fitting: list[str]) -> Verdict | None:
        """A verdict on "`Loom::Weave` in x.cc (class on line 12)" where the member's class begins elsewhere."""
        if one.start != one.end or _CLASS_ON.search(self.page.around(one)[0][-40:]) is None:
            return None
        before = [each for each in self.page.on(one.line) if each.kind == "symbol" and each.column < one.column]
        owner = "".join(parts_of(before[-1].target)[-2:-1]) if before else ""
        places = [place for place in self.known.class_places(owner) if place.path in fitting] if owner else []
        if not places or any(near_head(one, place.line) for place in places):
            return None
        return self.page.moved(one, places[0], f"{owner} is at line {places[0].line}")

    def _at_a_head(self, one: Citation, fitting: list[str]) -> bool:
        """Whether a line begins what the sentence names that ends behind it, and need not be the quotation's below."""
        text = self.page.text_lines[one.line - 1]
        ends = disclaimers.ended(text) or wording.SENTENCE.search(text, one.end_column - 1) is not None
        above = self.page.text_lines[one.line - 2] if one.line > 1 else ""
        quoted = text.startswith(">") and above.startswith(">")
        goes_on = quoted or prose.wrapped(self.page.text_lines, one.line)
        before = self.page.on(one.line - 1) if goes_on else []
        return ends and any(
            place.path in fitting
            and place.line - NEAR_LINES <= one.start <= max(place.end_line, place.line + NEAR_LINES)
            for other in (*before, *self.page.on(one.line))
            if other.kind == "symbol"
            for place in self.page.meant(other.target)
        )

    def _is_another_s(self, one: Citation, position: int, compared: Compared) -> bool:
        """Whether other lines are those that are quoted, as what is said behind these or right before it tells."""
        if _OF_YOURS.search(self.page.around(one)[1]) is not None:
            return True
        for other in self.page.said[position + 1 :]:
            if other.kind == "quotation" or other.block != one.block:
                break
            elsewhere = other.kind == "path:line" and other.start != one.start
            if elsewhere and _agree(other, compared.line, compared.end_line):
                return True
        for other in reversed(self.page.said[max(0, position - NEXT_TO) : position]):
            if other.block != one.block:
                break
            if (
                other.kind == "path:line"
                and other.start != one.start
                and abs(other.start - compared.line) <= NEAR_LINES
            ):
                return True
        behind = self.page.text_lines[one.line - 1][one.end_column :]
        more = _MORE_LINES.match(behind)
        if more is not None and any(
            abs(int(number) - compared.line) <= NEAR_LINES for number in re.findall(r"\d+", more[0])
        ):
            return True
        for text in (behind, *self.page.text_lines[one.line : one.line + 3]):
            if not text.strip():
                break
            if any(int(span[1]) <= compared.line <= int(span[2]) for span in _SPAN_OF_LINES.finditer(text)):
                return True
            heads = [int(line[1] or line[2]) for line in _A_LINE.finditer(text)]
            if any(head != one.start and head <= compared.line <= head + MOST_BELOW for head in heads):
                return True
        return False

    def _as_quoted(self, one: Citation, compared: Compared) -> Verdict:
        """A verdict on lines by the quotation that they introduce."""
        agree = _agree(one, compared.line, compared.end_line) and not self._begins_elsewhere(one, compared)
        agree = agree or str(compared.line) in re.findall(r"\d+", one.text)  # "at lines 62 and 50"
        agree = agree or _A_REMARK.search(self.page.around(one)[0][-40:]) is not None
        agree = agree or self._is_of_a_sibling(one) or _STANDS_FOR.search(self.page.around(one)[0][-80:]) is not None
        agree = agree or self._is_numbered(one, compared)
        twin = self._twin(one, compared)
        if twin:
            return self.page.verdict(one, "found", Location(twin, one.start, one.end))
        if agree or self._goes_on_behind(one, compared) or self._has_code_of_its_sentence(one, compared):
            return self.page.verdict(one, "found", Location(compared.path, one.start, one.end))
        if self._is_behind_an_elision(one, compared) or self._holds(one, compared) or self._calls(one, compared):
            return self.page.verdict(one, "found", Location(compared.path, one.start, one.end))
        where = Location(compared.path, compared.line, compared.end_line)
        return self.page.moved(one, where, f"what is quoted begins at line {compared.line}")

    def _calls(self, one: Citation, compared: Compared) -> bool:
        """Whether lines call the function that is quoted below them."""
        there = b"".join(self.known.lines(compared.path)[one.start - 1 : one.end])
        quoted = [
            each.name
            for each in self.known.inside(compared.path)
            if each.kind in FUNCTIONS and abs(each.location.line - compared.line) <= 1
        ]
        return any(parts_of(name)[-1].encode() + b"(" in there for name in quoted)

    def _is_numbered(self, one: Citation, compared: Compared) -> bool:
        """Whether what is quoted below some lines has the numbers of its own lines in front, which are right."""
        block = next((other for other in self.page.below(one.line) if other.kind == "quotation"), None)
        first = NUMBERED.match(self.page.text_lines[block.line - 1]) if block is not None else None
        return first is not None and int(first["number"]) == compared.line

    def _twin(self, one: Citation, compared: Compared) -> str:
        """Another file that lines may be of, and that has there what is quoted; empty where none has."""
        quoted = self.known.lines(compared.path)[compared.line - 1 : compared.end_line]
        bare = [line.strip() for line in quoted]
        for path in self.page.files_meant(one):
            first = max(0, one.start - 1 - BEGIN_LINES)
            there = [line.strip() for line in self.known.lines(path)[first : one.start + BEGIN_LINES + len(bare)]]
            if path != compared.path and any(there[at : at + len(bare)] == bare for at in range(2 * BEGIN_LINES + 1)):
                return path
        return ""

    def _goes_on_behind(self, one: Citation, compared: Compared) -> bool:
        """Whether lines begin where a quotation ends, which shows what comes before them."""
        return one.end > one.start == compared.end_line + 1

    def _is_of_a_sibling(self, one: Citation) -> bool:
        """Whether the sentence right before a quotation, which another one than that of the lines is, has a second."""
        behind = self.page.around(one)[1].rstrip(" :：*`")
        last = prose.begun(behind)
        return last != behind and _A_SIBLING.search(last) is not None

    def _has_code_of_its_sentence(self, one: Citation, compared: Compared) -> bool:
        """Whether a single line has a name of its sentence, which the text says that it is of: "the `A` at line 62".

        One that stands behind the line, too, where nothing of it is quoted: "line 62 has the `A`".
        """
        if one.start != one.end:
            return False
        cited = b"".join(self.known.lines(compared.path)[one.start - 1 : one.start])
        before, behind = self.page.around(one)
        spans = [span[2].strip() for span in SPAN.finditer(prose.begun(before))]
        block = next((other for other in self.page.below(one.line) if other.kind == "quotation"), one)
        quoted = block.code.encode()  # which may leave something out of the lines
        behind = behind[: prose.sentence_span(behind, 1)[1]]
        spans += [code for span in SPAN.finditer(behind) if not stands(code := span[2].strip(), quoted)]
        return any(stands(code, cited) for code in spans if _NAMED.fullmatch(code) and len(code) >= MIN_CODE)

    def _begins_elsewhere(self, one: Citation, compared: Compared) -> bool:
        """Whether a single line is where what is quoted is said to begin, and is below that; or begins what follows."""
        if one.start != one.end or one.start <= compared.line:
            return False
        if one.start > compared.line + BEGIN_LINES and _BEGINS_AT.search(self.page.around(one)[0][-60:]) is not None:
            return True
        heads = [symbol.location.line for symbol in self.known.inside(compared.path)]
        heads += [made.line for made in self.known.registered(compared.path)]
        return compared.end_line < one.start and one.start in heads

    def _is_behind_an_elision(self, one: Citation, compared: Compared) -> bool:
        """Whether a single line is what a quotation goes on with where it has left something out."""
        if one.start != one.end or not compared.line < one.start <= compared.end_line:
            return False
        text = b"".join(self.known.lines(compared.path)[one.start - 1 : one.start]).decode("utf-8", "replace").strip()
        shown = [line.strip() for line in self.page.text_lines[one.line : one.line + MAX_SHOWN]]
        return any(_ELIDED.fullmatch(above) and text == line for above, line in pairwise(shown))

    def _holds(self, one: Citation, compared: Compared) -> bool:
        """Whether a cited line is the first of a definition, or of a macro, that holds all that is quoted below it."""
        if one.start > compared.line or one.start != one.end:
            return False
        for symbol in self.known.inside(compared.path):
            head = symbol.location.line
            begun = near_head(one, head) and head <= compared.line
            if begun and symbol.kind in BODIES and compared.end_line <= self.known.end_of(symbol):
                return True
        for made in self.known.registered(compared.path):
            if near_head(one, made.line) and made.line <= compared.line and compared.end_line <= made.end_line:
                return True
        lines = self.known.lines(compared.path)[one.start - 1 : compared.end_line]
        # A macro goes on behind each backslash, and may be defined by others right below it.
        return bool(lines) and lines[0].lstrip().startswith(b"#define") and len(lines) <= MACRO_LINES

    def _at_head(self, one: Citation, path: str, name: Citation) -> bool:
        """Whether cited lines are the first of the thing that they are said of, of which a part may be quoted below.

        Where a constant or a variable is, only the text says.
        """
        places = [place for place in self._held.places(name, [path]) if place.path == path]
        if not places:
            cited = b"\n".join(self.known.lines(path)[one.start - 1 : one.end])
            return as_words(words_of(self.known, name.target)).search(cited) is not None
        heads = [place.line for place in places]
        return any(one.start - NEAR_LINES <= head <= one.end + NEAR_LINES for head in heads)

    def _above_table(self, one: Citation, name: Citation) -> Location | None:
        """Where a name stands on a line of a row, if that is one of the file that the text above the table names.

        Another column of the row may name another file, such as that of an op's kernel.
        """
        if not self.page.text_lines[one.line - 1].lstrip().startswith("|") or one.text != one.target:
            return None  # its line stands beside the file, and not in a column of its own
        over = self.page.over(one.line)
        for other in [c for line in range(max(1, over - ABOVE_TABLE), over + 1) for c in self.page.on(line)]:
            for path in self.known.resolve(other.target) if other.kind == "path" else ():
                for place in self.page.meant(name.target):
                    if place.path == path and place.line <= one.start <= self.known.end(place):
                        return Location(path, one.start, one.end)
        return None

    def _introduced_anew(self, one: Citation, between: Sequence[str]) -> bool:
        """Whether another paragraph introduces what follows a sentence that has ended, and is on several places.

        So it is where that paragraph says more than that something follows.
        """
        last = next((line for line in reversed(between) if line.strip() and not FENCE.match(line)), "")
        several = len(self.page.positions(one.line)) > 1 or prose.words_in(last) >= MANY_WORDS
        ended = disclaimers.ended(self.page.text_lines[one.line - 1])
        return several and ended and last.rstrip(" *`").endswith((":", "："))

    @cached_property
    def _files_cited(self) -> tuple[str, ...]:
        """The files that the document cites."""
        return tuple(dict.fromkeys(path for found in self.page.resolved for path in found[:OF_ONE_NAME]))

    def _quoted_after(self, one: Citation, position: int) -> Compared | None:
        """The place of the quotation that a cited line introduces.

        A heading or a paragraph between the two that names something introduces the quotation itself; so does a
        sentence that goes on behind a line in brackets, and whatever stands between it and a list or a table.
        """
        before, behind = self.page.around(one)
        if wording.aside(before, behind):
            return None
        rest = behind.lstrip("`)")
        if rest[:1] in (".", "。") and (one.unnamed or rest[1:].strip()) and _DEFINED_AT.search(before):
            return None
        if _ELSEWHERE_THERE.search(rest) or not (self.known.has_tree or _ENDS_BEFORE_IT.fullmatch(rest)):
            return None  # without a tree, what else is said of the line may be there
        told = rest.rstrip(" *`:：")
        last = prose.begun(told)
        if one.unnamed and last != told and prose.words_in(last) >= MANY_WORDS - 1:
            return None  # the next sentence introduces it
        near = [other for other in self.page.said[position + 1 : position + 9] if other.block == one.block]
        names = [other for other in near if other.kind in ("symbol", "op")]
        if names and names[0].line >= one.line and self._ends_before(one, names[0]):
            return None  # the next sentence names what it introduces
        if _IMPLEMENTED_IN.search(before) and names:
            return None  # "it is implemented in x.cc:12 and does its work in `f`:"
        for at in range(position + 1, min(len(self.page.said), position + 9)):
            other = self.page.said[at]
            if other.kind in ("symbol", "op") and other.block != one.block:
                return None
            if other.kind == "quotation":
                if at not in self.page.quoted or other.line > one.line + 6:
                    return None
                between = self.page.text_lines[one.line : other.line - 1]
                if any(HEADING.match(line) for line in between) or self._in_an_item_before(one, between):
                    return None
                if ITEM.match(self.page.text_lines[one.line - 1]) and any(
                    line[:1].strip() and not ITEM.match(line) and not FENCE.match(line) for line in between
                ):
                    return None
                if self._introduced_anew(one, between):
                    return None
                closest = [p for p, path in self.page.introduced(other, at) if path.kind == "path:line"]
                return self.page.quoted[at] if closest and closest[0] == position else None
            if other.kind in ("path", "path:line"):
                return None
        return None

    def _ends_before(self, one: Citation, name: Citation) -> bool:
        """Whether the sentence of a cited line ends before a name on one of the next lines."""
        end = one.column - 1 + len(one.text)
        first, *rest = self.page.text_lines[one.line - 1 : name.line]
        between = first[end : name.column - 1]
        if rest:
            between = "\n".join([first[end:], *rest[:-1], rest[-1][: name.column - 1]])
        return _ENDED.search(between) is not None

    def _in_an_item_before(self, one: Citation, between: list[str]) -> bool:
        """Whether a citation is in another item of a list than what comes behind some lines."""
        number = one.line
        while (
            number > 1
            and not ITEM.match(self.page.text_lines[number - 1])
            and prose.wrapped(self.page.text_lines, number)
        ):
            number -= 1
        text = self.page.text_lines[number - 1]
        return _LISTED.match(text) is not None and any(
            _LISTED.match(line) and margin(line) <= margin(text) for line in between
        )

    def _elsewhere(self, found: list[str], name: Citation) -> bool:
        """Whether a name is defined in other files than those that are named next to a line and beside them."""
        near = {path.rpartition(".")[0] for path in found}
        places = self.page.meant(name.target)
        return bool(places) and all(place.path.rpartition(".")[0] not in near for place in places)

    def supposed(
        self, one: Citation, found: list[str], tie: tuple[Citation, str] | None, position: int
    ) -> Verdict | None:
        """A verdict on a line of which nothing near says the file: it is wrong when it is so in all that it may be of.

        Those are the files that the document has cited before, and those that define the name.
        """
        for name in derived_before(self.page, one, tie[0]) if tie is not None else ():
            again = self.supposed(one, found, (name, ""), position)
            if again is None or again.verdict == "found":
                return again
        # A word may be any class's member.
        meant = [*self.page.meant(tie[0].target), *self.known.places(tie[0].target)] if tie else []
        places = [p for p in dict.fromkeys(meant) if p.kind in (*DEFINED, *REGISTERED)]
        if tie is None or not places or self._of_a_listing(one, position):
            return None
        if not self.known.has_tree and (
            _WITH_ARGUMENTS.search(tie[0].text) or _CALL_OF.search(self.page.around(tie[0])[0])
        ):
            return None  # a call, which may be anywhere
        cited = [c.target for c in reversed(self.page.said[:position]) if c.kind in ("path", "path:line")]
        above = [path for target in dict.fromkeys(cited) for path in self.known.resolve(target)[:3]][:MAX_FILES]
        above += [beside for path in [*found, *above][:MAX_FILES] for beside in self.known.beside(path)]
        defining = [place.path for place in places]
        if set(defining).intersection(found):  # the file named last has it, and no other is spoken of
            defining = [path for path in defining if path in found or path in above]
        # Without a tree nothing tells whether any other file uses the name, nor whether this one calls it.
        far = not self.known.has_tree and (one.supposed or not tie[1] or tie[1] == "alone")
        files = list(dict.fromkeys(defining[:MAX_FILES] if far else [*found, *defining[:MAX_FILES], *above]))
        files = files[: 2 * MAX_FILES]
        made = [self._held.check(one, [path], *tie) for path in files if one.end <= self._length(path)]
        for verdict in made:
            if verdict.verdict == "found":
                return verdict
        own = set(found).intersection(defining) or _is_private(tie[0], defining, above)
        if (far and not own) or self._of_another(one, files, *tie):
            return None
        there = next((path for path in files if self._is_of_its_row(one, path)), "")
        there = there or next((path for path in files if self._registrations.says(one, path, tie[0])), "")
        there = there or next((path for path in files if self._has_its_words(one, path, tie[0])), "")
        there = there or next((path for path in files if self._is_done_below(one, path, tie[0])), "")
        if there:
            return self.page.verdict(one, "found", Location(there, one.start, one.end))
        now = min(places, key=lambda p: (p.path not in found, p.path not in above, abs(p.line - one.start)))
        return self.page.moved(one, now, f"{tie[0].target} is at {spot(now)}")

    def _is_done_below(self, one: Citation, path: str, name: Citation) -> bool:
        """Whether a row's line is in a function that has the row's name a little further down, as a branch does."""
        row = self.page.text_lines[one.line - 1].lstrip().startswith("|")
        if not row or name.line != one.line or name.column < one.column:
            return False
        for function in self.known.functions_at(path, one.start):
            last = min(self.known.end_of(function), one.start + OF_A_BRANCH)
            below = b"\n".join(self.known.lines(path)[one.start - 1 : last])
            if stands(parts_of(name.target)[-1], below):
                return True
        return False

    @cached_property
    def _protos(self) -> list[str]:
        """The files of messages that the document names, whose fields may be in a row with another file's lines."""
        return [path for path in self.page.files_named if path.endswith(".proto")]

    def _is_its_number(self, one: Citation, path: str, name: Citation) -> bool:
        """Whether a file gives a number to a name right where it has the name, so that it need be no line: (26)."""
        word, number = parts_of(name.target)[-1], one.text.encode()
        lines = self.known.lines(path) if self.known.has_tree else []
        token = re.compile(rb"(?<![\w.])%b(?![\w.])" % number)
        there = [at for at, line in enumerate(lines) if number in line and token.search(line)]
        return any(stands(word, line) for at in there for line in lines[max(0, at - 1) : at + 2])

    def _is_of_its_row(self, one: Citation, path: str) -> bool:
        """Whether a word of a line's row, no citation by itself perhaps (`map`), is defined at the line of a file.

        Or a number stands there that the row has.
        """
        text = self.page.text_lines[one.line - 1]
        if not text.lstrip().startswith("|"):
            return False
        if any(at_line(self.known, word, path, one.start, one.end) for word in _WORD.findall(text)):
            return True
        line = b"\n".join(self.known.lines(path)[one.start - 1 : one.end]).decode("utf-8", "replace")
        return bool(set(_LONG_NUMBER.findall(text)) & set(_LONG_NUMBER.findall(line)) - {str(one.start)})

    def _is_all_of_another(self, one: Citation, fitting: list[str], name: Citation) -> bool:
        """Whether lines from one to another are those of another definition of the file that has a name's."""
        places = self._held.places(name, fitting)
        own = {path: [place for place in places if place.path == path] for path in fitting}
        return any(here and self._held.spans_another(one, path, here) for path, here in own.items())

    def _has_its_words(self, one: Citation, path: str, name: Citation) -> bool:
        """Whether a file has at a line what a name stands for, written otherwise: `IsNextIteration`, `saver_def`."""
        word = parts_of(name.target)[-1].replace("_", "").lower().encode()
        lines = self.known.lines(path)[max(0, one.start - 2) : one.end + 1]
        if b"is" + word in b"".join(lines).replace(b"_", b"").lower():
            return True
        row = self.page.text_lines[one.line - 1].lstrip().startswith("|")  # where a sister may be called so
        return not row and written_otherwise(name.target, lines)

    def _of_a_listing(self, one: Citation, position: int) -> bool:
        """Whether a line's number may be one of a block of code above it, whose lines somebody counts."""
        blocks = [c.code for c in self.page.said[max(0, position - NEXT_TO) : position] if c.kind == "quotation"]
        return any(one.start <= code.count("\n") + 1 for code in blocks)

    def _is_of_a_file_before(self, one: Citation, position: int) -> bool:
        """Whether a number without a name may be a line of a file that the section cites before the one named last."""
        if self.page.tied.get(position) is not None:
            return False
        heading = self.page.heading(one.line)
        before = [
            each.target
            for each in self.page.said[:position]
            if each.kind in ("path", "path:line") and self.page.heading(each.line) == heading
        ]
        paths = [path for target in dict.fromkeys(before) for path in self.known.resolve(target)[:1]]
        return any(one.end <= self._length(path) for path in paths[-MAX_FILES:])

    def _is_quoted_there(self, one: Citation, path: str) -> bool:
        """Whether a place is in a remark behind a line of code, and the file has this code there."""
        text = self.page.text_lines[one.line - 1]
        remark = _REMARK.search(text, 0, one.column)
        code = "".join(text[: remark.start()].split()) if remark is not None else ""
        if len(code) < MIN_QUOTED:
            return False
        lines = self.known.lines(path)[one.start - 1 : one.end]
        return code in "".join(b"".join(lines).decode("utf-8", "replace").split())

    def _others(self, one: Citation, found: list[str]) -> list[str]:
        """Other files that a number without a file may be of: of the same paragraph, or beside the one named last."""
        cited = [c.target for c in self.page.near(one) if c.block == one.block and c.kind in ("path", "path:line")]
        others = [path for target in dict.fromkeys(cited) for path in self.known.resolve(target)[:3]]
        return others + [path for path in self.known.beside(found[0]) if path not in others]

    def _beside(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """The line of a number without a file, where the name stands in another file that it may be of."""
        if not one.unnamed:
            return None
        whole = as_words(words_of(self.known, name.target))
        for path in dict.fromkeys([*self._others(one, fitting), *self.page.files_perhaps]):
            if path not in fitting and any(
                whole.search(line) for line in self.known.lines(path)[one.start - 1 : one.end]
            ):
                return Location(path, one.start, one.end)
        return None

    def _of_another(self, one: Citation, fitting: list[str], name: Citation, how: str) -> Location | None:
        """The cited lines where they are, or are in, what the paragraph names before them, of which no line is said.

        "`A` hands it to its base class `B` (x.py:12)" cites `A`, the nearest before `B` that the file defines. The rows
        of a table are each of their own name.
        """
        text = self.page.text_lines[name.line - 1]
        if how or _LISTED_NAME.search(text, 0, name.column - 1):
            return None
        if any(place.line == one.start and place.path not in fitting for place in self.page.meant(name.target)):
            return None  # it begins at this very line, of another file
        row = text.lstrip().startswith("|")
        between = text[name.end_column : one.column - 1] if name.line == one.line else "-"
        # In brackets behind a function of the file the first line of another is none of its own.
        own = between.strip(" `*") in ("(", "（") and any(
            p.kind in FUNCTIONS and p.path in fitting for p in self._held.places(name, fitting)
        )
        placed = {id(self.page.tied[at][0]) for at, _ in self.page.tied_to_lines}
        for other in reversed(self.page.near(one)):
            before = (other.line, other.column) < (one.line, one.column) and other.block == one.block
            if before and other.kind == "path:line" and (other.line, other.column) < (name.line, name.column):
                break  # what stands before another place is said of that
            if not before or other.kind not in ("symbol", "op") or other is name or id(other) in placed:
                continue
            if row and other.line != one.line:
                break
            if any(ITEM.match(line) for line in self.page.text_lines[other.line : one.line]):
                break  # another item of the list
            bodies = [p for p in self._held.places(other, fitting) if p.kind in BODIES and p.path in fitting]
            for place in bodies:
                first, last = place.line - NEAR_LINES, max(place.end_line, self.known.end(place))
                if first <= one.start and one.end <= last and not (own and place.line == one.start):
                    return Location(place.path, one.start, one.end)
            if bodies and bodies[0].kind in FUNCTIONS:
                break
        return None

    def _registers_another(self, one: Citation, fitting: list[str]) -> bool:
        """Whether a line of a row registers an op that the row has as code, which by itself is no name: `If`."""
        text = self.page.text_lines[one.line - 1]
        ops = {made.op for path in fitting for made in self.known.registered(path) if made.line == one.start}
        return text.lstrip().startswith("|") and any(f"`{op}`" in text for op in ops)

    def _not_registered(self, one: Citation, path: str, name: Citation) -> Verdict:
        """A verdict on a line that does not register what it is said to register."""
        word = parts_of(name.target)[-1]
        here = [r for r in self.known.registered(path) if word in (r.op, r.name)]
        now = min(here, key=lambda r: abs(r.line - one.start))
        detail = f"{name.target} is registered at line {now.line}"
        return self.page.moved(one, Location(path, now.line, now.end_line), detail)

    def _registered(self, one: Citation, fitting: list[str], name: Citation, how: str) -> Location | None:
        """The line where a kernel of this class, or a gradient function of this name, is registered."""
        text = self.page.text_lines[one.line - 1]
        if how == "defined" and not wording.registered(text[name.end_column : one.column - 1]):
            return None
        word = parts_of(name.target)[-1]
        single = one.start == one.end
        for path in fitting:
            exact = single and (self.known.has_tree or begins_another(self.known, word, path, one.start))
            most = 0 if exact else NEAR_LINES
            for r in self.known.registered(path):
                near = r.line - most <= one.start and one.end <= r.end_line + most
                within = one.start <= r.line and r.end_line <= one.end
                if (near or within) and r.kind != "op" and word in (r.op, r.name):
                    return Location(path, one.start, one.end)
        return None if self.known.has_tree else self._by_macro(one, fitting, word)

    def _at_a_head_before(self, one: Citation, position: int, name: Citation) -> Location | None:
        """The line of a number without a file, where it is the first of what the name is in a file cited before."""
        if not one.unnamed or one.start != one.end:
            return None
        cited = [c.target for c in self.page.said[:position] if c.kind in ("path", "path:line")]
        paths = {path for target in dict.fromkeys(cited[::-1]) for path in self.known.resolve(target)[:1]}
        for place in self.known.places(parts_of(name.target)[-1]):
            if place.path in paths and place.line == one.start and place.kind in BODIES:
                return Location(place.path, one.start, one.end)
        return None

    def _in_its_kernel(self, one: Citation, fitting: list[str], name: Citation, how: str) -> Location | None:
        """Lines of an op in the class of a kernel of it, or the head of one of those that are listed with it."""
        between = self.page.text_lines[one.line - 1][name.end_column : one.column - 1] if name.line == one.line else ""
        if name.target not in self.known.ops or wording.registered(between):
            return None
        listed = {other.target for other in listed_with(self.page, name)}
        defined = {place.path for place in self.page.meant(name.target) if place.kind in FUNCTIONS}
        for path in fitting if defined.isdisjoint(fitting) else ():
            if one.start == one.end and heads_class_of(self.known, name.target, path, one.start):
                return Location(path, one.start, one.end)
            made = [r for r in self.known.registered(path) if r.kind == "kernel" and r.op in (name.target, *listed)]
            for op, place in (
                (each.op, place) for each in made for place in self.known.class_places(without_arguments(each.name))
            ):
                head = one.start == one.end == place.line
                own = not how and op == name.target
                within = own and place.line < one.start and one.end <= self.known.end(place)
                if place.path == path and (head or within):
                    return Location(path, one.start, one.end)
        return None

    def _in_turn(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """Lines of a list, "(lines 96 and 61)", of which one is where a name begins, or one of those listed with it."""
        numbers = numbers_of(self.page, one)
        for other in (name, *listed_with(self.page, name)) if len(numbers) > 1 else ():
            for place in self._held.places(other, fitting):
                if place.path in fitting and place.line in numbers:
                    return Location(place.path, place.line, place.line)
        return None

    def _used_at(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """The line that has a name of which a call, or a use, is said to be there."""
        if _CALL_OF.search(self.page.around(name)[0]) is None:
            return None
        if not self.known.has_tree:
            return Location(fitting[0], one.start, one.end)
        last = parts_of(name.target)[-1]
        there = (path for path in fitting if any(stands(last, each) for each in self._cited(path, one)))
        return next((Location(path, one.start, one.end) for path in there), None)

    def _cited(self, path: str, one: Citation) -> Sequence[bytes]:
        """The lines of a file that a document cites, with a tree."""
        return self.known.lines(path)[one.start - 1 : one.end] if self.known.has_tree else ()

    def _of_its_op(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """The line that registers an op, where a name is an attr, an input or an output of it."""
        for path in fitting:
            for made in self.known.registered(path):
                if made.kind == "op" and made.line == one.start and name.target in self.known.op_parts(made.op):
                    return Location(path, one.start, one.end)
        return None

    def _in_its_source(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """Lines that stand alone, in the body of what the header declares which is the nearest file to be meant."""
        for path in fitting if one.unnamed else ():
            for place in self.page.meant(name.target):
                beside = stem(place.path) == stem(path) and place.path != path and place.kind in BODIES
                if beside and place.line <= one.start and one.end <= self.known.end(place):
                    return Location(place.path, one.start, one.end)
        return None

    def _has_its_number(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """Lines that have the number which is said of a name before them: "the Loom version is 134 (x.h:12)"."""
        text = self.page.text_lines[one.line - 1]
        said = text[name.end_column : one.column - 1] if name.line == one.line else ""
        numbers = [match[0] for match in _SAID_NUMBER.finditer(said)]
        for path in fitting if numbers else ():
            if any(stands(number, line) for number in numbers for line in self._cited(path, one)):
                return Location(path, one.start, one.end)
        return None

    def _has_what_it_is_instead(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """Lines that have what a sentence names before what it is not: "it is `kWarp`, not `kWeft` (x.h:12)"."""
        if name.line != one.line or not _AND_NOT.search(self.page.text_lines[one.line - 1], 0, name.column - 1):
            return None
        before = prose.begun(prose.before(self.page.text_lines, name.line, name.column))
        named = [word for span in SPAN.finditer(before) if (word := span[2].strip("'\"()"))]
        for path in fitting:
            lines = self._cited(path, one)
            if any(stands(word, line) for word in named for line in lines):
                return Location(path, one.start, one.end)
        return None

    def _shows_it(self, one: Citation, fitting: list[str]) -> Location | None:
        """Lines that have the code in the brackets right behind them: "`shape`, see x.cc:12 (`MakeShape(1, &s)`)"."""
        shown = _SHOWN.match(self.page.text_lines[one.line - 1], one.behind)
        code = "".join(shown["code"].split()).encode() if shown is not None else b""
        for path in fitting if code else ():
            if code in b"".join(b"".join(self._cited(path, one)).split()):
                return Location(path, one.start, one.end)
        return None

    def _in_its_bracket(self, one: Citation, fitting: list[str], how: str) -> Location | None:
        """Lines of another name that stands behind them in their brackets: "`A` (x.py:12 is its definition, `B`)"."""
        text = self.page.text_lines[one.line - 1]
        before, behind = text[: one.column - 1], text[one.end_column :]
        opened = max(map(before.rfind, "(（")) > max(map(before.rfind, ")）"))
        bracket = _TO_A_NAME.match(behind) if opened else None
        if bracket is None:
            return None
        end = one.end_column + bracket.end()
        for other in [each for each in self.page.on(one.line) if each.column in (end, end + 1, end + 2)]:
            made = self._held.check(one, fitting, other, how) if other.kind == "symbol" else None
            if made is not None and made.verdict == "found":
                return Location(fitting[0], one.start, one.end)
        return None

    def _by_macro(self, one: Citation, fitting: list[str], name: str) -> Location | None:
        """A line of a macro by which kernels of an op, or of a class, are registered: no index knows its text."""
        ops = {r.op for path in fitting for r in self.known.registered(path) if name in (r.op, r.name)}
        ops.update([name] if name in self.known.ops else ())
        for kernel in kernels.of_ops(self.known.index, sorted(ops)) if ops else ():
            for _, defined, _ in kernel.expansion:
                if defined.path in fitting and defined.line <= one.start and one.end <= defined.end_line:
                    return Location(defined.path, one.start, one.end)
        return None

    def _far_from(self, one: Citation, fitting: list[str], name: Citation) -> Place | None:
        """The definition of a name that a cited line has nothing to do with; None where it may have.

        It has when the name stands near it, or in the definition that it is inside of, or when that definition's name
        stands in the named one: a sentence about a function may well cite a function that this calls.
        """
        if not self.known.has_tree or name.target.startswith(("tf.", "keras.")):
            return None
        here = [
            p for p in self.page.meant(name.target) if p.path in fitting and p.kind in ("class", "function", "method")
        ]
        raw = parts_of(name.target)[-1].encode()
        if len(here) != 1 or any(raw in (self.known.read(path) or b"") for path in fitting if path != here[0].path):
            return None
        place = here[0]
        lines = self.known.lines(place.path)
        last = max(place.end_line, body_end(lines, place), self.known.end(place))
        if place.line - 8 <= one.start <= last + 8:
            return None
        around = [s for s in self.known.inside(place.path) if s.kind in ("class", "function", "method")]
        around = [
            s for s in around if self._begins(lines, s, place.path) <= one.start <= one.end <= self.known.end_of(s)
        ]
        word = re.escape(parts_of(name.target)[-1]).encode()
        texts = [lines[max(0, one.start - 9) : one.end + 8]]
        texts += [lines[s.location.line - 1 : self.known.end_of(s)] for s in around]
        if not around or any(re.search(rb"(?<!\w)" + word + rb"(?!\w)", b"\n".join(text)) for text in texts):
            return None
        body = b"\n".join(lines[place.line - 1 : last])
        for symbol in around:
            called = parts_of(symbol.name)[-1].encode()
            if re.search(rb"(?<!\w)" + re.escape(called) + rb"(?!\w)", body):
                return None
        return place

    def _begins(self, lines: Sequence[bytes], symbol: Symbol, path: str) -> int:
        """The first line of what belongs to a definition, with what is written above its head."""
        line = symbol.location.line
        return head_of(lines, Place(symbol.name, symbol.kind, path, line, line))[0]

    def _subjects(self, name: Citation) -> list[Citation]:
        """What a sentence is about before a name that is a value, or that it does something with.

        "`mode` of `Loom` is `FAST` (x.cc:12)", "`Loom` with `Mode::FAST`, declared in x.h:12", "`Weave` serves `Loom`
        and `Beam`, x.cc:12".
        """
        text = self.page.text_lines[name.line - 1]
        first, _ = prose.sentence_span(text, name.column - 1)
        before = [other for other in self.page.on(name.line) if first < other.column < name.column]
        if len(before) > 1 and _SERVES.fullmatch(text, before[0].end_column, before[1].column - 1):
            return before[:1]
        if _WITH.search(text, 0, name.column - 1):
            return [other for other in before if other.kind in ("symbol", "op")][-1:]
        value = name.target.isupper() and not self.page.meant(name.target)
        return [other for other in before if value and other.target in self.known.ops]

    def _in_row(self, one: Citation) -> list[Citation]:
        """The names of a row that its place may be of, whatever the row begins with."""
        return self._placed_names.near(one) if self.page.text_lines[one.line - 1].lstrip().startswith("|") else []

    def _of_the_column(self, one: Citation, fitting: list[str]) -> Verdict | None:
        """A verdict on a place in a row that no name of it is at, where those of the other rows are their names'."""
        sure = self._placed_names.sure(one)
        if not self._in_row(one) or not sure:
            return None
        text = self.page.text_lines[one.line - 1]
        if any(f"`{name.target}" not in text and is_of_the_file(one.target, name.target) for name in sure):
            return None
        cell = text[text.rfind("|", 0, one.column - 1) + 1 : one.column - 1]
        words = _WORD.findall(cell)[-1:]
        cited = b"\n".join([line for path in fitting for line in self.known.lines(path)[one.start - 1 : one.end]])
        if any(stands(word, cited) for word in words):
            return None  # what the cell speaks of right before
        row = [name for name in self.page.on(one.line) if name.kind in ("symbol", "op")]
        row += self._placed_names.of_row(one)
        made = [self._held.check(one, fitting, name, "") for name in (*sure, *row)]
        if any(verdict.verdict == "found" for verdict in made):
            return None
        kept = any(self._registered(one, fitting, name, "") for name in sure)
        return None if kept else made[0]

    def _length(self, path: str) -> int:
        """The number of lines of a file; without a tree, a number that it will hardly have."""
        data = self.known.read(path)
        if data is not None:
            return data.count(b"\n") + (not data.endswith(b"\n"))
        marked = self.known.marked_lines(path)
        if marked:
            return marked
        last = self.known.last_line(path)
        if not last:
            return 1 << 30
        if "test" in path or "benchmark" in path or not path.endswith((".cc", ".h", ".py")):
            return max(3 * last, last + 600)  # of a test hardly anything is a fact
        # Behind the last definition, registration or message of a file there is little more.
        return last + 60 if path.endswith(".cc") else last + 150 + last // 2


def _agree(one: Citation, line: int, end: int) -> bool:
    """Whether cited lines are those of a quotation: they begin together, or one holds the other."""
    if abs(one.start - line) <= BEGIN_LINES:
        return True
    if one.start == one.end:
        return line - NEAR_LINES <= one.start <= end + NEAR_LINES and end - line <= 25
    if one.start <= line + NEAR_LINES and one.end >= end - NEAR_LINES:
        return True
    return one.start >= line - NEAR_LINES and one.end <= end + NEAR_LINES


def _is_private(name: Citation, defining: Sequence[str], cited: Sequence[str]) -> bool:
    """Whether a name is one that a module of Python keeps to itself, and the document cites the one that has it."""
    module = set(defining)
    private = name.target.startswith("_") and name.target.isidentifier()
    return private and len(module) == 1 and defining[0].endswith(".py") and defining[0] in cited


def _is_of_one_kind(op: str, other: str) -> bool:
    """Whether an op is called as another is, with more before or behind it: `ReluGrad`, `ResourceGather`."""
    return op in other or other in op
