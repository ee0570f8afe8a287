"""Makes environments, and reports what is missing where it cannot."""
import functools
import hashlib
import importlib
import json
import os
import platform
import sys
import traceback
import types

import hts_spaces

# the packages that have an environment, by the beginnings of its name, where importing them is what registers it
REGISTERING = (
    (("ALE/",), "ale_py"),
    (("MiniGrid-", "BabyAI-"), "minigrid"),
    (
        ("Fetch", "HandReach", "HandManipulate", "AdroitHand", "AntMaze_", "PointMaze_", "FrankaKitchen-"),
        "gymnasium_robotics",
    ),
)


class Unmade(Exception):
    """A mistake that the user can correct: a text that completes 'it ...', and the remedy."""

    def __init__(self, rule, remedy, setting=None):
        super().__init__(rule)
        self.told = {"rule": rule, "remedy": remedy}
        if setting:
            self.told["setting"] = setting


def _pip(packages):
    return f"{sys.executable} -m pip install {packages}"


def _import(name, what):
    if name.split(".")[0] in getattr(sys, "stdlib_module_names", sys.builtin_module_names):
        raise Unmade(f"must name a module of environments, and {name} is Python's own", "name one of yours")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as e:
        missing = (e.name or name).split(".")[0]
        if missing == name.split(".")[0] and what:
            raise Unmade(
                f"must name a module that {sys.executable} finds, and there is no {name}",
                f"put {what} into the folder hts is started in, or on PYTHONPATH, or install it: {_pip(missing)}",
            ) from None
        raise Unmade(
            f"must find what it needs, and {sys.executable} has no module {e.name}", f"install it: {_pip(missing)}"
        ) from None


def make(request, render=False):
    """Makes the environment that a request names, inside the user's wrapper."""
    module, name, wrapper = request.get("module"), request["name"], request.get("wrapper")
    if (module or wrapper) and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # last: what is installed must find its own modules, not the user's
    kwargs = dict(request["kwargs"])
    if render:
        kwargs["render_mode"] = "rgb_array"
    own = None
    if request.get("agents"):
        return _together(module, name, wrapper, kwargs)
    if module:
        own = getattr(_import(module, module.replace(".", "/") + ".py"), name, None)
    env = _registered(name, kwargs) if own is None else _called(own, f"{module}:{name}", **kwargs)
    return env if not wrapper else _wrapped(env, wrapper)


def _together(name, function, wrapper, kwargs):
    """Makes an environment of several agents; the option state adds the environment's state to their observations."""
    import hts_agents

    name = hts_agents.module_of(name)
    module = _import(name, name.replace(".", "/") + ".py")
    own = getattr(module, function, None)
    if own is None and not callable(getattr(module, "env", None)):
        raise Unmade(f"must name a module with parallel_env or env, as PettingZoo's have, and {name} has neither",
                     "name another, or pettingzoo:MODULE:FUNCTION")
    with_state = bool(kwargs.pop("state", False))
    env = hts_agents.parallel(own, module, kwargs)
    env = env if not wrapper else _wrapped(env, wrapper)
    if not _steps(env) or not hasattr(env, "possible_agents"):
        raise Unmade(f"must make an environment with PettingZoo's parallel API, and made an {type(env).__name__}",
                     "name a function that does")
    if with_state and getattr(env, "state_space", None) is None:
        raise Unmade(f"must have a state_space for the option state, and {type(env).__name__} has none", "leave it out")
    try:
        return hts_agents.Together(env, with_state)
    except hts_spaces.BadSpace as e:
        raise Unmade(f"must have spaces that can be learnt with: {e}", "wrap it: --wrapper MODULE:FUNCTION") from None


def _steps(thing):
    return callable(getattr(thing, "reset", None)) and callable(getattr(thing, "step", None))


