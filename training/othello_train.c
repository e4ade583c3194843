/* Trains the weights of Othello's patterns from games of the solver's C twin against itself.
 *
 *     othello_train OUT SEED WORKERS GENERATION...      where a generation is GAMES,DEPTH,EXACT_FROM,RIDGE
 *
 * OUT-g gets generation g's weights: 16-bit numbers by phase and class. Each generation plays with the weights of the one
 * before; the first counts moves. A game begins with random moves, and most have one more random move later, so that
 * positions after mistakes are seen too; only what comes after the last random move is kept, with the final score. The
 * weights are fitted by ridge regression, phase by phase, with conjugate gradients. A game's chance depends on the seed and its
 * number alone, and every sum is taken in the same order: the same seed gives the same weights on any number of workers.
 */
#define WITHOUT_MAIN
#include "../bench/othello_twin.c"

#include <math.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define FEATURES (PLACES + 3)
#define TABLE_BITS 14
#define STEPS 30
#define MARGIN 3
#define LEFT_OUT 50
#define A_MOVE_IS_WORTH 80
#define MOST_A_GAME 60

typedef struct { u64 own, other; i64 score; } row;

static const char *shapes[] = {
    "a1b1c1d1e1f1g1h1b2g2", "a1b1c1d1e1a2b2c2d2e2", "a1b1c1a2b2c2a3b3c3", "a2b2c2d2e2f2g2h2", "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4", "a1b2c3d4e5f6g7h8", "b1c2d3e4f5g6h7", "c1d2e3f4g5h6", "d1e2f3g4h5", "e1f2g3h4",
};
#define SHAPES (int)(sizeof shapes / sizeof *shapes)

static int32_t *class_of;
static int classes;
static u64 state;

static u64 draw(void) {
    u64 z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}
static i64 below(i64 n) { return draw() % n; }

static int turned_square(int square, int way) {
    int x = square % 8, y = square / 8;
    if (way & 1) x = 7 - x;
    if (way & 2) y = 7 - y;
    return way & 4 ? y + 8 * x : x + 8 * y;
}

/* The places of all shapes, their weights' offsets, and which weights are one class: as in othello_patterns.py. */
static void make_patterns(void) {
    int lane = 0;
    i64 offset = 0;
    i64 *least = malloc(400000 * sizeof *least);
    rows = calloc(8, sizeof *rows);
    for (int shape = 0; shape < SHAPES; shape++) {
        int squares[10], size = strlen(shapes[shape]) / 2, mirror[10], places = 0, mirrored = 0;
        i64 states = 1;
        u64 seen[8], base = 0;
        for (int k = 0; k < size; k++) {
            squares[k] = shapes[shape][2 * k] - 'a' + 8 * (shapes[shape][2 * k + 1] - '1');
            base |= bit(squares[k]);
            states *= 3;
        }
        for (int way = 0; way < 8; way++) {
            u64 set = 0;
            int known = 0;
            for (int k = 0; k < size; k++) set |= bit(turned_square(squares[k], way));
            if (set == base && way && !mirrored) {
                mirrored = 1;
                for (int k = 0; k < size; k++)
                    for (int m = 0; m < size; m++)
                        if (turned_square(squares[m], way) == squares[k]) mirror[k] = m;
            }
            for (int p = 0; p < places; p++) known |= seen[p] == set;
            if (known) continue;
            seen[places++] = set;
            i64 power = 1;
            for (int k = 0; k < size; k++, power *= 3) {
                int square = turned_square(squares[k], way);
                for (int bits = 0; bits < 256; bits++)
                    if (bits >> square % 8 & 1) rows[square / 8][bits][lane] += power;
            }
            offsets[lane++] = offset;
        }
        for (i64 s = 0; s < states; s++) {
            i64 digits[10], other = 0, rest = s, power = 1;
            for (int k = 0; k < size; k++, rest /= 3) digits[k] = rest % 3;
            for (int k = 0; k < size; k++, power *= 3) other += digits[mirrored ? mirror[k] : k] * power;
            least[offset + s] = offset + (other < s ? other : s);
        }
        offset += states;
    }
    counts_offset = offset;
    phase_size = offset + 3 * COUNTS;
    class_of = malloc(phase_size * sizeof *class_of);
    for (i64 i = 0; i < phase_size; i++) class_of[i] = i >= offset || least[i] == i ? classes++ : class_of[least[i]];
    free(least);
}

static i64 depth_now, exact_now;

