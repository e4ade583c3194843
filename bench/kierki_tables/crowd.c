/* Four programs at each of many Kierki tables, all in one process: each plays its first legal card.
 *
 *   crowd PACE SECONDS SETTLING AT_ONCE < ports
 *
 * Standard input has the port of each table, one a line. PACE is how many seconds a program waits before it answers,
 * and AT_ONCE how many tables are joined at the same time: the next one is joined when an earlier one has been dealt.
 * When a card was played at every table, or SETTLING seconds after the last one was joined, it prints "begin" and
 * measures for SECONDS seconds.
 * Then it prints how many cards were played, the median, the 99th percentile and the longest of their times in
 * seconds, and how many tables are broken. A card's time is from sending it until the next player is asked, or until
 * somebody hears how the trick ended. A table is broken when one of its programs has lost its connection, or when no
 * card was played there.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define SEATS 4
#define EVENTS 256
#define MOST_TABLES 100000

struct table {
    int port, dealt, lost;
    long cards;
    double sent; /* when the last card was sent; 0: it was answered */
};

struct seat {
    int fd, used, cards;
    struct table *table;
    char number[3]; /* of the trick that it is asked for */
    char suit;      /* that was led; 0: none */
    char hand[13][4];
    char buffer[2048];
};

struct answer {
    double due;
    struct seat *seat;
};

static struct table tables[MOST_TABLES];
static struct seat *seats;
static int tables_number, joined, dealt, poller;
static double pace;
/* All programs wait equally long, so the answers are in the order in which they are due. */
static struct answer *answers;
static size_t first_answer, answers_number, answers_size;
static float *times;
static size_t times_number, times_size;

static void die(const char *what) {
    perror(what);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static int card_length(const char *text) { return text[0] == '1' && text[1] == '0' ? 3 : 2; }

static int is_card(const char *text) {
    if (strncmp(text, "10", 2) == 0) return text[2] && strchr("CDHS", text[2]);
    return text[0] && strchr("23456789JQKA", text[0]) && text[1] && strchr("CDHS", text[1]);
}

static void deal(struct seat *seat, const char *cards) {
    for (seat->cards = 0; *cards && seat->cards < 13; seat->cards++) {
        int length = card_length(cards);
        memcpy(seat->hand[seat->cards], cards, length);
        seat->hand[seat->cards][length] = 0;
        cards += length;
    }
    if (++seat->table->dealt == SEATS) dealt++;
}

static void heard(struct table *table) {
    if (!table->sent) return;
    if (times_number == times_size) {
        times_size = times_size ? 2 * times_size : 1 << 16;
        times = realloc(times, times_size * sizeof *times);
        if (!times) die("realloc");
    }
    times[times_number++] = now() - table->sent;
    table->sent = 0;
    table->cards++;
}

/* The trick's number is one digit or two: the reading whose rest is a list of cards is the right one. */
static void asked(struct seat *seat, const char *text) {
    const char *rest = text + 1;
    if (*rest && !is_card(rest)) rest++;
    memcpy(seat->number, text, rest - text);
    seat->number[rest - text] = 0;
    seat->suit = *rest ? rest[card_length(rest) - 1] : 0;
    answers[(first_answer + answers_number++) % answers_size] = (struct answer){now() + pace, seat};
}

static void put(struct seat *seat) {
    int chosen = -1;
    if (seat->fd < 0 || !seat->cards) return;
    for (int i = 0; seat->suit && i < seat->cards && chosen < 0; i++)
        if (seat->hand[i][strlen(seat->hand[i]) - 1] == seat->suit) chosen = i;
    if (chosen < 0) chosen = 0;
    char line[32];
    int length = sprintf(line, "TRICK%s%s\r\n", seat->number, seat->hand[chosen]);
    memmove(seat->hand[chosen], seat->hand[chosen + 1], (12 - chosen) * sizeof seat->hand[0]);
    seat->cards--;
    seat->table->sent = now();
    if (write(seat->fd, line, length) != length) seat->table->lost++;
}

static void hear(struct seat *seat, const char *line) {
    if (strncmp(line, "DEAL", 4) == 0) deal(seat, line + 6);
    else if (strncmp(line, "TAKEN", 5) == 0) heard(seat->table);
    else if (strncmp(line, "TRICK", 5) == 0) {
        heard(seat->table);
        asked(seat, line + 5);
    }
}

static void lose(struct seat *seat) {
    close(seat->fd);
    seat->fd = -1;
    seat->table->lost++;
}

static void take(struct seat *seat) {
    ssize_t got = read(seat->fd, seat->buffer + seat->used, sizeof seat->buffer - seat->used - 1);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) {
        lose(seat);
        return;
    }
    seat->used += got;
    seat->buffer[seat->used] = 0;
    char *line = seat->buffer, *end;
    while ((end = strstr(line, "\r\n"))) {
        *end = 0;
        hear(seat, line);
        line = end + 2;
    }
    seat->used -= line - seat->buffer;
    memmove(seat->buffer, line, seat->used);
}

