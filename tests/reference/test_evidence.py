"""Evidence is found by what it says."""

import json
import re
from pathlib import Path

import pytest

from tfexplore.cpp.definitions import definitions
from tfexplore.reference import claims
from tfexplore.reference.evidence import Evidence, describe, locate, main

FILE = b"""// Licence
class Conv2DOp : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override {
    // Both sizes must agree.
    OP_REQUIRES(context, a == b,
                errors::InvalidArgument("a and b"));

    Run(a);
  }
};

template <typename T>
class Conv2DOp<GPUDevice, T> : public OpKernel {
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES(context, a == b,
                errors::InvalidArgument("a and b"));
    Launch(a);
  }
};
"""


def at(start, end, within="Conv2DOp::Compute", text=FILE):
    digest, lines, _ = describe("op.cc", text, start, end)
    return Evidence("op.cc", within, digest, lines)


def test_the_place_is_found():
    assert locate(at(5, 9), FILE) == (5, 9)


@pytest.mark.parametrize(
    ("what", "before", "after", "place"),
    [
        ("lines in front", b"class Conv2DOp :", b"\n\nint x;\nclass Conv2DOp :", (8, 12)),
        (
            "other indentation",
            b"    OP_REQUIRES(context, a == b,\n      ",
            b"\tOP_REQUIRES(context,  a == b,\n\t",
            (5, 9),
        ),
        ("other comment marks", b"    // Both sizes", b"    /// Both   sizes", (5, 9)),
        ("an empty comment line", b"    Run(a);", b"    //\n    Run(a);", (5, 10)),
    ],
)
def test_it_survives(what, before, after, place):
    assert locate(at(5, 9), FILE.replace(before, after, 1)) == place


@pytest.mark.parametrize(("before", "after"), [(b"a == b", b"a != b"), (b"Both", b"All"), (b"Run(a);", b"")])
def test_a_changed_word_loses_it(before, after):
    assert locate(at(5, 9), FILE.replace(before, after)) is None


def test_the_definition_tells_equal_places_apart():
    evidence = at(6, 7)
    assert locate(evidence, FILE) == (6, 7)
    assert locate(evidence._replace(within="Conv2DOp<GPUDevice>"), FILE) == (16, 17)


def test_equal_places_that_nothing_tells_apart_are_not_found():
    assert locate(at(6, 7, within="the check"), FILE) is None
    assert locate(at(6, 7), FILE.replace(b"<GPUDevice, T>", b"").replace(b"template <typename T>\n", b"")) is None


@pytest.mark.parametrize("text", [b"", b"\n", b"\xff\xfe\x00", b"// Licence\n"])
def test_odd_files_hold_no_evidence(text):
    assert locate(at(5, 9), text) is None


def test_the_command_prints_what_to_write_down(tmp_path, capsys):
    (tmp_path / "op.cc").write_bytes(FILE)
    assert main([str(tmp_path), "op.cc:6-7"]) == 0
    out, err = capsys.readouterr()
    evidence = at(6, 7)
    assert out == f'"{evidence.digest}", {evidence.lines}\n'
    assert "stands 2 times" in err


@pytest.mark.parametrize("place", ["op.cc", "none.cc:1", "op.cc:900", "op.cc:x-y"])
def test_the_command_refuses_a_place_that_is_not(tmp_path, capsys, place):
    (tmp_path / "op.cc").write_bytes(FILE)
    assert main([str(tmp_path), place]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


EVIDENCE = [evidence for claim in claims.CLAIMS for evidence in claim.evidence]


def test_paths_are_those_of_the_tree_or_of_a_named_package():
    for evidence in EVIDENCE:
        if evidence.external:
            assert (evidence.package, evidence.version) == ("keras_applications", "1.0.8")
        else:
            assert evidence.path.startswith("tensorflow/")


def test_a_place_has_one_name():
    keys = [(evidence.path, evidence.within) for evidence in EVIDENCE]
    assert len(keys) == len(set(keys))


@pytest.mark.source
def test_all_evidence_stands_in_the_tree(source_tree):
    recorded = Path(__file__).resolve().parents[2] / "fixtures" / "numerics" / "evidence.json"
    wanted = {(path, within): (first, last) for path, within, first, last in json.loads(recorded.read_text())}
    found = {
        (evidence.path, evidence.within): locate(evidence, (source_tree / evidence.path).read_bytes())
        for evidence in EVIDENCE
        if not evidence.external
    }
    assert found == wanted


@pytest.mark.source
def test_evidence_that_names_code_begins_in_it(source_tree):
    outside = []
    for evidence in EVIDENCE:
        name = re.match(r"[\w:]+", evidence.within)
        if evidence.external or not evidence.path.endswith((".cc", ".h")) or name is None:
            continue
        data = (source_tree / evidence.path).read_bytes()
        spans = [(d.name, d.location.line, d.location.end_line) for d in definitions(evidence.path, data)]
        for macro in re.finditer(rb"^#define (\w+)(?:.*\\\n)*", data, re.M):
            first = data.count(b"\n", 0, macro.start()) + 1
            spans.append((macro[1].decode(), first, first + macro.group().count(b"\n")))
        named = [(first, last) for other, first, last in spans if other.partition("<")[0] == name.group()]
        place = locate(evidence, data)
        if named and place is not None and not any(first <= place[0] <= last for first, last in named):
            outside.append((evidence.within, place))
    assert outside == []
