"""
How fast others step a Gymnasium environment: python peers.py HOW ID ENVIRONMENTS STEPS. Prints the seconds that so many
steps of each took, and the processor time of all processes, by random actions that are drawn before, after as many steps
again to warm up.
"""
import multiprocessing
import os
import sys
import time

import gymnasium
import numpy

PROCESSES = 2


def actions(space, count):
    """As our pipeline draws them where its policy says nothing: standard normal ones, clipped; or uniform."""
    draws = numpy.random.default_rng(1)
    if isinstance(space, gymnasium.spaces.Box):
        return numpy.clip(draws.standard_normal((count,) + space.shape), space.low, space.high).astype(space.dtype)
    return draws.integers(space.n, size=count)


def processor_seconds():
    """Of this process and those that it began, as Linux counts it."""
    ticks = 0
    for process in [os.getpid()] + [child.pid for child in multiprocessing.active_children()]:
        with open(f"/proc/{process}/stat") as file:
            ticks += sum(int(field) for field in file.read().rpartition(")")[2].split()[11:13])
    return ticks / os.sysconf("SC_CLK_TCK")


class Stopwatch:
    """Wall time and processor time since it was made."""

    def __init__(self):
        self.processor, self.wall = processor_seconds(), time.perf_counter()

    def read(self):
        wall = time.perf_counter() - self.wall
        return wall, processor_seconds() - self.processor


def loop(name, environments, steps, start, done):
    """Some environments in one process, one after the other."""
    envs = [gymnasium.make(name, disable_env_checker=True) for _ in range(environments)]
    drawn = actions(envs[0].action_space, 1024)
    for number, env in enumerate(envs):
        env.reset(seed=number)

    def play(first):
        for step in range(steps):
            for number, env in enumerate(envs):
                _, _, terminated, truncated, _ = env.step(drawn[(first + step + number) % 1024])
                if terminated or truncated:
                    env.reset(seed=step)

    play(0)
    start.wait()
    play(steps)
    done.wait()
    start.wait()  # until its time has been taken


def plain(name, environments, steps):
    """The environments dealt out to as many processes as there are cores, without anything between."""
    start, done = (multiprocessing.Barrier(PROCESSES + 1) for _ in range(2))
    arguments = (name, environments // PROCESSES, steps, start, done)
    processes = [multiprocessing.Process(target=loop, args=arguments) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    start.wait()
    stopwatch = Stopwatch()
    done.wait()
    seconds = stopwatch.read()
    start.wait()
    for process in processes:
        process.join()
    return seconds


def vector(envs, space, environments, steps):
    """Whatever steps all at once: all of gymnasium's and of Stable-Baselines3's reset by themselves."""
    drawn = actions(space, 1024 * environments).reshape((1024, environments) + space.shape)
    envs.reset()
    for step in range(steps):
        envs.step(drawn[step % 1024])
    stopwatch = Stopwatch()
    for step in range(steps):
        envs.step(drawn[step % 1024])
    seconds = stopwatch.read()
    envs.close()
    return seconds


def gymnasium_async(name, environments, steps):
    envs = gymnasium.vector.AsyncVectorEnv([lambda: gymnasium.make(name, disable_env_checker=True)] * environments)
    return vector(envs, envs.single_action_space, environments, steps)


def sb3_subproc(name, environments, steps):
    from stable_baselines3.common.vec_env import SubprocVecEnv

    envs = SubprocVecEnv([lambda: gymnasium.make(name, disable_env_checker=True)] * environments)
    return vector(envs, envs.action_space, environments, steps)


if __name__ == "__main__":
    how, name, environments, steps = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    print(*globals()[how](name, environments, steps))
