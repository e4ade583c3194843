/* The twin of the Othello solver's kernels in C: the same algorithm, line by line, to measure Numba against.
 *
 *     othello_twin WEIGHTS ROWS OFFSETS TABLE_BITS < positions
 *
 * A line of input: own discs and the other's in hexadecimal, the caution and the depth of the search that sorts the moves.
 * A line of output: score, move, nodes, seconds.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef int64_t i64;
typedef u64 v4 __attribute__((vector_size(32)));
typedef u64 v8 __attribute__((vector_size(64)));
typedef uint16_t v16 __attribute__((vector_size(32), aligned(2), may_alias));

#define DISC 128
#define WORST (64 * DISC)
#define LARGEST (63 * DISC)
#define EXACT 192
#define LEVEL 64
#define NO_MOVE 64
#define NEAR_BITS 9
#define UNSETTLED 100
#define TABLED 9
#define WEIGHED 10
#define ONE_PLY 16
#define WINDOW (5 * DISC)
#define A_REPLY_COSTS (6 * DISC)
#define THE_FRONTIER_COSTS DISC
#define SETTLED_FROM 11
#define TRUSTED 12
#define DOUBT (5 * DISC)
#define PROBED 4
#define SPREAD (4 * DISC)
#define NEVER_SAFE 6
#define FEWER_REPLIES 8
#define ODD_QUARTER 4
#define A_CORNER 4
#define CORNERS 0x8100000000000081ull
#define X_SQUARES 0x0042000000004200ull
#define PHASES 12
#define PLACES 46
#define BRIEF_PLACES 16
#define LANES 48
#define COUNTS 65

static u64 nodes;
static i64 best_move, caution, trust, level = EXACT;
static v4 ahead_of[64], behind_of[64];
static uint8_t edges[65536];
static uint16_t (*rows)[256][LANES];
static int16_t *weights;
static uint16_t square_states[64][LANES];
static i64 offsets[PLACES], counts_offset, phase_size;
static u64 paper[65][64], turned_by[65][34], replies_to[65][34];

static inline i64 count(u64 b) { return __builtin_popcountll(b); }
static inline i64 first(u64 b) { return __builtin_ctzll(b); }
static inline u64 bit(i64 square) { return 1ull << square; }

#ifdef __AVX512F__ /* GCC 12 makes two shifts and an or of it, LLVM one turn */
static inline v8 turn(v8 w, v8 by) { return (v8)_mm512_rolv_epi64((__m512i)w, (__m512i)by); }
#else
static inline v8 turn(v8 w, v8 by) { return w << by | w >> ((64 - by) & 63); }
#endif

static inline u64 targets(u64 own, u64 other) {
    const v8 once = {1, 8, 9, 7, 63, 56, 55, 57}, twice = {2, 16, 18, 14, 62, 48, 46, 50};
    const v8 inside = {0x7E7E7E7E7E7E7E7E, 0x00FFFFFFFFFFFF00, 0x007E7E7E7E7E7E00, 0x007E7E7E7E7E7E00,
                       0x7E7E7E7E7E7E7E7E, 0x00FFFFFFFFFFFF00, 0x007E7E7E7E7E7E00, 0x007E7E7E7E7E7E00};
    v8 mine = own - (v8){}, inner = (other - (v8){}) & inside;
    v8 run = turn(mine, once) & inner;
    run |= turn(run, once) & inner;
    v8 pairs = inner & turn(inner, once);
    run |= turn(run, twice) & pairs;
    run |= turn(run, twice) & pairs;
    run = turn(run, once);
    v4 half = __builtin_shufflevector(run, run, 0, 1, 2, 3) | __builtin_shufflevector(run, run, 4, 5, 6, 7);
    return (half[0] | half[1] | half[2] | half[3]) & ~(own | other);
}

#ifdef __AVX512CD__
static inline v4 leading_zeros(v4 w) { return (v4)_mm256_lzcnt_epi64((__m256i)w); }
#else
static inline v4 leading_zeros(v4 w) {
    return (v4){__builtin_clzll(w[0]), __builtin_clzll(w[1]), __builtin_clzll(w[2]), __builtin_clzll(w[3])};
}
#endif

static inline u64 flips(u64 own, u64 other, i64 square) {
    v4 mine = own - (v4){}, theirs = other - (v4){}, ray = ahead_of[square];
    v4 end = ((theirs | ~ray) + 1) & ray & mine;
    v4 turned = (end + (v4)(end != 0)) & ray;
    ray = behind_of[square];
    end = (0x8000000000000000ull - (v4){}) >> leading_zeros((~theirs & ray) | 1);
    end &= ray & mine;
    turned |= (-end << 1) & ray;
    return turned[0] | turned[1] | turned[2] | turned[3];
}

static inline i64 final_score(u64 own, u64 other, i64 empties) {
    i64 lead = count(own) - count(other);
    return lead > 0 ? lead + empties : lead < 0 ? lead - empties : 0;
}

