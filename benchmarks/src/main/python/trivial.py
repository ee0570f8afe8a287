"""An environment that costs next to nothing: what is left is the bridge's."""
import numpy

OBSERVATION = numpy.zeros(4, numpy.float32)


class Trivial:
    observation_space = {"shape": [4]}
    action_space = {"n": 2}

    def reset(self, seed=None, options=None):
        self.steps = 0
        return OBSERVATION, {}

    def step(self, action):
        self.steps += 1
        return OBSERVATION, 1.0, False, self.steps == 1000, {}
