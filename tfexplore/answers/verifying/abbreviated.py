"""What a document announces short names for: "`K/` is `tensorflow/python/keras/`", "`BFC` = `BFCAllocator`".

Of a file as well: "`core/kernels/long_loom_op.cc` (hereafter loom.cc)".
"""

from __future__ import annotations

import re
from collections import Counter

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.citation import SUFFIX, Citation
from tfexplore.answers.verifying.prose import paragraphs
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

#: Letters of a short name that nothing announces.
MOST_LETTERS = 5
#: Lines of a list of short names from the one on that says what it is.
MAX_LISTED = 8
#: A short name is one word, perhaps as that of a variable: `$TF/`, `<kernels>/`.
_SHORT = r"[`\"'“*]{0,3}(?P<short>[$<{]{0,2}[A-Za-z]\w{0,15}[>}]{0,2}/(?:\.{3}|…|\*)?)[`\"'”*]{0,3}"
_FOLDER = r"[`\"'“*]{0,3}(?P<folder>(?:[\w.-]+/)+[\w.-]*)[`\"'”*]{0,3}"
#: "`rt/` below = …"
_FROM_HERE = r"(?:(?:below|here|hereafter|henceforth|in what follows|in the following|以下|下文|后文)\s*)?"
_ENDING = rf"\.{SUFFIX}"
#: Words between a long name and the short one behind it.
_CALLED = (
    r"(?:(?:is |are |hereafter |below |here |henceforth )*"
    r"(?:abbreviated|shortened|written|called)(?: (?:as|to))?|hereafter|henceforth|for short"
    r"|(?:in )?short(?= ?:?\s[`\"'“*])"
    r"|(?:以?下[文面]?|后[文面]|本文)?(?:中|里|都|均|一律)?(?:简称|缩写|简写|记|写)(?:为|作|成)?)"
)
_OF_A_FILE = regex(
    rf"[`*]{{0,3}}(?P<file>(?:[\w.-]+/)*[\w.-]+{_ENDING})[`*]{{0,3}}\s*(?:[,，;；(（]\s*)?{_CALLED}"
    rf"\s*[:：]?\s*[`\"'“*]{{0,3}}(?P<short>[\w-]{{1,24}}{_ENDING})(?![\w/])",
    re.I | re.A,
)
#: "`loom.cc` = `core/kernels/long_loom_op.cc`"; the short name may be bold or in quotes instead.
_FILE_IS = regex(
    rf"(?<![\w/`.-])(?:\*\*|[\"“])?(?P<code>`)?(?P<short>[\w-]{{1,24}}{_ENDING})(?(code)`)(?:\*\*|[\"”])?"
    rf"\s*{_FROM_HERE}(?:=|:=|stands for|means|denotes|refers to|is short for|表示|代表|即|指的?是?)"
    rf"\s*(?P<open>`)?(?P<file>(?:[\w.-]+/){{0,9}}[\w.-]+{_ENDING})(?(code)`|(?(open)`))(?![\w/:])",
    re.I | re.A,
)
#: "are our shorthand for", before what short names stand for.
_SHORTHAND = r"(?:is|are)\s(?:my|our|the)\s(?:short(?:hands?)?|short names?|abbreviations?)\sfor"
#: "`L.cc` and `L.h` are our shorthand for `kernels/loom.cc` and `kernels/loom.h`", or of one.
_SHORTHANDS = regex(
    rf"`(?P<short>[\w-]{{1,24}}{_ENDING})`(?:(?:,|\sand|\s&)\s`(?P<other>[\w-]{{1,24}}{_ENDING})`)?\s{_SHORTHAND}\s"
    rf"`(?P<file>(?:[\w.-]+/)*[\w.-]+{_ENDING})`(?(other)(?:,|\sand|\s&)\s`(?P<another>(?:[\w.-]+/)*[\w.-]+{_ENDING})`)",
    re.A,
)
#: `l.cc` 是我自己给 `long_loom_op.cc` 起的缩写.
_GIVEN_TO = regex(
    rf"`(?P<short>[\w-]{{1,24}}{_ENDING})`\s?是(?:我|我们|本文)?(?:自己)?(?:给|对|为)\s?`(?P<file>(?:[\w.-]+/)*[\w.-]+{_ENDING})`"
    r"\s?(?:起|用|写|取|做)?的?(?:缩写|简称|简写|别名|代号)",
    re.A,
)
#: "**loom.h** = its header", behind the short name of a source.
_ITS_HEADER = regex(
    r"\s*[,，;；、]?\s*(?:and )?(?:\*\*)?`?(?P<short>[\w-]{1,24})\.h`?(?:\*\*)?\s*"
    r"(?:=|:=|stands for|means|for|is|表示|代表|是|即|指)\s*(?:its|the) header(?! \w)"
)
#: "`ops/X` = `tensorflow/core/ops/X`".
_OF_ANY = regex(
    r"(?<![\w/`.-])(?P<code>`)?(?P<short>[A-Za-z]\w{0,15}/)(?P<any>[A-Z]|\.{3}|…|\*|<\w{1,12}>)(?(code)`)\s*"
    r"(?:=|:=|stands for|means|is short for|is|表示|代表|即|指)\s*`?(?P<folder>(?:[\w.-]+/){1,9})(?P=any)(?(code)`)",
    re.A,
)
#: "`lm` stands for long_loom_op.cc", of which lines are cited as `lm:12`.
_WORD_IS_FILE = regex(
    rf"(?<![\w`/.-])(?P<code>`)?(?P<short>[A-Za-z][A-Za-z0-9]{{1,9}})(?(code)`)\s*{_FROM_HERE}"
    r"(?:=|:=|stands for|means|is short for|abbreviates|表示|代表|即|指的?是?)\s*(?:the file )?"
    rf"(?P<open>`)?(?P<file>(?:[\w.-]+/){{0,9}}[\w.-]+{_ENDING})(?(open)`)(?![\w/:])",
    re.A,
)
#: The same behind the file: "`core/long_loom_op.cc` (hereafter `loom`)".
_FILE_CALLED = regex(
    rf"[`*]{{0,3}}(?P<file>(?:[\w.-]+/)*[\w.-]+{_ENDING})[`*]{{0,3}}\s*(?:[,，;；(（]\s*)?{_CALLED}"
    r"\s*[:：]?\s*[`\"'“*]{1,3}(?P<short>[A-Za-z][A-Za-z0-9]{1,9})[`\"'”*]{1,3}",
    re.I | re.A,
)
_ANNOUNCED = (
    regex(
        rf"(?<![\w/`]){_SHORT}\s*{_FROM_HERE}"
        rf"(?:is|=|:|：|means|stands for|abbreviates|is short for|{_SHORTHAND}|denotes|refers to"
        r"|表示|代表|即|就是|指的?是?)"
        rf"\s*(?:the (?:folder|directory) |目录)?\s*{_FOLDER}(?![\w/])",
        re.I | re.A,
    ),
    regex(rf"(?<![\w/`]){_SHORT}\s*是(?:我|我们|本文|本讲义)?对?\s?{_FOLDER}\s?的(?:简|缩)写", re.A),
    regex(
        rf"(?<![\w/.-]){_FOLDER}\s*(?:(?:[a-z]+\s){{0,3}}[,，;；(（]\s*)?{_CALLED}"
        rf"\s*[:：]?\s*{_SHORT}(?![\w/])",
        re.I | re.A,
    ),
    regex(
        rf"(?<![\w/.-]){_FOLDER}\s*(?:(?:is |are )?(?:abbreviated|shortened) (?:as|to)|(?:简称|简写|缩写)(?:为|作|成)?)"
        r"\s*[:：]?\s*[`\"'“*]{0,3}(?P<short>[A-Za-z]\w{0,5})(?![\w/.:])",
        re.A,
    ),
)
#: "I write K/ for `tensorflow/core/kernels/` and P/ for `tensorflow/python/`", without the sign as well.
_WRITTEN_FOR = regex(rf"(?<![\w/`]){_SHORT}\s*for\s*(?:the (?:folder|directory) )?{_FOLDER}(?![\w/])", re.I | re.A)
_LETTERS_FOR = regex(
    r"(?<![\w/`.-])(?P<code>`)?(?P<short>[A-Z][A-Z0-9]{0,3})(?(code)`) for (?:the (?:folder|directory) )?"
    r"`(?P<folder>(?:[\w-]+/)+[\w-]+)/?`",
    re.A,
)
#: "`a/framework` (F/) and `a/runtime` (R/) …. F/ and R/ are my abbreviations".
_BEHIND_IT = regex(r"`(?P<folder>(?:[\w-]+/)+[\w-]+)/?`\s?[(（]`?(?P<short>[A-Z][A-Z0-9]{0,3}/)`?[)）]", re.A)
_ABBREVIATIONS = regex(r"\babbreviations?\b|\bshort(?:hand)?\b|缩写|简称|简写", re.I)
_BOLD = regex(r"\*\*(?P<short>[A-Z][A-Za-z0-9]{1,7})\*\*\s(?:=\s|is\s|for\s)?`?[A-Z]\w+", re.A)
_WRITES = regex(r"\b(?:I|we)(?:'ll| will)? (?:write|use|put|say|abbreviate)\b", re.I)

