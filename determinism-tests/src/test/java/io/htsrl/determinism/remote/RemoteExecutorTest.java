package io.htsrl.determinism.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.htsrl.cli.PlainRuns;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One executor has requests of all its environments under way, sends them together, and allocates nothing. */
@Timeout(1800)
@Tag("slow")
class RemoteExecutorTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int REPLICAS = 4;

    private static RunConfig config(WaitMode waitMode, int interval, long steps) {
        RunConfig here = RemoteRuns.config("a2c", "CartPole-v1", Map.of(), Schedule.HTS, RemoteRuns.DEFAULT);
        return PlainRuns.of(
                Together.NAME,
                Map.of(),
                null,
                1,
                steps,
                new PipelineConfig(Schedule.HTS, REPLICAS, interval, 0, 1, REPLICAS, waitMode, 1),
                here.network(),
                here.algorithm());
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskAllItsEnvironmentsInOneMessage(WaitMode waitMode) {
        RunConfig config = config(waitMode, 8, 10 * 8 * REPLICAS);
        assertEquals(10 * 8 * REPLICAS, RemoteRuns.run(config).timesteps());
    }

    /** The least over windows of steps: code still warms up in the first. */
    private static final class AllocationWatch implements Perturbation {
        private static final int WINDOW = 4096;
        private final RunControl control;
        private long passages;
        private long before = -1;
        private long least = Long.MAX_VALUE;

        AllocationWatch(RunControl control) {
            this.control = control;
        }

        @Override
        public void at(Point point, long index) {
            if (point == Point.EXECUTOR_STEP && index == 0 && ++passages % WINDOW == 0) {
                long now = THREADS.getCurrentThreadAllocatedBytes();
                least = before < 0 ? least : Math.min(least, now - before);
                before = now;
                if (least == 0) {
                    control.requestStop();
                }
            }
        }
    }

    @Test
    void shouldAllocateNothingPerStep() {
        RunControl control = new RunControl();
        AllocationWatch watch = new AllocationWatch(control);
        RemoteRuns.run(
                config(WaitMode.PHASED, 128, 200_000_000),
                Attachments.none().with(control).with(watch));
        assertEquals(0, watch.least, "bytes in " + AllocationWatch.WINDOW + " steps");
    }
}
