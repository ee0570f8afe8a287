package io.htsrl.policies.backend;

import org.nd4j.linalg.factory.Nd4j;

/**
 * ND4J's CUDA backend, through the interfaces that all of its backends share. ND4J gives every thread that computes a
 * CUDA stream of its own; with one thread per role that is a stream per role.
 *
 * <p>Has not been run on a device (docs/gpu.md): its tests run it over ND4J's CPU backend, which has the same
 * interfaces, one kind of memory and no streams.
 */
final class CudaBackend implements ComputeBackend {
    /** One for all roles: parameters and minibatches would have to cross between two. */
    private static final int DEVICE = 0;
    /** Rows of a warp. */
    private static final int ROWS = 32;

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public boolean onDevice() {
        return true;
    }

    @Override
    public int rowGranularity() {
        return ROWS;
    }

    /** What cuDNN's float kernels are written for. */
    @Override
    public Layout convolutionLayout() {
        return Layout.NCHW;
    }

    @Override
    public void attachThread() {
        Nd4j.getAffinityManager().unsafeSetDevice(DEVICE);
    }

    @Override
    public void finish() {
        Nd4j.getExecutioner().commit();
    }

    @Override
    public Staging stage(long... shape) {
        return new PinnedStaging(shape);
    }
}
