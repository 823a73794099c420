"""Bytes that are kept from one process to the next: given back as they were, or not at all."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.interpreter.cache import store
from rulewright.interpreter.cache.store import VARIABLE, cache_folder, fetch, keep

KEY = hashlib.sha256(b"one").hexdigest()
OTHER = hashlib.sha256(b"other").hexdigest()
CONTENT = bytes(range(256)) * 3


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where things are kept in a test; the folder is made by the first that is kept."""
    path = tmp_path / "kept"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def held(content: bytes = CONTENT, key: str = KEY) -> Path:
    """Return the file of something that is kept."""
    path = keep("thing", key, content)
    assert path is not None
    return path


def test_what_is_kept_is_given_back(place: Path) -> None:
    assert fetch("thing", KEY) is None
    for content in (CONTENT, b"", b"\n" * 1000):
        path = held(content)
        assert fetch("thing", KEY) == content
        # Some are loaded from the file itself, which begins with them.
        assert path.parent == place
        assert path.read_bytes().startswith(content)
    assert place.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600
    assert len(list(place.iterdir())) == 1


def test_it_is_found_by_its_kind_and_key_alone(place: Path) -> None:
    held()
    assert fetch("thing", OTHER) is None
    assert fetch("other", KEY) is None
    keep("thing", OTHER, b"a")
    keep("other", KEY, b"b")
    assert [fetch("thing", KEY), fetch("thing", OTHER), fetch("other", KEY)] == [CONTENT, b"a", b"b"]
    assert place.is_dir()


@pytest.mark.parametrize(
    ("kind", "key"), [("thing", "../" + KEY[3:]), ("../thing", KEY), ("", KEY), ("thing", ""), ("thing", KEY + "\n")]
)
def test_neither_kind_nor_key_leads_out_of_the_folder(place: Path, kind: str, key: str) -> None:
    del place
    with pytest.raises(ValueError, match="file system"):
        keep(kind, key, CONTENT)
    with pytest.raises(ValueError, match="file system"):
        fetch(kind, key)


def test_every_byte_that_is_not_as_it_was_is_noticed(place: Path) -> None:
    path = held()
    right = path.read_bytes()
    for number in range(len(right)):
        mask = (1, 0x80, 0xFF)[number % 3]
        path.write_bytes(right[:number] + bytes([right[number] ^ mask]) + right[number + 1 :])
        assert fetch("thing", KEY) is None, number
    path.write_bytes(right)
    assert fetch("thing", KEY) == CONTENT
    assert place.is_dir()


def test_every_byte_that_is_missing_or_added_is_noticed(place: Path) -> None:
    path = held()
    right = path.read_bytes()
    for number in range(len(right)):
        path.write_bytes(right[:number])
        assert fetch("thing", KEY) is None, number
        path.write_bytes(right[number + 1 :])
        assert fetch("thing", KEY) is None, number
    for wrong in (right + b"\n", b"\n" + right, right + right, right[-kept_end() :]):
        path.write_bytes(wrong)
        assert fetch("thing", KEY) is None
    assert place.is_dir()


def kept_end() -> int:
    """Return how long the seal is."""
    return len(store.seal("thing", KEY, b""))


def test_what_was_kept_under_another_key_or_kind_is_noticed(place: Path) -> None:
    path = held()
    other = held(b"something else", OTHER)
    path.write_bytes(other.read_bytes())
    assert fetch("thing", KEY) is None
    (place / f"other-{OTHER}").write_bytes(other.read_bytes())
    assert fetch("other", OTHER) is None
    assert fetch("thing", OTHER) == b"something else"


def test_what_an_older_version_has_kept_is_left_alone(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(store, "MARK", b"rulewright 0 ")
        held()
    assert fetch("thing", KEY) is None
    held()
    assert fetch("thing", KEY) == CONTENT
    assert place.is_dir()


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666, 0o622])
def test_a_file_that_others_may_write_is_not_trusted(place: Path, mode: int) -> None:
    path = held()
    path.chmod(mode)
    assert fetch("thing", KEY) is None
    # Kept again, it is another file.
    assert held().stat().st_mode & 0o777 == 0o600
    assert fetch("thing", KEY) == CONTENT
    assert place.is_dir()


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777, 0o1777])
def test_a_folder_that_others_may_write_is_not_trusted(place: Path, mode: int) -> None:
    path = held()
    place.chmod(mode)
    assert fetch("thing", KEY) is None
    assert keep("thing", OTHER, CONTENT) is None
    assert list(place.iterdir()) == [path]
    place.chmod(0o755)
    assert fetch("thing", KEY) == CONTENT


