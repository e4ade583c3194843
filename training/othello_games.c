/* Plays games of the solver's C twin against itself, for training.
 *
 *     othello_games WEIGHTS ROWS OFFSETS OUT SEED FROM TO DEPTH EXACT_FROM
 *
 * OUT gets the positions of the games numbered FROM up to TO, each with its score: three 64-bit numbers a position. A game
 * begins with random moves, and most have one more random move later, so that positions after mistakes are seen too; only what
 * comes after the last of these is kept. A game's chance depends on the seed and its number alone.
 */
#define WITHOUT_MAIN
#include "../bench/othello_twin.c"

#define TABLE_BITS 14
#define MOST_A_GAME 60
#define LESS_DEEP 8

typedef struct { u64 own, other; i64 score; } row;

static i64 depth_now, exact_now;
static u64 state;

static u64 draw(void) {
    u64 z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}
static i64 below(i64 n) { return draw() % n; }

static void settle(row *kept, const i64 *sides, i64 from, i64 to, i64 lead_of_black) {
    for (i64 i = from; i < to; i++) kept[i].score = sides[i] ? lead_of_black : -lead_of_black;
}

/* Far off the score is the one that the game comes to; near the end every position is solved, so a random move spoils nothing. */
static i64 play_game(row *kept) {
    u64 own = bit(28) | bit(35), other = bit(27) | bit(36);
    i64 n = 0, settled = 0, black = 1, sides[MOST_A_GAME];
    i64 opening = 4 + below(9), slip = below(10) < 6 ? 14 + below(46 - exact_now) : 0;
    forget();
    for (;;) {
        u64 open = targets(own, other);
        if (!open) {
            u64 was = own;
            own = other, other = was, black = !black;
            if (!(open = targets(own, other))) break;
        }
        i64 discs = count(own | other), empties = 64 - discs, chance = discs < 4 + opening || discs == slip;
        if (chance)
            n = 0;
        else {
            kept[n] = (row){own, other, 0};
            sides[n++] = black;
            if (empties <= exact_now) {
                i64 score = solve_exactly(own, other, max(empties - LESS_DEEP, 1));
                settle(kept, sides, settled, n, black ? score : -score);
                settled = n;
                chance = below(4) == 0;
            } else
                seems(own, other, -WORST, WORST, depth_now);
        }
        if (chance) {
            for (i64 skip = below(count(open)); skip; skip--) open &= open - 1;
            best_move = first(open);
        }
        u64 turned = flips(own, other, best_move), mine = own ^ turned ^ bit(best_move);
        own = other ^ turned, other = mine, black = !black;
    }
    i64 lead = final_score(own, other, count(~(own | other)));
    settle(kept, sides, settled, n, black ? lead : -lead);
    return n;
}

/* Games [from, to) into a file. */
static void play_games(const char *path, u64 seed, i64 from, i64 to) {
    FILE *file = fopen(path, "wb");
    row kept[MOST_A_GAME];
    for (i64 game = from; game < to; game++) {
        state = seed * 0xD1342543DE82EF95 + game * 0x2545F4914F6CDD1D;
        draw();
        i64 n = play_game(kept);
        fwrite(kept, sizeof *kept, n, file);
    }
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc != 10) {
        fputs("usage: othello_games WEIGHTS ROWS OFFSETS OUT SEED FROM TO DEPTH EXACT_FROM\n", stderr);
        return 2;
    }
    set_up(argv + 1, TABLE_BITS);
    caution = 16;
    depth_now = atol(argv[8]), exact_now = atol(argv[9]);
    play_games(argv[4], strtoull(argv[5], 0, 10), atol(argv[6]), atol(argv[7]));
    return 0;
}
