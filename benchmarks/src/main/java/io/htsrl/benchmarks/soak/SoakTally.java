package io.htsrl.benchmarks.soak;

import io.htsrl.benchmarks.soak.SoakOutcome.Verdict;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts outcomes by verdict and by schedule. One thread. */
final class SoakTally {
    private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
    private final Map<String, Long> schedules = new TreeMap<>();

    void add(SoakCase drawn, SoakOutcome outcome) {
        verdicts.merge(outcome.verdict(), 1L, Long::sum);
        schedules.merge(drawn.schedule(), 1L, Long::sum);
    }

    long of(Verdict verdict) {
        return verdicts.getOrDefault(verdict, 0L);
    }

    long total() {
        return verdicts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the number of hangs, differences and failures. */
    long failures() {
        return of(Verdict.HANG) + of(Verdict.DIFFERENCE) + of(Verdict.FAILURE);
    }

    @Override
    public String toString() {
        return total() + " configurations (" + schedules + "): " + of(Verdict.HANG) + " hangs, "
                + of(Verdict.DIFFERENCE) + " differences, " + of(Verdict.FAILURE) + " failures; "
                + of(Verdict.EQUAL) + " equal to their reference, " + of(Verdict.ENDED) + " async, "
                + of(Verdict.REFUSED) + " refused";
    }
}
