"""
Random stepping of CartPole-v1 by others on one thread: the peer of 'benchmarks/run stepping'.

    stepping.py envpool --envs N --seconds S     prints  found steps_per_s VALUE
    stepping.py envpool --version                prints its version

EnvPool steps all N environments at a call, with one thread of its own. The draw of the actions counts, as ours does; so does the
step after an episode's end, which EnvPool spends on the reset.
"""
import argparse
import importlib.metadata
import time

ENV = "CartPole-v1"
WARM_UP = 1.0


def envpool(count):
    """Returns a function that draws actions and takes a step of all environments."""
    import envpool
    import numpy

    envs = envpool.make_gymnasium(ENV, num_envs=count, num_threads=1, seed=1)
    envs.reset()
    draws = numpy.random.default_rng(1)
    return lambda: envs.step(draws.integers(0, 2, count, dtype=numpy.int32))


STEPPERS = {"envpool": envpool}


def rate(step, count, seconds):
    calls, begun = 0, time.perf_counter()
    while True:
        for _ in range(10):
            step()
        calls += 10
        wall = time.perf_counter() - begun
        if wall >= seconds:
            return calls * count / wall


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer", choices=STEPPERS)
    parser.add_argument("--version", action="store_true")
    parser.add_argument("--envs", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=3)
    args = parser.parse_args()
    if args.version:
        print(args.peer, importlib.metadata.version(args.peer))
        return
    step = STEPPERS[args.peer](args.envs)
    rate(step, args.envs, WARM_UP)
    print("found steps_per_s", rate(step, args.envs, args.seconds))


if __name__ == "__main__":
    main()
