package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.Hand;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.ParcelCodec;

/** A node that was let in, as the learner's actor has it: a hand at the other end of a link. The actor's thread. */
final class NodeLink implements Hand {
    private final int id;
    private final String name;
    private final Link link;
    private final PolicyBytes policies;
    private long version = -1; // of the parameters that the node has

    NodeLink(int id, String name, Link link, PolicyBytes policies) {
        this.id = id;
        this.name = name;
        this.link = link;
        this.policies = policies;
    }

    Link link() {
        return link;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void work(ColumnUnit unit, float[] parameters) {
        if (version != unit.version()) {
            version = unit.version();
            link.send(policies.of(version, parameters));
        }
        link.send(ParcelCodec.encode(new Parcel.Work(unit)));
    }
}
