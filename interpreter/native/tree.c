/* A search tree (interpreter/search/tree.py): who may choose, what was tried, and how well it went.

   A round goes down from a deal, by the choice that promises most to each seat in turn, to a choice that is new. From there
   the game is played on at random, or judged by the rulebook. Several rounds go down before the first of them is played on, so
   that several workers can play at the same time. How many they are does not change anything. */

#include <math.h>
#ifdef _WIN32
#include <windows.h>
static void give_way(void) { Sleep(0); }
#else
#include <sched.h>
static void give_way(void) { sched_yield(); }
#endif

enum { LONGEST_WAY = 200, MOST_LEAVES = 16, MOST_EDGES = 1 << 22, SPINS = 4096 };
#define CERTAIN_WIN 0.99
#define TRIFLE 0.02 /* as in interpreter/search/utility.py */

typedef struct {
    i64 move;
    double won;           /* the shares of the win of the seat that chooses */
    u32 chosen, offered;
    i32 below;            /* the node that follows, if that is always the same one; else -1 */
    i32 end;              /* where the certain shares are, if everything behind it was searched; else -1 */
} Edge;

typedef struct { u64 key[2]; i64 first; i32 count, room; } Node;
typedef struct { i32 node, edge, moves, seat; } Step; /* the number of the edge among those of the node, which may move */
typedef struct { i64 at; i64 before[PLAYERS]; } Deal;

typedef struct {
    u64 memory[POSITION_SIZE / 8 + 1];
    Step way[LONGEST_WAY];
    i64 length, deal, games;
    int is_over, is_odd, is_certain; /* `is_certain`: the shares are known already */
    u64 word;
    double share[PLAYERS];
} Leaf;

/* The utility of endings, as in interpreter/search/utility.py. */
typedef struct { double direction, spread, stakes, gain; i64 horizon, together, foresees, scored; } Worth;

typedef struct {
    Worth worth;
    i64 options, perfect, leaves;
    double exploration;
    u64 seed, chance[2];
    i64 rounds, games, solved;
    Node *nodes;
    Edge *edges;
    double (*ends)[PLAYERS];
    u32 *index;
    i64 node_count, node_room, edge_count, edge_room, end_count, end_room;
    u64 mask;
    Deal *deals;
    i32 *places;          /* of each deal, which of the rules' options each option of the root is */
    char *positions;
    i64 deal_count, deal_room, place_room, position_bytes, position_room;
    Leaf *leaf;
    i64 *moves;
    i64 move_room;
    /* Workers share these: how many leaves of the present batch nobody has taken yet, and how many are judged. */
    char apart[128];
    i64 waiting, judged, is_closing;
} Tree;

EXPORT void tree_end(Tree *t)
{
    free(t->nodes), free(t->edges), free(t->ends), free(t->index), free(t->deals), free(t->places), free(t->positions);
    free(t->leaf), free(t->moves), free(t);
}

static Edge *edge_at(const Tree *t, const Step *step) { return &t->edges[t->nodes[step->node].first + step->edge]; }

/* Make room for more items of a list; return 0 if there is no memory. */
static int roomy(void **items, i64 *room, i64 wanted, i64 size)
{
    if (wanted <= *room) return 1;
    i64 more = wanted + *room + 64;
    void *larger = realloc(*items, more * size);
    if (!larger) return 0;
    *items = larger, *room = more;
    return 1;
}
#define ROOMY(items, room, wanted) roomy((void **)&(items), &(room), wanted, sizeof *(items))

/* Return the number of a new node without a key, or -1 if there is no memory. */
static i64 new_node(Tree *t)
{
    if (!ROOMY(t->nodes, t->node_room, t->node_count + 1)) return -1;
    t->nodes[t->node_count] = (Node){.first = -1};
    return t->node_count++;
}

static int index_all(Tree *t, u64 size)
{
    u32 *index = calloc(size, sizeof *index);
    if (!index) return 0;
    free(t->index), t->index = index, t->mask = size - 1;
    for (i64 i = 1; i < t->node_count; i++) {
        u64 at = t->nodes[i].key[0] & t->mask;
        while (index[at]) at = (at + 1) & t->mask;
        index[at] = (u32)i;
    }
    return 1;
}

/* Return the node of a view, which may be new, or -1 if there is no room for it. */
static i64 node_of(Tree *t, const u64 key[2])
{
    u64 at = key[0] & t->mask;
    for (; t->index[at]; at = (at + 1) & t->mask)
        if (!memcmp(t->nodes[t->index[at]].key, key, sizeof(u64[2]))) return t->index[at];
    if (t->edge_count >= MOST_EDGES) return -1;
    if ((u64)t->node_count * 2 > t->mask) {
        if (!index_all(t, 2 * (t->mask + 1))) return -1;
        for (at = key[0] & t->mask; t->index[at];) at = (at + 1) & t->mask;
    }
    i64 number = new_node(t);
    if (number < 0) return -1;
    memcpy(t->nodes[number].key, key, sizeof(u64[2]));
    t->index[at] = (u32)number;
    return number;
}

