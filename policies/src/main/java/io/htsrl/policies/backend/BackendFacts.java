package io.htsrl.policies.backend;

import io.htsrl.policies.kernel.KernelFacts;
import java.util.Properties;
import org.bytedeco.javacpp.Loader;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What the backend that learns says of itself. Immutable.
 *
 * @param backend     {@code jvm}, or ND4J's {@code cpu} or {@code cuda}
 * @param library     the JVM's kernel; or the file of the loaded native library, or what names it
 * @param blas        vendor of the library of dense products; empty where there is none
 * @param blasThreads that it computes with, in this process
 * @param ompThreads  that ND4J's own loops and oneDNN compute with, in the calling thread
 */
public record BackendFacts(String backend, String library, String blas, int blasThreads, int ompThreads) {

    /** The JVM kernel of this process. */
    public static BackendFacts jvm() {
        return new BackendFacts("jvm", KernelFacts.current().name(), "", 0, 0);
    }

    /** ND4J's of this process; loads ND4J when it is not loaded yet: see {@link io.htsrl.policies.backend.Nd4jRuntime}. */
    public static BackendFacts current() {
        OpExecutioner executioner = Nd4j.getExecutioner();
        Properties said = executioner.getEnvironmentInformation();
        return new BackendFacts(
                Backends.current().name(),
                loadedLibrary(),
                String.valueOf(said.get("blas.vendor")),
                number(said, "blas.threads"),
                number(said, "omp.threads"));
    }

    private static int number(Properties said, String key) {
        return said.get(key) instanceof Number number ? number.intValue() : -1;
    }

    private static String loadedLibrary() {
        return Loader.getLoadedLibraries().entrySet().stream()
                .filter(e -> e.getKey().contains("jnind4j"))
                .map(e -> e.getValue())
                .findFirst()
                .orElseGet(LibraryChoice::classifier);
    }
}
