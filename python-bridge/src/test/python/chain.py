"""Environments of plain Python for tests: the standard library alone."""


class Chain:
    """Walks left and right; its observation are place, the last action and a number drawn from the seed."""

    observation_space = {"shape": [3]}
    action_space = {"n": 2}

    def __init__(self, length=8, limit=50):
        self.length = length
        self.limit = limit

    def reset(self, seed=None, options=None):
        self.state = seed or 0
        self.place = 0
        self.steps = 0
        return self.seen(0), {}

    def step(self, action):
        self.state = (self.state * 1103515245 + 12345) % 2 ** 31
        self.place = max(0, self.place + (1 if action == 1 else -1))
        self.steps += 1
        done = self.place >= self.length
        return self.seen(action), 1.0 if done else -0.01, done, self.steps >= self.limit, {}

    def seen(self, action):
        return [self.place / self.length, float(action), self.state / 2 ** 31]