/* Return the number of a node's edge with a move, most likely the one at `guess`; -1 if there is none. */
static i64 edge_of(const Tree *t, const Node *node, i64 move, i64 guess)
{
    if (guess < node->count && t->edges[node->first + guess].move == move) return node->first + guess;
    for (i64 i = 0; i < node->count; i++) if (t->edges[node->first + i].move == move) return node->first + i;
    return -1;
}

/* Add the moves to a node that it has not yet. Return 0 if there is no memory. */
static int with_moves(Tree *t, Node *node, const i64 *moves, i64 count)
{
    for (i64 i = 0; i < count; i++) {
        if (edge_of(t, node, moves[i], i) >= 0) continue;
        if (node->count == node->room) {
            i64 room = node->room ? 2 * node->room : count, first = t->edge_count;
            if (!ROOMY(t->edges, t->edge_room, first + room)) return 0;
            if (node->count) memcpy(t->edges + first, t->edges + node->first, node->count * sizeof(Edge));
            t->edge_count += room, node->first = first, node->room = (i32)room;
        }
        t->edges[node->first + node->count++] = (Edge){.move = moves[i], .below = -1, .end = -1};
    }
    return 1;
}

/* Return the place of the most promising option, and its edge: one that did well, or was tried seldom. */
static i64 pick(Tree *t, Node *node, const i64 *moves, i64 count, i64 seat, i64 *found)
{
    i64 fresh = 0, best = 0;
    double most = -1.0;
    for (i64 i = 0; i < count; i++) {
        i64 number = edge_of(t, node, moves[i], i);
        Edge *edge = &t->edges[number];
        edge->offered++;
        if (!edge->chosen) {
            fresh++;
            continue;
        }
        double promise = edge->end >= 0 ? t->ends[edge->end][seat]
                                        : edge->won / edge->chosen + t->exploration * sqrt(log(edge->offered) / edge->chosen);
        if (promise > most) most = promise, best = i, *found = number;
    }
    if (!fresh) return best;
    i64 which = fresh > 1 ? (i64)drawn(t->chance, fresh) : 0;
    for (best = 0;; best++) {
        *found = edge_of(t, node, moves[best], best);
        if (!t->edges[*found].chosen && !which--) return best;
    }
}

/* Answer a question by an index. Chance draws on the way to the next choice, and nobody says anything. Return 0 if Python
   would have to go on. */
static int went_on(Position *p, i64 place)
{
    WORK(w);
    w.answers = 1;
    int end = MARK_FOR_LEAVING(w.leave);
    if (!end) {
        i64 text = 0;
        do {
            answer(p, &w, place, text);
            end = run(p, &w);
            place = 0;
        } while (end == WAITING && QUESTION_KINDS[p->question] == ASKS_WORDS);
    }
    if (end != WAITING && end != OVER) return 0;
    answered(p, end);
    return 1;
}

static void down(Tree *t, Leaf *leaf, i64 round)
{
    Position *p = (Position *)leaf->memory;
    const Deal *deal = &t->deals[leaf->deal];
    const Position *from = (const Position *)(t->positions + deal->at);
    Node *node = &t->nodes[0];
    i64 number = 0, seat = seat_of(from), count = t->options, edge, place;
    memcpy(p, from, from->used);
    leaf->word = mixed(mixed(t->seed + (u64)round * 0x9E3779B97F4A7C15ULL));
    seeded(p->chance, leaf->word);
    p->asked = 0;
    leaf->length = leaf->is_over = leaf->is_odd = leaf->is_certain = 0;
    for (i64 i = 0; i < count; i++) t->moves[i] = i;
    while (1) {
        place = pick(t, node, t->moves, count, seat, &edge);
        leaf->way[leaf->length++] = (Step){(i32)number, (i32)(edge - node->first), (i32)count, (i32)seat};
        int is_new = !t->edges[edge].chosen;
        t->edges[edge].chosen++;
        if (t->edges[edge].end >= 0) {
            /* Everything behind it is known. */
            leaf->is_certain = 1;
            memcpy(leaf->share, t->ends[t->edges[edge].end], sizeof leaf->share);
            return;
        }
        if (leaf->length == 1) place = t->places[leaf->deal * t->options + place];
        if (!went_on(p, place)) {
            leaf->is_odd = 1;
            return;
        }
        leaf->is_over = p->over;
        if (p->over || is_new || leaf->length == LONGEST_WAY) return;
        seat = seat_of(p), count = p->count;
        if (!ROOMY(t->moves, t->move_room, (i64)QUESTION_PARTS[p->question] * count + 1) || !moves_of(p, seat, t->moves, t->move_room)) {
            leaf->is_odd = 1;
            return;
        }
        number = t->perfect ? t->edges[edge].below : -1;
        if (number < 0) {
            u64 key[2];
            if (!sight(p, seat, key)) {
                leaf->is_odd = 1;
                return;
            }
            number = node_of(t, key);
            if (number < 0) return;
            t->edges[edge].below = (i32)number;
        }
        node = &t->nodes[number];
        if (!with_moves(t, node, t->moves, count)) return;
    }
}

