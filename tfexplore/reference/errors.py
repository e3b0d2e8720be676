"""What an operator raises: one `ValueError` whose text names the operator, the argument and the rule.

TensorFlow answers a bad call in several ways: a `ValueError` from the shape function, an `InvalidArgumentError` or
`UnimplementedError` from the kernel, a `TypeError` from the Python wrapper, a failed `CHECK` or a division by zero that
ends the process. All of them are a `ReferenceError` here. The name is TensorFlow's view of it: a *reference* operator
cannot give a reference answer.
"""

from __future__ import annotations


class ReferenceError(ValueError):
    """A call that TensorFlow v1.15 rejects, or would crash on.

    `op` is the operator, `argument` the input or attr at fault, `rule` what it breaks; `str(error)` joins the three.
    """

    def __init__(self, op: str, argument: str, rule: str) -> None:
        super().__init__(f"{op}: {argument}: {rule}")
        self.op = op
        self.argument = argument
        self.rule = rule

    def __reduce__(self) -> tuple[type[ReferenceError], tuple[str, str, str]]:
        return type(self), (self.op, self.argument, self.rule)


class UnknownOperatorError(ReferenceError, NotImplementedError):
    """`run` was asked for an operator that this package does not reimplement."""
