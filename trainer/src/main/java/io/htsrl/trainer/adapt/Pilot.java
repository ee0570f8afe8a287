package io.htsrl.trainer.adapt;

import io.htsrl.core.staff.Bounds;
import io.htsrl.core.staff.Manning;

/**
 * Decides which threads serve in the next interval. Called inside each swap, by one thread at a time, while all others
 * wait: it should be quick. What it decides reaches no bit.
 */
public interface Pilot {

    /**
     * The manning of the next interval.
     *
     * @param now   of the interval that has ended
     * @param nanos of a clock, at the end of that
     * @param steps that it had, over all environments
     * @return within {@code bounds}; {@code now} to change nothing
     */
    Manning next(Manning now, long nanos, long steps);

    /** Makes the pilot of a run. */
    @FunctionalInterface
    interface Maker {
        Pilot make(Bounds bounds);
    }
}
