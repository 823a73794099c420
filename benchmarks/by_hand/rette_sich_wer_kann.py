"""Play Rette sich wer kann by hand in plain Python, written for speed: the yardstick for random playouts.

There are no options: six seats in a boat, islands at the third move. A `Game` is a position as it could be shown to the
players. Every choice of the rules is a draw of its own from the distinct options of the chooser.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from benchmarks.measure import measure

SEATS = 6
LANES = 7
LAST_ROW = 3  # a boat that moves on from there lands
OFFICERS = 2
HATS = 3
LEAKS = 15
COLOURS = (4, 6)  # on offer, with few players and with five or six
HAT = -1  # on a wheel, instead of a boat's colour
NOBODY = -1
# The points for a man on the island at the end of each lane, by rank: officer, sailor.
WORTH = [(8, 6)] * 2 + [(6, 4)] * 2 + [(7, 5)] * 3


class Game:
    """A position. A boat has the number of its player's seat, and the black one comes after those.

    Men are counted by sort: an officer of a seat is `2 * seat`, a sailor of it `2 * seat + 1`.
    """

    __slots__ = (
        "aboard",
        "at_sea",
        "ballots",
        "behind",
        "colours",
        "crews",
        "harbour",
        "hats",
        "lanes",
        "leader",
        "leaks",
        "players",
        "random",
        "rounds",
        "rows",
        "scores",
        "stock",
        "wreck",
    )

    def __init__(self, players: int, draw: Callable[[], float]) -> None:
        """Set the game up: everybody on the wreck, no boat launched; the first player is drawn."""
        boats = players + 1
        self.random = draw
        self.players = players
        self.wreck = [OFFICERS, 5 if players < 5 else 4] * players  # how many of each sort are still there
        self.at_sea: list[int] = []  # the boats
        self.harbour: list[int] = []  # the boats that have landed, in order
        self.lanes = [0] * boats
        self.rows = [1] * boats
        self.leaks = [0] * boats
        self.crews = [0] * boats  # how many are in each boat
        self.aboard = [[0] * (2 * players) for _ in range(boats)]  # how many of each sort are in each boat
        self.behind = [NOBODY] * boats  # the player who has left each boat to swim
        self.hats = [HATS] * players
        self.ballots = [0] * players  # the vote on everybody's wheel
        self.scores = [0] * players
        self.stock = LEAKS
        self.rounds = 0
        left = list(range(COLOURS[players >= 5]))
        self.colours = [left.pop(int(draw() * len(left))) for _ in range(players)]
        self.leader = int(draw() * players)


def clockwise(game: Game) -> list[int]:
    """List the seats from the first player on."""
    return [*range(game.leader, game.players), *range(game.leader)]


def launch(game: Game) -> None:
    """Let everybody put a boat into a free lane; the first player also puts the black one."""
    lanes = list(range(LANES))
    for boat in (*clockwise(game), game.players):
        game.lanes[boat] = lanes.pop(int(game.random() * len(lanes)))
        game.at_sea.append(boat)


def board(game: Game) -> None:
    """Let everybody in turn put one man into a boat with a free seat, until all are aboard."""
    draw, wreck, crews, aboard = game.random, game.wreck, game.crews, game.aboard
    seats = clockwise(game)
    free = game.at_sea[:]
    for _ in range(wreck[0] + wreck[1]):
        for seat in seats:
            boats = len(free)
            man = 2 * seat
            if wreck[man] and wreck[man + 1]:
                pick = int(draw() * (2 * boats))
                if pick >= boats:
                    pick -= boats
                    man += 1
            else:
                pick = int(draw() * boats)
                if not wreck[man]:
                    man += 1
            boat = free[pick]
            wreck[man] -= 1
            aboard[boat][man] += 1
            crews[boat] += 1
            if crews[boat] == SEATS:
                free.remove(boat)


def elect(game: Game, voters: Sequence[int], candidates: Sequence[int], weights: Sequence[int]) -> int:
    """Hold a vote and return the winner; each voter has a weight."""
    count = len(candidates)
    if count == 1:
        return candidates[0]
    draw, hats, ballots = game.random, game.hats, game.ballots
    captains = len(voters)
    votes: list[int] = []
    while captains == len(voters):
        captains = 0
        votes = [0] * count
        for voter, weight in zip(voters, weights):
            if hats[voter]:
                pick = int(draw() * (count + 1))
                if pick == count:
                    ballots[voter] = HAT
                    hats[voter] -= 1
                    captains += 1
                    continue
            else:
                pick = int(draw() * count)
            ballots[voter] = candidates[pick]
            votes[pick] += weight
    if captains == 1:
        return candidates[int(draw() * count)]
    most = max(votes)
    if votes.count(most) == 1:
        return candidates[votes.index(most)]
    favourites = [candidate for candidate, number in zip(candidates, votes) if number == most]
    return favourites[int(draw() * len(favourites))]


def throw_overboard(game: Game, boat: int) -> None:
    """Let the players in a full boat vote on who loses a man; an officer has two votes."""
    men = game.aboard[boat]
    voters: list[int] = []
    weights: list[int] = []
    for seat in clockwise(game):
        weight = 2 * men[2 * seat] + men[2 * seat + 1]
        if weight:
            voters.append(seat)
            weights.append(weight)
    man = 2 * elect(game, voters, voters, weights)
    # The options are an officer and a sailor, if there are both.
    options = [one for one in (man, man + 1) if men[one]]
    men[options[int(game.random() * len(options))]] -= 1
    game.crews[boat] -= 1


def leak(game: Game, seats: list[int], weights: list[int]) -> None:
    """Vote for a boat that gets a leak."""
    if game.stock:
        boat = elect(game, seats, game.at_sea, weights)
        if game.crews[boat] + game.leaks[boat] == SEATS:
            throw_overboard(game, boat)
        game.stock -= 1
        game.leaks[boat] += 1


def advance(game: Game, seats: list[int], weights: list[int]) -> None:
    """Vote for a boat that moves; from the last row it lands, and the men in it score."""
    boat = elect(game, seats, game.at_sea, weights)
    if game.rows[boat] < LAST_ROW:
        game.rows[boat] += 1
        return
    men, scores = game.aboard[boat], game.scores
    officer, sailor = WORTH[game.lanes[boat]]
    for seat in range(game.players):
        scores[seat] += officer * men[2 * seat] + sailor * men[2 * seat + 1]
    game.harbour.append(boat)
    leave(game, boat)


def leave(game: Game, boat: int) -> None:
    """Take a boat from the sea, and put its leaks back beside the board."""
    game.at_sea.remove(boat)
    game.stock += game.leaks[boat]
    game.leaks[boat] = 0


def sink(game: Game) -> None:
    """Sink the boats with more leaks than men."""
    leaks, crews = game.leaks, game.crews
    for boat in game.at_sea[:]:
        if leaks[boat] > crews[boat]:
            leave(game, boat)


def swim(game: Game, seats: list[int]) -> None:
    """Let everybody in turn take a man out of a boat that nobody has left, and put him into another one; the last goes first."""
    draw, at_sea, aboard, crews, leaks, behind = (game.random, game.at_sea, game.aboard, game.crews, game.leaks, game.behind)
    left = at_sea[:]  # those that nobody has left yet
    swimmers: list[tuple[int, int]] = []
    for seat in seats:
        officer = 2 * seat
        sailor = officer + 1
        options: list[tuple[int, int]] = []
        for boat in left:
            men = aboard[boat]
            if men[officer]:
                options.append((boat, officer))
            if men[sailor]:
                options.append((boat, sailor))
        if options:
            swimmer = options[int(draw() * len(options))]
            boat, man = swimmer
            swimmers.append(swimmer)
            left.remove(boat)
            aboard[boat][man] -= 1
            crews[boat] -= 1
            behind[boat] = man
    for start, man in reversed(swimmers):
        behind[start] = NOBODY
        goals = [boat for boat in at_sea if crews[boat] + leaks[boat] < SEATS and boat != start]
        if goals:
            goal = goals[int(draw() * len(goals))]
            aboard[goal][man] += 1
            crews[goal] += 1


def winners(game: Game) -> tuple[int, ...]:
    """List the winners: a tie goes to the player whose boat landed first, or who sits next to the owner of the first one."""
    players, scores = game.players, game.scores
    most = max(scores)
    best = tuple([seat for seat in range(players) if scores[seat] == most])
    comers = [boat for boat in game.harbour if boat < players]
    if len(best) == 1 or not comers:
        return best
    for seat in comers:
        if seat in best:
            return (seat,)
    first = comers[0]
    return (min(best, key=lambda seat: (seat - first) % players),)


def play(players: int, draw: Callable[[], float]) -> Game:
    """Play one random game and return its last position."""
    game = Game(players, draw)
    launch(game)
    board(game)
    weights = [1] * players
    while game.at_sea:
        seats = clockwise(game)
        leak(game, seats, weights)
        sink(game)
        if game.at_sea:
            advance(game, seats, weights)
            sink(game)
            swim(game, seats)
            sink(game)
        game.leader = (game.leader + 1) % players
        game.rounds += 1
    return game


def playout(players: int, rng: random.Random, rounds: list[int] | None = None) -> tuple[int, ...]:
    """Play one random game and return the winning seats, adding the number of rounds to the list if given."""
    game = play(players, rng.random)
    if rounds is not None:
        rounds.append(game.rounds)
    return winners(game)


if __name__ == "__main__":
    measure(playout, 4, "rounds")
