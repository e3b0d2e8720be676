"""What files yielded, linked to the facts of an index.

A *stage* is a part of that which takes time and depends on few files: the Python side, the SWIG layer, the evidence of
claims. Its result is kept with a digest of what it depends on, and used again while that is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import Any

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.cache import Cache, Draft, Snapshot, tool_version
from tfexplore.errors import UsageError
from tfexplore.index import shelf
from tfexplore.index.store import open_index
from tfexplore.model import OpDef, SourceState, Symbol
from tfexplore.paths import HEADERS
from tfexplore.pipeline.files import NOTHING, FileFacts, Files, beside, decides, reading, record, remembered
from tfexplore.pipeline.guarded import guarded_note
from tfexplore.pipeline.headers import NOTHING_ASKED, RELEASE_NOTE
from tfexplore.pipeline.parts import CPP, PYTHON_PARTS, SITES
from tfexplore.source.checkout import OpenedSource
from tfexplore.source.profile import Profile
from tfexplore.source.tree import MAX_FILE, Progress

if TYPE_CHECKING:
    from tfexplore.cpp.release import Release
    from tfexplore.extract.python_link import Package, PythonLinked
    from tfexplore.extract.swig_records import SwigFacts
    from tfexplore.index.write import Columns, Facts
    from tfexplore.pipeline import IndexOptions
    from tfexplore.pipeline.again import Again, Edited, KeptRows
    from tfexplore.pipeline.evidence import Located
    from tfexplore.source.linkage import Evaluation


class _Linkage(Record):
    """The library of each file, how that is known, notes for a person, and the Python files that are shipped."""

    libraries: dict[str, str]
    kind: str
    notes: tuple[str, ...]
    python_files: frozenset[str]
    defines: dict[str, str]


class _Release(Record):
    """What other repositories need of this tree (`cpp.release`) as a text, and the headers that it depends on: those
    that are `applying` wholly, those that are `named` for their constants.
    """

    text: str
    applying: tuple[str, ...]
    named: frozenset[str]


class Extraction:
    """One run: from an opened source to the facts of an index."""

    def __init__(
        self,
        opened: OpenedSource,
        profile: Profile,
        say: Progress,
        cache: Cache,
        name: str,
        last: Snapshot | None,
        options: IndexOptions,
    ) -> None:
        self.opened = opened
        self.profile = profile
        self.say = say
        self.last = last
        self._cache = cache
        self._name = name
        self._external = (options.external,) if options.external else ()
        self._jobs = options.jobs
        self._against = options.against
        self._sections: dict[str, Any] = {}
        #: What the next run will know of this one, as far as it is known.
        self._draft: Draft | None = None
        self._evaluation: Evaluation | None = None

    def facts(self) -> tuple[Facts, SourceState, tuple[str, ...]]:
        """Every fact of the tree, linked; the state of the source; and what a person should know about the run."""
        opened = self.opened
        reader = self._files
        try:
            # What the build files define decides how C++ is read; beside their child process this one does what needs
            # no C++. Workers are made when nothing is under way, and what is left to do here is done beside them.
            self._start_linkage()
            swig, evidence = self._swig(), self._evidence()
            self._read_packages()
            if self._evaluation is not None:
                reader.read_meanwhile(self._evaluation.ready)
            linkage = self._linkage()
            reader.define(linkage.defines)
            reading_files = reader.start()
            release_text = self._release(reader)
            files = self._remembered(reading_files)
            self.say("linking", 0, 0)
        finally:
            reader.stop()
            if self._evaluation is not None:
                self._evaluation.stop()
        facts = self._link(files, linkage, swig, evidence)
        notes = ((RELEASE_NOTE, release_text),) if release_text else ()
        facts = facts._replace(notes=(guarded_note(files, facts), *notes))
        state = SourceState(opened.repository, opened.tag, opened.commit, self.profile.name, linkage.kind)
        return facts, state, (*opened.notes, *self._too_large(), *linkage.notes)

    def _too_large(self) -> tuple[str, ...]:
        """What is said of build files and messages that are too large to be read: they hold no site to be unread."""
        found = [e.path for e in self.opened.entries if e.size > MAX_FILE and not e.path.endswith(SITES)]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return (f"{found[0]}{more}: larger than {MAX_FILE >> 20} MB, not read",) if found else ()

    @cached_property
    def _files(self) -> Files:
        against = self._release_to_read_against()
        return Files(self.opened, self.profile, self.say, self.last, self._neighbour, against, self._jobs)

    @cached_property
    def _neighbour(self) -> Snapshot | None:
        """The last run over another tree, where this one has not been read before."""
        neighbour = None if self.last else self._cache.newest(self._name)
        if neighbour is not None and neighbour.section("tool") != tool_version():
            return None  # another version of the tool reads files in another way
        return neighbour

    def again(self) -> Again | None:
        """What the few files that changed since the last run mean; None when everything has to be linked anew."""
        from tfexplore.pipeline.again import Stages, look_again

        if self.last is None:
            return None
        stages = Stages(self._evidence, self._same_linkage, self._other_release, self._swig)
        found = look_again(self._files, stages)
        if found is not None:
            again = ("stage:linkage", "stage:release", "stage:swig", "swig:read")
            found.sections.update({name: self._sections[name] for name in again if name in self._sections})
        return found

    def keep_on(self, again: Again, more: Mapping[str, Any]) -> None:
        """Add to the last run's snapshot what `again` found out."""
        assert self.last is not None
        self._cache.amend(self._name, self.last, {**again.sections, **more})

    def edit_index(self, again: Again, path: str) -> Edited | None:
        """Edit the index in `path` as `again` has it; None where that cannot be done."""
        from tfexplore.pipeline.again import edit_index
        from tfexplore.pipeline.python_again import PythonSide

        last = self.last
        kept: KeptRows | None = last.section("rows") if last is not None else None
        if last is None or kept is None:
            return None

        def libraries() -> Mapping[str, str]:
            linkage: _Linkage = last.section("stage:linkage")[1]
            return linkage.libraries

        seen = self._files.seen
        assert seen is not None

        def yielded(path: str) -> FileFacts | None:
            return self._files.fresh.get(path) or remembered(seen, path)

        changed = {*seen.changed, *self._files.fresh}
        python = PythonSide(last, changed, yielded, self._packages)
        edited = edit_index(again, self._cache.rows(self._name), kept, libraries, yielded, python, path)
        again.sections.update(python.sections)
        return edited

    def keep(self, rows: Sequence[Columns], more: Mapping[str, Any]) -> Callable[[], None]:
        """Begin to write down what this run found, for the next one; what is returned waits until that is done."""
        from tfexplore.index.patch import NO_EDITS, layout_of
        from tfexplore.pipeline.again import KeptRows

        draft = self._draft
        assert draft is not None
        beside_them = {"tool": tool_version(), "types": self._files.types(), "types:from": self._files.types_from()}

        def write() -> None:
            check = self._cache.write_rows(self._name, [piece for one in rows for piece in one.pieces])
            kept = KeptRows(layout_of(rows), check, NO_EDITS)
            for name, value in {**self._sections, "rows": kept, **beside_them, **more}.items():
                draft.section(name, value)
            draft.finish()

        draft.flush()  # what waits in this process is not to be written by two
        return beside(write)

    def stop(self) -> None:
        """Leave nothing half-written behind."""
        if self._draft is not None:
            self._draft.drop()

    def _remembered(self, reading_files: Iterator[FileFacts]) -> list[FileFacts]:
        """What the files yield, each written down for the next run as it comes."""
        files: list[FileFacts] = []

        def records() -> Iterator[tuple[str, str, bytes, bytes]]:
            one = next(reading_files, None)
            for path, content in [(e.path, e.content) for e in self.opened.entries]:
                if one is None or one.path != path:
                    yield path, content, b"", b""
                    continue
                files.append(one)
                yield path, content, one.digest, record(one)
                one = next(reading_files, None)

        # Records are a third of all memory that a run needs, so they go to the disk one by one.
        self._draft = self._cache.draft(self._name)
        self._draft.files(records())
        return files

    # -- stages --

    def _has_stage(self, name: str, key: object) -> bool:
        """Whether the result of a stage is there already."""
        section = f"stage:{name}"
        kept = self.last.section(section) if self.last else None
        return section in self._sections or (kept is not None and kept[0] == key)

    def _stage(self, name: str, key: object, make: Callable[[], Any]) -> Any:
        """The result of a stage, made anew only when its key has changed."""
        section = f"stage:{name}"
        if section in self._sections:
            return self._sections[section][1]
        kept = self.last.section(section) if self.last else None
        value = kept[1] if kept is not None and kept[0] == key else make()
        self._sections[section] = (key, value)
        return value

    def _content(self, wanted: Callable[[str], bool]) -> bytes:
        """A digest of the files whose path is wanted."""
        state = blake2b(digest_size=16)
        for entry in self.opened.entries:
            if wanted(entry.path):
                state.update(f"{entry.path}\t{entry.content}\n".encode("utf-8", "surrogateescape"))
        return state.digest()

    @cached_property
    def _linkage_key(self) -> str:
        from tfexplore.source import linkage

        return linkage.linkage_key(self.opened.entries, self.profile)

    def _start_linkage(self) -> None:
        """Have the build files followed by a process of their own, unless the last run's answer stands."""
        from tfexplore.source import linkage

        if not self._has_stage("linkage", self._linkage_key):
            self.say("following the build files", 0, 0)
            self._evaluation = linkage.Evaluation(self.opened.tree, self.profile, self.opened.entries)

    def _linkage(self) -> _Linkage:
        """Which library each file ends up in; it changes with the build files and the list of paths."""

        def make() -> _Linkage:
            if self._evaluation is None:
                self._start_linkage()
            assert self._evaluation is not None
            made = self._evaluation.result()
            libraries = {path: names[0] for path, names in made.libraries.items() if names}
            return _Linkage(libraries, made.kind, tuple(made.notes), made.python_files, made.defines)

        found: _Linkage = self._stage("linkage", self._linkage_key, make)
        # By itself as well: an edit asks for it, and for nothing else that is so large.
        self._sections["defines"] = found.defines
        return found

    def _same_linkage(self) -> bool:
        """Whether the BUILD files of now say what those of the last run said."""
        last = self.last
        kept = last.section("stage:linkage") if last is not None else None
        return kept is not None and bool(kept[1] == self._linkage())

    @cached_property
    def _is_release(self) -> bool:
        """Whether this is a tree of TensorFlow itself."""
        return any(e.path == "tensorflow/core/framework/types.h" for e in self.opened.entries)

    def _release_to_read_against(self) -> Release | None:
        """The release whose macros and types stand in for headers that the tree includes and does not have."""
        if self._against is None and self._is_release:
            return None
        from tfexplore.cpp.release import decode
        from tfexplore.pipeline import DEFAULT_AGAINST

        with open_index(shelf.find(self._against or DEFAULT_AGAINST)) as index:
            text = index.note(RELEASE_NOTE)
        if text is None:
            raise UsageError(f"the index of {self._against} holds no release to read against; index that release again")
        return decode(text)

    def _release(self, files: Files, changed: Collection[str] | None = None) -> str:
        """What other repositories need of this tree, when it is a release of TensorFlow.

        `changed` are the files that are others since the last run has made that, where they are known.
        """
        if not self._is_release:
            return ""
        last = self.last
        defines = self._sections["defines"] if "defines" in self._sections or last is None else last.section("defines")
        frame = (self.opened.tag, self._content(decides), sorted(defines.items()))
        content = {e.path: e.content for e in self.opened.entries}

        # Beside headers it reads the sources of constants, and which they are depends on nothing else.
        def key(sources: Collection[str]) -> tuple[object, dict[str, str | None]]:
            return frame, {path: content.get(path) for path in sources}

        kept = last.section("stage:release") if last is not None else None
        if kept is not None and kept[0] == key(kept[0][1]):
            self._sections["stage:release"] = kept
        else:
            from tfexplore.cpp import release

            read = reading(self.opened.tree)
            if kept is None or changed is None:
                headers = release.applying(content, read)
            else:
                headers = [path for path in kept[1].applying if path not in changed] + release.applying(changed, read)
            found = files.make_reader().release(headers, self.opened.tag or "")
            made = _Release(release.encode(found.release), tuple(headers), found.named)
            self._sections["stage:release"] = (key(found.sources), made)
        text: str = self._sections["stage:release"][1].text
        return text

    def _other_release(self, changed: Collection[str]) -> str | None:
        """What other repositories need of this tree, where these files have made that something else."""
        kept = self.last.section("stage:release") if self.last is not None else None
        if kept is None or not any(self._is_of_release(path, kept) for path in changed):
            return None
        text = self._release(self._files, changed)
        return text if text != kept[1].text else None

    def _is_of_release(self, path: str, kept: tuple[Any, _Release]) -> bool:
        """Whether what other repositories need of this tree may depend on what is new in a file."""
        from tfexplore.cpp.release import applying

        (_, sources), release = kept
        if path in sources or path in self._files.types_from():
            return True
        if not decides(path):
            return False
        # Of all others the directives matter alone; a header that says other things in these is no mere edit (`moved`).
        return path in release.applying or path in release.named or bool(applying([path], reading(self.opened.tree)))

    # -- linking --

    def _link(self, files: Sequence[FileFacts], linkage: _Linkage, swig: SwigFacts, evidence: Located | None) -> Facts:
        from tfexplore import link
        from tfexplore.extract import swig_link, uses_link
        from tfexplore.extract.cpp_gradient_bodies import Bodies
        from tfexplore.index.write import Facts
        from tfexplore.pipeline.words import SECTION as WORDS
        from tfexplore.pipeline.words import counted

        libraries = linkage.libraries
        known = {one.path: one.unpickled() for one in files if one.known != NOTHING}
        self._sections["consulted"] = frozenset(
            [path for one in known.values() for path in (*one.consulted, *one.included)]
        )
        self._sections["asked"] = NOTHING_ASKED.with_more(known, self._files.make_reader)
        registrations = [one.registrations for one in known.values()]
        ops = link.in_libraries([op for one in registrations for op in one.ops], libraries)
        linked_python = self._python(files, ops, linkage)  # takes longest, and nothing else of what is linked
        kernels = [kernel for one in registrations for kernel in one.kernels]
        gradients = [gradient for one in registrations for gradient in one.gradients]
        unresolved = [site for one in registrations for site in one.unresolved]
        symbols = {one.path: one.parts["symbols"] for one in files if "symbols" in one.parts}
        words = counted([one.parts["words"] for one in files if "words" in one.parts])
        self._sections[WORDS] = words
        said = uses_link.unpacked({one.path: one.parts["uses"] for one in files if "uses" in one.parts})
        wanted = link.names_wanted(ops, kernels, gradients)
        used = uses_link.names_wanted([kernel.kernel_class for kernel in kernels], said)
        named = list(_symbols_named(symbols, wanted | swig_link.names_wanted(swig.names) | used))
        places = link.Places(named, wanted)
        linked_ops = tuple(link.link_ops(ops, places))
        linked_kernels = tuple(link.link_kernels(kernels, places, libraries))
        bodies = Bodies(
            [body for one in files for body in one.parts.get("gradient_bodies", ())],
            ops,
            [found for one in files for found in one.parts.get("api_def", ())],
        )
        linked_uses = uses_link.link_uses(linked_kernels, named, said)
        python = linked_python()
        return Facts(
            paths=tuple(entry.path for entry in self.opened.entries),
            ops=linked_ops,
            kernels=linked_kernels,
            uses=linked_uses,
            gradients=(*link.link_gradients(gradients, places, libraries, bodies.of), *python.gradients),
            unresolved=(*link.link_unresolved(unresolved, libraries), *swig.unresolved, *python.unresolved),
            swig_files=swig.files,
            swig_names=swig_link.link_swig(swig, named, self._swig_uses(swig, files)),
            swig_effects=swig.effects,
            swig_unreachable=swig.unreachable,
            pybind=tuple([module for one in files for module in one.parts.get("pybind", ())]),
            endpoints=(*python.endpoints, *swig.endpoints),
            calls=python.calls,
            methods=python.methods,
            wrappers=python.wrappers,
            keras=python.keras,
            evidence=evidence.found() if evidence is not None else (),
            links=evidence.links if evidence is not None else (),
            symbols=symbols,
            marks={one.path: one.parts["marks"] for one in files if "marks" in one.parts},
            bases={one.path: one.parts["bases"] for one in files if "bases" in one.parts},
            words=words.hashes(),
            messages={
                one.path: one.parts["messages"]
                for one in files
                if "messages" in one.parts and (one.path in libraries or not one.path.endswith(CPP))
            },
        )

    def _swig(self) -> SwigFacts:
        """What the interface files say, and the headers that they wrap."""
        from tfexplore.extract.swig_python import follows_convention

        content = {e.path: e.content for e in self.opened.entries}
        # It reads a hundred files, and which they are depends on nothing else than what they say.
        asked: set[str] = set()

        def read(path: str) -> bytes:
            asked.add(path)
            return self.opened.tree.read(path)

        def key(paths: Collection[str]) -> tuple[bytes, dict[str, str | None]]:
            return self._paths, {path: content.get(path) for path in paths}

        kept = self.last.section("stage:swig") if self.last is not None else None
        if kept is not None and kept[0] == key(kept[0][1]):
            made: SwigFacts = kept[1]
            asked.update(kept[0][1])
        else:
            from tfexplore.extract.swig import read_swig

            made = read_swig(read, frozenset(content))
        self._sections["stage:swig"] = (key(asked), made)
        self._sections["swig:read"] = frozenset(asked)
        self._sections["swig:convention"] = follows_convention(made.modules)
        return made

    @cached_property
    def _paths(self) -> bytes:
        """A digest of the list of paths."""
        paths = "\0".join([e.path for e in self.opened.entries])
        return blake2b(paths.encode("utf-8", "surrogateescape"), digest_size=16).digest()

    def _swig_uses(self, facts: SwigFacts, files: Sequence[FileFacts]) -> list[Any]:
        """What Python uses of the module that the interface files make, whatever its name is."""
        from tfexplore.extract.swig_python import follows_convention, python_uses

        if follows_convention(facts.modules):
            return [use for one in files for use in one.parts.get("swig_uses", ())]
        read = reading(self.opened.tree)
        texts = ((e.path, read(e.path)) for e in self.opened.entries if e.path.endswith(".py"))
        return [use for path, data in texts if data for use in python_uses(path, data, facts.modules)]

    def _python(
        self, files: Sequence[FileFacts], ops: Collection[OpDef], linkage: _Linkage
    ) -> Callable[[], PythonLinked]:
        """The facts of the Python side, which depend on Python, the api definitions, and the ops.

        They take as long to link as all the rest, so that is begun beside it; what is returned waits for them.
        """
        from tfexplore.extract.external import fingerprint
        from tfexplore.extract.python_link import link_python
        from tfexplore.pipeline.python_again import ASKED, NAMES, python_parts, sections_of

        parts = {one.path: found for one in files if (found := python_parts(one, linkage.python_files))}
        self._sections["python:files"], self._sections["python:shipped"] = parts, linkage.python_files
        state = blake2b(repr(sorted(linkage.python_files)).encode(), digest_size=16)
        for one in files:
            if not PYTHON_PARTS.isdisjoint(one.parts):
                state.update(one.path.encode("utf-8", "surrogateescape") + one.digest)
        # An op is a name in `tf.raw_ops` as well, which stands where the op does.
        asked = [(op.name, op.input_arg, op.output_arg, op.attr, op.linked_into, op.location) for op in ops]
        state.update(repr(asked).encode())
        state.update(fingerprint(self._external).encode())

        def make() -> tuple[PythonLinked, dict[str, Any]]:
            linked, asked = link_python(parts.items(), ops, linkage.python_files, self._packages)
            return linked, sections_of(asked)

        key = state.digest()
        last = self.last
        kept: Any = None
        # What edits have asked since then is not what that link asked.
        if last is not None and last.added.isdisjoint((NAMES, ASKED)):
            kept = last.section("stage:python")
        begun = None if kept is not None and kept[0] == key else beside(make)

        def linked() -> PythonLinked:
            found: PythonLinked
            if begun is not None:
                found, sections = begun()
            else:
                assert last is not None
                found, sections = kept[1], {name: last.section(name) for name in (NAMES, ASKED)}
            self._sections.update(sections)
            self._sections["stage:python"] = (key, found)
            return found

        return linked

    def _packages(self, names: Collection[str]) -> list[Package]:
        """The packages of these names beside the tree, which are read once while they are what they are."""
        from tfexplore.extract.external import fingerprint
        from tfexplore.extract.python_link import read_packages

        section = "python:packages"
        state = fingerprint(self._external)
        before = self.last or self._neighbour
        kept = self._sections.get(section) or (before.section(section) if before is not None else None)
        if names and (kept is None or kept[0] != state):
            kept = state, read_packages(self._external)
        self._sections[section] = kept
        return [one for one in kept[1] if one.name in names] if kept is not None else []

    def _read_packages(self) -> None:
        """Have the packages beside the tree read, for `_python` to find them read."""
        if self._is_release:
            from tfexplore.extract.external import PACKAGES

            self._packages(PACKAGES)

    def _evidence(self) -> Located | None:
        """Where the evidence of each claim stands in this tree, when it is TensorFlow's."""
        if not any(e.path.startswith("tensorflow/core/kernels/") for e in self.opened.entries):
            return None
        from tfexplore.pipeline.evidence import locate

        before = self.last or self._neighbour
        kept = before.section("evidence") if before is not None else None
        content = {e.path: e.content for e in self.opened.entries}
        located = locate(kept, content, reading(self.opened.tree), self._external)
        self._sections["evidence"] = located
        return located


def _symbols_named(packed: Mapping[str, str], wanted: Collection[str]) -> Iterator[Symbol]:
    from tfexplore.extract.uses import RUNNING
    from tfexplore.index.symbols import unpacked

    working = tuple([f"::{name}" for name in RUNNING])

    def named(name: str, kind: str) -> bool:
        # What a class does depends on that class alone, whoever names it.
        return name in wanted or "<" in name or kind == "class" or name.endswith(working)

    for path, text in packed.items():
        if path.endswith((*CPP, *HEADERS)):
            yield from unpacked(text, path, named)