static inline u64 frontier(u64 own, u64 other) {
    u64 near = own | (own & 0xFEFEFEFEFEFEFEFE) >> 1 | (own & 0x7F7F7F7F7F7F7F7F) << 1;
    return (near | near << 8 | near >> 8) & ~(own | other);
}

static inline u64 odd_regions(u64 empty) {
    u64 odd = empty ^ empty >> 1;
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    return (odd & 0x0000001100000011) * 0x0F0F0F0F;
}

static u64 full_diagonals(u64 discs, int by, const u64 *up_masks, const u64 *down_masks) {
    u64 up = ~discs, down = ~discs;
    for (int i = 0; i < 3; i++) {
        up |= up << (by << i) & up_masks[i];
        down |= down >> (by << i) & down_masks[i];
    }
    return ~(up | down);
}

static inline u64 column(u64 board) { return (board & 0x0101010101010101) * 0x0102040810204080 >> 56; }
static inline u64 as_column(u64 row) {
    return ((row & 127) * 0x0002040810204081 & 0x0101010101010101) | row >> 7 << 56;
}
static inline u64 on_edge(u64 own, u64 other) { return edges[(own & 255) << 8 | (other & 255)]; }

static u64 stable_discs(u64 own, u64 other) {
    static const u64 left[3] = {0x7F7F7F7F7F7F7F7F, 0x3F3F3F3F3F3F3F3F, 0x0F0F0F0F0F0F0F0F};
    static const u64 right[3] = {0xFEFEFEFEFEFEFEFE, 0xFCFCFCFCFCFCFCFC, 0xF0F0F0F0F0F0F0F0};
    u64 discs = own | other, safe = on_edge(own, other), before = 0;
    safe |= on_edge(own >> 56, other >> 56) << 56;
    safe |= as_column(on_edge(column(own), column(other)));
    safe |= as_column(on_edge(column(own >> 7), column(other >> 7))) << 7;
    u64 across = discs & discs >> 4;
    across &= across >> 2;
    across &= across >> 1;
    across = (across & 0x0101010101010101) * 255;
    u64 down = discs & (discs >> 32 | discs << 32);
    down &= down >> 16 | down << 48;
    down &= down >> 8 | down << 56;
    u64 rising = full_diagonals(discs, 7, left, right), falling = full_diagonals(discs, 9, right, left);
    u64 inner = own & 0x007E7E7E7E7E7E00;
    safe |= inner & across & down & rising & falling;
    while (safe != before) {
        before = safe;
        u64 along = safe >> 1 | safe << 1 | across;
        along &= safe >> 8 | safe << 8 | down;
        along &= safe >> 7 | safe << 7 | rising;
        along &= safe >> 9 | safe << 9 | falling;
        safe |= inner & along;
    }
    return safe;
}

static void fill_edges(void) {
    for (int discs = 255; discs >= 0; discs--)
        for (int own = discs;; own = (own - 1) & discs) {
            int other = discs ^ own, safe = own;
            for (int square = 0; square < 8; square++) {
                int gap = 1 << square;
                if (discs & gap) continue;
                int turned = flips(own, other, square) & 255;
                safe &= edges[(own | gap | turned) << 8 | (other & ~turned)];
                turned = flips(other, own, square) & 255;
                safe &= edges[(own & ~turned) << 8 | other | gap | turned];
            }
            edges[own << 8 | other] = safe;
            if (!own) break;
        }
}

/* The table of positions. */
typedef struct { u64 own, other, note, spare; } slot;
static slot *table;
static int table_shift;
static size_t table_bytes;
static u64 generation = 1;
static const u64 not_found = ~0ull;

static inline slot *bucket_of(u64 own, u64 other) {
    u64 mixed = own * 0x9E3779B97F4A7C15 ^ (other * 0xD6E8FEB86659FD93) >> 7;
    mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9 + other;
    mixed *= 0x94D049BB133111EB;
    return table + 2 * (mixed >> table_shift);
}
static inline u64 recall(u64 own, u64 other) {
    slot *s = bucket_of(own, other);
    if (s->own == own && s->other == other) return s->note;
    s++;
    return s->own == own && s->other == other ? s->note : not_found;
}
static inline i64 lower_of(u64 n) { return (i64)(n & 0xFFFF) - 32768; }
static inline i64 upper_of(u64 n) { return (i64)(n >> 16 & 0xFFFF) - 32768; }
static inline i64 depth_of(u64 n) { return n >> 32 & 255; }
static inline i64 move_of(u64 n) { return n >> 40 & 255; }
static inline i64 second_of(u64 n) { return n >> 48 & 255; }
static inline i64 max(i64 a, i64 b) { return a > b ? a : b; }
static inline i64 min(i64 a, i64 b) { return a < b ? a : b; }

