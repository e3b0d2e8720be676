"""Whether what a document says of the source is so: each citation against the index and, where there is one, the tree.

Only what can be told is told. A name that nothing explains is "not found" when its shape, or what the text says of it,
leaves no doubt that TensorFlow's source is meant; a cited line is held against the name that the text ties to it; a
quotation is compared with a tree or not at all.
"""

from __future__ import annotations

import re
from functools import partial

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Unread
from tfexplore.answers.known import WORDS, Known
from tfexplore.answers.tree import MAX_SEARCHED, MAX_SEARCHES, NotSearchedError
from tfexplore.answers.verifying import foreign_columns, prose
from tfexplore.answers.verifying.allowed_values import AllowedValues
from tfexplore.answers.verifying.any_defaults import AnyDefaults
from tfexplore.answers.verifying.arguments import Arguments
from tfexplore.answers.verifying.assigned import Assigned
from tfexplore.answers.verifying.assigned_at import AssignedAt
from tfexplore.answers.verifying.at_lines import AtLines
from tfexplore.answers.verifying.attr_defaults import AttrDefaults
from tfexplore.answers.verifying.attr_limits import AttrLimits
from tfexplore.answers.verifying.attr_names import AttrNames
from tfexplore.answers.verifying.attr_types import AttrTypes
from tfexplore.answers.verifying.bare_words import BareWords
from tfexplore.answers.verifying.base_columns import BaseColumns
from tfexplore.answers.verifying.call_drawings import CallDrawings
from tfexplore.answers.verifying.called_from import CalledFrom
from tfexplore.answers.verifying.called_ops import CalledOps
from tfexplore.answers.verifying.called_with import CalledWith
from tfexplore.answers.verifying.calls_said import CallsSaid
from tfexplore.answers.verifying.cited_words import CitedWords
from tfexplore.answers.verifying.class_arguments import ClassArguments
from tfexplore.answers.verifying.class_items import ClassItems
from tfexplore.answers.verifying.class_spans import ClassSpans
from tfexplore.answers.verifying.classes import Classes
from tfexplore.answers.verifying.clauses import Clauses
from tfexplore.answers.verifying.columns import Columns
from tfexplore.answers.verifying.constants import Constants
from tfexplore.answers.verifying.constrained import Constrained
from tfexplore.answers.verifying.constructs_at import ConstructsAt
from tfexplore.answers.verifying.counted import Counted
from tfexplore.answers.verifying.counterparts import Counterparts
from tfexplore.answers.verifying.default_columns import DefaultColumns
from tfexplore.answers.verifying.device_lines import DeviceLines
from tfexplore.answers.verifying.device_types import DeviceTypes
from tfexplore.answers.verifying.devices import Devices
from tfexplore.answers.verifying.differentiable import Differentiable
from tfexplore.answers.verifying.diffs import Diffs
from tfexplore.answers.verifying.done import Done
from tfexplore.answers.verifying.drawn import Drawn
from tfexplore.answers.verifying.endpoint_ops import EndpointOps
from tfexplore.answers.verifying.enumerations import Enumerations
from tfexplore.answers.verifying.environment import Environment
from tfexplore.answers.verifying.errors_of import ErrorsOf
from tfexplore.answers.verifying.fact_sheets import FactSheets
from tfexplore.answers.verifying.fenced_slips import FencedSlips
from tfexplore.answers.verifying.fields import Fields
from tfexplore.answers.verifying.file_imports import FileImports
from tfexplore.answers.verifying.file_items import FileItems
from tfexplore.answers.verifying.flags import Flags
from tfexplore.answers.verifying.foldered import Foldered
from tfexplore.answers.verifying.fragments import Fragments
from tfexplore.answers.verifying.function_facts import FunctionFacts
from tfexplore.answers.verifying.given import Given
from tfexplore.answers.verifying.gradient_bodies import GradientBodies
from tfexplore.answers.verifying.gradient_files import GradientFiles
from tfexplore.answers.verifying.gradients_said import GradientsSaid
from tfexplore.answers.verifying.habits import Habits
from tfexplore.answers.verifying.head_columns import HeadColumns
from tfexplore.answers.verifying.head_counts import HeadCounts
from tfexplore.answers.verifying.hierarchy import Hierarchy
from tfexplore.answers.verifying.imported import Imported
from tfexplore.answers.verifying.in_the_body import InTheBody
from tfexplore.answers.verifying.in_turn import InTurn
from tfexplore.answers.verifying.included import Included
from tfexplore.answers.verifying.inline_registrations import InlineRegistrations
from tfexplore.answers.verifying.inputs import Inputs
from tfexplore.answers.verifying.its_default import ItsDefault
from tfexplore.answers.verifying.keras_code import KerasCode
from tfexplore.answers.verifying.kernel_facts import KernelFacts
from tfexplore.answers.verifying.kinds_said import KindsSaid
from tfexplore.answers.verifying.lacking import Lacking
from tfexplore.answers.verifying.last_lines import LastLines
from tfexplore.answers.verifying.line_columns import LineColumns
from tfexplore.answers.verifying.listed_at import ListedAt
from tfexplore.answers.verifying.listed_parts import ListedParts
from tfexplore.answers.verifying.listed_texts import ListedTexts
from tfexplore.answers.verifying.listings import Listings
from tfexplore.answers.verifying.log_lines import LogLines
from tfexplore.answers.verifying.logged import Logged
from tfexplore.answers.verifying.members_of import MembersOf
from tfexplore.answers.verifying.messages_at import MessagesAt
from tfexplore.answers.verifying.modules import Modules
from tfexplore.answers.verifying.names import Names
from tfexplore.answers.verifying.names_numbered import NamesNumbered
from tfexplore.answers.verifying.namespaces import Namespaces
from tfexplore.answers.verifying.nearby_defaults import NearbyDefaults
from tfexplore.answers.verifying.nearly_at_lines import NearlyAtLines
from tfexplore.answers.verifying.nearly_called import NearlyCalled
from tfexplore.answers.verifying.no_kernel import NoKernel
from tfexplore.answers.verifying.nothing_there import NothingThere
from tfexplore.answers.verifying.numbered_lines import NumberedLines
from tfexplore.answers.verifying.numbers_at import NumbersAt
from tfexplore.answers.verifying.op_counts import OpCounts
from tfexplore.answers.verifying.op_files import OpFiles
from tfexplore.answers.verifying.op_marks import OpMarks
from tfexplore.answers.verifying.op_signatures import OpSignatures
from tfexplore.answers.verifying.op_tables import OpTables
from tfexplore.answers.verifying.other_registrations import OtherRegistrations
from tfexplore.answers.verifying.overloads_at import OverloadsAt
from tfexplore.answers.verifying.overridden import Overridden
from tfexplore.answers.verifying.own_files import without_own
from tfexplore.answers.verifying.owners_at import OwnersAt
from tfexplore.answers.verifying.page import Page, read_text
from tfexplore.answers.verifying.pairs_at import PairsAt
from tfexplore.answers.verifying.parameters import Parameters
from tfexplore.answers.verifying.part_kinds import PartKinds
from tfexplore.answers.verifying.parts_denied import PartsDenied
from tfexplore.answers.verifying.parts_said import PartsSaid
from tfexplore.answers.verifying.passed_to import PassedTo
from tfexplore.answers.verifying.passes import Passes
from tfexplore.answers.verifying.paths import Paths
from tfexplore.answers.verifying.places_said import PlacesSaid
from tfexplore.answers.verifying.program_flags import ProgramFlags
from tfexplore.answers.verifying.prototyped import Prototyped
from tfexplore.answers.verifying.quoted import Quoted
from tfexplore.answers.verifying.quoted_registrations import QuotedRegistrations
from tfexplore.answers.verifying.read_names import ReadNames
from tfexplore.answers.verifying.records_said import RecordsSaid
from tfexplore.answers.verifying.registered_for import RegisteredFor
from tfexplore.answers.verifying.registered_places import RegisteredPlaces
from tfexplore.answers.verifying.registering import Registering
from tfexplore.answers.verifying.registering_columns import RegisteringColumns
from tfexplore.answers.verifying.renamed import Renamed
from tfexplore.answers.verifying.reported import Reported
from tfexplore.answers.verifying.return_types import ReturnTypes
from tfexplore.answers.verifying.returned import Returned
from tfexplore.answers.verifying.rules_at import RulesAt
from tfexplore.answers.verifying.said_at_lines import SaidAtLines
from tfexplore.answers.verifying.said_in_code import SaidInCode
from tfexplore.answers.verifying.same_file import SameFile
from tfexplore.answers.verifying.set_apart import SetApart
from tfexplore.answers.verifying.shapes import Shapes
from tfexplore.answers.verifying.shared_places import SharedPlaces
from tfexplore.answers.verifying.siblings import Siblings
from tfexplore.answers.verifying.sketches import unquoted
from tfexplore.answers.verifying.specifiers import Specifiers
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.answers.verifying.stacks import Stacks
from tfexplore.answers.verifying.stated_values import StatedValues
from tfexplore.answers.verifying.statement_rows import StatementRows
from tfexplore.answers.verifying.statements_at import StatementsAt
from tfexplore.answers.verifying.subjects_at import SubjectsAt
from tfexplore.answers.verifying.swig_macros import SwigMacros
from tfexplore.answers.verifying.tags import Tags
from tfexplore.answers.verifying.targets import Targets
from tfexplore.answers.verifying.tests_expect import TestsExpect
from tfexplore.answers.verifying.tests_listed import TestsListed
from tfexplore.answers.verifying.tests_named import TestsNamed
from tfexplore.answers.verifying.texts_near import TextsNear
from tfexplore.answers.verifying.through_macros import ThroughMacros
from tfexplore.answers.verifying.together import Together
from tfexplore.answers.verifying.told_defaults import ToldDefaults
from tfexplore.answers.verifying.traces import Traces
from tfexplore.answers.verifying.tuples import Tuples
from tfexplore.answers.verifying.type_macros import TypeMacros
from tfexplore.answers.verifying.typed import Typed
from tfexplore.answers.verifying.typos import Typos
from tfexplore.answers.verifying.unlike_lines import UnlikeLines
from tfexplore.answers.verifying.unrelated_lines import UnrelatedLines
from tfexplore.answers.verifying.verdicts import Verified
from tfexplore.answers.verifying.whole_of_another import WholeOfAnother
from tfexplore.answers.verifying.within import Insides, Placed, Withins
from tfexplore.answers.verifying.words_at import WordsAt
from tfexplore.answers.verifying.wrapped_by import WrappedBy
from tfexplore.answers.verifying.written import Written
from tfexplore.answers.verifying.written_lines import WrittenLines
from tfexplore.answers.vocabulary import REGISTERED_OP
from tfexplore.forked import Forked, Portions, cores
from tfexplore.patterns import regex
from tfexplore.spec_text import lower_case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.searching import Read
    from tfexplore.answers.verifying.page import Reading
    from tfexplore.answers.verifying.valued import Valued
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.store import Index

