package io.htsrl.core.threads;

import io.htsrl.core.schedule.PipelineConfig;

/**
 * How far a {@link ThreadSettings} may go: the threads that a run starts, and the room of its batches. Immutable.
 *
 * @param executors threads
 * @param actors    threads
 * @param batch     the most states of a batch
 * @param lockstep  whether a batch is all environments, as it is under {@code sync}
 */
public record ThreadBounds(int executors, int actors, int batch, boolean lockstep) {
    /** More executors are started only where the settings say so. */
    private static final int MOST_EXECUTORS = 64;

    /**
     * Of a run on this machine: what its settings say; with {@code --adapt} whatever may be of use.
     *
     * @param units of environments that executors can own
     */
    public static ThreadBounds of(PipelineConfig config, int units) {
        boolean lockstep = config.schedule().lockstep();
        if (!config.adapt()) {
            return new ThreadBounds(config.executors(), config.actors(), config.batchLimit(), lockstep);
        }
        int cores = Runtime.getRuntime().availableProcessors();
        return new ThreadBounds(
                Math.max(config.executors(), Math.min(units, MOST_EXECUTORS)),
                Math.max(config.actors(), Math.min(cores, config.numEnvs())),
                config.numEnvs(),
                lockstep);
    }
}
