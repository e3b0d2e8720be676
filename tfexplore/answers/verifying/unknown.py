"""Verdicts on names that nothing explains: which of them are meant to be TensorFlow's, and so are wrong."""

from __future__ import annotations

import builtins
import re
from functools import cached_property
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown, vocabulary, wording
from tfexplore.answers.known import WORDS
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.bases import is_error
from tfexplore.answers.verifying.peers import among_the_trees, enumerated_with, lines_of_items_beside
from tfexplore.answers.verifying.spelling import in_the_style_of, letters_allowed, nearly, parts_of, same_letters
from tfexplore.paths import RULE_FILES
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

    #: Names of the tree by how many letters they differ.
    Near = Sequence[tuple[int, str]]

#: A constant or a value of an enum.
_TEST = regex(r"test[A-Z]\w|\w+Test$", re.A)
CONSTANT = regex(r"k[A-Z]\w*|[A-Z][A-Z0-9_]+", re.A)
#: Names that nobody gives to anything but code: two words of nine letters, a setting or a function of TensorFlow's.
_UNMISTAKABLE = regex(
    r"(?=\w{9})k?(?:[A-Z][a-z0-9]+){2,}[A-Z]*|k(?:[A-Z]+[a-z0-9]+){2,}|TF[EL]?_[A-Z_0-9]{6,}|TF[EL]?_[A-Z][a-z]\w*[A-Z]\w*",
    re.A,
)
#: Functions of the C interface and settings, whose names nobody shortens.
_OF_C = regex(r"(?=\w{14})TF[EL]?_[A-Z]\w*", re.A)
#: Kernels of CUDA, which are called after a class and what they do with it.
_OF_CUDA = regex(r"(?=\w{14})[A-Z]\w*[a-z]\w*_[A-Z][a-z]\w*", re.A)
#: Constants of C++, which no index has.
_OF_CPP = regex(r"k(?:[A-Z]+[a-z0-9]+){2,}", re.A)
#: Constants of a document that files have, and how many of them there must be for each that no file has.
CONSTANTS, EACH = 3, 3
#: Constants of a document that all files are searched for, at most.
MOST_CONSTANTS = 200
#: Names of several words of a document that the tree has, and how many of them there must be for each that no file has;
#: letters of such a name, and underscores of one that is not marked as code.
NAMES, EACH_NAME, MIN_NAME, MIN_BARE = 10, 4, 8, 2
#: The same of names of two words in small letters.
SMALL, EACH_SMALL = 8, 5
#: Code that calculates or compares with blanks around the sign, as formulas have it, and its names.
_FORMULA = regex(r"[\w)\]] (?:[+*/<>%]|[<>!=]=|-(?!>)) [\w(]", re.A)
_SMALL = regex(r"(?<![\w.>:])[a-z]\w*(?![\w(.:])", re.A)
_TWO_SMALL = regex(r"(?=\w{9})_?[a-z]{3,}_[a-z]{3,}", re.A)
#: The same of a document that cites so many files of the tree.
NAMES_BESIDE_FILES, FILES = 6, 3
#: Names of a document that all files are searched for, at most.
MOST_NAMES = 400
#: Three words in capitals and small letters, or two behind an underscore: nothing but code.
_THREE_WORDS = regex(r"\A(?:_+[A-Z][a-z0-9]*|[A-Z][a-z0-9]+(?=[A-Z]\w*[A-Z]))(?:[A-Z]+[a-z0-9]*)+", re.A)
#: What says that a name is that of one thing: "the macro is called `WEAVE_ALL`".
_IS_CALLED = regex(
    r"\b(?:macro|class|function|twin|op|struct|method|one|variant)\b[^.;:,。；]{0,40}\bis (?:called|named) `\Z"
    r"|(?:宏|类|函数|算子|方法)[^。；，]{0,12}(?:名叫|名为|叫做?) ?`\Z",
    re.I,
)
#: A language whose files no index lists, or a file in one.
_LANGUAGES = regex(
    r"\w\.(?:java|go|swift|kt|js|ts|rs|scala|cs|sh|bat|cmake)\b|\w/BUILD\b"
    r"|\b(?:Java|Kotlin|Golang|Go|Swift|JavaScript|TypeScript|Rust|Scala|C#)\b"
)
#: What only a library of C, or a compiler, may call something: `__memmove_avx_unaligned_erms`.
_OF_C_LIBRARIES = regex(r"__[a-z]\w{4,}(?<!__)", re.A)
#: Letters of a thread's name that a system keeps.
COMMAND = 15
#: Ops of an enumeration of which a name is another, so many that nothing need say so, and words of a sentence on ops.
OPS_BESIDE, MANY_OPS = 2, 4
_OF_OPS = regex(r"\b(?:ops?|operators?|kernels?|regist\w+|gradients?)\b|算子|操作|内核|核函数|注册|梯度", re.I)
#: How a name ends that is one of a series, or a reference to a paper.
_SERIAL = regex(r"\d\d\Z")
#: Letters of a constant that is nothing but code.
MIN_CONSTANT = 10
#: A macro by which code is switched on or off, and how people say so.
_SWITCH = regex(r"(?=\w{9})[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", re.A)
_COMPILED = regex(
    r"(?:\bcompiled(?: in| out)?(?: only)? (?:with|if|when|under|unless|where)|\bguarded by|#ifn?def|#if defined\(?)"
    r"(?: the| a)?(?: macro)?\s?[`*]*\Z"
    r"|(?:编译(?:时|期)?(?:需要?|必须)?(?:定义|打开|启用)了?|只有?在?定义了?)(?:宏)?\s?[`*]*\Z",
    re.I,
)
#: How a paragraph ends that introduces the body of what it is on.
_BODY = regex(
    r"(?:\bits (?:whole |entire |full )?(?:body|code|implementation|definition|source)\b"
    r"|[它其]?的?(?:函数体|全部代码|实现|定义|代码|源码)(?:如下|是|为))"
    r"[^.。`]{0,30}\Z",
    re.I,
)
#: What is said of a variable of the environment: that something reads it.
_SETTING = regex(r"(?=\w{9})TF[EL]?_[A-Z0-9]+(?:_[A-Z0-9]+)+", re.A)
_READS = regex(
    r"(?:\b(?:reads?|consults?|looks? up|checks?|queries|honou?rs)"
    r"(?: (?:the|an?))?(?: (?:environment|env))?(?: (?:variables?|vars?))?(?: called)?"
    r"|\b(?:environment|env) (?:variables?|vars?)(?: (?:is|called|named))?:?"
    r"|(?:读取?|检查|查询|受)了?(?:的是)?(?:一个)?(?:环境变量)?|环境变量(?:名)?(?:是|为|叫)?[:：]?)\s?[`*\"']*\Z",
    re.I,
)
_IS_READ = regex(
    r"[`*\"']*\s?(?:(?:environment|env) (?:variable|var)\b|(?:is|gets) (?:read|consulted|honou?red)\b"
    r"|(?:这个|的)?环境变量)",
    re.I,
)
#: Kinds of definitions that are run.
_DONE = frozenset(("function", "method"))
#: A parameter of a template, as it is called.
_OF_A_TEMPLATE = regex(r"[A-Z][a-z]\w*[a-z]T", re.A)
#: A word of which many are a letter from each other.
_SHORT = regex(r"[A-Z][a-z]{1,4}", re.A)
_ONE_WORD = regex(r"[A-Z][a-z]+", re.A)
#: What other projects' C interfaces define.
_OTHER_APIS = regex(r"_?Py[A-Z]?[a-z]*_\w|NPY_|npy_|cudnn[A-Z]|cublas[A-Z]|cuda[A-Z]|nccl[A-Z]", re.A)
#: What is built under a condition that no released build fulfils, so that no index has it all.
OF_OTHER_BUILDS = regex(r"_?(?:Mkl|MKL|Sycl|SYCL|Rocm|ROCM|Ngraph|NGraph)(?=[A-Z_])", re.A)
#: A heading above variables of the environment.
_ENVIRONMENT = regex(r"\benvironment\b|\benv(?:ironment)? var|环境变量", re.I)
#: What stands before the value of a flag.
_FLAG = regex(r"(?:^|\s)--[\w-]+=[\"']?$")
#: The path of a test.
_OF_TESTS = regex(r"\w_test\.(?:cc|py)\b|\bkernel_tests/")
#: A name of more than one word.
_SEVERAL = regex(r"[a-z0-9][A-Z]|[^_]_")
_MEMBER_OF_RETURNED = regex(r"\)(?:\.|->)\w")
_NUMBERED = regex(r"[a-z_]+\d+", re.A)
_GRADIENT = regex(r"_[A-Z]\w+Gradient", re.A)
#: How the text begins of what something is registered as.
_QUOTES = ("'", '"')
#: Whose a registration is that is none of the tree's.
_WHOSE = regex(r"\b(?:we|you|I|our|your|my|us)\b|我|你|自己", re.I)
#: Words in capitals that are a part of a macro's name.
_PIECE = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+", re.A)
#: What a class has more than what it is registered as.
_AGENT = regex(r"e?r|or")
#: So many names that end alike are a family, of which one that is nowhere would be.
ENOUGH_KIN = 3
#: Letters of how the names of a family begin, at least, where a tree or the words of an index tell of shorter ones.
FAMILY = 7
#: Lines of a paragraph, up to a name, that say what it is of.
NEAR = 4
#: What a line of a log has before its message.
_LOGGED_BY = regex(r"^\s*(?:[IWEF]?\d|\[)[^\]\n]{0,80}?(?P<path>[\w./-]+\.(?:cc|h|c|cpp|py)):\d+\]", re.A)
#: Letters of a name of small letters that is a misspelling of another; fewer where no file has the word.
LONG, LONG_NOWHERE = 12, 9
#: Words, and their letters, that a name has in common with one of the tree which goes on otherwise.
WORDS_SHARED, LETTERS_SHARED = 3, 14
#: Words next to a name that is one thing, whatever it ends with.
_IS_ONE = regex(r"(?:\b(?:raise[sd]?|raising|throws?|returns?|an?)\b|抛出|返回|引发)\s?[`*]*\Z", re.I)
_ONE_IS = regex(r"[`*]*\s?(?:(?:is|was|has|does)\b|是)")
_FIRST_WORD = regex(r"[A-Z][a-z]{3,}", re.A)
_LAST_WORD = regex(r"[A-Z][a-z0-9]+\Z", re.A)


