"""Writes environments/src/test/resources/golden/Blackjack-v1.json from Gymnasium's own Blackjack-v1.

    python environments/src/test/python/blackjack_golden.py > environments/src/test/resources/golden/Blackjack-v1.json

Three things for each of its three rules: the reward of sticking with every first four cards, whole episodes with the cards
that were dealt, and the exact expected return of sticking at 20 and 21.
"""

import functools
import itertools
import json
import random

import gymnasium
from gymnasium.envs.toy_text import blackjack

RULES = {
    "SAB": {"sab": True, "natural": False},
    "NATURAL": {"sab": False, "natural": True},
    "PLAIN": {"sab": False, "natural": False},
}
CARDS = range(1, 11)


class Dealt:
    """Cards that are known: the first ones as given, then those of the sequence."""

    def __init__(self, first, more):
        self.cards, self.taken = list(first), 0
        self.more = more

    def __call__(self, _):
        if self.taken == len(self.cards):
            self.cards.append(self.more())
        self.taken += 1
        return self.cards[self.taken - 1]


def made(rules, dealt):
    blackjack.draw_card = dealt
    env = gymnasium.make("Blackjack-v1", **RULES[rules]).unwrapped
    return env, env.reset(seed=1)[0]


def following():
    """The cards that follow the first four in every game of the table: 3, 10, 6, 1, 9, 4, and again."""
    return itertools.cycle([3, 10, 6, 1, 9, 4]).__next__


def sticking(rules):
    """A letter for each first four cards, the dealer's first: l(oss), d(raw), w(in), n(atural's 1.5)."""
    letters = []
    for first in itertools.product(CARDS, repeat=4):
        env, _ = made(rules, Dealt(first, following()))
        letters.append({-1.0: "l", 0.0: "d", 1.0: "w", 1.5: "n"}[env.step(0)[1]])
    return "".join(letters)


def episode(rules, draws):
    dealt = Dealt([], lambda: draws.choice(blackjack.deck))
    env, seen = made(rules, dealt)
    steps, done = [], False
    first = list(map(int, seen))
    while not done:
        action = int(draws.random() < 0.6)
        seen, reward, done, _, _ = env.step(action)
        steps.append([action, *map(int, seen), reward, done])
    return {"cards": dealt.cards[: dealt.taken], "first": first, "steps": steps}


def dealers(shown):
    """The probability of each score of the dealer, and whether it is a natural."""
    found = {}

    def play(hand, probability):
        if blackjack.sum_hand(hand) < 17 or len(hand) < 2:
            for card in blackjack.deck:
                play(hand + [card], probability / 13)
        else:
            key = blackjack.score(hand), blackjack.is_natural(hand)
            found[key] = found.get(key, 0) + probability

    play([shown], 1)
    return found


def value(rules):
    """Of sticking at 20 and 21, and hitting below."""
    flags = RULES[rules]

    @functools.cache
    def outcomes(shown):
        return dealers(shown)

    def stuck(hand, shown):
        total = 0
        for (score, natural), probability in outcomes(shown).items():
            reward = blackjack.cmp(blackjack.score(hand), score)
            if flags["sab"] and blackjack.is_natural(hand) and not natural:
                reward = 1.0
            elif not flags["sab"] and flags["natural"] and blackjack.is_natural(hand) and reward == 1.0:
                reward = 1.5
            total += probability * reward
        return total

    @functools.cache
    def play(hand, shown):
        if blackjack.is_bust(hand):
            return -1.0
        if blackjack.sum_hand(hand) >= 20:
            return stuck(list(hand), shown)
        return sum(play(tuple(sorted(hand + (card,))), shown) for card in blackjack.deck) / 13

    deck = blackjack.deck
    return sum(play(tuple(sorted((a, b))), s) for a in deck for b in deck for s in deck) / 13**3


def main():
    draws = random.Random(1)
    golden = {
        rules: {
            "sticking": sticking(rules),
            "episodes": [episode(rules, draws) for _ in range(120)],
            "value": value(rules),
        }
        for rules in RULES
    }
    print(json.dumps({"gymnasium": gymnasium.__version__, **golden}, separators=(",", ":")))


if __name__ == "__main__":
    main()
