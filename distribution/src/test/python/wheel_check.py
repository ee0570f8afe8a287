"""Checks the installed wheel: wheel_check.py FOLDER. With HTS_WHEEL_ALL=1 it compares the actions of each algorithm."""
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np

import hts_rl
import recorded
from hts_rl import A2C, DDPG, DQN, PPO, SAC, TD3, TQC, HtsError, Run
from hts_rl._safetensors import SafeTensors

FOLDER = Path(sys.argv[1])
HTS = str(Path(sys.executable).with_name("hts"))


def message(call):
    try:
        call()
    except HtsError as error:
        return str(error)
    raise AssertionError("no HtsError")


def hts(*arguments, **variables):
    done = subprocess.run([HTS, *arguments], env={**os.environ, **variables}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True)
    return done.returncode, done.stdout


def command():
    code, text = hts("--version")
    assert code == 0 and "hts-rl " in text, text
    code, text = hts("train", "--nope")
    assert code == 2 and "'hts train --help'" in text, text
    code, text = hts("node", "--join", "127.0.0.1:1")
    assert code == 2 and "hts-rl-VERSION.zip" in text and len(text.splitlines()) == 1, text


def java():
    empty = FOLDER / "no-java"
    empty.mkdir()
    # a module that is None cannot be imported
    hidden = "import sys; sys.modules['hts_rl_jre'] = None; from hts_rl._launcher import main; sys.exit(main())"

    def without(home):
        done = subprocess.run([sys.executable, "-c", hidden, "--version"], stderr=subprocess.PIPE,
                              env={**os.environ, "JAVA_HOME": home, "PATH": str(empty)}, universal_newlines=True)
        return done.returncode, done.stderr

    code, text = without("")
    assert code == 2 and "no Java 17 or newer was found\n" in text and "set JAVA_HOME" in text, text
    assert "pip install 'hts-rl[jre]'" in text, text
    old = FOLDER / "java-11"
    (old / "bin").mkdir(parents=True)
    (old / "bin/java").write_text("")
    (old / "release").write_text('JAVA_VERSION="11.0.2"\n')
    code, text = without(str(old))
    assert code == 2 and "java-11 is Java 11" in text, text
    code, text = hts("--version", JAVA_HOME=str(old))  # the one on the PATH
    assert code == 0, text
    tools = FOLDER / "tools"
    tools.mkdir()
    for tool in ("bash", "dirname", "readlink", "sed", "head", "stty"):
        (tools / tool).symlink_to(shutil.which(tool))
    if find_spec("hts_rl_jre"):  # the runtime of hts-rl[jre], with no other Java
        run = FOLDER / "jre-run"
        code, text = hts("train", "--algo", "ppo", "--env", "CartPole-v1", "--total-timesteps", "64", "--out",
                         str(run), JAVA_HOME="", PATH=str(tools))
        assert code == 0 and (run / "summary.json").exists(), text
    shutil.rmtree(tools)


def imported():
    code = "import sys, hts_rl; print(int('numpy' in sys.modules))"
    begin = time.perf_counter()
    text = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout
    print("import %.3f s with the interpreter" % (time.perf_counter() - begin))
    assert text.strip() == b"0", "numpy is imported"


