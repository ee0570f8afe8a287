package io.htsrl.cli.signals;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(1800)
class SignalsWithoutRunTest {
    private static final Path KILL = Path.of("/bin/kill");

    @TempDir
    private Path folder;

    /** A program that starts for ever. */
    static final class Starting {
        public static void main(String[] arguments) throws InterruptedException {
            Signals.endWithoutRun(new PrintWriter(System.err, true, StandardCharsets.UTF_8), System::exit);
            System.out.println("ready");
            new CountDownLatch(1).await();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130, Ctrl-C", "TERM, 143, SIGTERM", "HUP, 129, SIGHUP"})
    void shouldSayWhatEndsAProgramThatStarts(String signal, int code, String name) throws Exception {
        assumeTrue(Files.isExecutable(KILL), "needs kill");
        Path errors = folder.resolve("err");
        List<String> starting = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Starting.class.getName());
        Process process = new ProcessBuilder(HeardSignals.hearing(signal, starting))
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("ready", out.readLine());
            List<String> kill = List.of(KILL.toString(), "-" + signal, String.valueOf(process.pid()));
            assertEquals(0, new ProcessBuilder(kill).start().waitFor());

            assertEquals(code, process.waitFor());
            assertEquals(
                    "ended by " + name + ": nothing to resume",
                    Files.readString(errors).strip());
        } finally {
            process.destroyForcibly();
        }
    }
}
