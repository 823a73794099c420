/* Count a tree depth first. Once everything that follows a position is known, its record holds how many decisions and endings
   follow, and the shortest and the longest way to an end. Each worker goes through the whole tree, in an order of its own. It
   skips what any of them has finished, and postpones what another one is working on. */

static int added(Count *to, Count more) { return !__builtin_add_overflow(*to, more, to); }

static inline Position *position_at(const Worker *own, i64 level)
{
    return (Position *)(own->positions + own->levels[level].at);
}

/* Go on to a position among the worker's; return 0 if there is no room for that. */
static int enter(Walk *walk, Worker *own, i64 parent, i64 at, u32 number)
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
    own->levels[own->depth++] = (Level){decider >= 0, 0, at, own->top, own->waiting, parent, number, -1, -1, 0, count, decider};
    return 1;
}

/* Postpone a position that is to be counted; return 0 if there is no room for that. */
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

/* Record what follows the last position of the way, which is known now. The first worker writes it; all find the same. */
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
    Level *before = &own->levels[level->parent];
    shorter(&before->shortest, &before->longest, level->shortest, level->longest, before->decider >= 0);
    return added(&before->decisions, level->decisions) && added(&before->endings, level->endings) ? AT_WORK : ODD;
}

static int is_on_way(const Worker *own, i64 level, u32 number)
{
    for (; level >= 0; level = own->levels[level].parent) if (own->levels[level].record == number) return 1;
    return 0;
}

/* Add what is known about a move, or postpone it; `kept` is the end of the last postponed position. */
static int take_in(Walk *walk, Worker *own, const Way *way, i64 *kept)
{
    int is_new;
    i64 number = remembered(walk, own, way->key, way->decider, &is_new);
    if (number < 0) return FULL;
    Level *level = &own->levels[way->level];
    own->steps++, level->looked++;
    if (way->decider == AT_END) {
        shorter(&level->shortest, &level->longest, 0, 0, level->decider >= 0);
        return added(&level->endings, 1) ? AT_WORK : ODD;
    }
    Record *record = record_of(walk, (u32)number);
    if (!is_new && __atomic_load_n(&record->state, __ATOMIC_ACQUIRE) == KNOWN) return gather(level, record) ? AT_WORK : ODD;
    const Position *after = (const Position *)(own->positions + way->at);
    i64 size = (after->used + 15) & ~15LL;
    if (!put_aside(own, *kept, (u32)number)) return ODD;
    memmove(own->positions + *kept, after, size);
    *kept += size;
    return AT_WORK;
}

/* Look where moves lead that nobody has tried, beginning at one of the last levels. */
static int look_on(Walk *walk, Worker *own, i64 which, i64 level)
{
    if (!has_room(own, AT_ONCE)) return ODD;
    Way ways[AT_ONCE];
    i64 kept = own->top;
    int gone = 0, stands = AT_WORK;
    for (i64 from = level; from < own->depth && gone < AT_ONCE; from++) {
        Level *here = &own->levels[from];
        /* Each worker begins somewhere else, so that they seldom meet. */
        i64 turn = which * here->count / walk->workers;
        int more = go_ways(walk, own, position_at(own, from), here->looked, here->count, turn, AT_ONCE - gone, ways + gone);
        if (!more) return ODD;
        for (int i = gone; i < gone + more; i++) ways[i].level = from;
        gone += more;
    }
    ask_for_records(walk, ways, gone);
    for (int i = 0; i < gone && stands == AT_WORK; i++) {
        /* Positions postponed for a level are above those for earlier levels. */
        while (level < ways[i].level) own->levels[++level].top = kept, own->levels[level].first = own->waiting;
        stands = take_in(walk, own, &ways[i], &kept);
    }
    while (level < own->depth - 1) own->levels[++level].top = kept, own->levels[level].first = own->waiting;
    own->top = kept;
    return stands;
}

/* Go on to some postponed positions of the last level: to as many as are looked at in one go, unless these often turn out to
   follow from one another. Positions that another worker is at are left for later, when they may be known. */
static int go_further(Walk *walk, Worker *own, i64 which)
{
    i64 parent = own->depth - 1, first = own->levels[parent].first, ways = 0;
    while (own->waiting > first) {
        i64 pick = own->waiting - 1;
        while (pick >= first && state_of(walk, own->children[pick].record) == OPEN) pick--;
        if (pick < first && ways) break;
        if (pick < first) pick = first + which % (own->waiting - first);
        Child child = own->children[pick];
        const Position *p = (const Position *)(own->positions + child.at);
        Record *record = record_of(walk, child.record);
        i32 state = state_of(walk, child.record);
        if (state != KNOWN && ways && (ways + p->count > AT_ONCE || SELDOM * own->in_vain > own->together)) break;
        own->children[pick] = own->children[--own->waiting];
        if (state == KNOWN) {
            if (!gather(&own->levels[parent], record)) return ODD;
            continue;
        }
        if (state != UNTOUCHED && is_on_way(own, parent, child.record)) return COMES_AGAIN;
        state = UNTOUCHED;
        __atomic_compare_exchange_n(&record->state, &state, OPEN, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
        if (!enter(walk, own, parent, child.at, child.record)) return ODD;
        own->together += ways > 0;
        ways += p->count;
    }
    if (!ways) return AT_WORK;
    own->levels[parent + 1].first = own->waiting;
    return look_on(walk, own, which, parent + 1);
}

/* Make one step of a count: some moves, one position further, or back. Return the state of the walk. */
static int count_step(Walk *walk, Worker *own, i64 which)
{
    Level *level = &own->levels[own->depth - 1];
    Record *here = record_of(walk, level->record);
    if (__atomic_load_n(&here->state, __ATOMIC_ACQUIRE) == KNOWN) {
        /* It was finished meanwhile, by another worker or on another way. */
        own->in_vain++;
        own->waiting = level->first;
        level->decisions = level->endings = 0, level->shortest = level->longest = -1;
        level->decider = BY_CHANCE, level->looked = level->count;
        gather(level, here);
        level->decider = here->decider;
    }
    if (level->looked < level->count) return look_on(walk, own, which, own->depth - 1);
    return own->waiting == level->first ? leave(walk, own) : go_further(walk, own, which);
}
