"""What the tests of the Python side share: small trees as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from tfexplore.extract import python_link
from tfexplore.extract.python_asked import Asked
from tfexplore.model import ArgDef, AttrDef, Location, OpDef

GENERATOR = b"""
bool IsPythonReserved(const string& s) {
  static const std::set<string>* const kReserved = new std::set<string>(
      {// keyword.kwlist
       "and", "print", "None"});
}
bool IsOpWithUnderscorePrefix(const string& s) {
  static const std::set<string>* const kOps = new std::set<string>({"abs", "range"});
}
const int kLatestAPIExportVersion = 2;
void GenerateLowerCaseOpName(const string& str, string* result) {
  if (c == '>') {}
  strings::StrAppend(&result_, "tf_export(\\"raw_ops.", name);
"""

BUILD = """
tf_gen_op_libs(op_lib_names = ["math_ops"])
tf_gen_op_wrapper_private_py(
    name = "math_ops_gen",
    visibility = ["//visibility:private"],
)
"""


def op(name: str, inputs: Iterable[str] = ("x",), attrs: str = "", outputs: int = 1) -> OpDef:
    """An op of math_ops.cc; `"xs*"` is a list input, an attr `"a="` has a default."""
    arguments = tuple(
        ArgDef(one.rstrip("*"), type_attr="T", number_attr="N" if one.endswith("*") else None) for one in inputs
    )
    made = tuple(AttrDef(one.rstrip("="), "int", one.endswith("=")) for one in attrs.split())
    types = (AttrDef("T", "type"),) if arguments else ()
    results = tuple(ArgDef(f"y{i}", type_attr="T") for i in range(outputs))
    place = Location("tensorflow/core/ops/math_ops.cc", 1, 1)
    return OpDef(
        name, arguments, results, (*types, *made), False, False, False, False, None, None, None, "tensorflow", place
    )


#: What the pipeline reads of which file.
READERS = (
    ("python", (".py",), python_link.read_python),
    ("api_def", (".pbtxt",), python_link.read_api_def),
    ("wrapper_build", ("/BUILD",), python_link.read_build),
    ("api_gen", ("/api_gen.bzl",), python_link.read_api_gen),
    ("wrapper_rules", ("/python_op_gen.cc", "/python_op_gen_internal.cc"), python_link.read_generator),
)

#: The ops of the small trees, as a registry would have them.
OPS = (
    op("Abs"),
    op("Add", "xy"),
    op("AddV2", "xy"),
    op("Cos"),
    op("Mul", "xy"),
    op("Neg"),
    op("Pad", ("x", "paddings")),
    op("Pair", "xy", outputs=2),
    op("Range", ("start", "limit")),
    op("Sin"),
    op("Slice", ("x", "begin", "end")),
    op("Stack", ("xs*", "axis")),
    op("Sum", ("x", "axis"), "keep_dims="),
)


def link(
    files: Mapping[str, str | bytes],
    ops: Iterable[OpDef] = OPS,
    shipped: Iterable[str] | None = None,
    folders: Iterable[str] = (),
) -> python_link.PythonLinked:
    """A tree of these files, with a generator, linked."""
    return link_and_asked(files, ops, shipped, folders)[0]


def link_and_asked(
    files: Mapping[str, str | bytes],
    ops: Iterable[OpDef] = OPS,
    shipped: Iterable[str] | None = None,
    folders: Iterable[str] = (),
) -> tuple[python_link.PythonLinked, Asked]:
    """The same with what the next link may want to know of it."""
    whole: dict[str, str | bytes] = {
        "tensorflow/core/BUILD": BUILD,
        "tensorflow/python/BUILD": BUILD,
        "tensorflow/python/framework/python_op_gen_internal.cc": GENERATOR,
        **files,
    }
    read = []
    for path, text in sorted(whole.items()):
        data = text.encode() if isinstance(text, str) else text
        parts = {}
        for name, suffixes, reader in READERS:
            if path.endswith(suffixes):
                found = reader(path, data)
                if found:
                    parts[name] = found
        read.append((path, parts))
    packages = partial(python_link.read_packages, tuple(folders))
    return python_link.link_python(read, tuple(ops), None if shipped is None else frozenset(shipped), packages)
