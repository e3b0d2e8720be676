"""Which ops gradient functions of C++ create: source text, and what is read of each function."""

# ruff: noqa: E501 (a row of a table stays on its line)

from __future__ import annotations

import pytest
from extract.python_trees import op
from reading import at

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.api_def import read_file
from tfexplore.extract.cpp_gradient_bodies import Bodies, Creates, created, generated_classes, read_bodies

#: The ops of the tests; the classes of C++ are called otherwise than some of them.
OPS = (
    *(op(name) for name in ("Weave", "Dye", "Const", "Felt", "FeltGrad", "Shape", "Stack")),
    op("Pack", ("xs*",)),
    op("Trim", ("x", "length")),
)
API_DEFS = read_file(
    "tensorflow/core/api_def/base_api/api_def_Pack.pbtxt",
    b"""
op { graph_op_name: "Pack" endpoint { name: "Stack" } endpoint { name: "Heap" } }
op { graph_op_name: "Stack" visibility: SKIP }
op { graph_op_name: "FeltGrad" visibility: HIDDEN }
""",
)
INPUTS = {one.name: len(one.input_arg) for one in OPS}
CLASSES = generated_classes(API_DEFS, INPUTS)

CC = "Status F(const Scope& scope, const Operation& op, const std::vector<Output>& dy, std::vector<Output>* dx) "
CORE = "typedef FunctionDefHelper Helper;\nStatus F(const AttrSlice& attrs, FunctionDef* g) "


def creates(text: str) -> Creates:
    """What the function `F` of a file creates."""
    data = f'{text}\nREGISTER_GRADIENT_OP("Weave", F);\nREGISTER_OP_GRADIENT("Dye", F);\n'.encode()
    symbols = definitions("a.cc", data)
    place = next(symbol.location for symbol in symbols if symbol.name == "F")
    return Bodies(read_bodies("a.cc", data, symbols), OPS, API_DEFS).of(place, "F")


@pytest.mark.parametrize(
    ("text", "ops", "unread"),
    [
        ("{ dx->push_back(Weave(scope, dy[0], Dye(scope, op.input(0)))); }", "Dye Weave", ""),
        ("{ auto both = Stack(scope, {a, b}); auto heap = Heap(scope, c); }", "Pack", ""),
        ("{ dx->push_back(internal::FeltGrad(scope, dy[0], internal::FeltGrad::Wet(true))); }", "FeltGrad", ""),
        ("{ dx->push_back(::tensorflow::ops::internal::FeltGrad(scope, dy[0])); }", "FeltGrad", ""),
        ("{ Weave woven(scope, dy[0]); Dye dyed{scope, woven}; }", "Dye Weave", ""),
        ("{ Scope inner = scope.NewSubScope(s); Weave(inner, dy[0]); }", "Weave", ""),
        ("{ auto inner = scope.WithDevice(d); Weave(inner, dy[0]); Dye(scope.WithOpName(n), a); }", "Dye Weave", ""),
        # A value where an input is expected is a constant; one behind the inputs is an attr.
        ("{ Trim(scope, dy[0], -1); }", "Const Trim", ""),
        ("{ Pack(scope, {Shape(scope, x), 1}); }", "Shape", "Pack"),
        ("{ Stack(scope, {Shape(scope, x), 1}); }", "Const Pack Shape", ""),
        ("{ Weave(scope, dy[0], 1); }", "Weave", ""),
        # What is not told is said.
        ("{ Weave(scope, a); Knit(scope, b); FeltGrad(scope, c); }", "Weave", "Knit FeltGrad"),
        ("{ helper.Make(scope, a); Weave(scope, a); }", "Weave", "Make(...)"),
        ("{ Weave(scope, Shape(&scope, a)); return Elsewhere(op, scope); }", "Weave", "Elsewhere(...)"),
        ("{\n#ifdef LOOM\n  Weave(scope, a);\n#endif\n}", "Weave", "#ifdef_LOOM"),
        # Neither a comment nor a text creates anything, nor does what is not given a scope.
        ('{ /* Dye(scope, a); */ Log("Dye(scope, a)"); Dye::Attrs attrs; Shape(a); return scope.status(); }', "", ""),
        ("{ }", "", ""),
    ],
)
def test_constructors(text: str, ops: str, unread: str) -> None:
    expected = tuple([one.replace("_", " ") for one in unread.split()])
    assert creates(CC + text) == Creates(tuple(ops.split()), expected)


