"""Records games of the Python package minatar for MinAtarGoldenTest.

    pip install minatar==1.0.15 && python minatar_golden.py ../resources/golden/minatar

The package draws from hts-rl's counter-based stream instead of NumPy's. Players that see more of a game than random
ones choose the actions. A file has the actions, a byte each, deflated, in base 64, and then for every 1,000 steps a line
of 16 hex digits of the SHA-256 of their observations, rewards and endings.
"""
import base64
import copy
import hashlib
import pathlib
import random
import sys
import zlib

import numpy
from minatar import Environment

STEPS, BLOCK = 100_000, 1_000
GAMES = {"Asterix": "asterix", "Breakout": "breakout", "Freeway": "freeway", "Seaquest": "seaquest",
         "SpaceInvaders": "space_invaders"}
MASK = (1 << 64) - 1
NOTHING, LEFT, UP, RIGHT, DOWN, FIRE = range(6)


class Draws:
    """CountedStream of hts-rl, with the names of numpy.random.RandomState."""

    def restart(self, seed):
        self.seed, self.counter = seed, 0

    def bits(self):
        self.counter += 1
        z = (self.seed + self.counter * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def rand(self, count=None):
        if count is not None:
            return numpy.array([self.rand() for _ in range(count)])
        return (self.bits() >> 11) * 2.0 ** -53

    def randint(self, low, high=None, size=None):
        if high is None:
            low, high = 0, low
        if size is not None:
            return numpy.array([self.randint(low, high) for _ in range(size)])
        return low + int((high - low) * self.rand())


def toward(here, there, less, more):
    return less if there < here else more if there > here else NOTHING


def breakout(game, chance):
    x, y, across, down = game.ball_x, game.ball_y, (-1, 1, 1, -1)[game.ball_dir], game.ball_dir >= 2
    steps = 8 - y if down else y + 8
    for _ in range(max(steps, 0)):
        x, across = (x + across, across) if 0 <= x + across <= 9 else (x, -across)
    return toward(game.pos, x, LEFT, RIGHT)


def asterix(game, chance):
    best, choice = -99, NOTHING
    for action, dx, dy in ((NOTHING, 0, 0), (LEFT, -1, 0), (RIGHT, 1, 0), (UP, 0, -1), (DOWN, 0, 1)):
        x, y = min(max(game.player_x + dx, 0), 9), min(max(game.player_y + dy, 1), 8)
        there = game.entities[y - 1]
        worth = chance.random() / 2 - abs(x - 4.5) / 10
        if there is not None:
            away = (x - there[0]) * (1 if there[2] else -1)
            worth += (6 - abs(away) / 2) if there[3] else -9 if 0 <= away <= 2 or away == -1 else -1
        best, choice = max((best, choice), (worth, action))
    return choice


def freeway(game, chance):
    return UP if chance.random() < 0.9 else chance.choice((NOTHING, DOWN))


def seaquest(game, chance):
    x, y = game.sub_x, game.sub_y
    if game.diver_count != 0 and (game.oxygen < 40 or game.diver_count == 6 and chance.random() < 0.7):
        return UP
    threats = game.e_fish + game.e_subs + game.e_bullets
    if any(t[1] == y and abs(t[0] - x) <= 2 for t in threats):
        ahead = [t for t in threats if t[1] == y and (t[0] > x) == game.sub_or]
        if ahead and game.shot_timer == 0:
            return FIRE
        free = [a for a, row in ((UP, y - 1), (DOWN, y + 1))
                if 1 <= row <= 8 and not any(t[1] == row and abs(t[0] - x) <= 2 for t in threats)]
        return chance.choice(free) if free else FIRE
    if game.divers and game.diver_count < 6:
        diver = min(game.divers, key=lambda d: abs(d[0] - x) + abs(d[1] - y))
        if diver[1] != y and not any(t[1] == y + (1 if diver[1] > y else -1) and abs(t[0] - x) <= 1 for t in threats):
            return UP if diver[1] < y and y > 1 else DOWN
        return toward(x, diver[0], LEFT, RIGHT)
    if y == 0:
        return DOWN
    targets = [t for t in game.e_fish + game.e_subs if t[1] == y]
    if targets:
        side = targets[0][0] > x
        return FIRE if side == game.sub_or else RIGHT if side else LEFT
    return chance.choice((LEFT, UP if y > 1 else DOWN, RIGHT, DOWN, FIRE))


def space_invaders(game, chance):
    def danger(column):
        return game.e_bullet_map[6:9, column].any() or game.alien_map[7:10, column].any()

    options = [(a, c) for a, c in ((NOTHING, game.pos), (LEFT, game.pos - 1), (RIGHT, game.pos + 1)) if 0 <= c <= 9]
    safe = [a for a, c in options if not danger(c)]
    if NOTHING in safe and game.shot_timer == 0 and game.alien_map[:, game.pos].any():
        if game.alien_map.sum() > 3:
            return FIRE
    if game.alien_map.sum() <= 3:  # fast: look for a number of moves after which a shot hits
        for moves in range(12):
            for move in (NOTHING, LEFT, RIGHT):
                future = copy.deepcopy(game)
                plan = moves * [move] + [FIRE] + 9 * [NOTHING]
                if sum(future.act(action)[0] for action in plan) > 0:
                    return plan[0]
    target = min((c for c in range(10) if game.alien_map[:, c].any()), key=lambda c: abs(c - game.pos), default=5)
    move = toward(game.pos, target if game.alien_map.sum() > 3 else 5, LEFT, RIGHT)
    return move if move in safe else chance.choice(safe or [a for a, _ in options])


def record(name, module, player):
    environment, draws, chance, seeds = Environment(module), Draws(), random.Random(name), Draws()
    environment.random = environment.env.random = draws
    seeds.restart(1)
    actions, hashes, block, over, skilled = bytearray(), [], hashlib.sha256(), True, False
    total, best, largest, episodes, ramp = 0, 0, 0, 0, 0
    for step in range(1, STEPS + 1):
        if over:
            draws.restart(seeds.bits())
            environment.reset()
            environment.last_action = 0  # an episode of hts-rl forgets the one before
            block.update(environment.state().astype(numpy.uint8).tobytes())
            skilled, episodes, total = episodes % 4 != 3, episodes + 1, 0
        action = player(environment.env, chance) if skilled and chance.random() < 0.97 else chance.randrange(6)
        reward, over = environment.act(action)
        total, best, largest = total + reward, max(best, total + reward), max(largest, reward)
        ramp = max(ramp, environment.env.difficulty_ramp() or 0)
        block.update(environment.state().astype(numpy.uint8).tobytes() + bytes((int(reward), over)))
        actions.append(action)
        if step % BLOCK == 0:
            hashes.append(block.hexdigest()[:16])
            block = hashlib.sha256()
    print(f"{name}: {episodes} episodes, greatest return {best}, reward {largest}, ramp {ramp}", flush=True)
    return base64.b64encode(zlib.compress(bytes(actions), 9)).decode(), hashes


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, module in GAMES.items():
        actions, hashes = record(name, module, globals()[module])
        (folder / (name + ".txt")).write_text("\n".join([actions] + hashes) + "\n")
