"""`rulewright explore`: count a game's tree exactly, and solve the game."""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click
from attrs import define, field, frozen

from rulewright.cli.shell.game_choice import FiniteRange, GameChoice, game_options, player_count, shown_title
from rulewright.cli.shell.help_layout import HelpCommand, option, option_object
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.cli.commands.explore_results import ExploreResults, LineStep
    from rulewright.interpreter import Game, Match
    from rulewright.interpreter.search.explore import Exploration
    from rulewright.interpreter.search.game_value import GameValuation, GameValue

INTERRUPTED = 130
COUNTED = "What to count"
"""The heading of options about what is counted or solved."""
STOPPED = "When to stop"
"""The heading of options about limits."""
MOST_MEGABYTES = 900
"""The default limit in megabytes: even if it is noticed late, memory stays below a gigabyte."""
LONGEST = 8.0
"""The default limit in seconds of computing, without any other limit."""


@frozen
class ExploreOptions:
    perft: int | None
    value: bool
    within: float | None
    export: str | None
    information: bool
    depth: int | None
    limit: int | None
    seconds: float | None
    memory: int
    jobs: int
    as_json: bool

    @property
    def solves(self) -> bool:
        """Return whether the game is solved or written, for which counts are not enough."""
        return self.value or self.export is not None

    @property
    def is_open(self) -> bool:
        """Return whether the user has not chosen how much work to do."""
        limits = (self.seconds, self.limit, self.depth, self.perft)
        return not self.solves and all(limit is None for limit in limits)


@click.command(
    name="explore",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright explore GAME --perft 4", "count positions by ply"),
        ("rulewright explore GAME --value", "solve the game"),
        ("rulewright explore GAME --seconds 60", "count for a minute"),
    ],
)
@game_options
@option(COUNTED, "--perft", type=click.IntRange(min=0), metavar="N", help="Count by ply, from 0 to N choices.")
@option(COUNTED, "--value", is_flag=True, help="Solve the game: its value, the best first moves, and how much chance matters.")
@option(
    COUNTED,
    "--within",
    type=FiniteRange(min=0, min_open=True),
    metavar="E",
    help="With --value, learn a value to within E (default 0.0001).",
)
@option(COUNTED, "--export", type=click.Path(dir_okay=False), metavar="FILE", help="Write the tree in Gambit's format (.efg).")
@option(
    COUNTED,
    "--information/--no-information",
    default=True,
    help="Count information states, or leave them out, which is far quicker in games with secrets or chance.",
)
@option(STOPPED, "--depth", type=click.IntRange(min=0), metavar="N", help="Stop N choices deep, chance included.")
@option(STOPPED, "--limit", type=click.IntRange(min=1), metavar="N", help="Stop after N positions (default: a million).")
@option(
    STOPPED,
    "--seconds",
    type=FiniteRange(min=0),
    metavar="S",
    help="Stop after S seconds (default: 8, or no limit with --perft, --value, --export, --depth or --limit).",
)
@option(
    STOPPED,
    "--memory",
    type=click.IntRange(min=1),
    metavar="MB",
    default=MOST_MEGABYTES,
    help=f"Stop at this many megabytes of memory (default {MOST_MEGABYTES}).",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1, max=256),
    default=1,
    metavar="N",
    help="Count in N threads (default 1), in native code without `--depth`, `--value` and `--export`.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@option_object(ExploreOptions, "asked")