@pytest.mark.parametrize(
    ("text", "ops", "unread"),
    [
        ('{ *g = Helper::Define({"x: T"}, {"dx: T"}, {{"T: type"}}, {{{"dx"}, "Weave", {"x"}, {{"T", "$T"}}}}); }', "Weave", ""),
        # A list of nodes is no node, and a helper between them makes one; attrs are none.
        (
            '{ *g = Helper::Define({"x"}, {"dx"}, {{"T: {half, float}"}, Attr(), More()}, {\n'
            '  {{"a"}, "Weave", {"x"}, {{"Trim", "Felt"}, {"N", "$N"}, {"Shape", n}}},\n'
            '  Helper::Const<int32>("one", {1}),\n'
            '  {{"dx"}, "Dye", {"a", "one"}}}); }',
            "Const Dye Weave",
            "",
        ),
        ('{ std::vector<Node> nodes; nodes.push_back({{"a"}, "Weave", names}); *g = Helper::Create(nodes); }', "Weave", ""),
        ('{ *g = Helper::Define({{{"a"}, wet ? "Dye" : "Felt", {"x"}}}); }', "Dye Felt", ""),
        # An op that is not told, and one that no file registers.
        ('{ *g = Helper::Define({{{"a"}, "Weave", {"x"}}, {{"b"}, name, {"a"}}, {{"c"}, "Knit", {"b"}}}); }', "Weave", 'name "Knit"'),
        ('{ *g = Elsewhere(attrs); }', "", "Elsewhere(...)"),
        ('{ return Elsewhere(attrs, g); }', "", "Elsewhere(...)"),
        ('{ NODES; *g = Helper::Define({"x"}); }\n#define NODES x', "", "NODES"),
        ('{ return Status::OK(); }', "", "*g"),
        ('{ *g = Helper::Define({"x: float"}, {"dx: float"}, {}, {}); }', "", ""),
    ],
)  # fmt: skip
def test_nodes(text: str, ops: str, unread: str) -> None:
    expected = tuple([one.replace("_", " ") for one in unread.split()])
    assert creates(CORE + text) == Creates(tuple(ops.split()), expected)


@pytest.mark.parametrize(
    ("helpers", "body", "ops", "unread"),
    [
        # What a helper is given: texts, and truth values that decide.
        ('Status Of(FunctionDef* g, const string& op) { *g = H::Define({{{"a"}, op, {"x"}}}); }', 'Of(g, "Dye")', "Dye", ""),
        (
            'Status In(FunctionDef* g, const string& op, bool wet) {\n'
            '  if (wet) { n = {{"a"}, "Dye", {"x"}}; } else n = {{"a"}, op, {"x"}};\n}\n'
            "Status Of(FunctionDef* g, const string& op) { return In(g, op, false); }",
            'Of(g, "Felt")',
            "Felt",
            "",
        ),
        ('Status Of(FunctionDef* g, bool wet) {\n  if (!wet) n = {{"a"}, "Felt", {"x"}}; n = {{"b"}, "Weave", {"x"}}; }',
         "Of(g, true)", "Weave", ""),
        ('Status Of(FunctionDef* g, bool wet) { if (wet == true) n = {{"a"}, "Felt", {"x"}}; }', "Of(g, w)", "Felt", ""),
        # Helpers that give nodes; of two with a name the number of arguments chooses.
        ('Node Of(int n) { return {{"a"}, "Felt", {"x"}}; }\nNode Of() { return {{"a"}, "Dye", {"x"}}; }', "Of(3)", "Felt", ""),
        # One that calls itself.
        ('Status Of(FunctionDef* g) { n = {{"a"}, "Felt", {"x"}}; return Of(g); }', "Of(g)", "Felt", ""),
    ],
)  # fmt: skip
def test_helpers_are_followed(helpers: str, body: str, ops: str, unread: str) -> None:
    assert creates(
        f"typedef FunctionDefHelper H;\n{helpers}\n{CORE}{{ {body}; *g = Helper::Define({{}}); }}"
    ) == Creates(tuple(ops.split()), tuple(unread.split()))


def test_a_helper_of_the_file_is_not_the_class_that_is_called_so() -> None:
    helper = "Output Felt(const Scope& s, const Output& x) { return Dye(s, x); }\n"
    assert creates(f"{helper}{CC}{{ Felt(scope, a); }}").ops == ("Dye",)
    assert creates(f"{helper}{CC}{{ ops::Felt(scope, a); }}").ops == ("Felt",)


def test_a_function_that_is_nowhere_is_not_read() -> None:
    assert created(None, INPUTS, CLASSES, "SpinGrad<2>") == Creates((), ("SpinGrad<2>",))
    assert Bodies(()).of(at(3), "SpinGrad") == Creates((), ("SpinGrad",))


def test_without_the_definitions_by_which_classes_are_generated_none_is_known() -> None:
    assert generated_classes((), INPUTS) == {}
    python = read_file(
        "core/api_def/python_api/api_def_Felt.pbtxt", b'op { graph_op_name: "Felt" endpoint { name: "felt" } }'
    )
    assert generated_classes((*API_DEFS, *python), INPUTS)["Felt"] == "Felt"
    assert CLASSES["Stack"] == CLASSES["Heap"] == "Pack"


@pytest.mark.parametrize("end", ["", "{", "(", "<", "if (", "Weave(scope,", '{{"a"},', "a::", "if (a) b else"])
def test_text_that_makes_no_sense_ends(end: str) -> None:
    for begin in (CC, CORE):
        data = f'REGISTER_OP_GRADIENT("A", F); {begin}{{ {end} }}'.encode()
        read_bodies("a.cc", data, definitions("a.cc", data))
