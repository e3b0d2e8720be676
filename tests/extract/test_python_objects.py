"""The objects that a function makes and keeps: the text of a method in, names with their classes out."""

from __future__ import annotations

import pytest

from tfexplore.extract.python_objects import Kept, objects_of


def shown(kept: Kept) -> dict[str, list[str]]:
    return {name: list(classes) for name, classes in kept.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("self.x = Loom(a, b=C())", {"x": ["Loom"]}),
        ("self.x = looms._Loom(\n        a)", {"x": ["looms._Loom"]}),
        ("if a: self.x = Loom()", {"x": ["Loom"]}),
        ("self.x = Loom(); self.y = Wheel()", {"x": ["Loom"], "y": ["Wheel"]}),
        ("self.x = Loom()\n    self.x = Wheel()", {"x": ["Loom", "Wheel"]}),
        ("self.x = Loom() if a else Wheel()", {"x": ["Loom", "Wheel"]}),
        ("self.x = a or \\\n      Loom()", {}),  # the class is in another line
        ("self.x = Loom(a) or \\\n      b", {"x": ["Loom"]}),
        ("self.x = a if Loom() else b", {}),
        ("impl = Loom if a else b.Wheel\n    self.x = impl(a)", {"x": ["Loom", "b.Wheel"]}),
        ("impl = loom\n    self.x = impl(a)", {}),
        ("self.x = loom(Loom())", {}),
        ("self.x = Loom", {}),
        ("self.x = Loom[a]", {}),
        ("self.x = Loom[a](b)", {}),
        ("self.x = Loom(a)(b)", {}),
        ("self.x = Loom(a)[b]", {}),
        ("self.x = Loom().more", {}),
        ("self.x = Loom() + b", {}),
        ("self.x = Loom() == b", {}),
        ("self.x = not Loom()", {}),
        ("self.x = Loom() and b", {}),
        ("self.x = Loom(), Wheel()", {}),
        ("self.x = [Loom()]", {}),
        ("self.x = lambda: Loom()", {}),
        ("self.x = lambda a: a or Loom()", {}),
        ("self.x == Loom()", {}),
        ("self.x += Loom()", {}),
        ("other.x = Loom()", {}),
        ("self.x.y = Loom()", {}),
        ("self.x = Loom(", {}),
        ("self.x = Loom)", {}),
        ("class Inner(object):\n      def f(self):\n        self.x = Loom()", {}),
    ],
)
def test_attributes(text: str, expected: dict[str, list[str]]) -> None:
    blank = f"(self, a):\n    {text}\n".encode()
    assert shown(objects_of(blank, 9, len(blank), True).attributes) == expected
    assert shown(objects_of(blank, 9, len(blank), False).attributes) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = Loom()", {"x": ["Loom"]}),
        ("x = Loom()\n    x = a.Wheel()", {"x": ["Loom", "a.Wheel"]}),
        ("impl = Loom\n    x = impl()", {"x": ["Loom"]}),
        ("f(a,\n      x=Loom()\n    )", {}),
        ("f(\n      x=Loom()\n    )", {}),
        ("x = y = Loom()", {}),
        ("x, y = Loom(), Loom()", {}),
        ("x = None\n    y = x()", {}),
    ],
)
def test_names_of_its_own(text: str, expected: dict[str, list[str]]) -> None:
    blank = f"(self, a):\n    {text}\n".encode()
    assert shown(objects_of(blank, 9, len(blank), False).objects) == expected
