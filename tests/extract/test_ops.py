"""Op registrations: source text and the whole OpDef it means; specs, and what `OpDefBuilder` completes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from reading import PATH, at, op, read, reader, step, unresolved

from tfexplore.cpp.release import Release
from tfexplore.cpp.types import Types
from tfexplore.extract import ops
from tfexplore.extract.cpp_source import Reader
from tfexplore.extract.known import Registrations
from tfexplore.model import ArgDef, AttrDef, OpDef, Unresolved

LIBRARY = reader({}).library
#: The sets of the small tree's `types.h`, in the order of the enum.
NUMBERS = ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_COMPLEX64", "DT_INT64", "DT_QINT8", "DT_HALF")
REAL = ("DT_FLOAT", "DT_DOUBLE", "DT_INT32", "DT_INT64", "DT_HALF")
QUANTIZED = ("DT_QINT8", "DT_QUINT8", "DT_QINT32")


CASES: dict[str, tuple[str | Mapping[str, str | bytes], tuple[OpDef, ...]]] = {
    "nothing but a name": ('REGISTER_OP("NoOp");', (op("NoOp", at(1)),)),
    "a SYSTEM form": (
        'REGISTER_SYSTEM_OP("_Arg").Output("output: float");',
        (op("_Arg", at(1), outputs=(ArgDef("output", "DT_FLOAT"),)),),
    ),
    "arguments: a type, an attr, a number of them, a list, references": (
        """\
REGISTER_OP("Every")
    .Attr("T: type")
    .Attr("N: int")
    .Attr("Ts: list(type)")
    .Input("a: float32")
    .Input("b: T")
    .Input("c: N * T")
    .Input("d: N * int64")
    .Input("e: Ts")
    .Input("f: Ref(T)")
    .Input("g: Ref(N * float)")
    .Output("i :N*T");
""",
        (
            op(
                "Every",
                at(1, 12),
                inputs=(
                    ArgDef("a", "DT_FLOAT"),
                    ArgDef("b", type_attr="T"),
                    ArgDef("c", type_attr="T", number_attr="N"),
                    ArgDef("d", "DT_INT64", number_attr="N"),
                    ArgDef("e", type_list_attr="Ts"),
                    ArgDef("f", type_attr="T", is_ref=True),
                    ArgDef("g", "DT_FLOAT", number_attr="N", is_ref=True),
                ),
                outputs=(ArgDef("i", type_attr="T", number_attr="N"),),
                attrs=(AttrDef("T", "type"), AttrDef("N", "int", minimum=1), AttrDef("Ts", "list(type)", minimum=1)),
            ),
        ),
    ),
    "attrs that are added after the arguments that use them": (
        'REGISTER_OP("Late").Input("x: N * T").Output("y: T").Attr("N: int").Attr("T: type");',
        (
            op(
                "Late",
                at(1),
                (ArgDef("x", type_attr="T", number_attr="N"),),
                (ArgDef("y", type_attr="T"),),
                (AttrDef("N", "int", minimum=1), AttrDef("T", "type")),
            ),
        ),
    ),
    "an implied minimum of 1, unless another is stated": (
        """\
REGISTER_OP("A").Input("x: N * float").Input("y: L").Attr("N: int").Attr("L: list(type)");
REGISTER_OP("B").Input("x: N * float").Input("y: L").Attr("N: int >= 0").Attr("L: list(type) >= 2");
REGISTER_OP("C").Attr("N: int").Attr("L: list(type)");
""",
        (
            op(
                "A",
                at(1),
                (ArgDef("x", "DT_FLOAT", number_attr="N"), ArgDef("y", type_list_attr="L")),
                (),
                (AttrDef("N", "int", minimum=1), AttrDef("L", "list(type)", minimum=1)),
            ),
            op(
                "B",
                at(2),
                (ArgDef("x", "DT_FLOAT", number_attr="N"), ArgDef("y", type_list_attr="L")),
                (),
                (AttrDef("N", "int", minimum=0), AttrDef("L", "list(type)", minimum=2)),
            ),
            op("C", at(3), attrs=(AttrDef("N", "int"), AttrDef("L", "list(type)"))),
        ),
    ),
    "a resource makes an op stateful, as an input and as an output": (
        """\
