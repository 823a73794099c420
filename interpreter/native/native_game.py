"""Make the native form of a game: write it, compile it in the background, load it, and use it as soon as it is ready.

Nobody waits for the compiler without asking for that. It starts when the playouts of a game have taken some time, and they
go on in Python until it is done. Every form plays the same games: the clock only decides how soon they become faster.
Imports are late, since most callers that load a game play no more than one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.cache import private_folder, store
from rulewright.interpreter.native.straight import StraightGame
from rulewright.interpreter.position.chance import word_of
from rulewright.interpreter.position.position import Position

if TYPE_CHECKING:
    from rulewright.dsl.text.source import Span
    from rulewright.interpreter.emit.c.program import CProgram
    from rulewright.interpreter.native import library
    from rulewright.interpreter.native.build import CompilerRun
    from rulewright.interpreter.native.flat_memory import PositionCodec
    from rulewright.interpreter.native.library import NativeLibrary, PlayoutColumns
    from rulewright.interpreter.program.nodes import LoweredProgram

PATIENCE = 0.3
"""Seconds of playouts in Python after which the compiler starts."""
LARGEST_SOURCE = 2_000_000
"""In characters; more may take a compiler minutes, and more memory than there is."""
LONGEST_BUILD = 60.0
"""Seconds after which the compiler is stopped."""
LOOK = 0.1
"""Seconds between two questions whether a caller still wants to wait for the compiler."""
MOST_MISSED = 20
"""With more games than this left to Python, it is checked whether native code pays."""
SHARE = 4096
"""How many games are played in Python before native code may take over."""
Outcome = tuple[tuple[int, ...] | None, list[Any]]


class NativeGame:
    """The loaded native form of a game, and the translation of its positions."""

    def __init__(self, library: NativeLibrary, flat: PositionCodec, places: Sequence[Span] = ()) -> None:
        self.library = library
        self.flat = flat
        self.places = places
        """The places of the rulebook that are counted, if it is traced, in the library's order."""
        self.played = 0

    def position(self, held: Position) -> library.NativePosition:
        """Return a position of Python's in flat memory, or raise Unfit."""
        from rulewright.interpreter.native import library

        found = library.NativePosition(self.library)
        self.flat.encode(held, found)
        return found

    def playouts(self, words: Sequence[int]) -> PlayoutColumns:
        """Play whole random games with these seeds' words."""
        self.played += len(words)
        if isinstance(words, range) and words.step == 1:
            return self.library.opened.playouts(True, len(words), words.start)
        return self.library.opened.playouts(True, len(words), 0, words)

    def unusual(self, ended: PlayoutColumns) -> list[int]:
        """Return which games have to be played in Python."""
        from rulewright.interpreter.native.library import ENDED, TOO_LONG

        ends = bytes(ended.ends)
        others = ends.translate(None, delete=bytes((ENDED, TOO_LONG)))
        return [number for number, end in enumerate(ends) if end in others] if others else []

    def playout(self, seed: int) -> Outcome | None:
        """Play a whole random game; return None if Python has to play it."""
        return outcome(self.playouts([word_of(seed)]), 0, self.library.players)


def outcome(ended: PlayoutColumns, number: int, players: int) -> Outcome | None:
    """Return the result of a game: the winners (None if it became too long), and the decisions and scores.

    None if Python has to play it.
    """
    from rulewright.interpreter.native.library import ENDED, TOO_LONG

    end = ended.ends[number]
    if end not in (ENDED, TOO_LONG):
        return None
    bits = ended.winners[number]
    winners = tuple(seat for seat in range(players) if bits >> seat & 1) if end == ENDED else None
    first = number * players
    scores = [] if ended.scores is None else list(ended.scores[first : first + players])
    return winners, [ended.decisions[number], scores]


