/* Make keys that compare positions: they leave out what no rule reads again, and renumber alike things by what tells them
   apart. The canonical form is a row of bytes, and positions with equal forms are equal. The first round finds all places that
   name things, in order. Then alike things are sorted by where they are, by their values, and by where they are named. */

typedef struct {
    Work *w;
    const Position *p;
    i64 seat;           /* the seat whose view it is; -1 if it is a key */
    const u8 *sees;     /* the visible places of that seat: out of play, and the spaces */
    u8 *at, *end;       /* where the next byte is written, in the second round */
    int finding;        /* whether this is the first round */
    i64 place;          /* the number of the present place, in the first round */
    Thing number[THINGS + 1], thing[THINGS + 1]; /* the new number of each thing, and which thing has a new number */
    i32 first[THINGS + 1], last[THINGS + 1];     /* where a thing is named: in `named`, pairs of a place and the next one */
    List8 named;
} Visit;

static inline void put_bytes(Visit *v, const void *from, size_t bytes)
{
    if (v->finding) return;
    if (bytes > (size_t)(v->end - v->at)) fail(v->w);
    memcpy(v->at, from, bytes);
    v->at += bytes;
}

static inline void put_value(Visit *v, i64 x) { put_bytes(v, &x, sizeof x); }

/* Whether a seat sees which thing this is: through the space, or because it is on top of a pile whose top alone is visible. */
static inline int sees_thing(const Position *p, const u8 *sees, i64 thing)
{
    i64 space = p->at[1 + thing];
    if (sees[1 + space]) return 1;
    return HAS_TOPS && TOPS[1 + space] && pile_of((Position *)p, space)[pile_length(p, space) - 1] == thing;
}

/* Write what a seat sees of a named thing: its place, and its identity if visible. */
static void put_shown(Visit *v, i64 thing)
{
    i64 space = thing < 0 ? -1 : v->p->at[1 + thing];
    i32 shown[2] = {thing < 0 ? -1 : sees_thing(v->p, v->sees, thing) ? ALIKE[thing] : -2, space};
    put_bytes(v, shown, sizeof shown);
}

#if ANY_ALIKE
static inline void put_thing(Visit *v, i64 thing)
{
    if (v->seat >= 0) {
        put_shown(v, thing);
        return;
    }
    if (!v->finding) {
        Thing x = thing < 0 ? -1 : v->number[thing];
        put_bytes(v, &x, sizeof x);
        return;
    }
    i64 place = v->place++;
    if (thing < 0) return;
    i32 entry = (i32)v->named.count;
    append8(v->w, &v->named, place);
    append8(v->w, &v->named, -1);
    if (v->first[thing] < 0) v->first[thing] = entry; else v->named.item[v->last[thing] + 1] = entry;
    v->last[thing] = entry;
}
#else
static inline void put_thing(Visit *v, i64 thing)
{
    Thing x = thing;
    if (v->seat >= 0) put_shown(v, thing); else put_bytes(v, &x, sizeof x);
}
#endif

static void put_things(Visit *v, Seq things)
{
    put_value(v, things.count);
    for (i64 i = 0; i < things.count; i++) put_thing(v, things.item[i]);
}

static __attribute__((unused)) void put_pile(Visit *v, Position *p, i64 space)
{
    put_value(v, pile_length(p, space));
    for (i64 i = 0; i < pile_length(p, space); i++) put_thing(v, pile_of(p, space)[i]);
}

#define SEQ_OF_THINGS(w, set) LIST_OF_THINGS(w, set)
#define NUMBERS_OF(w, kept) ({ \
        List8 made_ = list8(w, 16); \
        for (i64 i_ = 0; i_ < (kept).count; i_++) append8(w, &made_, (kept).item[i_]); \
        (Seq8){made_.item, made_.count}; \
    })
#define PUT_LIST(v, kept) do { put_value(v, (kept).count); put_bytes(v, (kept).item, (kept).count * sizeof (kept).item[0]); } while (0)
#define PUT_THINGS(v, kept) put_things(v, (Seq){(kept).item, (kept).count})

static void visit(Position *p, Visit *v);

#if ANY_ALIKE
static int order_of_fields(const Position *p, Work *w, i64 one, i64 other);
static inline int order_of(i64 one, i64 other) { return (one > other) - (one < other); }

