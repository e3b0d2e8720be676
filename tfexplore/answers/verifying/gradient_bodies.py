"""What the gradient function of an op is said to use: "the gradient of `Braid` wraps it in `array_ops.untie`".

Where the function, and those of its file that it calls, never have the name and have another one of the same module,
that one is meant. Without a tree the ops tell that an index knows it to create.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declared import spoken
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import tables
from tfexplore.index import gradients
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.rows import Table
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import GradientFunction, Symbol

_GRADIENT = regex(
    r"\b(?:[Tt]he|[Ii]ts|whose) (?:Python )?gradient(?: function)?\b[^.;。；]{0,80}?"
    r"\b(?:wraps?|calls?|uses?|returns?|applies|creates?|multiplies|goes through|is)\b"
    r"|梯度(?:函数)?[^。；;]{0,40}(?:调用|用|返回|是)"
)
#: An item on an op and its gradient function, up to what that uses: "`Braid` → `_BraidGrad` (12): ", ", calls ".
_PAIRED = regex(
    r"\s*(?:(?:[-*+]|\d+[.)、])\s+)?[*_]*`[A-Z]\w+`[*_]*\s?(?:→|->|=>|[:：]|[-–—]{1,2})\s?"
    r"[*_]*`_[A-Z]\w*Grad\w*(?:\(\))?`[*_]*"
    r"(?:\s?[(（][^()（）`]{0,40}[)）])?(?:\s?[:：=]\s?|,?\s(?:(?:and|which|it|that)\s)?"
    r"(?:calls?|uses?|returns?|creates?|goes (?:back )?(?:to|through)|delegates to|boils down to|ends (?:up )?in)\s"
    r"|[,，]?\s?(?:调用|使用|返回|创建)了?\s?)`?",
    re.A,
)
#: A sentence that begins with a gradient function, and what it says that this gives to another.
_FUNCTION_FIRST = regex(r"[\s>*+-]*(?:\d+[.)]\s)?[*_]*`(?P<name>_[A-Z]\w*Grad\w*)(?:\(\))?`", re.A)
_GIVES = regex(
    r"\b(?:(?:calls|uses|returns|wraps)|(?:forwards|passes|gives|hands) (?:it|them|these|both|all) (?:on )?(?:to|into)"
    r"|goes through|ends in|delegates to)\s[`*]*\Z"
)
#: A function of one of the modules that gradient functions use.
_USED = regex(r"(?P<module>(?:gen_)?\w+_ops|control_flow_ops)\.(?P<name>_?[a-z]\w+)(?:\(.*)?", re.A)
#: The header of a column of what functions call.
_CREATES = regex(
    r"[*`\s]*(?:(?:calls?|uses?|creates?)(?:\s(?:ops?|functions?|generated functions?))?"
    r"|(?:调用|使用|创建)了?的?\s?(?:(?:gen\w*|生成的?)\s?)?(?:函数|op|算子)?)[*`\s]*",
    re.I,
)
_OP = regex(r"`(?P<op>[A-Z]\w+)`", re.A)
_OTHERWISE = otherwise("no longer|if|unless|may", "没|不|如果")
#: Functions that a gradient function calls, which are read as well.
_CALLS = regex(rb"(?<![\w.])(_[A-Za-z]\w+)\(")
MAX_CALLED = 6


class GradientBodies(Check):
    """The checks of what gradient functions are said to use."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every function that a gradient does not use, where it uses another of the same module."""
        for one in self.page.said:
            used = _USED.fullmatch(one.target) if one.in_code and not one.fenced and "." in one.target else None
            if used is None:
                continue
            before, _ = self.page.around(one)
            sentence = prose.begun(before)
            paired = _PAIRED.fullmatch(before) is not None
            said = _GRADIENT.search(sentence)
            first = _FUNCTION_FIRST.match(sentence) if not (paired or said) and _GIVES.search(sentence) else None
            if first is not None and not _OTHERWISE.search(sentence) and not disclaimers.proposed(sentence):
                yield from self._judged(one, f"`{''.join(self.known.gradient_of(first['name'])[:1])}`", used, False)
            if not (paired or said) or disclaimers.proposed(sentence):
                continue
            if said is not None and _OTHERWISE.search(sentence, said.start()):
                continue
            yield from self._judged(one, before, used, paired)
        for table in tables(self.page):
            yield from self._column(table)

    def _column(self, table: Table) -> Iterator[Verdict]:
        """The verdicts on a column of what gradient functions create, each in the row of one."""
        columns = [at for at, head in enumerate(table.heads) if _CREATES.fullmatch(head.text.strip())]
        for row in table.rows if columns else ():
            called = (name for cell in row for _, name in cell.names() if name.startswith("_"))
            names = [name for name in called if self.known.gradient_of(name)]
            ops = self.known.gradient_of(names[0]) if len(set(names)) == 1 else []
            made = [each for each in gradients.of_ops(self.known.index, ops[:1]) if each.registry == "python"]
            for cell in (row[at] for at in columns if at < len(row)):
                name = cell.text.strip(" *`") if "`" in cell.text else ""
                used = _USED.fullmatch(name)
                wrapper = used["name"] if used is not None else name
                if (
                    (used is None and name not in self.known.wrappers)
                    or not made
                    or disclaimers.proposed(self.page.text_lines[cell.line - 1])
                ):
                    continue
                said = table.one.cited(table.offset(cell) + cell.text.index(name), name)
                if not self.page.strangers(said):
                    yield from self._by_ops(said, wrapper, made[0])

    def _judged(self, one: Citation, before: str, used: re.Match[str], paired: bool) -> Iterator[Verdict]:
        """The verdict on what a gradient is said to use; of what is `paired` with it nothing else need be there."""
        ops = [match["op"] for match in _OP.finditer(before) if match["op"] in self.known.ops]
        made = [each for each in gradients.of_ops(self.known.index, ops[-1:]) if each.registry == "python"]
        if len({each.function for each in made}) != 1 or made[0].location is None or self.page.strangers(one):
            return
        if not self.known.has_tree:
            yield from self._by_ops(one, used["name"], made[0])
            return
        path = made[0].location.path
        functions = {each.name: each for each in self.known.inside(path) if each.kind == "function"}
        function = functions.get(made[0].function or "")
        if function is None:
            return
        lines = self._lines(function)
        text = b"\n".join([line for _, line in lines])
        called = [functions[name] for each in _CALLS.findall(text) if (name := each.decode()) in functions]
        whole = [text, *[b"\n".join([line for _, line in self._lines(each)]) for each in called[:MAX_CALLED]]]
        if any(stands(used["name"], each) for each in whole):
            yield from self._of_another_module(one, used, path, lines, b"\n".join(whole))
            return
        other = re.compile(rb"(?<![\w.])" + re.escape(used["module"].encode()) + rb"\.(\w+)")
        found = next(((number, match) for number, line in lines if (match := other.search(line))), None)
        if found is not None:
            number, match = found
            has = match[0].decode()
            where = Location(path, number, number)
            detail = f"line {number}, in {function.name}, has `{has}`"
            yield self.page.verdict(one, "differs", where, (has,), detail)
        elif paired:
            yield self.page.verdict(one, "differs", function.location, (), f"{used['name']} is not in {function.name}")

    def _of_another_module(
        self, one: Citation, used: re.Match[str], path: str, lines: list[tuple[int, bytes]], whole: bytes
    ) -> Iterator[Verdict]:
        """The verdict on the module of a function that a gradient has from another one."""
        qualified = re.compile(rb"(?<![\w.])(?:(\w+)\.)?" + re.escape(used["name"].encode()) + rb"(?!\w)")
        modules = {match[1] for match in qualified.finditer(whole)}
        if None in modules or used["module"].encode() in modules:
            return
        for number, line in lines:
            match = qualified.search(line)
            if match is not None:
                has = match[0].decode()
                where = Location(path, number, number)
                yield self.page.verdict(one, "differs", where, (has,), f"line {number} has `{has}`")
                return

    def _by_ops(self, one: Citation, name: str, gradient: GradientFunction) -> Iterator[Verdict]:
        """The verdict on a function that is generated for an op, which a gradient does not create."""
        generated = [op for _, op in self.known.wrappers.get(name, ())]
        if len(generated) == 1 and gradient.calls and generated[0] not in gradient.calls:
            detail = f"{gradient.function} creates {', '.join(gradient.calls[:4])}"
            yield self.page.verdict(one, "differs", gradient.location, (), detail)

    def _lines(self, function: Symbol) -> list[tuple[int, bytes]]:
        """The lines of a function's body, each with its number."""
        where = function.location
        body = self.known.lines(where.path)[where.line : self.known.end_of(function)]
        return list(enumerate(spoken(body, strings=True), where.line + 1))
