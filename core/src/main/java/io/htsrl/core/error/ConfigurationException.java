package io.htsrl.core.error;

import java.util.List;
import java.util.stream.Collectors;

/** The user's mistake, in the user's terms: shown without a stack trace. */
public final class ConfigurationException extends RuntimeException {
    private final transient List<Violations.Violation> violations;

    public ConfigurationException(Violations violations) {
        super(violations.list().stream().map(Object::toString).collect(Collectors.joining("\n")));
        this.violations = violations.list();
    }

    /** All that is wrong, in the order of the checks. */
    public List<Violations.Violation> violations() {
        return violations;
    }
}
