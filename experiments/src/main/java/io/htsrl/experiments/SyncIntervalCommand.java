package io.htsrl.experiments;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hts experiment sync-interval}: the paper's Table 5. One thread. */
@Command(
        name = "sync-interval",
        sortOptions = false,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        customSynopsis = "hts experiment sync-interval [lists] [--total-timesteps N] [--out DIR] [flags of hts train]",
        header = "Throughput and episode return over the sync interval (Table 5 of the paper).",
        description = "A longer interval waits less, and learns less often.",
        footerHeading = "%nExample:%n",
        footer = "  hts experiment sync-interval --sync-intervals 16,128 --step-time exponential:1ms --seeds 1-5")
final class SyncIntervalCommand extends AxisCommand {
    @Option(
            names = "--sync-intervals",
            paramLabel = "LIST",
            defaultValue = "4,16,64,128,256,512",
            description = "Steps per environment and update; default ${DEFAULT-VALUE}.")
    private String syncIntervals;

    @Override
    Map<String, String> setByCells() {
        Map<String, String> instead = super.setByCells();
        instead.put("--num-steps", "give --sync-intervals");
        return instead;
    }

    @Override
    String flag() {
        return "--sync-interval";
    }

    @Override
    String listFlag() {
        return "--sync-intervals";
    }

    @Override
    boolean knob() {
        return false;
    }

    @Override
    String values() {
        return syncIntervals;
    }
}
