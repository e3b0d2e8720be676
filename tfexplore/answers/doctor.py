"""What a pasted error is about: `tfexplore doctor`.

The statement that raised it is found by the fixed parts of its template (see `tfexplore.fingerprint`); where several
say the same, the op that the message is about decides, by the files of its kernels. Then the registered facts are
asked why: does the OpDef allow the type, is there a kernel, on which device, with which label, in which library.
"""

from __future__ import annotations

import re

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.texts import Text, messages
from tfexplore.index import kernels, ops
from tfexplore.index import messages as sites
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Callable

    from tfexplore.answers.texts import Frame
    from tfexplore.index.store import Index
    from tfexplore.model import GradientFunction, KernelDef, OpDef

#: Reasons, in the words of `docs/json.md`.
REASONS = (
    "dtype_not_in_op_def",
    "no_kernel",
    "device_not_available",
    "not_in_this_build",
    "library_not_loaded",
    "label",
    "kernel_restriction",
    "not_differentiable",
    "no_gradient",
    "unknown_op",
    "other",
)
_NEAREST = 5
_MAX_HITS = 4000
_MAX_SITES = 600
#: A match of fewer fixed bytes says nothing, unless it is the whole message.
_LEAST = 12
#: A complete match from the beginning on of this many fixed bytes is the statement.
_ENOUGH = 20
#: Anchors of the statement itself begin within this many bytes.
_BEGINNING = 80


class Failure(Record):
    """Why a kernel was not taken: the attr (or `"device_type"`, `"label"`), what was asked for, what it takes."""

    name: str
    wanted: str
    allowed: tuple[str, ...]


class NearKernel(Record):
    """A registered kernel and the constraints that did not hold."""

    kernel: KernelDef
    failed: tuple[Failure, ...]


class Diagnosis(Record):
    """What is known of one message; `site` is None for one that no statement of the source makes.

    `others` are statements that say the same, or that wrapped the message; `values` fill the gaps of the template.
    `op_def` and `gradients` are those of `op`; `candidates` are all ops that the message could be about. `guard` is the
    condition under which another build would register the op or a kernel for it, and where.
    """

    message: str
    exception: str
    line: int
    site: MessageSite | None
    values: tuple[str, ...]
    others: tuple[MessageSite, ...]
    op: str | None
    op_def: OpDef | None
    node: str | None
    device_type: str | None
    dtypes: tuple[str, ...]
    attrs: tuple[tuple[str, str], ...]
    nearest: tuple[NearKernel, ...]
    gradients: tuple[GradientFunction, ...]
    candidates: tuple[str, ...]
    reason: str
    guard: tuple[str, Location] | None = None
    template: str | None = None


class _Found(Record):
    """A statement that fits: how many fixed bytes, where, the values, and whether all of its parts are there."""

    site: MessageSite
    fixed: int
    begin: int
    end: int
    values: tuple[str, ...]
    complete: bool


def diagnose(
    index: Index,
    text: bytes,
    query: tuple[str, ...] = (),
    template_of: Callable[[MessageSite], str | None] | None = None,
) -> Answer:
    """The messages in a text as `Diagnosis` values; `"not found"` when no statement of the source makes any.

    `template_of` reads the template of a statement where there is a tree to read it from.
    """
    found = [_diagnose(index, one) for one in _distinct(messages(text))]
    known = tuple([one for one in found if one.site is not None])
    if template_of is not None:
        known = tuple([one._replace(template=template_of(one.site)) for one in known if one.site])
    searched = Searched("message", len(found))
    return Answer(index.state, "doctor", query, "found" if known else "not found", known, (), (), searched)


def _distinct(texts: list[Text]) -> list[Text]:
    """Each message once: a log repeats what a traceback says."""
    seen: dict[bytes, Text] = {}
    for one in texts:
        key = fingerprint.folded(one.text[:2000])
        known = seen.get(key)
        if known is None or (one.exception and not known.exception):
            seen[key] = one
    return sorted(seen.values(), key=lambda one: one.line)


