/* What native playouts are made of: numbers, lists, sets by key, and chance as Python draws it.

   Every value is one word. A list is a header and its words; an element of several parts takes as many words. What a rule
   makes on its way lies in `scratch`, from which it is dropped at the end of a pass or a function; the lists of the
   position lie in `kept`, until the next game. Whatever is out of the ordinary ends the game as "not done", and it is
   played again in Python, which says what is wrong. */

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t i64;
typedef struct { i64 *item, count, room; } List; /* the room is counted in words */
typedef struct { List entries; int32_t *slots; i64 mask; } Map; /* the words of each key, and then of its value */

enum { OVER = 1, TOO_LONG, NOT_DONE };

static jmp_buf leave;

static _Noreturn void fail(void) { longjmp(leave, NOT_DONE); }

/* ---- numbers */

static inline i64 sum_of(i64 one, i64 other) { i64 result; if (__builtin_add_overflow(one, other, &result)) fail(); return result; }
static inline i64 minus(i64 one, i64 other) { i64 result; if (__builtin_sub_overflow(one, other, &result)) fail(); return result; }
static inline i64 product(i64 one, i64 other) { i64 result; if (__builtin_mul_overflow(one, other, &result)) fail(); return result; }
static inline i64 smaller(i64 one, i64 other) { return one < other ? one : other; }
static inline i64 larger(i64 one, i64 other) { return one > other ? one : other; }

static inline i64 times(i64 one, i64 other)
{
    i64 result = product(one, other);
    if (result < -LARGEST_NUMBER || result > LARGEST_NUMBER) fail();
    return result;
}

static inline i64 divided(i64 one, i64 other)
{
    if (other == 0) return 0;
    if (other == -1) return minus(0, one);
    return one / other - (one % other != 0 && (one < 0) != (other < 0));
}

static inline i64 remainder_of(i64 one, i64 other)
{
    if (other == 0 || other == -1) return 0;
    i64 rest = one % other;
    return rest != 0 && (rest < 0) != (other < 0) ? rest + other : rest;
}

/* Tables have their last element before the first as well: so it is found at -1. */
static inline i64 within(i64 place, i64 size) { if ((uint64_t)place + 1 > (uint64_t)size) fail(); return place; }

/* The blank at the end of a table is never written. */
static inline i64 writable(i64 place, i64 size) { if ((uint64_t)place >= (uint64_t)(size - 1)) fail(); return place; }

/* ---- room for lists */

#define SCRATCH (4 << 20) /* words */
#define KEPT (1 << 20)

static i64 scratch[SCRATCH], kept[KEPT];
static i64 *top = scratch, *kept_top = kept;

static inline i64 *taken_from_scratch(i64 words)
{
    i64 *found = top;
    if (words > scratch + SCRATCH - top) fail();
    top += words;
    return found;
}

static inline i64 *taken_from_kept(i64 words)
{
    i64 *found = kept_top;
    if (words > kept + KEPT - kept_top) fail();
    kept_top += words;
    return found;
}

#define HEADER ((i64)(sizeof(List) / sizeof(i64)))

static inline List *listed_at(i64 *words, i64 room)
{
    List *list = (List *)words;
    list->item = words + HEADER;
    list->count = 0;
    list->room = room;
    return list;
}

static inline List *new_list(i64 room) { return listed_at(taken_from_scratch(HEADER + room), room); }
static inline List *new_kept_list(i64 room) { return listed_at(taken_from_kept(HEADER + room), room); }

static void grow(List *list, i64 used, i64 more)
{
    i64 room = 2 * list->room + more + 4;
    i64 *item = (i64 *)list >= kept && (i64 *)list < kept + KEPT ? taken_from_kept(room) : taken_from_scratch(room);
    if (used) memcpy(item, list->item, used * sizeof(i64));
    list->item = item;
    list->room = room;
}