def cartpole():
    """Trains, extends, saves, loads and evaluates, and compares with the command line."""
    lines = []
    model = PPO("CartPole-v1", seed=3, n_envs=8, norm_obs=True, hidden_sizes=(64, 64), out=FOLDER / "mine")
    assert "learn first" in message(lambda: model.predict([0] * 4))
    assert model.learn(4096, callback=lines.append) is model
    assert [line["interval"] for line in lines] == list(range(len(lines))) and lines[-1]["timesteps"] == 4096, lines
    code, text = hts("train", "--algo", "ppo", "--env", "CartPole-v1", "--seed", "3", "--num-envs", "8", "--norm-obs",
                     "--total-timesteps", "4096", "--out", str(FOLDER / "theirs"))
    assert code == 0 and model.digest in text, text
    model.save(FOLDER / "saved")
    saved = PPO.load(FOLDER / "saved")
    observations = np.random.default_rng(1).standard_normal((1000, 4)).astype(np.float32)
    actions, state = model.predict(observations)
    assert state is None and 0 < actions.sum() < 1000, actions
    assert (saved.predict(observations)[0] == actions).all()
    assert saved.digest == model.digest and saved.run_dir is None
    assert "init_from" in message(lambda: saved.learn(10))
    measured = saved.evaluate(3)
    assert measured["returns"] == hts_rl.load(FOLDER / "mine").evaluate(3)["returns"], measured
    for allowed in (0, 1):
        mask = [allowed == 0, allowed == 1]
        assert model.predict(observations[0], action_masks=mask)[0] == allowed
        assert model.predict(observations[0], deterministic=False, action_masks=mask)[0] == allowed
    drawn = [int(model.predict(observations[0], deterministic=False)[0]) for _ in range(100)]
    assert 0 < sum(drawn) < 100, drawn
    lines.clear()
    first = model.digest
    model.learn(1024, callback=lines.append)
    assert lines[0]["timesteps"] > 4096 and lines[-1]["timesteps"] == 5120 and model.digest != first, lines
    assert "must be of dqn" in message(lambda: DQN.load(FOLDER / "mine"))
    return model


def rewritten():
    """A resumed run removes lines and writes others, which may be longer, between two looks."""
    folder = FOLDER / "rewritten"
    folder.mkdir()
    run = Run([], folder)
    file = folder / "metrics.jsonl"
    file.write_text('{"interval": 0}\n{"interval": 1}\n')
    lines, position = run._lines(0)
    assert [line["interval"] for line in lines] == [0, 1], lines
    file.write_text('{"interval": 0, "more": "' + 40 * "x" + '"}\n{"interval": 1}\n{"interval": 2}\n{"inter')
    lines, position = run._lines(position)
    assert [line["interval"] for line in lines] == [2], lines


def stopped():
    """A callback, a left context and Ctrl-C stop a run in order; it can be continued."""
    model = A2C("CartPole-v1", n_envs=4, out=FOLDER / "interrupted")
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background ignores it
    try:
        model.learn(1e8, callback=lambda line: os.kill(os.getpid(), signal.SIGINT))
        raise AssertionError("not interrupted")
    except KeyboardInterrupt:
        pass
    done = json.loads((FOLDER / "interrupted/summary.json").read_text())
    assert done["stopped"] and done["timesteps"] > 0 and len(model.digest) == 32, done
    model.predict(np.zeros(4))
    lines = []
    hts_rl.resume(FOLDER / "interrupted", done["timesteps"] + 4096, callback=lambda line: lines.append(line) or False)
    assert len(lines) == 1 and lines[0]["timesteps"] > done["timesteps"], lines


def killed():
    """A run whose Python is killed stops in order."""
    orphan = FOLDER / "orphan"
    code = "from hts_rl import A2C; A2C('CartPole-v1', n_envs=4, out=%r).learn(1e8, callback=lambda line: print(line))"
    process = subprocess.Popen([sys.executable, "-u", "-c", code % str(orphan)], stdout=subprocess.PIPE)
    process.stdout.readline()
    process.kill()
    process.wait()
    process.stdout.close()
    limit = time.monotonic() + 60
    while not (orphan / "summary.json").exists():
        assert time.monotonic() < limit, "the run goes on"
        time.sleep(0.05)
    assert json.loads((orphan / "summary.json").read_text())["stopped"]


