package io.htsrl.experiments.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.experiments.tune.TimedRun.ThreadTimes;
import io.htsrl.experiments.tune.TimedRun.UseDifference;
import io.htsrl.trainer.report.TimeUse;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UseDifferenceTest {
    @Test
    void shouldTellWhatCameBetweenTwoMoments() {
        TimeUse.Role before = new TimeUse.Role(1, 2, 0.5, 3, 2);
        TimeUse.Role after = new TimeUse.Role(4, 3, 1, 7, 2);
        TimeUse.Role late = new TimeUse.Role(1, 1, 0, 2, 1);
        TimeUse use = UseDifference.of(
                new TimeUse(new TreeMap<>(Map.of("executor", before)), 3, new TreeMap<>(Map.of(1, 5L, 16, 2L))),
                new TimeUse(
                        new TreeMap<>(Map.of("executor", after, "actor", late)),
                        7,
                        new TreeMap<>(Map.of(1, 5L, 8, 1L, 16, 6L))));
        assertEquals(new TimeUse.Role(3, 1, 0.5, 4, 2), use.roles().get("executor"));
        assertEquals(late, use.roles().get("actor"));
        assertEquals(4, use.intervals());
        assertEquals(Map.of(8, 1L, 16, 4L), use.batchSizes());
    }

    @Test
    void shouldAddThreadsOfAKindAndTellWhatTheyHadSince() {
        ThreadTimes before = new ThreadTimes(Map.of("executor", 1.0));
        ThreadTimes after = new ThreadTimes(Map.of("executor", 3.5, "learner", 2.0));
        assertEquals(2.5, after.since(before).of("executor"));
        assertEquals(2.0, after.since(before).of("learner"));
        assertEquals(0, after.since(before).of("actor"));
    }
}
