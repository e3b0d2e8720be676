"""Names of C++ templates, taken apart: `BiasOp<CPUDevice, float>::Compute` and its like."""

from __future__ import annotations

#: What was taken apart already: a tree's names are asked for a hundred thousand times. `functools` is not imported for
#: it, which a question has no use for.
_arguments: dict[str, tuple[str, ...]] = {}
_without: dict[str, str] = {}
_MANY = 1 << 16


def template_arguments(name: str) -> tuple[str, ...]:
    """The outermost template arguments of a name: `("CPUDevice", "float")` for `BiasOp<CPUDevice, float>`."""
    start = name.find("<")
    if start < 0:
        return ()
    known = _arguments.get(name)
    if known is not None:
        return known
    found, level, last = [], 0, start + 1
    for i in range(start, len(name)):
        if name[i] == "<":
            level += 1
        elif name[i] == ">":
            level -= 1
        if (name[i] == "," and level == 1) or (name[i] == ">" and not level):
            found.append(name[last:i].strip())
            last = i + 1
            if not level:
                break
    if len(_arguments) >= _MANY:
        _arguments.clear()
    _arguments[name] = made = tuple(found)
    return made


def without_templates(name: str) -> str:
    """`Pad<Device, int>::Op` is `Pad::Op`; leading `::` falls away."""
    if "<" not in name:
        return name.strip().lstrip(":").replace(" ", "")
    known = _without.get(name)
    if known is not None:
        return known
    out: list[str] = []
    level = 0
    for char in name:
        if char == "<":
            level += 1
        elif char == ">":
            level -= 1
        elif not level:
            out.append(char)
    if len(_without) >= _MANY:
        _without.clear()
    _without[name] = made = "".join(out).strip().lstrip(":").replace(" ", "")
    return made


#: Types with several names, by the one that is compared.
_TYPES = {
    "complex64": "std::complex<float>", "complex128": "std::complex<double>", "tstring": "string", "int": "int32",
    "int8_t": "int8", "int16_t": "int16", "int32_t": "int32", "int64_t": "int64", "uint8_t": "uint8",
    "uint16_t": "uint16", "uint32_t": "uint32", "uint64_t": "uint64", "unsigned": "uint32",
}  # fmt: skip
#: The devices that kernels call by another name than Eigen does.
_DEVICES = {"cpudevice": "threadpooldevice"}
#: What parameters are called that are more than a letter or capitals.
_PARAMETERS = frozenset(["Device", "Index", "Tidx", "Scalar", "Type", "Functor", "Op", "Tlabels", "Tindices"])


def one_name(argument: str) -> str:
    """A type by the one of its names that is compared, the tree's own namespace left out.

    >>> one_name("tensorflow::complex64"), one_name("int64_t")
    ('std::complex<float>', 'int64')
    """
    plain = argument.strip().removeprefix("::").removeprefix("tensorflow::")
    return _TYPES.get(plain, plain)


def plain_argument(argument: str) -> str:
    """A template argument without its namespaces and case: `Eigen::GpuDevice` and `GPUDevice` are one device.

    >>> plain_argument("Eigen::ThreadPoolDevice") == plain_argument("CPUDevice")
    True
    """
    plain = argument.rpartition("::")[2].strip().lower()
    return _DEVICES.get(plain, plain)


#: What `device_of` says of the devices that code is specialised for.
_SPECIALISED = {"threadpooldevice": "CPU", "gpudevice": "GPU", "sycldevice": "SYCL"}


def device_of(name: str) -> str:
    """The device that a name's template arguments say, `"CPU"`, `"GPU"` or `"SYCL"`; empty where they say none, or two.

    >>> device_of("LaunchConv2DOp<Eigen::GpuDevice, T>::operator()"), device_of("Pad<Device, T>")
    ('GPU', '')
    """
    if "evice" not in name:
        return ""
    found = {_SPECIALISED.get(plain_argument(one), "") for one in template_arguments(name)} - {""}
    return found.pop() if len(found) == 1 else ""


def is_parameter(argument: str) -> bool:
    """Whether a template argument is called as parameters are, for which anything can stand: `T`, `Device`."""
    return argument.isidentifier() and (argument.isupper() or len(argument) == 1 or argument in _PARAMETERS)