def compare(name, make, steps):
    """Compares predict with the actions of the program's greedy policy."""
    model = make(out=FOLDER / name, seed=1)
    model.learn(steps)
    file = FOLDER / (name + ".jsonl")
    os.environ["RECORDED"] = str(file)  # of this process: one comparison at a time
    try:
        model.evaluate(3)
    finally:
        del os.environ["RECORDED"]
    pairs = [pair for line in file.read_text().splitlines() for pair in json.loads(line)]
    assert len(pairs) >= 3 * recorded.STEPS, len(pairs)
    batch = model.predict(np.array([observation for observation, _ in pairs]))[0]
    for (observation, action), row in zip(pairs, batch):
        mine = model.predict(observation)[0]
        assert np.allclose(mine, action, atol=1e-5) and np.allclose(row, action, atol=1e-5), (name, mine, row, action)
    different = len({str(action) for _, action in pairs})
    print("%s: %d actions agree, %d different ones" % (name, len(pairs), different))
    assert different > 1, "the policy always does the same"


def comparisons():
    quick = dict(learning_starts=64, hidden_sizes=[32, 32], n_envs=4)
    box, discrete = recorded.Box, recorded.Discrete
    yield "ppo-box", lambda **run: PPO(box, norm_obs=True, n_envs=8, sync_interval=64, **run), 1024
    yield "dqn", lambda **run: DQN(discrete, norm_obs=True, learning_rate=1e-2, **quick, **run), 1024
    yield "sac", lambda **run: SAC(box, **quick, **run), 256
    deep = dict(policy_hidden_sizes=[32, 32, 32], value_hidden_sizes=[16])
    yield "ppo-deep", lambda **run: PPO(discrete, learning_rate=1e-2, n_envs=8, sync_interval=64, **deep, **run), 2048
    if os.environ.get("HTS_WHEEL_ALL"):
        yield "ppo-shared", lambda **run: PPO(discrete, shared_torso=True, n_steps=64, **run), 4096
        yield "a2c", lambda **run: A2C(discrete, activation="relu", learning_rate=5e-3, **run), 8192
        yield "dqn-plain", lambda **run: DQN(discrete, dueling=False, learning_rate=1e-2, **quick, **run), 1024
        yield "ppo-sde", lambda **run: PPO(box, use_sde=True, n_envs=8, sync_interval=64, **run), 1024
        yield "td3", lambda **run: TD3(box, **quick, **run), 256
        yield "ddpg", lambda **run: DDPG(box, **quick, **run), 256
        yield "tqc", lambda **run: TQC(box, **quick, **run), 256


def others():
    """A network that predict does not compute, though some of its layers fit."""
    small = dict(n_envs=4, sync_interval=16, out=FOLDER / "other")
    model = PPO("CartPole-v1", memory="lstm", layer_norm=True, **small).learn(64)
    try:
        model.predict([0] * 4)
        raise AssertionError("no NotImplementedError")
    except NotImplementedError as error:
        assert "memory, layer-norm" in str(error) and "--onnx" in str(error), error
    lines = []
    assert "holds a run" in message(lambda: PPO("CartPole-v1", **small).learn(64, callback=lines.append))
    assert not lines


def ran(script):
    """Runs a script, and returns what it prints."""
    variables = dict(os.environ, PYTHONPATH=str(Path(__file__).parent))
    return subprocess.run([sys.executable, str(script)], env=variables, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, universal_newlines=True).stdout


def environments():
    text = hts("envs")[1]
    own = re.findall(r"^(\S+-v\d+) ", text, re.MULTILINE)
    assert len(own) > 20 and all(hts_rl._environments.name(env)[0] == env for env in own), own
    assert hts_rl._environments.name("pettingzoo:mpe2.simple_spread_v3")[0].startswith("pettingzoo:")
    assert "not an environment" in message(lambda: PPO(recorded.Discrete()))
    assert "the environment" in message(lambda: PPO("MlpPolicy", "CartPole-v1"))
    assert "a function" in message(lambda: PPO("CartPole-v1", learning_rate=lambda x: x))
    cell = "class Cell: pass\nfrom hts_rl import PPO\nPPO(Cell)"  # as in a notebook: __main__ has no file
    done = subprocess.run([sys.executable, "-"], input=cell, stderr=subprocess.PIPE, universal_newlines=True)
    assert "from my_env import Cell" in done.stderr, done.stderr
    script = FOLDER / "script.py"
    script.write_text("import recorded\nfrom hts_rl import PPO\nclass Mine(recorded.Discrete): pass\n"
                      "print(PPO(Mine, n_envs=2, out=%r).learn(64).digest)" % str(FOLDER / "script-run"))
    assert "__main__" in ran(script)  # its environments import it, and it trains again
    script.write_text(script.read_text().replace("\nprint", "\nif __name__ == '__main__': print"))
    text = ran(script)
    assert re.search("^[0-9a-f]{32}$", text, re.MULTILINE), text


