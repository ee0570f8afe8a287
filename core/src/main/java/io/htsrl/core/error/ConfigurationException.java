package io.htsrl.core.error;

import java.util.List;
import java.util.stream.Collectors;

/** An error in the user's configuration, shown in the user's terms and without a stack trace. */
public final class ConfigurationException extends RuntimeException {
    private final transient List<Violations.Violation> violations;

    public ConfigurationException(Violations violations) {
        super(violations.list().stream().map(Object::toString).collect(Collectors.joining("\n")));
        this.violations = violations.list();
    }

    /** Creates an exception for one broken rule, see {@link Violations#add}. */
    public ConfigurationException(String setting, Object value, String rule, String remedy) {
        this(new Violations().add(setting, value, rule, remedy));
    }

    /** Returns all broken rules, in the order of the checks. */
    public List<Violations.Violation> violations() {
        return violations;
    }
}
