"""Builds distribution/target/hts_rl-VERSION-py3-none-any.whl from the jars that Maven has packaged.

python3 distribution/src/main/python/build_wheel.py, after mvn -DskipTests package. Needs no other package and no
network. Equal sources and jars give equal bytes. With --java it also builds hts_rl_jre-VERSION-py3-none-PLATFORM.whl,
which the extra hts-rl[jre] installs: a Java runtime with the modules that the program uses, for the platform of that JDK.
"""
import argparse
import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Dict, Tuple

DISTRIBUTION = Path(__file__).resolve().parents[3]
ROOT = DISTRIBUTION.parent
LARGEST = 25_000_000  # bytes
LARGEST_RUNTIME = 45_000_000
# what jdeps names for the jars, and what they load by name: TLS with elliptic curves, zip files, HTTP
MODULES = ("java.compiler,java.desktop,java.management,java.naming,java.net.http,java.sql,jdk.crypto.ec,jdk.httpserver,"
           "jdk.incubator.vector,jdk.jfr,jdk.management,jdk.unsupported,jdk.zipfs")
TIME = (1980, 1, 1, 0, 0, 0)
# pekko's jars are in distribution/target/cluster, ND4J's in its own archive, the Atari plugin in plugins
FORBIDDEN = re.compile(r"nd4j|javacpp|pekko|scala-library|hts-atari|^ale-", re.IGNORECASE)

DESCRIPTION = """# hts-rl

Deep RL on the JVM, fast, and reproducible to the last bit for any number of threads. It needs Java 17 or newer.

```python
from hts_rl import PPO

model = PPO("CartPole-v1", seed=1, n_envs=8).learn(100_000, progress_bar=True)
action, _ = model.predict(observation)
```

The command `hts` is the whole program: `hts train --algo ppo --env CartPole-v1`.
"""


def version(pom: str) -> str:
    """Returns the version of the project as Python writes it: 0.1.0-SNAPSHOT is 0.1.0.dev0."""
    found = re.search(r"<artifactId>hts-rl</artifactId>\s*<version>([^<]+)</version>", pom)
    if not found:
        raise SystemExit("error: distribution/pom.xml names no version")
    return re.sub(r"-SNAPSHOT$", ".dev0", found.group(1))


def contents(lib: Path, number: str) -> "Dict[str, Tuple[bytes, int]]":
    """Returns the files of the wheel with their permissions, without RECORD."""
    jars = sorted(lib.glob("*.jar"))
    if not any(jar.name.startswith("hts-cli-") for jar in jars):
        raise SystemExit("error: {} must hold the program's jars; run mvn -DskipTests package first".format(lib))
    wrong = [jar.name for jar in jars if FORBIDDEN.search(jar.name)]
    if wrong:
        raise SystemExit("error: {} must not be in the wheel: {}; run mvn clean first".format(lib, ", ".join(wrong)))
    files: Dict[str, Tuple[bytes, int]] = {}
    package = Path(__file__).resolve().parent / "hts_rl"
    for file in sorted(package.iterdir()):
        if file.suffix == ".py" or file.name == "py.typed":
            files["hts_rl/" + file.name] = file.read_bytes(), 0o644
    launchers = DISTRIBUTION / "src/main/launcher"
    files["hts_rl/_app/bin/hts"] = (launchers / "hts").read_bytes(), 0o755
    # cmd finds labels by the ends of lines: \n alone can hide them
    files["hts_rl/_app/bin/hts.cmd"] = b"\r\n".join((launchers / "hts.cmd").read_bytes().splitlines()) + b"\r\n", 0o644
    for jar in jars:
        files["hts_rl/_app/lib/" + jar.name] = jar.read_bytes(), 0o644
    info = "hts_rl-{}.dist-info/".format(number)
    licences = [ROOT / "LICENSE", lib.parent / "THIRD-PARTY.txt"]
    for file in licences:
        if file.is_file():
            files[info + "licenses/" + file.name] = file.read_bytes(), 0o644
    metadata = "\n".join((
        "Metadata-Version: 2.4", "Name: hts-rl", "Version: " + number,
        "Summary: Deep RL on the JVM, reproducible to the last bit, called from Python",
        "License-Expression: Apache-2.0",
        *("License-File: " + file.name for file in licences if file.is_file()),
        "Keywords: reinforcement-learning,ppo,sac,dqn,reproducibility,jvm",
        "Classifier: Programming Language :: Python :: 3", "Classifier: Typing :: Typed",
        "Requires-Python: >=3.9", "Requires-Dist: numpy", "Provides-Extra: jre",
        "Requires-Dist: hts-rl-jre; extra == 'jre'", "Description-Content-Type: text/markdown", "", DESCRIPTION))
    texts = {
        "METADATA": metadata,
        "WHEEL": "Wheel-Version: 1.0\nGenerator: build_wheel.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "entry_points.txt": "[console_scripts]\nhts = hts_rl._launcher:main\n",
        "top_level.txt": "hts_rl\n",
    }
    for name, text in texts.items():
        files[info + name] = text.encode(), 0o644
    return files


