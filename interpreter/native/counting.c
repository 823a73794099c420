/* A count goes to the depth of the tree: a position's record holds, once all that follows is known, how many decisions and
   endings there are from it on, and the shortest and the longest way to an end. Each worker goes through the whole tree, in
   an order of its own, and leaves out what any of them has finished. */

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
