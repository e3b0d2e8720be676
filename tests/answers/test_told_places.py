"""Every place in all JSON of the shipped index, held against its tree by the rules of `told.py`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from answers.told import Tree, last_part
from asking import ask

from tfexplore.answers.show import show_op
from tfexplore.index.store import Index, default_path, open_index
from tfexplore.render.show import as_json as show_json

pytestmark = pytest.mark.source

Fact = Mapping[str, Any]


@pytest.fixture(scope="module")
def tree(source_tree: Path) -> Tree:
    return Tree(source_tree)


@pytest.fixture(scope="module")
def shipped() -> Iterator[Index]:
    if not Path(default_path()).is_file():
        pytest.skip("no index is shipped")
    with open_index() as index:
        yield index


# -- What is wrong with each kind of object ----------------------------------------------------------------------------


def op(tree: Tree, one: Fact) -> Iterator[str]:
    yield from tree.registration(one["name"], one["location"], one["expansion"])
    if one["shape_fn_location"]:
        yield from tree.definition(one["shape_fn"], one["shape_fn_location"])


def kernel(tree: Tree, one: Fact) -> Iterator[str]:
    yield from tree.registration(one["op"], one["location"], one["expansion"])
    if one["kernel_class_location"]:
        yield from tree.a_class(one["kernel_class"], one["kernel_class_location"])


def gradient(tree: Tree, one: Fact) -> Iterator[str]:
    yield from tree.gradient(one)


def endpoint(tree: Tree, one: Fact) -> Iterator[str]:
    yield from tree.endpoint(one["endpoint"], one["function"], one["location"], [use["op"] for use in one["ops"]])


def swig(tree: Tree, one: Fact) -> Iterator[str]:
    yield from tree.included(one["include_tree"], None)
    for name in one["exposed"]:
        yield from tree.swig(name)


def keras(tree: Tree, one: Fact) -> Iterator[str]:
    yield from tree.keras(one)


def claim(tree: Tree, one: Fact) -> Iterator[str]:
    """`check` says the places alone; what they are within, `show` says (`shown`)."""
    for place in one["evidence"]:
        if tree.there(place) and not tree.whole(place).strip():
            yield f"{one['id']}: nothing at {place['path']}:{place['line']}"


def shown(tree: Tree, one: Fact) -> Iterator[str]:
    for public in one["endpoints"]:
        yield from endpoint(tree, public)
    if one["op_def"]:
        yield from op(tree, one["op_def"])
    if one["shape_fn"] and one["shape_fn"]["location"]:
        yield from tree.definition(one["shape_fn"]["name"], one["shape_fn"]["location"])
    for own in one["kernels"]:
        yield from kernel(tree, own)
    for own in one["kernel_classes"]:
        if own["location"]:
            yield from tree.a_class(own["name"], own["location"])
        for method in (*own["compute"], *own["overrides"]):
            yield from tree.definition(method["name"], method["location"])
        for used in (*own["bases"], *own["uses"]):
            yield from use(tree, used)
    for own in one["gradients"]:
        yield from tree.gradient(own)
    for own in one["claims"]:
        for part in own["evidence"]:
            if part["location"]:
                yield from tree.within(part["within"], part["location"])


def use(tree: Tree, one: Fact) -> Iterator[str]:
    yield from tree.definition(one["defined"], one["location"])
    if one["runs"]:
        yield from tree.runs(one["defined"], one["runs"])
    if one["used"]:
        yield from tree.named(one["name"], one["used"])
    for inner in one["uses"]:
        yield from use(tree, inner)


# -- Nothing is left out: the rules look at every place that there is --------------------------------------------------


class Watched(dict[str, Any]):
    """An object that keeps in mind whether anybody has read its line."""

    read = False

    def __getitem__(self, key: str) -> Any:
        if key == "line":
            self.read = True
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        return super().get(key, default)


def watched(value: Any) -> Any:
    if isinstance(value, Mapping):
        return Watched({key: watched(part) for key, part in value.items()})
    return [watched(part) for part in value] if isinstance(value, (list, tuple)) else value


def unread(value: Any, way: str = "") -> Iterator[str]:
    if isinstance(value, Watched):
        if not value.read and {"path", "line"} <= set(value) and not value.get("library") and dict.get(value, "line"):
            yield f"{way}: {dict.get(value, 'path')}:{dict.get(value, 'line')}"
        for key, part in value.items():
            yield from unread(part, f"{way}.{key}")
    elif isinstance(value, list):
        for part in value:
            yield from unread(part, way)


def problems(tree: Tree, found: list[Fact], rule: Callable[[Tree, Any], Iterator[str]]) -> list[str]:
    wrong = []
    for one in found:
        object_ = watched(one)
        wrong += list(rule(tree, object_))
        # A place beside the tree can be looked at only where its package is at hand.
        wrong += [f"no rule looks at {text}" for text in unread(object_) if tree.beside or "keras_" not in text]
    return wrong


@pytest.mark.parametrize(
    ("words", "rule", "least"),
    [
        (("ops", "--all"), op, 1700),
        (("kernels", "--all"), kernel, 10_000),
        (("grads", "--all"), gradient, 800),
        (("api",), endpoint, 3900),
        (("swig",), swig, 1),
        (("keras",), keras, 88),
        (("check",), claim, 92),
    ],
)
def test_every_place_of_a_list(
    tree: Tree, words: tuple[str, ...], rule: Callable[[Tree, Fact], Iterator[str]], least: int
) -> None:
    answer = ask(Path(default_path()), *words, "--json").json()
    assert problems(tree, answer["results"], rule) == []
    assert len(answer["results"]) >= least
    assert [one for one in answer["unresolved"] if not unresolved(tree, one)] == []


def unresolved(tree: Tree, one: Fact) -> bool:
    return last_part(one["macro"]) in tree.whole(one["location"])


def test_every_place_of_every_op(tree: Tree, shipped: Index) -> None:
    wrong = []
    for name in shipped.names("op"):
        text = json.dumps(show_json(show_op(shipped, name)), default=str)
        wrong += problems(tree, [json.loads(text)], shown)
    assert sorted(set(wrong)) == []
