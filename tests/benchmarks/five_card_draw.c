/* Five-card Draw as rulesets/classics/five_card_draw.rules has it, with the default of every option and choice, by hand:
   everybody checks and keeps all cards, so that a deal is a showdown. Card 4 * rank + suit is of that rank and suit;
   hands are sets of cards, a bit each. */

#include "stream.h"

enum { PLAYERS = 2, DEALT = 5, DEALS = 10, RANKS = 13, RANKINGS = 9 };

enum { HIGH_CARD, PAIR, TWO_PAIRS, THREE_ALIKE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_ALIKE, STRAIGHT_FLUSH };

static const uint64_t deck = (1ull << 52) - 1, clubs = 0x1111111111111;
static const unsigned wheel = 1u << 12 | 15, five = 1u << 3;

static inline uint64_t draw(Stream *stream, uint64_t *cards) {
    uint64_t card = *cards;
    for (uint64_t before = below(stream, __builtin_popcountll(*cards)); before; before--) card &= card - 1;
    card &= -card;
    *cards ^= card;
    return card;
}

/* How good a hand is: its ranking, and below that the ranks of which there are most, then the others. */

static long find_worth(uint64_t held) {
    unsigned alike[DEALT] = {0}, most = 1, lowest = __builtin_ctzll(held) % 4;
    for (int rank = 0; rank < RANKS; rank++) {
        unsigned many = __builtin_popcountll(held >> 4 * rank & 15);
        alike[many] |= 1u << rank;
        if (many > most) most = many;
    }
    unsigned top = alike[most], ranks = alike[1] | alike[2] | alike[3] | alike[4];
    unsigned row = ranks >> __builtin_ctz(ranks);
    int one_suit = !(held & ~(clubs << lowest)), in_row = row == 31 || ranks == wheel, ranking;
    switch (most) {
        case 1: ranking = one_suit ? in_row ? STRAIGHT_FLUSH : FLUSH : in_row ? STRAIGHT : HIGH_CARD; break;
        case 2: ranking = top & (top - 1) ? TWO_PAIRS : PAIR; break;
        case 3: ranking = alike[2] ? FULL_HOUSE : THREE_ALIKE; break;
        default: ranking = FOUR_ALIKE;
    }
    return ((long)ranking << 13 | (top == wheel ? five : top)) << 13 | (ranks & ~top);
}

static void play(Account *account, Stream stream) {
    long purse[PLAYERS] = {0}, dealt[RANKINGS] = {0};
    for (int deal = 0, dealer = 0; deal < DEALS; deal++, dealer = (dealer + 1) % PLAYERS) {
        uint64_t stock = deck;
        long worth[PLAYERS], best = -1, winners = 0;
        for (int at = 1; at <= PLAYERS; at++) {
            int one = (dealer + at) % PLAYERS;
            uint64_t held = 0;
            for (int card = 0; card < DEALT; card++) held |= draw(&stream, &stock);
            purse[one]--;
            worth[one] = find_worth(held);
            dealt[worth[one] >> 26]++;
            if (worth[one] > best) best = worth[one], winners = 0;
            winners += worth[one] == best;
        }
        long share = PLAYERS / winners, rest = PLAYERS % winners;
        for (int at = 1; at <= PLAYERS; at++) {
            int one = (dealer + at) % PLAYERS;
            if (worth[one] != best) continue;
            purse[one] += share + rest, rest = 0;
        }
    }
    long most = purse[0];
    for (int one = 1; one < PLAYERS; one++)
        if (purse[one] > most) most = purse[one];
    for (int one = 0; one < PLAYERS; one++) account->wins[one] += purse[one] == most;
    account->games++;
    for (int ranking = 0; ranking < RANKINGS; ranking++) measure(account, ranking, dealt[ranking]);
    measure(account, RANKINGS, DEALS);
}
