"""The files in which the gradients of ops are said to be: "the gradient of `Braid` is registered in `loom_grad.py`".

An index knows where each of the three registries has what, so a file that has the gradients of others is not the one;
of other files only those of Python, where nothing is registered without being seen. What a gradient calls, and its
kernels, are elsewhere and none of this.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from operator import itemgetter

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import gradients
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import GradientFunction

#: Letters of a sentence that are read, and of a list of ops.
MAX_SENTENCE, MAX_LIST = 400, 12

_OP = r"`_?[A-Z]\w+`"
_AND = r"(?:\s?[,，、/]\s?(?:and\s)?|\s(?:and|or)\s|\s?[和与及]\s?)"
_OPS = rf"(?:(?:the\s)?(?:ops?\s)?(?P<{{0}}>{_OP}(?:{_AND}{_OP}){{{{0,{MAX_LIST}}}}})(?:\sops?)?)"
_GRADIENT = (
    r"(?:[Pp]ython\s?)?(?:gradients?(?:[\s-](?:functions?|registrations?|code))?"
    r"|梯度(?:函数|注册|代码|实现)?|反向(?:传播|函数|实现)?)"
)
#: "The gradient of `A`", "`A`'s gradient", `A` 的梯度, "`A`: gradient", `@RegisterGradient("A")`.
_OF = (
    rf"(?:\b[Gg]radients?(?:\s(?:functions?|registrations?|code))?(?:\s(?:of|for)\s){_OPS.format('a')}"
    rf"|{_OPS.format('b')}(?:'s|’s|\s?的)\s?{_GRADIENT}|(?<![\w.`])(?P<e>[A-Z]\w+)(?:'s|’s)\s{_GRADIENT}"
    rf"|{_OPS.format('c')}\*{{0,2}}\s?(?:[:：,，—–|-]|--)\s?\*{{0,2}}(?:[Ii]ts\s|the\s|[其它]的?)?{_GRADIENT}"
    r"|`@?(?:ops\.)?RegisterGradient\(\s?[\"'](?P<d>\w+)[\"']\s?\)`)"
)
_PLACED = (
    r"\*{0,2}\s?(?:[(（][^()（）`]{0,40}[)）]\s?)?"
    r"(?:(?:is|are|was|were|sits?|lives?|resides?|stands?|can be|(?:都|也|均|就)?(?=[注登定实写放位在是于见]))\s?)?"
    r"(?:(?:also|both|all|each|itself)\s)?"
    r"(?:(?:registered|defined|implemented|found|located|written|declared|kept)\s?"
    r"|(?:注册|登记|定义|实现|写|放|位)(?=[在于]))?"
    r"(?:(?:with|by|via)\s`@?(?:ops\.)?RegisterGradient`\s)?"
    r"(?:(?:in|at|under|inside|see)\s|[在于是见到]\s?|→\s?|->\s?|[:：(（|,，]\s?|--?\s|[—–]\s?)"
    r"(?:the\s(?:file\s|module\s)?|文件\s?)?[`*\[]*"
)
_GOES_TO = regex(rf"(?<!no\s)(?<![没无二阶])(?<!second\s)(?<!order\s){_OF}{_PLACED}\Z", re.A)
#: "`loom_grad.py` registers the gradient of `A`", `loom_grad.py` 里注册了 `A` 的梯度.
_HAS = regex(
    r"[`*\])]*\s?(?:(?:(?:also|only|then)\s)?(?:registers|has|holds|contains|defines|implements|gives)\s(?:the\s)?"
    r"|(?:文件)?(?:里面?|之?中|内)?(?:还|也|都|就)?(?:注册|登记|实现|包含|定义|有)了?\s?)"
    rf"(?:{_OF})",
    re.A,
)
#: "`A` is registered in `loom_grad.py`": no op is, in Python, but its gradient.
_REGISTERED = regex(
    rf"(?P<a>{_OP})(?:,\s(?:whose|which|the)\s[^`,]{{3,60}},)?\s(?:is|are)\s(?:registered|differentiated|handled)\s(?:in|by)\s"
    rf"(?:the\s(?:file\s)?)?[`*\[]*\Z|(?P<b>{_OP})\s?(?:注册|登记)[在于]\s?[`*\[]*\Z",
    re.A,
)
#: How a column of the files of gradients is headed.
_COLUMN = regex(
    r"\W*(?:[Pp]ython\s?)?(?:gradients?|grad|梯度|反向)(?:\s?(?:function|函数))?"
    r"(?:\s?(?:files?|sources?|path|(?:is\s)?(?:registered|defined)?\s?in|location|place|文件|位置|所在(?:文件)?|注册(?:于|在|位置|处)?))?\W*",
    re.I,
)
_FIRST_CELL = regex(rf"\|\s*\*{{0,2}}{_OP}\*{{0,2}}\s*\|", re.A)
_EACH = regex(r"`(\w+)`", re.A)
_OTHERWISE = otherwise(
    r"second|higher|double|not|no|if|unless|older|newer|until|missing|add|moved?|plan\w*|wrong|claim\w*|believe|test\w*",
    "二阶|高阶|如果|以前|误|测试|没|不",
)


class GradientFiles(Check):
    """The checks of the files of gradients; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every file that is said to have the gradient of an op, and has it not."""
        for one in self.page.marked:
            if re.search("[Gg]rad|梯度|反向", one.text) is not None:  # what they are said of, or a file of them
                yield from self._in_paragraph(one)

    def _in_paragraph(self, one: Paragraph) -> Iterator[Verdict]:
        cited = [
            (one.offset(each.line, each.column), each)
            for number in one.numbers
            for each in self.page.on(number)
            if each.kind in ("path", "path:line") and not each.fenced and not each.unnamed
        ]
        for begins, ends in prose.sentences_or_rows(one.text) if cited else ():
            inside = cited[bisect_left(cited, begins, key=itemgetter(0)) : bisect_left(cited, ends, key=itemgetter(0))]
            if len(inside) == 1:
                yield from self._judged(one, begins, ends, *inside[0])

    def _judged(self, one: Paragraph, begins: int, ends: int, at: int, path: Citation) -> Iterator[Verdict]:
        """The verdict on the only file of a sentence or a row, which begins at an offset."""
        first = max(begins, at - MAX_SENTENCE)
        before, behind = one.text[first:at].replace("\n", " "), one.text[at + len(path.text) : ends].replace("\n", " ")
        said = _GOES_TO.search(before) or _HAS.match(behind)
        registered = _REGISTERED.search(before) if said is None else None
        ops = self._ops(said) if said is not None else self._of_row(one, begins, ends, path)
        if registered is not None and all(each in self._registering for each in self.page.files_meant(path)):
            ops = [op for op in _EACH.findall(registered["a"] or registered["b"]) if op in self.known.ops]
        told = markdown.SPAN.sub("`", f"{before} {behind}")
        if not ops or _OTHERWISE.search(told) or disclaimers.proposed(told) or self.page.strangers(path):
            return
        files = self.page.files_meant(path)
        wrong = [(op, made) for op in ops if (made := self._elsewhere(op, files)) is not None] if files else []
        if not wrong:
            return
        op, made = wrong[0]
        detail = f"the gradient of {op} is registered in {made.registered.path}"
        yield self.page.verdict(path, "moved", made.opened, (), detail)

    def _ops(self, said: re.Match[str]) -> list[str]:
        """The ops of which a sentence says where their gradient is; none where one of several is no op."""
        if said["d"] or said["e"]:
            found = [said["d"] or said["e"]]
        else:
            found = _EACH.findall(said["a"] or said["b"] or said["c"])
        return found if all(op in self.known.ops and op not in self.page.own for op in found) else []

    def _of_row(self, one: Paragraph, begins: int, ends: int, path: Citation) -> list[str]:
        """The op that a row of a table begins with, where the column of the path is of gradients."""
        row = one.text[begins:ends]
        first = _FIRST_CELL.match(row.strip()) if row.lstrip().startswith("|") else None
        if first is None or _COLUMN.fullmatch(self.page.header(path)) is None:
            return []
        return [op for op in _EACH.findall(first[0]) if op in self.known.ops and op not in self.page.own]

    def _elsewhere(self, op: str, files: Sequence[str]) -> GradientFunction | None:
        """The gradient of an op, where none of some files has one or could; None where one has, or nobody knows."""
        made = [each for each in gradients.of_ops(self.known.index, (op,)) if each.function]
        if not made or any(path in (each.location.path, each.registered.path) for each in made for path in files):
            return None
        if not all(path.endswith(".py") or path in self._registering for path in files):
            return None
        texts = [self.known.read(path) or b"" for path in files]
        functions = {each.function for each in made if each.function}
        if any(stands(name, text) for name in functions for text in texts) or any(
            f'"{op}"'.encode() in t for t in texts
        ):
            return None  # which may give the op another one, or have what it is made of
        return next(
            (each for each in made if each.registered.path.endswith(".py") == files[0].endswith(".py")), made[0]
        )

    @cached_property
    def _registering(self) -> frozenset[str]:
        """The files that register gradients."""
        return frozenset(each.registered.path for each in gradients.every(self.known.index))
