"""The values that a table gives to attrs, each row of one op: `alpha=0.2` in the row of `LeakyRelu`.

They are meant as the defaults where the column's header says so, or where nearly all of the table's values are; and in
a sentence where that says so: "the defaults of `LRN` are `bias=1.0` and `beta=0.5`", "its `alpha` defaults to 0.2".
"""

from __future__ import annotations

import re
from itertools import chain

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.dtypes import ONE, TYPES, dtype
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.specs import fits, same_value
from tfexplore.patterns import regex
from tfexplore.spec_text import attr_text, value_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import AttrDef, OpDef

#: Of a table without such a header, so many values are the defaults, and so many times as many as are not.
ENOUGH, TIMES = 3, 3

_DEFAULT = regex(r"\bdefaults?\b|默认|缺省", re.I)
#: Words by which a sentence lists the attrs of an op, and a cell those of its row.
_ATTRS_OF = regex(
    r"\b(?:has|have) (?:the |an? )?attr(?:ibute)?s?\b|\battrs?(?:\sof\b|\s?[:：])|的\s?(?:attr|属性)\w*|属性\s?[:：]",
    re.I,
)
_ATTRS_ARE = regex(r"\battr(?:ibute)?s?\b|属性", re.I)
#: "`name=value`" in a sentence on defaults; "`name` defaults to value", "the default of the attr `name` is value".
_SAID = r"`?(?P<value>[-+]?\d[\w+-]*(?:\.\d+\w*)?|true|false|\"[^\"`]*\"|'[^'`]*'|DT_[A-Z0-9]+)`?(?!\w|\.\w)"
_OF_OP = r" (?:of|in|for) (?:the )?(?:op )?`\w+`"
_SPAN = regex(r"`(?P<name>[A-Za-z]\w*)\s*=(?!=)\s*(?P<value>[^`]*\S)\s*`", re.A)
_BY_DEFAULT = (
    regex(
        rf"`(?P<name>[A-Za-z]\w*)`\s*(?:defaults? to|的?(?:默认|缺省)值?(?:为|是)?)\s*{_SAID}",
        re.I | re.A,
    ),
    regex(rf"\bdefault (?:value )?of (?:the )?(?:attr(?:ibute)? )?`(?P<name>\w+)` is {_SAID}", re.I | re.A),
    # "`name` of `Op` defaults to 0", "`name` of `Op` is 0 by default"
    regex(
        rf"`(?P<name>\w+)`{_OF_OP} (?:defaults? to|is by default|has the default(?: value)?(?: of)?) {_SAID}",
        re.I | re.A,
    ),
    regex(rf"`(?P<name>\w+)`(?:{_OF_OP})? is {_SAID} by default\b", re.I | re.A),
    regex(rf"`(?P<name>\w+)`[^`.;。；]{{0,60}}?\bwith {_SAID} as (?:its|the) default\b", re.I | re.A),
    # "`T` is `{half, float}` with default `DT_FLOAT`"
    regex(rf"`(?P<name>\w+)` is `\{{[^`]{{2,80}}\}}`,? with (?:the )?default (?:value )?{_SAID}", re.I | re.A),
)
#: The same with the op beside it: "for `Op` the default of `name` is 0".
_OF_ONE = regex(
    rf"\b(?:for|of|in) (?:the )?(?:op )?`(?P<op>_?[A-Z]\w+)`,? the default (?:value )?of (?:the )?(?:attr(?:ibute)? )?"
    rf"`(?P<name>\w+)` is {_SAID}",
    re.I | re.A,
)
#: "`Op`: `name` 5, `other` 1.0", where as many are right for each that is not.
_PAIR = r"`[a-z]\w*`\s(?:is\s|=\s|:\s)?`?(?:[-+]?\d[\d.e-]*(?<![.])|true|false)`?"
_PAIRS = regex(
    rf"`(?P<op>_?[A-Z]\w+)`\s?(?:[:：]|[(（]|—|–)\s?"
    rf"(?P<pairs>{_PAIR}(?:[,，、;；]\s?(?:and\s|和\s?)?{_PAIR}){{2,}})",
    re.A,
)
#: The same behind a word for attrs, of the op, or the kernel's class, that the text names last before.
_ATTR_PAIRS = regex(
    rf"\b[Aa]ttr(?:ibute)?s?\b[:：]\s?(?P<pairs>{_PAIR}(?:[,，、;；]\s?(?:and\s|和\s?)?{_PAIR}){{2,}})", re.A
)
_CAPITAL = regex(r"`(_?[A-Z]\w+)(?:<[^`\n]*>)?`", re.A)
_ONE_PAIR = regex(r"`(?P<name>[a-z]\w*)`\s(?:is\s|=\s|:\s)?`?(?P<value>[-+]?\d[\d.e-]*(?<![.])|true|false)`?", re.A)
TIMES_IN_PAIRS = 2
#: "`attr` defaults: `Op` and `Other` false, `Third` true".
_BY_OPS = regex(
    r"`(?P<name>[a-z]\w*)` defaults?[:：]\s?(?P<ops>(?:`_?[A-Z]\w+`(?:\s?(?:,|and|和|、)\s?`_?[A-Z]\w+`)*\s?[:：=]?\s?"
    r"`?(?:true|false|[-+]?\d[\d.]*)`?(?:[,，;；]\s?)?){1,12})",
    re.A,
)
_OPS_AND_VALUE = regex(
    r"(?P<ops>`_?[A-Z]\w+`(?:\s?(?:,|and|和|、)\s?`_?[A-Z]\w+`)*)\s?[:：=]?\s?`?(?P<value>true|false|[-+]?\d[\d.]*)`?",
    re.A,
)
#: "`attr` (false)", in a column of attrs and their defaults.
_BRACKETED = regex(r"`(?P<name>[a-z]\w*)` ?[(（](?P<value>true|false|[-+]?\d[\d.]*|DT_\w+)[)）]", re.A)
_WITH_DEFAULTS = regex(
    r"\W*attr\w*\W{0,3}(?:and |with |their )*defaults?\W*|\W*属性\W{0,3}[及与和]?其?默认值?\W*", re.I
)
#: The same in whichever order right behind an attr: "`name` (default 0)", "`name`, which is 0 by default".
_RIGHT_BEHIND = regex(
    rf"`(?P<name>[A-Za-z]\w*)`[\s,，]*(?:`?(?:float|int|bool|string|type)`?[,，]\s?)?"
    r"(?:(?:[(（]\s?)?(?:which |that |with |whose |having |has )?(?:(?:its |the |an? )?"
    r"(?:by )?default(?:s? to|s| value)?(?: in `[^`\n]{1,80}`)?(?: is| of|:| =)?\s*"
    rf"|(?:的)?(?:默认|缺省)值?(?:为|是)?[:：]?\s*){_SAID}"
    rf"|[(（]?\s?(?:(?:which|that) )?(?:is )?{_SAID.replace('value', 'then')},? by default\b)",
    re.I | re.A,
)
#: The same of an attr that is not marked as code: "epsilon default `0.001`".
_UNMARKED = regex(
    rf"(?<![\w`.])(?<!\bour )(?<!\bmy )(?P<name>[a-z]\w{{3,}}) "
    rf"(?:defaults to|default:?|\(default:?)\s{_SAID}",
    re.A,
)
_PLAIN = regex(r"true|false|[-+.\d\"'].*|DT_\w+", re.I | re.S)
#: The header of a column of the author's own values.
_OURS = regex(r"\b(?:our|my|new|recommended|suggested|Python)\b|我们|建议|推荐", re.I)
_CLAUSE = regex(r"[,，;；。(（:：]|\.\s|\b(?:and|but|while)\b")
#: What makes it another's default that is said behind it.
_ELSEWHERE = regex(
    r"\b(?:Python|wrapper|layers?|Keras|there|calls?|called|unless|unlike|no longer"
    r"|in (?:\d|v\d|TF|TensorFlow|our))\b|中$",
    re.I,
)
_TYPE = regex(r"\W*(?:types?|kinds?|类型|种类)\W*", re.I)
#: The header of what attrs may be.
_ALLOWED = regex(
    r"\W*(?:(?:types?|kinds?) ?(?:/|and|or) ?)?(?:allowed|possible|permitted|legal|valid)(?: values?| types?)?\W*"
    r"|\W*(?:类型 ?[/和与] ?)?(?:允许的?|可选的?|合法的?)(?:取?值|类型)\W*|\W*取值(?:范围)?\W*",
    re.I,
)
#: What such a cell has that lists what an attr is not, or what is allowed by something else.
_UNLIKE = regex(r"\b(?:not|no|except|but|kernels?|only|since|Python)\b|[(（]|不|除|仅", re.I)
_STRING = regex(r"(?<![\w.])[A-Z][A-Z_]{2,}(?![\w(])|'[A-Za-z]\w*'|\"[A-Za-z]\w*\"", re.A)
_AN_ATTR = regex(r"[\s*]*`([a-z]\w*)`[\s*]*", re.A)
_DENIED = regex(r"\b(?:not|no longer|unlike|instead|Python|set|pass\w*|call\w*)\b|不|没|传|设", re.I)
_GIVEN = regex(r"([A-Za-z]\w*)\s*=(?!=)\s*(.*\S)", re.S | re.A)
_LITERAL = regex(
    r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?f?|\"[^\"]*\"|'[^']*'|\[[^\[\]]*\]|(?:tf\.|dtypes\.)?[A-Za-z]\w*",
    re.I | re.A,
)
#: What stands between values, beside commas.
_SEPARATED = regex(r"[;；、，]")
_NAME = regex(r"[\s*`]*(_?[A-Z]\w*)[\s*`]*", re.A)
#: Cells that a row may begin with before the op that it is of.
FIRST = 2


