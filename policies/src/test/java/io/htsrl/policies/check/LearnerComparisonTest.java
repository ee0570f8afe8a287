package io.htsrl.policies.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationPart;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.acting.RecurrentConfig;
import io.htsrl.policies.check.LearnerComparison.Head;
import io.htsrl.policies.check.ProbeRows.ProbeParameters;
import io.htsrl.policies.check.SelfCheck.LearnerPass;
import io.htsrl.policies.layers.CombinedNetwork;
import io.htsrl.policies.layers.LayeredConfig;
import io.htsrl.policies.layers.ManyLayers;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All existing networks agree with a margin: by their seeds, not by luck. */
@Tag("slow")
class LearnerComparisonTest {
    private static final int ROWS = 32;

    /** A network for rows of {@code frames} of these observations. */
    record Case(ObservationSpace frame, int frames, PolicyNetwork network, int rows) {}

    private static Case mlp(
            int inputs, int actions, Activation activation, boolean shared, Heads heads, Integer... sizes) {
        return mlp(inputs, FirstHead.of(actions), activation, shared, heads, sizes);
    }

    private static Case mlp(
            int inputs, FirstHead first, Activation activation, boolean shared, Heads heads, Integer... sizes) {
        ObservationSpace space = ObservationSpace.floats(inputs);
        return new Case(
                space,
                1,
                Networks.create(new MlpConfig(List.of(sizes), activation, shared), space, 1, first, heads),
                ROWS);
    }

    private static Case frames(ConvConfig.Kind kind, Heads heads) {
        return frames(kind, heads, ObservationSpace.bytes(84, 84), 4);
    }

    private static Case frames(ConvConfig.Kind kind, Heads heads, ObservationSpace frame, int frames) {
        return new Case(frame, frames, Networks.create(ConvConfig.of(kind), frame, frames, 6, heads), 2);
    }

    private static Case recurrent(MemoryConfig.Kind kind, int repeated) {
        MlpConfig torso = new MlpConfig(List.of(24), Activation.TANH, true);
        NetworkConfig config = new RecurrentConfig(torso, new MemoryConfig(kind, 32, 0));
        ObservationSpace space = ObservationSpace.floats(5);
        FirstHead first = new FirstHead(2, repeated, 2, -1, 1);
        return new Case(space, 1, Networks.create(config, space, 1, first, Heads.ACTOR_CRITIC), ROWS);
    }

