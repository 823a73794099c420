/* Alpha-beta pruning with iterative deepening, for two players who see everything, without chance (search/alpha_beta.py).

   Values are those of seat 0; the other seat wants them low. An ending is worth what the rules say. Where the depth is used up,
   the rulebook's outlooks are compared, if there are any; while these have just changed much, answers are tried first. Options
   are tried in an order learnt on the way: the best of the last depth, then what has cut off other branches or gained much. */

enum { DEEPEST = 96, CALMEST = 8, SLOTS = 1 << 14, WON = 1000000, MOST_JUDGED = 900000 };
enum { EXACTLY, AT_LEAST, AT_MOST };
#define PROBED 4

typedef struct { u64 key; i32 value; i16 best; i8 depth, kind, is_complete; } Remembered;

typedef struct {
    u64 memory[POSITION_SIZE / 8 + 1];
    i64 *moves, *order;
    i64 room, order_room;
} Ply;

typedef struct {
    Worth worth;
    i64 options, nodes, limit, depth, calm;
    int is_out, is_cut, is_odd; /* `is_cut`: something was judged before its end */
    Remembered *table;
    u64 mask;
    i32 history[2][SLOTS], gain[2][SLOTS];
    i32 *places;
    Ply ply[DEEPEST + CALMEST + 2];
} Deepening;

static u32 slot_of(const Position *p, i64 move) { return (u32)(mixed((u64)move + ((u64)p->question << 48)) % SLOTS); }

static i32 ending_of(Deepening *d, const Position *p)
{
    double share[PLAYERS];
    share_ending(&d->worth, p, OVER, NULL, share);
    if (share[0] + share[1] < 1 - 1e-9 || share[0] + share[1] > 1 + 1e-9) d->is_odd = 1;
    return (i32)((2 * share[0] - 1) * WON);
}

static i32 standing_of(Deepening *d, const Position *p)
{
    i64 found[PLAYERS], value;
    d->is_cut = 1;
    if (!d->worth.foresees || !outlooks(p, found)) return 0;
    value = found[0] - found[1];
    return (i32)(value > MOST_JUDGED ? MOST_JUDGED : value < -MOST_JUDGED ? -MOST_JUDGED : value);
}

/* List the options of a position, and the order in which to try them. */
static int listed(Deepening *d, const Position *p, int ply, i64 seat, i64 first)
{
    Ply *here = &d->ply[ply];
    i64 count = p->count;
    if (!ROOMY(here->moves, here->room, (i64)QUESTION_PARTS[p->question] * count + 1) || !ROOMY(here->order, here->order_room, 2 * count)
        || !moves_of((Position *)p, seat, here->moves, here->room)) {
        d->is_odd = 1;
        return 0;
    }
    i64 *order = here->order, *rank = order + count;
    for (i64 i = 0; i < count; i++) {
        u32 slot = slot_of(p, here->moves[i]);
        i64 value = i == first ? INT64_MAX : d->history[seat][slot] + 64LL * d->gain[seat][slot], j = i;
        for (; j > 0 && rank[j - 1] < value; j--) rank[j] = rank[j - 1], order[j] = order[j - 1];
        rank[j] = value, order[j] = i;
    }
    return 1;
}

static __attribute__((noinline)) Position *after(Deepening *d, const Position *p, int ply, i64 place)
{
    Position *next = (Position *)d->ply[ply + 1].memory;
    memcpy(next, p, p->used);
    if (!went_on(next, place)) d->is_odd = 1;
    return next;
}

static int is_out(Deepening *d)
{
    if (d->is_odd || d->nodes >= d->limit) d->is_out = 1;
    return d->is_out;
}

/* Note what an option has changed for its seat. */
static void learn_gain(Deepening *d, const Position *p, i64 move, i64 seat, i32 gained)
{
    i32 *gain = &d->gain[seat][slot_of(p, move)];
    *gain += (gained - *gain) / 4;
}

