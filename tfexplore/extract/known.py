"""What a C++ file registers, as it travels between processes and is kept from one run to the next.

Apart from what finds it out, so that a run in which nothing has changed need not import that.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.extract.lines import NO_LINES, Lines

if TYPE_CHECKING:
    from tfexplore.model import GradientFunction, KernelDef, OpDef, Unresolved


class Registrations(Record):
    """What one file registers, before anyone knows which library links it."""

    ops: tuple[OpDef, ...] = ()
    kernels: tuple[KernelDef, ...] = ()
    gradients: tuple[GradientFunction, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()


class Known(Record):
    """What one file registers, and what beyond its own bytes decided that.

    `code` is the file without comments, `settings` a digest of the build, `asked` are the constants and types that it
    looked up. `consulted` are the other sources that were asked for what headers declare. `invocations` says which
    stretch of the file made which of the registrations, with which macros (`tfexplore.extract.invocations`).
    `answered` are the headers that defined or declared what was looked up, `reach` all headers of a file whose calls
    were evaluated, with the names that it sought there: any that holds one of them was looked into.
    `included` are the sources that are read as headers are. What `tells_lines` is something else on another line.
    """

    registrations: Registrations = Registrations()
    code: Lines = NO_LINES
    settings: bytes = b""
    asked: tuple[tuple[str, str, str], ...] = ()
    consulted: tuple[str, ...] = ()
    invocations: bytes = b""
    answered: tuple[str, ...] = ()
    reach: tuple[str, ...] = ()
    sought: tuple[str, ...] = ()
    included: tuple[str, ...] = ()
    tells_lines: bool = False


#: The end of a line within a word.
_SPLICE = re.compile(rb"\\(?<=\w\\)\r?\n(?:\\\r?\n)*(?=\w)")


#: What macros register through, where a file uses it by hand.
_BY_HAND = (b"OpKernelRegistrar", b"OpDefBuilderReceiver", b"GradOpRegistry::Global", b"gradient::RegisterOp")
#: What files are named that are no headers, are included, and may hold registrations for all that.
ODDLY_NAMED = (".def", ".txt", ".list", ".in", ".macros", ".template")
_ODD_INCLUDES = tuple(f'{ending}"'.encode() for ending in ODDLY_NAMED)


#: How a file begins whose letters have two bytes each, in which no word is found.
UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def is_candidate(data: bytes) -> bool:
    """Whether a file can register anything at all: registration macros of TensorFlow and of forks are named so."""
    if (
        data[:2] in UTF_16
        or b"REGISTER" in data
        or has_calls(data)
        or any(word in data for word in (*_BY_HAND, *_ODD_INCLUDES))
    ):
        return True
    return b"\\" in data and b"REGISTER" in _SPLICE.sub(b"", data)


def has_calls(data: bytes) -> bool:
    """Whether a file can register something by calling functions."""
    return b"TF_NewOpDef" in data or b"TF_NewKernelB" in data or (b"OpRegistry" in data and b"Register(" in data)
