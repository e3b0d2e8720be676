"""What the words around a citation claim."""

from __future__ import annotations

import pytest

from tfexplore.answers import disclaimers, wording


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("- `{}` (<>)", True),
        ("* `{}` — <>", True),
        ("3. [`{}`](<>)", True),
        ("It is long. See `{}` at <> for the details. Then comes more.", True),
        ("The class `{}` (<>).", True),
        ("| 4 | `{}` | `<>` |", True),
        ("参见`{}`（<>）。后面再讲。", True),
        ("The output is allocated in `{}` (<>).", False),
        ("The output is allocated, see `{}` (<>).", False),
        ("- `{}` (<>): allocates the output", False),
        ("`{}` (<>) calls the launcher.", False),
        ("这一步由`{}`（<>）完成。", False),
        ("`{}`（<>）里分配输出", False),
        ("x" * 300 + " `{}` (<>)", False),
    ],
)
def test_a_name_and_a_place_and_nothing_else(sentence: str, expected: bool) -> None:
    before, rest = sentence.split("{}")
    assert wording.alone(before, rest.split("<>")[1]) is expected


@pytest.mark.parametrize(
    ("text", "absent", "example"),
    [
        ("`a` does not exist", True, True),
        ("there's no `a`", True, True),
        ("on master it is in `a`", True, True),
        ("newer versions (2.x) have `a`", True, True),
        ("newer TensorFlow versions have `a`", True, True),
        ("since TF 2.4 it is `a`", True, True),
        ("`a` was removed", True, True),
        ("New files: `a`", True, True),
        ("we add `a`", True, True),
        ("从2.x新版开始用`a`", True, True),
        ("for example `a`", False, True),
        ("我们的`a`", False, True),
        ("the kernel is in `a`", False, False),
        ("TF 2 behaviour is `a`", False, False),
        ("version 1.15.0 of `a`", False, False),
    ],
)
def test_what_is_not_in_this_source(text: str, absent: bool, example: bool) -> None:
    assert (disclaimers.absent(text), disclaimers.example(text)) == (absent, example)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`{}` does not exist", True),
        ("`{}` isn't exported", True),
        ("there is no function `{}`", True),
        ("没有叫`{}`的函数", True),
        ("`{}`并不存在", True),
        ("`{}` is the class, and `B` does not exist", False),
        ("there is no doubt: `{}` is the class", False),
        ("`{}()` does not exist.", True),
        ("TensorFlow has no function called `{}`.", True),
        ("the class defines no `{}`", True),
        ("it has a function called `{}`", False),
    ],
)
def test_what_is_denied_next_to_a_name(text: str, expected: bool) -> None:
    assert disclaimers.denied(*text.split("{}")) is expected


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        ("`, registered `", "there"),
        ("`，注册于 `", "there"),
        ("`, declared in `", "there"),
        ("`, defined in `", "defined"),
        ("`, and the kernel `", ""),
    ],
)
def test_what_stands_between_a_name_and_its_place(between: str, expected: str) -> None:
    assert wording.forward(between, True) == expected