def _diagnose(index: Index, text: Text) -> Diagnosis:
    folded = fingerprint.folded(text.text)
    subject = _Subject(index, text, folded.decode("utf-8", "replace"))
    found = _statements(index, text, folded)
    best = _best(index, found, text, subject)
    if best is not None:
        subject.learn_from(best.site)
    reason, near = _reason(index, subject, best.site if best else None)
    others = tuple([one.site for one in found if best is not None and one.site != best.site and _rivals(one, best)])
    return Diagnosis(
        text.text.decode("utf-8", "replace").strip()[:4000],
        text.exception,
        text.line,
        best.site if best else None,
        best.values if best else (),
        others[:8],
        subject.op,
        subject.op_def,
        subject.node,
        subject.device,
        tuple(subject.dtypes),
        tuple(subject.attrs.items()),
        near,
        subject.gradients,
        tuple(subject.candidates[:8]),
        reason,
        subject.guard("op" if subject.op_def is None else "kernel") if reason == "not_in_this_build" else None,
    )


# -- the statement -----------------------------------------------------------------------------------------------------


def _statements(index: Index, text: Text, folded: bytes) -> list[_Found]:
    """Every statement whose template stands in the message."""
    places = fingerprint.anchors(folded)
    by_hash: dict[int, list[tuple[int, int]]] = {}
    for value, path, number in sites.anchored(index, places, _MAX_HITS):
        by_hash.setdefault(value, []).append((path, number))
    found = _at_frame(index, text, folded)
    ordered = sorted(by_hash, key=lambda one: len(by_hash[one]))  # words that few templates have say most
    early = [value for value in ordered if places[value][0] <= _BEGINNING]
    for values in (early, [value for value in ordered if places[value][0] > _BEGINNING]):
        by_file: dict[int, dict[int, tuple[int, int]]] = {}
        hits = 0
        for value in values:
            hits += len(by_hash[value])
            if hits > _MAX_SITES:
                break
            for path, number in by_hash[value]:
                by_file.setdefault(path, {}).setdefault(number, places[value])
        for path in sorted(by_file):
            found += _in_file(index, path, by_file[path], folded)
        if any(one.complete and one.begin == 0 and one.fixed >= _ENOUGH for one in found):
            break  # what stands further on is a value, or what others have added
    return found


def _in_file(index: Index, path: int, numbered: dict[int, tuple[int, int]], folded: bytes) -> list[_Found]:
    """The statements of a file, by their numbers, whose templates stand in the message around these anchors."""
    found: list[_Found] = []
    numbers = sorted(numbered)
    for number, site in zip(numbers, sites.picked(index, path, numbers), strict=True):
        match = fingerprint.around(site.parts, folded, numbered[number])
        if match is None:
            continue
        total = sum([fingerprint.length_and_hash(one)[0] for one in site.parts if one])
        complete = match.fixed == total
        whole = complete and match.begin == 0 and match.end == len(folded)
        if not whole and (match.fixed < _LEAST or (not complete and match.fixed < 2 * _LEAST)):
            continue
        values = tuple([folded[a:b].decode("utf-8", "replace").strip()[:400] for a, b in match.values])
        found.append(_Found(site, match.fixed, match.begin, match.end, values, complete))
    return found


def _at_frame(index: Index, text: Text, folded: bytes) -> list[_Found]:
    """The statement in whose lines the innermost frame of a traceback lies: it need not say anything in particular."""
    if not text.frames or not text.exception:
        return []
    frame = text.frames[-1]
    tail = frame.path.replace("/tensorflow_core/", "/tensorflow/").rpartition("/tensorflow/")[2]
    return [
        _Found(site, 0, 0, len(folded), (), True)
        for site in (sites.of_file(index, "tensorflow/" + tail) if tail else ())
        if site.kind == "raise"
        and site.location.line <= frame.line <= site.location.end_line
        and fingerprint.match(site.parts, folded, whole=False)
    ]


def _rivals(one: _Found, best: _Found) -> bool:
    return one.complete and one.fixed >= best.fixed // 2


def _best(index: Index, found: list[_Found], text: Text, subject: _Subject) -> _Found | None:
    """The statement that raised the message: the one that says most of it, then the one whose op it is."""
    if not found:
        return None
    files = subject.files()
    stems = {_stem(path) for path in files}
    top = max([one.fixed for one in found if one.begin == 0], default=0)
    inferring = " with input shapes: " in subject.message
    raised = text.frames[-1] if text.frames else None

    def rank(one: _Found) -> tuple[object, ...]:
        site = one.site
        logs = site.kind in ("LOG", "VLOG", "DLOG", "DVLOG", "logging")
        at_frame = raised is not None and _same_file(raised.path, site.location.path)
        on_line = at_frame and raised is not None and site.location.line <= raised.line <= site.location.end_line
        python = site.location.path.endswith(".py")
        named = bool(text.exception) and text.exception in (site.error, site.error + "Error")
        # An error of C++ never comes out of a `raise`, and a `raise` names what it raises.
        foreign = bool(text.exception) and python and not named
        own = subject.classes and site.function.partition("<")[0].partition("::")[0] in subject.classes
        return (
            on_line,
            not logs if not text.severity else True,
            one.complete,
            not foreign,
            one.begin == 0,
            4 * one.fixed >= 3 * top,  # a bracket more or less decides nothing
            at_frame,
            named,
            inferring and not kernels.placed_in(index, site.location.path),
            bool(own),
            site.location.path in files,
            _stem(site.location.path) in stems,  # a class in the header, its method in the source
            one.fixed,
            not site.location.path.startswith("tensorflow/contrib"),
            -len(site.location.path),
            site.location.path,
            -site.location.line,
        )

    return max(found, key=rank)


