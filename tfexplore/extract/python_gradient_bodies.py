"""What a gradient function returns, by its text alone.

`read_body` says of each return statement what its entries are (a tensor, None, the result of a call), and which
operators the function applies to what. Which ops those are, and what the called functions return, is found out when all
files are linked.
"""

# ruff: noqa: N802 (the visitors are named after the nodes of libcst)

from __future__ import annotations

import libcst as cst

from tfexplore.extract.python_records import GradientBody, either
from tfexplore.extract.python_syntax import dotted, walk

#: An abstract value: a word ("tensor", "none", "unknown"), the result of a call ("=name"), or a sequence of those,
#: where "*word" stands for any number.
_Value = str | tuple[str, ...]


class _Scan:
    """Returns, assignments and operators of one function, not of those nested in it."""

    def __init__(self, function: cst.FunctionDef) -> None:
        self.function = function
        self.returns: list[cst.Return] = []
        self.assigned: dict[str, list[cst.BaseExpression | None]] = {}
        self.grown: dict[str, list[cst.BaseExpression | None]] = {}
        self.operations: list[tuple[str, tuple[cst.BaseExpression, ...]]] = []

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        return node is self.function

    def visit_Lambda(self, node: cst.Lambda) -> bool:
        return False

    def visit_Return(self, node: cst.Return) -> None:
        self.returns.append(node)

    def visit_Assign(self, node: cst.Assign) -> None:
        for target in node.targets:
            self._bind(target.target, node.value)

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        if isinstance(node.target, cst.Name):
            self.grown.setdefault(node.target.value, []).append(node.value)
        method = _OPERATORS.get(type(node.operator).__name__.replace("Assign", ""))
        if method:
            self.operations.append((method, (node.target, node.value)))

    def visit_For(self, node: cst.For) -> None:
        self._bind(node.target, None)

    def visit_With(self, node: cst.With) -> None:
        for item in node.items:
            if item.asname is not None:
                self._bind(item.asname.name, None)

    def visit_Call(self, node: cst.Call) -> None:
        name = dotted(node.func)
        if name.endswith(".append") and name.count(".") == 1 and node.args:
            self.grown.setdefault(name.partition(".")[0], []).append(cst.List([cst.Element(node.args[0].value)]))
        elif name.endswith((".extend", ".insert")) and name.count(".") == 1:
            self.grown.setdefault(name.partition(".")[0], []).append(None)

    def visit_BinaryOperation(self, node: cst.BinaryOperation) -> None:
        method = _OPERATORS.get(type(node.operator).__name__)
        if method:
            self.operations.append((method, (node.left, node.right)))

    def visit_UnaryOperation(self, node: cst.UnaryOperation) -> None:
        method = {"Minus": "__neg__", "BitInvert": "__invert__"}.get(type(node.operator).__name__)
        if method:
            self.operations.append((method, (node.expression,)))

    def visit_Comparison(self, node: cst.Comparison) -> None:
        for target in node.comparisons:
            method = _COMPARISONS.get(type(target.operator).__name__)
            if method:
                self.operations.append((method, (node.left, target.comparator)))

    def visit_Subscript(self, node: cst.Subscript) -> None:
        self.operations.append(("__getitem__", (node.value,)))

    def _bind(self, target: cst.BaseExpression, value: cst.BaseExpression | None) -> None:
        if isinstance(target, cst.Name):
            self.assigned.setdefault(target.value, []).append(value)
        elif isinstance(target, (cst.Tuple, cst.List)):
            parts: list[cst.BaseExpression | None] = [None] * len(target.elements)
            if isinstance(value, (cst.Tuple, cst.List)) and len(value.elements) == len(parts):
                parts = [element.value for element in value.elements]
            for element, part in zip(target.elements, parts, strict=True):
                if isinstance(element, cst.Element):
                    self._bind(element.value, part)


_OPERATORS = {
    "Add": "__add__",
    "Subtract": "__sub__",
    "Multiply": "__mul__",
    "Divide": "__truediv__",
    "FloorDivide": "__floordiv__",
    "Modulo": "__mod__",
    "Power": "__pow__",
    "MatrixMultiply": "__matmul__",
    "BitAnd": "__and__",
    "BitOr": "__or__",
    "BitXor": "__xor__",
}
_COMPARISONS = {
    "LessThan": "__lt__",
    "LessThanEqual": "__le__",
    "GreaterThan": "__gt__",
    "GreaterThanEqual": "__ge__",
}


def read_body(name: str, function: cst.FunctionDef) -> GradientBody:
    """What a function returns, and the operators that it applies."""
    scan = _Scan(function)
    walk(function, scan)
    values = _Values(scan)
    returns: dict[tuple[str, ...], None] = {}
    for node in scan.returns:
        value = values.of(node.value) if node.value is not None else "none"
        returns[(value,) if isinstance(value, str) else ("(", *value)] = None
    operators: dict[str, None] = {}
    for method, operands in scan.operations:
        tensor = [values.is_tensor(operand, 0) for operand in operands]
        if "yes" in tensor:
            operators[method] = None
        else:
            operators.update((f"{method}:{answer}", None) for answer in tensor if answer)
    return GradientBody(name, tuple(returns), tuple(operators))


