"""Lists of an op's attrs, inputs and outputs, marked as code or not: "attrs: `f`, `loose`", 输入 value 和 biases.

Which op a list is of, its own names tell: of the ops that stand near it (before it in its sentence or row, in the item
that it is below, in the lines above, in the block of a registration above) it is the one that has most of them, half at
least. What that op has not is wrong. A list of one name is of the op that its clause names, and says only "attr".
"""

from __future__ import annotations

import re
from bisect import bisect_left

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, vocabulary
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import TYPES
from tfexplore.answers.verifying.name_lists import LEADS, NEARLY, NEXT, OF_NODES, WORDS
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.rows import Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: What begins a list, up to its first name.
_LABEL = regex(
    r"(?:(?P<attr>\battr(?:ibute)?s?\b|属性)|\b(?:inputs?|outputs?)\b|输入|输出)[`*]{0,3}"
    r"(?:\s?(?:参数|张量|arguments?|tensors?|of the op))?"
    rf"(?:[\s:：,，]|{LEADS}|\b(?:are|is|as|named|called|include|includes|its)\b){{0,8}}"
    r"(?=(?:\*{2})?`?[A-Za-z])|(?<=`)\stakes\s(?=`[a-z])",
    re.I,
)
#: What says that there is none of what a label names.
_DENIED = regex(r"(?:没有?|并?无|不含|缺少?|\b(?:no|not|without|lacks?)(?: the| an?)?)\s?(?:任何|any)?\s?\Z", re.I)
#: A header, or a row's first cell, that is such a label.
_HEADER = regex(
    r"(?:attr(?:ibute)?s?|inputs?|outputs?|属性|输入|输出)"
    r"(?:\s?(?:in order|参数|张量|名|names?|列表|依次))?(?:\s?[(（][^()（）]*[)）])?",
    re.I,
)
#: A name of a list, perhaps with a remark in brackets or a default, and what stands before the next.
_NAME = regex(
    r"(?:\*{2})?(?P<code>`)?(?P<name>[A-Za-z]\w*)(?:\s?[:=](?!:)\s?[^`,，、;；。(（]{1,40})?(?(code)`|(?![\w.(]))(?:\*{2})?"
    r"(?:\s?(?:[(（][^()（）]{0,60}[)）]|=\s?`[^`]{1,40}`))?",
    re.A,
)
#: "Its attrs are `f`; those of `Braid` are".
_THOSE = regex(r"(?<!\w)(?:those|the ones) of `(?P<op>[A-Z]\w*)` are\s", re.I)
#: What may be an op: in code, of more than one word, or in Chinese; "One" and "Where" are words of English as well.
_OP = regex(r"`(?:\w+\.)?(?P<code>[A-Z_]\w*)`|(?<![\w.])(?P<name>[A-Z_]\w+)(?!\w)", re.A)
#: What hardly is an attr, an input or an output, and mostly a class or a function.
CAMEL = regex(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+", re.A)
_SEVERAL = regex(r"[a-z0-9][A-Z]|[A-Z]\w*\d", re.A)
#: The function that is generated for an op.
_WRAPPER = regex(r"(?<![\w.])(?:\w+\.)*gen_\w+\.(?P<name>\w+)", re.A)
#: What says of a list that each of its names is another thing's.
_IN_TURN = regex(r"\brespectively\b|分别|各自", re.I)
#: What makes a list one of something else than an op.
_OTHERS = regex(
    r"\b(?:layers?|Keras|Python|struct|class(?:es)?|function|proto|message|fields?|flags?|HLO|MLIR)\b|层|函数|字段|成员|类的|结构体",
    re.I,
)
#: What goes on behind the subjects of a clause.
_SAID_OF = regex(r"\s?(?:从|由|用|被|则|就|会|都|来自|才|\b(?:are|is|come|comes)\b)")
_CJK = regex(r"[\u4e00-\u9fff]")
#: Words of prose that may stand where a name does, and the names of what all parts have.
_WORDS = WORDS | {"name", "dtype", "shape", "device", "attribute", "attributes", "input", "output"}
#: The first cell of a row of one part, an item, and what is said of what follows.
_KIND = regex(r"(?:attr(?:ibute)?|input|output|属性|输入|输出)(?:\s?(?:arg|tensor))?", re.I)
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)])\s+")
_REMARK = regex(r"[-–—:：]\s|[，,(（：]|默认|\bdefaults?\b")
_LABEL_AT_ALL = regex(r"\b(?:attr(?:ibute)?|input|output)s?\b|属性|输入|输出", re.I)
_LABELLED = regex(rf"{_ITEM.pattern}[*_]*(?:{_LABEL_AT_ALL.pattern})[^:：]{{0,20}}[:：][*_]*\s*", re.I)
#: So many names of a list are one op's, and so many times as many as are not.
ENOUGH, TIMES = 3, 3
#: Letters of the text before a list, and lines above it, in which its op may be named.
_MAX_LINES = 6
#: Names of a list.
_MAX_NAMES = 40


