package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.cluster.columns.UnitThread;
import io.htsrl.cluster.wire.Allowance;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.Relay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The parameters that a node acts with, from the learner or another node, and the units that wait for them. Its actor.
 */
final class NodeParameters {
    private final Relay relay;
    private final UnitThread units;
    private final List<ColumnUnit> waiting = new ArrayList<>(); // all of one version
    private Parcel.Policy policy; // null before the first

    NodeParameters(Relay relay, UnitThread units) {
        this.relay = relay;
        this.units = units;
    }

    /** Accepts parameters that the learner has sent. */
    void policy(Parcel.Policy newer) {
        if (!relay.sent(newer, System.nanoTime())) {
            throw new IllegalStateException("the learner's parameters have not the digest that it has said");
        }
        have(newer);
    }

    void plan(Parcel.Plan plan) {
        relay.plan(plan, System.nanoTime()).ifPresent(this::have);
    }

    void handed(Message.Handed handed) {
        relay.handed(handed, System.nanoTime()).ifPresent(this::have);
    }

    void taken(Message.Taken taken) {
        relay.taken(taken, System.nanoTime());
    }

    /** Returns the request for parameters that the learner should send, if any; to be called regularly. */
    Optional<Parcel.Want> tick() {
        return relay.tick(System.nanoTime()) ? Optional.of(new Parcel.Want(relay.version())) : Optional.empty();
    }

    void work(ColumnUnit unit) {
        if (policy != null && policy.version() == unit.version()) {
            units.submit(unit, policy.parameters());
        } else if (relay.expects(unit.version())) {
            waiting.removeIf(earlier -> earlier.version() != unit.version());
            waiting.add(unit);
        } else {
            throw new IllegalStateException("a unit came without its policy");
        }
    }

    private void have(Parcel.Policy newer) {
        policy = newer;
        List<ColumnUnit> now = List.copyOf(waiting);
        waiting.clear();
        now.stream().filter(unit -> unit.version() == newer.version()).forEach(this::work);
    }

    /**
     * Sends parcels to the learner for a node's units and lane. Any thread; it blocks while too many bytes wait to be
     * sent.
     *
     * @param out     sends a parcel's bytes
     * @param waiting bytes that have not arrived
     */
    record NodeReports(Consumer<byte[]> out, Allowance waiting) implements UnitThread.Reports {
        @Override
        public void accept(ColumnResult result) {
            send(new Parcel.Full(result));
        }

        @Override
        public void missing(ColumnUnit unit) {
            send(new Parcel.Missing(unit.interval(), unit.attempt()));
        }

        @Override
        public void failed(ColumnUnit unit, String message) {
            send(new Parcel.Failed(unit.interval(), unit.attempt(), message));
        }

        void send(Parcel parcel) {
            byte[] bytes = Parcel.CODEC.encode(parcel);
            waiting.take(bytes.length);
            out.accept(bytes);
        }
    }
}