def files(model):
    """Files that break the format are refused with a message."""
    bad = FOLDER / "bad.safetensors"

    def header(text, data=b"", length=None):
        raw = text.encode()
        bad.write_bytes(struct.pack("<Q", len(raw) if length is None else length) + raw + data)
        return message(lambda: SafeTensors(bad))

    tensor = '{"a":{"dtype":"F32","shape":%s,"data_offsets":%s}}'
    bad.write_bytes(b"123")
    assert "longer than the file" in message(lambda: SafeTensors(bad))
    assert "longer than the file" in header("{}", length=1 << 63)
    for text in ("[]", "{", "[" * 100000, '{"a":1}', '{"a":{}}', '{"__metadata__":{"a":1}}', '{"__metadata__":[]}',
                 '{"a":{},"a":{}}', tensor % ("[1]", "[0,8]"), tensor % ("[1]", "[4,0]"), tensor % ("[-1]", "[0,4]"),
                 tensor % ("[true]", "[0,4]"), tensor % ("[1]", "[4,8]"), tensor % ("[4611686018427387904,4]", "[0,0]"),
                 tensor % ("[1.0]", "[0,4]"), tensor % ('"1"', "[0,4]")):
        assert "safetensors" in header(text, bytes(4)), text
    whole = (model.run_dir / "model.safetensors").read_bytes()
    strange = FOLDER / "strange"
    strange.mkdir()

    def changed(old, new):
        assert old in whole and len(old) == len(new)
        (strange / "model.safetensors").write_bytes(whole.replace(old, new))
        return hts_rl.load(strange)

    for old, new in ((b'"[64, 64]"', b'"[64,64,]"'), (b'"[64, 64]"', b'"[6, 4,4]"'), (b"discrete 2", b"discrete 9"),
                     (b"float32[4]", b"float32[5]"), (b"float32[4]", b"float32[x]"), (b"clip 10.0", b"clip 10.x")):
        assert "must" in message(lambda: changed(old, new).predict([0] * 4)), new
    for key, old, new in ((b"network", b"mlp", b"mlq"), (b"activation", b"tanh", b"silu")):
        try:
            changed(b'network.%s":"%s"' % (key, old), b'network.%s":"%s"' % (key, new)).predict([0] * 4)
            raise AssertionError("no NotImplementedError")
        except NotImplementedError as error:
            assert new.decode() in str(error) and "--onnx" in str(error), error
    with zipfile.ZipFile(FOLDER / "slip.zip", "w") as archive:
        archive.writestr("../slipped", "x")
    message(lambda: hts_rl.load(FOLDER / "slip.zip"))
    assert not (FOLDER.parent / "slipped").exists()
    (FOLDER / "text.zip").write_text("text")
    assert "saved model" in message(lambda: hts_rl.load(FOLDER / "text.zip"))


def main():
    imported()
    with ThreadPoolExecutor(1) as beside:
        compared = [beside.submit(compare, *comparison) for comparison in comparisons()]
        command()
        java()
        files(cartpole())
        for comparison in compared:
            comparison.result()
    environments()
    others()
    rewritten()
    stopped()
    killed()
    print("the wheel is checked")


if __name__ == "__main__":
    main()
