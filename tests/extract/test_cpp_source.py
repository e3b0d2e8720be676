"""One file to its registrations: order, candidates, and what is kept from one run to the next."""

from __future__ import annotations

import pytest
from reading import PATH, at, gradient, kernel, read, reader

from tfexplore.extract import known as kept
from tfexplore.extract.known import Registrations

BOTH = """\
#include "lib.h"
REGISTER_OP("A").Attr(kSpec);
ALL_OF("A");
REGISTER_GRADIENT_OP("A", AGrad);
REGISTER_KERNEL_BUILDER(Name("A").Device(kDevice), BOp);
"""
LIB = '#define ALL_OF(N) REGISTER_KERNEL_BUILDER(Name(N).Device("CPU"), AOp)\nextern const char* const kDevice;\n'
FILES: dict[str, str | bytes] = {
    PATH: BOTH,
    "lib.h": LIB + 'const char kSpec[] = "T: type";\n',
    "lib.cc": 'const char* const kDevice = "GPU";\n',
}


def test_kinds_are_apart_and_in_order() -> None:
    found = read(FILES)
    assert [op.name for op in found.ops] == ["A"]
    assert [(k.device_type, k.kernel_class, k.location) for k in found.kernels] == [
        ("CPU", "AOp", at(3)),
        ("GPU", "BOp", at(5)),
    ]
    assert found.gradients == (gradient("A", "cc", "AGrad", at(4)),)
    assert found.unresolved == ()


@pytest.mark.parametrize(
    ("text", "candidate"),
    [
        (b"", False),
        (b"class A {};", False),
        (b"REGISTER_OP", True),
        (b"MY_REGISTER(x)", True),
        (b"// REGISTER", True),
        (b"TF_NewOpDefinitionBuilder", True),
    ],
)
def test_a_byte_test_picks_candidates(text: bytes, candidate: bool) -> None:
    assert kept.is_candidate(text) is candidate
    if not candidate:
        assert read(text) == Registrations()


#: A change -> whether what the file yielded is read anew, and to another end.
CHANGES: dict[str, tuple[dict[str, str | bytes], bool]] = {
    "nothing": ({}, False),
    "a comment": ({PATH: BOTH.replace(";\n", "; // x\n", 1)}, False),
    "a comment in the header": ({"lib.h": str(FILES["lib.h"]) + "// x\n"}, False),
    "another macro in the header": ({"lib.h": str(FILES["lib.h"]) + "#define OTHER 1\n"}, False),
    "the file": ({PATH: BOTH + 'REGISTER_OP("B");\n'}, True),
    "the macro": ({"lib.h": str(FILES["lib.h"]).replace("AOp", "COp")}, True),
    "the macro's line": ({"lib.h": "\n" + str(FILES["lib.h"])}, True),
    "a constant in the header": ({"lib.h": str(FILES["lib.h"]).replace("T: type", "U: type")}, True),
    "a constant in another file": ({"lib.cc": 'const char* const kDevice = "TPU";\n'}, True),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_a_file_yielded_is_kept_by_what_decided_it(name: str) -> None:
    changes, differs = CHANGES[name]
    before = reader(FILES).registrations(PATH, BOTH.encode())
    files = {**FILES, **changes}
    text = files[PATH]
    data = text if isinstance(text, bytes) else text.encode()
    after = reader(files).registrations(PATH, data, before)
    assert (after is before) is not differs
    assert after.registrations == read(files)
    assert (after.registrations != before.registrations) is differs


PASTING = "#define REGISTER_ALL(COUNT, N) REGISTER_##COUNT(N)\n"
PASTED = '#define REGISTER_2(N) REGISTER_KERNEL_BUILDER(Name(N).Device("CPU"), AOp)\n'


@pytest.mark.parametrize(("own", "lib"), [(PASTING, PASTED), ("", PASTING + PASTED)], ids=["own", "header's"])
def test_a_macro_that_is_reached_by_pasting_decides_as_well(own: str, lib: str) -> None:
    text = f'#include "lib.h"\n{own}REGISTER_ALL(2, "A");\n'
    before = reader({PATH: text, "lib.h": lib}).registrations(PATH, text.encode())
    changed = {PATH: text, "lib.h": lib.replace("AOp", "BOp")}
    after = reader(changed).registrations(PATH, text.encode(), before)
    assert [k.kernel_class for k in before.registrations.kernels] == ["AOp"]
    assert [k.kernel_class for k in after.registrations.kernels] == ["BOp"]


def test_another_build_reads_anew() -> None:
    text = '#if A\nREGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), AOp);\n#endif\n// REGISTER'
    before = reader({PATH: text}, {"A": "1"}).registrations(PATH, text.encode())
    after = reader({PATH: text}, {}).registrations(PATH, text.encode(), before)
    assert before.registrations == Registrations(kernels=(kernel("A", "CPU", "AOp", at(2)),))
    assert after.registrations == Registrations()
