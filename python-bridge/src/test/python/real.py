"""Around environments of Gymnasium, for tests."""
import gymnasium
import numpy


class RoundedStart(gymnasium.Wrapper):
    """CartPole from a state that floats hold exactly: both implementations can begin there."""

    def reset(self, **kwargs):
        observation, info = self.env.reset(**kwargs)
        self.unwrapped.state = numpy.array(observation, dtype=numpy.float64)
        return observation, info


class Everything(gymnasium.Env):
    """An observation of every kind, drawn; the same as gymnasium flattens it where it is asked to."""

    action_space = gymnasium.spaces.Discrete(2)
    raw = gymnasium.spaces.Dict(
        z=gymnasium.spaces.Discrete(4, start=-1),
        a=gymnasium.spaces.Tuple((gymnasium.spaces.MultiBinary(3), gymnasium.spaces.MultiDiscrete([2, 5]))),
        m=gymnasium.spaces.Box(-2, 3, (2, 3), numpy.float64),
        i=gymnasium.spaces.Box(-9, 9, (2,), numpy.int16),
    )

    def __init__(self, flat):
        self.flat = flat
        self.observation_space = gymnasium.spaces.flatten_space(self.raw) if flat else self.raw

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.raw.seed(seed)
        return self.seen(), {}

    def step(self, action):
        return self.seen(), 0.0, False, False, {}

    def seen(self):
        drawn = self.raw.sample()
        return gymnasium.spaces.flatten(self.raw, drawn) if self.flat else drawn


class WrongType(gymnasium.Env):
    """Its frames become floats."""

    observation_space = gymnasium.spaces.Box(0, 255, (2, 2), numpy.uint8)
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, seed=None, options=None):
        self.steps = 0
        return numpy.zeros((2, 2), numpy.uint8), {}

    def step(self, action):
        self.steps += 1
        return numpy.zeros((2, 2), numpy.float64 if self.steps == 40 else numpy.uint8), 0.0, False, False, {}


class Eyes(gymnasium.Env):
    """An image that shows every byte, beside bytes of two dimensions."""

    observation_space = gymnasium.spaces.Dict(
        camera=gymnasium.spaces.Box(0, 255, (16, 16, 1), numpy.uint8),
        grid=gymnasium.spaces.Box(0, 255, (2, 2), numpy.uint8),
    )
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, seed=None, options=None):
        return self.seen(), {}

    def step(self, action):
        return self.seen(), 0.0, False, False, {}

    def seen(self):
        camera = numpy.arange(256, dtype=numpy.uint8).reshape(16, 16, 1)
        return {"camera": camera, "grid": numpy.array([[0, 1], [7, 255]], numpy.uint8)}


class Reach(gymnasium.Env):
    """A goal environment, as Gymnasium-Robotics has them: a point that moves towards its goal."""

    place = gymnasium.spaces.Box(-1, 1, (2,), numpy.float64)
    observation_space = gymnasium.spaces.Dict(
        observation=gymnasium.spaces.Box(-2, 2, (4,), numpy.float64), achieved_goal=place, desired_goal=place)
    action_space = gymnasium.spaces.Box(-1, 1, (2,), numpy.float32)

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.steps = 0
        self.at, self.goal = self.np_random.uniform(-1, 1, (2, 2))
        return self.seen(numpy.zeros(2)), {}

    def step(self, action):
        self.steps += 1
        before = self.at
        self.at = numpy.clip(before + 0.2 * action, -1, 1)
        reached = bool(numpy.linalg.norm(self.at - self.goal) < 0.1)
        return self.seen(self.at - before), float(reached) - 1, reached, self.steps >= 50, {"is_success": reached}

    def seen(self, moved):
        return {"observation": numpy.concatenate([self.at, moved]), "achieved_goal": self.at, "desired_goal": self.goal}


class Cells(gymnasium.ObservationWrapper):
    """A MiniGrid whose image has the bounds that its cells have: it is no image then."""

    def __init__(self, env):
        super().__init__(seeing(env))
        spaces = dict(self.env.observation_space.spaces, image=gymnasium.spaces.Box(0, 10, (7, 7, 3), numpy.uint8))
        self.observation_space = gymnasium.spaces.Dict(spaces)

    def observation(self, observation):
        return observation


def seeing(env):
    """A MiniGrid without the text of its mission."""
    return gymnasium.wrappers.FilterObservation(env, ["direction", "image"])


class Board(gymnasium.Env):
    """Shows the choices it was given, in rows and columns."""

    observation_space = gymnasium.spaces.Box(0, 9, (2, 2), numpy.float32)
    action_space = gymnasium.spaces.MultiDiscrete(numpy.array([[3, 2], [4, 5]]), dtype=numpy.int32)

    def reset(self, seed=None, options=None):
        return numpy.zeros((2, 2), numpy.float32), {}

    def step(self, action):
        assert action in self.action_space and action.dtype == numpy.int32, action
        return action.astype(numpy.float32), 0.0, False, False, {}


class SmallFrames(gymnasium.ObservationWrapper):
    """Every fourth pixel of the field of Pong, grey: enough for a small network of convolutions."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0, 255, (40, 40, 1), numpy.uint8)

    def observation(self, screen):
        return screen[34:194:4, ::4, numpy.newaxis]


gymnasium.register("FetchAndCarry-v0", entry_point=Everything, kwargs={"flat": True})
