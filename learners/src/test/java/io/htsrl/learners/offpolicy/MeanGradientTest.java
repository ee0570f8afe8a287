package io.htsrl.learners.offpolicy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.ParameterBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeanGradientTest {
    /** More than one block, and not a whole number of them. */
    private static final int PARAMETERS = 2 * ParameterBlocks.SIZE + 77;

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "3, 2", "5, 4"})
    void shouldSumInTheBatchesOrderWhateverTheThreads(int batches, int threads) {
        float[] expected = new float[PARAMETERS];
        try (Team team = Team.of(threads)) {
            MeanGradient gradient = new MeanGradient(PARAMETERS, new BatchTeam(batches, team));
            for (int batch = 0; batch < batches; batch++) {
                for (int i = 0; i < PARAMETERS; i++) {
                    // of unequal size, so that another order of the sum is another float
                    float value = (float) ((RandomStream.root(batch).uniform(i) - 0.5) * Math.pow(10, batch));
                    gradient.of(batch)[i] = value;
                    expected[i] += value;
                }
            }
            for (int i = 0; i < PARAMETERS; i++) {
                expected[i] /= batches;
            }
            assertArrayEquals(expected, gradient.mean());
        }
    }

    @Test
    void shouldLeaveASingleGradientAsItIs() {
        MeanGradient gradient = new MeanGradient(3, new BatchTeam(1, Team.alone()));
        gradient.of(0)[1] = Float.MIN_VALUE;
        assertSame(gradient.of(0), gradient.mean());
        assertArrayEquals(new float[] {0, Float.MIN_VALUE, 0}, gradient.mean());
    }
}
