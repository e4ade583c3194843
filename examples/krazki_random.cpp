// A complete Krążki client in C++: it plays at random on standard input and output.
//
//     g++ -std=c++17 -O2 -o krazki_random krazki_random.cpp
//
// The server writes lines to our cin and reads our answers from our cout. Print nothing else there: notes for
// yourself go to cerr.
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace std;

using Move = pair<int, string>;  // a stack's number, and what is left of it

mt19937 generator{random_device{}()};

// Every legal move: one for each disc of our own colour, which goes with all that lies above it.
vector<Move> moves(const vector<string>& stacks, char colour) {
    vector<Move> found;
    for (size_t number = 0; number < stacks.size(); number++)
        for (size_t height = 0; height < stacks[number].size(); height++)  // discs are written from the bottom up
            if (stacks[number][height] == colour)
                found.push_back({number, stacks[number].substr(0, height)});
    return found;
}

// Any legal move. This is where your own idea goes.
Move choose(const vector<string>& stacks, char colour) {
    vector<Move> open = moves(stacks, colour);
    return open[generator() % open.size()];
}

// The stacks of a text such as |cbbcb|bcc|: nothing between two bars is an empty stack.
vector<string> read_stacks(const string& text) {
    vector<string> stacks;
    stringstream rest(text.substr(1));
    for (string stack; getline(rest, stack, '|');)
        stacks.push_back(stack);
    return stacks;
}

int main() {
    char colour = 'b';
    vector<string> stacks;
    for (string line; getline(cin, line);) {
        stringstream words(line);
        int code;
        words >> code;
        if (code == 200) {  // the game begins: our colour (b or c) and the stacks
            string text;
            words >> colour >> text;
            stacks = read_stacks(text);
        } else if (code == 220) {  // the opponent's move: a stack, and what is left of it, which may be nothing
            int number;
            string left;
            words >> number >> left;
            stacks[number] = left;
        } else {  // 230 and above: the game is over
            return 0;
        }
        auto [number, left] = choose(stacks, colour);
        stacks[number] = left;
        // endl also empties our buffer; with '\n' the answer could stay in it while our time runs out.
        cout << "210 " << number << (left.empty() ? "" : " ") << left << endl;
    }
    return 1;  // the server is gone and has not said how the game ended
}
