"""What other releases say in other words than v1.15.0: types, names of ops, methods, XLA's kernels."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from reading import at, kernel, op, read, unresolved

from tfexplore.cpp import release
from tfexplore.cpp.release import Release
from tfexplore.cpp.types import Types, is_op_name, read_op_names
from tfexplore.extract.cpp_source import Reader
from tfexplore.extract.known import Registrations

_FOLDER = "tensorflow/core/framework/"
_PROTO = "enum DataType { DT_FLOAT = 1; DT_INT32 = 3; DT_INT64 = 9; DT_HALF = 19; DT_UINT64 = 23; }"
#: A release in which functions of `types.cc` list the types of compound ones.
FUNCTIONS = {
    _FOLDER + "types.proto": _PROTO,
    _FOLDER + "types.h": '#include "tensorflow/core/platform.h"\nMATCH_TYPE_AND_ENUM(float, DT_FLOAT);\n',
    "tensorflow/core/platform.h": "#define IS_PHONE 0\n",
    _FOLDER + "types.cc": """\
#include "tensorflow/core/platform.h"
#if IS_PHONE
DataTypeVector NumberTypes() { return {DT_FLOAT}; }
#else
DataTypeVector NumberTypes() {
  return {DT_HALF, DT_FLOAT,
          DT_INT32};
}
DataTypeVector RealNumberTypes() { return {DT_FLOAT, computed()}; }
DataTypeVector QuantizedTypes() { return {DT_HALF}; }
DataTypeVector QuantizedTypes() { return {DT_INT32}; }
#endif
""",
}


def registered(files: Mapping[str, str], text: str) -> Registrations:
    """What a source in a tree of these files registers."""
    tree = {path: content.encode() for path, content in files.items()}
    return Reader(tree.get, tree, {}).registrations("a.cc", text.encode()).registrations


def test_sets_of_types_may_be_functions() -> None:
    found = registered(FUNCTIONS, 'REGISTER_OP("A").Attr("T: numbertype").Attr("U: {numerictype, float}");')
    assert [attr.allowed_values for attr in found.ops[0].attr] == [
        ("DT_HALF", "DT_FLOAT", "DT_INT32"),
        ("DT_HALF", "DT_FLOAT", "DT_INT32", "DT_FLOAT"),
    ]


@pytest.mark.parametrize("spec", ["realnumbertype", "quantizedtype", "{float, realnumbertype}"])
def test_a_set_that_is_not_known_is_said(spec: str) -> None:
    name = "quantizedtype" if "quantized" in spec else "realnumbertype"
    reason = f"no source in sight says which types '{name}' has"
    assert registered(FUNCTIONS, f'REGISTER_OP("A").Attr("T: {spec}");') == Registrations(
        unresolved=(unresolved("REGISTER_OP", '"A"', reason, at(1, path="a.cc"), "A"),)
    )


#: How sources say what an op may be called: in one chain, in a function with a loop.
NAMES = {
    "letters and digits": """\
Status ValidateOpDef(const OpDef& op_def) {
  VALIDATE(Scanner(op_def.name()).One(Scanner::UPPERLETTER).Any(Scanner::LETTER_DIGIT).Eos().GetResult(), "No");
}
""",
    "packages": """\
bool IsAName(StringPiece text) {
  Scanner scanner(text);
  scanner.One(Scanner::UPPERLETTER).Any(Scanner::LETTER_DIGIT_UNDERSCORE);
  while (true) {
    if (!scanner.GetResult()) return false;
    if (scanner.empty()) return true;
    scanner.One(Scanner::RANGLE).One(Scanner::UPPERLETTER)
        .Any(Scanner::LETTER_DIGIT_UNDERSCORE);
  }
}
Status ValidateOpDef(const OpDef& op_def) {
  VALIDATE(IsAName(op_def.name()), "Invalid name");
}
""",
    "what most have": """\
  VALIDATE(Scanner(op_def.name())
      .One(Scanner::UPPERLETTER).Any(Scanner::LETTER_DIGIT_UNDERSCORE).Eos().GetResult(), "No");
""",
    "what nobody reads": "VALIDATE(Scanner(op_def.name()).OneLiteral(prefix).Eos(), x);",
    "nothing": "",
}


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("letters and digits", ["Braid", "_What-ever"]),
        ("packages", ["Braid", "Br_aid", "Loom>Braid", "Loom>Of>Braid", "_What-ever"]),
        ("what most have", ["Braid", "Br_aid", "_What-ever"]),
        ("what nobody reads", ["Braid", "Br_aid", "_What-ever"]),
        ("nothing", ["Braid", "Br_aid", "_What-ever"]),
    ],
)
def test_names_that_a_release_takes(said: str, taken: list[str]) -> None:
    names = [
        "Braid",
        "Br_aid",
        "Loom>Braid",
        "Loom>Of>Braid",
        "Loom>",
        ">Braid",
        "Loom>>Braid",
        "loom>Braid",
        "_What-ever",
    ]
    files = {_FOLDER + "types.h": "", _FOLDER + "op_def_util.cc": NAMES[said]}
    found = registered(files, "".join(f'REGISTER_OP("{name}");\n' for name in names))
    assert [one.name for one in found.ops] == taken
    assert [one.relates for one in found.unresolved] == [name for name in names if name not in taken]


def test_the_rule_of_names_is_kept_with_the_release() -> None:
    steps = read_op_names(NAMES["packages"])
    kept = Release("2.0.0", Types((), (), (), (), steps))
    assert release.decode(release.encode(kept)) == kept
    assert "op names" not in release.encode(Release("1.15.0", Types((), (), (), ())))
    tree: dict[str, bytes] = {}
    found = Reader(tree.get, tree, {}, kept).registrations("a.cc", b'REGISTER_OP("Loom>Braid");').registrations
    assert found.ops == (op("Loom>Braid", at(1, path="a.cc")),)


def test_a_long_name_is_read_in_one_go() -> None:
    steps = read_op_names(NAMES["packages"])
    assert is_op_name("A>" * 100_000 + "B", steps)
    assert not is_op_name("A" * 100_000 + ">", steps)


def test_a_package_where_the_release_has_none() -> None:
    found = registered({_FOLDER + "types.h": ""}, 'REGISTER_OP("Loom>Braid");')
    assert [one.reason for one in found.unresolved] == [
        "the registry refuses the name 'Loom>Braid', which has a package in front"
    ]


#: A release whose int64 is that of the standard library: `long` on 64-bit Linux.
STANDARD = {
    _FOLDER + "types.proto": _PROTO,
    _FOLDER + "types.h": """\
