"""Rows of the mapped file: observations become numbers there, and numbers there become actions."""
import array
import math
import struct

import hts_spaces
from hts_spaces import numpy


MASK = "action_mask"


class BadValue(Exception):
    """Raised when the environment returned a value outside its own space."""


def _shape(value):
    shape = getattr(value, "shape", None)
    if shape is None:
        shape = [len(value)] if hasattr(value, "__len__") else []
    return list(shape)


def _called(part):
    return "its observation" + "".join(f"[{key!r}]" for key in part["path"])


def _index(part, value, n, start):
    try:
        index = int(value) - start
    except (TypeError, ValueError):
        raise BadValue(f"{_called(part)} is {value!r}, and its space says a whole number") from None
    if not 0 <= index < n:
        raise BadValue(f"{_called(part)} is {value!r}, and its space says {start} .. {start + n - 1}")
    return index


class _Rows:
    """Writes the parts of an observation one after the other."""

    def __init__(self, space, target):
        self.writers = []
        offset = 0
        for part in space["parts"]:
            view = target[offset:offset + part["size"]]
            write = {"box": self.box, "discrete": self.discrete, "binary": self.binary, "multi": self.multi}
            self.writers.append((part["path"], write[part["kind"]](part, view)))
            offset += part["size"]
        if len(self.writers) == 1 and not self.writers[0][0]:
            self.write = self.writers[0][1]

    def write(self, observation):
        for path, write in self.writers:
            value = observation
            for key in path:
                try:
                    value = value[key]
                except (KeyError, IndexError, TypeError):
                    raise BadValue(f"its observation has no {path!r}, which its space says") from None
            write(value)

    def discrete(self, part, view):
        n, start, zeros = part["n"], part["start"], self.zeros(part["size"])

        def write(value):
            index = _index(part, value, n, start)
            view[:] = zeros
            view[index] = 1

        return write

    def multi(self, part, view):
        zeros = self.zeros(part["size"])

        def write(value):
            values = list(hts_spaces._flat(value))
            if len(values) != len(part["counts"]):
                raise BadValue(f"{_called(part)} has {len(values)} elements, its space says {len(part['counts'])}")
            view[:] = zeros
            first = 0
            for one, n, start in zip(values, part["counts"], part["starts"]):
                view[first + _index(part, one, n, start)] = 1
                first += n

        return write

    def binary(self, part, view):
        def write(value):
            bits = [_index(part, bit, 2, 0) for bit in hts_spaces._flat(value)]
            if len(bits) != part["size"]:
                raise BadValue(f"{_called(part)} has {len(bits)} elements, its space says {part['size']}")
            view[:] = self.row(bits)

        return write


class NumpyRows(_Rows):
    """With numpy: views of the mapped file."""

    def __init__(self, space, memory, offset):
        self.dtype = numpy.uint8 if space["bytes"] else numpy.float32
        super().__init__(space, numpy.frombuffer(memory, self.dtype, space["size"], offset))

    def zeros(self, size):
        return numpy.zeros(size, self.dtype)

    def row(self, values):
        return numpy.array(values, self.dtype)

    def box(self, part, view):
        shape, strict = tuple(part["shape"]), part["dtype"] == "uint8"
        divided = hts_spaces.image(part) and self.dtype is numpy.float32
        view = view.reshape(shape)
        ndarray, uint8 = numpy.ndarray, numpy.dtype("uint8")

        def write(value):
            if type(value) is not ndarray:
                value = numpy.asarray(value)
            if value.shape != shape:
                raise BadValue(f"{_called(part)} has shape {list(value.shape)}, its space says {list(shape)}")
            if value.dtype.kind not in "fiub" or strict and value.dtype != uint8:
                raise BadValue(f"{_called(part)} has dtype {value.dtype}, its space says {part['dtype']}")
            if divided:
                numpy.divide(value, 255, out=view, dtype=numpy.float32)
            else:
                view[...] = value

        return write


class PlainRows(_Rows):
    """With only the standard library: lists, tuples, arrays and bytes."""

    def __init__(self, space, memory, offset):
        self.code = "B" if space["bytes"] else "f"
        end = offset + space["size"] * (1 if space["bytes"] else 4)
        super().__init__(space, memoryview(memory)[offset:end].cast(self.code))

    def zeros(self, size):
        return self.row([0] * size)

    def row(self, values):
        return array.array(self.code, values)

    def box(self, part, view):
        is_bytes = part["dtype"] == "uint8"
        divided = hts_spaces.image(part) and self.code == "f"

        def write(value):
            values = list(hts_spaces._flat(value))
            if len(values) != part["size"]:
                raise BadValue(f"{_called(part)} has {len(values)} elements, its space says {part['size']}")
            try:
                if is_bytes:
                    values = array.array("B", values)
                view[:] = self.row([value / 255 for value in values] if divided else values)
            except (TypeError, ValueError, OverflowError):
                raise BadValue(f"{_called(part)} holds what is not {part['dtype']}, as its space says") from None

        return write


