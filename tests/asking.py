"""The command line as a user runs it: a process, its exit status, what it wrote where."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
SCRIPT = ROOT / "scripts" / "tfexplore"


class Done(NamedTuple):
    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)

    def rows(self) -> list[list[str]]:
        return [line.split("\t") for line in self.out.splitlines()]


def environment(index: Path | str | None, **changes: str) -> dict[str, str]:
    kept = {
        name: os.environ[name]
        for name in ("PATH", "HOME", "TMPDIR", "LANG", "PYTHONPYCACHEPREFIX")
        if name in os.environ
    }
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "TERM": "xterm-256color",
        **({"TFEXPLORE_INDEX": str(index)} if index is not None else {}),
        **changes,
    }


def ask(index: Path | str | None, *words: str, **changes: str) -> Done:
    """Run on pipes."""
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        env=environment(index, **changes),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def on_terminal(index: Path | str, *words: str, columns: int = 80, lines: int = 24, **changes: str) -> Done:
    """Run on a terminal of this size; `out` is what arrives there, standard error included."""
    command = [sys.executable, str(SCRIPT), *words]
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    process = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment(index, **changes), start_new_session=True
    )
    os.close(slave)
    parts = []
    while select.select([master], [], [], 30)[0]:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(master)
    return Done(process.wait(timeout=30), b"".join(parts).decode().replace("\r\n", "\n"), "")


def visible(text: str) -> str:
    """What a terminal shows of a text."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\]8;[^\x1b\x07]*(?:\x1b\\|\x07)", "", text)
