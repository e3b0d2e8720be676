"""Cited lines held against the name that they are said of: by the text of the file, or by the index alone."""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.markdown import FENCE, SPAN
from tfexplore.answers.searching import stands, stands_as_it_is
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.branches import begins_branch_with, is_in_branch_of
from tfexplore.answers.verifying.classes import body_end, is_inside_of
from tfexplore.answers.verifying.declared import BODIES, DEFINED, REGISTERED, declares, outside, spoken
from tfexplore.answers.verifying.heads import (
    NEAR_LINES,
    head_of,
    near_head,
    only_remarks,
    statement_head,
)
from tfexplore.answers.verifying.next_to import between, is_only_seen, is_seen_below, is_shown
from tfexplore.answers.verifying.owned import begins_with, is_its_own
from tfexplore.answers.verifying.rows import begins_another, statement
from tfexplore.answers.verifying.specialized import device_said, specialized_at
from tfexplore.answers.verifying.spelling import (
    as_words,
    mentioning,
    nearest_of,
    owner_of,
    parts_of,
    several,
    spot,
    stem,
    without_blanks,
)
from tfexplore.index.symbols import Place
from tfexplore.model import Location
from tfexplore.paths import HEADERS, RULE_FILES
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.known import Known
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.placed_names import PlacedNames
    from tfexplore.answers.verifying.verdicts import Verdict
#: Lines of a range that may be all of a function, by its length alone, by where it begins and ends as well.
TELLING_RANGE, LONG_RANGE, SHORT_RANGE = 16, 8, 5
#: Letters behind a name that say what becomes of it at a place.
NEXT_WORDS = 24
#: Lines of the document above and below a cited line that may name what is there.
AROUND = 3
#: Lines that a message of a `.proto` file has at most.
MESSAGE_LINES = 1_000
#: Lines from the first of a declaration, `template <typename T>`, to the name.
HEAD_LINES = 1
#: Letters of a name behind an underscore that may be anybody's.
SHORT = 8
#: How brackets end that have nothing else than a place.
_CLOSED = regex(r"[`*\]]*\s?[)）]")
_DECLARATION = regex(r"\bdeclarations? of (?:the )?[`*]*\Z|\bdeclared?s [`*]*\Z|前向声明了?(?:的)?\s?[`*]*\Z", re.I)
#: What is before the class of something that a place uses: "in a `Buffer` (x.cc:12)".
_AN_INSTANCE = regex(r"\b(?:in|into|with|as|of|by|makes|creates|wraps|uses|gets|returns)\san?\s[`*]*\Z", re.I)
#: What says right before a name that its place is that of a call.
_IS_CALLED = regex(r"\b(?:calls?|calling|invokes?|invoking|uses?|asks?)\s[`*]*\Z|(?:调用|使用|用到)了?\s?[`*]*\Z", re.I)
#: What says that a function is called: "depending on `f()` (x.cc:12)".
_ASKED = regex(r"\b(?:depend(?:s|ing) on|if|whether|unless|calls?|asks?|checks?|tests?|by)\s[`*]*\Z", re.I)
#: What says that a place is of what a name is compared with, or of what comes of it: "wins over `A` (x.cc:12)",
#: "is true unless the build defines `A` (x.h:12)".
#: Behind a place: "line 12 for `f`"; before one that a clause without a verb of its own cites: "`A` is not; `B` is (".
_FOR = regex(r"`?\s?(?:(?:does|is|was)(?: so)? )?for `((?:\w+(?:::|\.))*\w+)(?:\(\))?`", re.A)
_IS_SO = regex(r"`\s(?:is|was|does|has|are|were)(?: too| as well| not)?,?\s?[(（]`?\Z")
_COMPARED = regex(
    r"\b(?:over|than|instead of|unlike)\s[`*]*\Z"
    r"|\b(?:unless|if|when|without)\s(?:\w+\s){0,4}(?:defines?|defined|sets?|with|has|passes)\s[`*]*\Z",
    re.I,
)
#: The header of a column of those that call what the row is of.
_WHO_CALLS = regex(r"(?:what|who) (?:calls|uses) (?:it|them)|called by|callers?|谁调用.{0,2}|调用[者方]", re.I)
#: What says that a place has no body of a function.
_IS_DECLARED = regex(r"\b(?:declar\w+|pure|virtual)\b|声明|虚函数", re.I)
#: "`A` is the template at", which a header may declare above its definition.
_IS_TEMPLATE = regex(r"\bis (?:the|a) (?:template|overload|declaration)\b", re.I)
#: A call with what it passes, where a signature has types.
_CALL = regex(r"\w\((?![^()]*[\w>][\s*&]+\w)[^()]+\)\Z")
_CONSTANT = regex(r"k[A-Z]\w{6,}", re.A)
_REGISTERS = regex(rb"\s*(?:#\s*define\s+)?REGISTER_\w+\s*\(")
_MESSAGE = regex(rb"\s*(?:message|enum|oneof|service)\s+\w+\s*\{")
#: Words by which a line may be that of a member which stands in for the named one.
_OVERRIDDEN = regex(r"overrid|implements|replaces|subclass|derive|inherit|重写|覆盖|覆写|重载|子类|派生|继承", re.I)

#: What says right before a place that a definition is there, and no statement of it.
_DEFINED_AT = regex(
    r"(?:定义|实现|声明)[在于]\s?[`*\[]*\Z|\b(?:defined|implemented|declared)\s(?:in|at)\s[`*\[]*\Z", re.I
)
#: What says right before a place that it is of the class of a member.
_OF_CLASS = regex(
    r"(?:\b(?:the|its|this|whose) |[(（]\s?)class(?: itself)?(?: (?:is|lives|sits|starts|begins))?"
    r"(?: (?:at|in|on))?\s?[`*(\[]*\Z"
    r"|[该其]?类(?:本身)?(?:定义)?[在于]\s?[`*(\[]*\Z",
    re.I,
)
#: What says before a name that a place is that of a macro for it.
_OF_A_MACRO = regex(r"\bmacros? (?:for|of) (?:the )?[`*]*\Z|宏[^。；;，,]{0,8}\Z", re.I)
_ENDS_WITH_IT = regex(r"[`*)\]）]*\s?[:：]\s*")
#: Lines from the declaration of a template down to its first definition, which may be a specialisation.
DECLARED_ABOVE = 15
#: The arguments of a template, none of which was left out.
_ARGUMENTS = regex(r"<[\w:, ]+>\Z", re.A)
#: Lines of an invocation up to the one that has its op: `REGISTER_KERNEL_BUILDER(\`, `Name("Braid")`.
FIRST_LINES = 2
#: Letters of a generated function that is called as nothing else is.
LONG_WRAPPER = 8
#: What stands between a place and the code that is there: "at line 12 直接 `new A()`".
_IT_IS = regex(r"[`*\s]*(?:直接|就是?|即)?[\s]*`")
#: What says of a place that it is a definition.
_IS_SAID_DEFINED = regex(r"\b(?:defin|declar)|定义|声明", re.I)
#: How much of a name is alike in what it is meant for.
NEARLY = 0.75


