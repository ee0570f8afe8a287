package io.htsrl.cli;

import io.htsrl.cli.command.PlainCommand;
import io.htsrl.cli.settings.ForeignFlags;
import io.htsrl.cli.terminal.ExitCode;
import io.htsrl.cli.terminal.TextTable;
import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.Environments;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.python.Interpreter;
import io.htsrl.learners.Algorithm;
import io.htsrl.learners.Algorithms;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts envs}: lists the environments for training. One thread. */
@Command(
        name = "envs",
        header = "Lists the environments.",
        description = "The algorithms are those that can choose such actions (--algo); the time limit is in steps; the "
                + "threshold is the mean episode return that solves a task.",
        footer = {"  hts envs", "  hts envs --python python3"})
final class EnvsCommand extends PlainCommand {
    private static final String FLAG = "--" + Interpreter.OPTION;

    @Option(
            names = FLAG,
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "EXE",
            description = "Lists those of Gymnasium instead (--env gym:ID), of this Python or the usual one.")
    private String python;

    @Override
    public Integer call() {
        if (python != null) {
            listPython();
            return ExitCode.OK;
        }
        TextTable table =
                new TextTable().row("ENVIRONMENT", "OBSERVATIONS", "ACTIONS", "LIMIT", "SOLVED", "ALGORITHMS");
        for (String name : Environments.names()) {
            Environments.ask(name, Map.of(), made -> add(made, table));
        }
        PrintWriter out = out();
        table.print(out);
        out.println();
        out.println("Gymnasium's:  --env gym:ID, such as gym:HalfCheetah-v5; 'hts envs --python' lists them");
        out.println("Atari's:      --env ALE/NAME-v5, such as ALE/Pong-v5; 'hts roms' lists the ROMs that are found");
        out.println(
                "PettingZoo's: --env pettingzoo:MODULE, such as pettingzoo:mpe2.simple_spread_v3, for several agents");
        out.println("your own:     --env CLASS in Java, --env gym:MODULE:NAME in Python");
        return ExitCode.OK;
    }

    private void listPython() {
        TextTable table = new TextTable().row("ENVIRONMENT", "TIME LIMIT", "MADE BY");
        ForeignFlags.missingModule(Interpreter.OPTION).ifPresent(remedy -> {
            throw new ConfigurationException(FLAG, null, "is for environments of Python", remedy);
        });
        Map<String, String> options = python.isEmpty() ? Map.of() : Map.of(Interpreter.OPTION, python);
        for (EnvironmentProvider.Listed each : Environments.list(options)) {
            table.row(
                    each.id(),
                    each.maxEpisodeSteps() == 0 ? "-" : Integer.toString(each.maxEpisodeSteps()),
                    each.origin());
        }
        table.print(out());
    }

    private static TextTable add(Environment made, TextTable table) {
        EnvironmentSpec env = made.spec();
        String agents = made.agents().map(all -> all.count() + "x ").orElse("");
        return table.row(
                env.id(),
                env.observationSpace().unmasked().toString(),
                agents + actions(env.actionSpace()),
                env.maxEpisodeSteps() == 0 ? "-" : Integer.toString(env.maxEpisodeSteps()),
                Double.isNaN(env.rewardThreshold()) ? "-" : Double.toString(env.rewardThreshold()),
                algorithms(env));
    }

    /** Returns the algorithms that can act and learn in the environment. */
    private static String algorithms(EnvironmentSpec env) {
        List<String> fitting = Algorithms.all().stream()
                .filter(algorithm -> algorithm.fits(env) && !algorithm.needsRecording())
                .map(Algorithm::name)
                .toList();
        return fitting.isEmpty() ? "none yet" : String.join(" ", fitting);
    }

    private static String actions(ActionSpace space) {
        if (space instanceof ActionSpace.Discrete discrete) {
            return "discrete " + discrete.count();
        }
        if (space instanceof ActionSpace.MultiDiscrete choices) {
            return "multi-discrete "
                    + Arrays.stream(choices.counts())
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining("x"));
        }
        return (space instanceof ActionSpace.MultiBinary ? "multi-binary " : "continuous ") + space.width();
    }
}
