"""Edits of headers, and of what else many files read: what others registered by them stays right, now and later."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from workshop import ANEW, EDITED, HEADER, KERNEL, MACROS, SWIG, Workshop, at_the_end, instead, on_top, woven

from tfexplore.index.store import open_index
from tfexplore.pipeline.headers import RELEASE_NOTE

KERNELS = "tensorflow/core/kernels/"
TYPES = "tensorflow/core/framework/types.h"
PROTO = "tensorflow/core/framework/types.proto"
YARN, YARN_SOURCE, YARN_OP = KERNELS + "yarn.h", KERNELS + "yarn.cc", KERNELS + "yarn_op.cc"
SKEIN, SKEIN_SOURCE = KERNELS + "skein.h", KERNELS + "skein.cc"
KNIT, KNIT_OP = KERNELS + "knit.h", KERNELS + "knit_op.cc"
OP_KERNEL = "tensorflow/core/framework/op_kernel.h"
TASSEL, TASSEL_SOURCE = KERNELS + "tassel.h", KERNELS + "tassel.cc"
GAUGE, GAUGE_SOURCE = KERNELS + "gauge.h", KERNELS + "gauge.cc"

#: Headers with all that others read of them: macros that register, constants, functions, types, classes; and functions
#: that the evaluator runs.
FILES = {
    YARN: """\
#ifndef YARN_H_
#define YARN_H_

#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/types.h"

namespace tensorflow {

constexpr char kPlain[] = "plain";
extern const char* const kFancy;
string TwistAttr();
using Thread = float;

#define YARN(label, type)                                      \\
  REGISTER_KERNEL_BUILDER(                                     \\
      Name("Weave").Device(DEVICE_CPU).Label(label).TypeConstraint<type>("T"), YarnOp<type>)
#define YARNS(m) m(float) m(double)

class Strand {
  int a;
};

void SpinStrand(Strand* strand) {
  ++strand->a;
}

}  // namespace tensorflow
#endif
""",
    YARN_SOURCE: """\
const char* const kFancy = "fancy";
string TwistAttr() { return "twist: int = 2"; }
""",
    SKEIN: """\
// Nothing that a registration needs yet.
constexpr char kSkein[] = "skein";
int Skeins();
""",
    SKEIN_SOURCE: """\
const char* const kFrill = "frill";
int Skeins() { return 3; }
int Ravel(int a) { return a; }
""",
    YARN_OP: """\
#include "tensorflow/core/kernels/yarn.h"
#include "tensorflow/core/kernels/skein.h"

namespace tensorflow {

template <typename T>
class YarnOp : public OpKernel {
  void Compute(OpKernelContext* context) override { Strand strand; SpinStrand(&strand); Ravel(1); Reel(1); }
};

#define ONE(type) YARN("yarn", type);
YARNS(ONE)
YARN(kPlain, float);
YARN(kFancy, Thread);
YARN(kFrill, float);

REGISTER_OP("Spin").Input("wool: T").Attr("T: type").Attr(TwistAttr());

}  // namespace tensorflow
""",
    KNIT: """\
inline const char* KnitName() { return "Knit"; }
""",
    GAUGE: """\
const char* Gauge();
""",
    GAUGE_SOURCE: """\
const char* Gauge() { return "wool: float"; }
""",
    KNIT_OP: """\
#include "tensorflow/core/kernels/gauge.h"
#include "tensorflow/core/kernels/knit.h"

