package io.htsrl.core.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.BoxMuller;
import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;

class OutputRowTest {
    private static final float[] ROW = {9, -1, 2.5f, 0.25f, 2.5f, -3, 9};

    @Test
    void shouldFindTheFirstOfTheGreatest() {
        assertEquals(1, OutputRow.indexOfGreatest(ROW, 1, 5));
        assertEquals(0, OutputRow.indexOfGreatest(ROW, 0, 7));
        assertEquals(0, OutputRow.indexOfGreatest(ROW, 5, 1));
        assertEquals(0, OutputRow.indexOfGreatest(new float[] {-0f, 0f}, 0, 2), "equal, so the first");
    }

    /** In the order of the logits: another one would have other bits. */
    @Test
    void shouldSumTheWeightsInTheirOrder() {
        double greatest = OutputRow.greatest(ROW, 1, 5);
        double sum = 0;
        for (int i = 1; i < 6; i++) {
            sum += DeterministicMath.exp(ROW[i] - 2.5);
        }

        assertEquals(2.5, greatest);
        assertEquals(1, OutputRow.weight(2.5f, greatest));
        assertEquals(sum, OutputRow.weights(ROW, 1, 5, greatest));
    }

    @Test
    void shouldShowWhatIsNotANumber() {
        float[] broken = {1, Float.NaN, 2};

        assertTrue(Double.isNaN(OutputRow.greatest(broken, 0, 3)));
        assertTrue(Double.isNaN(OutputRow.weights(broken, 0, 3, OutputRow.greatest(broken, 0, 3))));
    }

    @Test
    void shouldDrawNormalVariablesFinitelyInBothArithmetics() {
        RandomStream stream = RandomStream.root(3);
        int apart = 0;
        for (int i = 0; i < 1000; i++) {
            double first = stream.uniform(i, 0);
            double second = stream.uniform(i, 1);
            assertEquals(BoxMuller.strictNormal(first, second), BoxMuller.normal(first, second), 1e-10);
            apart += BoxMuller.strictNormal(first, second) == BoxMuller.normal(first, second) ? 0 : 1;
        }

        assertNotEquals(0, apart, "were they one, there would be one");
        assertEquals(0, BoxMuller.normal(0, 0.5), 0.0);
    }
}
