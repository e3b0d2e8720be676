"""The Markdown reports: well formed, complete in both languages, every link alive, the same each time."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from asking import ask
from render import markdown_rules as rules

from tfexplore.answers.reports import TOPICS, gather
from tfexplore.catalogue import LANGUAGES, texts, words
from tfexplore.index.store import open_index
from tfexplore.render.markdown import Page, code, escape, slug
from tfexplore.render.reports import reports

PACKAGE = Path(__file__).parents[2] / "tfexplore"
COMMITTED = Path(__file__).parents[2] / "reports"


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=["woven_index", "sample_index"])
def pages(request: pytest.FixtureRequest, language: str) -> dict[str, str]:
    with open_index(request.getfixturevalue(request.param)) as index:
        return dict(reports(gather(index), language, TOPICS))


def test_pages_are_well_formed(pages: dict[str, str]) -> None:
    found = {name: rules.problems(text) for name, text in pages.items()}
    assert {name: some for name, some in found.items() if some} == {}


def test_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    assert rules.broken(pages) == []


def test_every_page_says_that_it_is_generated(pages: dict[str, str]) -> None:
    assert all("`tfexplore report" in text.split("\n", 6)[4] for text in pages.values())


def test_the_same_index_gives_the_same_bytes(woven_index: Path) -> None:
    made = []
    for _ in range(2):
        with open_index(woven_index) as index:
            made.append([page for one in LANGUAGES for page in reports(gather(index), one, TOPICS)])
    assert made[0] == made[1]


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_order_of_hashes_does_not_matter(woven_index: Path, tmp_path: Path, seed: str) -> None:
    done = ask(woven_index, "report", "-o", str(tmp_path / "out"), PYTHONHASHSEED=seed)
    assert done.status == 0, done.err
    with open_index(woven_index) as index:
        material = gather(index)
    for one in LANGUAGES:
        for name, text in reports(material, one, TOPICS):
            assert (tmp_path / "out" / one / name).read_text(encoding="utf-8") == text


def test_committed_reports_are_well_formed() -> None:
    folders = sorted(path for path in COMMITTED.iterdir() if path.is_dir()) if COMMITTED.is_dir() else []
    if not folders:
        pytest.skip("no reports are committed")
    assert [folder.name for folder in folders] == sorted(LANGUAGES)
    for folder in folders:
        pages = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
        found = {name: some for name, text in pages.items() if (some := rules.problems(text))}
        assert found == {}
        assert rules.broken(pages) == []


# -- the catalogue -----------------------------------------------------------------------------------------------------


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_language_says_everything() -> None:
    english = texts("en")
    for one in LANGUAGES:
        other = texts(one)
        optional = {key for key in other if key.startswith(("claim-", "differs-", "reason-"))}
        assert set(other) - optional == {key for key in english if not key.startswith(("claim-", "differs-"))}
        for key, text in english.items():
            if key in other:
                assert fields(text) == fields(other[key]), key


def test_every_claim_is_said_in_chinese() -> None:
    from tfexplore.reference.claims import CLAIMS

    chinese = texts("zh")
    assert [claim.id for claim in CLAIMS if f"claim-{claim.id}" not in chinese] == []
    assert [claim.id for claim in CLAIMS if claim.differs and f"differs-{claim.id}" not in chinese] == []
    known = {f"claim-{claim.id}" for claim in CLAIMS} | {f"differs-{claim.id}" for claim in CLAIMS if claim.differs}
    assert {key for key in chinese if key.startswith(("claim-", "differs-"))} - known == set()


def test_chinese_is_chinese() -> None:
    same = (
        "python",
        "cc",
        "branch-xsmm",
        "branch-gpu",
        "picture-compute",
        "picture-cpu",
        "picture-gpu",
        "swig",
        "keras",
    )
    english, chinese = texts("en"), texts("zh")
    for key, text in chinese.items():
        if text == english.get(key):
            assert key in same or key.startswith(("note-", "kind-")), key
        elif not re.search(r"[\u4e00-\u9fff，。：；、]", text):
            assert not re.search(r"[a-z]{3,} [a-z]{3,}", re.sub(r"`[^`]*`", "", text)), key


def test_every_wording_is_used() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "render").rglob("*.py"))
    prefixes = tuple(re.findall(r"""say\(f["']([\w-]+-)\{""", source))
    quoted = set(re.findall(r"""["']([\w-]+)["']""", source))
    assert [key for key in texts("en") if key not in quoted and not key.startswith(prefixes)] == []


def test_an_unknown_key_is_a_defect() -> None:
    with pytest.raises(KeyError):
        words("en")("no such wording")


# -- the parts of Markdown ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a_b*c", r"a\_b\*c"),
        ("map<int, T>", r"map\<int, T\>"),
        ("[x](y)", r"\[x\](y)"),
        ("a|b", r"a\|b"),
        ("two\nlines\x1b", r"two lines\\x1b"),
    ],
)
def test_escaping(text: str, expected: str) -> None:
    assert escape(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a", "`a`"), ("a`b", "`` a`b ``"), ("a|b", r"`a\|b`"), ("", "``")],
)
def test_code(text: str, expected: str) -> None:
    assert code(text) == expected


@pytest.mark.parametrize(
    "text", ["Conv2D", "Inputs and outputs: Conv2D", "conv.1x1", "算子：逐步说明", "a_b-c (d)", "tf.nn.x"]
)
def test_anchors_are_those_of_github(text: str) -> None:
    assert slug(text) == rules.slug(escape(text))


def test_headings_of_the_same_name_have_anchors_of_their_own() -> None:
    page = Page("Title", "banner", "contents")
    made = [page.heading(2, name) for name in ("Same", "Same", "same", "Title")]
    for _ in made:
        page.paragraph("text")
    assert made == ["same", "same-1", "same-2", "title-1"]


def test_a_table_leaves_empty_columns_out() -> None:
    page = Page("Title", "banner", "contents")
    page.table(("a", "b", "c"), [("1", "", "3"), ("", "", "4")])
    page.table(("a",), [])
    assert page.text().split("\n\n", 3)[3] == "| a | c |\n| --- | --- |\n| 1 | 3 |\n| – | 4 |\n"
