"""What a C++ file registers, as it travels between processes and is kept from one run to the next.

Apart from what finds it out, so that a run in which nothing has changed need not import that.
"""

from __future__ import annotations

from hashlib import blake2b

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from tfexplore.cpp.lexer import Source
    from tfexplore.model import GradientFunction, KernelDef, OpDef, Unresolved


class Registrations(Record):
    """What one file registers, before anyone knows which library links it."""

    ops: tuple[OpDef, ...] = ()
    kernels: tuple[KernelDef, ...] = ()
    gradients: tuple[GradientFunction, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()


class Known(Record):
    """What one file registers, and what beyond its own bytes decided that.

    `code` is a digest of the file without comments, `environment` one of the macros that it can come to, `asked` the
    constants and types that it looked up. `consulted` are the other sources that were asked for what headers declare.
    """

    registrations: Registrations = Registrations()
    code: bytes = b""
    environment: bytes = b""
    asked: tuple[tuple[str, str, str], ...] = ()
    consulted: tuple[str, ...] = ()


def code_digest(source: Source) -> bytes:
    """A digest of a file's text without comments, lines where they were: what registrations are read from."""
    lines = [line.rstrip() for line in source.code.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    state = blake2b("\n".join(lines).encode(), digest_size=12)
    for directive in source.directives:
        text = " ".join(directive.text.split())
        state.update(f"{source.line(directive.start)} {directive.name} {text}\n".encode())
    return state.digest()


def is_candidate(data: bytes) -> bool:
    """Whether a file can register anything at all: registration macros of TensorFlow and of forks are named so."""
    return b"REGISTER" in data or has_calls(data)


def has_calls(data: bytes) -> bool:
    """Whether a file can register something by calling functions."""
    return b"TF_NewOpDef" in data or b"TF_NewKernelB" in data or (b"OpRegistry" in data and b"Register(" in data)
