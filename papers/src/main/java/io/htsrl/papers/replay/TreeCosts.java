package io.htsrl.papers.replay;

import io.htsrl.benchmarks.output.MarkdownTable;
import io.htsrl.core.random.RandomStream;
import io.htsrl.papers.replay.Contest.Outcome;
import io.htsrl.papers.trees.OurTree;
import io.htsrl.papers.trees.PriorityIndex;
import java.util.List;
import java.util.Map;

/**
 * Cost model of Zhang et al., IV-C5, for our tree in batches: the times of a draw and an update as functions of K,
 * levels times (lines of a node, search in a node). A greater K means fewer levels and longer searches. The constants
 * are measured on trees of one and two levels in the nearest cache, and on lines further away; none is fitted to the
 * predicted times. Immutable; times in nanoseconds.
 *
 * @param batch leaves of a batch
 * @param point a draw without its descent: random bits and stratum
 * @param topNode reading one node of the top, once a batch
 * @param search a level of a draw's descent: its mispredicted branch
 * @param child a child that a search passes
 * @param leaf an update without its ancestors
 * @param merge a level of an update, without the addition
 * @param lines costs of cache lines by size of their memory
 */
record TreeCosts(
        int batch,
        double point,
        double topNode,
        double search,
        double child,
        double leaf,
        double merge,
        LineCosts lines) {
    private static final int TOP = 512; // as TreeShape has it
    private static final int LINE = 64 / Long.BYTES;
    private static final int FEW = 64;
    private static final int NEAR = 1024;
    private static final int[] FAN_OUTS = {8, 16, 32, 64};
    private static final int MIDDLE = 2;

    /** Measures the constants of this machine. */
    static TreeCosts measure(int batch, int rounds, double seconds) throws InterruptedException {
        LineCosts lines = LineCosts.measure(rounds, seconds);
        Contest contest = new Contest();
        add(contest, FEW, FAN_OUTS[MIDDLE], batch);
        add(contest, TOP, FAN_OUTS[MIDDLE], batch);
        for (int fanOut : FAN_OUTS) {
            add(contest, NEAR, fanOut, batch);
        }
        Map<String, Outcome> outcomes = contest.run(rounds, seconds);
        double few = outcomes.get(draw(FEW, FAN_OUTS[MIDDLE])).nanos();
        double top = outcomes.get(draw(TOP, FAN_OUTS[MIDDLE])).nanos();
        double topNode = (top - few) * batch / (TOP - FEW);
        double point = few - topNode * FEW / batch;
        double[] half = new double[FAN_OUTS.length];
        double[] descents = new double[FAN_OUTS.length];
        for (int i = 0; i < FAN_OUTS.length; i++) {
            half[i] = searched(FAN_OUTS[i]);
            descents[i] = outcomes.get(draw(NEAR, FAN_OUTS[i])).nanos()
                    - point
                    - topNode * ((double) NEAR / FAN_OUTS[i]) / batch;
        }
        double child = slope(half, descents);
        double leaf = outcomes.get(update(FEW, FAN_OUTS[MIDDLE])).nanos();
        double twoLevels = outcomes.get(update(NEAR, FAN_OUTS[MIDDLE])).nanos();
        double additions = lines.nearAdd() * Math.min(1, (double) NEAR / FAN_OUTS[MIDDLE] / batch);
        return new TreeCosts(
                batch,
                point,
                topNode,
                Math.max(0, mean(descents) - child * mean(half)),
                child,
                leaf,
                Math.max(0, twoLevels - leaf - additions),
                lines);
    }

    private static void add(Contest contest, int leaves, int fanOut, int batch) {
        RandomStream stream =
                RandomStream.root(1).spawn("tree-costs").spawn(leaves).spawn(fanOut);
        PriorityIndex tree = IndexWork.filled(new OurTree(leaves, fanOut), leaves, stream);
        contest.add(draw(leaves, fanOut), List.of(IndexWork.draws(tree, batch, stream.spawn("draws"))));
        contest.add(update(leaves, fanOut), List.of(IndexWork.updates(tree, leaves, batch, stream.spawn("updates"))));
    }

    private static String draw(int leaves, int fanOut) {
        return "draw " + leaves + " " + fanOut;
    }

    private static String update(int leaves, int fanOut) {
        return "update " + leaves + " " + fanOut;
    }

    /** Returns the mean number of children that a search reads. */
    private static double searched(int fanOut) {
        return (fanOut + 1) / 2.0;
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Returns the slope of the line of least squares. */
    static double slope(double[] x, double[] y) {
        double meanX = mean(x);
        double meanY = mean(y);
        double covariance = 0;
        double variance = 0;
        for (int i = 0; i < x.length; i++) {
            covariance += (x[i] - meanX) * (y[i] - meanY);
            variance += (x[i] - meanX) * (x[i] - meanX);
        }
        return covariance / variance;
    }

    /** Returns the number of nodes of each level, leaves first. */
    static int[] nodes(int leaves, int fanOut) {
        int levels = 1;
        for (int count = leaves; count > Math.max(TOP, fanOut); count = (count + fanOut - 1) / fanOut) {
            levels++;
        }
        int[] nodes = new int[levels];
        nodes[0] = leaves;
        for (int level = 1; level < levels; level++) {
            nodes[level] = (nodes[level - 1] + fanOut - 1) / fanOut;
        }
        return nodes;
    }

    /** Returns the nanoseconds of a draw. */
    double draw(int[] nodes, int fanOut) {
        int top = nodes.length - 1;
        double nanos = point + topNode * nodes[top] / batch;
        for (int level = 0; level < top; level++) {
            double far = lines.read((long) nodes[level] * Long.BYTES, Math.max(1, fanOut / LINE));
            nanos += search + child * searched(fanOut) + far;
        }
        return nanos;
    }

    /** Returns the nanoseconds of an update; strata make almost all nodes of a batch distinct if they suffice. */
    double update(int[] nodes) {
        double nanos = leaf + lines.add((long) nodes[0] * Long.BYTES);
        for (int level = 1; level < nodes.length; level++) {
            double entries = Math.min(1, (double) nodes[level - 1] / batch);
            double distinct = Math.min(1, (double) nodes[level] / batch);
            nanos += merge * entries + distinct * (lines.nearAdd() + lines.add((long) nodes[level] * Long.BYTES));
        }
        return nanos;
    }

    MarkdownTable table() {
        return new MarkdownTable("constant", "ns")
                .row("a draw's point", point)
                .row("a node of the top, once a batch", topNode)
                .row("a level of a draw", search)
                .row("a child that a search passes", child)
                .row("an update's leaf", leaf)
                .row("a level of an update", merge);
    }
}
