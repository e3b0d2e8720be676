"""Cited ranges that begin inside of a block, of brackets or of a docstring and go on behind its end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from answers.claimed import wrong

from tfexplore.answers.verifying.straddling import Straddling

CLOTH = """\
#include "looms/thread.h"

namespace looms {

void Wash(int hours) {
  for (int at = 0; at < hours; ++at) {
    Rinse(at);
    if (IsClean(at)) {
      Dry(at);
    } else if (IsTorn(at)) {
      Mend(at,
           Needle("{ no brace"));  // } nor here
    } else {
      Soak(at);
    }
  }
  Fold();
}

#define BRUSH(kind) \\
  void Brush##kind() { \\
    Comb(); \\
  }

Status Iron(const Cloth& cloth,
            int heat) {
  Heat(heat);
  return Status::OK();
}

class Shelf {
 public:
  int height() const { return 1; }

 private:
  int width_;
};

}  // namespace looms
"""
PRESS = '''\
"""Presses."""


class Press(object):
  """A press.

  It is heavy.
  """

  def press(self, cloth):
    """Presses a cloth.

    Args:
      cloth: what is pressed (and nothing else.
    """
    if cloth.is_wet:
      for _ in range(3):
        wring(cloth,
              twice=True)
      # Back here.
    cloth.hang()
    return cloth


def spread(cloth):
  cloth.pull("(")
  return cloth
'''
UNEVEN = "void Weave() {\n#if 1\n  if (a) {\n#else\n  if (b) {\n#endif\n    Pull();\n  }\n  Push();\n}\n"
TEXTS = {
    "tensorflow/core/looms/cloth.cc": CLOTH,
    "tensorflow/python/looms/press.py": PRESS,
    "tensorflow/core/looms/uneven.cc": UNEVEN,
}


def _lines(text: str, first: str, last: str) -> tuple[int, int]:
    """The number of the line that has the one, and of the next that has the other."""
    lines = text.split("\n")
    begin = next(at for at, line in enumerate(lines) if first in line)
    return begin + 1, next(at for at in range(begin, len(lines)) if last in lines[at]) + 1


class _Tree:
    def read(self, path: str) -> bytes | None:
        text = TEXTS.get(path)
        return None if text is None else text.encode()


@pytest.mark.parametrize(
    ("first", "last", "does"),
    [
        ("void Wash", "Fold();", False),
        ("for (int at", "Soak", False),  # all of a loop but its end
        ("Rinse(at)", "Mend(at", False),  # a block's beginning with what is in it
        ("} else if", "Needle", False),  # a branch, from what closes the one before
        ("Soak(at)", "}", False),  # the rest of a block
        ("Soak(at)", "Fold", False),  # one line too many
        ("Soak(at)", "define BRUSH", False),
        ("Dry(at)", "Mend", True),
        ("Needle", "Soak", True),  # out of brackets
        ("Fold", "Status Iron", False),  # one line too many
        ("Fold", "int heat", True),  # out of a function
        ("BRUSH", "Comb", False),  # a macro's body is not looked at
        ("Status Iron", "class Shelf", False),
        ("int heat)", "return", True),  # from within a head
        ("public", "width_", False),
        ("height", "namespace looms", False),  # what follows is no code
    ],
)
def test_what_goes_on_behind_a_block(first: str, last: str, does: bool) -> None:
    place = _lines(CLOTH, first, last)
    assert Straddling(_Tree()).has("tensorflow/core/looms/cloth.cc", *place) is does  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("first", "last", "does"),
    [
        ("class Press", "return cloth", False),
        ("def press", "return cloth", False),
        ("if cloth", "hang", False),
        ("for _", "twice", False),
        ("wring(cloth", "# Back", False),
        ("wring(cloth", "hang", False),  # one line too many
        ("wring(cloth", "return cloth", True),
        ("for _", "return cloth", True),
        ("twice", "return cloth", True),
        ("Args:", "cloth: what", False),  # all of it in the docstring
        ("Args:", "return cloth", False),  # the rest of the function
        ("Args:", "cloth.pull", True),
        ("hang", "def spread", False),  # one line too many
        ("hang", "cloth.pull", True),
        ("return cloth", "pull", True),
    ],
)
def test_what_goes_on_behind_an_indented_block(first: str, last: str, does: bool) -> None:
    place = _lines(PRESS, first, last)
    assert Straddling(_Tree()).has("tensorflow/python/looms/press.py", *place) is does  # type: ignore[arg-type]


def test_a_file_whose_brackets_do_not_match_says_nothing() -> None:
    straddling = Straddling(_Tree())  # type: ignore[arg-type]
    assert not straddling.has("tensorflow/core/looms/uneven.cc", 7, 9)
    assert not straddling.has("tensorflow/core/looms/cloth.cc", 30, 3000)
    assert not straddling.has("tensorflow/core/looms/none.cc", 1, 2)
    assert not straddling.has("tensorflow/core/looms/readme.md", 1, 2)


def test_what_a_document_says_of_them(index: Path) -> None:
    first, last = _lines(CLOTH, "Soak(at)", "int heat")
    said = "The water is changed on the way ({}looms/cloth.cc:{}-{}).\n"
    assert wrong(index, said.format("", first, last)) == [f"looms/cloth.cc:{first}-{last}"]
    assert wrong(index, said.format("", first, first + 1)) == []
    assert wrong(index, said.format("", first, last), tree=False) == []
    assert wrong(index, f"- looms/cloth.cc:{first}-{last}\n") == []  # a place alone
    assert wrong(index, f"What `Wash` does (looms/cloth.cc:{first}-{last}) is slow.\n") == []  # they are in it
    assert wrong(index, f"The water is changed and drained, looms/cloth.cc lines {first} and {last}.\n") == []


def test_many_brackets_do_not_take_long() -> None:
    deep = b"{" * 200_000 + b"\n" + b"}" * 200_000 + b"\n" + b"{}\n" * 1_000

    class Deep:
        def read(self, path: str) -> bytes:
            return deep

    straddling = Straddling(Deep())  # type: ignore[arg-type]
    start = time.process_time()
    assert not any(straddling.has("x.cc", 1, 3) for _ in range(2_000))
    assert not any(straddling.has("x.cc", 10, 100) for _ in range(2_000))
    assert time.process_time() - start < 5
