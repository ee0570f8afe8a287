package io.htsrl.cli.settings;

import io.htsrl.core.schedule.Schedule;
import io.htsrl.core.settings.Auto;
import io.htsrl.core.settings.Lookup;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The places of a run's files, and what is printed. Immutable.
 *
 * @param out folder of the run; empty for the default name
 * @param logInterval intervals per line of {@code metrics.jsonl}
 * @param logAll whether long runs keep all lines of {@code digests.jsonl} and {@code episodes.csv}
 * @param quiet whether only errors are printed
 */
@SettingGroup("Output")
public record OutputSettings(
        @Setting(
                label = "DIR",
                alias = "run-dir",
                decidesBits = false,
                recorded = false,
                help = "New or empty folder for the run's files; by default runs/<env>__<algo>__<seed>__<UTC time>.")
        Optional<Path> out,

        @Setting(
                unit = "intervals",
                auto = DefaultLogInterval.class,
                range = "[1, inf)",
                decidesBits = false,
                onResume = true,
                remedy = "give 10, for example",
                help = "Intervals per line of metrics.jsonl; auto: about 1000 lines a run.")
        long logInterval,

        @Setting(
                defaultValue = "false",
                decidesBits = false,
                help = "Keeps every line of digests.jsonl and episodes.csv; without it long runs keep every "
                        + "line up to 65536, every second up to 131072, and so on.")
        boolean logAll,

        @Setting(defaultValue = "false", local = true, help = "Print nothing but errors.")
        boolean quiet) {
    /** Approximate number of lines of {@code metrics.jsonl} in a run. */
    private static final long LOG_LINES = 1000;

    /** Chooses an interval for about {@link #LOG_LINES} lines a run. */
    static final class DefaultLogInterval implements Auto {
        @Override
        public Object value(Lookup settings) {
            Schedule schedule = settings.get("schedule");
            long columns = settings.<Integer>get(schedule.queues() ? "async-batch" : "num-envs");
            int parts = schedule.sharesParameters() ? settings.<Integer>get("executors") : 1;
            long rows = Math.max(1, columns * settings.<Integer>get("sync-interval") / Math.max(1, parts));
            return Math.max(1, settings.<Long>get("total-timesteps") / rows / LOG_LINES);
        }
    }
}