def is_said_to_be_read(page: Page, one: Citation) -> bool:
    """Whether the words next to a setting (`TF_…`) say that something reads it from the environment."""
    before, behind = page.around(one)
    said = _READS.search(before[-80:]) is not None or _IS_READ.match(behind) is not None
    return said and _SETTING.fullmatch(one.target) is not None


#: How a line goes on that tells of a name by its end: "the `WithExplicit` one".
_ONE_OF_THEM = regex(r"[`*]*\s(?:one|ones|variants?|versions?|forms?|flavou?rs?|overloads?|fallbacks?|kernels?)\b")


#: How a name goes on by a word, and words that people leave out.
_GOES_ON = regex(r"(?:[A-Z][a-z]+){1,3}|(?:_[A-Z]{3,}){1,3}", re.A)
_KINDS = ("Op", "Ops", "Functor", "Kernel", "Base", "Impl", "Test", "Class", "Fn", "Helper", "Internal")
#: Lines above a name on which the file may be cited that it is of.
ABOVE = 14
#: Files of a line, none of which the tree has, that say that the line is on something else.
OWN_FILES = 2
#: How a sentence begins that goes on with what the one before it was on.
_GOES_ON_WITH_IT = regex(
    r"[\s*_`(]*(?:it|its|they|their|this|that|these|those|nor|neither|and|or|so|instead|likewise|also|same)\b|[它这那其也同]",
    re.I,
)
#: What leads from an old name to the new one, and a macro with any number.
_TO = regex(r"[`*]*\s?(?:-+>|=>|→)\s?[`*]*(?P<name>\w+)", re.A)
_ANY_NUMBER = regex(r"[A-Z_]{4,}[nNxX]", re.A)
#: The first of names that are listed with strokes between them, and letters that two have in common.
_LISTED_BEFORE = regex(r"(?<!\w)(?P<first>[A-Z]\w+)[`*]*(?:\s?[/、]\s?[`*]*[A-Z]\w*[`*]*)*\s?[/、]\s?[`*]*\Z", re.A)
LEAST_SHARED = 4

