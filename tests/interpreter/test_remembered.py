"""A game that is remembered is the game that its texts say, or it is not remembered."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.dsl import checked
from rulewright.dsl.files import folders
from rulewright.dsl.files.bundled import bundled_games, text_at
from rulewright.dsl.library import library
from rulewright.dsl.lint import whole_lint
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter import Game, Match, PlayError, WrongChoice, load
from rulewright.interpreter.cache import engine_digest, store
from rulewright.interpreter.cache.store import VARIABLE
from rulewright.interpreter.emit import source
from rulewright.interpreter.match import pickling, program_cache
from rulewright.interpreter.match.pickling import LazyPickle, Packer
from tests.interpreter.helpers import SMALL, VARIANTS, shown

TEXT = """\
game small "Small":
    players 2 to 3
option size "Size" = 3 in 1 to 6
each player has:
    points "Points": number
to play:
    repeat size times:
        for each player in players:
            choose amount in 1 to size asking "How much of {size}?"
            add amount to points of player
    game over, winners players with most points of it
"""
VARIANT = """\
variant longer of "small.rules":
    replace option size "Size" = 4 in 1 to 6
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a cache of its own for each test."""
    path = tmp_path / "kept"
    monkeypatch.setenv(VARIABLE, str(path))
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return the file of a small game."""
    path = tmp_path / "small.rules"
    path.write_text(TEXT, encoding="utf-8")
    return path


