"""Whether a named thing stands where an answer says that it does: one rule for each kind of fact.

A place passes when a reader who opens it finds the name. What that asks of the lines depends on what is named:

==========================  ===========================================================================================
a registration              its first line calls the registering macro (or the outermost of the macros that lead to it).
                            The name stands in the call, or in a macro on the way: whole, as the value of a constant
                            that stands there, or put together from at most four words that do (`#Type "HandleOp"`)
a step of an expansion      `defined`: the line says `#define` and the macro's name. `invoked`: the line says its name,
                            or that of the parameter it was handed over as, and then the line is the caller's
a class                     `class`, `struct` or `using` and its name on the first line; or a macro that writes it
another definition          the last part of the name, without template arguments, on the first line; a lambda's opening
                            bracket. One that a macro writes: the macro's call, with a word that the name has
a function of Python        `def` and the name, on the line of the `def`
a public name               the text of the export, the definition, or the op's registration, within the lines
a name of SWIG              declared and defined as a definition; the directive with what it speaks of
a use                       the last part of the name that is used, on the line
evidence                    what it is `within`, in the lines or above them, from the last line that has no indentation
an unresolved site          the macro's name within the lines
==========================  ===========================================================================================

Every rule looks at the tree itself. What is not in the tree is looked up below `TFEXPLORE_EXTERNAL` where that is set.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tfexplore.templates import without_templates

Fact = Mapping[str, Any]
Place = Mapping[str, Any]

_REGISTERS = re.compile(
    r"\bREGISTER_\w*(?:OP|KERNEL)\w*\b|\bTF_New(?:OpDefinition|Kernel)Builder\b|\bOpRegistry::Global\(\)->Register\b"
)
_GRADIENT = re.compile(
    r"\bREGISTER_(?:OP_|OP_NO_)?(?:NO_)?GRADIENT\w*|\bRegisterGradient\b|\bNo(?:tDifferentiable|Gradient)\b|\bno_gradient\b"
)
_MACRO_CALL = re.compile(r"\s*[A-Z][A-Z0-9_]+\s*\(")
_CONTINUED = re.compile(r"\\\n")


def says(text: str, name: str) -> bool:
    """Whether a text has a name as a word of its own."""
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def last_part(name: str) -> str:
    """`Pad<T>::Compute` is `Compute`, `a.b` is `b`."""
    name = without_templates(name).rpartition("::")[2].removesuffix("()")
    return name.rpartition(".")[2].strip("* &")


class Tree:
    """The lines of a tree's files, and of the packages beside it where they are at hand."""

    def __init__(self, root: Path) -> None:
        self.root = root
        beside = os.environ.get("TFEXPLORE_EXTERNAL")
        self.beside = Path(beside) if beside else None
        self._known: dict[str, list[str]] = {}
        self._around: dict[tuple[str, int], list[str]] = {}

    def lines(self, path: str, package: str = "") -> list[str]:
        """The lines of a file; none of one that is not there."""
        if path not in self._known:
            file = (self.beside if package and self.beside else self.root) / path
            found = file.read_text(encoding="utf-8", errors="replace").split("\n") if file.is_file() else []
            self._known[path] = found
        return self._known[path]

    def there(self, place: Place) -> bool:
        """Whether a place can be looked at: a package that is not at hand cannot."""
        return not place.get("package") or self.beside is not None

    def first(self, place: Place) -> str:
        """The first line of a place."""
        lines = self.lines(place["path"], place.get("package", ""))
        return lines[place["line"] - 1] if 1 <= place["line"] <= len(lines) else ""

    def whole(self, place: Place) -> str:
        """All lines of a place."""
        lines = self.lines(place["path"], place.get("package", ""))
        return "\n".join(lines[place["line"] - 1 : place.get("end_line", place["line"])]) if self.first(place) else ""

    # -- registrations -----------------------------------------------------------------------------------------------

    def registration(self, name: str, place: Place, expansion: Sequence[Fact] = ()) -> Iterator[str]:
        """What is wrong with the place of an op or a kernel, and with the macros on its way."""
        where = f"{name}: {place['path']}:{place['line']}"
        first = self.first(place)
        if expansion and not says(first, expansion[0]["macro"]):
            yield f"{where} does not call {expansion[0]['macro']}"
        if not expansion and not _REGISTERS.search(first):
            yield f"{where} registers nothing"
        yield from self.expansion(where, expansion)
        texts = [self.whole(place), *[self.whole(step["defined"]) for step in expansion]]
        texts += [self.whole(step["invoked"]) for step in expansion]
        if not self.spelt(name, "\n".join(texts), place["path"]):
            yield f"{where} does not say the name"

    def expansion(self, where: str, expansion: Sequence[Fact]) -> Iterator[str]:
        """What is wrong with the macros on the way to a registration."""
        before: Place | None = None
        for step in expansion:
            macro, defined, invoked = step["macro"], step["defined"], step["invoked"]
            if not re.match(rf"\s*#\s*define\s+{re.escape(macro)}\b", self.first(defined)):
                yield f"{where}: {macro} is not defined at {defined['path']}:{defined['line']}"
            if not says(self.first(invoked), macro) and not self.handed_over(invoked, before):
                yield f"{where}: {macro} is not invoked at {invoked['path']}:{invoked['line']}"
            before = defined

    def handed_over(self, invoked: Place, caller: Place | None) -> bool:
        """Whether a macro's definition calls one of its parameters on a line."""
        if caller is None or caller["path"] != invoked["path"]:
            return False
        if not caller["line"] <= invoked["line"] <= caller["end_line"]:
            return False
        head = re.match(r"\s*#\s*define\s+\w+\(([^)]*)\)", _CONTINUED.sub(" ", self.whole(caller)))
        parameters = [one.strip() for one in head[1].split(",")] if head else []
        return any(re.search(rf"\b{re.escape(one)}\s*\(", self.first(invoked)) for one in parameters if one)

    def spelt(self, name: str, text: str, path: str) -> bool:
        """Whether a name stands in a text: whole, put together, or as the value of a constant."""
        words = set(re.findall(r"\w+", text))

        def made(rest: str, left: int) -> bool:
            return rest in words or (
                left > 1 and any(rest[:at] in words and made(rest[at:], left - 1) for at in range(1, len(rest)))
            )

        if made(name, 4):
            return True
        if any(self.constant(one, name, path) for one in sorted(words) if re.match(r"k[A-Z]|\w+_name$", one)):
            return True
        if "OpRegistry::Global" not in text:
            return False
        # Code that runs when the program starts: the words are those of the functions that it calls.
        words = {word for one in self.around(path, 1) for line in self.lines(one) for word in re.findall(r"\w+", line)}
        return made(name, 4)

    def constant(self, constant: str, value: str, path: str) -> bool:
        """Whether a constant has a value in a file, or in one that it includes."""
        is_it = re.compile(rf"\b{constant}\b(?:\[\])?[^;(]*?=[^;]*?\"{re.escape(value)}\"")
        return any(is_it.search("\n".join(self.lines(one))) for one in self.around(path, 4))

    def around(self, path: str, depth: int) -> list[str]:
        """A file and what it includes, each header with the source file of its name."""
        if (path, depth) not in self._around:
            found = {path: None}
            level = [path]
            for _ in range(depth):
                texts = [line for one in level for line in self.lines(one)]
                named = [match[1] for line in texts if (match := re.match(r'\s*#\s*include\s+"([^"]+)"', line))]
                level = [one for one in dict.fromkeys(named) if one not in found]
                for one in level:
                    found.update({one: None, re.sub(r"\.h$", ".cc", one): None})
            self._around[path, depth] = list(found)
        return self._around[path, depth]

    # -- definitions and uses ----------------------------------------------------------------------------------------

    def a_class(self, name: str, place: Place) -> Iterator[str]:
        """What is wrong with the place of a class: what only names it, a constructor say, is not its definition."""
        last = last_part(name)
        names = [last, *self.stands_for(last, place["path"])]
        heads = rf"\b(?:class|struct|using|typedef)\b.*\b(?:{'|'.join(map(re.escape, names))})\b"
        if not re.search(heads, self.first(place)) and not self.written(last, place):
            yield f"class {name} is not defined at {place['path']}:{place['line']}"

    def stands_for(self, name: str, path: str) -> list[str]:
        """The class that a file says a name to be another of: `using ConcatOp = ConcatBaseOp<Device, T, ...>`."""
        said = re.compile(rf"\s*using\s+{re.escape(name)}\s*=\s*(?:\w+::)*(\w+)\s*[<;]")
        return [match[1] for line in self.lines(path) if (match := said.match(line))]

    def definition(self, name: str, place: Place) -> Iterator[str]:
        """What is wrong with the place of a class, function or method."""
        first, last = self.first(place), last_part(name)
        if last == "lambda" and "[" in first:
            return
        owner = name.rpartition("::")[0]
        member = bool(owner) and self.written(last_part(owner), place) and self.macro_says(last, place)
        if not says(first, last) and not self.written(last, place) and not member:
            yield f"{name} is not defined at {place['path']}:{place['line']}"

    def written(self, name: str, place: Place) -> bool:
        """Whether a macro is called that writes a definition of this name: an argument begins the name, or ends it."""
        call = _MACRO_CALL.match(self.first(place))
        if call is None:
            return False
        arguments = re.findall(r"\w+", self.whole(place)[call.end() :])
        return any(len(one) > 1 and (name.startswith(one) or name.endswith(one)) for one in arguments)

    def macro_says(self, word: str, place: Place) -> bool:
        """Whether the macro that is called at a place has a word in its definition, in the file of the call."""
        macro = re.match(r"\s*(\w+)\s*\(", self.first(place))
        text = "\n".join(self.lines(place["path"]))
        body = re.search(rf"^#define {macro[1]}\b(?:.*\\\n)*.*", text, re.MULTILINE) if macro else None
        return body is not None and says(body[0], word)

    def named(self, name: str, place: Place) -> Iterator[str]:
        """What is wrong with the place of a use."""
        if not says(self.first(place), last_part(name)):
            yield f"{name} is not named at {place['path']}:{place['line']}"

    def runs(self, name: str, place: Place) -> Iterator[str]:
        """What is wrong with the place at which a functor or launcher is run."""
        said = self.first(place)
        if re.search(r"::\s*\\?\s*\Z", said):  # a qualified name that goes on in the next line
            said += self.first({**place, "line": place["line"] + 1})
        if not re.search(r"\boperator\s*\(\)|\bComp(?:ute|ile)\w*\b|\b[Rr]un\w*\b|\b[Ll]aunch\w*\b", said):
            yield f"{name} does not run at {place['path']}:{place['line']}"

    def within(self, name: str, place: Place) -> Iterator[str]:
        """What is wrong with the place of a piece of evidence."""
        if not self.there(place):
            return
        lines = self.lines(place["path"], place.get("package", ""))
        first, last = place["line"] - 1, place["end_line"]
        api_def = place["path"].endswith(".pbtxt")
        while first > 0 and (api_def or not re.match(r"[A-Za-z_@]\w*", lines[first])):
            first -= 1
        while lines[last - 1].startswith("//"):
            last += 1  # a comment is within what it stands above
        text = "\n".join(lines[first : last + 1])
        words = re.findall(r"[A-Za-z_]\w+", name)
        if not api_def:  # whose fields are ordinary words
            words = [word for word in words if re.search(r"[A-Z_]", word[1:]) or word[0] == "_"] or words
        if not any(says(text, word) for word in words):
            yield f"{name}: not at {place['path']}:{place['line']}"

    # -- gradients ---------------------------------------------------------------------------------------------------

    def gradient(self, fact: Fact) -> Iterator[str]:
        """What is wrong with the places of a gradient."""
        place, registered = fact["location"], fact["registered"]
        where = f"gradient of {fact['op']}: {registered['path']}:{registered['line']}"
        text = self.whole(registered)
        if not _GRADIENT.search(self.first(registered)) or not says(text, fact["op"]):
            yield f"{where} does not register it"
        if fact["function"] is None:
            if place["line"] != registered["line"] or place["path"] != registered["path"]:
                yield f"{where}: and at {place['path']}:{place['line']}"
            return
        if fact["registry"] != "python":
            yield from self.definition(fact["function"], place)
            if not says(text, last_part(fact["function"])):
                yield f"{where} does not say {fact['function']}"
            return
        lines = self.lines(place["path"])
        if not re.match(rf"\s*def\s+{last_part(fact['function'])}\b", lines[fact["def_line"] - 1]):
            yield f"{where}: no def of {fact['function']} at line {fact['def_line']}"
        if not place["line"] <= fact["def_line"] <= place["end_line"]:
            yield f"{where}: the def is outside of the function"

    # -- Python ------------------------------------------------------------------------------------------------------

    def endpoint(self, name: str, function: str, place: Place, ops: Sequence[str] = ()) -> Iterator[str]:
        """What is wrong with the place of a public name."""
        if not self.there(place):
            return
        text, last = self.whole(place), name.removeprefix("tf.").rpartition(".")[2]
        # `__rsub__` is what an operator is bound to by the name of `sub`.
        spoken = "|".join(re.escape(one) for one in {last, last.strip("_"), last.strip("_").removeprefix("r")})
        exported = re.search(rf"""["'](?:[\w.]+\.)?(?:{spoken})["']""", text)
        defined = re.search(rf"(?m)^\s*(?:def|class)\s+{re.escape(function)}\b|^\s*{re.escape(function)}\s*=", text)
        registered = _REGISTERS.search(self.first(place)) and any(
            self.spelt(op, text, place["path"]) or self.written(op, place) for op in ops
        )
        bound = re.search(rf"\b{re.escape(function)}\b", text) and "_export(" in text
        if not (exported or defined or registered or bound):
            yield f"{name} ({function}) is not at {place['path']}:{place['line']}"

    def keras(self, fact: Fact) -> Iterator[str]:
        """What is wrong with the places of a name of Keras preprocessing."""
        last = fact["endpoint"].rpartition(".")[2]
        for key in ("declared", "implemented"):
            place = fact[key]
            if self.there(place) and not says(self.whole(place), last):
                yield f"{fact['endpoint']} is not {key} at {place['path']}:{place['line']}"

    # -- SWIG --------------------------------------------------------------------------------------------------------

    def swig(self, fact: Fact) -> Iterator[str]:
        """What is wrong with the places of a name that SWIG gives to Python."""
        names = [fact["name"], *([last_part(fact["cname"])] if fact["cname"] else [])]
        for key in ("declared", "defined"):
            if fact[key]:
                found = [list(self.definition(name, fact[key])) for name in names]
                if all(found):
                    yield f"{key}: {found[0][0]}"
        place = fact["directive_location"]
        if place:
            yield from self.directive(fact, names, place)
        for use in fact["used_by"]:
            if not any(says(self.first(use), name) for name in names):
                yield f"{fact['name']} is not used at {use['path']}:{use['line']}"
        for member in fact.get("members") or ():
            if member["declared"]:
                own = [member["name"], last_part(member["cname"])] if member["cname"] else [member["name"]]
                if not any(says(self.first(member["declared"]), name) for name in own):
                    yield f"{fact['name']}.{member['name']} is not declared at {member['declared']}"

    def directive(self, fact: Fact, names: Sequence[str], place: Place) -> Iterator[str]:
        """What is wrong with the place of the directive that exposes a name."""
        text, first = self.whole(place), self.first(place)
        word = fact["directive"].partition("(")[0]
        if word == "%include":
            header = fact["declared"]["path"] if fact["declared"] else ""
            fits = "%include" in first and (
                not header or header.rpartition("/")[2] in first or self.includes(first, header)
            )
        elif word == "generated":
            # `C_swigregister` and `delete_C` stand beside the class, which a directive or an included header declares.
            name = re.sub(r"^(?:new|delete)_|_swigregister$", "", names[0])
            owners = {name, *[name[: at.start()] for at in re.finditer("_", name)]}  # `C_method` is a static method
            fits = any(says(text, one) or ("%include" in first and self.includes(first, one)) for one in owners)
        elif word in ("%insert", "declaration"):
            fits = any(says(text, name) for name in names)
        else:
            fits = word in first and any(says(text, name) for name in names)
        if not fits:
            yield f"{fact['name']}: no {fact['directive']} at {place['path']}:{place['line']}"

    def includes(self, line: str, name: str) -> bool:
        """Whether the file that a line includes says a name, or includes a file of that name."""
        found = re.search(r'"([^"]+)"', line)
        return found is not None and says("\n".join(self.lines(found[1])), name.rpartition("/")[2])

    def included(self, node: Fact, parent: Fact | None) -> Iterator[str]:
        """What is wrong with the lines of a tree of includes."""
        if parent is not None and not node.get("library"):
            line = self.first({"path": parent["path"], "line": node["line"]})
            if node["path"].rpartition("/")[2] not in line:
                yield f"{node['path']} is not included at {parent['path']}:{node['line']}"
        for child in node["children"]:
            yield from self.included(child, node)
