/* The memory of walks (walk.c): a record for each position, in blocks that never move, found by the position's key. */

#include <stdlib.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#ifdef _WIN32
#include <malloc.h>
#define aligned_alloc(alignment, bytes) _aligned_malloc(bytes, alignment)
#define free_aligned _aligned_free
#else
#define free_aligned free
#endif

enum { BLOCK_BYTES = 1 << 21, RECORDS_IN_BLOCK = BLOCK_BYTES / 64, MOST_BLOCKS = 1 << 16, PAGE = 4096, ARENA_BYTES = 1 << 18 };
/* How much a worker takes in one go: steps, records, moves, entries to be moved. With more, two workers seldom write to one
   place. */
enum { GRAB = 128, HANDFUL = 4096, AT_ONCE = 16, MOVED_AT_ONCE = 4096, SELDOM = 50 };
enum { AT_WORK, FINISHED, FULL, COMES_AGAIN, ODD }; /* the states of a walk; ODD: Python has to do it */
enum { UNTOUCHED = -1, OPEN, SETTLED, KNOWN };      /* the states of a record, in a count */
enum { BY_CHANCE = -1, AT_END = -2 };               /* in place of the seat that decides */
enum { ASKS_CHANCE = 1, ASKS_WORDS = 2 };           /* kinds of questions other than plain decisions */

typedef unsigned __int128 Count;

/* In a perft, `one` and `other` are the numbers of ways to here at even and at odd plies, and `state` is the last ply that
   lists it. In a count, they are the numbers of decisions and of endings from here on. */
typedef struct {
    u64 key[2];
    u64 one[2], other[2];
    i32 shortest, longest; /* choices to an end; -1 if there is none */
    i32 state;
    i32 decider;
} Record __attribute__((aligned(64)));

typedef struct {
    Count decisions, endings;
    i64 at, top;   /* the position, in bytes, and the end of those before it */
    i64 first;     /* the first child that is postponed for it */
    i64 parent;    /* the level that it is a move from */
    u32 record;
    i32 shortest, longest, looked, count, decider; /* how many of its moves were tried */
} Level;

typedef struct { i64 at; u32 record; } Child;            /* a position still to be counted */
typedef struct { u64 key[2]; i64 at, level; i32 decider; } Way; /* a move, before it is known where it leads */

typedef struct Arena { struct Arena *before; size_t used, size; char bytes[]; } Arena;
typedef struct { u32 record; const Position *position; } Listed;
typedef struct { Listed *item; i64 count, room; Arena *arena, *unused; } List;

typedef struct {
    Level *levels;      /* in a count: the way to where this worker is */
    Child *children;    /* the positions postponed on that way */
    char *positions;    /* and a position for each, one after the other */
    i64 depth, room;    /* for each of these: the number in use, and the room */
    i64 waiting, waiting_room;
    i64 top, bytes;
    i64 entry, place, places; /* in a perft: the position of the ply that it works on, and its next move; -1 if none */
    List next;          /* the positions found for the next ply */
    i64 spare, spares;  /* records that it was given and has not used yet: the first one, and their number */
    int finished;
    i64 together, in_vain; /* in a count: how many moves were begun beside another one, and how many of these for nothing */
    i64 steps, decided_or_over;
    Count ways, decisions, endings; /* in a perft: the totals of the next ply */
    char apart[128];    /* keep apart what one worker writes and another reads */
} Worker;

typedef struct {
    Record **blocks;
    u64 *index, *before; /* the previous one, as long as its entries have to be moved */
    u64 mask, mask_before;
    i64 blocked, limit;
    int shift, workers, plies, ply;
    const u8 *questions;
    Worker *worker;
    List now;
    char apart[128];
    i64 records;
    char further_apart[128];
    i64 budget, entry;
    u64 moved;
    int status;
} Walk;

static inline Record *record_of(const Walk *walk, u32 number)
{
    return &walk->blocks[number / RECORDS_IN_BLOCK][number % RECORDS_IN_BLOCK];
}

static inline i32 state_of(const Walk *walk, u32 number)
{
    return __atomic_load_n(&record_of(walk, number)->state, __ATOMIC_ACQUIRE);
}

static inline i32 decider_of(const Walk *walk, const Position *p)
{
    if (p->over) return AT_END;
    return walk->questions[p->question] == ASKS_CHANCE ? BY_CHANCE : 0;
}

/* ---- the remembered positions */

/* Put memory with scattered accesses into large pages, where the system has them: the processor finds these faster. */
static void in_large_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    uintptr_t whole = ~(uintptr_t)(PAGE - 1), from = ((uintptr_t)memory + PAGE - 1) & whole, to = ((uintptr_t)memory + bytes) & whole;
    if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

static int more_blocks(Walk *walk, i64 wanted)
{
    while (walk->blocked * RECORDS_IN_BLOCK < wanted) {
        if (walk->blocked == MOST_BLOCKS) return 0;
        Record *block = aligned_alloc(BLOCK_BYTES, BLOCK_BYTES);
        if (!block) return 0;
        in_large_pages(block, BLOCK_BYTES);
        walk->blocks[walk->blocked++] = block;
    }
    return 1;
}

/* Make an index that is at most three quarters full with this many records. All workers together must move the entries of the
   previous one, before anybody looks for anything. */
static int larger_index(Walk *walk, i64 records)
{
    u64 size = walk->index ? walk->mask + 1 : 1024;
    if (walk->index && (u64)records <= size / 4 * 3) return 1;
    while ((u64)records > size / 4 * 3) size *= 2;
    u64 *index = calloc(size, sizeof *index);
    if (!index) return 0;
    in_large_pages(index, size * sizeof *index);
    walk->before = walk->index, walk->mask_before = walk->mask, walk->moved = 0;
    walk->index = index, walk->mask = size - 1, walk->shift = __builtin_clzll(size) + 1;
    return 1;
}