static i64 play_game(row *kept) {
    u64 own = bit(28) | bit(35), other = bit(27) | bit(36);
    i64 n = 0, black = 1, sides[MOST_A_GAME];
    i64 opening = 4 + below(9), slip = below(10) < 6 ? 16 + below(34) : 0;
    memset(table, 0, table_bytes);
    for (;;) {
        u64 open = targets(own, other);
        if (!open) {
            u64 was = own;
            own = other, other = was, black = !black;
            if (!(open = targets(own, other))) break;
        }
        i64 discs = count(own | other), square;
        if (discs < 4 + opening || discs == slip) {
            for (i64 skip = below(count(open)); skip; skip--) open &= open - 1;
            square = first(open);
            n = 0;
        } else {
            kept[n] = (row){own, other, 0};
            sides[n++] = black;
            square = -1;
        }
        if (square < 0) {
            i64 empties = 64 - discs;
            if (count(open) == 1)
                best_move = first(open);
            else if (empties <= UNSORTED) {
                i64 best = -100, pick = NO_MOVE;
                for (u64 rest = open; rest; rest &= rest - 1) {
                    u64 turned = flips(own, other, first(rest));
                    i64 score = -exact(other ^ turned, own ^ turned ^ bit(first(rest)), -64, -max(best, -64), empties - 1);
                    if (score > best) best = score, pick = first(rest);
                }
                best_move = pick;
            } else if (empties <= exact_now)
                exact(own, other, -64, 64, empties);
            else
                seems(own, other, -WORST, WORST, depth_now);
            square = best_move;
        }
        u64 turned = flips(own, other, square), mine = own ^ turned ^ bit(square);
        own = other ^ turned, other = mine, black = !black;
    }
    i64 lead = final_score(own, other, count(~(own | other)));
    if (!black) lead = -lead;
    for (i64 i = 0; i < n; i++) kept[i].score = sides[i] ? lead : -lead;
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

static int wait_for_one(void) {
    int status = 0;
    pid_t ended = wait(&status);
    if (status) exit(1);
    return ended > 0;
}
static void wait_for_all(void) {
    while (wait_for_one()) continue;
}

static void read_features(const row *r, int32_t *to) {
    uint16_t states[LANES] = {};
    for (int line = 0; line < 8; line++)
        for (int lane = 0; lane < PLACES; lane++)
            states[lane] += rows[line][r->own >> 8 * line & 255][lane] + 2 * rows[line][r->other >> 8 * line & 255][lane];
    for (int lane = 0; lane < PLACES; lane++) to[lane] = class_of[offsets[lane] + states[lane]];
    to[PLACES] = class_of[counts_offset + count(targets(r->own, r->other))];
    to[PLACES + 1] = class_of[counts_offset + COUNTS + count(targets(r->other, r->own))];
    to[PLACES + 2] = class_of[counts_offset + 2 * COUNTS + count(~(r->own | r->other))];
}

static double predict(const int32_t *features, const double *w) {
    double total = 0;
    for (int j = 0; j < FEATURES; j++) total += w[features[j]];
    return total;
}

static double dot(const double *a, const double *b) {
    double total = 0;
    for (int i = 0; i < classes; i++) total += a[i] * b[i];
    return total;
}

/* Ridge regression of one phase by conjugate gradients, each weight scaled by how often it was seen. */
static void fit_phase(const row *all, i64 total, int phase, double ridge, double *w) {
    i64 top = 60 - 5 * phase, n = 0, asked = 0;
    for (i64 i = 0; i < total; i++) {
        i64 empties = count(~(all[i].own | all[i].other));
        n += empties <= top + MARGIN && empties > top - 5 - MARGIN && i % LEFT_OUT;
    }
    int32_t (*features)[FEATURES] = malloc((n + 1) * sizeof *features);
    double *errors = malloc((n + 1) * sizeof *errors);
    double *vectors = calloc(5 * classes, sizeof *vectors);
    double *seen = vectors, *gradient = seen + classes, *direction = gradient + classes, *change = direction + classes;
    n = 0;
    for (i64 i = 0; i < total; i++) {
        i64 empties = count(~(all[i].own | all[i].other));
        if (empties > top + MARGIN || empties <= top - 5 - MARGIN || i % LEFT_OUT == 0) continue;
        read_features(all + i, features[n]);
        errors[n] = all[i].score * DISC - predict(features[n], w);
        for (int j = 0; j < FEATURES; j++) {
            seen[features[n][j]]++;
            gradient[features[n][j]] += errors[n];
        }
        n++;
    }
    double slope = 0;
    for (int c = 0; c < classes; c++) {
        gradient[c] -= ridge * w[c];
        direction[c] = gradient[c] / (seen[c] + ridge);
        slope += gradient[c] * direction[c];
    }
    for (int step = 0; step < STEPS && slope > 0; step++) {
        for (int c = 0; c < classes; c++) change[c] = ridge * direction[c];
        for (i64 i = 0; i < n; i++) {
            double p = predict(features[i], direction);
            for (int j = 0; j < FEATURES; j++) change[features[i][j]] += p;
        }
        double length = slope / dot(direction, change), last = slope;
        slope = 0;
        for (int c = 0; c < classes; c++) {
            w[c] += length * direction[c];
            gradient[c] -= length * change[c];
            slope += gradient[c] * gradient[c] / (seen[c] + ridge);
        }
        for (int c = 0; c < classes; c++) direction[c] = gradient[c] / (seen[c] + ridge) + slope / last * direction[c];
    }
    double square = 0, plain = 0;
    for (i64 i = 0; i < total; i += LEFT_OUT) {
        i64 empties = count(~(all[i].own | all[i].other));
        if (empties > top || empties <= top - 5) continue;
        int32_t f[FEATURES];
        read_features(all + i, f);
        double error = predict(f, w) / DISC - all[i].score;
        square += error * error;
        plain += (double)all[i].score * all[i].score;
        asked++;
    }
    printf("  phase %2d: %9ld positions, error %.3f discs of %.2f\n", phase, (long)n, sqrt(square / (asked + !asked)),
           sqrt(plain / (asked + !asked)));
    fflush(stdout);
}

static void use(const double *w) {
    for (int phase = 0; phase < PHASES; phase++)
        for (i64 i = 0; i < phase_size; i++)
            weights[phase * phase_size + i] = max(min(lrint(w[phase * classes + class_of[i]]), 32767), -32767);
}

static void save(const char *out, int generation, const double *w) {
    char path[500];
    snprintf(path, sizeof path, "%s-%d", out, generation);
    FILE *file = fopen(path, "wb");
    for (i64 i = 0; i < (i64)PHASES * classes; i++) {
        int16_t rounded = max(min(lrint(w[i]), 32767), -32767);
        fwrite(&rounded, sizeof rounded, 1, file);
    }
    fclose(file);
}

static row *gather(const char *out, int workers, row *all, i64 *total) {
    char path[500];
    for (int worker = 0; worker < workers; worker++) {
        snprintf(path, sizeof path, "%s.games-%d", out, worker);
        FILE *file = fopen(path, "rb");
        fseek(file, 0, SEEK_END);
        i64 n = ftell(file) / sizeof(row);
        rewind(file);
        all = realloc(all, (*total + n) * sizeof(row));
        *total += fread(all + *total, sizeof(row), n, file);
        fclose(file);
        unlink(path);
    }
    return all;
}

int main(int argc, char **argv) {
    if (argc < 5) {
        fputs("usage: othello_train OUT SEED WORKERS GAMES,DEPTH,EXACT_FROM,RIDGE...\n", stderr);
        return 2;
    }
    int workers = atoi(argv[3]);
    make_rays();
    fill_edges();
    make_patterns();
    make_table(TABLE_BITS);
    weights = malloc(PHASES * phase_size * sizeof *weights);
    size_t bytes = sizeof(double) * PHASES * classes;
    double *w = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int phase = 0; phase < PHASES; phase++)
        for (int moves = 0; moves < COUNTS; moves++) {
            w[phase * classes + class_of[counts_offset + moves]] = A_MOVE_IS_WORTH * moves;
            w[phase * classes + class_of[counts_offset + COUNTS + moves]] = -A_MOVE_IS_WORTH * moves;
        }
    row *all = 0;
    i64 total = 0, older = 0;
    for (int generation = 0; generation < argc - 4; generation++) {
        long games, depth, from;
        double ridge;
        if (sscanf(argv[generation + 4], "%ld,%ld,%ld,%lf", &games, &depth, &from, &ridge) != 4) return 2;
        depth_now = depth, exact_now = from;
        use(w);
        time_t began = time(0);
        for (int worker = 0; worker < workers; worker++)
            if (!fork()) {
                char path[500];
                snprintf(path, sizeof path, "%s.games-%d", argv[1], worker);
                play_games(path, strtoull(argv[2], 0, 10) * 1000 + generation, games * worker / workers, games * (worker + 1) / workers);
                _exit(0);
            }
        wait_for_all();
        /* A generation learns from the one before it too, except from the first, which knew too little. */
        if (generation < 2) older = total;
        memmove(all, all + older, (total - older) * sizeof *all);
        total -= older;
        i64 before = total;
        all = gather(argv[1], workers, all, &total);
        printf("generation %d: %ld games, %ld positions, %ld learned from, played in %ld s\n", generation, games,
               (long)(total - before), (long)total, (long)(time(0) - began));
        fflush(stdout);
        older = before;
        for (int phase = 0; phase < PHASES; phase++) {
            if (phase >= workers) wait_for_one();
            if (!fork()) {
                fit_phase(all, total, phase, ridge, w + phase * classes);
                _exit(0);
            }
        }
        wait_for_all();
        save(argv[1], generation, w);
        printf("  fitted after %ld s\n", (long)(time(0) - began));
        fflush(stdout);
    }
    return 0;
}
