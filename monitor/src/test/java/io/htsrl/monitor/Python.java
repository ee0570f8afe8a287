package io.htsrl.monitor;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Python with some packages: the one that {@code HTS_TEST_PYTHON} names, the machine's own, or that of the tests of
 * python-bridge, whose {@code requirements.txt} has them. One thread.
 *
 * @param packages such as {@code gymnasium, numpy}
 * @param missed what is not tested without them, for people
 */
public record Python(String packages, String missed) {
    private static final Path OF_THE_BRIDGE = Path.of("..", "python-bridge", ".venv", "bin", "python");
    private static final int SECONDS = 180;
    private static final Map<Python, String> FOUND = new ConcurrentHashMap<>();

    /** Its command; the test is skipped, with the reason, where none exists. */
    public String command(Path folder) throws IOException, InterruptedException {
        if (FOUND.containsKey(this)) {
            return FOUND.get(this);
        }
        List<String> candidates = Stream.of(System.getenv("HTS_TEST_PYTHON"), "python3", OF_THE_BRIDGE.toString())
                .filter(Objects::nonNull)
                .toList();
        for (String candidate : candidates) {
            if (ends(folder.resolve("check.txt"), candidate, "-c", "import " + packages)) {
                FOUND.put(this, candidate);
                return candidate;
            }
        }
        String reason = "no Python of " + candidates + " has " + packages + ": " + missed;
        System.err.println("monitor: " + reason);
        return abort(reason);
    }

    private static boolean ends(Path out, String... command) throws IOException, InterruptedException {
        Path errors = out.resolveSibling("errors.txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(errors.toFile())
                    .redirectOutput(out.toFile())
                    .start();
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            process.destroy();
            return ended && process.exitValue() == 0;
        } catch (IOException e) { // no such program
            return false;
        }
    }

    /** The lines that a program prints. */
    public List<String> run(Path folder, Path program, Path... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        String[] words = Stream.concat(Stream.of(program), Stream.of(arguments))
                .map(Path::toString)
                .toArray(String[]::new);
        if (!ends(
                out, Stream.concat(Stream.of(command(folder)), Stream.of(words)).toArray(String[]::new))) {
            throw new AssertionError(program + " failed: " + Files.readString(folder.resolve("errors.txt")));
        }
        return Files.readAllLines(out);
    }
}
