"""Whether what a document says of the source is so: each citation against the index and, where there is one, the tree.

Only what can be told is told. A name that nothing explains is "not found" when its shape, or what the text says of it,
leaves no doubt that TensorFlow's source is meant; a cited line is held against the name that the text ties to it; a
quotation is compared with a tree or not at all.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import wording
from tfexplore.answers.citations import SUFFIXES, Citation, Unread, read_document
from tfexplore.answers.known import MAX_SEARCHED, Known
from tfexplore.answers.quotations import MAX_TOKENS, Quotations, quoted_tokens
from tfexplore.answers.verifying.classes import Classes, body_end, rank
from tfexplore.index.symbols import Place, without_arguments
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.quotations import Compared
    from tfexplore.answers.searching import Read
    from tfexplore.index.store import Index

#: How far from a cited line the thing may stand: a decorator above it, a template line.
NEAR_LINES = 3
#: Files by which one word of a quotation may lead to another.
MAX_CANDIDATES = 40


class Verdict(Record):
    """What became of one citation; `location` is where the thing is now.

    `verdict` is `"found"`, `"moved"`, `"not found"`, `"differs"` or `"external"`.
    """

    document: str
    line: int
    column: int
    text: str
    kind: str
    verdict: str
    location: Location | None
    suggestions: tuple[str, ...] = ()
    detail: str = ""


class Verified(Record):
    """The verdicts on a document, and how many quotations there was no tree to compare with.

    `unread` is what was not read, so that a wrong citation in it would not be known; `unsearched` are citations that
    were judged without a search of all files, because there are too many of them.
    """

    verdicts: tuple[Verdict, ...]
    unchecked: int
    unread: tuple[Unread, ...] = ()
    unsearched: tuple[Unread, ...] = ()

    @property
    def wrong(self) -> int:
        """How many citations are wrong."""
        return sum(one.verdict in ("moved", "not found", "differs") for one in self.verdicts)


def verify(index: Index, document: str, text: str, read: Read | None = None) -> Verified:
    """The verdicts on a document; `read` gives the bytes of a tree's file."""
    (verified,) = verify_all(index, [(document, text)], read)
    return verified


def verify_all(index: Index, documents: Sequence[tuple[str, str]], read: Read | None = None) -> Iterator[Verified]:
    """The verdicts on documents, each a name and a text; what is looked up for one is known for the next."""
    known = Known(index, "\n".join([text for _, text in documents]), read)
    classes = Classes(known)
    for name, text in documents:
        yield _Checker(index, name, text, known, classes).verified()


