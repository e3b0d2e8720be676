"""Doctor: what it must not claim, and what it knows of releases, devices, layers, packages and public names."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from answers import spoken

from tfexplore.answers.diagnosing.placement import placement
from tfexplore.answers.diagnosing.topics import refused_for
from tfexplore.answers.doctor import Diagnosis, diagnose
from tfexplore.extract import messages, python_messages
from tfexplore.index import messages as codec
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import write_index
from tfexplore.model import (
    ArgDef,
    AttrDef,
    Endpoint,
    GradientFunction,
    KerasEndpoint,
    Location,
    OpDef,
)
from tfexplore.render import doctor as rendered

OUTER = "tensorflow/core/common_runtime/outer.cc"
LOADER = "tensorflow/core/platform/loader.cc"
PAIR = "tensorflow/core/kernels/pair_ops.cc"
SHAPES = "tensorflow/core/framework/shapes.cc"
CHECKS = "tensorflow/python/framework/halves.py"
HOLDER = "tensorflow/core/kernels/holder_op.cc"

SOURCES = {
    OUTER: """
Status Outer::Run() {
  return errors::InvalidArgument("Cannot find a seat for ", name, ": ", status.error_message());
}
Status Inner::Find() {
  return errors::InvalidArgument("the weaver ", name, " was explicitly assigned to ", asked,
                                 " but available devices are [ ", all, " ]. Make sure that one is there.");
}
""",
    LOADER: """
void Load() {
  LOG(WARNING) << message;
  return errors::FailedPrecondition("Could not open the loom '", name, "'; looked in: ", folders);
}
void Driver() {
  LOG(ERROR) << "failed to call the spinning wheel: " << why;
}
void Again() {
  LOG(ERROR) << "failed to call the spinning wheel: " << why;
}
void Failed() {
  LOG(WARNING) << "The check of threads failed at " << file << ":" << line << " : " << status;
}
""",
    PAIR: """
class FirstOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES(context, good, errors::InvalidArgument("Could not card the wool at ", place));
  }
};
class SecondOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES(context, good, errors::InvalidArgument("the second has not enough wool"));
  }
};
""",
    SHAPES: """
Status FirstShape(InferenceContext* c) {
  return errors::InvalidArgument("Width of the warp is not a multiple of ", width);
}
Status SecondShape(InferenceContext* c) {
  return errors::InvalidArgument("Width of the warp is not a multiple of ", width);
}
Status Cards::Card() {
  return errors::InvalidArgument("Could not card the wool at ", place);
}
""",
    HOLDER: """
class HolderOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES(context, fed, errors::InvalidArgument("You must thread the shuttle '", name, "' with yarn ", y,
                                                     " and knot ", k));
    OP_REQUIRES(context, fed, errors::InvalidArgument("You must thread the shuttle '", name, "' with yarn ", y));
  }
};
""",
    CHECKS: """
def kind(module, name):
  raise ValueError("Unthreaded " + module + ": " + name)

def whole(name):
  if name:
    raise TypeError("Thread '%s' has colour %s that does not suit colour %s of argument '%s'." % (name, a, b, c))
  prefix = make(name)
  raise TypeError("%s colour %s of argument '%s'." % (prefix, b, c))

def twice(name):
  if name:
    raise ValueError("The loom %s is there already, which is not allowed." % name)
  raise ValueError("%s First placed at: %s" % (text, place))
