/* Yacht as rulesets/classics/yacht.rules has it, alone, with the default of every option and the strategy `steady`, by
   hand. */

#include "stream.h"

enum {
    THREE_ALIKE = 6, FOUR_ALIKE, FULL_HOUSE, SMALL_STRAIGHT, LARGE_STRAIGHT, FIVE_ALIKE, CHANCE, BOXES,
    FACES = 6, DICE = 5, ENOUGH = 63, BONUS = 35
};

static const int usual[BOXES] = {3, 6, 9, 12, 15, 18, 22, 12, 25, 25, 25, 12, 22};
static const unsigned outcomes[DICE + 1] = {1, 6, 36, 216, 1296, 7776};

typedef struct {
    int shown[FACES + 1], total, most, row, frequent;
} Throw;

static void roll(Stream *stream, Throw *dice, int thrown) {
    for (unsigned rest = below(stream, outcomes[thrown]); thrown; thrown--, rest /= FACES) dice->shown[rest % FACES + 1]++;
    dice->total = dice->most = dice->row = dice->frequent = 0;
    for (int face = 1, row = 0; face <= FACES; face++) {
        dice->total += face * dice->shown[face];
        if (dice->shown[face] >= dice->most) dice->most = dice->shown[face], dice->frequent = face;
        row = dice->shown[face] ? row + 1 : 0;
        if (row > dice->row) dice->row = row;
    }
}

static int is_full_house(const Throw *dice) {
    int different = 0;
    for (int face = 1; face <= FACES; face++) different += dice->shown[face] > 0;
    return different == 2 && dice->most == 3;
}

static int find_worth(const Throw *dice, int box) {
    switch (box) {
        case THREE_ALIKE: return dice->most >= 3 ? dice->total : 0;
        case FOUR_ALIKE: return dice->most >= 4 ? dice->total : 0;
        case FULL_HOUSE: return is_full_house(dice) ? 25 : 0;
        case SMALL_STRAIGHT: return dice->row >= 4 ? 30 : 0;
        case LARGE_STRAIGHT: return dice->row >= 5 ? 40 : 0;
        case FIVE_ALIKE: return dice->most == DICE ? 50 : 0;
        case CHANCE: return dice->total;
        default: return (box + 1) * dice->shown[box + 1];
    }
}

static int is_kept(const Throw *dice, unsigned open) {
    return dice->most == DICE || (open >> LARGE_STRAIGHT & 1 && dice->row >= 5) ||
           (open >> SMALL_STRAIGHT & 1 && dice->row >= 4) || (open >> FULL_HOUSE & 1 && is_full_house(dice));
}

static void play(Account *account, Stream stream) {
    long upper = 0, lower = 0, fives = 0;
    for (unsigned open = (1u << BOXES) - 1; open;) {
        Throw dice = {{0}};
        roll(&stream, &dice, DICE);
        for (int again = 0; again < 2 && !is_kept(&dice, open); again++) {
            int face = dice.frequent, kept = dice.most;
            dice = (Throw){{0}};
            dice.shown[face] = kept;
            roll(&stream, &dice, DICE - kept);
        }
        int filled = 0, best = -100;
        for (int box = 0; box < BOXES; box++)
            if (open >> box & 1 && find_worth(&dice, box) - usual[box] > best)
                best = find_worth(&dice, box) - usual[box], filled = box;
        open ^= 1u << filled;
        *(filled < THREE_ALIKE ? &upper : &lower) += best + usual[filled];
        fives += dice.most == DICE;
    }
    account->games++;
    account->wins[0]++;
    measure(account, 0, upper + lower + (upper >= ENOUGH ? BONUS : 0));
    measure(account, 1, upper >= ENOUGH);
    measure(account, 2, fives);
}