_STANDS_FOR = regex(r"/[`*\"'”]{0,3}\s(?:below\s|here\s|hereafter\s)?(?:stands|is short)\sfor\s", re.I)
#: What a line has that announces one: a short name and a word behind it, or a word for what is shorter.
_CUES = regex(
    r"\b[A-Za-z]\w{0,15}[>}]{0,2}/[.…*`\"'”]{0,6}\s*"
    rf"{_FROM_HERE}(?:is|=|:|：|means|stands|abbr|are|denotes|refers|表示|代表|即|就?是|指)"
    r"|abbreviated|shortened|hereafter|henceforth|\bshort\b|written|called|[简缩]|[记写][为作]",
    re.I | re.A,
)

#: What a line has that announces a word for a file.
_CUES_OF_WORDS = regex(
    r"\b(?:stands|means|short|abbreviat\w+|hereafter|henceforth|called|written)\b|表示|代表|[即指]|[简缩]|[记写][为作]",
    re.I,
)
#: How a line ends that goes on with a file: "`lm` stands".
_WORD_WRAPPED = regex(r"\b[`*]{0,3}\s(?:stands|stands for|means|is short for|is short)\s*\Z")
#: A line that ends behind a short name, or the word for what that stands for.
_WRAPPED = regex(
    r"/[`*\"'”]{0,3}(?:\s+(?:is|means|stands for|stands|for|denotes|=|表示|代表|是|指))?\s*\Z"
    rf"|\b{_SHORTHAND}\s*\Z|\b[A-Z]\w{{0,7}}[`*\"'”]{{0,3}}\s(?:means|stands for|is short for|=)\s*\Z"
    rf"|{_ENDING}[`*\"'”]{{0,3}}\s*{_FROM_HERE}(?:means|denotes|refers to|stands for|=|表示|代表|指的?是?)\s*\Z",
    re.I,
)
#: "`CR` = `tensorflow/core/common_runtime`", "`BFC` stands for `BFCAllocator`".
_EQUALS = regex(
    r"(?<![\w/])(?P<code>`)?(?P<short>[A-Z][A-Z0-9]{1,4})(?(code)`)(?:\*\*)?\s*(?:(?:below|here|hereafter|下文|以下)\s)?"
    r"(?:=|:=|stands for|is short for|abbreviates|代表|简称|是)\s*"
    r"`(?P<long>(?:[\w.-]+/)+[\w-]+/?|(?:\w+::)*[A-Z]\w*[a-z]\w*)`",
    re.A,
)


