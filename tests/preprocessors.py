"""Real preprocessors to hold ours against, where the machine has any."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

#: What can be asked: a name for the report, and the command that reads a file from its standard input.
COMMANDS = {
    "cpp": ["cpp", "-x", "c++", "-std=gnu++11", "-w", "-P", "-undef", "-nostdinc", "-"],
    "clang": ["clang", "-E", "-x", "c++", "-std=gnu++11", "-w", "-P", "-undef", "-nostdinc", "-"],
}
AVAILABLE = [name for name, command in COMMANDS.items() if shutil.which(command[0])]

needs_one = pytest.mark.skipif(not AVAILABLE, reason="neither cpp nor clang is installed to be compared with")


def preprocess(name: str, text: str) -> str | None:
    """What a real preprocessor makes of a text; None where it refuses it."""
    made = subprocess.run(COMMANDS[name], input=text, capture_output=True, text=True, timeout=20, check=False)
    return made.stdout if made.returncode == 0 else None


def squeezed(text: str) -> str:
    """The text without white space outside of literals, since that is nobody's meaning."""
    return re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda match: match.group(1) or "", text)