/* The result of a function, where its other lists were. */
static List *handed_back(List *list, i64 *mark, i64 width)
{
    if ((i64 *)list < mark || (i64 *)list >= scratch + SCRATCH) {
        top = mark;
        return list;
    }
    i64 count = list->count, *item = list->item;
    if (item >= mark && item < scratch + SCRATCH) {
        memmove(mark + HEADER, item, count * width * sizeof(i64));
        item = mark + HEADER;
        top = item + count * width;
    } else
        top = mark + HEADER;
    list = (List *)mark;
    list->item = item;
    list->count = count;
    list->room = count * width;
    return list;
}

/* ---- lists */

static inline void append(List *list, i64 value)
{
    if (list->count == list->room) grow(list, list->count, 1);
    list->item[list->count++] = value;
}

static inline i64 *appended(List *list, i64 width)
{
    if ((list->count + 1) * width > list->room) grow(list, list->count * width, width);
    return list->item + width * list->count++;
}

static inline i64 nth(const List *list, i64 place)
{
    if (place < 0) place += list->count;
    if ((uint64_t)place >= (uint64_t)list->count) fail();
    return list->item[place];
}

static inline const i64 *parts(const List *list, i64 place, i64 width)
{
    if (place < 0) place += list->count;
    if ((uint64_t)place >= (uint64_t)list->count) fail();
    return list->item + width * place;
}

static inline i64 position_in(const List *list, i64 value)
{
    for (i64 i = 0; i < list->count; i++)
        if (list->item[i] == value) return i;
    return -1;
}

static inline i64 contains(const List *list, i64 value) { return position_in(list, value) >= 0; }

static inline i64 counted(const List *list, i64 value)
{
    i64 found = 0;
    for (i64 i = 0; i < list->count; i++) found += list->item[i] == value;
    return found;
}

static inline i64 pop(List *list, i64 place)
{
    if (place < 0) place += list->count;
    if ((uint64_t)place >= (uint64_t)list->count) fail();
    i64 value = list->item[place];
    list->count--;
    for (i64 i = place; i < list->count; i++) list->item[i] = list->item[i + 1];
    return value;
}

static inline void remove_from(List *list, i64 value) { i64 place = position_in(list, value); if (place < 0) fail(); pop(list, place); }

static inline void insert(List *list, i64 place, i64 value)
{
    append(list, value);
    for (i64 i = list->count - 1; i > place; i--) list->item[i] = list->item[i - 1];
    list->item[place] = value;
}

static inline void insort(List *list, i64 value)
{
    append(list, value);
    i64 i = list->count - 1;
    for (; i > 0 && list->item[i - 1] > value; i--) list->item[i] = list->item[i - 1];
    list->item[i] = value;
}

static inline void append_all(List *list, const List *more, i64 width)
{
    i64 words = more->count * width, used = list->count * width, count = more->count;
    if (count == 0) return;
    if (used + words > list->room) grow(list, used, words);
    memcpy(list->item + used, more->item, words * sizeof(i64));
    list->count += count;
}

static inline List *copied(const List *list, i64 width)
{
    List *copy = new_list(list->count * width);
    append_all(copy, list, width);
    return copy;
}

/* For a field that holds a set. */
static List *copied_to_keep(const List *list)
{
    List *copy = new_kept_list(list->count);
    append_all(copy, list, 1);
    return copy;
}

static List *slice(const List *list, i64 first, i64 end)
{
    if (end > list->count) end = list->count;
    List *copy = new_list(end > first ? end - first : 0);
    for (i64 i = first; i < end; i++) append(copy, list->item[i]);
    return copy;
}

static List *reversed(const List *list)
{
    List *copy = new_list(list->count);
    for (i64 i = list->count - 1; i >= 0; i--) append(copy, list->item[i]);
    return copy;
}

static inline void turn_round(List *list)
{
    for (i64 i = 0, j = list->count - 1; i < j; i++, j--) {
        i64 value = list->item[i];
        list->item[i] = list->item[j];
        list->item[j] = value;
    }
}

static int in_order(const void *one, const void *other)
{
    i64 a = *(const i64 *)one, b = *(const i64 *)other;
    return (a > b) - (a < b);
}