#: "`B` stands for `https://github.com/tensorflow/tensorflow/blob/v1.15.0/tensorflow`".
_OF_LINKS = regex(
    r"(?<![\w/`.$-])`?(?P<short>[A-Za-z]\w{0,7})/?`?\s*(?:(?:below|here|hereafter|下文|以下)\s)?"
    r"(?:=|:=|stands for|means|is short for|is|表示|代表|是)\s*"
    r"[`<]?https?://[\w./-]{1,80}/(?:blob|tree|raw)/[\w.-]+/(?P<folder>(?:[\w-]+/){0,8}[\w-]+)/?[`>]?(?![\w/-]|\.\w)",
    re.A,
)
#: "cr = tensorflow/core/common_runtime", as notes have it; such a folder begins where the tree does.
_BARE = regex(
    r"(?<![\w/`.$-])`?(?P<short>[A-Za-z]\w{0,7})`?\s*(?:=|:=|stands for|means|is short for|表示|代表)\s*"
    r"`?(?P<folder>tensorflow/(?:[\w-]+/){0,8}[\w-]+)/?`?(?![\w/-]|\.\w)",
    re.A,
)
#: The next of such a series: "… and X for tensorflow/compiler".
_AND_BARE = regex(
    r"(?:,|,?\sand)\s`?(?P<short>[A-Za-z]\w{0,7})`?\s(?:stands )?for\s"
    r"`?(?P<folder>tensorflow/(?:[\w-]+/){0,8}[\w-]+)/?`?",
    re.A,
)


