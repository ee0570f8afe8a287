package io.htsrl.trainer.rundir;

import io.htsrl.trainer.IntervalReport;

/** What a run's reports add up to, for the summary of a run that gave no result. Guarded by its owner's lock. */
public final class RunTally {
    private IntervalReport last;
    private int lagMin = -1;
    private int lagMax = -1;

    void add(IntervalReport report) {
        last = report;
        if (report.lag() >= 0) {
            lagMin = lagMin < 0 ? report.lag() : Math.min(lagMin, report.lag());
            lagMax = Math.max(lagMax, report.lag());
        }
    }

    /** The newest report, or null. */
    public IntervalReport last() {
        return last;
    }

    /** Least lag heard of; -1 where nothing was learnt. */
    public int lagMin() {
        return lagMin;
    }

    /** Greatest lag heard of; -1 where nothing was learnt. */
    public int lagMax() {
        return lagMax;
    }
}
