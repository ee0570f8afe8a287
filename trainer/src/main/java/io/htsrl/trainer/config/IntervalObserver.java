package io.htsrl.trainer.config;

import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.report.TrainingListener;
import java.util.function.Consumer;

/**
 * Receives the data of completed intervals. Called on the learner's thread, in the order of intervals, just before
 * {@link TrainingListener#onInterval}; the arguments are valid during the call alone. A slow observer slows the
 * learner, but changes no bit. An exception fails the run.
 */
public interface IntervalObserver {

    /**
     * Called when interval {@code interval} is complete.
     *
     * @param bank the steps that it collected
     * @param parameters φ_{k+1}, the parameters after it
     * @param learner absorbs the learner's state beyond the parameters after the last update, as in the digest chain
     */
    default void onInterval(long interval, StorageBank bank, float[] parameters, Consumer<BitHasher> learner) {}

    /**
     * Called after the last bank has been learnt from, where that follows the last rollout.
     *
     * @param intervals number of intervals
     * @param parameters the run's final ones
     */
    default void onFinish(long intervals, float[] parameters, Consumer<BitHasher> learner) {}

    /** An observer that does nothing. */
    IntervalObserver NONE = new IntervalObserver() {};

    /** Returns an observer that calls {@code first}, then {@code second}. */
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
