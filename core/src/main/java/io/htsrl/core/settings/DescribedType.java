package io.htsrl.core.settings;

/** A type with fixed texts about its values. Subclasses convert them. Immutable, any thread. */
public abstract class DescribedType implements ValueType {
    private final String label;
    private final String rule;
    private final String remedy;

    /**
     * @param label placeholder of the value in the help
     * @param rule completes "it ..."
     * @param remedy an imperative
     */
    protected DescribedType(String label, String rule, String remedy) {
        this.label = label;
        this.rule = rule;
        this.remedy = remedy;
    }

    @Override
    public final String label() {
        return label;
    }

    @Override
    public final String rule() {
        return rule;
    }

    @Override
    public final String remedy() {
        return remedy;
    }
}
