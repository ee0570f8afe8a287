package io.htsrl.python;

import io.htsrl.core.environment.Environment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The Pythons of the tests. The build puts {@code src/test/python} onto their path. */
final class Python {
    /** What the system has: its standard library is all that tests may use of it. */
    private static final String PLAIN = "python3";

    private Python() {}

    /** An environment of {@code src/test/python}, of the system's Python. */
    static Environment plain(String name, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.putIfAbsent("python", PLAIN);
        return new PythonProvider().create("gym:" + name, all);
    }

    /** Whether there is a Python at all. */
    static boolean there() {
        try {
            Process process = new ProcessBuilder(PLAIN, "-c", "pass")
                    .redirectErrorStream(true)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (java.io.IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    static Path sources() {
        return Path.of("src/test/python").toAbsolutePath();
    }
}
