package io.htsrl.experiments.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimTwoTest {

    @Test
    void shouldGiveThePapersFormula() {
        assertEquals(0, ClaimTwo.expectedLag(16, 0));
        assertEquals(1, ClaimTwo.expectedLag(16, 1.0 / 32));
        assertEquals(3, ClaimTwo.expectedLag(1, 0.75));
        assertEquals(Double.POSITIVE_INFINITY, ClaimTwo.expectedLag(16, 1.0 / 16));
        assertEquals(Double.POSITIVE_INFINITY, ClaimTwo.expectedLag(16, 1));
    }

    @ParameterizedTest
    @CsvSource({"1, 0.5", "4, 0.1", "16, 0.05", "64, 0.0125"})
    void shouldAgreeWithASimulatedQueue(int environments, double ratio) {
        double expected = ClaimTwo.expectedLag(environments, ratio);
        assertEquals(expected, simulatedLag(environments, ratio), 0.03 * expected);
    }

    /**
     * The number of rollouts that are waiting or being learnt, averaged over time: arrivals of all environments
     * together and departures are one Markov chain, whose next event is an arrival with probability λ/(λ + μ).
     */
    private static double simulatedLag(int environments, double ratio) {
        RandomStream stream = RandomStream.root(2020).spawn("queue");
        double time = 0;
        double area = 0;
        long length = 0;
        for (long event = 0; event < 2_000_000; event++) {
            double arrivals = environments * ratio;
            double events = arrivals + (length > 0 ? 1 : 0);
            double wait = -DeterministicMath.log(1 - stream.uniform(event, 0)) / events;
            time += wait;
            area += wait * length;
            length += stream.uniform(event, 1) * events < arrivals ? 1 : -1;
        }
        return area / time;
    }
}
