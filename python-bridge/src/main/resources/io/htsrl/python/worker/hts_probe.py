"""Checks before a run that an environment is reproducible and that replicas in one process share no randomness."""
import random
import struct
import time

import hts_making
import hts_replica
import hts_rows
import hts_spaces
from hts_spaces import numpy

SEED = 20201208  # of NeurIPS 2020; any will do
STEPS = 24
SECONDS = 2.0
LEAST = 3  # observations, however long they take


class _Alone:
    """A replica with separate memory that reports its results."""

    def __init__(self, request, spaces):
        self.end = hts_replica.mask_at(spaces)
        self.masks = _width(spaces) * sum(hts_spaces.choices(spaces["action"])) if spaces["mask"] else 0
        self.memory = bytearray(self.end + self.masks)
        self.replica = hts_replica.Replica(hts_making.make(request), request, spaces, self.memory, spaces["mask"])
        self.code = "B" if spaces["observation"]["bytes"] else "f"
        self.space = spaces["action"]
        self.state = 1
        self.steps = 0

    def draw(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 11) / 2 ** 53

    def begin(self, seed):
        self.state = seed
        self.memory[:] = bytes(len(self.memory))
        self.steps = 0
        return self._call(lambda: self.replica.reset(seed), "reset()")

    def step(self):
        row = hts_rows.example(self.space, self.draw)
        if self.masks:
            row = hts_rows.allowed(self.space, row, memoryview(self.memory)[self.end:].cast(self.code))
        struct.pack_into(f"={len(row)}f", self.memory, hts_replica.ACTIONS_AT, *row)
        self.steps += 1
        return self._call(self.replica.step, f"step {self.steps}")

    def _call(self, call, name):
        try:
            call()
        except Exception as e:
            e.hts_call = name
            raise
        return bytes(self.memory)

    def over(self):
        return any(hts_replica.RESULT.unpack_from(self.memory, hts_replica.RESULT_AT)[1:])

    def close(self):
        self.replica.close()


def _chance():
    state = [random.getstate()]
    if numpy is not None:
        kind, keys, *rest = numpy.random.get_state()
        state.append((kind, keys.tobytes(), *rest))
    return state


def probe(request, spaces):
    """Texts, empty where all is well: differs, shares, outside."""
    first = _Alone(request, spaces)
    shares = set()
    before = _chance()
    episode = _episode(first, None, STEPS, time.monotonic() + SECONDS)
    for name, old, new in zip(("random", "numpy.random"), before, _chance()):
        if old != new:
            shares.add(name)
    differs = _difference(episode, _episode(first, None, len(episode)), spaces)
    if not differs:
        try:
            second = _Alone(request, spaces)
        except Exception as e:
            shares.add("something that lets it be made once alone: " + hts_making.told(e)["error"])
        else:
            beside = _difference(episode, _episode(first, second, len(episode)), spaces)
            second.close()
            if beside:
                shares.add("state, for beside another one " + beside)
    first.close()
    return {
        "differs": differs,
        "shares": ", ".join(sorted(shares)),
        "outside": _grey(spaces) or _outside(episode, spaces),
    }


def _episode(replica, other, length, end=float("inf")):
    """What an episode of so many observations gave, at most; another replica takes a step before each of its."""
    given = [replica.begin(SEED)]
    if other is not None:
        other.begin(SEED + 1)
    while len(given) < length and not replica.over() and (len(given) < LEAST or time.monotonic() < end):
        if other is not None:
            if other.over():
                other.begin(SEED + len(given))
            other.step()
        given.append(replica.step())
    return given


def _grey(spaces):
    """Finds parts that look like an image without being one."""
    part = spaces["observation"]["parts"][0]
    if len(spaces["observation"]["parts"]) > 1 or not hts_spaces.full_bytes(part) or len(part["shape"]) != 2:
        return ""
    return (f"its observation uint8{part['shape']} has two dimensions, so it is no image, and networks read it as 0 .. 255; "
            f"a grey frame needs a third dimension, uint8{part['shape'] + [1]}, to be divided by 255")


def _outside(episode, spaces):
    """What left the bounds of its Box, if that is the whole observation: no fault, but a mistake somewhere."""
    part = spaces["observation"]["parts"][0]
    if spaces["observation"]["bytes"] or part["kind"] != "box" or len(spaces["observation"]["parts"]) > 1:
        return ""
    size, start = part["size"], hts_replica.observation_at(spaces)
    low, high = (part[name] * size if len(part[name]) == 1 else part[name] for name in ("low", "high"))
    for number, memory in enumerate(episode):
        for element, value in enumerate(struct.unpack_from(f"={size}f", memory, start)):
            if value < low[element] - 1e-6 or value > high[element] + 1e-6:
                return (f"element {element} of its observation is {value:.6g} in step {number} of an episode, and its "
                        f"space says [{low[element]:.6g}, {high[element]:.6g}]")
    return ""


def _difference(one, other, spaces):
    if len(one) != len(other):
        return f"an episode of one seed and equal actions has {len(one) - 1} steps, then {len(other) - 1}"
    for number, (a, b) in enumerate(zip(one, other)):
        if a[32:48] + a[64:] != b[32:48] + b[64:]:
            return ("the first observation" if number == 0 else f"step {number}") + \
                " of an episode of one seed and equal actions is not the same the second time: " + _field(a, b, spaces)
    return ""


def _field(one, other, spaces):
    """Returns the part to which the first differing byte belongs."""
    at = next(i for i, (a, b) in enumerate(zip(one, other)) if a != b and not 48 <= i < 64 and i >= 32)
    if at < 48:
        return "its reward" if at < 40 else "its end"
    element = (at - hts_replica.observation_at(spaces)) // _width(spaces)
    size = spaces["observation"]["size"]
    return f"element {element} of its observation" if element < size else f"element {element - size} of its mask"


def _width(spaces):
    return 1 if spaces["observation"]["bytes"] else 4
