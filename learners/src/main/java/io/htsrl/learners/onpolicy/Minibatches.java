package io.htsrl.learners.onpolicy;

import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.replay.Ratio;
import io.htsrl.storage.BankShape;
import java.util.Arrays;
import java.util.Optional;

/**
 * Seeded order of a bank's rows, divided into minibatches: Fisher-Yates over counter-based draws. For a policy with a
 * memory whole columns are drawn, and each minibatch is {@code [steps][columns]}, as in CleanRL. One thread.
 */
public final class Minibatches {
    private final BankShape shape;
    private final int minibatches;
    private final int[] drawn; // rows, or columns
    private final int[] order;
    private final RandomStream stream;

    public Minibatches(BankShape shape, int minibatches, RandomStream stream) {
        this.shape = shape;
        this.minibatches = minibatches;
        this.order = new int[shape.rows()];
        this.drawn = shape.memorySize() > 0 ? new int[shape.environments()] : order;
        this.stream = stream;
    }

    /** Returns the optimiser's steps of these epochs per environment step; empty where they are too many. */
    public static Optional<Ratio> updatesPerStep(int epochs, int minibatches, PipelineConfig pipeline) {
        long updates = (long) epochs * minibatches;
        return updates > Integer.MAX_VALUE
                ? Optional.empty()
                : Optional.of(new Ratio((int) updates, pipeline.stepsPerInterval()));
    }

    /** Returns the rows of one of these minibatches, even where they do not divide an interval. */
    public static int rows(int minibatches, PipelineConfig pipeline) {
        return pipeline.stepsPerInterval() / Math.max(1, minibatches);
    }

    /** Adds a violation where an interval cannot be divided into {@code minibatches}. */
    public static void check(int minibatches, PipelineConfig pipeline, Violations violations) {
        int rows = pipeline.hasSteps() ? pipeline.stepsPerInterval() : 0; // the number that all sizes must divide
        violations.check(
                minibatches >= 1 && rows % Math.max(1, minibatches) == 0,
                "--num-minibatches",
                minibatches,
                "must divide the steps of an interval (" + rows + ")",
                "give " + divisors(minibatches, rows) + ", or change --num-envs or --sync-interval");
    }

    /** Returns the largest divisor of {@code rows} that is not above {@code number}. */
    public static int divisor(int number, int rows) {
        int divisor = Math.min(Math.max(1, number), rows);
        while (divisor > 1 && rows % divisor != 0) {
            divisor--;
        }
        return divisor;
    }

    /** Returns the nearest divisors of {@code rows}, below and above {@code number}. */
    private static String divisors(int number, int rows) {
        int below = divisor(number, rows);
        int above = Math.min(Math.max(1, number), rows);
        while (above < rows && rows % above != 0) {
            above++;
        }
        return below == above ? Integer.toString(below) : below + " or " + above;
    }

    /** Returns the order of {@code epoch} within {@code update}: a function of the stream, the update and the epoch. */
    public int[] shuffle(long update, int epoch) {
        RandomStream draws = stream.spawn(update).spawn(epoch);
        for (int i = 0; i < drawn.length; i++) {
            int j = (int) (((draws.bits(i) >>> 33) * (i + 1L)) >>> 31); // 0 .. i
            drawn[i] = drawn[j];
            drawn[j] = i;
        }
        return expanded();
    }

    /** Returns all rows in minibatches, without draws. */
    public int[] inOrder() {
        Arrays.setAll(drawn, i -> i);
        return expanded();
    }

    /** Returns the rows of the drawn columns. */
    private int[] expanded() {
        int columns = drawn.length / minibatches;
        for (int i = 0; drawn != order && i < order.length; i++) {
            int ofMinibatch = i % (columns * shape.steps());
            int column = i / (columns * shape.steps()) * columns + ofMinibatch % columns;
            order[i] = ofMinibatch / columns * shape.environments() + drawn[column];
        }
        return order;
    }
}
