"""Devices as people name them, and the devices that kernels are stored under.

One kernel for XLA is registered for every device that compiles, and stored under `XLA_*_JIT`: it is meant as well by
whoever asks for `XLA_GPU_JIT`.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.names import match, nearest
from tfexplore.index import kernels

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.answers.answer import Answer
    from tfexplore.index.store import Index

#: What the name of a device that compiles has behind that of the device that runs.
COMPILES = "_JIT"
#: The devices that compile in any TensorFlow with XLA.
_XLA = ("XLA_CPU_JIT", "XLA_GPU_JIT")


def device_names(index: Index, unlinked: bool = False) -> list[str]:
    """The devices that can be asked for; those of tests and other builds with `unlinked`."""
    stored = kernels.device_types(index, unlinked)
    named = set(stored)
    runs = [device for device in stored if not device.endswith(COMPILES)]
    for several in stored:
        if "*" in several:
            some = [*_XLA, *[device + COMPILES for device in runs]]
            named.update([device for device in some if stands_for(several, device)])
    return sorted(named)


def stands_for(stored: str, device: str) -> bool:
    """Whether a kernel stored under a device is registered for another, or the same: `XLA_*_JIT` for `XLA_GPU_JIT`."""
    first, several, last = stored.partition("*")
    if not several:
        return stored == device
    return len(device) > len(first) + len(last) and device.startswith(first) and device.endswith(last)


def matching_devices(index: Index, pattern: str, unlinked: bool = False) -> set[str]:
    """The devices that the kernels are stored under which a pattern picks; empty for what is no device."""
    picked = match((pattern,), device_names(index, unlinked))
    stored = kernels.device_types(index, unlinked) if picked else []
    return {one for one in stored if any(one == device or stands_for(one, device) for device in picked)}


def no_such_device(index: Index, answer: Answer, pattern: str, unlinked: bool = False) -> Answer | None:
    """The answer to a filter by a device that no kernel of the index is for; None where one is."""
    names = device_names(index, unlinked)
    if match((pattern,), names):
        return None
    from tfexplore.answers.answer import Searched

    elsewhere = () if unlinked else tuple(match((pattern,), device_names(index, True)))
    searched = Searched("device", len(names), filtered=True, wanted=pattern, unlinked=elsewhere)
    near = nearest((pattern,), [("device", names)])
    return answer._replace(answer="not found", results=(), nearest=near, searched=searched)


def compiles_for(index: Index, device: str, unlinked: bool = False) -> set[str]:
    """The devices whose kernels a process registers for this one too, as it makes the first session; as stored.

    An XLA device runs an op by compiling it: whatever its compiler has a kernel for it registers for itself.
    """
    if device.endswith(COMPILES):
        return set()
    wanted = device + COMPILES
    return {one for one in kernels.device_types(index, unlinked) if stands_for(one, wanted)}


def compiling_notes(index: Index, devices: Iterable[str]) -> tuple[str, ...]:
    """What is to be known of the kernels on devices that compile at run time."""
    notes = []
    for device in sorted(devices):
        stored: Sequence[str] = sorted(compiles_for(index, device))
        if stored:
            notes.append(
                f"{device}: at run time this device compiles; when a process makes its first session it gets the"
                f" kernels of {', '.join(stored)} too (but for those that are registered as CompilationOnly, which is"
                " not indexed), and none of these is counted here"
            )
    return tuple(notes)