#: The header of a table of short names, its rows, and cells of one.
_TABLE = regex(r"\s*\|[^|]*(?:abbr|\bshort\b|shorthand|alias|\bstands for\b|缩写|简[称写]|代号)[^|]*\|", re.I)
_IN_TABLE = regex(
    r"\s*\|\s*`?(?P<short>[A-Za-z]\w{0,7}/?)`?\s*\|\s*`?(?P<long>(?:[\w.-]+/)+(?:[\w-]+(?:\.\w+)*)?)`?\s*(?:\|.*)?",
    re.A,
)


def _of_tables(lines: Sequence[str]) -> Iterable[tuple[str, str]]:
    """What the rows of tables of short names say."""
    of_short = False
    for line in lines:
        of_short = line.lstrip().startswith("|") and (of_short or _TABLE.match(line) is not None)
        row = _IN_TABLE.fullmatch(line) if of_short else None
        if row is not None:
            short, long = row["short"], row["long"]
            if "." not in long.rpartition("/")[2]:  # a folder
                short, long = f"{short.rstrip('/')}/", f"{long.rstrip('/')}/"
            yield short, long


def announced(lines: Iterable[str]) -> dict[str, str]:
    """The short names that some lines announce, each with what it stands for; those of folders end with `/`."""
    every = list(lines)
    found = dict(_of_tables(every))
    for line, behind in zip(every, [*every[1:], ""], strict=True):
        if _WRAPPED.search(line):
            line = f"{line.rstrip()} {behind.lstrip(' >')}"
        for match in _EQUALS.finditer(line) if "`" in line else ():
            slash = "/" if "/" in match["long"] else ""
            found.setdefault(match["short"] + slash, match["long"].rstrip("/") + slash)
        for match in _BARE.finditer(line) if "tensorflow/" in line else ():
            each: re.Match[str] | None = match
            while each is not None:
                found.setdefault(each["short"] + "/", each["folder"] + "/")
                each = _AND_BARE.match(line, each.end())
        for match in _BEHIND_IT.finditer(line) if "/" in line and _ABBREVIATIONS.search(line + behind) else ():
            found.setdefault(match["short"], match["folder"] + "/")
        for match in _OF_LINKS.finditer(line) if "://" in line else ():
            found.setdefault(match["short"] + "/", match["folder"] + "/")
        patterns = _ANNOUNCED if "/" in line and _CUES.search(line) else ()
        # "`F/` stands for `a/framework/`, `R/` for `a/runtime/`" goes on with that word.
        writes = "/" in line and (_WRITES.search(line) is not None or _STANDS_FOR.search(line) is not None)
        for pattern in (*patterns, _WRITTEN_FOR, _LETTERS_FOR) if writes else patterns:
            for match in pattern.finditer(line):
                short = match["short"].rstrip(".…*").rstrip("/") + "/"
                folder = match["folder"].rstrip("/.")
                if ("/" in folder or folder == "tensorflow") and not folder.startswith(short):
                    found.setdefault(short, folder + "/")
        for match in _OF_A_FILE.finditer(line) if "." in line and _CUES.search(line) else ():
            found.setdefault(match["short"], match["file"])
        for match in _SHORTHANDS.finditer(line) if "short" in line or "abbr" in line else ():
            found.setdefault(match["short"], match["file"])
            if match["other"]:
                found.setdefault(match["other"], match["another"])
        for match in _GIVEN_TO.finditer(line) if "`" in line else ():
            found.setdefault(match["short"], match["file"])
        for match in _OF_ANY.finditer(line) if "/" in line else ():
            found.setdefault(match["short"], match["folder"])
        for match in _FILE_IS.finditer(line) if "/" in line and "." in line else ():
            if not match["file"].endswith(f"/{match['short']}"):
                found.setdefault(match["short"], match["file"])
                header = _ITS_HEADER.match(line, match.end())
                if header is not None and header["short"] == match["short"].partition(".")[0]:
                    found.setdefault(f"{header['short']}.h", f"{match['file'].rpartition('.')[0]}.h")
    return found


