"""What kind of mistake a message tells of, where its words say so, and the public names that help against it."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from tfexplore.index.store import Index
    from tfexplore.model import Location


class Topic(Record):
    """A kind of mistake, and public names beside where they are defined; empty where the words tell of none."""

    name: str = ""
    helps: tuple[tuple[str, Location], ...] = ()


#: Each: the kind, words that a message of it has (all of them), public names that the next step needs.
_TOPICS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("checkpoint_key", ("not found in checkpoint",), ("tf.train.list_variables",)),
    ("checkpoint_shape", ("checkpoint", "requires shapes of both tensors to match"), ("tf.train.list_variables",)),
    ("variable_uninitialized", ("uninitialized value",), ("tf.global_variables_initializer",)),
    ("variable_uninitialized", ("variable was uninitialized",), ("tf.global_variables_initializer",)),
    ("table_uninitialized", ("able not initialized",), ("tf.tables_initializer",)),
    ("iterator_uninitialized", ("iterator has not been initialized",), ()),
    ("end_of_data", ("End of sequence",), ("tf.errors.OutOfRangeError",)),
    ("out_of_memory", ("OOM when allocating",), ()),
    ("feed_missing", ("must feed a value for placeholder",), ()),
    ("feed_shape", ("Cannot feed value of shape",), ()),
    ("dtype_mismatch", ("does not match type",), ("tf.cast",)),
    ("dtype_mismatch", ("conversion requested dtype",), ("tf.cast",)),
    ("variable_exists", ("already exists, disallowed",), ("tf.variable_scope",)),
    ("variable_absent", ("does not exist, or was not created with",), ("tf.variable_scope",)),
    ("attr_unknown", ("NodeDef mentions attr",), ()),
    ("attr_missing", ("NodeDef missing attr",), ()),
    ("other_graph", ("is not an element of this graph",), ()),
    ("other_graph", ("The Session graph is empty",), ()),
    ("no_file", ("; No such file or directory",), ()),
    ("no_library", ("cannot open shared object file",), ()),
    ("graph_version", ("min consumer version",), ()),
    ("negative_dimension", ("Negative dimension size",), ()),
    ("broadcast", ("Incompatible shapes:", " vs. "), ()),
    ("index_range", (" is not in [0,",), ()),
    ("layout", ("NHWC", "CPU"), ()),
    ("assertion", ("assertion failed: [",), ()),
    ("tensor_as_bool", ("as a Python `bool` is not allowed",), ("tf.cond",)),
)

_DEVICE = re.compile(r"\bon (?:the |device type )?(?:CPU|GPU|XLA\w*|TPU)s?\b|\bdevice type\b")
_TYPES = re.compile(
    r"\b(?:dtype|data type|DataType|q?u?int(?:8|16|32|64)|half|b?float(?:16|32|64)?|double|string|bool"
    r"|complex(?:64|128)?|variant|resource)s?\b"
)
_TYPE = re.compile(r"\b(?:dtype|data type|DataType)s?\b")


def topic(index: Index, message: str) -> Topic:
    """The kind of mistake; none where this source lacks a name that the next step needs."""
    for name, words, helps in _TOPICS:
        if all(one in message for one in words):
            if not helps:
                return Topic(name)
            from tfexplore.index import api

            found = {one.endpoint: one.location for one in api.endpoints_named(index, helps)}
            return Topic(name, tuple(found.items())) if len(found) == len(helps) else Topic()
    return Topic()


def refused_for(message: str) -> str:
    """What a kernel's message is about by its own words: `"device"`, `"types"`, or empty where they do not tell."""
    own = message.partition("[[")[0]
    if "assertion failed" in own:  # the words are those of whoever wrote the assertion
        return ""
    if _DEVICE.search(own):
        return "device"
    return "types" if any(_is_about_types(line) for line in own.split("\n")) else ""


def _is_about_types(line: str) -> bool:
    """Whether a type stands in front of the word "support", or behind it what types are called."""
    at = line.find("support")
    if at < 0:
        return False
    first = _TYPES.search(line)
    return (first is not None and first.start() < line.rfind("support")) or _TYPE.search(line, at) is not None
