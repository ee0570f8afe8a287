package io.htsrl.trainer.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.trainer.evaluation.Bootstrap.ConfidenceInterval;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BootstrapTest {

    /** Means of two draws from {0, 1} are 0, 1/2, 1 with probabilities 1/4, 1/2, 1/4: both tails lie at the ends. */
    @Test
    void shouldFindTheQuantilesOfATwoPointDistribution() {
        assertEquals(new ConfidenceInterval(0, 1), Bootstrap.ofMean(new double[] {0, 1}));
    }

    /** The mean of 4 draws is 0 with probability (3/4)^4 = 0.316, and above 3/4 with (1/4)^4 = 0.004 < 0.025. */
    @Test
    void shouldFindTheQuantilesOfABinomialDistribution() {
        assertEquals(new ConfidenceInterval(0, 0.75), Bootstrap.ofMean(new double[] {0, 0, 1, 0}));
    }

    @Test
    void shouldGiveAPointWhereAllValuesAreEqual() {
        assertEquals(new ConfidenceInterval(7, 7), Bootstrap.ofMean(new double[] {7, 7, 7}));
    }

    @Test
    void shouldTellNothingFromASingleValue() {
        assertTrue(Double.isNaN(Bootstrap.ofMean(new double[] {3}).low()));
        assertTrue(Double.isNaN(Bootstrap.ofMean(new double[] {}).high()));
    }

    /** The first three samples written out: the draws are those documented, and nothing else. */
    @Test
    void shouldDrawFromTheDocumentedStream() {
        double[] values = {1, 10, 100};
        RandomStream draws = RandomStream.root(0).spawn("bootstrap");
        double[] means = new double[3];
        for (int resample = 0; resample < 3; resample++) {
            double sum = 0;
            for (int i = 0; i < 3; i++) {
                sum += values[(int) (draws.uniform(resample, i) * 3)];
            }
            means[resample] = sum / 3;
        }
        Arrays.sort(means);

        ConfidenceInterval interval = Bootstrap.ofMean(values, 3);

        assertEquals(means[0] + 0.05 * (means[1] - means[0]), interval.low());
        assertEquals(Sample.quantile(means, 0.975), interval.high());
    }

    /** Each stratum is drawn from by itself: a stratum of equal values always has its own mean. */
    @Test
    void shouldDrawFromEachStratumByItself() {
        double[][] strata = {{5, 5, 5}, {0, 1}};

        assertEquals(new ConfidenceInterval(5, 5), Bootstrap.of(strata, s -> Sample.mean(s[0])));
        assertEquals(new ConfidenceInterval(0, 1), Bootstrap.of(strata, s -> Sample.mean(s[1])));
        assertTrue(Double.isNaN(Bootstrap.of(new double[][] {{1, 2}, {3}}, s -> 0)
                .low()));
    }
}
