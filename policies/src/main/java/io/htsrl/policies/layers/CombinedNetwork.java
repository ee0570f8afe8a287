package io.htsrl.policies.layers;

import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.Layer;
import io.htsrl.policies.network.LayerGraph;
import io.htsrl.policies.network.MlpConfig;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Network for observations of several parts, as {@code CombinedExtractor} of Stable-Baselines3: an encoder for each
 * part, their features joined, then the layers of an mlp. Images pass convolutions, those of Mnih et al. 2015 where
 * they are large enough, else one as in MinAtar; one-hot parts pass an embedding, vectors nothing. Stateless, any
 * thread.
 */
public final class CombinedNetwork extends LayeredNetwork<CombinedNetwork.Combined> {
    /** Name for {@code --network}. */
    public static final String NAME = "combined";

    private static final int LARGE = 36;
    private static final int IMAGE_UNITS = 256;
    private static final int SMALL_IMAGE_UNITS = 128;
    private static final int EMBEDDING = 32;

    /**
     * Settings.
     *
     * @param layers the dense layers behind the encoders; without normalised observations
     * @param critic parts for the value alone
     */
    public record Combined(MlpConfig layers, CriticParts critic) {
        public Combined {
            critic = critic == null ? new CriticParts(Optional.empty()) : critic; // not set
        }
    }

    /**
     * Parts for the value alone: an asymmetric actor-critic (Pinto et al. 2017, arXiv:1710.06542).
     *
     * @param criticSees names of parts, with commas between
     */
    @SettingGroup("Network")
    public record CriticParts(
            @Setting(
                    label = "NAME,NAME",
                    onlyWith = "network=combined",
                    help = "Parts of the observation that the value or the critics read and the policy does not.")
            Optional<String> criticSees) {

        List<String> names() {
            return criticSees.map(names -> Arrays.asList(names.split(",", -1))).orElse(List.of());
        }
    }

    public CombinedNetwork() {
        super(Combined.class);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "an encoder for each part of the observation, then dense layers";
    }

    @Override
    public List<Class<? extends Record>> settings() {
        return List.of(CriticParts.class); // the others are those of mlp
    }

    @Override
    protected String description(Combined settings) {
        return "an encoder for each part, " + settings.layers().description()
                + settings.critic()
                        .criticSees()
                        .map(names -> ", critic alone sees " + names)
                        .orElse("");
    }

    @Override
    protected boolean sharedTorso(Combined settings) {
        return settings.layers().sharedTorso();
    }

    @Override
    protected boolean normalizesBatches(Combined settings) {
        return settings.layers().batchNorm();
    }

    @Override
    protected void check(Combined settings, Violations violations) {
        settings.layers().check(violations);
    }

    @Override
    protected void check(Combined settings, ObservationSpace frame, int frameStack, Violations violations) {
        List<String> parts = new LayerGraph(frame, frameStack)
                .parts().stream().map(ObservationPart::name).toList();
        List<String> hidden = settings.critic().names();
        if (parts.containsAll(hidden) && !hidden.containsAll(parts)) {
            super.check(settings, frame, frameStack, violations);
            return;
        }
        boolean single = parts.size() == 1;
        violations.add(
                "--critic-sees",
                String.join(",", hidden),
                single
                        ? "must name some of the observation's parts, and it has one part alone"
                        : "must name some of the parts " + String.join(", ", parts) + ", and leave one to the policy",
                single
                        ? "leave it out, or let the environment observe more, as by --env-option state=true"
                        : "give " + parts.get(0) + ", for example");
    }

    @Override
    protected Map<String, Object> separate(Combined settings) {
        Map<String, Object> own = new TreeMap<>(settings.layers().separate());
        settings.critic().criticSees().ifPresent(names -> own.put("--critic-sees", names));
        return own;
    }

    @Override
    protected Layer torso(Combined settings, LayerGraph graph) {
        List<String> hidden = settings.critic().names();
        return settings.layers().addTo(graph, encoded(graph, graph.torso().equals("policy") ? hidden : List.of()));
    }

    @Override
    protected Layer critic(Combined settings, LayerGraph graph) {
        Layer joined = graph.withAction(encoded(graph, List.of()));
        return settings.layers().ofValues().addTo(graph, joined);
    }

    /** Adds the encoders of all parts but some, and joins their features. */
    private static Layer encoded(LayerGraph graph, List<String> hidden) {
        Layer x = null;
        for (ObservationPart part : graph.parts()) {
            if (!hidden.contains(part.name())) {
                Layer encoded = encoded(part, graph);
                x = x == null ? encoded : graph.concatenation(x, encoded);
            }
        }
        return x;
    }

    private static Layer encoded(ObservationPart part, LayerGraph graph) {
        return switch (part.kind()) {
            case VECTOR -> graph.features(part);
            case ONE_HOT -> graph.embedding(graph.features(part), EMBEDDING);
            case IMAGE -> convolved(graph.image(part), graph);
        };
    }

    private static Layer convolved(Layer image, LayerGraph graph) {
        boolean large = Math.min(image.height(), image.width()) >= LARGE;
        Layer x = image;
        if (large) {
            x = relu(graph, graph.convolution(x, 32, 8, 4, 0));
            x = relu(graph, graph.convolution(x, 64, 4, 2, 0));
            x = relu(graph, graph.convolution(x, 64, 3, 1, 0));
        } else if (Math.min(image.height(), image.width()) >= 3) {
            x = relu(graph, graph.convolution(x, 16, 3, 1, 0));
        }
        return relu(graph, graph.dense(x, large ? IMAGE_UNITS : SMALL_IMAGE_UNITS));
    }

    private static Layer relu(LayerGraph graph, Layer x) {
        return graph.activation(x, Activation.RELU);
    }
}
