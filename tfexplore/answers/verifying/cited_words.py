"""Sentences that a document quotes from a docstring, a comment or a message, in quotation marks or behind a `>`.

"The docstring has it: "The last strand comes first."" is wrong where the file of what the text is about has all of the
sentence but for a word, and no file that the document cites there has it as it is. A message may be shorter, and need
not be said to be one where the sentence speaks of an error: "an empty loom fails with "The loom has no yarn"".
"""

from __future__ import annotations

import re
from itertools import chain, islice

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import aligned_words, prose
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Words of a quoted sentence, letters of it, and lines in a block quote.
LEAST, MOST, MAX_LETTERS, MAX_LINES = 7, 120, 1_500, 12
#: Words of a message at least.
LEAST_OF_MESSAGE = 5
#: Lines above and below it whose files and names it may be of, how many files, and how many define a name at most.
ABOVE, BELOW, MAX_FILES, FEW_DEFINE = 8, 3, 6, 4
#: Sentences of a document that are compared.
MAX_SENTENCES = 400
#: Lines above and below one that tell whether it is the one that is quoted.
BESIDE = 3

#: What is quoted, and the word that says that it is.
_SOURCE = regex(
    r"\b(?:doc-?strings?|documentation|comments?|remarks?|(?:error )?messages?|TODO|docs?|help text)\b"
    r"|文档字符串|文档|注释|报错|错误信息|说明",
    re.I,
)
_SAYS = regex(
    r"(?:\bsa(?:ys|id|ying)\b|\breads?\b|\bstates?\b|\bhas (?:it|this)\b|\bputs it\b|\bquot\w+|\bwarns?\b|\bnotes?\b"
    r"|\bexplains?\b|\bis\b|写道|写着|说|原文|如下|指出|提到|是|为)[^\"“”]{0,20}$|[:：]\s*$",
    re.I,
)
#: What speaks of a message, before or behind it.
_RAISED = regex(
    r"\b(?:errors?|exceptions?|fail(?:s|ed|ing|ure)?|rais(?:es?|ed|ing)|throws?|thrown|messages?|texts?"
    r"|complain\w*|checks?|refuse[sd]?|reject\w*"
    r"|logs?|logged|warn\w*|prints?|printed|answer(?:s|ed)?|yields?|you (?:will |would )?get|dies|CHECK\w*)\b"
    r"|Error`|errors::|报|抛出|提示|错误|消息|日志|打印",
    re.I,
)
_LIKE_AN_ERROR = regex(
    r"\b(?:must|should|cannot|can't|couldn't|expect(?:s|ed)?|invalid|unknown|unsupported|failed"
    r"|not (?:a|be|in|supported|found))\b",
    re.I,
)
_MESSAGE = regex(r"`[\"']?(?P<code>[^`\n]*?)[\"']?`|[\"“](?P<text>[^\"“”\n]*(?:\n[^\"“”\n]*)?)[\"”]")
#: A line of code in a block quote.
_STATEMENT = regex(r"^\s*>.*(?:errors::\w+\(|[;{},(]\s*$)")
#: Nothing but words, with what stands around them.
_WORDY = regex(r"[\w\s,.:;'`()/+*?!#%&=<>\[\]^-]+", re.A)
#: What denies that it is the message, so many letters before it.
_OTHERWISE = regex(
    r"\b(?:not|never|unlike|instead of|rather than|would|no longer|used to|older?|newer|formerly|previously|changed?"
    r"|renamed?|becomes?|typos?|mine|ours?|my|like)\b|n't\b|不是|不会|并非|而非|我们|改|以前|曾|应",
    re.I,
)
#: How far before a text in a sentence a denial is of it, and how far before one that stands alone.
DENIED, DENIED_ALONE = 40, 15
_IN_MARKS = regex(r"[\"“]([^\"“”`]{30,400})[\"”]")
#: What a quotation leaves out or puts in, so that it need not be word for word.
_CHANGED = regex(r"\.\.\.|…|\[[^\]]*\]\s|\[sic|\bsic\b|[`|<]")
#: What separates words in code and in a text alike.
_BETWEEN = str.maketrans(dict.fromkeys('"(),;', " "))
#: Words of one who does not quote word for word, or not the source.
_ROUGHLY = regex(
    r"\b(?:paraphras|roughly|in short|essentially|something like|my\b|our\b|translat)|大意|大致|翻译|意思", re.I
)
_AROUND = "*_\"'“”‘’`.,;:!?()"
_EITHER = regex(rb"\?\s*\"[^\"\n]*\"\s*:\s*\"[^\"\n]*\"")
#: What a message is interrupted by, where a value is put into it.
_VALUE = regex(rb"([\"'])\s*(?:,|<<|\+)\s*[^\"';]{1,80}?(?:(?:,|<<|\+)\s*\1|\)?;)")
_MARKS = regex(rb"^[ \t]*(?:///?|#+|\*)?[ \t]*|\"{3}|\"[ \t]*$", re.M)


