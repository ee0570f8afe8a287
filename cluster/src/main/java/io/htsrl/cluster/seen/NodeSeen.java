package io.htsrl.cluster.seen;

import io.htsrl.cluster.table.Coordinator;
import io.htsrl.trainer.rollouts.NodeGauge;
import java.util.function.LongSupplier;

/** One node, as others are to see it. The learner's actor. */
public final class NodeSeen {
    private final int id;
    private final String name;
    private final LongSupplier out;
    private final LongSupplier in;
    private final Rate outRate;
    private final Rate inRate;
    private final NodeTrack track;
    private long filled;

    NodeSeen(int id, String name, LongSupplier out, LongSupplier in, NodeTrack track, long now) {
        this.id = id;
        this.name = name;
        this.out = out;
        this.in = in;
        this.outRate = new Rate(now);
        this.inRate = new Rate(now);
        this.track = track;
    }

    public NodeTrack track() {
        return track;
    }

    /** A column has come from it. */
    public void column(long interval, int attempt, long now) {
        filled++;
        track.column(interval, attempt, now);
    }

    NodeGauge gauge(Coordinator coordinator, int executors, long now) {
        return new NodeGauge(
                name,
                coordinator.state(id),
                executors,
                coordinator.held(id),
                filled,
                outRate.at(out.getAsLong(), now),
                inRate.at(in.getAsLong(), now));
    }
}
