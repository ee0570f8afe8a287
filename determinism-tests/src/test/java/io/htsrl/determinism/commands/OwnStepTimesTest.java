package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.CommandLineFixture;
import io.htsrl.cli.RecordedRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** {@code hts experiment step-time} steps an environment of Python, which needs only its standard library. */
@Tag("slow")
@Timeout(1800)
@EnabledIf("pythonIsThere")
class OwnStepTimesTest {
    @TempDir
    private Path folder;

    static boolean pythonIsThere() throws InterruptedException {
        try {
            Process process = new ProcessBuilder("python3", "--version").start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void shouldMeasureAnEnvironmentThatIsComputedElsewhereAsItIs() throws IOException {
        CommandLineFixture hts = new CommandLineFixture();
        String command = "experiment step-time --env gym:corridor:Corridor --python python3 --num-envs 4 "
                + "--sync-intervals 8 --seconds 0.01 --intervals 2 --own-steps 100 --python-workers 2 --out "
                + folder;

        assertEquals(0, hts.run(RecordedRuns.TRAINER, command.split(" ")), hts.err::toString);
        assertTrue(
                hts.out.toString().contains("own step times of gym:corridor:Corridor: 100 steps of one replica, in a"),
                hts.out::toString);
        List<String> table = Files.readAllLines(folder.resolve("step-time.csv")).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
        List<String> columns = List.of(table.get(0).split(","));
        List<List<String>> cells =
                table.stream().skip(1).map(line -> List.of(line.split(",", -1))).toList();
        assertEquals(
                List.of("sync", "hts", "async"),
                cells.stream()
                        .map(cell -> cell.get(columns.indexOf("schedule")))
                        .toList());
        for (List<String> cell : cells) {
            assertEquals("own", cell.get(columns.indexOf("distribution")));
            assertTrue(Double.parseDouble(cell.get(columns.indexOf("steps_per_s"))) > 0, cell::toString);
            double cv = Double.parseDouble(cell.get(columns.indexOf("cv")));
            assertTrue(cv > 0, cell::toString);
            boolean claimed = cell.contains("hts") && 8 * 4 / 2 / (cv * cv) >= 1; // not after a busy machine's pause
            assertEquals(claimed, !cell.get(columns.indexOf("claim_1")).isEmpty(), cell::toString);
        }
    }
}
