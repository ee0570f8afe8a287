package io.htsrl.cluster.lanes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.ConvConfig;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Both ends have images as bytes, in stacks; some rows do not lie in the bank. */
class LaneNetworkTest {
    private static final ObservationSpace FRAME = ObservationSpace.bytes(36, 44);
    private static final BankShape SHAPE = new BankShape(5, 3, FRAME, 4, 1, 6, false, 0);
    private static final int ROWS = SHAPE.rows();

    private final PolicyNetwork policy =
            Networks.create(new ConvConfig(ConvConfig.Kind.NATURE, 70), FRAME, 4, 5, Heads.ACTOR_CRITIC);
    private final float[] parameters = new float[policy.parameterCount()];

    @Test
    void shouldReadStacksOfImagesAsOneProcessDoes() {
        StorageBank bank = new StorageBank(SHAPE);
        SplittableRandom random = new SplittableRandom(5);
        random.nextBytes(bank.byteObservations());
        policy.initialise(parameters, RandomStream.root(3));
        ObservationBatch batch = new ObservationBatch(ROWS);
        bank.bind(batch);
        for (int row = 0; row < ROWS; row++) {
            batch.add(bank.observationOffset(row / 3, row % 3), 1 + row % 4);
        }
        float[] outputGradient = new float[ROWS * SHAPE.outputWidth()];
        for (int i = 0; i < outputGradient.length; i++) {
            outputGradient[i] = (float) random.nextDouble() - 0.5f;
        }
        Hands hands = new Hands(policy);
        NodeLanes.Rows rows = new NodeLanes.Rows();
        try (GradientNetwork one = policy.newGradientNetwork(Backend.JVM, ROWS, Team.alone());
                GradientNetwork shared = new LaneNetwork(
                        policy.newChainedNetwork(ROWS, Team.alone()).orElseThrow(),
                        hands.board,
                        rows,
                        NodeLanes.Shares.EVEN)) {
            hands.join();
            hands.join();
            int[][] expected = pass(one, batch, outputGradient);

            assertArrayEquals(expected, pass(shared, batch, outputGradient), "of a bank that nobody has told of");
            assertEquals("", hands.board.summary());
            rows.set(bank);
            assertArrayEquals(expected, pass(shared, batch, outputGradient));
            assertEquals("minibatches that were shared with nodes: 1; begun and done again: 0", hands.board.summary());
        }
    }

    private int[][] pass(GradientNetwork network, ObservationBatch batch, float[] outputGradient) {
        float[] outputs = new float[outputGradient.length];
        float[] gradient = new float[parameters.length];
        Arrays.fill(gradient, Float.NaN);
        network.loadParameters(parameters);
        network.forward(batch, outputs);
        network.backward(outputGradient, gradient);
        return new int[][] {bits(outputs), bits(gradient)};
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
        return bits;
    }
}
