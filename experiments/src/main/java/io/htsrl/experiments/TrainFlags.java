package io.htsrl.experiments;

import io.htsrl.cli.Hts;
import io.htsrl.cli.settings.CliSettings;
import io.htsrl.cli.settings.ForeignFlags;
import io.htsrl.cli.settings.ResolvedRun;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.core.error.Violations.Violation;
import io.htsrl.core.settings.SettingSpec;
import io.htsrl.core.settings.Suggestions;
import io.htsrl.core.settings.ValueType;
import io.htsrl.trainer.config.RunConfig;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The flags of {@code hts train} for every cell: the command line's flags above defaults. Immutable.
 *
 * @param given flags in the order of the command line
 * @param whole whether the runs are those of {@code hts train}, including evaluations
 */
record TrainFlags(List<String> given, boolean whole) {

    /** Creates the flags of measured runs, which do nothing else of {@code hts train}. */
    static TrainFlags of(List<String> given) {
        return new TrainFlags(given, false);
    }

    /** Returns the same flags for runs that {@code hts train} makes. */
    TrainFlags ofWholeRuns() {
        return new TrainFlags(given, true);
    }

    /** Adds a default where the flag is not given. */
    TrainFlags orElse(String flag, String value) {
        return has(flag) ? this : new TrainFlags(joined(given, List.of(flag, value)), whole);
    }

    boolean has(String flag) {
        return given.stream().anyMatch(text -> text.equals(flag) || text.startsWith(flag + "="));
    }

    /** Refuses flags, with a reason and the flags to give instead. */
    void refuse(Map<String, String> instead, String reason, Violations violations) {
        instead.forEach(
                (flag, remedy) -> violations.check(!has(flag), flag, null, "must not be given, " + reason, remedy));
    }

    /** Returns a run of these flags and {@code more}. */
    RunConfig config(List<String> more) {
        String[] all = joined(given, more).toArray(String[]::new);
        return whole ? Hts.configureWhole(all) : Hts.configure(all);
    }

    /** Returns all settings of such a run. */
    ResolvedRun resolved(List<String> more) {
        return Hts.resolve(joined(given, more).toArray(String[]::new));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    /** Refuses flags that neither the experiment nor {@code hts train} has. */
    void refuseUnknown(CommandSpec experiment, Violations violations) {
        List<String> known = new ArrayList<>(experiment.optionsMap().keySet());
        for (SettingSpec setting : CliSettings.schema().all()) {
            known.add(setting.flag());
            if (setting.type().form() == ValueType.Form.SWITCH) {
                known.add("--no-" + setting.key());
            }
        }
        for (String text : given) {
            String flag = text.replaceFirst("=.*", "");
            violations.check(
                    !flag.startsWith("--") || known.contains(flag),
                    flag,
                    null,
                    "is a flag neither of " + experiment.qualifiedName() + " nor of hts train",
                    ForeignFlags.instead(flag)
                            .or(() -> Suggestions.didYouMean(flag, known))
                            .orElse("the --help of both lists them"));
        }
    }

    /**
     * Checks the runs of all cells; a violation of several runs is reported once.
     *
     * @param own maps a flag of {@code hts train} to the experiment's name of it
     */
    void check(List<Row> cells, Function<Row, List<String>> flagsOf, UnaryOperator<String> own, Violations violations) {
        Set<Violation> found = new LinkedHashSet<>();
        for (Row cell : cells) {
            try {
                config(flagsOf.apply(cell));
            } catch (ConfigurationException e) {
                found.addAll(e.violations());
            }
        }
        found.forEach(v -> violations.add(own.apply(v.setting()), v.value(), v.rule(), v.remedy()));
    }

    @Override
    public String toString() {
        return String.join(" ", given);
    }
}
