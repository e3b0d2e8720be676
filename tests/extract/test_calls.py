"""Registrations that are calls: source text, and the whole facts it means."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from reading import PATH, at, kernel, op, read, unresolved

from tfexplore.extract.cpp_source import Reader, Registrations
from tfexplore.model import ArgDef, AttrDef

NEW_OP, NEW_KERNEL, REGISTER = "TF_NewOpDefinitionBuilder", "TF_NewKernelBuilder", "OpRegistry::Register"


#: Name -> (the file, or the files by path; what it registers).
CASES: dict[str, tuple[str | Mapping[str, str], Registrations]] = {
    "the C API: every method of the op builder": (
        """\
void Shape(TF_ShapeInferenceContext* ctx, TF_Status* status) {}
void Register() {
  TF_OpDefinitionBuilder* builder = TF_NewOpDefinitionBuilder("Pad");
  TF_OpDefinitionBuilderAddAttr(builder, "T: {float, "
                                         "double}");
  TF_OpDefinitionBuilderAddInput(builder, "input: N * T");
  TF_OpDefinitionBuilderAddAttr(builder, "N: int");
  TF_OpDefinitionBuilderAddOutput(builder, "output: resource");
  TF_OpDefinitionBuilderSetIsCommutative(builder, true);
  TF_OpDefinitionBuilderSetIsAggregate(builder, true);
  TF_OpDefinitionBuilderSetIsAggregate(builder, false);
  TF_OpDefinitionBuilderSetAllowsUninitializedInput(builder, true);
  TF_OpDefinitionBuilderDeprecated(builder, 7, "use Bad");
  TF_OpDefinitionBuilderSetShapeInferenceFunction(builder, &Shape);
  TF_Status* status = TF_NewStatus();
  TF_RegisterOpDefinition(builder, status);
  CHECK_EQ(TF_GetCode(status), TF_OK) << "failed: " << TF_Message(status);
  TF_DeleteStatus(status);
}
static bool registered = []() {
  Register();
  return true;
}();
""",
        Registrations(
            ops=(
                op(
                    "Pad",
                    at(3, 16),
                    (ArgDef("input", type_attr="T", number_attr="N"),),
                    (ArgDef("output", type="DT_RESOURCE"),),
                    (
                        AttrDef("T", "type", allowed_values=("DT_FLOAT", "DT_DOUBLE")),
                        AttrDef("N", "int", minimum=1),
                    ),
                    "stateful commutative uninitialized",
                    7,
                    "Shape",
                ),
            ),
        ),
    ),
    "the C API: every method of the kernel builder, a device under #if": (
        """\
namespace tensorflow { const char* const DEVICE_CPU = "CPU"; }
void RegisterKernels() {
  TF_Status* status = TF_NewStatus();
  {
    auto* builder = TF_NewKernelBuilder("Pad", tensorflow::DEVICE_CPU,
                                        &Create, &Compute, &Delete);
    TF_KernelBuilder_TypeConstraint(builder, "T", TF_FLOAT, status);
    TF_KernelBuilder_HostMemory(builder, "paddings");
    TF_KernelBuilder_Priority(builder, 2);
    TF_KernelBuilder_Label(builder, "fast");
    TF_RegisterKernelBuilder("PadOp", builder, status);
  }
#if GOOGLE_CUDA
  {
    auto* builder = TF_NewKernelBuilder("Pad", "GPU", nullptr, &Compute, nullptr);
    TF_RegisterKernelBuilder("PadOp", builder, status);
  }
#endif
}
""",
        Registrations(
            kernels=(
                kernel("Pad", "CPU", "PadOp", at(5, 11), host=("paddings",), label="fast", priority=2, T="DT_FLOAT"),
            ),
        ),
    ),
    "the C API: a helper with parameters, a template and a loop": (
        """\
