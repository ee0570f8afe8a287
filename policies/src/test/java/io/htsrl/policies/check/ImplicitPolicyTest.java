package io.htsrl.policies.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ImplicitQuantiles;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.ImplicitConfig;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.check.ProbeRows.ProbeParameters;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.NetworkConfig;
import io.htsrl.policies.network.NetworkSize;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares implicit quantile networks, acting and learning, with the reference. */
class ImplicitPolicyTest {
    private static final int ROWS = 41; // more than a chunk
    private static final ObservationSpace VECTOR = ObservationSpace.floats(3);
    private static final ObservationSpace IMAGE = ObservationSpace.floats(10, 10, 2);

    private final RandomStream random = RandomStream.root(5);

    private static NetworkConfig config(ObservationSpace space, int fixed) {
        NetworkConfig torso = space == VECTOR
                ? new MlpConfig(List.of(20), Activation.TANH, true)
                : new ConvConfig(ConvConfig.Kind.IMPALA, 32);
        return ImplicitConfig.of(torso, new ImplicitQuantiles(5, 7, fixed, 6, 10));
    }

    private static PolicyNetwork policy(ObservationSpace space, int fixed, Heads heads) {
        return Networks.create(config(space, fixed), space, 1, FirstHead.of(3), heads);
    }

    private static float[] parameters(PolicyNetwork policy) {
        float[] initial = new float[policy.parameterCount()];
        policy.initialise(initial, RandomStream.root(1).spawn("parameters"));
        return ProbeParameters.of(policy, initial, RandomStream.root(2));
    }

    private ObservationBatch rows(ObservationSpace space) {
        float[] values = new float[ROWS * space.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (2 * random.uniform(i) - 1);
        }
        ObservationBatch batch = new ObservationBatch(ROWS);
        batch.over(values);
        IntStream.range(0, ROWS).forEach(row -> batch.add(row * space.size()));
        return batch;
    }

    private float[] weights(int count) {
        float[] weights = new float[count];
        for (int i = 0; i < count; i++) {
            weights[i] = (float) (2 * random.uniform(i, 1) - 1);
        }
        return weights;
    }

    /** Returns outputs; writes the gradient. */
    private static float[] pass(PolicyNetwork policy, Team team, ObservationBatch batch, float[] of, float[] gradient) {
        float[] outputs = new float[ROWS * policy.outputWidth()];
        try (GradientNetwork network = policy.newGradientNetwork(Backend.JVM, ROWS + 3, team)) {
            network.loadParameters(parameters(policy));
            network.forward(batch, outputs);
            network.backward(of, gradient);
        }
        return outputs;
    }

    private static float[] acted(PolicyNetwork policy, ObservationBatch batch) {
        Policy.Snapshot snapshot = policy.newSnapshot();
        snapshot.load(parameters(policy));
        float[] outputs = new float[ROWS * policy.outputWidth()];
        int[] offsets =
                IntStream.range(0, ROWS).map(row -> row * policy.outputWidth()).toArray();
        policy.newForward().forward(snapshot, batch, outputs, offsets);
        return outputs;
    }

    @ParameterizedTest
    @CsvSource({"Q, 4, false", "DUELING, 40, false", "Q, 3, true"})
    void shouldLearnWhatItActs(Heads heads, int fixed, boolean images) {
        ObservationSpace space = images ? IMAGE : VECTOR;
        PolicyNetwork policy = policy(space, fixed, heads);
        ObservationBatch batch = rows(space);
        float[] weights = weights(ROWS * policy.outputWidth());
        float[] gradient = new float[policy.parameterCount()];
        float[] outputs = pass(policy, Team.alone(), batch, weights, gradient);

        assertArrayEquals(acted(policy, batch), outputs);
        ReferenceNetwork reference = new ReferenceNetwork(policy.layout(), parameters(policy));
        for (int row = 0; row < ROWS; row++) {
            double[] observation = new double[space.size()];
            for (int i = 0; i < observation.length; i++) {
                observation[i] = batch.floats()[row * space.size() + i];
            }
            double[] of = reference.add(observation, new double[0], weights, row * policy.outputWidth());
            for (int i = 0; i < of.length; i++) {
                assertEquals(of[i], outputs[row * of.length + i], 1e-4);
            }
        }
        double greatest = 0;
        for (double each : reference.gradient()) {
            greatest = Math.max(greatest, Math.abs(each));
        }
        for (int i = 0; i < gradient.length; i++) {
            assertEquals(reference.gradient()[i], gradient[i], 1e-4 * greatest, "element " + i);
        }
    }

