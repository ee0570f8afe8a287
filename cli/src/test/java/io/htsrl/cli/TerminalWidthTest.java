package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests what users see in terminals of some widths: real ones, but for the eyes. */
@Tag("slow")
@Timeout(1800)
@EnabledOnOs(OS.LINUX)
class TerminalWidthTest {
    @TempDir
    private Path folder;

    private static void assertFits(int columns, List<String> lines) {
        assertEquals(
                Optional.empty(),
                lines.stream().filter(line -> line.length() > columns).findFirst());
    }

    /** That the line fits other widths too is ProgressTest's. */
    @Test
    void shouldShowReturnAndSpeedAndAllThatFits() throws Exception {
        int columns = 80;
        Launched.Printed run = new Launched(folder)
                .inTerminal(
                        columns,
                        "train",
                        "--algo",
                        "ppo",
                        "--env",
                        "CartPole-v1",
                        "--total-timesteps",
                        "2000",
                        "--run-dir",
                        "run");

        assertEquals(ExitCode.OK, run.code(), run::out);
        List<String> progress = run.lines().stream()
                .filter(line -> line.contains(" %  ") && line.contains("steps/s"))
                .toList();
        assertTrue(progress.size() > 1, run::out);
        assertFits(columns - 1, progress);
        String last = progress.get(progress.size() - 1);
        assertTrue(last.matches(".*100 %  (2,048 steps  )?[\\d,]+ steps/s  return [\\d.]+  (lag 1  )?ETA 0:00"), last);
        assertTrue(last.contains("lag 1"), last);
        assertTrue(last.startsWith("[##"), last);
    }

    @Test
    void shouldFillTheWidthWithHelp() throws Exception {
        int columns = 60;
        List<String> help =
                new Launched(folder).inTerminal(columns, "train", "--help").lines();

        assertFits(columns, help);
        int longest = help.stream().mapToInt(String::length).max().orElseThrow();
        assertTrue(longest > columns - 6, () -> "only " + longest + " of " + columns + " columns are used");
    }
}
