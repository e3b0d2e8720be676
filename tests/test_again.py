"""An index made again after a few edits is the index that a run without a cache makes of the edited tree."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from extract import python_trees
from workshop import (
    ANEW,
    BUILD,
    EDITED,
    GRADIENTS,
    HAUL,
    HAUL_H,
    HEADER,
    KERNEL,
    KNOTS,
    MACROS,
    OPS,
    SAME,
    SWIG,
    USER,
    Workshop,
    at_the_end,
    instead,
    on_top,
    scribble,
    woven,
)

from tfexplore.index import api
from tfexplore.index.store import open_index
from tfexplore.model import Location
from tfexplore.pipeline.files import NOTHING, FileFacts
from tfexplore.pipeline.moved import Compared, compare


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    return woven(tmp_path, monkeypatch)


EDITS = [
    ("a comment at the end", KERNEL, at_the_end("// woven\n"), EDITED),
    ("a remark behind code", KERNEL, instead(";\n", ";  // woven\n"), SAME),
    ("a comment on top", KERNEL, on_top("// woven\n"), EDITED),
    ("a comment on top of ops", OPS, on_top("// woven\n// twice\n"), EDITED),
    ("a comment on top of gradients", GRADIENTS, on_top("# woven\n"), EDITED),
    ("a comment inside a gradient", GRADIENTS, instead("    return", "    # woven\n    return"), EDITED),
    ("a comment inside a registration", OPS, instead("    .Input", "    // woven\n    .Input"), EDITED),
    ("a comment between", KERNEL, instead("template <", "\n// a weave\ntemplate <"), EDITED),
    ("a comment inside a function", OPS, instead("return Status", "// so\n      return Status"), EDITED),
    ("lines gone", KERNEL, instead("\n\ntemplate", "\ntemplate"), EDITED),
    ("a comment above uses of a SWIG module", USER, on_top("# woven\n"), EDITED),
    ("a registration more", KERNEL, instead("}  // namespace", "REGISTER_KERNEL_BUILDER(Name(\"Weave\")"
     ".Device(DEVICE_CPU).Label(\"x\"), WeaveOp<CPUDevice, int>);\n}  // namespace"), EDITED),
    ("a registration less", KERNEL, instead("TF_CALL_float(REGISTER_KERNEL);", ""), EDITED),
    ("another macro", KERNEL, instead("TF_CALL_FLOAT_TYPES", "TF_CALL_REAL_TYPES"), EDITED),
    ("another class", KERNEL, instead("WeaveOp<CPUDevice, type>", "KnotOp<CPUDevice, type>"), EDITED),
    ("a functor more often", KNOTS, instead('TIE("bow"', 'TIE("b", KnotOp<functor::Bow<char>>);\nTIE("bow"'), EDITED),
    ("a functor less often", KNOTS, instead('"reef", KnotOp<functor::Reef>', '"", KnotOp<functor::Bow<int>>'), EDITED),
    ("a functor that was none", KNOTS, instead("functor::Reef>", "functor::LaunchRope>"), EDITED),
    ("a class that was not in use", KNOTS, instead("KnotOp<functor::Reef>", "HitchOp"), EDITED),
    ("an op's first kernel", KNOTS, instead('"reef", KnotOp', '"x", KnotOp<int>);\nREGISTER_KERNEL_BUILDER('
     'Name("LoomHandle").Device(DEVICE_CPU), KnotOp'), EDITED),
    ("an op's first kernel, elsewhere under a condition", KERNEL, instead("}  // namespace",
     'REGISTER_KERNEL_BUILDER(Name("DryFelt").Device(DEVICE_CPU), WeaveOp<CPU, half>);\n}  // namespace'), EDITED),
    ("a file's last kernel", "tensorflow/core/kernels/unweave_op.cc", lambda data: data.split(b"WEAVE_R")[0], EDITED),
    ("an op's last kernel", "tensorflow/contrib/loom/kernels/loom_op.cc", lambda data: data.split(b"REGIS")[0], ANEW),
    ("a condition gone", KNOTS, instead("#ifdef BOATS", "#if 1"), ANEW),
    ("a condition come", KNOTS, instead('TIE("bow"', '#ifdef BOATS\n#endif\nTIE("bow"'), EDITED),
    ("kernels under a condition", KNOTS, instead("#endif", 'TIE("x", HitchOp); // Name("Felt")\n#endif'), ANEW),
    ("a message more", KERNEL, instead("* context) {}", "* context) {\n  OP_REQUIRES(context, false, errors::Internal("
     '"torn ", 3));\n}'), EDITED),
    ("a first message", KNOTS, instead("{ LaunchRope(rope); }", '{ LOG(FATAL) << "torn at the reef"; }'), EDITED),
    ("a use more", KNOTS, instead("(T rope) {}", "(T rope) { LaunchRope()(rope); }"), EDITED),
    ("a use less", KNOTS, instead("LaunchRope(rope);", ""), EDITED),
    ("a helper more", KERNEL, instead("template <", "static int Twist(int a) {\n  return a;\n}\n\ntemplate <"), EDITED),
    ("a hook more", HAUL, instead("Pull(context);", "Pull(context);  Rest(context);"), EDITED),
    ("a hook less", HAUL, instead("  Pull(context);", "  // woven"), EDITED),
    ("another hook", HAUL, instead("  Pull(context);", "  this->Rest(context);"), EDITED),
    ("a way to hooks less", HAUL, instead("  Grip(context);", "  context;"), EDITED),
    ("a comment above a hook", HAUL, instead("  Pull(context);", "  // woven\n  Pull(context);"), EDITED),
    ("a virtual method less", HAUL_H, instead("virtual void Pull(OpKernelContext* context) = 0", "int pull"), EDITED),
    ("a virtual method more", HAUL_H, instead("  void Grip", "  virtual void Grip"), EDITED),
    ("a comment above a virtual method", HAUL_H, instead("  virtual", "  // woven\n  virtual"), EDITED),
    ("an entry by its parameters", HAUL, instead("context, int rope", "context"), ANEW),
    ("no entry by its parameters", HAUL, instead("::Compute(OpKernelContext* context)", "::Compute()"), ANEW),
    ("a class with hooks that is reached", HAUL, instead("class HaulOp : public HaulBase", "class HaulOp : public "
     "OpKernel"), EDITED),
    ("a helper that code names", KNOTS, instead("class HitchOp", "struct Splice {\n  void operator()(int a);\n};\n\n"
     "class HitchOp"), EDITED),
    ("a functor gone", KNOTS, instead("struct LaunchRope {\n  void operator()(int rope) {}\n};", ""), EDITED),
    ("a kernel's class renamed", KNOTS, lambda data: data.replace(b"KnotOp", b"BendOp"), EDITED),
    ("a functor's class renamed", KNOTS, lambda data: data.replace(b"Bow", b"Clinch"), EDITED),
    ("a class with the name of another's", KNOTS, instead("class HitchOp", "class WeaveOp {\n  int a;\n};\n\n"
     "class HitchOp"), ANEW),
    ("a specialisation of another file's", KERNEL, instead("template <", "template <>\nstruct Coil<int> {};\n\n"
     "template <"), ANEW),
    ("a functor called as another file's class", KERNEL, instead("template <", "struct Pin {\n  int operator()(int a) "
     "{\n    return a;\n  }\n};\n\ntemplate <"), ANEW),
    ("a specialisation", KNOTS, instead("struct LaunchRope", "template <>\nstruct Bow<int> {\n  void operator()(int a) "
     "{ Reef(); }\n};\n\nstruct LaunchRope"), EDITED),
    ("a shape function that is defined", OPS, instead("REGISTER_OP", "Status WeaveShape(InferenceContext* c) {\n"
     "  return Status::OK();\n}\n\nREGISTER_OP"), ANEW),
    ("functions in another order", KNOTS, instead("struct Reef {\n  void operator()(int rope) { LaunchRope(rope); }\n};"
     "\n", ""), EDITED),
    ("a function more in Python", GRADIENTS, at_the_end("\n\ndef _twist(a):\n  raise ValueError('torn')\n"), EDITED),
    ("a class that is called otherwise", HEADER, instead("class WeaveOp", "class KnotOp"), ANEW),
    ("a comment on top of a header", HEADER, on_top("// woven\n"), EDITED),
    ("a macro that is another", MACROS, instead("TF_CALL_float(m) m(float)", "TF_CALL_float(m) m(double)"), ANEW),
    ("a BUILD file without a source", BUILD, instead('"unweave_op.cc",', ""), ANEW),
    ("a comment in a BUILD file", BUILD, instead("package(", "# woven\n\npackage("), SAME),
    ("a BUILD file that builds the same", BUILD, instead('"//visibility:public"', '"//visibility:private"'), SAME),
    ("a BUILD file that defines a macro", BUILD, instead("hdrs", 'copts = ["-DBOATS"],\n    hdrs'), ANEW),
    ("a comment on top of a .bzl file", "tensorflow/tensorflow.bzl", on_top("# woven\n"), EDITED),
    ("a comment on top of an interface file", SWIG, on_top("// woven\n"), EDITED),
    ("an interface file", SWIG, instead("%unignore tensorflow::ThreadLoom;", ""), ANEW),
    ("another import", GRADIENTS, instead("import ops", "import ops as weaving_ops"), EDITED),
    ("a gradient less", GRADIENTS, instead('ops.NotDifferentiable("LoomHandle")', ""), EDITED),
    ("an attr more", OPS, instead(".Attr(", ".Attr(\"knots: int = 3\")\n    .Attr("), EDITED),
    ("a use of another name", USER, instead("ThreadLoom(", "Bow("), ANEW),
]  # fmt: skip


@pytest.mark.parametrize(("path", "change", "way"), [one[1:] for one in EDITS], ids=[one[0] for one in EDITS])
def test_one_edit(path: str, change: Callable[[bytes], bytes], way: str, workshop: Workshop) -> None:
    assert workshop.one_edit(path, change) == way


def test_edits_on_top_of_each_other_and_back(workshop: Workshop) -> None:
    before = {path: (workshop.tree / path).read_bytes() for path in (KERNEL, OPS, GRADIENTS)}
    for text in ("woven\n", "knotted\n\n"):
        for path in before:
            workshop.edit(path, on_top(("#" if path.endswith(".py") else "//") + text))
            assert workshop.again() == EDITED
            workshop.check()
    for path, data in before.items():
        (workshop.tree / path).write_bytes(data)
    assert workshop.again() == EDITED
    workshop.check()
    workshop.edit(HEADER, on_top("// woven\n"))
    assert workshop.again() == EDITED
    workshop.check()


def test_an_op_that_is_named_after_its_line(workshop: Workshop) -> None:
    text = '#define STR(x) STR2(x)\n#define STR2(x) #x\n#define HERE REGISTER_OP("Line" STR(__LINE__))\nHERE;\n'
    workshop.edit(OPS, at_the_end(text))
    workshop.again()
    workshop.check()
    for change in (on_top("// woven\n"), on_top("\n"), at_the_end("\n"), instead("HERE;", "\nHERE;")):
        workshop.edit(OPS, change)
        workshop.again()
        workshop.check()


def test_a_registration_that_moves_into_a_namespace(workshop: Workshop) -> None:
    text = 'const char kOdd[] = "Outside";\nnamespace in {\nconst char kOdd[] = "Inside";\n}\n%sREGISTER_OP(kOdd);%s\n'
    workshop.edit(OPS, at_the_end(text % ("", "")))
    workshop.again()
    workshop.check()
    workshop.edit(OPS, instead("REGISTER_OP(kOdd);", "namespace in { REGISTER_OP(kOdd); }"))
    workshop.again()
    workshop.check()


def test_ops_on_other_lines_when_everything_is_linked_anew(workshop: Workshop) -> None:
    # The name of an op in `tf.raw_ops` is where the op is registered.
    generator = workshop.tree / "tensorflow/python/framework/python_op_gen.cc"
    generator.write_bytes(python_trees.GENERATOR)
    for path in ("tensorflow/core/BUILD", "tensorflow/python/BUILD"):
        workshop.edit(path, at_the_end(python_trees.BUILD.replace("math_ops", "weave_ops")))
    assert workshop.again() == ANEW
    workshop.edit(OPS, on_top("// woven\n"))
    workshop.edit(HEADER, instead("class WeaveOp", "class KnotOp"))
    assert workshop.again() == ANEW
    with open_index(workshop.folder / "again.sqlite") as index:
        assert [one for one in api.endpoints(index) if one.endpoint.startswith("tf.raw_ops.")]
    workshop.check()


def test_macros_that_build_files_define_decide(workshop: Workshop) -> None:
    def labels() -> set[str]:
        with open_index(workshop.folder / "again.sqlite") as index:
            return {str(label) for (label,) in index.rows("SELECT label FROM kernel")}

    assert "boat" not in labels()
    workshop.edit(BUILD, instead("hdrs", 'defines = ["BOATS"],\n    hdrs'))
    assert workshop.again() == ANEW
    assert "boat" in labels()
    # An edit is read with them as well.
    workshop.edit(KNOTS, instead("#endif", 'TIE("bowline", KnotOp<functor::Reef>);\n#endif'))
    assert workshop.again() == EDITED
    assert "bowline" in labels()
    workshop.check()
    # Read first without what the BUILD file has come to say: that is forgotten.
    workshop.edit(BUILD, instead('"BOATS"', '"RAFTS"'))
    workshop.edit(KNOTS, instead("BOATS", "RAFTS"))
    assert workshop.again() == ANEW
    assert "bowline" in labels()
    workshop.check()


def test_what_was_edited_is_not_forgotten_when_nothing_changes(workshop: Workshop) -> None:
    for change, way in (
        (on_top("// woven\n"), EDITED),
        (instead(";\n", ";  // woven\n"), SAME),
        (on_top("\n"), EDITED),
    ):
        workshop.edit(KERNEL, change)
        assert workshop.again() == way
    workshop.check()


def test_lines_that_overtake_each_other_are_no_move() -> None:
    def facts(symbol: int, site: int) -> FileFacts:
        parts = {"symbols": f"{symbol}\tc\tOp", "swig_uses": (Location("a.py", site, site),)}
        return FileFacts("a.py", b"", NOTHING, parts)

    assert compare(facts(3, 5), facts(4, 6)) == Compared({3: 4, 5: 6})
    assert compare(facts(3, 5), facts(6, 4)) is None
    assert compare(facts(3, 5), facts(6, 6)) is None
    assert compare(facts(3, 3), facts(3, 4)) is None


def test_a_file_that_comes_and_goes(workshop: Workshop) -> None:
    new = workshop.tree / "tensorflow/core/kernels/a_op.cc"
    new.write_bytes((workshop.tree / KERNEL).read_bytes())
    assert workshop.again() == ANEW
    workshop.check()
    workshop.edit(KERNEL, on_top("// woven\n"))
    assert workshop.again() == EDITED
    new.unlink()
    assert workshop.again() == ANEW
    workshop.check()


def test_a_source_that_is_included_decides_as_a_header_does(workshop: Workshop) -> None:
    included = workshop.tree / "tensorflow/core/kernels/labels.cc"
    included.write_bytes(b'#define LABEL "plain"\n')
    name = 'Name("Weave")'
    workshop.edit(KERNEL, instead(name, f"{name}.Label(LABEL)"))
    workshop.edit(KERNEL, on_top('#include "tensorflow/core/kernels/labels.cc"\n'))
    assert workshop.again() == ANEW
    included.write_bytes(b'#define LABEL "fancy"\n')
    assert workshop.again() == ANEW
    workshop.check()


@pytest.mark.parametrize("damage", ["rows", "more"])
def test_damage_beside_a_snapshot_only_costs_time(damage: str, workshop: Workshop) -> None:
    workshop.edit(KERNEL, on_top("// woven\n"))
    assert workshop.again() == EDITED
    (file,) = (workshop.folder / "cache").rglob(f"*.{damage}")
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2] + b"\xff" * 9 + data[len(data) // 2 + 9 :])
    workshop.edit(OPS, on_top("// woven\n"))
    assert workshop.again() == ANEW
    workshop.check()


def test_an_index_of_somebody_else_is_made_anew(workshop: Workshop) -> None:
    (workshop.folder / "again.sqlite").unlink()
    workshop.edit(KERNEL, on_top("// woven\n"))
    assert workshop.again() == ANEW
    workshop.check()


@pytest.mark.parametrize("seed", range(4))
def test_edits_at_random(seed: int, workshop: Workshop) -> None:
    chosen = random.Random(seed)
    files = sorted(str(p.relative_to(workshop.tree)) for p in workshop.tree.rglob("*") if p.is_file())
    ways = set()
    for _ in range(12):
        for _ in range(chosen.choice([1, 1, 1, 2, 3])):
            path = chosen.choice([*files, *[path for path in files if path.endswith((".cc", ".py"))] * 3])
            comment = b"//" if path.endswith((".cc", ".h", ".i", ".proto")) else b"#"
            workshop.edit(path, lambda data, comment=comment: scribble(chosen, data, comment))  # type: ignore[misc]
        ways.add(workshop.again())
        workshop.check()
    assert {ANEW, EDITED} <= ways


@pytest.mark.parametrize("seed", range(3))
def test_registrations_that_come_and_go(seed: int, workshop: Workshop) -> None:
    chosen = random.Random(seed)
    classes = [
        "KnotOp<functor::Reef>",
        "KnotOp<functor::Bow<float>>",
        "KnotOp<int>",
        "HitchOp",
        "WeaveOp<CPUDevice, T>",
    ]
    ops = ["Weave", "Unweave", "LoomHandle", "Treadle"]
    ways = []
    for number in range(14):
        file = workshop.tree / chosen.choice([KNOTS, KNOTS, KERNEL])
        lines = file.read_bytes().split(b"\n")
        end = lines.index(b"}  // namespace tensorflow")
        for _ in range(chosen.randrange(1, 3)):
            mine = [at for at, line in enumerate(lines) if b"random" in line]
            if mine and chosen.random() < 0.4:
                del lines[chosen.choice(mine)]
                end -= 1
            else:
                op, kind, device = chosen.choice(ops), chosen.choice(classes), chosen.choice("CG")
                text = (
                    f'REGISTER_KERNEL_BUILDER(Name("{op}").Device(DEVICE_{device}PU).Label("random{number}"), {kind});'
                )
                lines.insert(end, text.encode())
                end += 1
        file.write_bytes(b"\n".join(lines))
        ways.append(workshop.again())
        workshop.check()
    assert ways.count(EDITED) > 4


@pytest.mark.source
def test_the_real_tree(source_tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop(tmp_path, source_tree, monkeypatch, jobs=None)
    assert workshop.again() == ANEW
    core = "tensorflow/core/"
    first = "    const Tensor& input"
    for path, change in (
        (core + "kernels/conv_ops.cc", on_top("// woven\n")),
        ("tensorflow/python/ops/math_grad.py", on_top("# woven\n")),
        (core + "ops/nn_ops.cc", on_top("// woven\n\n")),
        (core + "kernels/conv_ops.cc", instead("TF_CALL_double(REGISTER_CPU);", "TF_CALL_int64(REGISTER_CPU);")),
        (core + "kernels/cwise_op_add_1.cc", instead('"Add", functor::add, float', '"Add", functor::add, uint16')),
        ("tensorflow/python/ops/nn_grad.py", instead("def _ReluGrad", "# woven\n\ndef _ReluGrad")),
        (
            core + "kernels/conv_ops.cc",
            instead(first, f'    OP_REQUIRES(context, true, errors::Internal("torn"));\n{first}'),
        ),
        (
            core + "kernels/conv_ops.cc",
            instead(first, f"    functor::PadInput<Device, T, int, 4>()(context);\n{first}"),
        ),
        (core + "kernels/relu_op.cc", instead("typedef", "static int Twine(int a) { return a; }\n\ntypedef")),
        (core + "kernels/bincount_op.cc", lambda data: data.replace(b"BincountOp", b"CountOp")),
        ("tensorflow/cc/gradients/nn_grad.cc", on_top("// woven\n")),
        (core + "framework/types.h", on_top("// woven\n")),
        (core + "framework/register_types.h", on_top("// woven\n\n")),
        (core + "kernels/conv_ops.h", instead("namespace tensorflow {", "namespace tensorflow {\nclass Bobbin {};")),
        (core + "kernels/conv_ops.cc", instead("TF_CALL_float(REGISTER_CPU);", "TF_CALL_uint8(REGISTER_CPU);")),
        (core + "lib/core/status.h", on_top("// woven\n")),
        (core + "framework/op_kernel.cc", on_top("// woven\n")),
        (
            core + "ops/nn_ops.cc",
            instead('.Attr("alpha: float = 0.2")', '.Attr("alpha: float")\n    .Attr("knots: int")'),
        ),
        (core + "ops/array_ops.cc", instead("REGISTER_OP", 'REGISTER_OP("Twine").Input("a: int32");\n\nREGISTER_OP')),
    ):
        workshop.edit(path, change)
        assert workshop.again() == EDITED, path
    workshop.check()
