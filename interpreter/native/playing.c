/* The functions for the process that has loaded the library. */

/* Each call works in memory of its own, and leaves no trace when it fails. */
#define WORK(w) char scratch_[SCRATCH]; Work w; w.top = scratch_; w.end = scratch_ + SCRATCH; w.decided = w.again = w.forced = 0; w.depth = 0

static int run(Position *p, Work *w)
{
    p->budget = 0;
    p->question = -1;
    while (p->frame) {
        int end = go_on(p, w, (char *)p + p->frame);
        if (end != DONE) return end;
    }
    won_bits(p, 0);
    return OVER;
}

/* Set the parts of a position that follow from others. */
EXPORT void settle(Position *p) { derive(p); }

EXPORT i64 position_size(void) { return POSITION_SIZE; }
EXPORT i64 used(const Position *p) { return p->used; }
EXPORT i64 over(const Position *p) { return p->over; }
EXPORT i64 decisions(const Position *p) { return p->decisions; }
EXPORT i64 options(const Position *p) { return p->over ? 0 : p->count; }
EXPORT void copy(Position *to, const Position *from) { memcpy(to, from, from->used); }

static i64 answered(Position *p, int end)
{
    if (end == WAITING) return p->count;
    p->used = p->stack_end;
    p->count = 0;
    p->question = -1;
    return 0;
}

/* Go on until somebody has to choose. Return how many options there are, 0 at the end, or -1 if Python must do it; then the
   position is as it was. */
static i64 go(Position *p, i64 place, int begins, i64 text)
{
    char before[POSITION_SIZE];
    WORK(w);
    u32 size = p->used;
    memcpy(before, p, size);
    w.answers = !(p->asked & ASKED_FORCED);
    int end = MARK_FOR_LEAVING(w.leave);
    if (!end) {
        if (begins < 2 && begins)
            begin_main(p, &w);
        else if (!begins)
            answer(p, &w, place, text);
        end = run(p, &w);
    }
    if (end == WAITING || end == OVER) return answered(p, end);
    memcpy(p, before, size);
    return -1;
}

/* Carry out the opening, which is the same in every game. Return 1 if it is carried out, or there is none. */
EXPORT i64 open_game(Position *p)
{
    WORK(w);
    w.answers = 0;
    int end = MARK_FOR_LEAVING(w.leave);
    if (!end) end = carry_out_opening(p, &w) ? OVER : DONE;
    p->used = p->stack_end;
    return end == DONE || end == OVER;
}

/* Begin a game on a copy of a position after the opening. Return its number of options, as `choose` does. */
EXPORT i64 start(Position *p, const Position *opened, u64 seed, i64 asked)
{
    memcpy(p, opened, opened->used);
    seeded(p->chance, seed);
    p->asked = asked;
    return p->over ? 0 : go(p, 0, 1, 0);
}

EXPORT i64 resume(Position *p) { return p->over ? 0 : go(p, 0, 2, 0); }

/* Answer the pending question by the index of an option, the last of which is passing if that is possible. */
EXPORT i64 choose(Position *p, i64 place)
{
    if (p->over || place < 0 || place >= p->count) return -2;
    return go(p, place, 0, 0);
}

EXPORT i64 choose_text(Position *p, i64 text) { return p->over || p->question < 0 ? -2 : go(p, 0, 0, text); }

/* Return the option that chance, or a random player, takes. */
static i64 place_at_random(Position *p)
{
    if (p->forced) return 0;
    if (!p->weights) return draw(p, p->count);
    const i32 *shares = (const i32 *)((const char *)p + p->weights);
    i64 all = 0, place = 0;
    for (i64 i = 0; i < p->count; i++) all += shares[i];
    i64 left = draw(p, all);
    while (left >= shares[place]) left -= shares[place++];
    return place;
}

EXPORT i64 at_random(Position *p) { return place_at_random(p); }

/* ---- whole random games */

/* Prepare a game: if nobody is asked in it, it is over before it begins to wait. */
static void ready(Position *p, Work *w)
{
    w->answers = 2;
    p->asked = 0;
    w->decided = w->again = w->forced = 0;
    w->last = INT64_MAX;
    w->depth = 0;
    w->top = (char *)(w + 1);
}

