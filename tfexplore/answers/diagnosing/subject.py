"""What an error message is about: the op, the node, the device and the types, as far as it tells."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diagnosing.placement import placement
from tfexplore.answers.filters import type_name
from tfexplore.errors import UsageError
from tfexplore.index import kernels, ops
from tfexplore.model import Location

if TYPE_CHECKING:
    from tfexplore.answers.texts import Frame, Text
    from tfexplore.index.store import Index
    from tfexplore.model import GradientFunction, KernelDef, MessageSite, OpDef

#: Words of a message about an op that nobody has registered.
UNREGISTERED = ("p type not registered", "nknown op ")

# What stands before and behind the name of an op, a node, a device. Looking for words is several times cheaper than one
# regular expression, which has to be compiled first: a question is over before that is done.
_BEFORE_OP = (
    "Op<name=", "(op: '", "(op type: ", "[Op:", "}} = ", "p type ", "p type: ", "p '", "p: '", "for op ", "for Op ",
    "entry for: ", "p type not registered '",
)  # fmt: skip
_BEHIND_OP = ("' Op ", "' OpKernel")
_BEFORE_NODE = ("{{node ", "{{colocation_node ", "[[node ", "[[", "for operation '", "for operation ")
_DEVICES = ("XLA_CPU", "XLA_GPU", "CPU", "GPU", "TPU")
_BEFORE_ATTRS = ("attrs: [", "Requested Attributes: ", "}} = ")
_ATTR = r"(\w+) ?= ?(DT_\w+|\"[^\"]{0,100}\"|\[[^\]]{0,100}\]|[\w.+-]+)"
_DTYPE = r"\bDataType (\w+)|\battr '\w+' of (\w+) is not|\bdtype:? (?:=|is )?'?(\w+)'?"
_PARAMETER = r"parameter '(\w+)' has DataType (\w+) not in list of allowed values: ([\w, ]+)"


def _names_behind(text: str, words: tuple[str, ...], ends: str) -> list[str]:
    """What follows each of `words` in a text up to one of `ends`, in the order of the text."""
    found: list[tuple[int, str]] = []
    for word in words:
        at = text.find(word)
        while at >= 0 and len(found) < 200:
            begin = end = at + len(word)
            while end < len(text) and text[end] not in ends and end - begin < 300:
                end += 1
            if end > begin:
                found.append((begin, text[begin:end]))
            at = text.find(word, end)
    return [name for _, name in sorted(found)]


def _device_in(text: str) -> str | None:
    """The type of the device that a text names first: `/device:GPU:0`, `for CPU devices`, `/gpu:0`."""
    found: list[tuple[int, str]] = []
    at = text.find("device:")
    while at >= 0:
        name = text[at + 7 : at + 40].partition(":")[0].partition("'")[0].partition(",")[0].split(" ")[0].strip(".]}")
        if name and name.replace("_", "").isalpha() and name.isupper():
            found.append((at, name))
            break
        at = text.find("device:", at + 1)
    for name in _DEVICES:
        for words in (f"{name} devices", f"'{name}' devices", f"/{name.lower()}:"):
            at = text.find(words)
            if at >= 0 and (not at or not (text[at - 1].isalnum() or text[at - 1] == "_")):
                found.append((at, name))
    return min(found)[1] if found else None


class Subject:
    """What a message is about, as far as its text and its frames tell.

    `nodes` and `attrs` are as the message writes them, `dtypes` as the OpDef does (`DT_FLOAT`); `candidates` are the
    ops that it could be about, the likeliest first: `op`, where there is one.
    """

    def __init__(self, index: Index, text: Text, message: str) -> None:
        self.index = index
        self.message = message
        self.text = text
        self.candidates: list[str] = []
        #: Whether the op is the likeliest of those that a parameter and its types are of, and nothing names it.
        self.guessed = False
        self.op: str | None = None
        self.op_def: OpDef | None = None
        self.kernels: tuple[KernelDef, ...] = ()
        self.gradients: tuple[GradientFunction, ...] = ()
        self.classes: frozenset[str] = frozenset()
        named = _names_behind(message, _BEFORE_NODE, " '}](:")
        self.nodes = [one for one in named if one[0] not in "[{" and not (one == "node" and "[[node " in message)]
        self.node = self.nodes[0] if self.nodes else None
        self.attrs = self._attrs()
        self.dtypes = self._dtypes()
        #: Whether shapes were inferred when the message was made, and nothing ran.
        self.inferring = " with input shapes: " in message
        self.placement = placement(message)
        self.device = _device_in(self.placement.asked or message)
        self._known = dict.fromkeys((*index.names("op"), *index.names("op", unlinked=True)))
        self._name()

    def _attrs(self) -> dict[str, str]:
        found = [at + len(word) for word in _BEFORE_ATTRS if (at := self.message.find(word)) >= 0]
        if not found:
            return {}
        inside = self.message[min(found) :][:1500]
        for stop in ("] Registered", "; NodeDef", ". Registered", "](", "]\n"):
            inside = inside.partition(stop)[0]
        return {name: value.strip('"') for name, value in re.findall(_ATTR, inside)}

    def _dtypes(self) -> list[str]:
        found: dict[str, None] = {value: None for value in self.attrs.values() if value.startswith("DT_")}
        if not found:
            for match in re.finditer(_DTYPE, self.message) if "ype" in self.message else ():
                type_ = _type(match.group(1) or match.group(2) or match.group(3))
                if type_:
                    found[type_] = None
        return list(found)

    def _name(self) -> None:
        """The op: as the message names it, as the innermost generated wrapper does, or as its node is called."""
        named = _names_behind(self.message, _BEFORE_OP, " ',;)]:[\"")
        for words in _BEHIND_OP:
            named += [one.rpartition("'")[2] for one in self.message.split(words)[:-1]]
        for name in named:
            if name in self._known:
                self._take(name)
                return
        if says(self.message, UNREGISTERED):
            missing = _names_behind(self.message, ("registered '", "nknown op '", "nknown op "), " '")
            if missing:
                self._take(missing[0])
                return
        for frames in (self.text.origin, self.text.frames):
            for frame in reversed(frames):
                file = frame.path.rpartition("/")[2]
                if file.startswith(("gen_", "custom_")) and file.endswith(".py"):
                    wrapped = self._wrapped(frame)
                    if wrapped:
                        self._take(wrapped)
                        return
        for node in self.nodes:
            last = node.rpartition("/")[2]
            head, _, number = last.rpartition("_")
            last = head if number.isdigit() else last
            if last in self._known:
                self._take(last)
                return
        parameter = re.search(_PARAMETER, self.message) if "has DataType" in self.message else None
        if parameter:
            self._by_parameter(*parameter.groups())

    def _wrapped(self, frame: Frame) -> str | None:
        """The op behind a generated function: `conv2d_backprop_filter` creates `Conv2DBackpropFilter`."""
        wanted = frame.function.replace("_eager_fallback", "").replace("_", "").lower()
        if not wanted:
            return None
        found = [name for name in self._known if name.replace("_", "").lower() == wanted]
        return found[0] if found else None

    def _by_parameter(self, parameter: str, given: str, allowed: str) -> None:
        """The ops with an argument of this name whose type attr allows exactly these types, best known first."""
        wanted = tuple([_type(one) for one in allowed.split(",")])
        found: list[tuple[bool, int, int, str]] = []
        for op in ops.with_input(self.index, parameter, wanted):
            attrs = {attr.name: attr.allowed_values for attr in op.attr}
            for arg in op.input_arg:
                name = arg.type_attr or arg.type_list_attr
                if arg.name == parameter and name and attrs.get(name) == wanted:
                    count = sum(number for _, number in kernels.devices_of(self.index, op.name))
                    odd = op.name.startswith("_") or op.deprecation_version is not None
                    odd = odd or op.linked_into not in ("tensorflow", "source")
                    found.append((odd, len(op.name), -count, op.name))
        # Of an op and those derived from it, the shortest name is the one that a person calls.
        self.candidates = [name for _, _, _, name in sorted(found)]
        type_ = _type(given)
        if type_ and type_ not in self.dtypes:
            self.dtypes.append(type_)
        if self.candidates:
            self.guessed = True
            self._take(self.candidates[0])

    def _take(self, name: str) -> None:
        self.op = name
        if name not in self.candidates:
            self.candidates.append(name)
        found = ops.named(self.index, (name,))
        self.op_def = next((one for one in found if one.linked_into is not None), found[0] if found else None)
        self.kernels = kernels.of_ops(self.index, (name,))
        self.classes = frozenset(one.kernel_class.partition("<")[0].rpartition("::")[2] for one in self.kernels)

    def files(self) -> frozenset[str]:
        """The files that the op's kernels, its registration and its shape function stand in."""
        found = {one.location.path for one in self.kernels}
        found |= {one.kernel_class_location.path for one in self.kernels if one.kernel_class_location}
        if self.op_def:
            found.add(self.op_def.location.path)
            if self.op_def.shape_fn_location:
                found.add(self.op_def.shape_fn_location.path)
        return frozenset(found)

    def guard(self, kind: str) -> tuple[str, Location] | None:
        """The condition under which another build registers the op (or a kernel for it), and where."""
        for line in (self.index.note("guarded") or "").split("\n"):
            if self.op is not None and line.startswith(f"{self.op}\t{kind}\t"):
                condition, path, number = line.split("\t")[2:]
                return condition, Location(path, int(number), int(number))
        return None

    def unlinked(self) -> Location | None:
        """Where a file that no library of the build links registers the op, or else a kernel for it."""
        if self.op_def is not None and self.op_def.linked_into is None:
            return self.op_def.location
        places = [one.location for one in self.kernels if one.registry == "op_kernel" and one.linked_into is None]
        return places[0] if places else None

    def could_be(self, leading: list[tuple[str, ...]]) -> None:
        """The ops that lead to each of the statements of which any may have raised a message that names none."""
        if self.op is None and not self.candidates:
            self.candidates = list(dict.fromkeys([op for ops_ in leading for op in ops_]))
            if len(self.candidates) == 1 and all(leading):
                self._take(self.candidates[0])

    def belongs_to(self, names: tuple[str, ...]) -> None:
        """The ops of the function that has raised a message which names none."""
        if names:
            self.candidates = list(names)
            if len(names) == 1:
                self._take(names[0])

    def learn_from(self, site: MessageSite) -> None:
        """The op of a kernel class that has raised a message which names none."""
        if self.op is not None or "::" not in site.function:
            return
        base = site.function.partition("<")[0].partition("::")[0]
        named = kernels.ops_of_class(self.index, base)
        self.candidates = list(named)
        if len(named) == 1:
            self._take(named[0])


def _type(name: str) -> str:
    """`DT_FLOAT` for `float32`, `DT_FLOAT` and `float`; empty for what is no type."""
    try:
        return type_name(name.strip().removesuffix("_ref"))
    except UsageError:
        return ""


def says(message: str, words: tuple[str, ...]) -> bool:
    """Whether a message has any of these words."""
    return any(one in message for one in words)
