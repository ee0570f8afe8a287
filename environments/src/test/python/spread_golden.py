"""Writes environments/src/test/resources/golden/SimpleSpread-v3.json from mpe2's own simple_spread_v3.

    pip install mpe2==1.1.1
    python environments/src/test/python/spread_golden.py > environments/src/test/resources/golden/SimpleSpread-v3.json

Episodes of drawn actions for several numbers of agents: the state at the beginning, and what follows each step. Agents
begin near each other, so that they touch.
"""

import importlib.metadata
import json

import numpy as np
from mpe2 import simple_spread_v3

EPISODES = {1: 1, 2: 2, 3: 4, 5: 1}


def state(world):
    """Positions and velocities of agents, and positions of landmarks, as SimpleSpread has them."""
    points = [a.state.p_pos for a in world.agents] + [a.state.p_vel for a in world.agents]
    return np.concatenate(points + [mark.state.p_pos for mark in world.landmarks]).tolist()


def episode(agents, seed):
    env = simple_spread_v3.parallel_env(N=agents)
    env.reset(seed=seed)
    world = env.unwrapped.world
    for agent in world.agents:
        agent.state.p_pos *= 0.4
    draws = np.random.default_rng(seed)
    first, steps = state(world), []
    while env.agents:
        actions = draws.integers(5, size=agents)
        seen, rewards, _, _, _ = env.step({name: int(a) for name, a in zip(env.possible_agents, actions)})
        steps.append({
            "actions": actions.tolist(),
            "state": state(world),
            "rewards": [float(rewards[name]) for name in env.possible_agents],
            "observations": [[float(x) for x in seen[name]] for name in env.possible_agents],
        })
    return {"agents": agents, "first": first, "steps": steps}


def main():
    episodes = [episode(agents, seed) for agents, count in EPISODES.items() for seed in range(count)]
    versions = {"mpe2": importlib.metadata.version("mpe2"), "numpy": np.__version__}
    print(json.dumps({**versions, "episodes": episodes}, separators=(",", ":")))


if __name__ == "__main__":
    main()
