/* Two-dice baseball as rulesets/two_dice.rules has it, with the default of every option, by hand. */

#include "stream.h"

enum { HOME_RUN, HIT_1, HIT_2, HIT_3, OUT, WALK, SACRIFICE, DOUBLE_PLAY };

static const uint8_t throws[36] = {
    HOME_RUN, HIT_3, HIT_1, SACRIFICE, OUT, DOUBLE_PLAY,
    HIT_3, HIT_1, SACRIFICE, OUT, DOUBLE_PLAY, OUT,
    HIT_1, SACRIFICE, OUT, DOUBLE_PLAY, OUT, OUT,
    SACRIFICE, OUT, DOUBLE_PLAY, WALK, OUT, HIT_1,
    OUT, DOUBLE_PLAY, OUT, OUT, HIT_1, HIT_2,
    DOUBLE_PLAY, OUT, OUT, HIT_1, HIT_2, HOME_RUN,
};

/* Bases are bits: 1 first, 2 second, 4 third; whoever gets beyond has scored. */

static void half(Stream *stream, long *runs, long *hits, long *rolls) {
    unsigned outs = 0, bases = 0, distance;
    do {
        ++*rolls;
        int result = throws[below(stream, 36)];
        switch (result) {
        case HOME_RUN:
            distance = 4;
            goto hit;
        case HIT_1:
        case HIT_2:
        case HIT_3:
            distance = result - HIT_1 + 1;
        hit:
            ++*hits;
            bases = ((bases << 1) | 1) << (distance - 1);
            *runs += __builtin_popcount(bases >> 3);
            bases &= 7;
            break;
        case OUT:
            outs++;
            break;
        case WALK:
            bases = bases & 1 ? bases & 2 ? (bases << 1) | 1 : bases | 3 : bases | 1;
            *runs += bases >> 3;
            bases &= 7;
            break;
        case SACRIFICE:
            if (++outs < 3) {
                bases <<= 1;
                *runs += bases >> 3;
                bases &= 7;
            }
            break;
        case DOUBLE_PLAY:
            if (++outs < 3 && bases) {
                bases ^= 1u << (31 - __builtin_clz(bases));
                outs++;
            }
            break;
        }
    } while (outs < 3);
}

static void play(Account *account, Stream stream) {
    long runs[2] = {0, 0}, hits[2] = {0, 0}, rolls = 0, innings = 0, lots[2];
    do {
        for (int side = 0; side < 2; side++, rolls++) {
            unsigned lot = below(&stream, 36);
            lots[side] = lot / 6 + lot % 6 + 2;
        }
    } while (lots[0] == lots[1]);
    int first = lots[0] > lots[1] ? 0 : 1;
    do {
        innings++;
        half(&stream, &runs[first], &hits[first], &rolls);
        half(&stream, &runs[1 - first], &hits[1 - first], &rolls);
    } while (innings < 9 || runs[0] == runs[1]);
    account->games++;
    account->wins[runs[1] > runs[0]]++;
    measure(account, 0, runs[0]);
    measure(account, 1, runs[1]);
    measure(account, 2, innings);
    measure(account, 3, hits[0] + hits[1]);
    measure(account, 4, rolls);
}
