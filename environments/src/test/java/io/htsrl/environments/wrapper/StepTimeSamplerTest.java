package io.htsrl.environments.wrapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Samples have a mean of one second, so rounding to nanoseconds is far below what the tests resolve. The stream is
 * fixed, so an outcome never changes; the bounds are five standard errors and, for the Kolmogorov-Smirnov distance,
 * 1.95 / sqrt(n), exceeded by a correct sampler with a probability of 1e-3.
 */
class StepTimeSamplerTest {
    private static final int N = 100_000;
    private static final RandomStream STREAM = RandomStream.root(2020).spawn("step-time");

    @Test
    void shouldGiveTheMeanItselfWhenConstant() {
        assertEquals(123, sampler("constant:123ns").nanos(9));
    }

    @Test
    void shouldBeAFunctionOfStreamAndIndex() {
        StepTimeSampler sampler = sampler("gamma(0.5):1s");
        long first = sampler.nanos(77);
        sampler.nanos(78);
        assertEquals(first, sampler.nanos(77));
        assertEquals(first, sampler("gamma(0.5):1s").nanos(77));
        assertNotEquals(first, sampler.nanos(78));
        assertNotEquals(first, new StepTimeSampler(StepTime.parse("gamma(0.5):1s"), RandomStream.root(2021)).nanos(77));
    }

    @Test
    void shouldDrawUniformTimes() {
        double[] x = samples("uniform:1s");
        assertMoments(x, 1.0 / 3, 1.8);
        assertDistribution(x, t -> t / 2);
    }

    @Test
    void shouldDrawExponentialTimes() {
        double[] x = samples("exponential:1s");
        assertMoments(x, 1, 9);
        assertDistribution(x, t -> 1 - Math.exp(-t));
    }

    @Test
    void shouldDrawGammaTimesOfShapeBelowOne() {
        double[] x = samples("gamma(0.5):1s");
        assertMoments(x, 2, 15);
        // half a squared normal is gamma of shape 1/2
        assertDistribution(x, t -> 2 * normalCdf(Math.sqrt(t)) - 1);
    }

    @Test
    void shouldDrawGammaTimesOfShapeOneAsExponentialOnes() {
        assertDistribution(samples("gamma(1):1s"), t -> 1 - Math.exp(-t));
    }

    @Test
    void shouldDrawGammaTimesOfShapeAboveOne() {
        double[] x = samples("gamma(3):1s");
        assertMoments(x, 1.0 / 3, 5);
        // Erlang: at least three events of a Poisson process
        assertDistribution(x, t -> 1 - Math.exp(-3 * t) * (1 + 3 * t + 4.5 * t * t));
    }

    @Test
    void shouldDrawLognormalTimes() {
        double[] x = samples("lognormal(0.5):1s");
        double w = Math.exp(0.25);
        assertMoments(x, w - 1, w * w * w * w + 2 * w * w * w + 3 * w * w - 3);
        assertDistribution(x, t -> normalCdf((Math.log(t) + 0.125) / 0.5));
    }

    @Test
    void shouldDrawParetoTimes() {
        double[] x = samples("pareto(6):1s");
        assertMoments(x, 1.0 / 24, 3 + 6.0 * (216 + 36 - 36 - 2) / (6 * 3 * 2));
        assertDistribution(x, t -> 1 - Math.pow(5.0 / 6 / t, 6));
    }

    @Test
    void shouldDrawParetoTimesOfInfiniteVariance() {
        assertDistribution(samples("pareto(1.5):1s"), t -> 1 - Math.pow(1.0 / 3 / t, 1.5));
    }

    @Test
    void shouldReplayATraceInItsOrderFromAPlaceOfTheStream(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "1\n2\n6\n");
        StepTime time = StepTime.parse("trace:" + file);
        Set<Long> starts = new HashSet<>();
        for (int replica = 0; replica < 64; replica++) {
            StepTimeSampler sampler = new StepTimeSampler(time, STREAM.spawn(replica));
            starts.add(sampler.nanos(0));
            List<Long> round = List.of(sampler.nanos(0), sampler.nanos(1), sampler.nanos(2), sampler.nanos(3));
            assertTrue(
                    Set.of(
                                    List.of(1_000_000L, 2_000_000L, 6_000_000L, 1_000_000L),
                                    List.of(2_000_000L, 6_000_000L, 1_000_000L, 2_000_000L),
                                    List.of(6_000_000L, 1_000_000L, 2_000_000L, 6_000_000L))
                            .contains(round),
                    round.toString());
            assertEquals(sampler.nanos(2), sampler.nanos(3_000_000_000_002L));
        }
        assertEquals(3, starts.size());
    }

    @Test
    void shouldScaleATraceToAMean(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "1\n2\n6\n");
        StepTimeSampler sampler = sampler("trace:" + file + ":30us");
        assertEquals(90_000, sampler.nanos(0) + sampler.nanos(1) + sampler.nanos(2));
    }

    @Test
    void shouldNeverBeNegative() {
        for (String text : List.of("gamma(0.001):1s", "lognormal(30):1s", "pareto(1.0001):3600s", "exponential:0ns")) {
            StepTimeSampler sampler = sampler(text);
            for (long i = 0; i < 2000; i++) {
                assertTrue(sampler.nanos(i) >= 0, text);
            }
        }
    }

    private static StepTimeSampler sampler(String text) {
        return new StepTimeSampler(StepTime.parse(text), STREAM);
    }

    /** Draws samples, in seconds. */
    private static double[] samples(String text) {
        StepTimeSampler sampler = sampler(text);
        double[] samples = new double[N];
        for (int i = 0; i < N; i++) {
            samples[i] = sampler.nanos(i) * 1e-9;
        }
        return samples;
    }

    private static void assertMoments(double[] samples, double variance, double kurtosis) {
        double mean = Arrays.stream(samples).average().orElseThrow();
        assertEquals(1, mean, 5 * Math.sqrt(variance / N), "mean");
        double spread =
                Arrays.stream(samples).map(x -> (x - 1) * (x - 1)).average().orElseThrow();
        assertEquals(variance, spread, 5 * variance * Math.sqrt((kurtosis - 1) / N), "variance");
    }

    private static void assertDistribution(double[] samples, DoubleUnaryOperator cdf) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double distance = 0;
        for (int i = 0; i < N; i++) {
            double p = cdf.applyAsDouble(sorted[i]);
            distance = Math.max(distance, Math.max(p - (double) i / N, (double) (i + 1) / N - p));
        }
        assertTrue(distance < 1.95 / Math.sqrt(N), "Kolmogorov-Smirnov distance " + distance);
    }

    /** Marsaglia, "Evaluating the normal distribution", J. Stat. Software 11 (2004): 1/2 + φ(x) (x + x³/3 + ...). */
    private static double normalCdf(double x) {
        if (Math.abs(x) > 8) {
            return x > 0 ? 1 : 0;
        }
        double term = x;
        double sum = x;
        for (int i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
            term *= x * x / i;
            sum += term;
        }
        return 0.5 + sum * Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
    }
}
