package io.htsrl.learners.offpolicy;

import io.htsrl.core.settings.ValueType;
import io.htsrl.replay.Ratio;

/** Updates per step: a number or a fraction, held exactly. Stateless, any thread. */
public final class RatioType implements ValueType {

    @Override
    public Object read(String text) {
        return Ratio.parse(text).orElse(null);
    }

    @Override
    public String rule() {
        return "must be updates per step above 0: a number or a fraction, of whole numbers up to 2147483647";
    }

    @Override
    public String remedy() {
        return "give 1, 0.25 or 1/3, for example";
    }

    @Override
    public String label() {
        return "RATIO";
    }
}
