"""What stops the tool: one line for a person, never a traceback.

Odd source is not an error: it is data, a `tfexplore.model.Unresolved`. An exception means that the question cannot be
answered at all (no tree, no index, no disk), and its text says what happened, where, and what to do next.
"""


class TfexploreError(Exception):
    """The tool cannot go on; `str(error)` is the one line to show."""


class UsageError(TfexploreError):
    """The command line, a pattern or an argument is not one that can be answered."""


class SourceError(TfexploreError):
    """A tree cannot be found, cloned or read."""


class IndexFileError(TfexploreError):
    """An index file is missing, damaged, foreign or of another version of the tool."""
