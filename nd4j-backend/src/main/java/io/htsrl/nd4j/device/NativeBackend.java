package io.htsrl.nd4j.device;

import io.htsrl.nd4j.device.BackendJars.LibraryChoice;
import io.htsrl.policies.backend.BackendFacts;
import java.nio.FloatBuffer;
import java.util.Properties;
import org.bytedeco.javacpp.Loader;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Differences between ND4J's backends: one implementation is for the CPU, one for CUDA devices. The class path decides
 * which one is used; no other source file depends on it. Stateless; any thread, for itself.
 */
public interface NativeBackend {

    /** Returns the backend that ND4J has loaded; loads it if necessary: see {@link Nd4jRuntime}. */
    static NativeBackend current() {
        return Nd4j.getEnvironment().isCPU() ? new CpuBackend() : new CudaBackend();
    }

    /** Returns ND4J's description of itself in this process and thread; loads it as {@link #current} does. */
    static BackendFacts facts() {
        Properties said = Nd4j.getExecutioner().getEnvironmentInformation();
        String library = Loader.getLoadedLibraries().entrySet().stream()
                .filter(e -> e.getKey().contains("jnind4j"))
                .map(e -> e.getValue())
                .findFirst()
                .orElseGet(LibraryChoice::classifier);
        return new BackendFacts(
                current().name(),
                library,
                String.valueOf(said.get("blas.vendor")),
                said.get("blas.threads") instanceof Number threads ? threads.intValue() : -1,
                said.get("omp.threads") instanceof Number threads ? threads.intValue() : -1);
    }

    /** Returns {@code cpu} or {@code cuda}. */
    String name();

    /** Returns whether arrays are on a device, so that the host's data must be copied there. */
    boolean onDevice();

    /**
     * Prepares the calling thread. Each computing thread must call it first. On a CPU the libraries then use only this
     * thread, whatever {@code OMP_NUM_THREADS} and {@code OPENBLAS_NUM_THREADS} say, because splitting a sum over
     * threads changes its bits; {@code --learners} uses more cores. On CUDA all threads use the same device, each with
     * its own stream, so that roles do not wait for each other's work.
     */
    void attachThread();

    /**
     * Creates an array that the host fills and the backend computes on.
     *
     * @param shape shape of the array, row-major
     */
    Staging stage(long... shape);

    /**
     * Array of floats with a host side and a backend side. Data written on one side is visible on the other after a
     * call. With a device this call copies the whole array from or to page-locked memory; without one it does nothing,
     * because both sides are the same memory. One thread at a time. Allocates nothing per call.
     */
    public interface Staging extends AutoCloseable {

        /** Returns the host's side, all elements in row-major order; the same buffer on every call. */
        FloatBuffer host();

        /** Returns the backend's side, for ops. Callers must not close it. */
        INDArray array();

        /** Makes the host's writes visible to later ops of the calling thread. */
        void toBackend();

        /** Waits for the ops and makes their results visible to the host. */
        void toHost();

        /** Frees both sides, which must not be used any more. */
        @Override
        void close();
    }
}
