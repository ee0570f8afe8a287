package io.htsrl.trainer.config;

import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.report.TrainingListener;
import java.util.function.Consumer;

/**
 * Looks at what completed intervals hold. Called on the learner's thread, in the order of intervals, just before
 * {@link TrainingListener#onInterval}; what it is shown is valid during the call alone. A slow observer slows the
 * learner, never changes a bit. What it throws fails the run.
 */
public interface IntervalObserver {

    /**
     * Interval {@code interval} is complete.
     *
     * @param bank       what it collected
     * @param parameters φ_{k+1}, the parameters after it
     * @param learner    absorbs what the last update did beyond the parameters, as in the digest chain
     */
    default void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {}

    /**
     * The last bank has been learnt from, where that follows the last rollout.
     *
     * @param intervals  how many there were
     * @param parameters the run's final ones
     */
    default void onFinish(long intervals, float[] parameters, Consumer<BitHasher> learner) {}

    /** Looks at nothing. */
    IntervalObserver NONE = new IntervalObserver() {};

    /** Shows each interval to {@code first}, then to {@code second}. */
    static IntervalObserver both(IntervalObserver first, IntervalObserver second) {
        return new IntervalObserver() {
            @Override
            public void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {
                first.onInterval(interval, bank, parameters, learner);
                second.onInterval(interval, bank, parameters, learner);
            }

            @Override
            public void onFinish(long intervals, float[] parameters, Consumer<BitHasher> learner) {
                first.onFinish(intervals, parameters, learner);
                second.onFinish(intervals, parameters, learner);
            }
        };
    }
}
