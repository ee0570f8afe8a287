package io.htsrl.python;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No allocation per step, as everywhere on the executors' path: the least over windows, since the first are not
 * compiled.
 */
@Tag("slow")
@Timeout(1800)
@EnabledIf("io.htsrl.python.Python#there")
class PythonAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WINDOW = 2000;
    private static final int WINDOWS = 30;

    @ParameterizedTest
    @ValueSource(strings = {"odd:Quiet", "odd:Frames"})
    void shouldAllocateNothingPerStep(String name) {
        try (RemoteEnvironment environment = (RemoteEnvironment) Python.plain(name)) {
            ObservationSlot slot = new ObservationSlot();
            if (name.equals("odd:Frames")) {
                slot.at(new byte[6], 0);
            } else {
                slot.at(new float[2], 0);
            }
            StepResult result = new StepResult();
            float[] action = {1};
            Thread sleeper = Thread.currentThread();
            Wakeup wakeup = () -> LockSupport.unpark(sleeper);
            environment.reset(1, slot);
            long least = Long.MAX_VALUE;
            for (int window = 0; window < WINDOWS && least > 0; window++) {
                long before = THREADS.getCurrentThreadAllocatedBytes();
                for (int step = 0; step < WINDOW; step++) {
                    environment.beginStep(action, 0);
                    environment.flush();
                    while (!(step % 2 == 0 ? environment.ready() : environment.wakeWhenReady(wakeup))) {
                        Thread.onSpinWait();
                    }
                    environment.completeStep(slot, result);
                }
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
            assertEquals(0, least);
        }
    }
}