#: The checks of what sentences, lists and tables say, beside those of single names, paths and quotations.
_CHECKS = (
    NearlyAtLines,
    FencedSlips,
    Parameters,
    ListedParts,
    ListedTexts,
    InlineRegistrations,
    Inputs,
    AttrNames,
    AttrTypes,
    AttrLimits,
    AttrDefaults,
    PartsDenied,
    FactSheets,
    NumberedLines,
    ReturnTypes,
    Specifiers,
    PartKinds,
    Shapes,
    Counterparts,
    Hierarchy,
    ClassSpans,
    BaseColumns,
    Drawn,
    Written,
    Arguments,
    ToldDefaults,
    DefaultColumns,
    AnyDefaults,
    Given,
    Listings,
    Enumerations,
    FileItems,
    Foldered,
    ClassItems,
    Devices,
    DeviceTypes,
    DeviceLines,
    Clauses,
    Differentiable,
    EndpointOps,
    GradientFiles,
    NoKernel,
    WrappedBy,
    Constrained,
    Counted,
    Done,
    Returned,
    Tags,
    Included,
    FileImports,
    Targets,
    RulesAt,
    Typed,
    Prototyped,
    Traces,
    Stacks,
    Namespaces,
    Reported,
    AtLines,
    Withins,
    Insides,
    Placed,
    Columns,
    SharedPlaces,
    LineColumns,
    LastLines,
    HeadColumns,
    RegisteringColumns,
    NumbersAt,
    NamesNumbered,
    MembersOf,
    CalledOps,
    OpTables,
    TypeMacros,
    ThroughMacros,
    Lacking,
    StatementRows,
    StatementsAt,
    WordsAt,
    PairsAt,
    WholeOfAnother,
    ListedAt,
    InTurn,
    PlacesSaid,
    RecordsSaid,
    SubjectsAt,
    GradientsSaid,
    OwnersAt,
    OverloadsAt,
    AssignedAt,
    PassedTo,
    CitedWords,
    RegisteredFor,
    Passes,
    RegisteredPlaces,
    OtherRegistrations,
    GradientBodies,
    ItsDefault,
    AllowedValues,
    SaidAtLines,
    SameFile,
    SwigMacros,
    InTheBody,
    ErrorsOf,
    Siblings,
    Overridden,
    ReadNames,
    ProgramFlags,
    Logged,
    LogLines,
    WrittenLines,
    SaidInCode,
    CalledFrom,
    CallsSaid,
    CallDrawings,
    ClassArguments,
    Assigned,
    CalledWith,
    FunctionFacts,
    KerasCode,
    KernelFacts,
    Renamed,
    KindsSaid,
    PartsSaid,
    NearbyDefaults,
    MessagesAt,
    TextsNear,
    Together,
    TestsNamed,
    TestsExpect,
    TestsListed,
    Diffs,
    OpMarks,
    OpCounts,
    OpFiles,
    OpSignatures,
    HeadCounts,
    StatedValues,
    QuotedRegistrations,
    ConstructsAt,  # what a text of the comment tells says more
)
#: The checks of what names are that are found, and are another; and of words of prose, which are no citations yet.
_VALUES = (NearlyCalled, Constants, Environment, Flags, Fields, Tuples, BareWords, Registering)
#: Letters of a text that another process reads.
WORTH_READING = 5_000
#: From as many names and paths on another process pays; how many of those there are at most.
WORTH_FORKING, MAX_PROCESSES = 60, 4
#: Into how many portions names and paths are divided at most, and how many a portion has at least.
PORTIONS, MIN_PORTION = 48, 16
#: What a block of code registers, and what it defines.
_DEFINED = (
    regex(r"\b(?:def|class|struct|void|#define)\s+(?:\w+::)*(\w+)"),
    REGISTERED_OP,
    regex(r"^(\w+) = ", re.M),
)
#: The op of a kernel, which is the author's as well where the tree has none.
_OF_KERNELS = regex(r"\bREGISTER_\w*KERNEL\w*\(\s*Name\(\"(\w+)\"\)")
#: What stands before a line of a block quote.
_QUOTED = regex(r"\A\s*(?:>\s?)+")
#: A name in code.
_NAME = regex(r"[A-Za-z_]\w{3,}", re.A)


