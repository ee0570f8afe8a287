package io.htsrl.experiments.chart;

import static java.util.Map.entry;

import java.util.Map;

/** What stands at the axes of pictures: of columns of experiments what they are, and in which unit. Immutable. */
final class Axes {
    private static final Map<String, String> TITLES = Map.ofEntries(
            entry("num_envs", "number of environments"),
            entry("sync_interval", "sync interval α (steps of each environment)"),
            entry("actors", "number of actors"),
            entry("executors", "number of executors"),
            entry("distribution", "distribution of step times"),
            entry("mean", "mean of a step's time"),
            entry("learner_time", "mean of the time added to an update"),
            entry("timestep", "environment steps"),
            entry("steps_per_s", "environment steps per second"),
            entry("return", "mean return of the last 100 episodes"),
            entry("variance_ms2", "variance of a step's time (ms²)"));

    private Axes() {}

    /** Of a column; its words where nothing more is known of it. */
    static String title(String column) {
        return TITLES.getOrDefault(column, column.replace('_', ' '));
    }
}
