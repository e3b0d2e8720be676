"""The type table, as a tree states it."""

from __future__ import annotations

import pytest
from reading import reader

from tfexplore.cpp import types
from tfexplore.cpp.macros import Headers
from tfexplore.cpp.preprocessor import profile_macros
from tfexplore.cpp.source_file import File


def test_the_table_of_the_small_tree() -> None:
    table = reader({}).types
    assert table.enum == (
        ("DT_INVALID", 0), ("DT_FLOAT", 1), ("DT_DOUBLE", 2), ("DT_INT32", 3), ("DT_UINT8", 4), ("DT_INT16", 5),
        ("DT_INT8", 6), ("DT_STRING", 7), ("DT_COMPLEX64", 8), ("DT_INT64", 9), ("DT_BOOL", 10), ("DT_QINT8", 11),
        ("DT_QUINT8", 12), ("DT_QINT32", 13), ("DT_BFLOAT16", 14), ("DT_HALF", 19), ("DT_RESOURCE", 20),
        ("DT_VARIANT", 21),
    )  # fmt: skip
    assert dict(table.sets) == {
        "kRealNumberTypes": ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_INT64", "DT_HALF"),
        "kNumberTypes": ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_COMPLEX64", "DT_INT64", "DT_QINT8", "DT_HALF"),
        "kQuantizedTypes": ("DT_QINT8", "DT_QUINT8", "DT_QINT32"),
    }
    specs = dict(table.spec_names)
    names = ("float", "float32", "float64", "half", "float16", "int64", "resource", "qint8")
    assert [specs[name] for name in names] == [
        "DT_FLOAT", "DT_FLOAT", "DT_DOUBLE", "DT_HALF", "DT_HALF", "DT_INT64", "DT_RESOURCE", "DT_QINT8",
    ]  # fmt: skip
    cpp = dict(table.cpp_names)
    names = ("float", "half", "tstring", "string", "complex64", "complex<float>", "QInt8", "int64", "ResourceHandle")
    assert [cpp.get(name) for name in names] == [
        "DT_FLOAT", "DT_HALF", "DT_STRING", "DT_STRING", "DT_COMPLEX64", "DT_COMPLEX64", "DT_QINT8", "DT_INT64",
        "DT_RESOURCE",
    ]  # fmt: skip


def test_the_build_decides_the_sets() -> None:
    table = reader({}, {"IS_TINY_PLATFORM": "1"}).types
    assert dict(table.sets)["kNumberTypes"] == ("DT_FLOAT",)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("float", "float"),
        ("::tensorflow::int64", "int64"),
        (" const  Eigen::half ", "half"),
        ("typename T", "T"),
        ("std::complex<float>", "complex<float>"),
        ("std::map< std::string ,a::b >", "map<string, b>"),
        ("unsigned  long long", "unsigned long long"),
    ],
)
def test_plain_types(text: str, plain: str) -> None:
    assert types.plain_type(text) == plain


@pytest.mark.parametrize(
    ("text", "defined"),
    [
        ("typedef float T;", {"T": "float"}),
        ("typedef std::complex<float> complex64;", {"complex64": "std::complex<float>"}),
        ("using Index = Eigen::DenseIndex ;", {"Index": "Eigen::DenseIndex"}),
        ("typedef unsigned  long\n  long uint64;", {"uint64": "unsigned  long\n  long"}),
        ("typedef struct { int a; } S;", {}),
        ("typedef void (*Function)(int);", {}),
        ("using namespace std; using std::string;", {}),
        ("typedef T T;", {}),
        ("typedef half;", {}),
        ("typedef a A; typedef b A;", {"A": "a"}),
    ],
)
def test_typedefs(text: str, defined: dict[str, str]) -> None:
    assert types.typedefs(text) == defined


def test_sets_that_name_each_other_end() -> None:
    text = b"constexpr DataTypeSet kA = kB | ToSet(DT_X); constexpr DataTypeSet kB = kA | ToSet(DT_Y);"
    header = File("types.h", text, Headers({}.get, {}, {}), profile_macros({}))
    table = types.read_types("enum DataType { DT_Y = 2; DT_X = 1; DT_X_REF = 101; }", header, "", ())
    assert dict(table.sets) == {"kA": ("DT_X", "DT_Y"), "kB": ("DT_X", "DT_Y")}
    assert table.enum == (("DT_X", 1), ("DT_Y", 2))
