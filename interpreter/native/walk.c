/* Walk over all that may follow a position, in slices: each call makes some steps and returns, so that the caller can
   interrupt. Several workers may be at work in one walk at the same time, each in a call of its own. Between the calls, when
   none is at work, `tidy` makes room and says how to go on.

   Positions are recognized by their keys. Each has a record, in blocks that never move, and an entry in an index with open
   addressing: the number of the record, and some bits of the key. Workers write both without locks (records.c).

   The count is depth first (counting.c), or ply by ply, as a perft (plies.c). */

EXPORT void walk_end(Walk *walk)
{
    for (i64 i = 0; i < walk->blocked; i++) free_aligned(walk->blocks[i]);
    for (int i = 0; walk->worker && i < walk->workers; i++) {
        free(walk->worker[i].levels), free(walk->worker[i].children), free(walk->worker[i].positions);
        forget(&walk->worker[i].next);
    }
    forget(&walk->now);
    free(walk->worker), free(walk->blocks), free(walk->index), free(walk->before), free(walk);
}

/* Make room for more records, up to the limit; return whether there is any. */
static int make_room(Walk *walk)
{
    i64 slack = walk->workers * HANDFUL;
    i64 wanted = walk->records + walk->records / 8 + slack + RECORDS_IN_BLOCK / 4;
    if (wanted > walk->limit + walk->workers) wanted = walk->limit + walk->workers;
    return larger_index(walk, wanted + slack) && more_blocks(walk, wanted);
}

/* Begin a walk at a position: over some plies, or a count if that is below 0. Return NULL if there is no memory for it. */
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
        if (!has_room(own, 1)) {
            walk->status = ODD;
            continue;
        }
        memcpy(own->positions, p, p->used);
        own->top = (p->used + 15) & ~15LL;
        record_of(walk, (u32)number)->state = OPEN;
        if (!enter(walk, own, -1, 0, (u32)number)) walk->status = ODD;
        if (own->depth && p->over) own->levels[0].endings = 1, own->levels[0].shortest = own->levels[0].longest = 0;
    }
    if (walk->plies >= 0) {
        record_of(walk, (u32)number)->one[0] = 1;
        const Position *kept = kept_in(&walk->now, p);
        if (!kept || !append_listed(&walk->now, (u32)number, kept)) walk->status = ODD;
    }
    return walk;
}

/* Allow all workers together some more steps; called when none is at work. */
EXPORT void walk_allow(Walk *walk, i64 steps) { walk->budget = steps; }

/* Let one worker go on, until the steps are used up or `walk_tidy` has something to do. If the index has just grown, it only
   moves old entries. */
EXPORT void walk_work(Walk *walk, i64 which)
{
    Worker *own = &walk->worker[which];
    int stands = own->finished ? FINISHED : AT_WORK;
    if (walk->before) {
        move_entries(walk);
        return;
    }
    while (stands == AT_WORK && !__atomic_load_n(&walk->status, __ATOMIC_RELAXED)
           && __atomic_fetch_sub(&walk->budget, GRAB, __ATOMIC_RELAXED) > 0)
        for (i64 enough = own->steps + GRAB; own->steps < enough && stands == AT_WORK;)
            stands = walk->plies < 0 ? count_step(walk, own, which) : ply_step(walk, own);
    if (stands == FINISHED) own->finished = 1;
    /* In a count, when one worker has seen everything, the count is complete. */
    if (stands == FINISHED ? walk->plies < 0 : stands != AT_WORK) {
        int before = AT_WORK;
        __atomic_compare_exchange_n(&walk->status, &before, stands, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
        if (stands == ODD || stands == COMES_AGAIN) __atomic_store_n(&walk->status, stands, __ATOMIC_RELAXED);
    }
}

static void next_ply(Walk *walk)
{
    /* The memory for the positions of this ply will hold those of the next but one. */
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

/* Do what is necessary between calls; called when no worker is at work. Return the state of the walk: FINISHED is a ply in a
   perft, after which `walk_counts` has that ply; then `walk_next` goes on to the next one. */
EXPORT i64 walk_tidy(Walk *walk)
{
    free(walk->before);
    walk->before = NULL;
    if (walk->plies < 0)
        for (int i = 0; i < walk->workers; i++) if (walk->worker[i].finished) return FINISHED;
    if (walk->status == FULL) {
        if (walk->records < walk->limit) walk->status = make_room(walk) ? AT_WORK : ODD;
        else if (shared_out(walk)) walk->status = AT_WORK;
    }
    if (walk->plies >= 0 && !walk->status) {
        int finished = 1;
        for (int i = 0; i < walk->workers; i++) finished &= walk->worker[i].finished;
        if (finished) return FINISHED;
    }
    return walk->status;
}

/* In a perft, go on to the next ply; return 0 if nothing follows. */
EXPORT i64 walk_next(Walk *walk)
{
    next_ply(walk);
    return walk->now.count && walk->ply < walk->plies;
}

static void put_count(u64 out[2], Count count) { out[0] = (u64)count, out[1] = (u64)(count >> 64); }

/* Write the ways, decisions and endings (in a perft, those of the last ply), each in two words, then positions and
   transitions. Then write the shortest and the longest game, and the bytes of remembered positions. */
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
        /* An unfinished count is that of the worker who has found most. */
        for (int i = 0; i < walk->workers; i++) {
            const Worker *own = &walk->worker[i];
            const Level *level = own->levels;
            Count decided = level->decisions, ended = level->endings;
            i32 least = level->shortest, most = level->longest;
            for (i64 j = 1; j < own->depth; j++) {
                i32 step = 0;
                for (i64 on = level[j].parent; on >= 0; on = level[on].parent) step += level[on].decider >= 0;
                decided += level[j].decisions, ended += level[j].endings;
                shorter(&least, &most, level[j].shortest, level[j].longest, step);
            }
            if (i && decided <= decisions) continue;
            decisions = decided, endings = ended, shortest = least, longest = most;
        }
    }
    put_count(counts, ways), put_count(counts + 2, decisions), put_count(counts + 4, endings);
    numbers[0] = positions, numbers[1] = steps, numbers[2] = shortest, numbers[3] = longest;
    numbers[4] = walk->blocked * RECORDS_IN_BLOCK * (i64)sizeof(Record) + (i64)(walk->mask + 1) * 8;
}