static __attribute__((unused)) int order_of_lists(Seq8 one, Seq8 other)
{
    for (i64 i = 0; i < one.count && i < other.count; i++)
        if (one.item[i] != other.item[i]) return order_of(one.item[i], other.item[i]);
    return order_of(one.count, other.count);
}

static i64 place_on_pile(Position *p, i64 thing)
{
    i64 space = p->at[1 + thing], place = 0;
    if (space < 0 || !IS_PILE(space)) return 0;
    while (pile_of(p, space)[place] != thing) place++;
    return place;
}

static int order_of_names(const Visit *v, i64 one, i64 other)
{
    i32 a = v->first[one], b = v->first[other];
    for (; a >= 0 && b >= 0; a = v->named.item[a + 1], b = v->named.item[b + 1])
        if (v->named.item[a] != v->named.item[b]) return order_of(v->named.item[a], v->named.item[b]);
    return (a >= 0) - (b >= 0);
}

static int order_of_things(Position *p, Visit *v, i64 one, i64 other)
{
    int order = order_of(p->at[1 + one], p->at[1 + other]);
    if (!order) order = order_of(place_on_pile(p, one), place_on_pile(p, other));
    if (!order) order = order_of_fields(p, v->w, one, other);
    return order ? order : order_of_names(v, one, other);
}

static void number_anew(Position *p, Visit *v)
{
    for (i64 i = 0; i < THINGS; i++) v->number[i] = v->thing[i] = i, v->first[i] = -1;
    v->named = list8(v->w, 64);
    v->finding = 1;
    v->place = 0;
    visit(p, v);
    v->finding = 0;
    const i16 *group = ALIKE_GROUPS;
    for (int g = 0; g < ALIKE_COUNT; g++) {
        i64 count = *group++;
        Thing sorted[THINGS + 1];
        for (i64 i = 0; i < count; i++) {
            i64 j = i;
            for (; j > 0 && order_of_things(p, v, sorted[j - 1], group[i]) > 0; j--) sorted[j] = sorted[j - 1];
            sorted[j] = group[i];
        }
        for (i64 i = 0; i < count; i++) v->number[sorted[i]] = group[i], v->thing[group[i]] = sorted[i];
        group += count;
    }
}
#else
static void number_anew(Position *p, Visit *v) { (void)p; v->finding = 0; }
#endif

/* Write the canonical form of a position; return its size in bytes, or -1 if there is no room for it. */
EXPORT i64 canonical(Position *p, u8 *out, i64 room)
{
    char scratch[SCRATCH];
    Work w;
    Visit v;
    w.top = scratch, w.end = scratch + SCRATCH;
    if (MARK_FOR_LEAVING(w.leave)) return -1;
    v.w = &w, v.p = p, v.seat = -1;
    v.at = out, v.end = out + room;
    number_anew(p, &v);
    visit(p, &v);
    return v.at - out;
}

static inline u64 folded(u64 one, u64 other)
{
    u128 product = (u128)one * other;
    return (u64)product ^ (u64)(product >> 64);
}

static void hashed(const u8 *bytes, i64 size, u64 key[2])
{
    u64 one = 0x243F6A8885A308D3ULL ^ (u64)size, other = 0x13198A2E03707344ULL;
    for (; size > 0; bytes += 16, size -= 16) {
        u64 part[2] = {0, 0};
        memcpy(part, bytes, size < 16 ? size : 16);
        one = folded(one ^ part[0], part[1] ^ 0xA4093822299F31D0ULL);
        other = folded(other ^ part[1] ^ 0x082EFA98EC4E6C89ULL, part[0] ^ (one | 1));
    }
    key[0] = mixed(one ^ (other << 32 | other >> 32));
    key[1] = mixed(other + 0x452821E638D01377ULL + one);
}

/* Compute a digest of 128 bits of the canonical form; return 0 if there is no room for that. */
EXPORT i64 key(Position *p, u64 digest[2])
{
    u8 bytes[2 * POSITION_SIZE];
    i64 size = canonical(p, bytes, sizeof bytes);
    if (size < 0) return 0;
    hashed(bytes, size, digest);
    return 1;
}

/* Return whether two positions have equal futures, or -1 if there is no room to tell. */
EXPORT i64 same(Position *one, Position *other)
{
    u8 first[2 * POSITION_SIZE], second[2 * POSITION_SIZE];
    i64 size = canonical(one, first, sizeof first), length = canonical(other, second, sizeof second);
    if (size < 0 || length < 0) return -1;
    return size == length && !memcmp(first, second, size);
}
