package io.htsrl.papers.reactors;

import io.htsrl.core.service.VectorModule;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Program of the experiments about actors: {@code papers/run NAME [options]}. */
@Command(
        name = "papers/run",
        mixinStandardHelpOptions = true,
        subcommands = {BroadcastGather.class, Observations.class, AgentInference.class, ParallelQLearning.class},
        description =
                "Experiments of Kwok et al. 2023 with our mechanism and Ray's; docs/results/experiments.md has results.")
public final class ReactorExperiments {

    private ReactorExperiments() {}

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ReactorExperiments());
    }
}
