"""Messages of Python: statements beside what each says."""

from __future__ import annotations

import time

import pytest

from tfexplore.extract.python_messages import message_sites, message_templates

CASES = [
    ('raise ValueError("no %s of %d%%" % (a, b))', ("raise", "", "ValueError", "no {} of {}%")),
    ("raise errors.NotFoundError(None, None, 'gone: ' + name)", ("raise", "", "NotFoundError", "gone: {}")),
    ("raise TypeError('{} is {{odd}} {!r}'.format(a, b))", ("raise", "", "TypeError", "{} is {odd} {}")),
    ('raise TypeError(f"x={x!r:>{w}} {{y}}")', ("raise", "", "TypeError", "x={} {y}")),
    ("raise ValueError('one '\n     'two ' +\n  str(3))", ("raise", "", "ValueError", "one two {}")),
    ("msg = ('late '\n     'text %s')\n  raise KeyError(msg % a)", ("raise", "", "KeyError", "late text {}")),
    ("msg = 'late {}, {}'\n  raise KeyError(msg.format(a, b))", ("raise", "", "KeyError", "late {}, {}")),
    ("msg = 'late %s'\n  raise KeyError('so ' + msg % a)", ("raise", "", "KeyError", "so late {}")),
    ("raise KeyError(self.LATE % a)", ("raise", "", "KeyError", "constant {}")),
    ("raise KeyError(A.LATE % a)", ("raise", "", "KeyError", "constant {}")),
    ("raise KeyError(self.LATE)", ("raise", "", "KeyError", "constant %s")),
    ("self._late = 'own {}'\n  raise KeyError(self._late.format(a))", ("raise", "", "KeyError", "own {}")),
    ("err = KeyError('made %s' % a)\n  raise err", ("raise", "", "KeyError", "made {}")),
    ("err = errors.Gone(None, 'made')\n  raise err from None", ("raise", "", "Gone", "made")),
    ("msg = 'late text'\n  raise KeyError(msg)", ("raise", "", "KeyError", "late text")),
    ("if a: raise ValueError('same line')", ("raise", "", "ValueError", "same line")),
    ("six.raise_from(ValueError('chained'), None)", ("raise", "", "ValueError", "chained")),
    ("logging.warning('From %s: %d', a, b)", ("logging", "WARNING", "", "From {}: {}")),
    ("tf_logging.info('100%')", ("logging", "INFO", "", "100%")),
    ("logging.log_first_n(logging.WARN, 'slow %s', 5, a)", ("logging", "WARN", "", "slow {}")),
    ("warnings.warn('old thing')", ("logging", "WARNING", "", "old thing")),
    ("assert a == b, 'not equal: %s' % a", ("assert", "", "AssertionError", "not equal: {}")),
    ("raise ValueError('a' if x else 'b', 'rest of it')", ("raise", "", "ValueError", "rest of it")),
    (r"raise ValueError(r'\d' '\x41\n')", ("raise", "", "ValueError", "\\dA\n")),
]


@pytest.mark.parametrize(("statement", "expected"), CASES)
def test_what_a_statement_says(statement: str, expected: tuple[str, str, str, str]) -> None:
    head = '"""Raises: raise ValueError("doc")."""\nclass A:\n LATE = "constant %s"\n def f(self, msg=""):\n  '
    source = f"{head}{statement}\n"
    templates = message_templates("a.py", source.encode())
    found = [one for one in templates if any(piece is not None for piece in one.pieces)]
    assert len(found) == 1
    site = found[0].site
    text = "".join(["{}" if piece is None else piece.decode() for piece in found[0].pieces])
    assert (site.kind, site.level, site.error, text) == expected
    assert site.function == "A.f"
    assert site.location.end_line == 4 + statement.count("\n") + 1


@pytest.mark.parametrize(
    "text",
    [
        "# raise ValueError('no')",
        'def f():\n  """Text.\n\n  raise ValueError("no")\n  """',
        "raise",
        "raise error",
        "error = made('x')\nraise error",
        "def f():\n  error = ValueError('x')\ndef g():\n  raise error",
        "def f():\n  LATE = 'x'\n  text = 'y'\n  raise ValueError(other.LATE, self.text, self.text % a)",
        "raise ValueError(late % a)",
        "raise ValueError(message)",
        "x.logging_level('no')",
        "def f(a,\n      kind='x'):\n  raise ValueError(kind)",
    ],
)
def test_what_says_nothing(text: str) -> None:
    assert message_sites("a.py", text.encode()) == ()


@pytest.mark.parametrize("piece", [b"raise A(", b'raise A("x" +', b'"""', b"logging.info('", b"assert a, \\\n"])
def test_time_grows_with_the_size(piece: bytes) -> None:
    data = piece * (200_000 // len(piece))
    begun = time.process_time()
    message_sites("a.py", data)
    assert time.process_time() - begun < 5


FUNCTIONS = """
def outer(x):
  text = 'a string'
  def inner(y):
    if y:
      raise ValueError('of inner')
  class Own(object):
    def method(self):
      raise ValueError('of method')

  try:
    inner(\"\"\"
text at the margin
\"\"\")
  except KeyError:
    raise ValueError('of outer')

if True:
  raise ValueError('of the module')

class Top:
  def _text(self):
    text = '''
text at the margin
'''
    raise ValueError('of text')
"""


def test_the_function_around_a_statement() -> None:
    found = {
        b"".join([piece or b"" for piece in one.pieces]).decode(): one.site.function
        for one in message_templates("a.py", FUNCTIONS.encode())
    }
    assert found == {
        "of inner": "outer.inner",
        "of method": "outer.Own.method",
        "of outer": "outer",
        "of the module": "",
        "of text": "Top._text",
    }
