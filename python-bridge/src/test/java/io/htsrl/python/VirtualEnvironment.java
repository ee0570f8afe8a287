package io.htsrl.python;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Python with what {@code requirements.txt} names, in {@code .venv} of this module: made by the first test that wants
 * it, and again when that file changes. Where pip reaches no index, a line says so and the tests are left out. The
 * variable {@code HTS_TEST_PYTHON} names another that has it all.
 */
final class VirtualEnvironment {
    private static final Path FOLDER = Path.of(".venv").toAbsolutePath();
    private static final Path REQUIREMENTS = Path.of("src/test/python/requirements.txt");
    private static final Path MADE_FROM = FOLDER.resolve("made-from.txt");
    private static final long MINUTES = 15;

    private VirtualEnvironment() {}

    /** Whether one exists; for JUnit. */
    static boolean there() {
        return Holder.PYTHON != null;
    }

    static String python() {
        return Holder.PYTHON;
    }

    /** A JVM looks once. */
    private static final class Holder {
        static final String PYTHON = find();

        private static String find() {
            String named = System.getenv("HTS_TEST_PYTHON");
            if (named != null && !named.isBlank()) {
                return named;
            }
            try {
                return made();
            } catch (IOException e) {
                System.err.println("python-bridge: tests with Gymnasium are left out: " + e.getMessage());
                return null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
    }

    private static String made() throws IOException, InterruptedException {
        Files.createDirectories(FOLDER);
        Path python = FOLDER.resolve("bin/python");
        try (RandomAccessFile file = new RandomAccessFile(FOLDER.resolve("lock").toFile(), "rw");
                FileLock held = file.getChannel().lock()) { // of the other JVM of the tests
            String wanted = Files.readString(REQUIREMENTS);
            if (held.isValid()
                    && !(Files.exists(MADE_FROM) && Files.readString(MADE_FROM).equals(wanted))) {
                run(List.of(Python.PLAIN, "-m", "venv", FOLDER.toString()));
                run(List.of(
                        python.toString(),
                        "-m",
                        "pip",
                        "install",
                        "--quiet",
                        "--no-compile", // most of the modules are never imported
                        "--disable-pip-version-check",
                        "--require-hashes",
                        "--retries",
                        "1",
                        "-r",
                        REQUIREMENTS.toString()));
                Files.writeString(MADE_FROM, wanted);
            }
        }
        return python.toString();
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Path log = FOLDER.resolve("log.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " failed: see " + log);
        }
    }
}
