// Kierki for the trainer of its network: many deals at once, a thread for each in CUDA, one after the other in C++.
//
// The rules, `duck` and `heuristic` are those of stolik/players/kierki_*.py, and `sensible` nearly; what a seat sees is laid
// out as in stolik/players/kierki_network.py. The trainer writes the tables of numbers in front of this text.

#ifdef __CUDACC__
#define DEVICE __device__ static inline
#define POPCOUNT(x) __popcll(x)
#define LOWEST(x) (__ffsll((long long)(x)) - 1)
#define HIGHEST(x) (63 - __clzll((long long)(x)))
#include <cuda_bf16.h>
typedef __nv_bfloat16 Number;
#else
#include <cmath>
#define DEVICE static inline
#define POPCOUNT(x) __builtin_popcountll(x)
#define LOWEST(x) __builtin_ctzll(x)
#define HIGHEST(x) (63 - __builtin_clzll(x))
typedef float Number;
#endif

typedef long long Int;
typedef unsigned long long Word;

// A deal in progress, a row of whole numbers.
enum {
    HANDS = 0, VOIDS = 4, GONE = 8, KIND = 9, NUMBER = 10, LEADER = 11, COUNT = 12, BEST = 13, TAKER = 14, COST = 15,
    LEFT = 16, TAKEN = 17,
    PLAYED = 21,   // four places: what each seat has played
    LED = 25, THROWN_OFF = 26, ON_TABLE = 27,
    NOT_DUCK = 28, // four places: the cards that a seat cannot have if it plays as duck
    BROKEN = 32,   // four places: how often it played one of those
    WHEN = 36,     // four places, by suit: the number of the trick in which each card was played, four bits a card
    WAYS = 40,     // four places
    CHANCE = 44, WIDTH = 45
};
enum { RANDOM = 0, DUCK = 1, HEURISTIC = 2, SENSIBLE = 3, NETWORK = 4 };

#define DECK ((1LL << 52) - 1)
#define ONE_SUIT ((1LL << 13) - 1)
#define TWOS (1LL | 1LL << 13 | 1LL << 26 | 1LL << 39)

DEVICE Int suit_of(Int card) { return card * 79 >> 10; }
DEVICE Int suit_set(Int suit) { return ONE_SUIT << (13 * suit); }

DEVICE Int below(Int *deal, Int bound) {
    Word mixed = (Word)deal[CHANCE] + 0x9E3779B97F4A7C15ULL;
    deal[CHANCE] = (Int)mixed;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    mixed ^= mixed >> 31;
    return (Int)(((mixed >> 33) * (Word)bound) >> 31);
}
DEVICE double share(Int *deal) { return below(deal, 1LL << 31) / 2147483648.0; }
DEVICE Int nth(Int cards, Int place) {
    for (; place; place--) cards &= cards - 1;
    return LOWEST(cards);
}

DEVICE Int playable(const Int *deal, Int hand) {
    if (deal[COUNT]) {
        Int following = hand & suit_set(suit_of(deal[BEST]));
        if (following) return following;
    }
    return hand;
}
DEVICE Int actor_of(const Int *deal) { return (deal[LEADER] + deal[COUNT]) & 3; }
DEVICE bool settled(const Int *deal) { return deal[LEFT] == 0 || deal[NUMBER] > 13; }

// The cards that somebody who plays this card cannot have beside it, if it plays as duck.
DEVICE Int ruled_out(const Int *deal, Int card) {
    Int suit = suit_of(card), rank = card - 13 * suit;
    Int lower_ranks = TWOS * ((1LL << rank) - 1), same_rank = TWOS << rank, before = (1LL << card) - 1;
    if (deal[COUNT] == 0) return lower_ranks | (same_rank & before);
    Int best = deal[BEST];
    if (suit_of(best) != suit) return (DECK & ~lower_ranks & ~same_rank) | (same_rank & ~before & ~(1LL << card));
    if (card > best) return suit_set(suit) & before;
    return ((1LL << best) - 1) & ~before & ~(1LL << card);
}

