"""An environment of plain Python that takes its time: what is killed, and goes on with equal bits."""
import time


class Walk:
    observation_space = {"shape": [2]}
    action_space = {"n": 2}

    def __init__(self, run=0):
        self.run = run  # of another number it has workers of its own

    def reset(self, seed=None, options=None):
        self.state, self.place, self.steps = seed, 0, 0
        return self.seen(), {}

    def step(self, action):
        time.sleep(0.0002)
        self.state = (self.state * 1103515245 + 12345) % 2 ** 31
        self.place += 1 if action == self.state // 2 ** 20 % 2 else -1
        self.steps += 1
        return self.seen(), 0.1 * self.place, abs(self.place) > 20, self.steps == 200, {}

    def seen(self):
        return [self.place / 20, self.state / 2 ** 31]
