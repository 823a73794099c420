/* A count goes to the depth of the tree: a position's record holds, once all that follows is known, how many decisions and
   endings there are from it on, and the shortest and the longest way to an end. Each worker goes through the whole tree, in
   an order of its own, leaves out what any of them has finished, and for later what another one is at. */

static int added(Count *to, Count more) { return !__builtin_add_overflow(*to, more, to); }

static inline Position *position_at(const Worker *own, i64 level)
{
    return (Position *)(own->positions + own->levels[level].at);
}

/* Go on to a position that lies among the worker's; 0 if there is no room for that. */
static int enter(Walk *walk, Worker *own, i64 at, u32 number)
{
    if (own->depth == own->room) {
        i64 room = 2 * own->room + 32;
        Level *levels = realloc(own->levels, room * sizeof *levels);
        if (!levels) return 0;
        own->levels = levels, own->room = room;
    }
    const Position *p = (const Position *)(own->positions + at);
    i32 decider = decider_of(walk, p);
    i64 count = p->over ? 0 : p->count;
    own->levels[own->depth++] = (Level){decider >= 0, 0, at, own->top, own->waiting, number, -1, -1, 0, count, decider};
    return 1;
}

/* Put aside a position that is to be counted; 0 if there is no room for that. */
static int put_aside(Worker *own, i64 at, u32 number)
{
    if (own->waiting == own->waiting_room) {
        i64 room = 2 * own->waiting_room + 64;
        Child *children = realloc(own->children, room * sizeof *children);
        if (!children) return 0;
        own->children = children, own->waiting_room = room;
    }
    own->children[own->waiting++] = (Child){at, number};
    return 1;
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
static int leave(Walk *walk, Worker *own)
{
    Level *level = &own->levels[--own->depth];
    Record *record = record_of(walk, level->record);
    i32 open = OPEN;
    if (__atomic_compare_exchange_n(&record->state, &open, SETTLED, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        record->one[0] = (u64)level->decisions, record->one[1] = (u64)(level->decisions >> 64);
        record->other[0] = (u64)level->endings, record->other[1] = (u64)(level->endings >> 64);
        record->shortest = level->shortest, record->longest = level->longest;
        __atomic_store_n(&record->state, KNOWN, __ATOMIC_RELEASE);
    }
    own->top = level->top;
    if (!own->depth) return FINISHED;
    Level *before = &own->levels[own->depth - 1];
    shorter(&before->shortest, &before->longest, level->shortest, level->longest, before->decider >= 0);
    return added(&before->decisions, level->decisions) && added(&before->endings, level->endings) ? AT_WORK : ODD;
}

static int is_on_way(const Worker *own, u32 number)
{
    for (i64 i = own->depth - 1; i >= 0; i--) if (own->levels[i].record == number) return 1;
    return 0;
}

/* Look where some more ways lead: what is known is gathered, the rest put aside. */
static int look_on(Walk *walk, Worker *own, i64 which)
{
    if (!has_room(own, AT_ONCE)) return ODD;
    Way ways[AT_ONCE];
    Level *level = &own->levels[own->depth - 1];
    i64 kept = own->top;
    /* Each worker begins somewhere else, so that they seldom meet. */
    i64 turn = which * level->count / walk->workers;
    int gone = go_ways(walk, own, position_at(own, own->depth - 1), level->looked, level->count, turn, ways);
    for (int i = 0, is_new; i < gone; i++) {
        i64 number = remembered(walk, own, ways[i].key, ways[i].decider, &is_new);
        if (number < 0) {
            /* What was not looked at is gone to once more when there is room. */
            own->top = kept;
            return FULL;
        }
        own->steps++, level->looked++;
        Record *record = record_of(walk, (u32)number);
        if (ways[i].decider == AT_END) {
            shorter(&level->shortest, &level->longest, 0, 0, level->decider >= 0);
            if (!added(&level->endings, 1)) return ODD;
        } else if (!is_new && __atomic_load_n(&record->state, __ATOMIC_ACQUIRE) == KNOWN) {
            if (!gather(level, record)) return ODD;
        } else {
            const Position *after = (const Position *)(own->positions + ways[i].at);
            i64 size = (after->used + 15) & ~15LL;
            if (!put_aside(own, kept, (u32)number)) return ODD;
            memmove(own->positions + kept, after, size);
            kept += size;
        }
    }
    own->top = kept;
    return gone ? AT_WORK : ODD;
}

/* One step of a count: some ways on, or one way further, or back. How the walk stands then. */
static int count_step(Walk *walk, Worker *own, i64 which)
{
    Level *level = &own->levels[own->depth - 1];
    Record *here = record_of(walk, level->record);
    if (walk->workers > 1 && __atomic_load_n(&here->state, __ATOMIC_ACQUIRE) == KNOWN) {
        /* Another one has finished this meanwhile. */
        own->waiting = level->first;
        *level = (Level){0, 0, level->at, level->top, level->first, level->record, -1, -1, level->count, level->count, BY_CHANCE};
        gather(level, here);
        level->decider = here->decider;
    }
    if (level->looked < level->count) return look_on(walk, own, which);
    if (own->waiting == level->first) return leave(walk, own);
    /* What somebody else is at is left for later: then it may be known. */
    i64 pick = own->waiting - 1;
    while (pick >= level->first && state_of(walk, own->children[pick].record) == OPEN) pick--;
    if (pick < level->first) pick = level->first + which % (own->waiting - level->first);
    Child child = own->children[pick];
    own->children[pick] = own->children[--own->waiting];
    Record *record = record_of(walk, child.record);
    i32 state = UNTOUCHED;
    if (__atomic_compare_exchange_n(&record->state, &state, OPEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) || state != KNOWN) {
        if (state != UNTOUCHED && is_on_way(own, child.record)) return COMES_AGAIN;
        return enter(walk, own, child.at, child.record) ? AT_WORK : ODD;
    }
    return gather(level, record) ? AT_WORK : ODD;
}
