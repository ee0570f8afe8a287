package io.htsrl.trainer.adapt;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.trainer.report.TimeUse;
import io.htsrl.trainer.report.TrainingListener.BatchChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class BatchClimbTest {
    private static final long SECOND = 1_000_000_000;

    private final List<BatchChange> told = new ArrayList<>();
    private long nanos = 5 * SECOND;
    private double busy;
    private double all;
    private final BatchClimb climb = new BatchClimb(16, 64, this::times, told::add, () -> nanos);

    private TimeUse times() {
        TimeUse.Role learner = new TimeUse.Role(busy, all - busy, 0, all, 1);
        return new TimeUse(new TreeMap<>(Map.of("learner", learner)), 1, new TreeMap<>());
    }

    /** An interval of 0.3 s in which the learner is busy for such a share. */
    private int interval(int size, long number, double share) {
        nanos += 3 * SECOND / 10;
        all += 0.3;
        busy += share * 0.3;
        return climb.next(size, number);
    }

    @Test
    void shouldGrowAfterTwoIdleSecondsAndTellOfIt() {
        int size = 16;
        List<Integer> sizes = new ArrayList<>();
        for (int k = 0; k < 12; k++) {
            size = interval(size, k, 0.3);
            sizes.add(size);
        }
        assertEquals(List.of(16, 16, 16, 16, 16, 16, 16, 16, 32, 32, 32, 32), sizes);
        assertEquals(1, told.size());
        assertEquals(8, told.get(0).interval());
        assertEquals(2.7, told.get(0).seconds(), 1e-9);
        assertEquals(16, told.get(0).from());
        assertEquals(32, told.get(0).to());
    }

    @Test
    void shouldLookAtTheLastWindowAlone() {
        interval(16, 0, 0);
        for (int k = 1; k < 40; k++) { // idle for long before it was asked, and busy since
            assertEquals(16, interval(16, k, 0.9));
        }
        assertEquals(List.of(), told);
    }

    @Test
    void shouldSayNothingBeforeTheFirstWindowIsOver() {
        all = 100; // of work without a single update, before learning starts
        assertEquals(16, climb.next(16, 0));
        nanos += SECOND / 2;
        assertEquals(16, climb.next(16, 1));
    }
}
