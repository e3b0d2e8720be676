"""From expressions to values."""

from __future__ import annotations

import time

import pytest
from reading import PATH, as_bytes, reader

from tfexplore.cpp import lexer
from tfexplore.cpp.resolve import Resolver
from tfexplore.cpp.source_file import File

FILES = {
    "lib/names.h": """\
namespace lib {
extern const char* const kOuter;
extern const int kCount;
}
using namespace lib;
class Names { public: static constexpr const char* const kArg = "_Arg"; };
""",
    "lib/names.cc": """\
#include "lib/names.h"
namespace lib {
const char* const kOuter = "outer";
const int kCount = 0x10;
}
""",
    "lib/unseen.h": 'const char kUnseen[] = "unseen";\n',
    PATH: """\
#include "lib/names.h"
#include "tensorflow/core/framework/types.h"
const char kArray[] = "array";
constexpr char const* kTwo = "two" " literals";
const string kJoined = string(kArray) + "-" + kTwo;
static const char* const kArg = Names::kArg;
constexpr int kNumber = -3;
const char kLoop[] = kLoop2;
const char kLoop2[] = kLoop;
string Plain() { return "plain"; }
string Greet(const string& name, int unused) { return strings::StrCat("hello ", name, "!"); }
const char* Pointer() { return kOuter; }
string Computed(int i) { if (i) return "a"; return "b"; }
DataTypeVector Both() { return {DT_FLOAT, DT_HALF}; }
constexpr std::array<DataType, 2> kPair = {{DT_INT8, DT_BOOL}};
const DataTypeVector* kNested = {kPair, DT_STRING,};
typedef Eigen::half Half;
using Number = Half;
using T = Unknown;
DataType kOne = DT_INT64;
""",
}


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    known = reader(FILES)
    file = File(PATH, as_bytes(FILES)[PATH], known.headers, {})
    return Resolver(file, known.library)


def tokens(text: str) -> tuple[str, ...]:
    return tuple(token for token, _ in lexer.spans(text))


STRINGS = {
    '"a"': "a",
    '"a" "b"': "ab",
    'R"(a"b)"': 'a"b',
    "kArray": "array",
    "kTwo": "two literals",
    "kJoined": "array-two literals",
    '"x" kArray': "xarray",
    'kArray "x"': "arrayx",
    '"a" + kArray + "b"': "aarrayb",
    '("a")': "a",
    '{"a"}': "a",
    "kOuter": "outer",
    "lib::kOuter": "outer",
    "::kOuter": "outer",
    "Names::kArg": "_Arg",
    "Names::kOuter": None,
    "Nobody::kArg": None,
    "lib::kArray": None,
    "kArg": "_Arg",
    "Plain()": "plain",
    "Plain().c_str()": "plain",
    'Greet("you", 1)': "hello you!",
    "Greet(kArray, 1)": "hello array!",
    "Pointer()": "outer",
    'string("a").c_str()': "a",
    'std::string("a")': "a",
    'StrCat("a", kArray, 2)': "aarray2",
    'absl::StrCat(StrCat("a"), "b")': "ab",
    'tensorflow::StringPiece("a")': "a",
    "StrCat()": "",
    "kUnseen": None,
    "kLoop": None,
    "Computed(1)": None,
    "Missing()": None,
    'Greet("a", "b", "c")': None,
    "": None,
    "a.b": None,
    "x ? y : z": None,
    "(": None,
    ")": None,
    "{": None,
    '"a" - "b"': None,
    "Plain": None,
    "f(": None,
    'Greet("a")': "hello a!",
}


@pytest.mark.parametrize("text", STRINGS)
def test_strings(resolver: Resolver, text: str) -> None:
    assert resolver.string(tokens(text)) == STRINGS[text]


INTEGERS = {
    "1": 1,
    "-1": -1,
    "+2": 2,
    "- -3": 3,
    "0x1F": 31,
    "10L": 10,
    "7u": 7,
    "(4)": 4,
    "kNumber": -3,
    "kCount": 16,
    "lib::kCount": 16,
    "-kNumber": 3,
    "kArray": None,
    "1 + 1": 2,
    "1 - 2 - 3": -4,
    "1 + 2 * 3": 7,
    "(1 + 2) * (3)": 9,
    "-7 / 2": -3,
    "-7 % 2": -1,
    "2 * -3": -6,
    "1 << 3 | 1": 9,
    "kCount * 2 - 1": 31,
    "1 / 0": None,
    "1 << 31": None,
    "2147483647 + 1": None,
    "1 + kArray": None,
    "1 +": None,
    "+".join("1" * 40): None,
    "": None,
    "x": None,
    "1.5": None,
    "089": None,
}