static List *sorted(const List *list)
{
    List *copy = copied(list, 1);
    if (copy->count > 40)
        qsort(copy->item, copy->count, sizeof(i64), in_order);
    else
        for (i64 i = 1; i < copy->count; i++) {
            i64 value = copy->item[i], j = i;
            for (; j > 0 && copy->item[j - 1] > value; j--) copy->item[j] = copy->item[j - 1];
            copy->item[j] = value;
        }
    return copy;
}

static List *range(i64 first, i64 end)
{
    List *list = new_list(end > first ? end - first : 0);
    for (i64 i = first; i < end; i++) append(list, i);
    return list;
}

static inline void check_numbers(i64 low, i64 high) { if (minus(high, low) >= MOST_OPTIONS) fail(); }
static inline List *few(List *options) { if (options->count > MOST_OPTIONS) fail(); return options; }
static inline i64 item_of(i64 number, const List *list, i64 otherwise) { return 1 <= number && number <= list->count ? list->item[number - 1] : otherwise; }

/* ---- by key */

static inline Map *new_map(void)
{
    Map *map = (Map *)taken_from_scratch(sizeof(Map) / sizeof(i64));
    map->entries.item = 0;
    map->entries.count = map->entries.room = 0;
    map->slots = 0;
    map->mask = 0;
    return map;
}

static inline i64 alike(const i64 *one, const i64 *other, i64 width)
{
    for (i64 i = 0; i < width; i++)
        if (one[i] != other[i]) return 0;
    return 1;
}

