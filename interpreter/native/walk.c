/* Walks over all that may follow a position, in slices: each call does some steps and comes back, so that whoever waits can
   be heard. Several workers may be at work in one walk at the same time, each in a call of its own; between the calls, when
   none is at work, `tidy` makes room and says how it goes on.

   Positions are known again by their keys. Of each there is a record, in blocks that never move, and an entry in an index
   with open addressing: the number of the record, and some bits of the key. Workers put both down without locks.

   A count goes to the depth of the tree: a position's record holds, once all that follows is known, how many decisions and
   endings there are from it on, and the shortest and the longest way to an end. Each worker goes through the whole tree, in
   an order of its own, and leaves out what any of them has finished.

   A perft goes ply by ply: a position's record holds how many ways lead to it. */

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
    w.random = 0;
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

/* ---- a count */

static int added(Count *to, Count more) { return !__builtin_add_overflow(*to, more, to); }

static inline Position *position_at(const Worker *own, i64 level)
{
    return (Position *)(own->positions + own->levels[level].at);
}

/* Room for one level more, and where its position will be; -1 if there is none. */
static i64 deeper(Worker *own)
{
    i64 at = own->depth ? own->levels[own->depth - 1].at + ((position_at(own, own->depth - 1)->used + 15) & ~15LL) : 0;
    if (own->depth == own->room) {
        i64 room = 2 * own->room + 32;
        Level *levels = realloc(own->levels, room * sizeof *levels);
        if (!levels) return -1;
        own->levels = levels, own->room = room;
    }
    if (at + POSITION_SIZE > own->bytes) {
        i64 bytes = 2 * own->bytes + 2 * POSITION_SIZE;
        char *positions = realloc(own->positions, bytes);
        if (!positions) return -1;
        own->positions = positions, own->bytes = bytes;
    }
    return at;
}

static void enter(Walk *walk, Worker *own, i64 at, u32 number)
{
    const Position *p = (const Position *)(own->positions + at);
    i32 decider = decider_of(walk, p);
    i64 count = p->over ? 0 : p->count;
    own->levels[own->depth++] = (Level){decider >= 0, 0, at, number, -1, -1, 0, count, decider};
}

static void shorter(i32 *shortest, i32 *longest, i32 least, i32 most, int step)
{
    if (least < 0) return;
    if (*shortest < 0 || least + step < *shortest) *shortest = least + step;
    if (most + step > *longest) *longest = most + step;
}

static int gather(Level *to, const Record *from)
{
    Count decisions = (Count)from->one[1] << 64 | from->one[0], endings = (Count)from->other[1] << 64 | from->other[0];
    shorter(&to->shortest, &to->longest, from->shortest, from->longest, to->decider >= 0);
    return added(&to->decisions, decisions) && added(&to->endings, endings);
}

