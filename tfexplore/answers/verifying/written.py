"""Registrations that a line of text writes as code: of a kernel with its device and its class, of a gradient."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import gradients, kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

_REGISTRATION = regex(
    r'\bName\(\s*"(?P<op>\w+)"\s*\)\s*\.Device\(\s*(?:\w+::)*DEVICE_(?P<device>CPU|GPU)\s*\)'
    r"(?:[^`,\n]{0,80},\s*(?P<class>(?:\w+::)*[A-Z]\w*)\s*(?:<[^`\n]*>)?\s*\))?",
    re.A,
)
_GRADIENT = regex(
    r"""(?:^|[\s`@.(])(?P<macro>RegisterGradient|REGISTER_GRADIENT_OP|REGISTER_OP_GRADIENT)"""
    r"""\(\s*["'](?P<op>_?[A-Z]\w*)["']\s*[,)]""",
    re.A,
)
#: The registries of gradients by what registers in them, and what they are called.
_REGISTRIES = {
    "RegisterGradient": ("python", "Python"),
    "REGISTER_GRADIENT_OP": ("cc", "cc/gradients"),
    "REGISTER_OP_GRADIENT": ("core", "core/ops"),
}
#: What stands before the file at the head of a sentence.
_HEAD = regex(r"\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:In|Within|在)\s?(?:the file\s|文件\s?)?`?", re.A)
#: What is said of a gradient that is not there yet, or is one's own.
_TO_BE = regex(
    r"\b(?:add\w*|writ(?:e|es|ing|ten)|implement\w*|missing|lacks?|need\w*|want\w*|overrid\w*|custom|"
    r"commented out|would|should|could|if|"
    r"once|until|unless|your?|my|our|we|without|except)\b|缺|加|写|注释掉|自定义|需要|如果|应该|覆盖|没|无|不|除",
    re.I,
)


class Written(Check):
    """The checks of registrations in a document's text."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every registration of a kernel that says its device, and on what is registered otherwise."""
        for number, line in self.page.prose_lines:
            for match in _REGISTRATION.finditer(line) if "Name(" in line else ():
                yield from self._kernel(match, number)
            for match in _GRADIENT.finditer(line) if "Gradient(" in line or "_GRADIENT" in line else ():
                yield from self._gradient(match, number)

    def _kernel(self, match: re.Match[str], number: int) -> Iterator[Verdict]:
        op, device = match["op"], match["device"]
        line, index = self.page.text_lines[number - 1], self.known.index
        if op not in self.known.ops or op in self.page.own or (device == "GPU" and "cuda" not in index.state.build):
            return
        if disclaimers.proposed(line) or disclaimers.anothers(line[: match.start()]):
            return
        made = kernels.of_ops(index, (op,))
        here = [one for one in made if one.device_type == device]
        said = _said(match, "op", number)
        if made and not here:
            devices = sorted({one.device_type for one in made})[:3]
            yield self.page.verdict(said, "not found", None, devices, f"{op} has no kernel on {device}")
        elif here:
            name = parts_of(match["class"] or "")[-1]
            classes = list(dict.fromkeys([one.kernel_class for one in here if one.kernel_class]))
            files = self._files(line, match.start(), number)
            if self.known.taken_by(name) and classes and name not in [parts_of(one)[-1] for one in classes]:
                said, detail = _said(match, "class", number), f"{op} has no kernel of {name}"
                yield self.page.verdict(said, "differs", here[0].location, classes[:3], detail)
            elif files and not any(one.location.path in files for one in here):
                where = here[0].location
                detail = f"its kernel on {device} is registered in {where.path}"
                yield self.page.verdict(said, "differs", where, (), detail)
            else:
                yield self.page.verdict(said, "found", here[0].location)

    def _files(self, line: str, before: int, number: int) -> list[str]:
        """The files that a sentence says, at its head, it is about: "In `a.cc`, …", 在 a.cc 里, …"""
        first, _ = prose.sentence_span(line, before)
        paths = [one for one in self.page.on(number) if one.kind == "path" and first < one.column <= before]
        head = line[first : paths[0].column - 1] if len(paths) == 1 else ""
        return self.page.files_meant(paths[0]) if _HEAD.fullmatch(head) else []

    def _gradient(self, match: re.Match[str], number: int) -> Iterator[Verdict]:
        """A verdict on the op of a registration of a gradient, by the registry that it is in."""
        op, line = match["op"], markdown.SPAN.sub("`", self.page.text_lines[number - 1])
        if op not in self.known.ops or op in self.page.own or op == "Op":
            return  # which stands for any
        registry, called = _REGISTRIES[match["macro"]]
        found = [one for one in gradients.of_ops(self.known.index, (op,)) if one.registry == registry]
        said = _said(match, "op", number)
        made = next((one for one in found if one.function), None)
        if made is not None:
            # What else a macro of C++ is given is for the comparison of code.
            yield from [self.page.verdict(said, "found", made.registered)] if registry == "python" else ()
        elif not (self._is_to_be(line, said) or self.page.strangers(said)):
            detail = f"{op} is declared to have no gradient" if found else f"{called} registers no gradient of {op}"
            where = found[0].registered if found else None
            yield self.page.verdict(said, "not found", where, (), detail)

    def _is_to_be(self, line: str, said: Citation) -> bool:
        """Whether a line says of a gradient that it is not there, or not yet."""
        return (
            _TO_BE.search(line) is not None or disclaimers.proposed(line) or disclaimers.denied(*self.page.around(said))
        )


def _said(match: re.Match[str], group: str, number: int) -> Citation:
    text, (start, end) = match[group], match.span(group)
    return Citation("op" if group == "op" else "symbol", text, number, start + 1, text, in_code=True, end_column=end)
