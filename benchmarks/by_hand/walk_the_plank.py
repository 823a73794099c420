"""Play Walk the Plank!, the base game, by hand in plain Python, written for speed: the yardstick for random playouts.

There are three pirates each, three plank tiles, and no variants. A `Game` is a position as it could be shown to the
players. Every choice of the rules is a draw of its own from the distinct options of the chooser.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from benchmarks.measure import measure

PIRATES = 3
TILES = 3
SHIP = 0  # the plank tiles are 1, 2, 3; a pirate who goes past the last one is dead

# The owner and the space of a pirate who may be a victim.
Victim = tuple[int, int]


class Game:
    """A position: the places of the pirates, everybody's cards, and how far the round has got."""

    __slots__ = ("asides", "captain", "crews", "hands", "plans", "random", "slot", "tiles", "turn")

    def __init__(self, players: int, draw: Callable[[], float]) -> None:
        """Set the game up; the first captain is drawn."""
        self.random = draw
        self.tiles = TILES
        self.crews = [[SHIP] * PIRATES for _ in range(players)]  # the space of each living pirate, by seat
        self.hands = [list(range(len(CARDS))) for _ in range(players)]
        self.plans: list[list[int]] = [[] for _ in range(players)]  # this round's cards in order, shown up to the slot
        self.asides: list[list[int]] = [[] for _ in range(players)]
        self.captain = self.turn = int(draw() * players)
        self.slot = 0


def push(game: Game, seat: int, space: int) -> None:
    """Move a pirate one space toward Davy Jones."""
    crew = game.crews[seat]
    crew.remove(space)
    if space < game.tiles:
        crew.append(space + 1)


def shove(game: Game, seat: int, victim: int) -> None:
    """Push a pirate of another player off a space that the player shares with it, if there is one."""
    theirs = game.crews[victim]
    spaces = list(set(game.crews[seat]).intersection(theirs))
    if spaces:
        push(game, victim, spaces[int(game.random() * len(spaces))])


def companions(game: Game, seat: int, spaces: set[int]) -> list[Victim]:
    """List whose pirates stand together with one of the player's on the given spaces of the player."""
    crews = game.crews
    found: list[Victim] = []
    for space in spaces:
        for other, crew in enumerate(crews):
            if space in crew and (other != seat or crew.count(space) > 1):
                found.append((other, space))
    return found


def shove_left(game: Game, seat: int) -> None:
    """Shove the next living player clockwise."""
    crews = game.crews
    other = (seat + 1) % len(crews)
    while not crews[other]:
        other = (other + 1) % len(crews)
    if other != seat:
        shove(game, seat, other)


def shove_right(game: Game, seat: int) -> None:
    """Shove the next living player counter-clockwise."""
    crews = game.crews
    other = seat - 1
    while not crews[other]:
        other -= 1
    other %= len(crews)
    if other != seat:
        shove(game, seat, other)


def shove_anyone(game: Game, seat: int) -> None:
    """Shove any other pirate."""
    options = companions(game, seat, set(game.crews[seat]))
    if options:
        victim, space = options[int(game.random() * len(options))]
        push(game, victim, space)


def extend(game: Game, _seat: int) -> None:
    """Put a tile back at the end of the plank."""
    if game.tiles < TILES:
        game.tiles += 1


def retract(game: Game, _seat: int) -> None:
    """Take the last tile away, with everybody on it, unless it is the only one."""
    last = game.tiles
    if last > 1:
        game.tiles = last - 1
        for crew in game.crews:
            while last in crew:
                crew.remove(last)


def drag(game: Game, seat: int) -> None:
    """Move a pirate of the player and another one from the same space toward Davy Jones."""
    options = companions(game, seat, set(game.crews[seat]))
    if options:
        other, space = options[int(game.random() * len(options))]
        push(game, seat, space)
        push(game, other, space)


def pull(game: Game, seat: int) -> None:
    """Move a pirate of the player and another one from the same plank tile toward the ship."""
    crews = game.crews
    mine = crews[seat]
    options = companions(game, seat, set(mine) - {SHIP})
    if options:
        other, space = options[int(game.random() * len(options))]
        theirs = crews[other]
        mine[mine.index(space)] = space - 1
        theirs[theirs.index(space)] = space - 1


