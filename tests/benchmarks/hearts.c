/* Hearts as rulesets/classics/hearts.rules has it, with the default of every option, by hand. Card 4 * rank + suit is of
   that rank and suit; hands and what is won are sets of cards, a bit each. */

#include "stream.h"

enum { PLAYERS = 4, DEALT = 13, PASSED = 3, GOAL = 100, ALL_POINTS = 26 };

static const uint64_t deck = (1ull << 52) - 1, clubs = 0x1111111111111, hearts = clubs << 2;
static const uint64_t two_of_clubs = 1, queen_of_spades = 1ull << (4 * 10 + 3);

static inline uint64_t draw(Stream *stream, uint64_t *cards) {
    uint64_t card = *cards;
    for (uint64_t before = below(stream, __builtin_popcountll(*cards)); before; before--) card &= card - 1;
    card &= -card;
    *cards ^= card;
    return card;
}

static inline uint64_t find_playable(uint64_t held, int first, unsigned led, int beginning, int broken) {
    uint64_t suit = held & clubs << led, clean = held & ~(hearts | queen_of_spades);
    if (!first) return suit ? suit : beginning && clean ? clean : held;
    if (beginning) return two_of_clubs;
    return broken || !(held & ~hearts) ? held : held & ~hearts;
}

static void pass_cards(Stream *stream, uint64_t held[], unsigned distance) {
    uint64_t passed[PLAYERS] = {0};
    for (int one = 0; one < PLAYERS; one++)
        for (int card = 0; card < PASSED; card++) {
            uint64_t given = take(stream, held[one]);
            held[one] ^= given, passed[one] |= given;
        }
    for (int one = 0; one < PLAYERS; one++) held[(one + distance) % PLAYERS] |= passed[one];
}

static void play_round(Stream *stream, uint64_t held[], uint64_t won[]) {
    int leader = 0, beginning = 1, broken = 0;
    while (!(held[leader] & two_of_clubs)) leader++;
    while (held[leader]) {
        unsigned led = 0;
        uint64_t laid = 0, winning = 0;
        int taker = leader;
        for (int at = 0; at < PLAYERS; at++) {
            int one = (leader + at) % PLAYERS;
            uint64_t card = take_low(stream, find_playable(held[one], !laid, led, beginning, broken));
            if (!laid) led = __builtin_ctzll(card) % 4;
            if (!laid || (card & clubs << led && card > winning)) winning = card, taker = one;
            held[one] ^= card, laid |= card;
            broken |= !!(card & hearts);
        }
        won[taker] |= laid;
        leader = taker, beginning = 0;
    }
}

static void play(Account *account, Stream stream) {
    static const unsigned distances[] = {1, 3, 2, 0};
    long points[PLAYERS] = {0}, rounds = 0, moons = 0, over = 0;
    while (!over) {
        uint64_t stock = deck, held[PLAYERS] = {0}, won[PLAYERS] = {0};
        for (int one = 0; one < PLAYERS; one++)
            for (int card = 0; card < DEALT; card++) held[one] |= draw(&stream, &stock);
        if (distances[rounds % 4]) pass_cards(&stream, held, distances[rounds % 4]);
        rounds++;
        play_round(&stream, held, won);
        for (int one = 0; one < PLAYERS; one++) {
            long taken = __builtin_popcountll(won[one] & hearts) + (won[one] & queen_of_spades ? DEALT : 0);
            if (taken == ALL_POINTS) {
                moons++;
                for (int other = 0; other < PLAYERS; other++) points[other] += other == one ? 0 : ALL_POINTS;
            } else
                points[one] += taken;
        }
        for (int one = 0; one < PLAYERS; one++) over |= points[one] >= GOAL;
    }
    long least = points[0], all = 0;
    for (int one = 0; one < PLAYERS; one++) {
        if (points[one] < least) least = points[one];
        all += points[one];
    }
    for (int one = 0; one < PLAYERS; one++) account->wins[one] += points[one] == least;
    account->games++;
    measure(account, 0, rounds);
    measure(account, 1, all);
    measure(account, 2, moons);
}
