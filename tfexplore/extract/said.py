"""One thing that the code of a class or function says, as the reading of its file tells it."""

from __future__ import annotations

from tfexplore._record import Record
from tfexplore.model import Symbol

#: The kinds that are not of what a class says, but of the class.
OF_CLASSES = frozenset(["template", "unbuilt"])
#: The kinds that are of what no code says.
UNSAID = OF_CLASSES | {"include", "declare", "forward", "takes", "macro", "instance"}


class Said(Record):
    """A name that the code of `user` says at `line`.

    `kind` is `"base"`, `"class"`, `"static"`, `"member"` or `"function"`; a `"static"` is a class whose function
    does work and is called without an object of it, a `"member"` an instance of a template of which another
    function is called so. Those of `hooks.KINDS` name no other code. `condition` is all `#if` around the line, include
    guards apart. `open` are those of the words in the name that are parameters of templates, or types
    made of them. Of several functions that a file defines by the name the one is meant that is number `overload`. Where
    a template is an argument itself, or its arguments are too long, `bare` tells that it may have some all the same.

    `device` is `"CPU"` or `"GPU"` where the arguments of every call say that.

    A `"callback"` is the function that runs for a class which the C API registers (see `callbacks`).

    Eight kinds say nothing. Two are of the class `user` itself: the `name` of a `"template"` is its head (see
    `template_heads.read_head`), and a class that is `"unbuilt"` stands under a condition that no released build has.
    An `"include"` is of the whole file, which `user` stands for: a header of kernels' code, whose functions the source
    beside it may define. Five are told by `declared`: a `"declare"` or `"forward"` of the whole file names a function
    or class that it declares alone; a `"takes"` names the device for which the function `user` is; a `"macro"` is of a
    `user` that a macro defines, and names its device as well, where there is one. An `"instance"` of the whole file
    names a template that is instantiated there for GPUs, or an argument of a macro that may be one.
    """

    user: Symbol
    kind: str
    name: str
    line: int
    condition: str = ""
    open: tuple[str, ...] = ()
    overload: int = 0
    bare: bool = False
    device: str = ""
