package io.htsrl.cluster.pekko;

import io.htsrl.cluster.pekko.ReplayNodes.PendingAnswers;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.replay.wire.ShardAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * The learner's end of a replay memory whose shards are on nodes. It has a link to each node, over which requests and
 * answers are sent in order. A lost node's data exists nowhere else, so its loss fails all requests. Pekko calls it,
 * one message at a time.
 */
final class ReplayActor extends StepActor {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final long MOST = 1L << 31;

    /** A node was admitted. */
    record Joined(long session, String name, ActorRef<Object> node) {}

    /** A node has left for good. */
    record Left(long session, String why) {}

    /** Places the shards on the first {@code nodes} nodes present; completed with their names. */
    record Place(int nodes, int shards, CompletableFuture<List<String>> names) {}

    /** A request; its answer has the same number. */
    record Send(int shard, long number, byte[] request) {}

    /** Requests the number of bytes sent and received. */
    record Bytes(CompletableFuture<Long> count) {}

    private record Holder(String name, Link link) {}

    private final PendingAnswers pending;
    private final Runnable heard;
    private final Map<Long, Holder> there = new LinkedHashMap<>(); // by session, in order of joining
    private final List<Holder> placed = new ArrayList<>();
    private int shards;

    private ReplayActor(ActorContext<Object> context, PendingAnswers pending, Runnable heard) {
        super(context);
        this.pending = pending;
        this.heard = heard;
        on(Message.PieceOf.class, this::piece);
        on(Message.Confirmed.class, this::confirmed);
        on(Send.class, this::send);
        on(Joined.class, this::joined);
        on(Left.class, left -> gone(left.session(), left.why()));
        on(Place.class, this::place);
        on(
                Bytes.class,
                bytes -> bytes.count()
                        .complete(placed.stream()
                                .mapToLong(holder -> holder.link().bytes())
                                .sum()));
    }

    /** @param heard called with each message of a node */
    static Behavior<Object> behavior(PendingAnswers pending, Runnable heard) {
        return behavior(TICK, context -> new ReplayActor(context, pending, heard));
    }

    @Override
    void tick() {
        placed.forEach(holder -> holder.link().flush());
    }

    /** Ends the run on an internal fault, since ending this actor would leave the run waiting. */
    @Override
    void failed(Throwable fault) {
        pending.end(new RunFailedException("the replay memory on nodes failed: " + fault, -1, fault));
    }

    private void joined(Joined joined) {
        ActorRef<Object> theirs = Host.below(getContext().getSystem(), joined.node(), Host.SHARDS);
        there.put(joined.session(), new Holder(joined.name(), new Link(joined.session(), theirs, MOST)));
    }

    private void place(Place place) {
        there.values().stream().limit(place.nodes()).forEach(placed::add);
        shards = place.shards();
        place.names().complete(placed.stream().map(Holder::name).toList());
    }

    private void gone(long session, String why) {
        Holder gone = there.remove(session);
        if (placed.contains(gone)) {
            pending.end(lost(gone, why));
        }
    }

    private RunFailedException lost(Holder gone, String why) {
        String held = IntStream.range(0, shards)
                .filter(shard -> holder(shard) == gone)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(", "));
        return new RunFailedException(
                gone.name() + " " + why + ", and with it " + (held.contains(",") ? "shards " : "shard ") + held + " of "
                        + shards
                        + " of the replay memory, which no other machine holds: go on from the last checkpoint "
                        + "with 'hts resume'",
                -1,
                null);
    }

    /** Returns the node of a shard. Neighbouring shards are on one node. */
    private Holder holder(int shard) {
        return placed.get((int) ((long) shard * placed.size() / shards));
    }

    private void send(Send send) {
        holder(send.shard())
                .link()
                .send(Parcel.CODEC.encode(new Parcel.OfShard(shards, send.shard(), send.number(), send.request())));
    }

    private void piece(Message.PieceOf of) {
        Holder from = there.get(of.session());
        if (from == null) {
            return;
        }
        heard.run();
        try {
            for (Parcel parcel : from.link().accept(of)) {
                if (parcel instanceof Parcel.OfShard answer) {
                    pending.answered(answer.number(), ShardAnswer.CODEC.decode(answer.bytes()));
                }
            }
        } catch (IOException e) {
            gone(of.session(), "sends what makes no sense (" + e.getMessage() + ")");
        }
    }

    private void confirmed(Message.Confirmed confirmed) {
        Holder from = there.get(confirmed.session());
        if (from != null) {
            heard.run();
            from.link().confirmed(confirmed);
        }
    }
}
