package io.htsrl.policies.backend;

import org.nd4j.linalg.factory.Nd4j;

/** The backend of this process. Stateless, any thread. */
public final class Backends {

    private Backends() {}

    /**
     * The one that ND4J has loaded; loads it when it is not loaded yet: see
     * {@link io.htsrl.policies.backend.Nd4jRuntime}.
     */
    public static ComputeBackend current() {
        return Nd4j.getEnvironment().isCPU() ? new CpuBackend() : new CudaBackend();
    }
}