template <typename T>
void One(const char* op, const std::string& device) {
  auto* builder = TF_NewKernelBuilder(op, device.c_str(), nullptr, &Run<T>, nullptr);
  TF_KernelBuilder_TypeConstraint(builder, "T", static_cast<TF_DataType>(DataTypeToEnum<T>::v()), nullptr);
  TF_RegisterKernelBuilder(op, builder, nullptr);
}
void TF_InitKernel() {
  for (const char* device : {"CPU", "GPU"}) {
    One<float>("Pad", device);
    One<int64>("Pad", device);
  }
}
""",
        Registrations(
            kernels=tuple(
                kernel("Pad", device, "Pad", at(3, 5), T=dtype)
                for device in ("CPU", "GPU")
                for dtype in ("DT_FLOAT", "DT_INT64")
            ),
        ),
    ),
    "the C API: what only run time knows": (
        """\
void Register(TF_Status* status) {
  auto* a = TF_NewKernelBuilder("A", getenv("DEVICE"), nullptr, nullptr, nullptr);
  TF_RegisterKernelBuilder("AOp", a, status);
  auto* b = TF_NewOpDefinitionBuilder("B");
  TF_OpDefinitionBuilderAddInput(b, "not a spec");
  TF_RegisterOpDefinition(b, status);
  auto* c = TF_NewKernelBuilder("C", "CPU", nullptr, nullptr, nullptr);
  Elsewhere(c);
  auto* d = TF_NewKernelBuilder("D", "CPU", nullptr, nullptr, nullptr);
  if (HasDevice()) TF_RegisterKernelBuilder("DOp", d, status);
  auto* e = TF_NewOpDefinitionBuilder("E");
  TF_DeleteOpDefinitionBuilder(e);
  auto* f = TF_NewOpDefinitionBuilder("F");
}
""",
        Registrations(
            unresolved=(
                unresolved(
                    NEW_KERNEL,
                    "",
                    "the device is computed at run time: getenv is not in sight",
                    at(2, 3),
                    "A",
                ),
                unresolved(NEW_OP, '"B"', "trouble parsing 'name: type'", at(4, 6), "B"),
                unresolved(
                    NEW_KERNEL,
                    'TF_NewKernelBuilder("D", "CPU", nullptr, nullptr, nullptr)',
                    "whether it is registered: HasDevice is not in sight",
                    at(9, 10),
                    "D",
                ),
                unresolved(
                    NEW_KERNEL,
                    'TF_NewKernelBuilder("C", "CPU", nullptr, nullptr, nullptr)',
                    "Elsewhere is not in sight",
                    at(7),
                    "C",
                ),
                unresolved(
                    NEW_OP,
                    'TF_NewOpDefinitionBuilder("F")',
                    "it is built, but not registered in this file",
                    at(13),
                    "F",
                ),
            ),
        ),
    ),
    "the C API itself": (
        """\
TF_OpDefinitionBuilder* TF_NewOpDefinitionBuilder(const char* op_name) {
  return reinterpret_cast<TF_OpDefinitionBuilder*>(new OpDefBuilder(op_name));
}
TF_KernelBuilder* TF_NewKernelBuilder(const char* op_name, const char* device_name) {
  auto* result = new TF_KernelBuilder;
  return result;
}
void TF_RegisterOpDefinition(TF_OpDefinitionBuilder* builder, TF_Status* status) {
  auto* cc_builder = reinterpret_cast<OpDefBuilder*>(builder);
  ::tensorflow::OpRegistry::Global()->Register(
      [cc_builder](::tensorflow::OpRegistrationData* op_reg_data) -> Status {
        Status result = cc_builder->Finalize(op_reg_data);
        delete cc_builder;
        return result;
      });
}
""",
        Registrations(),
    ),
    "the registry's own mechanism": (
        """\