class _Checker:
    def __init__(self, index: Index, document: str, text: str, known: Known, classes: Classes) -> None:
        self.document = document
        self.state = index.state
        said = read_document(text)
        self.said = said.citations
        self.text_lines = said.lines
        self.unread = said.unread
        self.cut: list[Unread] = []  # quotations of which only the beginning was compared
        self.known = known
        self.classes = classes
        known.begin()
        self.quotations = Quotations(self.known.read)
        self.own: set[str] = set()  # what the author's own code defines
        self.quoted: dict[int, Compared] = {}
        self.tied: dict[int, tuple[Citation, bool]] = {}  # a path's position to its name; whether it is its definition
        self.weak: dict[int, Citation] = {}  # a path's position to the only name of its sentence
        self.whole: dict[str, list[str]] = {}  # file names that the document spells out somewhere

    def verified(self) -> Verified:
        """The verdicts in the order of the document."""
        self._tie()
        self._spelled_out()
        self._expect()
        verdicts: list[Verdict] = []
        unchecked = 0
        for position, one in enumerate(self.said):
            if one.kind == "quotation":
                verdict = self._quotation(one, position)
                unchecked += verdict is None and not self.known.has_tree
                if verdict is None or verdict.verdict == "differs":
                    self.own.update(re.findall(r"\b(?:def|class|struct|void|#define)\s+(\w+)", one.code))
                    self.own.update(re.findall(r"\bREGISTER_OP\(\"(\w+)", one.code))
                    self.own.update(re.findall(r"^(\w+) = ", one.code, re.M))
                if verdict is not None:
                    verdicts.append(verdict)
        for position, one in enumerate(self.said):
            if one.kind == "quotation":
                continue
            made = self._path(one, position) if one.kind in ("path", "path:line") else self._name(one, position)
            if made is not None:
                verdicts.append(made)
        verdicts.sort(key=lambda each: (each.line, each.column))
        unread = sorted([*self.unread, *self.cut])
        return Verified(tuple(verdicts), unchecked, tuple(unread), self._unsearched())

    def _unsearched(self) -> tuple[Unread, ...]:
        """The names that all files were to be searched for and were not, each where it is cited first."""
        left = self.known.unsearched
        made: dict[str, Unread] = {}
        for one in self.said if left else ():
            if one.kind != "quotation" and left.intersection([one.target, *_parts(one.target)]):
                reason = (
                    f"{one.target[:80]} was not looked for in all files: more than {MAX_SEARCHED} names are unknown"
                )
                made.setdefault(one.target, Unread(one.line, one.line, one.target[:80], reason))
        return tuple(made.values())

    def _verdict(
        self, one: Citation, verdict: str, where: Place | Location | None, near: Iterable[str] = (), detail: str = "",
        kind: str = "",
    ) -> Verdict:  # fmt: skip
        if isinstance(where, Place):
            where = Location(where.path, where.line, where.end_line)
        text = one.text or one.target
        return Verdict(self.document, one.line, one.column, text, kind or one.kind, verdict, where, tuple(near), detail)

    # -- what belongs together --

    def _tie(self) -> None:
        """Find the name that each path is said of."""
        by_line: dict[int, list[int]] = {}
        for position, one in enumerate(self.said):
            if one.kind != "quotation":
                by_line.setdefault(one.line, []).append(position)
        for number, positions in by_line.items():
            text = self.text_lines[number - 1]
            used: set[int] = set()
            paths = [p for p in positions if self.said[p].kind in ("path", "path:line")]
            for at, position in enumerate(positions):
                one = self.said[position]
                if position not in paths or not at:
                    continue
                before = self.said[positions[at - 1]]
                if positions[at - 1] in self.tied and text[before.end_column : one.column - 1].strip("`*") == "](":
                    self.tied[position] = self.tied[positions[at - 1]]  # a link's text and its target
                if before.kind in ("symbol", "op"):
                    tie = wording.forward(text[before.end_column : one.column - 1], one.kind == "path:line")
                    if tie:
                        defined = tie == "defined" or wording.definition_of(text[: before.column - 1])
                        self.tied[position] = (before, defined)
                        used.add(positions[at - 1])
            for at, position in enumerate(positions):
                if position not in paths or position in self.tied or at + 1 >= len(positions):
                    continue
                behind = self.said[positions[at + 1]]
                one = self.said[position]
                if behind.kind in ("symbol", "op") and positions[at + 1] not in used:
                    between = text[one.end_column : behind.column - 1]
                    tie = wording.backward(between, one.kind == "path:line", text[behind.end_column :])
                    if tie:
                        self.tied[position] = (behind, tie == "defined")
                        used.add(positions[at + 1])
            if text.lstrip().startswith("|") and len(paths) == 1 and paths[0] not in self.tied:
                cell = text.find("|", text.find("|") + 1)
                names = [p for p in positions if self.said[p].kind in ("symbol", "op")]
                first = [p for p in names if self.said[p].column <= cell] or names
                if len(first) == 1:
                    self.tied[paths[0]] = (self.said[first[0]], False)
            if len(paths) == 1 and paths[0] not in self.tied and self.said[paths[0]].kind == "path:line":
                self._beside(paths[0], [p for p in positions if self.said[p].kind in ("symbol", "op")], text)

    def _beside(self, position: int, names: list[int], text: str) -> None:
        """Note the one name of a sentence with one place, which need not be the name's own: a weak tie."""
        one = self.said[position]
        if len(names) == 1 and names[0] < position and self.said[names[0]].kind == "symbol":
            name = self.said[names[0]]
            between = text[name.end_column : one.column - 1]
            if not re.search(r"[.。;；!！?？] |[。；！？]|\b(?:not|unlike|instead)\b|不", between):
                self.weak[position] = name

    def _spelled_out(self) -> None:
        for one in self.said:
            if one.kind in ("path", "path:line") and "/" in one.target:
                found = self.known.resolve(one.target)
                if len(found) == 1:
                    listed = self.whole.setdefault(found[0].rpartition("/")[2].lower(), [])
                    if found[0] not in listed:
                        listed.append(found[0])

    def _expect(self) -> None:
        """Collect the words that only a tree's text can explain, so that it is searched once."""
        if not self.known.has_tree:
            return
        cited: dict[str, None] = {}
        for one in self.said:
            if one.kind in ("path", "path:line"):
                for path in self.known.resolve(one.target)[:3]:
                    cited[path] = None
        words: set[str] = set()
        for position, one in enumerate(self.said):
            if one.kind != "symbol":
                continue
            parts = _parts(one.target)
            if parts[0] in wording.OUTSIDE:
                continue
            if len(parts) == 1:
                if self._plain(one, position, searching=True) is not None:
                    words.add(one.target)
            elif "::" in one.target:
                unknown = [part for part in parts[-2:] if part and not self.known.knows(part)]
                words.update(part for part in unknown if part not in self.known.scopes)
            elif (
                one.target.startswith(("tf.contrib", "tf.compat.", "tf.lite."))
                and not self.known.knows(parts[-1])
                and one.target not in self.known.endpoints
                and one.target not in self.known.modules
            ):
                words.add(parts[-1])
        self.known.expect(words, cited)

    # -- paths --

    def _path(self, one: Citation, position: int) -> Verdict | None:
        target = one.target
        last = target.rpartition("/")[2]
        if not ("." in last and last.rpartition(".")[2].lower() in SUFFIXES) and last not in ("BUILD", "WORKSPACE"):
            return self._folder(one)
        if last in ("BUILD", "WORKSPACE") and "/" not in target:
            return None
        foreign = one.ref != "" and not self._ours(one.ref)
        found = self.known.resolve(target)
        if not found:
            if foreign and one.ref not in ("master", "main", "HEAD"):
                return None
            return self._missing(one, position)
        found = self._chosen(found, one, position)
        if foreign:
            detail = f"the link is to {one.ref}; its lines were not compared"
            return self._verdict(one, "found", Location(found[0], 1, 1), (), detail)
        tie = self.tied.get(position)
        if tie is not None and tie[0].target.startswith(("tf.", "keras.")) and not last.endswith((".py", ".pbtxt")):
            tie = None  # the kernel behind a public name
        if one.start:
            return self._line(one, found, tie, position)
        if tie is not None:
            wrong = self._attributed(one, found, *tie)
            if wrong is not None:
                return wrong
        where = Location(found[0], 1, 1)
        return self._verdict(one, "found", where if len(found) == 1 else None, found[1:4], _several(found))

    def _our_refs(self) -> tuple[str, ...]:
        return (self.state.tag or "", self.state.commit or "")

    def _ours(self, ref: str) -> bool:
        """Whether a link's revision is the index's: its tag, its commit, or the branch that it was released from."""
        tag, commit = self._our_refs()
        if ref == tag or (len(ref) >= 7 and commit.startswith(ref)):
            return True
        minor = ".".join(tag.lstrip("v").split(".")[:2])
        return bool(minor) and (ref == f"r{minor}" or re.fullmatch(rf"v?{re.escape(minor)}(?:\.\d+)?", ref) is not None)

    def _chosen(self, found: list[str], one: Citation, position: int) -> list[str]:
        """The files that a path can mean, first the one that the names around it are in."""
        if len(found) < 2:
            return found
        spelled = [p for p in found if p in self.whole.get(found[0].rpartition("/")[2].lower(), ())]
        scores: dict[str, float] = dict.fromkeys(found, 0.0)
        tie = self.tied.get(position)
        if tie is not None:
            for place in self._meant(tie[0].target):
                if place.path in scores:
                    scores[place.path] = max(scores[place.path], 20)
        for other in self.said[max(0, position - 8) : position + 9]:
            if other.kind in ("symbol", "op") and abs(other.line - one.line) <= 3 and other is not (tie and tie[0]):
                for path in {p.path for p in self._meant(other.target)} & scores.keys():
                    scores[path] += 2 if other.line == one.line else 1
        for path in found:
            at_home = "/core/" in path or path.startswith("tensorflow/python/")
            apart = "/contrib/" in path or "/lite/" in path or "/experimental/" in path
            scores[path] += (9 if path in spelled else 0) + (0.5 if at_home else 0) - (0.4 if apart else 0)
        return sorted(found, key=lambda path: -scores[path])

    def _missing(self, one: Citation, position: int) -> Verdict | None:
        target = one.target
        external = self._external_file(target)
        if external is not None:
            return self._verdict(one, "external", external, (), f"in the package {external.package} {external.version}")
        if wording.denied(self.text_lines[one.line - 1]):
            return None
        first = target.lower().lstrip("./").partition("/")[0]
        name = target.rpartition("/")[2].lower()
        if first in wording.OUTSIDE or (wording.PLACEHOLDER.search(target) and not target.startswith("tensorflow/")):
            return None
        if wording.PACKAGES.intersection(target.lower().split("/")):
            return None
        if target.startswith("/") and first not in wording.TOPS:
            return None  # a place on somebody's disk
        near = self.known.near(name, "file")
        close = bool(near) and near[0][0] <= max(1, len(name) // 6) and len(name) > 6
        same = self.known.called(name)
        rooted = first in wording.TOPS
        if re.match(r"gen_\w+_ops\.(?:py|cc|h)$", name) or name.endswith((".pb.h", ".pb.cc", "_pb2.py")):
            return None  # made when TensorFlow is built
        if "/" in target:
            if name in wording.COMMON_FILES and not first.startswith("tensorflow"):
                return None  # anybody's
            folder = target.rpartition("/")[0].rpartition("/")[2].lower()
            placed = folder in self.known.folders or (
                bool(same) and _tensorflowish(name) and folder + "s" in self.known.folders
            )
            if not (rooted or ((close or same) and placed)):
                return None
        elif not (
            close
            or (
                one.in_code
                and _tensorflowish(name)
                and self._kin(name)
                and not wording.example(self.text_lines[one.line - 1])
            )
            or (position in self.tied and self._meant(self.tied[position][0].target))
            or (one.start and one.in_code and _tensorflowish(name))
        ):
            return None  # a file name that may be anyone's: setup.py, main.cc
        elif not one.start and position not in self.tied and name in wording.COMMON_FILES:
            return None
        if same:
            verdict = "moved" if len(same) == 1 else "not found"
            where = Location(same[0], one.start or 1, one.end or 1) if len(same) == 1 else None
            return self._verdict(one, verdict, where, same[:3], f"there is no {target}")
        full = [self.known.called(path)[0] for _, path in near]
        return self._verdict(one, "not found", None, full, f"no such file among {len(self.known.paths):,}")

    def _kin(self, name: str) -> bool:
        """Whether a file name begins like one of the tree's and unlike anything of the author's."""
        words = name.partition(".")[0].split("_")
        if (
            "".join(words)
            .lower()
            .startswith(tuple([own.lower().removesuffix("op") for own in self.own if len(own) > 5]))
        ):
            return False
        return len(words[0]) > 2 and self.known.file_begins(words[0] + "_")

    def _external_file(self, target: str) -> Location | None:
        wanted = "/" + target.lower().lstrip("./")
        for place in self.known.externals.values():
            inside = f"/{place.path}".lower()
            if inside.endswith(wanted) and ("/" in target or (len(wanted) > 8 and not self.known.called(target))):
                return place
        return None

    def _folder(self, one: Citation) -> Verdict | None:
        target = one.target.rstrip("/").lower()
        if one.ref and not self._ours(one.ref):
            return None
        head = tuple(target + sign for sign in "/._")
        if any(path.startswith(head) or path == target for path in self.known.paths):
            return self._verdict(one, "found", None)
        last = target.rpartition("/")[2]
        if "." in last and last.rpartition(".")[2] in (
            "md",
            "ipynb",
            "sh",
            "txt",
            "png",
            "json",
            "so",
            "a",
            "dll",
            "yaml",
            "html",
        ):
            listed = target in self.known.paths
            return self._verdict(one, "found", None) if listed else None
        if target.count("/") < 2 and not one.text.rstrip("`").endswith("/"):
            return None  # `tensorflow/serving` is another repository
        wanted = target.rpartition("/")[2]
        whole = {path.rpartition("/")[0] for path in self.known.paths.values()}
        near = sorted(f for f in whole if f.lower().rpartition("/")[2][:4] == wanted[:4])[:3]
        return self._verdict(one, "not found", None, near, "no file of the tree lies there")

    # -- lines --

    def _meant(self, target: str) -> list[Place]:
        """Where a name is defined or registered, whichever way it is qualified."""
        if target.startswith(("tf.", "tensorflow.", "keras.")):
            return self.known.endpoint_places(_endpoint_name(target))
        parts = _parts(target)
        places = self.known.places(parts[-1])
        if len(parts) > 1:
            owner = parts[-2]
            inside = [p for p in places if _owner(p.name) == owner]
            files = [p for p in places if p.path.rpartition("/")[2] == owner + ".py"]
            if inside or files or not self.known.members(owner):
                return inside or files or places
            return []  # a member that the class has from elsewhere, or has not
        free = [p for p in places if not p.name or p.name == parts[-1]]
        return sorted(free or places, key=rank)

    def _line(self, one: Citation, found: list[str], tie: tuple[Citation, bool] | None, position: int) -> Verdict:
        fitting = [path for path in found if one.end <= self._length(path)]
        if not fitting:
            path = found[0]
            length = self._length(path)
            detail = (
                f"{path} has {length} lines"
                if self.known.has_tree
                else f"the last definition of {path} ends at {self.known.last_line(path)}"
            )
            where = Location(path, 1, 1)
            if tie is not None:
                here = [p for p in self._meant(tie[0].target) if p.path in found]
                if here:
                    return self._verdict(one, "moved", here[0], (_spot(here[0]),), detail)
            return self._verdict(one, "not found", where, (), detail)
        compared = self._quoted_after(one, position)
        if compared is not None and compared.path in fitting:
            if not _agree(one, compared.line, compared.end_line):
                where = Location(compared.path, compared.line, compared.end_line)
                now = f"{compared.path}:{compared.line}"
                return self._verdict(one, "moved", where, (now,), f"what is quoted begins at line {compared.line}")
            return self._verdict(one, "found", Location(compared.path, one.start, one.end))
        if tie is not None:
            held = self._line_by_text if self.known.has_tree else self._line_by_index
            made = held(one, fitting, *tie)
            for other in self._listed_with(tie[0]) if made.verdict != "found" else ():
                again = held(one, fitting, other, tie[1])
                if again.verdict == "found":
                    return again
            return made
        apart = self._far_from(one, fitting, self.weak[position]) if position in self.weak else None
        if apart is not None:
            detail = f"{self.weak[position].target} is at line {apart.line}"
            return self._verdict(one, "moved", apart, (_spot(apart),), detail)
        return self._verdict(one, "found", Location(fitting[0], one.start, one.end), fitting[1:4], _several(fitting))

    def _far_from(self, one: Citation, fitting: list[str], name: Citation) -> Place | None:
        """The definition of a name that a cited line has nothing to do with; None where it may have.

        It has when the name stands near it, or in the definition that it is inside of, or when that definition's name
        stands in the named one: a sentence about a function may well cite a function that this calls.
        """
        if not self.known.has_tree or name.target.startswith(("tf.", "keras.")):
            return None
        here = [p for p in self._meant(name.target) if p.path in fitting and p.kind in ("class", "function", "method")]
        if len(here) != 1 or len(fitting) != 1:
            return None
        place = here[0]
        lines = self.known.lines(place.path)
        last = max(place.end_line, body_end(lines, place), self.known.end(place))
        if place.line - 8 <= one.start <= last + 8:
            return None
        around = [s for s in self.known.inside(place.path) if s.kind in ("class", "function", "method")]
        around = [s for s in around if s.location.line <= one.start and one.end <= self.known.end_of(s)]
        word = re.escape(_parts(name.target)[-1]).encode()
        texts = [lines[max(0, one.start - 9) : one.end + 8]]
        texts += [lines[s.location.line - 1 : self.known.end_of(s)] for s in around]
        if not around or any(re.search(rb"(?<!\w)" + word + rb"(?!\w)", b"\n".join(text)) for text in texts):
            return None
        body = b"\n".join(lines[place.line - 1 : last])
        for symbol in around:
            called = _parts(symbol.name)[-1].encode()
            if re.search(rb"(?<!\w)" + re.escape(called) + rb"(?!\w)", body):
                return None
        return place

    def _listed_with(self, name: Citation) -> list[Citation]:
        """The names of a list that ends with one: `A` and `B` in "`A` and `B` are at x.cc:1 and x.cc:2"."""
        text = self.text_lines[name.line - 1]
        listed: list[Citation] = []
        last = name
        tied = [each for each, _ in self.tied.values()]
        for other in reversed([c for c in self.said if c.line == name.line and c.column < name.column]):
            between = text[other.end_column : last.column - 1]
            if other.kind not in ("symbol", "op") or other in tied or not wording.LISTED.fullmatch(between):
                break
            listed.append(other)
            last = other
        return listed

    def _length(self, path: str) -> int:
        """The number of lines of a file; without a tree, a number that it will hardly have."""
        data = self.known.read(path)
        if data is not None:
            return data.count(b"\n") + (not data.endswith(b"\n"))
        last = self.known.last_line(path)
        if not last:
            return 1 << 30
        if "test" in path or "benchmark" in path or not path.endswith((".cc", ".h", ".py")):
            return max(3 * last, last + 600)  # of a test hardly anything is a fact
        # Behind the last definition, registration or message of a file there is little more.
        return last + 60 if path.endswith(".cc") else last + 150 + last // 2

    def _words_of(self, target: str) -> list[bytes]:
        last = _parts(target)[-1]
        words = [last.encode()]
        if last in self.known.wrappers and target.partition(".")[0].startswith("gen_"):
            words += [op.encode() for _, op in self.known.wrappers[last]]
        return words

    def _line_by_text(self, one: Citation, fitting: list[str], name: Citation, strict: bool) -> Verdict:
        words = self._words_of(name.target)
        places = self._meant(name.target)
        single = one.start == one.end
        text = self.text_lines[one.line - 1]
        loose = wording.inside(text[: name.column - 1], text[name.end_column :])
        for path in fitting:
            lines = self.known.lines(path)
            near = lines[max(0, one.start - 1 - NEAR_LINES) : one.end + NEAR_LINES]
            if any(p.path == path for p in places):  # then a remark that speaks of it is not the place
                near = [line for line in near if not line.strip().startswith((b"//", b"#  ", b"# "))]
                if all(p.name for p in places):  # an op's name does stand in a string
                    near = [re.sub(rb'"(?:[^"\\]|\\.)*"', b'""', line) for line in near]
            around = b"\n".join(near)
            case = 0 if places else re.I
            if any(re.search(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)", around, case) for word in words):
                return self._verdict(one, "found", Location(path, one.start, one.end))
            for place in places:
                if place.path != path:
                    continue
                last = max(place.end_line, body_end(lines, place))
                if (
                    place.line - NEAR_LINES <= one.start
                    and one.end <= last + NEAR_LINES
                    and (not single or loose or not strict)
                ):
                    return self._verdict(one, "found", Location(path, one.start, one.end))
                if one.start < place.line and _only_remarks(lines[one.start - 1 : place.line - 1]):
                    return self._verdict(one, "found", Location(path, one.start, one.end))
            if (not strict or loose) and any(word in _statement_head(lines, one.start) for word in words):
                return self._verdict(one, "found", Location(path, one.start, one.end))
        if not strict and places and len(_parts(name.target)) == 1:
            for path in fitting:
                if self.known.within_member(path, name.target, one.start, one.end):
                    return self._verdict(one, "found", Location(path, one.start, one.end))
        here = [p for p in places if p.path in fitting]
        if here:
            now = min(here, key=lambda p: abs(p.line - one.start))
            return self._verdict(one, "moved", now, (_spot(now),), f"{name.target} is at line {now.line}")
        mentions: list[Place] = []
        whole = _as_words(words)
        for path in fitting:
            lines = self.known.lines(path)
            mentions += [
                Place("", "", path, number, number) for number, line in enumerate(lines, 1) if whole.search(line)
            ]
        if mentions:
            now = min(mentions, key=lambda p: abs(p.line - one.start))
            return self._verdict(one, "moved", now, (_spot(now),), f"{name.target} is at line {now.line}")
        if places:
            detail = f"{name.target} is not in {fitting[0]}"
            return self._verdict(one, "moved", places[0], tuple([_spot(p) for p in places[:3]]), detail)
        return self._verdict(one, "found", Location(fitting[0], one.start, one.end), fitting[1:4], _several(fitting))

    def _line_by_index(self, one: Citation, fitting: list[str], name: Citation, strict: bool) -> Verdict:
        """A cited line where no text is at hand: definitions and registrations are all that is known."""
        found = self._verdict(one, "found", Location(fitting[0], one.start, one.end), fitting[1:4], _several(fitting))
        places = self._meant(name.target)
        here = [p for p in places if p.path in fitting]
        single = one.start == one.end
        text = self.text_lines[one.line - 1]
        loose = wording.inside(text[: name.column - 1], text[name.end_column :])
        for place in here:
            if single and abs(place.line - one.start) <= NEAR_LINES + 1:
                return found._replace(location=Location(place.path, one.start, one.end))
            if not single and one.start - NEAR_LINES <= place.line <= one.end + NEAR_LINES:
                return found._replace(location=Location(place.path, one.start, one.end))
            holds = place.line - NEAR_LINES <= one.start and one.end <= self.known.end(place) + NEAR_LINES
            if holds and (not single or not strict or loose):
                return found._replace(location=Location(place.path, one.start, one.end))
            if self.known.alone_above(place, one.start):
                return found._replace(location=Location(place.path, one.start, one.end))  # a remark above it
        if re.search(r"regist|注册", text[max(0, one.column - 80) : one.column], re.I):
            return found  # where a function is registered need not be where it is defined
        if here and not loose:
            now = min(here, key=lambda p: abs(p.line - one.start))
            if now.kind == "macro" and not strict:
                return found  # where it is used
            if strict or now.kind in ("class", "type") or not self.known.within_body(now.path, one.start, one.end, now):
                return self._verdict(one, "moved", now, (_spot(now),), f"{name.target} is at line {now.line}")
        written = places and all(p.kind in ("class", "function", "method") for p in places)
        fitting_stems = {_stem(path) for path in fitting}
        elsewhere = written and not here and not fitting_stems & {_stem(p.path) for p in places}
        if elsewhere and (strict or not self.known.within_body(fitting[0], one.start, one.end, places[0])):
            detail = f"{name.target} is not defined in {fitting[0]}"
            return self._verdict(one, "moved", places[0], tuple([_spot(p) for p in places[:3]]), detail)
        return found

    def _attributed(self, one: Citation, found: list[str], name: Citation, strict: bool) -> Verdict | None:
        """A verdict on a file in which the name that is said to be there is not; None when it is."""
        places = self._meant(name.target)
        last = _parts(name.target)[-1]
        if name.target in self.own:
            return None
        if any(p.path in found for p in places):
            return None
        if self.known.has_tree:
            words = self._words_of(name.target)
            for path in found:
                data = self.known.read(path) or b""
                if any(re.search(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)", data, re.I) for word in words):
                    if not strict or not places or last in self.known.ops or path.endswith((".h", ".i")):
                        return None
                    break
            else:
                if not places and not strict:
                    return None  # the name has its own verdict
        elif not places or not strict or last in self.known.ops:
            return None
        if not places:
            return None
        if any(_stem(p.path) == _stem(path) for p in places for path in found):
            return None  # declared in the header, defined beside it
        detail = f"{name.target} is not in {found[0]}"
        return self._verdict(one, "moved", places[0], tuple(dict.fromkeys(_spot(p) for p in places[:3])), detail)

    # -- names --

    def _name(self, one: Citation, position: int) -> Verdict | None:
        if one.kind == "op":
            return self._op(one)
        if "::" in one.target:
            return self._scoped(one)
        if "." in one.target:
            return self._dotted(one)
        return self._plain(one, position)

    def _op(self, one: Citation) -> Verdict | None:
        """The name in `REGISTER_OP("...")`."""
        if one.target in self.known.ops:
            return self._verdict(one, "found", self.known.places(one.target)[0])
        if one.target in self.own or self.known.somewhere(one.target):
            return None
        near = [name for _, name in self.known.near(one.target) if name in self.known.ops]
        text = self.text_lines[one.line - 1]
        if not near and wording.example(text):
            return None
        return self._verdict(one, "not found", None, near, "no such op") if near else None

    def _suspicious(self, word: str) -> bool:
        """Whether a word looks as if it were one of the tree's: by its ending, or as a misspelling of one that is."""
        if word.endswith(wording.OURS) and len(word) > 5:
            return True
        near = self.known.near(word, limit=1)
        return bool(near) and near[0][0] <= _allowed(word)

    def _plain(self, one: Citation, position: int, searching: bool = False) -> Verdict | None:
        """A verdict on a name alone; while `searching`, whether only the tree's text can give it."""
        known, target = self.known, one.target
        if target in wording.PRODUCTS:
            return None
        if known.knows(target):
            if searching:
                return None
            place = self._meant(target)[0]
            return self._verdict(one, "found", place, kind="op" if target in known.ops else "symbol")
        if target in self.own:
            return None
        if target in known.swig_names:
            return None if searching else self._verdict(one, "found", None, (), "made by SWIG")
        if target in known.spoken:
            return None if searching else self._verdict(one, "found", None, (), "in a signature or a kernel's class")
        folded = known.lowered.get(target.lower())
        if folded is not None and folded != target:
            if searching:
                return None
            plainly = folded[:1].isupper() and any(c.isupper() for c in folded[1:]) and target[:1].isupper()
            if one.in_code or plainly:
                places = known.places(folded) or known.whereabouts(folded)
                kind = "op" if folded in known.ops else "symbol"
                return self._verdict(one, "found", places[0] if places else None, (folded,), f"written {folded}", kind)
            return None
        tied = any(name is one for name, _ in self.tied.values())
        if not one.in_code and not one.called and not (tied and target.islower()):
            if target.islower():
                return None  # a word of the author's, or a flag
            whole = target[:-1] if target.endswith("s") else ""
            if whole and (known.lowered.get(whole.lower()) is not None):
                return None
            if not self._suspicious(target):
                return None
        external = known.externals.get(target)
        if external is not None:
            return (
                None
                if searching
                else self._verdict(one, "external", external, (), f"in the package {external.package}")
            )
        wrong = self._unknown(one, position, "")
        if wrong is None or searching:
            return wrong
        standing = known.somewhere(target)
        if standing:
            return self._verdict(one, "found", None, (), f"named in {standing}") if one.in_code else None
        return wrong if standing == "" else self._unknown(one, position, None)

    def _unknown(self, one: Citation, position: int, standing: str | None) -> Verdict | None:
        known, target = self.known, one.target
        near = known.near(target)
        text = self.text_lines[one.line - 1]
        before, behind = text[: one.column - 1], text[one.end_column :]
        upper = any(c.isupper() for c in target)
        snake = not upper
        close = bool(near) and near[0][0] <= _allowed(target)
        if upper and one.in_code and standing is not None and not close:
            # No file has the word: a name that differs by more letters, or in the order of its parts, is what is meant.
            close = (bool(near) and near[0][0] <= len(target) // 6) or known.rearranged(target) != ""
        if snake and not one.called and not (close and "_" in near[0][1] and near[0][0] <= 1 and len(target) > 11):
            close = False
        shaped = (upper and target.endswith(wording.OURS)) or bool(wording.MACRO.match(target))
        said = wording.said_to_be_code(before, behind)
        tied = next(
            (p for p, (name, _) in self.tied.items() if name is one and known.resolve(self.said[p].target)), None
        )
        called = one.called and standing is not None and len(target) > 5 and (snake or target.lstrip("_")[:1].isupper())
        if wording.PLACEHOLDER.search(target) or (len(target) > 7 and known.begins(target)):
            return None
        if wording.example(text) and not (tied is not None or (near and near[0][0] <= 1)):
            return None
        named = said and (upper or standing is not None or one.called)
        underscored = target.startswith("_") and len(target) > 5 and standing is not None
        cited = (
            close
            or shaped
            or (one.in_code and (named or called or underscored))
            or (tied is not None and (one.in_code or (snake and standing is not None)))
            or (one.called and standing is not None and said)
        )
        if not cited:
            return None
        if known.rearranged(target) and standing is not None:
            near = [(0, known.rearranged(target)), *near]
        kind = "op" if near and near[0][1] in known.ops and not target.endswith("Op") else "symbol"
        detail = "no such op, class, function or macro"
        return self._verdict(one, "not found", None, [name for _, name in near], detail, kind)

    def _scoped(self, one: Citation) -> Verdict | None:
        known = self.known
        parts = _parts(one.target)
        if parts[0] in wording.OUTSIDE or not parts[-1]:
            return None
        owner, last = parts[-2], parts[-1]
        if owner in self.own or last in self.own:
            return None
        if len(parts) == 2 and f"{owner}::{last}" in known.spoken_pairs:
            return self._verdict(one, "found", None, (), "in a kernel's class")
        if last.startswith("operator") or last.lstrip("~") == owner:
            places = known.places(owner)
            if places:
                return self._verdict(one, "found", places[0])
        places = known.places(last)
        inside = [p for p in places if _owner(p.name) == owner]
        if inside:
            return self._verdict(one, "found", inside[0])
        members = known.members(owner) if known.knows(owner) else set()
        if not members and (owner in known.scopes or owner in ("tensorflow", "functor")):
            if places:
                return self._verdict(one, "found", places[0])
        elif members or known.knows(owner):
            if self.classes.has(owner, last):
                place = known.places(owner)[0]
                return self._verdict(one, "found", place, (), "a member without a definition of its own")
            close = bool(members) and bool(_nearest_of(last, members, 0.85))
            if not known.has_tree and not close and (not last[:1].isupper() or places or last in known.names):
                return None
        if not members and not known.knows(owner):
            standing = known.somewhere(owner)
            if standing is None and (places or last in known.names) and len(owner) < 3:
                return None
            if standing and (places or known.somewhere(last)):
                return self._verdict(one, "found", None, (), f"named in {standing}")
            if standing is None and not self._suspicious(owner) and not (places or self._suspicious(last)):
                return None
        elif not members and places:
            return self._verdict(one, "found", places[0])
        elif not members and known.somewhere(last):
            return self._verdict(one, "found", None, (), f"named in {known.somewhere(last)}")
        folded = known.lowered.get(last.lower())
        if (
            folded is not None
            and folded != last
            and any(_owner(p.name) in (owner, "") for p in known.whereabouts(folded))
        ):
            place = known.whereabouts(folded)[0]
            return self._verdict(one, "found", place, (folded,), f"written {folded}")
        if members:
            near = [f"{owner}::{name}" for name in _nearest_of(last, members)]
        else:
            near = [name for _, name in (*known.near(owner, limit=2), *known.near(last, limit=2))]
        if not near and places:
            near = [p.name for p in places[:3]]
        return self._verdict(one, "not found", None, near[:3], "no such member or function")

    def _dotted(self, one: Citation) -> Verdict | None:
        known, target = self.known, one.target
        if target.startswith(("tf.", "tensorflow.", "keras.")):
            return self._endpoint(one)
        module, _, name = target.partition(".")
        first = name.partition(".")[0]
        if module.startswith("gen_"):
            for inside, op in known.wrappers.get(first, ()):
                if inside == module or inside.startswith(module):
                    places = known.places(op)
                    return self._verdict(one, "found", places[0] if places else None, (), f"generated for {op}")
            near = [n for _, n in known.near(first) if n in known.wrappers]
            elsewhere = [f"{inside}.{first}" for inside, _ in known.wrappers.get(first, ())]
            if known.somewhere(first) and not known.wrappers.get(first) and not near and first.startswith("_"):
                return None
            return self._verdict(one, "not found", None, [*elsewhere, *near][:3], "no op generates such a function")
        if module in self.own or (
            not one.in_code and module[:1].isupper() and not any(n is one for n, _ in self.tied.values())
        ):
            return None
        if known.knows(module) and any(p.kind == "class" and p.path.endswith(".py") for p in known.places(module)):
            return self._member(one, module, first)
        if first in known.swig_names and "wrap" in module:
            place = next(iter(known.places(first)), None)
            return self._verdict(one, "found", place, (), "" if place else "made by SWIG")
        files = [p for p in known.called(module + ".py") if "/python/" in p or p.startswith("tensorflow/")]
        if not files:
            return None
        for place in known.places(first):
            if place.path in files:
                return self._verdict(one, "found", place)
        if first in known.wrappers:  # `from gen_... import *`
            return self._verdict(one, "found", None, (), f"generated for {known.wrappers[first][0][1]}")
        if not known.has_tree and (known.knows(first) or not self._suspicious(first)):
            return None
        for path in files:
            data = known.read(path)
            if data is not None and re.search(rb"(?<!\w)" + re.escape(first).encode() + rb"(?!\w)", data):
                return self._verdict(one, "found", None, (), f"named in {path}")
        closest = known.near(first)
        if "_" not in module:
            return None  # `random.choice` need not be the tree's random.py
        return self._verdict(one, "not found", None, [n for _, n in closest], f"not in {files[0]}")

    def _member(self, one: Citation, owner: str, member: str) -> Verdict | None:
        """A verdict on `Class.method` of Python."""
        known = self.known
        inside = [p for p in known.places(member) if _owner(p.name) == owner]
        if inside:
            return self._verdict(one, "found", inside[0])
        if not known.has_tree and not _nearest_of(member, known.members(owner), 0.85):
            return None
        if self.classes.has(owner, member):
            return self._verdict(one, "found", known.places(owner)[0], (), "a member without a definition of its own")
        near = [f"{owner}.{name}" for name in _nearest_of(member, known.members(owner))]
        if not near and (known.knows(member) or known.somewhere(member) != ""):
            return None
        return self._verdict(one, "not found", None, near, f"{owner} has no such member")

    def _endpoint(self, one: Citation) -> Verdict | None:
        known = self.known
        target = _endpoint_name(one.target)
        endpoints = known.endpoints
        if not endpoints or re.search(
            r"\.(?:py|so|md|cc|h|org|io|dev|com|dll|lib|dylib|sln|exe|jar|js|git|proto|json)$", one.target
        ):
            return None
        for name in (target, one.target, target.replace("tf.compat.v2.", "tf.").replace("tf.compat.v1.", "tf.")):
            if name in endpoints:
                return self._verdict(one, "found", known.endpoint(name))
        if target in known.modules:
            return self._verdict(one, "found", None, (), "a module")
        folded = known.folded_endpoint(target)
        if folded is not None:
            return self._verdict(one, "found", known.endpoint(folded), (folded,), f"written {folded}")
        parts = target.split(".")
        for cut in range(len(parts) - 1, 1, -1):
            owner = ".".join(parts[:cut])
            if owner in endpoints and parts[cut - 1][:1].isupper():
                member = parts[cut]
                if known.has_tree and cut == len(parts) - 1:
                    held = self._held(owner, member)
                    if held is not None:
                        near = [f"{owner}.{name}" for name in _nearest_of(member, held)]
                        if not held:
                            return self._verdict(one, "found", known.endpoint(owner), (), f"a member of {owner}")
                        return self._verdict(one, "not found", None, near, f"{owner} has no such member")
                if (
                    known.knows(member)
                    or member in known.names
                    or (known.somewhere(member) is not None and known.somewhere(member) != "")
                ):
                    return self._verdict(one, "found", known.endpoint(owner), (), f"a member of {owner}")
                if known.has_tree:
                    near = [f"{owner}.{n}" for _, n in known.near(member)]
                    return self._verdict(one, "not found", None, near, f"{owner} has no such member")
                return None
            if owner in endpoints and parts[cut - 1].islower() and known.has_tree is False:
                break
        if target.startswith(("tf.contrib", "tf.python.", "tf.core.", "tf.compat.", "tf.lite.", "tf.estimator.")):
            last = parts[-1]
            if (
                known.knows(last)
                or known.called(last + ".py")
                or known.somewhere(last) is None
                or known.somewhere(last)
            ):
                return self._verdict(one, "found", None)
            folder = "tensorflow/" + "/".join(parts[1:]).lower()
            if any(path.startswith(folder) for path in known.paths):
                return self._verdict(one, "found", None)
        if one.target.startswith("tensorflow.python.") or one.target.startswith("tensorflow.contrib."):
            dotted = one.target.replace(".", "/").lower()
            if any(path.startswith((dotted + "/", dotted + ".")) for path in known.paths) or known.knows(parts[-1]):
                return self._verdict(one, "found", None)
        if len(parts) > 1 and wording.PLACEHOLDER.search(parts[-1]):
            return None
        if parts[-1].isupper() and (known.knows(parts[-1]) or known.somewhere(parts[-1])):
            return self._verdict(one, "found", None)
        if wording.example(self.text_lines[one.line - 1]):
            return None
        if (
            len(parts) == 3 and f"tf.{parts[1]}" not in known.modules
        ):  # a module whose names are not exported one by one
            for path in known.called(parts[1] + ".py"):
                data = known.read(path)
                if data is None or re.search(rb"(?<!\w)" + re.escape(parts[2]).encode() + rb"(?!\w)", data):
                    return self._verdict(one, "found", None, (), f"named in {path}") if data else None
        if parts[1] == "estimator" and "tf.estimator" not in self.known.modules:
            return None  # a package of its own, whose names the index does not have
        near = [n for _, n in known.near(target, "endpoint")]
        return self._verdict(one, "not found", None, near, "no such endpoint")

    def _held(self, owner: str, member: str) -> set[str] | None:
        """Whether a public class has a member: an empty set says yes, other names say no, None that nobody can tell."""
        classes = self.known.endpoint_functions(owner)
        listed: set[str] = set()
        for name in classes:
            if not any(p.kind == "class" for p in self.known.class_places(name)):
                return None
            if self.classes.has(name, member):
                return set()
            listed |= self.known.members(name)
        return listed or None

    # -- quotations --

    def _introduced(self, one: Citation, position: int) -> list[tuple[int, Citation]]:
        """The paths by which a quotation is introduced: in its own first lines, on its fence, in the text before it."""
        found = []
        for at in range(position - 1, max(-1, position - 14), -1):
            other = self.said[at]
            if other.kind == "quotation":
                break
            if other.kind in ("path", "path:line") and other.line >= one.line - 6:
                found.append((at, other))
        return found

    def _quoted_after(self, one: Citation, position: int) -> Compared | None:
        """The place of the quotation that a cited line introduces."""
        for at in range(position + 1, min(len(self.said), position + 9)):
            other = self.said[at]
            if other.kind == "quotation":
                if at not in self.quoted or other.line > one.line + 6:
                    return None
                closest = [p for p, path in self._introduced(other, at) if path.kind == "path:line"]
                return self.quoted[at] if closest and closest[0] == position else None
            if other.kind in ("path", "path:line"):
                return None
        return None

    def _quotation(self, one: Citation, position: int) -> Verdict | None:
        named = one._replace(text=_first_line(one.code))
        external = self._external_quotation(one, position)
        if external is not None:
            return self._verdict(named, "external", external, (), f"{external.package} {external.version}".strip())
        if not self.known.has_tree:
            return None
        python = one.language == "python"
        quoted = quoted_tokens(one.code, python)
        if len(quoted) > MAX_TOKENS:
            end = one.line + one.code.count("\n")
            reason = f"only the first {MAX_TOKENS:,} tokens of the quotation were compared"
            self.cut.append(Unread(one.line, end, named.text, reason))
        solid = [token for token in quoted if not token.startswith("\x00")]
        if len(solid) < 3:
            return None
        introduced = self._introduced(one, position)
        cited = list(dict.fromkeys(p for _, path in introduced for p in self._files_meant(path)))
        fitting: list[str] = []
        compared = self.quotations.exact(quoted, [path for path in cited if _speaks(path, python)])
        if compared is None:
            candidates = list(dict.fromkeys([*cited, *self._likely(quoted, position)]))
            fitting = self.quotations.fitting(quoted, [p for p in candidates if _speaks(p, python)] or candidates)
            compared = self.quotations.exact(quoted, fitting)
        if compared is None:
            compared = self.quotations.remark(one.code, cited)
        if compared is not None:
            difference = self.quotations.documented(one.code, compared.path) if python else ""
            if difference:
                where = Location(compared.path, compared.line, compared.end_line)
                return self._verdict(named, "differs", where, (), difference)
            return self._found_quotation(named, compared, position, introduced, cited, solid)
        return self._altered(named, quoted, solid, fitting, cited, position)

    def _files_meant(self, path: Citation) -> list[str]:
        found = self.known.resolve(path.target)
        return self._chosen(found, path, self.said.index(path))[:6] if len(found) > 1 else found

    def _likely(self, quoted: list[str], position: int) -> list[str]:
        """Files that define what a quotation names, and those that the document cites near it and elsewhere."""
        weight: dict[str, float] = {}
        for word in dict.fromkeys(token.strip("\"'") for token in quoted):
            if len(word) > 4 and word.replace("_", "").isalnum():
                paths = {p.path for p in self.known.places(word)}
                for path in paths if len(paths) < 60 else ():
                    weight[path] = weight.get(path, 0) + 1 / len(paths)
        ranked = sorted(weight, key=lambda path: (-weight[path], path))[:MAX_CANDIDATES]
        around = sorted(
            (abs(at - position), self.said[at].target)
            for at in range(len(self.said)) if self.said[at].kind in ("path", "path:line")
        )  # fmt: skip
        cited = [p for target in dict.fromkeys(target for _, target in around) for p in self.known.resolve(target)[:3]]
        return [*ranked[:12], *cited[:20], *ranked[12:]]

    def _found_quotation(
        self, named: Citation, compared: Compared, position: int, introduced: list[tuple[int, Citation]],
        cited: list[str], solid: list[str],
    ) -> Verdict:  # fmt: skip
        where = Location(compared.path, compared.line, compared.end_line)
        self.quoted[position] = compared
        targets = {path.target for _, path in introduced if path.line >= named.line - 3 or path.line >= named.line}
        if (
            cited and compared.path not in cited and len(targets) == 1 and len(introduced) == 1 and len(solid) > 8
            and wording.introduces(named.intro, introduced[0][1].target)
        ):  # fmt: skip
            detail = f"it is not in {cited[0]}"
            return self._verdict(named, "moved", where, (f"{compared.path}:{compared.line}",), detail)
        return self._verdict(named, "found", where)

    def _altered(
        self, named: Citation, quoted: list[str], solid: list[str], fitting: list[str], cited: list[str], position: int
    ) -> Verdict | None:
        if not fitting and cited:
            fitting = cited
        order = [p for p in fitting if p in cited] + [p for p in fitting if p not in cited]
        compared = self.quotations.aligned(quoted, order)
        if compared is None:
            return None
        where = Location(compared.path, compared.line, compared.end_line)
        if not compared.different:
            self.quoted[position] = compared
            return self._verdict(named, "found", where)
        if wording.sketch(named.intro) and compared.share < 0.95:
            return None
        names = re.findall(
            r"\b(?:class|struct|def|#define)\s+(\w+)|\b(\w+::\w+)\s*\(|\bREGISTER_OP\(\s*\"(\w+)", named.code
        )
        defines = [next(one for one in group if one) for group in names]
        placed = any(
            p.path == compared.path and compared.line - 3 <= p.line <= compared.end_line + 3
            for name in defines for p in self._meant(name)
        )  # fmt: skip
        is_cited = compared.path in cited
        few = compared.changes <= max(2, len(solid) // 12)
        if placed:
            wanted = 0.55
        elif is_cited and wording.introduces(named.intro, ""):
            wanted = 0.6
        elif is_cited:
            wanted = 0.75
        elif defines:
            wanted = 0.93
        else:
            wanted = 0.9 if len(solid) > 30 else 0.97
        if compared.share + 1e-9 >= wanted or (few and (is_cited or placed) and len(solid) >= 8):
            self.quoted[position] = compared
            return self._verdict(named, "differs", where, (), compared.different)
        return None

    def _external_quotation(self, one: Citation, position: int) -> Location | None:
        """The package of a quotation that defines what a package beside the tree is known to define, or says so."""
        if one.language != "python":
            return None
        for name in re.findall(r"^\s*(?:def|class)\s+(\w+)", one.code, re.M):
            place = self.known.externals.get(name)
            if place is not None and not any(p.path.endswith(".py") for p in self.known.places(name)):
                return place
        packages = {place.package: place for place in self.known.externals.values()}
        said = one.intro + "\n" + "\n".join(one.code.split("\n")[:2])
        for package, place in packages.items():
            if re.search(rf"(?<!\w){package}(?!\w)", said.replace("-", "_"), re.I):
                for other in reversed(self.said[max(0, position - 8) : position]):
                    if other.kind == "path" or other.kind == "path:line":
                        inside = self._external_file(other.target)
                        if inside is not None and inside.package == package:
                            return inside
                return Location(place.path, place.line, place.end_line, place.package, place.version)
        for other in reversed(self.said[max(0, position - 4) : position]):
            if other.kind in ("path", "path:line") and other.line >= one.line - 4:
                inside = self._external_file(other.target)
                if inside is not None and not self.known.resolve(other.target):
                    return inside
        return None


def _as_words(words: Sequence[bytes]) -> re.Pattern[bytes]:
    """What finds any of some words where it stands as a word of its own."""
    return re.compile(rb"(?<!\w)(?:" + b"|".join([re.escape(word) for word in words]) + rb")(?!\w)")


def _agree(one: Citation, line: int, end: int) -> bool:
    """Whether cited lines are those of a quotation: they begin together, or one holds the other."""
    if abs(one.start - line) <= 5:
        return True
    if one.start == one.end:
        return line - NEAR_LINES <= one.start <= end + NEAR_LINES and end - line <= 25
    if one.start <= line + NEAR_LINES and one.end >= end - NEAR_LINES:
        return True
    return one.start >= line - NEAR_LINES and one.end <= end + NEAR_LINES


def _speaks(path: str, python: bool) -> bool:
    """Whether a file may be in the language of a quotation."""
    return path.endswith(".i") or path.endswith((".py", "BUILD", ".bzl", "WORKSPACE")) == python


def _only_remarks(lines: list[bytes]) -> bool:
    """Whether lines are comments, decorators and the like that belong to what follows."""
    return 0 < len(lines) <= 60 and all(
        not line.strip()
        or line.strip().startswith((b"//", b"*", b"/*", b"#", b"@", b"template"))
        or re.fullmatch(rb"\s*(?:class|struct) \w+;\s*", line)
        for line in lines
    )


def _statement_head(lines: list[bytes], number: int) -> list[bytes]:
    """The words of the line at the margin by which the statement begins that a line is inside of."""
    for at in range(min(number, len(lines)) - 1, max(-1, number - 80), -1):
        line = lines[at]
        if at < number - 1 and line.startswith(b"}"):
            return []  # the one before has ended
        if line[:1].strip() and (not line.startswith((b"#", b"}", b"{", b"//", b")")) or line.startswith(b"#define")):
            return [] if at == number - 1 else re.findall(rb"\w+", line)
    return []


def _several(found: list[str]) -> str:
    return f"{len(found)} files have this name" if len(found) > 1 else ""


def _spot(place: Place) -> str:
    return f"{place.path}:{place.line}"


def _stem(path: str) -> str:
    return re.sub(r"(?:_impl|_gpu|_cpu)?(?:\.cu)?\.\w+$", "", path)


def _parts(target: str) -> list[str]:
    return without_arguments(target).strip().strip(":").replace(".", "::").split("::")


def _owner(name: str) -> str:
    return name.replace(".", "::").rpartition("::")[0].rpartition("::")[2]


def _endpoint_name(target: str) -> str:
    if target.startswith("tensorflow."):
        target = "tf." + target.partition(".")[2]
    if target.startswith("keras."):
        target = "tf." + target
    return target


def _allowed(word: str) -> int:
    """How many letters a misspelling may have wrong."""
    return 1 if len(word) < 9 else 2


def _tensorflowish(name: str) -> bool:
    return re.search(r"(?:_ops?|_kernels?|_grad|_op_\w+|_util|_ops_\w+)(?:\.cu)?\.\w+$", name) is not None


def _nearest_of(word: str, names: set[str], cutoff: float = 0.5) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(word, sorted(names), n=3, cutoff=cutoff)


def _first_line(code: str) -> str:
    return next((line.strip() for line in code.split("\n") if line.strip()), "")[:80]
