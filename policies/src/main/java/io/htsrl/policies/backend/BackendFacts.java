package io.htsrl.policies.backend;

import io.htsrl.policies.kernel.KernelFacts;

/**
 * A backend's description of itself. Immutable.
 *
 * @param backend     {@code jvm}, or the device that a {@link ComputeBackend} computes on, such as {@code cpu}
 * @param library     the JVM's kernel; or the file of the loaded native library, or its name
 * @param blas        vendor of the library of dense products; empty where there is none
 * @param blasThreads that it computes with, in this process
 * @param ompThreads  that OpenMP computes with, in the calling thread
 */
public record BackendFacts(String backend, String library, String blas, int blasThreads, int ompThreads) {

    /** Without a library of dense products, or before it is loaded. */
    public BackendFacts(String backend, String library) {
        this(backend, library, "", 0, 0);
    }

    /** The JVM kernel of this process. */
    public static BackendFacts jvm() {
        return new BackendFacts("jvm", KernelFacts.current().name());
    }
}