namespace register_op {
OpDefBuilderReceiver::OpDefBuilderReceiver(const OpDefBuilderWrapper<true>& wrapper) {
  OpRegistry::Global()->Register([wrapper](OpRegistrationData* op_reg_data) -> Status {
    return wrapper.builder().Finalize(op_reg_data);
  });
}
}
Status RegisterAll(const std::vector<string>& texts) {
  for (const auto& text : texts) {
    OpDef opdef;
    if (!ParseFromString(text, &opdef)) return errors::InvalidArgument("");
    OpRegistry::Global()->Register([opdef](OpRegistrationData* data) -> Status {
      *data = OpRegistrationData(opdef);
      return Status::OK();
    });
  }
}
""",
        Registrations(),
    ),
    "another registry": (
        """\
void Register(const string& name, OpRegistry* registry) {
  registry->Register([name](OpRegistrationData* data) -> Status {
    data->op_def.set_name(name);
    return Status::OK();
  });
}
TEST(OpRegistration, Test) {
  std::unique_ptr<OpRegistry> registry(new OpRegistry);
  Register("Foo", registry.get());
  OtherRegistry::Global()->Register("Bar", [] {});
}
""",
        Registrations(),
    ),
    "a registry that is not in sight": (
        """\
static bool done = [] {
  Find()->Register([](OpRegistrationData* data) { return Status::OK(); });  // OpRegistry
  OpRegistry* other = nullptr;
  return true;
}();
""",
        Registrations(
            unresolved=(
                unresolved(
                    REGISTER,
                    "Register([](OpRegistrationData* data) { return Status::OK()",
                    "Find is not in sight",
                    at(2),
                ),
            ),
        ),
    ),
    "a loop over what a function returns, the op filled in as a message": (
        {
            PATH: """\
#include "lib/codecs.h"
namespace tensorflow {
namespace {
void RegisterAll();
class OnConstruction {
 public:
  OnConstruction() { RegisterAll(); }
};
OnConstruction on_construction;

void RegisterAll() {
  for (codec::Kind kind : codec::Kinds()) {
    bool internal;
    TF_CHECK_OK(codec::IsInternal(kind, &internal));
    if (!internal) {
      OpRegistry::Global()->Register(
          [kind](OpRegistrationData* op_reg_data) -> Status {
            return codec::FillOp(kind, op_reg_data);
          });
    }
  }
}
}  // namespace
}  // namespace tensorflow
""",
            "lib/codecs.h": """\
namespace codec {
using Kind = Message::KindCase;
enum class Way { kOne, kTwo };
static constexpr int kMost = 2;
std::vector<Kind> Kinds();
Status IsInternal(Kind kind, bool* internal);
Status FillOp(Kind kind, OpRegistrationData* op_reg_data);
}
""",
            "lib/codecs.cc": """\
