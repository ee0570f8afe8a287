package io.htsrl.core.error;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the errors of a configuration, so that all are reported at once: setting, value, rule, remedy. Not
 * thread-safe; one thread completes the configuration before a run starts.
 */
public final class Violations {

    /** One broken rule. The value is shortened to a readable length. */
    public record Violation(String setting, Object value, String rule, String remedy) {
        private static final int LONGEST_RULE = 2000;

        public Violation {
            setting = ShownText.of(setting);
            value = ShownText.ofValue(value);
            rule = ShownText.of(rule, LONGEST_RULE);
        }

        @Override
        public String toString() {
            return setting + (value == null ? "" : " " + value) + ": it " + rule + "; " + remedy;
        }
    }

    private final List<Violation> list = new ArrayList<>();

    /**
     * Records a broken rule unless {@code holds}.
     *
     * @param rule completes "it ...", such as "must be at least 1"
     * @param remedy an imperative, such as "give the number of replicas, 16 for example"
     */
    public Violations check(boolean holds, String setting, Object value, String rule, String remedy) {
        if (!holds) {
            add(setting, value, rule, remedy);
        }
        return this;
    }

    /** @throws ConfigurationException with this rule unless {@code holds} */
    public static void require(boolean holds, String setting, Object value, String rule, String remedy) {
        new Violations().check(holds, setting, value, rule, remedy).throwIfAny();
    }

    /** Records a broken rule, once. */
    public Violations add(String setting, Object value, String rule, String remedy) {
        Violation broken = new Violation(setting, value, rule, remedy);
        if (!list.contains(broken)) {
            list.add(broken);
        }
        return this;
    }

    /** Records the broken rules of another check. */
    public Violations addAll(ConfigurationException refused) {
        list.addAll(refused.violations());
        return this;
    }

    public List<Violation> list() {
        return List.copyOf(list);
    }

    public boolean isEmpty() {
        return list.isEmpty();
    }

    /** @throws ConfigurationException with every violation, when one exists */
    public void throwIfAny() {
        if (!list.isEmpty()) {
            throw new ConfigurationException(this);
        }
    }
}
