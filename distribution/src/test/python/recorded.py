"""Environments that write each whole episode's observations and actions to the file that RECORDED names."""
import json
import os
import random

STEPS = 30  # more than the steps of the check that hts makes of an environment


class Discrete:
    """Rewards an action that is the sign of the first feature. Needs no other package."""

    action_space = {"n": 3}
    observation_space = {"shape": [5], "low": -10, "high": 10}

    def __init__(self):
        self.random = random.Random()

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.random.seed(seed)
        self.steps = []
        self.observation = self.draw()
        return self.observation, {}

    def draw(self):
        return [self.random.gauss(0.5, 2) for _ in range(5)]

    def step(self, action):
        self.steps.append([self.observation, self.plain(action)])
        reward = self.reward(action)
        self.observation = self.draw()
        ended = len(self.steps) == STEPS
        if ended and os.environ.get("RECORDED"):
            with open(os.environ["RECORDED"], "a") as file:
                file.write(json.dumps(self.steps) + "\n")
        return self.observation, reward, ended, False, {}

    def plain(self, action):
        return int(action)

    def reward(self, action):
        return float(int(action) == (0 if self.observation[0] > 0 else 1))

    def close(self):
        pass


class Box(Discrete):
    """Rewards an action that is close to a function of the observation."""

    action_space = {"shape": [2], "low": [-2, -1], "high": [2, 3]}

    def plain(self, action):
        return [float(component) for component in action]

    def reward(self, action):
        return -abs(float(action[0]) - self.observation[0] / 5) - abs(float(action[1]))
