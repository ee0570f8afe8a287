package io.htsrl.nd4j.device;

import io.htsrl.nd4j.device.NativeBackend.Staging;
import java.nio.FloatBuffer;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;
import org.nd4j.nativeblas.NativeOpsHolder;

/** ND4J's CPU backend: both sides of a {@link Staging} are the same memory, ops are done when their call returns. */
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
     * OpenMP's number is the calling thread's, and counts for oneDNN and ND4J's own loops. OpenBLAS's is the process's:
     * where a build has no oneDNN, products are its. Whoever sets it sets it to one, so it does not matter when.
     */
    @Override
    public void attachThread() {
        NativeOpsHolder.getInstance().getDeviceNativeOps().setOmpNumThreads(1);
        Nd4j.factory().blas().setMaxThreads(1);
    }

    @Override
    public Staging stage(long... shape) {
        return new Shared(Nd4j.create(DataType.FLOAT, shape));
    }

    private static final class Shared implements Staging {
        private final INDArray array;
        private final FloatBuffer host;

        Shared(INDArray array) {
            this.array = array;
            this.host = array.data().asNioFloat();
        }

        @Override
        public FloatBuffer host() {
            return host;
        }

        @Override
        public INDArray array() {
            return array;
        }

        @Override
        public void toBackend() {
            // one memory
        }

        @Override
        public void toHost() {
            // one memory, and the op has returned
        }

        @Override
        public void close() {
            array.close();
        }
    }
}
