"""Heads of functions of C++ that documents write, and sketches of classes."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

from tfexplore.answers.verifying.prototypes import alike, plain, taken

SHUT, SHUTTLE = "tensorflow/core/looms/shut.h", "tensorflow/core/looms/shuttle.cc"
H, CC = "tensorflow/core/looms/loom.h", "tensorflow/core/looms/loom.cc"
TEXTS = {
    H: """namespace tensorflow {

class Status {
};

class Yarn {
};

class Cloth {
};

typedef unsigned int Turns;

class Frame {
 public:
  virtual ~Frame() {}

  // Not `Status Weave(int times)`.
  virtual Status Weave(const Yarn& yarn, Cloth** cloth) = 0;
  virtual Status Rest() = 0;
};

class Loom : public Frame {
 public:
  explicit Loom(const string& name, bool wide = false);
  Loom(const Loom& other);

  Status Weave(const Yarn& yarn, Cloth** cloth) override;
  Status Rest() override;

  template <typename T>
  void Wind(T bobbin, int64 turns = 3) TF_MUST_USE_RESULT;
  void Wind(const std::map<string, Yarn>& yarns, Turns turns);
  std::unique_ptr<Cloth> Cut(Cloth cloth, int length);

 private:
  Status WeaveLocked(Yarn yarn) EXCLUSIVE_LOCKS_REQUIRED(mu_);

  string name_;
  std::vector<Yarn*> yarns_;
  bool wide_ GUARDED_BY(mu_) = false;
  std::unique_ptr<Cloth> cloth_;
};

Status OpenLoom(const string& name, Loom** loom);

}  // namespace tensorflow
""",
    # What is declared alone is no definition of an index.
    SHUT: """class Shut {
 public:
  Status Reopen(const string& name);
};
""",
    SHUTTLE: """Status Reopen(int times) {
  return Status::OK();
}
""",
    CC: """#include "tensorflow/core/looms/loom.h"

