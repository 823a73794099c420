/* Things that move, the limits of a game, and the whole game. What stands before this says what the game's position is. */

static void moved(i64 thing, i64 origin, i64 space);
static void play(void);
static void report(void);

static void place(i64 thing, i64 space)
{
    if (thing < 0 || space < 0) return;
    i64 origin = now.at[1 + within(thing, SIZE_at)];
    if (origin >= 0) remove_from(now.on[1 + within(origin, SIZE_on)], thing);
    append(now.on[1 + within(space, SIZE_on)], thing);
    now.at[1 + writable(thing, SIZE_at)] = space;
    moved(thing, origin, space);
}

static void take_away(i64 thing)
{
    i64 origin = now.at[1 + within(thing, SIZE_at)];
    if (thing < 0 || origin < 0) return;
    remove_from(now.on[1 + within(origin, SIZE_on)], thing);
    now.at[1 + writable(thing, SIZE_at)] = -1;
    moved(thing, origin, -1);
}

static void swap(i64 one, i64 other)
{
    if (one < 0 || other < 0 || one == other) return;
    i64 first = now.at[1 + within(one, SIZE_at)], second = now.at[1 + within(other, SIZE_at)];
    List *lying = now.on[1 + within(first, SIZE_on)], *beyond = now.on[1 + within(second, SIZE_on)];
    i64 i = first < 0 ? -1 : position_in(lying, one), j = second < 0 ? -1 : position_in(beyond, other);
    if ((first >= 0 && i < 0) || (second >= 0 && j < 0)) fail();
    if (first >= 0) lying->item[i] = other;
    if (second >= 0) beyond->item[j] = one;
    if (first == second) return;
    now.at[1 + writable(one, SIZE_at)] = second;
    now.at[1 + writable(other, SIZE_at)] = first;
    moved(one, first, second);
    moved(other, second, first);
}

static i64 last_of(const List *lying, i64 pile)
{
    i64 last = nth(lying, -1);
    if (!pile)
        for (i64 i = 0; i < lying->count; i++) last = larger(last, lying->item[i]);
    return last;
}

static void draw_last(i64 source, i64 to, i64 amount, i64 pile)
{
    List *lying = now.on[1 + within(source, SIZE_on)];
    for (i64 left = smaller(amount, lying->count); left > 0; left--) place(last_of(lying, pile), to);
}

static void draw_any(i64 source, i64 to, i64 amount)
{
    List *lying = now.on[1 + within(source, SIZE_on)];
    for (i64 left = smaller(amount, lying->count); left > 0; left--) place(nth(lying, chance(lying->count)), to);
}

static void shuffle(List *lying)
{
    for (i64 last = lying->count - 1; last > 0; last--) {
        i64 other = chance(last + 1), thing = lying->item[last];
        lying->item[last] = lying->item[other];
        lying->item[other] = thing;
    }
}

static inline List *as_it_lies(const i64 *piles, i64 space)
{
    List *lying = now.on[1 + within(space, SIZE_on)];
    return piles[1 + within(space, SIZE_on)] ? lying : sorted(lying);
}

/* ---- the whole game */

static i64 decided; /* how many decisions there were when the budget was used up */
static i64 depth;

static void spent(void)
{
    if (now.t1 > MOST_DECISIONS) longjmp(leave, TOO_LONG);
    if (now.t1 == decided) fail();
    decided = now.t1;
    now.t0 = 0;
}

static _Noreturn void game_over(const List *winners)
{
    if (winners->count > PLAYERS) fail();
    answer[2] = winners->count;
    for (i64 i = 0; i < winners->count; i++) answer[3 + i] = winners->item[i];
    longjmp(leave, OVER);
}

/* A kept list with what is in it at the beginning. */
static List *beginning(const i64 *item, i64 count)
{
    List *list = new_kept_list(SIZE_at <= 64 ? SIZE_at : count + 8);
    for (i64 i = 0; i < count; i++) append(list, item[i]);
    return list;
}

static void lay_out(void);

int playout(const unsigned char *seed, i64 length)
{
    static struct Position first;
    static i64 *first_kept, used;
    if (!first_kept) {
        if (_setjmp(leave)) return NOT_DONE;
        kept_top = kept;
        lay_out();
        first = now;
        used = kept_top - kept;
        first_kept = malloc((used + 1) * sizeof(i64));
        if (!first_kept) return NOT_DONE;
        memcpy(first_kept, kept, used * sizeof(i64));
    }
    now = first;
    memcpy(kept, first_kept, used * sizeof(i64));
    kept_top = kept + used;
    top = scratch;
    decided = depth = answer[2] = 0;
    int end = _setjmp(leave);
    if (end == 0) {
        reseed(seed, length);
        play();
        end = OVER;
    }
    if (end != NOT_DONE) {
        answer[0] = now.t0;
        answer[1] = now.t1;
        report();
    }
    return end;
}

/* The same for a seed that fits into a word. */
int playout_of(uint64_t seed)
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(seed >> (8 * i));
    return playout(bytes, sizeof bytes);
}
