"""Types as documents write them: `half`, `tf.float32`, `DT_INT64`, `Eigen::half`, and lists of them."""

from __future__ import annotations

from tfexplore.answers.filters import type_name
from tfexplore.patterns import regex

#: Types as registrations and as Python write them, without what they are of; and what finds one of them.
TYPES = frozenset(
    [
        *("half", "bfloat16", "float", "double", "complex64", "complex128", "float16", "float32", "float64"),
        *("bool", "string", "tstring", "resource", "variant"),
        *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("qint8", "quint8", "qint16", "quint16", "qint32"),
    ]
)
#: With two that many call as C++ does, and two that tables have for short.
NAMES = "|".join([*sorted(TYPES, key=len, reverse=True), "Variant", "ResourceHandle", "c128", "c64"])
#: A type, perhaps as code; a list of types has `AND` between them.
TYPE = rf"`?(?:(?:tf\.|DT_|(?:::)?(?:tensorflow|Eigen)::)?(?:{NAMES})|DT_(?:{NAMES.upper()}))`?"
AND = r"(?:\s?[,、，/]\s?(?:and\s|和\s?|以?及\s?)?|\s?(?:and|和|与|及|以及)\s?|\s\+\s)"
ONE = regex(TYPE)
_QUALIFIED = regex(r"^(?:tf\.|DT_)|^.*::")
#: Types of C++ that a DataType has another name for, and short names.
_CPP = {
    "tstring": "string",
    "ResourceHandle": "resource",
    "Variant": "variant",
    "c64": "complex64",
    "c128": "complex128",
}


def dtype(text: str) -> str:
    """The DataType of a type, whoever writes it: `DT_HALF` of `Eigen::half`.

    >>> dtype("`tf.float32`"), dtype("::tensorflow::tstring")
    ('DT_FLOAT', 'DT_STRING')
    """
    plain = _QUALIFIED.sub("", text.strip("`"))
    return type_name(_CPP.get(plain, plain))
