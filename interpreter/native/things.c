/* Things that are somewhere and move. The contents of a space are bits, or a chain if there are too many things for that.
   Those of a pile are also a list, in the order of arrival. */

#if HAS_PILES
static inline i64 pile_length(const Position *p, i64 space) { return PILE_NUMBER[1 + space] < 0 ? 0 : p->lengths[PILE_NUMBER[1 + space]]; }
static inline Thing *pile_of(Position *p, i64 space) { return p->pile + PILE_START[1 + space]; }

static void leave_pile(Position *p, i64 thing, i64 space)
{
    Thing *pile = pile_of(p, space);
    i64 last = --p->lengths[PILE_NUMBER[1 + space]], place = last;
    while (place > 0 && pile[place] != thing) place--;
    memmove(pile + place, pile + place + 1, (last - place) * sizeof *pile);
}

static void come_to_pile(Position *p, Work *w, i64 thing, i64 space, int under)
{
    Thing *pile = pile_of(p, space);
    i64 count = p->lengths[PILE_NUMBER[1 + space]]++;
    if (count >= PILE_ROOM[1 + space]) fail(w);
    if (under) memmove(pile + 1, pile, count * sizeof *pile);
    pile[under ? 0 : count] = thing;
}
#define IS_PILE(space) (PILE_NUMBER[1 + (space)] >= 0)
#else
#define IS_PILE(space) 0
#define leave_pile(p, thing, space) ((void)0)
#define come_to_pile(p, w, thing, space, under) ((void)0)
static inline i64 pile_length(const Position *p, i64 space) { (void)p, (void)space; return 0; }
static inline Thing *pile_of(Position *p, i64 space) { (void)space; return (Thing *)p; }
#endif

#if THING_BITS
static inline void leave_space(Position *p, i64 thing, i64 space)
{
    p->lying[1 + space] &= ~((Things)1 << thing);
    gone(p, thing, space);
}

static inline void come_to_space(Position *p, i64 thing, i64 space)
{
    p->lying[1 + space] |= (Things)1 << thing;
    come(p, thing, space);
}

static inline i64 lying_count(const Position *p, i64 space) { return count_things(p->lying[1 + space]); }
static inline i64 last_lying(const Position *p, i64 space) { return last_thing(p->lying[1 + space]); }
static inline Things lying_on(const Position *p, i64 space) { return p->lying[1 + space]; }
#else
static inline void leave_space(Position *p, i64 thing, i64 space)
{
    i64 before = p->before[thing], after = p->after[thing];
    if (before < 0) p->lowest[1 + space] = after; else p->after[before] = after;
    if (after >= 0) p->before[after] = before;
    p->amount[1 + space]--;
}

static inline void come_to_space(Position *p, i64 thing, i64 space)
{
    i64 before = -1, after = p->lowest[1 + space];
    while (after >= 0 && after < thing) before = after, after = p->after[after];
    p->before[thing] = before;
    p->after[thing] = after;
    if (before < 0) p->lowest[1 + space] = thing; else p->after[before] = thing;
    if (after >= 0) p->before[after] = thing;
    p->amount[1 + space]++;
}

static inline i64 lying_count(const Position *p, i64 space) { return p->amount[1 + space]; }
static inline int any_on(const Position *p, i64 space) { return p->amount[1 + space] > 0; }
static i64 last_lying(const Position *p, i64 space)
{
    i64 last = p->lowest[1 + space];
    while (last >= 0 && p->after[last] >= 0) last = p->after[last];
    return last;
}
#endif

static inline void move_to(Position *p, Work *w, i64 thing, i64 space, int under)
{
    i64 origin = p->at[1 + thing];
    if (origin >= 0) {
        leave_space(p, thing, origin);
        if (IS_PILE(origin)) leave_pile(p, thing, origin);
    }
    come_to_space(p, thing, space);
    if (IS_PILE(space)) come_to_pile(p, w, thing, space, under);
    p->at[1 + thing] = space;
}

