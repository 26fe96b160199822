/* Ludo as rulesets/classics/ludo.rules has it, of two players, with the default of every option, by hand. Steps are
   bits, 1 to 44; bit 0 of what may move stands for a man who comes in. */

#include "stream.h"

enum { MEN = 4, TRIES = 3, AROUND = 40, LAST = 44 };

static const uint64_t out = (1ull << (AROUND + 1)) - 2, all = (1ull << (LAST + 1)) - 2;

static inline int idle(uint64_t men) {
    return !((men << 1) & ~men & all);
}

static void play(Account *account, Stream stream) {
    uint64_t men[2] = {0};
    long throws = 0, taken = 0;
    for (int mover = 0;; mover = 1 - mover) {
        int left = idle(men[mover]) ? TRIES : 1;
        while (left) {
            uint64_t own = men[mover];
            unsigned die = below(&stream, 6) + 1, waiting = MEN - __builtin_popcountll(own);
            throws++;
            left = die == 6 ? 1 : left - 1;
            uint64_t offered = ((own << die) & all & ~own) >> die | (waiting && die == 6 && !(own & 2));
            if (offered & (waiting ? 3 : 1)) offered &= waiting ? 3 : 1;
            if (!offered) continue;
            uint64_t moved = take(&stream, offered), goal = moved == 1 ? 2 : moved << die;
            men[mover] = own = (own & ~moved & all) | goal;
            if (goal & out) {
                uint64_t met = goal << AROUND / 2 & out ? goal << AROUND / 2 : goal >> AROUND / 2;
                if (men[1 - mover] & met) {
                    men[1 - mover] ^= met;
                    taken++;
                }
            }
            if (__builtin_popcountll(own) == MEN && !(own & out)) {
                account->games++;
                account->wins[mover]++;
                measure(account, 0, throws);
                measure(account, 1, taken);
                return;
            }
        }
    }
}
