/* A seat's view of a position, for the search: a digest that is equal for equal views at the same place in the rules. The
   options are identified by what the seat sees of them. */

enum { UNSEEN = -2 };
#define PASSING INT64_MIN

/* The seat that chooses. */
static i64 seat_of(const Position *p) { return p->seat >= 0 ? p->seat : acting(p); }

/* The place of a thing on a pile that one can count. */
static i64 place_seen(Position *p, i64 seat, i64 thing)
{
    i64 space = p->at[1 + thing], place = 0;
    if (!IS_PILE(space) || !COUNTS[seat][1 + space]) return 0;
    while (pile_of(p, space)[place] != thing) place++;
    return place;
}

static int sight(Position *p, i64 seat, u64 digest[2])
{
    char scratch[SCRATCH];
    u8 bytes[2 * POSITION_SIZE + 4 * SPACES + 64];
    i32 unseen[SPACES + 1];
    u64 seen[2] = {0, 0};
    u8 now[SPACES + 1];
    Work w;
    Visit v;
    w.top = scratch, w.end = scratch + SCRATCH;
    if (MARK_FOR_LEAVING(w.leave)) return 0;
    v.w = &w, v.p = p, v.seat = seat, v.finding = 0;
    v.at = bytes, v.end = bytes + sizeof bytes;
    v.sees = seen_now(p, &w, seat, now);
    memset(unseen, 0, sizeof unseen);
    for (i64 thing = 0; thing < THINGS; thing++) {
        i64 space = p->at[1 + thing];
        if (!sees_thing(p, v.sees, thing)) {
            unseen[space] += COUNTS[seat][1 + space];
            if (!MOST_PUBLIC) continue;
            /* Values that all see on a hidden thing are also added, together with its place. */
            u64 upon[2];
            v.at = bytes;
            put_value(&v, space);
            put_value(&v, place_seen(p, seat, thing));
            if (!see_upon(p, &v, thing)) continue;
            hashed(bytes, v.at - bytes, upon);
            seen[0] += upon[0], seen[1] += upon[1];
            continue;
        }
        /* Alike things differ only in what is seen of them, so that is added without an order. */
        u64 one[2];
        v.at = bytes;
        put_thing(&v, thing);
        see_marks(p, &v, thing);
        hashed(bytes, v.at - bytes, one);
        seen[0] += one[0], seen[1] += one[1];
    }
    v.at = bytes;
    put_bytes(&v, seen, sizeof seen);
    put_bytes(&v, unseen, sizeof unseen);
    for (i64 space = 0; HAS_PILES && space < SPACES; space++)
        if (IS_PILE(space) && v.sees[1 + space]) put_pile(&v, p, space);
    see_fields(p, &v);
    visit_frames(p, &v);
    hashed(bytes, v.at - bytes, digest);
    return 1;
}

/* Whether a seat cannot tell a thing on offer apart from others. */
static int has_no_mark(Position *p, i64 seat, const u8 *sees, i64 thing)
{
    i64 space = p->at[1 + thing];
    return !sees_thing(p, sees, thing) && !(IS_PILE(space) && COUNTS[seat][1 + space]);
}

/* Number the things on offer that a seat cannot tell apart, at random: the order of declaration would identify them. */
static void number_unmarked(Position *p, i64 seat, const u8 *sees, const i64 *parts, i64 count, u64 things,
                            i64 width, i16 *numbers)
{
    i64 found = 0, offered[THINGS + 1];
    u64 drawn_for[THINGS + 1];
    memset(numbers, 0, (THINGS + 1) * sizeof *numbers);
    for (i64 i = 0; i < count * width; i++) {
        if (!(things >> i % width & 1) || parts[i] < 0 || numbers[parts[i]] || !has_no_mark(p, seat, sees, parts[i])) continue;
        numbers[parts[i]] = 1;
        drawn_for[found] = mixed(p->chance[1] + parts[i] * 0x9E3779B97F4A7C15ULL);
        offered[found++] = parts[i];
    }
    for (i64 i = 0; i < found; i++) {
        i64 number = 0;
        for (i64 j = 0; j < found; j++) number += drawn_for[j] < drawn_for[i];
        numbers[offered[i]] = (i16)number;
    }
}

