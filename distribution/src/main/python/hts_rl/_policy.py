"""Computes the actions of a model file in numpy. docs/reference/models.md describes the file."""
import json
import math
from typing import Any, Callable, Dict, List, Tuple

import numpy as np

from ._errors import HtsError
from ._safetensors import SafeTensors

# the first head by network.heads, and the names that its hidden layers may have
_HEADS: Dict[str, Tuple[str, Tuple[str, ...]]] = {
    "actor_critic": ("policy.head", ("policy", "torso")),
    "actor": ("actor.head", ("actor",)),
    "q": ("q.head", ("torso",)),
    "dueling": ("advantage.head", ("torso",)),
}
_ACTIVATIONS = ("tanh", "relu")
_OTHER_LAYERS = ("memory", "implicit-quantiles", "layer-norm", "batch-norm")
_CLIPPED = ("gaussian", "state-dependent-gaussian")  # heads whose means are clipped into the box


def _tanh(rows: np.ndarray) -> np.ndarray:
    np.tanh(rows, out=rows)
    return rows


def _relu(rows: np.ndarray) -> np.ndarray:
    np.maximum(rows, 0, out=rows)
    return rows


class Policy:
    """A policy with dense layers. One thread.

    Outputs agree with the program's to about 1e-6 of their size: numpy adds in another order.
    """

    def __init__(self, file: SafeTensors) -> None:
        self._file = file
        self._network = {key[8:]: value for key, value in file.metadata.items() if key.startswith("network.")}
        self._random = np.random.default_rng(int(file.metadata.get("seed", "0")) % (1 << 64))
        heads = self._entry("heads")
        others = [key for key in _OTHER_LAYERS if key in self._network]
        if self._entry("network") != "mlp" or heads not in _HEADS or others or self._entry("activation") not in _ACTIVATIONS:
            raise NotImplementedError(
                "predict computes dense layers with tanh or relu, and this network is {} with heads {}, {}; use 'hts "
                "export RUN --onnx FILE' and ONNX Runtime".format(
                    self._entry("network"), heads, ", ".join([self._entry("activation"), *others])))
        try:
            self._read(heads)
        except (ValueError, KeyError, TypeError, IndexError, OverflowError) as error:
            raise HtsError("{} must describe its network as docs/reference/models.md does: {}".format(
                file.path, error)) from error

    def _entry(self, key: str) -> str:
        try:
            return self._network[key]
        except KeyError:
            raise HtsError("{} must have the metadata network.{}\n    give a model of hts-rl".format(
                self._file.path, key)) from None

    def _read(self, heads: str) -> None:
        shape = _extents(self._entry("observations"))
        frames = int(self._entry("frame-stack"))
        self._shape: Tuple[int, ...] = (frames, *shape) if frames > 1 else shape
        self._size = math.prod(self._shape)
        self._divisor = np.float32(self._entry("input-divisor"))
        self._clip = 0.0
        if self._entry("normalisation") != "none":
            self._clip = float(self._entry("normalisation").split()[1])
            self._mean = np.tile(self._file.tensor("normalize.mean").ravel(), frames)
            self._scale = np.tile(self._file.tensor("normalize.scale").ravel(), frames)
            if self._mean.shape != (self._size,) or self._scale.shape != (self._size,):
                raise ValueError("normalize.mean and normalize.scale must have an element for each feature")
        self._activation: Callable[[np.ndarray], np.ndarray] = {"tanh": _tanh, "relu": _relu}[self._entry("activation")]
        head, torsos = _HEADS[heads]
        torso = next((name for name in torsos if name + ".0.weight" in self._file.tensors), torsos[0])
        sizes = self._network.get("policy-hidden-sizes") if torso in ("policy", "actor") else None
        count = len(json.loads(sizes or self._entry("hidden-sizes")))
        if "{}.{}.weight".format(torso, count) in self._file.tensors:
            raise ValueError("there are more layers than the {} of hidden-sizes".format(count))
        names = ["{}.{}".format(torso, i) for i in range(count)] + [head]
        self._layers: List[Tuple[np.ndarray, np.ndarray]] = []
        inputs = self._size
        for name in names:
            weight, bias = self._file.tensor(name + ".weight"), self._file.tensor(name + ".bias")
            if weight.ndim != 2 or weight.shape[0] != inputs or bias.shape != weight.shape[1:]:
                raise ValueError("layer {} does not fit its inputs".format(name))
            self._layers.append((weight, bias))
            inputs = weight.shape[1]
        self._read_actions(inputs)

    def _read_actions(self, outputs: int) -> None:
        kind, sizes = self._entry("actions").split(" ", 1)
        self._head = self._entry("action-head")
        self._counts: List[int] = []
        if kind == "continuous":
            low, high = (np.array(json.loads(bound), np.float64) for bound in sizes.split(" .. "))
            if low.ndim != 1 or low.shape != high.shape or low.size == 0:
                raise ValueError("the bounds of the actions differ in length")
            self._low, self._high = low, high
            self._middle, self._reach = low + (high - low) / 2, (high - low) / 2
            wanted = 2 * low.size if self._head == "squashed-gaussian" else low.size
            if self._head not in _CLIPPED + ("squashed-gaussian", "deterministic"):
                raise ValueError("action head {} is not known".format(self._head))
            units = len(self._layers[-1][0]) if self._head == "state-dependent-gaussian" else 1
            std = np.exp(self._file.tensor("policy.log_std").ravel()) if self._head in _CLIPPED else low
            self._std = np.resize(std, (units, low.size))
            if self._std.size != std.size:
                raise ValueError("policy.log_std does not fit the actions")
            self._clamped = self._file.metadata.get("setting.log-std") == "clamp"
        else:
            counts = [2] * int(sizes) if kind == "multi-binary" else np.array(json.loads(sizes)).ravel().tolist()
            if not counts or not all(isinstance(count, int) and count > 0 for count in counts):
                raise ValueError("the actions have no counts")
            self._counts, self._single, wanted = counts, kind == "discrete", sum(counts)
        if outputs != wanted:
            raise ValueError("the head has {} outputs, and the actions need {}".format(outputs, wanted))

    def predict(self, observation: Any, deterministic: bool = True, action_masks: Any = None) -> Any:
        """Returns the action of one observation, or of each observation of a batch."""
        if action_masks is None and self._network.get("masked"):
            raise ValueError("the environment masks actions: give action_masks, true for each allowed action")
        rows = np.asarray(observation, np.float32)
        shape = self._shape
        if rows.shape == shape:
            rows = rows.reshape(self._size)
        elif rows.ndim == len(shape) + 1 and rows.shape[1:] == shape:
            rows = rows.reshape(rows.shape[0], self._size)
        else:
            raise ValueError("the observation has the shape {}; it must be {}, or a batch of such".format(
                list(rows.shape), list(shape)))
        outputs, units = self._outputs(rows)
        if action_masks is not None:
            outputs = np.where(np.reshape(action_masks, outputs.shape), outputs, -np.inf)
        return self._choices(outputs, deterministic) if self._counts else self._box(outputs, units, deterministic)

    def _outputs(self, rows: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        if self._divisor != 1:
            rows = rows / self._divisor
        if self._clip:
            rows = (rows - self._mean) * self._scale
            np.minimum(np.maximum(rows, -self._clip, out=rows), self._clip, out=rows)
        activation = self._activation
        for weight, bias in self._layers[:-1]:
            rows = rows.dot(weight)
            rows += bias
            rows = activation(rows)
        weight, bias = self._layers[-1]
        outputs = rows.dot(weight)
        outputs += bias
        return outputs, rows

    def _choices(self, outputs: np.ndarray, deterministic: bool) -> Any:
        if not deterministic and self._head != "values":
            outputs = outputs + self._random.gumbel(size=outputs.shape)
        if self._single:
            return outputs.argmax(-1)
        parts = np.split(outputs, np.cumsum(self._counts)[:-1], axis=-1)
        return np.stack([part.argmax(-1) for part in parts], axis=-1)

    def _box(self, outputs: np.ndarray, units: np.ndarray, deterministic: bool) -> np.ndarray:
        rows, low, high = outputs.astype(np.float64), self._low, self._high
        if self._head == "squashed-gaussian":
            rows, spread = rows[..., : low.size], rows[..., low.size:]
            if not deterministic:
                log_std = np.minimum(np.maximum(spread, -20), 2) if self._clamped else np.tanh(spread) * 3.5 - 1.5
                rows = rows + np.exp(log_std) * self._random.standard_normal(rows.shape)
        elif self._head in _CLIPPED and not deterministic:
            std = self._std[0] if self._head == "gaussian" else np.sqrt(units ** 2 @ self._std ** 2 + 1e-6)
            rows = rows + std * self._random.standard_normal(rows.shape)
        if self._head not in _CLIPPED:
            rows = np.tanh(rows)
            rows *= self._reach
            rows += self._middle
        return np.minimum(np.maximum(rows, low), high).astype(np.float32)


def _extents(observations: str) -> Tuple[int, ...]:
    """Returns the shape in a text such as ``float32[84, 84]``."""
    extents = json.loads(observations[observations.index("["):])
    if not all(isinstance(extent, int) and extent > 0 for extent in extents):
        raise ValueError("the observations are {}".format(observations))
    return tuple(extents)
