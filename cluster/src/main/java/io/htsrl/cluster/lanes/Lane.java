package io.htsrl.cluster.lanes;

import java.util.function.Consumer;

/** A node that takes rows, as the learner knows it. Guarded by its {@link LaneBoard}. */
final class Lane {
    private final int id;
    private final String name;
    private final Consumer<byte[]> wire;
    private long heard;
    private boolean live = true;
    private boolean excluded;
    private long bank = -1; // that it has
    private long version = -1; // of the parameters that it has

    /** @param wire sends orders, never waits */
    Lane(int id, String name, Consumer<byte[]> wire, long now) {
        this.id = id;
        this.name = name;
        this.wire = wire;
        this.heard = now;
    }

    int id() {
        return id;
    }

    String name() {
        return name;
    }

    boolean live() {
        return live;
    }

    void heard(long now) {
        heard = now;
    }

    long silent(long now) {
        return now - heard;
    }

    /** Gets no rows until {@link #returns}. */
    void rests() {
        live = false;
    }

    /** Gets none any more. */
    void exclude() {
        live = false;
        excluded = true;
    }

    /** It is heard of again. */
    void returns() {
        live = !excluded;
    }

    void send(byte[] order) {
        wire.accept(order);
    }

    void sendRows(NodeLanes.Rows rows) {
        if (bank != rows.number()) {
            bank = rows.number();
            wire.accept(rows.bytes());
        }
    }

    void sendParameters(LaneNetwork.Parameters parameters) {
        if (version != parameters.version()) {
            version = parameters.version();
            wire.accept(parameters.bytes());
        }
    }
}
