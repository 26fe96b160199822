/* Cooperstown's basic game as rulesets/cooperstown.rules has it, by hand: every option and choice at its default, so no
   optional rule, nobody changes the field, and the lead runner is the one who is put out.

   A pile is a set of cards, a bit each, drawn one by one as they are needed: card number n of a draw is the n-th lowest.
   Card 4 * rank + suit is of that rank and suit, from the Ace of Bats; 52 to 55 are the four that have none. */

#include "stream.h"

#ifdef __BMI2__
#include <immintrin.h>
static inline unsigned nth(uint64_t cards, unsigned n) { return __builtin_ctzll(_pdep_u64(1ull << n, cards)); }
#else
static inline unsigned nth(uint64_t cards, unsigned n) {
    while (n--) cards &= cards - 1;
    return __builtin_ctzll(cards);
}
#endif

static inline unsigned draw(Stream *stream, uint64_t *cards) {
    unsigned card = nth(*cards, below(stream, __builtin_popcountll(*cards)));
    *cards &= ~(1ull << card);
    return card;
}

enum { BATS, BALLS, GLOVES, BASES };
enum { FAN = 0, PITCHER = 0, LEFT_FIELD = 6, DEFENSIVE = 22, EJECTED_AT_MOST = 9 };

enum {
    STRIKE_OUT, SINGLE_OUT, SACRIFICE, FLY_OUT, WALK, DOUBLE_PLAY, FORCE_PLAY, HIT_1, HIT_2, HIT_3, HIT_4,
    WHIFF, BEANBALL, PICKOFF, BALL
};

/* What each card does; from the fives on it is hit to the position with the number `rank - 4`. */

static const uint8_t chart[56] = {
    SACRIFICE, STRIKE_OUT, DOUBLE_PLAY, HIT_1, SINGLE_OUT, WALK, FORCE_PLAY, HIT_2,
    STRIKE_OUT, STRIKE_OUT, SINGLE_OUT, HIT_3, FLY_OUT, WALK, SINGLE_OUT, HIT_4,
    BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL,
    BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL,
    BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL, BALL,
    WHIFF, BEANBALL, PICKOFF, FLY_OUT,
};

static const uint8_t slow_distance[9] = {1, 1, 1, 1, 1, 1, 1, 2, 4}, fast_distance[9] = {1, 1, 2, 1, 2, 1, 2, 3, 4};

static inline int fast(unsigned card) { return card < 52 ? card % 4 == BASES : card == 54; }

typedef struct {
    Stream *stream;
    uint64_t decks[2];          /* each side's cards that have not been thrown out */
    uint64_t pile;              /* what the side at bat may draw, */
    uint8_t beneath[64];        /* and what it has laid beneath that, in this order */
    unsigned head, tail;
    long runs[2], hits[2], errors[2], doubles[2];
    unsigned innings, halves, whiffs, beanballs, batting, first;
    unsigned on, quick;         /* bases with a runner, as bits 1, 2, 3, and which of the runners are base cards */
    int home_run;
} Game;

static inline int walked_off(const Game *game) {
    return game->innings >= 9 && game->batting != game->first && game->runs[game->batting] > game->runs[game->first];
}

static inline void score(Game *game) {
    if (game->home_run || !walked_off(game)) game->runs[game->batting]++;
}

static inline void advance(Game *game, unsigned spot, unsigned distance) {
    unsigned ahead = game->on >> (spot + 1), goal = spot + distance, limit = ahead ? spot + __builtin_ctz(ahead) : 4;
    if (goal > limit) goal = limit;
    if (goal == spot) return;
    unsigned quick = game->quick >> spot & 1;
    game->on &= ~(1u << spot), game->quick &= ~(1u << spot);
    if (goal == 4) score(game);
    else game->on |= 1u << goal, game->quick |= quick << goal;
}

static inline void runners_go(Game *game, unsigned distance, unsigned extra) {
    for (unsigned left = game->on; left;) {
        unsigned spot = 31 - __builtin_clz(left);
        left ^= 1u << spot;
        advance(game, spot, distance + (extra & game->quick >> spot));
    }
}

static inline void tag_up(Game *game) {
    if (game->quick & 8) advance(game, 3, 1);
    if (game->quick & 4 && !(game->on & 8)) advance(game, 2, 1);
}

static inline void batter_to(Game *game, unsigned card, unsigned goal) {
    if (goal == 4) score(game);
    else game->on |= 1u << goal, game->quick |= fast(card) << goal;
}

/* The foremost runner who has to go when a batter comes to first, which is occupied. */

static inline unsigned last_forced(const Game *game) { return __builtin_ctz(~(game->on | 1)) - 1; }

static inline void push_forced(Game *game) {
    if (game->on & 2)
        for (unsigned spot = last_forced(game); spot; spot--) advance(game, spot, 1);
}

static inline void remove_runner(Game *game, unsigned spot) { game->on &= ~(1u << spot), game->quick &= ~(1u << spot); }

static inline unsigned lead(const Game *game) { return 31 - __builtin_clz(game->on); }

static inline void to_the_bottom(Game *game, unsigned card) { game->beneath[game->tail++ & 63] = card; }

static inline unsigned left(const Game *game) { return __builtin_popcountll(game->pile) + game->tail - game->head; }

