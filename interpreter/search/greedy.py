"""Look one choice ahead: rate how well the deciding seat does after each option."""

from __future__ import annotations

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.determinization import Determinizer, NoDealError
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.utility import Utility


def standings(match: Match, deals: int, seed: int) -> list[float]:
    """Return how well the deciding seat does after each option, averaged over some determinizations."""
    seat = game_state.seat_asked(match)
    assert seat is not None
    dealer, worth = Determinizer(match, seat), Utility.of_match(match)
    found = [0.0] * len(dealer.places)
    for number in range(deals):
        try:
            deal = dealer.deal(derived_seed(seed, number))
        except NoDealError:
            continue
        before = game_state.outlook(deal)
        for place, move in enumerate(game_state.shown_places(deal)):
            after = deal.copy()
            try:
                after.take(move)
                found[place] += standing(after, seat, worth, before)
            except PlayError:
                # It runs into a limit of the engine, where nothing can be won.
                continue
    return found


def standing(match: Match, seat: int, worth: Utility, before: tuple[int, ...] | None) -> float:
    """Return how well a seat does: its share of the win when the game is over, else by the outlooks, or by the scores."""
    if match.result is not None:
        return worth.shares(match.result)[seat]
    now = worth.change_utility(game_state.outlook(match), before) if worth.foresees else worth.standing(match.scores)
    # Nobody has won yet, so only the points make a difference.
    return 1 / match.players if now is None else (now[seat] + 1 / match.players) / 2