REGISTER_OP("A").Input("x: resource");
REGISTER_OP("B").Output("y: resource");
REGISTER_OP("C").Input("x: variant");
""",
        (
            op("A", at(1), (ArgDef("x", "DT_RESOURCE"),), flags="stateful"),
            op("B", at(2), (), (ArgDef("y", "DT_RESOURCE"),), flags="stateful"),
            op("C", at(3), (ArgDef("x", "DT_VARIANT"),)),
        ),
    ),
    "flags and deprecation": (
        """\
REGISTER_OP("A").SetIsStateful().SetIsCommutative();
REGISTER_OP("B").SetIsAggregate().SetAllowsUninitializedInput().Deprecated(17, "Use A()");
""",
        (
            op("A", at(1), flags="stateful commutative"),
            op("B", at(2), flags="aggregate uninitialized", deprecated=17),
        ),
    ),
    "shape functions: by name, qualified, with template arguments, a lambda, none": (
        """\
REGISTER_OP("A").SetShapeFn(SameShape);
REGISTER_OP("B").SetShapeFn(shape_inference::SameShape);
REGISTER_OP("C").SetShapeFn(Pool<2, true>);
REGISTER_OP("D")
    .Input("x: float")
    .SetShapeFn([](InferenceContext* c) {
      std::map<int, int> seen, more;
      return c->input(0).Output("not", "an output");
    })
    .Doc("x");
REGISTER_OP("E").SetShapeFn(OpShapeInferenceFn(Same));
""",
        (
            op("A", at(1), shape_fn="SameShape"),
            op("B", at(2), shape_fn="shape_inference::SameShape"),
            op("C", at(3), shape_fn="Pool<2, true>"),
            op("D", at(4, 10), (ArgDef("x", "DT_FLOAT"),), shape_fn="lambda", shape_fn_location=at(6, 9)),
            op("E", at(11), shape_fn="OpShapeInferenceFn(Same)"),
        ),
    ),
    "documentation is no fact, whatever stands in it": (
        """\
REGISTER_OP("Doc")
    .Doc(R"doc(
Text with ) and "quotes" and .Attr("T: type").

)" and a line that ends as a raw string of another mark would
)doc")
    .Input("x: float");
""",
        (op("Doc", at(1, 7), (ArgDef("x", "DT_FLOAT"),)),),
    ),
    "documentation of many lines, in which brackets are text": (
        'REGISTER_OP("Doc").Doc(R"doc(\n'
        + "A range [0, 5) of it; see REGISTER_OP(\n" * 30
        + ')doc").Input("x: float");',
        (op("Doc", at(1, 32), (ArgDef("x", "DT_FLOAT"),)),),
    ),
    "specs as constants, functions and concatenations": (
        """\
constexpr char kPadding[] = "padding: {'SAME', 'VALID'}";
const char* const kFormat = "data_format: string = "
                            "'NHWC'";
string Rank(const string& name) { return strings::StrCat(name, ": int >= ", "2"); }
string Plain() { return "plain: bool"; }
REGISTER_OP("A").Attr(kPadding).Attr(kFormat).Attr(Rank("rank")).Attr(Plain()).Attr(strings::StrCat("s", ": shape"));
REGISTER_OP("B").Attr("a: " "int").Attr(string("b: ") + "float");
""",
        (
            op(
                "A",
                at(6),
                attrs=(
                    AttrDef("padding", "string", allowed_values=("SAME", "VALID")),
                    AttrDef("data_format", "string", True, "NHWC"),
                    AttrDef("rank", "int", minimum=2),
                    AttrDef("plain", "bool"),
                    AttrDef("s", "shape"),
                ),
            ),
            op("B", at(7), attrs=(AttrDef("a", "int"), AttrDef("b", "float"))),
        ),
    ),
    "a constant of a class, and one of the same name that is made from it": (
        {
            "lib.h": 'struct Names { static constexpr const char* const kArg = "_Arg"; };\n',
            PATH: (
                '#include "lib.h"\nconst char* const kArg = Names::kArg;\n'
                "REGISTER_OP(kArg); REGISTER_OP(Names::kArg);\n"
            ),
        },
        (op("_Arg", at(3)), op("_Arg", at(3))),
    ),
    "#ifdef in the middle of a registration": (
        """\