static inline unsigned turn_up(Game *game) {
    return game->pile ? draw(game->stream, &game->pile) : game->beneath[game->head++ & 63];
}

static void brawl(Game *game) {
    for (unsigned side = 0; side < 2; side++) {
        uint64_t others = game->decks[side];
        unsigned size = side == game->batting ? left(game) : __builtin_popcountll(others);
        for (unsigned n = size < EJECTED_AT_MOST ? size : EJECTED_AT_MOST; n; n--)
            game->decks[side] &= ~(1ull << (side == game->batting ? turn_up(game) : draw(game->stream, &others)));
    }
}

/* Whether it began to rain. */

static int half(Game *game, unsigned batting) {
    uint64_t dugout = (1u << DEFENSIVE) - 1;
    uint8_t field[9];
    unsigned outs = 0, in_vain = 0;
    game->batting = batting, game->pile = game->decks[batting], game->head = game->tail = 0;
    game->on = game->quick = 0, game->home_run = 0, game->halves++;
    for (int spot = 0; spot < 9; spot++) field[spot] = draw(game->stream, &dugout);
    do {
        if (!game->pile && game->head == game->tail) return 0;
        unsigned card = turn_up(game), result = chart[card], spot, distance;
        switch (result) {
        case WHIFF:
            if (++game->whiffs == 3) return 1;
            /* fall through */
        case STRIKE_OUT:
            if (field[PITCHER] != FAN) goto out;
            to_the_bottom(game, card);
            if (++in_vain >= left(game)) return 0;
            continue;
        case BEANBALL: {
            int due = ++game->beanballs == 3;
            if (game->on) {
                runners_go(game, 1, 0);
                to_the_bottom(game, card), in_vain++;
                if (due) brawl(game);
                continue;
            }
            batter_to(game, card, 1);
            if (due) brawl(game);
            break;
        }
        case PICKOFF:
            if (!game->on) goto out;
            to_the_bottom(game, card), in_vain++;
            remove_runner(game, lead(game));
            if (++outs == 3) return 0;
            continue;
        case SACRIFICE:
            if (++outs == 3) return 0;
            runners_go(game, 1, 0);
            break;
        case FLY_OUT:
        caught:
            if (++outs == 3) return 0;
            tag_up(game);
            break;
        case WALK:
            push_forced(game);
            batter_to(game, card, 1);
            break;
        case DOUBLE_PLAY:
            if (outs == 2 || !game->on) goto out;
            game->doubles[batting]++;
            remove_runner(game, lead(game));
            if ((outs += 2) == 3) return 0;
            break;
        case FORCE_PLAY:
            if (outs == 2 || !(game->on & 2)) goto out;
            game->doubles[batting]++;
            remove_runner(game, 1);
            if ((outs += 2) == 3) return 0;
            runners_go(game, 1, 0);
            break;
        case HIT_1: case HIT_2: case HIT_3: case HIT_4:
            distance = result - HIT_1 + 1;
        hit:
            game->home_run = distance == 4;
            game->hits[batting]++;
            runners_go(game, distance, 1);
            batter_to(game, card, distance);
            game->home_run = 0;
            break;
        case BALL:
            spot = card / 4 - 4;
            distance = (card % 4 == BASES ? fast_distance : slow_distance)[spot];
            if (field[spot] == FAN && distance < 4) {
                game->errors[!batting]++;
                runners_go(game, distance, 1);
                batter_to(game, card, distance);
                break;
            }
            if (card / 4 + 1 > field[spot]) goto hit;
            if (spot >= LEFT_FIELD) goto caught;
            if (!(game->on & 2)) goto out;
            remove_runner(game, last_forced(game));
            if (++outs == 3) return 0;
            push_forced(game);
            batter_to(game, card, 1);
            break;
        case SINGLE_OUT:
        out:
            if (++outs == 3) return 0;
        }
        in_vain = 0;
    } while (!walked_off(game));
    return 0;
}

static void play(Account *account, Stream stream) {
    Game game = {.stream = &stream};
    uint64_t lots = (1u << DEFENSIVE) - 1, box = (1ull << 56) - 1;
    unsigned red = draw(&stream, &lots), blue = draw(&stream, &lots), rain = 0;
    game.first = red < blue ? 0 : 1;
    for (int n = 0; n < 56; n++) game.decks[n & 1 ? !game.first : game.first] |= 1ull << draw(&stream, &box);
    do {
        game.innings++;
        rain = half(&game, game.first);
        if (rain || (game.innings >= 9 && game.runs[!game.first] > game.runs[game.first])) break;
        rain = half(&game, !game.first);
    } while (!rain && (game.innings < 9 || game.runs[0] == game.runs[1]));
    account->games++;
    if (rain && game.halves <= 9) return; /* void: nothing in it counts */
    if (game.runs[0] != game.runs[1]) account->wins[game.runs[1] > game.runs[0]]++;
    measure(account, 0, game.runs[0]);
    measure(account, 1, game.runs[1]);
    measure(account, 2, game.innings);
    measure(account, 3, game.hits[0] + game.hits[1]);
    measure(account, 4, game.errors[0] + game.errors[1]);
    measure(account, 5, game.doubles[0] + game.doubles[1]);
}