@pytest.mark.parametrize("text", INTEGERS)
def test_integers(resolver: Resolver, text: str) -> None:
    assert resolver.integer(tokens(text)) == INTEGERS[text]


DTYPES = {
    "float": "DT_FLOAT",
    "::tensorflow::int32": "DT_INT32",
    "typename Eigen::half": "DT_HALF",
    "Half": "DT_HALF",
    "Number": "DT_HALF",
    "const bool": "DT_BOOL",
    "std::complex<float>": "DT_COMPLEX64",
    "std::string": "DT_STRING",
    "EnumToDataType<DT_INT8>::Type": "DT_INT8",
    "typename EnumToDataType<kOne>::Type": "DT_INT64",
    "T": None,
    "Matrix": None,
    "std::vector<float>": None,
    "": None,
    "EnumToDataType<DT_INT8>": None,
}


@pytest.mark.parametrize("text", DTYPES)
def test_dtypes_of_types(resolver: Resolver, text: str) -> None:
    assert resolver.dtype(tokens(text)) == DTYPES[text]


LISTS = {
    "DT_FLOAT": "DT_FLOAT",
    "tensorflow::DT_FLOAT": "DT_FLOAT",
    "DT_FLOAT_REF": "DT_FLOAT_REF",
    "{DT_HALF, DT_BOOL}": "DT_HALF DT_BOOL",
    "{}": "",
    "{{DT_HALF}, {DT_BOOL, }}": "DT_HALF DT_BOOL",
    "kOne": "DT_INT64",
    "kPair": "DT_INT8 DT_BOOL",
    "kNested": "DT_INT8 DT_BOOL DT_STRING",
    "Both()": "DT_FLOAT DT_HALF",
    "kQuantizedTypes": "DT_QINT8 DT_QUINT8 DT_QINT32",
    "DataTypeToEnum<float>::v()": "DT_FLOAT",
    "DataTypeToEnum<Half>::value": "DT_HALF",
    "{DataTypeToEnum<std::complex<float>>::v(), DT_HALF}": "DT_COMPLEX64 DT_HALF",
    "DataTypeVector{DT_HALF}": "DT_HALF",
    "DataTypeVector({DT_HALF, DT_FLOAT})": "DT_HALF DT_FLOAT",
    "DT_NONE": None,
    "{DT_FLOAT, x}": None,
    "Both(1)": None,
    "kArray": None,
    "DataTypeToEnum<Matrix>::v()": None,
    "": None,
    "DataTypeToEnum<float>": None,
    "DataTypeToEnum": None,
}


@pytest.mark.parametrize("text", LISTS)
def test_lists_of_types(resolver: Resolver, text: str) -> None:
    expected = LISTS[text]
    assert resolver.dtypes(tokens(text)) == (None if expected is None else tuple(expected.split()))


DOUBLING = {
    "strings": ("const string k{0} = k{1} + k{1} + k{1};\n", 'const string k20 = "ab";\n'),
    "functions": ("string k{0}(string x) {{ return k{1}(x + x); }}\n", "string k20(string x) { return x; }\n"),
    "lists": ("const DataTypeVector k{0} = {{k{1}, k{1}, k{1}}};\n", "const DataTypeVector k20 = {DT_FLOAT};\n"),
}


@pytest.mark.parametrize("name", DOUBLING)
def test_values_that_grow_exponentially_are_given_up(name: str) -> None:
    line, last = DOUBLING[name]
    text = "".join(line.format(i, i + 1) for i in range(20)) + last
    known = reader({PATH: text})
    value = Resolver(File(PATH, text.encode(), known.headers, {}), known.library)
    started = time.process_time()
    assert value.string(tokens('k0("ab")' if name == "functions" else "k0")) is None
    assert value.dtypes(tokens("k0")) is None
    assert time.process_time() - started < 1