void Register() {
  TF_OpDefinitionBuilder* builder = TF_NewOpDefinitionBuilder(KnitName());
  TF_OpDefinitionBuilderAddInput(builder, Gauge());
  TF_Status* status = TF_NewStatus();
  TF_RegisterOpDefinition(builder, status);
}
""",
}


def planted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    made = woven(folder, monkeypatch)
    for path, text in FILES.items():
        (made.tree / path).write_text(text)
    assert made.again() == ANEW
    made.check()
    return made


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    return planted(tmp_path, monkeypatch)


EDITS = [
    ("a comment on top of macros", MACROS, on_top("// woven\n\n"), EDITED),
    ("a comment between macros", MACROS, instead("#define TF_CALL_FLOAT", "// woven\n\n#define TF_CALL_FLOAT"), EDITED),
    ("a line less between macros", MACROS, instead("\n\n#define TF_CALL_REAL", "\n#define TF_CALL_REAL"), EDITED),
    ("a comment at the end", YARN, at_the_end("// woven\n"), EDITED),
    ("a macro that is another", YARN, instead("m(float) m(double)", "m(float)"), ANEW),
    ("a macro over more lines", MACROS, instead("(m) m(float)", "(m) \\\n  m(float)"), ANEW),
    ("a macro more", YARN, instead("#define YARNS", "#define TUFTS(m) m(half)\n#define YARNS"), ANEW),
    ("a condition", YARN, instead("#define YARNS", "#if 0\n#endif\n#define YARNS"), ANEW),
    ("another include", YARN, instead('#include "tensorflow/core/framework/types.h"\n', ""), ANEW),
    ("a class more", YARN, instead("class Strand", "class Tuft {\n  int a;\n};\n\nclass Strand"), EDITED),
    ("a class less", YARN, instead("class Strand {\n  int a;\n};\n", ""), EDITED),
    ("a function of another length", YARN, instead("  ++strand->a;", "  ++strand->a;\n  --strand->a;"), EDITED),
    ("a function more", YARN, instead("class Strand", "void CutStrand() {}\nclass Strand"), EDITED),
    ("a function that others lead to, gone", YARN, instead("void SpinStrand", "// void SpinStrand"), ANEW),
    ("a function that others may lead to", SKEIN, at_the_end("void SpinStrand(int* strand) {}\n"), ANEW),
    ("a function that a source comes to define", SKEIN_SOURCE, at_the_end("int Reel(int a) { return a; }\n"), ANEW),
    ("a function that a source defines no more", SKEIN_SOURCE, instead("int Ravel(", "int Unravel("), ANEW),
    ("a function of a source that nobody calls", SKEIN_SOURCE, at_the_end("int Comb(int a) { return a; }\n"), EDITED),
    ("a line more in front of a function of a source", SKEIN_SOURCE, on_top("// woven\n"), EDITED),
    ("an include less", YARN_OP, instead('#include "tensorflow/core/kernels/skein.h"\n', ""), EDITED),
    ("a header that is included by another", SKEIN, on_top('#include "tensorflow/core/kernels/gauge.h"\n'), ANEW),
    ("a class of a function's name", SKEIN, at_the_end("struct SpinStrand {\n  void operator()() {}\n};\n"), ANEW),
    ("a constant that is another", YARN, instead('"plain"', '"simple"'), ANEW),
    ("a constant that nobody asks for", YARN, instead("constexpr", "const int kRibs = 3;\nconstexpr"), EDITED),
    ("a constant that is declared here no more", YARN, instead("extern const char* const kFancy;", ""), ANEW),
    ("a constant that its source holds and this names", SKEIN, on_top("// kFrill\n"), ANEW),
    ("a constant that it names already", SKEIN_SOURCE, instead("frill", "frills"), EDITED),
    ("a source that is asked", YARN_SOURCE, instead('"fancy"', '"frilly"'), ANEW),
    ("an alias that is another", YARN, instead("Thread = float", "Thread = double"), ANEW),
    ("what the evaluator runs", KNIT, instead('"Knit"', '"Purl"'), ANEW),
    ("what the evaluator comes to run", GAUGE, at_the_end('inline const char* KnitName() { return "Purl"; }\n'), ANEW),
    ("what the evaluator is not concerned with", GAUGE, at_the_end("inline int Needles() { return 2; }\n"), EDITED),
    ("a source that the evaluator runs", GAUGE_SOURCE, instead("float", "int32"), EDITED),
    ("a comment in a source that the evaluator runs", GAUGE_SOURCE, on_top("// woven\n"), EDITED),
    ("a comment in a source that is asked", YARN_SOURCE, on_top("// woven\n"), EDITED),
    ("what nobody asks of a source that is asked", YARN_SOURCE, at_the_end("int Ply(int a) { return a; }\n"), EDITED),
    ("a comment in a header that answers by a source", YARN, on_top("// woven\n"), EDITED),
    ("a comment in what the evaluator runs", KNIT, on_top("// woven\n"), EDITED),
    ("a name that the evaluator could mean", YARN, instead("class Strand", "void KnitName();\nclass Strand"), EDITED),
    ("a comment in the type table", TYPES, on_top("// woven\n"), EDITED),
    ("a type more in the table", TYPES, instead("MATCH_TYPE_AND_ENUM(float,", "MATCH_TYPE_AND_ENUM(real, DT_FLOAT);\n"
     "MATCH_TYPE_AND_ENUM(float,"), ANEW),
    ("a comment in the types' proto", PROTO, on_top("// woven\n"), EDITED),
    ("another number of a type", PROTO, instead("DT_DOUBLE = 2", "DT_DOUBLE = 77"), ANEW),
    ("a header that SWIG wraps", HEADER, instead("template <", "\n// woven\n\ntemplate <"), EDITED),
    ("a declaration that SWIG wraps", HEADER, instead("class WeaveOp", "class KnotOp"), ANEW),
    ("a comment in front of an include of SWIG's", SWIG, instead("%include", "// woven\n\n%include"), EDITED),
]  # fmt: skip


@pytest.mark.parametrize(("path", "change", "way"), [one[1:] for one in EDITS], ids=[one[0] for one in EDITS])
def test_one_edit(path: str, change: Callable[[bytes], bytes], way: str, workshop: Workshop) -> None:
    assert workshop.one_edit(path, change) == way


MORE = 'YARN("more", float);\n'
LATER: list[tuple[str, list[tuple[str, Callable[[bytes], bytes], str]]]] = [
    ("kernels of a file that speaks of moved macros", [
        (MACROS, on_top("// woven\n\n"), EDITED),
        (KERNEL, instead("TF_CALL_FLOAT_TYPES", "TF_CALL_REAL_TYPES"), EDITED),
    ]),
    ("macros that moved twice, and a file between", [
        (YARN, on_top("// woven\n\n"), EDITED),
        (YARN_OP, instead("YARN(kPlain", MORE + "YARN(kPlain"), EDITED),
        (YARN, instead("#define YARNS", "// knotted\n#define YARNS"), EDITED),
        (YARN_OP, instead("YARN(kPlain", MORE + "YARN(kPlain"), EDITED),
        (YARN_OP, on_top("// woven\n"), EDITED),
    ]),
    ("everything linked anew after macros moved", [
        (MACROS, on_top("// woven\n\n"), EDITED),
        (YARN, on_top("// woven\n\n"), EDITED),
        ("tensorflow/core/kernels/BUILD", instead('"unweave_op.cc",', ""), ANEW),
        (YARN_OP, instead("YARN(kPlain", MORE + "YARN(kPlain"), EDITED),
    ]),
    ("a macro that is another after macros moved", [
        (MACROS, on_top("// woven\n\n"), EDITED),
        (YARN, instead("m(float) m(double)", "m(float)"), ANEW),
        (KERNEL, instead("TF_CALL_FLOAT_TYPES", "TF_CALL_REAL_TYPES"), EDITED),
    ]),
    ("a source that comes to answer when its header names it", [
        (SKEIN_SOURCE, instead("kFrill", "kFlounce"), EDITED),
        (SKEIN, on_top("// kFrill and kFlounce\n"), EDITED),
        (SKEIN_SOURCE, instead("kFlounce", "kFrill"), ANEW),
    ]),
    ("what SWIG reads, again and again", [
        (HEADER, on_top("// woven\n"), EDITED),
        (SWIG, on_top("// woven\n"), EDITED),
        (HEADER, on_top("// woven\n"), EDITED),
        (SWIG, on_top("// woven\n"), EDITED),
    ]),
    ("what is asked for later", [
        (YARN_OP, instead("YARN(kPlain", "YARN(kSkein"), EDITED),
        (SKEIN, on_top("// woven\n"), EDITED),
        (SKEIN, instead('"skein"', '"hank"'), ANEW),
    ]),
    ("what is evaluated later", [
        (KNIT_OP, instead("TF_NewOpDefinitionBuilder(KnitName())", 'TF_NewOpDefinitionBuilder("Knit")'), EDITED),
        (KNIT, instead('"Knit"', '"Purl"'), EDITED),
        (KNIT_OP, instead('"Knit"', "KnitName()"), ANEW),
        (KNIT, on_top("// woven\n"), EDITED),
        (KNIT, instead('"Purl"', '"Knit"'), ANEW),
    ]),
]  # fmt: skip


@pytest.mark.parametrize("edits", [one[1] for one in LATER], ids=[one[0] for one in LATER])
def test_edits_after_others(edits: list[tuple[str, Callable[[bytes], bytes], str]], workshop: Workshop) -> None:
    for path, change, way in edits:
        workshop.edit(path, change)
        went = workshop.again()
        workshop.check()
        assert (path, went) == (path, way)


def test_what_a_header_registers(workshop: Workshop) -> None:
    workshop.one_edit(KNIT, at_the_end('REGISTER_OP("Purl").Input("wool: float");\n'))
    workshop.one_edit(KNIT, on_top("// woven\n\n"))
    workshop.one_edit(KNIT, instead("wool: float", "silk: float"))
    workshop.one_edit(KNIT, at_the_end("REGISTER_OP(KnitName());\n"))
    workshop.one_edit(KNIT, instead("// woven\n", "#if 0\n#endif\n"))
    workshop.one_edit(KNIT, instead('REGISTER_OP("Purl")', '// REGISTER_OP("Purl")'))


def test_a_list_that_is_included(workshop: Workshop) -> None:
    text = '#define EACH(name) REGISTER_OP(#name);\n#include "tensorflow/core/kernels/knit.h"\n'
    workshop.one_edit(YARN_OP, at_the_end(text))
    workshop.one_edit(KNIT, at_the_end("EACH(Purl)\n"))
    workshop.one_edit(KNIT, on_top("// woven\n\n"))
    workshop.one_edit(YARN_OP, on_top("// woven\n\n"))
    workshop.one_edit(KNIT, instead("EACH", "// EACH"))


def test_constants_that_only_other_repositories_ask_for(workshop: Workshop) -> None:
    declared = 'extern const char* const kTassel;\nconstexpr char kFringe[] = "fringe";\n'
    (workshop.tree / TASSEL).write_text(declared)
    (workshop.tree / TASSEL_SOURCE).write_text('const char* const kTassel = "tassel";\n')
    workshop.edit(OP_KERNEL, on_top(f'#include "{TASSEL}"\n'))
    assert workshop.again() == ANEW
    for path, change in (
        (TASSEL_SOURCE, instead('"tassel"', '"tuft"')),
        (TASSEL, instead('"fringe"', '"frill"')),
        (TASSEL, on_top("// woven\n")),
    ):
        workshop.edit(path, change)
        assert workshop.again() == EDITED
        workshop.check()
    with open_index(workshop.folder / "again.sqlite") as index:
        note = index.note(RELEASE_NOTE) or ""
    assert [value in note for value in ("tuft", "frill", "tassel", "fringe")] == [True, True, False, False]


def test_a_header_back_as_it_was_when_another_changes(workshop: Workshop) -> None:
    before = (workshop.tree / MACROS).read_bytes()
    workshop.edit(MACROS, on_top("// woven\n\n"))
    assert workshop.again() == EDITED
    (workshop.tree / MACROS).write_bytes(before)
    workshop.edit(YARN, instead("m(float) m(double)", "m(float)"))
    assert workshop.again() == ANEW
    workshop.check()


#: Edits that keep a file what it is, or nearly.
STEPS: list[tuple[str, Callable[[bytes], bytes]]] = [
    *[(path, on_top("// woven\n")) for path in (MACROS, YARN, YARN_OP, KERNEL, TYPES, KNIT, HEADER)],
    *[(path, lambda data: data.removeprefix(b"// woven\n")) for path in (MACROS, YARN, YARN_OP, KERNEL, TYPES, KNIT)],
    (MACROS, lambda data: data.replace(b"#endif\n\n", b"#endif\n\n\n", 1)),
    (MACROS, lambda data: data.replace(b"\n\n\n", b"\n\n", 1)),
    (MACROS, lambda data: data.replace(b"(m) m(double)", b"(m) m(half)", 1)),
    (MACROS, lambda data: data.replace(b"(m) m(half)", b"(m) m(double)", 1)),
    (YARN, lambda data: data.replace(b"#define YARNS", b"// knotted\n#define YARNS", 1)),
    (YARN, lambda data: data.replace(b'"plain"', b'"simple"')),
    (YARN, lambda data: data.replace(b"class Strand", b"class Tuft {};\nclass Strand", 1)),
    (YARN, lambda data: data.replace(b"class Strand", b"void SpinStrand() {}\nclass Strand", 1)),
    (YARN, lambda data: data.replace(b"void SpinStrand() {}\n", b"")),
    (SKEIN, lambda data: data.replace(b"int Skeins", b"void SpinStrand() {}\nint Skeins", 1)),
    (SKEIN, lambda data: data.replace(b"void SpinStrand() {}\n", b"")),
    (SKEIN, on_top("// kFrill\n")),
    (SKEIN_SOURCE, lambda data: data.replace(b"kFrill", b"kFringe")),
    (SKEIN_SOURCE, lambda data: data.replace(b"kFringe", b"kFrill")),
    (YARN_OP, lambda data: data.replace(b"YARN(kPlain", b'YARN("more", float);\nYARN(kPlain', 1)),
    (YARN_OP, lambda data: data.replace(b'YARN("more", float);\n', b"", 1)),
    (YARN_OP, lambda data: data.replace(b"YARN(kPlain", b"YARN(kSkein", 1)),
    (KERNEL, lambda data: data.replace(b"TF_CALL_FLOAT_TYPES", b"TF_CALL_REAL_TYPES")),
    (KERNEL, lambda data: data.replace(b"TF_CALL_REAL_TYPES", b"TF_CALL_FLOAT_TYPES")),
    (KNIT, lambda data: data.replace(b'"Knit"', b'"Purl"')),
]


@settings(max_examples=12)
@given(runs=st.lists(st.lists(st.sampled_from(range(len(STEPS))), min_size=1, max_size=3), min_size=3, max_size=7))
def test_edits_in_any_order(runs: list[list[int]], tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        workshop = planted(tmp_path_factory.mktemp("planted"), monkeypatch)
        for steps in runs:
            for step in steps:
                workshop.edit(*STEPS[step])
            workshop.again()
            workshop.check()