class Work:
    """The work that had to be done."""

    def __init__(self) -> None:
        self.done: list[str] = []


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Note what is read and compiled, to see what is not."""
    noted = Work()

    def note(module: Any, name: str) -> None:
        right = getattr(module, name)

        def noting(*arguments: Any, **more: Any) -> Any:
            noted.done.append(name)
            return right(*arguments, **more)

        monkeypatch.setattr(module, name, noting)

    note(library, "load_with_texts")
    note(source, "resumable")
    note(source, "playouts")
    return noted


ALL_OF_IT = ["load_with_texts", "resumable", "playouts"]


def ready(reference: object, *arguments: Any, players: int | None = None) -> Game:
    """Return a game with both forms ready to run."""
    game = load(str(reference), *arguments)
    assert callable(game.program(players).straight.main)
    return game


def played(game: Game, players: int, seed: int) -> Iterator[Any]:
    """Yield all that a game shows while it is played at random, and its saves."""
    match = game.start(players, seed)
    chosen = Random(seed)
    while match.decision is not None and match.steps < 60:
        yield match.key()
        if match.steps % 20 == 0:
            yield match.save()
            for seat in range(players):
                yield shown(match, seat)
        if match.decision.kind == "words":
            match.choose("some words")
        else:
            match.choose(chosen.randrange(len(match.decision.options)))
    yield match.log(0)
    yield match.result


def about(game: Game) -> tuple[Any, ...]:
    """Return what a game says about itself."""
    return (game.name, game.titles, game.variants, game.least_players, game.most_players, game.options, game.languages,
            game.fingerprint, game.values)  # fmt: skip


@pytest.mark.parametrize("reference", [*bundled_games(), *map(str, SMALL)], ids=lambda reference: Path(reference).stem)
@pytest.mark.sample(5)
def test_a_remembered_game_is_the_same(reference: str, work: Work) -> None:
    for variants in {(), VARIANTS.get(reference, ())}:
        # The game that is kept was read and compiled first.
        fresh = ready(reference, variants)
        assert work.done == ALL_OF_IT
        del work.done[:]
        again = ready(reference, variants)
        assert work.done == []
        players = fresh.least_players
        assert about(again) == about(fresh)
        for seed in range(2):
            one, other = played(fresh, players, seed), played(again, players, seed)
            for place, found in enumerate(one):
                assert next(other) == found, place
            assert not list(other)
            assert played_out(fresh, players, seed) == played_out(again, players, seed)
        # A game saved in the one is resumed in the other.
        for first, second in ((fresh, again), (again, fresh)):
            match = first.start(players, 7)
            resumed = second.resume(match.save())
            assert resumed.key() == match.key()
            assert shown(resumed, 0) == shown(match, 0)
            assert resumed.save() == match.save()


def played_out(game: Game, players: int, seed: int) -> Any:
    """Return the result of a random game, or why it was stopped."""
    try:
        return game.playout(players, seed)
    except PlayError as error:
        return said(error)


def said(error: PlayError) -> tuple[Any, ...]:
    """Return all that a diagnostic shows."""
    found = error.diagnostic
    assert found.span is not None
    span = found.span
    return found.message, found.help, found.name, span.source.name, span.line, span.column, span.text


def test_the_whole_rulebook_comes_with_it(work: Work) -> None:
    """Everything that is in the checked rulebook, down to the last expression, comes out as it went in."""
    for reference in (*bundled_games(), *map(str, SMALL)):
        fresh = load(reference).checked
        del work.done[:]
        again = load(reference).checked
        assert work.done == []
        assert again is not fresh
        assert description(again) == description(fresh)


def description(value: Any) -> list[Any]:
    """Return a game as a list of its parts, in which every part that comes again is a number."""
    seen: dict[int, int] = {}
    kept_alive: list[Any] = []
    lines: list[Any] = []
    agenda = [value]
    while agenda:
        one = agenda.pop()
        if isinstance(one, str | int | bool | None):
            lines.append(one)
            continue
        # Types are alike when they are equal, and tuples when their parts are.
        if not isinstance(one, tuple | checked.Type):
            if id(one) in seen:
                lines.append(("seen", seen[id(one)]))
                continue
            seen[id(one)] = len(seen)
            kept_alive.append(one)
        parts: list[Any]
        if isinstance(one, tuple | list):
            parts = list(one)
        elif isinstance(one, dict):
            parts = [part for pair in one.items() for part in pair]
        else:
            parts = [getattr(one, name) for name in one.__slots__ if name != "__weakref__"]
        lines.append((type(one).__name__, len(parts)))
        agenda.extend(reversed(parts))
    return lines


def test_other_players_and_options_of_a_remembered_game(small: Path, work: Work) -> None:
    ready(small)
    del work.done[:]
    game = ready(small)
    assert work.done == []
    assert callable(game.program(3).straight.main)
    assert work.done == ALL_OF_IT[1:]
    ready(small, (), {"size": 5})
    assert work.done == ALL_OF_IT[1:] * 2
    del work.done[:]
    assert ready(small, (), {"size": 5}).playout(2, 1).decisions == 10
    assert ready(small, (), {"size": 3}).playout(2, 1).decisions == 6
    assert ready(small, players=3).playout(3, 1).decisions == 9
    assert work.done == []


def test_a_changed_text_is_another_game(small: Path, work: Work) -> None:
    assert ready(small).playout(2, 1).decisions == 6
    for text, decisions in ((TEXT.replace("= 3", "= 2"), 4), (TEXT + "# a remark\n", 6), (TEXT.replace("= 3", "= 5"), 10)):
        # It is as long and as old as before, by the file system's clock.
        times = (small.stat().st_atime_ns, small.stat().st_mtime_ns)
        small.write_text(text, encoding="utf-8")
        os.utime(small, ns=times)
        del work.done[:]
        assert ready(small).playout(2, 1).decisions == decisions
        assert work.done == ALL_OF_IT
        assert load(str(small)).checked.span.source.text == text
    small.write_text(TEXT, encoding="utf-8")
    del work.done[:]
    # The first one is still there.
    assert ready(small).playout(2, 1).decisions == 6
    assert work.done == []


def test_a_changed_text_of_a_variant_or_of_its_game(small: Path, work: Work) -> None:
    variant = small.with_name("longer.rules")
    variant.write_text(VARIANT, encoding="utf-8")

    def decisions() -> tuple[int, int]:
        by_itself = ready(variant)
        named = ready(small, [str(variant)])
        assert by_itself.variants == named.variants == ("longer",)
        return by_itself.playout(2, 1).decisions, named.playout(2, 1).decisions

    assert decisions() == (8, 8)
    del work.done[:]
    assert decisions() == (8, 8)
    assert work.done == []
    variant.write_text(VARIANT.replace("4", "5"), encoding="utf-8")
    assert decisions() == (10, 10)
    small.write_text(TEXT.replace("repeat size times", "repeat 2 times"), encoding="utf-8")
    assert decisions() == (4, 4)
    # The variant now changes a file that it did not know of before.
    other = small.with_name("other.rules")
    other.write_text(TEXT.replace("repeat size times", "repeat 1 times"), encoding="utf-8")
    variant.write_text(VARIANT.replace("small.rules", "other.rules"), encoding="utf-8")
    assert ready(variant).playout(2, 1).decisions == 2
    other.write_text(TEXT, encoding="utf-8")
    assert ready(variant).playout(2, 1).decisions == 8
    other.unlink()
    with pytest.raises(RulebookError, match="there is no file"):
        load(str(variant))


def test_the_same_text_under_another_name_or_in_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.replace("repeat size times", "while size is at least 1")
    text = text.replace('            choose amount in 1 to size asking "How much of {size}?"\n', "")
    text = text.replace("add amount to", "add 0 to")
    for folder, name in (("a", "one.rules"), ("a", "two.rules"), ("b", "one.rules")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text(text if folder == "a" else "# higher up\n" + text, encoding="utf-8")
    for _ in range(2):
        for folder, name, line in (("a", "one.rules", 7), ("a", "two.rules", 7), ("b", "one.rules", 8)):
            monkeypatch.chdir(tmp_path / folder)
            with pytest.raises(PlayError) as found:
                load(name).playout(2, 1)
            assert said(found.value)[3] == name
            with pytest.raises(PlayError) as stopped:
                load(name).start(2, 1)
            assert said(stopped.value)[3] == name
            assert said(stopped.value)[4] == said(found.value)[4] == line


def test_only_good_rulebooks_are_remembered(small: Path, place: Path) -> None:
    small.write_text(TEXT.replace("add amount", "add amonut"), encoding="utf-8")
    texts = []
    for _ in range(2):
        with pytest.raises(RulebookError) as found:
            load(str(small))
        texts.append(str(found.value))
    assert texts[0] == texts[1]
    assert not place.exists()
    small.write_text(TEXT, encoding="utf-8")
    load(str(small))
    small.write_text(TEXT.replace("add amount", "add amonut"), encoding="utf-8")
    with pytest.raises(RulebookError) as found:
        load(str(small))
    assert str(found.value) == texts[0]


def test_wrong_choices_and_settings_are_told_alike(small: Path) -> None:
    def told() -> list[str]:
        game = ready(small)
        found = []
        wrong: list[Callable[[], object]] = [
            lambda: game.start(2, 1).choose("nothing like it"),
            lambda: game.start(9),
            lambda: load(str(small), (), {"size": 7}),
            lambda: load(str(small), (), {"sise": 3}),
            lambda: load(str(small), ("less",)),
        ]
        for one in wrong:
            with pytest.raises((WrongChoice, RulebookError)) as error:
                one()
            found.append(str(error.value))
        return found

    assert told() == told()


@pytest.mark.long
def test_whatever_happens_to_the_files_the_game_is_right(small: Path, place: Path, work: Work) -> None:
    def playing() -> list[Any]:
        return [*played(ready(small), 2, 5), ready(small).playout(2, 5)]

    right = playing()
    files = {path: path.read_bytes() for path in sorted(place.iterdir())}
    assert [path.name.split("-")[0] for path in files] == ["playouts", "resumable", "rulebook", "texts"]
    chosen = Random(1)

    def spoilt(path: Path) -> Iterator[bytes]:
        content = files[path]
        for number in (*(chosen.randrange(len(content)) for _ in range(12)), 0, len(content) - 1):
            yield content[:number] + bytes([content[number] ^ 1 << chosen.randrange(8)]) + content[number + 1 :]
        for number in (0, 1, len(content) // 2, len(content) - 1):
            yield content[:number]
        yield from (other for other in files.values() if other != content)

    for path in sorted(files):
        for wrong in spoilt(path):
            path.write_bytes(wrong)
            del work.done[:]
            assert playing() == right
            assert work.done != []
            del work.done[:]
            assert playing() == right
            assert work.done == []


def foul(*parts: bytes) -> bytes:
    """Return a pickle that would write a file if somebody unpickled it trustingly."""
    return b"cposix\nsystem\n(V" + b"".join(parts) + b"\ntR."


@pytest.mark.parametrize("kind", ["texts", "rulebook", "resumable", "playouts"])
def test_what_is_sealed_rightly_and_makes_no_sense(kind: str, small: Path, place: Path, tmp_path: Path) -> None:
    right = ready(small).playout(2, 3)
    (path,) = place.glob(f"{kind}-*")
    key = path.name.split("-")[1]
    trap = tmp_path / "trap"
    for wrong in (
        b"",
        b"nonsense",
        b"[[true]]",
        b'[[false, "small.rules"]]',
        b'{"a": 1}',
        b"[[1, 2]]",
        pickle.dumps(3),
        pickle.dumps([os.getpid]),
        pickle.dumps(Path("x")),
        foul(b"touch ", str(trap).encode()),
        pickling.pack(checked.NUMBER, whole=False) or b"",
    ):
        assert store.keep(kind, key, wrong)
        assert ready(small).playout(2, 3) == right
    assert not trap.exists()


def test_nothing_is_called_that_is_not_ours() -> None:
    for wrong in (foul(b"true"), pickle.dumps(print), pickle.dumps(eval), pickle.dumps(Game), pickle.dumps(range(3))):
        with pytest.raises(pickle.UnpicklingError, match="not admitted"):
            LazyPickle(wrong)
    stream = BytesIO()
    Packer(stream).dump(compile("1", "x", "eval"))
    assert eval(LazyPickle(stream.getvalue()).value) == 1


def test_the_deepest_rulebook_there_may_be_is_remembered(small: Path, work: Work) -> None:
    blocks = "".join(f"{'    ' * depth}if size is at least {depth}:\n" for depth in range(1, 14))
    summed = "(1 + " * 25 + "1" + ")" * 25
    text = TEXT.replace("to play:\n", f"to play:\n{blocks}{'    ' * 14}let deep be {summed}\n")
    small.write_text(text, encoding="utf-8")
    ready(small)
    del work.done[:]
    assert ready(small).checked.play.body
    assert work.done == []
    nested: object = ()
    for _ in range(100_000):
        nested = (nested,)
    assert pickling.pack(nested, whole=False) is None


def test_a_rulebook_whose_rules_cannot_be_unpacked_is_read_again(small: Path, place: Path, work: Work) -> None:
    load(str(small))
    (path,) = place.glob("rulebook-*")
    outline = pickling.pack(load(str(small)).checked, whole=False)
    assert outline is not None
    store.keep("rulebook", path.name.split("-")[1], outline + b"nonsense")
    del work.done[:]
    game = load(str(small))
    assert work.done == []
    assert game.checked.play.body
    assert work.done == ALL_OF_IT[:1]
    assert ready(small).playout(2, 1).decisions == 6


def test_a_changed_engine_finds_nothing_old(small: Path, tmp_path: Path, work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(small)
    before = engine_digest.engine_digest()
    sources = tmp_path / "grammar"
    sources.mkdir()
    (sources / "part.py").write_text("one", encoding="utf-8")

    class Spec:
        submodule_search_locations = (str(sources),)

    monkeypatch.setattr(engine_digest, "find_spec", lambda name: Spec if name == "rulewright.grammar" else find_spec(name))
    # The files are others than when this process began: it might be made of either.
    assert engine_digest.engine_digest() is None
    del work.done[:]
    ready(small)
    ready(small)
    assert work.done == ALL_OF_IT * 2
    keys = {before}
    for text in ("one", "two"):
        (sources / "part.py").write_text(text, encoding="utf-8")
        assert engine_digest.engine_digest() is None
        monkeypatch.setattr(engine_digest, "STAMP", engine_digest.stamp())
        keys.add(engine_digest.engine_digest())
        del work.done[:]
        ready(small)
        assert work.done == ALL_OF_IT
        ready(small)
        assert work.done == ALL_OF_IT
    assert len(keys) == 3
    assert None not in keys
    monkeypatch.setattr(sys, "version", "another")
    engine_digest.digest_of.cache_clear()
    assert engine_digest.engine_digest() not in keys


def test_without_sources_nothing_is_remembered(small: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_digest, "find_spec", lambda _: None)
    monkeypatch.setattr(engine_digest, "STAMP", engine_digest.stamp())
    assert ready(small).playout(2, 1).decisions == 6
    assert not place.exists()


def test_where_nothing_can_be_kept_the_game_goes_on(small: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(store, "write", refused)
        assert ready(small).playout(2, 1).decisions == 6
    assert list(place.iterdir()) == []
    place.rmdir()
    place.write_text("no folder", encoding="utf-8")
    assert ready(small).playout(2, 1).decisions == 6
    monkeypatch.setenv(VARIABLE, "off")
    assert ready(small).playout(2, 1).decisions == 6


PROCESS = """
import hashlib, sys
from rulewright.interpreter import load
game = load(sys.argv[1])
match = game.start(seed=3)
while match.decision is not None and match.steps < 30:
    match.choose(0)
