package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.ExperimentCommand;
import picocli.CommandLine.Option;

/** Experiment whose contenders take turns in rounds of fixed length. One thread, beside those that it starts. */
abstract class TimedExperiment extends ExperimentCommand {
    @Option(names = "--rounds", description = "Rounds; medians are printed; default ${DEFAULT-VALUE}.")
    private int rounds = 7;

    @Option(names = "--seconds", description = "Seconds of each contender in each round; default ${DEFAULT-VALUE}.")
    private double seconds;

    TimedExperiment(double seconds) {
        this.seconds = seconds;
    }

    @Override
    protected final void run() throws Exception {
        check(rounds >= 1, "--rounds must be at least 1, not " + rounds);
        check(seconds > 0 && seconds <= 600, "--seconds must be above 0 and at most 600, not " + seconds);
        compare();
    }

    /** Measures, prints and draws. */
    abstract void compare() throws Exception;

    final int rounds() {
        return rounds;
    }

    final double seconds() {
        return seconds;
    }
}
