package io.htsrl.cluster.pekko;

import io.htsrl.cluster.shards.HeldShards;
import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.ParcelCodec;
import java.io.IOException;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/**
 * A node's end of the replay memory: serves the shards that it holds, over a link of its own, so that no column is in a
 * draw's way. Ends with its node's actor. Pekko calls it, one message at a time.
 */
final class ShardsActor extends AbstractBehavior<Object> {
    private static final Duration TICK = Duration.ofMillis(200);
    private static final long MOST = 1L << 31;

    private enum Tick {
        NOW
    }

    private final HeldShards held;
    private final Link link;

    private ShardsActor(ActorContext<Object> context, HeldShards held, Link link) {
        super(context);
        this.held = held;
        this.link = link;
    }

    /** @param learner the {@link ReplayActor} */
    static Behavior<Object> behavior(HeldShards held, long session, ActorRef<Object> learner) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(Tick.NOW, TICK);
            return new ShardsActor(context, held, new Link(session, learner, MOST));
        }));
    }

    @Override
    public Receive<Object> createReceive() {
        return newReceiveBuilder()
                .onMessage(Message.PieceOf.class, this::piece)
                .onMessage(Message.Confirmed.class, confirmed -> {
                    if (confirmed.session() == link.session()) {
                        link.confirmed(confirmed);
                    }
                    return this;
                })
                .onMessageEquals(Tick.NOW, () -> {
                    link.flush();
                    return this;
                })
                .build();
    }

    private Behavior<Object> piece(Message.PieceOf of) throws IOException {
        if (of.session() == link.session()) {
            for (Parcel parcel : link.accept(of)) { // what makes no sense ends this actor, and with it the run
                if (parcel instanceof Parcel.OfShard to) {
                    byte[] answer = held.serve(to.shards(), to.shard(), to.bytes());
                    link.send(ParcelCodec.encode(new Parcel.OfShard(to.shards(), to.shard(), to.number(), answer)));
                }
            }
        }
        return this;
    }
}
