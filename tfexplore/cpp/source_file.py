"""A file as the compiler of one build sees it: the text that is compiled, and what each macro's name means where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from itertools import islice
from operator import itemgetter

from tfexplore.cpp import lexer, macros
from tfexplore.cpp.expansion import SINKS
from tfexplore.cpp.macros import Headers, Macro, Variant, Worlds
from tfexplore.cpp.scopes import Scopes, read_scopes

_LAST = re.compile(r"(\S)\s*\Z")
_WORD = re.compile(r"[A-Za-z_$]\w*")
_NEXT = re.compile(r"\s*(\S)")
#: Letters of what other letters are pasted to, at least.
LEAST_PASTED = 3
#: The undecided conditions that may have had a say in one macro.
_MAX_WORLDS = 50
#: How many conditions around a line are told.
_MAX_AROUND = 16


def _without(text: str, skips: list[tuple[int, int]]) -> str:
    """The text with some stretches, which stand in order, blanked."""
    if not skips:
        return text
    pieces: list[str] = []
    done = 0
    for start, end in skips:
        pieces += (text[done:start], lexer.blank(text[start:end]))
        done = end
    return "".join((*pieces, text[done:]))


class File:
    """A file as the compiler of this build sees it: the text that is compiled, and what each name means where."""

    def __init__(self, path: str, data: bytes, headers: Headers, defines: Mapping[str, Macro]) -> None:
        self.path = path
        unit = macros.read_unit(path, data, keep_source=True)
        assert unit.source is not None
        self.source = unit.source
        self.headers = headers
        self._defines = defines
        #: Conditions inside of a statement that a build decides which is not here: the line, and the condition.
        self.undecided: list[tuple[int, str]] = []
        #: What is included, and where.
        self.includes: list[tuple[int, str]] = []
        #: Of these, the files whose text matters and not only their directives.
        self.listed: set[str] = set()
        #: The stretches that such a build may leave out: the first and last line, and under which condition they stand.
        self.doubtful: list[tuple[int, int, str]] = []
        self._local: dict[str, list[tuple[int, Macro | None]]] = {}
        #: Behind which offsets branches of such conditions have left macros that are not the same in all of them, the
        #: conditions under which each definition holds from which line on.
        self._worlds: list[tuple[int, Worlds]] = []
        self._settled: dict[tuple[str, str, int], list[tuple[int, str]]] = {}
        #: What is included under such conditions.
        self._sometimes: list[tuple[Variant, str]] = []
        self._always: list[Variant] = []
        self._included_under: dict[str, str] = {}
        self._every_world: list[tuple[int, Worlds]] | None = None
        self._order: dict[int, int] = {}
        self._stretches: list[tuple[int, tuple[str, ...]]] = []
        self._touched: dict[str, list[tuple[int, Worlds]]] = {}
        self._possible: dict[str, bool] = {}
        self._deciding = macros.Budget()
        self._variants: list[Variant] = []
        self._reach: set[Variant] | None = None
        self._scopes: Scopes | None = None
        self._memo: dict[str, Macro | None] = {}
        env: dict[str, Macro | None] = {}
        skips: list[tuple[int, int]] = []
        pushed: dict[str, list[Macro | None]] = {}
        entered: list[tuple[int, str]] = []
        for event in macros.active(unit, lambda name: self.lookup(name, 1 << 60), headers.open):
            if event.kind == "push":
                pushed.setdefault(event.name, []).append(self.lookup(event.name, 1 << 60))
                continue
            if event.kind == "pop":
                if not pushed.get(event.name):
                    continue
                event = event._replace(macro=pushed[event.name].pop())
            if event.kind == "include":
                self.includes.append((event.start, event.name))
                target = headers.resolve(event.name, path, bool(event.text))
                found = headers.variant(target, env) if target and target != path else None
                if found is not None:
                    self._variants.append(found)
                    if entered:
                        self._sometimes.append((found, " && ".join([text for _, text in entered])))
                    else:
                        self._always.append(found)
                    self._reach = None
                    self._memo.clear()
            elif event.kind == "skip":
                skips.append((event.start, event.end))
            elif event.kind == "enter":
                entered.append((self.source.line(event.start), event.text))
            elif event.kind == "leave":
                first, text = entered.pop()
                self.doubtful.append((first, self.source.line(event.start), text))
            elif event.kind == "undecided":
                if not _between(self.source.shape, event.start, event.end):
                    self.undecided.append((self.source.line(event.start), " ".join(event.text.split())))
            elif event.worlds is not None:
                self._worlds.append((event.end, event.worlds))
                noted: dict[tuple[str, str, int], str] = {}
                macros.note_worlds(noted, event.worlds, [text for _, text in entered])
                for key, condition in noted.items():
                    self._settled.setdefault(key, []).append((self.source.line(event.start), condition))
            else:
                env[event.name] = event.macro
                self._local.setdefault(event.name, []).append((event.end, event.macro))
        self.doubtful += [(first, len(self.source.lines), text) for first, text in entered]
        self.doubtful.sort()
        self._doubtful: dict[tuple[str, str, int], str] | None = None
        #: Behind which offsets another definition of the file's own holds, and what was found to surround what.
        self._local_ends = sorted([end for versions in self._local.values() for end, _ in versions])
        self._surroundings: dict[tuple[frozenset[str], int], bytes] = {}
        #: The text that is compiled, directives blanked; `shape` without literals too.
        self.code = _without(self.source.code, skips)
        self.shape = _without(self.source.shape, skips)

    @property
    def scopes(self) -> Scopes:
        """The namespaces and classes of what is compiled."""
        if self._scopes is None:
            self._scopes = read_scopes(self.shape, self.source.directives)
        return self._scopes

    @property
    def local(self) -> Mapping[str, list[tuple[int, Macro | None]]]:
        """The file's own definitions: name -> (offset behind the directive, macro or None for `#undef`)."""
        return self._local

    @property
    def reach(self) -> set[Variant]:
        """The headers that this file includes, directly or not."""
        if self._reach is None:
            self._reach = macros.reachable(self._variants)
        return self._reach

    def lookup(self, name: str, offset: int) -> Macro | None:
        """What a name means at an offset of this file."""
        own = self._local.get(name)
        if own:
            for position, macro in reversed(own):
                if position <= offset:
                    return macro
        if name in self._memo:
            return self._memo[name]
        found = self._defines.get(name)
        candidates = self.headers.by_name.get(name)
        if candidates:
            reach = self.reach
            visible = [v for v in candidates if v in reach]
            if len(visible) == 1:
                found = visible[0].defs[name]
            elif visible:
                seen: set[Variant] = set()
                for start in reversed(self._variants):
                    known, macro = macros.last_definition(name, start, seen)
                    if known:
                        found = macro
                        break
        self._memo[name] = found
        return found

    def surroundings(self, start: int, end: int) -> bytes:
        """A digest of every definition that an expansion of what stands between two offsets can come to.

        With the same text and the same surroundings it expands to the same statements, whatever else the file and its
        headers hold. Lines are left out: what is defined in another line is the same.
        """
        lookup = self.lookup
        macros = [
            (name, macro) for name in set(_WORD.findall(self.shape, start, end)) if (macro := lookup(name, start))
        ]
        key = (frozenset([name for name, _ in macros]), bisect_right(self._local_ends, start))
        digest = self._surroundings.get(key)
        if digest is not None:
            return digest
        found = dict(macros)
        waiting = [macro for _, macro in macros]
        words, glues = {name for name, _ in macros}, False
        while waiting:
            macro = waiting.pop()
            glues = glues or macro.glues
            names = [*macro.idents, *self.pasted(macro)] if macro.pasted_ends else macro.idents
            if glues and not waiting:
                words.update(_WORD.findall(self.shape, start, end), *[one.idents for one in found.values()])
                names = [*names, *self.begun_by(words)]
            for name in names:
                if name not in found:
                    reached = lookup(name, start)
                    if reached is not None:
                        found[name] = reached
                        waiting.append(reached)
        state = blake2b(digest_size=8)
        for name, macro in sorted(found.items()):
            state.update(f"{name}\0{macro.path}\0{macro.params}\0{macro.variadic}\0{macro.text}\1".encode())
        digest = self._surroundings[key] = state.digest()
        return digest

    def pasted(self, macro: Macro) -> list[str]:
        """The sinks and macros whose names `##` could make of the first or last part, where a body spells that out."""
        found: list[str] = []
        for first, last in macro.pasted_ends:
            names = (*SINKS, *self._local)
            if first:
                found += [name for name in names if name.startswith(first)]
                found += self.headers.names_that_begin(first)
            else:
                found += [name for name in names if name.endswith(last)]
                found += self.headers.names_that_end(last)
        return found

    def begun_by(self, words: Iterable[str]) -> list[str]:
        """The sinks and macros that begin with one of some words, as those have it that others are pasted to."""
        found: list[str] = []
        for word in words:
            if word[-1] == "_" and len(word) >= LEAST_PASTED:
                found += [name for name in (*SINKS, *self._local) if name.startswith(word)]
                found += self.headers.names_that_begin(word)
        return found

    def defined(self, words: set[str]) -> set[str]:
        """Those of some names that the file, a header or the build defines, whether this file sees it or not."""
        return (words & self.headers.by_name.keys()) | (words & self._local.keys()) | (words & self._defines.keys())

    def conditions(self, line: int, expanded: Iterable[tuple[str, str, int]]) -> list[str]:
        """The conditions that a build decides which is not here, of what stands on a line and came through macros."""
        if not self.headers.open:
            return []
        if self._doubtful is None:
            self._doubtful = {key: text for v in self.reach for key, text in v.doubtful.items()}
            sure = {variant.path for variant in macros.reachable(self._always)} if self._sometimes else set()
            for variant, text in self._sometimes:
                for included in macros.reachable([variant]):
                    if included.path not in sure:
                        self._included_under.setdefault(included.path, text)
        lines = {line}
        found = []
        for key in sorted(expanded):
            if key[0] == self.path and self._around(key[2]):
                lines.add(key[2])
                continue
            if key[0] in self._included_under:
                found.append(self._included_under[key[0]])
            if key in self._doubtful:
                found.append(self._doubtful[key])
            found += [text for start, text in self._settled.get(key, ())[:_MAX_WORLDS] if start < line]
        own = [text for at in sorted(lines) for text in self._around(at)]
        return list(dict.fromkeys((*own, *found)))

    def under(self, offset: int) -> str:
        """The conditions that a build decides which is not here, of what stands at an offset."""
        return " && ".join(self._around(self.source.line(offset))) if self.doubtful else ""

    def _around(self, line: int) -> tuple[str, ...]:
        """The undecided conditions around a line, the innermost where there are many."""
        if not self._stretches:
            self._stretches = _stretches(self.doubtful)
        return self._stretches[bisect_right(self._stretches, line, key=itemgetter(0)) - 1][1]

    def worlds(self, names: Iterable[str], offset: int) -> list[Worlds]:
        """The undecided conditions that some macros, as an offset has them, were defined under in several ways."""
        if not self.headers.open:
            return []
        kept: dict[int, Worlds] = {}
        for name in names:
            current = [self.lookup(name, offset)]
            every = self._worlds_of(name)
            last = bisect_right(every, offset, key=itemgetter(0))
            for _, worlds in reversed(every[max(0, last - _MAX_WORLDS) : last]):
                states = worlds.of(name)
                if not any(macro is not None and macro in states for macro in current):
                    continue
                current += states
                told = [macro for macro in states if macro is not None]
                if any(not _alike(one, told[0]) for one in told):
                    kept[id(worlds)] = worlds
                if len(kept) > _MAX_WORLDS:
                    break
        return sorted(kept.values(), key=lambda worlds: self._order[id(worlds)])

    def _all_worlds(self) -> list[tuple[int, Worlds]]:
        if self._every_world is None:
            variants = sorted((v for v in self.reach if v.worlds), key=lambda variant: variant.path)
            self._every_world = [(-1, worlds) for variant in variants for worlds in variant.worlds]
            self._every_world += self._worlds
            self._order = {id(worlds): number for number, (_, worlds) in enumerate(self._every_world)}
        return self._every_world

    def _worlds_of(self, name: str) -> list[tuple[int, Worlds]]:
        """The conditions under which a name was touched, at the end those of the file itself in their order."""
        if name not in self._touched:
            found = [(place, worlds) for place, worlds in self._all_worlds() if name in worlds.before]
            self._touched[name] = found
        return self._touched[name]

    def builds(self, worlds: list[Worlds], offset: int, most: int) -> list[dict[str, Macro]] | None:
        """What macros are in each build that takes one branch of each of some conditions; None for more than `most`.

        What stands at the offset is compiled in all of them: no condition around it, and of the branches, excludes
        another.
        """
        around = self.under(offset)
        found: list[tuple[str, dict[str, Macro]]] = [(around, {})]
        for one in worlds:
            further = []
            for condition, defined in found:
                for branch, touched in one.branches:
                    both = f"{condition} && {branch}" if condition else branch
                    if self._is_possible(both, offset):
                        before = {name: macro for name, macro in one.before.items() if macro is not None}
                        now = {name: macro for name, macro in touched.items() if macro is not None}
                        further.append((both, {**before, **defined, **now}))
            if len(further) > most:
                return None
            found = further
        return [defined for _, defined in found]

    def _is_possible(self, condition: str, offset: int) -> bool:
        """Whether a build may fulfil conditions that are joined: not where one says the opposite of another."""
        known = self._possible.get(condition)
        if known is None:
            parts = set(condition.split(" && "))
            known = not any(macros.negated(part) in parts for part in parts)
            if known and self._deciding.left > 0:
                known = macros.is_possible(
                    condition, lambda name: self.lookup(name, offset), self.headers.open, self._deciding
                )
            self._possible[condition] = known
        return known

    @contextmanager
    def imagined(self, definitions: Mapping[str, Macro]) -> Iterator[None]:
        """Macros are meanwhile what another build makes of them."""
        before = {name: self._local.get(name) for name in definitions}
        self._local.update({name: [(-1, macro)] for name, macro in definitions.items()})
        try:
            yield
        finally:
            for name, versions in before.items():
                if versions is None:
                    del self._local[name]
                else:
                    self._local[name] = versions

    def definitions(self, name: str) -> list[Macro]:
        """Every definition that some place of this file sees."""
        found = [m for _, m in self._local.get(name, ()) if m is not None]
        elsewhere = self.lookup(name, -1)
        if elsewhere is not None:
            found.append(elsewhere)
        if self.headers.open:
            for worlds in (worlds for variant in self.reach for worlds in variant.worlds if name in worlds.before):
                found += [macro for macro in worlds.of(name) if macro is not None and macro not in found]
        return found


