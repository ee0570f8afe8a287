"""Environments that do what environments must not, and those that are merely unusual. The standard library alone."""
import ctypes
import os
import random
import signal
import subprocess
import sys
import time


class Quiet:
    """Counts its steps; the base of the others."""

    observation_space = {"shape": [2], "low": -1000, "high": 1000}
    action_space = {"n": 2}
    after = 3

    def __init__(self, **kwargs):
        self.kwargs = kwargs

    def reset(self, seed=None, options=None):
        self.seed = seed
        self.steps = 0
        self.__dict__.pop("seen", None)
        self.given = [0, 0]
        return self.seen(), {}

    def step(self, action):
        self.steps += 1
        if self.steps == self.after:
            self.act()
        return self.seen(), 0.5, False, False, {}

    def seen(self):
        return [self.steps, self.seed % 7]

    def act(self):
        pass


class Talks(Quiet):
    def step(self, action):
        print("a line to stdout")
        print("a line to stderr", file=sys.stderr)
        os.write(1, b"straight to descriptor 1\n")
        os.system("echo of a child")
        return super().step(action)

    def reset(self, seed=None, options=None):
        input_is_empty = sys.stdin.read() == ""
        assert input_is_empty
        return super().reset(seed)


class Raises(Quiet):
    after = 40

    def act(self):
        raise ValueError("the pole is broken")


class Leaves(Quiet):
    after = 40

    def act(self):
        print("goodbye")
        os._exit(7)


class Crashes(Quiet):
    after = 40

    def act(self):
        ctypes.string_at(0)


class Killed(Quiet):
    after = 40

    def act(self):
        os.kill(os.getpid(), signal.SIGKILL)


class Hangs(Quiet):
    after = 40

    def act(self):
        self.where_it_hangs()

    def where_it_hangs(self):
        while True:
            time.sleep(0.05)


class HangsAlone(Hangs):
    """The replica of one seed does."""

    def __init__(self, victim):
        super().__init__()
        self.victim = victim

    def act(self):
        if self.seed == self.victim:
            self.where_it_hangs()


class HangsInC(Hangs):
    """In a library that lets no other thread of Python run."""

    def where_it_hangs(self):
        while True:
            ctypes.PyDLL(None).sleep(1000)


class NoConstructor(Quiet):
    def __init__(self, colour):
        raise RuntimeError("no " + colour + " today")


class ForkedChance(Quiet):
    """Seeds the module's generator in reset: alone it repeats itself, beside another it does not."""

    def reset(self, seed=None, options=None):
        random.seed(seed)
        return super().reset(seed)

    def seen(self):
        return [self.steps, random.random()]


class Different(Quiet):
    """Repeats nothing."""

    def seen(self):
        return [self.steps, int.from_bytes(os.urandom(2), "little") / 100]


class Shared(Quiet):
    """Replicas count together."""

    count = [0]

    def reset(self, seed=None, options=None):
        Shared.count[0] = 0
        return super().reset(seed)

    def seen(self):
        Shared.count[0] += 1
        return [self.steps, Shared.count[0]]


class WrongShape(Quiet):
    after = 40

    def act(self):
        self.seen = lambda: [1, 2, 3]


class NoNumber(Quiet):
    after = 40

    def act(self):
        self.seen = lambda: ["one", 2]


class NotANumber(Quiet):
    after = 40

    def act(self):
        self.seen = lambda: [float("nan"), 2]


class FourValues(Quiet):
    def step(self, action):
        return super().step(action)[:4]


class OldReset(Quiet):
    def reset(self, seed=None, options=None):
        return super().reset(seed)[0]


class NoSeed(Quiet):
    def reset(self):
        return super().reset(1)


class NoReward(Quiet):
    after = 40

    def step(self, action):
        seen, reward, *rest = super().step(action)
        return (seen, "much" if self.steps == self.after else reward, *rest)


