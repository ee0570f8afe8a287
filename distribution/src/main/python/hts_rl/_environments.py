"""Names environments as ``--env`` takes them."""
import os
import re
import sys
from typing import Any, Optional, Tuple

from ._errors import HtsError

_OWN = frozenset(("Acrobot-v1", "BitFlip-v0", "Blackjack-v1", "CartPole-v1", "ConnectFour-v0", "MountainCar-v0",
                  "MountainCarContinuous-v0", "OracleChain-v0", "PaddleDuel-v0", "Pendulum-v1", "SimpleSpread-v3",
                  "TMaze-v0", "TrafficJunction-v0"))
_JAVA_CLASS = re.compile(r"[a-z_]\w*(\.[A-Za-z_$][\w$]*)+")
_POLICIES = frozenset(("MlpPolicy", "CnnPolicy", "MultiInputPolicy"))


def name(env: Any) -> "Tuple[str, Optional[str]]":
    """Returns the value of ``--env``, and the folder that ``PYTHONPATH`` needs for it."""
    if isinstance(env, str):
        return _text(env), None
    if not callable(env):
        spec = getattr(env, "spec", None)
        raise HtsError("{!r} must be the name or the class of an environment, not an environment\n    "
                       "give {}".format(env, repr(spec.id) if spec is not None else "its class"))
    return _callable(env)


def _text(env: str) -> str:
    if env in _POLICIES:
        raise HtsError("{} must be an environment\n    leave the policy out: the setting network chooses the "
                       "network".format(env))
    if env in _OWN or env.startswith(("gym:", "pettingzoo:", "ALE/", "MinAtar/")) or _JAVA_CLASS.fullmatch(env):
        return env
    return "gym:" + env


def _callable(env: Any) -> "Tuple[str, Optional[str]]":
    module, called = getattr(env, "__module__", None), getattr(env, "__qualname__", "")
    loaded = sys.modules.get(module or "")
    file = getattr(loaded, "__file__", None)
    if module is None or not called.isidentifier():
        raise HtsError("{!r} must be a class or a function of a module\n    move it to the top level of its "
                       "file".format(env))
    if module != "__main__":
        if file is None:
            return "gym:{}:{}".format(module, called), None
        folder = os.path.dirname(os.path.abspath(file))
        packages = module.count(".") + (os.path.basename(file) == "__init__.py")
        for _ in range(packages):
            folder = os.path.dirname(folder)
        return "gym:{}:{}".format(module, called), folder
    stem = os.path.splitext(os.path.basename(file or ""))[0]
    if file is None or not os.path.isfile(file) or not file.endswith(".py"):
        raise HtsError("{0} must be defined in a file, because other processes import it; it is defined in a notebook "
                       "or in an interactive session\n    write it to a file, such as my_env.py, and use "
                       "'from my_env import {0}'".format(called))
    if not stem.isidentifier():
        raise HtsError("{} must be a module that Python can import\n    rename it to letters, digits and "
                       "underscores".format(file))
    return "gym:{}:{}".format(stem, called), os.path.dirname(os.path.abspath(file))
