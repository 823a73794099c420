// Plays draughts with the engine rapid-draughts. Each line has the moves since the last one; the answer is the best move.
const { EnglishDraughts, EnglishDraughtsComputerFactory } = require(process.argv[2]);

const game = EnglishDraughts.setup();
const best = EnglishDraughtsComputerFactory.alphaBeta({ maxDepth: Number(process.argv[3]) });
const same = (one, other) => JSON.stringify([one.origin, one.destination, [...one.captures].sort()])
  === JSON.stringify([other.origin, other.destination, [...other.captures].sort()]);

require("readline").createInterface({ input: process.stdin }).on("line", async (line) => {
  for (const played of JSON.parse(line)) {
    const move = game.moves.find((one) => same(one, played));
    if (!move) throw new Error(`${JSON.stringify(played)} is none of ${JSON.stringify(game.moves)}`);
    game.move(move);
  }
  console.log(`best ${JSON.stringify(await best(game) ?? null)}`);
});
