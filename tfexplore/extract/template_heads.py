"""What the heads of C++ templates say: their parameters, and which specialisation arguments can mean.

::

    template <typename Device, typename T, int N = 1>          parameters Device, T, N; two have to be given
    struct Pad;
    template <typename T, bool flag>                           parameters T, flag: anything can stand for them
    struct Pad<CPUDevice, T, flag> {                           CPUDevice is no parameter, and stands for itself
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from tfexplore._record import Record
from tfexplore.templates import is_parameter, one_name, plain_argument, template_arguments

#: A head is looked for so many characters in front of a name.
_MAX_HEAD = 2000
_TEMPLATE = re.compile(r"\btemplate\s*<")
_NEXT = re.compile(r"\s*template\s*<")
_NAME = re.compile(r"(?<![\w:])([A-Za-z_]\w*)\s*\Z")
#: A name, or the first part of one.
_WORD = re.compile(r"(?<![\w:])[A-Za-z_]\w*")
#: `Name<...>` as a whole, with its namespaces.
_INSTANCE = re.compile(r"((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)\s*<.*>\Z", re.S)
_NO_NAMES = frozenset(["typename", "class", "struct", "int", "bool", "unsigned", "auto", "void", "const", "size_t"])


class Head(Record):
    """The parameters of a template, in order; `needed` of them have no default, and `more` may follow the last."""

    parameters: tuple[str, ...]
    needed: int
    more: bool

    def takes(self, count: int) -> bool:
        """Whether so many arguments can be given."""
        return self.needed <= count and (self.more or count <= len(self.parameters))


def read_head(text: str, at: int) -> str:
    """The parameters in the heads `template <...>` of what is named at a place of a code without comments.

    They stand behind one another as `Device,T=,Rest...`; a default is a `=`, a parameter without a name is empty.
    """
    begin = max(0, at - _MAX_HEAD, *[text.rfind(char, 0, at) for char in ";{}"])
    if text.find("template", begin, at) < 0:
        return ""
    found: list[str] = []
    match = _TEMPLATE.search(text, begin, at)
    while match is not None:
        end = _closing(text, match.end(), at)
        if end < 0:
            return ""
        found += [_parameter(part) for part in parts_of(text[match.end() : end]) if part.strip()]
        match = _NEXT.match(text, end + 1, at)
    return ",".join(found)


def _parameter(text: str) -> str:
    level, default = 0, len(text)
    for i, char in enumerate(text):
        level += (char in "<(") - (char in ">)")
        if char == "=" and not level:
            default = i
            break
    own = text[:default]
    match = _NAME.search(own)
    name = match[1] if match is not None and len(own.split()) > 1 and match[1] not in _NO_NAMES else ""
    return name + ("..." if "..." in own else "=" if default < len(text) else "")


def head(said: str) -> Head:
    """A head as `read_head` writes it.

    >>> head("Device,T=,Rest...")
    Head(parameters=('Device', 'T', 'Rest'), needed=1, more=True)
    """
    parts = said.split(",") if said else []
    needed = [one for one in parts if not one.endswith(("=", "..."))]
    return Head(tuple([one.rstrip("=.") for one in parts]), len(needed), said.endswith("..."))


def _closing(text: str, start: int, end: int) -> int:
    """Where the bracket closes that is open at `start`; -1 where it does not before `end`."""
    level, round_ = 1, 0
    for i in range(start, end):
        char = text[i]
        if char in "()":
            round_ += 1 if char == "(" else -1
        elif round_:
            continue
        elif char == "<":
            level += 1
        elif char == ">":
            level -= 1
            if not level:
                return i
    return -1


def parts_of(text: str) -> list[str]:
    """The parts of a list between commas that no bracket holds."""
    parts, level, last = [], 0, 0
    for i, char in enumerate(text):
        if char in "<([{":
            level += 1
        elif char in ">)]}":
            level -= 1
        elif char == "," and not level:
            parts.append(text[last:i])
            last = i + 1
    parts.append(text[last:])
    return parts


# -- what fits ---------------------------------------------------------------------------------------------------------

#: Whether a name of one side stands for anything.
Anything = Callable[[str], bool]


def parameters_of(known: Head | None) -> Anything:
    """Which of a specialisation's arguments are parameters: those of its head; what is called so if it has none."""
    return frozenset(known.parameters).__contains__ if known is not None else is_parameter


def constants_of(family: Iterable[tuple[str, Anything]]) -> frozenset[str]:
    """The arguments of specialisations that are constants and types: what is called so elsewhere is no parameter."""
    return frozenset(
        [
            argument.rpartition("::")[2].strip()
            for name, anything in family
            for argument in template_arguments(name)
            if not anything(argument)
        ]
    )


def fits(name: str, anything: Anything, arguments: Sequence[str], open_: Anything) -> bool:
    """Whether a definition can be what the arguments say; what is not specialised takes any."""
    own = template_arguments(name)
    return all(_fits(one, anything, given, open_) for one, given in zip(own, arguments, strict=False))


def _fits(own: str, anything: Anything, given: str, open_: Anything) -> bool:
    if anything(own) or open_(given):
        return True
    own, given = one_name(own), one_name(given)
    if own == given if "<" in own or "<" in given else plain_argument(own) == plain_argument(given):
        return True
    mine, yours = _INSTANCE.match(own), _INSTANCE.match(given)
    if mine is not None and yours is not None:
        if plain_argument(mine[1]) != plain_argument(yours[1]) and not open_(yours[1]):
            return False
        return fits(own, anything, template_arguments(given), open_)
    # `typename X<T>::type`, `N + 1`, `sizeof(T)`: what it is depends on a parameter.
    return (mine is None and _depends(own, anything)) or (yours is None and _depends(given, open_))


def _depends(text: str, anything: Anything) -> bool:
    return not text.isidentifier() and any(map(anything, _WORD.findall(text)))


def with_arguments(name: str, given: Mapping[str, str]) -> str:
    """A name with arguments in the place of parameters.

    >>> with_arguments("functor::Pad<Device, T>", {"Device": "CPUDevice"})
    'functor::Pad<CPUDevice, T>'
    """
    head, bracket, arguments = name.partition("<")
    return head + bracket + _WORD.sub(lambda match: given.get(match[0], match[0]), arguments)
