package io.htsrl.benchmarks.kills;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import picocli.CommandLine;

/** Runs a few kills. */
@Tag("slow")
@Timeout(1800)
@EnabledIf("hasPython")
class KillsTest {

    static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void assertPasses(String... arguments) {
        StringWriter output = new StringWriter();
        int code = new CommandLine(new Kills())
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(output))
                .execute(arguments);
        assertEquals(0, code, output.toString());
    }

    @Test
    void shouldNameEveryWorkerThatIsKilled() {
        assertPasses("--workers", Boolean.getBoolean("hts.long") ? "6" : "3", "--jvm", "0");
    }

    /**
     * Without {@code -Dhts.long=true}, KillTest of determinism-tests and DigestTest of python-bridge resume such runs.
     */
    @Test
    @EnabledIfSystemProperty(named = "hts.long", matches = "true", disabledReason = "a minute: -Dhts.long=true")
    void shouldResumeEveryRunWhoseJvmIsKilled() {
        assertPasses("--workers", "0", "--jvm", "3");
    }
}