/* The first bits of an entry say where it belongs, so no record has to be read. */
static void move_entries(Walk *walk)
{
    for (u64 from; (from = __atomic_fetch_add(&walk->moved, MOVED_AT_ONCE, __ATOMIC_RELAXED)) <= walk->mask_before;)
        for (u64 i = from; i < from + MOVED_AT_ONCE && i <= walk->mask_before; i++) {
            u64 entry = walk->before[i], at = entry >> walk->shift, nothing = 0;
            if (!entry) continue;
            while (!__atomic_compare_exchange_n(&walk->index[at], &nothing, entry, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                at = (at + 1) & walk->mask, nothing = 0;
        }
}

/* Make sure that a record is to spare; return 0 if there is no room for one. Records are given out by the handful, so that
   workers seldom write to the same piece of memory: that takes two cores far longer than a whole step. */
static int supplied(Walk *walk, Worker *own)
{
    if (own->spares) return 1;
    i64 most = walk->blocked * RECORDS_IN_BLOCK, indexed = (i64)(walk->mask / 4 * 3);
    if (most > walk->limit) most = walk->limit;
    if (most > indexed) most = indexed;
    i64 first = __atomic_fetch_add(&walk->records, HANDFUL, __ATOMIC_RELAXED), beyond = first + HANDFUL - most;
    if (beyond > HANDFUL) beyond = HANDFUL;
    if (beyond > 0) __atomic_fetch_sub(&walk->records, beyond, __ATOMIC_RELAXED);
    own->spare = first, own->spares = beyond > 0 ? HANDFUL - beyond : HANDFUL;
    return own->spares > 0;
}

/* When all are given out, a worker without one gets half of another's; return 0 if nobody has two. */
static int shared_out(Walk *walk)
{
    for (int i = 0; i < walk->workers; i++) {
        Worker *poor = &walk->worker[i], *rich = poor;
        for (int j = 0; j < walk->workers; j++) if (walk->worker[j].spares > rich->spares) rich = &walk->worker[j];
        if (poor->spares) continue;
        if (rich->spares < 2) return 0;
        rich->spares -= poor->spares = rich->spares / 2;
        poor->spare = rich->spare + rich->spares;
    }
    return 1;
}

#define TAG 0xFFFFFFFF00000000ULL

/* Return the number of a position's record, which may be new, or -1 if there is no room for one. */
static i64 remembered(Walk *walk, Worker *own, const u64 key[2], i32 decider, int *is_new)
{
    u64 tag = key[1] & TAG, at = tag >> walk->shift;
    *is_new = 0;
    for (;; at = (at + 1) & walk->mask) {
        u64 found = __atomic_load_n(&walk->index[at], __ATOMIC_ACQUIRE);
        while (!found) {
            if (!supplied(walk, own)) return -1;
            *record_of(walk, own->spare) = (Record){{key[0], key[1]}, {0, 0}, {0, 0}, -1, -1, UNTOUCHED, decider};
            u64 entry = tag | (u64)(own->spare + 1);
            if (__atomic_compare_exchange_n(&walk->index[at], &found, entry, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
                own->spares--;
                own->decided_or_over += decider != BY_CHANCE;
                *is_new = 1;
                return own->spare++;
            }
        }
        if ((found & TAG) == tag) {
            u32 number = (u32)found - 1;
            if (!memcmp(record_of(walk, number)->key, key, sizeof(u64[2]))) return number;
        }
    }
}

/* Answer by an index, as `choose` does, but a position that cannot go on is left in any state. */
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

/* Make room for more positions of a worker. */
static int has_room(Worker *own, i64 count)
{
    if (own->top + count * POSITION_SIZE <= own->bytes) return 1;
    i64 bytes = 2 * own->bytes + (count + 1) * POSITION_SIZE;
    char *positions = realloc(own->positions, bytes);
    if (!positions) return 0;
    own->positions = positions, own->bytes = bytes;
    return 1;
}

/* Try some moves of a position, on top of the worker's positions: those from `first` on of `count`, `most` at most. Their
   places in the index are prefetched. Return how many they are, or 0 if one cannot be made. */
static int go_ways(Walk *walk, Worker *own, const Position *from, i64 first, i64 count, i64 turn, i64 most, Way *ways)
{
    int gone = 0;
    for (i64 place = first; place < count && gone < most; place++, gone++) {
        Way *way = &ways[gone];
        Position *after = (Position *)(own->positions + own->top);
        memcpy(after, from, from->used);
        if (!taken_on(walk, after, (place + turn) % count, way->key)) return 0;
        way->at = own->top, way->decider = decider_of(walk, after);
        own->top += (after->used + 15) & ~15LL;
        __builtin_prefetch(&walk->index[(way->key[1] & TAG) >> walk->shift], 1);
    }
    return gone;
}

/* Prefetch the records as well: memory answers slowly, so all of them are requested before the first one is read. */
static void ask_for_records(const Walk *walk, const Way *ways, int count)
{
    for (int i = 0; i < count; i++) {
        u64 found = __atomic_load_n(&walk->index[(ways[i].key[1] & TAG) >> walk->shift], __ATOMIC_RELAXED);
        if (found && (found & TAG) == (ways[i].key[1] & TAG)) __builtin_prefetch(record_of(walk, (u32)found - 1));
    }
}