class _List(Record):
    """The names of a piece of text that are said to be parts of an op, each with its place and whether it is code."""

    names: tuple[tuple[str, int, bool], ...]
    attrs_alone: bool


class ListedParts(Check):
    """The checks of such lists."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name of a list that its op does not have."""
        for one in self.page.marked:
            if _LABEL.search(one.text) is None:
                continue
            for start, end in _pieces(one):
                if disclaimers.proposed(one.text[start:end]):
                    continue
                for listed in _listed(one.text[start:end], self._op_places(one.text[start:end])):
                    yield from self._held(one, start, listed)
            for match in _THOSE.finditer(one.text):
                found, _ = _names(one.text, match.end(), bare=False)
                names = [name for name, _, _ in found]
                chosen = self._chosen(names, [self._ops(match[0])]) if names else None
                if chosen is not None and _LABEL_AT_ALL.search(one.text, 0, match.start()):
                    yield from self._lacking(one, 0, _List(tuple(found), False), names, *chosen)
        for table in tables(self.page):
            yield from self._table(table)
            yield from self._of_kinds(table)
        yield from self._items()

    def _of_kinds(self, table: Table) -> Iterator[Verdict]:
        """The rows of one op's parts, each with its kind and its name: "| attr | `strides` |"."""
        rows = [row for row in table.rows if len(row) > 1 and _KIND.fullmatch(row[0].text.strip(" *`"))]
        made = [(row[1], listed) for row in rows if len((listed := _in_cell(row[1].text)).names) == 1]
        yield from self._of_one(
            [(table.one, table.offset(cell), listed) for cell, listed in made], self._over(table.one.numbers[0])
        )

    def _items(self) -> Iterator[Verdict]:
        """The items below "`Sin` has these inputs:" that are names, perhaps with a remark behind a dash."""
        lists: dict[int, list[tuple[Paragraph, int, _List]]] = {}
        for one in self.page.marked:
            head = _ITEM.match(one.text)
            if head is not None:
                found, end = _names(one.text, head.end(), bare=False)
                rest = one.text[end:].strip(" .。;；,，")
                if found and (not rest or (len(found) == 1 and _REMARK.match(one.text[end:].lstrip()))):
                    around = self._item_around(one.numbers[0])
                    labelled = around and _LABELLED.fullmatch(self.page.text_lines[around - 1])
                    over = around if labelled else self.page.over(one.numbers[0])
                    lists.setdefault(over, []).append((one, 0, _List(tuple(found), False)))
        for over, items in lists.items():
            within = bool(over) and _ITEM.match(self.page.text_lines[over - 1]) is not None
            above = "" if within else self.page.above(over + 1)
            above = above or (self.page.text_lines[over - 1] if over else "")
            announced = above.rstrip("* _").endswith((":", "：")) and _LABEL_AT_ALL.search(above) is not None
            ops = self._ops(above) or next(filter(None, map(self._ops, self.page.headings(over))), [])
            ops = ops or self._registered_above(over)
            if announced and len(ops) == 1 and not _OTHERS.search(above) and not disclaimers.proposed(above):
                yield from self._of_one(items, [ops])

    def _registered_above(self, number: int) -> list[str]:
        """The ops that are registered at the places which the lines above one cite, in its section."""
        for at in range(number - 1, max(0, number - 1 - _MAX_LINES), -1):
            if markdown.HEADING.match(self.page.text_lines[at - 1]):
                break
            places = [(path, one.start) for one in self.page.on(at) if one.start for path in self.page.files_meant(one)]
            found = [
                r.op for path, line in places for r in self.known.registered(path) if r.line == line and r.kind == "op"
            ]
            if found:
                return found
        return []

    def _item_around(self, number: int) -> int:
        """The line of the item that an item is further in than; 0 where there is none."""
        text = self.page.text_lines
        indent = markdown.margin(text[number - 1])
        while number > 1 and _ITEM.match(text[number - 2]):
            number -= 1
            if markdown.margin(text[number - 1]) < indent:
                return number
        return 0

    def _of_one(self, listed: Sequence[tuple[Paragraph, int, _List]], groups: Iterable[list[str]]) -> Iterator[Verdict]:
        """The verdicts on names that one op has nearly all of."""
        names = [name for _, _, each in listed for name, _, _ in each.names]
        chosen = self._chosen(names, groups) if len(set(names)) > ENOUGH else None
        if chosen is None:
            return
        op, near = chosen
        wrong = [name for name in names if name not in self.known.op_parts(op)]
        if len(names) - len(wrong) >= max(ENOUGH, TIMES * len(wrong)):
            for one, start, each in listed:
                yield from self._lacking(one, start, each, names, op, near)

    def _table(self, table: Table) -> Iterator[Verdict]:
        """The cells under a header that is a label, each of its row's op, and those behind one that begins a row."""
        above = list(self._over(table.one.numbers[0]))
        for row in table.rows:
            listed = [(at, _in_cell(cell.text)) for at, cell in enumerate(row)]
            headed = {at for at, head in enumerate(table.heads) if _HEADER.fullmatch(head.text.strip(" *`"))}
            labelled = bool(row) and _HEADER.fullmatch(row[0].text.strip(" *`")) is not None
            named = [self._ops(cell.text) for at, cell in enumerate(row) if at not in headed]
            own = next((found for found in named if found), [])
            for at, cell in listed:
                if not cell.names or disclaimers.proposed(self.page.text_lines[row[at].line - 1]):
                    continue
                groups = [own] if at in headed else above if labelled and at else []
                names = [name for name, _, _ in cell.names]
                chosen = self._chosen(names, groups) if len(set(names)) > 1 else None
                if chosen is not None:
                    yield from self._lacking(table.one, table.offset(row[at]), cell, names, *chosen)

    def _op_places(self, text: str) -> list[int]:
        """Where a text names ops, each of which may have lists of its own behind it."""
        found = [(match.start(), match["code"] or match["name"]) for match in _OP.finditer(text)]
        return [at for at, name in found if name in self.known.ops and name not in self.page.own]

    def _held(self, one: Paragraph, start: int, listed: _List) -> Iterator[Verdict]:
        names = [name for name, _, _ in listed.names if name not in self.known.ops]
        if not names:
            return
        first = min(at for name, at, _ in listed.names if name in names)
        near = self._ops(one.text[start : start + first])
        op = ""
        if len(set(names)) == 1:
            clause = re.split(r"[;；。]", one.text[start : start + first])[-1]
            here = self._ops(clause)
            here = here or self._parent(one, start)
            told = listed.attrs_alone and (listed.names[-1][2] or "_" in names[0]) and not _OTHERS.search(clause)
            if told and here and not any(names[0] in self.known.op_parts(each) for each in here):
                op = here[0]
        else:
            elsewhere = self._is_of_another(one.text[start : start + first])
            chosen = self._chosen(names, (near[:1], near, *(() if elsewhere else self._above(one, start))))
            op, near = chosen if chosen is not None else ("", near)
        if op:
            yield from self._lacking(one, start, listed, names, op, near)

    def _chosen(self, names: Sequence[str], groups: Iterable[list[str]]) -> tuple[str, list[str]] | None:
        """The op that has most of some names, half at least, of the first of some groups that has such, and that."""
        for found in groups:
            held = {each: sum(name in self.known.op_parts(each) for name in names) for each in found}
            best = max(held, key=lambda each: held[each], default="")
            if best and held[best] * 2 >= len(names):
                return best, found
        return None

    def _lacking(
        self, one: Paragraph, start: int, listed: _List, names: Sequence[str], op: str, near: Sequence[str]
    ) -> Iterator[Verdict]:
        """A verdict on every name of a list that neither its op has nor another that is named with it."""
        if _IN_TURN.search(one.text, start, prose.sentence_span(one.text, start + 1)[1]):
            return  # of two ops that the paragraph is about
        first, last = prose.sentence_span(one.text, start + 1)
        of_nodes = OF_NODES.search(one.text, first, last) is not None
        parts = frozenset().union(*[self.known.op_parts(each) for each in near], self.known.op_parts(op))
        for name, at, code in listed.names:
            if name in parts or name not in names or not (code or self._is_a_name(name)):
                continue
            if CAMEL.fullmatch(name) and self.known.knows(name):
                continue  # the next clause begins with it
            said = one.cited(start + at, name)
            around = self.page.around(said)
            if disclaimers.denied(*around) or disclaimers.lacked(*around) or self.page.is_planned(said):
                continue
            if of_nodes and not nearest_of(name, set(self.known.op_parts(op)), NEARLY):
                continue
            close = nearest_of(name, set(self.known.op_parts(op)), 0.5) or sorted(self.known.op_parts(op))
            place = self.known.op_defs(op)[0].location
            yield self.page.verdict(said, "not found", place, close[:3], f"no attr, input or output of {op}")

    def _parent(self, one: Paragraph, start: int) -> list[str]:
        """The one op of the item that an item is further in than."""
        around = self._item_around(one.at(start)[0])
        ops = self._ops(self.page.text_lines[around - 1]) if around else []
        return ops if len(ops) == 1 else []

    def _is_of_another(self, before: str) -> bool:
        """Whether the text before a list names something in code that is no op: a function, or a class of no kernel."""
        names = [match[1] for match in re.finditer(r"`(\w{3,})`", before, re.A)]
        return any(not (name in self.known.ops or self.known.taken_by(name)) for name in names)

    def _is_a_name(self, name: str) -> bool:
        """Whether a word that is not marked as code is a name, and not one of the prose around."""
        return "_" in name or len(name) > 3

    def _above(self, one: Paragraph, start: int) -> Iterator[list[str]]:
        """The ops that stand above a piece of a paragraph, the nearest first: by lines, blocks, and the heading."""
        row, _ = one.at(start)
        text = self.page.text_lines
        indent = markdown.margin(text[row - 1])
        if text[row - 1].lstrip().startswith("|"):
            return
        yield self._ops(one.text[:start])
        yield from self._over(row, indent)

    def _over(self, row: int, indent: int = 0) -> Iterator[list[str]]:
        """The ops of the lines above one that are not further in, of the blocks there, and of the heading."""
        text = self.page.text_lines
        number = row - 1
        for _ in range(_MAX_LINES):
            if number < 1:
                break
            line = text[number - 1]
            if markdown.HEADING.match(line):
                break
            block = next(
                (c for c in self.page.said if c.kind == "quotation" and _ends(c) in (number, number + 1)), None
            )
            if block is not None:
                yield [name for name in vocabulary.REGISTERED_OP.findall(block.code) if name in self.known.ops]
                number = block.line - 1
                continue
            if line.strip() and markdown.margin(line) <= indent:
                yield self._ops(line)
            number -= 1
        for heading in self.page.headings(row):
            yield self._ops(heading)

    def _ops(self, text: str) -> list[str]:
        """The ops that a text names, the last first."""
        chinese = _CJK.search(text) is not None
        named = [
            (match.start(), match["code"] or match["name"])
            for match in _OP.finditer(text)
            if match["code"] or chinese or _SEVERAL.search(match["name"])
        ]
        called = [(match.start(), match["name"]) for match in _WRAPPER.finditer(text) if "gen_" in text]
        named += [(at, op) for at, name in called for _, op in self.known.wrappers.get(name, ())]
        found = [name for _, name in sorted(named) if name in self.known.ops and name not in self.page.own]
        return list(dict.fromkeys(reversed(found)))


