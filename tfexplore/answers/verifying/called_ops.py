"""Names that a document calls ops and that are none: "the `Plaiter` op", Plaiter 这个 op, the cells of a column "op".

What is a class or a function of the tree is found under its name; that it is no op is another matter. Of a column,
nearly all of the other names must be ops.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.denials import denies
from tfexplore.answers.known import WORDS
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.peers import enumerated_with
from tfexplore.answers.verifying.rows import names_in, tables
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.answers.verifying.unknown import OF_OTHER_BUILDS
from tfexplore.index import gradients, kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.rows import Cell, Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many names of a column are ops, and so many times as many as are not.
ENOUGH, TIMES = 3, 3
#: The same of the items of a list, each of which begins with an op: "- Relu -> relu_op.cc -> `_ReluGrad`".
ENOUGH_ITEMS, TIMES_ITEMS = 5, 4
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)、])\s+`?(?P<name>[A-Z][a-z0-9]\w*)`?\s*(?:->|=>|-->|[→⇒])", re.A)
#: So many ops beside a name that nothing explains.
OPS_BESIDE = 2
#: Words of a name that an op goes on.
WORDS_OF_ONE = 3
#: How much of a name is that of an op that is proposed for it.
NEARLY = 0.7

#: The header of a column of ops, a cell that is one, and what stands between several.
_HEAD = regex(
    r"[\s*`]*(?:(?:ref|resource|forward|gradient|v1|v2|tf|the|registered)\s)?"
    r"(?:ops?|OpDefs?|算子)(?:\snames?|名称?)?[\s*`]*",
    re.I,
)
_CELL = regex(r"[\s*]*(?:ops?\s)?`?[A-Z]\w+`?[\s*]*", re.A)
_APART = regex(r"\s*[、,，/]\s*|\s+(?:and|和|与)\s+")
#: A name of several words, or in code, and what is said of it: its kernel and its class may be called so as well.
_NAME = regex(r"_?[A-Z][a-z0-9]\w*", re.A)
_IS_ONE = regex(
    r"[`*\"]{0,4}(?<=[`*\"])[,，]\s?(?:with |which has |has )?(?:the )?same attr(?:ibute)?s?\b|"
    r"[`*\"]{0,4}(?<=[`*\"])\s?(?:这个|这一个|的)?\s?(?:op|算子)(?![\w:])(?!\.\w)(?!\s?(?:的\s?)?(?:kernel|内核|class|类|types?\b|names?\b|defs?\b))"
    r"|\s?(?:这个|这一个)\s?(?:op|算子)(?![\w:])(?!\.\w)(?!\s?(?:的\s?)?(?:kernel|内核|class|类))",
    re.I,
)
_ONE_IS = regex(r"(?<![A-Za-z])(?:op|算子)(?:\s(?:called|named)|\s?(?:名为|叫做?|是))?\s?[`\"]\Z", re.I)
#: Whose op it is: "TensorFlow Lite `FullyConnected` op".
_ANOTHERS = regex(
    r"(?<![\w.])(?:TensorFlow Lite|TF[ -]?Lite|ONNX|HLO|MLIR|TensorRT|TVM|Relay|PyTorch|Caffe2?|MXNet|NNAPI|Core ?ML"
    r"|OpenVINO)"
    r"(?:'s|’s)?\s?(?:的\s?)?[`*\"]{0,4}\Z"
)


#: What says that there is none: 没有对应的 ref 算子 `A`.
_NONE_CALLED_SO = regex(
    r"没有(?!问题)[^`，。；]{0,12}(?:op|算子)\s?[`*\"]*\Z|\bno [^`.,;]{0,30}\b(?:op|operator) (?:called )?[`*\"]*\Z",
    re.I,
)
#: Words of a sentence that lists what is registered, and those of one that lists kernels' classes or the like.
_REGISTERED = regex(r"\bregister(?:s|ed)?\b|注册", re.I)
_REGISTERED_BY = regex(
    r"\bregister(?:s|ed)?\b[^.;。；]{0,40}\b(?:by|with|as|kernels?|class(?:es)?|gradients?)\b|内核|核函数|梯度|类", re.I
)
#: How a list of ops begins: "unsorted: the ops `A`, `B` and `C`".
_THE_OPS = regex(r"\b(?:ops|operations|operators)(?:\sare)?[:：]?\s[`*]*\Z|算子[有是]?[:：]?\s?[`*]*\Z", re.I)
#: What the names of ops have, or begin with: "ops whose name contains `Save` or `Read`", 名字里有 `Save`、`Read` 的 op.
_LISTED = r"(?:\s?`[^`\n]{1,40}`\s?(?:[、,，/]|or|and|或|和|与)?)*\s?[`*\"]*\Z"
_IN_NAMES = regex(
    r"(?:\bnames?\s(?:that\s)?(?:contain|begin|start|end|include|have|has|with)\w*(?:\s(?:with|in|by))?(?:\s(?:the\s)?\w{1,8})?"
    r"|\bnamed\s(?:with|after|like)|名(?:字|称)?[里中]?(?:含|带|包含|有|以|出现)有?)" + _LISTED,
    re.I,
)


class CalledOps(Check):
    """The checks of what is called an op."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that is called an op and is none."""
        for said in self.page.called_ops.found:
            near = nearest_of(said.target, set(self.known.ops), NEARLY)
            yield self.page.verdict(said._replace(kind="op"), "not found", None, near[:3], "no op is called so")

    def is_wrong(self, one: Citation) -> bool:
        """Whether a name is one of those, so that nothing else said of it is to be held against what it is instead."""
        return (one.line, one.column) in self._places

    @cached_property
    def _places(self) -> frozenset[tuple[int, int]]:
        return frozenset([(one.line, one.column) for one in self.found])

    @cached_property
    def found(self) -> list[Citation]:
        """The names that are called ops and are none."""
        found = [said for table in tables(self.page) for at, head in enumerate(table.heads)
                 if _HEAD.fullmatch(head.text) for said in self._of_column(table, at)]  # fmt: skip
        found += self._of_items()
        found += [one for one in self.page.said if one.kind == "symbol" and self._is_called_one(one)]
        return found + [one for one in self.page.said if one.kind == "symbol" and self._is_listed_as_one(one)]

    def _is_listed_as_one(self, one: Citation) -> bool:
        """Whether a name stands among ops that a sentence says are registered, and is none."""
        if not one.in_code or _NAME.fullmatch(one.target) is None:
            return False
        if one.target.endswith(("Op", "Ops")) or not self._is_none(one.target):
            return False
        before, behind = self.page.around(one)
        sentence = prose.begun(before)
        others = enumerated_with(self.page, one)
        first = min([one, *others], key=lambda each: (each.line, each.column))
        registered = _REGISTERED.search(sentence) is not None and _REGISTERED_BY.search(sentence) is None
        if not (registered or _THE_OPS.search(self.page.around(first)[0][-40:])):
            return False
        among = len(others) >= ENOUGH and all(other.target in self.known.ops for other in others)
        return among and self._is_meant(one) and not denies(before, behind)

    def _is_called_one(self, one: Citation) -> bool:
        """Whether the words next to a name call it an op, which it is not."""
        name, text = one.target, self.page.text_lines[one.line - 1]
        rest = text[one.end_column :]
        if rest.strip(' `*"') and not (_IS_ONE.match(rest) or _ONE_IS.search(text, 0, one.column - 1)):
            return False
        if _NAME.fullmatch(name) is None or name.endswith(("Op", "Ops")) or not self._is_none(name):
            return False
        beside = {other.target for other in self.page.on(one.line)} & self.known.ops.keys()
        if OF_OTHER_BUILDS.match(name) or f"tf.{name}" in self.known.endpoints:
            return False  # "a variable or op `Tensor`" is of a class of Python
        strange = not (self.known.knows(name) or self.known.stands(name))
        if strange and len(beside) < (1 if self._begins_one(name) else OPS_BESIDE):
            return False  # it may be the author's own
        before, behind = self.page.around(one)
        if not (_IS_ONE.match(behind) or (one.in_code and _ONE_IS.search(before[-40:]))):
            return False
        if _IN_NAMES.search(before) is not None or _NONE_CALLED_SO.search(before) is not None:
            return False
        return self._is_meant(one) and not (disclaimers.denied(before, behind) or denies(before, behind))

    def _begins_one(self, name: str) -> bool:
        """Whether an op is called as a longer name is, with more behind it, and no file has the name itself."""
        longer = any(op.startswith(name) for op in self.known.ops)
        return longer and len(WORDS.findall(name)) >= WORDS_OF_ONE and self.known.is_nowhere(name)

    def _of_column(self, table: Table, at: int) -> Iterator[Citation]:
        """The names of a column of ops that are no op's, where nearly all of the others are."""
        cells = [cells[at] for cells in table.rows if at < len(cells)]
        right = {name for cell in cells for name in _names(cell) if name in self.known.ops}
        alone = [(cell, cell.names()) for cell in cells if _CELL.fullmatch(cell.text)]
        wrong = [(cell, names[0][1]) for cell, names in alone if len(names) == 1 and self._is_none(names[0][1])]
        if not wrong or len(right) < max(ENOUGH, TIMES * len(wrong)):
            return
        for cell, name in wrong:
            said = table.one.cited(table.offset(cell) + cell.text.index(name), name)
            if self._is_meant(said):
                yield said

    def _of_items(self) -> list[Citation]:
        """The names that items of a list lead from and that are no op's, where nearly all of the others are."""
        lists: list[list[tuple[Citation, bool]]] = []
        last = -1
        for one in self.page.paragraphs:
            if not markdown.is_item(one.text):
                continue
            if one.numbers[0] != last + 1:
                lists.append([])
            last = one.numbers[-1]
            match = _ITEM.match(one.text)
            if match is not None:
                lists[-1].append((one.cited(match.start("name"), match["name"]), match["name"] in self.known.ops))
        found = []
        for items in lists:
            wrong = [said for said, right in items if not right and self._is_none(said.target)]
            if len(items) - len(wrong) >= max(ENOUGH_ITEMS, TIMES_ITEMS * len(wrong)):
                found += [said for said in wrong if not self.known.knows(said.target) and self._is_meant(said)]
        return found

    def _is_none(self, name: str) -> bool:
        """Whether nothing is registered for an op of a name, nor for an internal one: "the `Recv` op" is `_Recv`."""
        index = self.known.index
        if name in self.known.ops or f"_{name}" in self.known.ops:
            return False
        return not (gradients.of_ops(index, [name]) or kernels.of_ops(index, [name]))

    def _is_meant(self, said: Citation) -> bool:
        """Whether the name may be the tree's: nothing says that it is the author's, another's or yet to be made."""
        line = markdown.SPAN.sub("`", self.page.text_lines[said.line - 1])
        if said.target in self.page.own or disclaimers.proposed(line) or disclaimers.absent(line):
            return False
        if _ANOTHERS.search(self.page.around(said)[0]):
            return False
        return not (self.page.strangers(said) or self.page.is_planned(said))


def _names(cell: Cell) -> list[str]:
    """The names of a cell that has several of them, one behind another."""
    return [name for text in _APART.split(cell.text) for _, name in names_in(text)]
