package io.htsrl.cli.settings;

import io.htsrl.core.settings.ValueType;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where a trace goes: empty for none, the empty path for the usual file. Stateless, any thread. */
public final class TraceFileType implements ValueType {
    /** What stands for a value that is not given. */
    public static final String ALONE = "true";
    /** No trace. */
    public static final String NONE = "none";

    @Override
    public Object read(String text) {
        return text.isBlank()
                ? null
                : text.equals(NONE) ? Optional.empty() : Optional.of(Path.of(text.equals(ALONE) ? "" : text));
    }

    @Override
    public List<String> texts(Object value) {
        Object file = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        return List.of(file == null ? NONE : file.toString().isEmpty() ? ALONE : file.toString());
    }

    @Override
    public String rule() {
        return "must be none, true for the usual file, or a file";
    }

    @Override
    public String remedy() {
        return "give the flag alone, or a file's name";
    }

    @Override
    public String label() {
        return "FILE";
    }

    @Override
    public Form form() {
        return Form.OPTIONAL_VALUE;
    }

    @Override
    public boolean isFree() {
        return true;
    }
}
