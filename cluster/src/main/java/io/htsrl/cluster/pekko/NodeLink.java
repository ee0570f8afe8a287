package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.table.ClusterMetrics;
import io.htsrl.cluster.table.ClusterMetrics.NodeMetrics;
import io.htsrl.cluster.table.ColumnWorker;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.Piece;

/** An admitted node, as the learner's actor sees it: a worker at the other end of a link. The actor's thread. */
final class NodeLink implements ColumnWorker {
    private static final long NONE = -1;

    private final int id;
    private final String name;
    private final String address;
    private final Link link;
    private final Broadcast broadcast;
    private final NodeMetrics metrics;
    private long version = NONE; // version of the parameters that the node has
    private long underWay = NONE; // number of the parcel with them
    private int pieces; // its number of unconfirmed pieces
    private long heard = System.nanoTime();

    NodeLink(int id, String name, String address, Link link, Broadcast broadcast, ClusterMetrics all) {
        this.id = id;
        this.name = name;
        this.address = address;
        this.link = link;
        this.broadcast = broadcast;
        this.metrics = all.joined(id, name, link::bytesOut, link::bytesIn, System.nanoTime());
    }

    /** Returns the address at which other nodes reach it. */
    String address() {
        return address;
    }

    Link link() {
        return link;
    }

    /** Records that a message of it has arrived. */
    void heard(long now) {
        heard = now;
    }

    /** Returns the nanoseconds since its last message. */
    long silent(long now) {
        return now - heard;
    }

    NodeMetrics metrics() {
        return metrics;
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
            send(unit.interval(), unit.version(), broadcast.encoded(unit.version(), parameters));
        }
        link.send(Parcel.CODEC.encode(new Parcel.Work(unit)));
        metrics.track().given(unit, System.nanoTime());
    }

    /** Sends parameters, which all units of that version use. */
    void send(long interval, long newest, byte[] policy) {
        version = newest;
        metrics.track().sent(interval, policy.length, System.nanoTime());
        pieces = Piece.count(policy.length);
        underWay = link.send(policy);
    }

    /** Records that the node receives this version from another node. */
    void willHave(long newest) {
        version = newest;
    }

    void confirmed(Message.Confirmed confirmed) {
        if (confirmed.parcel() == underWay && --pieces == 0) {
            underWay = NONE;
            metrics.track().arrived(System.nanoTime());
        }
        link.confirmed(confirmed);
    }
}
