package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.Parcel;
import io.htsrl.cluster.table.ColumnWorker;
import io.htsrl.cluster.table.NodeMetrics;

/** An admitted node, as the learner's actor sees it: a worker at the other end of a link. The actor's thread. */
record NodeLink(int id, String name, Link link, PolicyBytes policies, NodeMetrics metrics) implements ColumnWorker {

    /** The encoded parameters of the newest version, which are the same for all nodes. */
    static final class PolicyBytes {
        private long version = -1;
        private byte[] bytes;

        byte[] of(long newest, float[] parameters) {
            if (newest != version) {
                bytes = new Parcel.Policy(newest, parameters).encoded();
                version = newest;
            }
            return bytes;
        }
    }

    @Override
    public void work(ColumnUnit unit, float[] parameters) {
        long now = System.nanoTime();
        if (metrics.lacks(unit.version())) {
            byte[] policy = policies.of(unit.version(), parameters);
            link.send(policy, now);
            metrics.sent(unit, policy.length, link.bytesOut(), now);
        }
        link.send(new Parcel.Work(unit).encoded(), now);
        metrics.given(unit, now);
    }

    void confirmed(Message.Confirmed confirmed) {
        long now = System.nanoTime();
        link.confirmed(confirmed, now);
        metrics.confirmed(link.confirmedBytes(), now);
    }
}
