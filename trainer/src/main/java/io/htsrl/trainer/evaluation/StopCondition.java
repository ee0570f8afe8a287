package io.htsrl.trainer.evaluation;

import io.htsrl.core.settings.ValueType;
import io.htsrl.core.settings.ValueTypes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A return that ends a run early. Immutable.
 *
 * @param metric    training or evaluated episodes
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
    public static final class StopConditionType implements ValueType {
        private static final String NONE = "none";

        @Override
        public Object read(String text) {
            if (text.equals(NONE)) {
                return Optional.empty();
            }
            Optional<StopCondition> condition = Comparison.read(text)
                    .flatMap(read -> Stream.of(Metric.values())
                            .filter(metric -> read.operator().equals(">=")
                                    && read.metric().equals(ValueTypes.name(metric)))
                            .map(metric -> new StopCondition(metric, read.threshold()))
                            .findFirst());
            return condition.isPresent() ? condition : null;
        }

        @Override
        public List<String> texts(Object value) {
            Object condition = value instanceof Optional<?> optional ? optional.orElse(null) : value;
            return List.of(condition == null ? NONE : condition.toString());
        }

        @Override
        public String rule() {
            return "must be 'return >= NUMBER', 'eval >= NUMBER' or none";
        }

        @Override
        public String remedy() {
            return "give 'return >= 475', for example, in quotes";
        }

        @Override
        public String label() {
            return "CONDITION";
        }

        @Override
        public boolean isFree() {
            return true;
        }
    }
}
