package io.htsrl.papers.simulated;

/**
 * A cluster on paper. Immutable; times in seconds.
 *
 * @param nodes        that take part at once
 * @param perNode      environments of each, all stepped at once: as many executors
 * @param steps        α, of an interval
 * @param stepTime     mean of a step, drawn from an exponential distribution
 * @param policyBytes  φ, once to each node and interval
 * @param columnBytes  of a full column and its end state
 * @param bandwidth    of the learner's link, each way, in bytes a second
 * @param lostPerHour  part of the nodes that are taken away in an hour, without a word
 * @param replacement  until a fresh node has joined
 * @param stragglers   part of the units for which a machine is five times as slow
 * @param lease        how long a node may be silent
 */
record Model(
        int nodes,
        int perNode,
        int steps,
        double stepTime,
        double policyBytes,
        double columnBytes,
        double bandwidth,
        double lostPerHour,
        double replacement,
        double stragglers,
        double lease) {
    /** Of a message, one way. */
    static final double LATENCY = 0.0005;
    /** How much a straggler is slower. */
    static final double SLOWDOWN = 5;
    /** The learner's looks at its leases. */
    static final double TICK = 0.1;

    int columns() {
        return nodes * perNode;
    }

    /** The cost model of docs/how-to/cluster.md, without losses and stragglers; at most, for a link carries both ways at once. */
    double expected() {
        return rollout() + (policyBytes * nodes + columnBytes * columns()) / bandwidth + 2e-3;
    }

    /** The longest of all columns, on average: a sum of many steps is nearly normal. */
    private double rollout() {
        double spread = Math.sqrt(2 * Math.log(Math.max(2, columns())));
        return stepTime * (steps + (columns() == 1 ? 0 : Math.sqrt(steps) * spread));
    }

    Model with(int newNodes) {
        return new Model(
                newNodes,
                perNode,
                steps,
                stepTime,
                policyBytes,
                columnBytes,
                bandwidth,
                lostPerHour,
                replacement,
                stragglers,
                lease);
    }

    Model with(double newLostPerHour, double newStragglers) {
        return new Model(
                nodes,
                perNode,
                steps,
                stepTime,
                policyBytes,
                columnBytes,
                bandwidth,
                newLostPerHour,
                replacement,
                newStragglers,
                lease);
    }
}
