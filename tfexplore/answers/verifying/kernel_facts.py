"""Plain statements on an op's kernels: their priority, their label, the folder that they are registered in.

"`Braid`'s kernels have priority 2", `Braid` 的 kernel 标签是 `fast`, "the kernels of `Braid` live in `core/looms`". One
kernel of which it is so is enough.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef

_DEVICE = r"(?:(?P<device>CPU|GPU)\s)?"
_KERNELS = rf"(?:[a-z]+\s){{0,1}}{_DEVICE}(?:[a-zA-Z]+\s){{0,1}}kernels?"
_KERNELS_ZH = r"(?P<device>CPU|GPU)?\s?(?:上的\s?)?(?:kernels?|内核|核函数)"
_OP = r"`(?P<op>_?[A-Z]\w+)`"
#: What the kernels of an op are called: "the GPU kernel of `Braid`", "`Braid`'s kernels", and in Chinese.
_OF = (
    rf"\b{_KERNELS}\s(?:of|for)\s(?:the\s)?(?:op\s)?{_OP}",
    rf"{_OP}['’]s?\s{_KERNELS}",
    rf"{_OP}\s{_DEVICE}kernels?",
)
_OF_ZH = rf"{_OP}\s?的\s?{_KERNELS_ZH}\s?"
_REGISTERED = r"(?:is|are)\s(?:all\s)?registered\swith"
_LABEL = r"[`\"']{1,2}(?P<said>[A-Za-z_]\w*)[`\"']{1,2}"
_FOLDER = r"`?(?P<said>(?:[a-z_]\w*/){1,8}(?:[a-z_]\w*)?)`?(?![\w.])"
_PRIORITY = rf"\s(?:has|have|(?:is|are)\sof|{_REGISTERED})\s(?:a\s|the\s)?priority\s(?:of\s)?`?(?P<said>\d+)\b"
_LABELLED = (
    rf"\s(?:(?:has|have|carries|carry|bears?|{_REGISTERED}|with)\s(?:a\s|the\s)?label|(?:is|are)\slabell?ed)\s{_LABEL}"
)
_LIES = (
    r"\s(?:is|are|lives?|sits?|lies?)\s(?:all\s)?(?:registered\s|implemented\s|defined\s|kept\s)?"
    rf"(?:in|under|below|inside)\s(?:the\s(?:folder|directory)\s)?{_FOLDER}"
)
_FORMS = {
    "priority": (
        *(regex(of + _PRIORITY, re.A) for of in _OF),
        regex(rf"{_OF_ZH}(?:的)?优先级(?:是|为)\s?`?(?P<said>\d+)", re.A),
        regex(
            rf"{_OP}\sis\sregistered\s(?:(?:for|on)\s(?:the\s)?(?P<device>CPU|GPU)\s)?with\s(?:a\s)?`?[Pp]riority[(\s]"
            r"(?P<said>\d+)\b",
            re.A,
        ),
        regex(
            rf"{_OP}\s?的\s?(?P<device>CPU|GPU)\s?(?:注册|kernel|内核)(?:带有?|用了?)\s?`?\.?Priority\((?P<said>\d+)\)",
            re.A,
        ),
        regex(
            rf"{_OP}\s?的\s?(?:CPU|GPU)\s?(?:注册|kernel|内核)[^。；;`]{{0,8}}`\.?Priority\(\d+\)`\s?[,，]\s?"
            r"(?P<device>CPU|GPU)\s?的?则?(?:带有?|是|为)\s?`?\.?Priority\((?P<said>\d+)\)",
            re.A,
        ),
        regex(rf"\bpriority of (?:the )?{_OP}(?:['’]s)? kernels? is `?(?P<said>\d+)\b", re.A),
    ),
    "label": (
        *(regex(of + _LABELLED, re.A) for of in _OF),
        regex(rf"\blabel of {_OP}['’]s {_KERNELS} is {_LABEL}", re.A),
        regex(rf"{_OF_ZH}(?:的|带有?)?标签(?:是|为)?\s?{_LABEL}", re.A),
    ),
    "folder": (
        *(regex(of + _LIES, re.A) for of in _OF),
        regex(rf"{_OF_ZH}(?:都)?(?:放|注册|实现|定义|位)?(?:在|于)\s?{_FOLDER}", re.A),
    ),
}
#: "`Braid` has kernels with the labels `fast` and `slow`", "the labels of `Braid` are `fast` and `slow`".
_NAMED = r"[`\"']{1,2}[A-Za-z_]\w*[`\"']{1,2}"
_SEVERAL = rf"(?P<list>{_NAMED}(?:(?:,\s?(?:and\s)?|\sand\s|\s?[和与、]\s?){_NAMED}){{0,6}})"
_LABELS = (
    regex(rf"{_OP}\s(?:has|comes\swith)\s{_KERNELS}\s(?:with|of|under)\s(?:the\s)?labels?\s{_SEVERAL}", re.A),
    regex(rf"\blabels?\sof\s(?:the\s)?{_OP}(?:['’]s)?(?:\s{_KERNELS})?\s(?:is|are)\s{_SEVERAL}", re.A),
    regex(rf"\blabels?\sof\s(?:the\s)?{_KERNELS}\sof\s{_OP}\s(?:is|are)\s{_SEVERAL}", re.A),
    regex(rf"{_OF_ZH}(?:的|带有?)?标签(?:是|为|有)\s?{_SEVERAL}", re.A),
)
_A_LABEL = regex(r"[`\"']([A-Za-z_]\w*)[`\"']", re.A)
_CUES = ("kernel", "核", "registered", "注册", "label")
_WORDS = {"priority": ("riority", "优先级"), "label": ("label", "标签"), "folder": ("/",)}
_OTHERWISE = otherwise(
    r"no|neither|nor|without|if|unless|older|newer|later|except|also|XLA|TPU|MKL|2\.\d", "没|除|如果|也|还"
)


class KernelFacts(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every priority, label or folder that no kernel of an op has."""
        for one in self.page.marked:
            if "`" not in one.text or not any(
                word in one.text for word in ("kernel", "核", "registered", "注册", "label")
            ):
                continue
            for match in (match for form in _LABELS for match in form.finditer(one.text) if "label" in one.text):
                yield from self._labels(one, match)
            for kind, forms in _FORMS.items():
                if any(word in one.text for word in _WORDS[kind]):
                    for match in (match for form in forms for match in form.finditer(one.text)):
                        yield from self._judged(one, match, kind)

    def _labels(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on the labels of a list that no kernel has."""
        op, device = match["op"], match.groupdict().get("device")
        if op not in self.known.ops or op in self.page.own or not is_claimed(match, _OTHERWISE):
            return
        made = [each for each in kernels.of_ops(self.known.index, (op,)) if device in (None, each.device_type)]
        for item in _A_LABEL.finditer(one.text, *match.span("list")) if made else ():
            said = one.cited(item.start(1), item[1])
            if all(each.label != item[1] for each in made) and not self.page.strangers(said):
                yield self.page.verdict(said, "differs", made[0].location, (), _told(op, "label", made), "symbol")

    def _judged(self, one: Paragraph, match: re.Match[str], kind: str) -> Iterator[Verdict]:
        op, device = match["op"], match.groupdict().get("device")
        if op not in self.known.ops or op in self.page.own or not is_claimed(match, _OTHERWISE):
            return
        made = [each for each in kernels.of_ops(self.known.index, (op,)) if each.linked_into]
        made = [each for each in made if device in (None, each.device_type)]
        said = one.cited(match.start("said"), match["said"])
        if not made or self.page.strangers(said):
            return
        if kind == "folder" and not self._is_a_folder(match["said"]):
            return
        if not any(_has(each, kind, match["said"]) for each in made):
            yield self.page.verdict(said, "differs", made[0].location, (), _told(op, kind, made), "symbol")

    def _is_a_folder(self, said: str) -> bool:
        """Whether a folder is one of the tree's, and so not the author's."""
        tail = said.strip("/").lower()
        return tail in self.known.folder_tails or f"tensorflow/{tail}" in self.known.folder_tails


def _has(kernel: KernelDef, kind: str, said: str) -> bool:
    if kind == "priority":
        return kernel.priority == int(said)
    if kind == "label":
        return kernel.label == said
    return f"/{said.strip('/')}/" in f"/{kernel.location.path}"


def _told(op: str, kind: str, made: list[KernelDef]) -> str:
    """What a verdict says that the kernels of an op have."""
    if kind == "priority":
        return f"the kernels of {op} have priority {', '.join(sorted({str(one.priority) for one in made}))}"
    if kind == "label":
        labels = sorted({one.label for one in made} - {""})
        return f"the labels of {op} are {', '.join(labels)}" if labels else f"no kernel of {op} has a label"
    return f"the kernels of {op} are registered in {made[0].location.path}"
