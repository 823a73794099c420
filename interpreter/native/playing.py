"""Playouts of one game, in Python at first, and in native code as soon as that is worth while and ready.

Nobody waits for the compiler: it is started when the playouts of a game have taken some time, and they go on in Python
until it is done. Which form plays makes no difference to any game: the clock only decides how soon they become quicker.
What all of this needs is imported when it is needed, since most who load a game play no more than one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.keep import kept
from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.play.straight import Straight

if TYPE_CHECKING:
    from rulewright.interpreter.native.build import Build

PATIENCE = 0.3
"""Seconds of playouts in Python after which the compiler is started."""
LARGEST_SOURCE = 600_000
"""Characters; what is larger may take a compiler minutes, and more memory than there is."""
LONGEST_BUILD = 60.0
"""Seconds after which the compiler is stopped."""
MOST_MISSED = 20
"""Games in Python after all, from which on it is asked whether native code is worth while."""
OVER, TOO_LONG = 1, 2
Outcome = tuple[tuple[int, ...] | None, list[Any]]


class Playing:
    """Whole random games, by the quickest form that there is."""

    def __init__(self, straight: Straight, layout: Layout) -> None:
        self.straight = straight
        self.layout = layout
        self.library: Library | None = None
        self.why_not = "not asked for so far"
        """Why the games are not played in native code; empty if they are."""
        self.seconds = 0.0
        self.missed = 0
        self.build: Build | None = None
        self.began = 0.0
        self.key = ""
        self.tried = False
        self.lock = Lock()

    @property
    def form(self) -> str:
        """Which form plays: `python` or `native`."""
        return "python" if self.library is None else "native"

    def playout(self, seed: int) -> Outcome:
        """A whole random game: the winners (None if it became too long), and the decisions and scores."""
        library = self.library
        if library is not None:
            outcome = library.playout(seed)
            if outcome is not None:
                return outcome
            # Whatever is out of the ordinary is played again in Python, which says what is wrong.
            self.missed += 1
            if self.missed > MOST_MISSED and 2 * self.missed > library.played:
                self.library, self.why_not = None, "most games are out of the ordinary for native code"
            return self.straight.playout(seed)
        if self.given_up:
            return self.straight.playout(seed)
        start = perf_counter()
        try:
            return self.straight.playout(seed)
        finally:
            self.seconds += perf_counter() - start
            if self.seconds > PATIENCE and self.lock.acquire(blocking=False):
                try:
                    self.advance()
                finally:
                    self.lock.release()

    @property
    def given_up(self) -> bool:
        """Whether there will be no native code."""
        return self.tried and self.build is None and self.library is None

    def keep_to_python(self) -> None:
        """Never start a compiler from here on, for who measures the form in Python."""
        self.tried, self.why_not = True, "the form in Python is wanted"

    def make_native(self, flags: Sequence[str] | None = None) -> bool:
        """Have native code made now, and wait for it; whether there is any."""
        with self.lock:
            while self.library is None and not self.given_up:
                self.advance(flags, wait=True)
        return self.library is not None

    def advance(self, flags: Sequence[str] | None = None, wait: bool = False) -> None:
        """Start the compiler, or look whether it has finished."""
        if self.library is not None or self.given_up:
            return
        if self.build is None:
            self.tried = True
            self.why_not = self.begin(flags)
        elif not self.build.done(LONGEST_BUILD if wait else 0.0):
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
                kept.keep("library", self.key, built)
                self.load(built)

    def begin(self, flags: Sequence[str] | None) -> str:
        """Find the library in the cache, or start the compiler; the answer is why there is no native code."""
        from rulewright.interpreter.native import build

        if build.switched_off():
            return "switched off by RULEWRIGHT_NATIVE"
        command = build.compiler()
        if command is None:
            return "no C compiler on this machine"
        try:
            from rulewright.interpreter.native.translate import Translation, given

            source = Translation(given(self.straight, self.layout)).source
        except Exception as error:
            # Whatever the translator stumbles over is no matter of who plays.
            return f"the translator does not know this: {error}"
        if len(source) > LARGEST_SOURCE:
            return "this game is too large for the C compiler"
        key = build.key_of(source, command, flags or build.FLAGS)
        if key is None:
            return "the C compiler does not work"
        self.key = key
        built = kept.fetch("library", key)
        if built is not None:
            self.load(built)
            return self.why_not
        try:
            self.began = perf_counter()
            self.build = build.Build(source, command, flags or build.FLAGS)
        except OSError as error:
            return f"the C compiler cannot be started: {error}"
        return "the compiler is at work"

    def load(self, built: bytes) -> None:
        """Load a library, and play by it from now on."""
        try:
            with TemporaryDirectory(prefix="rulewright-") as folder:
                # A copy of one's own: what was looked at is what is loaded, and no two games share what is in it.
                path = Path(folder) / "game.so"
                path.write_bytes(built)
                self.library = Library(str(path), self.straight.players, bool(self.straight.form.score))
            self.why_not = ""
        except (OSError, AttributeError, ValueError) as error:
            self.why_not = f"the library cannot be loaded: {error}"


class Library:
    """The native form of a game, loaded."""

    def __init__(self, path: str, players: int, scored: bool) -> None:
        import ctypes

        library = ctypes.CDLL(path)
        self.players = players
        self.scored = scored
        self.of_any_seed, self.of_seed = library.playout, library.playout_of
        self.of_any_seed.argtypes = (ctypes.c_char_p, ctypes.c_longlong)
        self.of_seed.argtypes = (ctypes.c_ulonglong,)
        self.answer = (ctypes.c_longlong * (3 + 2 * self.players)).in_dll(library, "answer")
        self.played = 0
        self.lock = Lock()

    def playout(self, seed: int) -> Outcome | None:
        """A whole random game; None if it has to be played in Python."""
        with self.lock:
            self.played += 1
            if 0 <= seed < 2**64:
                end = self.of_seed(seed)
            else:
                size = seed.bit_length() + 7 >> 3
                end = self.of_any_seed(abs(seed).to_bytes(size, "little"), size)
            answer = self.answer[:]
        if end == OVER:
            winners = tuple(answer[3 : 3 + answer[2]])
        elif end == TOO_LONG:
            winners = None
        else:
            return None
        return winners, [answer[1], answer[3 + self.players :] if self.scored else []]
