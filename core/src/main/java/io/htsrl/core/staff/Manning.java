package io.htsrl.core.staff;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.WaitMode;

/**
 * What of a pipeline can change while a run goes on: it decides how fast the run is, and no bit. Immutable.
 *
 * @param executors threads that step replicas
 * @param actors    threads that serve forwards; 0: the executors serve themselves
 * @param batch     the most states that one forward serves
 * @param waitMode  how threads wait
 */
public record Manning(int executors, int actors, int batch, WaitMode waitMode) {

    /** What the settings say. */
    public static Manning of(PipelineConfig config) {
        return new Manning(config.executors(), config.actors(), config.batchLimit(), config.waitMode());
    }

    public Manning withExecutors(int newExecutors) {
        return new Manning(newExecutors, actors, batch, waitMode);
    }

    public Manning withActors(int newActors) {
        return new Manning(executors, newActors, batch, waitMode);
    }

    public Manning withBatch(int newBatch) {
        return new Manning(executors, actors, newBatch, waitMode);
    }

    public Manning with(WaitMode newWaitMode) {
        return new Manning(executors, actors, batch, newWaitMode);
    }

    /** Such as {@code 4 executors, 0 actors, batches up to 16, wait phased}. */
    @Override
    public String toString() {
        return executors + (executors == 1 ? " executor, " : " executors, ") + actors
                + (actors == 1 ? " actor" : " actors") + ", batches up to " + batch + ", wait " + waitMode;
    }
}
