"""Doctor: pasted messages beside the statement, the op and the reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import spoken

from tfexplore.answers.diagnosing.reason import Failure
from tfexplore.answers.doctor import Diagnosis, diagnose
from tfexplore.answers.texts import MAX_LINE, messages
from tfexplore.index.store import Index, default_path, open_index
from tfexplore.render import doctor as rendered

RECORDED = Path(__file__).resolve().parents[2] / "fixtures" / "messages" / "errors.json"
NO_KERNEL = "No OpKernel can serve the Op '{}' with these attrs: [{}], devices here: CPU"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with open_index(spoken.make_index(tmp_path_factory.mktemp("spoken") / "a.sqlite")) as opened:
        yield opened


# Each: a message, and where it is raised, the op, the reason.
CASES = [
    (NO_KERNEL.format("Weave", "T=DT_HALF"), (spoken.PLACER, 3), "Weave", "no_kernel"),
    (NO_KERNEL.format("Unweave", 'T=DT_FLOAT, _kernel="slow"'), (spoken.PLACER, 3), "Unweave", "label"),
    (NO_KERNEL.format("_MyWeave", "T=DT_FLOAT"), (spoken.PLACER, 3), "_MyWeave", "no_kernel"),
    (
        "Node w wants /device:GPU:0 but available devices are [ CPU:0 ].\n\t [[{{node w}} = Weave[T=DT_FLOAT](x)]]",
        (spoken.PLACER, 5),
        "Weave",
        "device_not_available",
    ),
    (
        "threads of more than four dimensions are not woven\n\t [[node a/Unweave_1 (defined at x.py:1) ]]",
        (spoken.UNWEAVE, 4),
        "Unweave",
        "kernel_restriction",
    ),
    (
        "threads of more than four dimensions are not woven\n\t [[node w]]\n\nOriginal stack trace for 'w':\n"
        '  File "x.py", line 1, in main\n    f()\n'
        '  File "site/tensorflow/python/ops/gen_weave_ops.py", line 9, in weave\n',
        (spoken.WEAVE, 5),
        "Weave",
        "kernel_restriction",
    ),
    (
        "threads of more than four dimensions are not woven for 'w' (op: 'Weave') with input shapes: [1].",
        (spoken.WEAVE, 5),
        "Weave",
        "other",
    ),
    (
        "TypeError: Value for parameter 'thread' has DataType int32 not in list of allowed values: float16, float32",
        (spoken.LIBRARY, 3),
        "Weave",
        "dtype_not_in_op_def",
    ),
    ("No gradient defined for operation 'w' (op type: Weave)", (spoken.LIBRARY, 7), "Weave", "no_gradient"),
    ("No gradient defined for operation 'w' (op type: Unweave)", (spoken.LIBRARY, 7), "Unweave", "not_differentiable"),
    (
        "Op type not registered 'Knit' in this list of ops. Did you load its library?",
        (spoken.REGISTRY, 3),
        "Knit",
        "library_not_loaded",
    ),
    (
        "Op type not registered '_MyWeave' in this list of ops. Did you load its library?",
        (spoken.REGISTRY, 3),
        "_MyWeave",
        "not_in_this_build",
    ),
    (
        "Op type not registered '_BuiltWeave' in this list of ops. Did you load its library?",
        (spoken.REGISTRY, 3),
        "_BuiltWeave",
        "not_in_this_build",
    ),
    ("Op type not registered 'Sew' in this list of ops. Did you", (spoken.REGISTRY, 3), "Sew", "unknown_op"),
]


@pytest.mark.parametrize(("message", "place", "op", "reason"), CASES)
def test_diagnosis(index: Index, message: str, place: tuple[str, int], op: str, reason: str) -> None:
    one = only(index, message.encode())
    assert one.site is not None
    assert (one.site.location.path, one.site.location.line) == place
    assert (one.op, one.reason) == (op, reason)
    assert rendered.explanation(one)
    json.dumps(rendered.as_json(one))


def only(index: Index, text: bytes) -> Diagnosis:
    answer = diagnose(index, text)
    assert len(answer.results) == 1
    (one,) = answer.results
    assert isinstance(one, Diagnosis)
    return one


def test_the_nearest_kernels_say_what_failed(index: Index) -> None:
    one = only(index, NO_KERNEL.format("Weave", "T=DT_INT32").encode())
    failed = [(near.kernel.device_type, near.failed) for near in one.nearest]
    assert failed == [
        ("CPU", (Failure("T", "DT_INT32", ("DT_FLOAT",)),)),
        ("GPU", (Failure("T", "DT_INT32", ("DT_HALF",)),)),
    ]
    assert "T=int32 is not among float" in rendered.explanation(one)


WOVEN = "threads of more than four dimensions are not woven"


@pytest.mark.parametrize(
    "text",
    [
        f"运行出错了，谁能帮忙？\n{WOVEN}\n谢谢".encode(),
        f"\x1b[31mUnimplementedError:\x1b[0m {WOVEN}\r\n".encode(),
        f'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nAnError: {WOVEN}'.encode(),
        f"2019-10-14 17:00:00.1: W tensorflow/core/kernel.cc:16] OP_REQUIRES failed at a.cc:9 : {WOVEN}".encode(),
        b"\xff\xfe" + f"error: {WOVEN}".encode("utf-16-le"),
        b"\x00\x01\x80 " + WOVEN.replace(" ", "\n   ").encode() + b" \xff\xff",
        WOVEN[:44].encode(),
    ],
)
def test_what_stands_around_a_message_does_not_matter(index: Index, text: bytes) -> None:
    one = only(index, text)
    assert one.site is not None
    assert one.site.location.path in (spoken.WEAVE, spoken.UNWEAVE)


@pytest.mark.parametrize(
    "text", [b"", b"\n\n", b"\x00" * 5000, b"hello world", bytes(range(256)) * 40, b"a " * 200_000, b"x" * 10**6]
)
def test_what_nobody_raises(index: Index, text: bytes) -> None:
    answer = diagnose(index, text)
    assert (answer.answer, answer.results) == ("not found", ())


def test_the_messages_of_a_log_and_a_traceback() -> None:
    text = b"""
