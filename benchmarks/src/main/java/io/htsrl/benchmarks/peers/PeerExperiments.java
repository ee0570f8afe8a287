package io.htsrl.benchmarks.peers;

import io.htsrl.core.service.VectorModule;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Program of the comparisons with other trainers: {@code benchmarks/run NAME [options]}. */
@Command(
        name = "benchmarks/run",
        mixinStandardHelpOptions = true,
        subcommands = {PeerThroughput.class, SteppingThroughput.class, TimeToBar.class, Cores.class},
        description =
                "Compares other trainers with ours; docs/results/throughput.md and docs/results/experiments.md have results.")
public final class PeerExperiments {

    private PeerExperiments() {}

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new PeerExperiments());
    }
}
