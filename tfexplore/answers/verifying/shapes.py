"""What a document says is the shape function of an op: "the shape function of `Pad` is `PadShapeFn`", or a table.

An op whose registration has a lambda may call any; of such an op only a call is held against a tree, with what it is
given: "lambda, calls `PadShape(c, 3)`".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

_OP = r"`(?:REGISTER_OP\()?\"?(?P<op>[A-Z]\w+)\"?\)?`"
_FUNCTION = r"`(?P<function>(?:\w+::)*[A-Z]\w+)(?:\(\))?`"
_WORDS = r"(?:shape[- ]?(?:inference )?(?:function|fn)|(?:形状|shape\s?)(?:推断|推导)?函数)"
_SAID = (
    regex(rf"{_WORDS}\s*(?:of|for)\s*(?:the (?:op )?)?{_OP}\s*(?:is|:|：|is called)\s*{_FUNCTION}", re.I),
    regex(
        rf"{_OP}\s*(?:'s|的|[:：]|has(?: the)?|uses(?: the)?|用)\s*{_WORDS}\s*(?:is|[是为:：叫])?\s*{_FUNCTION}", re.I
    ),
    regex(
        rf"{_OP}\s*(?:uses|calls|has|用|使用)\s*{_FUNCTION}\s*(?:for|as|来?做|作为?|进行|来)\s*(?:its |the )?"
        rf"(?:shape[- ]inference|{_WORDS}|形状推[断导])",
        re.I,
    ),
    regex(rf"{_OP}\s*(?:calls|has|with|uses|的|用|调用)?\s*(?:the )?`\.?SetShapeFn\({_FUNCTION[1:-1]}\)?`", re.I),
    regex(rf"{_FUNCTION}\s*(?:is|是)\s*(?:the\s*)?{_WORDS}\s*(?:of|for)\s*{_OP}", re.I),
)
#: "`Weave` has the same shape function as `Braid`, `UnchangedShape`": of the first of the two.
_SAME = regex(
    rf"{_OP}\s+(?:has|uses|shares)\s+the\s+same\s+{_WORDS}\s+(?:as|with)\s+`(?P<as>[A-Z]\w+)`(?:\s?(?:,|\(|:|—|–)\s?(?:namely\s)?"
    rf"{_FUNCTION}|(?=\s?(?:[.;)]|\Z)))",
    re.I,
)
_OTHERWISE = otherwise("no|if|nearly|almost", "没|如果")
_HEADER = regex(rf"\W*(?:{_WORDS}s?|SetShapeFn|shape_fn)\W*", re.I)
_CELL = regex(r"[\s*]*`(?:\w+::)*([A-Z]\w+)(?:\(\))?`[\s*]*", re.A)
_CALL = regex(r"`(?P<call>(?:\w+::)*(?P<function>[A-Z]\w+)\((?P<given>[^`()]{1,60})\))`", re.A)
_NAME = regex(r"[\s*`]*\"?([A-Z]\w*)\"?[\s*`]*", re.A)


#: "It is in `nn_ops.cc`, line 329, and is registered with `.SetShapeFn(Pad)`": the line tells of which op.
_SET = _FUNCTION[1:-1]
_REGISTERED_WITH = regex(
    rf"(?:is|was) registered with `\.?SetShapeFn\({_SET}\)?`"
    rf"|注册时?(?:用|带)?的?是?\s?`\.?SetShapeFn\({_SET.replace('function', 'then')}\)?`",
    re.A,
)


class Shapes(Check):
    """The checks of ops' shape functions."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every shape function that is another op's."""
        for one in self.page.marked:
            if one.text.lstrip().startswith("|"):
                yield from self._table(one)
                continue
            for pattern in _SAID if "`" in one.text else ():
                for match in pattern.finditer(one.text):
                    yield from self._judged(one, match["op"], match["function"], match.start("function"))
            for match in _SAME.finditer(one.text) if " same " in one.text else ():
                yield from self._same(one, match)
            for match in _REGISTERED_WITH.finditer(one.text) if "SetShapeFn(" in one.text else ():
                yield from self._registered(one, match)

    def _same(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the shape function that two ops are said to have, or on the second where they have not one."""
        if match["function"]:
            yield from self._judged(one, match["op"], match["function"], match.start("function"))
            return
        defined = [self.known.op_defs(name) for name in (match["op"], match["as"])]
        functions = [parts_of(each[0].shape_fn or "lambda")[-1] if len(each) == 1 else "lambda" for each in defined]
        if "lambda" not in functions and functions[0] != functions[1] and is_claimed(match, _OTHERWISE):
            said = one.cited(match.start("as"), match["as"])
            if match["op"] not in self.page.own and not self.page.strangers(said):
                detail = f"{match['op']} has the shape function {functions[0]}, {match['as']} has {functions[1]}"
                yield self.page.verdict(said, "differs", defined[0][0].location, (), detail, "symbol")

    def _registered(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the shape function of the op that is registered at the line which the sentence cites."""
        start, end = prose.sentence_span(one.text, match.start() + 1)
        cited = [each for number in one.numbers for each in self.page.on(number) if each.kind == "path:line"]
        ops = {
            made.op
            for each in cited
            if start <= one.offset(each.line, each.column) < end
            for path in self.page.files_meant(each)[:1]
            for made in self.known.registered(path)
            if made.kind == "op" and made.line == each.start
        }
        group = "function" if match["function"] else "then"
        if len(ops) == 1:
            yield from self._judged(one, ops.pop(), match[group], match.start(group))

    def _table(self, one: Paragraph) -> Iterator[Verdict]:
        """The column of shape functions, each of the op that its row begins with."""
        rows = one.text.split("\n")
        columns = [at for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if _HEADER.fullmatch(cell)]
        for number, row in enumerate(rows[2:], 2) if len(columns) == 1 else ():
            cells = markdown.cells_of(row)
            op = _NAME.fullmatch(cells[0][1]) if len(cells) > columns[0] > 0 else None
            function = _CELL.fullmatch(cells[columns[0]][1]) if op is not None else None
            if op is not None and function is not None:
                start = one.starts[number] + cells[columns[0]][0] + function.start(1)
                yield from self._judged(one, op[1], function[1], start)
            name = op[1] if op is not None else ""
            for call in _CALL.finditer(row) if name in self.known.ops and self.known.has_tree else ():
                yield from self._called(one, name, call, one.starts[number] + call.start("call"))

    def _called(self, one: Paragraph, op: str, call: re.Match[str], start: int) -> Iterator[Verdict]:
        """The verdict on what a function is given where the row of an op says so, and its registration calls it."""
        if "..." in call["given"] or op in self.page.own:
            return
        for defined in self.known.op_defs(op):
            where = defined.location
            text = b" ".join(self.known.lines(where.path)[where.line - 1 : where.end_line]).decode("utf-8", "replace")
            calls = re.findall(rf"(?<!\w){call['function']}\(([^()]*)\)", text)
            given = ["".join(each.split()) for each in calls]
            if given and "".join(call["given"].split()) not in given:
                said = one.cited(start, call["call"])
                has = f"{call['function']}({calls[0]})"
                if not (disclaimers.proposed(self.page.text_lines[said.line - 1]) or self.page.strangers(said)):
                    yield self.page.verdict(said, "differs", where, (has,), f"{op} is registered with `{has}`")
                return

    def _judged(self, one: Paragraph, op: str, function: str, start: int) -> Iterator[Verdict]:
        said = one.cited(start, function)
        text = markdown.SPAN.sub("`", self.page.text_lines[said.line - 1])
        if op not in self.known.ops or op in self.page.own or disclaimers.proposed(text):
            return
        defined = self.known.op_defs(op)
        there = [each.shape_fn or "lambda" for each in defined]
        if not defined or any(each == "lambda" or parts_of(each)[-1] == parts_of(function)[-1] for each in there):
            return
        if not self.page.strangers(said):
            where = defined[0].shape_fn_location or defined[0].location
            yield self.page.verdict(said, "differs", where, (), f"{op} has the shape function {there[0]}")
