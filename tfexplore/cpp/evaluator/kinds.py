"""Which types are strings, numbers, containers and handles, told by their names.

The standard library is not part of a tree, so its types are known by name, as are those of TensorFlow that stand for
them. Any other type is a class in sight, or a message.
"""

from __future__ import annotations

STRINGS = frozenset(["string", "tstring", "StringPiece", "string_view"])
SCALARS = frozenset([
    "bool", "char", "int", "long", "short", "unsigned", "float", "double", "size_t", "ptrdiff_t", "int8", "int16",
    "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
    "uint16_t", "uint32_t", "uint64_t", "DataType", "TF_DataType",
])  # fmt: skip
CONTAINERS = frozenset([
    "vector", "set", "unordered_set", "map", "unordered_map", "multimap", "multiset", "deque", "list", "array",
    "initializer_list", "InlinedVector", "FlatSet", "FlatMap", "flat_hash_set", "flat_hash_map", "RepeatedPtrField",
    "RepeatedField", "Span", "ArraySlice", "DataTypeVector",
])  # fmt: skip
SORTED = frozenset(["set", "map"])
HANDLES = frozenset(["unique_ptr", "shared_ptr"])


def is_builtin(name: str) -> bool:
    """Whether the constructor of a type is known without its source."""
    return name in STRINGS or name in SCALARS or name in CONTAINERS or name in HANDLES or name == "Status"


def plain(type_text: str) -> str:
    """`const std::vector<X>` as `vector`."""
    head = type_text.partition("<")[0]
    words = [
        w
        for w in head.replace("::", " :: ").split()
        if w not in ("const", "struct", "class", "typename", "static", "volatile")
    ]
    return words[-1] if words else ""


def first_argument(type_text: str) -> str:
    """`vector<Entry>`: `Entry`; empty for a map, whose elements are pairs."""
    inner = type_text.partition("<")[2].rpartition(">")[0].strip()
    return inner if "," not in inner or "<" in inner.partition(",")[0] else ""
