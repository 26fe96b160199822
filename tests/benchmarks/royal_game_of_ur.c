/* The Royal Game of Ur as rulesets/classics/royal_game_of_ur.rules has it, with the default of every option, by hand.
   Squares are bits; bit 0 of what may move stands for a new piece. */

#include "stream.h"

enum { PIECES = 7, SHARED = 0x1fe0, STARRED = 1 << 4 | 1 << 8 | 1 << 14, MIDDLE = 1 << 8, HOME = 1 << 15 };

static void play(Account *account, Stream stream) {
    unsigned men[2] = {0}, home[2] = {0};
    long throws = 0, taken = 0;
    int mover = 0;
    for (;;) {
        unsigned own = men[mover], other = men[1 - mover], again = 0;
        unsigned marks = __builtin_popcount(below(&stream, 16));
        throws++;
        if (marks) {
            unsigned ready = own | (home[mover] + __builtin_popcount(own) < PIECES);
            unsigned goals = (ready << marks) & (2 * HOME - 1) & ~own & ~(other & MIDDLE);
            unsigned movable = goals >> marks;
            if (movable) {
                unsigned moved = take(&stream, movable), goal = moved << marks;
                own &= ~moved;
                if (goal == HOME) home[mover]++;
                else own |= goal;
                if (goal & SHARED & other) {
                    men[1 - mover] = other & ~goal;
                    taken++;
                }
                men[mover] = own;
                if (home[mover] == PIECES) break;
                again = goal & STARRED;
            }
        }
        if (!again) mover = 1 - mover;
    }
    account->games++;
    account->wins[mover]++;
    measure(account, 0, throws);
    measure(account, 1, taken);
}
