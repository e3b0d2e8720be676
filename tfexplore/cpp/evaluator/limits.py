"""What an evaluation may take, and how it ends when it would take more.

What is evaluated comes from a tree that nobody vouches for. Every bound is far above what the registrations of a
release need, and reaching one ends in an `Unresolved` with the words of the `StoppedError`.
"""

from __future__ import annotations

#: Statements, expressions and calls of one file; copies and long strings count by their size.
MAX_STEPS = 300_000
#: Functions that call each other.
MAX_CALLS = 24
#: The same, before one of another file is called: nothing there registers anything for this file.
MAX_CALLS_ELSEWHERE = 12
#: Turns of a loop that may not happen at all.
MAX_UNCERTAIN_TURNS = 16
#: Items of a container.
MAX_ITEMS = 10_000
#: Parts of a value that is copied whole.
MAX_COPY = 20_000
#: Characters of a string.
MAX_STRING = 65_536
#: Files that are opened for one; what is defined in more is not in sight.
MAX_UNITS = 40
#: Levels of a syntax tree, and the text that it is made of.
MAX_DEPTH = 120
MAX_TEXT = 400_000


class StoppedError(Exception):
    """Evaluation cannot go on at all."""
