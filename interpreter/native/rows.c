/* Play very many games side by side for programs that learn. A step advances each by an action, and then writes what the next
   player sees as a row of numbers. A plan, a list of numbers from Python (ai/native_plan.py), says which number is what; where it
   refers to a part of itself, it has the index in the list. */

struct Rows {
    u8 *memory;         /* the positions, `stride` bytes each */
    i64 stride, count;
    i64 actions;        /* the number of actions */
    i64 size;           /* the size of a row */
    i64 longest;        /* the number of choices after which a game is cut short */
    const i64 *plan;
    i32 *places;        /* by game and action: the index of the answer, from 1; 0 if it is impossible */
    i8 *mask;           /* whether it is possible */
    i64 *seats;         /* who chooses */
    float *rows;
    i8 *ended;          /* how the previous game ended in this step; 0 if it goes on */
    u64 *winners;       /* for games that ended: the winners, as bits, and the scores */
    i64 *scores;
    u64 *seeds;         /* of each game now; the next game's is further by `between` */
    i64 between;
    i64 writes_rows;
};

enum { ROW_RUNS, ROW_OVER, ROW_CUT, ROW_WRONG };
enum { READ_NUMBER, READ_ONE, READ_BITS, READ_LIST };
enum { OF_NUMBER, OF_VALUE, OF_THING, OF_SPACE };
enum { PLAN_QUESTIONS, PLAN_ASKED, PLAN_HOLDERS, PLAN_SEATS };
#define SHORTEST_GAMES 1000

static inline i64 held_number(const u8 *at, i64 width)
{
    i16 two;
    i32 four;
    i64 eight;
    switch (width) {
    case 1: return (i8)*at;
    case 2: memcpy(&two, at, 2); return two;
    case 4: memcpy(&four, at, 4); return four;
    default: memcpy(&eight, at, 8); return eight;
    }
}

/* ---- options as actions */

typedef struct { const Position *p; const u8 *sees; const i64 *plan; i64 seat; } Chooser;

/* Whether a space is a place of something hidden. */
static inline int upon_unseen(const Chooser *c, i64 space)
{
    i64 holder = space < 0 ? -1 : c->plan[c->plan[PLAN_HOLDERS] + space];
    return holder >= 0 && !sees_thing(c->p, c->sees, holder);
}

/* The preferred action of an answer, and its block. */
static i64 wanted_action(const Chooser *c, const i64 *question, const i64 *row, const i64 **block, int *hidden)
{
    const i64 *plan = c->plan;
    i64 kind = question[0], line = kind == 2 ? row[0] - 1 : 0, place = 0;
    const i64 *b = *block = plan + question[2 + line];
    if (kind == 1) return b[0] + row[0];
    for (i64 i = 0; i < b[2]; i++) {
        const i64 *digit = b + 3 + 7 * i;
        i64 value = row[digit[0]], size = digit[1];
        if (digit[2] == OF_NUMBER) {
            place = place * size + ((value % size) + size) % size;
            continue;
        }
        i64 space = digit[2] == OF_SPACE ? value : digit[2] == OF_THING && value >= 0 ? c->p->at[1 + value] : -1;
        if (upon_unseen(c, space)) space = -1, *hidden = 1;
        if (digit[2] == OF_SPACE) value = space;
        if (digit[2] == OF_THING && value >= 0 && !sees_thing(c->p, c->sees, value)) value = -1, *hidden = 1;
        i64 found = plan[digit[3] + c->seat * digit[4] + value + 1];
        if (digit[5] >= 0) found += plan[digit[5] + c->seat * digit[6] + space + 1];
        place = place * size + found;
    }
    return b[0] + place % b[1];
}

/* Number the answers of a question; return 0 if there are more than actions. An answer whose action is taken gets the next
   free one; hidden things come in an order that says nothing. */