def words_for_files(lines: Sequence[str]) -> dict[str, str]:
    """The words that some lines announce for files, each with its file: "`lm` stands for long_loom_op.cc"."""
    found: dict[str, str] = {}
    for line, behind in zip(lines, [*lines[1:], ""], strict=True):
        if _WORD_WRAPPED.search(line):
            line = f"{line.rstrip()} {behind.lstrip(' >')}"
        if "." in line and ("=" in line or _CUES_OF_WORDS.search(line)):
            for pattern in (_WORD_IS_FILE, _FILE_CALLED):
                for match in pattern.finditer(line):
                    found.setdefault(match["short"], match["file"])
    return found


def cited_by_words(said: Sequence[Citation], lines: Sequence[str], words: dict[str, str]) -> list[Citation]:
    """Citations, with those of lines of files that have a word for them, `lm:12`, in their places."""
    form = re.compile(rf"(?<![\w/.:-])({'|'.join(map(re.escape, words))}):(\d{{1,6}})(?:[-–](\d{{1,6}}))?(?![\w.]\w)")
    blocks = {one.line: one.block for one in said}
    made = list(said)
    for one in paragraphs(list(lines)):
        for number in one.numbers:
            for match in form.finditer(lines[number - 1]):
                start = int(match[2])
                block = blocks.get(number, blocks[max((each for each in blocks if each < number), default=number)])
                made.append(
                    Citation(
                        "path:line", match[0], number, match.start() + 1, words[match[1]], start,
                        max(start, int(match[3] or 0)), end_column=match.end(), block=block,
                    )
                )  # fmt: skip
    return sorted(made, key=lambda each: (each.line, each.column))


def named_for_short(lines: Iterable[str]) -> set[str]:
    """The short names of ops and classes that a text lists behind "Abbreviations": "**CS** `Cumsum`, **HF** `Hash`"."""
    found: set[str] = set()
    left = 0
    for line in lines:
        left = MAX_LISTED if _ABBREVIATIONS.search(line) else left - 1 if line.strip() else 0
        if left > 0:
            found.update(match["short"] for match in _BOLD.finditer(line))
    return found


def guessed(said: Iterable[Citation], is_there: Callable[[str], bool]) -> dict[str, str]:
    """The short names of files that nothing announces: `bfc.cc` for the one `bfc_allocator.cc` that a text cites.

    Such a name stands more than once in the text, and there is no file of that name, as `is_there` tells.
    """
    cited = Counter(one.target for one in said if one.kind in ("path", "path:line"))
    whole = {target.rpartition("/")[2]: target for target in cited}
    found: dict[str, str] = {}
    for target, times in cited.items():
        stem, _, ending = target.partition(".")
        if times < 2 or len(stem) > MOST_LETTERS or not stem.isidentifier() or not ending or is_there(target):
            continue
        like = [name for name in whole if name.endswith(f".{ending}") and _is_short_for(stem, name.partition(".")[0])]
        like = [name for name in like if is_there(name)]
        if len(like) == 1:
            found[target] = whole[like[0]]
    return found


def _is_short_for(short: str, long: str) -> bool:
    """Whether a name is the first word of another, or made of the first letters of its words."""
    words = long.split("_")
    return len(words) > 1 and short in (words[0], "".join(word[:1] for word in words))


def spelled_out(said: Sequence[Citation], short: dict[str, str]) -> list[Citation]:
    """Citations with what the short names in their targets stand for."""
    made = []
    for one in said:
        if one.kind in ("path", "path:line"):
            first, slash, rest = one.target.partition("/")
            if one.target in short:
                one = one._replace(target=short[one.target])
            elif rest and first + slash in short:
                one = one._replace(target=short[first + slash] + rest)
        elif one.kind == "symbol":
            first, sign, rest = one.target.partition("::")
            if rest and first in short:
                one = one._replace(target=short[first] + sign + rest)
        made.append(one)
    return made