#: Words that say what is done at lines, those between them left out; how many of them, and letters of each.
_WORD = regex(r"(?!(?:an?|the|its?|their|all|each|some)\b)[a-z]+")
WORDS_BEFORE, PART = 10, 5
#: A message of several words, how far from lines it is theirs, and what code has between two parts of one.
_TEXT = regex(r"[\"“`](?=(?:[^\s\"“”`]+\s){2}[^\s\"“”`])[^\"“”`\n]{16,240}[\"”`]")
FAR_MESSAGE = 240
_BETWEEN_TEXTS = b" \t\r\n\"'"
#: Code right behind lines, which is more than a name.
_CODE_BEHIND = regex(r"`?[^`,.;。，；\n]{0,20}`(?=[^`\n]*[ (])([^`\n]{8,120})`")


def _as_fields(path: str, words: Sequence[bytes]) -> list[bytes]:
    """What the fields of a class of Python are called that keeps its parameters: `_width` for `width`."""
    return [b"_" + word for word in words if not word.startswith(b"_")] if path.endswith(".py") else []


#: Names of a formula that stand at lines which are cited for all of it.
ENOUGH_OF_FORMULA = 2
_CALCULATES = regex(r"[\w)\]] [+*/%-] [\w(]", re.A)
_PLAIN_WORD = regex(r"[A-Za-z_]\w{2,}", re.A)