    @Test
    void shouldBeTheSampledNetworkAtTheFixedFractions() {
        int fixed = 4;
        int room = 6;
        PolicyNetwork policy = policy(VECTOR, fixed, Heads.DUELING);
        PolicyNetwork sampled = policy.sampled(room);
        int values = policy.outputWidth();
        assertEquals(values * room, sampled.outputWidth());
        assertEquals(policy.tensors(), sampled.tensors());
        ObservationBatch batch = rows(VECTOR);
        float[] weights = weights(ROWS * values);
        float[] gradient = new float[policy.parameterCount()];
        float[] means = pass(policy, Team.alone(), batch, weights, gradient);
        float[] fractions = new float[ROWS * fixed];
        float[] ofQuantiles = new float[ROWS * values * room];
        for (int i = 0; i < fractions.length; i++) {
            fractions[i] = ImplicitQuantiles.midpoint(i % fixed, fixed);
        }
        for (int i = 0; i < ofQuantiles.length; i++) {
            ofQuantiles[i] = i % room < fixed ? weights[i / room] / fixed : Float.NaN; // of no fraction
        }
        batch.fractions(fractions, fixed);

        for (int threads : new int[] {1, 3}) {
            float[] same = new float[gradient.length];
            try (Team team = Team.of(threads)) {
                float[] quantiles = pass(sampled, team, batch, ofQuantiles, same);
                for (int i = 0; i < means.length; i++) {
                    double sum = 0;
                    for (int k = 0; k < fixed; k++) {
                        sum += quantiles[i * room + k];
                    }
                    assertEquals(means[i], (float) (sum / fixed), "value " + i);
                }
            }
            assertArrayEquals(gradient, same);
        }
    }

    @Test
    void shouldTellFractionsApart() {
        PolicyNetwork sampled = policy(VECTOR, 4, Heads.Q).sampled(2);
        ObservationBatch batch = rows(VECTOR);
        float[] fractions = new float[2 * ROWS];
        for (int i = 0; i < fractions.length; i++) {
            fractions[i] = i % 2 == 0 ? 0.1f : 0.9f;
        }
        batch.fractions(fractions, 2);
        float[] of = new float[ROWS * sampled.outputWidth()];
        float[] quantiles = pass(sampled, Team.alone(), batch, of, new float[sampled.parameterCount()]);
        assertTrue(Math.abs(quantiles[0] - quantiles[1]) > 1e-3);
    }

    @Test
    void shouldRefuseRowsWithoutFractions() {
        PolicyNetwork sampled = policy(VECTOR, 4, Heads.Q).sampled(2);
        float[] none = new float[ROWS * sampled.outputWidth()];
        float[] gradient = new float[sampled.parameterCount()];
        assertThrows(IllegalArgumentException.class, () -> pass(sampled, Team.alone(), rows(VECTOR), none, gradient));
    }

    @Test
    void shouldTellItsSize() {
        PolicyNetwork policy = policy(VECTOR, 4, Heads.DUELING);
        NetworkSize size = config(VECTOR, 4).size(VECTOR, 1, FirstHead.of(3), Heads.DUELING);
        assertEquals(policy.parameterCount(), size.parameters());
        assertEquals(7 * 10, size.widest()); // of N' fractions
    }
}