static void remember(u64 own, u64 other, i64 lower, i64 upper, i64 depth, i64 move) {
    slot *costly = bucket_of(own, other), *s = costly;
    i64 second = NO_MOVE;
    if (s->own != own || s->other != other) s++;
    if (s->own == own && s->other == other) {
        u64 known = s->note;
        if (depth < depth_of(known)) return;
        if (depth_of(known) == depth) {
            lower = max(lower, lower_of(known));
            upper = min(upper, upper_of(known));
        }
        second = move_of(known);
        if (move == NO_MOVE) move = second;
        if (second == move) second = second_of(known);
    } else if (costly->note >> 56 != generation || depth_of(costly->note) <= depth)
        s = costly;
    s->own = own;
    s->other = other;
    s->note = (u64)(lower + 32768) | (u64)(upper + 32768) << 16 | (u64)depth << 32 | (u64)move << 40 |
              (u64)second << 48 | generation << 56;
}

static inline void write_move(u64 *list, i64 at, i64 promise, i64 square) {
    list[at] = (u64)promise << 12 | at << 6 | square;
}

static inline i64 next_move(u64 *list, i64 at, i64 n) {
    u64 most = list[at];
    i64 where = at;
    for (i64 i = at + 1; i < n; i++)
        if (list[i] > most) most = list[i], where = i;
    list[where] = list[at];
    return most & 4095;
}

/* The last squares: what a disc turns on each of its four lines is looked up, for nothing but the other's discs is in the way. */
static uint8_t line_flips[8][256];
static u64 falling_through[64], rising_through[64];

static void fill_lines(void) {
    for (int at = 0; at < 8; at++)
        for (int own = 0; own < 256; own++) {
            int left = at - 1, right = at + 1;
            while (left >= 0 && !(own >> left & 1)) left--;
            while (right < 8 && !(own >> right & 1)) right++;
            line_flips[at][own] = (left >= 0 ? at - 1 - left : 0) + (right < 8 ? right - at - 1 : 0);
        }
    for (int square = 0; square < 64; square++)
        for (int other = 0; other < 64; other++) {
            if (other % 8 - other / 8 == square % 8 - square / 8) falling_through[square] |= bit(other);
            if (other % 8 + other / 8 == square % 8 + square / 8) rising_through[square] |= bit(other);
        }
}

static inline i64 count_last(u64 own, i64 square) {
    const uint8_t *in_row = line_flips[square & 7], *in_column = line_flips[square >> 3];
    const u64 fold = 0x0101010101010101;
    return in_row[own >> (square & 56) & 255] + in_column[column(own >> (square & 7))] +
           in_row[(own & falling_through[square]) * fold >> 56] + in_row[(own & rising_through[square]) * fold >> 56];
}

static inline i64 last(u64 own, u64 other, i64 alpha, i64 square) {
    i64 discs = count(own), turned = count_last(own, square);
    if (turned) return 2 * (discs + turned) - 62;
    i64 score = 2 * discs - (discs >= 32 ? 62 : 64);
    if (score <= alpha) return score;
    turned = count_last(other, square);
    return turned ? 2 * (discs - turned) - 64 : score;
}

/* Has the move's answer, a call, say what it is worth, if it turns anything. */
#define TRY(square, ...)                                                       \
    if ((turned = flips(own, other, square))) {                                \
        u64 after = other ^ turned, mine = own ^ turned ^ bit(square);         \
        best = max(best, -__VA_ARGS__);                                        \
        if (best > alpha) return best;                                         \
    }

static inline i64 two(u64 own, u64 other, i64 alpha, i64 a, i64 b) {
    i64 best = -100;
    u64 turned;
    TRY(a, (nodes++, last(after, mine, -alpha - 1, b)))
    TRY(b, (nodes++, last(after, mine, -alpha - 1, a)))
    return best;
}

static i64 last_two(u64 own, u64 other, i64 alpha, i64 a, i64 b) {
    i64 best = two(own, other, alpha, a, b);
    if (best != -100) return best;
    best = -two(other, own, -alpha - 1, a, b);
    return best != 100 ? best : final_score(own, other, 2);
}

static i64 three(u64 own, u64 other, i64 alpha, i64 a, i64 b, i64 c) {
    nodes++;
    i64 best = -100;
    u64 turned;
    TRY(a, last_two(after, mine, -alpha - 1, b, c))
    TRY(b, last_two(after, mine, -alpha - 1, a, c))
    TRY(c, last_two(after, mine, -alpha - 1, a, b))
    return best;
}

static i64 last_three(u64 own, u64 other, i64 alpha, i64 a, i64 b, i64 c) {
    i64 best = three(own, other, alpha, a, b, c);
    if (best != -100) return best;
    best = -three(other, own, -alpha - 1, a, b, c);
    return best != 100 ? best : final_score(own, other, 3);
}

