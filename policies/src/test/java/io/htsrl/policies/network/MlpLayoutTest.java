package io.htsrl.policies.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.environment.ObservationSpace;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MlpLayoutTest {

    @Test
    void shouldPlaceThePolicyBeforeTheValueWhenTorsosAreSeparate() {
        MlpLayout layout =
                new MlpLayout(4, 2, new MlpConfig(List.of(3, 5), Activation.TANH, false), Heads.ACTOR_CRITIC);
        assertEquals(
                List.of(
                        new Tensor("policy.0.weight", 0, List.of(4, 3)), new Tensor("policy.0.bias", 12, List.of(3)),
                        new Tensor("policy.1.weight", 15, List.of(3, 5)), new Tensor("policy.1.bias", 30, List.of(5)),
                        new Tensor("policy.head.weight", 35, List.of(5, 2)),
                                new Tensor("policy.head.bias", 45, List.of(2)),
                        new Tensor("value.0.weight", 47, List.of(4, 3)), new Tensor("value.0.bias", 59, List.of(3)),
                        new Tensor("value.1.weight", 62, List.of(3, 5)), new Tensor("value.1.bias", 77, List.of(5)),
                        new Tensor("value.head.weight", 82, List.of(5, 1)),
                                new Tensor("value.head.bias", 87, List.of(1))),
                layout.tensors());
        assertEquals(88, layout.parameterCount());
    }

    @Test
    void shouldPlaceBothHeadsBehindASharedTorso() {
        MlpLayout layout = new MlpLayout(2, 3, new MlpConfig(List.of(4), Activation.RELU, true), Heads.ACTOR_CRITIC);
        assertEquals(
                List.of(
                        new Tensor("torso.0.weight", 0, List.of(2, 4)), new Tensor("torso.0.bias", 8, List.of(4)),
                        new Tensor("policy.head.weight", 12, List.of(4, 3)),
                                new Tensor("policy.head.bias", 24, List.of(3)),
                        new Tensor("value.head.weight", 27, List.of(4, 1)),
                                new Tensor("value.head.bias", 31, List.of(1))),
                layout.tensors());
        assertEquals(32, layout.parameterCount());
        assertEquals(4, layout.outputWidth());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGiveQNetworksOneTorsoWhateverTheConfigurationSays(boolean shared) {
        MlpConfig config = new MlpConfig(List.of(4), Activation.RELU, shared);
        MlpLayout q = new MlpLayout(2, 3, config, Heads.Q);
        assertEquals(
                List.of(
                        new Tensor("torso.0.weight", 0, List.of(2, 4)), new Tensor("torso.0.bias", 8, List.of(4)),
                        new Tensor("q.head.weight", 12, List.of(4, 3)), new Tensor("q.head.bias", 24, List.of(3))),
                q.tensors());
        assertEquals(27, q.parameterCount());
        assertEquals(3, q.outputWidth());
        MlpLayout dueling = new MlpLayout(2, 3, config, Heads.DUELING);
        assertEquals(
                List.of(
                        new Tensor("torso.0.weight", 0, List.of(2, 4)),
                        new Tensor("torso.0.bias", 8, List.of(4)),
                        new Tensor("advantage.head.weight", 12, List.of(4, 3)),
                        new Tensor("advantage.head.bias", 24, List.of(3)),
                        new Tensor("value.head.weight", 27, List.of(4, 1)),
                        new Tensor("value.head.bias", 31, List.of(1))),
                dueling.tensors());
        assertEquals(32, dueling.parameterCount());
        assertEquals(4, dueling.outputWidth());
    }

    @Test
    void shouldPlaceFreeOutputsBehindTheFirstHeadAndBeforeTheValue() {
        FirstHead first = new FirstHead(3, 2, -0.5f);
        MlpLayout separate =
                new MlpLayout(2, first, new MlpConfig(List.of(4), Activation.TANH, false), Heads.ACTOR_CRITIC);
        assertEquals(
                List.of(
                        new Tensor("policy.0.weight", 0, List.of(2, 4)),
                        new Tensor("policy.0.bias", 8, List.of(4)),
                        new Tensor("policy.head.weight", 12, List.of(4, 3)),
                        new Tensor("policy.head.bias", 24, List.of(3)),
                        new Tensor("policy.log_std", 27, List.of(2)),
                        new Tensor("value.0.weight", 29, List.of(2, 4)),
                        new Tensor("value.0.bias", 37, List.of(4)),
                        new Tensor("value.head.weight", 41, List.of(4, 1)),
                        new Tensor("value.head.bias", 45, List.of(1))),
                separate.tensors());
        assertEquals(46, separate.parameterCount());
        assertEquals(5, separate.policyOutputs());
        assertEquals(6, separate.outputWidth());
        MlpConfig shared = new MlpConfig(List.of(4), Activation.TANH, true);
        assertEquals(
                List.of("torso.0", "policy.head", "policy.log_std", "value.head"),
                new MlpLayout(2, first, shared, Heads.ACTOR_CRITIC)
                        .layers().stream().map(DenseLayer::name).toList());
    }

    @Property(tries = 100)
    void shouldCoverTheVectorWithoutGapsOrOverlaps(
            @ForAll @IntRange(min = 1, max = 40) int observationSize,
            @ForAll @IntRange(min = 1, max = 20) int actions,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 90) Integer> hidden,
            @ForAll @IntRange(max = 3) int free,
            @ForAll boolean repeats,
            @ForAll boolean shared,
            @ForAll Heads heads) {
        MlpConfig config = new MlpConfig(hidden, Activation.TANH, shared);
        int units = config.policyUnits(ObservationSpace.floats(observationSize), 1);
        FirstHead first = new FirstHead(actions, repeats ? units : 0, free, 0, 1);
        MlpLayout layout = new MlpLayout(observationSize, first, config, heads);
        ObservationSpace space = ObservationSpace.floats(observationSize);
        assertEquals(
                layout.parameterCount(), config.size(space, 1, first, heads).parameters());
        int end = 0;
        for (Tensor tensor : layout.tensors()) {
            assertEquals(end, tensor.offset(), tensor.name());
            end += tensor.shape().stream().reduce(1, Math::multiplyExact);
        }
        assertEquals(end, layout.parameterCount());
    }

    @Test
    void shouldRefuseSizesThatMakeNoNetwork() {
        MlpConfig config = new MlpConfig(List.of(8), Activation.TANH, false);
        assertThrows(IllegalArgumentException.class, () -> new MlpLayout(0, 2, config, Heads.ACTOR_CRITIC));
        assertThrows(IllegalArgumentException.class, () -> new MlpLayout(4, 0, config, Heads.ACTOR_CRITIC));
        assertThrows(
                IllegalArgumentException.class,
                () -> new MlpLayout(4, 2, new MlpConfig(List.of(), Activation.TANH, false), Heads.ACTOR_CRITIC));
        assertThrows(
                IllegalArgumentException.class,
                () -> new MlpLayout(
                        4, 2, new MlpConfig(List.of(65536, 65536), Activation.TANH, false), Heads.ACTOR_CRITIC));
    }
}
