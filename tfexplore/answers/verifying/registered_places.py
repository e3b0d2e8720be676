"""Places where something is said to be registered: "registered at x.cc:12", "registered in x.py, for the op `Braid`".

At such a line something is registered, whatever that is; and in such a file something is registered for the op.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.op_of_section import headed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import at_line
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import gradients, kernels
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.registered import Registration
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines from the one that is said up to a registration, and down to the beginning of a long one.
NEAR, LONG = 3, 12
#: Letters before a place in which it is said.
MAX_BEFORE = 160

_AT = regex(
    r"\bregister(?:ed|s)?(?:\s(?:with|for|as)\s[^.;。；`]{1,40})?\s(?:all\s)?(?:(?:at|on)\s(?:lines?\s)?[`*(\[]*|[(（][`*\[]*)\Z"
    r"|\b(?:the|all|both|its) (?:[\w-]+ ){0,3}registrations"
    r" (?:are|follow|stand|sit|put|pin|keep|cover|list|come|begin|start|use|have|live)\b"
    r"[^.;。；()（）]{0,80}[(（](?:lines?\s)?[`*\[]*\Z"
    r"|注册(?:语句|代码)?(?:写|放)?(?:在|于)\s?(?:第\s?)?[`*(（\[]*\Z",
    re.I,
)
#: So many ops of a list are registered in the file for each that is not.
ENOUGH = 2
_REGISTERS_ALL = regex(
    r"[`*\])]{0,3}\s?(?:(?:also|itself)\s)?(?:registers|注册了?)\s?(?:the (?:ops?|gradients?|kernels?) (?:of |for )?)?"
)
_OP = regex(r"(?<![\w.])_?[A-Z]\w+(?!\w)", re.A)
_BRACKETS = regex(r"[(（][^()（）]*[)）]")
#: What a line has that registers something, in whichever language.
_REGISTERS = regex(rb"regist|TF_CALL_|tf_export|INSTANTIATE|NotDifferentiable|NoGradient", re.I)
#: "registered in x.py, for the op `Braid`"; the same with the op's gradient.
_FOR_OP = regex(
    r"[`*\])]{0,3},?\s(?:and )?for (?:the )?(?:ops?|operation|gradient of)?\s?"
    r"[`\"]{1,2}(?P<op>[A-Z]\w+)[`\"]{1,2}(?!\s?kernel)",
    re.A,
)
#: The beginning of a statement that registers something for an op.
_STATEMENT = regex(
    r"`(?:REGISTER_OP|REGISTER_KERNEL_BUILDER|REGISTER_(?:OP_GRADIENT|GRADIENT_OP)|@?(?:ops\.)?RegisterGradient)"
    r"\(\s?(?:Name\(\s?)?\"(?P<op>\w+)\"",
    re.A,
)
#: What stands between such a statement and the line that it is at: "`REGISTER_OP("Braid")` on line 12 of x.cc".
_AT_LINE = regex(
    r"[^`\n]{0,80}`\s?(?:,\s?|:\s?|[(（]\s?)?(?:(?:is|stands|sits|lives|begins|starts)\s)?(?:(?:on|at)\s)?"
    r"(?:lines?\s(?:\d{1,6}\s(?:of|in)\s)?)?[`*\[]*\Z"
    r"|[^`\n]{0,80}`\s?(?:在|位于|写在)\s?[`*\[]*\Z"
)
_IN = regex(r"\bregistered (?:in|by) [`*(\[]*\Z", re.I)
#: How a line begins that says where the op is declared which the heading names: "**Declaration.** In `loom_ops.cc`".
_DECLARED = regex(
    r"\s*(?:[-*+>]\s+)?\W{0,3}(?:(?:the )?(?:op(?:'s)? )?(?:declaration|definition)|(?:op )?declared"
    r"|(?:算子)?(?:声明|定义))\W{0,6}(?:(?:is |lives )?(?:in|at)\s|在|于)?[`*]*\Z",
    re.I,
)
_OF_OPS = regex(r"\bops/\w+_ops\.cc\Z")
_OTHERWISE = otherwise("no|nothing|if|though|although|even|older|newer", "没|不|虽然|尽管")


class RegisteredPlaces(Check):
    """The checks of such places; what an index knows of registrations tells the most of it."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line at which nothing is registered, and every file that registers nothing for an op."""
        for one in self.page.said:
            if one.kind not in ("path", "path:line") or one.fenced:
                continue
            yield from self._listed(one)
            yield from self._of_row(one)
            yield from self._declared(one)
            yield from self._of_statement(one)
            before, behind = self.page.around(one)
            sentence = prose.begun(before)[-MAX_BEFORE:]
            if "egist" not in sentence and "注册" not in sentence:
                continue
            if _OTHERWISE.search(sentence) or self.page.strangers(one) or disclaimers.proposed(sentence):
                continue
            if one.start and _AT.search(sentence):
                yield from self._at(one)
            said_for = _FOR_OP.match(behind)
            if said_for is not None and _IN.search(sentence):
                yield from self._in(one, said_for["op"])

    def _listed(self, one: Citation) -> Iterator[Verdict]:
        """The verdicts on the ops of a list that a file is said to register: "x.cc registers `A` (line 3) and `B`"."""
        text = self.page.text_lines[one.line - 1]
        begins = _REGISTERS_ALL.match(text, one.end_column)
        if begins is None:
            return
        listed = text[begins.end() : prose.sentence_span(text, begins.end())[1]]
        names = list(_OP.finditer(_BRACKETS.sub(lambda each: " " * len(each[0]), listed)))
        ops = [match for match in names if match[0] in self.known.ops and match[0] not in self.page.own]
        for path in self.page.files_meant(one)[:1]:
            there = {each.op for each in self.known.registered(path)}
            wrong = [match for match in ops if match[0] not in there]
            for match in wrong if len(ops) - len(wrong) >= ENOUGH * len(wrong) else ():
                at = begins.end() + match.start()
                said = one._replace(
                    kind="op", text=match[0], target=match[0], column=at + 1, end_column=at + len(match[0])
                )
                place = self.known.op_defs(match[0])[0].location
                yield self.page.verdict(said, "differs", place, (), f"{path} registers nothing for {match[0]}")

    def _of_row(self, one: Citation) -> Iterator[Verdict]:
        """The verdict on the only line of a table's row that has one such statement, where the line is another's."""
        row = self.page.text_lines[one.line - 1]
        if not one.start or not row.lstrip().startswith("|") or "`" not in row or "egister" not in row.lower():
            return
        said = list(_STATEMENT.finditer(row))
        lines = [other for other in self.page.on(one.line) if other.start]
        paths = self.page.files_meant(one)
        if len(said) != 1 or len(lines) != 1 or len(paths) != 1 or said[0]["op"] in self.page.own:
            return
        op = said[0]["op"]
        if self.page.strangers(one) or at_line(self.known, op, paths[0], one.start, one.end) is not False:
            return
        now = next((each for each in self.known.registered(paths[0]) if each.op == op), None)
        if now is None:
            return  # something else is called so there
        where = Location(paths[0], now.line, now.end_line)
        yield self.page.moved(one, where, f"{op} is at line {now.line}")

    def _of_statement(self, one: Citation) -> Iterator[Verdict]:
        """The verdict on a line that is said to be that of a statement which registers an op."""
        before = self.page.around(one)[0][-MAX_BEFORE:] if one.start and one.start == one.end else ""
        said = list(_STATEMENT.finditer(before)) if "`" in before else []
        paths = self.page.files_meant(one) if said else []
        if len(paths) != 1 or said[-1]["op"] in self.page.own or not _AT_LINE.fullmatch(before, said[-1].end()):
            return
        op = said[-1]["op"]
        if self.page.strangers(one) or disclaimers.proposed(before):
            return
        there = [each for each in self.known.registered(paths[0]) if each.op == op]
        if there and not any(each.line - 1 <= one.start <= each.end_line + 1 for each in there):
            where = Location(paths[0], there[0].line, there[0].end_line)
            yield self.page.moved(one, where, f"{op} is at line {there[0].line}")

    def _declared(self, one: Citation) -> Iterator[Verdict]:
        """The verdict on the file in which a section says that the op of its heading is declared."""
        if _DECLARED.match(self.page.text_lines[one.line - 1][: one.column - 1]) is None:
            return
        op, paths = headed(self.page, one.line), self.page.files_meant(one)
        there = [each.location for each in self.known.op_defs(op)] if op in self.known.ops else []
        if there and len(paths) == 1 and _OF_OPS.search(paths[0]) and all(each.path != paths[0] for each in there):
            yield self.page.moved(one, there[0], f"{op} is declared elsewhere")

    def _at(self, one: Citation) -> Iterator[Verdict]:
        """The verdict on lines that are said to register something."""
        paths = self._long_enough(one, self.page.files_meant(one))
        made = self.known.registered(paths[0]) if len(paths) == 1 else []
        yield from self._of_function(one, paths[:1], made)
        if not made or any(each.line - NEAR <= one.end and one.start <= each.end_line + NEAR for each in made):
            return
        lines = self.known.lines(paths[0]) if self.known.has_tree else []
        near = b"\n".join(lines[max(0, one.start - 1 - LONG) : one.end + NEAR])
        if _REGISTERS.search(near) or not self._is_of_macros(paths[0], one):
            return
        nearest = min(made, key=lambda each: abs(each.line - one.start))
        where = Location(paths[0], nearest.line, nearest.end_line)
        detail = f"nothing is registered there; {nearest.op} is at line {nearest.line}"
        yield self.page.moved(one, where, detail)

    def _long_enough(self, one: Citation, paths: list[str]) -> list[str]:
        """The file that lines may be of: not one that is named elsewhere and has fewer, but one of the paragraph."""
        if not (
            self.known.has_tree and one.unnamed and len(paths) == 1 and len(self.known.lines(paths[0])) < one.start
        ):
            return paths
        above = [each for each in self.page.until(one.line) if each.block == one.block and not each.unnamed]
        cited = [each for each in above if each.kind in ("path", "path:line")]
        meant = dict.fromkeys(path for each in cited for path in self.page.files_meant(each)[:1])
        return [path for path in meant if len(self.known.lines(path)) >= one.start][:1]

    def _of_function(self, one: Citation, paths: list[str], made: list[Registration]) -> Iterator[Verdict]:
        """The verdict on a line at which another function is registered than the sentence is about."""
        sentence = prose.begun(self.page.around(one)[0])
        names = {parts_of(span[2])[-1] for span in SPAN.finditer(sentence)}
        its = [each for each in made if each.name and parts_of(each.name)[-1] in names]
        near = [each for each in its if each.line - NEAR <= one.end and one.start <= each.end_line + NEAR]
        if its and not near and any(each.line <= one.start <= each.end_line and each.name for each in made):
            where = Location(paths[0], its[0].line, its[0].end_line)
            detail = f"{its[0].name} is registered at line {where.line}"
            yield self.page.moved(one, where, detail)

    def _is_of_macros(self, path: str, one: Citation) -> bool:
        """Whether nothing at lines of a file may register what no index lists: a device, an optimizer, a conversion."""
        if self.known.has_tree:
            return True
        return any(each.location.line < one.start for each in self.known.functions_at(path, one.start))

    def _in(self, one: Citation, op: str) -> Iterator[Verdict]:
        """The verdict on a file that is said to register something for an op."""
        paths = self.page.files_meant(one)
        if op not in self.known.ops or op in self.page.own or not paths:
            return
        there = [each.location for each in self.known.op_defs(op)]
        there += [each.location for each in kernels.of_ops(self.known.index, (op,))]
        there += [each.registered for each in gradients.of_ops(self.known.index, (op,))]
        there = [each for each in there if each is not None]
        if not there or any(each.path in paths for each in there):
            return
        ending = paths[0].rpartition(".")[2]
        where = next((each for each in there if each.path.endswith(f".{ending}")), there[0])
        yield self.page.moved(one, where, f"{op} is registered elsewhere")
