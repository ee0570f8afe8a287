package io.htsrl.trainer.adapt;

import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;

/**
 * Decides which threads serve in the next interval. Called inside each swap, by one thread at a time, while all others
 * wait: it should be quick. What it decides reaches no bit.
 */
public interface Pilot {

    /**
     * The thread settings of the next interval.
     *
     * @param now   of the interval that has ended
     * @param nanos of a clock, at the end of that
     * @param steps that it had, over all environments
     * @return within {@code bounds}; {@code now} to change nothing
     */
    ThreadSettings next(ThreadSettings now, long nanos, long steps);

    /** Makes the pilot of a run. */
    @FunctionalInterface
    interface Maker {
        Pilot make(ThreadBounds bounds);
    }
}