def command(chosen: GameChoice, asked: ExploreOptions) -> int:
    """Count a game's whole tree exactly: every choice and every outcome of chance.

    Endings are distinct paths to an end, and decisions distinct paths to a choice of a player. Positions and information
    states are counted once, however they are reached. An information state is all that a player has seen, heard and chosen
    so far. If a count is incomplete, the output says so.
    """
    from rulewright.cli.commands.explore_native import WalkInterrupt
    from rulewright.cli.shell.problems import FINDINGS, GOOD, show_problems
    from rulewright.interpreter.search.explore import DEFAULT_LIMIT, Exploration
    from rulewright.interpreter.search.game_state import comparable_views

    perft, depth = asked.perft, asked.depth
    if perft is not None and (asked.solves or depth is not None):
        raise click.UsageError("`--perft` counts, and nothing else: leave it out, or `--depth`, `--value` and `--export`")
    if not asked.information and asked.solves:
        raise click.UsageError("`--value` and `--export` need the information states: leave out `--no-information`")
    game = chosen.load()
    start = game.start(player_count(game, chosen.players), chance="ask", forced="ask")
    patience = Patience(asked.memory, asked.seconds, LONGEST if asked.is_open else None)
    listening = asked.information and perft is None
    with patience:
        # For an exported tree, the search must track what each seat learns, whatever the game.
        perfect = listening and not asked.export and comparable_views(start.program).perfect
        in_native = depth is None and (perfect or not listening)
        exploration = Exploration(
            start,
            depth if perft is None else perft,
            asked.limit or DEFAULT_LIMIT,
            WalkInterrupt(patience) if in_native else patience,
            listening=listening,
            perfect=perfect,
        )
        found = walk(exploration, asked, patience) or summed_up(exploration, game, asked, patience)
    if asked.as_json:
        print(json.dumps(found.as_data()))
    else:
        print("\n".join(found.lines()))
    if found.breaks is not None:
        show_problems([found.breaks[2]], err=True)
        return FINDINGS
    return INTERRUPTED if patience.interrupted else GOOD


@define
class Patience:
    """Decide when to stop: at a time or memory limit, or at Ctrl-C.

    The results until then are kept. A second Ctrl-C gives them up.
    """

    memory: int
    """The limit in megabytes."""
    seconds: float | None = None
    computing: float | None = None
    """The limit in seconds of this process's computing."""
    interrupted: bool = False
    _end: float = field(init=False, default=float("inf"))
    _last: float = field(init=False, default=float("inf"))
    _before: Any = field(init=False, default=None)

    def __enter__(self) -> None:
        if self.seconds is not None:
            self._end = time.monotonic() + self.seconds
        if self.computing is not None:
            self._last = time.process_time() + self.computing
        self._before = signal.signal(signal.SIGINT, self.interrupt)

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def interrupt(self, *_: object) -> None:
        """Note the first Ctrl-C, and stop at the second."""
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True

    def __call__(self) -> str:
        """Return the reason to stop, or nothing."""
        if self.interrupted:
            return "interrupted"
        if time.monotonic() > self._end or time.process_time() > self._last:
            return "time"
        return "memory" if used_memory() > self.memory * 1e6 else ""