static double within(double share) { return share < 0 ? 0 : share > 1 ? 1 : share; }

/* The shares of a change of standing since the deal. */
static void share_change(const Worth *worth, const i64 *now, const i64 *before, double *share)
{
    double middle = 0, scale = 2 * worth->gain * (worth->foresees ? 1 : worth->direction);
    i64 sum = 0;
    for (int i = 0; i < PLAYERS; i++) sum += now[i] - before[i];
    if (!worth->together) middle = (double)sum / PLAYERS;
    for (int i = 0; i < PLAYERS; i++) share[i] = within(0.5 + ((double)(now[i] - before[i]) - middle) / scale);
}

/* The shares of an ending, or of a game that was cut short. */
static void share_ending(const Worth *worth, const Position *p, int end, const i64 *before, double *share)
{
    i64 scores[PLAYERS], sum = 0;
    if (worth->scored) {
        scores_of(p, scores);
        for (int i = 0; i < PLAYERS; i++) sum += scores[i];
    }
    if (end != OVER) {
        if (worth->horizon && worth->scored && end == TOO_LONG) share_change(worth, scores, before, share);
        else for (int i = 0; i < PLAYERS; i++) share[i] = 1.0 / PLAYERS;
        return;
    }
    if (worth->stakes && worth->scored) {
        for (int i = 0; i < PLAYERS; i++) share[i] = within(0.5 + (double)scores[i] / (2 * worth->stakes));
        return;
    }
    for (int i = 0; i < PLAYERS; i++)
        share[i] = p->winners ? 0.0 : worth->together ? 0.0 : PLAYERS == 2 ? 0.5 : 0.5 / PLAYERS;
    for (int i = 0; i < p->winners; i++) share[p->winner[i]] = worth->together ? 1.0 : 1.0 / p->winners;
    if (!worth->scored || !worth->direction) return;
    for (int i = 0; i < PLAYERS; i++) {
        double standing = within(0.5 + worth->direction * ((double)scores[i] - (double)sum / PLAYERS) / (2 * worth->spread));
        share[i] = (1 - TRIFLE) * share[i] + TRIFLE * standing;
    }
}

/* Find what a leaf is worth to each seat. */
static void judge(const Tree *t, Leaf *leaf)
{
    Position *p = (Position *)leaf->memory;
    const i64 *before = t->deals[leaf->deal].before;
    leaf->games = !leaf->is_certain;
    if (leaf->is_certain) return;
    if (leaf->is_odd || leaf->is_over) {
        share_ending(&t->worth, p, leaf->is_odd ? NOT_DONE : OVER, before, leaf->share);
        return;
    }
    if (t->worth.foresees) {
        i64 found[PLAYERS];
        if (outlooks(p, found)) share_change(&t->worth, found, before, leaf->share);
        else for (int i = 0; i < PLAYERS; i++) leaf->share[i] = 1.0 / PLAYERS;
        return;
    }
    share_ending(&t->worth, p, played_on(p, mixed(leaf->word + 1), t->worth.horizon), before, leaf->share);
}

/* Go back up as long as the outcome is certain: nobody can do better, or there is no other option. */
static void solve(Tree *t, const Leaf *leaf)
{
    Edge *last = edge_at(t, &leaf->way[leaf->length - 1]);
    if (last->end < 0) {
        if (!ROOMY(t->ends, t->end_room, t->end_count + 1)) return;
        memcpy(t->ends[t->end_count], leaf->share, sizeof leaf->share);
        last->end = (i32)t->end_count++;
    }
    for (i64 i = leaf->length - 1; i >= 0; i--) {
        const Step *step = &leaf->way[i];
        const Node *node = &t->nodes[step->node];
        i64 best = -1, solved = 0;
        for (i64 j = 0; j < node->count; j++) {
            i32 end = t->edges[node->first + j].end;
            if (end < 0) continue;
            solved++;
            if (best < 0 || t->ends[end][step->seat] > t->ends[best][step->seat]) best = end;
        }
        if (t->ends[best][step->seat] < CERTAIN_WIN && solved < step->moves) return;
        if (i) edge_at(t, &leaf->way[i - 1])->end = (i32)best;
    }
    t->solved = 1;
}

