"""
Google Research Football. As EnvPool builds it (pip install envpool gymnasium), one player, frames [72, 96, 4] of bytes:
hts train --preset liu-ppo-football --env gym:football:Football --env-option task=academy_empty_goal
As the package gfootball has it, a team of agents that see 115 floats each:
hts train --algo ppo --env pettingzoo:football:Team --env-option players=3
"""
import numpy
from gymnasium.spaces import Box, Discrete


class Football:
    def __init__(self, task="academy_empty_goal"):
        self.task = f"gfootball/{task}-v1"
        self.pool(0)
        self.observation_space = self.envs.observation_space
        self.action_space = self.envs.action_space

    def pool(self, seed):  # which EnvPool takes when it makes one, and not later
        import envpool

        self.envs = envpool.make(self.task, env_type="gymnasium", num_envs=1, seed=seed)

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.pool(seed)
        return self.envs.reset()[0][0], {}

    def step(self, action):
        observation, reward, terminated, truncated, _ = self.envs.step(numpy.array([action], numpy.int32))
        return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), {}


class Team:
    """PettingZoo's parallel API: players of the left team, all with the team's reward."""
    metadata = {"name": "football"}

    def __init__(self, task="academy_3_vs_1_with_keeper", players=3):
        from gfootball.env import config, football_env, wrappers

        self.possible_agents = [f"player_{i}" for i in range(players)]
        self.values = config.Config({"level": task, "players": [f"agent:left_players={players}"]})
        self.game = wrappers.Simple115StateWrapper(football_env.FootballEnv(self.values), True)

    def observation_space(self, agent):
        return Box(-numpy.inf, numpy.inf, (115,), numpy.float32)

    def action_space(self, agent):
        return Discrete(19)

    def reset(self, seed=None, options=None):
        if seed is not None:
            self.values["game_engine_random_seed"] = seed % 2**31
            self.values["reverse_team_processing"] = seed % 2 == 1  # else that of the first seed stays
        self.agents = self.possible_agents
        return self.of_each(self.game.reset()), {}

    def of_each(self, rows):
        return dict(zip(self.possible_agents, numpy.asarray(rows).reshape(-1, 115)))

    def step(self, actions):
        observations, reward, done, _ = self.game.step([actions[agent] for agent in self.agents])
        reward = float(numpy.mean(reward))
        agents, self.agents = self.agents, [] if done else self.possible_agents
        over = dict.fromkeys(agents, bool(done))
        return self.of_each(observations), dict.fromkeys(agents, reward), over, dict.fromkeys(agents, False), {}
