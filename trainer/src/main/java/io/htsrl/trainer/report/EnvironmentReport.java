package io.htsrl.trainer.report;

import java.util.ArrayList;
import java.util.List;

/**
 * What the check of the environment found before the run. Immutable.
 *
 * @param steps    steps of two replicas that were compared; 0 where the environment's own process compares them
 * @param differs  how it gave other bits for one seed and equal actions, as a clause; empty where it did not
 * @param warnings what the user should know: sentences without their full stop
 */
public record EnvironmentReport(int steps, String differs, List<String> warnings) {

    public EnvironmentReport {
        warnings = List.copyOf(warnings);
    }

    /** The warnings, and one more where the bits may not come again. */
    public List<String> allWarnings() {
        List<String> all = new ArrayList<>(warnings);
        if (!differs.isEmpty()) {
            all.add("this run's bits may not come again, for the environment does not repeat itself: " + differs);
        }
        return all;
    }
}