static void move(Position *p, Work *w, i64 thing, i64 space) { move_to(p, w, thing, space, 0); }
static void move_under(Position *p, Work *w, i64 thing, i64 space) { move_to(p, w, thing, space, 1); }

static void take_away(Position *p, Work *w, i64 thing)
{
    (void)w;
    i64 origin = p->at[1 + thing];
    if (thing < 0 || origin < 0) return;
    leave_space(p, thing, origin);
    if (IS_PILE(origin)) leave_pile(p, thing, origin);
    p->at[1 + thing] = -1;
}

/* Swap two things; each gets the other's position in its place. */
static void swap(Position *p, Work *w, i64 one, i64 other)
{
    (void)w;
    if (one < 0 || other < 0 || one == other) return;
    i64 first = p->at[1 + one], second = p->at[1 + other];
#if HAS_PILES
    Thing *there = NULL, *here = NULL;
    for (i64 i = 0; first >= 0 && i < pile_length(p, first); i++) if (pile_of(p, first)[i] == one) here = pile_of(p, first) + i;
    for (i64 i = 0; second >= 0 && i < pile_length(p, second); i++) if (pile_of(p, second)[i] == other) there = pile_of(p, second) + i;
    if (here) *here = other;
    if (there) *there = one;
#endif
    if (first == second) return;
    if (first >= 0) leave_space(p, one, first);
    if (second >= 0) leave_space(p, other, second);
    if (first >= 0) come_to_space(p, other, first);
    if (second >= 0) come_to_space(p, one, second);
    p->at[1 + one] = second;
    p->at[1 + other] = first;
}

static void draw_last(Position *p, Work *w, i64 source, i64 to, i64 amount)
{
    if (source < 0 || to < 0) return;
    i64 there = lying_count(p, source);
    for (i64 left = amount < there ? amount : there; left > 0; left--)
        move(p, w, IS_PILE(source) ? pile_of(p, source)[pile_length(p, source) - 1] : last_lying(p, source), to);
}

static void clear_space(Position *p, Work *w, i64 space)
{
    while (lying_count(p, space)) take_away(p, w, last_lying(p, space));
}

/* ---- the contents of a space, as a list */

static inline Seq lying_on_pile(Position *p, i64 space) { return (Seq){pile_of(p, space), pile_length(p, space)}; }

static inline Seq lying_on_place(Position *p, Work *w, i64 space)
{
    i64 count = lying_count(p, space), i = 0;
    Thing *items = taken(w, count * sizeof *items);
#if THING_BITS
    for (Things left = p->lying[1 + space]; left; left &= left - 1) items[i++] = first_thing(left);
#else
    for (i64 thing = p->lowest[1 + space]; thing >= 0; thing = p->after[thing]) items[i++] = thing;
#endif
    return (Seq){items, count};
}

static inline Seq lying_on_any(Position *p, Work *w, i64 space)
{
    return IS_PILE(space) ? lying_on_pile(p, space) : lying_on_place(p, w, space);
}

/* ---- chance with piles */

static inline i64 draw(Position *p, i64 count) { return count <= 1 ? 0 : (i64)drawn(p->chance, count); }

static void shuffle(Position *p, Work *w, i64 space)
{
    (void)w;
    Thing *pile = pile_of(p, space);
    for (i64 last = pile_length(p, space) - 1; last > 0; last--) {
        i64 other = draw(p, last + 1);
        Thing thing = pile[last];
        pile[last] = pile[other];
        pile[other] = thing;
    }
}

/* Put a pile into the order of a list that holds everything on it. */
static void arrange(Position *p, Work *w, i64 space, Seq order)
{
    if (order.count != pile_length(p, space)) fail(w);
    memcpy(pile_of(p, space), order.item, order.count * sizeof *order.item);
}

/* ---- frames, and the end of the game */

/* A frame says how far below it the next one is, in units of eight bytes; the lowest says 0. */
static inline u32 frame_below(const Position *p, u32 at)
{
    u16 distance = ((const Header *)((const char *)p + at))->below;
    return distance ? at - 8 * distance : 0;
}

