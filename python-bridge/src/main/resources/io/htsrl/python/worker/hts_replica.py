"""One environment and its mapped file. SharedMemoryLayout.java documents the layout."""
import contextlib
import mmap
import os
import struct
import sys
import threading

import hts_making
import hts_rows
import hts_spaces
from hts_rows import BadValue

RESET, STEP = 1, 2
FAILED = 1
EACH = 1  # sleeper number that requests a wake-up for each replica
REQUEST = struct.Struct("=qqiiq")  # number, number done, call, status, seed
RESULT = struct.Struct("=dii")  # reward, terminated, truncated
RESULT_AT, ACTIONS_AT = 32, 64
NUMBER_WORD, DONE_WORD, SERVED_WORD = 0, 1, 7  # of 8 bytes
STATUS_HALF, SLEEPS_HALF = 5, 12  # of 4 bytes

FENCE = threading.Lock()


def mapped(path):
    """
    Opens the file, which the JVM has written completely, and removes its name, so that no file remains if the JVM is
    killed. Windows removes no open file: there the JVM does it.
    """
    file = os.open(path, os.O_RDWR)
    try:
        memory = mmap.mmap(file, os.fstat(file).st_size)
    finally:
        os.close(file)
    if os.name == "posix":
        with contextlib.suppress(OSError):  # the JVM tries it, too
            os.unlink(path)
    return memory


def published(replicas):
    """Reports the requests as complete to the JVM; returns the numbers by which to wake its sleeping threads."""
    for _, replica in replicas:
        words = replica.words
        words[DONE_WORD] = words[NUMBER_WORD]
    with FENCE:  # an atomic instruction: the next look is not made before the JVM can see those numbers
        pass
    asleep = {}
    for number, replica in replicas:
        who = replica.halves[SLEEPS_HALF]
        if who:
            asleep[who if who != EACH else -number] = number  # a thread once
    return bytes(asleep.values()) if asleep else b""


class Mapped:
    """The data that JVM and replica exchange."""

    def __init__(self, memory):
        self.memory = memory
        self.words = memoryview(memory)[:64].cast("q")
        self.halves = memoryview(memory)[:64].cast("i")

    def failed(self):
        self.halves[STATUS_HALF] = FAILED


class Missing(Mapped):
    """Placeholder for a replica that could not be made."""

    def serve(self):
        raise LookupError("there is no such replica")

    def close(self):
        pass


class Replica(Mapped):
    """Serves the requests in one file; exceptions of the environment propagate."""

    def __init__(self, env, request, spaces, memory, mask):
        super().__init__(memory)
        self.env = env
        self.request = request
        self.spaces = spaces
        self.known = (env.observation_space, env.action_space)
        self.begun = False
        self.read = hts_rows.reader(spaces["action"], memory, ACTIONS_AT)
        self.write = hts_rows.writer(spaces["observation"], memory, observation_at(spaces))
        self.masked = mask
        self._bind_mask()

    def _bind_mask(self):
        self.mask = hts_rows.masks(
            self.masked, hts_making.masking(self.env), self.spaces, self.memory, mask_at(self.spaces))

    def reset(self, seed):
        given = self.env.reset(seed=seed)
        self.begun = True
        if type(given) is not tuple or len(given) != 2:
            raise BadValue("reset gave " + _kind(given) + ", and must give (observation, info)")
        known = (self.env.observation_space, self.env.action_space)
        if known[0] is not self.known[0] or known[1] is not self.known[1]:
            self._compare(known)
        self.write(given[0])
        self.mask(given[1], False)

    def _compare(self, spaces):
        now = {"observation": hts_spaces.observation(spaces[0]), "action": hts_spaces.action(spaces[1])}
        for name in ("observation", "action"):
            if now[name] != self.spaces[name]:
                raise BadValue(f"its {name}_space changed since it was made: a run needs one space")
        self.known = spaces

    def step(self):
        given = self.env.step(self.read())
        if type(given) is not tuple or len(given) != 5:
            raise BadValue("step gave " + _kind(given)
                           + ", and must give (observation, reward, terminated, truncated, info)")
        observation, reward, terminated, truncated, info = given
        self.write(observation)
        self.mask(info, terminated)
        try:
            reward = float(reward)
        except (TypeError, ValueError):
            raise BadValue(f"its reward is {reward!r}, which is no number") from None
        RESULT.pack_into(self.memory, RESULT_AT, reward, bool(terminated), bool(truncated))

    def serve(self):
        _, _, call, _, seed = REQUEST.unpack_from(self.memory)
        if call == STEP:
            self.step()
        else:
            self.reset(seed)

    def render(self):
        """A picture. Before the first episode: made anew with a render_mode where it has none, and begun."""
        try:
            picture = self._picture()
        except Exception as e:
            if type(e).__name__ == "DependencyNotInstalled":  # gymnasium's, which names the package
                raise BadValue(f"its pictures need a package that {sys.executable} lacks: {e}") from e
            if "mujoco" in sys.modules and not os.environ.get("DISPLAY") and not os.environ.get("MUJOCO_GL"):
                raise BadValue(hts_making.told(e)["error"] + "\nMuJoCo draws without a display where the environment "
                               "variable MUJOCO_GL is egl or osmesa: set it and start again") from e
            raise
        shape = getattr(picture, "shape", ())
        if len(shape) == 3 and shape[2] == 3 and str(picture.dtype) == "uint8":
            return shape[1], shape[0], picture.tobytes()
        if type(picture) is list:  # rows of (red, green, blue)
            return len(picture[0]), len(picture), bytes(value for row in picture for pixel in row for value in pixel)
        raise BadValue("render() must give pictures uint8[height, width, 3], and gives "
                       + (f"{picture.dtype}{list(shape)}" if shape else _kind(picture)))

    def _picture(self):
        if not self.begun:
            if not hts_making.shows(self.env):
                self.close()
                self.env = hts_making.make(self.request, render=True)
                self.known = (self.env.observation_space, self.env.action_space)
                self._bind_mask()
            self.env.reset(seed=0)
            self.begun = True
        return self.env.render()

    def close(self):
        close = getattr(self.env, "close", None)
        if close is not None:
            close()


def observation_at(spaces):
    return (ACTIONS_AT + 4 * spaces["action"]["width"] + 63) // 64 * 64


def mask_at(spaces):
    return observation_at(spaces) + spaces["observation"]["size"] * (1 if spaces["observation"]["bytes"] else 4)


def _kind(value):
    return f"a tuple of {len(value)}" if type(value) is tuple else type(value).__name__
