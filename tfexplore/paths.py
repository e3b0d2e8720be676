"""Paths of a tree, compared."""

from __future__ import annotations

from collections.abc import Sequence

#: What files of rules are called.
RULE_FILES = ("BUILD", "BUILD.bazel")
#: What headers are called: the files whose classes and macros other files can name.
HEADERS = (".h", ".hpp", ".inc", ".hh", ".hxx", ".cuh", ".tcc", ".inl", ".ipp", ".tpp")


def nearness(one: str, other: str) -> int:
    """How near two paths are: the number of leading characters that are the same, the whole path counting most."""
    return 1 << 20 if one == other else shared_start(one, other)


def shared_start(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of letters, or of names, with which both begin.

    >>> shared_start("kernels/a.cc", "kernels/b.cc"), shared_start(("f", "g"), ("f",))
    (8, 1)
    """
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


#: Folders of kernels, and of the functions with which XLA's kernels build a computation.
_KERNEL_CODE = ("/kernels/", "/compiler/tf2xla/lib/", "/compiler/xla/client/")


def is_kernel_code(path: str) -> bool:
    """Whether a file holds code of kernels, or what the code of kernels is told by: the builders of XLA's operations.

    >>> is_kernel_code("tensorflow/compiler/xla/client/xla_builder.h"), is_kernel_code("tensorflow/core/util/padding.h")
    (True, False)
    """
    return any(folder in path for folder in _KERNEL_CODE)


#: How sources end that are compiled for GPUs.
FOR_GPU = (".cu.cc", ".cu")
#: What a header declares is defined in the file beside it that ends so.
SOURCE_SUFFIXES = (".cc", ".cpp", ".cu.cc")


def headers_beside(source: str, headers: tuple[str, ...]) -> list[str]:
    """The headers, by their suffixes, that a source defines the declarations of.

    >>> headers_beside("a/b.cu.cc", (".h",))
    ['a/b.cu.h', 'a/b.h']
    """
    stems = [source[: -len(suffix)] for suffix in SOURCE_SUFFIXES if source.endswith(suffix)]
    return [stem + suffix for stem in stems for suffix in headers]
