"""What an index file that is not one, or no longer one, gets; and what a writer leaves behind."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from index import facts as sample

from tfexplore.errors import IndexFileError
from tfexplore.index import api, gradients, kernels, messages, ops, symbols, unresolved, write
from tfexplore.index.store import APPLICATION_ID, SCHEMA_VERSION, Index, open_index
from tfexplore.index.write import write_index


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_index(tmp_path / "facts.sqlite", sample.STATE, sample.FACTS)
    return tmp_path / "facts.sqlite"


def read_everything(path: Path) -> None:
    with open_index(path) as index:
        for read in (ops.every, kernels.every, unresolved.every, gradients.every, symbols.every, messages.every):
            read(index)
        api.endpoints(index)
        index.paths()
        index.names("op")


def sqlite_file(path: Path, application: int, version: int) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA application_id = {application}")
        connection.execute(f"PRAGMA user_version = {version}")
        connection.execute("CREATE TABLE t (x)")
    connection.close()


def cut(path: Path) -> None:
    os.truncate(path, 8192)


def cut_in_header(path: Path) -> None:
    os.truncate(path, 60)


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda path: path.unlink(), "no such index; make it with `tfexplore index"),
        (lambda path: path.write_bytes(b""), "the file is empty"),
        (lambda path: path.write_bytes(b"REGISTER_OP" * 100), "not a tfexplore index"),
        (cut_in_header, "not a tfexplore index"),
        (cut, "damaged (cut short)"),
        (lambda path: (path.unlink(), path.mkdir()), "cannot be read (Is a directory)"),
        (lambda path: (path.unlink(), sqlite_file(path, 0, 1)), "an SQLite file, but not a tfexplore index"),
        (
            lambda path: (path.unlink(), sqlite_file(path, APPLICATION_ID, SCHEMA_VERSION - 1)),
            "written by an older tfexplore",
        ),
        (
            lambda path: (path.unlink(), sqlite_file(path, APPLICATION_ID, SCHEMA_VERSION + 1)),
            "written by a newer tfexplore",
        ),
        (lambda path: (path.unlink(), sqlite_file(path, APPLICATION_ID, SCHEMA_VERSION)), "no such table: meta"),
    ],
)
def test_a_file_that_is_no_index(path: Path, prepare: Callable[[Path], object], message: str) -> None:
    prepare(path)
    with pytest.raises(IndexFileError) as caught:
        open_index(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_path_with_a_nul_byte() -> None:
    with pytest.raises(IndexFileError, match="not a path"):
        open_index("a\0b")


@pytest.mark.parametrize(
    "name", ["100%?#.sqlite", "größe &+ [x].sqlite", b"\xff\xfe.sqlite".decode("utf-8", "surrogateescape")]
)
def test_a_path_with_any_bytes(tmp_path: Path, name: str) -> None:
    write_index(tmp_path / name, sample.STATE, sample.FACTS)
    read_everything(tmp_path / name)


def test_an_index_named_by_the_environment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TFEXPLORE_INDEX", str(path))
    with open_index() as index:
        assert index.path == str(path)


def test_damage_anywhere_is_one_clear_error_or_none(path: Path) -> None:
    good = path.read_bytes()
    errors = []
    for offset in range(100, len(good), 397):
        bad = bytearray(good)
        bad[offset : offset + 8] = bytes(byte ^ 0xA5 for byte in bad[offset : offset + 8])
        path.write_bytes(bad)
        try:
            read_everything(path)
        except IndexFileError as error:
            errors.append(str(error))
    assert not [error for error in errors if "\n" in error or "damaged" not in error]
    assert len(errors) > 10


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE op SET attr = 'T'",
        "UPDATE op SET location = 1 << 50",
        "UPDATE op SET input_arg = 7",
        "UPDATE op SET step = 99999",
        "UPDATE step SET parent = id + 1",
        "UPDATE step SET parent = id",
        "UPDATE kernel SET constraints = 'T'",
        "UPDATE kernel SET kernel_class_location = 'x'",
        "UPDATE symbols SET list = 'x'",
        "UPDATE messages SET list = 'x\ty\tz'",
        "UPDATE gradient SET location = 0",
        "UPDATE op SET name = CAST(x'ff' AS TEXT)",
        "DELETE FROM meta WHERE key = 'build'",
        "DROP TABLE kernel",
    ],
)
def test_damage_that_sqlite_does_not_see(path: Path, change: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(IndexFileError, match="the index is damaged") as caught:
        read_everything(path)
    assert "\n" not in str(caught.value)


def test_a_failed_write_leaves_what_was_there(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def fail(path: str, tables: object) -> None:
        Path(path).write_bytes(b"half a file")
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(write, "_write_file", fail)
    with pytest.raises(IndexFileError, match=r"cannot be written \(database or disk is full\)"):
        write_index(path, sample.STATE, sample.FACTS)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_full_disk_leaves_what_was_there(path: Path) -> None:
    before = path.read_bytes()
    program = (
        "import resource, signal, sys; sys.path[:0] = sys.argv[2:]\n"
        "from index import facts\nfrom tfexplore.index.write import write_index\n"
        "from tfexplore.errors import IndexFileError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))\n"
        "try: write_index(sys.argv[1], facts.STATE, facts.FACTS)\n"
        "except IndexFileError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "cannot be written (" in done.stdout
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_folder_that_is_read_only_or_no_folder(path: Path) -> None:
    with pytest.raises(IndexFileError, match="cannot be written"):
        write_index(path / "below.sqlite", sample.STATE, sample.FACTS)
    with pytest.raises(IndexFileError, match="cannot be written"):
        write_index("/proc/no/such.sqlite", sample.STATE, sample.FACTS)


def test_a_foreign_file_is_left_alone(tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    with pytest.raises(IndexFileError, match="left alone"):
        write_index(notes, sample.STATE, sample.FACTS)
    assert notes.read_text() == "mine"
    with pytest.raises(IndexFileError, match="not a regular file"):
        write_index(tmp_path, sample.STATE, sample.FACTS)


def test_an_older_index_is_replaced_and_a_link_is_followed(tmp_path: Path) -> None:
    sqlite_file(tmp_path / "real.sqlite", APPLICATION_ID, SCHEMA_VERSION - 1)
    (tmp_path / "link.sqlite").symlink_to("real.sqlite")
    write_index(tmp_path / "link.sqlite", sample.STATE, sample.FACTS)
    assert (tmp_path / "link.sqlite").is_symlink()
    read_everything(tmp_path / "real.sqlite")


def test_a_reader_keeps_its_index_while_another_replaces_it(path: Path) -> None:
    with open_index(path) as index:
        write_index(path, sample.STATE, sample.FACTS._replace(ops=()))
        assert len(ops.every(index)) == len(sample.OPS)
    with open_index(path) as index:
        assert ops.every(index) == ()


def test_killed_at_any_moment_leaves_an_index_that_answers(path: Path) -> None:
    program = (
        "import sys; sys.path[:0] = sys.argv[2:]\n"
        "from index import facts\nfrom tfexplore.index.write import write_index\nprint(flush=True)\n"
        "while True: write_index(sys.argv[1], facts.STATE, facts.FACTS)\n"
    )
    command = [sys.executable, "-c", program, str(path), str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]
    for moment in range(12):
        writer = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert writer.stdout
        writer.stdout.readline()
        time.sleep(moment * 0.0037)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()
        read_everything(path)
    write_index(path, sample.STATE, sample.FACTS)
    assert os.listdir(path.parent) == [path.name]


def test_an_index_is_closed_with_its_block(path: Path) -> None:
    with open_index(path) as index:
        pass
    assert isinstance(index, Index)
    with pytest.raises(IndexFileError):
        index.paths()