/* Judge a position in which the outlooks have just changed much: the seat may stand as it is, or try what changes them again. */
static i32 calmed(Deepening *d, const Position *p, int ply, int left, i32 stands, i32 low, i32 high)
{
    i64 seat = seat_of(p);
    int own = seat == 0;
    i32 best = stands;
    if (own ? best >= high : best <= low) return best;
    if (own && best > low) low = best;
    if (!own && best < high) high = best;
    if (!left || !listed(d, p, ply, seat, -1)) return best;
    i64 count = p->count;
    for (i64 i = 0; i < count; i++) {
        i64 place = d->ply[ply].order[i];
        d->nodes++;
        if (is_out(d)) return best;
        Position *next = after(d, p, ply, place);
        if (d->is_odd) return best;
        i32 value, change;
        if (next->over) value = ending_of(d, next);
        else {
            value = standing_of(d, next), change = own ? value - stands : stands - value;
            learn_gain(d, p, d->ply[ply].moves[place], seat, change);
            if (change <= d->calm) continue;
            value = calmed(d, next, ply + 1, left - 1, value, low, high);
        }
        if (own ? value > best : value < best) best = value;
        if (own && best > low) low = best;
        if (!own && best < high) high = best;
        if (low >= high) break;
    }
    return best;
}

static i32 value_of(Deepening *d, const Position *p, int ply, int depth, i32 before, i32 low, i32 high)
{
    if (p->over) return ending_of(d, p);
    d->nodes++;
    if (is_out(d)) return 0;
    i64 seat = seat_of(p), count = p->count;
    if (depth <= 0 || ply >= DEEPEST) {
        i32 stands = standing_of(d, p), change = stands - before;
        if (!d->worth.foresees || (change <= d->calm && -change <= d->calm)) return stands;
        return calmed(d, p, ply, CALMEST, stands, low, high);
    }
    u64 key[2];
    if (!sight((Position *)p, seat, key)) {
        d->is_odd = 1;
        return 0;
    }
    Remembered *known = NULL, *oldest = NULL;
    for (int i = 0; i < PROBED; i++) {
        Remembered *one = &d->table[(key[0] + (u64)i) & d->mask];
        if (one->key == key[1]) { known = one; break; }
        if (!oldest || one->depth < oldest->depth) oldest = one;
    }
    i64 first = -1;
    if (known) {
        first = known->best;
        if (known->depth >= depth || known->is_complete || known->value >= WON || known->value <= -WON) {
            int valid = known->kind == EXACTLY || (known->kind == AT_LEAST && known->value >= high) || (known->kind == AT_MOST && known->value <= low);
            if (valid) {
                if (!known->is_complete) d->is_cut = 1;
                return known->value;
            }
        }
    } else known = oldest;
    if (!listed(d, p, ply, seat, first < count ? first : -1)) return 0;
    int own = seat == 0;
    i64 best_place = -1;
    int was_cut = d->is_cut;
    i32 best = own ? -2 * WON : 2 * WON, least = low, most = high;
    i32 stands = d->worth.foresees ? standing_of(d, p) : 0;
    d->is_cut = 0;
    for (i64 i = 0; i < count; i++) {
        i64 place = d->ply[ply].order[i];
        Position *next = after(d, p, ply, place);
        if (d->is_odd) return 0;
        i32 value;
        if (i == 0) value = value_of(d, next, ply + 1, depth - 1, stands, least, most);
        else {
            /* Most options are worse than the best so far, which the narrowest bounds show. */
            i32 lower = own ? least : most - 1, higher = own ? least + 1 : most;
            value = value_of(d, next, ply + 1, depth - 1, stands, lower, higher);
            if (!d->is_out && value > least && value < most && higher - lower < most - least)
                value = value_of(d, next, ply + 1, depth - 1, stands, least, most);
        }
        if (d->is_out) return 0;
        if (own ? value > best : value < best) best = value, best_place = place;
        if (own && best > least) least = best;
        if (!own && best < most) most = best;
        if (least >= most) {
            i32 *history = &d->history[seat][slot_of(p, d->ply[ply].moves[place])];
            *history += depth * depth;
            if (*history > 1 << 24) for (i32 j = 0; j < SLOTS; j++) d->history[0][j] /= 2, d->history[1][j] /= 2;
            break;
        }
    }
    /* A certain win or loss stands, whatever else was not looked at. */
    if (best >= WON || best <= -WON) d->is_cut = 0;
    *known = (Remembered){key[1], best, (i16)best_place, (i8)depth, best <= low ? AT_MOST : best >= high ? AT_LEAST : EXACTLY, !d->is_cut};
    d->is_cut |= was_cut;
    return best;
}

