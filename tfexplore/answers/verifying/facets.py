"""What a table's cell says of an op: its types on a device, its devices, its inputs, its gradient function.

A facet is what a header, or the first cell of a row, says the cells are of. Of each claim of a cell it tells whether
the op has it so; None where that cannot be told.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.filters import kernel_takes
from tfexplore.answers.verifying.dtypes import TYPE, TYPES, dtype
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.rows import names_in
from tfexplore.answers.verifying.specs import fits, same_value
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import gradients, kernels
from tfexplore.model import AttrDef
from tfexplore.patterns import regex
from tfexplore.spec_text import arg_text, attr_text, type_text, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.model import ArgDef, KernelDef, Location, OpDef

#: Letters of a cell that are read.
LONGEST = 2_000

_TYPE = r"(?:data\s?|element\s?)?(?:d?types?|(?:数据)?类型)"
_KERNEL = r"(?:kernels?|内核|核函数)"
_HAS = r"(?:supported|registered|支持的?|注册的?|上的?|的)"
_NAMED = r"(?: functions?| fn| class(?:es)?)?"
#: What headers say; what they have in brackets is left out.
_LABELS = {
    facet: regex(pattern, re.I)
    for facet, pattern in {
        "CPU": rf"(?:(?:{_TYPE}|kernels?) (?:on|for) (?:the )?)?(?:DEVICE_)?CPU(?:\s?{_HAS})?(?:\s?{_KERNEL})?"
        rf"(?:\s?{_HAS})?(?:\s?{_TYPE})?",
        "devices": r"(?:kernel |registered |upstream |stock |支持的?|注册的?|上游|原有|运行|可用)?"
        r"(?:devices?|设备)(?: types?|类型)?"
        r"|registered (?:on|for)|kernels? on",
        "inputs": r"inputs?(?: arguments?| tensors?)?|输入(?:张量)?",
        "outputs": r"outputs?(?: arguments?| tensors?)?|输出(?:张量)?",
        "hosted": r"(?:in )?host ?memory(?: arguments?| args?)?|HostMemory|(?:在)?主存|主机内存",
        "T": r"(?:the )?(?:attr )?T(?: allows| types?)?",
        "attrs": r"attr(?:ibute)?s?|属性",
        "defaults": r"attr(?:ibute)?s?(?: and| with| \+)? (?:their )?defaults?(?: values?)?"
        r"|属性(?:及|与|和|的)?(?:其)?默认值?",
        "input type": rf"inputs? {_TYPE}|输入的?(?:数据)?类型",
        "output type": rf"(?:outputs?|result|returned) {_TYPE}|(?:输出|结果|返回)的?(?:数据)?类型",
        "gradient": rf"(?:python )?grad(?:ient)?s?{_NAMED}|(?:python ?)?梯度(?:函数)?",
        "kernel": rf"(?:op)?kernels?{_NAMED}|(?:kernel|内核|核函数|实现)\s?类?",
        "shape": rf"shape(?: inference)?{_NAMED}|SetShapeFn|shape_fn|形状(?:推断|推导)?函数",
        "stateful": r"(?:is )?stateful\??|有状态[?？]?|是否有状态",
        "defined": r"(?:op )?(?:defined|registered|definition|registration|REGISTER_OP)(?: at| in| line)?"
        r"|(?:op ?)?(?:定义|注册|声明)(?:于|处|在|位置)?",
    }.items()
}
_GPU = regex("GPU")
_REMARK = regex(r"[(（][^()（）]*[)）]")
#: Cells that say there is none.
_NONE = regex(r"[\s`*]*(?:none|no|无|没有|✗|✘|×|❌|不支持|未注册)[\s`*]*", re.I)
_YES = regex(r"[\s`*]*(?:yes|有|是|支持|[✓✔√☑✅]\ufe0f?)[\s`*]*", re.I)
#: A function that makes gradients, and a cell that has nothing else.
_GRADIENT = regex(r"_\w*Grad\w*", re.A)
_ALONE = regex(r"[\s`*]*\w+(?:\(\))?[\s`*]*", re.A)
#: How a cell begins that says so of something else than kernels.
_SAYS_NO = regex(r"[\s`]*(?:(?:no|false)\b|无|没有|否|不是|[✗✘×❌])", re.I)
_SAYS_YES = regex(r"[\s`]*(?:(?:yes|true)\b|有|是|[✓✔√☑✅])", re.I)
_ONLY = regex(r"\bonly\b|仅|只", re.I)
#: "CPU only", 仅 CPU, at the begin of a cell of devices.
_ONE_DEVICE = regex(
    r"[\s*_`]*(?P<said>(?:DEVICE_)?(?P<device>CPU|GPU)[\s`-]{1,2}only\b|(?:仅|只有?|仅有)\s?`?(?:DEVICE_)?(?P<device_zh>CPU|GPU)\b)",
    re.A,
)
_TOKEN = regex(r"[^\s,，、/;；+&]+")
_BREAK = regex(r"<br\s?/?>|(?<![A-Za-z])and(?![A-Za-z])|[和与及]|以及", re.I)
_A_TYPE = regex(rf"{TYPE}[.。]?")
_A_DEVICE = regex(r"`?(?:DEVICE_)?(CPU|GPU)s?`?[.。]?", re.A)
_SPEC = regex(r"[\"'\s]*(?P<name>[A-Za-z]\w*)\s*(?P<sign>[:：=])\s*(?P<said>[^=].*?)[\"'\s]*", re.A | re.S)


_PART = regex(r"`([a-z]\w*)`", re.A)


class Claim(Record):
    """One thing that a cell says: where it begins there, its text, whether it is so, and what there is instead.

    `kind` is `"types"` for a type that kernels take, `"none"` for what it says there is not, `"implied"` for what it
    says by leaving something out, `"alone"` for a device that it says is the only one.
    """

    at: int
    text: str
    right: bool | None
    where: Location | None = None
    near: tuple[str, ...] = ()
    detail: str = ""
    kind: str = ""


def facet_of(label: str) -> str:
    """The facet that a header or a label names; empty for another."""
    plain = " ".join(_REMARK.sub("", label).strip(" *`:：").split())
    if len(plain) > 40:
        return ""
    if _LABELS["CPU"].fullmatch(_GPU.sub("CPU", plain)):
        return "GPU" if "GPU" in plain else "CPU"
    return next((facet for facet, pattern in _LABELS.items() if pattern.fullmatch(plain)), "")


class Facets:
    """The claims of cells."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._cuda = "cuda" in page.known.index.state.build
        self._kernels: dict[str, tuple[KernelDef, ...]] = {}

    def claims(self, facet: str, op: str, text: str) -> list[Claim]:
        """What a cell says of an op."""
        if len(text) > LONGEST or not text.strip():
            return []
        if facet in ("CPU", "GPU"):
            return list(self._types(facet, op, text))
        if facet == "devices":
            return list(self._devices(op, text))
        if facet in ("inputs", "outputs", "attrs", "defaults"):
            return list(self._specs(op, text, facet))
        if facet in ("input type", "output type"):
            return list(self._argument(op, text, facet))
        if facet in ("gradient", "kernel", "shape"):
            return list(self._named(facet, op, text))
        if facet == "stateful":
            return list(self._stateful(op, text))
        if facet == "hosted":
            return list(self._hosted_in(op, text))
        if facet == "T":
            return list(self._allowed(op, text))
        return []

    def _kernels_of(self, op: str) -> tuple[KernelDef, ...]:
        if op not in self._kernels:
            found = kernels.of_ops(self.known.index, [op])
            self._kernels[op] = tuple([kernel for kernel in found if kernel.registry == "op_kernel"])
        return self._kernels[op]

    def _on(self, op: str, device: str) -> bool | None:
        """Whether an op has a kernel on a device; None where nothing tells, or one that only works in host memory."""
        here = self._kernels_of(op)
        if not here or (device == "GPU" and not self._cuda):
            return None
        there = [kernel for kernel in here if kernel.device_type == device]
        if not there and any(kernel.device_type == "DEFAULT" for kernel in here):
            return None  # one of these is taken where there is none
        if device == "GPU" and there and all(self._hosted(op, kernel) for kernel in there):
            return None
        return bool(there)

    def _hosted(self, op: str, kernel: KernelDef) -> bool:
        """Whether a kernel has all that it makes in host memory, so that the device is one in name."""
        outputs = {arg.name for each in self.known.op_defs(op) for arg in each.output_arg}
        outputs = outputs or {arg.name for each in self.known.op_defs(op) for arg in each.input_arg}
        return outputs <= set(kernel.host_memory_arg)

    def _types(self, device: str, op: str, text: str) -> Iterator[Claim]:
        there = self._on(op, device)
        if _NONE.fullmatch(text):
            if there is not None:
                detail = f"{op} has kernels on {device}"
                yield Claim(_start(text), text.strip(), not there, self._place(op, device), (), detail, "none")
            return
        if _YES.fullmatch(text):
            yield Claim(_start(text), text.strip(), there, None, (), f"{op} has no kernel on {device}")
            return
        tokens = _tokens(text)
        if not tokens or not all(_A_TYPE.fullmatch(word) for _, word in tokens):
            return
        here = [kernel for kernel in self._kernels_of(op) if kernel.device_type == device]
        if not here and there is None:
            return
        defined = {each.name: each for each in self.known.op_defs(op)}
        for at, word in tokens:
            plain = word.strip("`.。")
            right = any(kernel_takes(kernel, defined.get(op), dtype(plain)) for kernel in here)
            taken = {one for kernel in here for part in kernel.constraint for one in part.allowed_values}
            near = tuple([type_text(one) for one in sorted(taken)][:4])
            detail = f"{op} has no {device} kernel for {plain}" if here else f"{op} has no kernel on {device}"
            yield Claim(at + word.index(plain), plain, right, self._place(op, device), near, detail, "types")

    def _hosted_in(self, op: str, text: str) -> Iterator[Claim]:
        """The names of a cell, which are inputs and outputs that a kernel of the op has in host memory."""
        hosted = sorted({name for kernel in self._kernels_of(op) for name in kernel.host_memory_arg})
        for match in _PART.finditer(text) if hosted else ():
            detail = f"kernels of {op} have {', '.join(hosted)} in host memory"
            where = self._kernels_of(op)[0].location
            yield Claim(match.start(1), match[1], match[1] in hosted, where, tuple(hosted), detail)

    def _allowed(self, op: str, text: str) -> Iterator[Claim]:
        """The types of a cell that an op's attr `T` allows; the cell itself says that it allows no others."""
        defined = self.known.op_defs(op)
        allowed = [attr.allowed_values for each in defined for attr in each.attr if attr.name == "T"]
        plain = text.replace("{", " ").replace("}", " ")
        tokens = _tokens(plain)
        if len(allowed) != 1 or not allowed[0] or not tokens or not all(_A_TYPE.fullmatch(word) for _, word in tokens):
            return
        said = {dtype(word.strip("`.。")) for _, word in tokens}
        there = set(allowed[0])
        near = tuple([type_text(one) for one in sorted(there)][:6])
        for at, word in tokens:
            name = word.strip("`.。")
            right = dtype(name) in there
            yield Claim(
                at + word.index(name), name, right, defined[0].location, near, f"T of {op} does not allow {name}"
            )
        if there - said:
            missing = ", ".join(type_text(one) for one in sorted(there - said))
            detail = f"T of {op} allows {missing} as well"
            yield Claim(_start(text), text.strip(), False, defined[0].location, near, detail, "implied")

    def _devices(self, op: str, text: str) -> Iterator[Claim]:
        """The devices of a cell; the cell itself says that there is none on the other."""
        alone = _ONE_DEVICE.match(text)
        if alone is not None:
            device = alone["device"] or alone["device_zh"]
            other = "GPU" if device == "CPU" else "CPU"
            there = self._on(op, other)
            yield Claim(
                alone.start("said"),
                alone["said"],
                not there,
                self._place(op, other),
                (),
                f"{op} has kernels on {other}",
                "alone",
            )
        plain = _ONLY.sub(lambda match: " " * len(match[0]), text)
        tokens = _tokens(plain)
        matches = [_A_DEVICE.fullmatch(word) for _, word in tokens]
        said = [match[1] for match in matches if match is not None]
        if not said or len(said) != len(tokens):
            return
        for (at, word), device in zip(tokens, said, strict=True):
            there = self._on(op, device)
            yield Claim(at, word.strip("`.。"), there, None, (), f"{op} has no kernel on {device}")
        for device in {"CPU", "GPU"} - set(said):
            there = self._on(op, device)
            right = None if there is None else not there
            detail = f"{op} has kernels on {device}"
            yield Claim(_start(text), text.strip(), right, self._place(op, device), (), detail, "implied")

    def _place(self, op: str, device: str) -> Location | None:
        return next((kernel.location for kernel in self._kernels_of(op) if kernel.device_type == device), None)

    def _specs(self, op: str, text: str, facet: str) -> Iterator[Claim]:
        """The inputs, outputs or attrs of a cell: `size: int32, align_corners: bool = false`, `alpha=0.2`."""
        defined = self.known.op_defs(op)
        if len(defined) != 1:
            return
        plain = text.replace("`", " ").replace("、", ",").replace("；", ",").replace(";", ",").replace("，", ",")
        plain = re.sub(r"<br\s?/?>", lambda match: "," + " " * (len(match[0]) - 1), plain)
        parts: list[AttrDef | ArgDef] = [*defined[0].attr, *defined[0].input_arg, *defined[0].output_arg]
        for at, item in items(plain)[0]:
            match = _SPEC.fullmatch(item)
            if match is None:
                continue
            having = [part for part in parts if part.name == match["name"]]
            begins = at + len(item) - len(item.lstrip(" \"'"))
            written = text[begins : at + len(item)].strip(" `\"'")
            if not having:
                near = tuple([part.name for part in parts])[:3]
                shaped = match["name"] != "name" and _ours(match, defined[0])
                yield Claim(
                    begins,
                    written,
                    False if shaped else None,
                    defined[0].location,
                    near,
                    f"no attr, input or output of {op}",
                )
                continue
            right = _fits(match, having) if match["sign"] == "=" or _ours(match, defined[0]) else None
            has = attr_text(having[0]) if isinstance(having[0], AttrDef) else arg_text(having[0])
            yield Claim(begins, written, right, defined[0].location, (), f"{op} has `{' '.join(has.split())}`")

    def _argument(self, op: str, text: str, facet: str) -> Iterator[Claim]:
        """The type of the only input or output of an op."""
        defined = self.known.op_defs(op)
        word = text.strip(" `*")
        arguments = (
            (defined[0].input_arg if facet == "input type" else defined[0].output_arg) if len(defined) == 1 else ()
        )
        if len(arguments) != 1 or arguments[0].type_list_attr or arguments[0].number_attr:
            return
        (one,) = arguments
        there = type_text(one.type) if one.type else one.type_attr or ""
        attr = next((attr for attr in defined[0].attr if attr.name == one.type_attr), None)
        if word in TYPES:
            allowed = {one.type} if one.type else set(attr.allowed_values or ()) if attr is not None else set()
            right: bool | None = allowed == {dtype(word)}
            if attr is not None and attr.has_default and attr.default_value == dtype(word):
                right = None  # it is this type unless another is asked for
        elif one.type_attr and any(each.name == word for each in defined[0].attr):
            right = word == one.type_attr
        else:
            return
        kind = facet.partition(" ")[0]
        yield Claim(_start(text), word, right, defined[0].location, (), f"the {kind} of {op} is `{one.name}: {there}`")

    def _helps(self, name: str) -> bool:
        """Whether a name is that of a function which gradient functions call, and which is registered for no op."""
        return _GRADIENT.fullmatch(name) is not None and self.known.knows(name) and not self.known.gradient_of(name)

    def _stateful(self, op: str, text: str) -> Iterator[Claim]:
        """Whether an op is said to be stateful, by a yes or no that a remark may follow."""
        defined = self.known.op_defs(op)
        plain = text.replace("*", " ")
        said = next((yes for yes, pattern in ((True, _SAYS_YES), (False, _SAYS_NO)) if pattern.match(plain)), None)
        # An op that has a resource is stateful whatever its registration says, which few know.
        resource = any(arg.type == "DT_RESOURCE" for one in defined for arg in (*one.input_arg, *one.output_arg))
        if said is not None and not resource and len({one.is_stateful for one in defined}) == 1:
            there = defined[0].is_stateful
            detail = f"{op} is {'' if there else 'not '}stateful"
            yield Claim(_start(text), text.strip(), there is said, defined[0].location, (), detail)

    def _named(self, facet: str, op: str, text: str) -> Iterator[Claim]:
        """The gradient function, the kernel's class or the shape function of a cell."""
        found = [one for one in gradients.of_ops(self.known.index, [op]) if one.function] if facet == "gradient" else []
        if facet == "gradient" and _NONE.fullmatch(text):
            python = [one for one in found if one.registry == "python"]
            if any(set(one.input_gradients) != {"none"} for one in python) or not found:
                where, names = (python[0].registered, (python[0].function or "",)) if python else (None, ())
                detail = f"{op} has a gradient function"
                yield Claim(_start(text), text.strip(), not python, where, names, detail, "none")
            return
        said = names_in(text)
        for at, name in said:
            if name in self.page.own:
                continue
            if facet == "gradient" and found and len(said) == 1 and self._helps(name):
                near = tuple(dict.fromkeys([one.function or "" for one in found]))[:3]
                detail = f"{name} is the gradient of no op, {near[0]} of {op}"
                yield Claim(at, name, False if _ALONE.fullmatch(text) else None, found[0].registered, near, detail)
            elif facet == "gradient" and self.known.gradient_of(name) and found:
                right = op in self.known.gradient_of(name)
                near = tuple(dict.fromkeys([one.function or "" for one in found]))[:3]
                detail = f"{name} is not registered as the gradient of {op}"
                yield Claim(at, name, right, found[0].registered, near, detail)
            elif facet == "kernel" and self.known.taken_by(name) and self._kernels_of(op):
                classes = list(dict.fromkeys([parts_of(one.kernel_class)[-1] for one in self._kernels_of(op)]))
                derived = any(name in self.page.classes.above(one) for one in classes)
                where = self._kernels_of(op)[0].location
                yield Claim(
                    at, name, name in classes or derived, where, tuple(classes[:3]), f"{op} has no kernel of {name}"
                )
            elif facet == "shape" and self.known.op_defs(op) and name[:1].isupper():
                there = [one.shape_fn or "lambda" for one in self.known.op_defs(op)]
                if "lambda" not in there:
                    right = any(parts_of(one)[-1] == name for one in there)
                    where = self.known.op_defs(op)[0].shape_fn_location or self.known.op_defs(op)[0].location
                    yield Claim(at, name, right, where, (), f"{op} has the shape function {there[0]}")


def _fits(match: re.Match[str], having: list[AttrDef | ArgDef]) -> bool | None:
    """Whether what is said of a name is so of one of some attrs, inputs or outputs of it."""
    if match["sign"] != "=":
        return any(fits(f"{match['name']}: {match['said']}", part) for part in having)
    attrs = [part for part in having if isinstance(part, AttrDef) and part.has_default]
    values = [value_text(attr.default_value, attr.type) for attr in attrs]
    return any(same_value(match["said"], value) for value in values) if values else None


def _ours(match: re.Match[str], op: OpDef) -> bool:
    """Whether what is said of a name is what a registration says of an attr, an input or an output of an op."""
    word = re.match(r"\{|\w+", match["said"])
    kinds = TYPES | {"type", "int", "func", "shape", "tensor", "list", "{", *[attr.name for attr in op.attr]}
    return match["sign"] != "=" and word is not None and word[0] in kinds


def _tokens(text: str) -> list[tuple[int, str]]:
    """The words of a list, each with its place."""
    plain = _BREAK.sub(lambda match: " " * len(match[0]), text.replace("*", " "))
    return [(match.start(), match[0]) for match in _TOKEN.finditer(plain)]


def _start(text: str) -> int:
    return len(text) - len(text.lstrip())
