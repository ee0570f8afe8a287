"""Goal environments: the rule by which the JVM computes their rewards for other goals."""
import math
import struct

import hts_rows
import hts_spaces
from hts_spaces import numpy

GOALS = ("achieved_goal", "desired_goal")
RESETS, STEPS = 4, 3
SCALES = (0, 0.5, 0.98, 1.02, 2, 100)  # of the threshold: distances of sampled goals
TOLERANCE = 1e-4


def _found(env, name):
    """Returns an attribute of the environment, or of one that it wraps; None where there is none."""
    for _ in range(100):
        found = getattr(env, name, None)
        if found is not None:
            return found
        env = getattr(env, "env", None)
        if env is None:
            return None


def rule(env, spaces, seed):
    """The rule; or what it differs in from a function of the goals' distance; None of an environment without goals."""
    parts = {part["path"][0]: part for part in spaces["observation"]["parts"] if len(part["path"]) == 1}
    there = [parts[name]["size"] for name in GOALS if parts.get(name, {}).get("kind") == "box"]
    if len(there) < 2 or there[0] != there[1] or spaces["observation"]["bytes"] or not _found(env, "compute_reward"):
        return None
    try:
        return _agreed(env, spaces, seed)
    except Exception as e:
        return {"differs": f"its compute_reward raised {type(e).__name__}: {e}"}


def _agreed(env, spaces, seed):
    threshold = _found(env, "distance_threshold")
    if threshold is None:
        return {"differs": "it has no distance_threshold"}
    threshold, draw = float(threshold), _draws(seed)
    compute, terminated = _found(env, "compute_reward"), _found(env, "compute_terminated")
    goals = []
    for number in range(RESETS):
        observation = env.reset(seed=seed + number)[0]
        goals += [observation[name] for name in GOALS]
        for _ in range(STEPS):
            observation, reward, *ended, info = env.step(_action(spaces["action"], draw))
            expected = compute(*(observation[name] for name in GOALS), info)
            if abs(reward - expected) > TOLERANCE:
                return {"differs": f"its step gave the reward {reward}, and its compute_reward gives {expected}"}
            if any(ended):
                break
    pairs = [(one, other) for one in goals for other in goals]
    pairs += [(one, _away(one, scale * threshold, draw)) for one in goals for scale in SCALES]
    near, far, farther = (
        float(compute(goals[0], _away(goals[0], scale * threshold, draw), {})) for scale in (0, 100, 200))
    dense, ends = far != farther, terminated is not None and bool(terminated(goals[0], goals[0], {}))
    for one, other in pairs:
        distance = math.dist(list(hts_spaces._flat(one)), list(hts_spaces._flat(other)))
        expected = -distance if dense else near if distance <= threshold else far
        given = float(compute(one, other, {}))
        if abs(given - expected) > TOLERANCE * max(1, abs(given)):
            return {"differs": f"its compute_reward gives {given:.6g} at a distance of {distance:.6g} between the goals, "
                               f"which no rule of its distance_threshold {threshold:.6g} does"}
        if terminated is not None and bool(terminated(one, other, {})) != (ends and distance <= threshold):
            return {"differs": f"its compute_terminated is no rule of its distance_threshold {threshold:.6g}"}
    return {"threshold": threshold, "dense": dense, "reached": near, "missed": far, "terminates": ends}


def _draws(state):
    def draw():
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (state >> 11) / 2 ** 53

    return draw


def _action(space, draw):
    row = hts_rows.example(space, draw)
    return hts_rows.reader(space, struct.pack(f"={len(row)}f", *row), 0)()


def _away(goal, distance, draw):
    """Returns a goal at that distance in a drawn direction."""
    values = list(hts_spaces._flat(goal))
    direction = [draw() - 0.5 for _ in values]
    length = math.hypot(*direction)
    moved = [value + distance * part / length for value, part in zip(values, direction)]
    return moved if numpy is None else numpy.array(moved).reshape(numpy.shape(goal))