class PlayoutRunner:
    """Whole random games, by the fastest form available."""

    def __init__(self, make_straight: Callable[[], StraightGame], lowered: Callable[[], LoweredProgram]) -> None:
        self.make_straight = make_straight
        self.lowered = lowered
        self.native: NativeGame | None = None
        self.written: CProgram | None = None
        self.why_not = "not asked for so far"
        """Why the games are not played in native code; empty if they are."""
        self.seconds = 0.0
        self.missed = 0
        self.build: CompilerRun | None = None
        self.began = 0.0
        self.key = ""
        self.tried = False
        self.lock = Lock()

    @property
    def straight(self) -> StraightGame:
        """The form in Python."""
        return self.make_straight()

    @property
    def form(self) -> str:
        """The form that plays: `python` or `native`."""
        return "python" if self.native is None else "native"

    def playout(self, seed: int) -> Outcome:
        """Play a whole random game. Return the winners (None if it became too long), and the decisions and scores."""
        native = self.native
        if native is not None:
            found = native.playout(seed)
            return self.again(seed) if found is None else found
        if self.given_up:
            return self.straight.playout(seed)
        straight = self.straight
        start = perf_counter()
        try:
            return straight.playout(seed)
        finally:
            self.spend(perf_counter() - start)

    def again(self, seed: int) -> Outcome:
        """Play a game that is out of the ordinary again in Python, which says what is wrong."""
        self.missed += 1
        if self.native is not None and self.missed > MOST_MISSED and 2 * self.missed > self.native.played:
            self.native, self.why_not = None, "most games are out of the ordinary for native code"
        return self.straight.playout(seed)

    def spend(self, seconds: float) -> None:
        """Note time spent in Python; after enough of it the compiler starts."""
        self.seconds += seconds
        if self.seconds > PATIENCE and not self.given_up and self.lock.acquire(blocking=False):
            try:
                self.advance()
            finally:
                self.lock.release()

    @property
    def given_up(self) -> bool:
        """Whether there will be no native code."""
        return self.tried and self.build is None and self.native is None

    def keep_to_python(self) -> None:
        """Never start a compiler from here on, for callers that measure the form in Python."""
        self.tried, self.why_not = True, "the form in Python is wanted"

    def make_native(self, flags: Sequence[str] | None = None, enough: Callable[[], str] = lambda: "") -> bool:
        """Compile native code now and wait, unless it is `enough` before that; return whether there is any."""
        with self.lock:
            while self.native is None and not self.given_up and not enough():
                self.advance(flags, LOOK)
        return self.native is not None

    def advance(self, flags: Sequence[str] | None = None, wait: float = 0.0) -> None:
        """Start the compiler, or check whether it has finished, or does so within some seconds."""
        if self.native is not None or self.given_up:
            return
        if self.build is None:
            self.tried = True
            self.why_not = self.begin(flags)
        elif not self.build.done(wait):
            if perf_counter() - self.began > LONGEST_BUILD:
                self.build.end()
                self.build = None
                self.why_not = "the C compiler took too long"
        else:
            built = self.build.library()
            self.build = None
            if isinstance(built, str):
                self.why_not = built
            else:
                # An unusable library is not kept: another time the compiler may do better.
                if self.load(built):
                    store.keep("library", self.key, built)
                self.written = None

    def begin(self, flags: Sequence[str] | None) -> str:
        """Find the library in the cache, or start the compiler; return why there is no native code."""
        from rulewright.interpreter.emit.c.program import CProgram
        from rulewright.interpreter.native import build

        if build.switched_off():
            return "switched off by RULEWRIGHT_NATIVE"
        command = build.compiler()
        if command is None:
            return "no C compiler on this machine"
        try:
            self.written = CProgram(self.lowered())
            source = self.written.source
        except Exception as error:
            # Errors of the C back end must not stop anybody from playing.
            return f"this cannot be written in C: {error}"
        if len(source) > LARGEST_SOURCE:
            return "this game is too large for the C compiler"
        key = build.key_of(source, command, flags or build.FLAGS)
        if key is None:
            return "the C compiler does not work"
        self.key = key
        built = store.fetch("library", key)
        if built is not None and self.load(built):
            self.written = None
            return self.why_not
        try:
            self.began = perf_counter()
            self.build = build.CompilerRun(source, command, flags or build.FLAGS)
        except OSError as error:
            return f"the C compiler cannot be started: {error}"
        return "the compiler is at work"

    def load(self, built: bytes) -> bool:
        """Load a library, and play with it from now on; return whether it belongs to this program."""
        from rulewright.interpreter.native import build, library
        from rulewright.interpreter.native.flat_memory import PositionCodec, UnfitPosition

        written = self.written
        assert written is not None
        try:
            if not build.is_whole(built):
                raise OSError("it is cut off")
            folder = private_folder.folder()
            try:
                # The copy is private: what was checked is what is loaded, and no two games share its data.
                path = folder.path / "game.so"
                path.write_bytes(built)
                opened = library.NativeLibrary(
                    str(path), written.identity, written.program.world.players, written.scored, len(written.counting.spans)
                )
            finally:
                folder.remove()
            flat, first = PositionCodec(written.describe()), library.NativePosition(opened)
            flat.encode(Position.beginning(1, 0, written.program.layout.initial().values()), first)
            if not opened.open(first):
                self.why_not = "the opening is out of the ordinary for native code"
                return True
            self.native, self.why_not = NativeGame(opened, flat, written.counting.spans), ""
        except (OSError, AttributeError, ValueError, UnfitPosition) as error:
            self.why_not = f"the library cannot be loaded: {error}"
            return False
        return True
