package io.htsrl.trainer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.run.WaitRegistry;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.report.TimeUse;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RoleClocksTest {
    private final RoleClocks times = new RoleClocks(Timeline.off(), new WaitRegistry());

    @Test
    void shouldAddUpTheThreadsOfARole() {
        RoleClock first = times.clock("executor", "executor-0");
        RoleClock second = times.clock("executor", "executor-1");
        RoleClock serving = times.clock("actor", "executor-1");
        first.lap(Activity.STEP);
        first.lap(Activity.WAIT_AT_BARRIER);
        second.lap(Activity.STEP);
        second.lap(Activity.SWAP);
        serving.lap(Activity.FORWARD);
        TimeUse use = times.total();

        TimeUse.Role executor = use.roles().get("executor");
        assertEquals(2, executor.threads());
        assertEquals((first.busyNanos() / 1e9) + (second.busyNanos() / 1e9), executor.busySeconds());
        assertEquals(first.nanos(Activity.WAIT_AT_BARRIER) / 1e9, executor.barrierSeconds());
        assertEquals(
                Map.of(
                        "actor_busy",
                        serving.busyNanos() / 1e9,
                        "actor_wait",
                        0.0,
                        "executor_busy",
                        executor.busySeconds(),
                        "executor_wait",
                        executor.waitSeconds()),
                use.roleSeconds());
        assertEquals(1, use.intervals());
    }

    @Test
    void shouldShareTheTimeOfAThreadWithTwoRoles() {
        RoleClock stepping = times.clock("executor", "executor-0");
        RoleClock serving = times.clock("actor", "executor-0");
        stepping.lap(Activity.STEP);
        serving.lap(Activity.FORWARD);
        TimeUse use = times.total();

        double all = (stepping.busyNanos() + serving.busyNanos()) / 1e9;
        assertEquals(all, use.roles().get("actor").threadSeconds());
        assertEquals(stepping.busyNanos() / 1e9 / all, use.utilisation().get("executor"));
        assertEquals(Set.of("executor", "actor"), use.utilisation().keySet());
        assertTrue(use.utilisation().values().stream().allMatch(share -> share > 0 && share < 1));
    }

    @Test
    void shouldAddUpBatchesOfEachSize() {
        times.count(4, size -> size == 4 ? 10 : size == 1 ? 2 : 0);
        times.count(2, size -> size == 1 ? 5 : 0);
        TimeUse use = times.total();

        assertEquals(new TreeMap<>(Map.of(1, 7L, 4, 10L)), use.batchSizes());
        assertEquals(17, use.batches());
        assertEquals(47, use.states());
    }

    @Test
    void shouldTellNothingOfNothing() {
        assertEquals(TimeUse.NONE, times.total());
    }
}