static inline void *push(Position *p, Work *w, size_t size, int block, int result)
{
    u32 start = p->stack_end;
    if (start + size > STACK_LIMIT) fail(w);
    Header *frame = (Header *)((char *)p + start), *below = (Header *)((char *)p + p->frame);
    frame->block = block;
    frame->result = result;
    frame->below = p->frame ? (start - p->frame) / 8 : 0;
    frame->depth = p->frame ? below->depth + 1 : 1;
    if (frame->depth > DEEPEST_FRAMES) fail(w);
    p->frame = start;
    p->stack_end = start + size;
    return frame;
}

static inline void pop(Position *p)
{
    p->stack_end = p->frame;
    p->frame = frame_below(p, p->frame);
}

/* Where the result of a frame is wanted. */
static inline void *result_of(Position *p, void *frame)
{
    Header *header = frame;
    return (char *)p + frame_below(p, (char *)frame - (char *)p) + header->result;
}

static void end_game(Position *p)
{
    p->over = 1;
    p->frame = 0;
    p->stack_end = STACK_START;
}

static void won_bits(Position *p, u64 players)
{
    p->winners = 0;
    for (; players; players &= players - 1) p->winner[p->winners++] = first64(players);
    end_game(p);
}

static void won(Position *p, Work *w, Players players)
{
    if (players.count > PLAYERS) fail(w);
    p->winners = players.count;
    for (i64 i = 0; i < players.count; i++) p->winner[i] = players.item[i];
    end_game(p);
}

static void pay(Position *p, Work *w)
{
    i64 answered = p->decisions + w->forced;
    if (answered > MOST_DECISIONS) longjmp(w->leave, TOO_LONG);
    if (answered == w->decided && (!USED_AGAIN || ++w->again > MOST_AGAIN)) fail(w);
    if (answered != w->decided) w->again = 0;
    w->decided = answered;
    p->budget = USED_AGAIN;
}

/* Answer a question without asking anybody. If only forced choices are answered in this way, the budget until the next
   question begins again, but not for ever. */
static inline void answered_on_the_spot(Position *p, Work *w, int only, i64 count)
{
    p->decisions += !only;
    w->forced += only && (count || w->answers == 1);
    if (w->answers == 2) {
        if (p->decisions >= w->last) w->answers = 1;
        return;
    }
    p->budget = 0;
    if (w->forced > MOST_DECISIONS) fail(w);
}

#define PAY(p, w, price) do { if (((p)->budget += (price)) > MOST_PASSES) pay(p, w); } while (0)

/* ---- the pending question */

static inline void wait(Position *p, Work *w, int question, i64 seat, i64 count, i64 more, i64 forced)
{
    if (count + more > MOST_OPTIONS + 1) fail(w);
    p->question = question;
    p->seat = seat;
    p->count = count + more;
    p->passable = more;
    p->forced = forced;
    p->options = p->used = p->stack_end;
    p->weights = 0;
}

/* Make room for options, or for their weights, after the frames. */
static void *offered(Position *p, Work *w, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    if (bytes > POSITION_SIZE - p->used) fail(w);
    void *place = (char *)p + p->used;
    p->used += bytes;
    return place;
}

static void offer(Position *p, Work *w, const void *items, size_t bytes, int weights)
{
    void *place = offered(p, w, bytes);
    if (weights) p->weights = (u32)((char *)place - (char *)p);
    memcpy(place, items, bytes);
}

/* Things that are alike in place and all values are one outcome of chance; not on a pile, where their order counts. */
static int same_thing(const Position *p, i64 one, i64 other)
{
    if (one == other) return 1;
    if (one < 0 || other < 0 || ALIKE[one] != ALIKE[other] || p->at[1 + one] != p->at[1 + other]) return 0;
    if (IS_PILE(p->at[1 + one])) return 0;
    return same_fields(p, one, other);
}