said = (match.save(), match.log(0), [game.playout(seed=seed) for seed in range(5)])
print(hashlib.sha256(repr(said).encode()).hexdigest(), *sorted(name for name in sys.modules if "rulewright" in name))
"""


def run(reference: object) -> subprocess.Popen[str]:
    """Return a process of its own that plays."""
    return subprocess.Popen([sys.executable, "-c", PROCESS, str(reference)], stdout=subprocess.PIPE, text=True)


@pytest.mark.long
def test_several_processes_at_once(place: Path) -> None:
    processes = [run("english-draughts") for _ in range(6)]
    answers = [process.communicate()[0].split()[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 6
    assert len(set(answers)) == 1
    assert sorted(path.name.split("-")[0] for path in place.iterdir()) == ["playouts", "resumable", "rulebook", "texts"]
    # Now there is nothing left to be read or compiled, and what does that is not even imported.
    last = run("english-draughts")
    answer, *modules = last.communicate()[0].split()
    assert answer == answers[0]
    for name in ("dsl.parse", "dsl.check", "dsl.library", "interpreter.form", "interpreter.expressions", "interpreter.areas"):
        assert f"rulewright.{name}" not in modules


def test_what_is_said_of_the_bundled_rulebooks(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make() -> object:
        made.append(1)
        return None if len(made) == 1 else {"told": len(made)}

    def told() -> object:
        return program_cache.of_all_bundled("list", make)

    # Nothing is kept when there was something wrong.
    assert told() is None
    assert not place.exists()
    assert told() == told() == {"told": 2}
    with monkeypatch.context() as changed:
        changed.setattr(folders, "text_at", lambda shown: text_at(shown) + "#" * ("duel" in shown))
        assert told() == {"told": 3}
    assert told() == {"told": 2}
    for path in place.iterdir():
        store.keep("list", path.name.split("-")[1], b"no JSON")
    assert told() == told() == {"told": 4}
    monkeypatch.setenv(VARIABLE, "off")
    assert [told(), told()] == [{"told": 5}, {"told": 6}]


def test_in_a_folder_that_is_gone(tmp_path: Path, place: Path) -> None:
    script = (
        "import os, sys; from rulewright.interpreter import load\n"
        "os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')\n"
        "print(load('english-draughts').playout(seed=1))"
    )
    found = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found.stderr == ""
    assert "winners" in found.stdout
    assert not list(place.glob("texts-*"))


def test_threads_share_a_rulebook(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from concurrent.futures import ThreadPoolExecutor

    fill = LazyPickle.fill
    filled: list[LazyPickle] = []

    def slowly(parcel: LazyPickle) -> None:
        filled.append(parcel)
        time.sleep(0.01)
        fill(parcel)

    monkeypatch.setattr(LazyPickle, "fill", slowly)
    load(str(small))
    for _ in range(5):
        games = [load(str(small))] * 8
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda game: game.checked.play.body, games))
        assert len({id(body) for body in found}) == 1
    assert len(filled) == 5


def test_remembering_is_several_times_as_fast(place: Path) -> None:
    def seconds(times: int) -> float:
        best = 1e9
        for _ in range(times):
            start = time.perf_counter()
            ready("battle-of-thieves")
            best = min(best, time.perf_counter() - start)
        return best

    first = seconds(1)
    assert place.is_dir()
    assert seconds(4) < first / 4


def test_lint_looks_at_the_text_every_time(small: Path, place: Path) -> None:
    whole_lint.lint_all(str(small))
    assert not place.exists()
    load(str(small))
    small.write_text(TEXT.replace("add amount", "add amonut"), encoding="utf-8")
    assert [found.name for found in whole_lint.lint_all(str(small))] == ["unknown-name"]


def test_a_match_holds_on_to_its_game_when_the_text_changes(small: Path) -> None:
    load(str(small))
    game = load(str(small))
    small.write_text("nothing", encoding="utf-8")
    match = game.start(3, 1)
    assert isinstance(match, Match)
    assert game.checked.span.source.text == TEXT
