"""The library: an index as an object that answers in records."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.filters import Filters
from tfexplore.index import store, unresolved

if TYPE_CHECKING:
    import os

    from tfexplore.model import KernelDef, OpDef, SourceState, Unresolved


class Explorer:
    """The facts of one tree under one build.

    ::

        with tfexplore.open_index() as index:
            conv2d, = index.ops("Conv2D")
            for kernel in index.kernels("Conv2D", device="GPU"):
                print(kernel.kernel_class, kernel.location.path, kernel.location.line)

    Patterns and filters are those of the command line (`answers/names.py`); nothing that matches is an empty tuple.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        if isinstance(path, str):
            from tfexplore.index.shelf import find

            path = find(path)
        self._index = store.open_index(path)

    @property
    def path(self) -> str:
        """The index file."""
        return self._index.path

    @property
    def state(self) -> SourceState:
        """Which tree the facts are of, and how it was read."""
        return self._index.state

    @property
    def digest(self) -> str:
        """The digest of all facts."""
        return self._index.digest

    def ops(
        self,
        *patterns: str,
        file: str | None = None,
        device: str | None = None,
        dtype: str | None = None,
        kernel_class: str | None = None,
        unlinked: bool = False,
    ) -> tuple[OpDef, ...]:
        """The ops that match; `unlinked` adds what no shipped library links (the command line's `--all`)."""
        from tfexplore.answers.ops import FoundOp, find_ops

        answer = find_ops(self._index, patterns, Filters(file, device, dtype, kernel_class, unlinked))
        return tuple([found.op for found in answer.results if isinstance(found, FoundOp)])

    def kernels(
        self,
        *patterns: str,
        file: str | None = None,
        device: str | None = None,
        dtype: str | None = None,
        kernel_class: str | None = None,
        unlinked: bool = False,
    ) -> tuple[KernelDef, ...]:
        """The kernels of the ops that match; see `ops`."""
        from tfexplore.answers.kernels import find_kernels

        answer = find_kernels(self._index, patterns, Filters(file, device, dtype, kernel_class, unlinked))
        return answer.results  # type: ignore[return-value]

    def missing_kernels(self, device: str, *patterns: str) -> tuple[str, ...]:
        """The ops that have a kernel elsewhere and none on a device."""
        from tfexplore.answers.kernels import MissingKernel
        from tfexplore.answers.missing_kernels import find_missing

        answer = find_missing(self._index, device, patterns)
        return tuple([row.op for row in answer.results if isinstance(row, MissingKernel) and not row.types])

    def unresolved(self) -> tuple[Unresolved, ...]:
        """Every registration site that could not be read."""
        return unresolved.every(self._index)

    def paths(self) -> tuple[str, ...]:
        """Every path of the tree."""
        return self._index.paths()

    def close(self) -> None:
        """Let go of the file."""
        self._index.close()

    def __enter__(self) -> Explorer:
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        self.close()
