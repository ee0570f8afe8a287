package io.htsrl.papers.replay;

import io.htsrl.core.service.VectorModule;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Program of all replay experiments: {@code papers/run NAME [options]}. */
@Command(
        name = "papers/run",
        mixinStandardHelpOptions = true,
        subcommands = {
            FanOut.class,
            Alignment.class,
            Baselines.class,
            LazyWriting.class,
            MixedLoad.class,
            RareTransitions.class,
            SwappedMemories.class,
            Frames.class,
        },
        description = "Replay experiments of papers; docs/results/replay.md has results.")
public final class ReplayExperiments {

    private ReplayExperiments() {}

    public static void main(String[] args) {
        VectorModule.load(); // before a class that uses it is linked
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ReplayExperiments());
    }
}