#include "lib/codecs.h"
namespace codec {
string Name(Kind kind) {
  switch (kind) {
    case Kind::kZip: return "Zip";
    case Kind::kTar: return "Tar";
    case Kind::NOT_SET: return "";
  }
  return "";
}
std::vector<Kind> Kinds() { return {Kind::kZip, Kind::kTar, Kind::kOld}; }
Status IsInternal(Kind kind, bool* internal) {
  switch (kind) {
    case Kind::kOld: { *internal = true; return Status::OK(); }
    default: *internal = false;
  }
  return Status::OK();
}
Status Ways(Kind kind, Way* way) {
  *way = kind == Kind::kZip && 1 <= kMost ? Way::kOne : Way::kTwo;
  return Status::OK();
}
Status FillOp(Kind kind, OpRegistrationData* op_reg_data) {
  Way way;
  TF_RETURN_IF_ERROR(Ways(kind, &way));
  auto* op_def = &op_reg_data->op_def;
  op_def->set_name(strings::StrCat("Encode", Name(kind), way == Way::kTwo ? "Two" : ""));
  for (const string& name : {"a", "b"}) {
    auto* arg = op_def->add_input_arg();
    arg->set_name(name);
    arg->set_type(DT_FLOAT);
    if (way == Way::kTwo) break;
  }
  auto* out = op_def->add_output_arg();
  out->set_name("out");
  out->set_type_attr("T");
  out->set_number_attr("N");
  out->set_is_ref(true);
  auto* level = op_def->add_attr();
  level->set_name("level");
  level->set_type("int");
  level->set_has_minimum(true);
  level->set_minimum(-1);
  level->mutable_default_value()->set_i(-1);
  auto* type = op_def->add_attr();
  type->set_name("T");
  type->set_type("type");
  type->mutable_allowed_values()->mutable_list()->add_type(DT_FLOAT);
  type->mutable_allowed_values()->mutable_list()->add_type(DT_INT32);
  type->mutable_default_value()->set_type(DT_INT32);
  auto* n = op_def->add_attr();
  n->set_name("N");
  n->set_type("int");
  auto* ratio = op_def->add_attr();
  ratio->set_name("ratios");
  ratio->set_type("list(float)");
  ratio->mutable_default_value()->mutable_list()->add_f(0.1);
  op_def->set_is_stateful(true);
  op_def->set_is_commutative(false);
  op_def->set_summary("Encodes.");
  op_def->mutable_deprecation()->set_version(3);
  op_reg_data->shape_inference_fn = [kind](shape_inference::InferenceContext* c) -> Status {
    return Status::OK();
  };
  return Status::OK();
}
}
""",
        },
        Registrations(
            ops=tuple(
                op(
                    name,
                    at(16, 19),
                    tuple(ArgDef(n, type="DT_FLOAT") for n in inputs),
                    (ArgDef("out", type_attr="T", number_attr="N", is_ref=True),),
                    (
                        AttrDef("level", "int", True, -1, None, -1),
                        AttrDef("T", "type", True, "DT_INT32", ("DT_FLOAT", "DT_INT32")),
                        AttrDef("N", "int"),
                        AttrDef("ratios", "list(float)", True, (0.1,)),
                    ),
                    "stateful",
                    3,
                    "lambda",
                    at(62, 64, "lib/codecs.cc"),
                )
                for name, inputs in (("EncodeZip", ("a", "b")), ("EncodeTarTwo", ("a",)))
            ),
        ),
    ),
    "a builder finished in a lambda": (
        """\
static const char* const kNames[] = {"A", "B"};
static bool done = [] {
  for (const char* name : kNames) {
    OpRegistry::Global()->Register([name](OpRegistrationData* data) {
      return OpDefBuilder(name).Input("x: float").SetIsStateful().SetShapeFn(Unchanged).Finalize(data);
    });
  }
  return true;
}();
""",
        Registrations(
            ops=tuple(
                op(name, at(4, 6), (ArgDef("x", type="DT_FLOAT"),), flags="stateful", shape_fn="Unchanged")
                for name in ("A", "B")
            ),
        ),
    ),
    "what cannot be known of a registration": (
        """\