static i64 four(u64 own, u64 other, i64 alpha, i64 a, i64 b, i64 c, i64 d) {
    nodes++;
    i64 best = -100;
    u64 turned;
    TRY(a, last_three(after, mine, -alpha - 1, b, c, d))
    TRY(b, last_three(after, mine, -alpha - 1, a, c, d))
    TRY(c, last_three(after, mine, -alpha - 1, a, b, d))
    TRY(d, last_three(after, mine, -alpha - 1, a, b, c))
    return best;
}

static i64 last_four(u64 own, u64 other, i64 alpha) {
    u64 empty = ~(own | other), odd = empty & odd_regions(empty);
    if (odd == empty) {
        u64 quarter = 0x0F0F0F0Full << (first(empty) & 36);
        if (count(empty & quarter) == 3) odd = empty & ~quarter;
    }
    i64 a = first(odd ? odd : empty);
    u64 rest = empty ^ bit(a);
    odd &= rest;
    i64 b = first(odd ? odd : rest);
    rest ^= bit(b);
    odd &= rest;
    i64 c = first(odd ? odd : rest), d = first(rest ^ bit(c));
    i64 best = four(own, other, alpha, a, b, c, d);
    if (best != -100) return best;
    best = -four(other, own, -alpha - 1, a, b, c, d);
    return best != 100 ? best : final_score(own, other, 4);
}

static inline i64 safe_bound(u64 own, u64 other, i64 alpha) {
    if (64 - 2 * (count(other) - NEVER_SAFE) > alpha) return 64;
    return 64 - 2 * count(stable_discs(other, own));
}

/* A second table, so small that it stays in the nearest cache. */
typedef struct { u64 own, other; i64 lower, upper; } near_slot;
static near_slot near_table[1 << NEAR_BITS];

static inline near_slot *near_slot_of(u64 own, u64 other) {
    return near_table + ((own * 0x9E3779B97F4A7C15 ^ other) * 0xD6E8FEB86659FD93 >> (64 - NEAR_BITS));
}
static inline i64 recall_near(const near_slot *s, u64 own, u64 other, i64 alpha) {
    if (s->own != own || s->other != other) return UNSETTLED;
    return s->lower > alpha ? s->lower : s->upper <= alpha ? s->upper : UNSETTLED;
}
static inline i64 remember_near(near_slot *s, u64 own, u64 other, i64 alpha, i64 best) {
    *s = (near_slot){own, other, best > alpha ? best : -64, best > alpha ? 64 : best};
    return best;
}

/* A corner if there is one, and no square next to one on the diagonal if there is another. */
static inline i64 first_to_try(u64 squares) {
    u64 corners = squares & CORNERS, others = squares & ~X_SQUARES;
    return first(corners ? corners : others ? others : squares);
}

static i64 five(u64 own, u64 other, i64 alpha) {
    nodes++;
    u64 rest = ~(own | other), odd = rest & odd_regions(rest), turned;
    i64 best = -100;
    while (rest) {
        i64 square = first_to_try(odd ? odd : rest);
        rest &= ~bit(square);
        odd &= rest;
        TRY(square, last_four(after, mine, -alpha - 1))
    }
    return best;
}

static i64 last_five(u64 own, u64 other, i64 alpha) {
    i64 best = five(own, other, alpha);
    if (best != -100) return best;
    best = -five(other, own, -alpha - 1);
    return best != 100 ? best : final_score(own, other, 5);
}

static i64 last_six(u64 own, u64 other, u64 open, i64 alpha) {
    nodes++;
    if (!open) {
        if (!(open = targets(other, own))) return final_score(own, other, 6);
        return -last_six(other, own, open, -alpha - 1);
    }
    i64 bound = safe_bound(own, other, alpha), best = -100;
    if (bound <= alpha) return bound;
    near_slot *near = near_slot_of(own, other);
    if ((bound = recall_near(near, own, other, alpha)) != UNSETTLED) return bound;
    u64 odd = odd_regions(~(own | other)) & open;
    while (open && best <= alpha) {
        i64 square = first_to_try(odd ? odd : open);
        open &= ~bit(square);
        odd &= open;
        u64 turned = flips(own, other, square);
        best = max(best, -last_five(other ^ turned, own ^ turned ^ bit(square), -alpha - 1));
    }
    return remember_near(near, own, other, alpha, best);
}

static i64 few_left(u64 own, u64 other, u64 open, i64 alpha, i64 empties) {
    if (empties == 6) return last_six(own, other, open, alpha);
    if (empties == 5) return last_five(own, other, alpha);
    if (empties == 4) return last_four(own, other, alpha);
    if (empties == 0) return final_score(own, other, 0);
    u64 empty = ~(own | other);
    i64 a = first(empty);
    empty &= empty - 1;
    if (empties == 1) return last(own, other, alpha, a);
    i64 b = first(empty);
    empty &= empty - 1;
    if (empties == 2) return last_two(own, other, alpha, a, b);
    return last_three(own, other, alpha, a, b, first(empty));
}