DEVICE void put(Int *deal, Int card) {
    Int seat = actor_of(deal), bit = 1LL << card, suit = suit_of(card);
    deal[BROKEN + seat] += (deal[NOT_DUCK + seat] & bit) != 0;
    deal[NOT_DUCK + seat] |= ruled_out(deal, card);
    deal[PLAYED + seat] |= bit;
    deal[WHEN + suit] |= deal[NUMBER] << (4 * (card - 13 * suit));
    deal[ON_TABLE] |= bit;
    deal[HANDS + seat] &= ~bit;
    deal[GONE] |= bit;
    deal[COST] += POINTS[deal[KIND]][card];
    if (deal[COUNT] == 0) {
        deal[LED] |= bit;
        deal[BEST] = card;
        deal[TAKER] = seat;
    } else {
        Int asked = suit_of(deal[BEST]);
        if (suit != asked) {
            deal[VOIDS + asked] |= 1LL << seat;
            deal[THROWN_OFF] |= bit;
        } else if (card > deal[BEST]) {
            deal[BEST] = card;
            deal[TAKER] = seat;
        }
    }
    if (++deal[COUNT] == 4) {
        deal[TAKEN + deal[TAKER]] += deal[COST];
        deal[LEFT] -= deal[COST];
        deal[LEADER] = deal[TAKER];
        deal[COUNT] = 0;
        deal[ON_TABLE] = 0;
        deal[NUMBER]++;
        deal[COST] = deal[NUMBER] <= 13 ? OWN_POINTS[deal[KIND]][deal[NUMBER]] : 0;
    }
}

DEVICE Int ranks(Int cards) { return (cards | cards >> 13 | cards >> 26 | cards >> 39) & ONE_SUIT; }

DEVICE Int duck(const Int *deal, Int hand) {
    Int legal = playable(deal, hand);
    if (deal[COUNT] == 0) return LOWEST(legal & (TWOS << LOWEST(ranks(legal))));
    Int best = deal[BEST];
    if (legal & suit_set(suit_of(best))) {
        Int under = legal & ((1LL << best) - 1);
        return under ? HIGHEST(under) : LOWEST(legal);
    }
    return HIGHEST(legal & (TWOS << HIGHEST(ranks(legal))));
}

// The estimate of heuristic.

DEVICE double cost_of(Int kind, Int cards) {
    Int points = 0;
    for (int level = 0; level < LEVELS && LEVEL_COSTS[kind][level]; level++)
        points += LEVEL_COSTS[kind][level] * POPCOUNT(cards & LEVEL_CARDS[kind][level]);
    return (double)points;
}
DEVICE double thrown(Int kind, Int cards) {
    double points = 0, chance = 1;
    for (int level = 0; level < LEVELS && LEVEL_COSTS[kind][level]; level++) {
        double none = NOT_HELD[POPCOUNT(cards & LEVEL_CARDS[kind][level])];
        points += chance * (1 - none) * LEVEL_COSTS[kind][level];
        chance *= none;
    }
    return points;
}
DEVICE Int holders_of(const Int *deal, Int suit, Int seat) { return 3 - POPCOUNT(deal[VOIDS + suit] & ~(1LL << seat)); }
DEVICE double danger_of(Int kind, Int held, Int out, Int holders, double price) {
    double danger = 0, comes = 1;
    Int lost = 0, many = POPCOUNT(out), a_round = holders < LOST_A_ROUND ? holders : LOST_A_ROUND;
    while (held) {
        Int card = LOWEST(held);
        held &= held - 1;
        double chance = LONG_CARD;
        if (many > lost) {
            Int lower = POPCOUNT(out & ((1LL << card) - 1)) - lost;
            chance = UNDER[holders][lower > 0 ? lower : 0][many - lost][holders];
        }
        danger += comes * chance * (price + POINTS[kind][card]);
        comes *= NEXT_ROUND;
        lost += a_round;
    }
    return danger;
}
DEVICE double lead_risk(Int rest, Int out, Int holders, double price) {
    if (!rest) return INFINITY;
    return price * UNDER[holders][POPCOUNT(out & ((1LL << LOWEST(rest)) - 1))][POPCOUNT(out)][holders];
}

