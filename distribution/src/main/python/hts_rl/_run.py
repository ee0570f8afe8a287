"""Runs the program as a child process, and reads the lines of its metrics meanwhile."""
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Dict, Iterator, List, Optional, Type

from ._errors import HtsError
from ._launcher import WINDOWS, command

Metrics = Dict[str, Any]
_WITHIN = "HTS_RL_WITHIN"  # set for the processes that environments run in
_POLL_SECONDS = 0.05
_NAMES = {"n_steps": "sync_interval"}


def flags(settings: Dict[str, Any]) -> List[str]:
    """Returns settings as the flags of the command line: ``n_envs=8`` is ``--n-envs=8``, None is left out."""
    line: List[str] = []
    for name, value in settings.items():
        flag = "--" + _NAMES.get(name, name).replace("_", "-")
        if value is None:
            continue
        if callable(value):
            raise HtsError("{}={!r} must be a value, not a function\n    give a number; anneal_lr=True lowers the "
                           "learning rate".format(name, value))
        if name == "policy_kwargs":
            raise HtsError("policy_kwargs is no setting\n    give hidden_sizes=[64, 64] for net_arch, and "
                           "activation=\"relu\" for activation_fn")
        if type(value).__name__ in ("bool", "bool_"):
            line.append(flag if value else "--no-" + flag[2:])
        elif isinstance(value, dict):
            for key, entry in value.items():
                text = entry if isinstance(entry, str) else json.dumps(entry)
                line.append("{}={}={}".format(flag, key, text))
        elif isinstance(value, (list, tuple)):
            line.append("{}={}".format(flag, ",".join(str(entry) for entry in value)))
        else:
            line.append("{}={}".format(flag, value))
    return line


def environment(path: Optional[str], variables: Dict[str, str]) -> Dict[str, str]:
    """Adds what a child process needs for environments in Python: this interpreter, and the folder of their module."""
    variables.setdefault("HTS_PYTHON", sys.executable)
    variables[_WITHIN] = "1"
    if path:
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, (path, variables.get("PYTHONPATH"))))
    return variables


class Run:
    """A run of the program as a context: it yields each new line of metrics.jsonl as a dictionary.

    One thread. Leaving the context early stops the run in order: its interval ends and its files are complete. The end
    of the iteration raises HtsError with the program's message where the run failed.
    """

    def __init__(self, arguments: List[str], run_dir: Path, path: Optional[str] = None, after: int = -1) -> None:
        """``after`` is the last interval whose line is skipped; ``path`` a folder for PYTHONPATH."""
        if os.environ.get(_WITHIN):
            raise HtsError("a run must not start in the process of an environment, which imports this file\n    put "
                           "the lines that train below: if __name__ == \"__main__\":")
        self.run_dir = run_dir
        self.stopped = False
        self._after = after
        self._newest = b""  # the last line that was read
        self._line, self._variables = command(arguments, watched=True)
        environment(path, self._variables)
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._errors: IO[bytes] = tempfile.TemporaryFile()

    def __enter__(self) -> "Run":
        # a group of its own: the Ctrl-C of a terminal or notebook reaches this process alone, which passes it on once
        self._process = subprocess.Popen(self._line, env=self._variables, stdin=subprocess.PIPE,
                                         stdout=subprocess.DEVNULL, stderr=self._errors, start_new_session=True)
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self.stop()
        self._errors.close()
        if self._process is not None and self._process.stdin is not None:
            try:
                self._process.stdin.write(b"ended\n")  # for the watcher of command()
                self._process.stdin.close()
            except OSError:
                pass

    def __iter__(self) -> Iterator[Metrics]:
        if self._process is None:
            raise HtsError("a run must be entered before it is read\n    write: with hts_rl.run(...) as lines")
        position = 0
        while True:
            ended = self._process.poll() is not None
            lines, position = self._lines(position)
            yield from lines
            if ended:
                break
            if not lines:
                try:
                    self._process.wait(_POLL_SECONDS)
                except subprocess.TimeoutExpired:
                    pass
        if not self.stopped:
            self.check()

    def _lines(self, position: int) -> "tuple[List[Metrics], int]":
        try:
            with open(self.run_dir / "metrics.jsonl", "rb") as file:
                file.seek(position - len(self._newest))
                if file.read(len(self._newest)) != self._newest:
                    position, self._newest = 0, b""  # a resumed run has removed lines that are after its checkpoint
                    file.seek(0)
                text = file.read()
        except OSError:
            return [], position
        whole = text[: text.rfind(b"\n") + 1]
        if whole:
            self._newest = whole[whole.rfind(b"\n", 0, -1) + 1 :]
        found = []
        for line in whole.splitlines():
            metrics = json.loads(line)
            if metrics.get("interval", 0) > self._after:
                self._after = metrics.get("interval", 0)
                found.append(metrics)
        return found, position + len(whole)

    def stop(self) -> None:
        """Interrupts the run and waits for its end. A KeyboardInterrupt meanwhile interrupts it again: it aborts."""
        process = self._process
        if process is None or process.poll() is not None:
            return
        self.stopped = True
        while True:
            self._interrupt(process)
            try:
                process.wait()
                return
            except KeyboardInterrupt:
                continue

    @staticmethod
    def _interrupt(process: "subprocess.Popen[bytes]") -> None:
        if WINDOWS:  # the launcher is a script, whose end leaves Java running
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(process.pid)], stdout=subprocess.DEVNULL)
            return
        if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # as behind nohup or &: children ignore it too
            process.terminate()
            return
        try:
            os.killpg(process.pid, signal.SIGINT)
        except ProcessLookupError:
            pass

    def check(self) -> None:
        """Raises HtsError with the program's message where it has failed; else prints its warnings."""
        assert self._process is not None
        self._errors.seek(0)
        text = self._errors.read().decode("utf-8", "replace").strip()
        if self._process.returncode != 0:
            message = text[7:] if text.startswith("error: ") else text
            raise HtsError(message or "hts ended with code {}".format(self._process.returncode))
        if text:
            print(text, file=sys.stderr)