def used_memory() -> int:
    """Return the bytes that this process uses, or has used at most; 0 if the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def walk(exploration: Exploration, asked: ExploreOptions, patience: Patience) -> ExploreResults | None:
    """Walk the tree until memory or time runs out; return the counts if native code has made them."""
    from rulewright.cli.commands.explore_native import TOO_SLOW, native_counts

    try:
        exploration.walk()
        if TOO_SLOW in exploration.graph.stopped:
            exploration.graph.stopped.discard(TOO_SLOW)
            # To solve a game, its positions are needed; otherwise only counts.
            if asked.value and exploration.walk_natively():
                return None
            found = None if asked.value else native_counts(exploration, asked.jobs, patience)
            if found is not None:
                return found
            exploration.walk()
    except MemoryError:
        exploration.stop("memory")
    return None


def summed_up(exploration: Exploration, game: Game, asked: ExploreOptions, patience: Patience) -> ExploreResults:
    from rulewright.cli.commands.explore_results import ExploreResults, steps_of
    from rulewright.interpreter.search.defects import dead_end, nearest_breakdown, nearest_cycle
    from rulewright.interpreter.search.game_value import DEFAULT_WITHIN, GameValuation

    graph, start, perft = exploration.graph, exploration.start, asked.perft is not None
    counts = exploration.counts()
    # `--perft` wants counts only, and native code would not find the circle.
    again = nearest_cycle(graph) if exploration.endless and not perft else None
    lost = dead_end(graph) if exploration.endless and not perft else None
    broken = nearest_breakdown(graph)
    weighed = GameValuation(exploration) if asked.solves else None
    if asked.export is not None and weighed is not None:
        write_tree(asked.export, weighed, game, start)
    worth = weighed.value(asked.within or DEFAULT_WITHIN, patience) if asked.value and weighed else None
    return ExploreResults(
        counts=counts,
        shortest=None if perft else exploration.shortest(),
        longest=None if perft else exploration.longest(),
        stopped=sorted(exploration.stopped),
        names=[start.player_name(seat) for seat in range(start.players)],
        plies=exploration.plies(exploration.depth or 0) if perft else None,
        circle=None if again is None else (steps_of(start, again.there), steps_after(start, again.there, again.back)),
        dead_end=None if lost is None else (steps_of(start, lost.there), lost.positions),
        breaks=None if broken is None else (steps_of(start, broken.there), broken.positions, graph.breaks[broken.position]),
        value=worth,
        random_play=weighed.random_play() if worth and weighed else None,
        counted_by=weighed.payoffs.by if weighed else "",
        best=list(best_moves(exploration, worth)) if worth else [],
        listening=exploration.listening,
    )


def steps_after(start: Match, there: tuple[int, ...], more: tuple[int, ...]) -> list[LineStep]:
    """Return the steps of a line of play that continues another."""
    from rulewright.cli.commands.explore_results import steps_of

    return steps_of(start, there + more)[len(there) :]


def best_moves(exploration: Exploration, value: GameValue) -> Iterator[tuple[list[LineStep], list[LineStep]]]:
    """Yield each first decision: the line of play that leads to it, and the best move."""
    from rulewright.cli.commands.explore_results import steps_of
    from rulewright.interpreter.search.defects import nearest_goal

    if value.best is None:
        return
    for position, places in value.best.first_moves.items():
        there = nearest_goal(exploration.graph, {position})[1]
        yield (
            steps_of(exploration.start, there),
            [
                step
                for place in places
                for step in steps_after(exploration.start, there, (exploration.graph.option(position, place),))
            ],
        )


def write_tree(name: str, weighed: GameValuation, game: Game, start: Match) -> None:
    from rulewright.cli.commands.explore_results import WHY_NOT
    from rulewright.cli.shell.problems import problem
    from rulewright.interpreter.search.gambit import efg_lines
    from rulewright.interpreter.search.game_tree import histories
    from rulewright.interpreter.search.game_value import MOST_HISTORIES

    why_not = weighed.trouble or ("comes-again" if weighed.exploration.order is None else "") or weighed.entangled
    if not why_not and weighed.histories() > MOST_HISTORIES:
        why_not = "too-many-histories"
    if why_not:
        reason = Phrase("a-position-can-come-again") if why_not == "comes-again" else WHY_NOT[why_not]
        raise problem("no-tree", Phrase("the-game-cannot-be-written-as-a", reason=reason), Phrase("choose-a-smaller-game"))
    title = shown_title(dict(game.titles), game.name)
    names = [start.player_name(seat) for seat in range(start.players)]
    with written_aside(Path(name)) as file:
        file.writelines(efg_lines(histories(weighed.exploration.graph), weighed.payoffs.worth, title, names))


@contextmanager
def written_aside(path: Path) -> Iterator[TextIO]:
    """Open a file that replaces `path` when it is complete, and disappears otherwise.

    A file opened this way follows the umask, unlike one from `tempfile`.
    """
    aside = path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}")
    try:
        with aside.open("x", encoding="utf-8", newline="\n") as file:
            yield file
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
