package io.htsrl.papers.reactors;

import io.htsrl.core.service.VectorModule;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program of the experiments about actors: {@code papers/run NAME [options]}. */
@Command(
        name = "papers/run",
        mixinStandardHelpOptions = true,
        subcommands = {BroadcastGather.class, Observations.class, ParallelQLearning.class},
        description =
                "Kwok et al. 2023, by our mechanism and beside Ray's; docs/how-to/experiments.md has what they found.")
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