class OutOfRange(Quiet):
    observation_space = {"n": 3}
    after = 40

    def seen(self):
        return 3 if self.steps >= self.after else self.steps % 3


class ChangesItsSpace(Quiet):
    resets = 0

    def reset(self, seed=None, options=None):
        self.resets += 1
        if self.resets == 2:
            self.observation_space = {"shape": [2], "low": -1000, "high": 2000}
        return super().reset(seed)


class Graph(Quiet):
    observation_space = object()


class Parts(Quiet):
    """Every kind of part, named and numbered."""

    observation_space = {
        "spaces": {
            "place": {"n": 3, "start": 5},
            "pair": {"spaces": [{"shape": [2, 2], "low": 0, "high": 9}, {"binary": True, "n": 3}]},
            "choices": {"nvec": [2, 3]},
        }
    }

    def seen(self):
        return {"place": 6, "pair": ([[1, 2], [3, 4]], [0, 1, 1]), "choices": [1, 2]}


class Frames(Quiet):
    observation_space = {"shape": [2, 1, 3], "dtype": "uint8", "low": 0, "high": 255}

    def seen(self):
        return bytes([0, 1, 127, 128, 254, 255])


class Grey(Frames):
    """Bytes of two dimensions: no image."""

    observation_space = {"shape": [2, 3], "dtype": "uint8"}


class Cue(Quiet):
    """One-hot, as bytes."""

    observation_space = {"shape": [1, 1, 3], "dtype": "uint8", "low": 0, "high": 1}

    def seen(self):
        return [0, 1, 0]


class NoBytes(Cue):
    """Shows a fraction where its space says bytes."""

    after = 40

    def act(self):
        self.seen = lambda: [0.5, 1, 0]


class Eyes(Quiet):
    """An image beside a one-hot cue."""

    observation_space = {"spaces": {"camera": Frames.observation_space, "cue": Cue.observation_space}}

    def seen(self):
        return {"camera": bytes([0, 1, 127, 128, 254, 255]), "cue": [0, 1, 0]}


class TwoEyes(Quiet):
    """Images alone."""

    observation_space = {"spaces": [Frames.observation_space, Frames.observation_space]}

    def seen(self):
        return bytes([0, 1, 127, 128, 254, 255]), bytes([5, 4, 3, 2, 1, 0])


class Masked(Quiet):
    """Says beside its observations which actions are allowed: the one that is even or odd, as its steps are."""

    def mask(self):
        return [1 - (self.steps + self.seed) % 2, (self.steps + self.seed) % 2]

    def reset(self, seed=None, options=None):
        seen, info = super().reset(seed)
        return seen, dict(info, action_mask=self.mask())

    def step(self, action):
        if not self.mask()[action]:
            raise ValueError(f"action {action} is forbidden")
        seen, reward, terminated, truncated, info = super().step(action)
        terminated = self.steps >= 50
        return seen, reward, terminated, truncated, info if terminated else dict(info, action_mask=self.mask())


class MaskedByMethod(Quiet):
    """Says which actions of each of three choices are allowed when it is asked; bytes are its observation."""

    observation_space = {"shape": [2, 3, 1], "dtype": "uint8"}
    action_space = {"nvec": [3, 2, 4]}

    def seen(self):
        return bytes([self.steps % 256, 1, 127, 128, 254, 255])

    def action_masks(self):
        at = self.steps + self.seed
        return [[i == at % 3 for i in range(3)], [True, at % 4 == 0], [i != at % 4 for i in range(4)]]

    def step(self, action):
        if not all(mask[i] for mask, i in zip(self.action_masks(), action)):
            raise ValueError(f"action {action} is forbidden")
        return super().step(action)


class MaskEnds(Masked):
    """Stops to say which actions are allowed."""

    after = 40

    def act(self):
        self.mask = lambda: None


class MaskComesLate(Quiet):
    """Says it in a step for the first time."""

    after = 40

    def step(self, action):
        given = super().step(action)
        return (*given[:4], {"action_mask": [1, 1]}) if self.steps == self.after else given


