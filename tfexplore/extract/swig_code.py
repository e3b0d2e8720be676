"""What of a SWIG interface file is C++: the text without directives, each line where it was.

Blocks of code (`%{ ... %}`, `%inline %{ ... %}`) and the bodies of typemaps are kept, what stands around them is blank.
"""

from __future__ import annotations

import re

_BRACES = re.compile(rb"%[{}]")
#: A directive up to its body, over lines that a backslash joins.
_DIRECTIVE = re.compile(rb"\n[ \t]*%(?:[^\n{\\]|\\\n?)*")
_LETTER = re.compile(rb"[^\n]")


def code_of(data: bytes) -> bytes:
    r"""The C++ of an interface file.

    >>> code_of(b"%module loom\n%inline %{\nint a;\n%}\n")
    b'            \n          \nint a;\n  \n'
    """
    data = _BRACES.sub(b"  ", b"\n" + data)
    return _DIRECTIVE.sub(lambda match: _LETTER.sub(b" ", match[0]), data)[1:]