static void join(struct table *table, struct seat *four) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(table->port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    for (int i = 0; i < SEATS; i++) {
        int one = 1;
        char line[8];
        struct seat *seat = &four[i];
        seat->table = table;
        seat->fd = socket(AF_INET, SOCK_STREAM, 0);
        if (seat->fd < 0) die("socket");
        if (connect(seat->fd, (struct sockaddr *)&address, sizeof address)) die("connect");
        setsockopt(seat->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        fcntl(seat->fd, F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = seat};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, seat->fd, &event)) die("epoll_ctl");
        if (write(seat->fd, line, sprintf(line, "IAM%c\r\n", "NESW"[i])) < 0) die("write");
    }
}

static void turn(void) {
    struct epoll_event events[EVENTS];
    double wait = answers_number ? answers[first_answer].due - now() : 0.1;
    int ready = epoll_wait(poller, events, EVENTS, wait <= 0 ? 0 : (int)(1000 * (wait < 0.1 ? wait : 0.1)) + 1);
    if (ready < 0 && errno != EINTR) die("epoll_wait");
    for (int i = 0; i < ready; i++) take(events[i].data.ptr);
    while (answers_number && answers[first_answer].due <= now()) {
        struct seat *seat = answers[first_answer].seat;
        first_answer = (first_answer + 1) % answers_size;
        answers_number--;
        put(seat);
    }
}

static int all_play(void) {
    for (int i = 0; i < tables_number; i++)
        if (!tables[i].cards) return 0;
    return 1;
}

static int by_size(const void *one, const void *other) {
    float a = *(const float *)one, b = *(const float *)other;
    return (a > b) - (a < b);
}

static void report(void) {
    int broken = 0;
    for (int i = 0; i < tables_number; i++) broken += tables[i].lost > 0 || !tables[i].cards;
    qsort(times, times_number, sizeof *times, by_size);
    size_t last = times_number ? times_number - 1 : 0;
    printf("%zu %f %f %f %d\n", times_number, times_number ? times[times_number / 2] : 0,
           times_number ? times[times_number * 99 / 100] : 0, times_number ? times[last] : 0, broken);
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    pace = atof(argv[1]);
    int at_once = atoi(argv[4]);
    while (tables_number < MOST_TABLES && scanf("%d", &tables[tables_number].port) == 1) tables_number++;
    seats = calloc((size_t)tables_number * SEATS, sizeof *seats);
    answers_size = (size_t)tables_number * SEATS + 1;
    answers = calloc(answers_size, sizeof *answers);
    poller = epoll_create1(0);
    if (!seats || !answers || poller < 0) die("start");
    double settling = atof(argv[3]), until = now() + settling;
    while ((joined < tables_number || !all_play()) && now() < until) {
        for (; joined < tables_number && joined - dealt < at_once; joined++, until = now() + settling)
            join(&tables[joined], &seats[(size_t)joined * SEATS]);
        turn();
    }
    times_number = 0;
    for (int i = 0; i < tables_number; i++) tables[i].cards = 0;
    puts("begin");
    fflush(stdout);
    for (until = now() + atof(argv[2]); now() < until;) turn();
    report();
    return 0;
}