""",
}


def declared(name: str, shape_fn: str | None = None, line: int = 0) -> OpDef:
    attr = (AttrDef("T", "type", allowed_values=("DT_HALF", "DT_FLOAT", "DT_BOOL")),)
    ends = ((ArgDef("wool", type_attr="T"),), (ArgDef("yarn", type_attr="T"),))
    shape = spoken.at(SHAPES, line) if line else None
    place = spoken.at("tensorflow/core/ops/wool_ops.cc", 20)
    return OpDef(name, *ends, attr, False, False, False, False, None, shape_fn, shape, "tensorflow", place)


def gradient(name: str) -> GradientFunction:
    place = spoken.at("tensorflow/python/ops/wool_grad.py", 30)
    return GradientFunction(name, "python", "_WoolGrad", place, 31, place, "decorator", "import tensorflow", None)


PACKAGE = Location("keras_wool/carding.py", 10, 40, "keras_wool", "1.2.3")

FACTS = spoken.FACTS._replace(
    paths=tuple(sorted({*spoken.FACTS.paths, *SOURCES, "tensorflow/fleece/__init__.py"})),
    ops=(
        *spoken.FACTS.ops,
        declared("First", "FirstShape", 2),
        declared("Second", "SecondShape", 5),
        declared("Hold"),
        declared("Fork"),
        declared("Spoon")._replace(linked_into=None),
    ),
    kernels=(
        *spoken.FACTS.kernels,
        spoken.kernel("First", "CPU", "DT_FLOAT", "FirstOp", PAIR),
        spoken.kernel("First", "CPU", "DT_HALF", "FirstOp", PAIR),
        spoken.kernel("Second", "GPU", "DT_FLOAT", "SecondOp", PAIR)._replace(kernel_class_location=spoken.at(PAIR, 7)),
        spoken.kernel("Hold", "CPU", "DT_FLOAT", "HolderOp", HOLDER),
        spoken.kernel("Fork", "CPU", "DT_FLOAT", "ForkOp", HOLDER)._replace(linked_into=None),
    ),
    gradients=(*spoken.FACTS.gradients, gradient("First")),
    endpoints=(
        Endpoint("tf.spindle", ("v1",), "spindle", spoken.at("tensorflow/python/ops/wool_ops.py", 7)),
        Endpoint("tf.cast", ("v1", "v2"), "cast", spoken.at("tensorflow/python/ops/cast.py", 9)),
    ),
    keras=(
        KerasEndpoint(
            "tf.keras.wool.card", "function", spoken.at("tensorflow/python/keras/wool.py", 3), PACKAGE, None, "()"
        ),
    ),
    messages={
        **spoken.FACTS.messages,
        **{
            path: codec.packed(
                (python_messages if path.endswith(".py") else messages).message_sites(path, text.encode())
            )
            for path, text in SOURCES.items()
        },
    },
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    path = tmp_path_factory.mktemp("repairs") / "a.sqlite"
    write_index(path, spoken.STATE, FACTS)
    with open_index(path) as opened:
        yield opened


def only(index: Index, text: str) -> Diagnosis:
    (one,) = diagnose(index, text.encode()).results
    assert isinstance(one, Diagnosis)
    json.dumps(rendered.as_json(one))
    return one


def where(one: Diagnosis) -> tuple[str, int]:
    assert one.site is not None
    return one.site.location.path, one.site.location.line


NO_KERNEL = "No OpKernel can serve the Op '{}' with these attrs: [{}], devices here: x. Registered devices: [{}]"


@pytest.mark.parametrize(
    ("message", "has"),
    [
        ("Op type not registered 'First' in this list of ops. Did you load its library?", "wool_ops.cc:20"),
        (NO_KERNEL.format("First", "T=DT_FLOAT", "CPU"), "pair_ops.cc:90"),
        ("No gradient defined for operation 'a' (op type: First)", "wool_grad.py:30"),
    ],
)
def test_what_this_source_has_is_of_another_release(index: Index, message: str, has: str) -> None:
    one = only(index, message)
    assert one.reason == "other_release"
    assert has in rendered.explanation(one)
    assert "tf.__version__" in rendered.advice(one)


def test_an_attr_that_the_message_does_not_give_is_not_said_to_fit(index: Index) -> None:
    one = only(index, NO_KERNEL.format("First", "", "CPU"))
    assert one.reason == "no_kernel"
    assert "does not tell" in rendered.explanation(one)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (NO_KERNEL.format("Fork", "T=DT_FLOAT", ""), f"a kernel for Fork at {HOLDER}:90"),
        ("Op type not registered 'Spoon' in this list of ops. Did you load its library?", "Spoon at tensorflow/core/"),
    ],
)
def test_a_file_that_no_library_links_is_no_condition(index: Index, message: str, why: str) -> None:
    one = only(index, message)
    assert (one.reason, one.guard) == ("not_in_this_build", None)
    assert f"The source registers {why}" in rendered.explanation(one)
    assert "no library of this build links that file" in rendered.explanation(one)
    assert rendered.advice(one).startswith("Add the Bazel target that has tensorflow/core/")
    assert rendered.as_json(one)["unlinked"] is not None
    guarded = only(index, "Op type not registered '_BuiltWeave' in this list of ops. Did you load its library?")
    assert (rendered.as_json(guarded)["unlinked"], "INTEL_MKL holds" in rendered.explanation(guarded)) == (None, True)


def test_the_types_are_those_of_all_kernels_on_the_device(index: Index) -> None:
    one = only(index, NO_KERNEL.format("First", "T=DT_BOOL", "CPU"))
    assert one.reason == "no_kernel"
    assert "T=bool is not among float, half" in rendered.explanation(one)


def test_soft_placement_is_no_help_without_a_kernel_to_fall_back_on(index: Index) -> None:
    one = only(index, NO_KERNEL.format("Second", "T=DT_FLOAT", "CPU"))
    assert "for GPU, and the process has CPU" in rendered.explanation(one)
    assert "Soft placement does not help" in rendered.advice(one)
    other = only(index, NO_KERNEL.format("Second", "T=DT_FLOAT", "CPU, GPU"))
    assert "Soft placement does not help" not in rendered.advice(other)


ASSIGNED = "the weaver w was explicitly assigned to {} but available devices are [ {} ]. Make sure that one is there."
HERE = "/job:localhost/replica:0/task:0/device:CPU:0"


@pytest.mark.parametrize(
    ("asked", "lacking", "device"),
    [
        ("/job:ps/task:0", "job", None),
        ("/job:localhost/task:3", "task", None),
        ("/device:GPU:0", "device", "GPU"),
        ("/cpu:1", "index", "CPU"),
        ("/device:CPU:0", "", "CPU"),
    ],
)
def test_what_of_a_device_is_not_there(index: Index, asked: str, lacking: str, device: str | None) -> None:
    assert placement(ASSIGNED.format(asked, HERE)).lacking == lacking
    one = only(index, ASSIGNED.format(asked, HERE))
    assert (one.reason, one.device_type) == ("device_not_available", device)
    assert ("does not help" in rendered.advice(one)) is (lacking in ("job", "task"))


def test_what_passes_a_message_on_stands_behind_what_said_it(index: Index) -> None:
    one = only(index, "Cannot find a seat for w: " + ASSIGNED.format("/device:GPU:0", HERE))
    assert where(one) == (OUTER, 6)
    assert [site.location.line for site in one.others] == [3]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("W tensorflow/core/platform/loader.cc:3] Could not open the loom 'x'; looked in: y", (LOADER, 3)),
        ("E tensorflow/core/platform/loader.cc:7] failed to call the spinning wheel: tired", (LOADER, 7)),
        ("E tensorflow/core/platform/loader.cc:10] failed to call the spinning wheel: tired", (LOADER, 10)),
        (
            "W tensorflow/core/platform/loader.cc:13] The check of threads failed at shapes.cc:6 : Invalid argument:"
            " Width of the warp is not a multiple of 3",
            (SHAPES, 6),
        ),
    ],
)
def test_the_place_in_the_header_of_a_log_line_decides(index: Index, line: str, place: tuple[str, int]) -> None:
    one = only(index, f"2019-10-14 17:00:00.1: {line}")
    assert where(one) == place
    assert one.leading == ()


def test_words_tell_statements_apart_and_the_op_does(index: Index) -> None:
    longer = only(index, "You must thread the shuttle 's' with yarn red and knot 2 [[node s]]")
    assert (where(longer), longer.leading) == ((HOLDER, 4), ())
    shape = "Width of the warp is not a multiple of 3 for 'a' (op: '{}') with input shapes: [2]."
    assert [(where(one), one.leading) for one in (only(index, shape.format(op)) for op in ("First", "Second"))] == [
        ((SHAPES, 3), ()),
        ((SHAPES, 6), ()),
    ]
    assert where(only(index, "Could not card the wool at x [Op:Second]")) == (SHAPES, 9)
    assert where(only(index, "Could not card the wool at x [Op:First]")) == (PAIR, 4)


def test_half_a_message_may_have_been_put_into_a_variable(index: Index) -> None:
    either = only(index, "Thread 'y' has colour red that does not suit colour blue of argument 'x'.")
    assert (where(either)[0], len(either.leading)) == (CHECKS, 2)
    assert "traceback" in rendered.advice(either)
    outer = only(index, "The loom w is there already, which is not allowed. First placed at: a.py")
    assert (where(outer), outer.leading) == ((CHECKS, 14), ())


def test_a_short_message_is_found_when_nothing_else_fits(index: Index) -> None:
    assert where(only(index, "Unthreaded wheel: Foo"))[0] == CHECKS


FRAMES = (
    'Traceback (most recent call last):\n  File "site/keras_wool/carding.py", line 12, in {}\n    x\n'
    "ValueError: no wool\n"
)


def test_a_traceback_that_ends_in_a_package_beside(index: Index) -> None:
    one = only(index, FRAMES.format("card"))
    assert (one.reason, where(one)) == ("package_beside", ("keras_wool/carding.py", 12))
    assert [named.endpoint for named in one.beside] == ["tf.keras.wool.card"]
    assert "from tf.keras.wool.card: keras_wool/carding.py:10 in version 1.2.3" in rendered.explanation(one)
    assert only(index, FRAMES.format("_helper")).beside == ()
    (again,) = diagnose(index, FRAMES.format("card").encode(), template_of=lambda site: site.location.path).results
    assert isinstance(again, Diagnosis)
    assert again.template is None  # its file is not in the tree


@pytest.mark.parametrize(
    ("module", "name", "why", "now"),
    [
        ("tensorflow", "spindle", "of the v1 API alone; the process has v2", "tf.compat.v1.spindle"),
        ("tensorflow.compat.v1", "spindle", "runs another release", "tf.__version__"),
        ("tensorflow", "spindel", "no public name tf.spindel. Nearest: tf.spindle", "tfexplore api tf.spindle"),
        ("tensorflow_core._api.v2", "fleece", "has tensorflow/fleece/", "tf.__version__"),
    ],
)
def test_public_names_that_a_process_lacks(index: Index, module: str, name: str, why: str, now: str) -> None:
    one = only(index, f"AttributeError: module '{module}' has no attribute '{name}'")
    assert one.reason == "public_name"
    assert why in rendered.explanation(one)
    assert now in rendered.advice(one)


def test_a_step_is_named_with_what_the_index_has(index: Index) -> None:
    plain = only(index, "ValueError: w does not match type int32 [[node a/First_1]]")
    assert "tf.cast (tensorflow/python/ops/cast.py:9)" in rendered.advice(plain)
    assert plain.site is None
    assert "First (registered at" in rendered.explanation(plain)
    lacking = only(index, "ValueError: Attempting to use uninitialized value w [[node a/First_1]]")
    assert rendered.advice(lacking) == ""  # this source has no such initializer


@pytest.mark.parametrize(
    ("message", "about"),
    [
        ("it only supports wool on the CPU", "device"),
        ("Card string to float is not supported", "types"),
        ("index 7 is too large", ""),
        ("assertion failed: [float is not supported]", ""),
    ],
)
def test_what_a_refusal_is_about(message: str, about: str) -> None:
    assert refused_for(message) == about


def test_a_kernel_that_refuses_is_not_said_to_like_the_types(index: Index) -> None:
    one = only(index, "the second has not enough wool [[node b]]")
    assert one.reason == "kernel_restriction"
    assert "types and the device" not in rendered.explanation(one)
    assert "what was given to b" in rendered.advice(one)


def test_an_absent_device_without_another_kernel_is_not_replaced(index: Index) -> None:
    one = only(index, ASSIGNED.format("/device:GPU:0", HERE) + " [Op:Second]")
    assert one.reason == "device_not_available"
    assert "Soft placement does not help" in rendered.advice(one)
    other = only(index, ASSIGNED.format("/device:GPU:0", HERE) + " [Op:First]")
    assert "or allow soft placement" in rendered.advice(other)


def test_a_message_that_fits_several_ops_says_so(index: Index) -> None:
    lists = "float16, float32, bool"
    one = only(index, f"Value for parameter 'wool' has DataType string not in list of allowed values: {lists}")
    assert (one.reason, one.fitting) == ("dtype_not_in_op_def", 4)
    assert rendered.explanation(one).startswith("The message names no op. 4 ops take these types")


def test_a_long_message_is_cut_between_words_and_lines_go_on_indented(index: Index) -> None:
    from tfexplore.render.terminal import Screen

    answer = diagnose(
        index, ("Cannot find a seat for w: " + ASSIGNED.format("/device:GPU:0", ", ".join([HERE] * 9))).encode()
    )
    screen = Screen(80, False, False, spoken.STATE)
    rendered.terminal(answer, screen)
    lines = screen.output().split("\n")
    blank = [number for number, line in enumerate(lines) if not line.strip()]
    assert lines[blank[0] - 1].rstrip().endswith(" …")
    assert all(line[:9].strip() in ("why", "what now", "raised", "says", "") for line in lines[blank[0] + 1 : blank[1]])
    assert max(map(len, lines)) <= 80


def test_a_mistake_that_the_words_tell_is_answered_without_a_statement(index: Index) -> None:
    one = only(index, "NotFoundError: /looms/a; No such file or directory")
    assert (one.site, one.op, one.topic.name) == (None, None, "no_file")
    assert rendered.explanation(one).startswith("No statement of this source")
    assert rendered.advice(one).startswith("The path is not there")
    assert diagnose(index, b"NotFoundError: /looms/a is gone").results == ()
