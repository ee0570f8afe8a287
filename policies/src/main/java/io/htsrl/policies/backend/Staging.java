package io.htsrl.policies.backend;

import java.nio.FloatBuffer;
import org.nd4j.linalg.api.ndarray.INDArray;

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