def _stretches(doubtful: list[tuple[int, int, str]]) -> list[tuple[int, tuple[str, ...]]]:
    """From which line on which conditions hold, of their first and last lines."""
    changes: dict[int, list[tuple[bool, int]]] = {0: []}
    for number, (first, last, _) in enumerate(doubtful):
        changes.setdefault(first, []).append((True, number))
        changes.setdefault(last + 1, []).append((False, number))
    inside: dict[int, None] = {}
    found = []
    for line in sorted(changes):
        for begins, number in sorted(changes[line]):
            if begins:
                inside[number] = None
            else:
                inside.pop(number, None)
        innermost = islice(reversed(inside), _MAX_AROUND)
        found.append((line, tuple([doubtful[number][2] for number in sorted(innermost)])))
    return found


def _alike(one: Macro, other: Macro) -> bool:
    """Whether two definitions say the same."""
    return (one.params, one.variadic, one.text.split()) == (other.params, other.variadic, other.text.split())


def _between(shape: str, start: int, end: int) -> bool:
    """Whether a directive stands between statements, and not inside of one."""
    before = _LAST.search(shape, max(0, start - 4000), start)
    if before is None or before.group(1) in ";{}":
        return True
    after = _NEXT.match(shape, end)
    # An invocation without a semicolon ends a statement as well, unless a chained call goes on behind it.
    return before.group(1) == ")" and (after is None or after.group(1) not in ".,)+<-")
