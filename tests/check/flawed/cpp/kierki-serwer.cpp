// A server of Kierki as a student may hand it in: it plays a match, and has five faults.
//
// 1. What one recv() returns is taken for one message.
// 2. accept() and the read of IAM block: a client that says nothing holds everybody.
// 3. Numbers are read with atoi(): "80x" is 80.
// 4. Who comes back hears TAKEN before DEAL.
// 5. SIGPIPE is not ignored, and nobody is accepted during the match: a fifth client gets no BUSY.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

using std::string;
using std::vector;

static const string SEATS = "NESW";
static const string RANKS = "23456789XJQKA";

struct Deal {
    int kind;
    int first;
    vector<string> hands[4];
};

static int timeout_ms = 5000;
static int listening;
static int sockets[4] = {-1, -1, -1, -1};
static string server_address;

static vector<string> cards_of(const string &text) {
    vector<string> cards;
    for (size_t at = 0; at < text.size();) {
        size_t length = text[at] == '1' ? 3 : 2;
        cards.push_back(text.substr(at, length));
        at += length;
    }
    return cards;
}

static char suit(const string &card) { return card.back(); }
static int rank(const string &card) { return (int)RANKS.find(card[0] == '1' ? 'X' : card[0]); }

static string address(int fd, bool peer) {
    sockaddr_in6 name{};
    socklen_t size = sizeof name;
    if (peer) getpeername(fd, (sockaddr *)&name, &size);
    else getsockname(fd, (sockaddr *)&name, &size);
    char text[INET6_ADDRSTRLEN];
    inet_ntop(AF_INET6, &name.sin6_addr, text, sizeof text);
    string ip = text;
    if (ip.rfind("::ffff:", 0) == 0) ip = ip.substr(7);
    return ip + ":" + std::to_string(ntohs(name.sin6_port));
}

static void report(const string &from, const string &to, const string &message) {
    timeval now{};
    gettimeofday(&now, nullptr);
    char stamp[64];
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", localtime(&now.tv_sec));
    printf("[%s,%s,%s.%03d] %s", from.c_str(), to.c_str(), stamp, (int)(now.tv_usec / 1000), message.c_str());
    fflush(stdout);
}

static void say(int fd, const string &text) {
    string line = text + "\r\n";
    report(address(fd, false), address(fd, true), line);
    if (write(fd, line.data(), line.size()) < 0) perror("write");
}

// Fault 1: one recv() is one message. Returns "" when the client is gone.
static string hear(int fd) {
    char buffer[1024];
    ssize_t size = recv(fd, buffer, sizeof buffer - 1, 0);
    if (size <= 0) return "";
    string message(buffer, size);
    report(address(fd, true), address(fd, false), message);
    return message;
}

// Fault 2: accepts one client, and waits for its IAM, whoever else waits. Returns the seat, or -1.
static int seat_newcomer() {
    int fd = accept(listening, nullptr, nullptr);
    if (fd < 0) return -1;
    string message = hear(fd);
    size_t seat = message.size() == 6 && message.rfind("IAM", 0) == 0 && message.substr(4) == "\r\n"
        ? SEATS.find(message[3]) : string::npos;
    if (seat == string::npos) {
        close(fd);
        return -1;
    }
    if (sockets[seat] >= 0) {
        string busy = "BUSY";
        for (int one = 0; one < 4; one++)
            if (sockets[one] >= 0) busy += SEATS[one];
        say(fd, busy);
        close(fd);
        return -1;
    }
    sockets[seat] = fd;
    return (int)seat;
}

static string joined(const vector<string> &cards) {
    string text;
    for (auto &card : cards) text += card;
    return text;
}

struct Match {
    Deal deal;
    vector<string> taken;
    vector<string> hands[4];
    int points[4] = {};

    string deal_line(int seat) { return "DEAL" + std::to_string(deal.kind) + SEATS[deal.first] + joined(deal.hands[seat]); }

    // Fault 4: the tricks are told before the deal.
    void tell_state(int seat) {
        for (auto &line : taken) say(sockets[seat], line);
        say(sockets[seat], deal_line(seat));
    }

    void wait_for_all() {
        while (std::count(sockets, sockets + 4, -1)) {
            int seat = seat_newcomer();
            if (seat >= 0) tell_state(seat);
        }
    }

    bool is_legal(int seat, const vector<string> &table, const string &card) {
        auto &hand = hands[seat];
        if (std::find(hand.begin(), hand.end(), card) == hand.end()) return false;
        if (table.empty() || suit(card) == suit(table[0])) return true;
        return std::none_of(hand.begin(), hand.end(), [&](auto &one) { return suit(one) == suit(table[0]); });
    }

