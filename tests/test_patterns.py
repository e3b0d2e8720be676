"""Patterns are compiled when they are first used, so that nothing but a test finds a wrong one early."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import tfexplore
from tfexplore import patterns
from tfexplore.patterns import regex


def patterns_of(value: object) -> Iterator[re.Pattern[str]]:
    """The patterns that a value is or holds."""
    if isinstance(value, patterns._Pattern):
        yield value  # type: ignore[misc]
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (*patterns_of(key), *patterns_of(one))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for one in value:
            yield from patterns_of(one)


def test_every_pattern_compiles() -> None:
    found = 0
    for module in pkgutil.walk_packages(tfexplore.__path__, "tfexplore."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            for one in patterns_of(value):
                found += 1
                assert one.search is not None, f"{module.name}.{name}"
    assert found > 800


def test_a_pattern_is_what_it_stands_for() -> None:
    lazy, plain = regex(r"(?P<word>[a-z]+)=(\d)", re.I), re.compile(r"(?P<word>[a-z]+)=(\d)", re.I)
    text = "Stride=2, pad=1"
    assert lazy.findall(text) == plain.findall(text) == [("Stride", "2"), ("pad", "1")]
    assert lazy.sub("x", text) == plain.sub("x", text)
    assert lazy.split(text) == plain.split(text)
    assert [one.span() for one in lazy.finditer(text)] == [one.span() for one in plain.finditer(text)]
    assert lazy.match(text, 2) is not None
    assert lazy.fullmatch(text) is None
    assert (lazy.pattern, lazy.flags, lazy.groups, dict(lazy.groupindex)) == (
        plain.pattern, plain.flags, plain.groups, dict(plain.groupindex),
    )  # fmt: skip
    assert regex(rb"\w+").findall(b"max pool") == [b"max", b"pool"]


def test_nothing_is_compiled_before_it_is_used() -> None:
    wrong = regex("(")
    with pytest.raises(re.error):
        wrong.search("x")
