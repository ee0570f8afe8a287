package io.htsrl.core.threads;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.WaitMode;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What of a pipeline can change while a run goes on: it decides how fast the run is, and no bit. Immutable.
 *
 * @param executors threads that step replicas
 * @param actors    threads that serve forwards; 0: the executors serve themselves
 * @param batch     the most states that one forward serves
 * @param waitMode  how threads wait
 */
@RecordBuilder
public record ThreadSettings(int executors, int actors, int batch, WaitMode waitMode)
        implements ThreadSettingsBuilder.With {

    /** What the settings say. */
    public static ThreadSettings of(PipelineConfig config) {
        return new ThreadSettings(config.executors(), config.actors(), config.batchLimit(), config.waitMode());
    }

    /** Returns text such as {@code 4 executors, 0 actors, batches up to 16, wait phased}. */
    @Override
    public String toString() {
        return executors + (executors == 1 ? " executor, " : " executors, ") + actors
                + (actors == 1 ? " actor" : " actors") + ", batches up to " + batch + ", wait " + waitMode;
    }
}
