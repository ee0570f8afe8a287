package io.htsrl.policies.backend;

/**
 * All that differs between the backends that ND4J computes on: one implementation for the CPU, one for CUDA devices.
 * Which one there is is decided by the class path; no other source file knows. Stateless; any thread, for itself.
 */
public interface ComputeBackend {

    /** The order of a convolution's dimensions: rows, then channels first or last. */
    enum Layout {
        NCHW,
        NHWC
    }

    /** {@code cpu} or {@code cuda}. */
    String name();

    /** Whether arrays live on a device, so that what the host writes has to be brought there. */
    boolean onDevice();

    /**
     * Rows of a dense layer's batch come in multiples of this in the padded route, in which a row's bits do not depend
     * on its batch. A guess to be proven by the self-check, never a promise.
     */
    int rowGranularity();

    /** The faster layout of convolutions. */
    Layout convolutionLayout();

    /**
     * To be called first by each thread that computes. On a CPU the libraries then compute with this one thread,
     * whatever {@code OMP_NUM_THREADS} and {@code OPENBLAS_NUM_THREADS} say: how they would split a sum over more would
     * decide its bits, and who wants more cores has {@code --learners}. On CUDA all threads compute on the same device,
     * each on a stream of its own, so that roles do not wait for each other's work.
     */
    void attachThread();

    /** Returns when all that the calling thread has asked for is computed: its stream is empty. */
    void finish();

    /**
     * A new array that the host fills and the backend computes on.
     *
     * @param shape row-major
     */
    Staging stage(long... shape);
}
