"""A ball on a line: the action pushes it left, not at all or right, and it should come to rest at 0."""
import random


class MyEnv:  # needs no package; a gymnasium.Env with its spaces works as well
    observation_space = {"shape": [2], "low": -10, "high": 10}
    action_space = {"n": 3}

    def reset(self, seed=None, options=None):
        self.place = random.Random(seed).uniform(-1, 1)  # all chance comes from the seed
        self.speed = 0.0
        self.steps = 0
        return [self.place, self.speed], {}

    def step(self, action):
        self.speed = 0.9 * self.speed + 0.05 * (int(action) - 1)
        self.place = min(10.0, max(-10.0, self.place + self.speed))
        self.steps += 1
        reward = -abs(self.place) - abs(self.speed)
        return [self.place, self.speed], reward, False, self.steps == 100, {}
