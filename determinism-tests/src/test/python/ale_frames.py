"""Games of ale_py as they are compared with our own bridge: see AleAgreementTest."""
import gymnasium
import numpy
from gymnasium.wrappers import AtariPreprocessing


class WithLives(gymnasium.Wrapper):
    """Every pixel of a screen, and behind them the lives that are left."""

    def __init__(self, env):
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0, 255, (210 * 160 * 3 + 1, 1, 1), numpy.uint8)

    def seen(self, screen):
        return numpy.append(screen.ravel(), numpy.uint8(self.unwrapped.ale.lives())).reshape(-1, 1, 1)

    def reset(self, **kwargs):
        screen, info = self.env.reset(**kwargs)
        return self.seen(screen), info

    def step(self, action):
        screen, *rest = self.env.step(action)
        return self.seen(screen), *rest


class FireReset(gymnasium.Wrapper):
    """FIRE and the third action at the beginning of an episode, as in the wrapper of OpenAI Baselines."""

    def reset(self, **kwargs):
        self.env.reset(**kwargs)
        for action in 1, 2:
            screen, _, terminated, truncated, info = self.env.step(action)
            if terminated or truncated:
                screen, info = self.env.reset(**kwargs)
        return screen, info


def preprocessed(env):
    """Without no-ops, whose number would be drawn."""
    return AtariPreprocessing(env, noop_max=0, grayscale_newaxis=True)


def preprocessed_lives(env):
    return AtariPreprocessing(env, noop_max=0, terminal_on_life_loss=True, grayscale_newaxis=True)


def preprocessed_rgb(env):
    return AtariPreprocessing(env, noop_max=0, grayscale_obs=False)


def preprocessed_fire(env):
    return FireReset(preprocessed(env))
