/* Four quick Kierki clients in one process, for measuring a server: each plays its first legal card.
 *
 *   kierki_seats PORT           plays a whole match as N, E, S and W
 *   kierki_seats PORT echo N    instead sends N lines, over the four connections in turn, waiting for each echo
 *
 * It prints the seconds that it took, and ends with 0 when the server closed every connection.
 */
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct seat {
    int fd;
    char buffer[1 << 16];
    size_t used;
    char hand[13][4];
    int cards;
};

static struct seat seats[4];

static void die(const char *what) {
    perror(what);
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

static void send_all(int fd, const char *text, size_t length) {
    if (write(fd, text, length) != (ssize_t)length) die("write");
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
}

/* The trick's number is one digit or two: the reading whose rest is a list of cards is the right one. */
static const char *after_number(const char *text) {
    const char *rest = text + 1;
    if (!*rest || is_card(rest)) return rest;
    return text + 2;
}

static void answer(struct seat *seat, const char *text) {
    const char *table = after_number(text);
    int chosen = -1;
    if (*table) {
        char suit = table[card_length(table) - 1];
        for (int i = 0; i < seat->cards && chosen < 0; i++)
            if (seat->hand[i][strlen(seat->hand[i]) - 1] == suit) chosen = i;
    }
    if (chosen < 0) chosen = 0;
    char line[32];
    int length = sprintf(line, "TRICK%.*s%s\r\n", (int)(table - text), text, seat->hand[chosen]);
    memmove(seat->hand[chosen], seat->hand[chosen + 1], (12 - chosen) * sizeof seat->hand[0]);
    seat->cards--;
    send_all(seat->fd, line, length);
}

static void hear(struct seat *seat, const char *line) {
    if (strncmp(line, "DEAL", 4) == 0) deal(seat, line + 6);
    else if (strncmp(line, "TRICK", 5) == 0) answer(seat, line + 5);
    else if (strncmp(line, "WRONG", 5) == 0) { fprintf(stderr, "a card was refused\n"); exit(1); }
}

/* Reads what is there; returns 0 when the peer has closed. */
static int take(struct seat *seat) {
    ssize_t got = read(seat->fd, seat->buffer + seat->used, sizeof seat->buffer - seat->used - 1);
    if (got < 0) die("read");
    if (got == 0) return 0;
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
    return 1;
}

static void join(int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    for (int i = 0; i < 4; i++) {
        int one = 1;
        seats[i].fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(seats[i].fd, (struct sockaddr *)&address, sizeof address)) die("connect");
        setsockopt(seats[i].fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    }
}

static void play(void) {
    struct pollfd polled[4];
    int open = 4;
    for (int i = 0; i < 4; i++) {
        char line[16];
        send_all(seats[i].fd, line, sprintf(line, "IAM%c\r\n", "NESW"[i]));
        polled[i] = (struct pollfd){.fd = seats[i].fd, .events = POLLIN};
    }
    while (open) {
        if (poll(polled, 4, -1) < 0) die("poll");
        for (int i = 0; i < 4; i++)
            if (polled[i].revents && !take(&seats[i])) {
                close(seats[i].fd);
                polled[i].fd = -1;
                open--;
            }
    }
}

static void echo(long lines) {
    char line[64];
    for (long i = 0; i < lines; i++) {
        int fd = seats[i % 4].fd;
        send_all(fd, "TRICK710C\r\n", 11);
        if (read(fd, line, sizeof line) != 11) die("echo");
    }
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    join(atoi(argv[1]));
    double start = seconds();
    if (argc == 4) echo(atol(argv[3]));
    else play();
    printf("%.6f\n", seconds() - start);
    return 0;
}