static i64 sort_moves(u64 own, u64 other, u64 open, i64 empties) {
    u64 odd = odd_regions(~(own | other)), *list = paper[empties];
    i64 n = 0;
    for (; open; open &= open - 1) {
        i64 square = first(open);
        u64 disc = bit(square), turned = flips(own, other, square), mine = own ^ turned ^ disc, theirs = other ^ turned;
        u64 replies = targets(theirs, mine);
        i64 promise = (1 << 10) - FEWER_REPLIES * count(replies) - count(frontier(mine, theirs));
        promise += odd & disc ? ODD_QUARTER : 0;
        promise += CORNERS & disc ? A_CORNER : 0;
        turned_by[empties][n] = turned, replies_to[empties][n] = replies;
        write_move(list, n++, promise, square);
    }
    return n;
}

static i64 above(u64 own, u64 other, u64 open, i64 alpha, i64 empties) {
    if (empties <= 6) return few_left(own, other, open, alpha, empties);
    nodes++;
    i64 bound = safe_bound(own, other, alpha);
    if (bound <= alpha) return bound;
    near_slot *near = near_slot_of(own, other);
    if ((bound = recall_near(near, own, other, alpha)) != UNSETTLED) return bound;
    if (!open) {
        if (!(open = targets(other, own))) return final_score(own, other, empties);
        return -above(other, own, open, -alpha - 1, empties);
    }
    i64 n = sort_moves(own, other, open, empties), best = -100;
    for (i64 at = 0; at < n; at++) {
        i64 move = next_move(paper[empties], at, n), which = move >> 6;
        u64 turned = turned_by[empties][which], replies = replies_to[empties][which];
        i64 score = -above(other ^ turned, own ^ turned ^ bit(move & 63), replies, -alpha - 1, empties - 1);
        if (score > best && (best = score) > alpha) break;
    }
    return remember_near(near, own, other, alpha, best);
}

/* The evaluation, of a board and of what a move makes of it; the brief one reads only the patterns at the rim. */
typedef struct { v16 part[LANES / 16]; } states;

static inline states read_states(u64 own, u64 other, const int parts) {
    states s = {};
    for (int row = 0; row < 8; row++)
        for (int part = 0; part < parts; part++) {
            v16 theirs = ((v16 *)rows[row][other >> 8 * row & 255])[part];
            s.part[part] += ((v16 *)rows[row][own >> 8 * row & 255])[part] + theirs + theirs;
        }
    return s;
}

static inline i64 weigh(const states *s, u64 own, u64 other, u64 moves, const int places) {
    i64 empties = count(~(own | other)), phase = max(0, min((60 - empties) / 5, PHASES - 1)), score = 0;
    const int16_t *w = weights + phase * phase_size;
    uint16_t at[LANES];
    memcpy(at, s, sizeof at);
    for (int place = 0; place < places; place++) score += w[offsets[place] + at[place]];
    w += counts_offset;
    score += w[count(moves)];
    if (places < PLACES) return score;
    score += w[COUNTS + count(targets(other, own))] + w[2 * COUNTS + empties];
    return max(min(score, LARGEST), -LARGEST);
}

static i64 evaluate(u64 own, u64 other) {
    states s = read_states(own, other, LANES / 16);
    return weigh(&s, own, other, targets(own, other), PLACES);
}

static inline i64 after_move(const states *before, u64 turned, i64 square, u64 theirs, u64 mine, u64 replies, const int places) {
    states s = *before;
    const int parts = (places + 15) / 16;
    for (int part = 0; part < parts; part++) s.part[part] += ((v16 *)square_states[square])[part] * 2;
    for (; turned; turned &= turned - 1)
        for (int part = 0; part < parts; part++) s.part[part] += ((v16 *)square_states[first(turned)])[part];
    return weigh(&s, theirs, mine, replies, places);
}
static i64 evaluate_after(const states *before, u64 turned, i64 square, u64 theirs, u64 mine, u64 replies) {
    return after_move(before, turned, square, theirs, mine, replies, PLACES);
}
static i64 brief_after(const states *before, u64 turned, i64 square, u64 theirs, u64 mine, u64 replies) {
    return after_move(before, turned, square, theirs, mine, replies, BRIEF_PLACES);
}

/* The search that looks a few plies ahead with it. */
static i64 from_leaves(u64 own, u64 other, i64 alpha) {
    nodes++;
    u64 open = targets(own, other);
    if (!open) {
        if (!targets(other, own)) return final_score(own, other, count(~(own | other))) * DISC;
        return -from_leaves(other, own, -alpha - 1);
    }
    i64 best = -WORST;
    states before = read_states(other, own, LANES / 16);
    for (; open; open &= open - 1) {
        i64 square = first(open);
        u64 turned = flips(own, other, square), theirs = other ^ turned, mine = own ^ turned ^ bit(square);
        nodes++;
        i64 score = -evaluate_after(&before, turned, square, theirs, mine, targets(theirs, mine));
        if (score > best && (best = score) > alpha) return best;
    }
    return best;
}

