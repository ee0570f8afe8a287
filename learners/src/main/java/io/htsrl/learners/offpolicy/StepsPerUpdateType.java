package io.htsrl.learners.offpolicy;

import io.htsrl.core.settings.ValueType;
import io.htsrl.replay.Ratio;
import java.math.BigDecimal;
import java.util.List;

/** The same as {@link RatioType}, in steps for one update: {@code 4} is 1/4. Stateless, any thread. */
public final class StepsPerUpdateType implements ValueType {
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
