/* Sets: as bits, in ascending order; or as lists in scratch memory, in any order. A `Seq` is a list for reading, wherever it
   is; a `List` can grow; a set in a position has a count and room for its items. The digit is the size of an item in bytes. */

/* ---- scratch memory: taken from the top, and given back in the opposite order

   A list that has to grow while there is something above it moves to the other end, since what is above it goes first. */

typedef struct { char *top, *end; } Mark;

static inline Mark marked(const Work *w) { return (Mark){w->top, w->end}; }
static inline void release(Work *w, Mark mark) { w->top = mark.top, w->end = mark.end; }

static inline void *taken(Work *w, size_t bytes)
{
    char *start = w->top;
    bytes = (bytes + 7) & ~(size_t)7;
    if (bytes > (size_t)(w->end - start)) fail(w);
    w->top = start + bytes;
    return start;
}

/* ---- bits */

static inline i64 count64(u64 set) { return __builtin_popcountll(set); }
static inline i64 first64(u64 set) { return __builtin_ctzll(set); }
static inline i64 last64(u64 set) { return 63 - __builtin_clzll(set); }
static inline i64 count128(u128 set) { return __builtin_popcountll((u64)set) + __builtin_popcountll((u64)(set >> 64)); }
static inline i64 first128(u128 set) { return (u64)set ? __builtin_ctzll((u64)set) : 64 + __builtin_ctzll((u64)(set >> 64)); }
static inline i64 last128(u128 set) { return (u64)(set >> 64) ? 127 - __builtin_clzll((u64)(set >> 64)) : 63 - __builtin_clzll((u64)set); }

static inline i64 nth64(u64 set, i64 place)
{
#if defined(__BMI2__) && defined(FAST_DEPOSIT)
    return __builtin_ctzll(__builtin_ia32_pdep_di(1ULL << place, set));
#else
    i64 low = __builtin_popcountll((u32)set);
    i64 base = 0;
    if (place >= low) place -= low, set >>= 32, base = 32;
    for (; place > 0; place--) set &= set - 1;
    return base + __builtin_ctzll(set);
#endif
}

static inline i64 nth128(u128 set, i64 place)
{
    i64 low = __builtin_popcountll((u64)set);
    return place < low ? nth64((u64)set, place) : 64 + nth64((u64)(set >> 64), place - low);
}

/* This is the same for both widths; -1, "nothing", is in no set. */
#define BITS(U, W) \
    static inline U bit##W(i64 x) { return (U)(x >= 0) << (x & (W - 1)); } \
    static inline int has##W(U set, i64 x) { return x >= 0 && (int)(set >> (x & (W - 1))) & 1; } \
    static inline U range##W(i64 low, i64 high) { return high < low ? 0 : ~(U)0 >> (W - 1 - (high - low)) << low; } \
    static inline U from##W(i64 low) { return low <= 0 ? ~(U)0 : low >= W ? 0 : ~(U)0 << low; } \
    static inline i64 first_or_none##W(U set) { return set ? first##W(set) : -1; } \
    static inline i64 last_or_none##W(U set) { return set ? last##W(set) : -1; } \
    static inline i64 item_up##W(U set, i64 place) { return place >= 1 && place <= count##W(set) ? nth##W(set, place - 1) : -1; } \
    static inline i64 item_down##W(U set, i64 place) { return place >= 1 ? item_up##W(set, count##W(set) - place + 1) : -1; } \
    /* All above the highest of a set, which is all above none. It has no branch, which could not be predicted. */ \
    static inline U beyond##W(U set) { return ~(U)1 << last##W(set | 1) | (U)!set; } \
    /* Up to the first that does not hold, from the lowest on, or from the highest. */ \
    static inline U first_ones##W(U set, U holds) { U fails = set & ~holds; return set & ((fails & -fails) - 1); } \
    static inline U last_ones##W(U set, U holds) { return set & beyond##W(set & ~holds); } \
    static inline int compared##W(U one, U other, int how) \
    { \
        switch (how) { \
        case SAME: return one == other; \
        case OTHER: return one != other; \
        case INSIDE: return !(one & ~other); \
        case AROUND: return !(other & ~one); \
        case LESS: return one != other && !(one & ~other); \
        default: return one != other && !(other & ~one); \
        } \
    } \
    /* The longest row through a space over spaces that hold: `rays` has, for each axis, the spaces below and above. */   \
    static inline i64 longest##W(U holds, i64 space, const U (*rays)[2][SPACES + 1], int axes) \
    { \
        if (!has##W(holds, space)) return 0; \
        i64 best = 0; \
        for (int axis = 0; axis < axes; axis++) { \
            i64 length = count##W(last_ones##W(rays[axis][0][space], holds) | first_ones##W(rays[axis][1][space], holds)); \
            best = length > best ? length : best; \
        } \
        return best + 1; \
    }

enum { SAME, OTHER, LESS, INSIDE, MORE, AROUND };
BITS(u64, 64)
BITS(u128, 128)

/* ---- lists */

static inline int among(const i64 *items, int count, i64 x)
{
    for (int i = 0; i < count; i++) if (items[i] == x) return 1;
    return 0;
}

#define KEEP(w, kept, seq) do { \
        __auto_type from_ = (seq); \
        if (from_.count > (i64)(sizeof (kept).item / sizeof (kept).item[0])) fail(w); \
        memmove((kept).item, from_.item, from_.count * sizeof (kept).item[0]); \
        (kept).count = from_.count; \
    } while (0)

