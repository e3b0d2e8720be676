"""Messages of a C++ file that changed here and there: found as if it were read first, read only where it changed."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tfexplore.cpp.definitions import definitions
from tfexplore.extract import messages
from tfexplore.extract.message_known import KnownStatements
from tfexplore.index.messages import numbered, packed, unpacked
from tfexplore.model import MessageSite

PATH = "x.cc"
FILE = """\
const char kWhat[] = "threads";
#define SAY(X) LOG(INFO) << "said " << X
Status Weave(int n) {
  CHECK(n > 0) << "no " << kWhat;
  if (n > 9) return errors::InvalidArgument("too many: ", n);
  VLOG(2) << "weaving " << n;
  SAY(n);
  string text = strings::StrCat("built ", n);
  return errors::Internal(text);
}
"""

#: An edit -> the words that begin the statements that are read for it; one that builds its text always is.
EDITS: dict[str, tuple[str, str, list[bytes]]] = {
    "nothing": ("", "", []),
    "a line above": ("Status Weave", "\nStatus Weave", []),
    "the function's name": ("Weave", "Knit", []),
    "a comment": ("VLOG(2)", "/* x */ VLOG(2)", []),
    "a statement": ("too many", "far too many", [b"errors::InvalidArgument("]),
    "its condition": ("n > 0", "n > 1", [b"CHECK("]),
    "a statement more": ("  SAY", "  LOG(ERROR) << n << 3;\n  SAY", [b"LOG("]),
    "a statement less": ('  VLOG(2) << "weaving " << n;\n', "", []),
    "a constant": ('"threads"', '"yarn"', [b"CHECK(", b"errors::InvalidArgument(", b"VLOG("]),
    "a macro that logs": ("said", "told", [b"CHECK(", b"errors::InvalidArgument(", b"VLOG("]),
    "a text that is built": ('"built "', '"made "', []),
    "no end": ("<< n;\n  SAY", "<< n +\n  SAY", [b"VLOG("]),
}


def again(
    text: str, sites: tuple[MessageSite, ...] = (), kept: bytes = b""
) -> tuple[str, tuple[MessageSite, ...], bytes]:
    """What a file says by what an earlier run found and kept: packed, unpacked, and what is kept for the next."""
    data = text.encode()
    found, known = messages.message_sites_again(PATH, data, definitions(PATH, data), KnownStatements(sites, kept))
    one = packed(found)
    return one, unpacked(one, PATH), known.kept(numbered(found))


@pytest.mark.parametrize("name", EDITS)
def test_what_an_edit_reads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new, expected = EDITS[name]
    assert old in FILE
    text = FILE.replace(old, new, 1)
    _, sites, kept = again(FILE)
    whole = messages._read
    read: list[bytes] = []
    monkeypatch.setattr(messages, "_read", lambda match, texts: (read.append(match.group()), whole(match, texts))[1])
    one, found, _ = again(text, sites, kept)
    assert read == [b"LOG(", *expected, b"errors::Internal("]
    assert (one, found) == again(text)[:2]


PIECES = (
    'LOG(INFO) << "a" << kText;', 'LOG(INFO)', '<< "b"', ';', "CHECK(a)", 'errors::Internal("x ", kText);',
    "void f() {", "}", 'const char kText[] = "y";', 'const char kText[] = "z";',
    '#define SAY LOG(WARNING) << "said"', "SAY;", "(", ")", "/*", "*/", '"', "// ",
    'OP_REQUIRES(c, a, errors::NotFound("n", "m"));', 'string t = "built";', "return errors::Internal(t);",
    'R"(', ')"', 'OP_REQUIRES(c, a, s);', "struct S {", "};", "\\", "errors::Unknown(",
    'VLOG(1) << t << "v";', "",
)  # fmt: skip


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str]:
    """A file, and the same with some lines replaced."""
    lines = draw(st.lists(st.sampled_from(PIECES), max_size=16))
    begin = draw(st.integers(0, len(lines)))
    end = draw(st.integers(begin, min(len(lines), begin + 3)))
    put = draw(st.lists(st.sampled_from(PIECES), max_size=3))
    return "\n".join(lines), "\n".join([*lines[:begin], *put, *lines[end:]])


@given(edits())
@example(("errors::Internal(t);", 'string t = "built";\nerrors::Internal(t);'))
@example(('LOG(INFO)\n<< "b"', 'LOG(INFO)\n<< "b"\n<< "b"'))
def test_edits_are_read_as_if_they_were_read_first(edit: tuple[str, str]) -> None:
    before, after = edit
    _, sites, kept = again(before)
    one, _, kept_again = again(after, sites, kept)
    cold, _, kept_cold = again(after)
    assert one == cold
    # How many tokens were read is an upper bound.
    assert (kept_again[:8], kept_again[12:]) == (kept_cold[:8], kept_cold[12:])


def test_a_file_of_broken_statements_is_given_up_where_it_would_be_had_it_been_read_first() -> None:
    """What was not read again counts among what may be read."""
    nested = "OP_REQUIRES(a, " * 24 + ")" * 24 + ";\n"  # nothing is said at any depth, so each is read
    before = nested + 'LOG(INFO) << "a";\n'
    after = nested + nested + 'LOG(INFO) << "a";\n'
    _, sites, kept = again(before)
    assert (len(sites), again(after)[1]) == (1, ())
    assert again(after, sites, kept)[1] == ()
