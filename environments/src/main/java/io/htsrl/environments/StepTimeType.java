package io.htsrl.environments;

import io.htsrl.core.settings.OptionalType;

/** Type of an optional distribution of step times. Immutable, any thread. */
public final class StepTimeType extends OptionalType {

    public StepTimeType() {
        super("none", "TIME", "must be none, or a distribution and a mean", "give exponential:5ms, for example");
    }

    @Override
    protected Object readValue(String text) {
        return StepTime.parse(text);
    }
}
