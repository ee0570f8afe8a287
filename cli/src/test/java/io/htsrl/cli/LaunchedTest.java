package io.htsrl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.terminal.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher adds the JVM's flags to the program, and no word of the JVM's own. */
@Tag("slow")
@Timeout(1800)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "bin/hts is for Linux and macOS")
class LaunchedTest {
    @TempDir
    private Path folder;

    private Launched hts;

    @BeforeEach
    void install() throws IOException {
        hts = new Launched(folder);
    }

    @Test
    void shouldPrintNothingThatTheJvmWarnsOfAndTakeTheVectorKernel() throws Exception {
        Launched.Printed run = hts.run(
                "train",
                "--algo",
                "ppo",
                "--env",
                "CartPole-v1",
                "--total-timesteps",
                "1024",
                "--quiet",
                "--run-dir",
                "run");

        assertEquals(ExitCode.OK, run.code());
        assertEquals("", run.err() + run.out());

        Launched.Printed doctor = hts.run("doctor");
        assertTrue(doctor.out().startsWith("hts-rl "), doctor::out);
        assertEquals("", doctor.err());
        assertFalse(doctor.out().contains("several times slower"), doctor::out);
        assertTrue(doctor.out().contains("vectors of "), doctor::out);
    }

    @Test
    void shouldPassTheExitCodeOn() throws Exception {
        assertEquals(ExitCode.MISTAKE, hts.run("train", "--algo", "nothing").code());
    }
}