class _Said(Record):
    """A quoted sentence, where it begins in the document, and how it is written there."""

    words: list[str]
    line: int
    column: int
    text: str
    #: Whether it is called a message, or stands where a sentence speaks of one.
    told: bool = False


class CitedWords:
    """The checks of quoted sentences; they need a tree."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._texts: dict[str, str] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on each sentence that stands in a file but for a word."""
        for one in islice(chain(self._behind_marks(), self._in_marks(), self._messages()), MAX_SENTENCES):
            made = self._check(one)
            if made is not None:
                yield made

    def are_there(self, line: int, column: int) -> bool:
        """Whether a place is in a text in quotation marks that a file spoken of has word for word."""
        if not self.known.has_tree:
            return False
        for paragraph in (one for one in self.page.paragraphs if line in one.numbers):
            at = paragraph.offset(line, column)
            for match in _MESSAGE.finditer(paragraph.text):
                group = match.lastgroup or ""
                if match.start(group) <= at < match.end(group):
                    words = _separated(match[group])
                    said = _Said(words, line, column, match[group])
                    whole = f" {' '.join(words)} "
                    return len(words) >= LEAST_OF_MESSAGE and any(
                        whole in self._text(path) for path in self._files(said)
                    )
        return False

    # -- what is read --

    def _behind_marks(self) -> Iterator[_Said]:
        """The block quotes that a line introduces as the words of the source."""
        lines = self.page.lines_read()
        at = 0
        while at < len(lines):
            first = at
            while at < len(lines) and markdown.QUOTED.match(lines[at]):
                at += 1
            if at == first:
                at += 1
                continue
            above = markdown.last_text(lines, first)
            intro = prose.before(lines, above + 1, len(lines[above]) + 1) if above >= 0 else ""
            if at - first > MAX_LINES or not intro.rstrip(" *").endswith((":", "：")) or not _tells(intro):
                continue
            text = " ".join(markdown.QUOTED.sub("", line, count=1).strip() for line in lines[first:at])
            words = _words(text)
            if words:
                yield _Said(words, first + 1, 1, text)

    def _in_marks(self) -> Iterator[_Said]:
        """The sentences in quotation marks behind words that say so."""
        for paragraph in self.page.paragraphs:
            if '"' not in paragraph.text and "“" not in paragraph.text:
                continue
            for match in _IN_MARKS.finditer(paragraph.text):
                before = prose.begun(paragraph.text[max(0, match.start() - 200) : match.start()])
                words = _words(match[1]) if _tells(before) and _SAYS.search(before) else []
                if words:
                    line, column = paragraph.at(match.start(1))
                    yield _Said(words, line, column, " ".join(match[1].split()))

    def _messages(self) -> Iterator[_Said]:
        """The texts in marks where a sentence speaks of a message, and those that stand alone behind a `>`."""
        lines = self.page.lines_read()
        for number, line in enumerate(lines, 1):
            quoted = markdown.QUOTED.match(line)
            if quoted is None or (number > 1 and markdown.QUOTED.match(lines[number - 2])):
                continue
            above = markdown.last_text(lines, number - 1)
            intro = prose.begun(lines[above]) if above >= 0 else ""
            text = line[quoted.end() :].strip()
            beneath = lines[number] if number < len(lines) else ""
            if _RAISED.search(intro) and not beneath.strip() and not _otherwise(intro, DENIED_ALONE):
                yield from self._message(text, number, 1)
        for paragraph in self.page.paragraphs:
            if '"' not in paragraph.text and "“" not in paragraph.text and "`" not in paragraph.text:
                continue
            for match in _MESSAGE.finditer(paragraph.text):
                group = match.lastgroup or ""
                if match[group].count(" ") + match[group].count("\n") < LEAST_OF_MESSAGE - 1:
                    continue
                first, last = prose.sentence_span(paragraph.text, match.start())
                around = paragraph.text[max(first, match.start() - 200) : match.start()]
                behind = paragraph.text[match.end() : min(last, match.end() + 60)]
                line_at, column = paragraph.at(match.start(group))
                if _STATEMENT.search(self.page.text_lines[line_at - 1]):
                    continue  # code, which is compared as such
                intro = prose.begun(self.page.above(line_at))
                told = _RAISED.search(f"{around} {behind}") is not None or _is_an_error(around, match[group])
                announced = _RAISED.search(intro) is not None and not _otherwise(intro, DENIED)
                if not (told or announced) or _otherwise(around, DENIED):
                    continue
                yield from self._message(" ".join(match[group].split()), line_at, column)

    def _message(self, text: str, line: int, column: int) -> Iterator[_Said]:
        if _WORDY.fullmatch(text) and "..." not in text:
            words = _separated(text)
            if LEAST_OF_MESSAGE <= len(words) <= MOST:
                yield _Said(words, line, column, text, True)

    # -- what it is held against --

    def _check(self, one: _Said) -> Verdict | None:
        files = self._files(one)
        if any(self._has(one, path) for path in files):
            return None
        if one.told and self.page.raised.holding(one.text.strip(), self.known.lines):
            return None
        for path in files:
            found = aligned_words.nearly(one.words, self._text(path))
            if found is None and one.told:
                found = self._of_a_message(one.words, path)
            if found is not None:
                if any(self._has(one, other) for other in self._cited()):
                    return None
                has, word = found
                number = self._line(path, has, one.words)
                beneath = range(one.line, min(one.line + MAX_LINES, len(self.page.text_lines) + 1))
                line = next((at for at in beneath if word in self.page.text_lines[at - 1].lower()), one.line)
                named = Citation("symbol", one.text[:80], line, one.column if line == one.line else 1, one.text)
                detail = f"the words there are `{has[:60]}`, not `{word[:40]}`"
                return self.page.verdict(named, "differs", Location(path, number, number), (), detail)
        return None

    def _of_a_message(self, words: list[str], path: str) -> tuple[str, str] | None:
        """What a file has for one word of a message, or for a few in its middle; and these."""
        others = aligned_words.of_a_message(words, self._text(path)) or []
        return others[0] if len(others) == 1 and aligned_words.are_others(*others[0]) else None

    def _has(self, one: _Said, path: str) -> bool:
        """Whether a file has a sentence, whatever is put into it where it is a message."""
        text = self._text(path)
        return f" {' '.join(one.words)} " in text or (one.told and aligned_words.of_a_message(one.words, text) == [])

    def _files(self, one: _Said) -> list[str]:
        """The files that are cited next to a sentence, and those that define what is named there or in the heading."""
        near = [other for number in range(one.line, max(0, one.line - ABOVE), -1) for other in self.page.on(number)]
        near += [other for number in range(one.line + 1, one.line + BELOW + 1) for other in self.page.on(number)]
        found: list[str] = []
        for other in [*near, *self.page.headed(one.line)]:
            if other.kind in ("path", "path:line"):
                found += self.page.files_meant(other)[:1]
            elif other.kind in ("symbol", "op"):
                defining = dict.fromkeys(place.path for place in self.page.meant(other.target))
                found += defining if len(defining) <= FEW_DEFINE else ()
        return list(dict.fromkeys(found))[:MAX_FILES]

    def _cited(self) -> list[str]:
        """All files of which the document speaks by their paths, as far as they are few."""
        targets = dict.fromkeys(one.target for one in self.page.said if one.kind in ("path", "path:line"))
        return [path for target in targets for path in self.known.resolve(target)[:1]][: 4 * MAX_FILES]

    def _text(self, path: str) -> str:
        """The words of a file, without what begins the lines of comments and ends texts."""
        if path not in self._texts:
            whole = _VALUE.sub(b" {} ", _EITHER.sub(b"", self.known.read(path) or b""))
            plain = _MARKS.sub(b" ", whole).decode("utf-8", "replace")
            self._texts[path] = f" {' '.join(_separated(plain))} "
        return self._texts[path]

    def _line(self, path: str, has: str, words: list[str]) -> int:
        """The line of a file with the last of some words, around which most of a sentence stands."""
        last = has.split()[-1]
        lines = [line.decode("utf-8", "replace").lower() for line in self.known.lines(path)]

        def alike(number: int) -> int:
            beside = " ".join(lines[max(0, number - BESIDE - 1) : number + BESIDE])
            return sum((word in beside) + (word in lines[number - 1]) for word in words)

        return max((number for number, line in enumerate(lines, 1) if last in line), key=alike, default=1)