def _called(own, name, *args, **kwargs):
    """Calls a class or function of the user; a class is checked before it is called."""
    function = isinstance(own, (types.FunctionType, functools.partial))
    if not function and not (isinstance(own, type) and _steps(own)):
        raise Unmade(
            f"must name a class with reset and step, or a function that makes such a thing, and {name} is neither",
            "name the class, or write a function that calls it",
        )
    made = own(*args, **kwargs)
    if not _steps(made):
        raise Unmade(
            f"must make something with reset and step, and {name} made an {type(made).__name__}",
            "name another class or function",
        )
    return made


def _registered(name, kwargs):
    try:
        gymnasium = importlib.import_module("gymnasium")
    except ModuleNotFoundError as e:
        raise Unmade(
            f"must be made by gymnasium, and {sys.executable} (Python {platform.python_version()}) has no module {e.name}",
            f"install it: {_pip(chr(34) + 'gymnasium' + extra(name) + chr(34))}; or give --python another interpreter",
        ) from None
    for beginnings, package in REGISTERING:
        if name.startswith(beginnings) and name not in gymnasium.registry:  # else the user's module registered it
            gymnasium.register_envs(_import(package, ""))
    try:
        return gymnasium.make(name, disable_env_checker=True, **kwargs)
    except gymnasium.error.DependencyNotInstalled as e:
        raise Unmade(
            f"must find what it needs, and {sys.executable} has not: {e}",
            f"install it: {_pip(chr(34) + 'gymnasium' + extra(name) + chr(34))}",
        ) from None
    except (gymnasium.error.UnregisteredEnv, gymnasium.error.DeprecatedEnv) as e:
        raise Unmade(
            f"must name an environment that Python knows: {e}",
            "choose one of 'hts envs --python', or name the module that registers it: gym:MODULE:" + name,
        ) from None


def extra(name):
    """The group of gymnasium's optional packages that an environment of its own needs."""
    base = name.split("/")[-1].split("-")[0]
    if base in ("LunarLander", "LunarLanderContinuous", "BipedalWalker", "BipedalWalkerHardcore", "CarRacing"):
        return "[box2d]"
    if base in ("FrozenLake", "FrozenLake8x8", "Taxi", "Blackjack", "CliffWalking"):
        return "[toy-text]"
    mujoco = ("Ant", "HalfCheetah", "Hopper", "Humanoid", "HumanoidStandup", "InvertedDoublePendulum",
              "InvertedPendulum", "Pusher", "Reacher", "Swimmer", "Walker2d")
    return "[mujoco]" if base in mujoco else ""


def _wrapped(env, wrapper):
    module, _, name = wrapper.partition(":")
    function = getattr(_import(module, module.replace(".", "/") + ".py"), name, None)
    if function is None:
        raise Unmade(
            f"must have a wrapper MODULE:FUNCTION, and {wrapper} is not one",
            "name a function or class that takes an environment and gives one",
        )
    return _called(function, wrapper, env)


def shows(env):
    """Returns whether it is made for pictures."""
    return getattr(env, "render_mode", None) == "rgb_array"


def masking(env):
    """Returns the method action_masks of the environment, or of one that it wraps; None where there is none."""
    for _ in range(100):
        method = getattr(env, "action_masks", None)
        if callable(method):
            return method
        env = getattr(env, "env", None)
        if env is None:
            return None


def mask(env, spaces, seed):
    """Returns where masks of allowed actions come from: "method", "info" or "" for none."""
    kind = "method" if masking(env) is not None else ""
    if not kind:
        try:
            kind = "info" if "action_mask" in env.reset(seed=seed)[1] else ""
        except Exception:
            return ""  # the check before the run reports it
    if kind and not hts_spaces.choices(spaces["action"]):
        raise Unmade(
            f"must have discrete actions to mask them, and its action_space is a {spaces['action']['kind']}",
            "remove the masks with --wrapper MODULE:FUNCTION",
        )
    return kind