    int cost(int number, const vector<string> &table) {
        int sum = 0;
        for (int kind = 1; kind <= 6; kind++) {
            if (deal.kind != kind && deal.kind != 7) continue;
            if (kind == 1) sum += 1;
            if (kind == 6 && (number == 7 || number == 13)) sum += 10;
            for (auto &card : table) {
                if (kind == 2) sum += suit(card) == 'H';
                if (kind == 3) sum += 5 * (card[0] == 'Q');
                if (kind == 4) sum += 2 * (card[0] == 'J' || card[0] == 'K');
                if (kind == 5) sum += 18 * (card == "KH");
            }
        }
        return sum;
    }

    // Asks until the seat has put a legal card.
    string card_of(int seat, int number, const vector<string> &table) {
        string question = "TRICK" + std::to_string(number) + joined(table);
        bool ask = true;
        while (true) {
            wait_for_all();
            if (ask) say(sockets[seat], question);
            ask = false;
            pollfd polled[4];
            for (int one = 0; one < 4; one++) polled[one] = {sockets[one], POLLIN, 0};
            int ready = poll(polled, 4, timeout_ms);
            if (ready == 0) ask = true;
            for (int one = 0; one < 4; one++) {
                if (!polled[one].revents) continue;
                string message = hear(sockets[one]);
                if (message.empty()) {
                    close(sockets[one]);
                    sockets[one] = -1;
                    ask = true;
                    continue;
                }
                string start = "TRICK" + std::to_string(number);
                string card = message.rfind(start, 0) == 0 ? message.substr(start.size()) : "";
                if (card.size() > 2 && card.substr(card.size() - 2) == "\r\n") card.resize(card.size() - 2);
                else card = "";
                if (one == seat && is_legal(seat, table, card)) return card;
                say(sockets[one], "WRONG" + std::to_string(number));
            }
        }
    }

    void play(int totals[4]) {
        for (int seat = 0; seat < 4; seat++) hands[seat] = deal.hands[seat];
        for (int seat = 0; seat < 4; seat++) say(sockets[seat], deal_line(seat));
        int leader = deal.first;
        for (int number = 1; number <= 13; number++) {
            vector<string> table;
            int best = 0;
            for (int turn = 0; turn < 4; turn++) {
                int seat = (leader + turn) % 4;
                string card = card_of(seat, number, table);
                table.push_back(card);
                hands[seat].erase(std::find(hands[seat].begin(), hands[seat].end(), card));
                if (suit(card) == suit(table[best]) && rank(card) > rank(table[best])) best = turn;
            }
            leader = (leader + best) % 4;
            points[leader] += cost(number, table);
            taken.push_back("TAKEN" + std::to_string(number) + joined(table) + SEATS[leader]);
            wait_for_all();
            for (int fd : sockets) say(fd, taken.back());
        }
        string score = "SCORE", total = "TOTAL";
        for (int seat = 0; seat < 4; seat++) {
            totals[seat] += points[seat];
            score += SEATS[seat] + std::to_string(points[seat]);
            total += SEATS[seat] + std::to_string(totals[seat]);
        }
        for (int fd : sockets) say(fd, score), say(fd, total);
    }
};

int main(int argc, char **argv) {
    int port = 0;
    string file;
    for (int opt; (opt = getopt(argc, argv, "p:f:t:")) != -1;) {
        if (opt == 'p') port = atoi(optarg);  // fault 3
        else if (opt == 't') timeout_ms = 1000 * atoi(optarg);
        else if (opt == 'f') file = optarg;
        else return 1;
    }
    std::ifstream in(file);
    if (file.empty() || !in || timeout_ms <= 0 || optind < argc) {
        std::cerr << "usage: kierki-serwer -f file [-p port] [-t timeout]\n";
        return 1;
    }
    listening = socket(AF_INET6, SOCK_STREAM, 0);
    sockaddr_in6 here{};
    here.sin6_family = AF_INET6;
    here.sin6_port = htons(port);
    if (bind(listening, (sockaddr *)&here, sizeof here) < 0 || listen(listening, 16) < 0) {
        perror("bind");
        return 1;
    }
    int totals[4] = {};
    bool seated = false;
    for (string head; std::getline(in, head);) {
        Match match;
        match.deal.kind = head[0] - '0';
        match.deal.first = (int)SEATS.find(head[1]);
        for (auto &hand : match.deal.hands) {
            string line;
            std::getline(in, line);
            hand = cards_of(line);
        }
        while (!seated && std::count(sockets, sockets + 4, -1)) seat_newcomer();
        seated = true;
        match.play(totals);
    }
    for (int fd : sockets) close(fd);
    return 0;
}
