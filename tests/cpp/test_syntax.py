"""tree-sitter's view of a rendered statement."""

from __future__ import annotations

import pytest

from tfexplore.cpp import lexer, queries, syntax
from tfexplore.cpp.syntax import Call
from tfexplore.errors import TfexploreError


def tokens(text: str) -> tuple[str, ...]:
    return tuple(token for token, _ in lexer.spans(text))


def call(name: str, *arguments: str, template: str = "") -> Call:
    return Call(name, tokens(template), tuple(tokens(argument) for argument in arguments))


CHAINS = {
    'Name("A")': (call("Name", '"A"'),),
    'Name("A").Device(DEVICE_CPU)': (call("Name", '"A"'), call("Device", "DEVICE_CPU")),
    'Name("A").TypeConstraint<float>("T")': (call("Name", '"A"'), call("TypeConstraint", '"T"', template="float")),
    'Name("A").TypeConstraint<std::complex<float>>("T").Label("x")': (
        call("Name", '"A"'),
        call("TypeConstraint", '"T"', template="std::complex<float>"),
        call("Label", '"x"'),
    ),
    'Name("A").TypeConstraint("T", {DT_FLOAT, DT_HALF})': (
        call("Name", '"A"'),
        call("TypeConstraint", '"T"', "{DT_FLOAT, DT_HALF}"),
    ),
    'Name("A" "B").Label(f(1, g<int, 2>(3)))': (call("Name", '"A" "B"'), call("Label", "f(1, g<int, 2>(3))")),
    'Name("A").Done()': (call("Name", '"A"'), call("Done")),
    'ns::Name("A").Device("CPU")': (call("Name", '"A"'), call("Device", '"CPU"')),
    'Name("A").TypeConstraint<unsigned int>("T")': (
        call("Name", '"A"'),
        call("TypeConstraint", '"T"', template="unsigned int"),
    ),
    "builder": None,
    "*builder": None,
    'Name("A").member': None,
    'Name("A") + Name("B")': None,
    'Name("A"': None,
    "": None,
    "Name(": None,
    '"A".f()': None,
}


@pytest.mark.parametrize("text", CHAINS)
def test_chains_of_calls(text: str) -> None:
    assert syntax.call_chain(tokens(text)) == CHAINS[text]


def test_statements_of_the_same_kinds_of_tokens_have_their_own_names() -> None:
    for name in ("Pad", "Concat"):
        for attr in ("T", "U"):
            chain = syntax.call_chain(tokens(f'Name("{name}").TypeConstraint<{attr}>("{attr}")'))
            assert chain == (call("Name", f'"{name}"'), call("TypeConstraint", f'"{attr}"', template=attr))


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("", ()),
        ("a", ("a",)),
        ("a, b", ("a", "b")),
        ("f(a, b), {c, d}[e, f]", ("f(a, b)", "{c, d}[e, f]")),
        ("Op<a, b>, c", ("Op<a, b>", "c")),
        ("Op<F<a, b>, c>, d", ("Op<F<a, b>, c>", "d")),
        ("(a < b), c", ("(a < b)", "c")),
        ("a,", ("a", "")),
        (", b", ("", "b")),
    ],
)
def test_arguments(text: str, arguments: tuple[str, ...]) -> None:
    assert syntax.split_arguments(tokens(text)) == tuple(tokens(argument) for argument in arguments)


def test_every_query_compiles_and_is_headed_by_an_example() -> None:
    root = syntax.parse(b'int a = f("x").g<int>(1);')
    folder = queries.Path(queries.__file__).parent.parent.parent / "queries"
    names = sorted(path.stem for path in folder.glob("*.scm"))
    assert "call_chain" in names
    for name in names:
        text = queries.query_text(name)
        assert text.startswith(";"), name
        assert "@" in text, name
        assert isinstance(syntax.matches(name, root), list)


def test_a_query_that_is_missing_says_what_to_do() -> None:
    with pytest.raises(TfexploreError, match=r"queries/none\.scm is missing from this installation; install"):
        queries.query_text("none")
