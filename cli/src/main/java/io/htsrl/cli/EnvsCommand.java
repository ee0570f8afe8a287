package io.htsrl.cli;

import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.VersionText;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code hts envs}: what can be trained on. One thread. */
@Command(
        name = "envs",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        header = "Lists the environments.",
        synopsisHeading = "%nUsage: ",
        footer = {"", "The time limit is in steps; the threshold is the mean episode return that solves a task."})
final class EnvsCommand implements Callable<Integer> {
    private static final String ROW = "%-28s %-18s %-24s %10s %10s%n";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, ROW, "ENVIRONMENT", "OBSERVATIONS", "ACTIONS", "TIME LIMIT", "THRESHOLD");
        for (String name : Environments.names()) {
            try (Environment environment = Environments.create(name, Map.of())) {
                print(out, environment.spec());
            }
        }
        out.flush();
        return ExitCode.OK;
    }

    private static void print(PrintWriter out, EnvironmentSpec env) {
        out.printf(
                Locale.ROOT,
                ROW,
                env.id(),
                env.observationSpace(),
                actions(env.actionSpace()),
                env.maxEpisodeSteps() == 0 ? "-" : env.maxEpisodeSteps(),
                Double.isNaN(env.rewardThreshold()) ? "-" : env.rewardThreshold());
    }

    private static String actions(ActionSpace space) {
        return space instanceof ActionSpace.Discrete discrete
                ? "discrete, " + discrete.count()
                : "continuous, " + space.width();
    }
}
