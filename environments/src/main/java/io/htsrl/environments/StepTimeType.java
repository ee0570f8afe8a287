package io.htsrl.environments;

import io.htsrl.core.settings.ValueType;
import java.util.List;
import java.util.Optional;

/** Type of an optional distribution of step times. Stateless, any thread. */
public final class StepTimeType implements ValueType {

    @Override
    public Object read(String text) {
        return text.equals("none") ? Optional.empty() : Optional.of(StepTime.parse(text));
    }

    @Override
    public List<String> texts(Object value) {
        Object time = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        return List.of(time == null ? "none" : time.toString());
    }

    @Override
    public String rule() {
        return "must be none, or a distribution and a mean";
    }

    @Override
    public String remedy() {
        return "give exponential:5ms, for example";
    }

    @Override
    public String label() {
        return "TIME";
    }

    @Override
    public boolean isFree() {
        return true;
    }
}