#: What calls one of several that are alike by the end of its name.
_TWIN = regex(r"[`*]*\s?(?:twin|variant|version|counterpart|flavou?r|sibling|overload|one|版本?|变体|那个)\b")


class Unknown:
    """The checks of a document's names that the index does not have.

    `standing` is everywhere what is known of the word in the tree: `""` where it stands in no file, None where nobody
    can say.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._told = True

    def _is_logged_by_others(self, one: Citation) -> bool:
        """Whether a name is in a log's line of a file that the tree does not have."""
        logged = _LOGGED_BY.match(self.page.text_lines[one.line - 1])
        return logged is not None and logged.end() < one.column and not self.known.resolve(logged["path"])

    def verdict(self, one: Citation, standing: str | None, told: bool = True) -> Verdict | None:
        """A verdict on a name; None for one that need not be TensorFlow's.

        Not `told`: the files are yet to be searched, and what may stand in them is supposed to.
        """
        self._told = told
        known, target = self.known, one.target
        told_of = known.tells_of(target)
        if not told_of and CONSTANT.fullmatch(target) and not vocabulary.MACRO.match(target):
            return None  # an index has no constants of C++
        if self.page.is_unmarked and _ONE_WORD.fullmatch(target):
            return None  # a word with a capital, which the author need not mean as code
        if not told_of and (target.endswith("_") or _OTHER_APIS.match(target) or hasattr(builtins, target)):
            return None  # nor members of its classes, nor what Python and its C interfaces bring along
        if not told_of and OF_OTHER_BUILDS.match(target):
            return None
        if _TEST.match(target) and not (known.has_tree and one.in_code):
            return None  # nor what Python's tests define, and nobody searches tests for the names that a log has
        if one.fenced and len(target) == COMMAND and target.islower():
            return None  # the name of a thread as far as the system keeps it
        if one.fenced and self._is_logged_by_others(one):
            return None
        if target.startswith("_ZN"):
            return None  # as a linker has it
        if self._is_an_accessor(one):
            return None
        if (
            is_error(target)
            or vocabulary.SYSTEM.match(target)
            or vocabulary.INSTANCE.search(target)
            or self._is_plural(one)
        ):
            return None
        if not told_of and _OF_A_TEMPLATE.fullmatch(target) and self._is_quoted(target):
            return None
        if not known.has_tree and standing == "" and self._is_of_another_language(one):
            return None  # whose words no index has
        if not known.has_tree and (self._is_of_tests(one) or self._is_of_build_files(one)):
            return None  # nor those of tests, nor what build files define
        if self._is_renamed(one) or self._is_beside_own_files(one) or self._is_a_twin(one):
            return None
        near: Near = nearly(known, target)
        close = self._is_misspelt(one, near, standing)
        if standing == "" and self._is_of_a_formula(one) and (not close or self._is_spoken_of_again(one)):
            return None
        if not close and standing == "" and one.in_code and (short := self._cut_short_in_the_tree(target)):
            close, near = True, [(len(target) - len(short), short), *near]
        if self._is_not_ours(one, near, close):
            return None
        if not (
            close
            or _is_shaped(one)
            or self._is_of_the_c_api(one)
            or self._is_said(one, standing)
            or self._belongs(one, standing)
            or (standing == "" and self._is_one_of_small_ones(one))
            or (standing == "" and (self._is_one_of_many(one) or self.is_among_ops(one) or self.page.variants.has(one)))
        ):
            return None
        if known.rearranged(target) and (standing is not None or not known.has_tree):
            near = [(0, known.rearranged(target)), *near]
        kind = "op" if near and near[0][1] in known.ops and not target.endswith("Op") else "symbol"
        detail = "no file has it" if one.text[:1] in _QUOTES else "no such op, class, function or macro"
        return self.page.verdict(one, "not found", None, [name for _, name in near], detail, kind)

    def _is_of_a_formula(self, one: Citation) -> bool:
        """Whether a name in small letters is one that the author gives to a part of an expression, here or above."""
        if not (one.target.islower() and one.in_code) or one.fenced:
            return False
        if self.page.paths_of(one) and self.page.text_lines[one.line - 1][one.end_column :][:3] != " = ":
            return False
        return one.target in self._of_formulas

    @cached_property
    def _of_formulas(self) -> frozenset[str]:
        """The names that spans of code calculate with, or compare."""
        spans = [span[2] for line in self.page.text_lines for span in markdown.SPAN.finditer(line) if "`" in line]
        return frozenset(word for span in spans if _FORMULA.search(span) for word in _SMALL.findall(span))

    def _is_of_another_language(self, one: Citation) -> bool:
        """Whether the lines around a name speak of a file in Java, Go or the like, or of such a language."""
        around = self.page.text_lines[max(0, one.line - 1 - NEAR) : one.line + NEAR]
        return any(_LANGUAGES.search(line) for line in around)

    def _is_of_build_files(self, one: Citation) -> bool:
        """Whether a name may be a target's or a rule's: its heading, or the text up to it, is on a build file."""
        if not (one.target.islower() and "_" in one.target):
            return False
        lines = {self.page.over(one.line), *range(max(1, one.line - NEAR), one.line + 1)}
        cited = [*self.page.headed(one.line), *[other for line in lines if line for other in self.page.on(line)]]
        return any(other.target.rpartition("/")[2] in RULE_FILES for other in cited)

    def _is_misspelt(self, one: Citation, near: Near, standing: str | None) -> bool:
        """Whether a name is so close to one of the tree that this is meant."""
        known, target = self.known, one.target
        near = [each for each in near if in_the_style_of(target, each[1]) or same_letters(target, each[1])]
        close = bool(near) and near[0][0] <= letters_allowed(target)
        if not known.tells_of(target) and close and (near[0][1].endswith(target) or _is_shortened(target, near[0][1])):
            return False  # `DoFree` need not be all that is called `Free`, nor `Gatherer` what `Gather` is
        if not any(letter.isupper() for letter in target):
            if not known.tells_of(target) and self._is_built_upon(one):
                return False  # what gives a message's field is generated, and in no index
            if one.called or (standing is None and not self.known.has_tree):
                return close and one.called  # of what is not called an index has not all: fields, settings of rules
            # Of which no file has the word, a shorter one is a misspelling.
            plural = bool(near) and target == near[0][1] + "s"
            least = LONG_NOWHERE if standing == "" and one.in_code and not plural else LONG
            return close and "_" in near[0][1] and near[0][0] <= 1 and len(target) >= least
        if one.in_code and not close and (standing is not None or not known.has_tree):
            # No file has the word: a name that differs by more letters, or in the order of its parts, is what is meant.
            more = standing is not None and bool(near) and near[0][0] <= len(target) // 6
            close = more or known.rearranged(target) != ""
        if _SHORT.fullmatch(target) and near and near[0][1] not in known.ops and not self.page.is_tied(one):
            return False
        return close

    def _is_of_the_c_api(self, one: Citation) -> bool:
        """Whether a name is one of the C API's but for its last word: `TF_OperationGetAttrInts`."""
        if not one.in_code or _OF_THE_C_API.fullmatch(one.target) is None:
            return False
        first = one.target[: one.target.rindex(WORDS.findall(one.target)[-1])]
        return len(first) > FAMILY and next(self.known.beginning(first), None) is not None

    def _is_an_accessor(self, one: Citation) -> bool:
        """Whether a name is what is generated for a field of a message, in a line that speaks of such ones."""
        match = _ACCESSOR.fullmatch(one.target)
        if match is None or self.known.may_stand(match["field"] or match["sized"]) is False:
            return False
        return match["only"] is not None or _OF_MESSAGES.search(self.page.text_lines[one.line - 1]) is not None

    def _cut_short_in_the_tree(self, target: str) -> str:
        """A name of the tree that writes the last of several words shorter: `_loose_long_seq` for `..._sequences`."""
        first = target.rfind("_") + 1 + MIN_CUT
        if target.strip("_").count("_") < 2 or not target.islower():
            return ""
        return next(
            (target[:end] for end in range(len(target) - 2, first - 1, -1) if target[:end] in self.known.names), ""
        )

    def _is_plural(self, one: Citation) -> bool:
        """Whether a name is that of a class of the tree, of which the text has several: `EagerTensors`."""
        target = one.target
        if not (target.endswith("s") and target[:1].isupper() and target[:-1] in self.known.names):
            return False
        kinds = {place.kind for place in self.known.places_of(target[:-1])}
        if kinds and kinds <= _DONE:
            return False  # nobody has several of a function
        text = self.page.text_lines[one.line - 1]
        before, behind = text[: one.column - 1], text[one.end_column :]
        alone = _IS_ONE.search(before) is not None or _ONE_IS.match(behind) is not None
        return not (alone or one.called or wording.said_to_be_code(before, behind))

    def _is_quoted(self, target: str) -> bool:
        """Whether a quotation of the document has a word."""
        blocks = (one.code for one in self.page.said if one.kind == "quotation" and target in one.code)
        return any(re.search(rf"\b{target}\b", code) is not None for code in blocks)

    def _is_built_upon(self, one: Citation) -> bool:
        """Whether a member is called on what a name returns: `options().level()`."""
        behind = self.page.text_lines[one.line - 1][one.end_column :]
        return _MEMBER_OF_RETURNED.search(one.text) is not None or behind.startswith(("().", "()->"))

    def _is_not_ours(self, one: Citation, near: Near, close: bool) -> bool:
        """Whether a name stands for another, or the text says that it is somebody else's or an example."""
        target = one.target
        text = self._said_around(one)
        family = len(target) > FAMILY or not self.known.tells_of(target)
        family = family and not one.called and self.known.begins(target)
        family = family and not (self._is_older(one) or self._is_cut_short(one) or self._is_cut_off(one))
        family = family and not self._is_at_lines(one)
        if vocabulary.PLACEHOLDER.search(target) or family or self._is_an_ending(one):
            return True
        if _OF_C_LIBRARIES.fullmatch(target) and not near:
            return True
        if _FLAG.search(self.page.text_lines[one.line - 1][max(0, one.column - 80) : one.column - 1]):
            return True  # the name that the reader gives to something
        if _NUMBERED.fullmatch(target) and target.rstrip("0123456789") in self.known.lowered:
            return True  # what a macro makes with its counter
        tied = self._file_of(one) is not None
        misspelt = bool(near) and near[0][0] <= 1 and near[0][1][:1].isupper() == target[:1].isupper()
        if disclaimers.example(text) and not (tied or misspelt):
            return True
        if self._is_at_lines(one) and not disclaimers.foreign(text):
            return disclaimers.anothers(self.page.around(one)[0])  # the lines are the tree's, whatever is made of it
        return (self.page.strangers(one) or self.page.of_a_package(one)) and not (
            close and not disclaimers.anothers(self.page.around(one)[0])
        )

    def _is_at_lines(self, one: Citation) -> bool:
        """Whether a name is said to be at lines of a file of the tree, or what one thing is called, as no family is."""
        if one.in_code and _IS_CALLED.search(self.page.around(one)[0]):
            return True
        places = [self.page.said[at] for at in self.page.paths_of(one)]
        return one.in_code and any(
            place.kind == "path:line"
            and place.target.rpartition("/")[2] not in RULE_FILES
            and self.known.resolve(place.target)
            for place in places
        )

    def _said_around(self, one: Citation) -> str:
        """The sentence of a name; the whole line where it goes on with what the one before it was on."""
        before, behind = self.page.around(one)
        if not one.in_code or _GOES_ON_WITH_IT.match(prose.begun(before)):
            return self.page.beside(one)
        return f"{prose.around(before, behind)} {one.target}"

    def _is_an_ending(self, one: Citation) -> bool:
        """Whether a name is a part of a longer one: `_UNIQ` of `REGISTER_X_UNIQ`, `NO_HALF` of `NUMBERS_NO_HALF`."""
        target = one.target
        if _ONE_OF_THEM.match(self.page.text_lines[one.line - 1], one.end_column):
            return self.known.ending(target) > 0
        if not one.called and _PIECE.fullmatch(target) and not vocabulary.MACRO.match(target):
            return self.known.within(target)
        if self._goes_on_the_first(one):
            return True
        if _ANY_NUMBER.fullmatch(target) and self.known.knows(f"{target[:-1]}2"):
            return True  # `REGISTERn` stands for all of them
        if target[:1] != "_" or target[1:2] in ("", "_"):
            return False
        return self.known.ending(target) >= (1 if target.isupper() else ENOUGH_KIN)

    def _goes_on_the_first(self, one: Citation) -> bool:
        """Whether a name ends another that begins as the first of its list does: `WeaveLoose / Tight / TightAll`."""
        listed = _LISTED_BEFORE.search(self.page.text_lines[one.line - 1][: one.column - 1])
        first = listed["first"] if listed is not None else ""
        return any(self.known.knows(first[:size] + one.target) for size in range(LEAST_SHARED, len(first)))

    def _is_of_tests(self, one: Citation) -> bool:
        """Whether what a line, or the text above it, cites last is a test, of whose names an index has nothing."""
        line = self.page.text_lines[one.line - 1]
        paths = [other for other in self.page.on(one.line) if other.kind in ("path", "path:line")]
        if _OF_TESTS.search(line) or paths:
            return any(_OF_TESTS.search(text) for text in (line, *(path.target for path in paths)))
        above = (other for other in self.page.until(one.line) if other.kind in ("path", "path:line"))
        nearest = next(above, None)
        return nearest is not None and one.line - nearest.line < ABOVE and _OF_TESTS.search(nearest.target) is not None

    def _is_renamed(self, one: Citation) -> bool:
        """Whether an arrow leads from a name to one of the tree that is nearly called so: "`Loom` → `_Loom`"."""
        now = _TO.match(self.page.text_lines[one.line - 1], one.end_column)
        return now is not None and now["name"].strip("_") == one.target.strip("_") and self.known.knows(now["name"])

    def _is_beside_own_files(self, one: Citation) -> bool:
        """Whether the line of a name cites several files, and none of the tree's."""
        paths = [other for other in self.page.on(one.line) if other.kind.startswith("path") and not other.unnamed]
        if any(self.known.resolve(path.target) for path in paths):
            return False
        return len(paths) >= OWN_FILES

    def _is_cut_short(self, one: Citation) -> bool:
        """Whether a name in code is a function's of the C interface, or a CUDA kernel's, but for its last word."""
        shortened = (
            one.in_code and self.known.tells_of(one.target) and _OF_C.fullmatch(one.target) and not one.target.isupper()
        )
        if one.in_code and _OF_CUDA.fullmatch(one.target):
            return _ONE_OF_THEM.match(self.page.text_lines[one.line - 1], one.end_column) is None
        return bool(shortened) and not one.target.endswith("_")

    def _is_a_twin(self, one: Citation) -> bool:
        """Whether a name is the end of one of a cited file, and called that of a like one: "the `FromFile` twin"."""
        if _TWIN.match(self.page.text_lines[one.line - 1], one.end_column) is None or not one.target[:1].isupper():
            return False
        ending = re.compile(rb"[a-z0-9]%b\b" % re.escape(one.target.encode()))
        return any(ending.search(self.known.read(path) or b"") is not None for path in self.page.files_cited)

    def _is_cut_off(self, one: Citation) -> bool:
        """Whether a name of three words or more is just one of the tree's without its last words."""
        words = len(WORDS.findall(one.target))
        if not one.in_code or words < 2 or len(one.target) < LETTERS_SHARED:
            return False
        longer = list(islice(self.known.beginning(one.target), 2))
        rest = longer[0][len(one.target) :] if len(longer) == 1 else ""
        within = one.target.isupper() and rest.isalpha() and rest.isupper()  # no macro is cut in the middle of a word
        if words < WORDS_SHARED:
            return within
        return within or (_GOES_ON.fullmatch(rest) is not None and rest not in _KINDS)

    def _is_older(self, one: Citation) -> bool:
        """Whether a name is called an op of which only a second version is one."""
        text = self.page.text_lines[one.line - 1][: one.column - 1]
        called = re.search(r"(?:\bops?|算子)\s?[:：]?\s?[`\"]*\Z", text) is not None
        return called and f"{one.target}V2" in self.known.ops

    def _is_said(self, one: Citation, standing: str | None) -> bool:
        """Whether the text says that a name is one of code, or in a file of the tree."""
        target = one.target
        text = self.page.text_lines[one.line - 1]
        upper = any(letter.isupper() for letter in target)
        said = wording.said_to_be_code(text[: one.column - 1], text[one.end_column :])
        if not self.known.tells_of(one.target) and self._is_built_upon(one):
            return False
        nowhere = standing is not None
        if one.text[:1] in _QUOTES:  # what something is registered as
            return standing == "" and self._in_company(one) and _WHOSE.search(self.page.around(one)[0]) is None
        if one.in_code and said and (upper or nowhere or one.called):
            # Of one word a class of another may have a type, which only its text says.
            return self.known.tells_of(target) or _SEVERAL.search(target) is not None
        if not nowhere:
            return False
        capital = target.lstrip("_")[:1].isupper()
        called = one.called and len(target) > 5 and (not upper or capital)
        private = target.startswith("_") and (upper or "_" in target[1:]) and len(target) > 5
        if one.in_code and (called or private):
            return True
        plain = (one.in_code or not upper) and self._file_of(one) is not None
        return plain or (standing == "" and self.is_placed(one)) or (one.called and said)

    def is_placed(self, one: Citation) -> bool:
        """Whether a name that nobody gives to anything but code is said to be in a file of the tree.

        A cell of a table may have any label.
        """
        text = self.page.text_lines[one.line - 1]
        if text.lstrip().startswith("|") or disclaimers.example(prose.sentence(text, one.column)):
            return False
        return _UNMISTAKABLE.fullmatch(one.target) is not None and self._file_of(one) is not None

    def _belongs(self, one: Citation, standing: str | None) -> bool:
        """Whether a name stands among the tree's, or is of a family of them, or is nothing but code."""
        target = one.target
        before = self.page.text_lines[one.line - 1][: one.column - 1]
        if not one.in_code or before.endswith("."):
            return False  # nor is it said what a member is of that stands alone
        upper = any(letter.isupper() for letter in target)
        listed = len(target) > 7 and (upper or (standing == "" and "_" in target))
        if listed and among_the_trees(self.known, self.page, one, standing == ""):
            return True
        if standing != "":
            return False
        if self.known.kindred(target) >= ENOUGH_KIN or self._is_a_setting(one) or self._is_compiled_with(one):
            return True
        if self._is_of_ops(target) or self.is_among_ops(one) or self._has_a_body(one) or self._is_among_constants(one):
            return True
        if _UNMISTAKABLE.fullmatch(target) is None:
            return False
        like_ours = _OF_C.fullmatch(target) is not None or self._is_nearly_called(target)
        return self._in_company(one) or (like_ours and self._in_listed_company(one))

    def _is_a_setting(self, one: Citation) -> bool:
        """Whether a name is said to be a variable of the environment that something of the tree reads."""
        headed = one.target.isupper() and _ENVIRONMENT.search(self.page.heading(one.line)) is not None
        read = is_said_to_be_read(self.page, one)
        if not (headed or read):
            return False
        if (
            read
            and self._cites_files
            and not self.page.is_proposal
            and not _WHOSE.search(prose.begun(self.page.around(one)[0]))
        ):
            return True
        beside = {*self.page.on(one.line), *(self.page.on(one.line - 1) if one.line > 1 else ())}
        if prose.wrapped(self.page.text_lines, one.line + 1):
            beside.update(self.page.on(one.line + 1))
        return any(
            (other.kind in ("path", "path:line") and bool(self.known.resolve(other.target)))
            or (other.kind in ("symbol", "op") and bool(self.page.meant(other.target)))
            for other in beside
        )

    def is_among_ops(self, one: Citation) -> bool:
        """Whether a name is one of several that are ops, in a sentence on these: "`Elu`, `Selu` and `Gelu` are ops".

        Nothing need say so where it begins with a word that several of the tree's ops begin with.
        """
        text = self.page.text_lines[one.line - 1]
        peers = enumerated_with(self.page, one) if one.target[:1].isupper() and not one.target.isupper() else []
        if len(peers) < OPS_BESIDE or not all(other.target in self.known.ops for other in peers):
            return False
        begun = _FIRST_WORD.match(one.target)
        first = begun[0] if begun is not None and begun[0] != one.target else ""
        akin = first != "" and peers[0].target.startswith(first)
        return (
            len(peers) >= MANY_OPS
            or (akin and sum(op.startswith(first) for op in self.known.ops) >= ENOUGH_KIN)
            or _OF_OPS.search(markdown.SPAN.sub("`", prose.sentence(text, one.column))) is not None
        )

    def _is_compiled_with(self, one: Citation) -> bool:
        """Whether a macro is said to be what something of the tree is compiled with."""
        said = _SWITCH.fullmatch(one.target) and _COMPILED.search(self.page.around(one)[0][-80:])
        return bool(said) and self._in_company(one)

    def _is_among_constants(self, one: Citation) -> bool:
        """Whether a constant of C++ is in a document nearly all of whose constants stand in files of the tree.

        In a list whose items beside it speak of the tree, one other constant will do, where no second one is strange.
        """
        if _OF_CPP.fullmatch(one.target) is None or len(one.target) < MIN_CONSTANT:
            return False
        if len(self._constants) > MOST_CONSTANTS:
            return False
        if not self._told:
            return len(self._constants) > 1
        strange = self._strange_constants
        ours = len(self._constants) - strange
        if ours >= max(CONSTANTS, EACH * strange):
            return True
        return ours > 0 and strange == 1 and self._in_listed_company(one)

    @cached_property
    def _constants(self) -> frozenset[str]:
        """The constants of C++ that the document's text has in code."""
        said = (one for one in self.page.said if one.kind == "symbol" and one.in_code and not one.fenced)
        return frozenset(one.target for one in said if _OF_CPP.fullmatch(one.target))

    @cached_property
    def _strange_constants(self) -> int:
        """How many of them no file has, once all files were searched."""
        return sum(not (self.known.knows(name) or self.known.stands(name)) for name in self._constants)

    def _is_one_of_many(self, one: Citation) -> bool:
        """Whether a name of several words is in a document nearly all of whose names are the tree's; it is in no file.

        One that is not marked as code stands where the text speaks of the tree.
        """
        if len(self._names) > MOST_NAMES or not _is_several_words(one) or self.page.may_propose(one.line):
            return False
        if disclaimers.foreign(self.page.header(one)):
            return False
        text = self.page.text_lines[one.line - 1]
        said = wording.said_to_be_code(text[: one.column - 1], text[one.end_column :])
        if not (one.in_code or said or self._in_company(one) or self._in_listed_company(one)):
            return False
        if one.target.islower() and not one.called and self._is_spoken_of_again(one):
            return False  # as something of the author's own is
        strange = 1 if not self._told else self._strange_names
        return len(self._names) - strange >= max(self._enough_names(one), EACH_NAME * strange)

    def _is_one_of_small_ones(self, one: Citation) -> bool:
        """The same of a name of two words in small letters, as code, among enough that files have."""
        if not _is_of_small_words(one) or len(self._small) > MOST_NAMES or self.page.may_propose(one.line):
            return False
        if one.called or self._is_spoken_of_again(one) or disclaimers.foreign(self.page.header(one)):
            return False
        if not self._cites_files or not self._in_company(one) or self.page.of_a_package(one):
            return False
        strange = 1 if not self._told else sum(self.known.is_nowhere(name) for name in self._small)
        return len(self._small) - strange >= max(SMALL, EACH_SMALL * strange)

    @cached_property
    def _small(self) -> frozenset[str]:
        """The names of two small words that the document's text has as code."""
        return frozenset(
            one.target for one in self.page.said if _is_of_small_words(one) and not self.page.is_planned(one)
        )

    def _is_spoken_of_again(self, one: Citation) -> bool:
        """Whether the document has a name in more than one place."""
        if one.target.isidentifier():
            return self.page.times(one.target) > 1
        return len(re.findall(rf"(?<!\w){re.escape(one.target)}(?!\w)", self._text)) > 1

    @cached_property
    def _text(self) -> str:
        return "\n".join(self.page.text_lines)

    def may_be_one_of_many(self, one: Citation) -> bool:
        """Whether a name may be wrong in such a document, so that the files are searched for it."""
        return (
            self.known.tells_of(parts_of(one.target)[-1])
            and _is_several_words(one)
            and len(self._names) > self._enough_names(one)
        )

    def _enough_names(self, one: Citation) -> int:
        """How many names of the tree a document has that is about it: fewer, of code, where it cites several files."""
        return NAMES_BESIDE_FILES if one.in_code and self._cites_files else NAMES

    @cached_property
    def _cites_files(self) -> bool:
        cited = {one.target for one in self.page.said if one.kind in ("path", "path:line") and not one.supposed}
        return sum(bool(self.known.resolve(target)) for target in cited) >= FILES

    @cached_property
    def _names(self) -> frozenset[str]:
        """The names of several words that the document's text has, each without what it is a member of."""
        said = (one for one in self.page.said if one.kind in ("symbol", "op") and not one.fenced)
        said = (one for one in said if _is_several_words(one) and not self.page.is_planned(one))
        return frozenset(parts_of(one.target)[-1] for one in said)

    @cached_property
    def _strange_names(self) -> int:
        """How many of them no file has, as far as that is known already, and the document does not have of its own."""
        return sum(
            not (self.known.knows(name) or name in self.known.names or name in self.page.own)
            and self.known.is_nowhere(name)
            for name in self._names
        )

    def _is_of_ops(self, target: str) -> bool:
        """Whether ops of the tree begin with three words of a name, in a document on ops."""
        head = _LAST_WORD.sub("", target)
        if len(WORDS.findall(head)) < WORDS_SHARED or sum(op.startswith(head) for op in self.known.ops) < ENOUGH_KIN:
            return False
        return len({other.target for other in self.page.said} & self.known.ops.keys()) >= ENOUGH_KIN

    def _has_a_body(self, one: Citation) -> bool:
        """Whether a quotation of the tree is said to be the body of what a paragraph in front of it is on."""
        if _UNMISTAKABLE.fullmatch(one.target) is None:
            return False
        behind = prose.behind(self.page.text_lines, one.line, one.end_column)
        if _BODY.search(behind[-80:]) is None or not prose.begins_paragraph(self.page.text_lines, one.line, one.column):
            return False
        return not self._told or self.page.is_quoted_below(one)

    def _is_nearly_called(self, target: str) -> bool:
        """Whether a name of the tree has three words or more of one and goes on otherwise than this."""
        head = _LAST_WORD.sub("", target)
        enough = len(WORDS.findall(head)) >= WORDS_SHARED and len(head) >= LETTERS_SHARED
        return enough and self.known.begins(head, further=True)

    def _in_listed_company(self, one: Citation) -> bool:
        """Whether the items of a list next to that of a name speak of the tree."""
        beside = [self.page.on(number) for number in lines_of_items_beside(self.page, one.line)]
        return self._speaks([other for each in beside for other in each])

    def _in_company(self, one: Citation) -> bool:
        """Whether the text speaks of the tree beside a name: of a file, or of more than one thing that it defines."""
        number = one.line
        others = [other for other in self.page.on(number) if other is not one]
        while one.line - number < NEAR and prose.wrapped(self.page.text_lines, number):
            number -= 1
            others += self.page.on(number)
        if prose.wrapped(self.page.text_lines, one.line + 1):
            others += self.page.on(one.line + 1)
        return self._speaks(others)

    def _speaks(self, others: list[Citation]) -> bool:
        """Whether some citations are of a file of the tree, or of more than one thing that it has."""
        if any(other.kind in ("path", "path:line") and self.known.resolve(other.target) for other in others):
            return True
        names: set[str] = set()
        for other in others:
            named = other.kind in ("symbol", "op") and other.target not in names
            if named and (self.page.meant(other.target) or self._stands(other)):
                names.add(other.target)
                if len(names) > 1:
                    return True
        return False

    def _stands(self, one: Citation) -> bool:
        """Whether files have a constant, a name of the C interface or one of three words that no index has.

        Before they are searched, whether they may have it.
        """
        if _THREE_WORDS.search(one.target) is not None:
            return not self.known.is_nowhere(one.target)
        if not (one.in_code and (_OF_C.fullmatch(one.target) or _OF_CPP.fullmatch(one.target))):
            return False
        return bool(self.known.stands(one.target)) or (not self._told and self.known.tells_of(one.target))

    def _file_of(self, one: Citation) -> int | None:
        """The position of a path that is said of a name and is the tree's, or would be if there were such a file."""
        for position in self.page.paths_of(one):
            target = self.page.said[position].target
            if self.known.resolve(target) or target.startswith("tensorflow/"):
                return position
        return None


