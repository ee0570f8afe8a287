package io.htsrl.nd4j.device;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.nd4j.device.BackendJars.LibraryChoice;
import io.htsrl.nd4j.device.CudaDevice.CudaSupport;
import io.htsrl.policies.backend.ProcessorFeatures;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bytedeco.javacpp.Loader;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Loads ND4J and its native libraries, which takes 2 to 3 seconds once in a process. Any thread. Call it early on a
 * separate thread, in parallel with other work; a thread that needs ND4J meanwhile waits for it.
 */
public final class Nd4jRuntime {

    private Nd4jRuntime() {}

    /**
     * Loads ND4J and returns when it is ready; returns at once if it is loaded already.
     *
     * @throws ConfigurationException when no native library on the class path fits this platform and processor, or a
     *     build for CUDA can use no device
     */
    public static void load() {
        if (!isLoaded()) {
            Preflight.pass();
        }
        try {
            Nd4j.getExecutioner();
        } catch (LinkageError | RuntimeException e) {
            // ND4J wraps the cause in an initialiser's error, or in its own exceptions
            ConfigurationException failure = new ConfigurationException(
                    "ND4J backend",
                    System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                    "needs a native library of ND4J for this platform on the class path (" + root(e) + ")",
                    "'hts doctor' tells what is there; see docs/how-to/nd4j.md for the builds");
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

    /**
     * Checks before native code is loaded, because unsuitable native code ends the process without a message. They
     * require a library for this platform and processor, and for CUDA a device that it has code for. Any thread.
     */
    public static final class Preflight {

        private Preflight() {}

        /**
         * Checks this machine and chooses the library to load; takes milliseconds, with CUDA up to a second.
         *
         * @throws ConfigurationException with the failed checks and their remedies
         */
        public static void pass() {
            check(
                            BackendJars.onClassPath(),
                            ProcessorFeatures.current(),
                            System.getProperty(LibraryChoice.PROPERTY),
                            NvidiaSmi::query)
                    .throwIfAny();
            LibraryChoice.conclude();
        }

        /**
         * Returns the failed checks; a function of its arguments.
         *
         * @param named extension that the user named; null for none
         * @param driver driver's report, read only in a build for CUDA
         */
        static Violations check(
                BackendJars jars, ProcessorFeatures processor, String named, Supplier<NvidiaSmi> driver) {
            Violations violations = new Violations();
            if (jars.extensions().isEmpty()) {
                violations.add(
                        "ND4J backend",
                        System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                        "needs a native library of ND4J for " + jars.platform() + " on the class path",
                        "add org.nd4j:nd4j-native with the platform's classifier, such as linux-x86_64-onednn-avx2");
            } else if (LibraryChoice.choose(jars, processor, named).isEmpty()) {
                violations.add(
                        "ND4J library",
                        jars.classifiers().collect(Collectors.joining(", ")),
                        named == null
                                ? "must be one that this processor can run, which has no AVX2 or AVX-512"
                                : "must be there for -D" + LibraryChoice.PROPERTY + "=" + named + " and run here",
                        named == null
                                ? "build with -Pbaseline (with ./hts: HTS_PROFILES=baseline)"
                                : "leave that property out");
            }
            if (jars.forCuda()) {
                CudaSupport.check(driver.get(), violations);
            }
            return violations;
        }
    }
}
