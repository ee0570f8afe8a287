"""hts-rl: deep RL on the JVM, reproducible to the last bit, called as Stable-Baselines3 is.

>>> from hts_rl import PPO
>>> model = PPO("CartPole-v1", seed=1, n_envs=8).learn(100_000, progress_bar=True)
>>> action, _ = model.predict([0.0, 0.1, 0.0, -0.1])
"""
from ._errors import HtsError
from ._models import A2C, ACKTR, CrossQ, DDPG, DQN, PPO, SAC, TD3, TQC, TRPO, Model, load, resume, run
from ._run import Run

__all__ = ["A2C", "ACKTR", "CrossQ", "DDPG", "DQN", "HtsError", "Model", "PPO", "Run", "SAC", "TD3", "TQC", "TRPO", "load",
           "resume", "run"]


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("hts-rl")
    raise AttributeError("module 'hts_rl' has no attribute {!r}".format(name))
