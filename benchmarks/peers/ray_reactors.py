"""
The experiments of Kwok et al. 2023 with Ray's actors, as papers/run broadcast-gather, observations, agents and q-learning
ask for them: python ray_reactors.py broadcast-gather ACTORS KILOBYTES ROUNDS
       python ray_reactors.py observations ACTORS ENVIRONMENT SECONDS
       python ray_reactors.py agents AGENTS HIDDEN SECONDS
       python ray_reactors.py q-learning ACTORS BATCH BAR STEP-SIZE EPSILON MOST-STEPS
Prints lines "found NAME VALUE"; whatever else there is on standard output is Ray's.
"""
import functools
import os
import sys
import time

os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
os.environ["OMP_NUM_THREADS"] = "1"

import gymnasium
import numpy
import ray

ROLLOUT = 128


def begin(gigabytes):
    ray.init(num_cpus=64, include_dashboard=False, log_to_driver=False, object_store_memory=int(gigabytes * 1e9))


def found(name, value):
    print("found", name, value, flush=True)


# ---- broadcast and gather


@ray.remote
class Answering:
    """Answers with an object of the size that it is told."""

    def __init__(self, number, floats):
        self.number, self.answer = number, numpy.zeros(floats, dtype=numpy.float32)

    def told(self, thing):
        self.answer[0] = thing[0] + self.number
        return self.answer


