"""act.py for networks that see frames (nature, impala, minatar): python frames.py model.safetensors < observations.txt"""
import sys
import numpy as np
from act import Policy


class FramePolicy(Policy):
    def windows(self, x, size, stride, before, after, fill):
        x = np.pad(x, ((0, 0), *zip(before, after)), constant_values=fill)
        return np.lib.stride_tricks.sliding_window_view(x, (size, size), (1, 2))[:, ::stride, ::stride]

    def conv(self, name, x, stride=1, padding=0):
        weight = self.tensors[name + ".weight"]
        windows = self.windows(x, weight.shape[2], stride, [padding] * 2, [padding] * 2, 0)
        return np.einsum("crsij,ocij->ors", windows, weight) + self.tensors[name + ".bias"][:, None, None]

    def pool(self, x):  # the greatest of 3x3, every second one; what the windows overhang by is shared out above and below
        overhang = [max((n + 1) // 2 * 2 + 1 - n, 0) for n in x.shape[1:]]
        before = [n // 2 for n in overhang]
        return self.windows(x, 3, 2, before, [n - b for n, b in zip(overhang, before)], -np.inf).max((3, 4))

    def stage(self, name, x):
        x = self.pool(self.conv(name + ".conv", x, padding=1))
        for block in (f"{name}.block{b}" for b in range(2)):
            y = self.conv(block + ".conv0", self.activation(x), padding=1)
            x = x + self.conv(block + ".conv1", self.activation(y), padding=1)
        return x

    def hidden(self, x):
        shape = self.network["observations"].split("[")[1].rstrip("]").split(", ")
        x = x.reshape([-1] + [int(n) for n in shape])
        if x.ndim == 4:  # planes, which are channels here, come last in a frame, or first where they are the fewer
            x = x if x.shape[1] < x.shape[3] else np.moveaxis(x, 3, 1)
            x = x.reshape(-1, *x.shape[2:])
        if self.network["network"] != "impala":
            for layer, stride in enumerate((4, 2, 1) if self.network["network"] == "nature" else (1,)):
                x = self.activation(self.conv(f"torso.conv{layer}", x, stride))
        else:
            for stage in range(3):
                x = self.stage(f"torso.stage{stage}", x)
            x = self.activation(x)
        return self.activation(self.dense("torso.dense", x.ravel()))


if __name__ == "__main__":
    policy = FramePolicy(sys.argv[1])
    for line in sys.stdin:
        print(*policy.act([float(number) for number in line.split()]))