static int number_options(const struct Rows *g, i64 game, const Chooser *c)
{
    enum { MOST_LEFT = 4096 };
    const Position *p = c->p;
    i32 *places = g->places + game * g->actions;
    i8 *mask = g->mask + game * g->actions;
    i64 count = p->count - p->passable, left = 0;
    const i64 *question = c->plan + c->plan[c->plan[PLAN_QUESTIONS] + p->question];
    i64 parts = question[1];
    struct { u64 order; i64 action, place; const i64 *block; } waiting[MOST_LEFT];
    memset(places, 0, g->actions * sizeof *places);
    memset(mask, 0, g->actions);
    if (QUESTION_KINDS[p->question] == ASKS_WORDS) {
        places[0] = mask[0] = 1;
        return 1;
    }
    if (parts * count * (i64)sizeof(i64) > 1 << 20) return 0;
    i64 values[parts * count + 1];
    unpack(p, values, count);
    for (i64 i = 0; i < count; i++) {
        const i64 *block;
        int hidden = 0;
        i64 action = wanted_action(c, question, values + i * parts, &block, &hidden);
        if (!hidden && !places[action]) {
            places[action] = (i32)(i + 1), mask[action] = 1;
            continue;
        }
        if (left == MOST_LEFT) return 0;
        waiting[left].order = hidden ? mixed((u64)p->chance[0] ^ mixed((u64)(p->decisions << 32) + (u64)i)) : (u64)i;
        waiting[left].action = action, waiting[left].place = i, waiting[left].block = block;
        left++;
    }
    for (i64 i = 1; i < left; i++)
        for (i64 k = i; k > 0 && waiting[k].order < waiting[k - 1].order; k--) {
            __typeof__(waiting[0]) one = waiting[k];
            waiting[k] = waiting[k - 1], waiting[k - 1] = one;
        }
    for (i64 i = 0; i < left; i++) {
        const i64 *b = waiting[i].block;
        i64 step = 0, action = waiting[i].action;
        while (places[action] && step++ < b[1]) action = b[0] + (action - b[0] + 1) % b[1];
        if (places[action]) return 0;
        places[action] = (i32)(waiting[i].place + 1), mask[action] = 1;
    }
    if (p->passable) places[0] = (i32)p->count, mask[0] = 1;
    return 1;
}

/* ---- what is seen as a row */

static inline void into_column(float *row, i64 first, const i64 *columns, i64 value)
{
    if (columns[value + 1] >= 0) row[first + columns[value + 1]] += 1;
}

/* Write a stored value into its columns. `read` is the width, how it is stored, the columns, whether it is a thing, and for a
   list where its members begin, and how wide they are. */
static void write_held(const Chooser *c, const u8 *at, const i64 *read, i64 first, float *row)
{
    const i64 *columns = c->plan + read[2];
    i64 width = read[0], things = read[3];
    if (read[1] == READ_NUMBER) {
        row[first] += (float)held_number(at, width);
    } else if (read[1] == READ_ONE) {
        i64 value = held_number(at, width);
        if (!things || value < 0 || sees_thing(c->p, c->sees, value)) into_column(row, first, columns, value);
    } else if (read[1] == READ_BITS) {
        for (i64 byte = 0; byte < width; byte++)
            for (unsigned bits = at[byte], bit = 0; bits >> bit; bit++)
                if (bits >> bit & 1 && (!things || sees_thing(c->p, c->sees, 8 * byte + bit))) into_column(row, first, columns, 8 * byte + bit);
    } else {
        i64 count = held_number(at, 2) & 0xFFFF;
        for (i64 i = 0; i < count; i++) {
            i64 value = held_number(at + read[4] + i * read[5], read[5]);
            if (!things || value < 0 || sees_thing(c->p, c->sees, value)) into_column(row, first, columns, value);
        }
    }
}

static void write_row(const Chooser *c, float *row)
{
    Position *p = (Position *)c->p;
    const i64 *plan = c->plan, *looks = plan + plan[plan[PLAN_SEATS] + c->seat];
    if (p->question >= 0 && plan[plan[PLAN_ASKED] + p->question] >= 0) row[plan[plan[PLAN_ASKED] + p->question]] = 1;
    for (i64 i = 0; i < looks[0]; i++) {
        const i64 *read = plan + looks[1] + 8 * i;
        write_held(c, (const u8 *)p + read[0], read + 2, read[1], row);
    }
    for (i64 i = 0; i < looks[2]; i++) {
        const i64 *read = plan + looks[3] + 8 * i;
        i64 thing = read[1] >> 32, first = plan[(read[1] & 0xFFFFFFFF) + p->at[1 + thing] + 1];
        if (first >= 0 && sees_thing(p, c->sees, thing)) write_held(c, (const u8 *)p + read[0], read + 2, first, row);
    }
    for (i64 thing = 0; thing < THINGS; thing++) {
        i64 space = p->at[1 + thing];
        i64 lying = space < 0 ? 0 : plan[looks[4] + space];
        if (!lying || upon_unseen(c, space)) continue;
        i64 column = plan[lying + thing], unseen = plan[looks[5] + space];
        if (sees_thing(p, c->sees, thing)) {
            if (column >= 0) row[column] += 1;
        } else if (unseen >= 0 && COUNTS[c->seat][1 + space]) {
            row[unseen] += 1;
        }
    }
    for (i64 i = 0; HAS_PILES && i < looks[6]; i++) {
        i64 space = plan[looks[7] + 2 * i], length = pile_length(p, space);
        if (!length || upon_unseen(c, space)) continue;
        i64 top = pile_of(p, space)[length - 1], column = plan[plan[looks[7] + 2 * i + 1] + top];
        if (column >= 0 && sees_thing(p, c->sees, top)) row[column] = 1;
    }
}

