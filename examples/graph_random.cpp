// A complete client of the graph game in C++: it plays at random over TCP, on Linux and macOS, without any library.
//
//     g++ -std=c++17 -O2 -o graph_random graph_random.cpp
//     ./graph_random HOST PORT
//
// It prints every line that it receives and sends.
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

using Graph = vector<set<int>>;  // the neighbours of every vertex; edges that were walked are gone

mt19937 generator{random_device{}()};

// Moves the token along an edge, which vanishes.
void walk(Graph& graph, int& token, int vertex) {
    graph[token].erase(vertex);
    graph[vertex].erase(token);
    token = vertex;
}

// Any neighbour of the token. This is where your own idea goes.
int choose(const Graph& graph, int token) {
    const set<int>& open = graph[token];
    return *next(open.begin(), generator() % open.size());
}

// The graph of a 200 line: <vertices> <token> <edges> <u v> <u v> ...
void read_graph(istream& words, Graph& graph, int& token) {
    int vertices, edges, u, v;
    words >> vertices >> token >> edges;
    graph.assign(vertices, {});
    while (edges-- > 0 && words >> u >> v) {
        graph[u].insert(v);
        graph[v].insert(u);
    }
}

// A connection to the server; -1 when there is none.
int connect_to(const char* host, const char* port) {
    addrinfo hints{}, *found;
    hints.ai_socktype = SOCK_STREAM;
    if (getaddrinfo(host, port, &hints, &found) != 0)
        return -1;
    int server = -1;
    for (addrinfo* address = found; address && server < 0; address = address->ai_next) {
        server = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
        if (server >= 0 && connect(server, address->ai_addr, address->ai_addrlen) != 0) {
            close(server);
            server = -1;
        }
    }
    freeaddrinfo(found);
    return server;
}

// One line without its end. TCP delivers bytes, not lines: one piece may bring half a line, so read until there is one.
bool read_line(FILE* server, string& line) {
    line.clear();
    int byte;
    while ((byte = fgetc(server)) != EOF && byte != '\n')
        line += char(byte);
    return byte != EOF;
}

int main(int argc, char* argv[]) {
    if (argc != 3) {
        cerr << "usage: graph_random HOST PORT" << endl;
        return 1;
    }
    int server = connect_to(argv[1], argv[2]);
    if (server < 0) {
        cerr << "cannot connect to " << argv[1] << " port " << argv[2] << endl;
        return 1;
    }
    int on = 1;
    setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);  // small messages should not wait for more
    FILE* lines = fdopen(server, "r");
    Graph graph;
    int token = 0;
    for (string line; read_line(lines, line);) {
        cout << "Received: " << line << endl;
        stringstream words(line);
        int code, vertex;
        words >> code;
        if (code == 200) {  // the game begins; the one who moves second sees the graph after the first move
            read_graph(words, graph, token);
        } else if (code == 220) {  // the opponent's move
            words >> vertex;
            walk(graph, token, vertex);
        } else {  // 230 and above: the game is over
            return 0;
        }
        vertex = choose(graph, token);
        walk(graph, token, vertex);
        string answer = "210 " + to_string(vertex) + "\n";
        if (send(server, answer.data(), answer.size(), 0) != ssize_t(answer.size()))
            break;
        cout << "Sent: 210 " << vertex << endl;
    }
    return 1;  // the server is gone and has not said how the game ended
}
