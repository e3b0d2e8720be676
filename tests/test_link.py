"""Facts to links."""

from __future__ import annotations

import pytest
from reading import at, gradient, kernel, unresolved

from tfexplore import link
from tfexplore.extract.cpp_gradient_bodies import Bodies, Created
from tfexplore.model import ArgDef, Location, OpDef, Symbol
from tfexplore.templates import template_arguments, without_templates


def symbol(name: str, path: str, line: int, kind: str = "class", scope: str = "tensorflow") -> Symbol:
    return Symbol(name, kind, scope, Location(path, line, line + 3))


SYMBOLS = [
    symbol("PadOp", "core/kernels/pad_op.cc", 10),
    symbol("PadOp", "contrib/lite/pad_op.cc", 20),
    symbol("PadOp", "core/kernels/pad_op.cc", 30, kind="function"),
    symbol("Conv", "core/kernels/conv.cc", 10),
    symbol("Conv<GPUDevice, T>", "core/kernels/conv.cc", 20),
    symbol("Conv<GPUDevice, float>", "core/kernels/conv.cc", 30),
    symbol("Pool", "core/kernels/pool.cc", 10),
    symbol("Pool<Eigen::GpuDevice, T>", "core/kernels/pool.cc", 20),
    symbol("Pool<Eigen::ThreadPoolDevice, T>", "core/kernels/pool.cc", 30),
    symbol("Pool<Device, Variant>", "core/kernels/pool.cc", 40),
    symbol("Shape", "compiler/kernels/shape.cc", 10),
    symbol("Shape", "core/kernels/shape.h", 20),
    symbol("Launch::Inner", "core/kernels/launch.h", 10),
    symbol("Op", "core/a/op.cc", 10, scope="tensorflow::data"),
    symbol("Op", "core/b/op.cc", 10, scope="tensorflow::functor"),
    symbol("Same", "core/framework/shapes.cc", 5, kind="function", scope="tensorflow::shape_inference"),
    symbol("Shape::Of", "core/framework/shapes.cc", 15, kind="method"),
    symbol("PadGrad", "cc/gradients/array_grad.cc", 7, kind="function"),
]
NAMES = ["PadOp", "Conv", "Pool", "Shape", "Launch::Inner", "Inner", "Op", "Same", "Shape::Of", "PadGrad"]
PLACES = link.Places(SYMBOLS, frozenset(NAMES))

#: A name, the file that says it, what it may be -> the place that is meant.
FOUND = [
    ("PadOp", "core/kernels/pad_op.cc", "class", "core/kernels/pad_op.cc:10"),
    ("PadOp<CPUDevice, float>", "core/kernels/other.cc", "class", "core/kernels/pad_op.cc:10"),
    ("PadOp", "contrib/lite/kernels.cc", "class", "contrib/lite/pad_op.cc:20"),
    ("PadOp", "core/kernels/pad_op.cc", "function", "core/kernels/pad_op.cc:30"),
    ("Conv<CPUDevice, float>", "core/kernels/conv.cc", "class", "core/kernels/conv.cc:10"),
    ("Conv<GPUDevice, float>", "core/kernels/conv.cc", "class", "core/kernels/conv.cc:30"),
    ("Conv<GPUDevice, double>", "core/kernels/conv.cc", "class", "core/kernels/conv.cc:20"),
    ("Pool<GPUDevice, float>", "core/kernels/pool.cc", "class", "core/kernels/pool.cc:20"),
    ("Pool<CPUDevice, float>", "core/kernels/pool.cc", "class", "core/kernels/pool.cc:30"),
    ("Pool<Loom,::tensorflow::Variant>", "core/kernels/pool.cc", "class", "core/kernels/pool.cc:40"),
    ("Pool<Loom, float>", "core/kernels/pool.cc", "class", "core/kernels/pool.cc:10"),
    ("Shape", "compiler/jit/device.cc", "class", "core/kernels/shape.h:20"),  # no file sees another source's class
    ("Shape", "compiler/kernels/shape.cc", "class", "compiler/kernels/shape.cc:10"),
    ("Launch<GPUDevice>::Inner", "core/kernels/x.cc", "class", "core/kernels/launch.h:10"),
    ("data::Op", "core/b/op.cc", "class", "core/a/op.cc:10"),
    ("tensorflow::functor::Op<T>", "core/a/op.cc", "class", "core/b/op.cc:10"),
    ("::tensorflow::PadOp", "core/kernels/pad_op.cc", "class", "core/kernels/pad_op.cc:10"),
    ("unknown_namespace::Op", "core/a/x.cc", "class", "core/a/op.cc:10"),
    ("Missing", "core/a/x.cc", "class", None),
    ("Same", "core/a/x.cc", "class", None),
    ("", "core/a/x.cc", "class", None),
]


