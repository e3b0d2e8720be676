"""Verdicts on names: ops, classes, functions, macros and members of C++ and Python."""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.denials import denies
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.texts import header
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.classes import rank
from tfexplore.answers.verifying.dotted import C_API, Dotted, fields_of
from tfexplore.answers.verifying.members_of import is_nested_elsewhere
from tfexplore.answers.verifying.spelling import (
    in_the_style_of,
    inside_of,
    is_a_slip,
    letters_allowed,
    nearest_of,
    owner_of,
    parts_of,
    stem,
    suspicious,
)
from tfexplore.answers.verifying.unknown import CONSTANT, Unknown
from tfexplore.model import Location
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case
from tfexplore.word_marks import MIN_LETTERS

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place


#: A word of a name in capitals and small letters.
#: What says that a name is a target of a BUILD file.
_A_TARGET = regex(
    r"(?:\b(?:filegroup|genrule|target|rule|label|\w+_(?:library|binary|test))s?(?:\s(?:is|are|called|named))?|目标|规则)\s?[`*\"']*\Z",
    re.A,
)
#: "`loom_test` (`kernels/BUILD:12`)".
_IN_A_RULE_FILE = regex(r"[`*]*\s?[(（]\s?(?:in\s|at\s)?`?(?:[\w.-]+/)*BUILD(?:\.bazel)?[:`,，)）]", re.A)
_WORDS = regex(r"[A-Z][a-z0-9]+", re.A)
#: Letters by which another word differs, rather than a misspelling.
SEVERAL_LETTERS = 2
#: Words of a class's name that nobody has by chance.
SEVERAL_WORDS = 2
#: Letters from which on a word of prose may be a misspelt name.
SHORTEST = 6
#: Words that a notion has at most.
NOTION = 3
#: Files that define a name of which nobody can say which is meant, unless so few are of classes.
MANY_PLACES, FEW_CLASSES = 8, 4
#: What says of a name that it is a test's, or of tests.
_TESTS = regex(r"\b[Tt]ests?\b|_tests?\b|\btest_|[a-z]Test\b|\b[Ff]ixtures?\b|测试|夹具|用例", re.A)
_LABELLED = regex(
    r"(?:\b[Tt]ests?|\b[Ff]ixtures?|测试|夹具|用例)\s?[:：]|^test_|[a-z]Test$|_test$|^Test(?:[A-Z][a-z]+){3}", re.A
)
#: Lines above a name that may say so, and unknown names of a line.
LINES_ABOVE, SEVERAL = 2, 3
#: What is in a comment is in no file's code.
#: Whose a name is that nothing has.
_OURS = regex(
    r"\b(?:our|my)\*{0,2}(?: (?:op|kernel|class|function|helper))?\s[`*]*\Z|\b(?:on|at) our (?:side|end)\b[^.;。；]*\Z"
    r"|\b(?:our|my|the|your|this) (?:patch|change|PR|fix)\s[`*\"'(]*\Z"
    r"|\b(?:our|my) (?:fork|branch) (?:has|adds|defines|carries) (?:an? |the |its own )?[`*\"'(]*\Z"
    r"|(?:我们的?|这个)(?:补丁|改动)\s?[`*]*\Z"
    r"|\b(?:mine|ours) (?:is|are) (?:called|named) [`*]+\Z"
    r"|\b(?:our|my) (?:\w+ ){1,3}(?:is|are|lives in|sits in) `[^`]+`,? (?:with|has|and) (?:its )?[`*]+\Z",
    re.I,
)
_COMMENTED_OUT = regex(r"\bcomment(?:ed)?[- ]out\b|注释掉|被注释", re.I)

