package io.htsrl.experiments;

import io.htsrl.cli.Hts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The flags of {@code hts train} that hold for every cell: what the command line gave, above defaults. Immutable.
 *
 * @param given in the order of the command line
 */
record TrainFlags(List<String> given) {

    /** Adds a default where the flag is not given. */
    TrainFlags orElse(String flag, String value) {
        return has(flag) ? this : new TrainFlags(joined(given, List.of(flag, value)));
    }

    boolean has(String flag) {
        return given.stream().anyMatch(text -> text.equals(flag) || text.startsWith(flag + "="));
    }

    /** Refuses flags, for a reason, by what to give instead. */
    void refuse(Map<String, String> instead, String reason, Violations violations) {
        instead.forEach(
                (flag, remedy) -> violations.check(!has(flag), flag, null, "must not be given, " + reason, remedy));
    }

    /** A run of these flags and {@code more}. */
    RunConfig config(List<String> more) {
        return Hts.configure(joined(given, more).toArray(String[]::new));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** Checks the runs of all cells; what is wrong with several of them is told once. */
    void check(List<Row> cells, Function<Row, List<String>> flagsOf, Violations violations) {
        Set<Violation> found = new LinkedHashSet<>();
        for (Row cell : cells) {
            try {
                config(flagsOf.apply(cell));
            } catch (ConfigurationException e) {
                found.addAll(e.violations());
            }
        }
        found.forEach(v -> violations.add(v.setting(), v.value(), v.rule(), v.remedy()));
    }

    @Override
    public String toString() {
        return String.join(" ", given);
    }
}
