"""Specializations of templates for a device: what a text says of one, and which the lines of a source are of."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

_SPECIALIZED = regex(r"\bspeciali[sz]ation|特化|特例化|<[CG]PUDevice\b")
_DEVICE = regex(r"(?<![\w/.])(?:DEVICE_)?(CPU|GPU)(?:Device)?(?![\w/]|\.\w)")
_OF_DEVICE = regex(rb"\b([A-Z]\w+)<\s?(?:Eigen::)?(CPU|GPU)Device\b")


def device_said(text: str) -> str:
    """The one device whose specialization a text speaks of; empty for none, and for both.

    >>> device_said("the GPU specialization of `A`"), device_said("`A<CPUDevice, T>`"), device_said("`A` on the GPU")
    ('GPU', 'CPU', '')
    """
    devices = set(_DEVICE.findall(text)) if _SPECIALIZED.search(text) else set()
    return devices.pop() if len(devices) == 1 else ""


def specialized_at(lines: Sequence[bytes], number: int) -> set[tuple[str, str]]:
    """The templates that a line of a file, or one next to it, has with a device, each with that."""
    near = b"\n".join(lines[max(0, number - 2) : number + 1])
    return {(name.decode(), device.decode()) for name, device in _OF_DEVICE.findall(near)}
