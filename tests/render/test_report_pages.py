"""What single pages of the reports say, of facts written for the purpose."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from index import facts
from reading import at, gradient, kernel, op, unresolved
from render import markdown_rules as rules

from tfexplore.answers.check import CheckedClaim, PlacedEvidence
from tfexplore.answers.kernel_code import Used
from tfexplore.answers.reports import BUILDS, SWITCHES, Branch, gather, holds_in, own_places
from tfexplore.catalogue import LANGUAGES
from tfexplore.index import symbols
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import AttrDef, Endpoint, GeneratedWrapper, Location, OpDef, OpUse, Symbol, Use
from tfexplore.render.reports import reports
from tfexplore.source.profile import PROFILES

Page = Callable[..., str]


@pytest.fixture
def page(tmp_path: Path) -> Page:
    """The page of a topic that facts give, links without their addresses."""

    def make(topic: str, given: Facts, language: str = "en") -> str:
        write_index(tmp_path / "a.sqlite", facts.STATE._replace(commit=""), given)
        with open_index(tmp_path / "a.sqlite") as index:
            ((_, text),) = reports(gather(index), language, (topic,))
        assert rules.problems(text) == []
        return text

    return make


def section(text: str, title: str) -> str:
    """What stands below a heading of the second level."""
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def row(text: str, first: str) -> list[str]:
    """The cells behind a first one."""
    (found,) = [line for line in text.split("\n") if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in found.split("|")[2:-1]]


# -- registration ------------------------------------------------------------------------------------------------------

OP_CC, OP_H, KERNEL_CC = (f"tensorflow/core/framework/{name}" for name in ("op.cc", "op.h", "op_kernel.cc"))


def defined(*found: tuple[str, str, str, int]) -> Facts:
    """An index of definitions: kind, name, path, line."""
    by_path: dict[str, list[Symbol]] = {}
    for kind, name, path, line in found:
        by_path.setdefault(path, []).append(Symbol(name, kind, "", Location(path, line, line)))
    return Facts(paths=tuple(by_path), symbols={path: symbols.packed(some) for path, some in by_path.items()})


def test_a_constructor_of_the_header_is_another_overload(page: Page) -> None:
    name = "OpDefBuilderReceiver::OpDefBuilderReceiver"
    text = page("registration", defined(("method", name, OP_CC, 12), ("method", name, OP_H, 4)))
    (said,) = [line for line in text.split("\n") if f"`{name}`" in line]
    assert "op.cc:12" in said
    assert "op.h" not in said


def test_what_only_a_header_defines_is_meant_there(page: Page) -> None:
    text = page("registration", defined(("class", "OpDefBuilderWrapper", OP_H, 4), ("class", "OpDefBuilder", OP_H, 9)))
    assert "`OpDefBuilderWrapper` (`tensorflow/core/framework/op.h:4`)" in text


def test_each_step_stands_under_the_time_at_which_it_happens(page: Page) -> None:
    text = section(page("registration", defined(("method", "OpRegistry::LookUpSlow", OP_CC, 7))), "An op, step by step")
    before, _, after = text.partition("When the registry is first asked:")
    first, _, wheel = after.partition("When the wheel is built:")
    assert "`OpRegistry::Register`" in before
    assert ("\n11. `OpRegistry::LookUpSlow` (`tensorflow/core/framework/op.cc:7`)" in first, "main" in first) == (
        True,
        False,
    )
    assert "\n17. `GetPythonOps`" in wheel


@pytest.mark.parametrize(("language", "word"), [("en", "priority"), ("zh", "优先级")])
def test_a_second_kernel_that_holds_is_an_error(page: Page, language: str, word: str) -> None:
    text = page("registration", defined(("function", "FindKernelRegistration", KERNEL_CC, 5)), language)
    (said,) = [line for line in text.split("\n") if "`FindKernelRegistration`" in line]
    assert all(part in said for part in ("`InvalidArgument`", "`DEVICE_DEFAULT`", word))
    (placed,) = [line for line in text.split("\n") if "`SupportedDeviceTypesForNode`" in line]
    assert word in placed


# -- what was not read -------------------------------------------------------------------------------------------------


def test_sites_in_python_are_not_said_to_be_left_out(page: Page) -> None:
    sites = (
        unresolved("RegisterGradient", "label", "the op's name is computed", at(3, path="tensorflow/python/a.py")),
        unresolved("REGISTER_OP", "name", "the op's name is computed", at(4, path="tensorflow/core/b_test.cc")),
    )
    text = page("unresolved", Facts(unresolved=sites))
    assert "`RegisterGradient`" in section(text, "Sites in Python")
    assert "`RegisterGradient`" not in section(text, "Sites that nothing ships")
    assert "`REGISTER_OP`" in section(text, "Sites that nothing ships")


# -- gradients ---------------------------------------------------------------------------------------------------------

NAMED = tuple([op(name, at(9))._replace(linked_into="tensorflow") for name in ("Knit", "Purl", "Cast")])
GRAD = at(5, path="tensorflow/python/ops/wool_grad.py")
CONTRIB = "tensorflow.contrib"


def registered(
    name: str, function: str | None, when: str = "import tensorflow", inputs: tuple[str, ...] = ()
) -> object:
    """A gradient of Python."""
    made = gradient(name, "python", function, GRAD)
    return made._replace(availability=when, input_gradients=inputs, def_line=GRAD.line)


def gradients(*found: object) -> Facts:
    return Facts(ops=NAMED, gradients=found)  # type: ignore[arg-type]


def test_a_gradient_for_a_label_is_no_gradient_of_an_op(page: Page) -> None:
    text = page("gradients", gradients(registered("Knit", "_KnitGrad"), registered("RowLabel", "_RowGrad"),
                                       registered("Gone", None), registered("Purl", None)))  # fmt: skip
    table, not_ = section(text, "Ops with a gradient"), section(text, "Declared not differentiable")
    labels = section(text, "Registered for names that no op of this build has")
    assert ("`Knit`" in table, "`RowLabel`" in table) == (True, False)
    assert ("`Purl`" in not_, "`Gone`" in not_) == (True, False)
    assert row(labels, "`RowLabel`")[0] == "`_RowGrad`"
    assert "`Gone`" in labels


def test_what_is_registered_on_demand_is_marked(page: Page) -> None:
    text = page("gradients", gradients(registered("Knit", "_KnitGrad", CONTRIB), registered("Purl", None, CONTRIB),
                                       registered("Cast", "_CastGrad")))  # fmt: skip
    table = section(text, "Ops with a gradient")
    assert row(table, "`Knit`")[0] == "`_KnitGrad` (on demand)"
    assert row(table, "`Cast`")[0] == "`_CastGrad`"
    assert "`Purl` (on demand)" in section(text, "Declared not differentiable")
    assert "(#registered-only-on-demand)" in table
    assert "On demand" not in page("gradients", gradients(registered("Cast", "_CastGrad")))


def test_what_a_gradient_gives_is_said_in_the_language_of_the_page(page: Page) -> None:
    given = gradients(registered("Knit", "_KnitGrad", "on import of the registering module", ("tensor", "none")))
    assert row(section(page("gradients", given), "Ops with a gradient"), "`Knit`")[-1] == "tensor, none"
    chinese = page("gradients", given, "zh")
    assert row(section(chinese, "有梯度的算子"), "`Knit`")[-1] == "张量，无"
    assert "on import" not in chinese


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_columns_of_gradients_are_explained(page: Page, language: str) -> None:
    text = page("gradients", gradients(registered("Knit", "_KnitGrad")), language)
    assert "`None`" in text.partition("| `Knit` |")[0]


# -- ops ---------------------------------------------------------------------------------------------------------------

OPS = "tensorflow/core/ops/wool_ops.cc"
TYPES = ("DT_HALF", "DT_FLOAT", "DT_DOUBLE")


def wool(name: str, *types: str) -> OpDef:
    """An op of the build, one of five in its file, so that they have a page of their own."""
    attrs = (AttrDef("T", "type", allowed_values=types),) if types else ()
    return op(name, at(9, path=OPS), attrs=attrs)._replace(linked_into="tensorflow")


def ops_page(tmp_path: Path, language: str, **given: object) -> str:
    more = tuple([wool(name) for name in ("Warp", "Weft", "Felt", "Card")])
    made = Facts(**{**given, "ops": (*given["ops"], *more)})  # type: ignore[arg-type, misc]
    write_index(tmp_path / "a.sqlite", facts.STATE._replace(commit=""), made)
    with open_index(tmp_path / "a.sqlite") as index:
        return dict(reports(gather(index), language, ("ops",)))["ops-wool.md"]


def endpoint(name: str, function: str, version: str, op_name: str, line: int) -> Endpoint:
    return Endpoint(name, (version,), function, at(line, path="tensorflow/python/wool.py"), (OpUse(op_name, "direct"),))


def on(device: str, *types: str) -> object:
    return kernel("Knit", device, "KnitOp", at(5), T=" ".join(types))._replace(linked_into="tensorflow")


WRAPPER = GeneratedWrapper("Knit", "tensorflow.python.ops.gen_wool_ops", "knit", (), ())


def test_a_name_says_its_api_where_the_other_has_another_function(tmp_path: Path) -> None:
    given = (
        endpoint("tf.knit", "knit", "v1", "Warp", 3),
        endpoint("tf.knit", "knit_v2", "v2", "Knit", 7),
        endpoint("tf.wool.knit", "knit_all", "v1", "Knit", 11),
    )
    text = ops_page(tmp_path, "en", ops=(wool("Knit"),), endpoints=given)
    assert "Python: `tf.knit` (v2), `tf.wool.knit`." in section(text, "Knit")
    assert "Python: `tf.knit` (v1)." in section(text, "Warp")


@pytest.mark.parametrize(
    ("language", "both", "alone"),
    [
        ("en", "Python: `tf.knit`; the generated wrapper is `gen_wool_ops.knit`.",
         "Generated Python wrapper: `gen_wool_ops.knit`."),
        ("zh", "Python：`tf.knit`；生成的包装函数为 `gen_wool_ops.knit`。",
         "生成的 Python 包装函数：`gen_wool_ops.knit`。"),
    ],
)  # fmt: skip
def test_the_wrapper_is_no_public_name(tmp_path: Path, language: str, both: str, alone: str) -> None:
    given = (endpoint("tf.knit", "knit", "v1", "Knit", 3),)
    text = ops_page(tmp_path, language, ops=(wool("Knit"),), endpoints=given, wrappers=(WRAPPER,))
    assert both in section(text, "Knit")
    assert alone in section(ops_page(tmp_path, language, ops=(wool("Knit"),), wrappers=(WRAPPER,)), "Knit")


def test_types_are_missed_on_devices_that_have_a_kernel(tmp_path: Path) -> None:
    def untaken(*kernels: object) -> list[str]:
        said = section(ops_page(tmp_path, "en", ops=(wool("Knit", *TYPES),), kernels=kernels), "Knit")
        return [one.partition("taken by ")[2] for one in said.partition("\n\n|")[0].split("Declared, and ")[1:]]

    assert untaken(on("CPU", "DT_FLOAT")) == ["no CPU kernel: `T=half,double` (nor by any other)."]
    assert [one.strip() for one in untaken(on("CPU", "DT_FLOAT"), on("GPU", "DT_HALF", "DT_FLOAT"))] == [
        "no CPU kernel: `T=half` (`GPU` has one).",
        "no CPU or GPU kernel: `T=double` (nor by any other).",
    ]
    assert len(untaken(on("DEFAULT", "DT_FLOAT"))) == 1
    assert untaken(on("XLA_CPU_JIT", "DT_FLOAT")) == []


# -- Chinese -----------------------------------------------------------------------------------------------------------


def test_why_something_was_not_read_is_said_in_chinese(page: Page) -> None:
    place = at(3, path="tensorflow/core/ops/a.cc")
    reasons = ("the op's name is computed", "trouble parsing '<it's>:'", "something else")
    text = page("unresolved", Facts(unresolved=tuple([unresolved("M", "", one, place) for one in reasons])), "zh")
    assert [one for one in ("算子名是计算得到的", "无法解析“\\<it's\\>:”", "something else") if one not in text] == []


# -- Conv2D ------------------------------------------------------------------------------------------------------------

CONV = "tensorflow/core/kernels/conv_ops.cc"


def use(owner: Location, user: str, name: str, kind: str, target: Location, line: int = 0) -> Use:
    return Use(owner, user, name, kind, target, at(line, path=CONV) if line else None, name.partition("<")[0], "")


def woven(*found: Use, cls: Location) -> Facts:
    """An index of Conv2D with one kernel of `Conv2DOp`."""
    made = kernel("Conv2D", "CPU", "Conv2DOp", at(90, path=CONV), kernel_class_location=cls)
    return Facts(ops=(op("Conv2D", at(9, path=OPS))._replace(linked_into="tensorflow"),),
                 kernels=(made._replace(linked_into="tensorflow"),), uses=found)  # fmt: skip


def test_what_the_constructor_uses_does_not_stand_below_compute(page: Page) -> None:
    cls, helper, other = at(20, 40, CONV), at(3, 5, CONV), at(7, 9, CONV)
    text = page("conv2d", woven(
        use(cls, "Conv2DOp", "Conv2DOp::Compute", "compute", at(30, 38, CONV)),
        use(cls, "Conv2DOp::Conv2DOp", "ReadAttrs", "function", helper, 22),
        use(cls, "Conv2DOp::Compute", "Measure", "function", other, 31),
        cls=cls,
    ))  # fmt: skip
    (compute, measured, read) = [line for line in text.split("\n") if re.match(r" +\* `(Conv2DOp::|Read|Meas)", line)]
    assert [re.match(" *", line)[0].count("  ") for line in (compute, measured, read)] == [1, 2, 1]  # type: ignore[index]
    assert read.endswith(" in `Conv2DOp::Conv2DOp`")
    assert "`Conv2DOp::" not in measured


def test_an_inherited_compute_is_said_to_be_one(page: Page) -> None:
    cls, base = at(20, 40, CONV), at(3, 15, CONV)
    text = page("conv2d", woven(
        use(cls, "Conv2DOp", "BaseConvOp", "base", base, 20),
        use(base, "BaseConvOp", "BaseConvOp::Compute", "compute", at(5, 9, CONV)),
        cls=cls,
    ))  # fmt: skip
    assert "`BaseConvOp::Compute` (inherited)" in text


def test_a_branch_has_no_place_of_another_one() -> None:
    def branch(key: str, first: int, last: int, used: int) -> Branch:
        part = PlacedEvidence(key, CONV, at(first, last, CONV), False)
        claim = CheckedClaim(key, "Conv2D", "", "holds", "", (part,))
        return Branch(
            key, (Used("Multiply", "class", at(3, path=CONV), at(used, path=CONV), "", "Multiply"),), "", (claim,)
        )

    made = own_places((branch("one", 50, 60, 52), branch("two", 60, 70, 52), branch("three", 80, 90, 60)))
    assert [one.code[0].used and one.code[0].used.line for one in made] == [52, None, None]
    assert own_places((branch("one", 50, 60, 48),))[0].code[0].used == at(48, path=CONV)


@pytest.mark.parametrize(
    ("build", "condition", "holds"),
    [
        ("linux-cuda", "GOOGLE_CUDA || TENSORFLOW_USE_ROCM", True),
        ("linux-cpu", "GOOGLE_CUDA || TENSORFLOW_USE_ROCM", None),
        ("linux-cuda", "TENSORFLOW_USE_LIBXSMM_CONVOLUTIONS", False),
        ("linux-cuda", "defined(TENSORFLOW_USE_LIBXSMM_CONVOLUTIONS)", False),
        ("linux-cuda", "GOOGLE_CUDA || defined(TENSORFLOW_USE_SYCL)", True),
        ("linux-cuda", "!defined(GOOGLE_CUDA)", None),
        ("linux-cuda", "", None),
        ("mine", "GOOGLE_CUDA", None),
    ],
)
def test_whether_a_condition_holds(build: str, condition: str, holds: bool | None) -> None:
    assert holds_in(build, condition) is holds


def test_builds_define_what_reports_say_of_them() -> None:
    macros = frozenset().union(*BUILDS.values())
    assert {name: macros & one.defines.keys() for name, one in PROFILES.items()} == BUILDS
    assert not any(SWITCHES & one.defines.keys() for one in PROFILES.values())


# -- behaviours --------------------------------------------------------------------------------------------------------


def test_a_table_says_how_the_binary_differs(sample_index: Path) -> None:
    with open_index(sample_index) as index:
        material = gather(index)
    claim = CheckedClaim("x.y", "Spin", "it spins", "differs", "", ())
    for detail, said in (("it is slower", True), ("it is slower " * 20, False)):
        changed = material._replace(claims=(claim._replace(detail=detail),))
        ((_, text),) = reports(changed, "en", ("behaviours",))
        (line,) = [line for line in text.split("\n") if line.startswith("| [`x.y`]")]
        assert ("In the released binary: it is slower." in line) is said
        assert text.count("In the released binary") == 1 + said
