package io.htsrl.policies.backend;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What must hold before native code is touched, for native code that does not fit ends the process without a word: a
 * library for this platform and processor, and for CUDA a device that it has code for. Any thread.
 */
public final class Preflight {

    private Preflight() {}

    /**
     * Checks this machine and concludes which library is loaded; milliseconds, with CUDA up to a second.
     *
     * @throws ConfigurationException with what does not fit, and how to go on
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
     * What does not fit; a function of its arguments.
     *
     * @param named  the extension that the user wants; null for none
     * @param driver asked only in a build for CUDA
     */
    static Violations check(BackendJars jars, ProcessorFeatures processor, String named, Supplier<NvidiaSmi> driver) {
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