static bool done = [] {
  OpRegistry::Global()->Register([](OpRegistrationData* data) {
    data->op_def.set_name(ReadName());
    return Status::OK();
  });
  OpRegistry::Global()->Register([](OpRegistrationData* data) {
    data->op_def.set_name("Known");
    FillRest(&data->op_def);
    return Status::OK();
  });
  OpRegistry::Global()->Register([](OpRegistrationData* data) {
    data->op_def.set_name("Bad");
    return errors::Internal("never");
  });
  OpRegistry::Global()->Register(MakeFactory("Far"));
  if (Flag()) {
    OpRegistry::Global()->Register([](OpRegistrationData* data) {
      data->op_def.set_name("Sometimes");
      return Status::OK();
    });
  }
  if (false) OpRegistry::Global()->Register(Never());
  return true;
}();
""",
        Registrations(
            unresolved=(
                unresolved(
                    REGISTER,
                    "Register([](OpRegistrationData* data) { data->op_def.set_name(ReadName())",
                    "name is computed at run time: ReadName is not in sight",
                    at(2, 5),
                ),
                unresolved(
                    REGISTER,
                    'Register([](OpRegistrationData* data) { data->op_def.set_name("Known")',
                    "FillRest is not in sight",
                    at(6, 10),
                    "Known",
                ),
                unresolved(
                    REGISTER,
                    'Register([](OpRegistrationData* data) { data->op_def.set_name("Bad")',
                    "the registration fails",
                    at(11, 14),
                    "Bad",
                ),
                unresolved(REGISTER, 'Register(MakeFactory("Far"))', "MakeFactory is not in sight", at(15)),
                unresolved(
                    REGISTER,
                    'Register([](OpRegistrationData* data) { data->op_def.set_name("Sometimes")',
                    "whether it is registered: Flag is not in sight",
                    at(17, 20),
                    "Sometimes",
                ),
            ),
        ),
    ),
    "no end": (
        """\
static bool done = [] {
  while (true) {
    OpRegistry::Global()->Register([](OpRegistrationData* data) { return Status::OK(); });
  }
}();
void Broken( {
  TF_NewOpDefinitionBuilder("X");
""",
        Registrations(
            unresolved=(
                unresolved(
                    REGISTER,
                    "Register([](OpRegistrationData* data) { return Status::OK()",
                    "the op has no name",
                    at(3),
                ),
                unresolved(
                    REGISTER,
                    "Register([](OpRegistrationData* data) { return Status::OK()",
                    "it takes over 300000 steps",
                    at(3),
                ),
                unresolved(
                    NEW_OP,
                    'TF_NewOpDefinitionBuilder("X")',
                    "no function that can be read is around it",
                    at(7),
                ),
            ),
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    text, expected = CASES[name]
    found = read(text)
    assert found.unresolved == expected.unresolved
    assert found == expected


def test_a_device_of_the_build() -> None:
    text, without = CASES["the C API: every method of the kernel builder, a device under #if"]
    found = read(text, defines={"GOOGLE_CUDA": "1"})
    assert found.kernels == (*without.kernels, kernel("Pad", "GPU", "PadOp", at(15, 16)))


def test_files_that_were_consulted() -> None:
    text, _ = CASES["a loop over what a function returns, the op filled in as a message"]
    assert isinstance(text, Mapping)
    from reading import reader

    known = reader(text).registrations(PATH, text[PATH].encode())
    assert known.consulted == ("lib/codecs.cc", "lib/codecs.h")


@pytest.mark.source
def test_v1_15_0(source_tree: Path) -> None:
    """The loop over embedding optimizers, and the op and kernels of the C API."""

    def data(path: str) -> bytes | None:
        try:
            return (source_tree / path).read_bytes()
        except OSError:
            return None

    paths = frozenset(str(p.relative_to(source_tree)) for p in source_tree.rglob("*.[hc]*") if p.is_file())
    reader = Reader(data, paths, {"GOOGLE_CUDA": "1"})

    def found(path: str) -> Registrations:
        text = data(path)
        assert text is not None
        return reader.registrations(path, text).registrations

    loop = found("tensorflow/core/ops/tpu_embedding_ops.cc")
    made = [op for op in loop.ops if op.location.line < 120]
    assert not loop.unresolved
    assert len(made) == len({op.name for op in made}) == 34
    assert {op.location.line for op in made} == {82, 90, 104, 112}
    assert all(op.is_stateful and [a.name for a in op.attr][:2] == ["table_id", "table_name"] for op in made)
    assert [op.name for op in found("tensorflow/c/kernels/ops/bitcast.cc").ops] == ["Bitcast"]
    kernels = found("tensorflow/c/kernels/bitcast_op.cc").kernels
    assert [(k.device_type, k.location.line) for k in kernels] == [("CPU", 142), ("GPU", 152)]
