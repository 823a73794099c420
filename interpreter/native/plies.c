/* Make a perft ply by ply: a position's record holds how many ways lead to it. */

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

/* Make one step of a perft: some moves from a position of this ply. */
static int ply_step(Walk *walk, Worker *own)
{
    if (own->entry < 0) {
        i64 entry = __atomic_fetch_add(&walk->entry, 1, __ATOMIC_RELAXED);
        if (entry >= walk->now.count) return FINISHED;
        own->entry = entry, own->place = 0;
        own->places = walk->now.item[entry].position->over ? 0 : walk->now.item[entry].position->count;
    }
    if (own->place == own->places) {
        /* Nobody reads this any more; it is needed again from the next ply but one on. */
        Record *done = record_of(walk, walk->now.item[own->entry].record);
        u64 *ways = walk->ply % 2 ? done->other : done->one;
        ways[0] = ways[1] = 0;
        own->entry = -1;
        return AT_WORK;
    }
    if (!has_room(own, AT_ONCE)) return ODD;
    Listed from = walk->now.item[own->entry];
    Record *before = record_of(walk, from.record);
    const u64 *ways_here = walk->ply % 2 ? before->other : before->one;
    Count ways = (Count)ways_here[1] << 64 | ways_here[0];
    Way way[AT_ONCE];
    own->top = 0;
    int gone = go_ways(walk, own, from.position, own->place, own->places, 0, AT_ONCE, way);
    ask_for_records(walk, way, gone);
    for (int i = 0, is_new; i < gone; i++) {
        i64 number = remembered(walk, own, way[i].key, way[i].decider, &is_new);
        if (number < 0) return FULL;
        own->place++, own->steps++;
        /* Those of all workers together must also fit. */
        if (!added(&own->ways, ways) || own->ways >> 119) return ODD;
        own->decisions += way[i].decider >= 0 ? ways : 0;
        own->endings += way[i].decider == AT_END ? ways : 0;
        i32 ply = walk->ply + 1;
        if (way[i].decider == AT_END || ply == walk->plies) continue;
        Record *record = record_of(walk, (u32)number);
        add_to_ways(ply % 2 ? record->other : record->one, ways);
        if (__atomic_exchange_n(&record->state, ply, __ATOMIC_ACQ_REL) != ply) {
            const Position *kept = kept_in(&own->next, (const Position *)(own->positions + way[i].at));
            if (!kept || !append_listed(&own->next, (u32)number, kept)) return ODD;
        }
    }
    return gone ? AT_WORK : ODD;
}
