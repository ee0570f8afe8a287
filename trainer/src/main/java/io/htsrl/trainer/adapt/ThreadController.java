package io.htsrl.trainer.adapt;

import io.htsrl.core.threads.ThreadBounds;
import io.htsrl.core.threads.ThreadSettings;

/**
 * Decides which threads serve in the next interval. Called inside each swap by one thread at a time, while all others
 * wait, so it should be quick. Its decision affects no bit.
 */
public interface ThreadController {

    /**
     * Returns the thread settings of the next interval.
     *
     * @param now settings of the interval that has ended
     * @param nanos clock time at the end of that interval
     * @param steps environment steps of that interval, over all environments
     * @return within {@code bounds}; {@code now} for no change
     */
    ThreadSettings next(ThreadSettings now, long nanos, long steps);

    /** Makes the controller of a run. */
    @FunctionalInterface
    interface Maker {
        ThreadController make(ThreadBounds bounds);
    }
}