REGISTER_OP("A")
    .Input("x: float")
#ifdef WITH_Y
    .Input("y: float")
#else
    .Input("z: float")
#endif  // WITH_Y
    .Output("out: float");
""",
        (op("A", at(1, 8), (ArgDef("x", "DT_FLOAT"), ArgDef("z", "DT_FLOAT")), (ArgDef("out", "DT_FLOAT"),)),),
    ),
    "macros: the whole op, the beginning of one, some of its calls": (
        """\
#define UNARY() Input("x: T").Output("y: T").Attr("T: {half, float}")
#define SHAPED(name) REGISTER_OP(name).SetShapeFn(Same)
#define WHOLE(name, suffix) REGISTER_OP(#name suffix).Output("o: float");
REGISTER_OP("Abs").UNARY();
SHAPED("Neg")
    .UNARY();
WHOLE(My, "V2")
""",
        (
            op(
                "Abs",
                at(4),
                (ArgDef("x", type_attr="T"),),
                (ArgDef("y", type_attr="T"),),
                (AttrDef("T", "type", allowed_values=("DT_HALF", "DT_FLOAT")),),
            ),
            op(
                "Neg",
                at(5, 6),
                (ArgDef("x", type_attr="T"),),
                (ArgDef("y", type_attr="T"),),
                (AttrDef("T", "type", allowed_values=("DT_HALF", "DT_FLOAT")),),
                shape_fn="Same",
                expansion=(step("SHAPED", at(2), at(5)),),
            ),
            op("MyV2", at(7), (), (ArgDef("o", "DT_FLOAT"),), expansion=(step("WHOLE", at(3), at(7)),)),
        ),
    ),
    "a macro that brings its own dot": (
        '#define DOTTED .Input("x: float")\nREGISTER_OP("A") DOTTED\n    .Output("y: float");\n',
        (op("A", at(2, 3), (ArgDef("x", "DT_FLOAT"),), (ArgDef("y", "DT_FLOAT"),)),),
    ),
    "commented out, in a string, in a branch of another build": (
        """\
// REGISTER_OP("A");
/* REGISTER_OP("B")
   .Input("x: float"); */
const char* kHelp = "REGISTER_OP(\\"C\\")";
#if defined(OTHER)
REGISTER_OP("D");
#endif
REGISTER_OP("E")  // .Input("x: float")
    /* .Input("y: float") */;
