package io.htsrl.core.settings;

import io.htsrl.core.settings.ValueTypes.Numbers;
import io.htsrl.core.time.AnnealingHorizon;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Earlier plans, each with the interval until which it was valid: {@code 100000@50,200000@90}. Stateless, any thread.
 */
public final class PlansType extends DescribedType {
    /** Text for a run without earlier plans. */
    public static final String NONE = "none";

    public PlansType() {
        super("N@K,...", "must be STEPS@INTERVAL with commas between", "give 100000@50, for example, or remove it");
    }

    @Override
    public Object read(String text) {
        List<AnnealingHorizon.Earlier> plans = new ArrayList<>();
        for (String plan : text.equals(NONE) ? new String[0] : text.split(",", -1)) {
            int at = plan.indexOf('@');
            if (at < 0) {
                return null;
            }
            plans.add(new AnnealingHorizon.Earlier(whole(plan.substring(at + 1)), whole(plan.substring(0, at))));
        }
        return List.copyOf(plans);
    }

    private static long whole(String text) {
        return Numbers.decimal(text.strip()).longValueExact();
    }

    @Override
    public List<String> texts(Object value) {
        List<?> plans = (List<?>) value;
        return plans.isEmpty()
                ? null
                : List.of(plans.stream()
                        .map(plan -> (AnnealingHorizon.Earlier) plan)
                        .map(part -> part.planned() + "@" + part.until())
                        .collect(Collectors.joining(",")));
    }
}
