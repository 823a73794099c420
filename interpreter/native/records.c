/* What walks remember (walk.c): of each position a record, in blocks that never move, found again by the position's key. */

#include <stdlib.h>

enum { RECORDS_IN_BLOCK = 1 << 14, MOST_BLOCKS = 1 << 17, ROOM_FOR_EACH_WORKER = 64, GRAB = 32, ARENA_BYTES = 1 << 18 };
enum { AT_WORK, FINISHED, FULL, COMES_AGAIN, ODD }; /* how a walk stands; ODD: Python has to do it */
enum { OPEN, KNOWN };                               /* how a record stands, in a count */
enum { BY_CHANCE = -1, AT_END = -2 };               /* instead of the seat that decides */
enum { ASKS_CHANCE = 1, ASKS_WORDS = 2 };           /* what a question is, if no plain decision */

typedef unsigned __int128 Count;

/* In a perft, `one` and `other` are the ways to here at even and at odd plies, and `state` is the last ply that it is
   listed in. In a count, they are the decisions and the endings from here on. */
typedef struct {
    u64 key[2];
    u64 one[2], other[2];
    i32 shortest, longest; /* choices to an end; -1 if there is none */
    i32 state;
    i32 decider;
} Record;

typedef struct {
    Count decisions, endings;
    i64 at; /* where the position is among all of this way, in bytes */
    u32 record;
    i32 shortest, longest, next, count, decider;
} Level;

typedef struct Arena { struct Arena *before; size_t used, size; char bytes[]; } Arena;
typedef struct { u32 record; const Position *position; } Listed;
typedef struct { Listed *item; i64 count, room; Arena *arena, *unused; } List;

typedef struct {
    Level *levels;      /* in a count: the way to where this worker is */
    char *positions;    /* with a position for each, one after the other */
    i64 depth, room, bytes;
    i64 entry, place, places; /* in a perft: which position of the ply it takes on, and how far it is there; -1 if none */
    List next;          /* and what it has found for the next ply */
    u32 spare;          /* a record that is put down and was not needed */
    int finished;
    i64 steps, decided_or_over;
    Count ways, decisions, endings; /* in a perft: what it has found at the next ply */
    char apart[128];    /* what one writes should not lie beside what another reads */
} Worker;

typedef struct {
    Record **blocks;
    u64 *index;
    u64 mask;
    i64 blocked, limit;
    int shift, workers, plies, ply;
    const u8 *questions;
    Worker *worker;
    List now;
    char apart[128];
    i64 records;
    char further_apart[128];
    i64 budget, entry;
    int status;
} Walk;

static inline Record *record_of(const Walk *walk, u32 number)
{
    return &walk->blocks[number / RECORDS_IN_BLOCK][number % RECORDS_IN_BLOCK];
}

static inline i32 decider_of(const Walk *walk, const Position *p)
{
    if (p->over) return AT_END;
    return walk->questions[p->question] == ASKS_CHANCE ? BY_CHANCE : 0;
}

/* ---- what is remembered */

static int more_blocks(Walk *walk, i64 wanted)
{
    while (walk->blocked * RECORDS_IN_BLOCK < wanted) {
        if (walk->blocked == MOST_BLOCKS) return 0;
        Record *block = malloc(RECORDS_IN_BLOCK * sizeof *block);
        if (!block) return 0;
        walk->blocks[walk->blocked++] = block;
    }
    return 1;
}

/* An index that is at most three quarters full when there are so many records. Where an entry belongs is told by its own first
   bits, so that all of them move to a larger index in their order, and no record has to be looked at. */
static int larger_index(Walk *walk, i64 records)
{
    u64 size = walk->index ? walk->mask + 1 : 1024;
    if (walk->index && (u64)records <= size / 4 * 3) return 1;
    while ((u64)records > size / 4 * 3) size *= 2;
    int shift = __builtin_clzll(size) + 1;
    u64 *index = calloc(size, sizeof *index), mask = size - 1;
    if (!index) return 0;
    for (u64 i = 0; walk->index && i <= walk->mask; i++) {
        if (!walk->index[i]) continue;
        u64 at = walk->index[i] >> shift;
        while (index[at]) at = (at + 1) & mask;
        index[at] = walk->index[i];
    }
    free(walk->index);
    walk->index = index, walk->mask = mask, walk->shift = shift;
    return 1;
}

/* The number of a position's record, which may be new; -1 if there is no room for one. `records` counts what is given out;
   what was given out and not needed is kept as a spare. */
static i64 remembered(Walk *walk, Worker *own, const u64 key[2], i32 decider, int *is_new)
{
    u64 tag = key[1] & 0xFFFFFFFF00000000ULL, at = tag >> walk->shift;
    *is_new = 0;
    for (;; at = (at + 1) & walk->mask) {
        u64 found = __atomic_load_n(&walk->index[at], __ATOMIC_ACQUIRE);
        while (!found) {
            if (!own->spare) {
                i64 number = __atomic_fetch_add(&walk->records, 1, __ATOMIC_RELAXED);
                if (number >= walk->limit || number >= walk->blocked * RECORDS_IN_BLOCK || number >= (i64)(walk->mask / 4 * 3)) {
                    __atomic_fetch_sub(&walk->records, 1, __ATOMIC_RELAXED);
                    return -1;
                }
                own->spare = (u32)number + 1;
            }
            *record_of(walk, own->spare - 1) = (Record){{key[0], key[1]}, {0, 0}, {0, 0}, -1, -1, -1, decider};
            if (__atomic_compare_exchange_n(&walk->index[at], &found, tag | own->spare, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
                i64 number = own->spare - 1;
                own->spare = 0;
                own->decided_or_over += decider != BY_CHANCE;
                *is_new = 1;
                return number;
            }
        }
        if ((found & 0xFFFFFFFF00000000ULL) == tag) {
            u32 number = (u32)found - 1;
            if (!memcmp(record_of(walk, number)->key, key, sizeof(u64[2]))) return number;
        }
    }
}

/* Whether there is certainly room for one more record; a limit is kept to the very record. */
static int has_room(Walk *walk, Worker *own)
{
    i64 records = __atomic_load_n(&walk->records, __ATOMIC_RELAXED);
    return own->spare || (records + walk->workers <= walk->blocked * RECORDS_IN_BLOCK
                          && records + walk->workers <= (i64)(walk->mask / 4 * 3));
}

/* Answer by a place; as `choose`, but a position that cannot be taken on is left as it may be. */
static int taken_on(const Walk *walk, Position *p, i64 place, u64 key_of[2])
{
    WORK(w);
    w.answers = 0;
    int end = MARK_FOR_LEAVING(w.leave);
    if (!end) {
        answer(p, &w, place, 0);
        end = run(p, &w);
    }
    if (end != WAITING && end != OVER) return 0;
    answered(p, end);
    if (end == WAITING && (walk->questions[p->question] == ASKS_WORDS || !p->count)) return 0;
    return key(p, key_of) != 0;
}
