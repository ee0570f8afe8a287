"""
Google Research Football as EnvPool builds it (pip install envpool gymnasium): frames [72, 96, 4] of bytes.
hts train --preset liu-ppo-football --env gym:football:Football --env-option task=academy_empty_goal
"""
import envpool
import numpy


class Football:
    def __init__(self, task="academy_empty_goal"):
        self.task = f"gfootball/{task}-v1"
        self.pool(0)
        self.observation_space = self.envs.observation_space
        self.action_space = self.envs.action_space

    def pool(self, seed):  # which EnvPool takes when it makes one, and not later
        self.envs = envpool.make(self.task, env_type="gymnasium", num_envs=1, seed=seed)

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.pool(seed)
        return self.envs.reset()[0][0], {}

    def step(self, action):
        observation, reward, terminated, truncated, _ = self.envs.step(numpy.array([action], numpy.int32))
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), {}