def _in_cell(text: str) -> _List:
    """The names that a cell is a list of, marked as code or not; none for a cell with anything else in it."""
    found, end = _names(text, len(text) - len(text.lstrip()), bare=True)
    return _List(tuple(found) if end >= len(text.rstrip()) else (), False)


def _names(text: str, at: int, bare: bool) -> tuple[list[tuple[str, int, bool]], int]:
    """The names of a list from a place of a text on, and where they end.

    Of what is not marked as code any word is a name where `bare` ones count, else what has an underscore.
    """
    found: list[tuple[str, int, bool]] = []
    while len(found) < _MAX_NAMES and (match := _NAME.match(text, at)) is not None:
        name, code = match["name"], match["code"] is not None
        if not code and (name.lower() in _WORDS or not (bare or "_" in name)):
            break
        if disclaimers.compared(text[match.end() :]):
            break  # 与 `f` 相近
        if name not in TYPES:
            found.append((name, match.start("name"), code))
        between = NEXT.match(text, match.end())
        at = between.end() if between is not None else match.end()
        if at == match.end():
            break
    return found, at


def _pieces(one: Paragraph) -> Iterator[tuple[int, int]]:
    """The rows of a table, or the sentences of a paragraph."""
    if one.text.lstrip().startswith("|"):
        for at, start in enumerate(one.starts):
            yield start, one.starts[at + 1] if at + 1 < len(one.starts) else len(one.text)
        return
    yield from prose.sentences(one.text)


def _listed(text: str, ops: Sequence[int]) -> list[_List]:
    """The names that a piece of text lists behind its labels, those behind another op apart; `ops` are their places."""
    found: dict[int, list[tuple[str, int, bool]]] = {}
    others: set[int] = set()
    begin = 0
    chinese = _CJK.search(text) is not None
    while (label := _LABEL.search(text, begin)) is not None:
        at = label.end()
        within = text.count("`", 0, label.start()) % 2 == 1 and not label[0].startswith(" takes")
        if within or _DENIED.search(text, max(begin, label.start() - 16), label.start()):
            begin = at
            continue
        of = bisect_left(ops, label.start())
        listed, at = _names(text, at, chinese)
        if label[0].rstrip()[-1:] in (",", "，") and _SAID_OF.match(text, at):
            listed = []  # 有五个输入，a 和 b 从上下文取: another clause, and its subjects
        found.setdefault(of, []).extend(listed)
        if listed and label["attr"] is None:
            others.add(of)
        begin = at
    return [_List(tuple(names), of not in others) for of, names in found.items() if names]


def _ends(block: Citation) -> int:
    """The line of the fence behind a block."""
    return block.line + block.code.rstrip("\n").count("\n") + 1
