package io.htsrl.core.run;

import org.jetbrains.lincheck.Lincheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Explores interleavings of a request for a checkpoint with a swap. */
@Tag("slow")
class RunControlInterleavingsTest {
    private static final int INVOCATIONS = 30;

    @Test
    void shouldGrantEveryRequestForACheckpointOnce() {
        Lincheck.runConcurrentTest(INVOCATIONS, () -> {
            RunControl control = new RunControl();
            Thread requesting = new Thread(control::requestCheckpoint);
            requesting.start();
            boolean beside = control.grantCheckpoint();
            join(requesting);
            if (beside == control.grantCheckpoint()) {
                throw new IllegalStateException(beside ? "one request was granted twice" : "the request was lost");
            }
        });
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