class _Values:
    """The abstract values of a function's expressions."""

    def __init__(self, scan: _Scan) -> None:
        self.scan = scan
        names = [p.name.value for p in (*scan.function.params.posonly_params, *scan.function.params.params)]
        star = scan.function.params.star_arg
        self.op = names[0] if names else ""
        self.params = set(names)
        self.grads = set(names[1:])
        self.lists = {star.name.value} if isinstance(star, cst.Param) else set()
        self._open: set[str] = set()

    def of(self, node: cst.BaseExpression | None) -> _Value:
        """What an expression is, as far as its text says."""
        if node is None:
            return "tensor"
        if isinstance(node, cst.Name):
            return self._name(node.value)
        if isinstance(node, (cst.Tuple, cst.List)):
            entries: list[str] = []
            for element in node.elements:
                value = self.of(element.value)
                if isinstance(element, cst.StarredElement):
                    entries += value if isinstance(value, tuple) else ("*unknown",)
                else:
                    entries.append(value if isinstance(value, str) else "unknown")
            return tuple(entries)
        if isinstance(node, cst.Call):
            return self._call(node)
        if isinstance(node, cst.BinaryOperation):
            return self._binary(node)
        if isinstance(node, cst.IfExp):
            return _join(self.of(node.body), self.of(node.orelse))
        if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
            value = self.of(node.elt)
            return ("*" + (value if value in ("tensor", "none") else "tensor" if _called(value) else "unknown"),)
        if isinstance(node, (cst.Subscript, cst.Attribute, cst.UnaryOperation, cst.Comparison)):
            if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Name):
                return self._item(node)
            return "tensor"
        return "unknown"

    def is_tensor(self, node: cst.BaseExpression, depth: int) -> str:
        """`"yes"`, the name of the call that decides, or `""`."""
        if depth > 12:
            return ""
        if isinstance(node, cst.Name):
            name = node.value
            if name in self.grads and name not in self.lists:
                return "yes"
            if name in self._open:
                return ""
            self._open.add(name)
            answers = {self.is_tensor(value, depth + 1) for value in self.scan.assigned.get(name, ()) if value}
            self._open.discard(name)
            return "yes" if "yes" in answers else next((answer for answer in sorted(answers) if answer), "")
        if isinstance(node, cst.Subscript):
            base = dotted(node.value)
            if base in (f"{self.op}.inputs", f"{self.op}.outputs") or base in self.lists:
                return "yes"
            return self.is_tensor(node.value, depth + 1)
        if isinstance(node, cst.Call):
            return dotted(node.func)
        if isinstance(node, cst.BinaryOperation):
            return self.is_tensor(node.left, depth + 1) or self.is_tensor(node.right, depth + 1)
        if isinstance(node, cst.UnaryOperation):
            return self.is_tensor(node.expression, depth + 1)
        return ""

    def _name(self, name: str) -> _Value:
        if name == "None":
            return "none"
        if name in self._open:
            return "unknown"
        assigned = self.scan.assigned.get(name)
        if assigned is None:
            if name in self.lists:
                return ("*tensor",)
            return "tensor" if name in self.params else "unknown"
        self._open.add(name)
        values = [self.of(value) for value in assigned]
        if name in self.params:
            values.append("tensor")
        result = values[0]
        for value in values[1:]:
            result = _join(result, value)
        for grown in self.scan.grown.get(name, ()):
            more = self.of(grown)
            if isinstance(result, tuple):
                kinds = {entry.lstrip("*") for entry in result}
                kinds.update(entry.lstrip("*") for entry in more if isinstance(more, tuple))
                if not isinstance(more, tuple):
                    kinds.add("unknown")
                kinds = {"tensor" if kind.startswith("=") else kind for kind in kinds}
                result = ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
        self._open.discard(name)
        return result

    def _call(self, node: cst.Call) -> _Value:
        name = dotted(node.func)
        if name in ("list", "tuple") and len(node.args) == 1:
            value = self.of(node.args[0].value)
            return value if isinstance(value, tuple) else ("*unknown",)
        return f"={name}" if name else "tensor"

    def _binary(self, node: cst.BinaryOperation) -> _Value:
        left, right = self.of(node.left), self.of(node.right)
        if isinstance(node.operator, cst.Add) and (isinstance(left, tuple) or isinstance(right, tuple)):
            parts = [value if isinstance(value, tuple) else ("*unknown",) for value in (left, right)]
            return parts[0] + parts[1]
        if isinstance(node.operator, cst.Multiply) and (isinstance(left, tuple) or isinstance(right, tuple)):
            listed, count = (left, node.right) if isinstance(left, tuple) else (right, node.left)
            if isinstance(count, cst.Integer) and int(count.evaluated_value) <= 64:
                return tuple(listed) * int(count.evaluated_value)
            kinds = {entry.lstrip("*") for entry in listed}
            return ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
        return "tensor"

    def _item(self, node: cst.Subscript) -> _Value:
        assert isinstance(node.value, cst.Name)
        value = self._name(node.value.value)
        if isinstance(value, tuple) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
            index = node.slice[0].slice.value
            if isinstance(index, cst.Integer) and not any(entry.startswith("*") for entry in value):
                at = int(index.evaluated_value)
                return value[at] if at < len(value) else "unknown"
            kinds = {entry.lstrip("*") for entry in value}
            return kinds.pop() if len(kinds) == 1 else "unknown"
        if isinstance(value, tuple):
            kinds = {entry.lstrip("*") for entry in value}
            return ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
        return "tensor"


def _called(value: _Value) -> bool:
    return isinstance(value, str) and value.startswith("=")


def _join(left: _Value, right: _Value) -> _Value:
    if left == right:
        return left
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) == len(right) and not any(entry.startswith("*") for entry in left + right):
            return tuple(_join_word(a, b) for a, b in zip(left, right, strict=True))
        kinds = {entry.lstrip("*") for entry in left + right}
        return ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
    if isinstance(left, str) and isinstance(right, str):
        return _join_word(left, right)
    return "unknown"


def _join_word(left: str, right: str) -> str:
    if left == right:
        return left
    return either({"tensor" if word.startswith("=") else word for word in (left, right)})
