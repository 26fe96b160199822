/* The random stream of game number `game` under `seed`, as interpreter/chance.py says: SFC64 and bounded draws. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    uint64_t a, b, c, counter;
} Stream;

static inline uint64_t word(Stream *s) {
    uint64_t word = s->a + s->b + s->counter++;
    s->a = s->b ^ (s->b >> 11);
    s->b = s->c + (s->c << 3);
    s->c = ((s->c << 24) | (s->c >> 40)) + word;
    return word;
}

static inline Stream seeded(uint64_t seed, uint64_t game) {
    Stream s = {seed, game, 0, 1};
    for (int i = 0; i < 18; i++) word(&s);
    return s;
}

static inline uint64_t below(Stream *s, uint64_t count) {
    unsigned __int128 product = (unsigned __int128)word(s) * count;
    if (__builtin_expect((uint64_t)product < count, 0)) {
        uint64_t threshold = -count % count;
        while ((uint64_t)product < threshold) product = (unsigned __int128)word(s) * count;
    }
    return product >> 64;
}

/* Which of the answers that are offered, as bits, is taken: the highest, or with -DRANDOM any, drawn from the dice's
   stream. */

static inline uint64_t take(Stream *s, uint64_t offered) {
#ifdef RANDOM
    if (offered & (offered - 1))
        for (uint64_t before = below(s, __builtin_popcountll(offered)); before; before--) offered &= offered - 1;
    return offered & -offered;
#else
    return 1ull << (63 - __builtin_clzll(offered));
#endif
}

/* The same where the usual answer is the lowest. */

static inline uint64_t take_low(Stream *s, uint64_t offered) {
#ifdef RANDOM
    return take(s, offered);
#else
    return offered & -offered;
#endif
}

/* What a twin counts: who wins, and sums over games of each measure and of its square. */

typedef struct {
    long games, wins[8], sums[16], squares[16];
} Account;

static inline void measure(Account *account, int number, long value) {
    account->sums[number] += value;
    account->squares[number] += value * value;
}

/* `twin SEED GAMES` plays games 0 to GAMES - 1 and prints the account and the seconds of processor time. */

static void play(Account *account, Stream stream);

int main(int count, char **words) {
    uint64_t seed = count > 1 ? strtoull(words[1], 0, 10) : 0;
    long games = count > 2 ? strtol(words[2], 0, 10) : 100000;
    Account account = {0};
    clock_t start = clock();
    for (long game = 0; game < games; game++) play(&account, seeded(seed, game));
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("%f %ld %ld %ld", seconds, games, account.wins[0], account.wins[1]);
    for (int i = 0; i < 16; i++) printf(" %ld", account.sums[i]);
    printf("\n");
    return 0;
}
