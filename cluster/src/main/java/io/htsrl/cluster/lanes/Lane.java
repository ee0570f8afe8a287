package io.htsrl.cluster.lanes;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** The learner's state of a node that computes rows. Guarded by its {@link LaneBoard}. */
final class Lane {
    final String name;
    final Consumer<byte[]> wire; // sends orders without waiting
    long lastMessage;
    boolean live = true; // whether it gets new rows
    boolean excluded; // whether it gets no rows any more
    private final Map<NumberedOrder, Long> sent = new HashMap<>(); // number of the newest version sent of each order

    Lane(String name, Consumer<byte[]> wire, long now) {
        this.name = name;
        this.wire = wire;
        this.lastMessage = now;
    }

    void send(LaneOrder order) {
        wire.accept(LaneOrder.CODEC.encode(order));
    }

    /** Sends the newest version of an order, unless the node has it. */
    void send(NumberedOrder order) {
        if (!Objects.equals(sent.put(order, order.number), order.number)) {
            wire.accept(order.bytes());
        }
    }

    /**
     * An order that changes now and then. Each version has the next number and is encoded when the first lane needs it.
     * One thread.
     */
    static final class NumberedOrder {
        long number = -1;
        private LongFunction<LaneOrder> maker;
        private byte[] bytes;

        void next(LongFunction<LaneOrder> newMaker) {
            number++;
            maker = newMaker;
            bytes = null;
        }

        byte[] bytes() {
            if (bytes == null) {
                bytes = LaneOrder.CODEC.encode(maker.apply(number));
            }
            return bytes;
        }
    }
}
