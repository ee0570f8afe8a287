package io.htsrl.python;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The Pythons of the tests. The build puts {@code src/test/python} onto their path. */
final class Python {
    /** The system's Python without its packages: numpy's checks refuse some of the tests' environments. */
    static final String PLAIN = withoutPackages();

    private Python() {}

    private static String withoutPackages() {
        Path folder = Path.of("target", "python-without-packages").toAbsolutePath();
        Path python = folder.resolve("bin/python3");
        if (Files.isExecutable(python)) {
            return python.toString(); // another JVM of the tests made it, and may be using it
        }
        try {
            new ProcessBuilder("python3", "-I", "-m", "venv", "--without-pip", folder.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return "python3"; // not there: the tests are skipped
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Files.isExecutable(python) ? python.toString() : "python3";
    }

    /** An environment of {@code src/test/python}, of the system's Python. */
    static Environment plain(String name, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.putIfAbsent("python", PLAIN);
        return new PythonProvider().create("gym:" + name, all);
    }

    static Environment plain(String name) {
        return plain(name, Map.of());
    }

    /** Whether a Python exists at all: JUnit says so where none does. */
    static boolean there() {
        try {
            Process process = new ProcessBuilder(PLAIN, "-c", "import sys; sys.exit(sys.version_info < (3, 8))")
                    .redirectErrorStream(true)
                    .start();
            return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** An environment in play: one action for ever. */
    static final class Play {
        final StepResult result = new StepResult();
        final float[] floats;
        final byte[] bytes;
        private final Environment environment;
        private final ObservationSlot slot = new ObservationSlot();

        Play(Environment environment) {
            this.environment = environment;
            ObservationSpace space = environment.spec().observationSpace();
            boolean floating = space.kind() == ObservationSpace.Kind.FLOAT32;
            floats = floating ? new float[space.size()] : null;
            bytes = floating ? null : new byte[space.size()];
            if (floating) {
                slot.at(floats, 0);
            } else {
                slot.at(bytes, 0);
            }
        }

        /** @param seed as Python is to see it */
        Play reset(int seed) {
            environment.reset((long) seed << 33, slot);
            return this;
        }

        /** The step under way, which is ready. */
        Play complete() {
            ((RemoteEnvironment) environment).completeStep(slot, result);
            return this;
        }

        Play step(float... action) {
            environment.step(action, 0, slot, result);
            return this;
        }

        Play steps(int count) {
            float[] action = new float[environment.spec().actionSpace().width()];
            for (int i = 0; i < count; i++) {
                step(action);
            }
            return this;
        }
    }
}