def verify(index: Index, document: str, text: str, read: Read | None = None) -> Verified:
    """The verdicts on a document; `read` gives the bytes of a tree's file."""
    (verified,) = verify_all(index, [(document, text)], read)
    return verified


def verify_all(
    index: Index,
    documents: Sequence[tuple[str, str]],
    read: Read | None = None,
    others: Callable[[], Sequence[str]] | None = None,
    progress: Callable[[str, int, int], None] | None = None,
) -> Iterator[Verified]:
    """The verdicts on documents, each a name and a text; what is looked up for one is known for the next.

    `others` gives the paths of the tree's files that no index lists; `progress` is told what is being done.
    """
    known = Known(index, "\n".join([text for _, text in documents]), read, others)
    if progress is not None:
        known.say = progress
    classes, modules = Classes(known), Modules(known)
    for name, text in documents:
        known.begin()
        known.say(f"{name}: reading", 0, 0)
        added = markdown.without_added(text)
        try:
            reading = _read_meanwhile(added.text, known) if not known.is_loaded else None
            verified = _verified(Page(index.state, name, added.text, known, classes, modules, reading))
        finally:
            known.finish()
        if added.links:
            columns = [added.column(one.line, one.column) for one in verified.verdicts]
            moved = [one._replace(column=at) for one, at in zip(verified.verdicts, columns, strict=True)]
            verified = verified._replace(verdicts=tuple(moved))
        yield verified


