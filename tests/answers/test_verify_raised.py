"""Blocks of code with the messages of the tree's statements: where they are from, and which error is raised."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.answers.verifying.raised import Raised
from tfexplore.extract import messages, python_messages
from tfexplore.index.messages import packed
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.line_marks import line_marks
from tfexplore.model import SourceState

CPP = "tensorflow/core/kernels/loom.cc"
PY = "tensorflow/python/ops/loom.py"
TEXTS = {
    CPP: """Status Thread(int needle) {
  const int spools = CountSpools(needle, kEverySpool);
  if (spools < LeastSpools(needle)) {
    return errors::Aborted("The needle has no thread: ", needle,
                           ". Perhaps the spool is empty.");
  }
  LOG(INFO) << "Threaded the needle at last";
  return WindUp(needle, spools, /*tight=*/true);
}
"""
    + "".join(f"int Spool{number}() {{ return Wind({number}, {number * number}); }}\n" for number in range(400)),
    PY: """def thread(needle):
  if not needle.eye:
    raise LookupError(
        "No eye in the needle of kind '%s' (made by %s)" %
        (needle.kind, needle.maker))
""",
}
QUOTED = 'return errors::{error}("{text}", needle,\n                       ". Perhaps the spool is empty.");\n'
QUOTED_PY = 'raise {error}(\n    "{text}" %\n    (needle.kind, needle.maker))\n'


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    made = {
        CPP: messages.message_sites(CPP, TEXTS[CPP].encode()),
        PY: python_messages.message_sites(PY, TEXTS[PY].encode()),
    }
    facts = Facts(
        paths=(CPP, PY),
        messages={path: packed(sites) for path, sites in made.items()},
        marks={path: line_marks(path, text.encode()) for path, text in TEXTS.items()},
    )
    path = tmp_path_factory.mktemp("raised") / "loom.sqlite"
    state = SourceState("https://github.com/tensorflow/tensorflow", "v1.15.0", "a" * 40, "linux-cuda", "paths")
    write_index(path, state, facts)
    with open_index(path) as opened:
        yield opened


@pytest.mark.parametrize(
    ("statement", "error", "text", "right"),
    [
        (QUOTED, "Aborted", "The needle has no thread: ", True),
        (QUOTED, "NotFound", "The needle has no thread: ", False),
        (QUOTED, "NotFound", 'The needle has" " no thread: ', False),
        (QUOTED, "NotFound", "My own needle has no thread: ", True),
        (QUOTED, "NotFound", "The needle", True),  # which may be anybody's
        (QUOTED_PY, "LookupError", "No eye in the needle of kind '%s' (made by %s)", True),
        (QUOTED_PY, "ValueError", "No eye in the needle of kind '%s' (made by %s)", False),
    ],
)
def test_what_is_raised_with_a_text(statement: str, error: str, text: str, right: bool, index: Index) -> None:
    block = f"```{'cpp' if '::' in statement else 'python'}\n{statement.format(error=error, text=text)}```\n"
    assert (wrong_of(index, f"It answers with this:\n\n{block}") == []) is right
    assert wrong_of(index, f"My own version, in pseudo code:\n\n{block}") == []


def test_statements_are_found_by_their_texts(index: Index) -> None:
    raised = Raised(index)
    code = QUOTED.format(error="NotFound", text="The needle has no thread: ")
    assert [(site.location.path, site.location.line) for site in raised.places(code)] == [(CPP, 4)]
    assert [site.kind for site in raised.places('LOG(INFO) << "Threaded the needle at last";')] == ["LOG"]
    assert raised.places("") == raised.places('"one" "two three"; f("%s %d {}")') == []
    assert raised.otherwise("errors::NotFound(") is None
    assert raised.otherwise('errors::NotFound("Threaded the needle at last")') is None  # which raises nothing
    found = raised.otherwise("x;\n" + code)
    assert found is not None
    assert (found[0], found[1], found[2].error) == (10, "NotFound", "Aborted")


def test_it_tells_where_a_block_is_from(index: Index) -> None:
    """Of a file that nothing names three lines would not do, were it not for the text in them."""
    block = "".join(f"{line}\n" for line in TEXTS[CPP].split("\n")[4:8])
    assert "needle at last" in block
    altered = block.replace("  }", "  } // so")
    assert wrong_of(index, f"Then comes:\n\n```cpp\n{altered}```\n") == []
    altered = block.replace("spools, ", "")
    assert wrong_of(index, f"Then comes:\n\n```cpp\n{altered}```\n") != []
    assert wrong_of(index, f"Then comes:\n\n```cpp\n{altered.replace('at last', 'now')}```\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('It returns `errors::Aborted` ("The needle has no thread: ").', []),
        ('It returns `errors::NotFound` ("The needle has no thread: ").', ["errors::NotFound"]),
        ('"The needle has no thread:" is an `errors::NotFound`.', ["errors::NotFound"]),
        ("It returns `errors::NotFound` with the text `The needle has no thread: `.", ["errors::NotFound"]),
        ("It returns `errors::Aborted` with the text `The needle has no thread: `.", []),
        ("It returns `errors::NotFound`, unlike `The needle has no thread: `.", []),
        ("It raises `LookupError` with the text \"No eye in the needle of kind '%s' (made by %s)\".", []),
        ("It raises `ValueError` with the text \"No eye in the needle of kind '%s' (made by %s)\".", ["ValueError"]),
        ("它返回 `errors::NotFound`（“The needle has no thread: ”）。", ["errors::NotFound"]),
        ('It gives `errors::NotFound("The needle has no thread: ", needle)`.', [
            'errors::NotFound("The needle has no thread: ", needle)']),
        ('It gives `errors::Aborted("The needle has no thread: ", needle)`.', []),
        ('It should give `errors::NotFound("The needle has no thread: ", needle)`.', []),
        ('Adding it raises `ValueError`, "No eye in the needle of kind \'%s\' (made by %s)".', []),
        # Over a line break, and by its code.
        ('It returns `errors::NotFound` ("The needle has\nno thread: ").', ["errors::NotFound"]),
        ('It returns `errors::Aborted` ("The needle has\nno thread: ").', []),
        ('So "it" returns `errors::NotFound` ("The needle has\nno thread: ").', ["errors::NotFound"]),
        ('It returns `errors::NotFound` "if" it does, and then "The needle has\nno thread: ".', []),
        ('"The needle has no thread: ", with the code\n`NotFound`, is seen.', ["NotFound"]),
        ('"The needle has no thread: ", with the status code `Aborted`, is seen.', []),
        ("“The needle has no thread: ”，错误码为 `NotFound`。", ["NotFound"]),
        ("“The needle has no thread: ”，错误码是 `NOT_FOUND`。", ["NOT_FOUND"]),
        ("“The needle has no thread: ”，错误码为 `Aborted`。", []),
        # What makes the error is none.
        ('`Thread` ("The needle has no thread: ") is left.', []),
        ('"The needle has no thread: " is of `Thread`.', []),
        # As Python has it, or may have it while a graph is built.
        ('You get an `AbortedError`, "The needle has no thread: ".', []),
        ('You get a `ValueError`, "The needle has no thread: ".', []),
        # Of something else, or nobody's.
        ('It returns `errors::NotFound`, and then there is "The needle has no thread: ".', []),
        ('It returns `errors::NotFound` ("My own needle has no thread: ").', []),
        ('It would return `errors::NotFound` ("The needle has no thread: ").', []),
    ],
)  # fmt: skip
def test_errors_that_texts_are_said_to_be_of(text: str, found: list[str], index: Index) -> None:
    assert wrong_of(index, text) == found


def test_a_text_that_many_statements_have(tmp_path: Path) -> None:
    text = "".join(
        f'Status Wind{n}() {{ return errors::Aborted("The needle has no thread: ", needle); }}\n' for n in range(40)
    )
    made = packed(messages.message_sites(CPP, text.encode()))
    state = SourceState("https://github.com/tensorflow/tensorflow", "v1.15.0", "a" * 40, "linux-cuda", "paths")
    write_index(tmp_path / "loom.sqlite", state, Facts(paths=(CPP,), messages={CPP: made}))
    with open_index(tmp_path / "loom.sqlite") as opened:
        assert wrong_of(opened, 'It gives `errors::Aborted` ("The needle has no thread: ").') == []
        assert wrong_of(opened, 'It gives `errors::NotFound` ("The needle has no thread: ").') == ["errors::NotFound"]


def test_a_part_of_a_text_tells_with_a_tree(index: Index) -> None:
    text = 'You get `errors::NotFound`, "The needle has no thread", in the end.'
    (verified,) = verify_all(index, [("notes.md", text)], lambda path: TEXTS[path].encode(), lambda: ())
    assert [one.text for one in verified.verdicts if one.verdict == "differs"] == ["errors::NotFound"]
    assert verified.verdicts[0].detail == f"line 4 of {CPP} raises Aborted"
    assert wrong_of(index, text) == []