#: What a public name has become: "`tf.contrib.lite` is `tf.lite`".
_IS_NOW = regex(r"[`*)]{1,3}\s?(?:(?:is|became|moved to|turned into)\s(?:now\s)?|(?:→|->|=>)\s?)`tf\.\w")
#: What calls a name that of a test.
_A_TEST = regex(r"\btests?\s[`*]{1,3}\Z|测试\s?[`*]{1,3}\Z", re.I)
#: What somebody is told to look for in a log or in files.
_GREP = regex(r"\b(?:grep|rg)(?:\s-\w+)*(?:\sfor)?\s[`*\"']*(?:(?:class|struct|def|void|static)\s)?\Z")
#: What says of the names of a sentence that they came with a later release.
_SINCE_LATER = regex(
    r"(?:\b2\.(?:x|\d{1,2})|后来(?:的版本)?|之后的版本)\s?(?:版本?)?(?:里|中)?才(?:加|有|引入|出现|新增)"
)
#: Words of a design by which a sentence need not be about what there is.
_OF_DESIGNS = regex(
    r"\b(?:will|would|should|shall|must|may|might|could|can|new|add\w*|introduc\w+|creat\w+|propos\w+|instead|replac\w+"
    r"|becomes?|renam\w+|mov\w+|split\w*|ours?|my|we|I|you|your|plan\w*|want\w*|to be|like|similar|analog\w*|modell?ed"
    r"|sketch\w*|named?|called|copy|copied|next to|beside|alongside|extend\w*|deriv\w+|subclass\w*)\b"
    r"|新|加|拟|我|你|将|应|要|可以|改|建议|计划|方案|类似|仿|照|派生|继承",
    re.I,
)
#: How lists of targets and options are called.
_OF_BUILD_FILES = regex(
    r"_?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:DEPS|SRCS|HDRS|COPTS|LINKOPTS|DEFINES|VISIBILITY|TAGS)", re.A
)
#: What a class is called with behind what it is of.
_KINDS = ("Functor", "Op", "Kernel")


#: What is called so is a thread, which the system shortens or TensorFlow puts a prefix before.
_THREADS = regex(r"[`*]{0,3} (?:worker )?threads?\b|[`*]{0,3}\s?线程", re.I)


class _Told(Record):
    """Whether a document says of a name, anywhere, that it is not so, that there is none, or that it is the author's.

    `somebodys` are the places at which it is somebody's, which says nothing of the name at such a place itself.
    """

    refuted: bool
    denied: bool
    own: bool
    somebodys: frozenset[tuple[int, int]]


#: What says that something has one that is called so.
_HAS_ONE_CALLED = regex(
    r"(?:也|里|中)?有(?:一?[个种])?(?:叫|名为|名叫)做?\s?[`*]*\Z"
    r"|\bhas (?:an?|one|its own) (?:(?:pass|op|class|function) )?(?:called|named) [`*]*\Z",
    re.I,
)


def _is_own(before: str, behind: str) -> bool:
    """Whether the words next to a name say that it is the author's own."""
    return (
        disclaimers.introduced(before)
        or disclaimers.subclassed(before, behind)
        or disclaimers.own(before, behind)
        or disclaimers.are_ours(behind)
        or disclaimers.of_a_fork(prose.around(before, behind))
    )