def runtime(java: Path, number: str, platform: str) -> "Dict[str, Tuple[bytes, int]]":
    """Returns the files of the runtime's wheel with their permissions, without RECORD."""
    files: Dict[str, Tuple[bytes, int]] = {"hts_rl_jre/__init__.py": (b'"""A Java runtime for hts-rl."""\n', 0o644)}
    with tempfile.TemporaryDirectory() as work:
        image = Path(work) / "runtime"
        # not compressed: the wheel compresses it better
        subprocess.run([str(java / "bin/jlink"), "--add-modules", MODULES, "--strip-debug", "--no-header-files",
                        "--no-man-pages", "--output", str(image)], stdout=sys.stderr, check=True)
        for file in sorted(image.rglob("*")):
            if file.is_file():
                mode = 0o755 if os.access(file, os.X_OK) else 0o644
                files["hts_rl_jre/" + file.relative_to(work).as_posix()] = file.read_bytes(), mode
    info = "hts_rl_jre-{}.dist-info/".format(number)
    files[info + "METADATA"] = "\n".join((
        "Metadata-Version: 2.4", "Name: hts-rl-jre", "Version: " + number,
        "Summary: The Java runtime that hts-rl[jre] installs",
        "License-Expression: GPL-2.0-only WITH Classpath-exception-2.0", "Requires-Python: >=3.9",
        "Description-Content-Type: text/markdown", "",
        "A Java runtime with the modules that hts-rl uses. Licences: `hts_rl_jre/runtime/legal`.\n")).encode(), 0o644
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: build_wheel.py\nRoot-Is-Purelib: false\n"
                             "Tag: py3-none-{}\n".format(platform)).encode(), 0o644
    return files


def write(wheel: Path, files: "Dict[str, Tuple[bytes, int]]", largest: int) -> None:
    """Writes the files and RECORD, and refuses a wheel of more than ``largest`` bytes."""
    record = ""
    wheel.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:

        def add(name: str, data: bytes, mode: int) -> None:
            entry = zipfile.ZipInfo(name, TIME)
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)

        for name, (data, mode) in files.items():
            add(name, data, mode)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += "{},sha256={},{}\n".format(name, digest, len(data))
        last = "-".join(wheel.name.split("-")[:2]) + ".dist-info/RECORD"
        add(last, (record + last + ",,\n").encode(), 0o644)
    size = wheel.stat().st_size
    if size > largest:
        raise SystemExit("error: {} has {:,} bytes, and it must have at most {:,}".format(wheel, size, largest))
    print(wheel)
    print("{:,} bytes".format(size), file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the wheel of hts-rl and prints its path.")
    parser.add_argument("--lib", type=Path, default=DISTRIBUTION / "target/lib", help="folder of the jars")
    parser.add_argument("--out", type=Path, default=DISTRIBUTION / "target", help="folder of the wheel")
    parser.add_argument("--java", type=Path, help="JDK, for a wheel with its runtime too")
    parser.add_argument("--platform", default=re.sub(r"[-.]", "_", sysconfig.get_platform()),
                        help="platform of that wheel, such as manylinux_2_17_x86_64")
    given = parser.parse_args()
    number = version((DISTRIBUTION / "pom.xml").read_text(encoding="utf-8"))
    write(given.out / "hts_rl-{}-py3-none-any.whl".format(number), contents(given.lib, number), LARGEST)
    if given.java:
        wheel = given.out / "hts_rl_jre-{}-py3-none-{}.whl".format(number, given.platform)
        write(wheel, runtime(given.java, number, given.platform), LARGEST_RUNTIME)


if __name__ == "__main__":
    main()