// What heuristic plays; `costs` has what every playable card looks like, if there is a choice.
DEVICE Int weigh(const Int *deal, Int hand, double *costs) {
    Int legal = playable(deal, hand);
    if (!(legal & (legal - 1))) return LOWEST(legal);
    Int kind = deal[KIND], number = deal[NUMBER], best = deal[COUNT] ? deal[BEST] : -1;
    Int seat = actor_of(deal), unseen = DECK & ~deal[GONE] & ~hand;
    double prices[4], risks[4], whole = cost_of(kind, unseen);
    for (int suit = 0; suit < 4; suit++) {
        Int out = unseen & suit_set(suit);
        double inside = whole ? cost_of(kind, out) : 0.0;
        double rounds = POPCOUNT((unseen | hand) & suit_set(suit)) / 4.0;
        prices[suit] = inside / (rounds > 1 ? rounds : 1.0)
            + (LATER_TRICKS[kind][number] + THROWN * (whole - inside)) / (13 - number);
        risks[suit] = lead_risk(hand & suit_set(suit), out, holders_of(deal, suit, seat), prices[suit]);
    }
    Int choice = -1, at = -1, held = 0, out = 0, holders = 0;
    double least = INFINITY, danger = 0;
    for (; legal; legal &= legal - 1) {
        Int card = LOWEST(legal), suit = suit_of(card);
        double price = prices[suit];
        if (suit != at) {
            at = suit, held = hand & suit_set(suit), out = unseen & suit_set(suit);
            holders = holders_of(deal, suit, seat);
            danger = danger_of(kind, held, out, holders, price);
        }
        Int rest = held & ~(1LL << card);
        double later = danger_of(kind, rest, out, holders, price) - danger;
        double cost = LATER * (rest ? later : later - VOID);
        if (best < 0 || (card > best && suit == suit_of(best))) {
            Int followers = 0, after = 3 - deal[COUNT], lower = out & ((1LL << card) - 1);
            for (Int place = 1; place <= after; place++) followers += 1 - (deal[VOIDS + suit] >> ((seat + place) & 3) & 1);
            double added = 0, throwing = (double)(after - followers);
            if (followers) {
                throwing += followers * RAN_OUT[holders][POPCOUNT(out)];
                added = cost_of(kind, lower) * followers / holders;
            }
            if (throwing > 0) added += throwing * thrown(kind, unseen & ~suit_set(suit));
            double chance = UNDER[holders][POPCOUNT(lower)][POPCOUNT(out)][followers];
            double risk = risks[suit];
            if (!rest || card < LOWEST(rest)) risk = lead_risk(rest, out, holders, price);
            for (int other = 0; other < 4; other++)
                if (other != suit && risks[other] < risk) risk = risks[other];
            if (!(risk < INFINITY)) risk = 0;
            cost += chance * (deal[COST] + POINTS[kind][card] + added + risk);
        }
        costs[card] = cost;
        if (cost < least) choice = card, least = cost;
    }
    return choice;
}
DEVICE Int sensible(Int *deal, Int hand, double *costs) {
    Int favourite = weigh(deal, hand, costs), legal = playable(deal, hand);
    double left = share(deal) - AGREES;
    if (left < 0 || !(legal & (legal - 1))) return favourite;
    if (left < STRAYS) return nth(legal, below(deal, POPCOUNT(legal)));
    double whole = 0, scale = SCALES[deal[KIND]];
    for (Int cards = legal; cards; cards &= cards - 1) whole += exp((costs[favourite] - costs[LOWEST(cards)]) * scale);
    left = share(deal) * whole;
    for (; legal; legal &= legal - 1) {
        Int card = LOWEST(legal);
        left -= exp((costs[favourite] - costs[card]) * scale);
        if (left < 0) return card;
    }
    return favourite;
}
DEVICE Int choose(Int *deal, Int hand, Int way) {
    double costs[52];
    if (way == DUCK) return duck(deal, hand);
    if (way == HEURISTIC) return weigh(deal, hand, costs);
    if (way == SENSIBLE) return sensible(deal, hand, costs);
    Int legal = playable(deal, hand);
    return nth(legal, below(deal, POPCOUNT(legal)));
}

// Plays on until the network has a choice to make; whether it has.
DEVICE bool play_on(Int *deal) {
    while (!settled(deal)) {
        Int seat = actor_of(deal), hand = deal[HANDS + seat], legal = playable(deal, hand);
        if (!(legal & (legal - 1))) put(deal, LOWEST(legal));
        else if (deal[WAYS + seat] == NETWORK) return true;
        else put(deal, choose(deal, hand, deal[WAYS + seat]));
    }
    return false;
}

DEVICE void new_deal(Int *deal, Int kind, Int first, Int seed) {
    for (int at = 0; at < WAYS; at++) deal[at] = 0;
    deal[CHANCE] = seed;
    deal[KIND] = kind, deal[NUMBER] = 1, deal[LEADER] = first;
    deal[COST] = OWN_POINTS[kind][1], deal[LEFT] = DEAL_POINTS[kind];
    Int cards = DECK;
    for (int seat = 0; seat < 4; seat++)
        for (int card = 0; card < 13; card++) {
            Int bit = 1LL << nth(cards, below(deal, POPCOUNT(cards)));
            cards ^= bit;
            deal[HANDS + seat] |= bit;
        }
}

// What the seat to play sees, as numbers from 0 to 1: planes of 52 cards, then the rest.
enum { PLANES = 19, SIGHT = 1072 };

