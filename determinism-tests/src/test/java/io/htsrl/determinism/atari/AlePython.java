package io.htsrl.determinism.atari;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A Python that has ale_py: that of {@code HTS_TEST_PYTHON}, or the one that the tests of python-bridge have made.
 * Where none exists, a line says so, and the tests are left out.
 */
final class AlePython {
    private static final Path MADE = Path.of("..", "python-bridge", ".venv", "bin", "python")
            .toAbsolutePath()
            .normalize();

    private AlePython() {}

    /** Whether one exists; for JUnit. */
    static boolean there() {
        return Holder.GAMES;
    }

    /** Whether one has OpenCV too, which Gymnasium scales screens by; for JUnit. */
    static boolean scales() {
        return Holder.SCALES;
    }

    static String executable() {
        String named = System.getenv("HTS_TEST_PYTHON");
        return named != null && !named.isBlank() ? named : MADE.toString();
    }

    /** A JVM looks once. */
    private static final class Holder {
        static final boolean GAMES = has("ale_py, gymnasium");
        static final boolean SCALES = GAMES && has("cv2");

        private static boolean has(String modules) {
            boolean found = Files.isExecutable(Path.of(executable())) && imports(modules);
            if (!found) {
                System.err.println("determinism-tests: comparisons with ale_py are left out: " + executable()
                        + " has no " + modules);
            }
            return found;
        }

        private static boolean imports(String modules) {
            try {
                Process process = new ProcessBuilder(executable(), "-c", "import " + modules)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                boolean ended = process.waitFor(60, TimeUnit.SECONDS);
                process.destroyForcibly();
                return ended && process.exitValue() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }
}
