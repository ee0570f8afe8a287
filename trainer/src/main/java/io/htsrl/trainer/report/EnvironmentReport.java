package io.htsrl.trainer.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The findings of the environment check before the run. Immutable.
 *
 * @param steps number of compared steps of two replicas; 0 where the environment's own process compares them
 * @param differs how the bits of two replicas with one seed and equal actions differ, as a clause; empty if they do not
 * @param warnings sentences for the user, without the final full stop
 */
public record EnvironmentReport(int steps, String differs, List<String> warnings) {

    public EnvironmentReport {
        warnings = List.copyOf(warnings);
    }

    /** Returns the warnings, and one more if the bits may not be reproducible. */
    public List<String> allWarnings() {
        List<String> all = new ArrayList<>(warnings);
        if (!differs.isEmpty()) {
            all.add("this run's bits may not come again, for the environment does not repeat itself: " + differs);
        }
        return all;
    }
}
