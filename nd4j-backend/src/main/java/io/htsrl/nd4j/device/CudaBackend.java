package io.htsrl.nd4j.device;

import io.htsrl.nd4j.device.NativeBackend.Staging;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.concurrency.AffinityManager;
import org.nd4j.linalg.api.concurrency.AffinityManager.Location;
import org.nd4j.linalg.api.memory.MemoryWorkspace;
import org.nd4j.linalg.api.memory.conf.WorkspaceConfiguration;
import org.nd4j.linalg.api.memory.enums.AllocationPolicy;
import org.nd4j.linalg.api.memory.enums.LearningPolicy;
import org.nd4j.linalg.api.memory.enums.MirroringPolicy;
import org.nd4j.linalg.api.memory.enums.ResetPolicy;
import org.nd4j.linalg.api.memory.enums.SpillPolicy;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * ND4J's CUDA backend, through the interfaces that all of ND4J's backends share. ND4J creates a CUDA stream for every
 * computing thread; with one thread per role this is a stream per role.
 *
 * <p>It has not been run on a device (docs/how-to/nd4j.md). Its tests use ND4J's CPU backend, which has the same
 * interfaces, one kind of memory and no streams.
 */
final class CudaBackend implements NativeBackend {
    /** Device of all roles. With two devices, parameters and minibatches would have to be copied between them. */
    private static final int DEVICE = 0;

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public boolean onDevice() {
        return true;
    }

    @Override
    public void attachThread() {
        Nd4j.getAffinityManager().unsafeSetDevice(DEVICE);
    }

    @Override
    public Staging stage(long... shape) {
        return new PinnedStaging(shape);
    }

    /**
     * Array with a host and a device side. Its memory belongs to a workspace, because ND4J page-locks the host side of
     * workspaces ({@code cudaHostAlloc}), and only copies from page-locked memory reach the bus's speed. ND4J tracks
     * which side was written last; {@link Location} reports to it the writes through {@link #host()}.
     */
    private static final class PinnedStaging implements Staging {
        /** Greatest number of bytes that a workspace adds to an allocation for alignment. */
        private static final long SLACK = 1024;

        private final AffinityManager locations = Nd4j.getAffinityManager();
        private final MemoryWorkspace workspace;
        private final INDArray array;
        private final FloatBuffer host;
        private boolean closed;

        PinnedStaging(long... shape) {
            long bytes = Math.multiplyExact(Arrays.stream(shape).reduce(1, Math::multiplyExact), Float.BYTES);
            WorkspaceConfiguration once = WorkspaceConfiguration.builder()
                    .initialSize(Math.addExact(bytes, SLACK))
                    .policyAllocation(AllocationPolicy.STRICT)
                    .policyLearning(LearningPolicy.NONE)
                    .policyMirroring(MirroringPolicy.FULL)
                    .policyReset(ResetPolicy.ENDOFBUFFER_REACHED)
                    .policySpill(SpillPolicy.FAIL)
                    .build();
            workspace = Nd4j.getWorkspaceManager().createNewWorkspace(once); // under a unique name
            try (MemoryWorkspace scope = workspace.notifyScopeEntered()) {
                array = Nd4j.create(DataType.FLOAT, shape);
            }
            host = array.data().asNioFloat();
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
            locations.tagLocation(array, Location.HOST);
            locations.ensureLocation(array, Location.DEVICE);
        }

        @Override
        public void toHost() {
            Nd4j.getExecutioner().commit();
            locations.ensureLocation(array, Location.HOST);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                workspace.destroyWorkspace(true);
            }
        }
    }
}
