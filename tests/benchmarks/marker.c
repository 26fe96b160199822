/* Marker baseball as rulesets/marker.rules has it, with the default of every option and nobody stealing, by hand. */

#include "stream.h"

static uint8_t total[216];

static void __attribute__((constructor)) prepare(void) {
    for (int i = 0; i < 216; i++) total[i] = i / 36 + i / 6 % 6 + i % 6 + 3;
}

typedef struct {
    long runs, hits, fouls, doubles;
} Side;

/* Bases are bits: 1 first, 2 second, 4 third; whoever gets beyond has scored. Gives the bases after a man is on. */

static inline unsigned score(Side *side, unsigned bases) {
    side->runs += __builtin_popcount(bases >> 3);
    return bases & 7;
}

static const uint8_t batter_bases[5] = {1, 1, 2, 2, 3}, runner_bases[5] = {1, 2, 2, 3, 3};

static void half(Stream *stream, Side *side, long *rolls) {
    unsigned outs = 0, bases = 0, strikes = 0, balls = 0, answer;
    while (outs < 3) {
        ++*rolls;
        unsigned thrown = total[below(stream, 216)];
        switch (thrown) {
        case 3:
            goto out;
        case 4: case 5: case 6:
            side->fouls++;
            if (strikes >= 2) goto out;
            ++*rolls;
            answer = total[below(stream, 216)];
            if (answer == 18) return;
            if (answer >= thrown + 5) goto out;
            strikes++;
            continue;
        case 7: case 8: case 9:
            if (++strikes == 3) goto out;
            continue;
        case 10: case 11: case 12:
            if (++balls < 4) continue;
            bases = bases & 1 ? bases & 2 ? (bases << 1) | 1 : bases | 3 : bases | 1;
            bases = score(side, bases);
            break;
        default:
            ++*rolls;
            answer = total[below(stream, 216)];
            if (answer == 18) return;
            if (answer >= 16 && bases) {
                side->doubles++;
                if (++outs < 3) {
                    bases ^= 1u << (31 - __builtin_clz(bases));
                    outs++;
                }
                break;
            }
            if (answer >= thrown - 2 - (thrown > 14)) goto out;
            side->hits++;
            bases = score(side, (bases << runner_bases[thrown - 13]) | 1u << (batter_bases[thrown - 13] - 1));
            break;
        case 18:
            side->hits++;
            side->runs += __builtin_popcount(bases) + 1;
            bases = 0;
            break;
        out:
            outs++;
        }
        strikes = balls = 0;
    }
}

static void play(Account *account, Stream stream) {
    Side sides[2] = {{0}, {0}};
    long rolls = 0, innings = 0, lots[2];
    do {
        for (int side = 0; side < 2; side++, rolls++) lots[side] = total[below(&stream, 216)];
    } while (lots[0] == lots[1]);
    int first = lots[0] > lots[1] ? 0 : 1;
    do {
        innings++;
        half(&stream, &sides[first], &rolls);
        half(&stream, &sides[1 - first], &rolls);
    } while (innings < 9 || sides[0].runs == sides[1].runs);
    account->games++;
    account->wins[sides[1].runs > sides[0].runs]++;
    measure(account, 0, sides[0].runs);
    measure(account, 1, sides[1].runs);
    measure(account, 2, innings);
    measure(account, 3, sides[0].hits + sides[1].hits);
    measure(account, 4, rolls);
    measure(account, 5, sides[0].fouls + sides[1].fouls);
    measure(account, 6, sides[0].doubles + sides[1].doubles);
}