class Names:
    """The checks of a document's names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._dotted = Dotted(page)
        self._unknown = Unknown(page)
        self._judged: dict[int, Verdict | None] = {}  # names that no file has, by their positions
        self._told: dict[str, _Told] = {}  # what is said of a name, by its target

    def check(self, one: Citation, position: int) -> Verdict | None:
        """A verdict on a name; None for one that need not be TensorFlow's."""
        if one.target.endswith("_") and self.page.text_lines[one.line - 1][one.end_column : one.end_column + 1] == "*":
            return None  # a pattern of names, or of files
        made = self._checked(one, position)
        if made is None or made.verdict != "not found":
            return made
        if one.fenced and header(self.page.text_lines[one.line - 1].lstrip(" >").encode("utf-8", "replace")):
            return None  # what a program put into a message
        return None if self.is_excused(one, made) or self._is_of_tests(one) else made

    def _is_of_tests(self, one: Citation) -> bool:
        """Whether a name is one of tests, as the text says, and a test has it, or a file is called so.

        An index has no names of tests: there it is one that stands under the word, has a shape that only tests have, or
        is on a line with others that no index has.
        """
        if not self._speaks_of_tests(one):
            return False
        last = parts_of(one.target)[-1]
        if last.endswith("_test") and any(self.known.called(f"{last}{ending}") for ending in (".cc", ".py")):
            return True
        if self.known.has_tree:
            return last in self._tested
        beside = [other for other in self.page.on(one.line) if other.kind in ("symbol", "op")]
        several = sum(not self.known.knows(parts_of(other.target)[-1]) for other in beside) >= SEVERAL
        under = any(map(_LABELLED.search, (*self._said_near(one), f"{self.page.header(one)}:")))
        return "::" not in one.target and (several or under)

    def _said_near(self, one: Citation) -> tuple[str, ...]:
        """The name's last word, its line with those before it, and the text above its list."""
        lines = self.page.text_lines[max(0, one.line - 1 - LINES_ABOVE) : one.line]
        return (*lines, self.page.above(one.line), parts_of(one.target)[-1])

    def _speaks_of_tests(self, one: Citation) -> bool:
        """Whether the text around a name, its header or its heading speaks of tests."""
        if one.target.startswith(("tf.", "tensorflow.", "keras.")):
            return False
        said = (*self._said_near(one), self.page.header(one), self.page.heading(one.line))
        return any(map(_TESTS.search, said))

    @cached_property
    def _tested(self) -> set[str]:
        """The names of the document that no other file has, where it speaks of tests, and a test has."""
        said = [one for one in self.page.said if one.kind in ("symbol", "op") and self._speaks_of_tests(one)]
        names = {last for one in said if len(last := parts_of(one.target)[-1]) > SHORTEST}
        return self.known.in_tests(name for name in names if not (self.known.knows(name) or self.known.stands(name)))

    def is_excused(self, one: Citation, made: Verdict) -> bool:
        """Whether the document says of a name that is nowhere that there is no such thing, or whose else it is."""
        text = self.page.text_lines[one.line - 1]
        before, behind = text[: one.column - 1], text[one.end_column :]
        if disclaimers.denied(before, behind) or denies(*self.page.around(one)):
            return True  # that is what the document says
        if _A_TARGET.search(before[-40:]) and self.known.has_target(one.target) is not False:
            return True
        if _COMMENTED_OUT.search(prose.around(*self.page.around(one))):
            return True  # so is that the code which has it is none
        if (
            _OURS.search(before)
            or disclaimers.asked(*self.page.around(one))
            or disclaimers.own(self.page.around(one)[0], behind)
            or disclaimers.of_a_release(before)
            or _THREADS.match(behind)
            or before.endswith(("…", "..."))  # the end of a name
            or disclaimers.told_to_write(before)
            or (one.target.startswith("tf.contrib.") and _IS_NOW.match(behind))
            or (_A_TEST.search(before) and self._is_of_a_strange_file(one))
            or self._told_of(one.target).refuted
        ):
            return True
        other = disclaimers.of_another_project(self.page.around(one)[0])
        if other and (_HAS_ONE_CALLED.search(before) or not self._is_nearly_there(one.target)):
            return True
        if "::" in one.target and self.known.stands(one.target):
            return True  # what a message calls it
        if (one.fenced or not self.known.has_tree) and _GREP.search(before):
            return True  # a text, which need be no name
        head = self.page.header(one)
        if disclaimers.own_column(head) or disclaimers.of_another_release(head, self.page.state.tag or ""):
            return True
        sentence = prose.sentence(text, one.column)
        if self.page.is_absent_by_row(one) or disclaimers.you_propose(sentence):
            return True
        if _SINCE_LATER.search(sentence) or (one.target.endswith("_gen") and "BUILD" in sentence):
            return True  # or a target, which a rule names after another
        if ("." in one.target and disclaimers.absent_itself(sentence)) or (
            "::" in one.target and disclaimers.later(sentence)
        ):
            return True
        if self._is_of_a_file(one.target):
            return True
        there = self._is_said_of_the_tree(one) or self._is_a_slip(one)
        varies = self.page.variants.has(one)
        if (self.page.is_planned(one) and not (there or (varies and self.page.is_review))) or self._is_somebodys(one):
            return True
        if self.page.is_of_its_own(one):
            return True
        if one.target.isupper() and self.page.is_said_of_its_own(one):
            return True  # the variable, or the macro, of the author's class
        anothers = self.page.is_anothers(one) and not (there or varies)
        return anothers or (not self.known.tells_of(one.target) and self._is_beside(one, made))

    def _is_said_of_the_tree(self, one: Citation) -> bool:
        """Whether a sentence of a design describes what there is: a name that stands once in it, beside a file's lines.

        Nothing in such a sentence says what the author would have, or whose the name is.
        """
        last = parts_of(one.target)[-1]
        if not one.in_code or one.fenced or self.page.times(last) != 1 or self.page.inventories.has(one):
            return False
        start, end = prose.sentence_span(self.page.text_lines[one.line - 1], one.column)
        sentence = self.page.text_lines[one.line - 1][start:end]
        beside = [other for other in self.page.on(one.line) if start < other.column <= end]
        if not start and prose.wrapped(self.page.text_lines, one.line):  # it may begin on the line above
            before = self.page.text_lines[one.line - 2]
            begins = len(before) - len(prose.begun(before))
            sentence = f"{before[begins:]} {sentence}"
            beside += [other for other in self.page.on(one.line - 1) if other.column > begins]
        placed = any(other.kind in ("path", "path:line") and self.page.files_meant(other) for other in beside)
        return placed and _OF_DESIGNS.search(SPAN.sub("`", sentence)) is None

    def _is_a_slip(self, one: Citation) -> bool:
        """Whether a name that stands once in the document is another with a letter wrong, as no new one would be."""
        last = parts_of(one.target)[-1]
        return self.page.times(last) == 1 and self._is_a_slip_of_a_name(last)

    def _is_a_slip_of_a_name(self, word: str) -> bool:
        """Whether a word is a name of the tree with a letter wrong."""
        return any(is_a_slip(word, name) for _, name in (self.known.near(word) if word else ()))

    def _is_nearly_there(self, target: str) -> bool:
        """Whether a name, or a member of a class, is one of the tree with a letter wrong."""
        *_, owner, last = ("", *parts_of(target))
        if not owner:
            return self._is_a_slip_of_a_name(last)
        classes = [name for letters, name in self.known.near(owner) if 0 < letters <= letters_allowed(owner)]
        members = self.known.members(owner)
        return any(last in self.known.members(name) for name in classes) or any(is_a_slip(last, one) for one in members)

    def _is_of_a_strange_file(self, one: Citation) -> bool:
        """Whether the line of a name is on a file that the tree has not: "`ours.py`: lower case; unit test `a_b`"."""
        files = [other for other in self.page.on(one.line) if other.kind == "path" and other.column < one.column]
        return bool(files) and not self.known.called(files[0].target.rpartition("/")[2])

    def _is_of_a_file(self, target: str) -> bool:
        """Whether a file that the document cites and the tree does not have is called like a name."""
        called = {target, lower_case(target)}
        if called.isdisjoint(self._stems):
            return False
        cited = [one.target for one in self.page.said if one.kind in ("path", "path:line")]
        return not any(self.known.resolve(each) for each in cited if stem(each.rpartition("/")[2]) in called)

    @cached_property
    def _stems(self) -> frozenset[str]:
        """The files that the document cites with folders, without these and their endings."""
        cited = [one.target for one in self.page.said if one.kind in ("path", "path:line") and "/" in one.target]
        return frozenset(stem(target.rpartition("/")[2]) for target in cited)

    def _is_beside(self, one: Citation, made: Verdict) -> bool:
        """Whether what a name may be a misspelling of stands beside it, so that both are meant."""
        return any(other.target in made.suggestions for other in self.page.on(one.line) if other is not one)

    @cached_property
    def _by_target(self) -> dict[str, list[Citation]]:
        """The document's citations by what they are of."""
        made: dict[str, list[Citation]] = {}
        for one in self.page.said:
            made.setdefault(one.target, []).append(one)
        return made

    def _is_somebodys(self, one: Citation) -> bool:
        """Whether the document says of a name, somewhere else, that it is somebody's own, or that there is none."""
        told = self._told_of(one.target)
        if told.denied or one.target.startswith(("tf.", "tensorflow.")):
            return told.denied
        return told.own or bool(told.somebodys - {(one.line, one.column)})

    def _told_of(self, target: str) -> _Told:
        """What the document says of a name at all the places that have it; it is asked once for each name."""
        if target not in self._told:
            every = self._by_target.get(target, ())
            said = [(each, *self.page.around(each)) for each in every]
            self._told[target] = _Told(
                any(self.page.is_refuted(each.line, each.column) for each in every),
                any(disclaimers.denied(before, behind) or denies(before, behind) for _, before, behind in said),
                any(_is_own(before, behind) for _, before, behind in said),
                frozenset(
                    (each.line, each.column) for each, before, behind in said if disclaimers.somebodys(before, behind)
                ),
            )
        return self._told[target]

    def _checked(self, one: Citation, position: int) -> Verdict | None:
        if one.kind == "op":
            return self._op(one)
        if "::" in one.target:
            return self._scoped(one)
        if "." in one.target:
            return self._dotted.check(one)
        return self._plain(one, position)

    def unexplained(self) -> set[str]:
        """The words that only a tree's text can explain, so that it is searched once for all of them."""
        words: set[str] = set()
        for position, one in enumerate(self.page.said):
            if one.kind == "op" and one.target not in self.known.ops:
                words.add(one.target)
            if one.kind != "symbol":
                continue
            parts = parts_of(one.target)
            if parts[0] in vocabulary.OUTSIDE:
                continue
            if len(parts) == 1:
                if self._plain(one, position, searching=True) is not None:
                    words.add(one.target)
            elif "::" in one.target:
                unknown = [part for part in parts if part and not self.known.knows(part)]
                words.update(part for part in unknown if part not in self.known.scopes)
                told = [may for part in parts if (may := self.known.may_stand(part)) is not None]
                if told and all(told) and not inside_of(self.known.places(parts[-1]), parts[-2]):
                    words.add(one.target)  # a message may have it
            elif one.target.startswith(("tf.", "tensorflow.", "keras.", "gen_")):
                words.update(self._dotted.public.unexplained(one.target))
            elif len(parts) == 2 and parts[0].endswith("_") and not self.known.knows(parts[1]):
                words.update([parts[1], *fields_of(parts[1])])
            elif len(parts) == 2 and self.known.called(f"{parts[0]}.py") and not self.known.knows(parts[1]):
                words.add(parts[1])
            elif len(parts) == 2 and one.target not in self.page.own:
                if self._dotted.misspelt_owner(*parts):
                    words.add(parts[0])
                elif (self.known.knows(parts[0]) or parts[0] in C_API) and not inside_of(
                    self.known.places(parts[1]), parts[0]
                ):
                    words.add(parts[1])
        return words

    def _op(self, one: Citation) -> Verdict | None:
        """The name in `REGISTER_OP("...")`."""
        if one.target in self.known.ops:
            return self.page.verdict(one, "found", self.known.places(one.target)[0])
        if one.target in self.page.own or self._is_registered_in(self.known.somewhere(one.target), one.target):
            return None
        if vocabulary.PLACEHOLDER.search(one.target):
            return None
        near = [name for _, name in self.known.near(one.target) if name in self.known.ops]
        text = self.page.text_lines[one.line - 1]
        if not near and disclaimers.example(text):
            return None
        return self.page.verdict(one, "not found", None, near, "no such op") if near else None

    def _is_registered_in(self, path: str | None, name: str) -> bool:
        """Whether a file that has a name registers something under it, as tests do; so it may where nobody can say."""
        if not path:
            return path is None and self.known.has_tree
        if not self.known.has_tree:
            return True
        quoted = re.compile(rb"(?:REGISTER|[Rr]egister|Name)\w*\(\s*[\"']" + re.escape(name).encode() + rb"[\"']")
        return quoted.search(self.known.read(path) or b"") is not None

    def _plain(self, one: Citation, position: int, searching: bool = False) -> Verdict | None:
        """A verdict on a name alone; while `searching`, whether only the tree's text can give it."""
        known, target = self.known, one.target
        if target in vocabulary.PRODUCTS or (vocabulary.NETWORK.fullmatch(target) and not known.knows(target)):
            return None
        if known.knows(target):
            if searching:
                return None
            place, detail = self._place_of(one)
            return self.page.verdict(one, "found", place, (), detail, "op" if target in known.ops else "symbol")
        if target in self.page.own:
            return None
        if target in known.swig_names or target.removeprefix("_wrap_") in known.swig_names:
            return None if searching else self.page.verdict(one, "found", None, (), "made by SWIG")
        modules = known.called(target + ".py") if "_" in target else []
        if modules:
            return None if searching else self.page.verdict(one, "found", Location(modules[0], 1, 1), (), "a module")
        if self._is_built(target):
            return None if searching else self.page.verdict(one, "found", None, (), "made when TensorFlow is built")
        if target in known.spoken:
            return (
                None if searching else self.page.verdict(one, "found", None, (), "in a signature or a kernel's class")
            )
        folded = known.lowered.get(target.lower())
        if folded is not None and folded != target:
            if searching:
                return None
            plainly = folded[:1].isupper() and any(c.isupper() for c in folded[1:]) and target[:1].isupper()
            if one.in_code or plainly:
                places = known.places(folded) or sorted(known.places_of(folded), key=rank)
                kind = "op" if folded in known.ops else "symbol"
                return self.page.verdict(
                    one, "found", places[0] if places else None, (folded,), f"written {folded}", kind
                )
            return None
        if not one.in_code and f"_{target}" in known.names:
            return None  # as people call what a module hides
        tied = self.page.is_tied(one)
        if not one.in_code and not one.called and not (tied and target.islower()):
            if target.islower() and not self._unknown.may_be_one_of_many(one):
                return None  # a word of the author's, or a flag
            whole = target[:-1] if target.endswith("s") else ""
            if whole and known.lowered.get(whole.lower()) is not None and not self._are_functions(whole):
                return None
            if any(known.may_stand(target + kind) for kind in _KINDS):
                return None  # as people call it for short
            short = len(target) < SHORTEST and not target.endswith(vocabulary.OURS)
            macro = vocabulary.MACRO.match(target) is not None and known.tells_of(target)
            many = self._unknown.may_be_one_of_many(one) or self._unknown.is_placed(one)
            many = many or self._unknown.is_among_ops(one)
            if not (macro or many) and (short or not suspicious(self.known, target) or self._is_a_notion(target)):
                return None
        external = known.externals.get(target)
        if external is not None:
            return (
                None
                if searching
                else self.page.verdict(one, "external", external, (), f"in the package {external.package}")
            )
        if _OF_BUILD_FILES.fullmatch(target) and one.in_code:
            return None  # a list of a build file, which no index has
        if position not in self._judged:
            self._judged[position] = self._unknown.verdict(one, "", told=False)
        wrong = self._judged[position]
        if wrong is None or searching:
            return wrong
        standing = known.somewhere(target)
        if standing:
            return self.page.verdict(one, "found", None, (), f"named in {standing}") if one.in_code else None
        before, behind = self.page.around(one)
        is_a_target = _A_TARGET.search(before[-40:]) or _IN_A_RULE_FILE.match(behind)
        if is_a_target and known.has_target(target) is not False:
            return None
        made = self._unknown.verdict(one, standing)
        # Whatever the words call it, a rule of that name is what is meant.
        return made if made is None or not (target.islower() and known.has_target(target)) else None

    def _is_built(self, target: str) -> bool:
        """Whether a build rule, or a generated module, makes what is called so of a file or an op."""
        made = vocabulary.BUILT.fullmatch(target)
        if made is None:
            return False
        return made["stem"] in self.known.wrappers or any(
            self.known.called(made["stem"] + end) for end in (".cc", ".i")
        )

    def _place_of(self, one: Citation) -> tuple[Place | Location | None, str]:
        """The place that a name means: that of the op beside it which has it as a part, or of the class which has it.

        None, with how many there are, where one of many places is as good as another.
        """
        target = one.target
        places, every = self.page.meant(target), self.known.places(target)
        if target in self.known.ops:
            return places[0], ""
        beside = [other.target for other in self.page.on(one.line) if other is not one]
        for op in beside:
            if op in self.known.ops and target in self.known.op_parts(op):
                return self.known.op_defs(op)[0].location, f"a part of {op}"
        if len(every) == 1:
            return places[0], ""
        owners = {parts_of(owner)[-1] for owner in beside}
        owned = [place for place in every if place.name != target and owner_of(place.name) in owners]
        if owned:
            return owned[0], ""
        classes = [place for place in places if place.kind == "class"]
        if not 0 < len(classes) <= FEW_CLASSES and len({place.path for place in every}) > MANY_PLACES:
            return None, f"defined at {len(every):,} places"
        return places[0], ""

    def _are_functions(self, name: str) -> bool:
        """Whether nothing but functions is called so, of which nobody has several."""
        kinds = {place.kind for place in self.known.places_of(name)}
        return bool(kinds) and kinds <= {"function", "method"}

    def _is_a_notion(self, target: str) -> bool:
        """Whether a word of prose is the gradient of an op, or is put together of words that the tree's names have.

        `SqrtGradGrad` is the gradient of `SqrtGrad`; `FullGraph` is no misspelling of `FuncGraph`.
        """
        if target.endswith("Grad") and target.removesuffix("Grad") in self.known.ops:
            return True
        near = [one for one in self.known.near(target) if in_the_style_of(target, one[1])]
        if target.endswith(vocabulary.OURS) or not near or near[0][0] < SEVERAL_LETTERS:
            return False
        words = _WORDS.findall(target)
        few = 1 < len(words) <= NOTION and "".join(words) == target
        return few and all(self.known.is_a_word(word) for word in words)

    def _scoped(self, one: Citation) -> Verdict | None:
        known = self.known
        parts = parts_of(one.target)
        if parts[0] in vocabulary.OUTSIDE or not parts[-1]:
            return None
        owner, last = parts[-2], parts[-1]
        if (
            owner in self.page.own
            or last in self.page.own
            or (vocabulary.PLACEHOLDER.search(last) and not known.knows(last))
        ):
            return None
        misspelt = self._misspelt_part(parts[:-2])
        if misspelt is not None:
            return self.page.verdict(one, "not found", None, misspelt[1], f"nothing is called {misspelt[0]}")
        if len(parts) == 2 and f"{owner}::{last}" in known.spoken_pairs:
            return self.page.verdict(one, "found", None, (), "in a kernel's class")
        if last.startswith("operator") or last.lstrip("~") == owner:
            places = known.places(owner)
            if places:
                return self.page.verdict(one, "found", places[0])
        if f"{owner}::{last}" in vocabulary.ERRORS:
            return self.page.verdict(one, "found", None, (), "made of the code of an error")
        places = known.places(last)
        may_stand = not known.has_tree and known.somewhere(last) != ""
        if CONSTANT.fullmatch(last) is not None and not places and may_stand:
            return None  # an index has no constants
        inside = inside_of(places, owner)
        if inside:
            outer = self._outer_of(inside) if len(parts) > 2 and self._is_no_outer(one, parts[-3]) else []
            if outer:
                meant = tuple([f"{name}::{owner}::{last}" for name in outer[:3]])
                return self.page.verdict(one, "not found", None, meant, f"nothing is called {parts[-3]}")
            return self.page.verdict(one, "found", inside[0])
        folded = self._in_another_case(one, owner, last)
        if folded is not None:
            return folded
        members = known.members(owner) if known.knows(owner) else set()
        if not members and (owner in known.scopes or owner in ("tensorflow", "functor")):
            if places:
                return self.page.verdict(one, "found", places[0])
        elif members or known.knows(owner):
            if self.page.classes.has(owner, last):
                place = known.places(owner)[0]
                return self.page.verdict(one, "found", place, (), "a member without a definition of its own")
            nowhere = not known.has_tree and known.somewhere(last) == ""
            if not (known.has_tree or nowhere or members or known.class_places(owner)):
                return None  # a namespace of this name, of which an index has nothing
            close = bool(members) and bool(nearest_of(last, members, 0.85))
            # What others define may be declared here without a body, and the index has no constants.
            untold = bool(places) or last in known.names or CONSTANT.fullmatch(last) is not None
            if not (known.has_tree or nowhere) and (untold or not (close or last[:1].isupper())):
                return None
        if owner in known.scopes and not members and not known.knows(owner):
            if last in known.scopes:  # so that no file need be searched for it
                return self.page.verdict(one, "found", None, (), "a namespace")
            standing = known.somewhere(last)
            if standing:
                return self.page.verdict(one, "found", None, (), f"named in {standing}")
            if standing is None and not (places or suspicious(known, last)):
                return None
            if standing is None and not known.has_tree and not places and not self._is_nearly(last):
                return None  # what a namespace takes over from another library, only its text says
        elif not members and not known.knows(owner):
            if vocabulary.PLACEHOLDER.search(owner):
                return None
            standing = known.somewhere(owner)
            if standing is None and (places or last in known.names) and len(owner) < 3:
                return None
            if standing and (places or known.somewhere(last)):
                return self.page.verdict(one, "found", None, (), f"named in {standing}")
            if standing is None and not suspicious(self.known, owner) and not (places or suspicious(self.known, last)):
                return None
            stranger = self.page.strangers(one) and not suspicious(known, owner)
            if stranger or self._of_a_library(owner, bool(places), last):
                return None
        elif not members and places and not is_nested_elsewhere(self.page, owner, last):
            return self.page.verdict(one, "found", places[0])
        elif not members and not places and known.somewhere(last):
            return self.page.verdict(one, "found", None, (), f"named in {known.somewhere(last)}")
        short = len(last) < MIN_LETTERS and not known.tells_of(last)
        if members and short and not nearest_of(last, members):
            return None  # too short for the words of an index, so that a header may declare it
        if members:
            near = [f"{owner}::{name}" for name in nearest_of(last, members)]
        else:
            owners = [name for _, name in known.near(owner, limit=2)]
            near = [f"{name}::{last}" for name in owners if last in known.members(name)]
            near = near or [*owners, *(name for _, name in known.near(last, limit=2))]
        if not near and places:
            near = [p.name for p in places[:3]]
        return self.page.verdict(one, "not found", None, near[:3], "no such member or function")

    def _outer_of(self, inside: list[Place]) -> list[str]:
        """The classes around the class that some places are members of; none where one of them has none."""
        chains = [place.name.split("::") for place in inside]
        return list(dict.fromkeys(chain[-3] for chain in chains)) if all(len(chain) > 2 for chain in chains) else []

    def _is_no_outer(self, one: Citation, outer: str) -> bool:
        """Whether no file has the name that stands in front of a class, and it is not the author's."""
        known = outer in self.known.scopes or self.known.knows(outer) or outer in self.page.own
        if known or not outer[:1].isupper() or len(_WORDS.findall(outer)) < SEVERAL_WORDS:
            return False
        return self.known.is_nowhere(outer) and not self.page.strangers(one)

    def _is_nearly(self, word: str) -> bool:
        """Whether a word is a misspelling of a name."""
        near = self.known.near(word, limit=1)
        return bool(near) and near[0][0] <= letters_allowed(word) and not near[0][1].endswith(word)

    def _misspelt_part(self, parts: list[str]) -> tuple[str, list[str]] | None:
        """The first of some classes or namespaces that stands nowhere and is like one that there is, and which."""
        for part in parts:
            known = part in self.known.scopes or self.known.knows(part) or part in self.page.own
            if known or len(part) < 5 or self.known.lowered.get(part.lower()) is not None:
                continue
            share = 1 - (letters_allowed(part) + 0.1) / len(part)
            near = nearest_of(part, set(self.known.scopes), share)
            near += [name for letters, name in self.known.near(part) if letters <= letters_allowed(part)]
            if near and not self.known.somewhere(part):
                return part, near[:3]
        return None

    def _of_a_library(self, owner: str, known: bool, last: str) -> bool:
        """Whether an unknown namespace may be another library's: like none of the tree's, and without a name of it."""
        if not owner.islower() or (known and re.match(r"[A-Z]\w{4}", last)):
            return False
        return len(owner) < 5 or not nearest_of(owner, set(self.known.scopes), 1 - 1.1 / len(owner))

    def _in_another_case(self, one: Citation, owner: str, last: str) -> Verdict | None:
        """A verdict on a member, or on what stands in a namespace, that the document writes in another case."""
        known = self.known
        space = owner in known.scopes or owner in ("tensorflow", "functor")
        whole = owner if space or known.knows(owner) else known.lowered.get(owner.lower(), "")
        if not whole:
            return None
        members = known.members(whole)
        written = last if last in members else min([m for m in members if m.lower() == last.lower()], default="")
        if not written and whole != owner and self.page.classes.has(whole, last):
            written = last
        if not written and space:
            free = known.lowered.get(last.lower(), "")
            of_cpp = [place for place in known.places_of(free) if place.path.endswith((".h", ".cc", ".cpp", ".hpp"))]
            written = free if any(not owner_of(place.name) for place in of_cpp) else ""
        if not written or (whole, written) == (owner, last):
            return None
        exact = f"{whole}::{written}" if whole != owner else written
        inside = [p for p in known.places_of(written) if owner_of(p.name) in (whole, "")]
        place = next(iter([*inside, *known.places_of(whole)]), None)
        return self.page.verdict(one, "found", place, (exact,), f"written {exact}")
