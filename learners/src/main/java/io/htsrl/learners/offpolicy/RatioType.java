package io.htsrl.learners.offpolicy;

import io.htsrl.core.settings.ValueType;
import io.htsrl.replay.Ratio;
import java.math.BigDecimal;
import java.util.List;

/** Type of settings in updates per step: a number or a fraction, kept exactly. Stateless, any thread. */
public final class RatioType implements ValueType {

    @Override
    public Object read(String text) {
        return Ratio.parse(text).orElse(null);
    }

    @Override
    public String rule() {
        return "must be updates per step above 0: a number or a fraction, of whole numbers up to 2147483647";
    }

    @Override
    public String remedy() {
        return "give 1, 0.25 or 1/3, for example";
    }

    @Override
    public String label() {
        return "RATIO";
    }

    /** Type of settings in steps per update: {@code 4} is the ratio 1/4. Stateless, any thread. */
    public static final class StepsPer implements ValueType {
        private static final int MOST_CHARACTERS = 100;

        @Override
        public Object read(String text) {
            if (text.length() > MOST_CHARACTERS) {
                return null;
            }
            int steps = new BigDecimal(text.replace("_", "")).intValueExact();
            return steps < 1 ? null : Ratio.oneUpdatePer(steps);
        }

        @Override
        public List<String> texts(Object value) {
            Ratio ratio = (Ratio) value;
            return ratio == null ? null : List.of(Integer.toString(ratio.steps()));
        }

        @Override
        public String rule() {
            return "must be at least 1, and a whole number of at most 2147483647";
        }

        @Override
        public String remedy() {
            return "give the environment steps per update, 16 for example; of more updates than steps, --utd";
        }

        @Override
        public String label() {
            return "N";
        }
    }
}