@pytest.mark.parametrize(("name", "near", "kind", "place"), FOUND)
def test_places(name: str, near: str, kind: str, place: str | None) -> None:
    found = PLACES.find(name, near, (kind,))
    assert (found and f"{found.path}:{found.line}") == place


@pytest.mark.parametrize(
    ("name", "plain", "arguments"),
    [
        ("A", "A", ()),
        ("A<B, C<D>>", "A", ("B", "C<D>")),
        ("A<B>::C", "A::C", ("B",)),
        ("::a::B<2>", "a::B", ("2",)),
        ("A <B>", "A", ("B",)),
    ],
)
def test_names_and_their_templates(name: str, plain: str, arguments: tuple[str, ...]) -> None:
    assert without_templates(name) == plain
    assert template_arguments(name) == arguments


OP = OpDef(
    "Pad", (ArgDef("x", "DT_FLOAT"),), (), (), False, False, False, False, None, None, None, None, at(3, path="a.cc")
)
LIBRARIES = {"a.cc": "tensorflow", "core/kernels/pad_op.cc": "contrib/x.so"}


def test_ops() -> None:
    named = OP._replace(shape_fn="shape_inference::Same")
    method = OP._replace(shape_fn="Shape::Of", location=at(3, path="b.cc"))
    lambda_ = OP._replace(shape_fn="lambda", shape_fn_location=at(4, path="a.cc"))
    assert link.link_ops(link.in_libraries([OP, named, method, lambda_], LIBRARIES), PLACES) == [
        OP._replace(linked_into="tensorflow"),
        named._replace(linked_into="tensorflow", shape_fn_location=Location("core/framework/shapes.cc", 5, 8)),
        method._replace(shape_fn_location=Location("core/framework/shapes.cc", 15, 18)),
        lambda_._replace(linked_into="tensorflow"),
    ]


def test_kernels() -> None:
    here = "core/kernels/pad_op.cc"
    plain = kernel("Pad", "CPU", "PadOp<float>", at(50, path=here))
    made = kernel("Pad", "CPU", "MadeOp", at(51, path=here), kernel_class_location=at(51, path=here))
    gone = kernel("Pad", "CPU", "GoneOp", at(52, path="nowhere.cc"))
    assert link.link_kernels([plain, made, gone], PLACES, LIBRARIES) == [
        plain._replace(linked_into="contrib/x.so", kernel_class_location=Location(here, 10, 13)),
        made._replace(linked_into="contrib/x.so"),
        gone,
    ]


def test_gradients() -> None:
    one = gradient("Pad", "cc", "PadGrad<true>", at(9, path="a.cc"))
    none = gradient("Shape", "cc", None, at(10, path="a.cc"))
    place = Location("cc/gradients/array_grad.cc", 7, 10)
    gone = gradient("Pad", "cc", "GoneGrad", at(11, path="a.cc"))
    bodies = Bodies([Created(place, ("=Pad", "?op"))], [OP._replace(name="Pad")])
    assert link.link_gradients([one, none, gone], PLACES, LIBRARIES, bodies.of) == [
        one._replace(
            location=place, def_line=7, linked_into="tensorflow", calls=("Pad",), unread=("op",), partial=True
        ),
        none._replace(linked_into="tensorflow"),
        gone._replace(linked_into="tensorflow", unread=("GoneGrad",), partial=True),
    ]


def test_unresolved() -> None:
    one, other = (unresolved("M", "x", "why", at(1, path=path)) for path in ("a.cc", "b.cc"))
    assert link.link_unresolved([one, other], LIBRARIES) == [one._replace(linked_into="tensorflow"), other]


def test_every_name_that_is_asked_for_is_wanted() -> None:
    found = link.names_wanted(
        [OP._replace(shape_fn="a::b::F"), OP],
        [kernel("Pad", "CPU", "x::PadOp<y::Z>", at(1))],
        [gradient("Pad", "cc", "G<true>", at(1)), gradient("Pad", "cc", None, at(1))],
    )
    assert found == {"a::b::F", "b::F", "F", "x::PadOp", "PadOp", "G"}
