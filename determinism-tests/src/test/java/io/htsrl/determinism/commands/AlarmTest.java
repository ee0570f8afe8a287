package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.trainer.run.Trainer;
import io.htsrl.trainer.run.TrainingRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Alarms of a whole run keep a checkpoint, and their command works. */
@Tag("slow")
class AlarmTest {
    private static final TrainingRunner TRAINER = (config, attached) -> new Trainer(config, attached).run();
    private static final Pattern COMMAND = Pattern.compile("'\\S+ (relive [^']+)'");

    @TempDir
    Path parent;

    private CommandLineFixture hts = new CommandLineFixture();

    /** @param words separated by spaces; an underscore is a space within one */
    private int run(String words) {
        hts = new CommandLineFixture();
        List<String> split = new ArrayList<>();
        for (String word : words.split(" +")) {
            split.add(word.replace("__", " "));
        }
        return hts.run(TRAINER, split.toArray(String[]::new));
    }

    private Path train(String flags) {
        Path run = parent.resolve("run");
        String words = "train --algo dqn --env CartPole-v1 --num-envs 4 --sync-interval 8 --hidden-sizes 8"
                + " --learning-starts 64 --total-timesteps 800 --quiet --out " + run + " " + flags;
        assertEquals(ExitCode.OK, run(words), hts::errors);
        return run;
    }

    private List<Long> checkpoints(Path run) {
        return RunFolders.checkpoints(run).list().stream()
                .map(CheckpointFolder::interval)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "3", "4"})
    void shouldKeepTheCheckpointBeforeAnAlarm(int every) {
        Path run = train("--alarm buffer_size__>=__300 --checkpoint-keep 1 --checkpoint-every " + every);
        Matcher alarm = Pattern.compile("alarm buffer_size >= 300: buffer_size is \\S+ in interval (\\d+) ")
                .matcher(hts.errors());
        assertTrue(alarm.find(), hts::errors);
        long interval = Long.parseLong(alarm.group(1));

        long before = (interval - 1) / every * every;
        assertTrue(checkpoints(run).contains(before), checkpoints(run)::toString);
        assertEquals(4, checkpoints(run).size(), "the three newest, and that one");

        Matcher command = COMMAND.matcher(hts.errors());
        assertTrue(command.find(), hts::errors);
        assertFalse(command.find(), "it is reported once");
        command.reset().find();
        assertEquals(ExitCode.OK, run(command.group(1)), hts::errors);
        String from = "interval " + interval + ", from the checkpoint after " + before + " interval";
        assertTrue(hts.out.toString().contains(from), hts.out::toString);
    }

    @Test
    void shouldReportTheSameAfterAResumption() throws IOException {
        Path run = train("--alarm buffer_size>=300 --alarm buffer_size>=600 --checkpoint-every 4");
        List<Long> all = checkpoints(run);
        String first = hts.errors();
        assertTrue(first.contains("interval 11 ") && first.contains("interval 20 "), first);
        assertEquals(List.of(25L, 24L, 20L, 16L, 8L), all);

        Files.delete(run.resolve("summary.json")); // as of a run that was killed
        assertEquals(ExitCode.OK, run("resume " + run + " --quiet --checkpoint 16"), hts::errors);
        assertFalse(hts.errors().contains("alarm buffer_size >= 300"), hts::errors);
        assertTrue(hts.errors().contains("alarm buffer_size >= 600: "), hts::errors);
        assertEquals(all, checkpoints(run));

        Files.delete(run.resolve("summary.json"));
        assertEquals(ExitCode.OK, run("resume " + run + " --quiet --checkpoint 8"), hts::errors);
        assertEquals(first, hts.errors());
        assertEquals(all, checkpoints(run));
    }

    /** The first run is without alarms, so its checkpoints have no state of them. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--alarm buffer_size>=300 "})
    void shouldTakeOtherAlarmsWhenARunIsResumed(String before) throws IOException {
        Path run = train(before + "--checkpoint-every 4");
        Files.delete(run.resolve("summary.json")); // as of a run that was killed
        assertEquals(
                ExitCode.OK, run("resume " + run + " --quiet --checkpoint 20 --alarm buffer_size>=700"), hts::errors);
        assertTrue(hts.errors().contains("alarm buffer_size >= 700: "), hts::errors);
        assertFalse(hts.errors().contains("alarm buffer_size >= 300: "), hts::errors);
        assertTrue(checkpoints(run).contains(20L), checkpoints(run)::toString);

        Files.delete(run.resolve("summary.json"));
        assertEquals(ExitCode.OK, run("resume " + run + " --quiet --checkpoint 24 --alarm none"), hts::errors);
        assertEquals("", hts.errors());
    }

    /** At 10 and 16 no checkpoint exists, so the past is trained again; what it reported is not reported again. */
    @ParameterizedTest
    @ValueSource(strings = {"20", "16", "10"})
    void shouldWatchForks(String at) {
        Path run = train("--alarm buffer_size>=300 --checkpoint-every 4");
        Path fork = parent.resolve("fork");
        String words = "fork " + run + " --at " + at + " --quiet --out " + fork;
        assertEquals(ExitCode.OK, run(words), hts::errors);
        assertEquals(at.equals("10"), hts.errors().contains("alarm buffer_size >= 300: "), hts::errors);

        Path other = parent.resolve("other");
        words = "fork " + run + " --at " + at + " --alarm buffer_size>=600 --quiet --out " + other;
        assertEquals(ExitCode.OK, run(words), hts::errors);
        assertTrue(hts.errors().contains("alarm buffer_size >= 600: "), hts::errors);
        assertFalse(hts.errors().contains("alarm buffer_size >= 300: "), hts::errors);
    }

    @Test
    void shouldSayWhereNoCheckpointWasTaken() {
        train("--alarm buffer_size>=300 --alarm bufer_size>=1");
        assertTrue(hts.errors().contains(", from the start, since no checkpoint was taken before it"), hts::errors);
        assertTrue(hts.errors().contains("this run has no metric bufer_size; did you mean buffer_size?"), hts::errors);
    }

    @Test
    void shouldNameTheIntervalThatLearningFailedOn() {
        String words = "train --algo a2c --env CartPole-v1 --num-envs 4 --sync-interval 8 --hidden-sizes 8"
                + " --learning-rate 1e37 --no-anneal-lr --total-timesteps 800 --alarm nan --quiet --out "
                + parent.resolve("run");
        assertEquals(ExitCode.FAILED, run(words));
        Matcher command = COMMAND.matcher(hts.errors());
        assertTrue(command.find(), hts::errors);
        assertEquals(ExitCode.FAILED, run(command.group(1)));
        assertTrue(hts.out.toString().contains("\n0    7 "), hts.out::toString);
    }

    @Test
    void shouldRefuseWhatIsNoCondition() {
        for (String wrong : List.of("approx_kl", "kl__=__1", "Kl>1", "kl>x", "")) {
            assertEquals(ExitCode.MISTAKE, run("train --algo a2c --env CartPole-v1 --alarm " + wrong));
        }
        assertEquals(ExitCode.MISTAKE, run("train --algo a2c --env CartPole-v1 --schedule async --alarm collapse"));
        assertTrue(hts.errors().contains("'hts relive' cannot repeat such a run"), hts::errors);
    }
}