class MaskAllowsNothing(Masked):
    """Allows no action after a step that ends no episode."""

    after = 40

    def act(self):
        self.mask = lambda: [0, 0]


class MaskTooLong(Masked):
    """Has three actions there, and two otherwise."""

    after = 40

    def act(self):
        self.mask = lambda: [1, 0, 1]


class MaskedBox(Masked):
    """Masks what is no choice."""

    action_space = {"shape": [1], "low": -1, "high": 1}


class MaskAsPart(Quiet):
    """Says among its observations which actions are allowed."""

    observation_space = {"spaces": {"seen": {"shape": [2]}, "action_mask": {"binary": True, "n": 2}}}

    def seen(self):
        return {"seen": [self.steps, self.seed % 7], "action_mask": [1, 0]}


class Picture(Quiet):
    """Rows of coloured pixels, the planes of a pixel side by side, as the one part of its observation."""

    picture = {"shape": [36, 40, 3], "dtype": "uint8", "low": 0, "high": 255}
    observation_space = {"spaces": {"picture": picture}}

    def seen(self):
        return {"picture": bytes((self.steps + self.seed) % 256 for _ in range(36 * 40 * 3))}


class PictureAndPlace(Picture):
    observation_space = {"spaces": {"picture": Picture.picture, "place": {"shape": [2]}}}

    def seen(self):
        return dict(super().seen(), place=[self.steps, 1])


class Box(Quiet):
    """Shows the action it was given."""

    action_space = {"shape": [2], "low": [-1, 0], "high": [1, 10]}
    def step(self, action):
        self.given = action
        return super().step(action)

    def seen(self):
        return list(self.given)


class Choices(Quiet):
    """Shows the choices it was given."""

    action_space = {"nvec": [3, 2], "start": [0, 5]}
    def step(self, action):
        self.given = action
        return super().step(action)

    def seen(self):
        return list(self.given)


class Board(Choices):
    """Choices in rows and columns."""

    observation_space = {"shape": [2, 2], "low": -1000, "high": 1000}
    action_space = {"nvec": [[3, 2], [4, 5]]}

    def reset(self, seed=None, options=None):
        self.steps = 0
        self.given = [[0, 0], [0, 0]]
        return self.seen(), {}

    def seen(self):
        assert len(self.given) == 2 and all(len(row) == 2 for row in self.given), self.given
        return [list(row) for row in self.given]


class Switches(Choices):
    """Shows the switches it was given."""

    action_space = {"binary": True, "n": 2}


class Options(Quiet):
    """Checks what it was made with."""

    def __init__(self, number, text, switch, nothing, several):
        assert number == 3 and isinstance(number, int), number
        assert text == "north", text
        assert switch is True, switch
        assert nothing is None, nothing
        assert several == [1, {"a": 2.5}], several


class Slow(Quiet):
    """Takes a while, a drawn one."""

    def step(self, action):
        time.sleep((self.seed + self.steps * 7919) % 5 / 2000)
        return super().step(action)


class Painted(Quiet):
    """Two rows of one pixel; green is the step."""

    metadata = {"render_modes": ["rgb_array"]}

    def __init__(self, render_mode=None):
        self.render_mode = render_mode

    def render(self):
        return [[[255, self.steps, 1]], [[0, 0, self.seed % 256]]]


class PaintedAndMasked(MaskedByMethod, Painted):
    """Has pictures, and says which actions are allowed when it is asked."""


class SeesNoFile(Quiet):
    """Cannot be made while the file of its process's memory has a name."""

    def __init__(self):
        with open("/proc/self/maps") as maps:
            named = [line for line in maps if "hts-rl-" in line and "(deleted)" not in line]
        if named:
            raise RuntimeError(f"a file would remain: {named}")