#define ADD_ONE(w, kept, x) do { \
        i64 x_ = (x), i_ = 0; \
        while (i_ < (kept).count && (kept).item[i_] != x_) i_++; \
        if (i_ < (kept).count) break; \
        if (i_ >= (i64)(sizeof (kept).item / sizeof (kept).item[0])) fail(w); \
        (kept).item[(kept).count++] = x_; \
    } while (0)

#define TAKE_ONE(w, kept, x) do { \
        i64 x_ = (x), n_ = 0; \
        for (i64 i_ = 0; i_ < (kept).count; i_++) if ((kept).item[i_] != x_) (kept).item[n_++] = (kept).item[i_]; \
        (kept).count = n_; \
    } while (0)

#define LISTS(T, W) \
    typedef struct { const T *item; i64 count; } Seq##W; \
    typedef struct { T *item; i64 count, room; } List##W; \
    static inline List##W list##W(Work *w, i64 room) { return (List##W){taken(w, room * sizeof(T)), 0, room}; } \
    /* Passed and returned by value, so that a growing list can be kept in registers. */           \
    static __attribute__((noinline, cold)) List##W wider##W(Work *w, List##W list) \
    { \
        size_t bytes = list.room * sizeof(T); \
        if ((char *)list.item + bytes == w->top) { \
            taken(w, bytes); \
        } else { \
            if (2 * bytes > (size_t)(w->end - w->top)) fail(w); \
            w->end -= 2 * bytes; \
            list.item = memcpy(w->end, list.item, list.count * sizeof(T)); \
        } \
        list.room *= 2; \
        return list; \
    } \
    static inline void append##W(Work *w, List##W *list, i64 x) \
    { \
        if (list->count == list->room) *list = wider##W(w, *list); \
        list->item[list->count++] = (T)x; \
    } \
    static inline Seq##W closed##W(Work *w, const List##W *list) \
    { \
        /* The memory that it has not needed is free again. */ \
        if ((char *)(list->item + list->room) == w->top) w->top = (char *)list->item + ((list->count * sizeof(T) + 7) & ~(size_t)7); \
        return (Seq##W){list->item, list->count}; \
    } \
    static inline int holds##W(Seq##W list, i64 x) \
    { \
        for (i64 i = 0; i < list.count; i++) if (list.item[i] == x) return 1; \
        return 0; \
    } \
    static inline void append_new##W(Work *w, List##W *list, i64 x) { if (!holds##W((Seq##W){list->item, list->count}, x)) append##W(w, list, x); } \
    static inline void append_real##W(Work *w, List##W *list, i64 x) { if (x >= 0) append_new##W(w, list, x); } \
    static inline i64 nth_in##W(Seq##W list, i64 place, i64 blank) { return place >= 1 && place <= list.count ? list.item[place - 1] : blank; } \
    static inline i64 last_in##W(Seq##W list, i64 blank) { return list.count ? list.item[list.count - 1] : blank; } \
    static inline Seq##W copied##W(Work *w, Seq##W list) \
    { \
        return (Seq##W){memcpy(taken(w, list.count * sizeof(T)), list.item, list.count * sizeof(T)), list.count}; \
    } \
    static inline void sort##W(List##W *list) \
    { \
        for (i64 i = 1; i < list->count; i++) { \
            T x = list->item[i]; \
            i64 j = i; \
            for (; j > 0 && list->item[j - 1] > x; j--) list->item[j] = list->item[j - 1]; \
            list->item[j] = x; \
        } \
    } \
    static inline int inside##W(Seq##W one, Seq##W other) \
    { \
        for (i64 i = 0; i < one.count; i++) if (!holds##W(other, one.item[i])) return 0; \
        return 1; \
    } \
    static inline int compared_lists##W(Seq##W one, Seq##W other, int how) \
    { \
        int in = inside##W(one, other), around = inside##W(other, one); \
        switch (how) { \
        case SAME: return in && around; \
        case OTHER: return !(in && around); \
        case INSIDE: return in; \
        case AROUND: return around; \
        case LESS: return in && !around; \
        default: return around && !in; \
        } \
    } \
    static inline void append_unseen64x##W(Work *w, List##W *list, u64 *seen, i64 x) \
    { \
        if (x >= 0 && !has64(*seen, x)) *seen |= bit64(x), append##W(w, list, x); \
    } \
    static inline void append_unseen128x##W(Work *w, List##W *list, u128 *seen, i64 x) \
    { \
        if (x >= 0 && !has128(*seen, x)) *seen |= bit128(x), append##W(w, list, x); \
    } \
    static inline Seq##W list_of64x##W(Work *w, u64 set) \
    { \
        T *item = taken(w, count64(set) * sizeof(T)); \
        i64 count = 0; \
        for (; set; set &= set - 1) item[count++] = (T)first64(set); \
        return (Seq##W){item, count}; \
    } \
    static inline Seq##W list_of128x##W(Work *w, u128 set) \
    { \
        T *item = taken(w, count128(set) * sizeof(T)); \
        i64 count = 0; \
        for (; set; set &= set - 1) item[count++] = (T)first128(set); \
        return (Seq##W){item, count}; \
    }

LISTS(i8, 1)
LISTS(i16, 2)
LISTS(i64, 8)

/* The sets that those chosen may still become, one after the other: those with the fewest additions come first. */
#define TRIES(T, W) \
    typedef struct { Seq##W left, chosen; i64 count, size, last, found, tried, *at; char *used; } Tries##W; \
    static inline Tries##W tries##W(Work *w, Seq##W left, Seq##W chosen, i64 least, i64 most) \
    { \
        i64 size = least - chosen.count < 1 ? 1 : least - chosen.count; \
        i64 last = most - chosen.count > left.count ? left.count : most - chosen.count; \
        char *used = memset(taken(w, left.count + 1), 0, left.count + 1); \
        return (Tries##W){left, chosen, 0, size, last, 0, 0, taken(w, (left.count + 1) * sizeof(i64)), used}; \
    } \
    static inline int another##W(Work *w, Tries##W *t) \
    { \
        i64 i = t->size - 1; \
        if (t->tried) { \
            while (i >= 0 && t->at[i] == t->left.count - t->size + i) i--; \
            if (i >= 0) t->at[i]++; \
            for (i64 j = i + 1; i >= 0 && j < t->size; j++) t->at[j] = t->at[j - 1] + 1; \
            if (i < 0) t->size++; \
        } \
        if (!t->tried || i < 0) { \
            if (t->size > t->last || t->found == t->left.count) return 0; \
            for (i64 j = 0; j < t->size; j++) t->at[j] = j; \
        } \
        if (++t->tried > MOST_TRIES) fail(w); \
        t->count = t->chosen.count + t->size; \
        return 1; \
    } \
    static inline T wholly##W(const Tries##W *t, i64 i) \
    { \
        return i < t->chosen.count ? t->chosen.item[i] : t->left.item[t->at[i - t->chosen.count]]; \
    } \
    static inline void held##W(Tries##W *t) \
    { \
        for (i64 i = 0; i < t->size; i++) if (!t->used[t->at[i]]) t->used[t->at[i]] = 1, t->found++; \
    }
TRIES(i8, 1)
TRIES(i16, 2)
TRIES(i64, 8)

/* One of those with equal keys: the last one, at the place of the first. */
static inline i64 *same_key(List8 *keys, i64 members, const i64 *key, int parts)
{
    for (i64 i = 0; i < members; i++) {
        const i64 *known = keys->item + i * parts;
        int j = 0;
        while (j < parts && known[j] == key[j]) j++;
        if (j == parts) return keys->item + i * parts;
    }
    return NULL;
}

#define MERGE(W) \
    static inline void merge##W(Work *w, List##W *made, List8 *keys, const i64 *key, int parts, i64 x) \
    { \
        i64 *known = same_key(keys, made->count, key, parts); \
        if (known) { \
            made->item[(known - keys->item) / parts] = x; \
            return; \
        } \
        for (int i = 0; i < parts; i++) append8(w, keys, key[i]); \
        append##W(w, made, x); \
    }
MERGE(1)
MERGE(2)
MERGE(8)

/* Append bytes to a list, for a combination; the first number is the initial size. */
enum { FIRST_BYTES = 1024 };
static inline void *more_bytes(Work *w, List1 *list, size_t bytes)
{
    while (list->count + (i64)bytes > list->room) *list = wider1(w, *list);
    void *place = list->item + list->count;
    list->count += bytes;
    return place;
}

/* The space some steps away in a direction, or the last one before the edge; "nothing" if there is not even one. */
static inline i64 steps(const Space *next, i64 space, i64 count)
{
    i64 start = space;
    for (i64 i = 0; i < count && i <= SPACES && next[1 + space] >= 0; i++) space = next[1 + space];
    return space == start ? -1 : space;
}
