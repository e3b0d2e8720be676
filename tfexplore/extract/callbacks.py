"""What runs of a kernel that the C API registers: the function that its builder is given.

::

    auto* builder = TF_NewKernelBuilder("Bend", DEVICE_CPU, &BendOp_New, &BendOp_Run, &BendOp_Delete);
                                                                          ^^^^^^^^^^   the kernel's Compute
    TF_RegisterKernelBuilder("BendOp", builder, status);
                              ^^^^^^   the class that the kernel is of, as the registry has it
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from tfexplore._record import TYPE_CHECKING
from tfexplore.cpp.lexer import line_starts, without_comments

if TYPE_CHECKING:
    from tfexplore.model import Symbol

#: What is said of the class by whoever registers it; it names the function.
KIND = "callback"

_ARGUMENT = r"\s*&?\s*(?:::)?[\w:]+\s*"
_NEW = re.compile(
    rf"(\w+)\s*=\s*TF_NewKernelBuilder\([^,;]*,[^,;]*,{_ARGUMENT},\s*&?\s*(?:::)?(?:\w+::)*(\w+)\s*,{_ARGUMENT}\)\s*;"
)
_REGISTERED = re.compile(r"TF_RegisterKernelBuilder\(\s*\"(\w+)\"\s*,\s*(\w+)\s*,")


def read_callbacks(
    data: bytes, regions: Sequence[Symbol], owners: Sequence[Symbol | None]
) -> Iterator[tuple[Symbol, str, str, int]]:
    """The functions that run for classes of the file: the class, `KIND`, the function's name, the line that says so.

    A builder that is registered in another function is left out, and so are a class and a function that the file does
    not define, or defines more than once.
    """
    if b"TF_NewKernelBuilder(" not in data:
        return
    text = without_comments(data.decode("latin-1"))
    starts = line_starts(text)
    made = list(_NEW.finditer(text))
    for number, match in enumerate(made):
        line = bisect_right(starts, match.start(2))
        end = next((one.start() for one in made[number + 1 :] if one[1] == match[1]), len(text))
        registered = next((one for one in _REGISTERED.finditer(text, match.end(), end) if one[2] == match[1]), None)
        if registered is None or owners[bisect_right(starts, registered.start())] is not owners[line]:
            continue
        classes = [one for one in regions if one.kind == "class" and one.name == registered[1]]
        functions = [one for one in regions if one.kind == "function" and one.name == match[2]]
        if len(classes) == 1 and len(functions) == 1:
            yield classes[0], KIND, match[2], line