def _stem(path: str) -> str:
    return path.rpartition(".")[0]


def _same_file(frame: str, path: str) -> bool:
    """Whether a frame's path is that of a file of the tree; the wheel calls the package `tensorflow_core`."""
    tail = frame.replace("/tensorflow_core/", "/tensorflow/").rpartition("/tensorflow/")[2]
    return bool(tail) and path == "tensorflow/" + tail


# -- the subject -------------------------------------------------------------------------------------------------------

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
    """The type of the device that is asked for: `/device:GPU:0`, `for CPU devices`, `/gpu:0`."""
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


class _Subject:
    """What a message is about, as far as its text and its frames tell."""

    def __init__(self, index: Index, text: Text, message: str) -> None:
        self.index = index
        self.message = message
        self.text = text
        self.candidates: list[str] = []
        self.op: str | None = None
        self.op_def: OpDef | None = None
        self.kernels: tuple[KernelDef, ...] = ()
        self.gradients: tuple[GradientFunction, ...] = ()
        self.classes: frozenset[str] = frozenset()
        self.nodes = [one for one in _names_behind(message, _BEFORE_NODE, " '}](:") if one[0] not in "[{"]
        self.node = self.nodes[0] if self.nodes else None
        self.attrs = self._attrs()
        self.dtypes = self._dtypes()
        self.device = _device_in(message)
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
        if _says(self.message, _UNREGISTERED):
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

    def learn_from(self, site: MessageSite) -> None:
        """The op of a kernel class that has raised a message which names none."""
        if self.op is not None or "::" not in site.function:
            return
        base = site.function.partition("<")[0].partition("::")[0]
        named = kernels.ops_of_class(self.index, base)
        self.candidates = list(named)
        if len(named) == 1:
            self._take(named[0])


_PYTHON_TYPES = {"float16": "HALF", "float32": "FLOAT", "float64": "DOUBLE", "str": "STRING"}


def _type(name: str) -> str:
    """`DT_FLOAT` for `float32`, `DT_FLOAT` and `float`; empty for what is no type."""
    name = name.strip().removeprefix("tf.").removesuffix("_ref")
    if name.startswith("DT_"):
        return name
    if not name.isidentifier():
        return ""
    return "DT_" + _PYTHON_TYPES.get(name.lower(), name.upper())


# -- the reason --------------------------------------------------------------------------------------------------------

# Words that tell what kind of refusal a message is; tests for a part of a text cost nothing, expressions a millisecond.
_UNREGISTERED = ("p type not registered", "nknown op ")
_TYPES = ("list of allowed values",)
_NO_GRADIENT = ("o gradient defined", "o gradient registered", "o gradient function", "gradient registry has no entry")
_NOT_DIFFERENTIABLE = (
    "not differentiable",
    "o gradients provided for any variable",
    "do not support gradients",
    "does not support gradients",
)
_NO_DEVICE = (
    "available devices are",
    "no devices matching that specification",
    "unknown device",
    "not find device",
    "not find a device",
)
_NO_KERNEL = (
    "No OpKernel",
    "no supported kernel",
    "OpKernel for",
    "no device type supports",
    "not find valid device",
    "no kernel",
    "o registered kernel",
)


def _says(message: str, words: tuple[str, ...]) -> bool:
    return any(one in message for one in words)