EXPORT void alpha_beta_end(Deepening *d)
{
    for (int i = 0; i < DEEPEST + CALMEST + 2; i++) free(d->ply[i].moves), free(d->ply[i].order);
    free(d->table), free(d->places), free(d);
}

/* Begin to search a position; `places` are the options of the root. Return NULL if there is no memory. */
EXPORT Deepening *alpha_beta_begin(const Position *from, i64 options, const i64 *places, i64 entries, i64 calm, const double worth[4],
                                  const i64 how[4])
{
    Deepening *d = calloc(1, sizeof *d);
    if (!d) return NULL;
    d->worth = (Worth){worth[0], worth[1], worth[2], worth[3], how[0], how[1], how[2], how[3]};
    d->options = options, d->calm = calm, d->mask = (u64)entries - 1, d->depth = 1;
    d->table = calloc(entries, sizeof *d->table);
    d->places = malloc(options * sizeof *d->places);
    if (!d->table || !d->places) {
        alpha_beta_end(d);
        return NULL;
    }
    Position *p = memcpy(d->ply[0].memory, from, from->used);
    p->asked = 0;
    for (i64 i = 0; i < options; i++) d->places[i] = (i32)places[i];
    return d;
}

/* Go on with the present depth, for so many positions at most. Return whether it was finished. `found` has the best option so
   far, its value for the seat that asks, whether that is proved, and the number of positions. The value is below any other if
   not even the first option was judged. */
EXPORT i64 alpha_beta_deepen(Deepening *d, i64 positions, i64 found[4])
{
    const Position *p = (const Position *)d->ply[0].memory;
    int own = seat_of(p) == 0;
    i32 low = -2 * WON, high = 2 * WON, stands = d->worth.foresees ? standing_of(d, p) : 0;
    i64 tried = 0, best = 0;
    d->limit = d->nodes + positions, d->is_out = d->is_cut = 0;
    for (; tried < d->options; tried++) {
        const Position *next = after(d, p, 0, d->places[tried]);
        i32 value = d->is_odd ? 0 : value_of(d, next, 1, (int)d->depth - 1, stands, low, high);
        if (d->is_out || d->is_odd) break;
        if (own ? value <= low : value >= high) continue;
        best = tried;
        if (own) low = value; else high = value;
    }
    i32 place = d->places[best], value = own ? low : -high;
    memmove(d->places + 1, d->places, best * sizeof *d->places);
    d->places[0] = place;
    int finished = tried == d->options;
    d->depth += finished;
    found[0] = place, found[1] = value, found[2] = finished && (!d->is_cut || value >= WON || value <= -WON);
    found[3] = d->nodes;
    return d->is_odd ? -1 : finished;
}

/* After a proof: write which options are as good as the best one, by their indices in the list of places. Return 0 if that
   takes more positions than these. */
EXPORT i64 alpha_beta_as_good(Deepening *d, i64 positions, i64 value, i32 *places)
{
    const Position *p = (const Position *)d->ply[0].memory;
    int own = seat_of(p) == 0;
    i32 wanted = (i32)(own ? value : -value);
    i64 count = 0;
    d->limit = d->nodes + positions, d->is_out = 0;
    for (i64 i = 0; i < d->options && !d->is_out; i++) {
        const Position *next = after(d, p, 0, d->places[i]);
        i32 found = i ? value_of(d, next, 1, (int)d->depth - 2, 0, own ? wanted - 1 : wanted, own ? wanted : wanted + 1) : wanted;
        if (own ? found >= wanted : found <= wanted) places[count++] = d->places[i];
    }
    return d->is_out || d->is_odd ? 0 : count;
}
