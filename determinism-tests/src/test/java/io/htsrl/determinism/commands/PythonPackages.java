package io.htsrl.determinism.commands;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Finds a Python that has a module: that of {@code HTS_TEST_PYTHON}, the machine's own, or that of the tests of
 * python-bridge. Stateless, any thread.
 */
final class PythonPackages {
    private static final Path OF_THE_BRIDGE = Path.of("..", "python-bridge", ".venv", "bin", "python");

    private PythonPackages() {}

    /** Returns its command; the test is skipped, with a line that says so, where none exists. */
    static String having(String module) throws InterruptedException {
        for (String python : Stream.of(System.getenv("HTS_TEST_PYTHON"), "python3", OF_THE_BRIDGE.toString())
                .filter(Objects::nonNull)
                .toList()) {
            if (imports(python, module)) {
                return python;
            }
        }
        String reason = "determinism-tests: no Python has " + module + ", so a test is skipped";
        System.err.println(reason);
        return abort(reason);
    }

    private static boolean imports(String python, String module) throws InterruptedException {
        try {
            return new ProcessBuilder(python, "-c", "import " + module)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) { // no such program
            return false;
        }
    }
}