namespace tensorflow {

Loom::Loom(const string& name, bool wide) : name_(name), wide_(wide) {
}

Status Loom::Weave(const Yarn& yarn, Cloth** cloth) {
  return WeaveLocked(yarn);
}

Status Loom::Rest() {
  return Status::OK();
}

Status Loom::WeaveLocked(Yarn yarn) {
  return Status::OK();
}

std::unique_ptr<Cloth> Loom::Cut(Cloth cloth, int length) {
  return nullptr;
}

void Loom::Wind(const std::map<string, Yarn>& yarns, Turns turns) {
}

Status OpenLoom(const string& name, Loom** loom) {
  *loom = new Loom(name);
  return Status::OK();
}

}  // namespace tensorflow
""",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`Status OpenLoom(const string& name, Loom** loom)` opens one.", []),
        ("`Status OpenLoom(string name, Loom* loom)` opens one.", []),
        ("`OpenLoom(const std::string&, Loom**)` opens one.", []),
        ("`tensorflow::Status OpenLoom(...)` opens one.", []),
        ("`OpenLoom(..., Loom** loom)` opens one.", []),
        ("`OpenLoom(..., Cloth** loom)` opens one.", ["OpenLoom(..., Cloth** loom)"]),
        ("`Loom* OpenLoom(const string& name, Loom** loom)` opens one.", ["OpenLoom(const string& name, Loom** loom)"]),
        ("`Status OpenLoom(const string& name)` opens one.", ["OpenLoom(const string& name)"]),
        ("`Status OpenLoom(Loom** loom, const string& name)`。", ["OpenLoom(Loom** loom, const string& name)"]),
        ("`Status OpenLoom(const string& name,\n    Cloth** loom)` opens one.", ["OpenLoom(const string& name,"]),
        ("`Status Reopen(const string& name)` is of the loom.", ["Reopen(const string& name)"]),
        (f"`Status Reopen(const string& name)` of `{SHUT}` is left out.", []),
        # A call, and what is no head.
        ("`OpenLoom(name, loom)` opens one.", []),
        ("The output is `cloth: Loom(const Yarn& yarn)`.", []),
        ("`OpenLoom(Name)` opens one.", []),
        ("`return OpenLoom(const string& name)` opens one.", []),
        ("`Wool(int yarn)` and `WOOL(int yarn)` are unknown.", []),
        # What is said otherwise.
        ("In older releases `Status OpenLoom(const string& name)` did so.", []),
        ("Our `Status OpenLoom(const string& name)` opens one.", []),
        ("We would add `Status OpenLoom(const string& name)`.", []),
        ("Simplified, it is `Status OpenLoom(const string& name)`.", []),
        ("没有 `Status OpenLoom(const string& name)`。", []),
        # Members: of the class that is written, of any.
        ("`Loom::Weave(const Yarn& yarn, Cloth** cloth)`", []),
        ("`Loom::Weave(const Cloth& cloth, Cloth** other)`", ["Loom::Weave(const Cloth& cloth, Cloth** other)"]),
        ("`virtual Status Frame::Weave(const Yarn& yarn, Cloth** cloth) = 0`", []),
        ("`virtual Status Weave(const Yarn& yarn) = 0`", ["Weave(const Yarn& yarn) = 0"]),
        ("`void Rest()` rests.", ["Rest()"]),
        ("`Rest()` rests.", []),
        ("`Status Rest() override` rests.", []),
        ("`Loom(const string& name)`, `Loom(const string& name, bool wide = false)`", []),
        ("`Loom(const string& name, bool wide = true)`", ["Loom(const string& name, bool wide = true)"]),
        ("`Loom(int size)` weaves.", ["Loom(int size)"]),
        ("`Loom(const Loom& other)` copies.", []),
        # Several of one name, a template, another name of a type.
        ("`void Wind(int bobbin)` winds, `Loom::Wind(Yarn yarn, int64 turns)`, too.", []),
        ("`void Wind(std::map<string, Yarn> yarns, unsigned int turns)` winds.", []),
        ("`void Loom::Wind(Yarn yarn, bool turns, int more)`", ["Loom::Wind(Yarn yarn, bool turns, int more)"]),
        ("`std::unique_ptr<Yarn> Loom::Cut(Cloth cloth, int)`", ["Loom::Cut(Cloth cloth, int)"]),
        ("`unique_ptr<Cloth> Loom::Cut(Cloth cloth, int)`, `auto Loom::Cut(Cloth cloth, int)`", []),
        # A paragraph, or an item, that is nothing else.
        ("Status Loom::Weave(const Yarn& yarn)", ["Loom::Weave(const Yarn& yarn)"]),
        ("* Status Loom::Weave(const Yarn& yarn, Cloth** cloth);", []),
        ("Then Status Loom::Weave(const Yarn& yarn) is called.", []),
    ],
)
def test_heads(text: str, expected: list[str], index: Path) -> None:
    assert wrong(index, f"# Looms\n\n{text}\n") == expected
    assert wrong(index, f"# Looms\n\n{text}\n", tree=False) == []


def test_what_is_said_of_it(index: Path) -> None:
    text = "`Status Loom::Weave(const Cloth& yarn, Cloth** cloth)`\n"
    (one,) = [one for one in verdicts(index, text) if one.verdict == "differs"]
    assert (one.line, one.column, one.detail) == (1, 9, "it has const Yarn& yarn there, not const Cloth&")
    assert one.location is not None
    assert one.location.path == H


@pytest.mark.parametrize(
    ("type_", "expected"),
    [
        ("const std::map<string, std::vector<int>>&", "map<string,vector<int>>"),
        ("gtl::InlinedVector<Tensor*, 4>* const", "InlinedVector<Tensor,4>"),
        ("typename Spool<T>::Turn", "Turn"),
        ("uint64_t", "uint64"),
        ("long long", "int64"),
        ("TF_EXPORT extern int", "int"),
        ("a + b", ""),
    ],
)
def test_types_as_they_are_compared(type_: str, expected: str) -> None:
    assert plain(type_) == expected


def test_types_that_may_be_the_same() -> None:
    assert alike("vector<int>", "vector", lambda _: False)
    assert alike("T", "Yarn", lambda _: False)
    assert not alike("vector<int>", "vector<bool>", lambda _: False)
    assert alike("Turns", "int", {"Turns"}.__contains__)


def test_parameters() -> None:
    found, end = taken("int, const char* name = nullptr, void (*done)(int), ..., size)", 0)
    assert [(one.type, one.name, one.default) for one in found] == [
        ("int", "", ""), ("char", "name", "nullptr"), ("", "", ""), ("...", "", ""), ("", "size", "")
    ]  # fmt: skip
    assert end == 61


SKETCH = """```c++
class Loom : public Frame {
 public:
  std::string name_;  // what it is called, whoever asks

  // What nobody can stop.
  Status Rest() override { work(); }
  std::vector<Yarn*> yarns_;

  ::tensorflow::Status Weave(const Yarn& yarn, Cloth** cloth) override;  // weaves, Cut(int)
  Status Ravel(...);  // undoes it
  std::unique_ptr<Cloth> cloth_;
  Loom(const string& name, bool wide);

  Status WeaveLocked(Yarn yarn)  // without the lock
      EXCLUSIVE_LOCKS_REQUIRED(mu_);
  void Count(int turns, ...);
};
```
"""


@pytest.mark.parametrize(
    ("now", "then", "expected"),
    [
        ("", "", []),
        ("WeaveLocked(Yarn yarn)", "WeaveLocked(const Yarn& yarn)", [(17, "WeaveLocked(const Yarn& yarn)")]),
        ("unique_ptr<Cloth> c", "shared_ptr<Cloth> c", [(14, "cloth_")]),
        ("Weave(const Yarn& yarn, Cloth** cloth)", "Weave(const Yarn& thread, Cloth**)", []),
        ("Status Rest()", "void Rest()", [(9, "Rest() override")]),
        # What is left out, and what is the author's.
        ("WeaveLocked(Yarn yarn)", "WeaveLocked()", []),
        ("WeaveLocked(Yarn yarn)", "WeaveQuickly(int yarn)", []),
        ("class Loom", "class MyLoom", []),
        # Too little is as it is.
        ("Status ", "int ", []),
        ("Yarn", "const Thread&", []),
    ],
)
def test_sketches_of_classes(now: str, then: str, expected: list[tuple[int, str]], index: Path) -> None:
    text = "# Looms\n\n" + SKETCH.replace(now, then) if now else "# Looms\n\n" + SKETCH
    found = [one for one in verdicts(index, text) if one.verdict == "differs" and one.kind == "symbol"]
    assert [(one.line, one.text) for one in found] == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It calls `Weave(cloth, yarn)`.", ["Weave(cloth, yarn)"]),
        ("It calls `Loom::Weave(cloth, yarn)`.", ["Loom::Weave(cloth, yarn)"]),
        ("It calls `Weave(yarn, cloth)`.", []),
        ("It calls `OpenLoom(loom, name)`.", ["OpenLoom(loom, name)"]),
        ("It calls `OpenLoom(loom, title)`.", []),  # the names of something else
        ("It calls `OpenLoom(name)`.", []),
        ("It is not `OpenLoom(loom, name)`.", []),
        ("Ours is `OpenLoom(loom, name)`.", []),
    ],
)
def test_parameters_in_another_order(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found
