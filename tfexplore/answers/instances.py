"""What the parameters of templates are in the code behind some kernels, by the names with which code uses templates.

::

    MaxOp<CPUDevice, MAX>              the kernel: `Device` is CPUDevice and `mode` MAX
      LaunchPool<Device, T, mode>      LaunchPool<CPUDevice, T, MAX> can be meant, LaunchPool<GPUDevice, T, AVG> cannot

A name says nothing of what it is not told for sure: an alias, a member of a parameter, an expression.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.templates import is_parameter, one_name, plain_argument, template_arguments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from tfexplore.model import Location, Use

#: What parameters stand for in one instance, in the order of their names; of one that is not there nothing is known.
Given = tuple[tuple[str, str], ...]

#: So much is followed, of one definition and in all; beyond that nothing is known.
MAX_GIVEN = 64
MAX_FOLLOWED = 3000
#: What stands for anything, in the arguments of an argument.
_ANYTHING = "?"
_MORE = "..."
#: What means the same wherever it is said without a namespace, in small letters.
_KNOWN = frozenset([
    "bool", "float", "double", "half", "bfloat16", "string", "int8", "int16", "int32", "int64", "uint8", "uint16",
    "uint32", "uint64", "std::complex<float>", "std::complex<double>", "true", "false", "cpudevice", "threadpooldevice",
    "gpudevice",
])  # fmt: skip


class Instances:
    """What the parameters of each definition are that the code of some instances of a class leads to."""

    def __init__(self, read: Callable[[Location], Sequence[Use]], place: Location, instances: Iterable[str]) -> None:
        self._read = read
        self._found: dict[Location, dict[Given, None]] = {}
        instances = tuple(instances)
        for instance in instances:
            self._add(place, self._bound(place, "", template_arguments(instance)))
        for use in read(place):
            if use.kind == "argument" and use.user in instances:
                self._add(use.target, self._bound(use.target, use.defined, template_arguments(use.name)))
        waiting = [(one, given) for one, some in self._found.items() for given in some]
        followed = 0
        while waiting:
            owner, given = waiting.pop()
            followed += 1
            if followed > MAX_FOLLOWED:
                self._found.clear()
                return
            for use in read(owner):
                if use.kind == "function":
                    made: Given = ()
                elif use.kind not in ("class", "base") or not self._fits(use, given):
                    continue
                else:
                    arguments = self._arguments(use, given)
                    made = self._bound(use.target, use.defined, [_ANYTHING if a is None else a for a in arguments])
                if self._add(use.target, made):
                    waiting.append((use.target, made))

    def can_mean(self, use: Use) -> bool:
        """Whether what is used can be meant in one of the instances."""
        found = self._found.get(use.owner)
        return not found or any(self._fits(use, given) for given in found)

    def _add(self, place: Location, given: Given) -> bool:
        found = self._found.setdefault(place, {})
        if given in found or () in found or len(found) > MAX_GIVEN:
            return False
        if len(found) == MAX_GIVEN:
            given = ()
        found[given] = None
        return True

    def _head(self, place: Location) -> tuple[str, tuple[str, ...]] | None:
        """The name of the template at a place where it is specialised, and its parameters; a pack is none."""
        said = next((use for use in self._read(place) if use.kind == "head"), None)
        if said is None:
            return None
        parameters = tuple(said.name.split(","))
        return said.defined, parameters[:-1] if said.name.endswith(_MORE) else parameters

    def _bound(self, place: Location, name: str, arguments: Sequence[str]) -> Given:
        """What the parameters of the template at a place are, where it has these arguments."""
        head = self._head(place)
        if head is None:
            return ()
        parameters = head[1]
        found: dict[str, str] = {}
        for own, one in zip(template_arguments(head[0] or name) or parameters, arguments, strict=False):
            _match(own, one, parameters, found)
        return tuple(sorted(found.items()))

    def _given_to(self, use: Use, given: Given) -> Mapping[str, str]:
        """What is known where something is used: a method may call the parameters of its class otherwise."""
        said = template_arguments(use.user)
        head = self._head(use.owner)
        if not said or head is None or said == template_arguments(head[0]):
            return dict(given)
        if head[0]:
            return {}
        same = {own for own, one in zip(head[1], said, strict=False) if own == one}
        return {name: what for name, what in given if name in same}

    def _arguments(self, use: Use, given: Given) -> list[str | None]:
        """The arguments with which something is used; None for what is not known."""
        known = self._given_to(use, given)
        name, parameters = self._head(use.owner) or ("", ())
        open_ = frozenset(parameters)
        # What a class is specialised for is no parameter.
        own = {one: one for one in template_arguments(name) if one.isidentifier() and one not in open_}
        known = {**own, **known}
        return [_known(one, known, open_) for one in template_arguments(use.name)]

    def _fits(self, use: Use, given: Given) -> bool:
        own = template_arguments(use.defined)
        if not own or not given or use.kind not in ("class", "base"):
            return True
        head = self._head(use.target)
        parameters = head[1] if head is not None else None
        said = template_arguments(use.name)
        known = self._given_to(use, given)
        return not any(
            one is not None and any(word in known for word in _words(as_said)) and _contradicts(mine, parameters, one)
            for mine, one, as_said in zip(own, self._arguments(use, given), said, strict=False)
        )


def can_be(own: Sequence[str], asked: Sequence[str]) -> bool:
    """Whether template arguments can be those that are asked for, where either may be what parameters are called."""
    return not any(
        not is_parameter(other) and _contradicts(one, None, other) for one, other in zip(own, asked, strict=False)
    )


def _words(text: str) -> list[str]:
    return "".join([char if char.isalnum() or char == "_" else " " for char in text]).split()


def _parts(text: str) -> tuple[str, tuple[str, ...]] | None:
    """A name and its arguments, None for what is neither: `const T*`, `N + 1`, `A<B>::type`."""
    name, bracket, _ = text.partition("<")
    name = name.strip()
    if not name.replace("::", "").replace("_", "").isalnum() or (bracket and not text.endswith(">")):
        return None
    if bracket and text.count("<") > 1:
        level = 0
        for i, char in enumerate(text):
            level += (char == "<") - (char == ">")
            if char == ">" and not level and i < len(text) - 1:
                return None
    return name, template_arguments(text)


def _known(text: str, given: Mapping[str, str], parameters: frozenset[str]) -> str | None:
    """What an argument is where parameters are `given`; None where that is not told."""
    if text in given:
        return given[text]
    parts = _parts(text)
    if parts is None:
        return None
    name, arguments = parts
    first = name.removeprefix("::").partition("::")[0]
    if first in given or first in parameters:
        return None
    if arguments:
        inner = [_known(one, given, parameters) for one in arguments]
        return f"{name}<{', '.join([_ANYTHING if one is None else one for one in inner])}>"
    if name.isdigit() or one_name(name).lower() in _KNOWN:
        return name
    return None if "::" not in name or is_parameter(first) else name


def _match(own: str, given: str, parameters: Sequence[str], found: dict[str, str]) -> None:
    """Find what the parameters in an argument of a definition are where that is `given`."""
    if own in parameters:
        if _ANYTHING not in given:
            found[own] = given
        return
    mine, theirs = _parts(own), _parts(given)
    if mine is not None and theirs is not None:
        for one, other in zip(mine[1], theirs[1], strict=False):
            _match(one, other, parameters, found)


def _contradicts(own: str, parameters: Sequence[str] | None, given: str) -> bool:
    """Whether an argument of a definition cannot be what is given; where no head is known, `T` is a parameter."""
    if given == _ANYTHING or (is_parameter(own) if parameters is None else own in parameters):
        return False
    mine, theirs = _parts(one_name(own)), _parts(one_name(given))
    if mine is None or theirs is None:
        return False
    first = mine[0].partition("::")[0]
    if parameters is not None and first in parameters:  # `T::type`
        return False
    if plain_argument(mine[0]) != plain_argument(theirs[0]):
        return True
    return any(_contradicts(one, parameters, other) for one, other in zip(mine[1], theirs[1], strict=False))
