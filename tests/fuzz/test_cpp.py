"""Whatever the bytes of a tree are, the C++ core answers, in time, and its answers hold together."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reading import PATH, open_file, read, reader

from tfexplore.cpp import lexer
from tfexplore.cpp.macros import MAX_SOURCE, condition
from tfexplore.cpp.preprocessor import expand
from tfexplore.extract import ops
from tfexplore.extract.known import Registrations
from tfexplore.model import AttrDef, Location

#: Pieces of C++ that mean something to the core, whole and broken.
PIECES = [
    "REGISTER_OP(",
    "REGISTER_KERNEL_BUILDER(",
    "REGISTER_XLA_OP(",
    "REGISTER_GRADIENT_OP(",
    "REGISTER_NO_GRADIENT_OP(",
    'Name("A")',
    '.Device("CPU")',
    '.TypeConstraint<float>("T")',
    '.TypeConstraint("T", {DT_FLOAT, ',
    ".Label(k)",
    ", AOp)",
    '.Input("x: T")',
    '.Attr("T: {float, half}")',
    ".SetShapeFn([](C* c) { return f(); })",
    '.Doc(R"doc(',
    ')doc")',
    "#define M(x, ...) x##__VA_ARGS__ #x M(x)\n",
    "#define M REGISTER_OP\n",
    "#define N(x) M(x)\n",
    "#undef M\n",
    "M(",
    "N(M)",
    "#if M\n",
    "#ifdef M\n",
    "#else\n",
    "#elif defined(M) && M(1) > 2\n",
    "#endif\n",
    '#include "kernels/x.cc"\n',
    "#",
    "const char k[] = ",
    "typedef float T;",
    "using T = ",
    "string f() { return ",
    "DataTypeToEnum<",
    "EnumToDataType<",
    "//",
    "/*",
    "*/",
    '"',
    "'",
    "\\",
    "\\\n",
    "\r\n",
    "\n",
    " ",
    ";",
    ",",
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    "::",
    "##",
    "...",
    'R"(',
    ')"',
    "\x00",
    "\xff",
    "\xc3\xa9",
    "0x",
    "1e+",
    "defined(",
    "A",
]

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=40).map("".join)
data = st.binary(max_size=200) | texts.map(lambda text: text.encode("utf-8", "surrogatepass"))


@given(data)
@example(b'R"(abc"')
@example(b"#")
@example(b"#define")
@example(b"'" * 50)
@example(b"\\")
def test_the_lexer(text: bytes) -> None:
    source = lexer.split(text)
    assert len(source.code) == len(source.shape) == len(text)
    lines = [i for i, byte in enumerate(text) if byte == 10]
    assert [i for i, char in enumerate(source.code) if char == "\n"] == lines
    assert [i for i, char in enumerate(source.shape) if char == "\n"] == lines
    original = text.decode("latin-1")
    assert all(kept in (char, " ") for kept, char in zip(source.code, original, strict=True))
    assert all(kept in (char, " ") for kept, char in zip(source.shape, source.code, strict=True))
    assert [0, *(i + 1 for i in lines)] == source.lines
    for token, offset in lexer.spans(source.code):
        assert source.code.startswith(token, offset)
        lexer.is_identifier(token)
        if lexer.is_string(token):
            lexer.string_value(token)
    for directive in source.directives:
        assert original[directive.start : directive.end].lstrip(" \t").startswith("#")


@given(data)
def test_a_file(text: bytes) -> None:
    found = read({PATH: text, "kernels/y.h": text[::-1]})
    assert isinstance(found, Registrations)
    count = text.count(b"\n") + 1
    places: list[Location] = [fact.location for fact in (*found.ops, *found.kernels, *found.unresolved)]
    places += [fact.registered for fact in found.gradients]
    for place in places:
        assert place.path == PATH
        assert 1 <= place.line <= place.end_line <= count
    for one in found.unresolved:
        assert one.reason
        assert len(one.text) <= 80
    assert read({PATH: text, "kernels/y.h": text[::-1]}) == found


@given(data, data)
def test_a_header(text: bytes, other: bytes) -> None:
    files = {PATH: b'#include "a.h"\nM(1) REGISTER_OP(N(M))', "a.h": text + b'\n#include "b.h"\n', "b.h": other}
    expand(open_file({**files, "c.h": b""}))


conditions = st.lists(
    st.sampled_from(
        ["defined", "(", ")", "!", "&&", "||", "?", ":", "A", "F", "F(", ",", "1", "0x", "<<", "-", "/", "%", "'"]
    )
    | st.text(max_size=3),
    max_size=30,
).map(" ".join)


@given(conditions)
def test_conditions(text: str) -> None:
    file = open_file(f"#define A A + F(A)\n#define F(x) F(x) x##x A\n#if {text}\n#endif\n")
    assert condition(text, lambda name: file.lookup(name, 1 << 60)) in (True, False)


LIBRARY = reader({}).library
ATTRS = {"T": AttrDef("T", "type"), "N": AttrDef("N", "int")}
specs = st.lists(
    st.sampled_from(
        [
            "a",
            "T",
            ":",
            " ",
            "int",
            "float",
            "list(",
            ")",
            "type",
            "{",
            "}",
            ",",
            "'x'",
            '"y"',
            ">=",
            "=",
            "[",
            "]",
            "-1",
            "1e99",
            "DT_FLOAT",
            "half",
            "numbertype",
            "shape",
            "func",
            "\\",
            "'",
            '"',
            "Ref(",
            "*",
            "N",
            "true",
            "nan",
            "0x",
            "9" * 30,
        ]
    )
    | st.text(max_size=4),
    max_size=14,
).map("".join)


@given(specs)
@example("a:int=" + "9" * 5000)
@example("a:int>=" + "9" * 5000)
@example("a:float=" + "9" * 5000)
def test_attr_specs(spec: str) -> None:
    try:
        found = ops.parse_attr(spec, LIBRARY)
    except ops.SpecError:
        return
    assert spec.startswith(found.name)
    assert found.has_default or found.default_value is None
    # What was understood is understood again in its plainest form.
    assert ops.parse_attr(f"{found.name}: {found.type}", LIBRARY).type == found.type


@given(specs)
def test_argument_specs(spec: str) -> None:
    try:
        found = ops.parse_argument(spec, ATTRS, LIBRARY)
    except ops.SpecError:
        return
    assert spec.startswith(found.name)
    assert sum(kind is not None for kind in (found.type, found.type_attr, found.type_list_attr)) == 1


@given(st.text(max_size=60))
def test_proto_text_is_stable(text: str) -> None:
    assert isinstance(ops.proto_text(text), str)


#: Files of one or two megabytes that are hard to read in one way or another.
HARD: dict[str, bytes] = {
    "open brackets": b"(" * 1_000_000,
    "open invocations": b'REGISTER_OP("A",' * 30_000,
    "nested invocations": b"#define M(x) x\n" + b'M((REGISTER_OP("A")' * 30_000,
    "angles": b"<" * 1_000_000,
    "quotes": b'"' * 1_000_000,
    "apostrophes": b"'" * 1_000_000,
    "backslashes": b"\\" * 1_000_000,
    "half comments": b"/*/" * 400_000,
    "raw strings without an end": b"".join(b'R"%d(\n' % i for i in range(100_000)),
    "definitions that go on": b"#define A \\\n" * 90_000,
    "definitions in a row": b"".join(b"#define w%d w%d\n" % (i, i + 1) for i in range(40_000)),
    "one name defined anew": b"".join(b"#define w w%d\nw\n" % i for i in range(40_000)) + b"REGISTER_OP(w);\n" * 1000,
    "conditions in a row": b'#if A\nREGISTER_OP("B");\n#endif\n' * 30_000,
    "conditions that grow": b"".join(b"#define A%d A%d + A%d\n" % (i, i + 1, i + 1) for i in range(60))
    + b"#if A0\n#endif\n" * 20_000,
    "constants without a value": b"const " * 150_000 + b"\nREGISTER_OP(kX);",
    "types without a name": b"typedef " * 100_000
    + b'\nREGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint<Foo>("T"), A);',
    "externs": b"extern const " * 80_000 + b"\nREGISTER_OP(kX);",
    "functions": b"string f(" * 100_000 + b"\nREGISTER_OP(f()); return",
    "a chain of calls": b'REGISTER_OP("A")' + b'.Input("x: float")' * 60_000,
    "a builder of calls": b'REGISTER_KERNEL_BUILDER(Name("A")' + b'.Label("x")' * 3000 + b".Device(d), A);",
    "a list of numbers": b'REGISTER_OP("A").Attr("x: list(int) = [' + b"1," * 400_000 + b'1]");',
    "brackets in a default": b'REGISTER_OP("A").Attr("x: shape = ' + b"{" * 900_000 + b'");',
    "signs": b'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").Priority(' + b"-" * 9000 + b"1), A);",
    "brackets around a name": b"REGISTER_OP(" + b"(" * 9000 + b'"A"' + b")" * 9000 + b");",
    "calls around a name": b"REGISTER_KERNEL_BUILDER(Name(" + b"f(" * 4000 + b'"A"' + b")" * 4000 + b").Device(d), A);",
    "templates around a type": b'REGISTER_KERNEL_BUILDER(Name("A").TypeConstraint<'
    + b"V<" * 4000
    + b">" * 4001
    + b"(d), A);",
    "words": b"".join(b"w%d " % i for i in range(120_000)),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_files_are_read_in_time(name: str) -> None:
    text = HARD[name] + b'\nREGISTER_OP("Last");\n'
    assert len(text) <= MAX_SOURCE
    started = time.process_time()
    found = read(text)
    # Linear reading takes a second or two for a file of this size; a square of it takes hours.
    assert time.process_time() - started < 10
    assert isinstance(found, Registrations)


def test_a_file_that_is_too_large_is_said_to_be() -> None:
    text = b"int x;\n" * (MAX_SOURCE // 7 + 1) + b'REGISTER_OP("A");\n'
    (found,) = read(text).unresolved
    assert (found.macro, found.reason) == ("REGISTER_OP", "the file is larger than 2 MB and is not read")
    assert found.location.line == MAX_SOURCE // 7 + 2


@pytest.mark.parametrize("count", [50, 2000])
def test_headers_that_include_each_other(count: int) -> None:
    chain = {f"h{i}.h": f'#include "h{i + 1}.h"\n#define M{i}\n' for i in range(count)}
    every = {f"h{i}.h": "".join(f'#include "h{j}.h"\n' for j in range(50)) for i in range(50)}
    for headers in (chain, every):
        started = time.process_time()
        found = read({PATH: '#include "h0.h"\nREGISTER_OP("A");\n', **headers})
        assert [op.name for op in found.ops] == ["A"]
        assert time.process_time() - started < 10