def describe(env, request):
    """Describes the environment for the JVM before it makes replicas."""
    spec = getattr(env, "spec", None)
    threshold = getattr(spec, "reward_threshold", None)
    found = {}
    for name in ("observation", "action"):
        space = getattr(env, name + "_space", None)
        if space is None:
            raise Unmade(f"must have an {name}_space, and {type(env).__name__} has none", "give it one")
        try:
            found[name] = getattr(hts_spaces, name)(space)
        except hts_spaces.BadSpace as e:
            words = "minigrid.wrappers:DictObservationSpaceWrapper"
            wrapper = words if "MissionSpace" in str(e) else "MODULE:FUNCTION"
            raise Unmade(
                f"must have an {name}_space that can be learnt with: {e}", f"wrap it: --wrapper {wrapper}"
            ) from None
    described = getattr(env, "described", None)
    if described is not None:
        found["agents"] = described()
    found["signature"] = json.dumps(found, sort_keys=True)
    found["renders"] = "rgb_array" in ((getattr(env, "metadata", None) or {}).get("render_modes") or ())
    found["shows"] = shows(env)
    found["max_steps"] = getattr(spec, "max_episode_steps", None) or 0
    found["threshold"] = float("nan") if threshold is None else float(threshold)
    return found


def versions():
    """Returns the versions of Python and of the loaded distributions."""
    found = {"python": platform.python_version(), "executable": sys.executable, "platform": platform.platform()}
    loaded = {name.split(".")[0] for name in list(sys.modules)}
    try:
        from importlib import metadata

        owners = metadata.packages_distributions()
        for name in sorted(loaded & set(owners)):
            for owner in owners[name]:
                found[owner.lower()] = metadata.version(owner)
    except (ImportError, AttributeError):  # before Python 3.10
        for name in sorted(loaded):
            version = getattr(sys.modules.get(name), "__version__", None)
            if isinstance(version, str):
                found[name] = version
    return found


def code(env):
    """A digest of the files that its classes and those of its wrappers are defined in; of own packages, of all their files."""
    files = {}
    for _ in range(100):
        for kind in type(env).__mro__:
            module = sys.modules.get(kind.__module__)
            file = getattr(module, "__file__", None)
            if file and kind.__module__ != "builtins":
                files[kind.__module__] = file
                files.update(_package(kind.__module__.split(".")[0]))
        env = getattr(env, "env", None)
        if env is None:
            break
    digest = hashlib.sha256()
    for name, file in sorted(files.items()):
        try:
            with open(file, "rb") as source:
                content = source.read()
        except OSError:
            content = b""
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def _package(name):
    """Returns the files of a package that is not installed, and therefore has no version."""
    found = {}
    for folder in getattr(sys.modules.get(name), "__path__", ()):
        if "site-packages" in folder or "dist-packages" in folder:
            continue
        for where, _, names in os.walk(folder):
            for file in names:
                if file.endswith(".py"):
                    path = os.path.join(where, file)
                    found[name + "/" + os.path.relpath(path, folder)] = path
    return found


def registry():
    """Of gymnasium and of those packages that are there."""
    try:
        gymnasium = importlib.import_module("gymnasium")
    except ModuleNotFoundError:
        raise Unmade(
            f"must have gymnasium for a list of environments, and {sys.executable} has not",
            f"install it: {_pip('gymnasium')}",
            "--python",
        ) from None
    for _, package in REGISTERING:
        try:
            gymnasium.register_envs(importlib.import_module(package))
        except ImportError:
            pass
    return [{"id": name, "entry_point": str(spec.entry_point), "max_steps": spec.max_episode_steps or 0}
            for name, spec in sorted(gymnasium.registry.items())]


def told(failure):
    """An exception in a line, and its traceback without the worker's own frames."""
    frames = [f for f in traceback.extract_tb(failure.__traceback__) if not f.filename.startswith("<hts-rl ")]
    text = "".join(traceback.format_list(frames))
    own = type(failure).__module__.startswith("hts_")  # says what is wrong in words
    line = str(failure) if own else "".join(traceback.format_exception_only(type(failure), failure)).strip()
    return {"error": line, "call": getattr(failure, "hts_call", ""),
            "traceback": "Traceback (most recent call last):\n" + text + line if frames else ""}