/* ---- steps */

/* Begin games until there is one in which somebody has to choose; return the number of options, or -1. */
static i64 begin_row(const struct Rows *g, i64 game, const Position *opened)
{
    Position *p = (Position *)(g->memory + game * g->stride);
    for (i64 tries = 0; tries < SHORTEST_GAMES; tries++) {
        i64 count = start(p, opened, g->seeds[game], 0);
        if (count > 0) return count;
        g->seeds[game] += (u64)g->between;
    }
    return -1;
}

/* Report who chooses in a game, the options, and what that seat sees; return 0 if that is impossible. */
static int tell_row(const struct Rows *g, i64 game)
{
    Position *p = (Position *)(g->memory + game * g->stride);
    u8 now[SPACES + 1];
    Chooser c = {p, 0, g->plan, p->seat >= 0 ? p->seat : acting(p)};
    char scratch[HAS_LOOKERS ? SCRATCH : 1];
    Work w;
    w.top = scratch, w.end = scratch + sizeof scratch;
    if (HAS_LOOKERS && MARK_FOR_LEAVING(w.leave)) return 0;
    c.sees = HAS_LOOKERS ? seen_now(p, &w, c.seat, now) : SEES[c.seat];
    g->seats[game] = c.seat;
    if (!number_options(g, game, &c)) return 0;
    if (g->writes_rows) {
        float *row = g->rows + game * g->size;
        memset(row, 0, g->size * sizeof *row);
        write_row(&c, row);
    }
    return 1;
}

/* Begin all games; return how many were reported, which is less if one could not be. */
EXPORT i64 begin_rows(const struct Rows *g, const Position *opened)
{
    for (i64 game = 0; game < g->count; game++) {
        g->ended[game] = ROW_RUNS;
        if (begin_row(g, game, opened) < 0 || !tell_row(g, game)) return game;
    }
    return g->count;
}

/* Advance each game by an action. A game that ends begins again, and its result is recorded. Return how many were reported. It
   is less if one could not be, or if its action was impossible: then `ended` says so, and the game stays as it was. */
EXPORT i64 step_rows(const struct Rows *g, const Position *opened, const i64 *actions)
{
    for (i64 game = 0; game < g->count; game++)
        if (actions[game] < 0 || actions[game] >= g->actions || !g->places[game * g->actions + actions[game]]) {
            g->ended[game] = ROW_WRONG;
            return game;
        }
    for (i64 game = 0; game < g->count; game++) {
        Position *p = (Position *)(g->memory + game * g->stride);
        i64 place = g->places[game * g->actions + actions[game]] - 1;
        i64 left = QUESTION_KINDS[p->question] == ASKS_WORDS ? choose_text(p, 0) : choose(p, place);
        g->ended[game] = left == 0 ? ROW_OVER : left < 0 || p->decisions >= g->longest ? ROW_CUT : ROW_RUNS;
        if (g->ended[game] != ROW_RUNS) {
            g->winners[game] = left == 0 ? winners_of(p) : 0;
            if (g->scores) scores_of(p, g->scores + game * PLAYERS);
            g->seeds[game] += (u64)g->between;
            if (begin_row(g, game, opened) < 0) return game;
        }
        if (!tell_row(g, game)) return game;
    }
    return g->count;
}

/* Write what a seat sees of one game, whether or not it is asked; return 0 if that is impossible. */
EXPORT i64 row_of(const struct Rows *g, i64 game, i64 seat, float *row)
{
    Position *p = (Position *)(g->memory + game * g->stride);
    u8 now[SPACES + 1];
    Chooser c = {p, 0, g->plan, seat};
    i64 asked = p->question;
    char scratch[HAS_LOOKERS ? SCRATCH : 1];
    Work w;
    w.top = scratch, w.end = scratch + sizeof scratch;
    if (HAS_LOOKERS && MARK_FOR_LEAVING(w.leave)) return 0;
    c.sees = seen_now(p, &w, seat, now);
    if ((p->seat >= 0 ? p->seat : acting(p)) != seat) p->question = -1;
    write_row(&c, row);
    p->question = (i32)asked;
    return 1;
}
