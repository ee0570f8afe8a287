package io.htsrl.cluster.pekko;

import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.ShownText;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ShardServer;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardRequest;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;

/**
 * A node's end of the replay memory. It serves the node's shards over a separate link, so that columns do not delay
 * draws. It ends with the node's actor. Pekko calls it, one message at a time.
 */
final class ShardsActor extends StepActor {
    private static final Duration TICK = Duration.ofMillis(200);
    private static final long MOST = 1L << 31;

    private final ShardStore shards;
    private final Link link;

    private ShardsActor(ActorContext<Object> context, ShardStore shards, Link link) {
        super(context);
        this.shards = shards;
        this.link = link;
        on(Message.PieceOf.class, this::piece);
        on(Message.Confirmed.class, confirmed -> {
            if (confirmed.session() == link.session()) {
                link.confirmed(confirmed);
            }
        });
    }

    /** @param learner reference to the {@link ReplayActor} */
    static Behavior<Object> behavior(ShardStore shards, long session, ActorRef<Object> learner) {
        return behavior(TICK, context -> new ShardsActor(context, shards, new Link(session, learner, MOST)));
    }

    @Override
    void tick() {
        link.flush();
    }

    /** Ends this actor, which ends the node's actor and the run. */
    @Override
    void failed(Throwable fault) {
        throw new IllegalStateException(fault);
    }

    private void piece(Message.PieceOf of) {
        if (of.session() != link.session()) {
            return;
        }
        try {
            for (Parcel parcel : link.accept(of)) {
                if (parcel instanceof Parcel.OfShard to) {
                    byte[] answer = shards.serve(to.shards(), to.shard(), to.bytes());
                    link.send(Parcel.CODEC.encode(new Parcel.OfShard(to.shards(), to.shard(), to.number(), answer)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the learner sends what makes no sense", e);
        }
    }

    /** The shards that a node holds, each made with its first request. One thread at a time. */
    static final class ShardStore {
        private static final double USABLE = 0.85; // usable fraction of a heap: the collector needs room

        private final RunConfig config;
        private final double room;
        private final Map<Integer, ShardServer> servers = new TreeMap<>();
        private ReplayConfig memory; // null before the first request
        private double needed; // bytes of all shards here when they are full

        /**
         * Creates a store without shards.
         *
         * @param config checked
         * @param heap   bytes that this process may use
         */
        public ShardStore(RunConfig config, double heap) {
            this.config = config;
            this.room = heap * USABLE;
        }

        /**
         * Executes a request to a shard.
         *
         * @param shards number of shards of the memory
         * @return the answer's bytes; a failure is an answer too
         */
        public byte[] serve(int shards, int shard, byte[] request) {
            try {
                ShardServer server = servers.get(shard);
                if (server == null) {
                    server = make(shards, shard);
                }
                return ShardAnswer.CODEC.encode(server.serve(ShardRequest.CODEC.decode(request)));
            } catch (IOException | RuntimeException | OutOfMemoryError e) {
                return ShardAnswer.CODEC.encode(new ShardAnswer.Refused(ShownText.reason(e)));
            }
        }

        private ShardServer make(int shards, int shard) {
            if (memory == null) {
                if (!(config.algorithm() instanceof Replaying replaying)) {
                    throw new IllegalStateException(config.algorithm().algorithm() + " has no replay memory");
                }
                memory = replaying.memory(config.bankShape(config.ask(Environment::spec)));
            }
            if (shard < 0 || shard >= shards || shards > memory.environments()) {
                throw new IllegalArgumentException("there is no shard " + shard + " of " + shards);
            }
            double more = ShardServer.heapBytes(memory, shards, shard);
            if (needed + more > room) {
                throw new IllegalStateException(String.format(
                        Locale.ROOT,
                        "%s of the replay memory need %.0f MiB of heap, and this node has room for %.0f MiB: give it"
                                + " more with HTS_JAVA_OPTS=-Xmx%.0fg, or take more --replay-nodes",
                        servers.isEmpty() ? "a shard" : servers.size() + 1 + " shards",
                        (needed + more) / (1 << 20),
                        room / (1 << 20),
                        Math.ceil((needed + more) / USABLE / (1 << 30))));
            }
            ShardServer made = new ShardServer(memory, shards, shard);
            needed += more;
            servers.put(shard, made);
            return made;
        }
    }
}
