package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import java.util.Arrays;

/**
 * A row of outputs for each observation that there is, and no network: of environments whose observations are one-hot
 * ({@link ObservationSpace#choices}). Of several parts there is a row for every combination.
 */
public record TableConfig() implements NetworkConfig {
    /** What {@code --network} takes. */
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
        return new NetworkSize(parameters > 1L << 62 ? Long.MAX_VALUE : (long) parameters, 2 * row, row);
    }

    /** How many observations there are, also where they are too many. */
    private static double states(int[] counts) {
        return Arrays.stream(counts).asDoubleStream().reduce(1, (a, b) -> a * b);
    }
}