class Headless(Painted):
    """Draws as MuJoCo does without a display."""

    def render(self):
        for name in ("DISPLAY", "MUJOCO_GL"):
            os.environ.pop(name, None)
        sys.modules.setdefault("mujoco", sys)
        raise RuntimeError("no OpenGL context")


class DependencyNotInstalled(Exception):
    """As gymnasium.error's."""


class Unpainted(Painted):
    """Draws as Gymnasium's do without pygame."""

    def render(self):
        raise DependencyNotInstalled("pygame is not installed, run `pip install pygame`")


def doubled(env):
    """A wrapper: twice the reward."""
    step = env.step

    def twice(action):
        seen, reward, *rest = step(action)
        return (seen, 2 * reward, *rest)

    env.step = twice
    return env


class Starts(Quiet):
    """Leaves a process behind with each episode."""

    def reset(self, seed=None, options=None):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        return super().reset(seed)


class NoSteps:
    """No environment, and must not be made."""

    def __init__(self, file):
        called(file)


def called(file):
    """Says that it was called."""
    with open(file, "w"):
        return 7


class Parted(Quiet):
    """Shows a mark in an image, at the left or right, and a choice that says whether the action must be there."""

    observation_space = {
        "spaces": {
            "camera": {"shape": [3, 4, 1], "dtype": "uint8", "low": 0, "high": 255},
            "rule": {"n": 2},
            "time": {"shape": [1], "low": 0, "high": 1},
        }
    }

    def reset(self, seed=None, options=None):
        self.random = random.Random(seed)
        self.steps = 0
        return self.seen(), {}

    def seen(self):
        self.side, self.rule = self.random.randrange(2), self.random.randrange(2)
        image = [[[255 if row == 1 and column == 3 * self.side else 10] for column in range(4)] for row in range(3)]
        return {"camera": image, "rule": self.rule, "time": [self.steps / 10]}

    def step(self, action):
        reward = 1.0 if int(action) == (self.side ^ self.rule) else 0.0
        self.steps += 1
        return self.seen(), reward, self.steps == 10, False, {}


class Reaching(Quiet):
    """A point that is moved to a goal on a line, as in Gymnasium-Robotics; option wrong breaks a promise."""

    line = {"shape": [1], "low": -3, "high": 3}
    observation_space = {"spaces": {"observation": line, "achieved_goal": line, "desired_goal": line}}
    action_space = {"shape": [1], "low": -1, "high": 1}
    distance_threshold = 0.05

    def __init__(self, wrong="", dense=False):
        self.wrong, self.dense = wrong, dense
        if wrong == "threshold":
            self.distance_threshold = None

    def reset(self, seed=None, options=None):
        numbers = random.Random(seed)
        self.steps, self.at, self.goal = 0, 0.0, numbers.uniform(-1, 1)
        return self.seen(), {}

    def seen(self):
        return {"observation": [self.at], "achieved_goal": [self.at], "desired_goal": [self.goal]}

    def step(self, action):
        self.steps += 1
        self.at += 0.1 * action[0]
        reward = self.compute_reward([self.at], [self.goal], {"own": 1}) + (0.5 if self.wrong == "step" else 0)
        reached = self.compute_terminated([self.at], [self.goal], {})
        return self.seen(), reward, reached, not reached and self.steps == 20, {"own": 1}

    def compute_reward(self, achieved_goal, desired_goal, info):
        distance = abs(achieved_goal[0] - desired_goal[0])
        if self.wrong == "raise" and not info:
            raise ValueError("no goal")
        if self.dense:
            return -distance * (2 if self.wrong == "reward" else 1)
        return 0.0 if distance <= (0.2 if self.wrong == "reward" else self.distance_threshold or 1) else -1.0

    def compute_terminated(self, achieved_goal, desired_goal, info):
        distance = abs(achieved_goal[0] - desired_goal[0])
        return distance <= (0.2 if self.wrong == "end" else self.distance_threshold or 1)
