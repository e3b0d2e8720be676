"""Registrations in headers, in sources of other names, in lists that are included, and in words cut in two."""

from __future__ import annotations

import pytest
from reading import PATH, at, open_file, read, unresolved

from tfexplore.cpp.macros import MAX_SOURCE
from tfexplore.extract.known import is_candidate
from tfexplore.pipeline.parts import REGISTERING, is_read
from tfexplore.source.tree import is_wanted

SUFFIXES = (
    "cc",
    "cpp",
    "cu",
    "cxx",
    "c++",
    "C",
    "mm",
    "h",
    "hpp",
    "hh",
    "hxx",
    "inc",
    "cuh",
    "tcc",
    "inl",
    "ipp",
    "tpp",
)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files_of_these_names_are_read(suffix: str) -> None:
    path = f"ops/mine.{suffix}"
    assert is_wanted(path)
    assert is_read(path)
    assert path.endswith(REGISTERING)
    assert [op.name for op in read('REGISTER_OP("Mine");', path).ops] == ["Mine"]


def test_what_a_header_declares_is_no_call() -> None:
    text = "TF_OpDefinitionBuilder* TF_NewOpDefinitionBuilder(const char* op_name);\n"
    assert read(text, "c/ops.h").unresolved == ()


#: The second time nobody is there to register anything.
LIST = '#define ALL X(A)\n#define X(n) REGISTER_OP(#n);\n#define Y(n) int n;\n#include "%s"\n#undef X\n#include "%s"\n'
FILES = {
    "names.inc": "// of all\nX(A)\n", "kernels/near.inc": "X(B)\n", "others.inc": "Y(A)  // X(A)\n", "names.h": "X(C)",
    "macros.h": "#define MINE X(d)\n", "names.cc": "X(D)\n",
}  # fmt: skip
EXPANDED = "what {} lists for X to register is not expanded"
UNREAD = "{} is not read, and may list what X registers"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("names.inc", EXPANDED), ("near.inc", EXPANDED), ("names.h", EXPANDED), ("names.cc", EXPANDED),
        ("others.inc", ""), ("macros.h", ""), ("unseen.def", UNREAD), ("unseen.inc", UNREAD), ("unseen.h", ""),
        ("vector", ""), ("../../../etc/names.def", UNREAD),
    ],
)  # fmt: skip
def test_lists_that_are_included(name: str, reason: str) -> None:
    said = (unresolved("X", f'#include "{name}"', reason.format(name), at(4)),) if reason else ()
    found = read({**FILES, PATH: LIST % (name, name)})
    assert (found.ops, found.unresolved) == ((), said)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("ops.def", 'REGISTER_OP("A");', "ops.def"),
        ("near.txt", '// all\nREGISTER_KERNEL_BUILDER(Name("A"), B);', "kernels/near.txt"),
        ("ops.def", '// REGISTER_OP("A");\nconst char* a = "REGISTER_OP(b)";', ""),
        ("ops.def", "", ""),
        ("ops.inl", 'REGISTER_OP("A");', ""),  # which is a header
    ],
)
def test_what_is_included_under_an_odd_name(name: str, text: str, found: str) -> None:
    path = found or name
    files = {PATH: f'int a;\n#include "{name}"\n', **({path: text} if text else {})}
    sink = "REGISTER_KERNEL_BUILDER" if "KERNEL" in text else "REGISTER_OP"
    said = unresolved(
        sink, f'#include "{name}"', f"{found} registers something and is named like no file that is read", at(2)
    )
    assert read(files).unresolved == ((said,) if found else ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_letters_of_two_bytes(encoding: str) -> None:
    mark = "\ufeff"
    found = read((mark + '// all\nREGISTER_OP("A");\n').encode(encoding))
    assert found.unresolved == (
        unresolved("REGISTER_OP", 'REGISTER_OP("A");', "the file is UTF-16, which is not read", at(2)),
    )
    assert read((mark + "int a;\n").encode(encoding)).unresolved == ()


def test_a_list_that_is_too_large() -> None:
    found = read({"names.inc": "X(A)\n" + " " * MAX_SOURCE, PATH: LIST % ("names.inc", "names.inc")})
    assert [one.reason for one in found.unresolved] == [UNREAD.format("names.inc", "X")]


SPLICED = {
    'R\\\nEGISTER_OP("Mine").Input("x: float");': [("Mine", 1, 2)],
    'R\\\r\nEG\\\nISTER\\\n_OP\\\n("Mine")\n    .Input("x: float");': [("Mine", 1, 6)],
    '#define MINE(n) REGI\\\nSTER_OP(n)\nMINE("A");\nMINE("B");': [("A", 3, 3), ("B", 4, 4)],
    'REGISTER_OP("M\\\nine");\nREGISTER_OP("Other");': [("Mine", 1, 2), ("Other", 3, 3)],
    '// REGI\\\nSTER_OP("Mine");\nREGISTER_OP("Other");': [("Other", 3, 3)],
}


@pytest.mark.parametrize("text", SPLICED)
def test_words_that_go_on_in_the_next_line(text: str) -> None:
    assert is_candidate(text.encode())
    found = read(text)
    assert [(op.name, op.location.line, op.location.end_line) for op in found.ops] == SPLICED[text]
    assert found.unresolved == ()


def test_a_spliced_text_is_as_long_as_it_was() -> None:
    text = "ab\\\ncd\\\r\nef gh\\\n\\\nij \\\nkl\n#define A b\\\nc\nd"
    file = open_file(text)
    assert len(file.source.code) == len(text)
    assert file.source.code.split("\n")[0] == "abcdef\\"
    assert [file.source.line(text.index(word)) for word in ("ab", "gh", "kl")] == [1, 3, 6]


def test_raw_strings_are_as_they_stand() -> None:
    text = 'a\\\nb R"(On\\\nOff)" c\\\nd // e\\\nf\n#define A g\\\nh "i\\\nj"\n'
    source = open_file(text).source
    assert source.code.rstrip() == 'ab\\\n R"(On\\\nOff)" cd\\'
    assert [one.text for one in source.directives] == [' A gh\\\n "ij\\\n"']
    assert len(source.code) == len(source.shape) == len(text)


def test_a_name_without_a_bracket_is_no_invocation() -> None:
    # So the standard has it, where a macro of no tokens stands between them; in an argument it is gone by then.
    found = read('#define EMPTY\n#define ID(x) x\nREGISTER_OP EMPTY ("No");\nID(REGISTER_OP EMPTY ("Mine"));\n')
    assert ([op.name for op in found.ops], found.unresolved) == (["Mine"], ())


def test_a_name_that_a_macro_is_given() -> None:
    found = read('#define APPLY(m) m("Mine")\nAPPLY(REGISTER_OP);\n#define ALIAS REGISTER_OP\nALIAS("Other");')
    assert ([op.name for op in found.ops], found.unresolved) == (["Mine", "Other"], ())
