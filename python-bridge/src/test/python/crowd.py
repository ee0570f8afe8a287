"""Environments of several agents with PettingZoo's parallel API, of plain Python."""
import random


class Space:
    def __init__(self, **what):
        self.__dict__.update(what)

    def __eq__(self, other):
        return self.__dict__ == other.__dict__

    def __repr__(self):
        return str(self.__dict__)


class Crowd:
    """An episode of eight steps; agent i comes in step i and leaves after five. They drift, and see each other's sum."""

    metadata = {}

    def __init__(self, fault="", masked=False):
        self.fault = fault
        self.masked = masked
        self.possible_agents = ["a", "b", "c"]
        self.state_space = Space(shape=[3], dtype="float32", low=-9.0, high=9.0)

    def observation_space(self, agent):
        size = 3 if self.fault == "spaces" and agent == "b" else 2
        box = Space(shape=[size], dtype="float32", low=-9.0, high=9.0)
        if not self.masked:
            return box
        mask = Space(shape=[self._actions(agent)], dtype="int8", low=0, high=1)
        return Space(spaces={"observation": box, "action_mask": mask})

    def _actions(self, agent):
        return 4 if self.fault == "spaces" and agent == "b" else 3

    def action_space(self, agent):
        if self.fault == "kinds" and agent == "b":
            return Space(shape=[1], dtype="float32", low=-1.0, high=1.0)
        return Space(n=self._actions(agent), start=1)

    def state(self):
        return [self.at[agent] for agent in self.possible_agents]

    def _here(self, step):
        return [agent for i, agent in enumerate(self.possible_agents) if i <= step < i + 5 and step < 8]

    def _see(self, agents):
        seen = {}
        for agent in agents:
            box = [self.at[agent] / 10, sum(self.at.values()) / 10]
            if self.fault == "spaces" and agent == "b":
                box.append(self.steps / 8)
            mask = [1, int(self.steps % 2), 1, 1][:self._actions(agent)]
            seen[agent] = {"observation": box, "action_mask": mask} if self.masked else box
        if self.fault == "unseen" and self.steps == 2:
            del seen["b"]
        return seen

    def reset(self, seed=None, options=None):
        self.random = random.Random(seed)
        self.steps = 0
        self.at = {agent: self.random.random() for agent in self.possible_agents}
        self.agents = self._here(0)
        return self._see(self.agents), {}

    def step(self, actions):
        assert sorted(actions) == self.agents, "every agent that is here acts, and no other"
        assert all(1 <= action <= self._actions(agent) for agent, action in actions.items()), actions
        if self.masked:
            assert self.steps % 2 or all(action != 2 for action in actions.values()), "it was forbidden"
        before = self.agents
        for agent, action in actions.items():
            self.at[agent] += action - 2 + self.random.random() / 10
        self.steps += 1
        self.agents = self._here(self.steps)
        gone = [agent for agent in before if agent not in self.agents]
        rewards = {agent: -abs(self.at[agent]) for agent in before}
        if self.fault == "stranger" and self.steps == 2:
            self.agents = self.agents + ["z"]
        if self.fault == "reward" and self.steps == 7:
            rewards["a"] = 1.0
        ends = {agent: self.steps < 8 and self.fault != "silent" for agent in gone}
        limits = {agent: self.steps == 8 for agent in gone}
        return self._see(before + [a for a in self.agents if a not in before and a != "z"]), rewards, ends, limits, {}


def parallel_env(**options):
    return Crowd(**options)