    static Stream<Case> cases() {
        Stream<Case> dense = Stream.of(Activation.values())
                .flatMap(activation -> Stream.of(
                        mlp(4, 2, activation, false, Heads.ACTOR_CRITIC, 64, 64),
                        mlp(4, 2, activation, true, Heads.ACTOR_CRITIC, 64, 64),
                        mlp(4, new FirstHead(2, 2, -1), activation, false, Heads.ACTOR_CRITIC, 64, 64),
                        mlp(4, new FirstHead(2, 2, 0), activation, true, Heads.ACTOR_CRITIC, 64, 64),
                        mlp(4, new FirstHead(2, 64, 128, -1, 1), activation, true, Heads.ACTOR_CRITIC, 24, 64),
                        mlp(4, new FirstHead(1, 24, 24, -1, 1), activation, false, Heads.ACTOR_CRITIC, 64, 24),
                        mlp(8, 4, activation, true, Heads.Q, 120, 84),
                        mlp(8, 4, activation, true, Heads.DUELING, 256),
                        mlp(3, 2, activation, false, Heads.ACTOR_CRITIC, 1),
                        mlp(3, 2, activation, true, Heads.Q, 2, 2, 2),
                        mlp(17, 6, activation, false, Heads.ACTOR_CRITIC, 16, 16, 16, 16, 16, 16, 16, 16)));
        Stream<Case> grey =
                Stream.of(frames(ConvConfig.Kind.NATURE, Heads.ACTOR), frames(ConvConfig.Kind.IMPALA, Heads.DUELING));
        Stream<Case> coloured = Stream.of(ConvConfig.Kind.values())
                .map(kind -> frames(kind, Heads.ACTOR_CRITIC, ObservationSpace.bytes(60, 64, 3), 2));
        Stream<Case> remembering = Stream.of(MemoryConfig.Kind.LSTM, MemoryConfig.Kind.GRU, MemoryConfig.Kind.MINGRU)
                .flatMap(kind -> Stream.of(recurrent(kind, 0), recurrent(kind, 32)));
        FirstHead repeating = new FirstHead(2, 128, 3, 0, 1);
        ObservationSpace board = ObservationSpace.bytes(10, 10, 3);
        Stream<Case> images = Stream.of(new Case(
                board,
                1,
                Networks.create(ConvConfig.of(ConvConfig.Kind.MINATAR), board, 1, repeating, Heads.ACTOR_CRITIC),
                2));
        ObservationSpace pictures = ObservationSpace.bytes(7, 9, 3);
        Stream<Case> layered = Stream.of(true, false)
                .map(shared -> new Case(
                        pictures,
                        2,
                        Networks.create(ManyLayers.config(24, shared), pictures, 2, 4, Heads.ACTOR_CRITIC),
                        ROWS));
        ObservationSpace parts = ObservationSpace.of(List.of(
                ObservationPart.vector("speed", 3),
                ObservationPart.image("camera", 9, 7, 3),
                ObservationPart.oneHot("gear", 4),
                ObservationPart.image("large", 36, 40)));
        CombinedNetwork.Combined settings = new CombinedNetwork.Combined(
                new MlpConfig(List.of(24, 16), Activation.ELU, false),
                new CombinedNetwork.CriticParts(Optional.of("gear")));
        PolicyNetwork combined =
                Networks.create(new LayeredConfig<>(new CombinedNetwork(), settings), parts, 2, 3, Heads.ACTOR_CRITIC);
        NetworkConfig remembered = new RecurrentConfig(
                new LayeredConfig<>(new CombinedNetwork(), settings), new MemoryConfig(MemoryConfig.Kind.GRU, 32, 0));
        PolicyNetwork beside = Networks.create(remembered, parts, 2, 3, Heads.ACTOR_CRITIC);
        NetworkConfig many = ManyLayers.config(24, false);
        FirstHead ofMany = new FirstHead(2, many.policyUnits(pictures, 2), 4, 0, 1);
        PolicyNetwork repeatingLayers = Networks.create(many, pictures, 2, ofMany, Heads.ACTOR_CRITIC);
        layered = Stream.concat(
                layered,
                Stream.of(
                        new Case(parts, 2, combined, 4),
                        new Case(parts, 2, beside, 4),
                        new Case(pictures, 2, repeatingLayers, ROWS)));
        return Stream.of(dense, grey, coloured, images, remembering, layered).flatMap(cases -> cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldAgreeToASmallPartOfWhatIsTolerated(Case each) {
        PolicyNetwork network = each.network();
        float[] initial = new float[network.parameterCount()];
        network.initialise(initial, RandomStream.root(1).spawn("parameters"));
        RandomStream stream = RandomStream.root(1).spawn("self-check");
        ProbeRows probes =
                new ProbeRows(each.frame(), each.frames(), ROWS, network.memorySize(), stream.spawn("learning"));
        float[] parameters = ProbeParameters.of(network, initial, stream.spawn("parameters"));
        LearnerComparison comparison = new LearnerComparison(network, parameters, probes, stream.spawn("comparison"));
        int[] rows = probes.spread(each.rows());
        LearnerPass pass;
        try (GradientNetwork learner = network.newGradientNetwork(ROWS)) {
            pass = LearnerPass.of(learner, parameters, probes, comparison.weights(rows));
        }

        Map<String, Double> errors = comparison.errors(pass.gradient(), rows);
        double worst =
                errors.values().stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double off = 0;
        for (Head head : Head.of(network)) {
            for (int row = 0; row < ROWS; row++) {
                off = Math.max(off, comparison.error(head, pass.outputs(), row));
            }
        }
        assertEquals(network.tensors().size(), errors.size());
        assertTrue(worst < LearnerComparison.GRADIENT_TOLERANCE / 100, errors::toString);
        assertTrue(off < LearnerComparison.OUTPUT_TOLERANCE / 100);
    }
}