def _is_shortened(target: str, name: str) -> bool:
    """Whether a name is another one without the end that a class has."""
    return target[:1].isupper() and name.startswith(target) and _AGENT.fullmatch(name[len(target) :]) is not None


def _is_of_small_words(one: Citation) -> bool:
    """Whether a name is put together of two words in small letters, and marked as code."""
    return one.kind == "symbol" and one.in_code and not one.fenced and _TWO_SMALL.fullmatch(one.target) is not None


def _is_several_words(one: Citation) -> bool:
    """Whether a name is put together of words as nothing but code is: three of them where it is not marked as such.

    Small letters are of three words, so that they are no parameter or notion of the author's.
    """
    last = parts_of(one.target)[-1] if one.target else ""
    if len(last) < MIN_NAME or not last.isascii() or CONSTANT.fullmatch(last) or _SERIAL.search(last):
        return False
    if last.islower():
        return last.strip("_").count("_") >= MIN_BARE
    return (_SEVERAL if one.in_code else _THREE_WORDS).search(last) is not None


#: Letters that are left of a word which is written shorter.
MIN_CUT = 3
#: What protocol buffers generate for a field, and what says that some of it is.
_ACCESSOR = regex(
    r"(?:(?P<only>mutable|release|set_allocated)|add|set|has|clear)_(?P<field>[a-z]\w{3,})|(?P<sized>[a-z]\w{3,})_(?:size|case)",
    re.A,
)
_OF_MESSAGES = regex(r"\bproto|\bmessages?\b|\bfields?\b|消息|字段", re.I)
#: What functions and types of TensorFlow's C API are called.
_OF_THE_C_API = regex(r"TFE?_[A-Z][a-z](?!\w*XX)\w{5,}", re.A)


def _is_shaped(one: Citation) -> bool:
    """Whether a name has an ending or a beginning that only TensorFlow's names have."""
    upper = any(letter.isupper() for letter in one.target)
    if (upper and one.target.endswith(vocabulary.OURS)) or vocabulary.MACRO.match(one.target):
        return True
    return one.in_code and _GRADIENT.fullmatch(one.target) is not None