def _read_meanwhile(text: str, known: Known) -> Reading | None:
    """What a long text says, read by another process while this one looks up what its words may mean."""
    if len(text) < WORTH_READING or cores() < 2:
        return None
    reading = Forked(partial(read_text, text, known.heads))
    try:
        for _ in known.prepared():
            if reading.is_done:
                break
        made: Reading = reading.result()
        return made
    finally:
        reading.end()


def _verified(page: Page) -> Verified:
    """The verdicts on a document, in its order."""
    names, paths, quoted, imported = Names(page), Paths(page), Quoted(page), Imported(page)
    values: list[Valued | BareWords] = [kind(page) for kind in _VALUES]
    typos = Typos(page)
    verdicts: list[Verdict] = []
    unchecked = 0
    try:
        quoted.begin()
        if page.known.has_tree:
            if not quoted.are_many:  # which would keep the other processes busy
                page.known.begin_searching(sum(map(len, page.text_lines)), page.said)
            unexplained = {*names.unexplained(), *imported.unexplained(), *paths.unexplained(), *typos.unexplained()}
            unexplained.update(*[one.unexplained() for one in values])
            page.known.expect(unexplained, _cited(page))
        quotations = quoted.check_all()
    finally:
        quoted.end()
    # Quotations first: they say what the author's own code defines, and at which lines what is quoted begins.
    for position, made in quotations:
        unchecked += made is None and not page.known.has_tree
        if made is None or made.verdict == "differs":
            page.own.update(_defined(page, page.said[position].code, differs=made is not None))
        verdicts += [made] if made is not None else []
    if page.known.has_tree:
        verdicts += unquoted(page, [position for position, made in quotations if made is None])
    page.own.update([*_functions_of_own_ops(page), *_proposed_in_title(page), *_added(page)])
    habits = Habits(page)
    page.known.say(f"{page.document}: searching the tree's files", 0, 0)
    habits.begin()  # while the files are searched
    page.known.settle()
    values = values if page.known.has_tree else []
    others = [Fragments(page, quoted.files).check_all, typos.check_all]
    others += [one(page).check_all for one in (UnlikeLines, NothingThere, UnrelatedLines)]
    said, verdicts_of, valued, (fragments, slips, unlike, nothing, unrelated) = _checked(
        page, names, paths, values, others
    )
    verdicts = _first_of_each([*verdicts, *said])
    verdicts += [one for one in fragments if not _has_any(one, verdicts)]
    verdicts += SetApart(page, quoted.files).check_all()
    verdicts += [one for one in imported.check_all(verdicts) if not _is_within_any(one, verdicts)]
    judged = {(one.line, one.column) for one in verdicts} | imported.seen
    verdicts += [made for one, made in verdicts_of if (one.line, one.column) not in judged]
    altered = {(one.line, one.column): one for one in valued}  # a name is found, and what is said of it may be wrong
    # So may a name of which its line tells that another is meant.
    altered |= {
        (one.line, one.column): one for of, one in verdicts_of if (one.line, one.column) != (of.line, of.column)
    }
    verdicts = [one for one in verdicts if (one.line, one.column) not in altered] + list(altered.values())
    verdicts = _but_for_unlike(verdicts, [*unrelated, *nothing, *unlike])
    told = {(one.line, one.column) for one in verdicts}
    verdicts += [one for one in nothing if (one.line, one.column) not in told]
    verdicts = typos.added(verdicts, slips)
    verdicts = [one for one in verdicts if one.verdict == "found" or not page.is_refuted(one.line, one.column)]
    words = CitedWords(page)  # a message may name what there is not
    verdicts = [one for one in verdicts if one.verdict != "not found" or not words.are_there(one.line, one.column)]
    verdicts = foreign_columns.left_alone(page, habits.corrected(verdicts))
    verdicts = [one for one in verdicts if one.kind == "quotation" or not _is_of_another_release(page, one)]
    verdicts = without_own(page, _blamed_once(page, verdicts))
    verdicts = [page.as_written(one) for one in verdicts]
    verdicts.sort(key=lambda each: (each.line, each.column))
    return Verified(tuple(verdicts), unchecked, tuple(sorted([*page.unread, *page.cut])), _unsearched(page))