DEVICE void look(const Int *deal, Number *sight) {
    Int me = actor_of(deal), hand = deal[HANDS + me], unseen = DECK & ~deal[GONE] & ~hand;
    Int planes[PLANES];
    planes[0] = hand;
    planes[1] = playable(deal, hand);
    for (int at = 0; at < 4; at++) planes[2 + at] = deal[PLAYED + ((me + at) & 3)];
    for (int at = 1; at < 4; at++) {
        Int seat = (me + at) & 3, may = unseen;
        for (int suit = 0; suit < 4; suit++)
            if (deal[VOIDS + suit] >> seat & 1) may &= ~suit_set(suit);
        planes[5 + at] = deal[PLAYED + seat] & deal[ON_TABLE];
        planes[11 + at] = deal[NOT_DUCK + seat] & unseen;
        planes[14 + at] = may;
    }
    planes[9] = deal[LED], planes[10] = deal[THROWN_OFF], planes[11] = 0, planes[18] = unseen;
    for (int plane = 0; plane < PLANES; plane++)
        for (int card = 0; card < 52; card++) sight[52 * plane + card] = (Number)(float)(planes[plane] >> card & 1);
    for (int card = 0; card < 52; card++) {
        Int suit = suit_of(card);
        sight[52 * 11 + card] = (Number)((float)(deal[WHEN + suit] >> (4 * (card - 13 * suit)) & 15) / 13.0f);
    }
    Number *rest = sight + 52 * PLANES;
    for (int at = 0; at < SIGHT - 52 * PLANES; at++) rest[at] = (Number)0.0f;
    rest[deal[NUMBER] - 1] = (Number)1.0f;
    rest[13 + deal[COUNT]] = (Number)1.0f;
    if (deal[COUNT]) {
        rest[17 + deal[BEST]] = (Number)1.0f;
        rest[69 + ((deal[TAKER] - me) & 3) - 1] = (Number)1.0f;
    }
    float whole = (float)DEAL_POINTS[deal[KIND]];
    rest[72] = (Number)((float)deal[COST] / whole);
    rest[73] = (Number)((float)deal[LEFT] / whole);
    for (int at = 0; at < 4; at++) rest[74 + at] = (Number)((float)deal[TAKEN + ((me + at) & 3)] / whole);
    for (int at = 1; at < 4; at++) {
        Int broken = deal[BROKEN + ((me + at) & 3)];
        rest[77 + at] = (Number)((float)(broken < 3 ? broken : 3) / 3.0f);
    }
}

// What the trainer calls, for every deal or for those that wait.

#ifdef __CUDACC__
#define FOR_EACH(name, parameters, arguments, ...) \
    __global__ void name##_each parameters { \
        Int at = blockIdx.x * (Int)blockDim.x + threadIdx.x; \
        if (at < many) __VA_ARGS__ \
    } \
    extern "C" void name(void *stream, IN_BRACKETS parameters) { \
        name##_each<<<(many + 127) / 128, 128, 0, (cudaStream_t)stream>>> arguments; \
    }
#else
#define FOR_EACH(name, parameters, arguments, ...) \
    extern "C" void name(void *, IN_BRACKETS parameters) { \
        for (Int at = 0; at < many; at++) __VA_ARGS__ \
    }
#endif
#define IN_BRACKETS(...) __VA_ARGS__

FOR_EACH(begin, (Int many, Int *deals, const Int *kinds, const Int *ways, Int seed), (many, deals, kinds, ways, seed), {
    Int *deal = deals + at * WIDTH;
    new_deal(deal, kinds[at], at & 3, (Int)(((Word)seed << 32) + (Word)at * 0xD1342543DE82EF95ULL));
    for (int seat = 0; seat < 4; seat++) deal[WAYS + seat] = ways[4 * at + seat];
})

FOR_EACH(play, (Int many, Int *deals, bool *waits), (many, deals, waits), {
    if (waits[at]) waits[at] = play_on(deals + at * WIDTH);
})

FOR_EACH(see, (Int many, const Int *deals, const Int *which, Number *sights, Int *facts),
         (many, deals, which, sights, facts), {
    const Int *deal = deals + which[at] * WIDTH;
    look(deal, sights + at * SIGHT);
    Int me = actor_of(deal), *fact = facts + 4 * at;
    fact[0] = me;
    fact[1] = deal[KIND];
    fact[2] = deal[TAKEN + me];
    fact[3] = playable(deal, deal[HANDS + me]);
})

FOR_EACH(act, (Int many, Int *deals, const Int *which, const Int *cards), (many, deals, which, cards), {
    put(deals + which[at] * WIDTH, cards[at]);
})
