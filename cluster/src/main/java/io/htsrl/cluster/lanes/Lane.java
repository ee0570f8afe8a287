package io.htsrl.cluster.lanes;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** A node that takes rows, as the learner knows it. Guarded by its {@link LaneBoard}. */
final class Lane {
    private final int id;
    private final String name;
    private final Consumer<byte[]> wire;
    private long heard;
    private boolean live = true;
    private boolean excluded;
    private final Map<NumberedOrder, Long> sent = new HashMap<>(); // the number that it has of each

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

    /** Sends the newest, unless it has that. */
    void send(NumberedOrder order) {
        if (!Objects.equals(sent.put(order, order.number()), order.number())) {
            wire.accept(order.bytes());
        }
    }

    /** An order that is made anew now and then, under the next number, and encoded when the first lane needs it. One thread. */
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
