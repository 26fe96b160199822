/* Cribbage as rulesets/cribbage.rules has it, with the default of every option and choice, by hand. Card 4 * rank + suit
   is of that rank and suit, aces 0; hands are sets of cards, a bit each. */

#include "stream.h"

enum { GOAL = 121, DEALT = 6, KEPT = 4, MOST = 31, JACK = 10 };

static const uint64_t deck = (1ull << 52) - 1, suit = 0x1111111111111;

typedef struct {
    int points[2], pegged[2], over;
    long hands, in_hands, cribs, in_cribs, rounds, dealers, against, ahead[2];
} Game;

static inline int lowest(uint64_t cards) { return __builtin_ctzll(cards); }

static inline int worth(int card) { return card / 4 < 10 ? card / 4 + 1 : 10; }

static inline uint64_t draw(Stream *stream, uint64_t *cards) {
    uint64_t card = *cards;
    for (uint64_t before = below(stream, __builtin_popcountll(*cards)); before; before--) card &= card - 1;
    card &= -card;
    *cards ^= card;
    return card;
}

static void peg(Game *game, int one, int amount) {
    if (game->over || !amount) return;
    int gained = amount < GOAL - game->points[one] ? amount : GOAL - game->points[one];
    game->points[one] += gained, game->pegged[one] += gained;
    game->over = game->points[one] == GOAL;
}

/* ---- the play */

static int find_run(const int ranks[], int played) {
    int longest = 1;
    unsigned seen = 0;
    for (int length = 1, low = 13, high = 0; length <= 7 && length <= played; length++) {
        int rank = ranks[played - length];
        if (seen >> rank & 1) break;
        seen |= 1u << rank;
        if (rank < low) low = rank;
        if (rank > high) high = rank;
        if (high - low == length - 1) longest = length;
    }
    return longest;
}

static void lay_down(Game *game, int one, int ranks[], int played, int running) {
    static const int alike_points[] = {0, 0, 2, 6, 12};
    int alike = 1, run = find_run(ranks, played);
    while (alike < 4 && alike < played && ranks[played - alike - 1] == ranks[played - 1]) alike++;
    if (running == 15 || running == MOST) peg(game, one, 2);
    peg(game, one, alike_points[alike]);
    if (run > 2) peg(game, one, run);
}

static int find_fitting(uint64_t held, int running) { return held && running + worth(lowest(held)) <= MOST; }

static void play_out(Game *game, const uint64_t kept[], int dealer) {
    uint64_t held[] = {kept[0], kept[1]};
    int turn = 1 - dealer, last = dealer;
    while (!game->over && (held[0] | held[1])) {
        int ranks[2 * KEPT], played = 0, running = 0;
        while (!game->over && (find_fitting(held[0], running) || find_fitting(held[1], running))) {
            if (find_fitting(held[turn], running)) {
                int card = lowest(held[turn]);
                held[turn] &= held[turn] - 1;
                running += worth(card), ranks[played++] = card / 4, last = turn;
                lay_down(game, turn, ranks, played, running);
            }
            turn = 1 - turn;
        }
        if (running < MOST) peg(game, last, 1);
        turn = 1 - last;
    }
}

/* ---- the show */

static int count_combinations(const int cards[]) {
    int points = 0, longest = 3, rows = 0;
    for (unsigned part = 1; part < 1u << (KEPT + 1); part++) {
        int total = 0, size = 0, alike = 1;
        unsigned ranks = 0;
        for (int at = 0; at <= KEPT; at++)
            if (part >> at & 1) {
                total += worth(cards[at]), size++;
                alike &= !(ranks >> cards[at] / 4 & 1);
                ranks |= 1u << cards[at] / 4;
            }
        if (total == 15) points += 2;
        if (size == 2 && !alike) points += 2;
        unsigned row = ranks >> __builtin_ctz(ranks);
        if (size < longest || !alike || row & (row + 1)) continue;
        if (size > longest) longest = size, rows = 0;
        rows++;
    }
    return points + longest * rows;
}

static int count_hand(uint64_t kept, uint64_t starter, int is_crib) {
    int cards[KEPT + 1] = {lowest(starter)}, at = 1, turned = lowest(starter) % 4;
    for (uint64_t left = kept; left; left &= left - 1) cards[at++] = lowest(left);
    int points = count_combinations(cards), own = lowest(kept) % 4;
    if (!(kept & ~(suit << own))) points += own == turned ? 5 : is_crib ? 0 : 4;
    return points + (kept >> (4 * JACK + turned) & 1);
}

/* What the hands and the crib will count is known as soon as the starter is cut. */

typedef struct {
    int hands[2], crib;
} Counted;

static Counted look_ahead(Game *game, const uint64_t kept[], uint64_t crib, uint64_t starter, int dealer) {
    Counted found = {{count_hand(kept[0], starter, 0), count_hand(kept[1], starter, 0)}, count_hand(crib, starter, 1)};
    game->ahead[0] += found.hands[dealer] + found.crib;
    game->ahead[1] += found.hands[1 - dealer] - found.crib;
    return found;
}

static void show(Game *game, const Counted *found, int dealer) {
    for (int at = 0; at < 2 && !game->over; at++) {
        int one = at ? dealer : 1 - dealer;
        game->hands++, game->in_hands += found->hands[one];
        peg(game, one, found->hands[one]);
    }
    if (game->over) return;
    game->cribs++, game->in_cribs += found->crib;
    peg(game, dealer, found->crib);
}

/* ---- a hand, and the game */

static void play_hand(Game *game, Stream *stream, int dealer) {
    uint64_t stock = deck, kept[2] = {0}, crib = 0;
    game->pegged[0] = game->pegged[1] = 0;
    for (int card = 0; card < DEALT; card++) {
        kept[1 - dealer] |= draw(stream, &stock);
        kept[dealer] |= draw(stream, &stock);
    }
    for (int one = 0; one < 2; one++)
        for (int card = KEPT; card < DEALT; card++) crib |= kept[one] & -kept[one], kept[one] &= kept[one] - 1;
    uint64_t starter = draw(stream, &stock);
    Counted found = look_ahead(game, kept, crib, starter, dealer);
    if (lowest(starter) / 4 == JACK) peg(game, dealer, 2);
    if (!game->over) play_out(game, kept, dealer);
    if (!game->over) show(game, &found, dealer);
    game->rounds++, game->dealers += game->pegged[dealer], game->against += game->pegged[1 - dealer];
}

static int cut_for_deal(Stream *stream) {
    for (;;) {
        uint64_t stock = deck;
        int one = lowest(draw(stream, &stock)) / 4, other = lowest(draw(stream, &stock)) / 4;
        if (one != other) return other < one;
    }
}

static void play(Account *account, Stream stream) {
    Game game = {0};
    for (int dealer = cut_for_deal(&stream); !game.over; dealer = 1 - dealer) play_hand(&game, &stream, dealer);
    account->games++;
    account->wins[game.points[1] == GOAL]++;
    measure(account, 0, game.in_hands);
    measure(account, 1, game.in_cribs);
    measure(account, 2, game.dealers);
    measure(account, 3, game.against);
    for (int one = 0; one < 2; one++) measure(account, 4 + one, game.ahead[one]);
}
