package io.htsrl.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static final int ROUNDS = 500;

    /** Two environments' first frames may lie in one chunk, which neither has allocated yet. */
    @Test
    void shouldKeepTheFirstFramesOfWritersThatBeginAtOnce() throws Exception {
        FrameStore[] stores = new FrameStore[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            stores[round] = new FrameStore(ObservationSpace.floats(1), 20_000);
        }
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread other = new Thread(() -> writeAll(stores, 1, barrier));
        other.start();
        writeAll(stores, 0, barrier);
        other.join();
        float[] read = new float[1];
        for (FrameStore store : stores) {
            for (int row = 0; row < 2; row++) {
                store.read(row, new ObservationSlot().at(read, 0), 0);
                assertEquals(row + 1, read[0]);
            }
        }
    }

    private static void writeAll(FrameStore[] stores, int row, CyclicBarrier barrier) {
        float[] frame = {row + 1};
        for (int round = 0; round < ROUNDS; round++) {
            try {
                barrier.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            stores[round].write(row, new ObservationSlot().at(frame, 0));
        }
    }
}
