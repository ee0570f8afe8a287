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

    /** One broken rule, see {@link Violations#add}. */
    public ConfigurationException(String setting, Object value, String rule, String remedy) {
        this(new Violations().add(setting, value, rule, remedy));
    }

    /** All that is wrong, in the order of the checks. */
    public List<Violations.Violation> violations() {
        return violations;
    }
}
