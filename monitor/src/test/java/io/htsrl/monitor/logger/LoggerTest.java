package io.htsrl.monitor.logger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.rundir.ChainDiff;
import io.htsrl.cli.rundir.RunReader;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.monitor.SmallRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a user's logger, through the command line. */
@Tag("slow")
class LoggerTest {
    @TempDir
    Path parent;

    private SmallRuns runs;

    @BeforeEach
    void chooseFolder() {
        runs = new SmallRuns(parent);
    }

    private List<String> notes(String run) throws IOException {
        return Files.readAllLines(runs.folder(run).resolve(NotesLogger.FILE));
    }

    private static List<String> expected(RunReader run) throws IOException {
        List<String> expected = new ArrayList<>();
        run.metrics()
                .forEach(line -> expected.add("interval " + line.get("interval").asLong() + " "
                        + line.get("steps_per_second").asDouble()));
        List<String> episodes = Files.readAllLines(run.folder().resolve("episodes.csv"));
        for (String line : episodes.subList(1, episodes.size())) {
            String[] fields = line.split(",");
            expected.add("episode " + fields[1] + " " + fields[2] + " " + fields[3]);
        }
        return expected.stream().sorted().toList();
    }

    private static List<String> reports(List<String> notes) {
        return notes.stream()
                .filter(note -> note.startsWith("interval") || note.startsWith("episode"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--notes", "--logger notes", "--logger notes --notes-width 3"})
    void shouldHearWhatTheFilesHaveInTheSameBits(String flags) throws IOException {
        RunReader plain = runs.train("plain", "");
        RunReader logged = runs.train("logged", flags + " --eval-every 5 --eval-episodes 2");

        List<String> notes = notes("logged");
        assertEquals(expected(logged), reports(notes));
        assertTrue(notes.contains("evaluation 5 " + evaluated(logged)), notes::toString);
        assertEquals("open ppo CartPole-v1 seed 1 from 0 0 of 320 gamma 0.98", notes.get(0));
        assertEquals("close FINISHED", notes.get(notes.size() - 1));
        assertTrue(ChainDiff.of(plain, logged).equal());
        assertFalse(Files.exists(plain.folder().resolve(NotesLogger.FILE)));
        assertEquals("", runs.err.toString());
    }

    private static double evaluated(RunReader run) throws IOException {
        return Files.readAllLines(run.folder().resolve("evaluations.csv")).stream()
                .filter(line -> line.startsWith("5,"))
                .mapToDouble(line -> Double.parseDouble(line.split(",")[5]))
                .average()
                .orElseThrow();
    }

    @Test
    void shouldHearOfTheLastIntervalWhateverTheLogInterval() throws IOException {
        RunReader logged = runs.train("logged", "--notes --log-interval 4");

        assertEquals(expected(logged), reports(notes("logged")));
        assertEquals(3, logged.metrics().size());
    }

    @Test
    void shouldGoOnInAResumedRunWithoutAGapAndWithoutDoubles() throws IOException {
        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.stoppingAt(4), runs.words("run", "--notes --checkpoint-every 3")),
                runs.err::toString);
        List<String> before = notes("run");
        assertEquals("close STOPPED", before.get(before.size() - 1));
        assertEquals(
                ExitCode.OK,
                runs.hts(SmallRuns.TRAINER, "resume", runs.folder("run").toString()),
                runs.err::toString);

        List<String> after = notes("run").subList(before.size(), notes("run").size());
        String first = after.stream()
                .filter(note -> note.startsWith("interval"))
                .findFirst()
                .orElseThrow();
        String from = first.split(" ")[1];
        assertEquals(
                "open ppo CartPole-v1 seed 1 from " + from + " " + 32 * Integer.parseInt(from) + " of 320 gamma 0.98",
                after.get(0));
        assertEquals("close FINISHED", after.get(after.size() - 1));
        List<String> all = new ArrayList<>();
        before.stream()
                .filter(note -> note.startsWith("interval"))
                .limit(Integer.parseInt(from))
                .forEach(all::add);
        after.stream().filter(note -> note.startsWith("interval")).forEach(all::add);
        assertEquals(
                expected(RunReader.open(runs.folder("run"))).stream()
                        .filter(note -> note.startsWith("interval"))
                        .toList(),
                all.stream().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"interval 3", "close FINISHED"})
    void shouldWarnOfALoggerThatFailsAndEndTheRunWell(String note) {
        RunReader plain = runs.train("plain", "");
        String[] words = runs.words("failing", "--logger notes --notes-fail-at NOTE");
        words[words.length - 1] = note;

        assertEquals(ExitCode.OK, runs.hts(SmallRuns.TRAINER, words), runs.err::toString);
        assertEquals(
                "warning: the logger notes failed and is dropped, and the run continues: "
                        + "java.lang.IllegalStateException: no more paper\n",
                runs.err.toString());
        assertTrue(ChainDiff.of(plain, RunReader.open(runs.folder("failing"))).equal());
    }

    @Test
    void shouldWriteDownWhatWasAskedFor() {
        RunReader plain = runs.train("plain", "");
        RunReader logged = runs.train("logged", "--logger notes --notes-width 3");

        assertFalse(plain.settings().keySet().stream().anyMatch(key -> key.matches("logger|notes.*")));
        assertEquals("notes", logged.settings().get("logger"));
        assertEquals("3", logged.settings().get("notes-width"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--logger mlfow | --logger mlfow: it must be none, or names of loggers with commas between, of ",
                "--notes-width 3 | --notes-width 3: it is for --logger notes only; remove it, or give --logger notes",
                "--notes --notes-width 0 | --notes-width 0: it must be at least 1",
                "--notes --notes-width 13 | --notes-width 13: it must not be 13; give another"
            })
    void shouldRefuseWhatCannotBeMeant(String flags, String told) {
        assertEquals(ExitCode.MISTAKE, runs.hts(SmallRuns.TRAINER, runs.words("refused", flags)));

        assertTrue(runs.err.toString().replace("\n    ", "; ").contains(told), runs.err::toString);
        assertFalse(Files.exists(runs.folder("refused")));
    }
}
