"""What a document's words are held against: the names and paths of an index, and the text of a tree where there is one.

Everything is loaded when it is asked for, and only for the words that the document has.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from functools import cached_property
from itertools import islice, takewhile

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.nearest import Nearest
from tfexplore.answers.of_index import is_made, of_index
from tfexplore.answers.registered import Registrations
from tfexplore.answers.tree import Tree
from tfexplore.answers.whereabouts import Whereabouts
from tfexplore.index import api, bases, gradients, keras, kernels, marks, messages, ops, swig, symbols
from tfexplore.index.symbols import Place
from tfexplore.line_marks import NO_CODE, PYTHON_LIKE
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tfexplore.answers.registered import Registration
    from tfexplore.answers.searching import Read
    from tfexplore.class_heads import Head
    from tfexplore.index.store import Index
    from tfexplore.index.symbols import Defined
    from tfexplore.model import GeneratedWrapper, KerasEndpoint, Location, OpDef, Symbol


#: The words of a name.
WORDS = regex(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")
#: The letters that two words of a name must have to tell a family of names.
MIN_TAIL = 7
#: Names that have a word in common which no misspelling is.
_MANY_NAMES = 5
#: As many public names has a release that declares them where they are defined; 1.5 has 497, 1.6 has 1,305.
MOST_OF_ENDPOINTS = 1_000


class Known(Tree):
    """What the words of one or more documents may mean: the names of an index, beside the files of a tree."""

    def __init__(
        self, index: Index, text: str, read: Read | None, others: Callable[[], Sequence[str]] | None = None
    ) -> None:
        super().__init__(index, read, others)
        #: Told what is being done, how much of it is done and how much there is of it, 0 where that is not known.
        self.say: Callable[[str, int, int], None] = lambda task, done, total: None
        # Markdown may write an underscore as an escape.
        self._words = frozenset(re.findall(r"[A-Za-z_]\w*", text.replace("\\_", "_"), re.A))
        self._placed: dict[str, list[Place]] = {}
        self._named: dict[str, list[Place]] = {}
        self._owners: dict[str, set[str]] = {}
        self._bodies: dict[str, list[tuple[int, int]]] = {}
        self._ends: dict[str, int] = {}
        self._marked: dict[str, int] = {}
        self._mentioned: dict[str, dict[str, list[int]]] = {}
        self._frequent: dict[str, bool] = {}  # whether a word stands in several names
        self._firsts: dict[str, bool] = {}  # whether a word begins some name
        self._whereabouts: dict[bool, Whereabouts] = {}
        self._inside: dict[str, tuple[Symbol, ...]] = {}
        self._class_heads: dict[str, dict[int, Head]] = {}

    @property
    def is_loaded(self) -> bool:
        """Whether the definitions of the index were looked up."""
        return is_made(self.index, "Known.defined")

    def load(self) -> None:
        """Look them up now."""
        assert self.defined is not None

    def prepared(self) -> Iterator[None]:
        """Make one after another of the tables that the checks of a long document ask for in any case.

        Where other processes are forked from this one, they have them, too.
        """
        self.load()
        for step in (
            lambda: self.lowered,
            lambda: self.knows(""),
            lambda: self.near(""),
            lambda: self.members(""),
            lambda: self.registered(""),
            lambda: self.spoken,
        ):
            yield
            step()

    @of_index
    def defined(self) -> Defined:
        """The definitions in the index."""
        return symbols.defined(self.index)

    @cached_property
    def _defined(self) -> dict[str, list[Place]]:
        """The definitions that the documents' words may mean, by the last part of their names."""
        return symbols.places(self.index, self.defined, self._words)

    @of_index
    def _ordered(self) -> list[str]:
        """The last part of every defined name, in the order of places."""
        return [name for name in dict.fromkeys(self.defined.lasts) if name]

    @of_index
    def names(self) -> frozenset[str]:
        """The last part of every defined name."""
        return frozenset(self._ordered)

    @of_index
    def scopes(self) -> frozenset[str]:
        """Every part of a namespace."""
        return frozenset("::".join(self.defined.scopes).split("::"))

    @of_index
    def lowered(self) -> dict[str, str]:
        """Every name by its lower-case form."""
        found = self._ordered
        made = dict(zip("\n".join(found).lower().split("\n"), found, strict=True)) if found else {}
        made.update({name.lower(): name for name in self.ops})
        return made

    @of_index
    def ops(self) -> dict[str, str]:
        """Every op, tests' and contrib's too, by its name."""
        return {name: name for name in (*self.index.names("op", unlinked=True), *self.index.names("op"))}

    @of_index
    def endpoints(self) -> frozenset[str]:
        """The public names, Keras' included."""
        return frozenset([*self.index.names("endpoint"), *[one.endpoint for one in self.keras]])

    @of_index
    def _public_names(self) -> frozenset[str]:
        return frozenset(name.rpartition(".")[2] for name in self.endpoints)

    def is_public(self, name: str) -> bool:
        """Whether a public function or class of Python has a name behind its module's."""
        return name in self._public_names

    @of_index
    def keras(self) -> tuple[KerasEndpoint, ...]:
        """The public names of Keras, of which the index has the signatures."""
        return keras.every(self.index)

    @of_index
    def _keras_by_name(self) -> dict[str, list[KerasEndpoint]]:
        found: defaultdict[str, list[KerasEndpoint]] = defaultdict(list)
        for one in self.keras:
            found[one.endpoint].append(one)
        return dict(found)

    @property
    def has_endpoints(self) -> bool:
        """Whether the public names are all known: before 1.6 a release lists them in modules, without decorators."""
        return len(self.endpoints) >= MOST_OF_ENDPOINTS

    @of_index
    def modules(self) -> frozenset[str]:
        """Every prefix of a public name: `tf`, `tf.nn`."""
        made = {name.rpartition(".")[0] for name in self.endpoints}
        made |= {name.rpartition(".")[0] for name in made}
        made |= {name.rpartition(".")[0] for name in made}
        return frozenset(made)

    def registered(self, path: str) -> list[Registration]:
        """What registers an op, a kernel or a gradient in a file."""
        return self._registrations.of_file(path)

    def taken_by(self, kernel_class: str) -> list[str]:
        """The ops that kernels of a class are registered for."""
        return self._registrations.ops_of("kernel", kernel_class)

    def gradient_of(self, function: str) -> list[str]:
        """The ops whose gradient a function is registered as."""
        return self._registrations.ops_of("gradient", function)

    @of_index
    def _registrations(self) -> Registrations:
        return Registrations(self.index)

    def rearranged(self, word: str) -> str:
        """A name that is made of the same parts in another order; empty when there is none."""
        parts = sorted(_HUMP.findall(word))
        if len(parts) < 3:
            return ""
        if len(word) not in self._anagrams:
            same: dict[int, list[str]] = {}
            for name in self._of_length.get(len(word), ()):
                same.setdefault(sum(name.encode()), []).append(name)
            self._anagrams[len(word)] = same
        likely = self._anagrams[len(word)].get(sum(word.encode()), ())  # the same letters have the same sum
        return min([name for name in likely if name != word and sorted(_HUMP.findall(name)) == parts], default="")

    @of_index
    def _of_length(self) -> dict[int, list[str]]:
        """The names by the number of their letters."""
        found: defaultdict[int, list[str]] = defaultdict(list)
        for name in self.names:
            found[len(name)].append(name)
        return dict(found)

    @of_index
    def _anagrams(self) -> dict[int, dict[int, list[str]]]:
        """The names of as many letters as somebody asked for by the sum of these."""
        return {}

    @of_index
    def _sorted(self) -> list[str]:
        """All names in the order of their letters."""
        return sorted(self.names)

    def is_a_word(self, word: str) -> bool:
        """Whether a word stands in several names: `Full` in `FullTypeDef`, and not `Funk`."""
        if word not in self._frequent:
            whole = re.compile(re.escape(word) + r"(?![a-z])")
            holding = (name for name in self.names if word in name and whole.search(name))
            self._frequent[word] = len(list(islice(holding, _MANY_NAMES))) == _MANY_NAMES
        return self._frequent[word]

    def begins(self, word: str, further: bool = False) -> bool:
        """Whether a word is how other names begin, and so perhaps the name of a family; `further`: none is the word."""
        at = bisect_left(self._sorted, word)
        for name in self._sorted[at : at + 200]:
            if not name.startswith(word):
                break
            rest = name[len(word) :]
            if further and not rest:
                continue
            if (not rest[:1].islower() or word.endswith("_")) and not rest.startswith("Test"):
                return True  # a test is named after one thing, and there need not be such a thing
        return False

    def beginning(self, word: str) -> Iterator[str]:
        """The names that begin with a word, in their order."""
        names = islice(self._sorted, bisect_left(self._sorted, word), None)
        return takewhile(lambda name: name.startswith(word), names)

    def begins_some(self, word: str) -> bool:
        """Whether some name begins with a word, in small letters, as the first of its words."""
        if word not in self._firsts:
            forms = {word, word.capitalize(), word.upper()}
            self._firsts[word] = any(self._is_first(form, at) for form in forms for at in self._starts(form))
        return self._firsts[word]

    def _starts(self, letters: str) -> Iterator[int]:
        """Where the names have some letters, in `_all_endings`."""
        at = self._all_endings.find(letters)
        while at >= 0:
            yield at
            at = self._all_endings.find(letters, at + 1)

    def _is_first(self, word: str, at: int) -> bool:
        """Whether a word that stands there is the first of a name's."""
        text = self._all_endings
        if any(letter.isalnum() for letter in text[text.rfind("\n", 0, at) + 1 : at]):
            return False
        first = WORDS.match(text, at)
        return first is not None and first[0] == word

    def has_letters(self, letters: str) -> bool:
        """Whether some name has some letters, wherever they stand."""
        return letters in self._all_endings

    def has_word(self, word: str) -> bool:
        """Whether some name has a word, in small letters, as one of its words, wherever it stands."""
        text, upper, first = self._all_endings, word.upper(), word.capitalize()
        forms = (
            (first, rf"{first}(?![a-z])"),
            (word, rf"{word}(?![a-z])(?<![A-Za-z]{word})"),
            (upper, rf"{upper}(?=[A-Z][a-z]|[^A-Za-z])(?<![A-Z]{upper})"),
        )
        return any(form in text and re.search(pattern, text) is not None for form, pattern in forms)

    def folded_endpoint(self, name: str) -> str | None:
        """An endpoint by its name in any case."""
        return self._folded.get(name.lower())

    @of_index
    def _folded(self) -> dict[str, str]:
        """The endpoints by their names in small letters."""
        return {one.lower(): one for one in sorted(self.endpoints)}

    def endpoint(self, name: str) -> Place | None:
        """Where an endpoint is defined."""
        return next(iter(self.endpoint_places(name)), None)

    def endpoint_functions(self, name: str) -> list[str]:
        """The functions or classes that an endpoint stands for."""
        return list(dict.fromkeys([one.function for one in api.endpoints_named(self.index, (name,)) if one.function]))

    def endpoint_places(self, name: str) -> list[Place]:
        """Where an endpoint is defined, in each version of the API; for a generated one also where its op is."""
        made = []
        for one in api.endpoints_named(self.index, (name,)):
            made.append(_placed(one.location, "function"))
            if one.location.path.endswith(".pbtxt"):
                for use in one.ops:
                    made += [_placed(op.location, "op") for op in ops.named(self.index, (use.op,))]
        for other in self._keras_by_name.get(name, ()):
            made.append(_placed(other.declared, "function"))
            if not other.implemented.package:
                made.append(_placed(other.implemented, "function"))
        return made

    @of_index
    def wrappers(self) -> dict[str, list[tuple[str, str]]]:
        """The generated functions: module and op by the function's name."""
        found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for one in api.wrappers(self.index):
            module = one.module.rpartition(".")[2].rpartition("/")[2]
            found[one.function].append((module, one.op))
        return dict(found)

    @of_index
    def generated_functions(self) -> dict[str, list[GeneratedWrapper]]:
        """The generated functions by their names, and by the public ones that they have themselves (`tf.nn.relu`)."""
        found: defaultdict[str, list[GeneratedWrapper]] = defaultdict(list)
        for one in api.wrappers(self.index):
            for name in (one.function, *[f"tf.{export}" for export in one.exports]):
                found[name].append(one)
        return dict(found)

    def generated(self, module: str) -> bool:
        """Whether a module of this name holds generated functions, or of one that begins with it."""
        return any(inside.startswith(module) for made in self.wrappers.values() for inside, _ in made)

    @of_index
    def exposed(self) -> dict[str, list[Location]]:
        """Where what the SWIG layer gives to Python is declared, named in an interface file and defined, by name."""
        found: defaultdict[str, list[Location]] = defaultdict(list)
        for one in swig.names(self.index):
            where = [place for place in (one.declared, one.directive_location, one.defined) if place is not None]
            found[one.name].extend(where)
            for member in one.members:
                if member.declared is not None:
                    found[member.name].append(member.declared)
        return dict(found)

    @of_index
    def bound(self) -> dict[str, list[Location]]:
        """Where the names of pybind11 modules are made, by name."""
        found: defaultdict[str, list[Location]] = defaultdict(list)
        for one in swig.pybind(self.index):
            for name in (one.name, *one.names):
                found[name].append(one.location)
        return dict(found)

    @of_index
    def _kernel_classes(self) -> dict[str, list[int]]:
        """Where the classes of kernels are by name; among them those that a macro makes, which no definition shows."""
        found: defaultdict[str, dict[int, None]] = defaultdict(dict)
        for written, packed in kernels.classes(self.index):
            if packed:
                found[symbols.without_arguments(written).rpartition("::")[2]][packed] = None
        return {name: list(every) for name, every in found.items()}

    @of_index
    def _gradients(self) -> dict[str, list[Location]]:
        """Where gradients are registered, by the op and by the function as it is called when the program runs."""
        found: defaultdict[str, list[Location]] = defaultdict(list)
        for one in gradients.every(self.index):
            for name in {one.op, symbols.without_arguments(one.function or "")}:
                found[name] += [one.registered, one.location]
        return dict(found)

    @of_index
    def _spoken_text(self) -> str:
        return "\n".join([*ops.argument_texts(self.index), *(one for one, _ in kernels.classes(self.index))])

    @of_index
    def spoken(self) -> frozenset[str]:
        """The words of ops' signatures and of kernels' classes as they are instantiated."""
        return frozenset(re.findall(r"[A-Za-z_]\w*", self._spoken_text, re.A))

    @of_index
    def spoken_pairs(self) -> frozenset[str]:
        """Pairs as `functor::add` in kernels' classes as they are instantiated."""
        return frozenset(re.findall(r"\w+::\w+", self._spoken_text, re.A))

    @of_index
    def swig_names(self) -> frozenset[str]:
        """Every name that the SWIG layer gives to Python, what it makes by itself included."""
        return frozenset([one.name for one in swig.names(self.index)])

    @of_index
    def externals(self) -> dict[str, Location]:
        """The functions of packages that the tree delegates to."""
        found: dict[str, Location] = {}
        for one in self.keras:
            if one.implemented.package:
                found.setdefault(one.endpoint.rpartition(".")[2], one.implemented)
        return found

    def places(self, name: str) -> list[Place]:
        """Where a name without qualifiers is defined, or registered when it is an op's."""
        if name not in self._placed:
            made = list(self._defined.get(name, ()))
            if name in self.ops:
                made[:0] = [_placed(one.location, "op") for one in ops.named(self.index, (name,))]
                made += [_placed(one.location, "kernel") for one in kernels.of_ops(self.index, (name,))]
            if name in self._words:
                classes = [self.index.place(packed) for packed in self._kernel_classes.get(name, ())]
                made += dict.fromkeys([_placed(where, "class") for where in classes])
                made += [_placed(where, "gradient") for where in self._gradients.get(name, ())]
            if not made and name in self.wrappers:
                for _, op in self.wrappers[name]:
                    made += [_placed(one.location, "wrapper") for one in ops.named(self.index, (op,))]
            made += [_placed(where, "swig") for where in self.exposed.get(name, ())]
            made += [_placed(where, "pybind") for where in self.bound.get(name, ())]
            self._placed[name] = made
        return self._placed[name]

    def op_defs(self, op: str) -> tuple[OpDef, ...]:
        """The OpDefs of a name."""
        if op not in self._op_defs and op in self.ops:
            self._op_defs[op] = ops.named(self.index, (op,))
        return self._op_defs.get(op, ())

    @of_index
    def _op_defs(self) -> dict[str, tuple[OpDef, ...]]:
        """The OpDefs of the names that somebody asked for."""
        return {}

    @of_index
    def attr_names(self) -> frozenset[str]:
        """The names of the attrs of all ops."""
        return ops.attr_names(self.index)

    def op_parts(self, op: str) -> frozenset[str]:
        """The names of an op's attrs, inputs and outputs, whichever of its OpDefs is meant."""
        defined = self.op_defs(op)
        args = [arg.name for one in defined for arg in (*one.input_arg, *one.output_arg)]
        return frozenset([*args, *[attr.name for one in defined for attr in one.attr]])

    def knows(self, name: str) -> bool:
        """Whether anything is defined or registered under a name."""
        return bool(self.places(name))

    def explains(self, word: str) -> bool:
        """Whether anything is called so, or has the word in its signature or its kernel's class."""
        return word in self.names or word in self.ops or word in self.spoken or self.knows(word)

    def members(self, owner: str) -> set[str]:
        """The members of a class, by their own names."""
        return self._members.get(owner, set())

    @of_index
    def _members(self) -> dict[str, set[str]]:
        made: defaultdict[str, set[str]] = defaultdict(set)
        for name in self._members_text.split("\n"):
            above, *inside = name.split(".")
            for part in inside:
                made[above].add(part)
                above = part
        return dict(made)

    def owners(self, member: str) -> set[str]:
        """The classes that have a member of this name."""
        if member not in self._owners:
            found, text, sought = set(), self._members_text, f".{member}"
            at = text.find(sought)
            while at >= 0:
                if text[at + len(sought)] in ".\n":
                    begin = max(text.rfind("\n", 0, at), text.rfind(".", 0, at)) + 1
                    found.add(text[begin:at])
                at = text.find(sought, at + 1)
            self._owners[member] = found
        return self._owners[member]

    @of_index
    def _members_text(self) -> str:
        """All names of members with what they are members of, each on a line, with dots between."""
        whole = "\n".join([one for one in set(self.defined.names) if ":" in one or "." in one])
        return whole.replace("::", ".") + "\n"

    def places_of(self, name: str) -> list[Place]:
        """Like `places`, for a name that the document need not have, or writes in another case."""
        if name in self._words:
            return self.places(name)
        if name not in self._named:
            self._named[name] = symbols.places_named(self.index, self.defined, name) if name in self.names else []
        return self._named[name]

    def ending_with(self, names: Iterable[str]) -> dict[str, list[Place]]:
        """The definitions whose last part is one of some names, which the document need not have."""
        return symbols.places(self.index, self.defined, frozenset(names))

    def class_places(self, name: str) -> list[Place]:
        """Where the classes and types of a name are defined, which the document need not have."""
        if name in self._words:
            return [place for place in self.places(name) if place.kind in ("class", "type")]
        return symbols.class_places(self.index, self.defined, name)

    def inside(self, path: str) -> tuple[Symbol, ...]:
        """The definitions of a file."""
        if path not in self._inside:
            if len(self._inside) > 200:
                self._inside.clear()
            self._inside[path] = symbols.inside(self.index, self.defined, path)
        return self._inside[path]

    def heads_in(self, path: str) -> dict[int, Head]:
        """What the index says of the head of each class of a file, by its line."""
        if path not in self._class_heads:
            if len(self._class_heads) > 200:
                self._class_heads.clear()
            self._class_heads[path] = bases.of_file(self.index, path, self.inside(path))
        return self._class_heads[path]

    def functions_at(self, path: str, line: int) -> list[Symbol]:
        """The functions and methods of a file that a line is in, or begins."""
        functions = (one for one in self.inside(path) if one.kind in ("function", "method"))
        return [one for one in functions if one.location.line <= line <= self.end_of(one)]

    def kindred(self, name: str) -> int:
        """How many names end with the same two words as a longer name: `ZlibInputStream` for `GzipInputStream`."""
        words = WORDS.findall(name.strip("_"))
        tail = ("_" if "_" in name.strip("_") else "").join(words[-2:])
        if len(words) < 3 or len(tail) < MIN_TAIL:
            return 0
        return self.ending(f"{'_' if '_' in tail else ''}{tail}")

    def ending(self, tail: str) -> int:
        """How many names end with some letters."""
        return self._all_endings.count(f"{tail}\n")

    @of_index
    def _all_endings(self) -> str:
        """All names, each on a line."""
        return "\n".join(self.names) + "\n"

    def within(self, words: str) -> bool:
        """Whether words in capitals are whole words of a longer name: `NO_HALF` of `TF_CALL_NUMBER_TYPES_NO_HALF`."""
        return f"_{words}_" in self._all_endings or f"_{words}\n" in self._all_endings

    def end(self, place: Place) -> int:
        """The last line of a definition; of a Python one, of which only the first is known, the one before the next."""
        if place.end_line > place.line or not place.path.endswith(PYTHON_LIKE):
            return place.end_line
        name = next((s.name for s in self.inside(place.path) if s.location.line == place.line), place.name)
        behind = [
            one.location.line
            for one in self.inside(place.path)
            if one.location.line > place.line and not one.name.startswith(name + ".")
        ]
        return min(behind) - 1 if behind else place.line + 400

    def end_of(self, symbol: Symbol) -> int:
        """Like `end`, for a definition of a file."""
        where = symbol.location
        return self.end(Place(symbol.name, symbol.kind, where.path, where.line, where.end_line))

    def text_of(self, symbol: Symbol) -> bytes:
        """The lines of a definition of a file; empty where it cannot be read."""
        return b"\n".join(self.lines(symbol.location.path)[symbol.location.line - 1 : self.end_of(symbol)])

    def alone_above(self, place: Place, line: int) -> bool:
        """Whether no other definition stands between a line and a definition a little below it."""
        return place.line - 12 <= line < place.line and not any(
            line <= one.end_line and one.line < place.line and not one.line <= line <= place.line <= one.end_line
            for one in [symbol.location for symbol in self.inside(place.path)]
        )

    def last_line(self, path: str) -> int:
        """The last line that is known of a file: where its last definition or fact ends; 0 when it has hardly any."""
        if path not in self._ends:
            ends = [one.location.end_line for one in self.inside(path)]
            ends += [one.location.end_line for one in messages.of_file(self.index, path)]
            last = max(ends) if len(ends) > 2 else 0
            self._ends[path] = max(last, self._last_lines.get(self.index.path_number(path), 0))
        return self._ends[path]

    @of_index
    def _last_lines(self) -> dict[int, int]:
        return self.index.last_lines()

    def marked_lines(self, path: str) -> int:
        """The number of a file's lines as the index has it, 0 for a file whose lines it has not marked."""
        if path not in self._marked:
            found = marks.of_file(self.index, path)
            self._marked[path] = len(found) - found.endswith(NO_CODE)  # behind the last line's end there is nothing
        return self._marked[path]

    def mentioned(self, path: str, word: str) -> list[int]:
        """The lines of a file that have a name which it defines itself; empty where it does not, or nobody knows."""
        if path not in self._mentioned:
            self._mentioned[path] = marks.mentioned(self.index, path)
        return self._mentioned[path].get(word, [])

    def whereabouts(self, python: bool) -> Whereabouts:
        """The marks of all lines of C++ or of Python, in which a block is looked for that is of no file in sight."""
        if python not in self._whereabouts:
            listed = marks.of_all(self.index)
            self._whereabouts[python] = Whereabouts(one for one in listed if one[0].endswith(PYTHON_LIKE) == python)
        return self._whereabouts[python]

    def within_body(self, path: str, line: int, end: int, but: Place | None = None) -> bool:
        """Whether lines lie inside a function, other than the one that is asked for, and may call anything."""
        if path not in self._bodies:
            inside = self.inside(path)
            bodies = [one for one in inside if one.kind in ("function", "method")]
            self._bodies[path] = [(one.location.line, self.end_of(one)) for one in bodies]
        return any(
            first < line and end <= last and (but is None or (path, first) != (but.path, but.line))
            for first, last in self._bodies[path]
        )

    def within_member(self, path: str, owner: str, line: int, end: int) -> bool:
        """Whether lines lie inside a member of a class that is defined outside of it."""
        prefix = symbols.without_arguments(owner)
        return any(
            one.location.line <= line and end <= one.location.end_line
            for one in self.inside(path)
            if one.name.startswith(prefix) and symbols.without_arguments(one.name).startswith(prefix + "::")
        )

    # -- nearest --

    def near(self, word: str, kind: str = "symbol", limit: int = 3) -> list[tuple[int, str]]:
        """The names nearest to a word with the number of letters that differ, the nearest first."""
        nearest = self._nearest.get(kind)
        if nearest is None:
            if kind == "file":
                nearest = Nearest(self.basenames, str, 8, lambda low: low[:2] + "." + low.rpartition(".")[2])
            elif kind == "endpoint":
                nearest = Nearest(self.endpoints, lambda low: low.rpartition(".")[2], 5)
            else:
                every = self.names | self.ops.keys() | self.wrappers.keys()
                nearest = Nearest(every, str, 5, lambda low: f"{low[:1]}.{low[-2:]}", 10)
            self._nearest[kind] = nearest
        return nearest.of(word, limit)

    @of_index
    def _nearest(self) -> dict[str, Nearest]:
        """What finds the names of a kind, for the kinds that somebody asked for."""
        return {}


_HUMP = regex(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+")


def _placed(where: Location, kind: str) -> Place:
    return Place("", kind, where.path, where.line, where.end_line)