I tensorflow/core/a.cc:1] nothing
W tensorflow/core/a.cc:2] first
  goes on
WARNING:tensorflow:From a.py: of Python
INFO:tensorflow:nothing
Traceback (most recent call last):
  File "a.py", line 3, in f
    g()
ValueError: second

During handling of the above exception, another exception occurred:
  File "b.py", line 4, in h
KeyError: 'third'
"""
    found = [(one.exception, one.text.strip(), one.severity, [f.path for f in one.frames]) for one in messages(text)]
    assert found == [
        ("", b"first\n  goes on", "W", []),
        ("", b"From a.py: of Python", "W", []),
        ("ValueError", b"second", "", ["a.py"]),
        ("KeyError", b"'third'", "", ["b.py"]),
    ]
    assert len(messages(b"E" * 10**6)[0].text) == MAX_LINE
    assert [one.text for one in messages(b"INFO:tensorflow:alone")] == [b"alone"]
    assert messages(b"INFO:tensorflow:one\nINFO:tensorflow:two") == []


@pytest.mark.skipif(not Path(default_path()).is_file(), reason="no index ships with this checkout")
@pytest.mark.parametrize("case", json.loads(RECORDED.read_text()), ids=lambda case: str(case["id"]))
def test_what_the_released_tensorflow_printed(case: dict[str, object]) -> None:
    with open_index() as shipped:
        one = only(shipped, str(case["message"]).encode())
    about, raised_by = case["about"], case["raised_by"]
    assert isinstance(about, dict)
    assert isinstance(raised_by, list)
    assert one.site is not None
    assert (one.op, one.reason) == (about["op"], case["reason"])
    assert one.site.location.path.removeprefix("tensorflow/") in raised_by
    if "dtype" in about:
        assert about["dtype"] in one.dtypes or not one.dtypes


def test_of_several_that_say_the_same_none_is_certain(index: Index) -> None:
    one = only(index, WOVEN.encode())
    assert one.site is not None
    assert len(one.leading) == 2
    assert {one.site.location.path, *[site.location.path for site in one.others]} == {spoken.WEAVE, spoken.UNWEAVE}
    made = rendered.as_json(one)
    assert (made["certain"], made["op"], set(made["candidates"])) == (False, None, {"Weave", "Unweave"})
    assert made["explanation"].startswith("2 statements say this, and nothing in the message tells which it was.")
    certain = only(index, f"{WOVEN} [Op:Unweave]".encode())
    assert (certain.leading, certain.site and certain.site.location.path) == ((), spoken.UNWEAVE)
    assert rendered.as_json(certain)["certain"] is True


def test_the_one_that_most_ops_lead_to_comes_first(shipped: Index) -> None:
    binary = "tensorflow/core/kernels/cwise_ops_common.cc"
    for text in ("", "InvalidArgumentError: ", "x [[{{node add}}]]"):
        before, _, behind = text.partition("x ") if text.startswith("x ") else (text, "", "")
        one = only(shipped, f"{before}Incompatible shapes: [2,3] vs. [3,2] {behind}".encode())
        assert one.site is not None
        assert one.site.location.path == binary
        assert one.op is None
        assert one.leading[0] > 20 > max(one.leading[1:])
        assert {"tensorflow/core/kernels/bcast_ops.cc"} < {site.location.path for site in one.others}
    named = only(shipped, b"Incompatible shapes: [2,3] vs. [3,2] [Op:BroadcastArgs]")
    assert named.site is not None
    assert (named.site.location.path, named.leading) == ("tensorflow/core/kernels/bcast_ops.cc", ())
    pair = only(shipped, b'Could not interpret "x" as a host-port pair.')
    assert pair.site is not None
    places = {pair.site.location.path, *[site.location.path for site in pair.others]}
    assert any(path.endswith("rpc/grpc_channel.cc") for path in places)
    assert rendered.as_json(pair)["certain"] is False
