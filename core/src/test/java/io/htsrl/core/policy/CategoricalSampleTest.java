package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;

class CategoricalSampleTest {
    private final RandomStream draws = RandomStream.root(7).spawn("action").spawn(0);

    @Test
    void shouldDrawInProportionToTheSoftmax() {
        float[] outputs = {99, 0, 1, -1, 2, 99};
        double sum = 1 + Math.exp(1) + Math.exp(-1) + Math.exp(2);
        double[] expected = {1 / sum, Math.exp(1) / sum, Math.exp(-1) / sum, Math.exp(2) / sum};
        Categorical head = new Categorical(4);
        int draw = 200_000;
        int[] counts = new int[4];
        float[] action = new float[3];
        for (int step = 0; step < draw; step++) {
            head.sample(outputs, 1, draws, step, action, 2);
            counts[(int) action[2]]++;
        }
        double chiSquare = 0;
        for (int i = 0; i < 4; i++) {
            double mean = expected[i] * draw;
            chiSquare += (counts[i] - mean) * (counts[i] - mean) / mean;
        }
        assertTrue(chiSquare < 16.27, "chi-square " + chiSquare + " is beyond the 99.9 % quantile of 3 degrees");
    }

    @Test
    void shouldNeverDrawAnImpossibleAction() {
        Categorical head = new Categorical(3);
        float[] action = new float[1];
        for (int step = 0; step < 1000; step++) {
            head.sample(new float[] {-2000, 0, -2000}, 0, draws, step, action, 0);
            assertEquals(1f, action[0]);
        }
    }

    @Test
    void shouldRefuseOutputsThatAreNotFinite() {
        Categorical head = new Categorical(2);
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
            DivergedException refused = assertThrows(
                    DivergedException.class, () -> head.sample(new float[] {0, bad}, 0, draws, 0, new float[1], 0));
            assertTrue(refused.getMessage().contains(String.valueOf(bad)), refused.getMessage());
        }
    }
}
