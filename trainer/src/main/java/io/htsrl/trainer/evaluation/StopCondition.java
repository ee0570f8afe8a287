package io.htsrl.trainer.evaluation;

import io.htsrl.core.settings.OptionalType;
import io.htsrl.core.settings.ValueTypes;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A return that ends a run early. Immutable.
 *
 * @param metric training or evaluated episodes
 * @param threshold least return that ends the run
 */
public record StopCondition(Metric metric, double threshold) {
    /** Number of training episodes whose mean return is compared; no run ends before it has so many. */
    public static final int EPISODES = 100;

    /** Episodes whose mean return is compared. */
    public enum Metric {
        /** The last 100 training episodes. */
        RETURN,
        /** The episodes of one evaluated policy. */
        EVAL
    }

    /** Returns the reason for a run's end, such as {@code return 476.20 after 61,952 steps}. */
    static String reached(String name, double mean, long timestep) {
        return String.format(Locale.ROOT, "%s %.2f after %,d steps", name, mean, timestep);
    }

    @Override
    public String toString() {
        return new Comparison(ValueTypes.name(metric), ">=", threshold).toString();
    }

    /** Type of the setting: {@code return >= 475}, {@code eval >= 475} or {@code none}. Stateless, any thread. */
    public static final class StopConditionType extends OptionalType {

        public StopConditionType() {
            super(
                    "none",
                    "CONDITION",
                    "must be 'return >= NUMBER', 'eval >= NUMBER' or none",
                    "give 'return >= 475', for example, in quotes");
        }

        @Override
        protected Object readValue(String text) {
            return Comparison.read(text)
                    .filter(read -> read.operator().equals(">="))
                    .flatMap(read -> Stream.of(Metric.values())
                            .filter(metric -> read.metric().equals(ValueTypes.name(metric)))
                            .map(metric -> new StopCondition(metric, read.threshold()))
                            .findFirst())
                    .orElse(null);
        }
    }
}
