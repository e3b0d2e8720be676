"""Statements on ops at random, in the forms in which people make them: as the registry has it, or of another op."""

from __future__ import annotations

import ast
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from answers.drawn import Statement

from tfexplore.index import api, gradients, keras, kernels, ops, swig
from tfexplore.index.store import Index
from tfexplore.model import AttrDef, OpDef
from tfexplore.spec_text import value_text

if TYPE_CHECKING:
    from tfexplore.model import AttrValue

#: Letters of names that no document would take for a word.
_LONG = 5
#: Where Python is that is shipped, and ops of a public name that are all that it can come to.
_SHIPPED, _FEW = "tensorflow/python/", 6
#: Types of attrs and of tensors that are drawn; letters of a text that is a default.
_TYPES = ("int", "bool", "string", "float", "shape", "list(int)")
_DTYPES = ("half", "float", "double", "int8", "int32", "int64", "uint8", "string", "complex64", "bool", "qint8")
_SHORT = 12
#: The forms of each kind: `{op}`, what is said of it (`{it}`), and something else of it that is so (`{too}`).
FORMS = {
    "attr": (
        "`{op}` has the attr `{it}`.",
        "`{op}` 的属性 `{it}` 决定了行为。",
        "The attr `{it}` of `{op}` is read in the constructor.",
        "- `{op}`: attributes `{it}` and `{too}`",
        "| op | attrs |\n|---|---|\n| `{op}` | `{too}`, `{it}` |",
    ),
    "input": (
        "`{op}` has the inputs `{too}` and `{it}`.",
        "The input `{it}` of `{op}` must be a vector.",
        "- `{op}`: inputs `{it}`, `{too}`",
        "`{op}` 的输入有 `{too}` 和 `{it}`。",
        "| op | inputs |\n|---|---|\n| `{op}` | `{too}`, `{it}` |",
    ),
    "device": (
        "`{op}` has a {it} kernel.",
        "`{op}` 注册在 {it} 上。",
        "The {it} kernel of `{op}` is what runs here.",
        "- `{op}`: {it} kernel",
        '`Name("{op}").Device(DEVICE_{it})`',
        '- `Name("{op}")` 注册的设备是 `DEVICE_{it}`',
    ),
    "gradient": (
        "The gradient of `{op}` is `{it}`.",
        "`{op}` 的梯度函数是 `{it}`。",
        "- `{op}` → `{it}`",
        "`{it}` is the gradient function of `{op}`.",
        '`@ops.RegisterGradient("{op}")` 注册了 `{it}`。',
        "| op | gradient function |\n|---|---|\n| `{op}` | `{it}` |",
    ),
    "class": (
        "`{op}` is implemented by `{it}`.",
        "`{op}` 的核函数类是 `{it}`。",
        "| op | kernel class |\n|---|---|\n| `{op}` | `{it}` |",
        "The kernel of `{op}` is `{it}::Compute`.",
        "`{op}` 由 `{it}` 实现。",
    ),
    "shape function": (
        "The shape function of `{op}` is `{it}`.",
        "`{op}` 的形状函数是 `{it}`。",
        "- `{op}`: shape function `{it}`",
        "`{op}` uses `{it}` for shape inference.",
    ),
    "default": (
        "The attr `{too}` of `{op}` defaults to `{it}`.",
        "`{op}` 的属性 `{too}` 默认为 `{it}`。",
        "`{too}` of `{op}` is `{it}` by default.",
        "| op | attr | default |\n|---|---|---|\n| `{op}` | `{too}` | `{it}` |",
    ),
    "gradient file": (
        "The gradient of `{op}` is registered in `{it}`.",
        "`{op}`'s gradient function is defined in `{it}`.",
        "`{op}` 的梯度注册在 `{it}`。",
        "`{op}` 的梯度函数在 `{it}` 里。",
        "- `{op}`: gradient in `{it}`",
        "`{it}` registers the gradient of `{op}`.",
        '`@ops.RegisterGradient("{op}")` is in `{it}`.',
        "| op | gradient file |\n|---|---|\n| `{op}` | `{it}` |",
    ),
    "endpoint": (
        "`{it}` creates the op `{op}`.",
        "`{it}` maps to `{op}`.",
        "`{it}` 最终创建 `{op}`。",
        "The op `{op}` is exposed in Python as `{it}`.",
        "`{op}` 在 Python 里对应的是 `{it}`。",
    ),
    "wrapper": ("`{it}` is generated for the op `{op}`.", "`{it}` is the wrapper of `{op}`.", "`{it}` 对应 `{op}`。"),
    "mark": ("`{op}` is {it}.", "The op `{op}` is {it}.", "`{op}` is marked as {it}."),
    "interface": (
        "`{op}` is exposed by `{it}`.",
        "`{op}` is wrapped in `{it}`.",
        "`{it}` exposes `{op}`.",
        "`{op}` 由 `{it}` 暴露给 Python。",
    ),
    "folder": (
        "`{op}` lives in `{it}/`.",
        "`{op}` is in the folder `{it}`.",
        "`{op}` 在 `{it}` 目录下。",
        "`{it}/` contains `{op}`.",
        "Under `{it}` you find `{op}`.",
    ),
    "count of attrs": (
        "`{op}` has {it} attrs.",
        "`{op}`: {it} attrs.",
        "`{op}` has {too} inputs, and {it} attrs.",
        "`{op}` 有 {it} 个 attr。",
        "| op | attrs |\n|---|---|\n| `{op}` | {it} |",
    ),
    "count of inputs": (
        "`{op}` has {it} inputs.",
        "`{op}`: {it} inputs.",
        "`{op}` has {too} attrs and {it} inputs.",
        "`{op}` 有 {it} 个输入。",
        "`MatMul` has 3 attrs, `Roll` has three inputs, `{op}` {it}.",
    ),
    "count of kernels": (
        "`{op}` has {it} CPU kernels.",
        "There are {it} CPU kernels for `{op}`.",
        "`{op}` 有 {it} 个 CPU 内核。",
        "The {it} CPU kernels of `{op}` are here.",
    ),
    "file of an op": (
        "The op `{op}` is registered in `{it}`.",
        "`{op}` is registered in `{it}`.",
        "The registration of `{op}` is in `{it}`.",
        "算子 `{op}` 注册在 `{it}`。",
        "`{it}` registers the op `{op}`.",
    ),
    "file of kernels": (
        "The kernels of `{op}` are in `{it}`.",
        "The kernel for `{op}` is registered in `{it}`.",
        "`{op}`'s kernels are defined in `{it}`.",
        "`{op}` is implemented in `{it}`.",
        "`{op}` 的内核在 `{it}`。",
        "`{it}` has the kernels of `{op}`.",
    ),
    "no kernel": (
        "`{op}` has no {it} kernel.",
        "There is no {it} kernel for `{op}`.",
        "`{op}` is not registered on the {it}.",
        "`{op}` 没有 {it} 内核。",
    ),
    "spec": (
        '`REGISTER_OP("{op}").Attr("{it}")`',
        'It says `REGISTER_OP("{op}").Attr("{it}")` there.',
        '注册写作 `REGISTER_OP("{op}").Attr("{it}")`。',
    ),
    "attr type": (
        "`{too}` of `{op}` is of type `{it}`.",
        "`{op}`'s `{too}` is `{it}`.",
        "The attr `{too}` of `{op}` is a `{it}`.",
        "`{op}` 的 `{too}` 是 `{it}` 类型。",
        "`{op}` 的属性 `{too}` 类型为 `{it}`。",
    ),
    "limit": (
        "`{too}` of `{op}` is limited to `{it}`.",
        "`{op}` restricts `{too}` to `{it}`.",
        "`{too}` of `{op}` accepts `{it}`.",
        "`{op}` 的 `{too}` 可以是 `{it}`。",
        "`{op}` 的属性 `{too}` 只支持 `{it}`。",
    ),
    "argument": (
        "`{op}` has the argument `{it}`.",
        "`{op}` takes an argument called `{it}`.",
        "The argument `{it}` of `{op}` is optional.",
        "`{op}` 接受参数 `{it}`。",
        "`{op}` 的参数 `{it}` 很少用到。",
    ),
    "first argument": (
        "The first argument of `{op}` is `{it}`.",
        "`{it}` is the first argument of `{op}`.",
        "`{op}`'s first argument is `{it}`.",
        "`{op}` 的第一个参数是 `{it}`。",
    ),
    "default of Keras": (
        "`{too}` of `{op}` is {it} by default.",
        "`{too}` of `{op}` defaults to `{it}`.",
        "`{op}` defaults `{too}` to {it}.",
        "The default `{too}` of `{op}` is {it}.",
        "By default, `{op}` uses `{too}={it}`.",
        "`{op}` 的 `{too}` 默认值是 `{it}`。",
        "默认情况下 `{op}` 的 `{too}` 是 `{it}`。",
    ),
    "mode": (
        "`{op}` uses mode `{it}`.",
        "`{op}` scales its input as `mode='{it}'` says.",
        "The mode of `{op}` is `{it}`.",
        "`{op}` 使用 `{it}` 模式。",
    ),
}


