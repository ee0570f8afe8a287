package io.htsrl.nd4j.device;

import io.htsrl.nd4j.device.BackendJars.LibraryChoice;
import io.htsrl.policies.backend.BackendFacts;
import java.nio.FloatBuffer;
import java.util.Properties;
import org.bytedeco.javacpp.Loader;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * All that differs between the backends that ND4J computes on: one implementation for the CPU, one for CUDA devices.
 * Which one there is is decided by the class path; no other source file knows. Stateless; any thread, for itself.
 */
public interface NativeBackend {

    /** The one that ND4J has loaded; loads it when it is not loaded yet: see {@link Nd4jRuntime}. */
    static NativeBackend current() {
        return Nd4j.getEnvironment().isCPU() ? new CpuBackend() : new CudaBackend();
    }

    /** What ND4J says of itself in this process and thread; loads it as {@link #current} does. */
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

    /** {@code cpu} or {@code cuda}. */
    String name();

    /** Whether arrays live on a device, so that what the host writes has to be brought there. */
    boolean onDevice();

    /**
     * To be called first by each thread that computes. On a CPU the libraries then compute with this one thread,
     * whatever {@code OMP_NUM_THREADS} and {@code OPENBLAS_NUM_THREADS} say: how they would split a sum over more would
     * decide its bits, and who wants more cores has {@code --learners}. On CUDA all threads compute on the same device,
     * each on a stream of its own, so that roles do not wait for each other's work.
     */
    void attachThread();

    /**
     * A new array that the host fills and the backend computes on.
     *
     * @param shape row-major
     */
    Staging stage(long... shape);

    /**
     * An array of floats with two sides: the host's, and the one that the backend computes on. What one side writes the
     * other sees after a call; with a device that call is one copy of the whole array, from or to page-locked memory, else
     * nothing, for both sides are one. One thread at a time. Allocates nothing per call.
     */
    public interface Staging extends AutoCloseable {

        /** The host's side, all elements in row-major order; the same buffer each time. */
        FloatBuffer host();

        /** The backend's side, for ops. Not to be closed. */
        INDArray array();

        /** Ops that the calling thread asks for from now on see what the host wrote. */
        void toBackend();

        /** The host sees what ops have written; returns when they have. */
        void toHost();

        /** Frees both sides; neither may be used any more. */
        @Override
        void close();
    }
}
