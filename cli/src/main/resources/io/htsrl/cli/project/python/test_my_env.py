import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from my_env import MyEnv

HERE = Path(__file__).resolve().parent


def episode(seed):
    env = MyEnv()
    seen = [env.reset(seed=seed)[0]]
    for step in range(50):
        seen.append(env.step(step * step % 3)[:4])
    return seen


def trained(folder, seed, executors, workers):
    """Trains for two intervals, and returns the digest of the run."""
    subprocess.run(
        [shutil.which("hts"), "train", "--algo", "ppo", "--env", "gym:my_env:MyEnv", "--num-envs", "4",
         "--sync-interval", "64", "--total-timesteps", "512", "--seed", str(seed), "--executors", str(executors),
         "--python-workers", str(workers), "--out", str(folder), "--quiet"],
        cwd=HERE, check=True)
    return json.loads((folder / "summary.json").read_text())["digest"]


class MyEnvTest(unittest.TestCase):
    def test_episode_follows_from_seed_and_actions(self):
        self.assertEqual(episode(1), episode(1))
        self.assertNotEqual(episode(1), episode(2))

    def test_run_has_equal_bits_for_any_threads(self):
        self.assertTrue(shutil.which("hts"), "hts must be on the PATH")
        with tempfile.TemporaryDirectory() as folder:
            first = trained(Path(folder) / "first", 1, 1, 1)
            self.assertEqual(first, trained(Path(folder) / "second", 1, 2, 2))


if __name__ == "__main__":
    unittest.main()
