/* Play whole random games, and count how often they reach each place of the rulebook that counts. */

/* A finished game is added to the totals: how often, in how many games, and the seed of the first of these. A game reaches
   what it only tries out, but does not carry it out. */
struct Places { u64 *times, *games, *first; };

static void count_places(u64 seed, struct Places all)
{
    for (int place = 0; place < PLACES; place++) {
        if (!counted[place]) continue;
        if (!all.games[place]++) all.first[place] = seed;
        all.times[place] += counted[place] & ~TRIED;
    }
}

/* Play as `playouts` does, games that begin at a position, with consecutive seeds. Games that Python must play are not counted
   here. */
EXPORT void counted_games(const Position *from, i64 count, u64 seed, u64 *winners, i64 *decisions, i64 *scores, i8 *ends,
                          u64 *times, u64 *games, u64 *first)
{
    struct { Work work; char scratch[SCRATCH]; } room;
    Work *w = &room.work;
    u64 memory[POSITION_SIZE / 8 + 1];
    Position *p = (Position *)memory;
    struct Ended ended = {winners, decisions, scores, ends};
    struct Places all = {times, games, first};
    volatile i64 game = 0;
    w->end = room.scratch + SCRATCH;
    int end = MARK_FOR_LEAVING(w->leave);
    if (end) {
        note(p, ended, game, end);
        if (end != NOT_DONE) count_places(seed + (u64)game, all);
        game = game + 1;
    }
    for (i64 next = game; next < count; next++) {
        game = next;
        memcpy(p, from, from->used);
        memset(counted, 0, sizeof counted);
        trying = 0;
        seeded(p->chance, seed + (u64)next);
        ready(p, w);
        if (!p->over) begin_main(p, w);
        end = finished(p, w);
        note(p, ended, next, end);
        if (end != NOT_DONE) count_places(seed + (u64)next, all);
    }
}
