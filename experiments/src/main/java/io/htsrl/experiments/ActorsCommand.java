package io.htsrl.experiments;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts experiment actors}: the paper's Table 4. One thread. */
@Command(
        name = "actors",
        sortOptions = false,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        customSynopsis = "hts experiment actors [lists] [--total-timesteps N] [--out DIR] [flags of hts train]",
        header = "Throughput and episode return over the number of actors (Table 4 of the paper).",
        description = "Returns and digests are the same for every number of actors; the table says so.",
        footerHeading = "%nExample:%n",
        footer = "  hts experiment actors --actors 0,1,4,16 --step-time exponential:1ms --seeds 1-5")
final class ActorsCommand extends AxisCommand {
    @Option(
            names = "--actors",
            paramLabel = "LIST",
            defaultValue = "1,4,8,16",
            description = "Actors; default ${DEFAULT-VALUE}.")
    private String actors;

    @Override
    String flag() {
        return "--actors";
    }

    @Override
    String listFlag() {
        return "--actors";
    }

    @Override
    boolean knob() {
        return true;
    }

    @Override
    String values() {
        return actors;
    }
}