def _tells(intro: str) -> bool:
    """Whether words say that what follows is of the source, and as it is there."""
    sentence = prose.begun(intro.rstrip(" :：*"))
    own = disclaimers.sketch(intro) or disclaimers.proposed(intro) or disclaimers.foreign(sentence)
    return _SOURCE.search(sentence) is not None and not own and _ROUGHLY.search(intro) is None


def _bare(word: str) -> str:
    return word.strip(_AROUND).lower()


def _separated(text: str) -> list[str]:
    """The words of a text as they are compared."""
    return [word for one in text.translate(_BETWEEN).split() if (word := _bare(one))]


def _otherwise(sentence: str, near: int) -> bool:
    """Whether a sentence speaks of a message that is not in this source, or not word for word."""
    spoken = markdown.SPAN.sub("`", sentence)
    return bool(
        _OTHERWISE.search(spoken[-near:])
        or _ROUGHLY.search(spoken)
        or disclaimers.proposed(sentence)
        or disclaimers.foreign(sentence)
        or disclaimers.sketch(sentence)
    )


def _is_an_error(around: str, text: str) -> bool:
    """Whether something says a text that reads like an error."""
    return re.search(r"\b(?:says?|reads?)\b", around) is not None and _LIKE_AN_ERROR.search(text) is not None


def _words(text: str) -> list[str]:
    """The words of a quoted sentence; none of one that is too short, or not said to be word for word."""
    if len(text) > MAX_LETTERS or not text.isascii() or _CHANGED.search(text):
        return []
    words = _separated(text)
    return words if LEAST <= len(words) <= MOST else []