class Held:
    """The checks of lines that a document says a name of."""

    def __init__(self, page: Page, placed: PlacedNames) -> None:
        self.page = page
        self.known = page.known
        self._placed = placed

    def check(self, one: Citation, fitting: list[str], name: Citation, how: str) -> Verdict:
        """A verdict on lines of one of some files that a name is said to be at; `how` is that of `ties.Ties`."""
        beside = [each for each in self.page.on(one.line) if each.kind in ("symbol", "op") and each is not name]
        if not beside and name.line == one.line and _WHO_CALLS.fullmatch(self.page.header(name).strip(" *`")):
            return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end))  # it calls what is there
        registered = (path for path in fitting if how != "defined" and self._is_registered_by_macro(one, name, path))
        for path in registered:
            return self.page.verdict(one, "found", Location(path, one.start, one.end))
        for path in fitting:
            if self._is_kernel_of_op(one, name, path):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
        held = self._by_text if self.known.has_tree else self._by_index
        return held(one, fitting, name, how)

    def _by_text(self, one: Citation, fitting: list[str], name: Citation, how: str) -> Verdict:
        words = words_of(self.known, name.target)
        places = self.places(name, fitting)
        if self._is_specialised(name, places):
            words = ["".join(name.text.split()).encode()]  # the others of the template are no mention of it
        single = one.start == one.end
        strict = how == "defined"
        loose = self.inside(one, name)
        for path in fitting:
            lines = self.known.lines(path)
            here = [p for p in places if p.path == path]
            bodied = any(p.kind in BODIES for p in here)
            # Lines as long as a function's that end before it, or begin behind it, are those of another.
            most = 0 if bodied and one.end - one.start >= LONG_RANGE else NEAR_LINES
            first = max(0, one.start - 1 - most)
            near = lines[first : one.end + most]
            told = self._declares(one, name, words, lines) or self._is_its_text(one, name, lines)
            if told or self._is_its_specialization(one, name, lines):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
            if here:  # then a remark that speaks of it is not the place, and only an op's name does stand in a string
                near = spoken(near, strings=all(p.name for p in places) and not self._is_quoted(name))
            around = b"\n".join(near)
            folded = b"" if places else around.lower()
            alone = how == "alone" and not self._spoken_of(one, name, around)
            exact = strict or (alone and bodied)
            beyond = single and (
                self._beyond(one, path, name, here, strict, exact and not loose)
                or self._is_of_namesake(one, name, path, here)
                or (self._heads_another(one, name, here) and not self._speaks_of_head(one, path))
            )
            if not single and here and not _IS_CALLED.search(self.page.around(name)[0][-NEXT_WORDS:]):
                beyond = self.spans_another(one, path, here) or self._is_of_namesake(one, name, path, here)
            if (
                not beyond
                and any(
                    stands_as_it_is(word, around) or stands_as_it_is(word.lower(), folded)
                    for word in [*words, *self._imported_as(path, words), *_as_fields(path, words)]
                )
                and (loose or not (strict or alone) or self._is_place(one, path, first + 1, near, name, here, strict))
            ):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
            strict = strict or (beyond and exact)
            for place in places:
                if place.path != path:
                    continue
                last = max(place.end_line, body_end(lines, place))
                behind = last if single else last + NEAR_LINES
                if not beyond and place.line - NEAR_LINES <= one.start and one.end <= behind:
                    if not single or loose or not exact or abs(one.start - place.line) <= NEAR_LINES:
                        return self.page.verdict(one, "found", Location(path, one.start, one.end))
                    strict = True  # inside of it, where only its head will do
                if not beyond and one.start < place.line and only_remarks(lines[one.start - 1 : place.line - 1]):
                    return self.page.verdict(one, "found", Location(path, one.start, one.end))
            before = (
                bool(here) and not single and all(one.end < place.line for place in here)
            )  # then it is not of the class as a whole
            if not (strict or before) and any(near_head(one, head) for head, _ in self._owners(name, path)):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
            if self._is_of_its_class(one, name, path):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
            if (loose or not (exact or bodied)) and any(word in statement_head(lines, one.start) for word in words):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
            seen = not (here or strict) and is_only_seen(self.page, one)
            used = seen and self._begins_what_has(one, path, words, lines)
            used = used or (not (here or strict) and begins_branch_with(one, words, lines))
            used = used or (not strict and is_in_branch_of(one, words, lines))
            if used or self._is_registered_at(one, words, lines) or self._is_call_at(one, name, words, lines):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
        member = (
            self._in_member(one, fitting, name) if places and (not strict or self._implemented(one, name)) else None
        )
        if member is not None:
            return self.page.verdict(one, "found", member)
        bodies = [p for p in places if p.path in fitting and p.kind in BODIES]
        if any(p.line <= one.start <= self.known.end(p) for p in bodies) and wording.lists_uses(
            self.page.above(one.line)
        ):
            return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end))
        if not strict and _COMPARED.search(self.page.around(name)[0][-80:]):
            return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end))
        here = [p for p in places if p.path in fitting]
        if here and not strict and self._is_in_a_method(one, fitting, name):
            return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end))
        if here:
            now = min(here, key=lambda p: abs(p.line - one.start))
            return self._moved(one, name, now)
        mentions = [
            Place("", "", path, number, number)
            for path in fitting
            for number in mentioning(words, self.known.read(path) or b"")
        ]
        if not strict and any(is_inside_of(self.known.lines(p.path), p.path, p.line, one.end) for p in mentions):
            return self.page.verdict(one, "found", Location(mentions[0].path, one.start, one.end))
        if not strict and any(self._is_of_its_macro(one, place) for place in mentions):
            return self.page.verdict(one, "found", Location(mentions[0].path, one.start, one.end))
        if mentions and not strict and self._begins_message(one, mentions):
            return self.page.verdict(one, "found", Location(mentions[0].path, one.start, one.end))
        if is_seen_below(self.page, one, [(place.path, place.line) for place in mentions]):
            return self.page.verdict(one, "found", Location(mentions[0].path, one.start, one.end))
        if mentions:
            now = min(mentions, key=lambda p: abs(p.line - one.start))
            return self._moved(one, name, now)
        if places:
            detail = f"{name.target} is not in {fitting[0]}"
            return self.page.verdict(one, "moved", places[0], tuple([spot(p) for p in places[:3]]), detail)
        if len(fitting) == 1 and self._is_absent(one, name, fitting[0]):
            where = Location(fitting[0], one.start, one.end)
            instead = self._nearly_called(fitting[0], one, name.target)
            if instead:  # the line is right, and the name is not
                return self.page.verdict(name, "not found", where, (instead,), f"{instead} is there")
            return self.page.verdict(one, "not found", where, (), f"{fitting[0]} has no {name.target}")
        return self.page.verdict(one, "found", Location(fitting[0], one.start, one.end), fitting[1:4], several(fitting))

    def _moved(self, one: Citation, name: Citation, now: Place) -> Verdict:
        """The verdict on lines of a name that is somewhere else in the file: they may be of code that stands behind."""
        for path in self.page.files_meant(one):
            if (
                self._has_code_behind(one, path)
                or self._has_words_before(one, path)
                or self._has_its_message(one, path)
                or self._is_for_another(one, path)
                or self._has_its_column(one, path)
                or self._has_its_expression(one, name, path)
                or (_IS_SO.search(self.page.around(one)[0]) and now.line <= one.start <= now.end_line)
            ):
                return self.page.verdict(one, "found", Location(path, one.start, one.end))
        return self.page.moved(one, now, f"{name.target} is at line {now.line}")

    def _has_its_expression(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether a name is a part of a formula, of whose other names two stand at the lines: "`i = (a + b) % c`"."""
        spans = self.page.spans(name.line)
        span = next((each for each in spans if each.start(2) < name.column <= each.end(2)), None)
        if span is None or not _CALCULATES.search(span[2]):
            return False
        words = {word for word in _PLAIN_WORD.findall(span[2]) if word not in parts_of(name.target)}
        there = b"\n".join(self.known.lines(path)[one.start - 1 : one.end])
        return sum(stands(word, there) for word in words) >= ENOUGH_OF_FORMULA

    def _has_its_column(self, one: Citation, path: str) -> bool:
        """Whether a place is of the column that has code at its head which stands there: | `Cardinality()` |."""
        heads = [span[2].strip().removesuffix("()") for span in SPAN.finditer(self.page.header(one))]
        there = b"\n".join(self.known.lines(path)[one.start - 1 : one.end])
        return any(stands(parts_of(head)[-1], there) for head in heads if head)

    def _is_for_another(self, one: Citation, path: str) -> bool:
        """Whether a place is said of the name behind it: "`f` is at line 12, line 30 for `g`"."""
        match = _FOR.match(self.page.around(one)[1])
        there = b"\n".join(self.known.lines(path)[one.start - 1 : one.end]) if match is not None else b""
        return match is not None and stands(parts_of(match[1])[-1], there)

    def _has_code_behind(self, one: Citation, path: str) -> bool:
        """Whether code that stands on the line follows it, and is more than a name: "at line 12 `new A()`"."""
        code = _CODE_BEHIND.match(self.page.around(one)[1])
        if not self.known.has_tree:
            return code is not None and "(" in code[1] and _IT_IS.fullmatch(code[0], 0, code.start(1)) is not None
        there = b"".join(self.known.lines(path)[one.start - 1 : one.start]).decode("utf-8", "replace")
        return code is not None and without_blanks(code[1]) in without_blanks(there)

    def _has_words_before(self, one: Citation, path: str) -> bool:
        """Whether two words before lines are a name on one of them: "they register a callback with `A` (x.cc:12)"."""
        text = prose.without_files(SPAN.sub(" ", prose.begun(self.page.around(one)[0])))
        said = _WORD.findall(text.lower())[-WORDS_BEFORE:]
        pairs = {first + second for first, second in pairwise(said) if len(first) >= PART and len(second) >= PART}
        there = b"\n".join(self.known.lines(path)[one.start - 1 : one.end]).decode("utf-8", "replace").lower()
        return any(pair in there for pair in pairs)

    def _has_its_message(self, one: Citation, path: str) -> bool:
        """Whether a message of the sentence stands at lines: "`A` says "it must not be empty" at line 12"."""
        before, behind = self.page.around(one)
        texts = [match[0][1:-1].strip(".") for match in _TEXT.finditer(before[-FAR_MESSAGE:] + behind[:FAR_MESSAGE])]
        lines = self.known.lines(path)[max(0, one.start - 1 - HEAD_LINES) : one.end + HEAD_LINES]
        there = b"".join(lines).translate(None, _BETWEEN_TEXTS)
        return any(text.encode().translate(None, _BETWEEN_TEXTS) in there for text in texts)

    def _nearly_called(self, path: str, one: Citation, name: str) -> str:
        """What begins at the very line that a document gives and is called like a name but for a few letters."""
        here = [made.op for made in self.known.registered(path) if (made.kind, made.line) == ("op", one.start)]
        here += [parts_of(made.name)[-1] for made in self.known.inside(path) if made.location.line == one.start]
        near = nearest_of(parts_of(name)[-1], set(here), NEARLY)
        return near[0] if near else ""

    def _imported_as(self, path: str, words: list[bytes]) -> list[bytes]:
        """What a module calls words that it imports under names with an underscore: `import WEAVE as _WEAVE`."""
        data = (self.known.read(path) or b"") if path.endswith(".py") else b""
        return [b"_" + word for word in words if b" as _" + word in data]

    def _declares(self, one: Citation, name: Citation, words: list[bytes], lines: Sequence[bytes]) -> bool:
        """Whether cited lines have a name of which the words before it say that they are its declaration."""
        said = _DECLARATION.search(self.page.around(name)[0][-40:]) or _IS_TEMPLATE.search(
            between(self.page, name, one)
        )
        if said is None:
            return False
        return as_words(words).search(b"\n".join(lines[one.start - 1 : one.end + HEAD_LINES])) is not None

    def _is_of_its_class(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether a line is the head of a member's class, which it is said to be: "`Loom::Weave` (the class is at"."""
        said = _OF_CLASS.search(self.page.around(one)[0][-40:]) is not None
        return said and any(near_head(one, head) for head, _ in self._owners(name, path))

    def _is_in_a_method(self, one: Citation, fitting: list[str], name: Citation) -> bool:
        """Whether lines are inside of a method that is called as a free function of the file is."""
        within = (p for p in self.known.places(name.target) if p.path in fitting and p.kind == "method")
        return any(p.line <= one.start and one.end <= self.known.end(p) for p in within)

    def _is_quoted(self, name: Citation) -> bool:
        """Whether the document writes a name as a text, as a key of a dict is: "the key `"loom"`"."""
        line = self.page.text_lines[name.line - 1]
        at, end = name.column - 1, name.end_column
        return at > 0 and line[at - 1] in "\"'" and line[at - 1] == line[end : end + 1]

    def _is_its_specialization(self, one: Citation, name: Citation, lines: Sequence[bytes]) -> bool:
        """Whether a line is of the specialization of a template that the text says: "the GPU specialization of `A`"."""
        device = device_said(prose.around(*self.page.around(name))) if one.start == one.end else ""
        return (parts_of(name.target)[-1], device) in specialized_at(lines, one.start)

    def _is_its_text(self, one: Citation, name: Citation, lines: Sequence[bytes]) -> bool:
        """Whether a single line has a name as a text, as a key is, whatever else is called so: `attrs["_Loom"]`."""
        text = name.target.encode()
        return one.start == one.end and any(
            sign + text + sign in line for line in lines[one.start - 1 : one.start] for sign in (b'"', b"'")
        )

    def _is_registered_at(self, one: Citation, words: list[bytes], lines: Sequence[bytes]) -> bool:
        """Whether a cited line is one of the first of a macro's invocation that registers what a name stands for."""
        for begin in range(one.start, max(0, one.start - FIRST_LINES), -1) if one.start == one.end else ():
            if _REGISTERS.match(b"".join(lines[begin - 1 : begin])):
                made = statement(lines, begin)
                return begin + len(made) > one.start and as_words(words).search(b"\n".join(made)) is not None
        return False

    def _is_of_its_macro(self, one: Citation, place: Place) -> bool:
        """Whether a line begins the definition of a macro that has a name further down."""
        lines = self.known.lines(place.path)
        begins = any(line.lstrip().startswith(b"#define") for line in lines[one.start - 1 : one.start])
        return begins and one.start <= place.line < one.start + len(statement(lines, one.start))

    def _is_registered_by_macro(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether a line is one by which a macro registers a kernel of the class: `TF_CALL_half(REGISTER_CPU);`."""
        last = parts_of(name.target)[-1]
        made = (each for each in self.known.registered(path) if each.kind == "kernel" and each.name == last)
        return any(each.line <= one.start <= each.end_line for each in made)

    def _is_kernel_of_op(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether a line begins the class of a kernel, or its constructor, where the text names both."""
        if name.target not in self.known.ops or one.start != one.end:
            return False
        text = prose.around(*self.page.around(one))
        heads = (each for each in self.known.inside(path) if each.kind in (*BODIES, "class"))
        classes = (parts_of(each.name)[-1] for each in heads if abs(one.start - each.location.line) <= 1)
        return any(name.target in self.known.taken_by(each) and stands(each, text.encode()) for each in classes)

    def _begins_what_has(self, one: Citation, path: str, words: list[bytes], lines: Sequence[bytes]) -> bool:
        """Whether a line is the first of a function that uses what is defined elsewhere."""
        for symbol in self.known.functions_at(path, one.start) if one.start == one.end else ():
            if abs(symbol.location.line - one.start) <= 1:
                body = b"\n".join(lines[symbol.location.line - 1 : self.known.end_of(symbol)])
                return as_words(words).search(body) is not None
        return False

    def _is_call_at(self, one: Citation, name: Citation, words: list[bytes], lines: Sequence[bytes]) -> bool:
        """Whether a single line has a call, as which a document writes the name: `MAKE_LOOM("wide", ...)`."""
        call = _CALL.search(name.text) is not None and ('"' in name.text or "..." in name.text)
        there = lines[one.start - 1 : one.end] if call and one.start == one.end else []
        return as_words(words).search(b"".join(there)) is not None

    def _is_absent(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether a file has not even the word of a name that only code has, and that other files have.

        Where no file has it, that is said of the name.
        """
        word = parts_of(name.target)[-1]
        if not name.in_code or word.isupper() or word in self.page.own or self.page.strangers(name):
            return False
        constant = _CONSTANT.fullmatch(word) is not None and not one.unnamed
        made = "_" in word.strip("_") or (word.startswith("_") and len(word) > SHORT)  # what no macro puts together
        data = self.known.read(path) if made or constant else None
        if data is None or word.lower().encode() in data.lower():
            return False
        return bool(self.known.somewhere(word))  # for which all files may be opened

    def _by_index(self, one: Citation, fitting: list[str], name: Citation, how: str) -> Verdict:
        """A cited line where no text is at hand: definitions and registrations are all that is known."""
        found = self.page.verdict(
            one, "found", Location(fitting[0], one.start, one.end), fitting[1:4], several(fitting)
        )
        places = self.places(name, fitting)
        here = [p for p in places if p.path in fitting]
        if name.text[:1] in ("'", '"') and not here:
            return found  # a text, which need not be called so
        if _DECLARATION.search(self.page.around(name)[0][-40:]):
            return found
        if how != "defined" and (_CALL.search(name.text) or self._is_of_a_directive(name) or self._is_passed(name)):
            return found  # a call, what is passed to one, or what a macro is defined as, which may be anywhere
        if self._is_of_its_class(one, name, fitting[0]):
            return found
        declared = self._declared_in_a_class(one, fitting, name)
        if declared is not None:
            return found._replace(location=declared)
        single = one.start == one.end
        text = self.page.text_lines[one.line - 1]
        strict = how == "defined"
        loose = self.inside(one, name)
        decorates = single and bool(here) and self._decorates_another(one, name, here[0].path)
        heads = decorates or (single and self._heads_another(one, name, here))
        at_another = heads and begins_with(self.page, one, name) and _CLOSED.match(text, one.end_column) is not None
        another = at_another or (heads and not loose)
        alike = () if another else self.known.places(parts_of(name.target)[-1])  # or what a class beside it calls so
        for place in alike:
            if place.path in fitting and "::" not in name.target and abs(place.line - one.start) <= NEAR_LINES:
                return found._replace(location=Location(place.path, one.start, one.end))
        for place in here:
            if single and not another and abs(place.line - one.start) <= NEAR_LINES + 1:
                return found._replace(location=Location(place.path, one.start, one.end))
            if not single and one.start - NEAR_LINES <= place.line <= one.end + NEAR_LINES:
                return found._replace(location=Location(place.path, one.start, one.end))
            behind = self.known.end(place) + (0 if single else NEAR_LINES)
            holds = not another and place.line - NEAR_LINES <= one.start and one.end <= behind
            if holds and (not single or not how or loose or self._introduces(one)):
                return found._replace(location=Location(place.path, one.start, one.end))
            if any(
                head <= one.start <= end and not head <= place.line <= end
                for head, end in self._spans_of(owner_of(place.name) or owner_of(name.target), place.path)
            ):
                return found._replace(location=Location(place.path, one.start, one.end))  # its declaration
            if self._may_declare(one, place):
                return found._replace(location=Location(place.path, one.start, one.end))
            if self.known.alone_above(place, one.start):
                return found._replace(location=Location(place.path, one.start, one.end))  # a remark above it
        next_words = self.page.around(name)[1][:NEXT_WORDS]
        spoken_of = (
            text[max(0, one.column - 80) : one.column],
            self.page.above(one.line),
            next_words,
            self.page.header(one),
        )
        # Lines may be those where a template is instantiated, or of Python's tests, which the index does not have.
        headed = heads and not self._speaks_of_head(one, fitting[0])
        untold = ("<" in name.text and not headed) or fitting[0].endswith("_test.py")
        untold = untold or (fitting[0].endswith("_test.cc") and "." in name.target)  # a suite and its case
        nearest = min(here, key=lambda p: abs(p.line - one.start)) if here else None
        now = nearest if at_another or not loose else None
        if now is not None and not (strict or another) and self._is_mentioned(one, name, now.path):
            return found  # where it is used
        own = now is not None and not untold and is_its_own(self.page, self._placed, one, name, now)
        within = now is not None and self.known.within_body(now.path, one.start, one.end, now)
        if now is not None and (at_another or (own and within)):
            return self._moved(one, name, now)
        if now is not None and _OF_A_MACRO.search(self.page.around(name)[0][-60:]) and self._is_in_nothing(one, now):
            return found  # of which the index has no line
        registers = "regist" in fitting[0].rpartition("/")[2] and not any(map(_IS_SAID_DEFINED.search, spoken_of))
        registers = registers and not here
        if registers or (not decorates and any(wording.registered(words) for words in spoken_of)):
            return found  # where a function is registered need not be where it is defined
        nowhere = nearest is not None and self._is_unmentioned(one, name, nearest.path)
        if untold and not nowhere:
            return found
        member = self._in_member(one, fitting, name) if not strict or self._implemented(one, name) else None
        if member is not None:
            return found._replace(location=member)
        if nearest is not None and nowhere:
            return self._moved(one, name, nearest)
        if now is not None:
            if now.kind in ("macro", "swig") and not strict and not self._heads_another_macro(one, name, now):
                return found  # where it is used, or where an interface renames it
            if not strict and self._is_behind_all(one, now.path):
                return found  # a macro that registers it, perhaps
            if how or now.kind in ("class", "type") or not within:
                return self._moved(one, name, now)
        if parts_of(name.target)[-1] in self.known.spoken and any(map(self.known.registered, fitting)):
            return found  # a kernel's class there may have it as an argument
        written = places and all(p.kind in ("class", "function", "method") for p in places)
        fitting_stems = {stem(path) for path in fitting}
        used = re.search(r"\([^()]", name.text) is not None  # with arguments it is a use, which may be anywhere
        elsewhere = written and not used and not here and not fitting_stems & {stem(p.path) for p in places}
        if all(p.kind == "method" for p in places) and (
            parts_of(name.target)[-1].islower()
            or fitting[0].endswith(".h")
            or (name.text.endswith("()") and parts_of(name.target) == [name.target])
        ):
            # Anybody may call a member, have a variable of that name, or declare it without a body.
            elsewhere = elsewhere and strict
        if fitting[0].endswith(".h") and all(p.kind in ("function", "method") for p in places):
            elsewhere = elsewhere and not _IS_DECLARED.search(self.page.around(one)[0][-60:])
        elsewhere = elsewhere and not self._is_part_of_an_op(one, name) and not self._is_given_to_an_op(one, places)
        elsewhere = elsewhere and not self._introduces(one) and not fitting[0].endswith(RULE_FILES)
        module = parts_of(name.target)[-2:-1] if "." in name.target else []
        if module and all(stem(place.path).endswith(f"/{module[0]}") for place in places) and not strict:
            return found  # what a module gives that the name says, used in another file
        if name.target.startswith("Eigen::"):
            return found  # what is beside the tree, used in it
        elsewhere = elsewhere and not (name.text.endswith("()") and _ASKED.search(self.page.around(name)[0][-40:]))
        instance = all(p.kind == "class" for p in places) and _AN_INSTANCE.search(self.page.around(name)[0][-20:])
        elsewhere = elsewhere and not instance
        if fitting[0].endswith(".i") and not strict and not all(place.path.endswith(".i") for place in places):
            return found  # which takes or gives what others define
        if elsewhere and (strict or not self._is_within_anything(one, fitting[0], places[0])):
            detail = f"{name.target} is not defined in {fitting[0]}"
            return self.page.verdict(one, "moved", places[0], tuple([spot(p) for p in places[:3]]), detail)
        return found

    def _is_within_anything(self, one: Citation, path: str, place: Place) -> bool:
        """Whether lines of a file are in a body, or in a registration, which may have one as its shape function."""
        if self.known.within_body(path, one.start, one.end, place):
            return True
        return any(made.line < one.start <= made.end_line for made in self.known.registered(path))

    def _is_mentioned(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether cited lines have a name that their file defines, in its definition or anywhere else."""
        lines = self.known.mentioned(path, parts_of(name.target)[-1])
        return any(one.start <= line <= one.end for line in lines)

    def _is_unmentioned(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether a file has a name that it defines nowhere near some lines, neither as code nor in a string."""
        word = parts_of(name.target)[-1]
        if word in self.known.ops or word in self.known.wrappers:
            return False  # which code may call otherwise: see `words_of`
        lines = self.known.mentioned(path, word)
        return bool(lines) and not any(one.start - NEAR_LINES <= n <= one.end + NEAR_LINES for n in lines)

    def _is_passed(self, name: Citation) -> bool:
        """Whether a name stands in the brackets of a call or a signature: `build(self, input_shape)`."""
        spans = [span for span in self.page.spans(name.line) if span.start(2) < name.column <= span.end(2)]
        return any("(" in span[2][: name.column - 1 - span.start(2)] for span in spans)

    def _is_of_a_directive(self, name: Citation) -> bool:
        """Whether a name stands in a directive of the document's: `#define LOOM_OP PowerLoomOp`."""
        spans = [span for span in self.page.spans(name.line) if span.start(2) < name.column <= span.end(2)]
        return any(span[2].lstrip().startswith("#define") and span[2].split()[1:2] != [name.target] for span in spans)

    def _introduces(self, one: Citation) -> bool:
        """Whether a place ends a sentence with the block that it is of right below: "a `Loom` (x.h:60-68):"."""
        lines = self.page.text_lines
        ends = _ENDS_WITH_IT.fullmatch(lines[one.line - 1], one.behind) is not None
        below = next((line for line in lines[one.line : one.line + 2] if line.strip()), "")
        return ends and FENCE.match(below) is not None

    def _is_given_to_an_op(self, one: Citation, places: Sequence[Place]) -> bool:
        """Whether lines are of the registration of an op, which may be given any function: that of its shapes."""
        return all(place.kind == "function" for place in places) and any(
            made.kind == "op" and made.line <= one.start and one.end <= made.end_line
            for path in self.page.files_meant(one)[:1]
            for made in self.known.registered(path)
        )

    def _is_part_of_an_op(self, one: Citation, name: Citation) -> bool:
        """Whether lines are of the registration of an op that has a name as its part, in any file that is called so."""
        defined = [
            op
            for path in self.known.called(one.target.rpartition("/")[2])
            for made in self.known.registered(path)
            if made.kind == "op" and made.line <= one.start
            for op in self.known.op_defs(made.op)
            if op.location.path == path and one.end <= op.location.end_line
        ]
        return any(name.target in self.known.op_parts(op.name) for op in defined)

    def spans_another(self, one: Citation, path: str, here: list[Place]) -> bool:
        """Whether lines are those of another definition than what a name is of, though it may be used there.

        They go from the head of one to its end, or from within one into another, as what was counted wrongly does;
        or they are as many as the name's own has, which are elsewhere.
        """
        own = [(place.line, max(place.end_line, self.known.end(place))) for place in here]
        span = one.end - one.start
        if span < SHORT_RANGE or any(first <= one.start and one.end <= last for first, last in own):
            return False
        bodied = [(place.line, self.known.end(place)) for place in here if place.kind in BODIES]
        if span >= TELLING_RANGE and any(
            last - first == span and abs(first - one.start) > NEAR_LINES for first, last in bodied
        ):
            return True
        if any(first <= one.end and one.start <= last for first, last in own):
            return False
        lines = self.known.lines(path)
        inside = [s for s in self.known.inside(path) if s.kind in BODIES]
        bodies = [(s.location.line, _last_line(lines, s.location.line, self.known.end_of(s))) for s in inside]
        if any(abs(first - one.start) <= 1 and abs(last - one.end) <= 1 for first, last in bodies):
            return True
        if span < LONG_RANGE or any(first - NEAR_LINES <= one.end and one.start < last for first, last in own):
            return False
        begun = [last for first, last in bodies if first + 1 < one.start < last - 1]
        ended = [first for first, last in bodies if first + 1 < one.end < last - 1]
        return bool(begun and ended) and min(begun) < max(ended)

    def _beyond(self, one: Citation, path: str, name: Citation, here: list[Place], strict: bool, exact: bool) -> bool:
        """Whether a line is at no head of some definitions, nor inside of one if it may be, nor next to a use.

        An `exact` one may not be inside, nor next to a use; a `strict` one may not be a use.
        """
        kinds = {place.kind for place in here}
        lines = self.known.lines(path)
        if not kinds.intersection(BODIES) or kinds.difference(BODIES, REGISTERED) or one.start > len(lines):
            return False
        heads = []
        for place in here:
            head = (place.line, place.end_line) if place.kind in REGISTERED else head_of(lines, place)
            above = lines[one.start - 1 : head[0] - 1]  # nothing but empty lines need not belong to anything else
            if head[0] <= one.start <= head[1] or (0 < len(above) <= NEAR_LINES and not b"".join(above).strip()):
                return False
            if not exact and place.line <= one.start <= max(place.end_line, body_end(lines, place)):
                return False
            heads.append(head)
        word = parts_of(name.target)[-1]
        if strict:
            cited = lines[one.start - 1 : one.start]
            return not declares(self.known, path, one.start, cited, word.encode(), here)
        near = range(one.start, one.start + 1) if exact else range(one.start - NEAR_LINES, one.start + NEAR_LINES + 1)
        used = [n for n in near if 0 < n <= len(lines) and not any(head <= n <= last for head, last in heads)]
        return not any(stands(word, line) for line in spoken([lines[n - 1] for n in used], strings=True))

    def _is_place(
        self, one: Citation, path: str, first: int, near: list[bytes], name: Citation, here: list[Place], strict: bool
    ) -> bool:  # fmt: skip
        """Whether the lines near a cited one, which have a name, define it, or the cited one is where it is used."""
        defined = [p for p in here if p.kind in DEFINED]
        for place in here if defined else ():
            last = place.end_line if place.kind in REGISTERED else place.line
            if place.kind not in DEFINED and place.line - NEAR_LINES <= one.end and one.start <= last + NEAR_LINES:
                return True
        if not defined:
            return True  # registered, or written by a macro
        word = parts_of(name.target)[-1].encode()
        if declares(self.known, path, first, near, word, defined):
            return not outside(self.known, path, one.start, one.end, parts_of(name.target), defined)
        at = one.start - first
        return not strict and any(stands(word.decode(), line) for line in near[at : at + one.end - one.start + 1])

    def _heads_another(self, one: Citation, name: Citation, here: list[Place]) -> bool:
        """Whether a line is the first of another definition, which is no part of the one that it is said of."""
        bodies = [place for place in here if place.kind in BODIES]
        if not bodies or not all(place.kind in (*BODIES, "gradient") for place in here):
            return False
        if any(place.line <= one.start <= self.known.end(place) for place in bodies):
            return False
        last, owner = parts_of(name.target)[-1], parts_of(name.target)[-2:-1]
        return any(
            symbol.location.line == one.start and parts_of(symbol.name)[-1] not in (last, *owner)
            for symbol in self.known.inside(here[0].path)
            if symbol.kind in BODIES
        )

    def _heads_another_macro(self, one: Citation, name: Citation, now: Place) -> bool:
        """Whether a line said of a macro is the first of another thing, of which the text around says nothing."""
        single = one.start == one.end and now.kind == "macro"
        another = single and begins_another(self.known, parts_of(name.target)[-1], now.path, one.start)
        return another and not self._speaks_of_head(one, now.path)

    def _speaks_of_head(self, one: Citation, path: str) -> bool:
        """Whether the text around a line names what the line is the first of, which may have what is said of it."""
        around = "\n".join(self.page.text_lines[max(0, one.line - 1 - AROUND) : one.line + AROUND])
        begun = [s.name for s in self.known.inside(path) if s.location.line == one.start]
        return any(stands(parts_of(name)[-1], around.encode()) for name in begun)

    def _decorates_another(self, one: Citation, name: Citation, path: str) -> bool:
        """Whether a line registers another function as a gradient, right above the head of that."""
        last = parts_of(name.target)[-1]
        there = [r for r in self.known.registered(path) if r.kind == "gradient" and r.line == one.start]
        return path.endswith(".py") and bool(there) and all(last not in (r.op, r.name) for r in there)

    def _is_of_namesake(self, one: Citation, name: Citation, path: str, here: list[Place]) -> bool:
        """Whether what another class calls so begins at a line, or within some, and the named one is elsewhere.

        Lines from one to another are the named one's as well where they reach into it, or name its class.
        """
        *_, owner, last = ["", "", *parts_of(name.target)]
        if not owner or not here or any(owner_of(place.name) != owner for place in here):
            return False
        if one.start == one.end:
            own = any(place.line == one.start for place in here)
        else:
            ends = [(place.line, max(place.end_line, self.known.end(place))) for place in here]
            text = b"\n".join(self.known.lines(path)[one.start - 1 : one.end])
            own = any(first <= one.end and one.start <= end for first, end in ends) or stands(owner, text)
        if own or _OVERRIDDEN.search(prose.around(*self.page.around(one))):
            return False
        return any(
            one.start <= symbol.location.line <= one.end
            and symbol.kind in BODIES
            and parts_of(symbol.name)[-1] == last
            and owner_of(symbol.name) not in ("", owner)
            and self.known.class_places(owner_of(symbol.name)) != []
            for symbol in self.known.inside(path)
        )

    def _begins_message(self, one: Citation, mentions: list[Place]) -> bool:
        """Whether a line of a `.proto` file begins a message, or an enumeration, that has the named field."""
        for place in mentions:
            lines = self.known.lines(place.path)
            if not place.path.endswith(".proto") or not _MESSAGE.match(b"".join(lines[one.start - 1 : one.start])):
                continue
            depth = 0
            for number, line in enumerate(lines[one.start - 1 : one.start + MESSAGE_LINES], one.start):
                if number == place.line and depth:
                    return True
                code = line.partition(b"//")[0]
                depth += code.count(b"{") - code.count(b"}")
                if depth <= 0:
                    break
        return False

    def _is_behind_all(self, one: Citation, path: str) -> bool:
        """Whether a line of a source is behind all definitions of it, where things are registered by macros."""
        ends = [symbol.location.end_line for symbol in self.known.inside(path)]
        ends += [registration.end_line for registration in self.known.registered(path)]
        return path.endswith(".cc") and one.start == one.end and max(ends, default=one.start) < one.start

    def _is_in_nothing(self, one: Citation, now: Place) -> bool:
        """Whether a line of a source, behind a thing, is in nothing that an index has, and may register it."""
        if one.start != one.end or not now.path.endswith(".cc") or one.start <= self.known.end(now):
            return False
        spans = [(s.location.line, self.known.end_of(s)) for s in self.known.inside(now.path)]
        spans += [(made.line, made.end_line) for made in self.known.registered(now.path)]
        return not any(first <= one.start <= last for first, last in spans)

    def _may_declare(self, one: Citation, place: Place) -> bool:
        """Whether a line of a header above a free function, or little above a class, may be its declaration."""
        if "::" in place.name or not place.path.endswith(".h") or one.end >= place.line:
            return False
        if place.kind != "function" and (place.kind != "class" or place.line - one.start > DECLARED_ABOVE):
            return False
        within = [
            one.start <= s.location.end_line and s.location.line <= one.end for s in self.known.inside(place.path)
        ]
        return not any(within)

    def _declared_in_a_class(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """The cited line where it is in a class of a header that has no body of a method, and so may declare it."""
        methods = self.known.places(parts_of(name.target)[-1])
        of_classes = sum(place.kind == "method" for place in methods)
        if "::" in name.target or 2 * of_classes <= len(methods):
            return None
        for path in fitting if one.start == one.end else ():
            if not path.endswith(HEADERS):
                continue
            inside = [s.location for s in self.known.inside(path) if s.kind not in ("class", "type")]
            if any(where.line <= one.start <= where.end_line for where in inside):
                continue  # in a body, which declares nothing
            for symbol in self.known.inside(path):
                head, end = symbol.location.line, self.known.end_of(symbol)
                if symbol.kind == "class" and head < one.start <= end:
                    here = [p for p in methods if p.path == path and head <= p.line <= end]
                    if not here:
                        return Location(path, one.start, one.end)
        return None

    def _in_member(self, one: Citation, fitting: list[str], name: Citation) -> Location | None:
        """The cited lines where they are a member's of the named class that is defined outside of it."""
        for path in fitting if len(parts_of(name.target)) == 1 else ():
            if self.known.within_member(path, name.target, one.start, one.end):
                return Location(path, one.start, one.end)
        return None

    def _implemented(self, one: Citation, name: Citation) -> bool:
        """Whether the words between a name and a place say that something is implemented by it there."""
        text = self.page.text_lines[name.line - 1][name.end_column :]
        between = text[: one.column - 1 - name.end_column] if name.line == one.line else text
        return wording.implemented(between)

    def places(self, name: Citation, fitting: list[str]) -> list[Place]:
        """Where a name is defined; in files that no free function of the name is in, the classes' members too.

        A word of small letters (`load`) may be either's where both have it.
        """
        places = self._specialised(name, self.page.meant(name.target))
        either = name.target.isalpha() and name.target.islower()
        if "." in name.target or "::" in name.target or (not either and any(p.path in fitting for p in places)):
            return places
        return places + [p for p in self.known.places(name.target) if p.path in fitting and p not in places]

    def _specialised(self, name: Citation, places: list[Place]) -> list[Place]:
        """The places of the very specialisation of a template that a document names, where the tree has such."""
        return [place for place in places if self._is_specialised(name, [place])] or places

    def _is_specialised(self, name: Citation, places: list[Place]) -> bool:
        """Whether all of some places are heads of the template with the arguments that a document names."""
        if not (self.known.has_tree and places and _ARGUMENTS.search(name.text)):
            return False
        if any(place.kind not in BODIES for place in places):
            return False  # where it is registered it has its arguments as well
        wanted = "".join(name.text.rpartition("::")[2].split()).encode()
        heads = (self.known.lines(place.path)[place.line - 1 : place.line + 1] for place in places)
        return all(wanted in b"".join(b"".join(head).split()) for head in heads)

    def _owners(self, name: Citation, path: str) -> list[tuple[int, int]]:
        """The first and the last lines of the classes in a file whose member a name is said to be."""
        return self._spans_of("".join(parts_of(name.target)[-2:-1]), path)

    def _spans_of(self, owner: str, path: str) -> list[tuple[int, int]]:
        """The first and the last lines of the classes of a file that have a name."""
        classes = self.known.class_places(owner) if owner else []
        return [(p.line, self.known.end(p)) for p in classes if p.path == path]

    def inside(self, one: Citation, name: Citation) -> bool:
        """Whether the words around a name or behind its place say that the place is one inside of the thing."""
        before, behind = self.page.around(one)
        if _DEFINED_AT.search(before[-40:]):
            return False
        before_name, behind_name = self.page.around(name)
        if is_shown(self.page, name) or wording.of_callers(self.page.header(name)):
            return True
        first = (name.line, name.column) < (one.line, one.column)
        return wording.inside(before_name, behind_name) or (first and wording.inside("", behind.lstrip("`)]")))

    def _spoken_of(self, one: Citation, name: Citation, text: bytes) -> bool:
        """Whether a text has another name that the document has next to a citation: what a function calls, say."""
        beside = [c for c in self.page.near(one) if c.kind in ("symbol", "op")]
        words = {parts_of(c.target)[-1].encode() for c in beside if abs(c.line - one.line) < 3}
        own = {part for place in self.page.meant(name.target) for part in parts_of(place.name)}
        words -= {part.encode() for part in (*own, parts_of(name.target)[-1])}
        return bool(words) and as_words(sorted(words)).search(text) is not None


def _last_line(lines: Sequence[bytes], first: int, last: int) -> int:
    """The last line of a definition that is neither empty nor a decorator of the next one."""
    last = min(last, len(lines))
    while last > first and (not (text := lines[last - 1].strip()) or text.startswith(b"@")):
        last -= 1
    return last


def words_of(known: Known, target: str) -> list[bytes]:
    """What of a name must stand in a text, or for a generated function its op's name."""
    last = parts_of(target)[-1]
    words = [last.encode()]
    if last in known.ops:
        words += [f"Is{last}".encode(), f"k{last}".encode()]  # as Grappler asks for nodes
        wrapper = lower_case(last)
        if wrapper in known.wrappers and len(wrapper) >= LONG_WRAPPER and "_" in wrapper:
            words.append(wrapper.encode())  # as Python makes them
    if last in known.wrappers and target.partition(".")[0].startswith("gen_"):
        words += [op.encode() for _, op in known.wrappers[last]]
    return words
