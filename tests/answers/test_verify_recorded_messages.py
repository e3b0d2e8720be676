"""Documents that quote what TensorFlow 1.15.0 itself raised and logged, as it was and with another word."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

RECORDED = Path(__file__).resolve().parents[2] / "fixtures" / "messages"
FORMS = (
    "It fails in `{path}`:\n\n> {text}\n",
    "`{path}` prints the message “{text}”.\n",
    "The text of the error that `{path}` yields is `{text}`.\n",
    "`{path}` 打印日志:“{text}”。\n",
)
OTHER_WORDS = ("wooden", "parallel", "never", "unwritten", "borrowed")
#: Words of a text that is quoted, at least and at most, and what it may have.
LEAST, MOST = 6, 60
PLAIN = re.compile(r"[\w\s,.:;'()/+*?!#%&=<>\[\]-]+", re.A)
#: Of the altered ones at least so many are called wrong; most of the others are a few words between values.
FOUND = 0.5


def _recorded() -> list[tuple[str, str]]:
    """The texts, and the file whose statement made each."""
    errors = json.loads((RECORDED / "errors.json").read_text("utf-8"))
    made = [(one["raised_by"][0], re.split(r"\n| *\[\[", one["message"])[0].strip()) for one in errors]
    lines = (RECORDED / "vlog3.txt").read_text("utf-8", "replace").splitlines()
    logged = (re.match(r"\S+ \S+: [IWEF] (?:\./)?tensorflow/(\S+):(\d+)\] (.*)", line) for line in lines)
    statements = {(one[1], one[2]): one[3].strip() for one in logged if one}
    made += [(path, text) for (path, _), text in statements.items()]
    return [(path, text) for path, text in made if LEAST <= len(text.split()) <= MOST and PLAIN.fullmatch(text)]


def _document(texts: list[tuple[str, str]], form: str) -> str:
    return "\n".join(f"## {n}\n\n{form.format(path=path, text=text)}" for n, (path, text) in enumerate(texts))


@pytest.mark.parametrize("form", FORMS)
def test_recorded_messages(form: str, shipped: Index, source_tree: Path) -> None:
    texts = _recorded()
    assert len(texts) > 30
    assert wrong_of(shipped, _document(texts, form), source_tree) == []


@pytest.mark.parametrize("form", FORMS)
def test_recorded_messages_with_another_word(form: str, shipped: Index, source_tree: Path) -> None:
    drawn = random.Random(20191014)
    texts = []
    for path, text in _recorded():
        words = text.split()
        plain = [at for at, word in enumerate(words) if re.fullmatch("[a-z]{4,}", word)]
        if plain:
            words[drawn.choice(plain)] = drawn.choice(OTHER_WORDS)
            texts.append((path, " ".join(words)))
    found = wrong_of(shipped, _document(texts, form), source_tree)
    assert len(found) >= FOUND * len(texts), (len(found), len(texts))
