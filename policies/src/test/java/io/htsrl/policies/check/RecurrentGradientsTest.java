package io.htsrl.policies.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.acting.RecurrentConfig;
import io.htsrl.policies.check.ProbeRows.ProbeParameters;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MemoryConfig;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Episodes begin in sequences of 7 steps and 20 columns:
 *
 * <pre>
 *   step    0  1  2  3  4  5  6
 *   col 0   s  .  .  0  .  .  .     s: stored state   0: an episode begins   .: follows
 *   col 1   s  0  .  .  .  .  0
 *   others  s  .  .  .  .  .  .
 * </pre>
 */
class RecurrentGradientsTest {
    private static final int STEPS = 7;
    private static final int COLUMNS = 20;
    private static final int FEATURES = 3;

    private final SplittableRandom random = new SplittableRandom(5);
    private final float[] observations = random(STEPS * COLUMNS * FEATURES);
    private final float[] weights = random(STEPS * COLUMNS * 4);

    private static Set<Integer> begins(int column) {
        return column == 0 ? Set.of(3) : column == 1 ? Set.of(1, 6) : Set.of();
    }

    private float[] random(int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (2 * random.nextDouble() - 1);
        }
        return values;
    }

    private static PolicyNetwork policy(MemoryConfig.Kind kind, int bpttLength) {
        MlpConfig torso = new MlpConfig(List.of(20), Activation.TANH, true);
        return Networks.create(
                new RecurrentConfig(torso, new MemoryConfig(kind, 16, bpttLength)),
                ObservationSpace.floats(FEATURES),
                1,
                FirstHead.of(3),
                Heads.ACTOR_CRITIC);
    }

    private static float[] parameters(PolicyNetwork policy) {
        float[] initial = new float[policy.parameterCount()];
        policy.initialise(initial, RandomStream.root(1).spawn("parameters"));
        return ProbeParameters.of(policy, initial, RandomStream.root(2));
    }

    private ObservationBatch sequences(float[] states, int size) {
        ObservationBatch batch = new ObservationBatch(STEPS * COLUMNS);
        batch.over(observations);
        batch.states(states);
        batch.columns(COLUMNS);
        for (int row = 0; row < STEPS * COLUMNS; row++) {
            batch.add(row * FEATURES);
            boolean begins = begins(row % COLUMNS).contains(row / COLUMNS);
            batch.state(row < COLUMNS ? row * size : begins ? ObservationBatch.EMPTY : ObservationBatch.FOLLOWS);
        }
        return batch;
    }

    private float[] gradient(PolicyNetwork policy, Team team, float[] states, float[] outputs) {
        float[] gradient = new float[policy.parameterCount()];
        try (GradientNetwork network = policy.newGradientNetwork(Backend.JVM, STEPS * COLUMNS + 3, team)) {
            network.loadParameters(parameters(policy));
            network.forward(sequences(states, policy.memorySize()), outputs);
            network.backward(weights, gradient);
        }
        return gradient;
    }

    /** Receives the number of a row and the states of all columns, before the row is acted on. */
    private interface Before {
        void row(int row, float[] memory);
    }

    /** Acts step by step, on the state that the row before gave. */
    private float[] acted(PolicyNetwork policy, float[] states, Before before) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters(policy));
        Policy.Forward forward = policy.newForward();
        int size = policy.memorySize();
        float[] memory = states.clone();
        float[] row = new float[policy.rowWidth()];
        float[] outputs = new float[STEPS * COLUMNS * policy.outputWidth()];
        ObservationBatch batch = new ObservationBatch(1);
        for (int i = 0; i < STEPS * COLUMNS; i++) {
            int column = i % COLUMNS;
            boolean begins = begins(column).contains(i / COLUMNS);
            if (begins) {
                Arrays.fill(memory, column * size, (column + 1) * size, 0);
            }
            before.row(i, memory);
            batch.over(observations);
            batch.states(memory);
            batch.add(i * FEATURES);
            batch.state(begins ? ObservationBatch.EMPTY : column * size);
            forward.forward(snapshot, batch, row, new int[1]);
            System.arraycopy(row, 0, outputs, i * policy.outputWidth(), policy.outputWidth());
            System.arraycopy(row, policy.outputWidth(), memory, column * size, size);
        }
        return outputs;
    }

    private float[] acted(PolicyNetwork policy, float[] states) {
        return acted(policy, states, (row, memory) -> {});
    }

    private double[] reference(PolicyNetwork policy, float[] states) {
        ReferenceNetwork reference = new ReferenceNetwork(policy.layout(), parameters(policy));
        for (int column = 0; column < COLUMNS; column++) {
            List<double[]> rows = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                rows.add(doubles(observations, (step * COLUMNS + column) * FEATURES, FEATURES));
            }
            int first = column;
            int[] at = IntStream.range(0, STEPS)
                    .map(step -> (step * COLUMNS + first) * policy.outputWidth())
                    .toArray();
            double[] state = doubles(states, column * policy.memorySize(), policy.memorySize());
            reference.addSequence(rows, state, begins(column), weights, at);
        }
        return reference.gradient();
    }

    private static double[] doubles(float[] values, int from, int count) {
        return IntStream.range(from, from + count).mapToDouble(i -> values[i]).toArray();
    }

    @ParameterizedTest
    @EnumSource(
            value = MemoryConfig.Kind.class,
            names = {"LSTM", "GRU", "MINGRU"})
    void shouldGiveTheActorsRowsAndTheGradientInDouble(MemoryConfig.Kind kind) {
        PolicyNetwork policy = policy(kind, 0);
        float[] states = random(COLUMNS * policy.memorySize());
        float[] outputs = new float[STEPS * COLUMNS * policy.outputWidth()];
        float[] gradient = gradient(policy, Team.alone(), states, outputs);
        assertArrayEquals(acted(policy, states), outputs);
        assertNear(reference(policy, states), gradient);
    }

    private static void assertNear(double[] expected, float[] actual) {
        double size = Math.sqrt(IntStream.range(0, expected.length)
                .mapToDouble(i -> expected[i] * expected[i])
                .sum());
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], actual[i], 1e-5 * size, "parameter " + i);
        }
    }

    /** Within windows of the memory's length, gradients are those of shorter sequences from the states between them. */
    @ParameterizedTest
    @EnumSource(
            value = MemoryConfig.Kind.class,
            names = {"LSTM", "GRU", "MINGRU"})
    void shouldTruncateGradientsAfterTheLengthOfBptt(MemoryConfig.Kind kind) {
        PolicyNetwork whole = policy(kind, 0);
        float[] states = random(COLUMNS * whole.memorySize());
        float[] outputs = new float[weights.length];
        float[] sameOutputs = new float[weights.length];
        float[] full = gradient(whole, Team.alone(), states, outputs);
        assertArrayEquals(full, gradient(policy(kind, STEPS), Team.alone(), states, sameOutputs));
        float[] single = gradient(policy(kind, 1), Team.alone(), states, sameOutputs);
        assertArrayEquals(outputs, sameOutputs);
        assertTrue(IntStream.range(0, full.length).anyMatch(i -> Math.abs(full[i] - single[i]) > 1e-3));
        assertNear(stepByStep(whole, states), single);
    }

    /** Sums the gradients of all rows, each from the state that acting gave it. */
    private double[] stepByStep(PolicyNetwork policy, float[] states) {
        ReferenceNetwork reference = new ReferenceNetwork(policy.layout(), parameters(policy));
        int size = policy.memorySize();
        acted(
                policy,
                states,
                (row, memory) -> reference.add(
                        doubles(observations, row * FEATURES, FEATURES),
                        doubles(memory, row % COLUMNS * size, size),
                        weights,
                        row * policy.outputWidth()));
        return reference.gradient();
    }

    @ParameterizedTest
    @EnumSource(
            value = MemoryConfig.Kind.class,
            names = {"LSTM", "GRU", "MINGRU"})
    void shouldGiveTheSameBitsForAnyNumberOfThreads(MemoryConfig.Kind kind) {
        PolicyNetwork policy = policy(kind, 3);
        float[] states = random(COLUMNS * policy.memorySize());
        float[] outputs = new float[weights.length];
        float[] expected = gradient(policy, Team.alone(), states, new float[weights.length]);
        try (Team team = Team.of(3)) {
            assertArrayEquals(expected, gradient(policy, team, states, outputs));
        }
        assertArrayEquals(acted(policy, states), outputs);
    }
}
