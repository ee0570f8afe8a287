package io.htsrl.nd4j.device;

import io.htsrl.nd4j.device.NativeBackend.Staging;
import java.nio.FloatBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;

/** ND4J's CPU backend. Both sides of a {@link Staging} are the same memory; an op is complete when its call returns. */
final class CpuBackend implements NativeBackend {
    @Override
    public String name() {
        return "cpu";
    }

    @Override
    public boolean onDevice() {
        return false;
    }

    /**
     * Sets the thread counts to 1. OpenMP's count is per calling thread and applies to oneDNN and ND4J's loops.
     * OpenBLAS's is per process; it computes the products in builds without oneDNN. Every caller sets it to 1, so the
     * time of the call does not matter.
     */
    @Override
    public void attachThread() {
        NativeOpsHolder.getInstance().getDeviceNativeOps().setOmpNumThreads(1);
        Nd4j.factory().blas().setMaxThreads(1);
    }

    @Override
    public Staging stage(long... shape) {
        INDArray array = Nd4j.create(DataType.FLOAT, shape);
        return new Shared(array, array.data().asNioFloat());
    }

    private record Shared(INDArray array, FloatBuffer host) implements Staging {

        @Override
        public void toBackend() {
            // one memory
        }

        @Override
        public void toHost() {
            // one memory, and the op is complete
        }

        @Override
        public void close() {
            array.close();
        }
    }
}
