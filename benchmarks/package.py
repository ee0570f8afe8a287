"""Measures the Python package against its bars: python package.py [--wheels FOLDER].

Needs an interpreter that has the wheel: the time of an import, and the processor time of predict for 64-64 networks, which
other processes hardly change. With --wheels also the time from an empty environment to a trained CartPole; the folder has
the wheels of hts_rl and numpy.
"""
import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def seconds(*command):
    begin = time.perf_counter()
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def imports(rounds=15):
    for code in ("", "import hts_rl"):
        times = [seconds(sys.executable, "-c", code) for _ in range(rounds)]
        print("python -c %r: median %.3f s, most %.3f s" % (code, statistics.median(times), max(times)))


def predicts(folder, rounds=9, rows=20_000):
    import numpy as np
    from hts_rl import A2C, DQN, PPO, SAC

    for kind, env, more in ((PPO, "CartPole-v1", dict(norm_obs=True)), (A2C, "CartPole-v1", {}),
                            (DQN, "CartPole-v1", dict(learning_starts=64)), (SAC, "Pendulum-v1", dict(learning_starts=64))):
        model = kind(env, n_envs=4, hidden_sizes=(64, 64), out=Path(folder, kind.algorithm), **more).learn(512)
        width = 4 if env == "CartPole-v1" else 3
        observations = np.random.default_rng(1).standard_normal((rows, width)).astype(np.float32)
        for deterministic in (True, False):
            times = []
            for _ in range(rounds):
                begin = time.thread_time()
                for observation in observations:
                    model.predict(observation, deterministic=deterministic)
                times.append((time.thread_time() - begin) / rows * 1e6)
            print("%s, %s: %.1f us a row (%.1f to %.1f)" % (
                kind.__name__, "best action" if deterministic else "drawn", statistics.median(times), min(times), max(times)))


def from_nothing(wheels, folder):
    python = Path(folder, "new", "bin", "python")
    made = seconds(sys.executable, "-m", "venv", Path(folder, "new"))
    installed = seconds(python, "-m", "pip", "install", "-q", "--no-index", "--find-links", wheels, "hts-rl")
    trained = seconds(python.with_name("hts"), "train", "--algo", "ppo", "--env", "CartPole-v1", "--seed", "1",
                      "--out", Path(folder, "first"))
    print("venv %.1f s, pip install %.1f s, hts train %.1f s: %.1f s" % (made, installed, trained, made + installed + trained))


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--wheels", type=Path, help="folder of the wheels, for the time from nothing to a trained CartPole")
given = parser.parse_args()
print("load %s" % Path("/proc/loadavg").read_text().split()[0])
with tempfile.TemporaryDirectory() as work:
    imports()
    predicts(work)
    if given.wheels:
        from_nothing(given.wheels, work)