static i64 list_moves(u64 own, u64 other, i64 known, i64 second, i64 empties, i64 depth) {
    u64 open = targets(own, other), *list = paper[empties];
    i64 n = 0;
    states before;
    if (depth >= 3) before = read_states(other, own, LANES / 16);
    for (; open; open &= open - 1) {
        i64 square = first(open), promise = square == known ? 1 << 30 : 1 << 29;
        if (square != known && square != second) {
            u64 turned = flips(own, other, square), mine = own ^ turned ^ bit(square), theirs = other ^ turned;
            u64 replies = targets(theirs, mine);
            promise = (1 << 20) - DISC * (count(replies) + count(replies & CORNERS));
            if (depth >= 3) promise -= 2 * evaluate_after(&before, turned, square, theirs, mine, replies);
        }
        write_move(list, n++, promise, square);
    }
    return n;
}

static i64 seems_above(u64 own, u64 other, i64 alpha, i64 depth) {
    if (depth == 1) return from_leaves(own, other, alpha);
    nodes++;
    if (depth <= 0) return evaluate(own, other);
    u64 note = recall(own, other);
    i64 known = NO_MOVE, second = NO_MOVE;
    if (note != not_found) {
        if (depth_of(note) >= depth) {
            if (lower_of(note) > alpha) return lower_of(note);
            if (upper_of(note) <= alpha) return upper_of(note);
        }
        known = move_of(note), second = second_of(note);
    }
    i64 empties = count(~(own | other));
    if (caution > 0 && depth >= PROBED) {
        i64 margin = caution * SPREAD >> 4, shallow = depth / 4 * 2 + (depth & 1), high = alpha + margin, low = alpha - margin;
        if (high < WORST && seems_above(own, other, high, shallow) > high) return alpha + 1;
        if (low > -WORST && seems_above(own, other, low, shallow) <= low) return alpha;
    }
    i64 n = list_moves(own, other, known, second, empties, depth);
    if (!n) {
        if (!targets(other, own)) return final_score(own, other, empties) * DISC;
        return -seems_above(other, own, -alpha - 1, depth);
    }
    i64 best = -WORST - 1, move = NO_MOVE;
    for (i64 at = 0; at < n && best <= alpha; at++) {
        i64 square = next_move(paper[empties], at, n) & 63;
        u64 turned = flips(own, other, square);
        i64 score = -seems_above(other ^ turned, own ^ turned ^ bit(square), -alpha - 1, depth - 1);
        if (score > best) best = score, move = square;
    }
    remember(own, other, best > alpha ? best : -WORST, best > alpha ? WORST : best, depth, move);
    return best;
}

static i64 seems(u64 own, u64 other, i64 alpha, i64 beta, i64 depth) {
    nodes++;
    if (depth == 0) return evaluate(own, other);
    u64 note = recall(own, other);
    i64 known = NO_MOVE, second = NO_MOVE, empties = count(~(own | other));
    if (note != not_found) known = move_of(note), second = second_of(note);
    i64 n = list_moves(own, other, known, second, empties, depth);
    if (!n) {
        if (!targets(other, own)) return final_score(own, other, empties) * DISC;
        return -seems(other, own, -beta, -alpha, depth);
    }
    i64 best = -WORST - 1, move = NO_MOVE, floor = alpha;
    for (i64 at = 0; at < n && best < beta; at++) {
        i64 square = next_move(paper[empties], at, n) & 63, score = floor + 1;
        u64 turned = flips(own, other, square), after = other ^ turned, mine = own ^ turned ^ bit(square);
        if (at) score = -seems_above(after, mine, -floor - 1, depth - 1);
        if (!at || (floor < score && score < beta)) score = -seems(after, mine, -beta, -floor, depth - 1);
        if (score > best) best = score, move = square, floor = max(floor, best);
    }
    best_move = move;
    remember(own, other, best > alpha ? best : -WORST, best < beta ? best : WORST, depth, move);
    return best;
}

/* The exact solver further off. */
static i64 settled(u64 own, u64 other, u64 open, const u64 *turns, i64 enough, i64 empties) {
    for (; open; open &= open - 1) {
        u64 turned = *turns++, note = recall(other ^ turned, own ^ turned ^ bit(first(open)));
        if (note != not_found && depth_of(note) >= level + empties - 1 && -upper_of(note) > enough * DISC)
            return upper_of(note) / DISC;
    }
    return UNSETTLED;
}