static int finished(Position *p, Work *w)
{
    if (p->over) return OVER;
    if (p->question >= 0) answer(p, w, place_at_random(p), 0);
    return run(p, w);
}

static u64 winners_of(const Position *p)
{
    u64 mask = 0;
    for (int i = 0; i < p->winners; i++) mask |= (u64)1 << p->winner[i];
    return mask;
}

struct Ended { u64 *winners; i64 *decisions, *scores; i8 *ends; };

static void note(const Position *p, struct Ended ended, i64 game, int end)
{
    ended.ends[game] = end;
    ended.decisions[game] = p->decisions;
    ended.winners[game] = end == OVER ? winners_of(p) : 0;
    if (ended.scores) scores_of(p, ended.scores + game * PLAYERS);
}

/* Play many random games from one position, each with a seed of its own: `seeds` or, without these, those from `first` on. For
   each game write how it ended (2: over, 3: too long, 4: Python must play it) and the winners as bits. Also write the number
   of decisions, and the scores of all seats. `begins`: the game begins here, after the opening. */
EXPORT void playouts(const Position *from, i64 begins, i64 count, const u64 *seeds, u64 first, u64 *winners, i64 *decisions,
                     i64 *scores, i8 *ends)
{
    struct { Work work; char scratch[SCRATCH]; } room;
    Work *w = &room.work;
    u64 memory[POSITION_SIZE / 8 + 1];
    Position *p = (Position *)memory;
    struct Ended ended = {winners, decisions, scores, ends};
    volatile i64 game = 0;
    w->end = room.scratch + SCRATCH;
    int end = MARK_FOR_LEAVING(w->leave);
    if (end) note(p, ended, game, end), game = game + 1;
    for (i64 next = game; next < count; next++) {
        game = next;
        memcpy(p, from, from->used);
        seeded(p->chance, seeds ? seeds[next] : first + (u64)next);
        ready(p, w);
        if (begins && !p->over) begin_main(p, w);
        end = finished(p, w);
        note(p, ended, next, end);
    }
}

/* Play one random game from a position on, on the position itself, for so many decisions at most, or to the end if these are
   0. */
static int played_on(Position *p, u64 seed, i64 most)
{
    struct { Work work; char scratch[SCRATCH]; } room;
    Work *w = &room.work;
    w->end = room.scratch + SCRATCH;
    int end = MARK_FOR_LEAVING(w->leave);
    if (end) return end;
    seeded(p->chance, seed);
    ready(p, w);
    if (most) w->last = p->decisions + most;
    end = finished(p, w);
    return end == WAITING ? TOO_LONG : end;
}

EXPORT i64 playout(Position *p, u64 seed)
{
    int end = played_on(p, seed, 0);
    p->used = p->stack_end;
    return end;
}

/* Find how well each seat is doing, for the search. This works in a copy, since it may try something out. Return 0 if Python
   must do it. */
EXPORT i64 outlooks(const Position *from, i64 *found)
{
    u64 memory[POSITION_SIZE / 8 + 1];
    Position *p = (Position *)memory;
    WORK(w);
    w.answers = 0;
    memcpy(p, from, from->used);
    p->budget = 0;
    return MARK_FOR_LEAVING(w.leave) ? 0 : outlooks_of(p, &w, found);
}

/* ---- the options of the pending question, and how Python puts some there */

EXPORT i64 list_options(const Position *p, i64 *values, i64 *weights, i64 room)
{
    i64 count = p->count - p->passable;
    if (count > room) count = room;
    if (weights)
        for (i64 i = 0; i < count; i++) weights[i] = p->weights ? ((const i32 *)((const char *)p + p->weights))[i] : 1;
    unpack(p, values, count);
    return count;
}

/* Put a question of Python's, with its options, and their weights if chance decides. Return 0 if there is no room for them. */
EXPORT i64 ask(Position *p, i64 question, i64 seat, i64 count, i64 more, i64 forced, const i64 *values, const i64 *weights)
{
    WORK(w);
    if (MARK_FOR_LEAVING(w.leave)) return 0;
    wait(p, &w, question, seat, count, more, forced);
    pack(p, &w, values, count);
    if (weights) {
        i32 *shares = offered(p, &w, count * sizeof *shares);
        p->weights = (u32)((char *)shares - (char *)p);
        for (i64 i = 0; i < count; i++) shares[i] = weights[i];
    }
    return 1;
}