static uint64_t mixed(const i64 *key, i64 width)
{
    uint64_t hash = 0;
    for (i64 i = 0; i < width; i++) {
        hash = (hash ^ (uint64_t)key[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* The slot of a key: where it is, or a free one. */
static int32_t *slot_of(Map *map, const i64 *key, i64 width, i64 stride)
{
    uint64_t place = mixed(key, width);
    for (;; place++) {
        int32_t *slot = map->slots + (place & map->mask);
        if (*slot < 0 || alike(map->entries.item + *slot * stride, key, width)) return slot;
    }
}

static void spread(Map *map, i64 width, i64 stride)
{
    i64 size = 64;
    while (size < 4 * map->entries.count) size *= 2;
    map->slots = (int32_t *)taken_from_scratch(size / 2);
    map->mask = size - 1;
    memset(map->slots, -1, size * sizeof(int32_t));
    for (i64 i = 0; i < map->entries.count; i++) *slot_of(map, map->entries.item + i * stride, width, stride) = i;
}

/* Where the value of a key belongs: the last one counts, at the place of the first. */
static inline i64 *put(Map *map, const i64 *key, i64 width, i64 size)
{
    List *entries = &map->entries;
    i64 stride = width + size;
    if (!map->slots && entries->count < 24) {
        for (i64 i = 0; i < entries->count; i++)
            if (alike(entries->item + i * stride, key, width)) return entries->item + i * stride + width;
    } else {
        if (!map->slots || 2 * entries->count > map->mask) spread(map, width, stride);
        int32_t *slot = slot_of(map, key, width, stride);
        if (*slot >= 0) return entries->item + *slot * stride + width;
        *slot = entries->count;
    }
    i64 *words = appended(entries, stride);
    for (i64 i = 0; i < width; i++) words[i] = key[i];
    return words + width;
}

static List *values_of(const Map *map, i64 width, i64 size)
{
    List *list = new_list(map->entries.count * size);
    for (i64 i = 0; i < map->entries.count; i++)
        memcpy(appended(list, size), map->entries.item + i * (width + size) + width, size * sizeof(i64));
    return list;
}

/* Each value once, where it came first; without nothing, if that is wanted. */
static List *distinct(const List *list, i64 least)
{
    List *result = new_list(list->count);
    if (list->count <= 40) {
        for (i64 i = 0; i < list->count; i++)
            if (list->item[i] >= least && !contains(result, list->item[i])) append(result, list->item[i]);
        return result;
    }
    Map *map = new_map();
    for (i64 i = 0; i < list->count; i++)
        if (list->item[i] >= least) put(map, list->item + i, 1, 0);
    for (i64 i = 0; i < map->entries.count; i++) append(result, map->entries.item[i]);
    return result;
}

static List *different(const List *list) { return distinct(list, 0); }

static List *one_or_none(i64 value)
{
    List *list = new_list(1);
    if (value >= 0) append(list, value);
    return list;
}

static List *one_and(i64 value, const List *others)
{
    List *list = new_list(1 + others->count);
    if (value >= 0) append(list, value);
    append_all(list, others, 1);
    return list;
}

static List *both(i64 one, i64 other)
{
    List *list = new_list(2);
    if (one >= 0) append(list, one);
    if (other >= 0 && other != one) append(list, other);
    return list;
}

static List *with_one(const List *values, i64 one)
{
    if (contains(values, one)) return (List *)values;
    List *list = new_list(values->count + 1);
    append_all(list, values, 1);
    append(list, one);
    return list;
}

static List *added(const List *values, const List *more)
{
    List *all = new_list(values->count + more->count);
    append_all(all, values, 1);
    append_all(all, more, 1);
    all = distinct(all, INT64_MIN);
    if (all->count > LARGEST_SET) fail();
    return all;
}

static List *without(const List *values, const List *less)
{
    List *left = new_list(values->count);
    for (i64 i = 0; i < values->count; i++)
        if (!contains(less, values->item[i])) append(left, values->item[i]);
    return left;
}

/* ---- sets: small numbers as bits, and what else there is in a list */

#define BITS 256

typedef struct { uint64_t bits[BITS / 64]; const List *all; i64 more; } Set;

static Set *set_of(const List *list)
{
    Set *set = (Set *)taken_from_scratch(sizeof(Set) / sizeof(i64));
    memset(set, 0, sizeof *set);
    set->all = list;
    for (i64 i = 0; i < list->count; i++) {
        uint64_t value = (uint64_t)list->item[i];
        if (value < BITS)
            set->bits[value / 64] |= (uint64_t)1 << (value % 64);
        else
            set->more = 1;
    }
    return set;
}

static inline i64 in_set(const Set *set, i64 value)
{
    if ((uint64_t)value < BITS) return set->bits[value / 64] >> (value % 64) & 1;
    return set->more && contains(set->all, value);
}

static i64 same_set(const Set *one, const Set *other)
{
    for (i64 i = 0; i < one->all->count; i++)
        if (!in_set(other, one->all->item[i])) return 0;
    for (i64 i = 0; i < other->all->count; i++)
        if (!in_set(one, other->all->item[i])) return 0;
    return 1;
}

/* Of pairs of a value and a number, the values with the best number: the highest (sign 1) or the lowest (sign -1). */
static List *best_of(const List *pairs, i64 sign)
{
    List *result = new_list(pairs->count);
    i64 best = 0;
    for (i64 i = 0; i < pairs->count; i++)
        if (i == 0 || (sign > 0 ? pairs->item[2 * i + 1] > best : pairs->item[2 * i + 1] < best))
            best = pairs->item[2 * i + 1];
    for (i64 i = 0; i < pairs->count; i++)
        if (pairs->item[2 * i + 1] == best) append(result, pairs->item[2 * i]);
    return result;
}

/* `table` begins with what is at -1. */
static List *ray(const i64 *table, i64 size, i64 space)
{
    List *result = new_list(16);
    while ((space = table[1 + within(space, size)]) >= 0) {
        append(result, space);
        if (result->count > size) fail();
    }
    return result;
}

static i64 steps(const i64 *table, i64 size, i64 space, i64 count)
{
    i64 start = space;
    for (i64 i = 0; i < count && i < size; i++) {
        i64 following = table[1 + within(space, size)];
        if (following < 0) break;
        space = following;
    }
    return space == start ? -1 : space;
}

/* ---- chance: the Mersenne Twister, seeded as Python's `random.Random(seed)` is; each word is made when it is wanted */

#define WORDS 624
#define AHEAD 397
#define LANES 4
#define LONGEST_KEY 64

static uint32_t lanes[LANES][WORDS], *state;
static int next_word;

/* Each word hangs on the one before, so that several seeds at once take hardly longer than one. */
static inline __attribute__((always_inline)) void seed_lanes(const int count, const uint32_t *key, const int keys)
{
    static uint32_t first[WORDS];
    if (first[0] == 0) {
        first[0] = 19650218u;
        for (int i = 1; i < WORDS; i++) first[i] = 1812433253u * (first[i - 1] ^ (first[i - 1] >> 30)) + i;
    }
    uint32_t before[LANES];
    for (int lane = 0; lane < count; lane++) {
        memcpy(lanes[lane], first, sizeof first);
        before[lane] = first[0];
    }
    for (int step = 0, i = 1, j = 0; step < WORDS; step++) {
#pragma GCC unroll 4
        for (int lane = 0; lane < count; lane++) {
            uint32_t mixed = (before[lane] ^ (before[lane] >> 30)) * 1664525u;
            before[lane] = lanes[lane][i] = (lanes[lane][i] ^ mixed) + key[lane * keys + j] + j;
        }
        if (++i == WORDS) i = 1;
        if (++j == keys) j = 0;
    }
    for (int step = 1, i = 2; step < WORDS; step++) {
#pragma GCC unroll 4
        for (int lane = 0; lane < count; lane++) {
            uint32_t mixed = (before[lane] ^ (before[lane] >> 30)) * 1566083941u;
            before[lane] = lanes[lane][i] = (lanes[lane][i] ^ mixed) - i;
        }
        if (++i == WORDS) i = 1;
    }
    for (int lane = 0; lane < count; lane++) lanes[lane][0] = 0x80000000u;
}

static void reseed(const unsigned char *seed, i64 length)
{
    static uint64_t before, made, used = LANES; /* the last seed, and the seed of the first lane, if others are ready */
    uint32_t key[LONGEST_KEY] = {0};
    if (length > (i64)sizeof key) fail();
    for (i64 i = 0; i < length; i++) key[i / 4] |= (uint32_t)seed[i] << (8 * (i % 4));
    int keys = (length + 3) / 4;
    while (keys > 1 && key[keys - 1] == 0) keys--;
    if (keys == 0) keys = 1;
    next_word = 0;
    if (keys > 2 || key[0] > UINT32_MAX - LANES) {
        seed_lanes(1, key, keys);
        state = lanes[0];
        used = LANES;
        return;
    }
    uint64_t number = key[0] | (uint64_t)key[1] << 32;
    if (used < LANES && number == made + used)
        state = lanes[used++];
    else if (number == before + 1) {
        /* Seeds that follow each other: the next ones will be asked for as well. */
        uint32_t following[LANES * 2];
        for (int lane = 0; lane < LANES; lane++) {
            following[lane * keys] = key[0] + lane;
            if (keys == 2) following[lane * 2 + 1] = key[1];
        }
        seed_lanes(LANES, following, keys);
        state = lanes[0];
        made = number;
        used = 1;
    } else {
        seed_lanes(1, key, keys);
        state = lanes[0];
        used = LANES;
    }
    before = number;
}

static inline uint32_t random_word(void)
{
    int i = next_word, following = i + 1 == WORDS ? 0 : i + 1, ahead = i + AHEAD < WORDS ? i + AHEAD : i + AHEAD - WORDS;
    uint32_t word = (state[i] & 0x80000000u) | (state[following] & 0x7fffffffu);
    word = state[i] = state[ahead] ^ (word >> 1) ^ (-(word & 1) & 0x9908b0dfu);
    next_word = following;
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

/* A number below a bound, as int(random() * bound). */
static inline i64 chance(i64 bound)
{
    uint32_t high = random_word() >> 5, low = random_word() >> 6;
    return (i64)((high * 67108864.0 + low) * (1.0 / 9007199254740992.0) * (double)bound);
}
