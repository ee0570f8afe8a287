package io.htsrl.experiments.chart;

import java.util.Map;

/** What stands at the axes of pictures: of columns of experiments what they are, and in which unit. Immutable. */
final class Axes {
    private static final Map<String, String> TITLES = Map.of(
            "num_envs", "number of environments",
            "sync_interval", "sync interval α (steps of each environment)",
            "actors", "number of actors",
            "executors", "number of executors",
            "distribution", "distribution of step times",
            "mean", "mean of a step's time",
            "learner_time", "mean of the time added to an update",
            "timestep", "environment steps",
            "steps_per_s", "environment steps per second",
            "return", "mean return of the last 100 episodes");

    private Axes() {}

    /** Of a column; its words where nothing more is known of it. */
    static String title(String column) {
        return TITLES.getOrDefault(column, column.replace('_', ' '));
    }
}