#: Types of attrs whose values are written as they are, and how.
_PLAIN_TYPES = ("bool", "int", "float", "string", "type")
_PLAIN_VALUE = regex(r"true|false|[-+]?\d[\d.]*|\"[^\"]*\"|'[^']*'|DT_\w+", re.I)


class _Value(Record):
    """A value that a cell gives to an attr of an op, where it stands in the table, and whether it is the default."""

    op: OpDef
    attr: AttrDef
    text: str
    at: int
    right: bool
    told: bool


class Attrs:
    """The checks of attrs' values in tables; `defined` gives the OpDefs of a name."""

    def __init__(self, page: Page, defined: Callable[[list[str]], list[OpDef]]) -> None:
        self.page = page
        self._defined = defined

    def check(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on every value of a table that is said to be an attr's default and is not."""
        if "=" not in one.text:
            return
        values = list(self._values(one))
        wrong = [value for value in values if not value.right]
        right = len(values) - len(wrong)
        alike = right >= max(ENOUGH, TIMES * len(wrong))
        for value in wrong:
            said = one.cited(value.at, value.text, value.attr.name)
            line = self.page.text_lines[said.line - 1]
            if not (value.told or alike) or disclaimers.proposed(line):
                continue
            if not self.page.strangers(said):
                yield self._differs(one, value.at, value.text, value.attr, value.op)

    def in_sentence(self, one: Paragraph, sentence: str, start: int, op: OpDef) -> Iterator[Verdict]:
        """A verdict on every default that a sentence on one op gives to an attr which has another."""
        if not (_DEFAULT.search(sentence) or _ATTRS_OF.search(sentence)) or _DENIED.search(
            markdown.SPAN.sub("`", sentence)
        ):
            return
        if disclaimers.proposed(sentence):
            return
        attrs = {attr.name: attr for attr in op.attr if attr.has_default}
        said = list(_SPAN.finditer(sentence))
        said += [match for pattern in _BY_DEFAULT for match in pattern.finditer(sentence)]
        for match in said:
            attr = attrs.get(match["name"])
            behind = _CLAUSE.split(sentence[match.end() :], maxsplit=1)[0]
            elsewhere = _ELSEWHERE.search(behind) or disclaimers.is_changed(sentence[match.end() :])
            if attr is not None and is_another(match["value"], attr) and not elsewhere:
                at = match.start("name")
                text = match["name"] if match.start("value") - match.end("name") > 4 else match[0].strip("`")
                yield self._differs(one, start + at, text, attr, op)

    def of_each(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on every default of a paragraph that stands beside its op, whatever others the sentence has."""
        for match in _OF_ONE.finditer(one.text) if "default" in one.text else ():
            start, end = prose.sentence_span(one.text, match.start() + 1)
            behind = _CLAUSE.split(one.text[match.end() : end], maxsplit=1)[0]
            if _DENIED.search(one.text[start : match.start()]) or _ELSEWHERE.search(behind):
                continue
            for op in self._defined([match["op"]] if match["op"] not in self.page.own else []):
                attr = next((attr for attr in op.attr if attr.name == match["name"] and attr.has_default), None)
                if attr is not None and is_another(match["value"], attr) and not disclaimers.proposed(match[0]):
                    yield self._differs(one, match.start("name"), attr.name, attr, op)

    def by_ops(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on a default of an attr that a list gives to ops by their names."""
        for match in _BY_OPS.finditer(one.text) if "default" in one.text else ():
            sentence = prose.sentence(one.text, match.start() + 1)
            if disclaimers.proposed(sentence) or _DENIED.search(markdown.SPAN.sub("`", sentence)):
                continue
            for each in _OPS_AND_VALUE.finditer(one.text, *match.span("ops")):
                for name in re.finditer(r"`(_?[A-Z]\w+)`", each["ops"]):
                    defined = self._defined([name[1]] if name[1] not in self.page.own else [])
                    attrs = [attr for op in defined for attr in op.attr if attr.name == match["name"]]
                    if len(attrs) == 1 and is_another(each["value"], attrs[0]):
                        at = each.start("ops") + name.start(1)
                        yield self._differs(one, at, name[1], attrs[0], defined[0])

    def in_pairs(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on a default of several that are listed behind their op, most of which are right."""
        said = [(match, match["op"]) for match in _PAIRS.finditer(one.text)] if "`" in one.text else []
        said += [(match, self._op_before(one.text[: match.start()])) for match in _ATTR_PAIRS.finditer(one.text)]
        for match, op in said:
            defined = self._defined([op] if op and op not in self.page.own else [])
            attrs = {attr.name: attr for each in defined[:1] for attr in each.attr if attr.has_default}
            pairs = [pair for pair in _ONE_PAIR.finditer(one.text, *match.span("pairs")) if pair["name"] in attrs]
            wrong = [pair for pair in pairs if is_another(pair["value"], attrs[pair["name"]])]
            line = prose.sentence(one.text, match.start() + 1)
            if len(pairs) < (TIMES_IN_PAIRS + 1) * len(wrong) or disclaimers.proposed(line) or _DENIED.search(line):
                continue
            for pair in wrong:
                yield self._differs(one, pair.start("value"), pair["value"], attrs[pair["name"]], defined[0])

    def _op_before(self, text: str) -> str:
        """The op that a text names last, by its own name or that of its kernel's only class; empty for none."""
        known = self.page.known
        for name in reversed(_CAPITAL.findall(text)):
            taken = [name] if name in known.ops else known.taken_by(name)
            if taken:
                return taken[0] if len(taken) == 1 else ""
        return ""

    def right_behind(self, one: Paragraph, start: int, end: int, op: OpDef) -> Iterator[Verdict]:
        """A verdict on every default that stands right behind an attr of the one op that a sentence is about.

        Between the two nothing else is named that could have such a parameter.
        """
        text = one.text
        attrs = {attr.name: attr for attr in op.attr if attr.has_default or attr.type in _PLAIN_TYPES}
        parts = {op.name, *[attr.name for attr in op.attr], *[arg.name for arg in (*op.input_arg, *op.output_arg)]}
        for match in chain(_RIGHT_BEHIND.finditer(text, start, end), _UNMARKED.finditer(text, start, end)):
            attr, value = attrs.get(match["name"]), match["value"] or match["then"]
            if attr is None or not is_another(value, attr) or disclaimers.proposed(text[start:end]):
                continue
            named = text.rfind(f"`{op.name}`", start, match.start())
            before = text[max(start, named) : match.start()]
            others = [span[2].strip() for span in markdown.SPAN.finditer(before)]
            others = [other for other in others if other not in TYPES and not _PLAIN.fullmatch(other)]
            words = _CLAUSE.split(markdown.SPAN.sub("`", before))[-1]
            behind = _CLAUSE.split(text[match.end() : end].lstrip("`)）"), maxsplit=1)[0]
            foreign = any(re.split(r"\W", other)[0] not in parts for other in others)
            if not foreign and not _DENIED.search(words) and not _ELSEWHERE.search(markdown.SPAN.sub("`", behind)):
                at = match.start("name")
                wrapped = "\n" in text[at : match.end()]
                at = match.start("value" if match["value"] else "then") if wrapped else at
                yield self._differs(one, at, value if wrapped else attr.name, attr, op)

    def in_row(self, one: Paragraph, row: str, start: int, op: OpDef) -> Iterator[Verdict]:
        """A verdict on every default that a row says: "`mode` defaults to `'FAST'`", or an attr and its value alone."""
        attrs = {attr.name: attr for attr in op.attr if attr.has_default}
        yield from self._in_cells(one, row, start, op)
        yield from self._in_brackets(one, row, start, op)
        said = [(found, found["value"]) for pattern in _BY_DEFAULT for found in pattern.finditer(row)]
        said += [
            (found, found["value"] or found["then"])
            for found in _RIGHT_BEHIND.finditer(row)
            if not _DENIED.search(markdown.SPAN.sub("`", row[: found.start()]))
        ]
        for match, value in said if not disclaimers.proposed(row) else ():
            attr = attrs.get(match["name"])
            if attr is not None and is_another(value, attr):
                yield self._differs(one, start + match.start("name"), match["name"], attr, op)

    def _in_cells(self, one: Paragraph, row: str, start: int, op: OpDef) -> Iterator[Verdict]:
        """A verdict on the value of a row with an attr of its op in a cell, under a header that says "default"."""
        heads = [cell for _, cell in markdown.cells_of(one.text.partition("\n")[0])]
        told = [at for at, head in enumerate(heads) if _DEFAULT.search(head) and not _DENIED.search(head)]
        cells = markdown.cells_of(row) if len(told) == 1 else []
        words = [cell.strip(" *`") for _, cell in cells[: told[0] if told else 0]]
        having = [attr for attr in op.attr if attr.name in words]
        if len(having) != 1 or len(cells) <= told[0] or disclaimers.proposed(row):
            return
        column, cell = cells[told[0]]
        text = cell.strip(" *`")
        if text and is_another(text, having[0]):
            yield self._differs(one, start + column + cell.index(text), text, having[0], op)
        for head, (at, allowed) in zip(heads, cells, strict=False):
            for place, word in _not_allowed(having[0], allowed) if _ALLOWED.fullmatch(head) else ():
                yield self._differs(one, start + at + place, word, having[0], op)

    def _in_brackets(self, one: Paragraph, row: str, start: int, op: OpDef) -> Iterator[Verdict]:
        """A verdict on a default in brackets behind an attr, in a column of both."""
        attrs = {attr.name: attr for attr in op.attr if attr.has_default}
        heads = [cell for _, cell in markdown.cells_of(one.text.partition("\n")[0])]
        for head, (column, cell) in zip(heads, markdown.cells_of(row), strict=False):
            for match in _BRACKETED.finditer(cell) if _WITH_DEFAULTS.fullmatch(head) else ():
                attr = attrs.get(match["name"])
                if attr is not None and is_another(match["value"], attr) and not disclaimers.proposed(row):
                    yield self._differs(one, start + column + match.start("name"), attr.name, attr, op)

    def of_one(self, one: Paragraph, op: OpDef) -> Iterator[Verdict]:
        """A verdict on every type and default in a table of the attrs of one op, which its rows begin with."""
        rows = one.text.split("\n")
        heads = [cell for _, cell in markdown.cells_of(rows[0])]
        attrs = {attr.name: attr for attr in op.attr}
        cells = {number: markdown.cells_of(row) for number, row in enumerate(rows[2:], 2)}
        named = {number: attrs.get(row[0][1].strip(" *`")) for number, row in cells.items() if row}
        if 2 * sum(attr is not None for attr in named.values()) <= len(named):
            return
        for number, attr in named.items():
            if disclaimers.proposed(rows[number]):
                continue
            if attr is None:
                yield from self._strange(one, number, cells[number], op)
                continue
            for head, (column, cell) in zip(heads, cells[number], strict=False):
                text = cell.strip(" *`")
                if _ALLOWED.fullmatch(head):
                    for at, word in _not_allowed(attr, cell):
                        yield self._differs(one, one.starts[number] + column + at, word, attr, op)
                    continue
                typed = _TYPE.fullmatch(head) is not None and not fits(f"{attr.name}: {text}", attr)
                if typed or (_DEFAULT.search(head) and not _OURS.search(head) and is_another(text, attr)):
                    yield self._differs(one, one.starts[number] + column + cell.index(text), text, attr, op)

    def _strange(
        self, one: Paragraph, number: int, cells: Sequence[tuple[int, str]], op: OpDef
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on what is no attr of the op that a table is of, and of another."""
        column, cell = cells[0] if cells else (0, "")
        match = _AN_ATTR.fullmatch(cell)
        known = self.page.known
        if match is None or match[1] in known.op_parts(op.name) or match[1] not in known.attr_names:
            return
        said = one.cited(one.starts[number] + column + match.start(1), match[1])
        if not self.page.strangers(said):
            near = sorted(known.op_parts(op.name))[:3]
            yield self.page.verdict(said, "not found", op.location, near, f"no attr, input or output of {op.name}")

    def _differs(self, one: Paragraph, at: int, text: str, attr: AttrDef, op: OpDef) -> Verdict:
        said = one.cited(at, text, attr.name)
        detail = told(op, attr)
        return self.page.verdict(said, "differs", op.location, (), detail)

    def _values(self, one: Paragraph) -> Iterator[_Value]:
        rows = one.text.split("\n")
        told = {at for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if _DEFAULT.search(cell)}
        for number, row in enumerate(rows[2:], 2):
            cells = markdown.cells_of(row) if "=" in row else []
            op = self._op([cell for _, cell in cells])
            for at, (column, cell) in enumerate(cells if op is not None else ()):
                if op is not None and "=" in cell:
                    said = at in told or _ATTRS_ARE.search(cell) is not None
                    yield from _given(op, cell, one.starts[number] + column, said)

    def _op(self, cells: list[str]) -> OpDef | None:
        """The one op that a row is of by its first cells."""
        for cell in cells[:FIRST]:
            match = _NAME.fullmatch(cell)
            if match is not None and match[1] in self.page.known.ops and match[1] not in self.page.own:
                found = self._defined([match[1]])
                return found[0] if len(found) == 1 else None
        return None


def _not_allowed(attr: AttrDef, cell: str) -> Iterator[tuple[int, str]]:
    """The types, or strings in capitals, of a cell that an attr does not allow, each with its place there."""
    if not attr.allowed_values or _UNLIKE.search(cell):
        return
    allowed = set(attr.allowed_values)
    for match in ONE.finditer(cell) if attr.type == "type" else _STRING.finditer(cell):
        word = match[0].strip("`'\"")
        if (dtype(word) if attr.type == "type" else word) not in allowed:
            yield match.start() + match[0].index(word), word


def told(op: OpDef, attr: AttrDef) -> str:
    """What a verdict says that an op has for an attr, on one line."""
    return f"{op.name} has `{' '.join(attr_text(attr).split())}`"


def is_another(text: str, attr: AttrDef) -> bool:
    """Whether a value is not the default of an attr; one without a default is never given as a name or a list."""
    if not _LITERAL.fullmatch(text) or (not attr.has_default and _PLAIN_VALUE.fullmatch(text) is None):
        return False
    if attr.type == "bool" and text.lower() not in ("true", "false"):
        return False  # as a number, or as Python's None
    return not attr.has_default or not same_value(text, value_text(attr.default_value, attr.type))


def _given(op: OpDef, cell: str, start: int, told: bool) -> Iterator[_Value]:
    """The values that a cell gives to attrs of an op that have a default, in code or not."""
    attrs = {attr.name: attr for attr in op.attr if attr.has_default}
    for offset, text in items(_SEPARATED.sub(",", cell.replace("`", " ")))[0]:
        given = _GIVEN.fullmatch(text)
        if given is not None and given[1] in attrs and _LITERAL.fullmatch(given[2]):
            attr = attrs[given[1]]
            if attr.type == "bool" and given[2].lower() not in ("true", "false"):
                continue  # as a number, or as Python's None
            right = same_value(given[2], value_text(attr.default_value, attr.type))
            yield _Value(op, attr, text, start + offset, right, told)
