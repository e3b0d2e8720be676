"""What the index says of random ops, kernels, gradients and definitions is right, however a document words it.

The facts of the index are held against TensorFlow's registry and against a tree elsewhere; here `verify` is held
against them: it finds nothing wrong in what they say, and most of what is made wrong of them.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tfexplore.answers.verify import verify
from tfexplore.index import api, gradients, kernels, ops, swig, symbols
from tfexplore.index.store import Index
from tfexplore.model import Location

#: Letters that make a name another one.
LETTERS = "bcdfgkmpqvwxz"
BLOB = "https://github.com/tensorflow/tensorflow/blob/v1.15.0"
WRONG = ("moved", "not found", "differs")


@pytest.fixture(scope="module")
def sentences(shipped: Index) -> list[Callable[[random.Random], tuple[str, str]]]:
    """Ways to speak of a random fact: a sentence with `{}` for the line, and the line."""
    defined = [
        one for one in symbols.every(shipped) if "/" in one.location.path and not one.location.path.endswith(".proto")
    ]
    registered = [one for one in ops.every(shipped) if one.linked_into is not None]
    linked = [one for one in kernels.every(shipped) if one.linked_into is not None and one.location is not None]
    gradient = [one for one in gradients.every(shipped) if one.function and not one.location.package]
    public = [one for one in api.endpoints(shipped) if not one.location.package]
    exposed = [one for one in swig.names(shipped) if one.declared is not None]

    def line(place: Location | None) -> str:
        assert place is not None
        return str(place.line)

    def definition(form: str) -> Callable[[random.Random], tuple[str, str]]:
        def say(choose: random.Random) -> tuple[str, str]:
            one = choose.choice(defined)
            return form.format(one.name, one.location.path, "{}"), line(one.location)

        return say

    def op(choose: random.Random) -> tuple[str, str]:
        one = choose.choice(registered)
        assert one.location is not None
        return f"The op `{one.name}` is registered at `{one.location.path}:{{}}`.", line(one.location)

    def kernel(choose: random.Random) -> tuple[str, str]:
        one = choose.choice(linked)
        assert one.location is not None
        text = f"{one.op} has a {one.device_type} kernel, class `{one.kernel_class}`, registered in "
        return f"{text}{one.location.path}:{{}}", line(one.location)

    def gradient_function(choose: random.Random) -> tuple[str, str]:
        one = choose.choice(gradient)
        return f"The gradient of {one.op} is `{one.function}` in {one.location.path}, line {{}}", line(one.location)

    def endpoint(choose: random.Random) -> tuple[str, str]:
        one = choose.choice(public)
        return f"`{one.endpoint}` is defined in `{one.location.path}:{{}}`", line(one.location)

    def swig_name(choose: random.Random) -> tuple[str, str]:
        one = choose.choice(exposed)
        assert one.declared is not None
        return f"SWIG exposes `{one.name}`, declared at {one.declared.path}:{{}}", line(one.declared)

    forms = (
        "`{0}` ({1}:{2})",
        f"[`{{0}}`]({BLOB}/{{1}}#L{{2}})",
        "在 `{1}` 第 {2} 行定义了 `{0}`。",
        "- `{0}` is defined at `{1}:{2}`",
    )
    return [*map(definition, forms), op, kernel, gradient_function, endpoint, swig_name]


def _read(root: str | None) -> Callable[[str], bytes | None] | None:
    if root is None:
        return None

    def read(path: str) -> bytes | None:
        try:
            return (Path(root) / path).read_bytes()
        except OSError:
            return None

    return read


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("tree", [False, pytest.param(True, marks=pytest.mark.source)], ids=["index", "tree"])
def test_what_is_right_is_found(
    seed: int,
    tree: bool,
    shipped: Index,
    sentences: list[Callable[[random.Random], tuple[str, str]]],
    request: pytest.FixtureRequest,
) -> None:
    root = str(request.getfixturevalue("source_tree")) if tree else None
    choose = random.Random(seed)
    said = [choose.choice(sentences)(choose) for _ in range(600)]
    text = "\n\n".join([form.replace("{}", line) for form, line in said])
    found = verify(shipped, "facts.md", text, _read(root)).verdicts
    assert len(found) > 1000
    assert [one for one in found if one.verdict in WRONG] == []


@pytest.mark.source
def test_a_line_that_is_wrong_is_found(
    source_tree: os.PathLike[str], shipped: Index, sentences: list[Callable[[random.Random], tuple[str, str]]]
) -> None:
    choose = random.Random(7)
    said = [choose.choice(sentences)(choose) for _ in range(300)]
    shifted = [form.replace("{}", str(int(line) + choose.choice((41, 67, 113)))) for form, line in said]
    found = verify(shipped, "facts.md", "\n\n".join(shifted), _read(str(source_tree))).verdicts
    wrong = {one.line for one in found if one.verdict in WRONG and one.kind == "path:line"}
    # A shifted line can be right by chance: another definition or registration of the name is there.
    assert len(wrong) > 0.9 * len(shifted)


@pytest.mark.parametrize("tree", [False, pytest.param(True, marks=pytest.mark.source)], ids=["index", "tree"])
@pytest.mark.parametrize("what", ["op", "kernel"])
def test_a_registration_of_something_else_is_found(
    what: str, tree: bool, shipped: Index, request: pytest.FixtureRequest
) -> None:
    root = str(request.getfixturevalue("source_tree")) if tree else None
    choose = random.Random(5)
    places: dict[str, list[tuple[str, str, Location]]] = {}
    for one in ops.every(shipped) if what == "op" else ():
        if one.linked_into and one.location:
            text = f"The op `{one.name}` is registered at"
            places.setdefault(one.location.path, []).append((one.name, text, one.location))
    for kernel in kernels.every(shipped) if what == "kernel" else ():
        if kernel.linked_into and kernel.location and kernel.device_type in ("CPU", "GPU"):
            text = f"{kernel.op} has a {kernel.device_type} kernel, class `{kernel.kernel_class}`, registered in"
            places.setdefault(kernel.location.path, []).append((kernel.op + kernel.device_type, text, kernel.location))
    right, wrong = [], []
    while len(wrong) < 80:
        every = places[choose.choice(sorted(places))]
        name, text, place = choose.choice(every)
        _, _, elsewhere = choose.choice(every)
        if all(abs(elsewhere.line - at.line) > 12 for one_name, _, at in every if one_name == name):
            right.append(f"{text} `{place.path}:{place.line}`.")
            wrong.append(f"{text} `{place.path}:{elsewhere.line}`.")

    def flagged(said: list[str]) -> set[int]:
        found = verify(shipped, "facts.md", "\n\n".join(said), _read(root)).verdicts
        return {one.line // 2 for one in found if one.verdict in WRONG and one.kind == "path:line"}

    assert flagged(right) == set()
    hit = flagged(wrong)
    missed = [one for at, one in enumerate(wrong) if at not in hit]
    # Kernels of a macro are near each other, and the index alone has none of which it does not know the class.
    assert len(missed) <= (0 if what == "op" else 0.02 * len(wrong) if tree else 0.1 * len(wrong)), missed


def _misspelt(word: str, choose: random.Random) -> str:
    """A word with one letter wrong: another, one too many, one too few, or two swapped."""
    at = choose.randrange(1, len(word) - 1)
    letter = choose.choice(LETTERS.replace(word[at].lower(), ""))
    forms = (letter + word[at + 1 :], letter + word[at:], word[at + 1 :], word[at + 1] + word[at] + word[at + 2 :])
    return word[:at] + choose.choice([one for one in forms if word[:at] + one != word])


@pytest.mark.parametrize("tree", [False, pytest.param(True, marks=pytest.mark.source)], ids=["index", "tree"])
def test_a_member_of_a_misspelt_class_is_found(tree: bool, shipped: Index, request: pytest.FixtureRequest) -> None:
    root = str(request.getfixturevalue("source_tree")) if tree else None
    choose = random.Random(11)
    every = [one.name for one in symbols.every(shipped)]
    known = {part.lower() for name in every for part in name.replace("::", ".").split(".")}
    members = [name for name in every if re.fullmatch(r"[A-Z]\w{9,}(?:::|\.)[A-Za-z]\w{3,}", name)]
    made = []
    while len(made) < 120:
        owner, sign, member = re.split(r"(::|\.)", choose.choice(members))
        wrong = _misspelt(owner, choose)
        if wrong.lower() not in known:
            made.append(f"`{wrong}{sign}{member}` calls the next one.")
    missed = []
    for start in range(0, len(made), 20):  # all files are searched for a few words only
        text = "\n\n".join(made[start : start + 20])
        found = {one.line for one in verify(shipped, "x.md", text, _read(root)).verdicts if one.verdict in WRONG}
        missed += [one for at, one in enumerate(made[start : start + 20]) if 2 * at + 1 not in found]
    assert len(missed) < 0.04 * len(made), missed
