package io.htsrl.policies.backend;

import java.util.Properties;
import org.bytedeco.javacpp.Loader;
import org.nd4j.linalg.api.ops.executioner.OpExecutioner;
import org.nd4j.linalg.factory.Nd4j;

/**
 * What the loaded backend says of itself. Immutable.
 *
 * @param backend     {@code cpu} or {@code cuda}
 * @param library     the file of the loaded native library, or what names it
 * @param blas        vendor of the library of dense products
 * @param blasThreads that it computes with, in this process
 * @param ompThreads  that ND4J's own loops and oneDNN compute with, in the calling thread
 */
public record BackendFacts(String backend, String library, String blas, int blasThreads, int ompThreads) {

    /** Of this process; loads ND4J when it is not loaded yet: see {@link io.htsrl.policies.backend.Nd4jRuntime}. */
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
