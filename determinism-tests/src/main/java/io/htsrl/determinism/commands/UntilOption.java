package io.htsrl.determinism.commands;

import io.htsrl.cli.settings.TrainOptions;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Choice of the first part of a run: a flag of every command that trains one again. One thread. */
final class UntilOption {

    @Option(
            names = "--until",
            paramLabel = "P%",
            description = "Ends after this part of the recorded intervals; default 100%%, with check 2%%.")
    private String until = "100%";

    /** Sets another default. */
    UntilOption orElse(String part) {
        until = part;
        return this;
    }

    /**
     * Returns the flags that a command of a recorded run was given, and checks them and this one.
     *
     * @throws io.htsrl.core.error.ConfigurationException with everything that is wrong
     */
    Layer flags(CommandSpec command) {
        Violations violations = new Violations();
        Layer flags =
                TrainOptions.read(command.commandLine().getParseResult(), TrainOptions.ofRecordedRun(), violations);
        check(violations);
        violations.throwIfAny();
        return flags;
    }

    private void check(Violations violations) {
        violations.check(
                until.matches("\\d{1,3}(\\.\\d{1,6})?%") && part() > 0 && part() <= 1,
                "--until",
                until,
                "must be a part above 0% and up to 100%",
                "give 10%, for example");
    }

    /** Returns the part of the intervals to compare, in (0, 1]. */
    private double part() {
        return Double.parseDouble(until.substring(0, until.length() - 1)) / 100;
    }

    /** Returns the number of intervals to compare, at least 1. */
    long intervals(long all) {
        return Math.max(1, (long) Math.ceil(part() * all));
    }
}