def run(game: Game, seat: int) -> None:
    """Move a pirate of the player one space, either way."""
    mine = game.crews[seat]
    options: list[tuple[int, int]] = []
    for space in set(mine):
        options.append((space, space + 1))
        if space:
            options.append((space, space - 1))
    start, end = options[int(game.random() * len(options))]
    mine.remove(start)
    if end <= game.tiles:
        mine.append(end)


def not_me(game: Game, seat: int) -> None:
    """Move a pirate of the player one or two spaces toward the ship."""
    mine = game.crews[seat]
    options: list[tuple[int, int]] = []
    for space in set(mine):
        if space:
            options.append((space, space - 1))
            if space > 1:
                options.append((space, space - 2))
    if options:
        start, end = options[int(game.random() * len(options))]
        mine[mine.index(start)] = end


def charge(game: Game, seat: int) -> None:
    """Step toward Davy Jones and shove another pirate there; no effect as the first card."""
    if game.slot:
        chargers = list(set(game.crews[seat]))
        space = chargers[int(game.random() * len(chargers))]
        push(game, seat, space)
        if space < game.tiles:
            options = companions(game, seat, {space + 1})
            if options:
                victim, space = options[int(game.random() * len(options))]
                push(game, victim, space)


CARDS: list[Callable[[Game, int], None]] = [
    shove_left,
    shove_right,
    extend,
    drag,
    pull,
    run,
    shove_anyone,
    retract,
    not_me,
    charge,
]
FIRST_SKULL = CARDS.index(shove_anyone)  # these cards and those after them are set aside for a round


def choose_cards(game: Game) -> None:
    """Let each living player lay three cards from the hand, one after the other."""
    draw = game.random
    plans = game.plans
    for seat, hand in enumerate(game.hands):
        if game.crews[seat]:
            held = len(hand)
            plans[seat] = [hand.pop(int(draw() * held)), hand.pop(int(draw() * (held - 1))), hand.pop(int(draw() * (held - 2)))]


def play_cards(game: Game) -> None:
    """Play the first card of each living player clockwise from the captain, then the second, then the third."""
    crews, plans, cards = game.crews, game.plans, CARDS
    captain = game.captain
    seats = [*range(captain, len(crews)), *range(captain)]
    for slot in range(3):
        game.slot = slot
        for seat in seats:
            if crews[seat]:
                game.turn = seat
                cards[plans[seat][slot]](game, seat)


def take_back(game: Game) -> None:
    """Return the cards to the hands, those just played with a skull a round later; pass the Captain's Favor on."""
    crews, hands, asides, plans, skull = game.crews, game.hands, game.asides, game.plans, FIRST_SKULL
    for seat, crew in enumerate(crews):
        if crew:
            hand, aside = hands[seat], asides[seat]
            hand += aside
            aside.clear()
            for card in plans[seat]:
                if card < skull:
                    hand.append(card)
                else:
                    aside.append(card)
    captain = game.captain - 1
    while not crews[captain]:
        captain -= 1
    game.captain = captain % len(crews)


def is_over(game: Game) -> bool:
    """Tell whether two pirates or fewer are left, or one colour only."""
    sizes = [len(crew) for crew in game.crews]
    alive = sum(sizes)
    return alive < 3 or alive in sizes


def playout(players: int, rng: random.Random, rounds: list[int] | None = None) -> tuple[int, ...]:
    """Play one random game and return the winning seats, adding the number of rounds to the list if given."""
    game = Game(players, rng.random)
    played = 1
    choose_cards(game)
    play_cards(game)
    while not is_over(game):
        take_back(game)
        choose_cards(game)
        play_cards(game)
        played += 1
    if rounds is not None:
        rounds.append(played)
    return tuple([seat for seat, crew in enumerate(game.crews) if crew])


if __name__ == "__main__":
    measure(playout, 4, "rounds")