def broadcast_gather(actors, kilobytes, rounds):
    floats = max(2, kilobytes * 1000 // 4)
    begin(min(12, max(0.5, 3 * (actors + 1) * kilobytes / 1e6)))
    crew = [Answering.remote(number, floats) for number in range(actors)]
    thing = numpy.zeros(floats, dtype=numpy.float32)

    def play(count):
        for turn in range(count):
            thing[0] = turn
            told = ray.put(thing)
            answers = ray.get([each.told.remote(told) for each in crew])
            assert [int(answer[0]) for answer in answers] == [turn + number for number in range(actors)]

    play(max(2, rounds // 4))
    start = time.perf_counter()
    play(rounds)
    found("ms", 1e3 * (time.perf_counter() - start) / rounds)


# ---- observations


@ray.remote
class Stepping:
    """An environment with drawn actions: one step at a call, or many."""

    def __init__(self, name, seed):
        self.env = gymnasium.make(name, disable_env_checker=True)
        self.env.action_space.seed(seed)
        self.env.reset(seed=seed)

    def step(self):
        seen, reward, terminated, truncated, _ = self.env.step(self.env.action_space.sample())
        if terminated or truncated:
            seen, _ = self.env.reset()
        return seen, reward, terminated, truncated

    def rollout(self, count):
        return [self.step() for _ in range(count)]


def rate(calls, each, seconds):
    """Observations per second of a function that gathers {@code each} at a call, after a second of warm-up."""
    for limit in (min(1, seconds), seconds):
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < limit:
            calls()
            count += each
        measured = count / (time.perf_counter() - start)
    return measured


def observations(actors, name, seconds):
    begin(1)
    crew = [Stepping.remote(name, seed) for seed in range(actors)]
    found("steps", rate(lambda: ray.get([each.step.remote() for each in crew]), actors, seconds))
    found(
        "rollouts",
        rate(lambda: ray.get([each.rollout.remote(ROLLOUT) for each in crew]), actors * ROLLOUT, seconds),
    )


# ---- agents


class Junction:
    """TrafficJunction, easy: two one-way roads cross on 7x7 cells; a car's row is as in TrafficJunction.java."""

    SIZE, STEPS, ARRIVAL = 7, 20, 0.3
    ROUTES = [[(3, i) for i in range(7)], [(i, 3) for i in range(7)]]

    def __init__(self, agents):
        self.draws, self.cars = numpy.random.default_rng(1), [None] * agents
        self.reset()

    def reset(self):
        self.cars, self.age = [None] * len(self.cars), 0
        while not any(self.cars):
            self.arrive()
        return self.rows()

    def arrive(self):
        for route in range(2):
            if self.draws.random() < self.ARRIVAL and None in self.cars:
                self.cars[self.cars.index(None)] = [route, 0, 0]  # route, place, last action

    def step(self, actions):
        for number, car in enumerate(self.cars):
            if car:
                car[1], car[2] = car[1] + 1 - actions[number], actions[number]
                if car[1] == self.SIZE:
                    self.cars[number] = None
        self.arrive()
        self.age += 1
        return self.reset() if self.age == self.STEPS else self.rows()

    def rows(self):
        """The observation of each agent that has a car."""
        seen, around = {}, numpy.zeros((self.SIZE + 2, self.SIZE + 2), dtype=numpy.float32)
        places = {n: self.ROUTES[car[0]][car[1]] for n, car in enumerate(self.cars) if car}
        for row, column in places.values():
            around[row + 1, column + 1] += 1
        for number, (row, column) in places.items():
            route, _, last = self.cars[number]
            own = [last, route == 0, route == 1, row / (self.SIZE - 1), column / (self.SIZE - 1)]
            seen[number] = numpy.concatenate([own, around[row : row + 3, column : column + 3].ravel()], dtype=numpy.float32)
        return seen


@ray.remote
class Agent:
    """Draws an action for each row by a network of two hidden layers."""

    def __init__(self, hidden, seed):
        self.draws = numpy.random.default_rng(seed)
        sizes = [14, hidden, hidden, 2]
        self.weights = [self.draws.normal(size=(n, m)).astype(numpy.float32) / n**0.5 for n, m in zip(sizes, sizes[1:])]

    def act(self, rows):
        values = numpy.atleast_2d(rows)
        for weights in self.weights[:-1]:
            values = numpy.tanh(values @ weights)
        logits = values @ self.weights[-1]
        return (logits + self.draws.gumbel(size=logits.shape)).argmax(axis=1)


def agents(count, hidden, seconds):
    begin(1)
    crew = [Agent.remote(hidden, seed) for seed in range(count)]
    env, seen = Junction(count), {}

    def each():
        nonlocal seen
        names = list(seen)
        drawn = ray.get([crew[name].act.remote(seen[name]) for name in names])
        seen = env.step({name: int(action[0]) for name, action in zip(names, drawn)})

    def together():
        nonlocal seen
        names = list(seen)
        drawn = ray.get(crew[0].act.remote(numpy.stack([seen[name] for name in names]))) if names else []
        seen = env.step({name: int(action) for name, action in zip(names, drawn)})

    for name, way in (("actors", each), ("one", together)):
        seen = env.reset()
        found(name, rate(way, 1, seconds))


# ---- Q-learning


DECK = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def best(hard, ace):
    return hard + 10 if ace and hard + 10 <= 21 else hard


@functools.cache
def dealer(shown):
    """The probability of each of the dealer's sums (0 for busts), and of a natural."""
    sums, natural = numpy.zeros(22), 0

    def play(hard, ace, cards, probability):
        nonlocal natural
        if cards >= 2 and best(hard, ace) >= 17:
            sums[best(hard, ace) if hard <= 21 else 0] += probability
            natural += probability if cards == 2 and best(hard, ace) == 21 else 0
            return
        for card in DECK:
            play(hard + card, ace or card == 1, cards + 1, probability / 13)

    play(shown, shown == 1, 1, 1.0)
    return sums, natural


def worth(table):
    """The exact mean return of a table's greedy actions."""

    def value(hard, ace, natural, shown, later):
        player = best(hard, ace)
        sticks, hits = table[player, shown, int(player > hard)]
        sums, dealers_natural = dealer(shown)
        if sticks >= hits:
            return 1 - dealers_natural if natural else sums[:player].sum() - sums[player + 1 :].sum()
        return sum(-1 if hard + card > 21 else later[hard + card, int(ace or card == 1)] for card in DECK) / 13

    total = 0
    for shown in DECK:
        later = numpy.zeros((22, 2))
        for hard in range(21, 1, -1):
            for ace in (0, 1):
                later[hard, ace] = value(hard, ace, False, shown, later)
        for first in DECK:
            for second in DECK:
                ace = 1 in (first, second)
                total += value(first + second, ace, ace and first + second == 11, shown, later)
    return total / 13**3


class Playing:
    """A game with epsilon-greedy actions by a table; gives what a learner needs of each step."""

    def __init__(self, seed, epsilon):
        self.env = gymnasium.make("Blackjack-v1", sab=True, disable_env_checker=True)
        self.draws, self.epsilon = numpy.random.default_rng(seed), epsilon
        self.seen, _ = self.env.reset(seed=seed)

    def rollout(self, table, count):
        steps = []
        for _ in range(count):
            explores = self.draws.random() < self.epsilon
            action = int(self.draws.integers(2)) if explores else int(table[self.seen].argmax())
            after, reward, done, _, _ = self.env.step(action)
            steps.append((self.seen, action, reward, done, after))
            self.seen = self.env.reset()[0] if done else after
        return steps


def learn(table, steps, size):
    for seen, action, reward, done, after in steps:
        target = reward if done else reward + table[after].max()
        table[seen][action] += size * (target - table[seen][action])


def seconds_to(bar, gather, size, most):
    """Seconds until the table is worth the bar, without those in which that is found out."""
    table = numpy.zeros((32, 11, 2, 2), dtype=numpy.float32)
    start, looking, count, following = time.perf_counter(), 0, 0, 20_000
    while count < most:
        steps = gather(table)
        learn(table, steps, size)
        count += len(steps)
        if count >= following:
            following = count + 20_000
            before = time.perf_counter()
            enough = worth(table) >= bar
            looking += time.perf_counter() - before
            if enough:
                return time.perf_counter() - start - looking
    raise SystemExit(f"not learnt within {most} steps")


def q_learning(actors, batch, bar, size, epsilon, most):
    worth(numpy.zeros((32, 11, 2, 2), dtype=numpy.float32))
    alone = [Playing(seed, epsilon) for seed in range(actors)]
    each = batch // actors
    plain = seconds_to(bar, lambda table: [s for player in alone for s in player.rollout(table, each)], size, most)
    found("plain", plain)
    begin(1)
    crew = [ray.remote(Playing).remote(seed, epsilon) for seed in range(actors)]
    ray.get([player.rollout.remote(numpy.zeros((32, 11, 2, 2), dtype=numpy.float32), each) for player in crew])

    def gather(table):
        told = ray.put(table)
        return [s for part in ray.get([player.rollout.remote(told, each) for player in crew]) for s in part]

    found("ray", seconds_to(bar, gather, size, most))


if __name__ == "__main__":
    what, *arguments = sys.argv[1:]
    if what == "broadcast-gather":
        broadcast_gather(*map(int, arguments))
    elif what == "observations":
        observations(int(arguments[0]), arguments[1], float(arguments[2]))
    elif what == "agents":
        agents(int(arguments[0]), int(arguments[1]), float(arguments[2]))
    elif what == "q-learning":
        actors, batch, *numbers = arguments
        bar, size, epsilon, most = map(float, numbers)
        q_learning(int(actors), int(batch), bar, size, epsilon, int(most))
    else:
        raise SystemExit(f"no experiment {what}")
