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
        self.shape = [int(n) for n in self.network["observations"].split("[")[1].rstrip("]").split(", ")]
        self.head = {"actor_critic": "policy", "q": "q", "dueling": "advantage"}[self.network["heads"]] + ".head"

    def dense(self, name, x):
        return x @ self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def conv(self, name, x, stride):
        weight = self.tensors[name + ".weight"]
        windows = np.lib.stride_tricks.sliding_window_view(x, weight.shape[2:], (1, 2))[:, ::stride, ::stride]
        return np.einsum("crsij,ocij->ors", windows, weight) + self.tensors[name + ".bias"][:, None, None]

    def outputs(self, frames):  # frame-stack observations, the oldest first
        x = np.asarray(frames, np.float32) / float(self.network["input-divisor"])
        layers = [n for n in ("policy.0", "torso.0", "torso.conv0") if n + ".weight" in self.tensors]
        if layers == ["torso.conv0"]:
            x = x.reshape([-1] + self.shape)
            for layer, stride in enumerate((4, 2, 1)):
                x = self.activation(self.conv(f"torso.conv{layer}", x, stride))
            return self.dense(self.head, self.activation(self.dense("torso.dense", x.ravel())))
        torso, layer, x = layers[0][:-2], 0, x.ravel()
        while f"{torso}.{layer}.weight" in self.tensors:
            x, layer = self.activation(self.dense(f"{torso}.{layer}", x)), layer + 1
        return self.dense(self.head, x)

    def act(self, frames):  # the best action, as environments take it
        row, (kind, sizes) = self.outputs(frames), self.network["actions"].split(" ", 1)
        if kind == "continuous":
            low, high = (np.array(json.loads(bound)) for bound in sizes.split(" .. "))
            if self.network["action-head"] != "gaussian":  # squashed
                row = low + (np.tanh(row[: len(low)]) + 1) / 2 * (high - low)
            return np.clip(row, low, high).tolist()
        counts = [2] * int(sizes) if kind == "multi-binary" else np.array(json.loads(sizes)).ravel()
        return [int(np.argmax(choice)) for choice in np.split(row, np.cumsum(counts)[:-1])]


if __name__ == "__main__":
    policy = Policy(sys.argv[1])
    for line in sys.stdin:
        print(*policy.act([float(number) for number in line.split()]))
