package io.htsrl.trainer.run;

import io.htsrl.core.run.WaitRegistry;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.Timeline;
import io.htsrl.trainer.report.TimeUse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntToLongFunction;

/**
 * Hands out the clocks of a run's threads and adds them up: what any way of driving a run needs to account for its
 * time. Filled while the run is wired, by one thread. {@link #total} is exact when all threads have ended, and a little late
 * while they work.
 */
final class RoleClocks {

    /** Who counts batches: {@code of} gives how many there were of a size, 1 to {@code limit}. */
    private record BatchCount(int limit, IntToLongFunction of) {}

    private final Timeline timeline;
    private final WaitRegistry waits;
    private final List<RoleClock> clocks = new CopyOnWriteArrayList<>(); // for who looks while it is filled
    private final List<BatchCount> batches = new CopyOnWriteArrayList<>();

    RoleClocks(Timeline timeline, WaitRegistry waits) {
        this.timeline = timeline;
        this.waits = waits;
    }

    /** A clock of {@code thread}'s, which records on that thread's timeline too. */
    RoleClock clock(String role, String thread) {
        RoleClock clock = new RoleClock(role, timeline.of(thread), waits.of(thread));
        clocks.add(clock);
        return clock;
    }

    /** Adds somebody who serves batches of up to {@code limit} states and knows how many there were of each size. */
    void count(int limit, IntToLongFunction batchesOfSize) {
        batches.add(new BatchCount(limit, batchesOfSize));
    }

    /** What all have come to. */
    TimeUse total() {
        Map<String, Long> threads = new HashMap<>();
        clocks.forEach(clock -> threads.merge(clock.thread(), clock.busyNanos() + clock.waitNanos(), Long::sum));
        long swaps =
                clocks.stream().mapToLong(clock -> clock.laps(Activity.SWAP)).sum();
        SortedMap<String, TimeUse.Role> roles = new TreeMap<>();
        for (RoleClock clock : clocks) {
            roles.merge(
                    clock.role(),
                    new TimeUse.Role(
                            clock.busyNanos() / 1e9,
                            clock.waitNanos() / 1e9,
                            clock.nanos(Activity.WAIT_AT_BARRIER) / 1e9,
                            threads.get(clock.thread()) / 1e9,
                            idled(clock) ? 0 : 1),
                    TimeUse.Role::plus);
        }
        return new TimeUse(roles, swaps, batchSizes());
    }

    /** Whether it was parked, and nothing else. */
    private static boolean idled(RoleClock clock) {
        return clock.laps(Activity.PARKED) > 0 && clock.busyNanos() + clock.waitNanos() == 0;
    }

    /** Forwards so far by their number of states: while threads are at work, about. */
    SortedMap<Integer, Long> batchSizes() {
        SortedMap<Integer, Long> sizes = new TreeMap<>();
        for (BatchCount count : batches) {
            for (int size = 1; size <= count.limit(); size++) {
                long of = count.of().applyAsLong(size);
                if (of > 0) {
                    sizes.merge(size, of, Long::sum);
                }
            }
        }
        return sizes;
    }
}
