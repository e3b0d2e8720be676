"""What every question gets back."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from tfexplore.model import SourceState, Unresolved


class NearName(Record):
    """A name close to one that was asked for, and what it names (`"op"`, `"endpoint"`, `"device"` ...)."""

    name: str
    kind: str


class Taken(Record):
    """A public name that was asked for where ops are: the ops that it was taken as, and how many others it creates.

    Or a name of `code` that belongs to these ops: a kernel class, a gradient function, a method.
    """

    name: str
    ops: tuple[str, ...]
    others: int
    code: bool = False


class Searched(Record):
    """What a question was put to: `total` names of which kind, with a filter or without.

    `unlinked` are names that do match, but that only files outside every shipped library register; `known` are names
    that do match and have nothing to show (an op without a kernel). `wanted` is the pattern that failed where it is not
    one of the query: a device that there is none of; `choices` are then all that there are, where those are few.
    `reason` says why nothing can be found.
    """

    kind: str
    total: int
    filtered: bool = False
    unlinked: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    wanted: str = ""
    choices: tuple[str, ...] = ()
    reason: str = ""


class Answer(Record):
    """An answer about one tree; `results` are typed values, which the renderers of the command know.

    `answer` is `"found"`, `"not found"`, or a command's more exact word. `asked` tells a list of everything from the
    answer to a pattern. `context` is what a person needs beside the results, such as the OpDef of the kernels, `missed`
    what is said of each pattern that finds nothing while others do (see `answers/missed.py`), `taken` which public
    names were taken as ops, `notes` what else has to be known of how the question was meant.
    """

    state: SourceState
    command: str
    query: tuple[str, ...]
    answer: str
    results: tuple[object, ...]
    nearest: tuple[NearName, ...]
    unresolved: tuple[Unresolved, ...]
    searched: Searched
    context: tuple[object, ...] = ()
    missed: tuple[Answer, ...] = ()
    taken: tuple[Taken, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def asked(self) -> bool:
        """Whether something in particular was asked for."""
        return bool(self.query) or self.searched.filtered
