"""What can be told of a source file that is larger than what is read: a look at its beginning, and no parsing."""

from __future__ import annotations

import re

from tfexplore.extract.known import is_candidate
from tfexplore.model import Location, Unresolved

#: What first makes a C++ file a candidate. A word is bounded, and what stands before it is looked up afterwards: a file
#: may be one word.
_SIGN = re.compile(rb"REGISTER\w{0,80}|TF_New(?:OpDef|KernelB)\w{0,80}|OpRegistry")
#: A registration that names what it registers: `REGISTER_OP("Add")`, `REGISTER_KERNEL_BUILDER(Name("Add")`.
_NAMED = re.compile(
    rb"(REGISTER\w{0,80}|TF_New(?:OpDef|KernelB)\w{0,80}|RegisterGradient|NotDifferentiable)"
    rb"[ \t]{0,8}\([ \t\n]{0,80}(?:Name[ \t]{0,8}\([ \t]{0,8})?[\"']([A-Za-z_>]\w{0,200})[\"']"
)
#: The same signs of Python and SWIG, and what stands for them in a file whose beginning has none.
_OF_PYTHON = re.compile(rb"RegisterGradient|NotDifferentiable")
_OF_SWIG = re.compile(rb"%module")
_REMARKS = (b"//", b"/*", b"*", b"#")
#: As far as the beginning of a word or line is looked for.
_BACK = 200


def too_large(path: str, start: bytes, limit: int) -> Unresolved:
    """The entry for a file that is larger than `limit` bytes: its first registration with a name, else its first sign.

    `start` are the first bytes of the file, or all of them.
    """
    reason = f"the file is larger than {limit >> 20} MB and is not read"
    # A word for the registry, where no sign is found.
    sign, word = (_OF_PYTHON, "RegisterGradient") if path.endswith(".py") else (_SIGN, "REGISTER_OP")
    if path.endswith(".i"):
        sign, word = _OF_SWIG, "%module"
    named = next((found for found in _NAMED.finditer(start) if not _in_remark(start, found.start())), None)
    if named is not None:
        word, name = _word(start, named.start(1), named.end(1)), named[2].decode("latin-1")
        line = start.count(b"\n", 0, named.start()) + 1
        text = f'{word}(Name("{name}"))' if b"Name" in named[0] else f'{word}("{name}")'
        return Unresolved(word, text[:80], reason, Location(path, line, line), name)
    found = sign.search(start)
    if found is None:
        if not is_candidate(start):
            reason += f", and no registration stands in its first {len(start) >> 20} MB"
        return Unresolved(word, "", reason, Location(path, 1, 1))
    line = start.count(b"\n", 0, found.start()) + 1
    return Unresolved(_word(start, found.start(), found.end()), "", reason, Location(path, line, line))


def _word(data: bytes, start: int, end: int) -> str:
    """The whole word that a sign is the end of, its last 80 letters."""
    before = re.search(rb"\w*\Z", data[max(0, start - 80) : start])
    return ((before[0] if before else b"") + data[start:end])[-80:].decode("latin-1")


def _in_remark(data: bytes, at: int) -> bool:
    line = max(data.rfind(b"\n", max(0, at - _BACK), at) + 1, at - _BACK, 0)
    return data[line:at].lstrip().startswith(_REMARKS)