class Statements:
    """Draws statements on the ops of an index, the same for the same seed."""

    def __init__(self, index: Index, seed: int) -> None:
        self._random = random.Random(seed)
        self._ops = [one for one in ops.every(index) if one.linked_into and len(one.name) >= _LONG]
        self._ops_named: defaultdict[str, list[OpDef]] = defaultdict(list)
        for each in ops.every(index):
            self._ops_named[each.name].append(each)
        self._ops = [one for one in self._ops if not one.name.startswith("_") and "/contrib/" not in one.location.path]
        self._devices: defaultdict[str, set[str]] = defaultdict(set)
        self._classes: defaultdict[str, set[str]] = defaultdict(set)
        self._kernels: Counter[tuple[str, str]] = Counter()
        self._op_files = {one.name: {one.location.path} for one in self._ops}
        self._kernel_files: defaultdict[str, set[str]] = defaultdict(set)
        for kernel in kernels.every(index):
            if kernel.registry == "op_kernel" and kernel.linked_into:
                self._devices[kernel.op].add(kernel.device_type)
                self._kernels[kernel.op, kernel.device_type] += 1
                if kernel.location.path.endswith(".cc"):
                    self._kernel_files[kernel.op].add(kernel.location.path)
                bare = kernel.kernel_class.partition("<")[0].rpartition("::")[2]
                self._classes[kernel.op].add(bare)
        self._gradients: defaultdict[str, set[str]] = defaultdict(set)
        for gradient in gradients.every(index):
            if gradient.function and "_test" not in gradient.location.path:
                self._gradients[gradient.op].add(gradient.function.rpartition("::")[2])
        self._gradient_files: defaultdict[str, set[str]] = defaultdict(set)
        for gradient in gradients.every(index):
            if gradient.registry == "python" and gradient.function and gradient.location.path.startswith(_SHIPPED):
                self._gradient_files[gradient.op].add(gradient.registered.path)
        self._endpoints: defaultdict[str, set[str]] = defaultdict(set)
        few = [one for one in api.endpoints(index) if one.ops and len(one.ops) <= _FEW and one.endpoint.islower()]
        for endpoint in few:
            for use in endpoint.ops:
                self._endpoints[use.op].add(endpoint.endpoint)
        self._wrappers: dict[str, set[str]] = {}
        for wrapper in api.wrappers(index):
            module = wrapper.module.rpartition(".")[2]
            if not wrapper.function.startswith("_") and module.endswith("_ops"):
                self._wrappers.setdefault(wrapper.op, set()).add(f"{module}.{wrapper.function}")
        self._interfaces = {one.name: {one.interface} for one in swig.names(index) if one.name.startswith("TF")}
        #: The generated functions with their arguments; more than one, of names that nobody takes for a word.
        self._generated = [
            (f"{one.module.rpartition('.')[2]}.{one.function}", one.args)
            for one in api.wrappers(index)
            if not one.function.startswith("_") and len(one.args) > 2
        ]
        self._keras = [one for one in keras.every(index) if one.signature and "preprocessing" in one.endpoint]
        self._modes = {one.endpoint: {one.mode} for one in keras.every(index) if one.mode}
        self._folders: defaultdict[str, set[str]] = defaultdict(set)
        for symbol_path in index.paths():
            folder, _, name = symbol_path.rpartition("/")
            if folder.startswith(("tensorflow/core/", _SHIPPED)) and name.endswith((".cc", ".py")) and "__" not in name:
                self._folders[name].add(folder)

    def draw(self, kind: str, wrong: bool) -> Statement:
        """A statement of some kind."""
        makers: dict[str, Callable[[bool], tuple[str, str, str] | None]] = {
            "attr": lambda wrong: self._part(wrong, lambda op: [one.name for one in op.attr]),
            "input": lambda wrong: self._part(wrong, lambda op: [one.name for one in op.input_arg]),
            "device": self._device,
            "gradient": lambda wrong: self._of_another(wrong, self._python_gradients()),
            "class": lambda wrong: self._of_another(wrong, self._classes),
            "shape function": lambda wrong: self._of_another(wrong, self._shape_functions()),
            "default": self._default,
            "gradient file": lambda wrong: self._of_another(wrong, self._gradient_files),
            "endpoint": lambda wrong: self._of_another(wrong, self._endpoints),
            "wrapper": lambda wrong: self._of_another(wrong, self._wrappers),
            "mark": self._mark,
            "interface": lambda wrong: self._of_another(wrong, self._interfaces, sorted(self._interfaces)),
            "folder": lambda wrong: self._of_another(wrong, self._folders, sorted(self._folders)),
            "count of attrs": lambda wrong: self._count(wrong, True),
            "count of inputs": lambda wrong: self._count(wrong, False),
            "count of kernels": self._kernel_count,
            "file of an op": lambda wrong: self._of_another(wrong, self._op_files),
            "file of kernels": lambda wrong: self._of_another(wrong, self._kernel_files),
            "no kernel": self._no_kernel,
            "spec": self._spec,
            "attr type": self._attr_type,
            "limit": self._limit,
            "argument": self._argument,
            "first argument": self._first,
            "default of Keras": self._default_of_keras,
            "mode": lambda wrong: self._of_another(wrong, self._modes, sorted(self._modes)),
        }
        while True:
            made = makers[kind](wrong)
            if made is not None:
                op, it, too = made
                form = self._random.choice(FORMS[kind])
                return Statement(kind, form, form.format(op=op, it=it, too=too), wrong)

    def _part(self, wrong: bool, parts: Callable[[OpDef], Sequence[str]]) -> tuple[str, str, str] | None:
        op, other = self._random.choice(self._ops), self._random.choice(self._ops)
        names, others = ([name for name in parts(each) if _is_shaped(name)] for each in (op, other))
        every = {one.name for one in (*op.attr, *op.input_arg, *op.output_arg)}
        said = [name for name in others if name not in every] if wrong else names
        if len(names) < 2 or not said:
            return None
        it = self._random.choice(said)
        return op.name, it, self._random.choice([name for name in names if name != it])

    def _device(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops).name
        there = self._devices[op]
        if not there or (wrong and "GPU" in there):
            return None
        it = "GPU" if wrong else self._random.choice(sorted(there & {"CPU", "GPU"}) or [""])
        return (op, it, "") if it else None

    def _python_gradients(self) -> dict[str, set[str]]:
        return {op: names for op, names in self._gradients.items() if any(name.startswith("_") for name in names)}

    def _shape_functions(self) -> dict[str, set[str]]:
        return {one.name: {one.shape_fn} for one in self._ops if one.shape_fn and one.shape_fn != "lambda"}

    def _mark(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops)
        if len(self._ops_named[op.name]) > 1 or any(
            arg.type == "DT_RESOURCE" for arg in (*op.input_arg, *op.output_arg)
        ):
            return None
        stateful = op.is_stateful != wrong
        commutative = "commutative" if op.is_commutative != wrong else "not commutative"
        return op.name, self._random.choice(["stateful" if stateful else "stateless", commutative]), ""

    def _no_kernel(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops).name
        there = self._devices[op] & {"CPU", "GPU"}
        said = there & {"CPU"} if wrong else {"CPU", "GPU"} - there
        return (op, self._random.choice(sorted(said)), "") if said and there else None

    def _count(self, wrong: bool, attrs: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops)
        if len(self._ops_named[op.name]) > 1 or any(one.number_attr or one.type_list_attr for one in op.input_arg):
            return None
        numbers = [len(op.attr), len(op.input_arg)]
        if min(numbers) < 2:
            return None
        of, other = numbers if attrs else numbers[::-1]
        of += self._random.choice([-1, 1]) if wrong else 0
        return (op.name, str(of), str(other)) if of > 1 else None

    def _kernel_count(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops).name
        there = self._kernels[op, "CPU"]
        every = sum(count for (name, _), count in self._kernels.items() if name == op)
        number = self._random.randrange(every + 40, every + 60) if wrong else there
        return (op, str(number), "") if there > 1 else None

    def _spec(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops)
        having = [one for one in op.attr if _is_shaped(one.name) and _is_plain(one) and one.type != "string"]
        if not having or len(self._ops_named[op.name]) > 1:
            return None
        attr = self._random.choice(having)
        value = _another(attr.default_value) if wrong else attr.default_value
        return op.name, f"{attr.name}: {attr.type} = {value_text(value, attr.type)}", ""

    def _attr_type(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops)
        having = [one for one in op.attr if one.type in _TYPES]
        if not having or len(self._ops_named[op.name]) > 1:
            return None
        attr = self._random.choice(having)
        others = [one for one in _TYPES if one != attr.type]
        return op.name, self._random.choice(others) if wrong else attr.type, attr.name

    def _limit(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops)
        having = [one for one in op.attr if one.type == "type" and one.allowed_values]
        if not having or len(self._ops_named[op.name]) > 1:
            return None
        attr = self._random.choice(having)
        allowed = {one.removeprefix("DT_").lower() for one in attr.allowed_values or ()}
        others = sorted(set(_DTYPES) - allowed) if wrong else sorted(allowed & set(_DTYPES))
        return (op.name, self._random.choice(others), attr.name) if others else None

    def _argument(self, wrong: bool) -> tuple[str, str, str] | None:
        (function, has), (_, others) = self._random.choice(self._generated), self._random.choice(self._generated)
        names = [name for name in (others if wrong else has) if len(name) >= _LONG and (name in has) is not wrong]
        return (function, self._random.choice(names), "") if names else None

    def _first(self, wrong: bool) -> tuple[str, str, str] | None:
        function, has = self._random.choice(self._generated)
        return function, has[1] if wrong else has[0], ""

    def _default_of_keras(self, wrong: bool) -> tuple[str, str, str] | None:
        endpoint = self._random.choice(self._keras)
        parsed = ast.parse(f"def f{endpoint.signature}: pass").body[0]
        assert isinstance(parsed, ast.FunctionDef)
        given = [one.arg for one in parsed.args.args][-len(parsed.args.defaults) :] if parsed.args.defaults else []
        plain = [
            (name, value.value)
            for name, value in zip(given, parsed.args.defaults, strict=True)
            if isinstance(value, ast.Constant) and not (isinstance(value.value, str) and len(value.value) > _SHORT)
        ]
        if not plain:
            return None
        name, value = self._random.choice(plain)
        if wrong:
            value = _another(value) if isinstance(value, (bool, int, str)) else 7 if value is None else value + 1
        return endpoint.endpoint, repr(value), name

    def _of_another(
        self, wrong: bool, having: Mapping[str, set[str]], of: Sequence[str] = ()
    ) -> tuple[str, str, str] | None:
        op = self._random.choice(of) if of else self._random.choice(self._ops).name
        names = having.get(op)
        if not names:
            return None
        if not wrong:
            return op, self._random.choice(sorted(names)), ""
        it = self._random.choice(sorted(having[self._random.choice(sorted(having))]))
        alike = any(it.rpartition("::")[2] == name.rpartition("::")[2] or name.startswith(f"{it}/") for name in names)
        return None if alike or not it else (op, it, "")

    def _default(self, wrong: bool) -> tuple[str, str, str] | None:
        op = self._random.choice(self._ops)
        having = [one for one in op.attr if _is_shaped(one.name) and _is_plain(one)]
        if not having:
            return None
        attr = self._random.choice(having)
        value = _another(attr.default_value) if wrong else attr.default_value
        return op.name, value_text(value, attr.type), attr.name


def _is_shaped(name: str) -> bool:
    return name[0].islower() and len(name) >= _LONG


def _is_plain(attr: AttrDef) -> bool:
    return attr.has_default and attr.type in ("int", "bool", "string") and attr.default_value not in ("", None)


def _another(value: AttrValue) -> AttrValue:
    if isinstance(value, bool):
        return not value
    return value + 3 if isinstance(value, int) else f"{value}X"
