package io.htsrl.cluster;

import io.htsrl.cluster.door.HostPort;
import io.htsrl.cluster.pekko.ClusterRollouts;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import io.htsrl.replay.ReplayMemory;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.rollouts.RolloutGauges;
import io.htsrl.trainer.rollouts.Rollouts;
import java.util.function.Consumer;

/** A run's cluster with the processes that were started for it. Thread rule of {@link Rollouts}. */
final class Session implements Rollouts {
    private final ClusterRollouts rollouts;
    private final LocalNodes local;
    private final int replayNodes;

    private Session(ClusterRollouts rollouts, LocalNodes local, int replayNodes) {
        this.replayNodes = replayNodes;
        this.rollouts = rollouts;
        this.local = local;
    }

    /** @throws ConfigurationException when nodes do not come */
    static Rollouts begin(ClusterSettings settings, ClusterRollouts rollouts, Consumer<String> tell) {
        HostPort address = rollouts.address();
        LocalNodes local = new LocalNodes();
        Session session = new Session(rollouts, local, settings.replayNodes());
        boolean begun = false;
        try {
            if (settings.nodes() > 0) {
                tell.accept("waits for " + settings.nodes() + " at " + address + ": hts node --join " + address
                        + settings.secretFile()
                                .map(file -> " --secret-file " + file)
                                .orElse("")
                        + (settings.tls().wanted() ? " --tls-keystore ... --tls-truststore ..." : ""));
            }
            local.start(settings.localNodes(), address, settings.secretFile(), settings.tls());
            if (!rollouts.await(settings.all(), settings.nodeTimeout())) {
                throw new ConfigurationException(new Violations()
                        .add(
                                settings.nodes() > 0 ? "--nodes" : "--local-nodes",
                                settings.nodes() > 0 ? settings.nodes() : settings.localNodes(),
                                "must all join within --node-timeout ("
                                        + settings.nodeTimeout().toSeconds() + " s), and have not",
                                "start each with 'hts node --join " + address
                                        + "', give --node-timeout 10m, or ask for fewer: more may join later"));
            }
            begun = true;
            return session;
        } finally {
            if (!begun) {
                session.close();
            }
        }
    }

    @Override
    public void fill(long interval, float[] parameters, StorageBank bank, StorageBank filled) {
        rollouts.fill(interval, parameters, bank, filled);
    }

    @Override
    public ReplayMemory.Maker memories(ReplayMemory.Maker made) {
        return replayNodes == 0 ? made : rollouts.memoriesOn(replayNodes);
    }

    @Override
    public RolloutGauges gauges() {
        return rollouts.gauges();
    }

    @Override
    public void close() {
        try {
            rollouts.close();
        } finally {
            local.close();
        }
    }
}
