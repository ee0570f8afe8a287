package io.htsrl.papers.simulated;

/**
 * Model of a cluster. Immutable; times in seconds.
 *
 * @param nodes number of concurrent nodes
 * @param perNode environments of each node, each with its own executor
 * @param steps α, steps of an interval
 * @param stepTime mean time of a step, exponentially distributed
 * @param policyBytes size of φ, sent once to each node in each interval
 * @param columnBytes size of a full column and its end state
 * @param bandwidth bytes per second of the learner's link, each way
 * @param lostPerHour share of the nodes that vanish in an hour
 * @param replacement time until a fresh node has joined
 * @param stragglers share of the units for which a machine is five times slower
 * @param lease maximum silence of a node
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
    /** Latency of a message, one way. */
    static final double LATENCY = 0.0005;
    /** Factor by which a straggler is slower. */
    static final double SLOWDOWN = 5;
    /** Interval at which the learner checks its leases. */
    static final double TICK = 0.1;

    int columns() {
        return nodes * perNode;
    }

    /**
     * Returns the time of an interval without losses and stragglers by docs/how-to/cluster.md: an upper bound, as the
     * link is full duplex.
     */
    double expected() {
        return rollout() + (policyBytes * nodes + columnBytes * columns()) / bandwidth + 2e-3;
    }

    /** Returns the mean time of the slowest column; a sum of many steps is nearly normal. */
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
