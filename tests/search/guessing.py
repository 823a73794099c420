"""Play guessing games, one for each way a secret can arise: nobody guesses right more often than by chance.

`python -m tests.search.guessing 2000` plays 2000 games of each with players of several strengths, and prints their shares.
"""

from __future__ import annotations

import sys
import tempfile
from math import sqrt
from pathlib import Path

from rulewright.interpreter import Game, load
from rulewright.interpreter.search.players import player

HEAD = """game guessing "Guessing":
    players 2
values tint "Tint": wool "Wool", ore "Ore", brick "Brick"
die cube, seen by nobody: 1 to 3
place sack: bag, seen by nobody
place chest "Chest": pile, seen by nobody
place table-top "Table"
cards goods "Good | Goods", each "{tint}": 2 for each tint, in sack
pieces boxes "Box | Boxes": 3, in table-top
each player has:
    hand "Hand": place, seen by owner
    score "Points": number
"""
HIT = """
        add 1 to score of player
        game over, winners player
    game over, winners left of player
"""
ASK = '    choose guess in tint asking "Which?"\n'
NUMBER = '    choose guess in 1 to 3 asking "Which?"\n'

GUESSING: dict[str, str] = {
    "chance": """each player has:
    secret "Secret": tint, seen by owner
to play:
    for each player in players:
        choose picked in tint at random
        set secret of player to picked
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly secret of left of player is guess:"
    + HIT,
    "die": """each player has:
    secret "Secret": number, seen by owner
to play:
    as seat 2:
        roll cube as pips
        set secret of player to pips
    as seat 1:
        guess-it
to guess-it:
"""
    + NUMBER
    + "    if openly secret of left of player is guess:"
    + HIT,
    "unseen choice": """each player has:
    secret "Secret": tint, seen by owner
to play:
    as seat 2:
        choose picked in tint
        set secret of player to picked
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly secret of left of player is guess:"
    + HIT,
    "joint choice": """each player has:
    secret: tint
to play:
    together for each player in players:
        choose picked in tint
        set secret of player to picked
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly secret of left of player is guess:"
    + HIT,
    "menu choice": """each player has:
    secret "Secret": tint, seen by owner
to play:
    as seat 2:
        choose asking "Hide which?":
            sheep "Wool":
                set secret of player to wool
            stone "Ore":
                set secret of player to ore
            clay "Brick":
                set secret of player to brick
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly secret of left of player is guess:"
    + HIT,
    "let": """to play:
    choose picked in tint at random
    let secret be picked
    choose guess in tint by seat 1 asking "Which?"
    if openly secret is guess:
        game over, winners seat 1
    game over, winners seat 2
""",
    "result of a rule": """to play:
    hide giving secret
    choose guess in tint by seat 1 asking "Which?"
    if openly secret is guess:
        game over, winners seat 1
    game over, winners seat 2
to hide gives tint:
    choose picked in tint at random
    give picked
""",
    "field of a hidden thing": """each goods has:
    mark "Mark": number
to play:
    for each one in goods:
        choose picked in 1 to 3 at random
        set mark of one to picked
    as seat 2:
        draw 1 from sack to hand of player
    as seat 1:
        guess-it
to guess-it:
"""
    + NUMBER
    + "    if openly mark of first of goods in hand of left of player is guess:"
    + HIT,
    "field from a hidden card": """each player has:
    secret: tint
to play:
    as seat 2:
        draw 1 from sack to hand of player
        set secret of player to tint of first of goods in hand of player
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly secret of left of player is guess:"
    + HIT,
    "set": """each player has:
    secret: set of tint
to play:
    as seat 2:
        choose picked in tint at random
        add picked to secret of player
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly guess is in secret of left of player:"
    + HIT,
    "pair": """each player and player has:
    bond: tint
to play:
    choose picked in tint at random
    set bond of (seat 1, seat 2) to picked
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly bond of (seat 1, seat 2) is guess:"
    + HIT,
    "table field": """the table has:
    code "Code": tint, seen by nobody
to play:
    choose picked in tint at random
    set code to picked
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly code is guess:"
    + HIT,
    "define": """define secret of someone in player: tint of first of goods in hand of someone
to play:
    as seat 2:
        draw 1 from sack to hand of player
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly secret of left of player is guess:"
    + HIT,
    "order of a pile": """to play:
    move goods to chest
    shuffle chest
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly tint of last of goods in chest is guess:"
    + HIT,
    "card out of play": """to play:
    draw 1 from sack to chest
    remove goods in chest
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly any goods where space of it is nothing and tint of it is guess:"
    + HIT,
    "places of things": """each boxes has:
    inside "Inside": place, seen by nobody
to play:
    for each box in boxes:
        draw 1 from sack to inside of box
    as seat 1:
        guess-it
to guess-it:
"""
    + ASK
    + "    if openly tint of first of goods in inside of first of boxes is guess:"
    + HIT,
    "flow of the rules": """each player has:
    secret: number
to play:
    choose picked in 1 to 3 at random
    for each n in 1 to 3:
        if n is at most picked:
            add 1 to secret of seat 2
    as seat 1:
        guess-it
to guess-it:
"""
    + NUMBER
    + "    if openly secret of seat 2 is guess:"
    + HIT,
    "way to the question": """to play:
    choose picked in 1 to 3 at random
    as seat 1:
        if openly picked is 1:
            guess-it 1
        otherwise if openly picked is 2:
            guess-it 2
        otherwise:
            guess-it 3
to guess-it secret in number:
"""
    + NUMBER
    + "    if secret is guess:"
    + HIT,
}
"""The rules behind HEAD: seat 1 guesses one of three, each as likely as the others."""
DUE = 1 / 3
PLAYERS = ("easy:60", "search:5", "search:20", "search:60", "search:200")


def guessing(folder: Path, name: str) -> Game:
    """One of the games."""
    path = folder / f"{name.replace(' ', '-')}.rules"
    path.write_text(HEAD + GUESSING[name], encoding="utf-8")
    return load(str(path))


def share(game: Game, kind: str, games: int) -> float:
    """Return how often seat 1 guesses right."""
    right = 0
    for seed in range(games):
        match, hider = game.start(seed=seed), player("random", seed)
        while not match.over:
            decision = match.decision
            assert decision is not None
            who = player(kind, seed) if decision.seat == 0 else hider
            match.choose(who.choose(match))
        assert match.result is not None
        right += match.result.winners == (0,)
    return right / games


def is_due(found: float, games: int) -> bool:
    """Return whether a share is within what chance explains: four standard deviations."""
    return abs(found - DUE) <= 4 * sqrt(DUE * (1 - DUE) / games)


def main(games: int) -> None:
    """Play all of them, and print the shares."""
    with tempfile.TemporaryDirectory() as folder:
        for name in GUESSING:
            game = guessing(Path(folder), name)
            shares = {kind: share(game, kind, games) for kind in PLAYERS}
            told = "  ".join(f"{kind} {found:.3f}{'' if is_due(found, games) else ' (!)'}" for kind, found in shares.items())
            print(f"{name:26} {told}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
