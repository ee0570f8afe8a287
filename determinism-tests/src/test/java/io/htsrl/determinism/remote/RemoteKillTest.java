package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.CheckpointFolder;
import io.htsrl.cli.CompilerFlags;
import io.htsrl.cli.Hts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Invariant 9 with SIGKILL, where episodes are replayed: the files are those of the uninterrupted run. */
@Tag("slow")
@Tag("thorough")
@Timeout(1800)
class RemoteKillTest {
    private static final int KILLS = Boolean.getBoolean("hts.long") ? 3 : 1;

    @TempDir
    Path folder;

    private static List<String> train(Path run) {
        return List.of(
                "train",
                "--algo",
                "ppo",
                "--env",
                DistantEnvironments.NAME,
                "--env-option",
                "comeback=REPLAY",
                "--executors",
                "2",
                "--checkpoint-every",
                "2",
                "--quiet",
                "--run-dir",
                run.toString(),
                "--total-timesteps",
                "20000");
    }

    private static Process start(List<String> arguments, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules",
                "jdk.incubator.vector"));
        command.addAll(CompilerFlags.ofThisJvm());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Hts.class.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private static long newest(Path run) {
        List<Path> checkpoints = new CheckpointFolder(run.resolve("checkpoints"), 1).list();
        return checkpoints.isEmpty() ? 0 : CheckpointFolder.interval(checkpoints.get(0));
    }

    @Test
    void shouldEndInTheSameFilesHoweverOftenItIsKilled() throws Exception {
        Path killed = folder.resolve("killed");
        Path log = folder.resolve("log");
        List<String> next = train(killed);
        int again = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            long before = newest(killed);
            Process process = start(next, log);
            while (process.isAlive() && newest(killed) <= before) {
                process.waitFor(1, TimeUnit.MILLISECONDS);
            }
            process.destroyForcibly();
            if (process.waitFor() == 0) { // it came to its end before
                assertTrue(++again < 10, "it is killed before its end: " + Files.readString(log));
                killed = folder.resolve("killed-" + again);
                next = train(killed);
                kill = -1;
            } else {
                next = List.of("resume", killed.toString(), "--quiet");
            }
        }
        assertEquals(0, start(next, log).waitFor(), Files.readString(log));

        Path whole = folder.resolve("whole");
        String[] words = train(whole).toArray(new String[0]);
        int code = Hts.program(words)
                .setErr(new PrintWriter(System.err, true, Charset.defaultCharset()))
                .execute(words);
        assertEquals(0, code);
        for (String file : List.of("digests.jsonl", "episodes.csv")) {
            assertEquals(Files.readString(whole.resolve(file)), Files.readString(killed.resolve(file)), file);
        }
    }
}