static i64 weigh_moves(u64 own, u64 other, u64 open, i64 alpha, i64 enough, i64 known, i64 second, i64 empties) {
    if (empties < WEIGHED) return sort_moves(own, other, open, empties);
    u64 *list = paper[empties], *turns = turned_by[empties];
    i64 n = 0, bound = UNSETTLED;
    const u64 moves = open;
    states before = {};
    if (empties < ONE_PLY) before = read_states(other, own, 1);
    for (u64 rest = open; rest; rest &= rest - 1) {
        i64 square = first(rest);
        u64 turned = turns[n++] = flips(own, other, square);
        __builtin_prefetch(bucket_of(other ^ turned, own ^ turned ^ bit(square)));
    }
    if (empties >= ONE_PLY && (bound = settled(own, other, moves, turns, enough, empties)) != UNSETTLED) return -1000 + bound;
    n = 0;
    for (; open; open &= open - 1) {
        i64 square = first(open), promise = square == known ? 1 << 30 : 1 << 29;
        u64 turned = turns[n], mine = own ^ turned ^ bit(square), theirs = other ^ turned;
        u64 replies = replies_to[empties][n] = targets(theirs, mine);
        if (square != known && square != second) {
            promise = (1 << 20) - A_REPLY_COSTS * (count(replies) + count(replies & CORNERS));
            if (empties < ONE_PLY) {
                promise -= THE_FRONTIER_COSTS * count(frontier(mine, theirs));
                promise -= brief_after(&before, turned, square, theirs, mine, replies);
            } else
                promise -= from_leaves(theirs, mine, WINDOW - alpha * DISC);
        }
        write_move(list, n++, promise, square);
    }
    if (SETTLED_FROM <= empties && empties < ONE_PLY) bound = settled(own, other, moves, turns, enough, empties);
    return bound == UNSETTLED ? n : -1000 + bound;
}

static i64 surely_above(u64 own, u64 other, u64 open, i64 alpha, i64 empties) {
    if (empties < TABLED) return above(own, other, open, alpha, empties);
    nodes++;
    i64 bound = safe_bound(own, other, alpha);
    if (bound <= alpha) return bound;
    i64 known = NO_MOVE, second = NO_MOVE, depth = empties + (empties >= TRUSTED ? level : EXACT);
    u64 note = recall(own, other);
    if (note != not_found) {
        if (depth_of(note) >= depth) {
            i64 lower = lower_of(note) / DISC, upper = upper_of(note) / DISC;
            if (lower > alpha) return lower;
            if (upper <= alpha) return upper;
        }
        known = move_of(note), second = second_of(note);
    }
    if (trust && empties >= TRUSTED) {
        i64 margin = trust * DOUBT >> 4, shallow = (empties - 8) / 4 * 2 + (empties & 1), now = evaluate(own, other);
        i64 high = alpha * DISC + margin, low = (alpha + 1) * DISC - margin;
        if (high < WORST && now > high - margin && seems_above(own, other, high, shallow) > high) return (alpha + 2) & ~1;
        if (low > -WORST && now < low + margin && seems_above(own, other, low, shallow) <= low) return alpha & ~1;
    }
    if (!open) {
        if (!(open = targets(other, own))) return final_score(own, other, empties);
        return -surely_above(other, own, open, -alpha - 1, empties);
    }
    i64 n = weigh_moves(own, other, open, alpha, alpha, known, second, empties);
    if (n < 0) return -(n + 1000);
    i64 best = -100, move = NO_MOVE;
    for (i64 at = 0; at < n && best <= alpha; at++) {
        i64 next = next_move(paper[empties], at, n), which = next >> 6, square = next & 63;
        u64 turned = turned_by[empties][which], replies = replies_to[empties][which];
        i64 score = -surely_above(other ^ turned, own ^ turned ^ bit(square), replies, -alpha - 1, empties - 1);
        if (score > best) best = score, move = square;
    }
    remember(own, other, best > alpha ? best * DISC : -WORST, best > alpha ? WORST : best * DISC, depth, move);
    return best;
}

static i64 exact(u64 own, u64 other, u64 open, i64 alpha, i64 beta, i64 empties) {
    if (empties < TABLED)
        for (;;) {
            i64 score = above(own, other, open, alpha, empties);
            if (score <= alpha || score >= beta) return score;
            alpha = score;
        }
    nodes++;
    u64 note = recall(own, other);
    i64 move = note != not_found ? move_of(note) : NO_MOVE;
    if (!open) {
        if (!(open = targets(other, own))) return final_score(own, other, empties);
        return -exact(other, own, open, -beta, -alpha, empties);
    }
    i64 n = weigh_moves(own, other, open, alpha, 64, move, NO_MOVE, empties);
    i64 best = -100, floor = alpha;
    for (i64 at = 0; at < n && best < beta; at++) {
        i64 next = next_move(paper[empties], at, n), which = next >> 6, square = next & 63, score = floor + 1;
        u64 turned = turned_by[empties][which], replies = replies_to[empties][which];
        u64 after = other ^ turned, mine = own ^ turned ^ bit(square);
        if (at) score = -surely_above(after, mine, replies, -floor - 1, empties - 1);
        if (!at || (floor < score && score < beta)) score = -exact(after, mine, replies, -beta, -score + 1, empties - 1);
        if (score > best) best = score, move = square, floor = max(floor, best);
    }
    best_move = move;
    i64 lower = best > alpha ? best : -64, upper = best < beta ? best : 64;
    remember(own, other, lower * DISC, upper * DISC, empties + (empties >= TRUSTED ? level : EXACT), move);
    return best;
}