def test_what_belongs_to_somebody_else_is_not_trusted(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = held()
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert fetch("thing", KEY) is None
    assert keep("thing", OTHER, CONTENT) is None
    assert list(place.iterdir()) == [path]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")
def test_a_file_of_somebody_else_in_an_own_folder_is_not_trusted(place: Path) -> None:
    path = held()
    os.chown(path, 12345, -1)
    assert fetch("thing", KEY) is None
    assert place.is_dir()


def test_without_owners_of_files_nothing_is_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid")
    assert cache_folder() is None
    assert keep("thing", KEY, CONTENT) is None
    assert fetch("thing", KEY) is None
    assert not place.exists()


def test_links_are_not_followed(place: Path, tmp_path: Path) -> None:
    path = held()
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert fetch("thing", KEY) is None
    held(b"new")
    assert not path.is_symlink()
    assert fetch("thing", KEY) == b"new"
    assert elsewhere.read_bytes().startswith(CONTENT)
    place.rename(tmp_path / "away")
    place.symlink_to(tmp_path / "away", target_is_directory=True)
    assert fetch("thing", KEY) is None
    assert keep("thing", OTHER, CONTENT) is None
    assert len(list(place.iterdir())) == 1


def test_what_is_no_plain_file_is_not_read(place: Path) -> None:
    path = held()
    path.unlink()
    path.mkdir()
    assert fetch("thing", KEY) is None
    assert keep("thing", KEY, CONTENT) is None
    path.rmdir()
    # Nobody writes into it: who waited for that would wait for ever.
    os.mkfifo(path, 0o600)
    assert fetch("thing", KEY) is None
    held()
    assert fetch("thing", KEY) == CONTENT
    assert len(list(place.iterdir())) == 1


def test_where_no_folder_can_be_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for path in (tmp_path / "file", tmp_path / "file" / "inside", tmp_path / ("long" * 100)):
        monkeypatch.setenv(VARIABLE, str(path))
        assert keep("thing", KEY, CONTENT) is None
        assert fetch("thing", KEY) is None


def test_a_full_disk_leaves_nothing_behind(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = held()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        assert keep("thing", OTHER, CONTENT) is None
        assert keep("thing", KEY, b"new") is None
    assert list(place.iterdir()) == [path]
    assert fetch("thing", KEY) == CONTENT
    # This is a real limit, if a process can set one: no file may be longer.
    script = (
        "import resource, sys; from rulewright.interpreter.cache.store import keep, fetch\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"assert keep('thing', {OTHER!r}, bytes(2000)) is None\n"
        f"assert fetch('thing', {OTHER!r}) is None and fetch('thing', {KEY!r}) is not None"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    assert list(place.iterdir()) == [path]


def test_a_folder_that_is_read_only_is_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held()
    place.chmod(0o500)

    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    # Root may write everywhere, and cannot be refused otherwise.
    monkeypatch.setattr(os, "utime", refused)
    monkeypatch.setattr(store, "write", refused)
    assert fetch("thing", KEY) == CONTENT
    assert keep("thing", OTHER, CONTENT) is None
    place.chmod(0o700)


def test_the_folder_does_not_grow_for_ever(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(8)]
    monkeypatch.setattr(store, "MOST_FILES", 4)
    for number, key in enumerate(keys[:4]):
        os.utime(held(key=key), (number, number))
    assert fetch("thing", keys[0]) == CONTENT
    held(key=keys[4])
    # The first one was asked for since: the second goes.
    assert [fetch("thing", key) is not None for key in keys[:5]] == [True, False, True, True, True]
    for key in keys:
        held(key=key)
    assert len(list(place.iterdir())) == 4
    monkeypatch.setattr(store, "MOST_BYTES", 3 * len(CONTENT))
    held()
    assert len(list(place.iterdir())) == 2
    assert fetch("thing", KEY) == CONTENT


def test_what_was_left_half_written_goes_some_day_and_nothing_else(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = held().with_name(f".thing-{OTHER}-0123456789abcdef")
    left.write_bytes(b"half")
    foreign = place / "letters.txt"
    foreign.write_text("not ours", encoding="utf-8")
    os.utime(left, (1, 1))
    os.utime(foreign, (1, 1))
    monkeypatch.setattr(store, "MOST_FILES", 1)
    held()
    assert sorted(path.name for path in place.iterdir()) == ["letters.txt", f"thing-{KEY}"]


def test_what_is_too_large_is_not_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held()
    monkeypatch.setattr(store, "LARGEST", 100)
    assert keep("thing", OTHER, CONTENT) is None
    assert fetch("thing", KEY) is None
    assert len(list(place.iterdir())) == 1


def test_where_things_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_folder() == tmp_path / "cache" / "rulewright"
    for unusable in ("", "relative/path"):
        monkeypatch.setenv("XDG_CACHE_HOME", unusable)
        assert cache_folder() == tmp_path / "home" / ".cache" / "rulewright"
    for off in ("off", "OFF"):
        monkeypatch.setenv(VARIABLE, off)
        assert cache_folder() is None
        assert keep("thing", KEY, CONTENT) is None
        assert fetch("thing", KEY) is None
    assert list(tmp_path.iterdir()) == []


def test_many_processes_keep_and_fetch_the_same(place: Path) -> None:
    script = (
        "from rulewright.interpreter.cache.store import keep, fetch\n"
        "for turn in range(60):\n"
        f"    found = fetch('thing', {KEY!r})\n"
        "    assert found is None or (len(found) == 300000 and len(set(found)) == 1), 'torn'\n"
        f"    assert keep('thing', {KEY!r}, bytes([turn]) * 300000)\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", script]) for _ in range(4)]
    assert [process.wait() for process in processes] == [0] * 4
    assert len(list(place.iterdir())) == 1
