package io.htsrl.nd4j.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.kernel.DenseKernel;
import io.htsrl.policies.kernel.Kernels;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.Rows;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests all but the right gradients, which {@link GradientTest} shows. */
class Nd4jMlpTest {
    private static final int MAX_ROWS = 64;
    private static final MlpLayout CARTPOLE =
            new MlpLayout(4, 2, new MlpConfig(List.of(64, 64), Activation.TANH, false), Heads.ACTOR_CRITIC);

    private static float[] uniform(int count, String name) {
        RandomStream stream = RandomStream.root(11).spawn(name);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (stream.uniform(i) - 0.5);
        }
        return values;
    }

    private static float[] parameters(MlpLayout layout) {
        return uniform(layout.parameterCount(), "parameters");
    }

    /** Output rows, then the gradient. */
    private static float[][] pass(GradientNetwork network, float[] parameters, int rows) {
        float[] outputs = new float[rows * network.outputWidth()];
        float[] gradient = new float[network.parameterCount()];
        Arrays.fill(gradient, Float.NaN); // overwritten, every element
        network.loadParameters(parameters);
        network.forward(Rows.of(uniform(rows * CARTPOLE.observationSize(), "observations"), rows), outputs);
        network.backward(uniform(outputs.length, "output gradient"), gradient);
        return new float[][] {outputs, gradient};
    }

    @ParameterizedTest
    @EnumSource
    void shouldAgreeWithThePolicyThatActs(Heads heads) {
        for (boolean shared : new boolean[] {false, true}) {
            MlpConfig config = new MlpConfig(List.of(64, 40), Activation.TANH, shared);
            MlpPolicy policy = new MlpPolicy(ObservationSpace.floats(4), 2, config, heads);
            float[] parameters = parameters(policy.layout());
            ObservationBatch batch = new ObservationBatch(50);
            batch.over(uniform(200, "observations"));
            int[] offsets = new int[50];
            for (int i = 0; i < 50; i++) {
                batch.add(4 * i);
                offsets[i] = policy.outputWidth() * i;
            }
            Policy.Snapshot snapshot = policy.newSnapshot();
            snapshot.load(parameters);
            float[] acted = new float[50 * policy.outputWidth()];
            policy.newForward().forward(snapshot, batch, acted, offsets);
            try (Nd4jMlp network = new Nd4jMlp(policy.layout(), MAX_ROWS)) {
                assertArrayEquals(acted, pass(network, parameters, 50)[0], 1e-5f);
            }
        }
    }

    @Test
    void shouldGiveTheSameBitsWheneverTheSameCallsAreMade() {
        float[] parameters = parameters(CARTPOLE);
        try (Nd4jMlp first = new Nd4jMlp(CARTPOLE, MAX_ROWS);
                Nd4jMlp second = new Nd4jMlp(CARTPOLE, MAX_ROWS)) {
            float[][] expected = pass(first, parameters, 61);
            for (int repetition = 0; repetition < 20; repetition++) {
                assertArrayEquals(expected, pass(first, parameters, 61));
                assertArrayEquals(expected, pass(second, parameters, 61));
            }
        }
    }

    /** Hashes a pass, for {@link Nd4jConvTest}, whose child process computes it once more. */
    static String hash() {
        try (Nd4jMlp network = new Nd4jMlp(CARTPOLE, MAX_ROWS)) {
            return Arrays.deepHashCode(pass(network, parameters(CARTPOLE), 61)) + " ";
        }
    }

    @Test
    void shouldForgetTheMinibatchBefore() {
        float[] parameters = parameters(CARTPOLE);
        for (int rows : new int[] {1, 5, 16, 63}) {
            try (Nd4jMlp used = new Nd4jMlp(CARTPOLE, MAX_ROWS);
                    Nd4jMlp fresh = new Nd4jMlp(CARTPOLE, MAX_ROWS)) {
                pass(used, uniform(CARTPOLE.parameterCount(), "other parameters"), MAX_ROWS);
                assertArrayEquals(pass(fresh, parameters, rows), pass(used, parameters, rows));
            }
        }
    }

    @Test
    void shouldUseTheParametersLoadedLast() {
        float[] other = uniform(CARTPOLE.parameterCount(), "other parameters");
        try (Nd4jMlp network = new Nd4jMlp(CARTPOLE, MAX_ROWS);
                Nd4jMlp fresh = new Nd4jMlp(CARTPOLE, MAX_ROWS)) {
            float[][] before = pass(network, parameters(CARTPOLE), 9);
            float[][] after = pass(network, other, 9);
            assertArrayEquals(pass(fresh, other, 9), after);
            assertFalse(Arrays.equals(before[0], after[0]));
            assertFalse(Arrays.equals(before[1], after[1]));
        }
    }

    @Test
    void shouldGiveNaNForNaNInsteadOfFailing() {
        float[] parameters = parameters(CARTPOLE);
        parameters[CARTPOLE.policyTorso().get(1).offset()] = Float.NaN;
        try (Nd4jMlp network = new Nd4jMlp(CARTPOLE, MAX_ROWS)) {
            float[] outputs = pass(network, parameters, 8)[0];
            for (int i = 0; i < outputs.length; i++) {
                assertEquals(i % 3 != 2, Float.isNaN(outputs[i]), "logits are NaN, values have their own torso");
            }
        }
    }

    @Test
    void shouldRefuseUseAfterClose() {
        Nd4jMlp network = new Nd4jMlp(CARTPOLE, MAX_ROWS);
        pass(network, parameters(CARTPOLE), 8);
        network.close();
        network.close();
        assertThrows(IllegalStateException.class, () -> network.loadParameters(parameters(CARTPOLE)));
        assertThrows(IllegalStateException.class, () -> network.forward(Rows.of(new float[4], 1), new float[3]));
        assertThrows(
                IllegalStateException.class, () -> network.backward(new float[3], new float[network.parameterCount()]));
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertThrows(IllegalArgumentException.class, () -> new Nd4jMlp(CARTPOLE, 0));
        try (Nd4jMlp network = new Nd4jMlp(CARTPOLE, 2)) {
            assertThrows(
                    IllegalArgumentException.class, () -> network.forward(Rows.of(new float[12], 3), new float[9]));
            assertThrows(
                    IllegalArgumentException.class, () -> network.forward(Rows.of(new float[12], 0), new float[9]));
            assertThrows(IllegalArgumentException.class, () -> network.loadParameters(new float[3]));
            assertThrows(
                    IllegalStateException.class,
                    () -> network.backward(new float[3], new float[network.parameterCount()]));
        }
    }

    /** ND4J itself allocates in each of its calls; the network adds nothing. */
    @Tag("fresh-jvm")
    @ParameterizedTest
    @EnumSource
    void shouldAllocateNothingOfItsOwnInTheSteadyState(Heads heads) {
        MlpLayout layout = new MlpLayout(4, 2, CARTPOLE.config(), heads);
        DenseKernel kernel = Kernels.best();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        float[] parameters = parameters(layout);
        ObservationBatch batch = Rows.of(new float[16 * 4], 16);
        float[] outputs = new float[16 * layout.outputWidth()];
        try (Nd4jMlp network = new Nd4jMlp(layout, 16, kernel, m -> new KernelProducts(m, kernel))) {
            long least = Long.MAX_VALUE;
            for (int round = 0; round < 200 && least > 0; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 100; i++) {
                    network.loadParameters(parameters);
                    network.forward(batch, outputs);
                    network.backward(outputs, parameters);
                }
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            // the measurement's own boxes
            assertTrue(least < 200, "least bytes in 100 passes: " + least);
        }
    }
}
