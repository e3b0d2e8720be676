"""Messages of C++: statements in TensorFlow's style beside what each says."""

from __future__ import annotations

import time

import pytest

from tfexplore.extract.messages import message_sites, message_templates

# Each: a statement inside of a function, and (kind, level, error, template) of what it says; `{}` is a value.
CASES = [
    ('return errors::NotFound("No ", name, " in ", 3, " tries");', ("errors", "", "NotFound", "No {} in 3 tries")),
    (
        'OP_REQUIRES(context, dims == 4,\n  errors::InvalidArgument("must be 4-dimensional", // so\n  s.Debug()));',
        ("OP_REQUIRES", "", "InvalidArgument", "must be 4-dimensional{}"),
    ),
    (
        'OP_REQUIRES_ASYNC(c, ok, errors::Internal("bad " "state"), done);',
        ("OP_REQUIRES", "", "Internal", "bad state"),
    ),
    (
        'errors::Unimplemented(strings::StrCat("a", x, "b"), strings::Printf("%d of %s%%", i, s));',
        ("errors", "", "Unimplemented", "a{}b{} of {}%"),
    ),
    (
        'return InvalidArgument("shape %s has %d dims", s, n);',
        ("errors", "", "InvalidArgument", "shape {} has {} dims"),
    ),
    ('return InternalErrorStrCat("at ", x);', ("errors", "", "Internal", "at {}")),
    ('return Status(error::UNAVAILABLE, absl::StrCat("gone: ", n));', ("errors", "", "Unavailable", "gone: {}")),
    ('TF_SetStatus(status, TF_INVALID_ARGUMENT, "no graph");', ("TF_SetStatus", "", "InvalidArgument", "no graph")),
    ('PyErr_Format(PyExc_TypeError, "expected %s", n);', ("PyErr_Format", "", "TypeError", "expected {}")),
    ('LOG(WARNING) << "slow: " << seconds << "s" << std::endl;', ("LOG", "WARNING", "", "slow: {}s\n")),
    ('VLOG(2) << "Pruned " << (a ? "x" : "y") << std::hex << b;', ("VLOG", "2", "", "Pruned {}")),
    ('LOG_FIRST_N(INFO, 5) << "once";', ("LOG", "INFO", "", "once")),
    ('DVLOG(1) << "deep";', ("DVLOG", "1", "", "deep")),
    ("LOG(INFO) << message;", ("LOG", "INFO", "", "{}")),
    ('CHECK(a  <\n b) << "because";', ("CHECK", "FATAL", "", "Check failed: a < b because")),
    ("CHECK_EQ(x.size(), 2);", ("CHECK", "FATAL", "", "Check failed: x.size() == 2 ({} vs. {})")),
    ("TF_CHECK_OK(Run(a, b));", ("CHECK", "FATAL", "", "Non-OK-status: Run(a, b) status: {}")),
    ('TF_RET_CHECK(ok) << "no";', ("errors", "", "Internal", "RET_CHECK failure ({}) ok no")),
    ('if (VLOG_IS_ON(2)) VLOG(3) << R"x(raw "text")x";', ("VLOG", "3", "", 'raw "text"')),
    (
        'return errors::Internal("tab\\t\\x41\\"quoted\\" ", kText);',
        ("errors", "", "Internal", 'tab\tA"quoted" of old'),
    ),
    (
        'string msg = "assertion failed: ";\nfor (;;) strings::StrAppend(&msg, "[", x, "]");\nerrors::Aborted(msg);',
        ("errors", "", "Aborted", "assertion failed: {}[{}]"),
    ),
    (
        'std::ostringstream err;\nerr << "From " << a;\nTF_SetStatus(s, TF_INTERNAL, err.str().c_str());',
        ("TF_SetStatus", "", "Internal", "From {}"),
    ),
    ('errors::AppendToMessage(&s, "when importing ", f);', ("errors", "", "", "when importing {}")),
    ("NOISY(a, b);", ("VLOG", "4", "", "call of {}")),
    ('VLOG(1) << strings::Printf("%" PRId64 " bytes", n);', ("VLOG", "1", "", "{} bytes")),
]

HEAD = """
const char kText[] = "of " "old";
#define NOISY(...) \\
  VLOG(4) << "call of " << Text(__VA_ARGS__)
Status Graph::Add(Node* n) {
"""


@pytest.mark.parametrize(("statement", "expected"), CASES)
def test_what_a_statement_says(statement: str, expected: tuple[str, str, str, str]) -> None:
    path = "tensorflow/core/x.cc"
    found = message_templates(path, (HEAD + statement + "\n}\n").encode())
    found = tuple([one for one in found if one.site.location.line > 4])
    assert len(found) == 1
    site = found[0].site
    text = "".join(["{}" if piece is None else piece.decode() for piece in found[0].pieces])
    assert (site.kind, site.level, site.error, text.rstrip(" ")) == expected
    assert site.function == "Graph::Add"
    last = HEAD.count("\n") + statement.count("\n") + 1
    assert (site.location.path, site.location.end_line) == (path, last)


@pytest.mark.parametrize(
    "text",
    [
        '// errors::Internal("no")',
        '/* LOG(INFO) << "no"; */',
        "errors::IsNotFound(s)",
        "return errors::Internal(message);",
        "OP_REQUIRES_OK(context, Run());",
        "#define LOG(severity) _TF_LOG_##severity",
        'f("errors::Internal(\\"no\\")")',
        "CHECK_NOTNULL_X();",
        "VLOG_IS_ON(2)",
        "Status(error::Code code, StringPiece msg);",
    ],
)
def test_what_says_nothing(text: str) -> None:
    assert message_sites("x.cc", text.encode()) == ()


def test_the_fixed_parts_are_hashed_and_the_values_are_gaps() -> None:
    (site,) = message_sites("x.cc", b'errors::Internal(a, "  two\\n words: ", b, ":");')
    assert [bool(part) for part in site.parts] == [False, True, False, True]
    assert site.anchor


@pytest.mark.parametrize("piece", [b"LOG(INFO) <<", b'errors::Internal("a",', b"CHECK(", b"#define A LOG(", b'"\\'])
def test_time_grows_with_the_size(piece: bytes) -> None:
    data = piece * (200_000 // len(piece))
    begun = time.process_time()
    message_sites("x.cc", data)
    assert time.process_time() - begun < 5
