/* Play random games of three rulebooks, written by hand for nothing but speed: an upper bound for compiled rulebooks.

   Each function plays a number of games, counts who won them (the last number counts draws), and returns how many moves were
   made. All choices are uniform among the legal moves. */

#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

enum { FIRST, SECOND, DRAWN, OUTCOMES };

/* xorshift64*: the high bits are good, and nothing below uses the others. */
static inline uint32_t draw(uint64_t *state)
{
    uint64_t bits = *state;
    bits ^= bits >> 12;
    bits ^= bits << 25;
    bits ^= bits >> 27;
    *state = bits;
    return (uint32_t)((bits * 0x2545F4914F6CDD1DULL) >> 32);
}

static inline uint32_t below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)(((uint64_t)draw(state) * limit) >> 32);
}

/* A state of zero would stay zero; neighbouring seeds should not begin alike. */
static uint64_t state_of(uint64_t seed)
{
    uint64_t state = (seed + 1) * 0x9E3779B97F4A7C15ULL;
    draw(&state);
    return state | 1;
}

/* ---- Tic-tac-toe: nine bits for each player, and tables of all 512 sets of cells */

static uint8_t has_line[512];
static uint16_t free_cell[512][9]; /* the bit of the n-th cell in a set */

static void fill_tables(void)
{
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (int cells = 0; cells < 512; cells++) {
        for (int line = 0; line < 8; line++)
            has_line[cells] |= (cells & lines[line]) == lines[line];
        for (int cell = 0, count = 0; cell < 9; cell++)
            if (cells >> cell & 1)
                free_cell[cells][count++] = (uint16_t)(1 << cell);
    }
}

long tic_tac_toe(long games, uint64_t seed, long wins[OUTCOMES])
{
    uint64_t random = state_of(seed);
    long moves = 0;
    if (!has_line[0777])
        fill_tables();
    for (long game = 0; game < games; game++) {
        uint32_t marks[2] = {0, 0}, left = 0777, move = 0;
        int outcome = DRAWN;
        for (; move < 9; move++) {
            uint32_t cell = free_cell[left][below(&random, 9 - move)];
            left ^= cell;
            marks[move & 1] |= cell;
            if (has_line[marks[move & 1]]) {
                outcome = move++ & 1;
                break;
            }
        }
        moves += move;
        wins[outcome]++;
    }
    return moves;
}

/* ---- Connect four: a column is seven bits, the highest of which stays empty and stops lines at the edge */

static inline uint64_t has_four(uint64_t discs)
{
    uint64_t up = discs & discs >> 1, across = discs & discs >> 7;
    uint64_t falling = discs & discs >> 6, rising = discs & discs >> 8;
    return (up & up >> 2) | (across & across >> 14) | (falling & falling >> 12) | (rising & rising >> 16);
}

long connect_four(long games, uint64_t seed, long wins[OUTCOMES])
{
    uint64_t random = state_of(seed);
    long moves = 0;
    for (long game = 0; game < games; game++) {
        uint64_t discs[2] = {0, 0};
        uint8_t next[7] = {0, 7, 14, 21, 28, 35, 42};
        int outcome = DRAWN, move = 0;
        for (; move < 42; move++) {
            uint32_t column;
            /* Draw until the move is legal: this is as uniform as drawing from a list, and needs no list. */
            do
                column = below(&random, 7);
            while (next[column] == 7 * column + 6);
            discs[move & 1] |= 1ULL << next[column]++;
            if (has_four(discs[move & 1])) {
                outcome = move++ & 1;
                break;
            }
        }
        moves += move;
        wins[outcome]++;
    }
    return moves;
}

/* ---- Breakthrough: eight bits for each row; the board is turned towards the player to move */

static inline uint64_t nth_bit(uint64_t bits, uint32_t number)
{
#ifdef __BMI2__
    return _pdep_u64(1ULL << number, bits);
#else
    while (number--)
        bits &= bits - 1;
    return bits & -bits;
#endif
}

static inline uint32_t count(uint64_t bits)
{
    return (uint32_t)__builtin_popcountll(bits);
}

long breakthrough(long games, uint64_t seed, long wins[OUTCOMES])
{
    const uint64_t not_left = 0xFEFEFEFEFEFEFEFEULL, not_right = 0x7F7F7F7F7F7F7F7FULL;
    uint64_t random = state_of(seed);
    long moves = 0;
    for (long game = 0; game < games; game++) {
        uint64_t own = 0xFFFFULL, others = 0xFFFFULL << 48;
        for (int side = FIRST;; side ^= 1) {
            /* A piece goes straight on only to an empty square; diagonally it may also take. No piece of its own side is in
               front of the foremost one, so there always is a move. */
            uint64_t ahead = own << 8 & ~(own | others);
            uint64_t left = (own & not_left) << 7 & ~own;
            uint64_t right = (own & not_right) << 9 & ~own;
            uint32_t with_left = count(ahead) + count(left);
            uint32_t drawn = below(&random, with_left + count(right));
            uint64_t among = ahead;
            uint32_t before = 0, step = 8;
            if (drawn >= count(ahead))
                among = left, before = count(ahead), step = 7;
            if (drawn >= with_left)
                among = right, before = with_left, step = 9;
            uint64_t to = nth_bit(among, drawn - before);
            moves++;
            own ^= to | to >> step;
            others &= ~to;
            if (to >> 56 || !others) {
                wins[side]++;
                break;
            }
            uint64_t turned = __builtin_bswap64(own);
            own = __builtin_bswap64(others);
            others = turned;
        }
    }
    return moves;
}
