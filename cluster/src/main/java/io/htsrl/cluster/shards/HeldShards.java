package io.htsrl.cluster.shards;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.error.Reasons;
import io.htsrl.learners.offpolicy.Replaying;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ShardServer;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardCodec;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The shards that a node holds, each made when it is first spoken to. One thread at a time. */
public final class HeldShards {
    private static final double USABLE = 0.85; // of a heap: the collector needs room

    private final RunConfig config;
    private final double room;
    private final Map<Integer, ShardServer> servers = new TreeMap<>();
    private ReplayConfig memory; // null until the first
    private double needed; // bytes of all shards here when they are full

    /**
     * None yet.
     *
     * @param config checked
     * @param heap   bytes that this process may have
     */
    public HeldShards(RunConfig config, double heap) {
        this.config = config;
        this.room = heap * USABLE;
    }

    /**
     * Does what a shard is asked.
     *
     * @param shards of the memory
     * @return the answer's bytes; whatever goes wrong is an answer too
     */
    public byte[] serve(int shards, int shard, byte[] request) {
        try {
            ShardServer server = servers.get(shard);
            if (server == null) {
                server = make(shards, shard);
            }
            return ShardCodec.encode(server.serve(ShardCodec.request(request)));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return ShardCodec.encode(new ShardAnswer.Refused(Reasons.of(e)));
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
                    "%s of the replay memory need %.0f MiB of heap, and this node has room for %.0f MiB: give it more with "
                            + "HTS_JAVA_OPTS=-Xmx%.0fg, or take more --replay-nodes",
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
