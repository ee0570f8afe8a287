package io.htsrl.cli.settings;

import io.htsrl.core.settings.DescribedType;
import io.htsrl.core.settings.ValueType;
import io.htsrl.trainer.evaluation.Comparison;
import java.util.List;

/**
 * Conditions that a run reports, as texts: comparisons of metrics, {@link #COLLAPSE} and {@link #NAN}. Stateless, any
 * thread.
 */
public final class AlarmType extends DescribedType implements ValueType.Several {
    /** The mean return falls below half of its best. */
    public static final String COLLAPSE = "collapse";
    /** Learning produces a number that is not finite, which ends a run in any case. */
    public static final String NAN = "nan";

    static final String NONE = "none";

    public AlarmType() {
        super(
                "CONDITION",
                "must be 'METRIC > NUMBER' (or >=, <, <=), collapse or nan",
                "give 'approx_kl > 0.1', for example, in quotes");
    }

    @Override
    public Object readAll(List<String> texts) {
        if (texts.equals(List.of(NONE))) {
            return List.of();
        }
        List<String> alarms = texts.stream().map(AlarmType::alarm).distinct().toList();
        return alarms.contains("") ? null : alarms;
    }

    /** Returns the usual text of an alarm; empty where it is none. */
    private static String alarm(String text) {
        return text.equals(COLLAPSE) || text.equals(NAN)
                ? text
                : Comparison.read(text).map(Comparison::toString).orElse("");
    }

    @Override
    public List<String> texts(Object value) {
        List<String> alarms = ((List<?>) value).stream().map(Object::toString).toList();
        return alarms.isEmpty() ? null : alarms;
    }
}
