"""Descriptions of observations and actions for the JVM, and their layout as rows of numbers."""
import array
import math

try:
    import numpy
except ImportError:  # an environment of plain Python needs none
    numpy = None


class BadSpace(Exception):
    """A space that cannot be trained on."""


def _get(space, name):
    return space.get(name) if isinstance(space, dict) else getattr(space, name, None)


def _ints(values):
    return [int(value) for value in _flat(values)]


def _flat(values):
    if hasattr(values, "tolist"):
        values = values.tolist()
    if isinstance(values, (list, tuple, array.array, bytes, bytearray)):
        for value in values:
            yield from _flat(value)
    else:
        yield values


def leaves(space, path=()):
    """The parts of an observation in the order of gymnasium.spaces.flatten, as plain dictionaries."""
    nested = _get(space, "spaces")
    if isinstance(nested, dict) or hasattr(nested, "items"):
        return [leaf for key, part in nested.items() for leaf in leaves(part, path + (key,))]
    if isinstance(nested, (list, tuple)):
        return [leaf for key, part in enumerate(nested) for leaf in leaves(part, path + (key,))]
    return [dict(leaf(space), path=list(path))]


def leaf(space):
    """Describes a space without parts; its size is that of the flat row."""
    kind = type(space).__name__
    if _get(space, "nvec") is not None:
        nvec = _get(space, "nvec")
        counts = _ints(nvec)
        starts = _get(space, "start")
        starts = [0] * len(counts) if starts is None else _ints(starts)
        return {
            "kind": "multi",
            "counts": counts,
            "starts": starts,
            "size": sum(counts),
            "shape": _shape_of(nvec),
            "dtype": _dtype(space, "int64"),
        }
    shape = _get(space, "shape")
    if kind == "MultiBinary" or _get(space, "binary"):
        shape = _ints(shape if shape is not None else [_get(space, "n")])
        return {"kind": "binary", "shape": shape, "size": math.prod(shape)}
    if kind == "Discrete" or _get(space, "n") is not None and _get(space, "low") is None:
        n = _get(space, "n")
        return {"kind": "discrete", "n": int(n), "start": int(_get(space, "start") or 0), "size": int(n)}
    if shape is not None and (kind == "Box" or _get(space, "low") is not None or isinstance(space, dict)):
        shape = _ints(shape)
        dtype = _dtype(space, "float32")
        size = math.prod(shape)
        least, most = (0, 255) if dtype == "uint8" else (-math.inf, math.inf)
        return {
            "kind": "box",
            "shape": shape,
            "dtype": dtype,
            "size": size,
            "low": _bounds(space, "low", least),
            "high": _bounds(space, "high", most),
        }
    raise BadSpace(f"{space!r} is neither Box, Discrete, MultiBinary, MultiDiscrete, nor Dict or Tuple of these")


def _dtype(space, usual):
    dtype = _get(space, "dtype")
    return usual if dtype is None else getattr(dtype, "name", None) or getattr(dtype, "__name__", str(dtype))


def _shape_of(values):
    if hasattr(values, "shape"):
        return [int(extent) for extent in values.shape]
    return [len(values)] + (_shape_of(values[0]) if len(values) and hasattr(values[0], "__len__") else [])


def _bounds(space, name, missing):
    """One for each element, or one for all."""
    given = _get(space, name)
    values = [float(value) for value in _flat(missing if given is None else given)]
    return values[:1] if values.count(values[0]) == len(values) else values


def full_bytes(part):
    """Returns whether it is a Box of bytes from 0 to 255."""
    return part["kind"] == "box" and part["dtype"] == "uint8" and part["low"] == [0] and part["high"] == [255]


def image(part):
    """Returns whether networks read it divided by 255."""
    return full_bytes(part) and len(part["shape"]) == 3


def observation(space):
    """Describes the JVM's storage: only images as bytes, which networks divide by 255; everything else as floats."""
    parts = leaves(space)
    size = sum(part["size"] for part in parts)
    if size < 1:
        raise BadSpace(f"{space!r} has no elements")
    whole = len(parts) == 1 and parts[0]["kind"] == "box"
    bytewise = all(image(part) for part in parts)
    shape = parts[0]["shape"] if whole and parts[0]["shape"] else [size]
    return {"bytes": bytewise, "shape": shape, "size": size, "parts": parts}


def choices(action):
    """The number of actions of each choice; none of an action that is no choice."""
    kind = action["kind"]
    return {"discrete": [action.get("n")], "multi": action.get("counts"), "binary": [2] * action["size"]}.get(kind, [])


def action(space):
    """Describes the action that the JVM sends: its kind, and its number of floats."""
    if _get(space, "spaces") is not None:
        raise BadSpace(f"{space!r} has parts: an action must be Discrete, Box, MultiDiscrete or MultiBinary")
    part = leaf(space)
    for bound in ("low", "high"):
        if len(part.get(bound, ())) == 1:
            part[bound] = part[bound] * part["size"]
    part["width"] = {"discrete": 1, "multi": len(part.get("counts", []))}.get(part["kind"], part["size"])
    if part["width"] < 1:
        raise BadSpace(f"{space!r} has no elements")
    return part
