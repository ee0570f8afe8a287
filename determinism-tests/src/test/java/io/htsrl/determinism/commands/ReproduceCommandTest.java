package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ReproduceCommandTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();

    @TempDir
    Path parent;

    private final CommandLineFixture hts = new CommandLineFixture();

    private Path train(String flags) {
        Path run = parent.resolve("run");
        String words = "train --env CartPole-v1 --num-envs 4 --sync-interval 8 --hidden-sizes 8 --total-timesteps 640 "
                + flags + " --quiet --out " + run;
        assertEquals(ExitCode.OK, hts.run(TRAINER, words.split(" +")), hts::errors);
        return run;
    }

    private int reproduce(Path run, String... more) {
        String[] words = new String[2 + more.length];
        words[0] = "reproduce";
        words[1] = run.toString();
        System.arraycopy(more, 0, words, 2, more.length);
        return hts.run(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--algo a2c",
                "--algo ppo --num-minibatches 2 --norm-obs --schedule sync",
                "--algo dqn --learning-starts 64 --executors 2",
                "--algo a2c --stop-when return>=-1"
            })
    void shouldGetTheRecordedBitsAgain(String flags) throws IOException {
        Path run = train(flags);
        String digest =
                RunReader.open(run).summary().orElseThrow().get("digest").asText();

        assertEquals(ExitCode.OK, reproduce(run), hts::errors);
        assertTrue(hts.out.toString().contains("equal: 20 intervals, 640 steps, digest "), hts.out::toString);
        assertTrue(hts.out.toString().contains(digest), hts.out::toString);
    }

    @Test
    void shouldEndWhereItIsTold() {
        assertEquals(ExitCode.OK, reproduce(train("--algo a2c"), "--until", "20%"), hts::errors);
        assertTrue(hts.out.toString().contains("equal: 4 intervals, 128 steps, digest "), hts.out::toString);
    }

    @Test
    void shouldNameTheFirstIntervalThatDiffers() throws IOException {
        Path run = train("--algo a2c");
        Path config = run.resolve("config.yaml");
        Files.writeString(config, Files.readString(config).replaceFirst("ent-coef: [^\n]*", "ent-coef: 0.25"));

        assertEquals(ExitCode.DIFFERENT, reproduce(run), hts::errors);
        assertTrue(hts.errors().contains("config.yaml is not what it was"), hts::errors);
        assertTrue(hts.out.toString().contains("different: interval 1 is the first that differs"), hts.out::toString);
    }

    @Test
    void shouldRefuseWhatPromisesNoBits() {
        Path run = train("--algo a2c --schedule async");
        assertEquals(ExitCode.MISTAKE, reproduce(run));
        assertTrue(hts.errors().contains("it must promise bits, and was made with --schedule async"), hts::errors);
        assertEquals(ExitCode.MISTAKE, reproduce(run, "--until", "120%"));
        assertTrue(hts.errors().contains("--until 120%: it must be a part above 0% and up to 100%"), hts::errors);
    }
}
