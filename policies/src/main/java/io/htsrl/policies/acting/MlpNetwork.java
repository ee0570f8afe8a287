package io.htsrl.policies.acting;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.policies.layers.LayeredPolicy;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.LayerGraph;
import io.htsrl.policies.network.LayeredLayout;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkDefinition;
import io.htsrl.policies.network.NetworkLayout;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.normalize.NormalizedPolicy;
import java.util.List;

/**
 * Multi-layer perceptron: {@link MlpPolicy} where it {@link MlpConfig#isPlain}, else a {@link LayeredPolicy}.
 * Stateless, any thread.
 */
public final class MlpNetwork implements NetworkDefinition {
    @Override
    public String name() {
        return MlpConfig.NAME;
    }

    @Override
    public String summary() {
        return "dense layers";
    }

    @Override
    public List<Class<? extends Record>> settings() {
        return List.of(MlpConfig.class);
    }

    @Override
    public NetworkConfig configure(Settings settings) {
        return settings.record(MlpConfig.class);
    }

    @Override
    public PolicyNetwork create(
            NetworkConfig config, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        MlpConfig mlp = (MlpConfig) config;
        if (!mlp.normalization().normObs()) {
            return raw(mlp, frame, frameStack, first, heads);
        }
        // it reads assembled stacks as rows
        ObservationSpace rows = ObservationSpace.floats(Math.multiplyExact(frameStack, frame.size()));
        return new NormalizedPolicy(
                raw(mlp, rows, 1, first, heads),
                frame.size(),
                mlp.normalization().clipObs());
    }

    @Override
    public NetworkLayout critic(
            NetworkConfig config, ObservationSpace frame, int frameStack, int actionWidth, int outputs) {
        MlpConfig mlp = ((MlpConfig) config).ofValues();
        int inputs = Math.multiplyExact(frameStack, frame.size());
        if (mlp.isPlain()) {
            return new MlpLayout(Math.addExact(inputs, actionWidth), outputs, mlp, Heads.Q);
        }
        boolean rows = ((MlpConfig) config).normalization().normObs(); // as in create
        LayerGraph graph = rows
                ? new LayerGraph(ObservationSpace.floats(inputs), 1, actionWidth)
                : new LayerGraph(frame, frameStack, actionWidth);
        return new LayeredLayout(
                FirstHead.of(outputs), Heads.Q, graph, true, own -> mlp.addTo(own, own.withAction(own.features())));
    }

    private static PolicyNetwork raw(
            MlpConfig mlp, ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        if (mlp.isPlain()) {
            return new MlpPolicy(frame, frameStack, first, mlp, heads);
        }
        return new LayeredPolicy(new LayeredLayout(
                first,
                heads,
                new LayerGraph(frame, frameStack),
                mlp.sharedTorso(),
                graph -> mlp.addTo(graph, graph.features())));
    }
}
