"""Acts with a policy that hts-rl has learnt: python act.py model.safetensors < observations.txt"""
import json
import sys
import numpy as np
from safetensors import safe_open


class Policy:
    def __init__(self, path):
        with safe_open(path, "np") as file:
            self.tensors = {name: file.get_tensor(name) for name in file.keys()}
            self.network = {k[8:]: v for k, v in file.metadata().items() if k.startswith("network.")}
        self.activation = {"tanh": np.tanh, "relu": lambda x: np.maximum(x, 0)}[self.network["activation"]]
        self.head = {"actor_critic": "policy.head", "q": "q.head", "dueling": "advantage.head"}[self.network["heads"]]

    def dense(self, name, x):
        return x @ self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def hidden(self, x):
        layer, torso = 0, "policy" if "policy.0.weight" in self.tensors else "torso"
        while f"{torso}.{layer}.weight" in self.tensors:
            x, layer = self.activation(self.dense(f"{torso}.{layer}", x)), layer + 1
        return x

    def outputs(self, observations):  # frame-stack of them, the oldest first
        x = np.asarray(observations, np.float32).ravel() / float(self.network["input-divisor"])
        if self.network["normalisation"] != "none":  # statistics of one observation, of each in a stack
            clip = float(self.network["normalisation"].split()[1])
            mean, scale = self.tensors["normalize.mean"], self.tensors["normalize.scale"]
            x = np.clip((x.reshape(-1, len(mean)) - mean) * scale, -clip, clip).ravel()
        return self.dense(self.head, self.hidden(x))

    def act(self, observations, mask=None):  # the best action, of those that a mask allows, as environments take it
        row, (kind, sizes) = self.outputs(observations), self.network["actions"].split(" ", 1)
        if kind == "continuous":
            low, high = (np.array(json.loads(bound)) for bound in sizes.split(" .. "))
            if self.network["action-head"] not in ("gaussian", "state-dependent-gaussian"):  # squashed
                row = low + (np.tanh(row[: len(low)]) + 1) / 2 * (high - low)
            return np.clip(row, low, high).tolist()
        row = row if mask is None else np.where(mask, row, -np.inf)
        counts = [2] * int(sizes) if kind == "multi-binary" else np.array(json.loads(sizes)).ravel()
        return [int(np.argmax(choice)) for choice in np.split(row, np.cumsum(counts)[:-1])]


if __name__ == "__main__":
    policy = Policy(sys.argv[1])
    for line in sys.stdin:
        print(*policy.act([float(number) for number in line.split()]))