static void record(Tree *t, const Leaf *leaf)
{
    t->games += leaf->games;
    for (i64 i = 0; i < leaf->length; i++) edge_at(t, &leaf->way[i])->won += leaf->share[leaf->way[i].seat];
    if (leaf->is_certain || (leaf->is_over && t->perfect)) solve(t, leaf);
}

/* Judge leaves of the present batch, until none is left. */
static void judge_some(Tree *t)
{
    i64 left = __atomic_load_n(&t->waiting, __ATOMIC_ACQUIRE);
    while (left > 0) {
        if (!__atomic_compare_exchange_n(&t->waiting, &left, left - 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) continue;
        judge(t, &t->leaf[--left]);
        __atomic_fetch_add(&t->judged, 1, __ATOMIC_RELEASE);
        left = __atomic_load_n(&t->waiting, __ATOMIC_ACQUIRE);
    }
}

/* Begin a tree for a decision with some options. Return NULL if there is no memory for it. */
EXPORT Tree *tree_begin(u64 seed, i64 options, i64 perfect, i64 leaves, double exploration, const double worth[4], const i64 how[4])
{
    Tree *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    *t = (Tree){.options = options, .perfect = perfect, .leaves = leaves, .exploration = exploration, .seed = seed};
    t->worth = (Worth){worth[0], worth[1], worth[2], worth[3], how[0], how[1], how[2], how[3]};
    seeded(t->chance, seed);
    t->leaf = malloc(leaves * sizeof *t->leaf);
    if (!t->leaf || !index_all(t, 1 << 12) || !ROOMY(t->moves, t->move_room, options) || new_node(t) < 0) {
        tree_end(t);
        return NULL;
    }
    for (i64 i = 0; i < options; i++) t->moves[i] = i;
    if (!with_moves(t, t->nodes, t->moves, options)) {
        tree_end(t);
        return NULL;
    }
    return t;
}

/* Add a deal: a position, which of its options each option of the root is, and the standing of each seat. Return 0 if there is
   no memory for it. */
EXPORT i64 tree_deal(Tree *t, const Position *p, const i64 *places, const i64 *before)
{
    i64 bytes = (p->used + 15) & ~15LL, number = t->deal_count;
    if (!ROOMY(t->positions, t->position_room, t->position_bytes + bytes) || !ROOMY(t->deals, t->deal_room, number + 1)
        || !ROOMY(t->places, t->place_room, (number + 1) * t->options))
        return 0;
    memcpy(t->positions + t->position_bytes, p, p->used);
    t->deals[number].at = t->position_bytes;
    memcpy(t->deals[number].before, before, sizeof t->deals[number].before);
    for (i64 i = 0; i < t->options; i++) t->places[number * t->options + i] = (i32)places[i];
    t->position_bytes += bytes;
    t->deal_count++;
    return 1;
}

/* Run some rounds from a deal, unless everything is searched. */
EXPORT void tree_grow(Tree *t, i64 deal, i64 rounds)
{
    while (rounds > 0 && !t->solved) {
        i64 leaves = rounds < t->leaves ? rounds : t->leaves;
        for (i64 i = 0; i < leaves; i++) t->leaf[i].deal = deal, down(t, &t->leaf[i], t->rounds++);
        t->judged = 0;
        __atomic_store_n(&t->waiting, leaves, __ATOMIC_RELEASE);
        judge_some(t);
        while (__atomic_load_n(&t->judged, __ATOMIC_ACQUIRE) < leaves) continue;
        for (i64 i = 0; i < leaves; i++) record(t, &t->leaf[i]);
        rounds -= leaves;
    }
}

/* Judge leaves in another thread, until the tree is closed. */
EXPORT void tree_help(Tree *t)
{
    for (i64 idle = 0; !__atomic_load_n(&t->is_closing, __ATOMIC_ACQUIRE); idle++) {
        if (__atomic_load_n(&t->waiting, __ATOMIC_ACQUIRE) > 0) judge_some(t), idle = 0;
        if (idle > SPINS) give_way();
    }
}

/* Send the other threads home. */
EXPORT void tree_close(Tree *t) { __atomic_store_n(&t->is_closing, 1, __ATOMIC_RELEASE); }

EXPORT i64 tree_solved(const Tree *t) { return t->solved; }

/* Write how often each option of the root was chosen, what it won, and its certain share for a seat, or -1. Return how many
   games were played. */
EXPORT i64 tree_tally(const Tree *t, i64 seat, i64 *chosen, double *won, double *ends)
{
    for (i64 i = 0; i < t->options; i++) {
        const Edge *edge = &t->edges[t->nodes[0].first + i];
        chosen[i] = edge->chosen, won[i] = edge->won, ends[i] = edge->end < 0 ? -1 : t->ends[edge->end][seat];
    }
    return t->games;
}
