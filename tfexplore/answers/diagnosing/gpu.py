"""Whether a statement reports that a call of the GPU's libraries or of its driver has failed: not what an op was given.

What tells is the class of the error and the code that it stands in. A kernel that refuses its inputs raises an
`InvalidArgument` or an `Unimplemented`; one whose stream, library or launch has failed has only `Internal` and
`Unknown` to say so.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diagnosing.topics import Topic

if TYPE_CHECKING:
    from tfexplore.index.store import Index
    from tfexplore.model import MessageSite

#: A library or the device could not be made ready, or a call of it has failed.
SETUP = "gpu_setup"
CALL = "gpu_call"
#: A public name that makes the allocator take less.
_HELPS = ("tf.config.experimental.set_memory_growth",)

_ERRORS = ("Internal", "Unknown")
_LOUD = ("WARNING", "ERROR", "FATAL")
# Compiled when a statement first looks like one: most are none.
_FAILED = r"(?i)\bfail|\bcould not\b|\bcouldn't\b|\bunable to\b|_NOT_INITIALIZED|_ALLOC_FAILED"
_SET_UP = r"(?i)initiali[sz]|\bcreate\b[^.]*\b(?:handle|context)\b|_NOT_INITIALIZED|_ALLOC_FAILED"
#: What no memory and no version mends: a device that is not there, and what comes when all is over.
_OTHER = r"(?i)NO_DEVICE|INVALID_DEVICE|INSUFFICIENT|\bdevice count\b|\bregister\b|\bdlopen\b|\bdso\b|\bdestroy"
_LIBRARIES = (
    r"(?i)(?<![a-z])(?:(cudnn)|(cublas)|(cusolver)(?:dn)?|(cufft)|(cusparse)|(curand)|(miopen)|(rocblas)|(rocfft)|(blas))"
    r"(?![a-z])"
)
_NAMES = ("cuDNN", "cuBLAS", "cuSOLVER", "cuFFT", "cuSPARSE", "cuRAND", "MIOpen", "rocBLAS", "rocFFT", "BLAS")
#: What files and functions that run on a GPU are called.
_PLACES = ("gpu", "cuda", "rocm")
_DRIVERS = ("tensorflow/stream_executor/cuda/", "tensorflow/stream_executor/rocm/", "tensorflow/stream_executor/gpu/")


def gpu_failure(index: Index, site: MessageSite | None, message: str) -> Topic:
    """What has failed of the GPU, and the public name that helps against it; empty where it is something else."""
    own = message.partition("[[")[0]
    if site is None or not _is_about(site, own) or not re.search(_FAILED, own) or re.search(_OTHER, own):
        return Topic()
    from tfexplore.index import api

    helps = tuple([(one.endpoint, one.location) for one in api.endpoints_named(index, _HELPS)])
    return Topic(SETUP if re.search(_SET_UP, own) else CALL, helps)


def library(message: str) -> str:
    """The library that a message names first; empty where it names none."""
    found = re.search(_LIBRARIES, message.partition("[[")[0])
    return "" if found is None else next(name for name, group in zip(_NAMES, found.groups(), strict=True) if group)


def _is_about(site: MessageSite, message: str) -> bool:
    """Whether an error of this class, from there, may be one of the GPU's libraries or of its driver."""
    path = site.location.path
    if path.startswith(_DRIVERS):
        return site.error in _ERRORS or (site.kind == "LOG" and site.level.rpartition(":")[2] in _LOUD)
    if site.error not in _ERRORS:
        return False
    where = f"{path.rpartition('/')[2]} {site.function}".lower()
    return any(word in where for word in _PLACES) or "launch" in message.lower() or library(message) != ""
