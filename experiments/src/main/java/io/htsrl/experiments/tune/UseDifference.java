package io.htsrl.experiments.tune;

import io.htsrl.trainer.report.TimeUse;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a run made of its time between two moments. Pure function. */
final class UseDifference {
    private UseDifference() {}

    static TimeUse of(TimeUse before, TimeUse after) {
        SortedMap<String, TimeUse.Role> roles = new TreeMap<>();
        TimeUse.Role none = new TimeUse.Role(0, 0, 0, 0, 0);
        after.roles().forEach((name, role) -> roles.put(name, of(before.roles().getOrDefault(name, none), role)));
        SortedMap<Integer, Long> sizes = new TreeMap<>();
        after.batchSizes().forEach((size, count) -> {
            long more = count - before.batchSizes().getOrDefault(size, 0L);
            if (more > 0) {
                sizes.put(size, more);
            }
        });
        return new TimeUse(roles, after.intervals() - before.intervals(), sizes);
    }

    private static TimeUse.Role of(TimeUse.Role before, TimeUse.Role after) {
        return new TimeUse.Role(
                after.busySeconds() - before.busySeconds(),
                after.waitSeconds() - before.waitSeconds(),
                after.barrierSeconds() - before.barrierSeconds(),
                after.threadSeconds() - before.threadSeconds(),
                after.threads());
    }
}