#include "tensorflow/core/integers.h"
MATCH_TYPE_AND_ENUM(int32, DT_INT32);
template <>
struct DataTypeToEnum<long> {
  static DataType v() { return value; }
  static constexpr DataType value = sizeof(long) == 4 ? DT_INT32 : DT_INT64;
};
template <>
struct DataTypeToEnum<unsigned long> {
  static constexpr DataType value = sizeof(unsigned long) == 8 ? DT_UINT64 : DT_FLOAT;
};
template <>
struct DataTypeToEnum<long long> {
  static constexpr DataType value = DT_INT64;
};
template <>
struct DataTypeToEnum<short> {
  static DataType v() { return computed(); }
};
struct Behind { static constexpr DataType value = DT_HALF; };
""",
    "tensorflow/core/integers.h": "typedef int int32;\ntypedef std::int64_t int64;\ntypedef std::uint64_t uint64;\n",
}


@pytest.mark.parametrize(
    ("written", "dtype"),
    [
        ("int64", "DT_INT64"),
        ("::tensorflow::int64", "DT_INT64"),
        ("int64_t", "DT_INT64"),
        ("long", "DT_INT64"),
        ("long long", "DT_INT64"),
        ("uint64", "DT_UINT64"),
        ("u_long", "DT_UINT64"),
        ("uint", None),
        ("short", None),
        ("int", "DT_INT32"),
    ],
)
def test_integers_are_what_the_tree_says(written: str, dtype: str | None) -> None:
    text = f'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint<{written}>("T"), AOp);'
    found = registered(STANDARD, text)
    assert [one.constraint[0].allowed_values for one in found.kernels] == ([(dtype,)] if dtype is not None else [])


def test_why_an_integer_has_no_number() -> None:
    text = 'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint<std::int64_t>("T"), AOp);'
    (found,) = read(text).unresolved
    assert found.reason == (
        "int64_t is long on 64-bit Linux, which has no DT_* in this release (its own int64 is another type)"
    )


def test_names_of_the_system_give_way_to_those_of_the_file() -> None:
    text = """\
REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint<ushort>("T"), AOp);
typedef float u_short;
REGISTER_KERNEL_BUILDER(Name("B").Device("CPU").TypeConstraint<u_short>("T"), BOp);
"""
    files = {
        _FOLDER + "types.proto": "enum DataType { DT_FLOAT = 1; DT_UINT16 = 17; }",
        _FOLDER + "types.h": "typedef unsigned short uint16;\nMATCH_TYPE_AND_ENUM(uint16, DT_UINT16);\n"
        "MATCH_TYPE_AND_ENUM(float, DT_FLOAT);\n",
    }
    assert [one.constraint[0].allowed_values for one in registered(files, text).kernels] == [
        ("DT_UINT16",),
        ("DT_FLOAT",),
    ]


def test_a_method_of_the_builder_that_is_not_read() -> None:
    text = 'REGISTER_OP("A").Input("x: float").SetApart(3).SetApart(4).Then();'
    found = read(text)
    assert [(one.name, len(one.input_arg)) for one in found.ops] == [("A", 1)]
    assert found.unresolved == tuple(
        unresolved(
            "REGISTER_OP",
            name,
            f"what OpDefBuilder::{name} does to this op is not read; the rest of its registration is",
            at(1),
            "A",
        )
        for name in ("SetApart", "Then")
    )


def test_kernels_of_xla_by_their_name() -> None:
    reason = "the devices and types of this kernel are said by REGISTER_XLA_KERNEL, which is not read"
    assert read('REGISTER_XLA_OP("Pad", PadOp<1, 2>);\nREGISTER_XLA_OP(Pad(), PadOp);') == Registrations(
        kernels=(kernel("Pad", "XLA_*_JIT", "PadOp<1, 2>", at(1), registry="xla"),),
        unresolved=(
            unresolved("REGISTER_XLA_OP", '"Pad"', reason, at(1), "Pad"),
            unresolved("REGISTER_XLA_OP", "Pad()", "the builder does not start with Name(...)", at(2)),
        ),
    )


def test_another_name_of_the_namespace_from_the_outermost_on() -> None:
    kept = Release("1.15.0", Types((), (), (), ()), constants=(("DEVICE_CPU", "CPU"),))
    text = b"""\
namespace tf = ::tensorflow;
REGISTER_KERNEL_BUILDER(Name("A").Device(tf::DEVICE_CPU), AOp);
"""
    tree: dict[str, bytes] = {}
    found = Reader(tree.get, tree, {}, kept).registrations("a.cc", text).registrations
    assert [one.device_type for one in found.kernels] == ["CPU"]
