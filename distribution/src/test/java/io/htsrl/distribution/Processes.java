package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs to their end. Stateless; any thread. */
final class Processes {
    private static final long LONGEST_MINUTES = 5;

    private Processes() {}

    /**
     * What the program printed, errors included.
     *
     * @param folder      where it runs
     * @param environment more variables, or others
     * @throws AssertionError when it fails, with what it printed
     */
    static String run(Path folder, Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        Path printed = Files.createTempFile("hts", ".out");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            boolean ended = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
            String text = Files.readString(printed);
            assertTrue(ended, () -> command + " has not ended:\n" + text);
            assertEquals(0, process.exitValue(), () -> command + ":\n" + text);
            return text;
        } finally {
            process.destroyForcibly();
            Files.delete(printed);
        }
    }
}
