package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs programs to their end. Stateless; any thread. */
final class Processes {
    private static final long LONGEST_MINUTES = 25;

    private Processes() {}

    /** Returns the HTS_JAVA_OPTS of short runs: C2 begins as late as in this JVM. */
    static String javaOptions(String more) {
        return Stream.concat(
                        Stream.of(more),
                        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                                .filter(flag -> flag.matches("-XX:(Tier4|CompileCommand).*")))
                .collect(Collectors.joining(" "));
    }

    /**
     * What the program printed, errors included.
     *
     * @param folder where it runs
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
