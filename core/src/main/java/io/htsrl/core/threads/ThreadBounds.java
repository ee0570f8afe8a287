package io.htsrl.core.threads;

import io.htsrl.core.schedule.PipelineConfig;

/**
 * Upper bounds of {@link ThreadSettings}: the threads that a run starts, and the room of its batches. Immutable.
 *
 * @param executors number of executor threads
 * @param actors number of actor threads
 * @param batch maximum number of states of a batch
 * @param lockstep whether a batch always has all environments, as under {@code sync}
 */
public record ThreadBounds(int executors, int actors, int batch, boolean lockstep) {
    /** Default limit; only the settings start more executors. */
    private static final int MOST_EXECUTORS = 64;

    /**
     * Returns the bounds on this machine: the numbers of the settings, or with {@code --adapt} all useful ones.
     *
     * @param units number of units of environments that executors can own
     */
    public static ThreadBounds of(PipelineConfig config, int units) {
        boolean lockstep = config.schedule().lockstep();
        if (!config.adapt()) {
            return new ThreadBounds(
                    Math.min(config.executors(), units), config.actors(), config.batchLimit(), lockstep);
        }
        int cores = Runtime.getRuntime().availableProcessors();
        return new ThreadBounds(
                Math.min(units, Math.max(config.executors(), MOST_EXECUTORS)),
                Math.max(config.actors(), Math.min(cores, config.numEnvs())),
                config.numEnvs(),
                lockstep);
    }
}
