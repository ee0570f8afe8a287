"""The algorithms, named and called as in Stable-Baselines3."""
import json
import os
import re
import shutil
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, ClassVar, Dict, List, Optional, Tuple, Type, TypeVar, Union

from . import _environments
from ._errors import HtsError
from ._run import Metrics, Run, flags

if TYPE_CHECKING:
    from ._policy import Policy

Callback = Callable[[Metrics], Any]
AnyPath = Union[str, "os.PathLike[str]"]
M = TypeVar("M", bound="Model")

_MODEL = "model.safetensors"
_SAVED = ("config.yaml", "manifest.json", "summary.json", "origin", "best.safetensors", _MODEL)
_LARGEST = 1 << 34  # bytes of a file in a saved model
_CHECKPOINT = re.compile(r"interval-(\d+)\.safetensors")


class Model:
    """A policy and its run. One thread.

    Args:
        env: the name of an environment, or the class of one that a file defines. Names that are not hts-rl's own are
            Gymnasium's.
        seed: decides every bit of the run.
        n_envs: number of environment replicas.
        learning_rate: step size of the optimizer.
        out: folder of the run; by default ``runs/<env>__<algo>__<seed>__<UTC time>``.
        settings: the flags of ``hts train`` with underscores: ``norm_obs=True`` is ``--norm-obs``. Without a value
            the algorithm's preset decides.
    """

    algorithm: ClassVar[str] = ""

    def __init__(self, env: Any, *more: Any, seed: int = 1, n_envs: Optional[int] = None,
                 learning_rate: Optional[float] = None, out: Optional[AnyPath] = None, **settings: Any) -> None:
        if more:
            raise HtsError("{} takes one argument without a name, the environment\n    leave the policy out: the "
                           "setting network chooses the network".format(type(self).__name__))
        self._env, self._path = _environments.name(env)
        self._out = out
        self._settings: Dict[str, Any] = dict(seed=seed, n_envs=n_envs, learning_rate=learning_rate, **settings)
        self._flags = flags(self._settings)
        self._begin(None)

    def _begin(self, run_dir: Optional[Path]) -> None:
        self._run_dir = run_dir
        self._temporary: Optional["tempfile.TemporaryDirectory[str]"] = None
        self._policy: Optional["Policy"] = None

    def __repr__(self) -> str:
        return "{}({!r}, run_dir={})".format(type(self).__name__, self._env, self._run_dir)

    @property
    def run_dir(self) -> Optional[Path]:
        """The run directory; None before the first ``learn``, and for a model from a saved file."""
        return None if self._temporary else self._run_dir

    @property
    def digest(self) -> str:
        """The digest of the run: two runs are equal to the last bit when their digests are."""
        digest = self._summary().get("digest")
        if not isinstance(digest, str):
            raise HtsError("there is no digest before a run has ended\n    call learn first")
        return digest

    def _folder(self) -> Path:
        if self._run_dir is None:
            raise HtsError("the model has no run yet\n    call learn first")
        return self._run_dir

    def _summary(self) -> Dict[str, Any]:
        return _json(self._folder() / "summary.json")

    def learn(self: M, total_timesteps: float, progress_bar: bool = False,
              callback: Optional[Callback] = None) -> M:
        """Trains, and returns itself; a second call extends the run by so many steps.

        Args:
            total_timesteps: environment steps over all replicas.
            progress_bar: prints a line about the run's progress.
            callback: gets each new line of metrics.jsonl as a dictionary. It cannot change the run, but it stops the
                run by the answer False.

        Ctrl-C stops the run at the end of its interval, with a checkpoint, and raises KeyboardInterrupt; ``learn``
        then continues. Raises HtsError with the program's message where the run fails.
        """
        if self._temporary:
            raise HtsError("a saved file has the policy without its optimizer\n    continue from the run directory, or "
                           "give init_from=FILE for a new run with these parameters")
        done = -1
        if self._run_dir is None:
            folder, total = self._new_folder(), int(total_timesteps)
            if (folder / "config.yaml").exists():
                raise HtsError("{} must be a new folder, and holds a run\n    give another out, or continue that run: "
                               "hts_rl.load({!r})".format(folder, str(folder)))
            line = ["train", "--algo", self.algorithm, "--env", self._env, "--out", str(folder),
                    "--total-timesteps", str(total), "--quiet", *self._flags]
        else:
            folder = self._run_dir
            steps, done = _progress(folder)
            total = steps + int(total_timesteps)
            line = ["resume", str(folder), "--total-timesteps", str(total), "--quiet"]
        self._policy = None
        bar = _Bar(total) if progress_bar else None
        try:
            with Run(line, folder, self._path, done) as run:
                for metrics in run:
                    if bar:
                        bar.show(metrics)
                    if callback is not None and callback(metrics) is False:
                        run.stop()
                        break
        finally:
            if (folder / "config.yaml").is_file():
                self._run_dir = folder
            if bar:
                bar.end()
        return self

    def _new_folder(self) -> Path:
        if self._out is not None:
            return Path(self._out).absolute()
        stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
        name = "{}__{}__{}__{}".format(re.sub(r'[/\\:*?"<>|]', "-", self._env), self.algorithm, self._settings["seed"], stamp)
        folder, number = Path("runs", name).absolute(), 1
        while folder.exists():
            number += 1
            folder = folder.with_name("{}-{}".format(name, number))
        return folder

    def predict(self, observation: Any, state: Any = None, episode_start: Any = None,
                deterministic: bool = True, action_masks: Any = None) -> Tuple[Any, Any]:
        """Returns the action of an observation, or of each in a batch, and the state, which no policy has.

        Args:
            observation: an array of the environment's shape, or a batch of such. With a frame stack it is the stack, the
                oldest observation first; one-hot observations are given as such.
            deterministic: the best action; otherwise one that is drawn, where the policy is a distribution. DQN, TD3
                and DDPG always give the best action.
            action_masks: true for each allowed action, of each observation in a batch; needed where the environment
                masks actions.

        Computed in numpy. Raises NotImplementedError for other networks than dense layers with tanh or relu.
        """
        if self._policy is None:
            from ._policy import Policy
            from ._safetensors import SafeTensors

            self._policy = Policy(SafeTensors(_parameters(self._folder())))
        return self._policy.predict(observation, deterministic, action_masks), state

    def evaluate(self, episodes: int = 100, **settings: Any) -> Dict[str, Any]:
        """Runs episodes by ``hts evaluate`` and returns its measures: ``mean``, ``std``, ``returns`` and others.

        ``settings`` are the flags of ``hts evaluate``, such as ``seed=7`` or ``policy="sampled"``.
        """
        folder = self._folder()
        with tempfile.TemporaryDirectory() as temporary:
            result = Path(temporary, "evaluation.json")
            line = ["evaluate", str(folder), "--episodes", str(episodes), "--out", str(result), *flags(settings)]
            with Run(line, Path(temporary), self._path) as run:
                for _ in run:
                    pass
            return _json(result)

    def save(self, path: AnyPath) -> None:
        """Writes the policy and its settings into a zip file; ``load`` reads it. It gets the ending .zip."""
        folder, target = self._folder(), _zipped(Path(path))
        files = {name: folder / name for name in _SAVED if (folder / name).is_file()}
        files[_MODEL] = _parameters(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, file in files.items():
                archive.write(file, name)

    @classmethod
    def load(cls: Type[M], path: AnyPath) -> M:
        """Reads a run directory, or a file that ``save`` has written. Runs no code that either names."""
        given = Path(path)
        if given.is_dir():
            return cls._of(given.absolute(), None)
        if not given.is_file():
            given = _zipped(given)
        temporary = tempfile.TemporaryDirectory(prefix="hts-rl-")
        try:
            with zipfile.ZipFile(given) as archive:
                for name in _SAVED:
                    if name in archive.namelist():
                        if archive.getinfo(name).file_size > _LARGEST:
                            raise HtsError("{} must hold files of at most 16 GiB".format(given))
                        with archive.open(name) as source, open(Path(temporary.name, name), "wb") as target:
                            shutil.copyfileobj(source, target)
        except (OSError, zipfile.BadZipFile) as error:
            raise HtsError("{} must be a run directory or a saved model: {}".format(path, error)) from error
        return cls._of(Path(temporary.name), temporary)

    @classmethod
    def _of(cls: Type[M], folder: Path, temporary: "Optional[tempfile.TemporaryDirectory[str]]") -> M:
        from ._safetensors import SafeTensors

        metadata = SafeTensors(_parameters(folder)).metadata
        algorithm = metadata.get("algo", "")
        kind = next((kind for kind in (cls, *cls.__subclasses__()) if kind.algorithm == algorithm), None)
        if kind is None:
            raise HtsError("{} must be of {}, and it is of {}\n    load it with the class of its algorithm".format(
                folder, cls.algorithm or "an algorithm of this package", algorithm or "none"))
        model = kind.__new__(kind)
        model._env, model._path, model._out = metadata.get("env", ""), None, None
        model._settings, model._flags = {}, []
        model._begin(folder)
        model._temporary = temporary
        return model


class PPO(Model):
    """Proximal policy optimization."""

    algorithm = "ppo"


class A2C(Model):
    """Advantage actor-critic."""

    algorithm = "a2c"


class DQN(Model):
    """Deep Q-learning, with double values, dueling heads and priorities."""

    algorithm = "dqn"


class SAC(Model):
    """Soft actor-critic."""

    algorithm = "sac"


class TD3(Model):
    """Twin delayed deep deterministic policy gradients."""

    algorithm = "td3"


class DDPG(Model):
    """Deep deterministic policy gradients."""

    algorithm = "ddpg"


class TQC(Model):
    """Truncated quantile critics."""

    algorithm = "tqc"


class ACKTR(Model):
    """Actor-critic with Kronecker-factored trust regions."""

    algorithm = "acktr"


class CrossQ(Model):
    """Soft actor-critic with batch normalization and without target networks."""

    algorithm = "crossq"


class TRPO(Model):
    """Trust region policy optimization."""

    algorithm = "trpo"


def load(path: AnyPath) -> Model:
    """Reads a run directory or a saved file, of any of the algorithms."""
    return Model.load(path)


def resume(run_dir: AnyPath, total_timesteps: float, progress_bar: bool = False,
           callback: Optional[Callback] = None) -> Model:
    """Continues a run until it has made ``total_timesteps`` steps in all, and returns its model."""
    folder = Path(run_dir).absolute()
    model = Model.load(folder)
    return model.learn(int(total_timesteps) - _progress(folder)[0], progress_bar, callback)


def run(*arguments: str, **settings: Any) -> Run:
    """Runs ``hts ARGUMENTS`` as a context that yields the lines of metrics.jsonl as dictionaries.

    ``with hts_rl.run("train", "--algo", "ppo", "--env", "CartPole-v1", "--out", "runs/mine") as lines``. ``train`` needs
    ``--out``, or ``out`` among the settings, which are flags with underscores.
    """
    line = [*arguments, *flags(settings)]
    folder = None
    for i, argument in enumerate(line):
        for flag in ("--out", "--run-dir"):
            if argument.startswith(flag + "="):
                folder = argument[len(flag) + 1:]
            elif argument == flag and i + 1 < len(line):
                folder = line[i + 1]
    if line[:1] == ["resume"] and len(line) > 1:
        folder = line[1]
    if folder is None:
        raise HtsError("hts_rl.run{} must name the folder of the run\n    add \"--out\", \"DIR\"".format(arguments))
    done = _progress(Path(folder))[1] if line[:1] == ["resume"] else -1
    return Run(line, Path(folder), None, done)


def _json(file: Path) -> Dict[str, Any]:
    try:
        with open(file, encoding="utf-8") as text:
            read = json.load(text)
    except (OSError, ValueError, RecursionError) as error:
        raise HtsError("{} cannot be read: {}\n    it is there when the run has ended".format(file, error)) from error
    if not isinstance(read, dict):
        raise HtsError("{} must hold an object".format(file))
    return read


def _zipped(path: Path) -> Path:
    return path if path.suffix == ".zip" else path.with_name(path.name + ".zip")


def _parameters(folder: Path) -> Path:
    """Returns the file with the final parameters, or the newest checkpoint of a run that has not ended."""
    model = folder / _MODEL
    if model.is_file():
        return model
    found: List[Tuple[int, Path]] = []
    checkpoints = folder / "checkpoints"
    for file in checkpoints.iterdir() if checkpoints.is_dir() else ():
        match = _CHECKPOINT.fullmatch(file.name)
        if match:
            found.append((int(match.group(1)), file))
    if not found:
        raise HtsError("{} must hold a model or a checkpoint\n    give the directory of a run".format(folder))
    return max(found)[1]


def _progress(folder: Path) -> Tuple[int, int]:
    """Returns the steps that a run has made, and the interval of its last line of metrics."""
    steps, interval = 0, -1
    try:
        with open(folder / "metrics.jsonl", encoding="utf-8") as lines:
            for line in lines:
                if line.endswith("\n"):
                    metrics = json.loads(line)
                    steps, interval = int(metrics["timesteps"]), int(metrics["interval"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    try:
        steps = int(_json(folder / "summary.json")["timesteps"])
    except (HtsError, KeyError, ValueError, TypeError):
        pass
    return steps, interval


class _Bar:
    """Prints the progress of a run on one line of the standard error stream."""

    def __init__(self, total: int) -> None:
        self._total = max(total, 1)

    def show(self, metrics: Metrics) -> None:
        steps = metrics.get("timesteps", 0)
        mean = metrics.get("mean_return_100")
        print("\r{:3d} %  {:,} steps  {:,.0f} steps/s{}   ".format(
            min(100, 100 * steps // self._total), steps, metrics.get("steps_per_second", 0),
            "" if mean is None else "  return {:.1f}".format(mean)), end="", file=sys.stderr, flush=True)

    @staticmethod
    def end() -> None:
        print(file=sys.stderr)
