/* Add up columns of random games; `playouts` describes the columns. */

#define EXACT_BITS 12
#define PART_BITS 5
#define BINS ((1 << EXACT_BITS) + (8 << PART_BITS))
/* A spread of numbers: their count, sum, sum of squares, least, greatest, and the bins, with that of 0 in the middle
   (measure/distribution.py). */
typedef struct { i64 count, total, squares, least, most, bins[2 * BINS - 1]; } Spread;

#define LARGEST_ADDED ((i64)1 << 20)

static void spread(Spread *to, i64 number)
{
    u64 size = number < 0 ? -(u64)number : (u64)number;
    i64 bin = size;
    if (size >> EXACT_BITS) {
        int more = 64 - EXACT_BITS - __builtin_clzll(size);
        bin = (1 << EXACT_BITS) + (more - 2) * (1 << PART_BITS) + (i64)(size >> (more + EXACT_BITS - PART_BITS - 1));
    }
    if (!to->count || number < to->least) to->least = number;
    if (!to->count || number > to->most) to->most = number;
    to->count++;
    to->total += number;
    to->squares += number * number;
    to->bins[BINS - 1 + (number < 0 ? -bin : bin)]++;
}

/* The smallest difference in points between a winner and another player; -1 if all have won, or nobody has. */
static i64 margin_of(u64 winners, const i64 *scores)
{
    i64 nearest = -1;
    for (int i = 0; i < PLAYERS; i++)
        for (int j = 0; j < PLAYERS; j++)
            if (winners >> i & 1 && !(winners >> j & 1)) {
                i64 apart = scores[i] < scores[j] ? scores[j] - scores[i] : scores[i] - scores[j];
                if (nearest < 0 || apart < nearest) nearest = apart;
            }
    return nearest;
}

static int small_enough(const i64 *scores)
{
    for (int i = 0; i < PLAYERS; i++)
        if (scores[i] <= -LARGEST_ADDED || scores[i] >= LARGEST_ADDED) return 0;
    return 1;
}

/* Return how many games were added up; if there are fewer than all, Python must play the next one. `times` is 0 where the
   table of winners is empty. `sums` has all decisions, and how many games became too long. `spreads` has lengths, margins, and
   scores by seat. */
EXPORT i64 add_up(i64 count, const u64 *winners, const i64 *decisions, const i64 *scores, const i8 *ends, i64 room,
                  u64 *masks, i64 *times, i64 *sums, Spread *spreads)
{
    for (i64 game = 0; game < count; game++, scores += scores ? PLAYERS : 0) {
        if (ends[game] == TOO_LONG) {
            sums[0] += decisions[game];
            sums[1]++;
            continue;
        }
        if (ends[game] != OVER || decisions[game] >= LARGEST_ADDED || (scores && !small_enough(scores))) return game;
        u64 mask = winners[game];
        i64 margin = scores ? margin_of(mask, scores) : -1;
        if (margin >= LARGEST_ADDED) return game;
        i64 at = mixed(mask) % (u64)room, tries = 0;
        while (times[at] && masks[at] != mask && tries < room) at = (at + 1) % room, tries++;
        if (tries == room) return game;
        masks[at] = mask, times[at]++;
        sums[0] += decisions[game];
        spread(spreads, decisions[game]);
        if (!scores) continue;
        if (margin >= 0) spread(spreads + 1, margin);
        for (int i = 0; i < PLAYERS; i++) spread(spreads + 2 + i, scores[i]);
    }
    return count;
}

/* Add a quantity of two games: `sums` has how many pairs have it, the sum of the differences, and that of their squares. */
static inline void differ(i64 *sums, i64 one, i64 other)
{
    sums[0]++;
    sums[1] += other - one;
    sums[2] += (other - one) * (other - one);
}

struct Columns { const u64 *winners; const i64 *decisions, *scores; const i8 *ends; };

/* Return how many pairs of games were compared in the quantities of Python's `quantities`; Python must play the pair after
   them. */
EXPORT i64 compare(i64 count, const u64 *winners, const i64 *decisions, const i64 *scores, const i8 *ends,
                   const u64 *other_winners, const i64 *other_decisions, const i64 *other_scores, const i8 *other_ends,
                   i64 *sums)
{
    struct Columns both[2] = {{winners, decisions, scores, ends}, {other_winners, other_decisions, other_scores, other_ends}};
    for (i64 game = 0; game < count; game++) {
        i64 won[2][PLAYERS + 2] = {{0}}, length[2] = {0}, margin[2] = {-1, -1};
        const i64 *points[2] = {0};
        int over[2];
        for (int i = 0; i < 2; i++) {
            over[i] = both[i].ends[game] == OVER;
            if (!over[i]) {
                if (both[i].ends[game] == TOO_LONG) continue;
                return game;
            }
            u64 mask = both[i].winners[game];
            int many = __builtin_popcountll(mask);
            won[i][many == 1 ? __builtin_ctzll(mask) : many ? PLAYERS : PLAYERS + 1] = 1;
            length[i] = both[i].decisions[game];
            if (both[i].scores) {
                points[i] = both[i].scores + game * PLAYERS;
                if (!small_enough(points[i])) return game;
                margin[i] = margin_of(mask, points[i]);
            }
        }
        for (int j = 0; j < PLAYERS + 2; j++) differ(sums + 3 * j, won[0][j], won[1][j]);
        i64 *more = sums + 3 * (PLAYERS + 2);
        if (!over[0] || !over[1]) continue;
        differ(more, length[0], length[1]);
        if (margin[0] >= 0 && margin[1] >= 0) differ(more + 3, margin[0], margin[1]);
        if (points[0] && points[1])
            for (int j = 0; j < PLAYERS; j++) differ(more + 6 + 3 * j, points[0][j], points[1][j]);
    }
    return count;
}
