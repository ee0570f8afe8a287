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


class Together:
    """
    Each step is one of all agents. A row has, for each agent in turn: its observation, the state of the environment if
    that is asked for, its mask, its reward, its ending, and whether it acts on this observation.
    """

    def __init__(self, env, with_state):
        self.env = env
        self.names = list(env.possible_agents)
        self.metadata = env.metadata
        self.render_mode = getattr(env, "render_mode", None)
        observation, action = (self._common(kind) for kind in ("observation", "action"))
        parts = hts_spaces._get(observation, "spaces")
        self.masked = parts is not None and MASK in parts
        rest = {key: parts[key] for key in parts if key != MASK} if self.masked else None
        self.only = next(iter(rest)) if self.masked and len(rest) == 1 else None
        if self.masked:
            observation = rest[self.only] if self.only else {"spaces": rest}
        self.space = hts_spaces.observation(observation)
        self.space["bytes"] = False  # images, too: they are divided by 255
        self.acts = hts_spaces.action(action)
        self.size = self.space["size"]
        self.state_size = hts_spaces.observation(env.state_space)["size"] if with_state else 0
        self.mask_size = sum(hts_spaces.choices(self.acts)) if self.masked else 0
        self.stride = self.size + self.state_size + self.mask_size + 3
        self.memory = bytearray(4 * self.stride * len(self.names))
        self.row = memoryview(self.memory).cast("f")
        self.writers = [hts_rows.writer(self.space, self.memory, 4 * self.stride * i) for i in range(len(self.names))]
        self.action_memory = bytearray(4 * self.acts["width"])
        self.read = hts_rows.reader(self.acts, self.action_memory, 0)
        self.observation_space = {"shape": [self.stride * len(self.names)], "dtype": "float32"}
        self.action_space = self._joint(self.acts, len(self.names))
        self.alive = []
        self.nothing = memoryview(bytearray(4 * (self.stride - 3))).cast("f")

    def described(self):
        return {"names": [str(name) for name in self.names], "observation": self.space, "action": self.acts,
                "state": self.state_size, "masked": self.masked}

    def _common(self, kind):
        spaces = [getattr(self.env, kind + "_space")(name) for name in self.names]
        for name, space in zip(self.names, spaces):
            if space != spaces[0]:
                raise hts_making.Unmade(
                    f"must give all agents one {kind}_space, since they share a policy, and {self.names[0]} has "
                    f"{spaces[0]!r}, {name} {space!r}",
                    f"wrap it, as with supersuit.pad_{kind}s_v0" + ("" if kind == "observation" else " (pad_action_space_v0)")
                    + ": --wrapper MODULE:FUNCTION",
                )
        return spaces[0]

    @staticmethod
    def _joint(action, count):
        kind = action["kind"]
        if kind == "box":
            return {"shape": [action["width"] * count], "low": action["low"] * count, "high": action["high"] * count,
                    "dtype": "float32"}
        if kind == "binary":
            return {"shape": [action["width"] * count], "binary": True}
        return {"nvec": hts_spaces.choices(action) * count}

    def reset(self, seed=None):
        observations, _ = self.env.reset(seed=seed)
        self.alive = [False] * len(self.names)
        self._write(observations, {}, {}, {})
        return self.row, {}

    def step(self, action):
        values = list(hts_spaces._flat(action))
        width = self.acts["width"]
        actions = {}
        for i, name in enumerate(self.names):
            if self.alive[i]:
                row = values[i * width:(i + 1) * width]
                if self.masked:  # in checks, of an agent that nobody plays
                    row = hts_rows.allowed(self.acts, row, self._mask(i))
                struct.pack_into(f"={width}f", self.action_memory, 0, *row)
                actions[name] = self.read()
        observations, rewards, terminated, truncated, _ = self.env.step(actions)
        self._write(observations, rewards, terminated, truncated)
        return self.row, 0.0, not any(self.alive), False, {}

    def _write(self, observations, rewards, terminated, truncated):
        for name in self.env.agents:
            if name not in self.names:
                raise BadValue(f"its agent {name!r} is none of possible_agents: {self.names}")
        state = [float(x) for x in hts_spaces._flat(self.env.state())] if self.state_size else []
        for i, name in enumerate(self.names):
            at, end = self.stride * i, self.stride * (i + 1) - 3
            acts = name in self.env.agents
            if acts and name not in observations:
                raise BadValue(f"it gave no observation of its agent {name!r}")
            if name in observations:
                self._observe(i, observations[name], acts)
            else:
                self.row[at:end] = self.nothing
            for element, value in enumerate(state):
                self.row[at + self.size + element] = value
            self.row[end] = float(rewards.get(name, 0))
            self.row[end + 1] = TERMINATED if terminated.get(name) else TRUNCATED if truncated.get(name) else 0
            self.row[end + 2] = acts
            self.alive[i] = acts

    def _observe(self, i, observation, acts):
        if self.masked:
            mask = [1.0 if allowed else 0.0 for allowed in hts_spaces._flat(observation[MASK])]
            if len(mask) != self.mask_size:
                raise BadValue(f"its {MASK} has {len(mask)} elements, and its action_space has {self.mask_size} actions")
            view = self._mask(i)
            for action, allowed in enumerate(mask):
                view[action] = allowed if acts and any(mask) else 1.0
            observation = observation[self.only] if self.only else observation
        self.writers[i](observation)

    def _mask(self, i):
        at = self.stride * i + self.size + self.state_size
        return self.row[at:at + self.mask_size]

    def render(self):
        return self.env.render()

    def close(self):
        getattr(self.env, "close", lambda: None)()
