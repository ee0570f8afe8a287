package io.htsrl.experiments.tune.model;

import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.Schedule;

/**
 * What is to be done, and on how many cores. Immutable.
 *
 * @param schedule     which is not of one thread
 * @param environments n
 * @param syncInterval α
 * @param columns      rollouts of α steps that an update takes: n, but under {@code async}
 * @param cores        C
 */
public record Workload(Schedule schedule, int environments, int syncInterval, int columns, int cores) {

    /** That of a run. */
    public static Workload of(PipelineConfig config, int cores) {
        return new Workload(config.schedule(), config.numEnvs(), config.syncInterval(), config.columns(), cores);
    }

    /** Steps of an interval. */
    public double steps() {
        return (double) columns * syncInterval;
    }
}