/* The root, where the best move is wanted too. */
static i64 solve(u64 own, u64 other, i64 alpha, i64 beta, i64 empties) {
    if (empties >= TABLED) return exact(own, other, targets(own, other), alpha, beta, empties);
    nodes++;
    i64 best = -100, floor = alpha;
    for (u64 open = targets(own, other); open && best < beta; open &= open - 1) {
        u64 turned = flips(own, other, first(open));
        u64 after = other ^ turned, mine = own ^ turned ^ bit(first(open));
        i64 score = -exact(after, mine, targets(after, mine), -beta, -floor, empties - 1);
        if (score > best) best = score, floor = max(floor, best), best_move = first(open);
    }
    return best;
}

static i64 aspire(u64 own, u64 other, i64 depth, i64 around) {
    i64 low = depth <= 2 ? -WORST : around - 3 * DISC, high = depth <= 2 ? WORST : around + 3 * DISC;
    for (;;) {
        i64 score = seems(own, other, low, high, depth);
        if (score <= low && low > -WORST)
            low = -WORST;
        else if (score >= high && high < WORST)
            high = WORST;
        else
            return score;
    }
}

static i64 close_in(u64 own, u64 other, i64 guess) {
    i64 way = 0, low = max(guess - 1, -64), high = min(guess + 1, 64);
    for (;;) {
        i64 score = solve(own, other, low, high, count(~(own | other)));
        i64 went = score <= low && low > -64 ? -1 : score >= high && high < 64 ? 1 : 0;
        if (!went || (trust && went == -way)) return score;
        way = went;
        low = max(score - 1, -64), high = min(score + 1, 64);
    }
}

static i64 solve_exactly(u64 own, u64 other, i64 sorted_by) {
    static const i64 trusts[] = {12, 24, 0};
    i64 guess = 0;
    for (i64 depth = 1; depth <= sorted_by; depth++) guess = aspire(own, other, depth, guess);
    guess = 2 * (i64)__builtin_rint(guess / (2.0 * DISC));
    for (int i = 0; i < 3; i++) {
        trust = trusts[i], level = LEVEL * (i + 1);
        guess = close_in(own, other, guess);
    }
    return guess;
}

static u64 ray(int square, int dx, int dy) {
    int x = square % 8 + dx, y = square / 8 + dy;
    u64 found = 0;
    for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) found |= bit(x + 8 * y);
    return found;
}

static void *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    void *data = malloc(size);
    if (fread(data, 1, size, file) != (size_t)size) exit(2);
    fclose(file);
    return data;
}

/* The paths: WEIGHTS ROWS OFFSETS. */
static void set_up(char **paths, int table_bits) {
    for (int square = 0; square < 64; square++) {
        ahead_of[square] = (v4){ray(square, 1, 0), ray(square, 0, 1), ray(square, 1, 1), ray(square, -1, 1)};
        behind_of[square] = (v4){ray(square, -1, 0), ray(square, 0, -1), ray(square, -1, -1), ray(square, 1, -1)};
    }
    fill_edges();
    fill_lines();
    weights = read_file(paths[0]);
    rows = read_file(paths[1]);
    for (int square = 0; square < 64; square++)
        memcpy(square_states[square], rows[square / 8][1 << square % 8], sizeof *square_states);
    i64 *numbers = read_file(paths[2]);
    memcpy(offsets, numbers, sizeof offsets);
    counts_offset = numbers[PLACES];
    phase_size = numbers[PLACES + 1];
    table_shift = 64 - table_bits;
    table_bytes = sizeof(slot) * 2ull << table_bits;
    table = aligned_alloc(1 << 21, table_bytes);
    madvise(table, table_bytes, MADV_HUGEPAGE); /* as NumPy does for its arrays */
}

static void forget(void) {
    memset(table, 0, table_bytes);
    memset(near_table, 0, sizeof near_table);
}

#ifndef WITHOUT_MAIN
int main(int argc, char **argv) {
    if (argc != 5) {
        fputs("usage: othello_twin WEIGHTS ROWS OFFSETS TABLE_BITS < positions\n", stderr);
        return 2;
    }
    set_up(argv + 1, atoi(argv[4]));
    u64 own, other;
    i64 sorted_by;
    while (scanf("%lx %lx %ld %ld", &own, &other, &caution, &sorted_by) == 4) {
        forget();
        nodes = 0;
        clock_t began = clock();
        i64 score = solve_exactly(own, other, sorted_by);
        double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
        printf("%ld %ld %lu %.3f\n", (long)score, (long)best_move, (unsigned long)nodes, seconds);
        fflush(stdout);
    }
    return 0;
}
#endif
