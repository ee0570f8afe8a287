"""Reads safetensors files: 8 bytes with the header's length, the header in JSON, the data. Checks every length."""
import json
import os
from typing import TYPE_CHECKING, Any, Dict, List, Tuple

from ._errors import HtsError

if TYPE_CHECKING:
    import numpy as np

_LONGEST_HEADER = 100_000_000  # bytes, as in the format's description
_BYTES = {"BOOL": 1, "U8": 1, "I8": 1, "F8_E5M2": 1, "F8_E4M3": 1, "I16": 2, "U16": 2, "F16": 2, "BF16": 2,
          "I32": 4, "U32": 4, "F32": 4, "F64": 8, "I64": 8, "U64": 8}


def _unique(pairs: "List[Tuple[str, Any]]") -> Dict[str, Any]:
    known = dict(pairs)
    if len(known) != len(pairs):
        raise ValueError("a name occurs twice")
    return known


def _number(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("{!r} must be a number of at least 0".format(value))
    return value


class SafeTensors:
    """The header of a file, and its tensors by name. Raises HtsError for a file that breaks the format."""

    def __init__(self, path: "os.PathLike[str]") -> None:
        self.path = path
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                length = int.from_bytes(file.read(8), "little")
                if size < 8 or length > min(_LONGEST_HEADER, size - 8):
                    raise ValueError("its header is longer than the file")
                header = json.loads(file.read(length).decode("utf-8"), object_pairs_hook=_unique)
            self._data = 8 + length
            self._check(header, size - self._data)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise HtsError("{} must be a safetensors file: {}\n    train the model again, or copy the file again".format(
                path, error)) from error

    def _check(self, header: Any, size: int) -> None:
        if not isinstance(header, dict):
            raise ValueError("its header is no object")
        self.metadata: Dict[str, str] = header.pop("__metadata__", {})
        if not all(isinstance(value, str) for value in self.metadata.values()):
            raise ValueError("its metadata holds other values than texts")
        self.tensors: Dict[str, Tuple[str, Tuple[int, ...], int, int]] = {}
        for name, entry in header.items():
            begin, end = (_number(offset) for offset in entry["data_offsets"])
            shape = tuple(_number(extent) for extent in entry["shape"])
            count = _BYTES[entry["dtype"]]
            for extent in shape:
                count *= extent
            if not begin <= end <= size or end - begin != count:
                raise ValueError("tensor {!r} does not fit its place in the file".format(name))
            self.tensors[name] = entry["dtype"], shape, begin, end
        after = 0
        for name, (_, _, begin, end) in sorted(self.tensors.items(), key=lambda item: item[1][2:]):
            if begin != after:
                raise ValueError("tensor {!r} overlaps another one or follows a gap".format(name))
            after = end
        if after != size:
            raise ValueError("its data is longer than its tensors")

    def tensor(self, name: str) -> "np.ndarray":
        """Returns a tensor of 32-bit floats."""
        import numpy as np

        kind, shape, begin, end = self.tensors.get(name, ("", (), 0, 0))
        if kind != "F32":
            raise HtsError("{} must have a tensor {} of 32-bit floats\n    give a model of hts-rl".format(
                self.path, name))
        with open(self.path, "rb") as file:
            file.seek(self._data + begin)
            data = file.read(end - begin)
        if len(data) != end - begin:
            raise HtsError("{} became shorter while it was read".format(self.path))
        return np.frombuffer(data, "<f4").astype(np.float32).reshape(shape)
