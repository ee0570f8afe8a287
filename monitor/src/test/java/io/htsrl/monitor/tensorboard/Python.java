package io.htsrl.monitor.tensorboard;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A Python with TensorBoard: the one that {@code HTS_TEST_PYTHON} names, the machine's own, or that of the tests of
 * python-bridge, whose {@code requirements.txt} has it. One thread.
 */
final class Python {
    private static final String CHECK = "import tensorboard.backend.event_processing.event_accumulator";
    private static final Path OF_THE_BRIDGE = Path.of("..", "python-bridge", ".venv", "bin", "python");
    private static final int SECONDS = 180;

    private Python() {}

    /** Its command; the test is skipped, with the reason, where there is none. */
    static String command(Path folder) throws IOException, InterruptedException {
        List<String> candidates = Stream.of(System.getenv("HTS_TEST_PYTHON"), "python3", OF_THE_BRIDGE.toString())
                .filter(Objects::nonNull)
                .toList();
        for (String candidate : candidates) {
            if (ends(folder.resolve("check.txt"), candidate, "-c", CHECK)) {
                return candidate;
            }
        }
        String reason = "no Python of " + candidates + " has tensorboard: event files are not read by its own reader";
        System.err.println("monitor: " + reason);
        return abort(reason);
    }

    private static boolean ends(Path out, String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .redirectOutput(out.toFile())
                    .start();
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            process.destroy();
            return ended && process.exitValue() == 0;
        } catch (IOException e) { // no such program
            return false;
        }
    }

    /** What a program prints. */
    static String run(Path folder, Path program, Path argument) throws IOException, InterruptedException {
        Path out = folder.resolve("out.txt");
        if (!ends(out, command(folder), program.toString(), argument.toString())) {
            throw new AssertionError(program + " failed: " + Files.readString(out));
        }
        return Files.readString(out);
    }
}
