"""Finds Java and starts the program. The JVM's flags are those of the launcher ``_app/bin/hts``."""
import os
import re
import shutil
import subprocess
import sys
from typing import Dict, List, Optional, Sequence, Tuple

from ._errors import HtsError

APP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_app")
OLDEST = 17
WINDOWS = os.name == "nt"
_JAVA = "java.exe" if WINDOWS else "java"
# runs the launcher's functions, so that printed command lines begin with "hts" and not with the launcher's path
_START = 'source "$1"; home=$2; shift 2; find_java; run "$home" "$@"'
# stops the run in order when the standard input ends without a line, as it does where this process is killed
_WATCH = "exec 3<&0 </dev/null; { read -r _ <&3 || kill -TERM $$; } & exec 3<&-; "


def _version(java: str, home: str) -> int:
    """Returns the major version of a Java; 0 where it is unknown."""
    try:
        with open(os.path.join(home, "release"), encoding="utf-8", errors="replace") as file:
            text = file.read(1 << 16)
    except OSError:
        try:
            text = subprocess.run([java, "-version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, timeout=60).stdout.decode("utf-8", "replace")
        except (OSError, subprocess.SubprocessError):
            return 0
    found = re.search(r'(?:JAVA_VERSION=|version )"(\d+)', text)
    return int(found.group(1)) if found else 0


def _candidates() -> "List[Tuple[str, str, Optional[str]]]":
    """Returns what names a Java, its executable and the JAVA_HOME that selects it, in the order of preference."""
    found: List[Tuple[str, str, Optional[str]]] = []
    named = os.environ.get("JAVA_HOME")
    if named:
        found.append(("JAVA_HOME=" + named, os.path.join(named, "bin", _JAVA), named))
    path = shutil.which("java")
    if path:
        home = os.path.dirname(os.path.dirname(os.path.realpath(path)))
        own = os.path.isfile(os.path.join(home, "bin", _JAVA))
        found.append((path, path, home if own else None))
    try:
        import hts_rl_jre  # type: ignore[import-not-found]
    except ImportError:
        return found
    home = os.path.join(os.path.dirname(os.path.abspath(hts_rl_jre.__file__)), "runtime")
    found.append((home, os.path.join(home, "bin", _JAVA), home))
    return found


def find_java() -> Optional[str]:
    """Returns the JAVA_HOME of a Java that is new enough; None means the ``java`` on the PATH.

    Raises HtsError where there is none.
    """
    refused = []
    for name, java, home in _candidates():
        if not os.path.isfile(java):
            refused.append(name + " holds no bin/" + _JAVA)
            continue
        version = _version(java, home or os.path.dirname(os.path.dirname(java)))
        if version >= OLDEST:
            return home
        refused.append("{} is Java {}".format(name, version or "of an unknown version"))
    raise HtsError(
        "no Java {} or newer was found{}\n"
        "    pip install 'hts-rl[jre]', which brings one, or install one (Debian: apt install openjdk-17-jre-headless; "
        "macOS: brew install openjdk; conda: conda install openjdk) and set JAVA_HOME to its folder".format(
            OLDEST, ": " + "; ".join(refused) if refused else ""))


def command(arguments: Sequence[str], watched: bool = False) -> "Tuple[List[str], Dict[str, str]]":
    """Returns the command line that runs ``hts ARGUMENTS``, and its environment variables.

    A ``watched`` run stops when its standard input ends without a line, except on Windows. Raises HtsError where there is no Java.
    """
    home = find_java()
    environment = dict(os.environ)
    environment.pop("JAVA_HOME", None)
    if home is not None:
        environment["JAVA_HOME"] = home
    if WINDOWS:
        return [os.path.join(APP, "bin", "hts.cmd"), *arguments], environment
    bash = shutil.which("bash")
    if bash is None:
        raise HtsError("no bash was found on the PATH\n    install it: the launcher of hts is a script for bash")
    start = _WATCH + _START if watched else _START
    return [bash, "-c", start, "hts", os.path.join(APP, "bin", "hts"), APP, *arguments], environment


def main() -> int:
    """Runs ``hts`` with the arguments of this process; on POSIX systems it replaces the process."""
    try:
        line, environment = command(sys.argv[1:])
    except HtsError as error:
        print("error:", error, file=sys.stderr)
        return 2
    if WINDOWS:
        return subprocess.call(line, env=environment)
    os.execve(line[0], line, environment)
    raise AssertionError("unreachable")
