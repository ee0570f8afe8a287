package io.htsrl.trainer.logging.feed;

import io.htsrl.core.settings.ValueType;
import java.util.Arrays;
import java.util.List;

/** Names of loggers on the class path. Stateless, any thread. */
final class LoggerNames implements ValueType {
    static final String NONE = "none";

    @Override
    public Object read(String text) {
        if (text.equals(NONE)) {
            return List.of();
        }
        List<String> names =
                Arrays.stream(text.split(",", -1)).map(String::strip).distinct().toList();
        return Loggers.names().containsAll(names) ? names : null;
    }

    @Override
    public List<String> texts(Object value) {
        List<?> names = (List<?>) value;
        return names.isEmpty()
                ? List.of(NONE)
                : names.stream().map(Object::toString).toList();
    }

    @Override
    public String rule() {
        List<String> names = Loggers.names();
        return names.isEmpty()
                ? "must be none, for no logger is on the class path"
                : "must be none, or names of loggers with commas between, of " + String.join(", ", names);
    }

    @Override
    public String remedy() {
        return "give one of them, or add the jar that has the logger to HTS_CLASS_PATH";
    }

    @Override
    public String label() {
        return "NAME,NAME";
    }

    @Override
    public boolean takesList() {
        return true;
    }
}
