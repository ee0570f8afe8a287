package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.htsrl.cli.Hts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests what newcomers type, and the first line that they read: of stderr where the exit code is not 0. DIR is a folder
 * that holds two runs; numbers of versions and of intervals are masked, and " ..." stands for the rest of a long line.
 */
@Timeout(1800)
class FirstCommandsTest {
    private static final String SMALL =
            "train --algo ppo --env CartPole-v1 --seed 1 --num-envs 8 --sync-interval 16 --total-timesteps 1024 "
                    + "--hidden-sizes 8 --quiet --out DIR/";

    @TempDir
    private static Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int hts(String command) {
        String line = command.strip().replace("DIR", folder.toString());
        String[] words = line.isEmpty() ? new String[0] : line.split(" +");
        return Hts.program(words)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }

    @BeforeAll
    static void train() {
        System.setProperty("hts.tty", "false");
        FirstCommandsTest first = new FirstCommandsTest();
        assertEquals(0, first.hts(SMALL + "mine --checkpoint-every 4"), first.err::toString);
        assertEquals(0, first.hts(SMALL + "other --no-final-checkpoint"), first.err::toString);
    }

    @AfterAll
    static void forgetTheTerminal() {
        System.clearProperty("hts.tty");
    }

    @ParameterizedTest(name = "hts {0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                " | 2 | hts-rl: high-throughput synchronous reinforcement learning, reproducible to the bit.",
                "--help | 0 | hts-rl: high-throughput synchronous reinforcement learning, reproducible to the bit.",
                "--version | 0 | hts-rl VERSION",
                "help train | 0 | Trains an agent.",
                "train --help | 0 | Trains an agent.",
                "trian | 2 | error: trian: it is not a command of hts; did you mean hts train?",
                "--algo ppo --env CartPole-v1 | 2 | error: --algo: it is not a flag of hts; write 'hts train --algo ...'",
                "train | 2 | error: 2 settings are wrong:",
                "train --algo ppo | 2 | error: --env: it must be given; give CartPole-v1, for example; 'hts envs' lists them",
                "train --env CartPole-v1 | 2 | error: --algo: it must be given; give a2c, acktr, bc, crossq, ddpg, dqn, ppo, pqn, q-learning, sac, td3, tqc or trpo",
                "train ppo CartPole-v1 | 2 | error: 4 settings are wrong:",
                "train --algo sacd --env Pendulum-v1 | 2 | error: --algo sacd: it must be one of a2c, acktr, bc, crossq, ddpg, dqn, ppo, pqn, q-learning, sac, td3, tqc, trpo; did you mean sac?",
                "train --algo dqn --env Pendulum-v1 | 2 | error: --env Pendulum-v1: it must have discrete actions for dqn in this version, and has continuous [-2.0] .. [2.0]; choose --algo a2c, acktr, crossq, ddpg, ppo, sac, td3, tqc or trpo; 'hts envs' lists what fits",
                "train --algo PPO --env cartpole --timesteps 1024 --quiet --out DIR/meant | 0 |",
                "train --algo ppo --env CartPole-v1 --lr fast | 2 | error: --learning-rate fast: it must be a number, ...",
                "train --algo ppo --env CartPole-v1 --lr | 2 | error: --lr: it must be given with a value; write --lr X",
                "train --algo ppo --env CartPole-v1 --track | 2 | error: --track: it is not a flag of hts train; give --logger wandb, whose project and entity WANDB_PROJECT and WANDB_ENTITY name (docs/how-to/watch.md), or ...",
                "train --algo ppo --env CartPole-v1 --print-config | 0 | # Everything that 'hts train' would run, and where each setting is from. Nothing was run.",
                "train --algo ppo --env LunarLander-v2 | 2 | error: --env LunarLander-v2: it must name an environment that is there; did you mean gym:LunarLander-v3?",
                "train --algo ppo --env ALE/Pong-v5 --python DIR/none | 2 | error: --rom-dir: it must be given for ALE/Pong-v5, since no ROM but one comes with hts-rl, and DIR/none cannot be started ...",
                "train --algo ppo --env CartPole-v1 --total-timesteps 1024 --out DIR/new | 0 | hts-rl VERSION",
                "train --algo ppo --env CartPole-v1 --total-timesteps 1e3 --quiet --out DIR/quiet | 0 |",
                "train --algo ppo --env CartPole-v1 --out DIR/mine | 2 | error: --out DIR/mine: it must name a new or empty folder, and this one holds a run; continue that run with 'hts resume DIR/mine', or choose another --out",
                "train --algo ppo --env CartPole-v1 --total-timesteps many | 2 | error: --total-timesteps many: it must be a whole number; give 100000 or 1e5, for example",
                "train --algo ppo --env CartPole-v1 --gamma 2 | 2 | error: --gamma 2.0: it must be in [0, 1]; give 0.99, for example",
                "train --algo ppo --env CartPole-v1 --gamma | 2 | error: --gamma: it must be given with a value; write --gamma X",
                "train --algo ppo --env CartPole-v1 --learning-rat 1e-3 | 2 | error: --learning-rat: it is not a flag of hts train; did you mean --learning-rate?",
                "train --algo ppo --env CartPole-v1 --buffer-size 100 | 2 | error: --buffer-size 100: it is for --algo bc, crossq, ddpg, dqn, sac, td3 or tqc only; remove it, or choose --algo bc, crossq, ddpg, dqn, sac, td3 or tqc",
                "train --algo ppo --env CartPole-v1 --env-option gravity=1 | 2 | error: --env-option gravity=1: it is not understood by CartPole-v1, which has no options; leave it out",
                "train --config nowhere.yaml | 2 | error: --config nowhere.yaml: it must name a readable file (No such file or directory); check the path",
                "train --config DIR/mine --quiet --out DIR/again | 0 |",
                "envs | 0 | ENVIRONMENT               OBSERVATIONS       ACTIONS        LIMIT  SOLVED  ALGORITHMS",
                "roms DIR/nowhere | 2 | error: DIR DIR/nowhere: it must be a readable folder (No such file or directory); give the folder of your ROMs",
                "doctor --algo nosuch | 2 | error: --algo nosuch: it must be one of a2c, acktr, bc, crossq, ddpg, dqn, ppo, pqn, q-learning, sac, td3, tqc, trpo; give one of them",
                "evaluate | 2 | error: RUN: it must be given; write 'hts evaluate RUN'",
                "evaluate DIR/nowhere | 2 | error: run directory DIR/nowhere: it must name a run directory, and there is no such folder; check the path",
                "evaluate DIR/mine --episodes 2 | 0 | ppo on CartPole-v1, DIR/mine/model.safetensors",
                "evaluate DIR/mine --best | 2 | error: --best DIR/mine: it needs a run that has evaluated policies, and this one has no best.safetensors; leave it out for the final parameters, or train with --eval-every",
                "evaluate DIR/mine --episodes many | 2 | error: --episodes many: it must be a whole number; give 10, for example",
                "play DIR/mine | 0 | ppo on CartPole-v1, DIR/mine/model.safetensors, greedy, after N intervals, seed 1",
                "play DIR/mine --max-steps 5 --record DIR/film.gif | 0 | ppo on CartPole-v1, DIR/mine/model.safetensors, greedy, after N intervals, seed 1",
                "play DIR/mine --record DIR/film.avi | 2 | error: --record DIR/film.avi: it must end in .gif or .mp4, the formats that are written; give it such a name",
                "resume DIR/mine | 2 | error: RUN DIR/mine: it is already finished, after 1024 steps; train longer with 'hts resume DIR/mine --total-timesteps 2048', for example",
                "resume DIR/other --total-timesteps 2048 | 2 | error: RUN DIR/other: it must hold a checkpoint, and has none: it was made with --no-final-checkpoint; ...",
                "resume DIR/mine --total-timesteps 2048 | 0 | hts-rl VERSION",
                "sweep --env CartPole-v1 --algo ppo | 2 | error: --seeds: it must be given; give 1-10 or 1,2,5, for example",
                "sweep --env CartPole-v1 --algo ppo --seeds 1,2 --total-timesteps 1024 --out DIR/sweep | 0 | sweep of 2 runs in DIR/sweep",
                "sweep --env CartPole-v1 --algo ppo --seeds 1 --lr 1e-4..1e-2 | 2 | error: --grid: it must not hold a range without a search: learning-rate; give --search 18 too, for example, or single values",
                "sweep --env CartPole-v1 --algo ppo --seeds 1 --search 4 | 2 | error: --search 4: it needs settings to search in; give one a range or several values, such as --learning-rate 1e-4..1e-2",
                "presets nosuch | 2 | error: NAME nosuch: it must name a preset; 'hts presets' lists them",
                "init | 2 | error: --python, --java: it must be one of the two; give 'hts init FOLDER --python'",
                "init DIR/mine --python | 2 | error: FOLDER DIR/mine: it must be new or an empty folder; name another one, or empty it",
                "init DIR/mine/config.yaml --java | 2 | error: FOLDER DIR/mine/config.yaml: it must be new or an empty folder; name another one, or empty it",
                "new | 2 | error: KIND: it must be given; write 'hts new KIND NAME FOLDER'",
                "new network x | 2 | error: KIND network: it must be algorithm; give 'hts new algorithm NAME'",
                "new algorithm ../x | 2 | error: NAME ../x: it must be words of a-z and 0-9, joined by hyphens, that begin with a letter: no path; give my-ppo, for example",
                "new algorithm .. | 2 | error: NAME ..: it must be words of a-z and 0-9, joined by hyphens, that begin with a letter: no path; give my-ppo, for example",
                "new algorithm a\\b | 2 | error: NAME a\\b: it must be words of a-z and 0-9, joined by hyphens, that begin with a letter: no path; give my-ppo, for example",
                "new algorithm int | 2 | error: NAME int: it must be able to name a package of Java; give my-int, for example",
                "new algorithm ppo | 2 | error: NAME ppo: it must not be the name of an algorithm of hts-rl; give my-ppo, for example",
                "new algorithm my-ppo DIR/mine | 2 | error: FOLDER DIR/mine: it must be new or an empty folder; name another one, or empty it",
                "diff DIR/other DIR/again | 0 | A  DIR/other",
                "diff DIR/other | 2 | error: RUN_B: it must be given; write 'hts diff RUN_A RUN_B'",
                "verify | 2 | error: 2 settings are wrong:",
                "plot DIR/other --out DIR/curves.png | 0 | DIR/curves.png",
                "plot DIR/other | 2 | error: --out: it must be given, or --html; give --out curves.png, for example",
                "experiment | 2 | Measures the schedules' throughput and compares it with the paper's predictions.",
                "experiment step-tiem | 2 | error: step-tiem: it is not a command of hts experiment; did you mean hts experiment step-time?",
                "experiment actors --total-timesteps 0 | 2 | error: --total-timesteps 0: it must be a whole number of at least 1; give 3, for example"
            })
    void shouldPrint(String command, int code, String firstLine) {
        assertEquals(code, hts(command == null ? "" : command), () -> out + "\n" + err);

        String printed = (code == 0 ? out : err)
                .toString()
                .replace("\n    ", "; ") // a remedy behind its mistake
                .lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse("")
                .replace(folder.toString(), "DIR")
                .replaceFirst("after \\d+ intervals", "after N intervals")
                .replaceFirst("hts-rl \\d.*", "hts-rl VERSION");
        String expected = firstLine == null ? "" : firstLine;
        boolean cut = expected.endsWith(" ...") && printed.length() > expected.length();
        assertEquals(expected, cut ? printed.substring(0, expected.length() - " ...".length()) + " ..." : printed);
        assertFalse((out + "" + err).matches("(?s).*\\bnull\\b.*"), () -> out + "\n" + err);
    }
}
