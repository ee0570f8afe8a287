package io.htsrl.policies.backend;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import org.bytedeco.javacpp.Loader;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Loads ND4J and its native libraries, which takes 2 to 3 seconds once in a process. Any thread: call it early on one
 * of its own, so that the time passes beside other work; whoever needs ND4J meanwhile waits for that thread.
 */
public final class Nd4jRuntime {

    private Nd4jRuntime() {}

    /**
     * Returns when ND4J is ready; at once when it already was.
     *
     * @throws ConfigurationException when there is no native library on the class path that fits this platform and
     *                                processor, or no device that a build for CUDA can use
     */
    public static void load() {
        if (!isLoaded()) {
            Preflight.pass();
        }
        try {
            Nd4j.getExecutioner();
        } catch (LinkageError | RuntimeException e) {
            // ND4J wraps what went wrong in an initialiser's error, or in its own exceptions
            ConfigurationException failure = new ConfigurationException(new Violations()
                    .add(
                            "ND4J backend",
                            System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                            "needs a native library of ND4J for this platform on the class path (" + root(e) + ")",
                            "'hts doctor' tells what is there; see docs/gpu.md for the builds"));
            failure.initCause(e);
            throw failure;
        }
    }

    private static boolean isLoaded() {
        return Loader.getLoadedLibraries().keySet().stream().anyMatch(name -> name.contains("nd4j"));
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
