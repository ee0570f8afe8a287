package io.htsrl.policies.backend;

import io.htsrl.policies.kernel.KernelFacts;

/**
 * Description of a backend. Immutable.
 *
 * @param backend {@code jvm}, or the device that a {@link ComputeBackend} computes on, such as {@code cpu}
 * @param library the JVM's kernel; or the file of the loaded native library, or its name
 * @param blas vendor of the library of dense products; empty where none exists
 * @param blasThreads number of its threads in this process
 * @param ompThreads number of OpenMP threads for the calling thread
 */
public record BackendFacts(String backend, String library, String blas, int blasThreads, int ompThreads) {

    /** Creates facts without a library of dense products, or before it is loaded. */
    public BackendFacts(String backend, String library) {
        this(backend, library, "", 0, 0);
    }

    /** Returns the facts of this process's JVM kernel. */
    public static BackendFacts jvm() {
        return new BackendFacts("jvm", KernelFacts.current().name());
    }
}