""",
        (op("E", at(8)),),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_idioms(name: str) -> None:
    text, expected = CASES[name]
    files = text if isinstance(text, Mapping) else {PATH: text}
    assert read(files) == Registrations(ops=expected)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("a: string", AttrDef("a", "string")),
        ("a1_B:bool", AttrDef("a1_B", "bool")),
        ("a :int", AttrDef("a", "int")),
        ("a: int >= -3", AttrDef("a", "int", minimum=-3)),
        ("a: int>=2=5", AttrDef("a", "int", True, 5, minimum=2)),
        ("a: int = -1", AttrDef("a", "int", True, -1)),
        ("a: int = 0x10", AttrDef("a", "int", True, 16)),
        ("a: int = 9223372036854775807", AttrDef("a", "int", True, 2**63 - 1)),
        ("a: bool = true", AttrDef("a", "bool", True, True)),
        ("a: bool=False ", AttrDef("a", "bool", True, False)),
        # What a float32 keeps, in the shortest spelling that a float32 tells apart.
        ("a: float = 0.1", AttrDef("a", "float", True, 0.1)),
        ("a: float = 1", AttrDef("a", "float", True, 1.0)),
        ("a: float = 1e-3f", AttrDef("a", "float", True, 0.001)),
        ("a: float = 3.14159265358979", AttrDef("a", "float", True, 3.1415927)),
        ("a: float = 16777217", AttrDef("a", "float", True, 16777216.0)),
        ("a: float = 1e-50", AttrDef("a", "float", True, 0.0)),
        ("a: float = 1e60", AttrDef("a", "float", True, float("inf"))),
        ("a: float = -inf", AttrDef("a", "float", True, float("-inf"))),
        ("a: string = ''", AttrDef("a", "string", True, "")),
        ('a: string = "it\'s"', AttrDef("a", "string", True, "it's")),
        (r"a: string = 'a\n\'b\x41\101'", AttrDef("a", "string", True, "a\n'bAA")),
        ("a: {'x', \"y\"} = 'y'", AttrDef("a", "string", True, "y", ("x", "y"))),
        ("a: { 'x' , }", AttrDef("a", "string", allowed_values=("x",))),
        ("a: type = DT_FLOAT", AttrDef("a", "type", True, "DT_FLOAT")),
        ("a: {half,float32 , float64}", AttrDef("a", "type", allowed_values=("DT_HALF", "DT_FLOAT", "DT_DOUBLE"))),
        ("a: {float, } = DT_FLOAT", AttrDef("a", "type", True, "DT_FLOAT", ("DT_FLOAT",))),
        # Compound types stand in the order of the enum, where they are named.
        ("a: numbertype", AttrDef("a", "type", allowed_values=NUMBERS)),
        ("a: numerictype", AttrDef("a", "type", allowed_values=NUMBERS)),
        ("a: realnumbertype", AttrDef("a", "type", allowed_values=REAL)),
        ("a: quantizedtype", AttrDef("a", "type", allowed_values=QUANTIZED)),
        ("a: {bool, realnumbertype, string}", AttrDef("a", "type", allowed_values=("DT_BOOL", *REAL, "DT_STRING"))),
        ("a: {realnumerictype}", AttrDef("a", "type", allowed_values=REAL)),
        ("a: list(int)", AttrDef("a", "list(int)")),
        ("a: list( int ) >= 2", AttrDef("a", "list(int)", minimum=2)),
        ("a: list(int) = [1, 2,-3]", AttrDef("a", "list(int)", True, (1, 2, -3))),
        ("a: list(int) = [ ]", AttrDef("a", "list(int)", True, ())),
        ("a: list(float) = [0.1, 2]", AttrDef("a", "list(float)", True, (0.1, 2.0))),
        ("a: list(string) = ['a,b', \"]\"]", AttrDef("a", "list(string)", True, ("a,b", "]"))),
        ("a: list(bool) = [true]", AttrDef("a", "list(bool)", True, (True,))),
        ("a: list({int32,half}) >= 1", AttrDef("a", "list(type)", minimum=1, allowed_values=("DT_INT32", "DT_HALF"))),
        (
            "a: list({int32,half}) = [DT_HALF, DT_INT32]",
            AttrDef("a", "list(type)", True, ("DT_HALF", "DT_INT32"), ("DT_INT32", "DT_HALF")),
        ),
        ("a: list({'x','y'}) = ['y']", AttrDef("a", "list(string)", True, ("y",), ("x", "y"))),
        ("a: shape", AttrDef("a", "shape")),
        ("a: shape = { unknown_rank: true }", AttrDef("a", "shape", True, "unknown_rank: true")),
        ("a: shape = {}", AttrDef("a", "shape", True, "")),
        (
            "a: shape = { dim { size: 2 } dim {size:-1} }",
            AttrDef("a", "shape", True, "dim { size: 2 } dim { size: -1 }"),
        ),
        ("a: list(shape) = [{ dim: { size: 1 } }, {}]", AttrDef("a", "list(shape)", True, ("dim { size: 1 }", ""))),
        ("a: tensor = { dtype: DT_FLOAT }", AttrDef("a", "tensor", True, "dtype: DT_FLOAT")),
        ("a: func", AttrDef("a", "func")),
        ("a: list(func) >= 1", AttrDef("a", "list(func)", minimum=1)),
    ],
)
def test_attr_specs(spec: str, expected: AttrDef) -> None:
    found = ops.parse_attr(spec, LIBRARY)
    assert (found, type(found.default_value)) == (expected, type(expected.default_value))


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("", "trouble parsing '<name>:'"),
        ("a", "trouble parsing '<name>:'"),
        ("_a: int", "trouble parsing '<name>:'"),
        ("1a: int", "trouble parsing '<name>:'"),
        ("a: int32", "extra '32' at the end"),
        ("a: number", "trouble parsing type string at 'number'"),
        # A slip of the builder's: the prefix that it looks for is misspelled, so the right spelling is refused here.
        ("a: realnumerictype", "trouble parsing type string at 'realnumerictype'"),
        ("a: {", "trouble parsing type string at ''"),
        ("a: {float", "expected , or } at ''"),
        ("a: {floatish}", "unrecognized type string 'floatish'"),
        ("a: {'x'", "expected , or } at ''"),
        ("a: {'x', float}", "trouble parsing allowed string at 'float}'"),
        ("a: list(int", "expected ) to close 'list(' at ''"),
        ("a: int >= x", "extra '>= x' at the end"),
        ("a: float >= 2", "extra '>= 2' at the end"),
        ("a: int = 1.5", "an integer is expected, not '1.5'"),
        ("a: float = x", "a number is expected, not 'x'"),
        ("a: bool = maybe", "true or false is expected, not 'maybe'"),
        ("a: string = x", "a quoted string is expected, not 'x'"),
        ("a: string = 'x", 'a quoted string is expected, not "\'x"'),
        ("a: type = DT_NONE", "unrecognized type 'DT_NONE'"),
        ("a: type = float", "unrecognized type 'float'"),
        ("a: list(int) = 1", "a list is expected, not '1'"),
        ("a: list(int) = [1", "a list is expected, not '[1'"),
    ],
)
def test_attr_specs_that_the_builder_refuses(spec: str, reason: str) -> None:
    with pytest.raises(ops.SpecError) as refused:
        ops.parse_attr(spec, LIBRARY)
    assert str(refused.value) == reason


ATTRS = {name: AttrDef(name, kind) for name, kind in [("T", "type"), ("N", "int"), ("Ts", "list(type)")]}


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("", "trouble parsing 'name: type'"),
        ("X: float", "trouble parsing 'name: type'"),
        ("x float", "trouble parsing 'name: type'"),
        ("x: float extra", "trouble parsing 'name: type'"),
        ("x: Ref(float", "trouble parsing 'name: type'"),
        ("x: N * Ref(float)", "trouble parsing 'name: type'"),
        ("camelCase: float", "trouble parsing 'name: type'"),
        ("x: N * ", "trouble parsing 'name: type'"),
        ("x: U", "reference to unknown attr 'U'"),
        ("x: N", "reference to attr 'N' of type int"),
    ],
)
def test_argument_specs_that_the_builder_refuses(spec: str, reason: str) -> None:
    with pytest.raises(ops.SpecError) as refused:
        ops.parse_argument(spec, ATTRS, LIBRARY)
    assert str(refused.value) == reason


R = "REGISTER_OP"
UNRESOLVED: dict[str, tuple[str, Unresolved]] = {
    "a name from a function that is not here": (
        'REGISTER_OP(Scramble("x")).Input("x: float");',
        unresolved(R, 'Scramble("x")', "the op's name is computed at run time", at(1)),
    ),
    "a name from a variable of a loop": (
        'void f() { for (const auto& name : Names()) REGISTER_OP(name).Input("x: float"); }',
        unresolved(R, "name", "the op's name is computed at run time", at(1)),
    ),
    "a spec that is computed": (
        'REGISTER_OP("A").Attr(GetAttrs(3));',
        unresolved(R, "GetAttrs(3)", "the Attr spec is computed at run time", at(1), "A"),
    ),
    "a deprecation that is computed": (
        'REGISTER_OP("A").Deprecated(Version(), "x");',
        unresolved(R, "Version()", "the deprecation version is computed at run time", at(1), "A"),
    ),
    "a spec that the builder refuses": (
        'REGISTER_OP("A").Attr("T: {half, flot}");',
        unresolved(R, '"A"', "unrecognized type string 'flot'", at(1), "A"),
    ),
    "an attr twice": (
        'REGISTER_OP("A").Attr("N: int").Attr("N: bool");',
        unresolved(R, '"A"', "duplicate name 'N'", at(1), "A"),
    ),
    "an argument twice": (
        'REGISTER_OP("A").Input("x: float").Input("x: bool");',
        unresolved(R, '"A"', "duplicate name 'x'", at(1), "A"),
    ),
    "no name": ("REGISTER_OP();", unresolved(R, "", "the op's name is computed at run time", at(1))),
}


@pytest.mark.parametrize("name", UNRESOLVED)
def test_unresolved_with_a_reason(name: str) -> None:
    text, expected = UNRESOLVED[name]
    assert read(text) == Registrations(unresolved=(expected,))


#: What the registry refuses, with which no program runs: the op, and why.
REFUSED = {
    'REGISTER_OP("braid");': "the name 'braid', which is no CamelCase",
    'REGISTER_OP("");': "the name '', which is no CamelCase",
    'REGISTER_OP("A-b");': "the name 'A-b', which is no CamelCase",
    'REGISTER_OP("A").Attr("float: int");': "an attr that is called as the type 'float' is",
    'REGISTER_OP("A").Attr("i: int >= 3 = 2");': "the default of 'i', which is less than 3",
    'REGISTER_OP("A").Attr("l: list(int) >= 2 = [1]");': "the default of 'l', which is less than 2",
    'REGISTER_OP("A").Attr("l: list(int) >= -1");': "the minimum -1 of the list 'l'",
    'REGISTER_OP("A").Attr("T: {half, float} = DT_INT32");': "the default 'DT_INT32' of 'T', which is not allowed",
    "REGISTER_OP(\"A\").Attr(\"s: {'a', 'b'} = 'c'\");": "the default 'c' of 's', which is not allowed",
    'REGISTER_OP("A").Attr("T: list({half, float}) = [DT_HALF, DT_INT32]");': (
        "the default 'DT_INT32' of 'T', which is not allowed"
    ),
    'REGISTER_OP("A").Input("x: N * float");': "the number 'N' of 'x', which is no attr",
    'REGISTER_OP("A").Attr("N: bool").Input("x: N * float");': "the number 'N' of 'x', which is of type bool",
    'REGISTER_OP("A").Attr("N: int >= -1").Input("x: N * float");': "the number 'N' of 'x', whose minimum is negative",
    'REGISTER_OP("A").Output("x: float_ref");': "the type DT_FLOAT_REF of 'x', which is written Ref(type)",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_registry_refuses(text: str) -> None:
    found = read(text)
    assert (found.ops, [one.reason for one in found.unresolved]) == ((), [f"the registry refuses {REFUSED[text]}"])


@pytest.mark.parametrize("name", ["_Arg", "_any thing", "A1_b", "X"])
def test_names_that_it_takes(name: str) -> None:
    assert [op.name for op in read(f'REGISTER_OP("{name}");').ops] == [name]


def test_what_is_as_much_as_it_must_be() -> None:
    text = (
        'REGISTER_OP("A").Attr("i: int >= 3 = 3").Attr("l: list(int) >= 1 = [1]").Attr("T: {half, float} = DT_HALF");'
    )
    assert [one.default_value for one in read(text).ops[0].attr] == [3, (1,), "DT_HALF"]


@pytest.mark.parametrize(
    ("written", "value"),
    [("é€", "é€"), (r"\\303\\251", "é"), (r"\303\251", "é"), (r"\u00e9", "é"), (r"\\u00e9", "é"), (r"\xe9", "\xe9")],
)
def test_texts_that_are_not_ascii(written: str, value: str) -> None:
    (found,) = read(f"REGISTER_OP(\"A\").Attr(\"s: {{'{written}'}} = '{written}'\");").ops
    assert (found.attr[0].default_value, found.attr[0].allowed_values) == (value, (value,))


def test_a_repository_without_a_type_table_borrows_one() -> None:
    types = Types(
        (("DT_FLOAT", 1), ("DT_HALF", 19)),
        (("float", "DT_FLOAT"),),
        (("float", "DT_FLOAT"),),
        (("kRealNumberTypes", ("DT_FLOAT", "DT_HALF")),),
    )
    text = b'REGISTER_OP("A").Attr("T: {float, realnumbertype}");'
    reader = Reader({}.get, {}, {}, Release("1.15.0", types))
    assert reader.registrations("a.cc", text).registrations.ops == (
        op("A", at(1, path="a.cc"), attrs=(AttrDef("T", "type", allowed_values=("DT_FLOAT", "DT_FLOAT", "DT_HALF")),)),
    )