def _reason(index: Index, subject: _Subject, site: MessageSite | None) -> tuple[str, tuple[NearKernel, ...]]:
    """Why, as far as the source can tell, and the kernels that come nearest."""
    message = subject.message
    if _says(message, _UNREGISTERED):
        return _unregistered(subject), ()
    if _says(message, _NO_GRADIENT) or _says(message, _NOT_DIFFERENTIABLE):
        return _gradient(index, subject), ()
    if _says(message, _TYPES) and (subject.op_def is None or _outside(subject)):
        return "dtype_not_in_op_def", ()
    if _says(message, _NO_KERNEL):
        near = _near(subject)
        return _kernel(subject, near), near
    if _says(message, _NO_DEVICE):
        return "device_not_available", ()
    if site is not None and " with input shapes: " not in message and _in_kernel(index, subject, site):
        return "kernel_restriction", ()
    return "other", ()


def _unregistered(subject: _Subject) -> str:
    if subject.op_def is None:
        return "not_in_this_build" if subject.guard("op") else "unknown_op"
    return "not_in_this_build" if subject.op_def.linked_into is None else "library_not_loaded"


def _gradient(index: Index, subject: _Subject) -> str:
    if subject.op is None:
        return "not_differentiable"
    from tfexplore.index import gradients

    subject.gradients = tuple([one for one in gradients.of_ops(index, (subject.op,)) if one.registry == "python"])
    loaded = [one for one in subject.gradients if one.availability == "import tensorflow"]
    if any(one.function is None for one in loaded):
        return "not_differentiable"
    if not loaded and any(one.availability for one in subject.gradients):
        return "library_not_loaded"
    return "not_differentiable" if _says(subject.message, _NOT_DIFFERENTIABLE) else "no_gradient"


def _outside(subject: _Subject) -> bool:
    """Whether some type of the message is one that no attr of the op allows, or the message cannot be checked."""
    assert subject.op_def is not None
    allowed = [attr.allowed_values for attr in subject.op_def.attr if attr.type in ("type", "list(type)")]
    lists = [one for one in allowed if one is not None]
    return not subject.dtypes or not lists or any(type_ not in one for type_ in subject.dtypes for one in lists)


def _near(subject: _Subject) -> tuple[NearKernel, ...]:
    """The registered kernels of the op, those first of which the least failed."""
    near: list[tuple[int, int, int, NearKernel]] = []
    listed = subject.message.partition("Registered devices: [")[2].partition("]")[0]
    devices = {one.strip() for one in listed.split(",") if one.strip()}
    if subject.device:
        devices = {subject.device}
    wanted_label = subject.attrs.get("_kernel", "")
    for number, kernel in enumerate(subject.kernels):
        if kernel.registry != "op_kernel" or kernel.linked_into is None:
            continue
        failed: list[Failure] = []
        if devices and kernel.device_type not in devices and kernel.device_type != "DEFAULT":
            failed.append(Failure("device_type", ", ".join(sorted(devices)), (kernel.device_type,)))
        for constraint in kernel.constraint:
            given = subject.attrs.get(constraint.name)
            if given is None and not subject.attrs and len(subject.dtypes) == 1:
                given = subject.dtypes[0]
            if given and given.startswith("DT_") and given not in constraint.allowed_values:
                failed.append(Failure(constraint.name, given, constraint.allowed_values))
        if kernel.label != wanted_label:
            failed.append(Failure("label", wanted_label, (kernel.label,)))
        near.append((len(failed), kernel.device_type != "CPU", number, NearKernel(kernel, tuple(failed))))
    near.sort(key=lambda one: one[:3])
    return tuple([one for _, _, _, one in near[:_NEAREST]])


def _kernel(subject: _Subject, near: tuple[NearKernel, ...]) -> str:
    """Why there is no kernel: a label that nobody registers, a library, a build, or simply none."""
    label = subject.attrs.get("_kernel", "")
    if label and all(one.kernel.label != label for one in near):
        return "label"
    if near and all([failure.name for failure in one.failed] == ["label"] for one in near[:1]):
        return "label"
    if subject.op is None or near:
        return "no_kernel"
    if any(one.registry == "op_kernel" for one in subject.kernels) or subject.guard("kernel"):
        return "not_in_this_build"
    library = subject.op_def.linked_into if subject.op_def else None
    return "library_not_loaded" if library not in (None, "tensorflow", "source") else "no_kernel"


def _in_kernel(index: Index, subject: _Subject, site: MessageSite) -> bool:
    """Whether a statement belongs to the code of kernels: it stands in one, or in a file or folder of them."""
    if site.location.path.endswith(".py"):
        return False
    if site.kind == "OP_REQUIRES" or site.location.path in {one.location.path for one in subject.kernels}:
        return True
    return kernels.placed_in(index, site.location.path) or "/kernels/" in site.location.path