/* All that follows the last position of the way is known. Whoever is first writes it down; all find the same. */
static void leave(Walk *walk, Worker *own)
{
    Level *level = &own->levels[--own->depth];
    Record *record = record_of(walk, level->record);
    i32 open = -1;
    if (__atomic_compare_exchange_n(&record->state, &open, OPEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        record->one[0] = (u64)level->decisions, record->one[1] = (u64)(level->decisions >> 64);
        record->other[0] = (u64)level->endings, record->other[1] = (u64)(level->endings >> 64);
        record->shortest = level->shortest, record->longest = level->longest;
        __atomic_store_n(&record->state, KNOWN, __ATOMIC_RELEASE);
    }
    if (!own->depth) return;
    Level *before = &own->levels[own->depth - 1];
    shorter(&before->shortest, &before->longest, level->shortest, level->longest, before->decider >= 0);
    if (!added(&before->decisions, level->decisions) || !added(&before->endings, level->endings)) walk->status = ODD;
    before->next++;
}

static int is_on_way(const Worker *own, u32 number)
{
    for (i64 i = own->depth - 1; i >= 0; i--) if (own->levels[i].record == number) return 1;
    return 0;
}

/* One step of a count: along one way, or back. How the walk stands then. */
static int count_step(Walk *walk, Worker *own, i64 which)
{
    Level *level = &own->levels[own->depth - 1];
    Record *here = record_of(walk, level->record);
    if (level->next < level->count && __atomic_load_n(&here->state, __ATOMIC_ACQUIRE) == KNOWN) {
        /* Another one has finished this meanwhile. */
        *level = (Level){0, 0, level->at, level->record, -1, -1, level->count, level->count, BY_CHANCE};
        gather(level, here);
        level->decider = here->decider;
    }
    if (level->next == level->count) {
        leave(walk, own);
        return own->depth ? AT_WORK : FINISHED;
    }
    if (!has_room(walk, own)) return FULL;
    i64 at = deeper(own);
    if (at < 0) return ODD;
    level = &own->levels[own->depth - 1];
    const Position *p = position_at(own, own->depth - 1);
    Position *after = (Position *)(own->positions + at);
    memcpy(after, p, p->used);
    u64 digest[2];
    /* Each worker begins somewhere else, so that they seldom meet. */
    i64 place = (level->next + which * level->count / walk->workers) % level->count;
    if (!taken_on(walk, after, place, digest)) return ODD;
    int is_new;
    i32 decider = decider_of(walk, after);
    i64 number = remembered(walk, own, digest, decider, &is_new);
    if (number < 0) return FULL;
    own->steps++;
    Record *record = record_of(walk, (u32)number);
    if (is_new && after->over) {
        record->other[0] = 1;
        record->shortest = record->longest = 0;
        __atomic_store_n(&record->state, KNOWN, __ATOMIC_RELEASE);
    }
    int state = __atomic_load_n(&record->state, __ATOMIC_ACQUIRE);
    if (state == KNOWN) {
        level->next++;
        return gather(level, record) ? AT_WORK : ODD;
    }
    if (!is_new && is_on_way(own, (u32)number)) return COMES_AGAIN;
    if (after->over) {
        /* Another one is just putting this end down. */
        level->next++;
        shorter(&level->shortest, &level->longest, 0, 0, level->decider >= 0);
        return added(&level->endings, 1) ? AT_WORK : ODD;
    }
    enter(walk, own, at, (u32)number);
    return AT_WORK;
}

/* ---- a perft */

static const Position *kept_in(List *list, const Position *p)
{
    size_t size = (p->used + 15) & ~(size_t)15;
    if (!list->arena || list->arena->size - list->arena->used < size) {
        size_t room = size > ARENA_BYTES ? size : ARENA_BYTES;
        Arena *arena = list->unused;
        if (arena && arena->size >= size) {
            list->unused = arena->before, room = arena->size;
        } else {
            arena = malloc(sizeof *arena + room);
            if (!arena) return NULL;
        }
        *arena = (Arena){list->arena, 0, room};
        list->arena = arena;
    }
    char *at = list->arena->bytes + list->arena->used;
    list->arena->used += size;
    return memcpy(at, p, p->used);
}

static int append_listed(List *list, u32 record, const Position *position)
{
    if (list->count == list->room) {
        i64 room = 2 * list->room + 256;
        Listed *item = realloc(list->item, room * sizeof *item);
        if (!item) return 0;
        list->item = item, list->room = room;
    }
    list->item[list->count++] = (Listed){record, position};
    return 1;
}

static void forget(List *list)
{
    for (Arena *arena = list->arena, *before; arena; arena = before) before = arena->before, free(arena);
    for (Arena *arena = list->unused, *before; arena; arena = before) before = arena->before, free(arena);
    free(list->item);
    *list = (List){0};
}

static void add_to_ways(u64 ways[2], Count more)
{
    u64 low = (u64)more, before = __atomic_fetch_add(&ways[0], low, __ATOMIC_RELAXED);
    u64 high = (u64)(more >> 64) + (before + low < low);
    if (high) __atomic_fetch_add(&ways[1], high, __ATOMIC_RELAXED);
}

/* One step of a perft: one way on from a position of this ply. */
static int ply_step(Walk *walk, Worker *own)
{
    if (own->entry < 0) {
        i64 entry = __atomic_fetch_add(&walk->entry, 1, __ATOMIC_RELAXED);
        if (entry >= walk->now.count) return FINISHED;
        own->entry = entry, own->place = 0;
        own->places = walk->now.item[entry].position->over ? 0 : walk->now.item[entry].position->count;
    }
    if (own->place == own->places) {
        /* Nobody reads this any more; from the next ply but one on, it is wanted anew. */
        Record *done = record_of(walk, walk->now.item[own->entry].record);
        u64 *ways = walk->ply % 2 ? done->other : done->one;
        ways[0] = ways[1] = 0;
        own->entry = -1;
        return AT_WORK;
    }
    if (!has_room(walk, own)) return FULL;
    Listed from = walk->now.item[own->entry];
    Record *before = record_of(walk, from.record);
    const u64 *ways_here = walk->ply % 2 ? before->other : before->one;
    Count ways = (Count)ways_here[1] << 64 | ways_here[0];
    u64 memory[POSITION_SIZE / 8 + 1], digest[2];
    Position *after = (Position *)memory;
    memcpy(after, from.position, from.position->used);
    if (!taken_on(walk, after, own->place, digest)) return ODD;
    int is_new;
    i32 decider = decider_of(walk, after);
    i64 number = remembered(walk, own, digest, decider, &is_new);
    if (number < 0) return FULL;
    own->place++;
    own->steps++;
    /* Those of all workers together have to fit as well. */
    if (!added(&own->ways, ways) || own->ways >> 119) return ODD;
    own->decisions += decider >= 0 ? ways : 0;
    own->endings += decider == AT_END ? ways : 0;
    i32 ply = walk->ply + 1;
    if (decider == AT_END || ply == walk->plies) return AT_WORK;
    Record *record = record_of(walk, (u32)number);
    add_to_ways(ply % 2 ? record->other : record->one, ways);
    if (__atomic_exchange_n(&record->state, ply, __ATOMIC_ACQ_REL) != ply) {
        const Position *kept = kept_in(&own->next, after);
        if (!kept || !append_listed(&own->next, (u32)number, kept)) return ODD;
    }
    return AT_WORK;
}

/* ---- what is called from outside */

EXPORT void walk_end(Walk *walk)
{
    for (i64 i = 0; i < walk->blocked; i++) free(walk->blocks[i]);
    for (int i = 0; walk->worker && i < walk->workers; i++) {
        free(walk->worker[i].levels), free(walk->worker[i].positions);
        forget(&walk->worker[i].next);
    }
    forget(&walk->now);
    free(walk->worker), free(walk->blocks), free(walk->index), free(walk);
}

/* Make room for more records, as far as the limit goes; whether there is any. */
static int make_room(Walk *walk)
{
    i64 slack = walk->workers * ROOM_FOR_EACH_WORKER;
    i64 wanted = walk->records + walk->records / 8 + slack + RECORDS_IN_BLOCK / 4;
    if (wanted > walk->limit + walk->workers) wanted = walk->limit + walk->workers;
    return larger_index(walk, wanted + slack) && more_blocks(walk, wanted);
}

/* A walk from a position on: over so many plies, or a count if that is below 0. NULL if there is no memory for it. */
EXPORT Walk *walk_begin(const Position *from, i64 plies, i64 limit, i64 workers, const u8 *questions)
{
    Walk *walk = calloc(1, sizeof *walk);
    if (!walk) return NULL;
    walk->limit = limit, walk->workers = (int)workers, walk->plies = plies < 0 ? -1 : (int)plies;
    walk->questions = questions;
    walk->blocks = malloc(MOST_BLOCKS * sizeof *walk->blocks);
    walk->worker = calloc(workers, sizeof *walk->worker);
    u64 memory[POSITION_SIZE / 8 + 1], digest[2];
    Position *p = (Position *)memory;
    memcpy(p, from, from->used);
    int fits = walk->blocks && walk->worker && make_room(walk) && key(p, digest);
    if (fits && !p->over) fits = p->question >= 0 && questions[p->question] != ASKS_WORDS && p->count;
    if (!fits) {
        walk_end(walk);
        return NULL;
    }
    int is_new;
    i64 number = remembered(walk, walk->worker, digest, decider_of(walk, p), &is_new);
    for (int i = 0; i < workers; i++) {
        Worker *own = &walk->worker[i];
        own->entry = -1;
        if (walk->plies >= 0 || walk->status) continue;
        if (deeper(own) < 0) {
            walk->status = ODD;
            continue;
        }
        memcpy(own->positions, p, p->used);
        enter(walk, own, 0, (u32)number);
        if (p->over) own->levels[0].endings = 1, own->levels[0].shortest = own->levels[0].longest = 0;
    }
    if (walk->plies >= 0) {
        record_of(walk, (u32)number)->one[0] = 1;
        const Position *kept = kept_in(&walk->now, p);
        if (!kept || !append_listed(&walk->now, (u32)number, kept)) walk->status = ODD;
    }
    return walk;
}

/* Let all workers together do so many steps more; called when none is at work. */
EXPORT void walk_allow(Walk *walk, i64 steps) { walk->budget = steps; }

/* One worker goes on, until the steps are used up or there is something for `walk_tidy` to do. */
EXPORT void walk_work(Walk *walk, i64 which)
{
    Worker *own = &walk->worker[which];
    int stands = own->finished ? FINISHED : AT_WORK;
    while (stands == AT_WORK && !__atomic_load_n(&walk->status, __ATOMIC_RELAXED)
           && __atomic_fetch_sub(&walk->budget, GRAB, __ATOMIC_RELAXED) > 0)
        for (int i = 0; i < GRAB && stands == AT_WORK; i++)
            stands = walk->plies < 0 ? count_step(walk, own, which) : ply_step(walk, own);
    if (stands == FINISHED) own->finished = 1;
    /* In a count, one who has seen all has seen it for all. */
    if (stands == FINISHED ? walk->plies < 0 : stands != AT_WORK) {
        int before = AT_WORK;
        __atomic_compare_exchange_n(&walk->status, &before, stands, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        if (stands == ODD || stands == COMES_AGAIN) __atomic_store_n(&walk->status, stands, __ATOMIC_RELAXED);
    }
}

static void next_ply(Walk *walk)
{
    /* What held the positions of this ply will hold those of the next but one. */
    int turn = 0;
    for (Arena *arena = walk->now.arena, *before; arena; arena = before) {
        List *list = &walk->worker[turn++ % walk->workers].next;
        before = arena->before, arena->before = list->unused, list->unused = arena;
    }
    walk->now.arena = NULL;
    walk->now.count = 0;
    for (int i = 0; i < walk->workers; i++) {
        Worker *own = &walk->worker[i];
        for (i64 j = 0; j < own->next.count; j++)
            if (!append_listed(&walk->now, own->next.item[j].record, own->next.item[j].position)) walk->status = ODD;
        Arena *last = own->next.arena;
        while (last && last->before) last = last->before;
        if (last) last->before = walk->now.arena, walk->now.arena = own->next.arena;
        own->next.arena = NULL;
        own->next.count = 0;
        own->entry = -1, own->finished = 0;
        own->ways = own->decisions = own->endings = 0;
    }
    walk->entry = 0;
    walk->ply++;
}

/* What is to be done between calls; called when no worker is at work. How the walk stands: FINISHED is a ply in a perft,
   after which `walk_counts` gives that ply; then `walk_next` goes on to the one after it. */
EXPORT i64 walk_tidy(Walk *walk)
{
    if (walk->plies < 0)
        for (int i = 0; i < walk->workers; i++) if (walk->worker[i].finished) return FINISHED;
    if (walk->status == FULL) {
        if (walk->records >= walk->limit) return FULL;
        walk->status = make_room(walk) ? AT_WORK : ODD;
    }
    if (walk->plies >= 0 && !walk->status) {
        int finished = 1;
        for (int i = 0; i < walk->workers; i++) finished &= walk->worker[i].finished;
        if (finished) return FINISHED;
    }
    return walk->status;
}

/* In a perft, go on to the next ply; 0 if nothing follows. */
EXPORT i64 walk_next(Walk *walk)
{
    next_ply(walk);
    return walk->now.count && walk->ply < walk->plies;
}

static void put_count(u64 out[2], Count count) { out[0] = (u64)count, out[1] = (u64)(count >> 64); }

/* Ways, decisions and endings (in a perft, of the ply that was reached last), each in two words; positions; transitions; the
   shortest and the longest game; the bytes of what is remembered. */
EXPORT void walk_counts(const Walk *walk, u64 counts[6], i64 numbers[5])
{
    Count ways = 0, decisions = 0, endings = 0;
    i64 positions = 0, steps = 0, shortest = -1, longest = -1;
    for (int i = 0; i < walk->workers; i++) {
        const Worker *own = &walk->worker[i];
        positions += own->decided_or_over, steps += own->steps;
        if (walk->plies >= 0) ways += own->ways, decisions += own->decisions, endings += own->endings;
    }
    if (walk->plies < 0) {
        /* What is unfinished counts as far as it went, along somebody's way: that of the one who has found most. */
        for (int i = 0; i < walk->workers; i++) {
            const Worker *own = &walk->worker[i];
            const Level *level = own->levels;
            Count decided = level->decisions, ended = level->endings;
            i32 least = level->shortest, most = level->longest, step = 0;
            for (; level + 1 < own->levels + own->depth; level++) {
                step += level->decider >= 0;
                decided += level[1].decisions, ended += level[1].endings;
                shorter(&least, &most, level[1].shortest, level[1].longest, step);
            }
            if (i && decided <= decisions) continue;
            decisions = decided, endings = ended, shortest = least, longest = most;
        }
    }
    put_count(counts, ways), put_count(counts + 2, decisions), put_count(counts + 4, endings);
    numbers[0] = positions, numbers[1] = steps, numbers[2] = shortest, numbers[3] = longest;
    numbers[4] = walk->blocked * RECORDS_IN_BLOCK * (i64)sizeof(Record) + (i64)(walk->mask + 1) * 8;
}