def masks(kind, method, spaces, memory, offset):
    """Returns a function of a call's info, which writes the mask of allowed actions to the memory from offset on."""
    if not kind:
        return _unmasked
    size = sum(hts_spaces.choices(spaces["action"]))
    code = "B" if spaces["observation"]["bytes"] else "f"
    view = memoryview(memory)[offset:offset + size * struct.calcsize(code)].cast(code)
    if numpy is not None:
        view = numpy.frombuffer(view, numpy.dtype(code))

    def write(info, over):
        given = method() if kind == "method" else info.get(MASK) if isinstance(info, dict) else None
        if given is None:
            if not over:
                raise BadValue(f"its info has no {MASK!r}, and that of its first reset had one: it must come each time")
            given = [0] * size  # no action follows
        flat = _flattened(given)
        if len(flat) != size:
            raise BadValue(f"its mask of actions has {len(flat)} elements, and its action_space has {size} actions")
        view[:] = array.array(code, [1 if allowed else 0 for allowed in flat]) if numpy is None else flat != 0

    return write


def _flattened(mask):
    """The parts of a mask, one after the other."""
    if numpy is None:
        return list(hts_spaces._flat(mask))
    if type(mask) in (list, tuple):
        return numpy.concatenate([numpy.ravel(part) for part in mask])
    return numpy.ravel(mask)


def _unmasked(info, over):
    if isinstance(info, dict) and MASK in info:
        raise BadValue(f"its info has an {MASK!r}, and that of its first reset had none: it must come each time")


def allowed(space, row, mask):
    """Returns the action with the first allowed one of each choice where the mask forbids it."""
    first = 0
    for choice, n in enumerate(hts_spaces.choices(space)):
        part = list(mask[first:first + n])
        if any(part) and not part[int(row[choice])]:
            row[choice] = float(part.index(1))
        first += n
    return row


def writer(space, memory, offset):
    return (NumpyRows if numpy is not None else PlainRows)(space, memory, offset).write


def reader(space, memory, offset):
    """Returns a function that reads the action of the mapped file into a new object, which the environment may keep."""
    row = memoryview(memory)[offset:offset + 4 * space["width"]].cast("f")
    kind = space["kind"]
    if kind == "discrete":
        start = space["start"]
        return lambda: int(row[0]) + start
    if kind == "multi":
        starts = space["starts"]
        return lambda: _array([int(x) + s for x, s in zip(row, starts)], space["dtype"], space["shape"])
    if kind == "binary":
        return lambda: _array([int(x) for x in row], "int8", space["shape"])
    return _box(space, row)


def _array(values, dtype, shape):
    return _nested(values, shape) if numpy is None else numpy.array(values, dtype).reshape(shape)


def _nested(values, shape):
    """Lists of lists where there are more dimensions than one."""
    if len(shape) < 2:
        return values
    size = len(values) // shape[0]
    return [_nested(values[i:i + size], shape[1:]) for i in range(0, len(values), size)]


def _box(space, row):
    whole = "int" in space["dtype"]
    if numpy is None:
        limits = list(zip(space["low"], space["high"]))
        convert = (lambda x: int(round(x))) if whole else float
        shape = space["shape"]
        return lambda: _nested([convert(min(max(x, low), high)) for x, (low, high) in zip(row, limits)], shape)
    values = numpy.frombuffer(row, numpy.float32)
    dtype = numpy.dtype(space["dtype"])
    kept = dtype if dtype.kind == "f" else numpy.dtype("float64")
    low, high = numpy.array(space["low"], kept), numpy.array(space["high"], kept)
    shape = space["shape"]
    if dtype == numpy.float32 and len(shape) == 1:  # most: in two calls
        minimum, maximum = numpy.minimum, numpy.maximum
        return lambda: minimum(maximum(values, low), high)

    def read():
        clipped = numpy.minimum(numpy.maximum(values.astype(kept), low), high)
        return (numpy.rint(clipped) if whole else clipped).astype(dtype).reshape(shape)

    return read


def example(space, draw):
    """Returns an action of the space, drawn by a function that returns numbers in [0, 1)."""
    kind = space["kind"]
    if kind == "discrete":
        return [float(int(draw() * space["n"]))]
    if kind == "multi":
        return [float(int(draw() * n)) for n in space["counts"]]
    if kind == "binary":
        return [float(int(draw() * 2)) for _ in range(space["size"])]
    bounds = zip(space["low"], space["high"])
    return [low + (high - low) * draw() if math.isfinite(high - low) else 2 * draw() - 1 for low, high in bounds]
