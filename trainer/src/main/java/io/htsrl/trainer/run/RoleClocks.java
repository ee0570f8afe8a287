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
 * Creates the clocks of a run's threads and adds them up; every way of driving a run accounts for its time with them.
 * Filled while the run is wired, by one thread. {@link #total} is exact when all threads have ended, and a little late
 * before.
 */
final class RoleClocks {

    /** A counter of batches: {@code of} gives the number of batches of a size, 1 to {@code limit}. */
    private record BatchCount(int limit, IntToLongFunction of) {}

    private final Timeline timeline;
    private final WaitRegistry waits;
    private final List<RoleClock> clocks = new CopyOnWriteArrayList<>(); // for threads that read while it is filled
    private final List<BatchCount> batches = new CopyOnWriteArrayList<>();

    RoleClocks(Timeline timeline, WaitRegistry waits) {
        this.timeline = timeline;
        this.waits = waits;
    }

    /** Returns a clock of {@code thread}, which also records on that thread's timeline. */
    RoleClock clock(String role, String thread) {
        RoleClock clock = new RoleClock(role, timeline.of(thread), waits.of(thread));
        clocks.add(clock);
        return clock;
    }

    /** Adds a server of batches of up to {@code limit} states, with its number of batches of each size. */
    void count(int limit, IntToLongFunction batchesOfSize) {
        batches.add(new BatchCount(limit, batchesOfSize));
    }

    /** Returns the sum of all clocks. */
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

    /** Returns whether the thread was only parked. */
    private static boolean idled(RoleClock clock) {
        return clock.laps(Activity.PARKED) > 0 && clock.busyNanos() + clock.waitNanos() == 0;
    }

    /** Returns the number of forwards so far by their number of states, approximately while threads work. */
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
