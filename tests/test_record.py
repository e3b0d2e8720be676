"""`Record` behaves as `typing.NamedTuple` does."""

from __future__ import annotations

import copy
import pickle
from typing import NamedTuple

import pytest

from tfexplore._record import Record


class Place(Record):
    """A record."""

    path: str
    line: int = 1

    @property
    def shown(self) -> str:
        return f"{self.path}:{self.line}"


class Single(Record):
    value: str


class Reference(NamedTuple):
    path: str
    line: int = 1


def test_fields_defaults_and_order() -> None:
    assert Place._fields == Reference._fields
    assert Place._field_defaults == Reference._field_defaults
    assert Place.__match_args__ == Reference.__match_args__
    assert Place.__doc__ == "A record."


def test_construction_by_position_and_name() -> None:
    assert Place("a") == Place(path="a", line=1) == Place._make(["a", 1]) == ("a", 1)
    assert Single("x") == ("x",)
    assert Place("a", 2).shown == "a:2"
    assert repr(Place("a", 2)) == "Place(path='a', line=2)"


@pytest.mark.parametrize("arguments", [(), ("a", 1, 2)])
def test_a_wrong_count_is_a_type_error(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        Place(*arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Place._make([1])
    with pytest.raises(TypeError):
        Place("a", nothing=1)  # type: ignore[call-arg]


def test_replace_asdict_and_hash() -> None:
    place = Place("a", 2)
    assert place._replace(line=3) == Place("a", 3)
    assert place._asdict() == {"path": "a", "line": 2}
    assert hash(place) == hash(("a", 2))
    with pytest.raises(ValueError, match="nothing"):
        place._replace(nothing=1)  # type: ignore[call-arg]


def test_immutable_without_a_dict() -> None:
    with pytest.raises(AttributeError):
        Place("a").line = 3  # type: ignore[misc]
    assert not hasattr(Place("a"), "__dict__")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_and_copies(protocol: int) -> None:
    place = Place("a", 2)
    loaded = pickle.loads(pickle.dumps(place, protocol))
    assert (loaded, type(loaded)) == (place, Place)
    assert type(copy.deepcopy(place)) is Place