/* A thing as a seat can name it: by its identity and place, or only by its place. */
static i64 called(Position *p, i64 seat, const u8 *sees, i64 thing, const i16 *numbers)
{
    if (thing < 0) return thing;
    i64 space = p->at[1 + thing], place = 0;
    if (sees_thing(p, sees, thing))
        return (i64)(ALIKE[thing] + 1) << 32 | (ANY_ALIKE ? place_seen(p, seat, thing) << 16 : 0) | (space + 1);
    place = has_no_mark(p, seat, sees, thing) ? numbers[thing] : place_seen(p, seat, thing);
    i64 moved = UNSEEN - ((place + 1) << 32 | (space + 1));
    if (MOST_PUBLIC) {
        u8 bytes[16 + 32 * MOST_PUBLIC];
        u64 upon[2];
        Visit v;
        v.w = 0, v.p = p, v.seat = seat, v.sees = sees, v.finding = 0, v.at = bytes, v.end = bytes + sizeof bytes;
        if (see_upon(p, &v, thing)) hashed(bytes, v.at - bytes, upon), moved ^= (i64)(upon[0] >> 2);
    }
    return moved;
}

static int moves_of(Position *p, i64 seat, i64 *moves, i64 room)
{
    i64 count = p->count - p->passable, parts = QUESTION_PARTS[p->question];
    u64 things = QUESTION_THINGS[p->question];
    i16 numbers[THINGS + 1];
    u8 now[SPACES + 1];
    const u8 *sees = SEES[seat];
    if (parts * p->count > room) return 0;
    unpack(p, moves, count);
    if (things && HAS_LOOKERS) {
        char scratch[SCRATCH];
        Work w;
        w.top = scratch, w.end = scratch + SCRATCH;
        if (MARK_FOR_LEAVING(w.leave)) return 0;
        sees = seen_now(p, &w, seat, now);
    }
    if (things) number_unmarked(p, seat, sees, moves, count, things, parts, numbers);
    for (i64 i = 0; things && i < count * parts; i++)
        if (things >> i % parts & 1) moves[i] = called(p, seat, sees, moves[i], numbers);
    for (i64 i = 0; parts > 1 && i < count; i++) {
        u64 folded_parts = 0;
        for (i64 part = 0; part < parts; part++) folded_parts = mixed(folded_parts + 0x9E3779B97F4A7C15ULL + (u64)moves[i * parts + part]);
        moves[i] = (i64)folded_parts;
    }
    if (p->passable) moves[count] = PASSING;
    return 1;
}

/* Go on to the next real choice; chance draws on the way, and nobody says anything. Return the number of options, 0 at the
   end, or -1 if Python must go on from the present position. */
EXPORT i64 look(Position *p, i64 *seat, u64 digest[2], i64 *moves, i64 room)
{
    i64 count;
    do {
        if (p->over) return 0;
        if (QUESTION_KINDS[p->question] == ASKS_CHANCE)
            count = choose(p, place_at_random(p));
        else if (QUESTION_KINDS[p->question] == ASKS_WORDS)
            count = choose_text(p, 0);
        else if (p->forced)
            count = choose(p, 0);
        else
            break;
        if (count < 0) return -1;
    } while (1);
    *seat = seat_of(p);
    return moves_of(p, *seat, moves, room) && sight(p, *seat, digest) ? p->count : -1;
}

/* Make all future chance different. */
EXPORT void reseed(Position *p, u64 seed) { seeded(p->chance, seed); }

/* Play random games from one position, each with a seed of its own, and stop after `most` decisions. This works as `playouts`
   does, and a stopped game ends like one that is too long, with the present scores. */
EXPORT void short_playouts(const Position *from, i64 most, i64 count, const u64 *seeds, u64 *winners, i64 *decisions,
                           i64 *scores, i8 *ends)
{
    u64 memory[POSITION_SIZE / 8 + 1];
    struct Ended ended = {winners, decisions, scores, ends};
    for (i64 game = 0; game < count; game++) {
        Position *p = memcpy(memory, from, from->used);
        note(p, ended, game, played_on(p, seeds[game], most));
    }
}
