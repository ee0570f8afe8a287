package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import java.util.Arrays;

/**
 * Table with a row of outputs for each possible observation, instead of a network, for environments with one-hot
 * observations ({@link ObservationSpace#choices}). Observations of several parts have a row for every combination.
 */
public record TableConfig() implements NetworkConfig {
    /** Name for {@code --network}. */
    public static final String NAME = "table";

    @Override
    public String network() {
        return NAME;
    }

    @Override
    public String description() {
        return "table of all observations";
    }

    @Override
    public void check(Violations violations) {}

    @Override
    public void check(ObservationSpace frame, int frameStack, Violations violations) {
        violations.check(
                frame.choices().length > 0,
                "--network",
                NAME,
                "reads observations that are one of a few, one-hot, not " + frame,
                "give mlp, or an environment of such observations, Blackjack-v1 for example");
        violations.check(
                frameStack == 1,
                "--frame-stack",
                frameStack,
                "must be 1 with --network " + NAME + ", which has a row for each single observation",
                "give 1, or --network mlp");
    }

    @Override
    public NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        long row = heads.outputWidth(first.outputs());
        double states = states(frame.choices());
        double parameters = states * (row - first.free()) + first.free();
        return new NetworkSize((long) parameters, 2 * row, row);
    }

    /** Returns the number of observations, even where it is too large. */
    private static double states(int[] counts) {
        return Arrays.stream(counts).asDoubleStream().reduce(1, (a, b) -> a * b);
    }
}