def _defined(page: Page, code: str, differs: bool) -> list[str]:
    """The names that are the author's because a block defines them.

    What `differs` is the tree's code with something altered: what that defines is the author's where the tree has none.
    """
    known = page.known
    names = [name for pattern in _DEFINED for name in pattern.findall(code)]
    ops = [op for op in _OF_KERNELS.findall(code) if op not in known.ops]
    return [*ops, *[name for name in names if not (differs and known.knows(name))]]


def _checked(
    page: Page,
    names: Names,
    paths: Paths,
    values: Sequence[Valued | BareWords],
    others: Sequence[Callable[[], Iterable[Verdict]]],
) -> tuple[list[Verdict], list[tuple[Citation, Verdict]], list[Verdict], list[list[Verdict]]]:
    """What the checks say of sentences, lists and tables, of each name and path, of values, and others; on all cores.

    Nothing of it depends on the order in which it is done: a portion that would search all files is made at last, here.
    """
    checks = [kind(page).check_all for kind in _CHECKS if page.known.has_tree or not kind.needs_tree]
    named = [position for position, one in enumerate(page.said) if one.kind != "quotation"]
    size = max(MIN_PORTION, -(-len(named) // PORTIONS))
    shares = [named[at : at + size] for at in range(0, len(named), size)]

    def singly(positions: Sequence[int]) -> list[tuple[int, Verdict]]:
        said = [(position, page.said[position]) for position in positions]
        made = [(at, (paths if one.kind in ("path", "path:line") else names).check(one, at)) for at, one in said]
        return [(position, verdict) for position, verdict in made if verdict is not None]

    # What takes longest comes first, so that nobody waits for it at the end.
    work: list[Callable[[], Any]] = [*others, *[partial(singly, share) for share in shares]]
    work += [*[one.check_all for one in values], *checks]

    def portion(number: int) -> list[Any] | None:
        try:
            return list(work[number]())
        except NotSearchedError:
            return None

    processes = min(cores(), MAX_PROCESSES) if len(named) >= WORTH_FORKING else 1
    with page.known.as_it_is():
        portions = Portions(len(work), portion, processes, page.known.index.reopen)
        try:
            results = portions.results(partial(page.known.say, f"{page.document}: checking, part"))
        finally:
            portions.end()
    made = [list(work[number]()) if one is None else one for number, one in enumerate(results)]
    apart, made = made[: len(others)], made[len(others) :]
    found = [(page.said[position], verdict) for one in made[: len(shares)] for position, verdict in one]
    valued, told = made[len(shares) : len(shares) + len(values)], made[len(shares) + len(values) :]
    return [one for each in told for one in each], found, [one for each in valued for one in each], apart


def _first_of_each(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, of those on one citation the first, and of those against the same words: checks may agree."""
    kept: dict[tuple[int, int], Verdict] = {}
    taken: dict[int, list[tuple[int, int]]] = {}
    for one in verdicts:
        begin, end = one.column, one.column + max(1, len(one.text))
        spans = taken.setdefault(one.line, [])
        against = one.verdict != "found" and one.kind != "quotation"
        first = kept.get((one.line, begin))
        if against and first is not None and (first.kind, first.verdict) == ("quotation", "found"):
            first = None  # a block that is as the file has it, under the numbers of other lines
        if first is not None or (against and any(start < end and begin < stop for start, stop in spans)):
            continue
        kept[one.line, begin] = one
        if against:
            spans.append((begin, end))
    return list(kept.values())


def _but_for_unlike(verdicts: Sequence[Verdict], unlike: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, with those on cited lines that are found and that nothing of their sentence is near."""
    found = {(one.line, one.column): one for one in unlike}
    return [found.get((one.line, one.column), one) if one.verdict == "found" else one for one in verdicts]


def _is_of_another_release(page: Page, one: Verdict) -> bool:
    """Whether what is wrong here is said to be of another release: by the header of its column, or in its sentence."""
    if one.verdict in ("found", "external") or not page.state.tag:
        return False
    if disclaimers.of_another_release(page.header_at(one.line, one.column), page.state.tag):
        return True
    before = prose.before(page.text_lines, one.line, one.column)
    behind = page.text_lines[one.line - 1][one.column - 1 + len(one.text) :]
    if one.kind == "path:line":
        return page.is_of_another_release(before, behind)
    sentence = prose.begun(before)
    own = ".".join(page.state.tag.lstrip("v").split(".")[:2])
    of_a_later = page.state.tag.startswith("v1.") and disclaimers.later(sentence) and own not in sentence
    return of_a_later or page.is_of_another_release("", behind)


def _proposed_in_title(page: Page) -> list[str]:
    """The names in the title of a design that the tree does not have: "Design: a `Folder` pass"."""
    if not disclaimers.of_plans(page.title):
        return []
    names = [span[2] for span in markdown.SPAN.finditer(page.title) if span[2].isidentifier()]
    return [name for name in names if not page.known.knows(name) and name not in page.known.ops]


def _has_any(fragment: Verdict, verdicts: Iterable[Verdict]) -> bool:
    """Whether something is said of a part of a fragment already."""
    end = fragment.column + len(fragment.text)
    return any(one.line == fragment.line and fragment.column <= one.column < end for one in verdicts)


def _is_within_any(part: Verdict, verdicts: Iterable[Verdict]) -> bool:
    """Whether something is said against what a name is a part of."""
    return any(
        one.line == part.line and one.column < part.column < one.column + len(one.text) and one.verdict != "found"
        for one in verdicts
    )


def _functions_of_own_ops(page: Page) -> list[str]:
    """The Python functions of the ops that blocks register, which are made when those are built; not the release's."""
    ops = [op for one in page.said if one.kind == "quotation" for op in REGISTERED_OP.findall(one.code)]
    return [name for op in ops if (name := lower_case(op)) not in page.known.wrappers]


def _added(page: Page) -> list[str]:
    """The names that lines of a diff bring in and no definition explains: what it, or another of its set, adds."""
    found: set[str] = set()
    lines = [_QUOTED.sub("", line) for line in page.lines_read()]  # in a block quote as well
    for _, language, inside in markdown.blocks(lines):
        if language.lower() in ("diff", "patch"):
            added = [line for line in inside if line[:1] == "+" and line[:3] != "+++"]
            found.update([word for line in added for word in _NAME.findall(line) if len(WORDS.findall(word)) > 1])
    return [name for name in found if not page.known.knows(name)]


def _blamed_once(page: Page, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, where a quotation that is not in the file that introduces it is right, and that file is not."""
    wrong = {(one.line, one.column) for one in verdicts if one.verdict not in ("found", "external")}
    positions = {one.line: at for at, one in enumerate(page.said) if one.kind == "quotation"}
    blamed: dict[tuple[int, int], Verdict] = {}
    made = []
    for one in verdicts:
        elsewhere = one.verdict == "moved" and one.location is not None and not one.location.package
        if one.kind == "quotation" and elsewhere and one.line in positions:
            at = positions[one.line]
            introduced = [path for _, path in page.introduced(page.said[at], at)]
            named = next((path for path in introduced if one.detail.endswith(tuple(page.files_meant(path)[:1]))), None)
            judged = any((path.line, path.column) in wrong for path in introduced)
            if named is not None and not judged:
                detail = "what is quoted is not in it"
                blamed[named.line, named.column] = page.verdict(named, "moved", one.location, one.suggestions, detail)
            if named is not None or judged:
                one = one._replace(verdict="found", suggestions=(), detail="")
        made.append(one)
    return [blamed.get((one.line, one.column), one) if one.kind.startswith("path") else one for one in made]


def _cited(page: Page) -> list[str]:
    """The files that a document cites, in its order."""
    return list(dict.fromkeys(path for found in page.resolved for path in found[:3]))


def _unsearched(page: Page) -> tuple[Unread, ...]:
    """The names that all files were to be searched for and were not, each where it is cited first."""
    left = page.known.unsearched
    made: dict[str, Unread] = {}
    why = f"more than {MAX_SEARCHED:,} names are unknown"
    if page.known.searched_enough:
        why = f"they are searched {MAX_SEARCHES} times at most"
    for one in page.said if left else ():
        if one.kind != "quotation" and left.intersection([one.target, *parts_of(one.target)]):
            reason = f"{one.target[:80]} was not looked for in all files: {why}"
            made.setdefault(one.target, Unread(one.line, one.line, one.target[:80], reason))
    return tuple(made.values())
