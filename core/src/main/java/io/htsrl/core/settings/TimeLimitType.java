package io.htsrl.core.settings;

import io.htsrl.core.time.TimeSpan;
import java.time.Duration;
import java.util.List;

/** A span of time; zero, written none, for any time. Stateless, any thread. */
final class TimeLimitType implements ValueType {
    @Override
    public Object read(String text) {
        return text.equals("none") ? Duration.ZERO : TimeSpan.parse(text);
    }

    @Override
    public List<String> texts(Object value) {
        return List.of(((Duration) value).isZero() ? "none" : TimeSpan.text((Duration) value));
    }

    @Override
    public String rule() {
        return "must be none, or a number and one of ms, s, min, h";
    }

    @Override
    public String remedy() {
        return "give 10s, for example";
    }

    @Override
    public String label() {
        return "TIME";
    }
}
