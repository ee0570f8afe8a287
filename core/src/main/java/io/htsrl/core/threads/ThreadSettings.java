package io.htsrl.core.threads;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.WaitMode;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The part of a pipeline that can change during a run: it changes the run's speed, but no bit. Immutable.
 *
 * @param executors threads that step replicas
 * @param actors threads that serve forwards; 0: the executors serve themselves
 * @param batch maximum number of states of one forward
 * @param waitMode method by which threads wait
 */
@RecordBuilder
public record ThreadSettings(int executors, int actors, int batch, WaitMode waitMode)
        implements ThreadSettingsBuilder.With {

    /**
     * Returns the initial values of the settings.
     *
     * @param units number of units of environments that executors can own
     */
    public static ThreadSettings of(PipelineConfig config, int units) {
        return new ThreadSettings(
                Math.min(config.executors(), units), config.actors(), config.batchLimit(), config.waitMode());
    }

    /** Returns text such as {@code 4 executors, 0 actors, batches up to 16, wait phased}. */
    @Override
    public String toString() {
        return executors + (executors == 1 ? " executor, " : " executors, ") + actors
                + (actors == 1 ? " actor" : " actors") + ", batches up to " + batch + ", wait " + waitMode;
    }
}
