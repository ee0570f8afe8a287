package io.htsrl.environments.wrapper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.environments.wrapper.StepTime.Distribution;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepTimeTest {

    @Property(tries = 200)
    void shouldReadBackWhatItPrints(
            @ForAll("families") Distribution distribution,
            @ForAll @Scale(12) @DoubleRange(min = 1.0001, max = 1e9) double shape,
            @ForAll @LongRange(min = 0, max = 3_600_000_000_000L) long mean,
            @ForAll boolean burn) {
        StepTime time = new StepTime(distribution, shape, mean, burn);
        assertEquals(time, StepTime.parse(time.toString()));
    }

    @Provide
    Arbitrary<Distribution> families() {
        return Arbitraries.of(Distribution.class).filter(distribution -> distribution != Distribution.TRACE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"exponential:5ms", "gamma(0.5):2500us:burn", "constant:1s", "uniform:90s", "pareto(2.5):7ns"})
    void shouldWriteTimesAsPeopleDo(String text) {
        assertEquals(text, StepTime.parse(text).toString());
    }

    @Test
    void shouldReadTheCommandLinesForms() {
        assertEquals(new StepTime(Distribution.EXPONENTIAL, 1, 5_000_000, false), StepTime.parse("exponential:5ms"));
        assertEquals(new StepTime(Distribution.GAMMA, 0.5, 2_500_000, true), StepTime.parse("GAMMA(0.5):2.5ms:burn"));
        assertEquals(
                new StepTime(Distribution.LOGNORMAL, 0.01, 500_000, false),
                StepTime.parse(" lognormal(1e-2):500us:block "));
        assertEquals(new StepTime(Distribution.PARETO, 2.5, 1_000_000_000, false), StepTime.parse("pareto:1s"));
        assertEquals(new StepTime(Distribution.CONSTANT, 1, 7, false), StepTime.parse("constant:7ns"));
        assertEquals(new StepTime(Distribution.UNIFORM, 1, 7000, true), StepTime.parse("uniform:7us:burn"));
    }

    @Test
    void shouldKnowItsMomentsInSeconds() {
        assertEquals(0.005, StepTime.parse("exponential:5ms").meanSeconds());
        assertEquals(0, StepTime.parse("constant:5ms").deviationSeconds());
        assertEquals(1 / Math.sqrt(3), StepTime.parse("uniform:1s").deviationSeconds());
        assertEquals(0.005, StepTime.parse("exponential:5ms").deviationSeconds());
        assertEquals(2, StepTime.parse("gamma(0.25):1s").deviationSeconds());
        assertEquals(Math.sqrt(Math.E - 1), StepTime.parse("lognormal(1):1s").deviationSeconds(), 1e-15);
        assertEquals(Math.sqrt(1.0 / 24), StepTime.parse("pareto(6):1s").deviationSeconds(), 1e-15);
        assertEquals(Double.POSITIVE_INFINITY, StepTime.parse("pareto(2):1s").deviationSeconds());
        assertEquals(0, StepTime.parse("pareto(2):0s").deviationSeconds());
    }

    @Test
    void shouldNameItsKindWithoutTheMean() {
        assertEquals("uniform", StepTime.parse("uniform:5ms").kind());
        assertEquals("gamma(0.25)", StepTime.parse("gamma(0.25):5ms:burn").kind());
    }

    @Test
    void shouldIgnoreTheShapeOfFamiliesWithoutOne() {
        assertEquals(
                new StepTime(Distribution.CONSTANT, 1, 7, false), new StepTime(Distribution.CONSTANT, 3, 7, false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5ms",
                "exponential",
                "exponential:5",
                "exponential:-5ms",
                "exponential:5m",
                "normal:5ms",
                "constant(2):5ms",
                "uniform(2):5ms",
                "trace:",
                "trace(2):5ms",
                "exponential(2):5ms",
                "gamma(0):5ms",
                "gamma(-1):5ms",
                "gamma(1e999):5ms",
                "gamma():5ms",
                "gamma(x):5ms",
                "gamma(1.2.3):5ms",
                "lognormal(0):5ms",
                "pareto(1):5ms",
                "pareto(0.5):5ms",
                "constant:3601s",
                "constant:1.2.3s",
                "constant:.s",
                "constant:5ms:sleep",
                "constant:5ms:burn:burn"
            })
    void shouldRefuseWhatDoesNotFitNamingValueRuleAndRemedy(String text) {
        ConfigurationException refusal = assertThrows(ConfigurationException.class, () -> StepTime.parse(text));
        assertEquals(1, refusal.violations().size());
        assertEquals(text, refusal.violations().get(0).value());
        assertTrue(refusal.getMessage().contains("must read DISTRIBUTION"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("give exponential:5ms"), refusal.getMessage());
    }

    @Test
    void shouldRefuseShapesAndMeansThatDoNotFitWhenConstructed() {
        assertRefused("1.0", Distribution.PARETO, 1, 1);
        assertRefused("0.0", Distribution.GAMMA, 0, 1);
        assertRefused("NaN", Distribution.LOGNORMAL, Double.NaN, 1);
        assertRefused("Infinity", Distribution.GAMMA, Double.POSITIVE_INFINITY, 1);
        assertRefused("-1 ns", Distribution.CONSTANT, 1, -1);
        assertRefused("3600000000001 ns", Distribution.CONSTANT, 1, 3_600_000_000_001L);
        assertRefused("needs a trace", Distribution.TRACE, 1, 1);
    }

    private static void assertRefused(String value, Distribution distribution, double shape, long mean) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> new StepTime(distribution, shape, mean, false))
                .getMessage();
        assertTrue(message.contains(value), message);
    }
}
