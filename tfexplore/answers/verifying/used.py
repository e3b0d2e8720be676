"""What a document's own code of Python uses of TensorFlow: public names, and names of the modules that it imports.

`tf.nn.conv_2d(x)`, `kernels.get_all()` behind `from tensorflow.python.framework import kernels`; and the keywords of
calls of public functions, and of methods of objects that are made of TensorFlow's classes.
"""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.modules import imports
from tfexplore.answers.verifying.public import Public
from tfexplore.answers.verifying.sentences import NEAR
from tfexplore.answers.verifying.spelling import is_a_slip, nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.functions import Meant
    from tfexplore.answers.verifying.modules import Import
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a call that are read for its keywords, and calls of one imported name in a block.
MAX_CALL, MAX_CALLS = 2_000, 200

_USE = regex(r"(?<![\w.\"'/@])(?P<head>[A-Za-z_]\w*)(?P<chain>(?:\.(?!__)[A-Za-z_]\w*)+)(?!\w|\.\.)", re.A)
#: Where a name of a module is that of a variable or a parameter.
_SHADOWED = r"(?<![\w.]){0}\s*=(?!=)|[(,]\s*{0}\s*[,):=]|\bfor\s+{0}\b|\bas\s+{0}\s*:|\bdef\s+{0}\b"
_NO_CODE = regex(r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|#[^\n]*", re.S)
#: What stands before a call whose value a variable is given, and behind it where that is all.
_VARIABLE = regex(r"(?:\A|.*\n)[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*", re.S | re.A)
_WHOLE = regex(r"[ \t]*(?:\n|\Z)")
#: What binds a variable: an assignment, a loop, a `with`, an import, a parameter.
_BOUND = (
    r"^[ \t]*(?:[\w.,()\[\] \t]*,[ \t]*)?{0}[ \t]*(?:,[^=\n]*)?=(?!=)|\bfor\b[^:\n]*\b{0}\b[^:\n]*\bin\b"
    r"|\bas[ \t(]+{0}\b|\b(?:def|class|global|import)[ \t]+{0}\b|\b(?:def\s+\w+\s*\(|lambda)[^:]*\b{0}\b"
)
_METHOD = r"(?<![\w.]){0}\.([A-Za-z_]\w*)\("
_CALLED = r"(?<![\w.]){0}\("
#: Methods of one name that are read: of more, one may be any object's.
MAX_METHODS = 3
_KEYWORD = regex(r"([a-z_]\w*)\s*=(?!=)", re.A)


class Used:
    """The checks of names in a document's blocks of Python."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._public = Public(page)
        self._modules: dict[str, str] = {"tf": "tensorflow"}

    def unexplained(self, lines: Sequence[str]) -> Iterator[str]:
        """The words of a block that only a tree's text can explain, so that it is searched once for all of them."""
        code = "\n".join(lines)
        self._taken(code)
        for match in _USE.finditer(code):
            if match["head"] in self._modules:
                yield from self._public.unexplained(self._modules[match["head"]] + match["chain"])

    def _taken(self, code: str) -> list[Import]:
        """What a block imports, which it and those behind it call by these names."""
        said = list(imports(code))
        for taken in said:
            if taken.alias:
                self._modules[taken.alias] = taken.module
            self._modules.update({here: f"{taken.module}.{name}" for _, name, here in taken.names})
        return said

    def check(self, first: int, lines: Sequence[str], own: bool) -> Iterator[Verdict]:
        """A verdict on each name of TensorFlow's that a block uses; `own`: it need not be there yet."""
        code = "\n".join(lines)
        said = self._taken(code)
        shadowed: dict[str, bool] = {}
        objects: dict[str, int] = {}  # how many times a variable is given one of TensorFlow's
        plain = _NO_CODE.sub(lambda one: re.sub(r"[^\n]", " ", one[0]), code)
        for match in _USE.finditer(plain):
            module = self._modules.get(match["head"], "")
            behind = plain[match.end() : match.end() + 3].lstrip()
            if not module or (behind.startswith("=") and not behind.startswith("==")):
                continue  # what is given to it need not have been there
            if match["head"] not in shadowed:
                variable = re.compile(_SHADOWED.format(re.escape(match["head"])))
                shadowed[match["head"]] = any(
                    not any(each.start <= found.start() < each.end for each in said)
                    for found in variable.finditer(plain)
                )
            if shadowed[match["head"]]:
                continue
            line = first + plain.count("\n", 0, match.start())
            column = match.start() - plain.rfind("\n", 0, match.start())
            target = module + match["chain"]
            one = Citation("symbol", match[0], line, column, target, in_code=True,
                           end_column=column + len(match[0]) - 1, fenced=True)  # fmt: skip
            made = self._public.check(one)
            if made is not None and made.verdict != "found" and own and not self._is_meant(made):
                continue
            if made is not None:
                yield made
            if made is not None and made.verdict == "found" and plain.startswith("(", match.end()):
                variable_of = _variable(plain, match)
                objects[variable_of] = objects.get(variable_of, 0) + 1
            if made is not None and made.verdict == "found" and plain.startswith("(", match.end()):
                meant = self.page.functions.named(one.target)
                keywords = self._keywords(one, meant, code, match.end() + 1)
                yield from (each for each in keywords if not own or self._is_meant(each))
        yield from self._of_imported(first, said, code, plain, own)
        for name, times in objects.items() if not own else ():
            if name and len(re.findall(_BOUND.format(name), plain, re.M)) == times:
                yield from self._methods(first, name, code, plain)

    def _of_imported(
        self, first: int, said: Sequence[Import], code: str, plain: str, own: bool
    ) -> Iterator[Verdict]:  # fmt: skip
        """The verdicts on the keywords of calls of what a block imports by its name: `from m import f`, `f(a=1)`."""
        imported = {here: f"{one.module}.{name}" for one in said for _, name, here in one.names}
        for name, target in imported.items():
            if len(re.findall(_BOUND.format(name), plain, re.M)) > 1:
                continue  # the block has one of its own; an import binds it once
            for match in islice(re.finditer(_CALLED.format(name), plain, re.A), MAX_CALLS):
                line = first + plain.count("\n", 0, match.start())
                column = match.start() - plain.rfind("\n", 0, match.start())
                one = Citation("symbol", name, line, column, target, in_code=True,
                               end_column=column + len(name) - 1, fenced=True)  # fmt: skip
                keywords = self._keywords(one, self.page.functions.named(target), code, match.end())
                yield from (each for each in keywords if not own or self._is_meant(each))

    def _is_meant(self, made: Verdict) -> bool:
        """Whether a name that need not be there yet is nearly one that there is; in a proposal, but for a letter."""
        last = made.text.rpartition(".")[2]
        if self.page.is_proposal:
            return any(is_a_slip(last, near.rpartition(".")[2]) for near in made.suggestions)
        return bool(made.suggestions)

    def _methods(self, first: int, name: str, code: str, plain: str) -> Iterator[Verdict]:
        """The verdicts on the keywords of calls of an object's methods, where few have the method's name."""
        for match in re.finditer(_METHOD.format(name), plain, re.A):
            meant = self.page.functions.named(match[1])
            if "=" in plain[match.end() : match.end() + MAX_CALL] and len(meant.found) <= MAX_METHODS:
                line = first + plain.count("\n", 0, match.start())
                one = Citation("symbol", match[0][:-1], line, 0, match[1], in_code=True, fenced=True)
                yield from self._keywords(one, meant, code, match.end())

    def _keywords(self, one: Citation, meant: Meant, code: str, start: int) -> Iterator[Verdict]:
        """A verdict on each keyword of a call that the function does not take."""
        listed, end = items(code[: start + MAX_CALL], start)
        if not meant.found or meant.unknown or end < 0 or any("lambda" in text for _, text in listed):
            return
        held = {name for each in meant.found for name in each.parameters}
        others = any(each.takes_others for each in meant.found)
        for at, text in listed:
            keyword = _KEYWORD.match(text)
            if keyword is None or keyword[1] in held:
                continue
            if others and not nearest_of(keyword[1], held, NEAR):
                continue  # it takes any keyword
            if others and self.page.functions.may_take(one.target, keyword[1], meant.found):
                continue
            line, column = one.line + code.count("\n", start, at), at - code.rfind("\n", 0, at)
            said = Citation("symbol", keyword[1], line, column, keyword[1], in_code=True,
                            end_column=column + len(keyword[1]) - 1, fenced=True)  # fmt: skip
            near = nearest_of(keyword[1], held, 0.6)
            yield self.page.verdict(said, "not found", None, near, f"no parameter of {one.text}")


def _variable(plain: str, call: re.Match[str]) -> str:
    """The variable that is given the object that a call of a class makes; empty for any other call."""
    if not call["chain"].rpartition(".")[2].lstrip("_")[:1].isupper():
        return ""
    given = _VARIABLE.fullmatch(plain, max(0, plain.rfind("\n", 0, call.start())), call.start())
    end = items(plain[: call.end() + MAX_CALL], call.end() + 1)[1] if given is not None else -1
    return given[1] if given is not None and end >= 0 and _WHOLE.match(plain, end + 1) else ""
