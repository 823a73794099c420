/* The base of everything else: leaving when something is out of the ordinary, numbers within limits, and chance. */

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#define MARK_FOR_LEAVING(buffer) setjmp(buffer)
#else
#define EXPORT __attribute__((visibility("default")))
#define MARK_FOR_LEAVING(buffer) _setjmp(buffer)
#define longjmp _longjmp
#endif

typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef unsigned __int128 u128 __attribute__((aligned(8)));

enum { DONE, WAITING, OVER, TOO_LONG, NOT_DONE };

/* The state of one call from outside, which ends with the call and is not shared between calls. */
typedef struct {
    jmp_buf leave;
    char *top, *end; /* the free part of scratch memory */
    i64 decided;     /* how many answers there were when the budget was used up */
    i64 again;       /* how often it has been used up since, where only time is left to decide */
    i64 forced;      /* how many choices were forced */
    i64 last;        /* after this many decisions of a game at random, the next question waits */
    int depth;       /* how deep calls are nested */
    int answers;     /* which questions are answered on the spot: 0 none, 1 forced ones, 2 all, at random */
} Work;

/* End the call as "not done", because of a limit or for lack of room; Python then says what is wrong. */
static __attribute__((noinline, cold)) _Noreturn void fail(Work *w) { longjmp(w->leave, NOT_DONE); }

#define DEEPER(w) do { if (++(w)->depth > DEEPEST_FUNCTIONS) fail(w); } while (0)
#define LIMIT(w, x) do { if ((x) < -LARGEST_NUMBER || (x) > LARGEST_NUMBER) fail(w); } while (0)

static inline i64 sum_of(Work *w, i64 one, i64 other) { i64 result; if (__builtin_add_overflow(one, other, &result)) fail(w); return result; }
static inline i64 minus(Work *w, i64 one, i64 other) { i64 result; if (__builtin_sub_overflow(one, other, &result)) fail(w); return result; }

static inline i64 times(Work *w, i64 one, i64 other)
{
    i64 result;
    if (__builtin_mul_overflow(one, other, &result)) fail(w);
    LIMIT(w, result);
    return result;
}

/* Divide a number above 0, rounded down. */
static inline i64 floor_of(i64 one, i64 other) { return one / other - (one % other < 0); }
static inline i64 rest_of(i64 one, i64 other) { i64 rest = one % other; return rest < 0 ? rest + other : rest; }

/* Divide, rounded down; by 0 the result is 0. */
static inline i64 divided(Work *w, i64 one, i64 other)
{
    if (other == 0) return 0;
    if (other == -1) return minus(w, 0, one);
    return one / other - (one % other != 0 && (one < 0) != (other < 0));
}

static inline i64 remainder_of(Work *w, i64 one, i64 other)
{
    (void)w;
    if (other == 0 || other == -1) return 0;
    i64 rest = one % other;
    return rest != 0 && (rest < 0) != (other < 0) ? rest + other : rest;
}

/* The size of a range of numbers, and its member with a number, counted from 1. */
static inline i64 count_of(i64 low, i64 high) { return high < low ? 0 : high - low + 1; }
static inline i64 limited(Work *w, i64 low, i64 high) { if (high - (high >> 1) - (low - (low >> 1)) > MOST_OPTIONS || high - low >= MOST_OPTIONS) fail(w); return high; }
static inline i64 count_limited(Work *w, i64 low, i64 high) { return count_of(low, limited(w, low, high)); }
static inline i64 number_of(i64 low, i64 high, i64 place, i64 blank) { return place >= 1 && place <= count_of(low, high) ? low + place - 1 : blank; }

/* ---- chance: Lehmer's generator with 128 bits, as in interpreter/position/chance.py */

static inline u64 drawn(u64 chance[2], u64 bound)
{
    u128 state = ((u128)chance[1] << 64 | chance[0]) * 0xDA942042E4DD58B5ULL;
    chance[0] = (u64)state;
    chance[1] = (u64)(state >> 64);
    return (u64)((u128)chance[1] * bound + ((u128)chance[0] * bound >> 64) >> 64);
}

static inline u64 mixed(u64 number)
{
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9ULL;
    number = (number ^ number >> 27) * 0x94D049BB133111EBULL;
    return number ^ number >> 31;
}

/* Hash some numbers in their order, as Python's `digest` does. */
static inline i64 digest(int count, const i64 *parts)
{
    u64 found = 0;
    for (int i = 0; i < count; i++) found = mixed((found ^ (u64)parts[i]) + 0x9E3779B97F4A7C15ULL);
    return (i64)(found >> 16);
}

/* Hash bytes to one number; two rows of bytes collide with a probability of 2^-64. */
static inline u64 digest_of_bytes(const void *bytes, i64 size)
{
    u64 found = (u64)size;
    for (i64 i = 0; i < size; i++) found = mixed(found + ((const u8 *)bytes)[i] + 0x9E3779B97F4A7C15ULL);
    return found;
}

static inline void seeded(u64 chance[2], u64 seed)
{
    chance[1] = mixed(seed + 0x9E3779B97F4A7C15ULL);
    chance[0] = mixed(seed + 2 * 0x9E3779B97F4A7C15ULL) | 1;
}
