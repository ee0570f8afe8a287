package io.htsrl.cluster.lanes;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The learner's state of a node that computes rows. Guarded by its {@link LaneBoard}. */
final class Lane {
    private final int id;
    private final String name;
    private final Consumer<byte[]> wire;
    private long heard;
    private boolean live = true;
    private boolean excluded;
    private final Map<NumberedOrder, Long> sent = new HashMap<>(); // number of the newest version sent of each order

    /** @param wire sends orders without waiting */
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

    /** Excludes this lane from new rows until {@link #returns}. */
    void rests() {
        live = false;
    }

    /** Excludes this lane from new rows for good. */
    void exclude() {
        live = false;
        excluded = true;
    }

    /** Records that the node sends again. */
    void returns() {
        live = !excluded;
    }

    void send(byte[] order) {
        wire.accept(order);
    }

    /** Sends the newest version of an order, unless the node has it. */
    void send(NumberedOrder order) {
        if (!Objects.equals(sent.put(order, order.number()), order.number())) {
            wire.accept(order.bytes());
        }
    }

    /**
     * An order that changes now and then. Each version has the next number and is encoded when the first lane needs it.
     * One thread.
     */
    static final class NumberedOrder {
        private long number = -1;
        private LongFunction<LaneOrder> maker;
        private byte[] bytes;

        void next(LongFunction<LaneOrder> newMaker) {
            number++;
            maker = newMaker;
            bytes = null;
        }

        long number() {
            return number;
        }

        byte[] bytes() {
            if (bytes == null) {
                bytes = LaneOrder.CODEC.encode(maker.apply(number));
            }
            return bytes;
        }
    }
}
