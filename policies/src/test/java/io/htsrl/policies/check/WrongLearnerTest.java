package io.htsrl.policies.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Learners repeat all their bits and are wrong by little: each one must be found. */
@Tag("slow")
class WrongLearnerTest {
    private static final RandomStream STREAM = RandomStream.root(11);
    private static final ObservationSpace VECTOR = ObservationSpace.floats(5);
    private static final ObservationSpace FRAME = ObservationSpace.bytes(36, 36);
    private static final ObservationSpace SMALL_FRAME = ObservationSpace.bytes(12, 12);

    private static PolicyNetwork mlp(Activation activation, boolean shared, Heads heads) {
        return Networks.create(new MlpConfig(List.of(33, 33), activation, shared), VECTOR, 1, 3, heads);
    }

    private static PolicyNetwork frames(ConvConfig.Kind kind, Heads heads) {
        ObservationSpace frame = kind == ConvConfig.Kind.NATURE ? FRAME : SMALL_FRAME;
        return Networks.create(new ConvConfig(kind, 24), frame, 2, 3, heads);
    }

    static Stream<PolicyNetwork> networks() {
        Stream<PolicyNetwork> dense = Stream.of(Activation.values())
                .flatMap(activation -> Stream.of(
                        mlp(activation, false, Heads.ACTOR_CRITIC), mlp(activation, true, Heads.ACTOR_CRITIC),
                        mlp(activation, true, Heads.Q), mlp(activation, true, Heads.DUELING)));
        return Stream.concat(
                dense,
                Stream.of(
                        frames(ConvConfig.Kind.NATURE, Heads.ACTOR_CRITIC),
                        frames(ConvConfig.Kind.IMPALA, Heads.DUELING)));
    }

    private static CheckTable table(PolicyNetwork network, IntFunction<? extends WrongLearner> learner) {
        float[] parameters = new float[network.parameterCount()];
        network.initialise(parameters, STREAM);
        boolean frames = network.observationSize() > VECTOR.size();
        ObservationSpace frame = network.observationSize() == 2 * FRAME.size() ? FRAME : SMALL_FRAME;
        SelfCheck check = new SelfCheck(frames ? frame : VECTOR, frames ? 2 : 1, 16, parameters, STREAM);
        return new CheckTable(check.learning(network, learner));
    }

    private static void assertFound(PolicyNetwork network, IntFunction<? extends WrongLearner> learner, String what) {
        CheckTable table = table(network, learner);

        assertFalse(table.holds(), () -> what + ": " + table);
        assertTrue(table.rows().get(0).holds() && table.rows().get(1).holds(), "it repeats: " + table);
    }

    @ParameterizedTest
    @MethodSource("networks")
    void shouldFindNothingWhereNothingIsWrong(PolicyNetwork network) {
        CheckTable table = table(network, room -> new WrongLearner(network, room));

        assertTrue(table.holds(), table::toString);
    }

    @ParameterizedTest
    @MethodSource("networks")
    void shouldFindABiasOfAHeadThatIsScaled(PolicyNetwork network) {
        for (Tensor tensor : network.tensors()) {
            if (tensor.name().endsWith("head.bias")) {
                assertFound(
                        network,
                        room -> new WrongLearner(network, room) {
                            @Override
                            void spoilParameters(float[] parameters) {
                                multiply(parameters, tensor, 1.05f);
                            }
                        },
                        tensor.name());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("networks")
    void shouldFindAGradientThatIsFivePerCentOffInAnyTensor(PolicyNetwork network) {
        boolean frames = network.observationSize() > VECTOR.size(); // takes long
        for (Tensor tensor : network.tensors()) {
            if (tensor.name().matches(".*(stage[12]|block1).*")) {
                continue; // as the first stage and block
            }
            for (float factor : frames ? new float[] {1.05f} : new float[] {1.05f, 0.95f, -1, 0}) {
                assertFound(
                        network,
                        room -> new WrongLearner(network, room) {
                            @Override
                            void spoilGradient(float[] gradient) {
                                multiply(gradient, tensor, factor);
                            }
                        },
                        tensor.name() + " times " + factor);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Activation.class,
            names = {"TANH", "RELU"})
    void shouldFindATransposedGradient(Activation activation) {
        PolicyNetwork network = mlp(activation, false, Heads.ACTOR_CRITIC);
        for (String name : List.of("policy.1.weight", "value.1.weight")) {
            assertFound(
                    network,
                    room -> new WrongLearner(network, room) {
                        @Override
                        void spoilGradient(float[] gradient) {
                            transpose(gradient, tensor(name));
                        }
                    },
                    name);
        }
    }

    /** A rectifier that decides by rounding alone looks like this, once; the fourth pass is the gradient's. */
    @Test
    void shouldLookAgainBeforeItCallsAGradientWrong() {
        PolicyNetwork network = mlp(Activation.RELU, true, Heads.ACTOR_CRITIC);
        int[] passes = {0};
        CheckTable table = table(network, room -> new WrongLearner(network, room) {
            @Override
            void spoilGradient(float[] gradient) {
                multiply(gradient, network.tensors().get(3), ++passes[0] == 4 ? 1.05f : 1);
            }
        });

        assertTrue(table.holds(), table::toString);
        assertTrue(passes[0] == 5, "three for repetition, two looks");
    }

    @Test
    void shouldNameWhatIsWrongAndNotCallItChance() {
        PolicyNetwork network = mlp(Activation.TANH, true, Heads.DUELING);
        CheckTable table = table(network, room -> new WrongLearner(network, room) {
            @Override
            void spoilGradient(float[] gradient) {
                multiply(gradient, tensor("advantage.head.weight"), -1);
            }
        });

        assertTrue(table.holds(CheckRow.Kind.DETERMINISM), table::toString);
        assertFalse(table.holds(CheckRow.Kind.CORRECTNESS), table::toString);
        assertEquals(
                "learner's backward, agreement with a backward in double: 1 of 8 are wrong "
                        + "(advantage.head.weight)",
                table.failures(CheckRow.Kind.CORRECTNESS));
        assertEquals("", table.failures(CheckRow.Kind.DETERMINISM));
    }

    /** Five per cent of the logits are 0.05 % of the values beside them. */
    @Test
    void shouldFindLogitsThatAreWrongAtTheirOwnScale() {
        PolicyNetwork network = mlp(Activation.TANH, false, Heads.ACTOR_CRITIC);
        assertFound(
                network,
                room -> new WrongLearner(network, room) {
                    @Override
                    void spoilOutputs(float[] outputs, int rows) {
                        for (int row = 0; row < rows; row++) {
                            outputs[row * outputWidth()] *= 1.05f;
                        }
                    }
                },
                "logits");
    }
}
