"""Several agents (PettingZoo's parallel API) as an environment whose rows have all of them. Agents.java has the layout."""
import struct

import hts_making
import hts_rows
import hts_spaces
from hts_rows import MASK, BadValue

TERMINATED, TRUNCATED = 1, 2
FAMILIES = ("atari", "butterfly", "classic", "mpe", "sisl")  # packages of pettingzoo


def module_of(name):
    return "pettingzoo." + name if name.split(".")[0] in FAMILIES else name


def parallel(own, module, kwargs):
    """Returns the parallel environment of a module; of one that knows only turns, by PettingZoo's own conversion."""
    if own is not None:
        return own(**kwargs)
    from pettingzoo.utils import conversions

    turns = module.env(**kwargs)
    if turns.metadata.get("is_parallelizable"):
        return conversions.aec_to_parallel(turns)
    return conversions.turn_based_aec_to_parallel(turns)


class Agent:
    """The spaces of an agent, and its elements from offset on in the row of all: 3 of them follow its mask."""

    def __init__(self, env, name, state_size, offset):
        self.name = name
        observation = env.observation_space(name)
        parts = hts_spaces._get(observation, "spaces")
        self.masked = parts is not None and MASK in parts
        rest = {key: parts[key] for key in parts if key != MASK} if self.masked else None
        self.only = next(iter(rest)) if self.masked and len(rest) == 1 else None
        if self.masked:
            observation = rest[self.only] if self.only else {"spaces": rest}
        self.space = hts_spaces.observation(observation)
        self.space["bytes"] = False  # images, too: they are divided by 255
        self.acts = hts_spaces.action(env.action_space(name))
        self.state = offset + self.space["size"]
        self.mask = self.state + state_size
        self.end = self.mask + (sum(hts_spaces.choices(self.acts)) if self.masked else 0)
        self.offset = offset
        self.alive = False
        self.action_memory = bytearray(4 * self.acts["width"])
        self.read = hts_rows.reader(self.acts, self.action_memory, 0)
        self.write = None

    def described(self):
        return {"name": str(self.name), "observation": self.space, "action": self.acts,
                "state": self.mask - self.state, "masked": self.masked}


class Together:
    """
    Each step is one of all agents. A row has, for each agent in turn: its observation, the state of the environment if
    that is asked for, its mask, its reward, its ending, and whether it acts on this observation.
    """

    def __init__(self, env, with_state):
        self.env = env
        self.metadata = env.metadata
        self.render_mode = getattr(env, "render_mode", None)
        self.state_size = hts_spaces.observation(env.state_space)["size"] if with_state else 0
        self.agents = []
        size = 0
        for name in env.possible_agents:
            self.agents.append(Agent(env, name, self.state_size, size))
            size = self.agents[-1].end + 3
        self.names = [agent.name for agent in self.agents]
        self.memory = bytearray(4 * size)
        self.row = memoryview(self.memory).cast("f")
        for agent in self.agents:
            agent.write = hts_rows.writer(agent.space, self.memory, 4 * agent.offset)
        self.observation_space = {"shape": [size], "dtype": "float32"}
        self.action_space = self._joint([agent.acts for agent in self.agents])
        self.nothing = memoryview(bytearray(4 * size)).cast("f")

    def described(self):
        return [agent.described() for agent in self.agents]

    @staticmethod
    def _joint(actions):
        kinds = {action["kind"] for action in actions}
        if "box" in kinds and len(kinds) > 1:
            raise hts_making.Unmade("must have agents with actions all discrete or all continuous, and has both",
                                    "wrap it: --wrapper MODULE:FUNCTION")
        if kinds == {"box"}:
            low, high = ([bound for action in actions for bound in action[side]] for side in ("low", "high"))
            return {"shape": [len(low)], "low": low, "high": high, "dtype": "float32"}
        if kinds == {"binary"}:
            return {"shape": [sum(action["width"] for action in actions)], "binary": True}
        return {"nvec": [count for action in actions for count in hts_spaces.choices(action)]}

    def reset(self, seed=None):
        observations, _ = self.env.reset(seed=seed)
        for agent in self.agents:
            agent.alive = False
        self._write(observations, {}, {}, {})
        return self.row, {}

    def step(self, action):
        values = list(hts_spaces._flat(action))
        actions = {}
        at = 0
        for agent in self.agents:
            width = agent.acts["width"]
            if agent.alive:
                row = values[at:at + width]
                if agent.masked:  # in checks, of an agent that nobody plays
                    row = hts_rows.allowed(agent.acts, row, self.row[agent.mask:agent.end])
                struct.pack_into(f"={width}f", agent.action_memory, 0, *row)
                actions[agent.name] = agent.read()
            at += width
        observations, rewards, terminated, truncated, _ = self.env.step(actions)
        self._write(observations, rewards, terminated, truncated)
        return self.row, 0.0, not any(agent.alive for agent in self.agents), False, {}

    def _write(self, observations, rewards, terminated, truncated):
        for name in self.env.agents:
            if name not in self.names:
                raise BadValue(f"its agent {name!r} is none of possible_agents: {self.names}")
        state = [float(x) for x in hts_spaces._flat(self.env.state())] if self.state_size else []
        for agent in self.agents:
            name, end = agent.name, agent.end
            acts = name in self.env.agents
            if acts and name not in observations:
                raise BadValue(f"it gave no observation of its agent {name!r}")
            if name in observations:
                self._observe(agent, observations[name], acts)
            else:
                self.row[agent.offset:end] = self.nothing[agent.offset:end]
            for element, value in enumerate(state):
                self.row[agent.state + element] = value
            self.row[end] = float(rewards.get(name, 0))
            self.row[end + 1] = TERMINATED if terminated.get(name) else TRUNCATED if truncated.get(name) else 0
            self.row[end + 2] = acts
            agent.alive = acts

    def _observe(self, agent, observation, acts):
        if agent.masked:
            mask = [1.0 if allowed else 0.0 for allowed in hts_spaces._flat(observation[MASK])]
            size = agent.end - agent.mask
            if len(mask) != size:
                raise BadValue(f"its {MASK} has {len(mask)} elements, and its action_space has {size} actions")
            for action, allowed in enumerate(mask):
                self.row[agent.mask + action] = allowed if acts and any(mask) else 1.0
            observation = observation[agent.only] if agent.only else observation
        agent.write(observation)

    def render(self):
        return self.env.render()

    def close(self):
        getattr(self.env, "close", lambda: None)()
