// Play whole random games of OpenSpiel in C++, as a user of its library would write them: the loop of its own
// examples/benchmark_game.cc, without the observations that it makes on the way.
//
// It is built against the headers and the library that pip installs, and loaded into the process that imports pyspiel.

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"

using open_spiel::Action;

namespace {

using Game = std::shared_ptr<const open_spiel::Game>;

Action OneOf(const std::vector<Action>& actions, std::mt19937& random) {
  return actions[std::uniform_int_distribution<size_t>(0, actions.size() - 1)(random)];
}

}  // namespace

extern "C" {

void* load(const char* name) { return new Game(open_spiel::LoadGame(name)); }

// Return how many actions were taken, apart from those of chance.
long play(const void* loaded, long games, unsigned long seed, const long* opening, long openings) {
  const open_spiel::Game& game = **static_cast<const Game*>(loaded);
  std::mt19937 random(seed);
  long actions = 0;
  for (long number = 0; number < games; ++number) {
    std::unique_ptr<open_spiel::State> state = game.NewInitialState();
    for (long action = 0; action < openings; ++action) state->ApplyAction(opening[action]);
    for (;;) {
      const open_spiel::Player player = state->CurrentPlayer();
      if (player >= 0) {
        state->ApplyAction(OneOf(state->LegalActions(), random));
        ++actions;
      } else if (player == open_spiel::kChancePlayerId) {
        state->ApplyAction(open_spiel::SampleAction(state->ChanceOutcomes(), random).first);
      } else if (player == open_spiel::kSimultaneousPlayerId) {
        std::vector<Action> joint;
        for (int each = 0; each < game.NumPlayers(); ++each) joint.push_back(OneOf(state->LegalActions(each), random));
        state->ApplyActions(joint);
        actions += game.NumPlayers();
      } else {
        break;
      }
    }
  }
  return actions;
}

}
