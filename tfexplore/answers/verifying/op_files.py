"""Files in which an op is said to be registered, or to have its kernels: "the kernels of `Braid` are in `loom_op.cc`".

"The op `Braid` is registered in `loom_ops.cc`", "`Braid` is implemented in `loom_op.cc`", `Braid` 的内核在
`loom_op.cc`, "`loom_op.cc` has the kernels of `Braid`". A file is not the one where it registers others of the kind and
nothing for the op; of kernels, where it defines none of its classes and, as far as a tree tells, never has its name.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.index.symbols import without_arguments
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import Location

#: Letters of a sentence that are read before a file, and behind it.
MAX_SENTENCE = 300
#: So many names of a list are ops for each that is none.
ENOUGH = 2

_ONE_OP = r"`_?[A-Z]\w+`"
_OPS = rf"(?P<ops>{_ONE_OP}(?:(?:,\s?(?:and\s)?|\sand\s|\s?[和与及、]\s?){_ONE_OP}){{0,6}})"
_KERNELS = r"(?:(?:CPU|GPU)\s)?kernels?(?:\sclass(?:es)?)?"
_KERNELS_ZH = r"(?:CPU|GPU)?\s?(?:上的\s?)?(?:kernels?|内核|核函数)"
_PLACED = r"(?:\s?[(（][^()（）`]{0,60}[)）])?"
_IN = r"(?:in|inside|at|by)\s(?:the\sfile\s)?[`*\[]*\Z"
_IS = r"(?:is|are)\s(?:(?:all|both|each|itself|actually)\s)?"
#: What stands before the file: of the registration of an op, and of its kernels.
_BEFORE = {
    "op": (
        regex(rf"\b[Oo]ps?\s{_OPS}{_PLACED}\s{_IS}(?:registered|declared|defined)\s{_IN}", re.A),
        regex(
            rf"(?:\bregistrations?\sof\s(?:the\sops?\s)?{_OPS}|(?P<its>{_ONE_OP})['’]s?\s(?:op\s)?registration){_PLACED}\s"
            rf"(?:{_IS}|sits?\s|lives?\s|stands?\s){_IN}",
            re.A,
        ),
        regex(rf"{_OPS}\s(?:ops?\s)?{_IS}registered\s{_IN}", re.A),
        regex(rf"(?:算子|op)\s?{_OPS}\s?(?:都|是)?(?:在|注册在|注册于|声明在|定义在)\s?[`*]*\Z", re.A),
    ),
    "kernel": (
        regex(
            rf"\b{_KERNELS}\s(?:of|for)\s(?:the\s)?(?:ops?\s)?{_OPS}(?:\sops?)?{_PLACED}\s"
            rf"(?:{_IS}(?:registered\s|implemented\s|defined\s|found\s|kept\s)?|sits?\s|lives?\s|stands?\s){_IN}",
            re.A,
        ),
        regex(
            rf"(?:{_OPS}['’]s?\s{_KERNELS}|(?P<its>{_ONE_OP})\s{_KERNELS}){_PLACED}\s"
            rf"(?:{_IS}(?:registered\s|implemented\s|defined\s|found\s|kept\s)?|sits?\s|lives?\s|stands?\s){_IN}",
            re.A,
        ),
        regex(rf"{_OPS}(?:\sops?)?{_PLACED}\s{_IS}implemented\s{_IN}", re.A),
        regex(rf"{_OPS}\s?的\s?{_KERNELS_ZH}\s?(?:都|是)?(?:在|注册在|实现在|定义在|位于)\s?[`*]*\Z", re.A),
        regex(rf"{_OPS}\s?(?:的\s?实现\s?(?:在|位于)|(?:都|是)?实现(?:在|于))\s?[`*]*\Z", re.A),
    ),
}
#: What stands behind it.
_BEHIND = {
    "op": regex(rf"[`*\])]{{0,3}}\s(?:also\s)?(?:registers|declares)\s(?:the\s)?ops?\s{_OPS}(?=\s?(?:[.;,]|\Z))", re.A),
    "kernel": regex(
        rf"[`*\])]{{0,3}}\s?(?:\s(?:also\s)?(?:registers|has|holds|contains|defines|implements)\s(?:all\s)?(?:the\s)?"
        rf"{_KERNELS}\s(?:of|for)\s(?:the\s)?(?:ops?\s)?|\simplements\s(?:the\sops?\s)?"
        rf"|(?:里面?|中)?(?:注册了?|实现了?)\s?){_OPS}(?=\s?(?:[.;,。；，]|的\s?(?:kernel|内核)|\Z))",
        re.A,
    ),
}
_CUES = regex(r"egist|kernel|implement|declare|\bops?\s|内核|核函数|实现|注册|算子")
_NAME = regex(r"`(_?[A-Z]\w+)`", re.A)
_OTHERWISE = otherwise(
    r"no|neither|nor|nothing|if|though|although|even|older|newer|later|in part|partly|also|gradients?|except|shape"
    r"|helpers?|via|through|2\.\d|lite|mobile|Python|Keras|layer",
    "没|不|虽然|尽管|梯度|部分|除|如果",
)


class OpFiles(Check):
    """The checks of such files; an index tells most of it."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every file that is not the one."""
        for one in self.page.said:
            if one.kind not in ("path", "path:line") or one.fenced:
                continue
            line = self.page.text_lines[one.line - 1]
            if "`" not in line or line.lstrip().startswith("|"):
                continue
            before, behind = self.page.around(one)
            sentence, rest = prose.begun(before)[-MAX_SENTENCE:], behind[:MAX_SENTENCE]
            if _CUES.search(sentence) or _CUES.search(rest[:60]):
                yield from self._judged(one, sentence, rest)

    def _judged(self, one: Citation, sentence: str, rest: str) -> Iterator[Verdict]:
        told = SPAN.sub("`", prose.around(sentence, rest))
        if _OTHERWISE.search(told) or disclaimers.proposed(told) or disclaimers.absent(told):
            return
        for kind, forms in _BEFORE.items():
            matches = [form.search(sentence) for form in forms] + [_BEHIND[kind].match(rest)]
            for match in matches:
                if match is not None:
                    listed = match["ops"] or match["its"]
                    ops = [op for op in _NAME.findall(listed) if op in self.known.ops and op not in self.page.own]
                    yield from self._wrong(one, kind, ops)
                    if match.re.pattern == _BEHIND["op"].pattern:
                        yield from self._no_ops(one, match)
                    return

    def _no_ops(self, one: Citation, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on names of a list of ops that are none, where most are registered in the file."""
        names = list(_NAME.finditer(match["ops"]))
        unknown = [name for name in names if name[1] not in self.known.ops and name[1] not in self.page.own]
        if not unknown or len(names) - len(unknown) < ENOUGH * len(unknown):
            return
        at = one.end_column + match.start("ops")
        line = self.page.text_lines[one.line - 1]
        for name in unknown:
            column = at + name.start(1) + 1
            if line[column - 1 :].startswith(name[1]):  # and not on the next one
                said = one._replace(kind="op", text=name[1], target=name[1], column=column, start=0, end=0)
                said = said._replace(end_column=column - 1 + len(name[1]))
                near = [each for _, each in self.known.near(name[1]) if each in self.known.ops]
                yield self.page.verdict(said, "not found", None, near, "no op is called so")

    def _wrong(self, one: Citation, kind: str, ops: list[str]) -> Iterator[Verdict]:
        paths = self.page.files_meant(one)
        for op in ops if paths and not self.page.strangers(one) else ():
            there = self._places(op, kind)
            if there and all(self._is_of_others(path, op, kind) for path in paths):
                what = "registered" if kind == "op" else "implemented"
                yield self.page.moved(one, there[0], f"{op} is {what} in {there[0].path}")
                return

    def _places(self, op: str, kind: str) -> list[Location]:
        """Where an op is registered, or its kernels are, those of the released binary first."""
        if kind == "op":
            return [each.location for each in self.known.op_defs(op)]
        made = [each for each in kernels.of_ops(self.known.index, (op,)) if each.registry == "op_kernel"]
        return [each.location for each in sorted(made, key=lambda each: each.linked_into is None)]

    def _is_of_others(self, path: str, op: str, kind: str) -> bool:
        """Whether a file registers others of a kind, and nothing of or for an op."""
        made = self.known.registered(path)
        kinds = {each.kind for each in made}
        if any(each.op == op for each in made) or not kinds.intersection((kind, "kernel")):
            return False
        every = kernels.of_ops(self.known.index, (op,))
        places = [each for kernel in every for each in (kernel.location, kernel.kernel_class_location) if each]
        places += [step for kernel in every for _, step, _ in kernel.expansion]
        if any(each.path == path for each in (*places, *self._places(op, "op"))):
            return False
        if kind in kinds and kind == "op":
            return True  # of which an index has all
        text = self.known.read(path) or b"" if self.known.has_tree else b""
        classes = {without_arguments(kernel.kernel_class).rpartition("::")[2] for kernel in every}
        return not any(stands(word, text) for word in (op, *classes) if word)
