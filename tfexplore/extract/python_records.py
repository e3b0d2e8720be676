"""What one Python file says, before anything is linked: plain records that can be pickled and kept by content.

A *reference* is a name as the text has it, resolved no further: `"gen_nn_ops.conv2d("` for a call, the same without
the bracket for a mention (`_softmax(logits, gen_nn_ops.softmax, ...)`), `"self.apply("` for a method of the same
object, `"Conv2D().apply("` for a method of an object made in the same function, `".cell.apply("` for one of an object
in an attribute of the same object and `".cell=Conv2D"` where an object of a class is put there, and
`"=package.module.name("` where a function imports for itself. `"#Const"` is an op that is created by its name,
`"~__mul__"` an operator on a tensor (`"~__mul__:math_ops.cos,@x"` where that depends on what a call returns, or on a
parameter), and `"!math_ops.divide|0=@x"` a call with a tensor (`python_operators.py`). `"make().apply("` is a method of
what a function returns, of `"make().copy().apply("` of what a method of that returns (`python_chains.py`),
`"?apply("` a method of something of which nothing is known, and `">Conv2D"` says that an object is returned. Names that
the function binds itself are left out.
"""

from __future__ import annotations

from tfexplore._record import Record
from tfexplore.model import Unresolved

#: How much of a statement an `Unresolved` shows.
MAX_TEXT = 80
#: What a lambda is called at run time.
LAMBDA = "<lambda>"


class Import(Record):
    """A name that an import binds; `name` is `"*"` for all of a module's names.

    ::

        from a.b import math_ops as m     name="m", module="a.b", attribute="math_ops"
        import a.b.c                      name="a", module="a.b.c", attribute=""
        import a.b as c                   name="c", module="a.b", attribute=""

    `eager` tells what runs when the module is imported from what stands in a function; `module` starts with dots
    where the text has it so.
    """

    name: str
    module: str
    attribute: str
    line: int
    eager: bool


class Function(Record):
    """A function (`"matmul"`) or method (`"Layer.apply"`) and what it refers to.

    `line` is the first decorator's, as the runtime counts. `inner` is the nested function that it returns.
    """

    name: str
    line: int
    def_line: int
    end_line: int
    params: tuple[str, ...]
    decorators: tuple[str, ...]
    refs: tuple[str, ...]
    inner: InnerFunction | None = None


class InnerFunction(Record):
    """A function inside a function."""

    name: str
    line: int
    def_line: int
    end_line: int


class Class(Record):
    """A class: its bases and decorators as written; its methods are `Function` records named `Class.method`."""

    name: str
    line: int
    def_line: int
    end_line: int
    bases: tuple[str, ...]
    decorators: tuple[str, ...]


class Alias(Record):
    """A module-level assignment `name = value`: `target` where the value is a plain name, `refs` what it mentions.

    ::

        relu = gen_nn_ops.relu                                  target="gen_nn_ops.relu"
        cond_v2 = LazyLoader("cond_v2", globals(), "a.b.c")     target="=a.b.c", which no import of this file loads
    """

    name: str
    target: str
    refs: tuple[str, ...]
    line: int
    end_line: int


class Export(Record):
    """A declaration of public names.

    ::

        @tf_export("math.abs", "abs")                              form="decorator"
        tf_export(v1=["GraphDef"])(GraphDef)                       form="call"
        tf_export("a.B").export_constant(__name__, "B")            form="constant"

    `api` is the export function (`"tf_export"`, `"keras_export"`), `v1` None where the argument is absent.
    `deprecated` holds the names that `deprecated_endpoints` gives, and `"*"` where the function itself is deprecated.
    """

    api: str
    names: tuple[str, ...]
    v1: tuple[str, ...] | None
    target: str
    form: str
    line: int
    end_line: int
    deprecated: tuple[str, ...] = ()


class GradientBody(Record):
    """What libcst reads in a gradient function.

    `returns` has an item for each return statement: its entries, or one entry where it is no sequence. An entry is
    `"tensor"`, `"none"`, `"unknown"`, `"*tensor"`, `"*none"` or `"*unknown"` (any number of them), or `"=name"` (what
    the function `name` returns). `operators` are the operator methods used on tensors: `"__mul__"`, or
    `"__mul__:math_ops.cos"` where that depends on what a call returns.
    """

    name: str
    returns: tuple[tuple[str, ...], ...]
    operators: tuple[str, ...]


class GradientSite(Record):
    """A registration in Python. `target` is the function as the file names it, None for "not differentiable".

    `factory` marks a target that is called to make the gradient function, `given` are the names that it is given.
    """

    op: str
    idiom: str
    target: str | None
    factory: bool
    registrar: str
    line: int
    end_line: int
    function: InnerFunction | None
    nested: bool = False  # inside a function: nothing is registered until that runs
    given: tuple[str, ...] = ()


class Operator(Record):
    """An operator that a file gives to a class: `ops.Tensor._override_operator("__neg__", gen_math_ops.neg)`."""

    owner: str
    method: str
    function: str
    line: int
    end_line: int


class Signature(Record):
    """The parameters of a function, or of a class's `__init__`, as written: `"(x, data_format=None)"`."""

    name: str
    text: str


class ModeUse(Record):
    """A `mode` of image preprocessing: the literal that `function` passes to `callee`, or its own default (callee "").

    `mode` is empty where it is no literal.
    """

    function: str
    callee: str
    mode: str


class PythonFacts(Record):
    """Everything that the extractors need of one file.

    `converted` are the classes whose objects it lets stand for tensors (`python_holders.py`).
    """

    path: str
    imports: tuple[Import, ...] = ()
    functions: tuple[Function, ...] = ()
    classes: tuple[Class, ...] = ()
    aliases: tuple[Alias, ...] = ()
    exports: tuple[Export, ...] = ()
    gradients: tuple[GradientSite, ...] = ()
    bodies: tuple[GradientBody, ...] = ()
    operators: tuple[Operator, ...] = ()
    signatures: tuple[Signature, ...] = ()
    modes: tuple[ModeUse, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    converted: tuple[str, ...] = ()


def either(words: set[str]) -> str:
    """What an input gets over several ways: a gradient where one of them gives it one."""
    if "tensor" in words:
        return "tensor"
    return "none" if words == {"none"} else "unknown"
