package io.htsrl.cli.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.settings.CliSettings;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class ParzenSamplerTest {
    private final Violations violations = new Violations();
    private final SweepSpace space = SweepSpace.read(
            Layer.ofCommandLine(),
            List.of("learning-rate=1e-5..1e-1", "num-steps=4..64", "network=mlp,nature-cnn,impala-cnn"),
            CliSettings.schema(),
            setting -> false,
            violations);

    /** Distance from the best: a learning rate of 1e-3, 16 steps and the network nature-cnn. */
    private static double loss(Map<String, String> settings) {
        return Math.abs(Math.log10(Double.parseDouble(settings.get("learning-rate"))) + 3)
                + Math.abs(Double.parseDouble(settings.get("num-steps")) - 16) / 16
                + (settings.get("network").equals("nature-cnn") ? 0 : 1);
    }

    private static List<Map<String, String>> ranked(List<Map<String, String>> known) {
        return known.stream()
                .sorted(Comparator.comparingDouble(ParzenSamplerTest::loss))
                .toList();
    }

    private List<Map<String, String>> search(SweepPlan.SweepSampler sampler, int trials) {
        List<Map<String, String>> known = new ArrayList<>();
        for (int draw = 0; draw < trials; draw++) {
            known.add(sampler.at(draw, ranked(known)));
        }
        return known;
    }

    private static double mean(List<Map<String, String>> settings, ToDoubleFunction<Map<String, String>> of) {
        return settings.stream().mapToDouble(of).average().orElseThrow();
    }

    @Test
    void shouldFindBetterCombinationsThanRandomDraws() {
        for (long seed = 0; seed < 5; seed++) {
            long root = seed;
            List<Map<String, String>> tpe = search(new ParzenSampler(space, seed), 60);
            List<Map<String, String>> random = search((draw, known) -> space.drawn(root, draw), 60);
            assertEquals(random.subList(0, 10), tpe.subList(0, 10), "the first ones are random");
            double late = mean(tpe.subList(30, 60), ParzenSamplerTest::loss);
            assertTrue(late < 0.6 * mean(random, ParzenSamplerTest::loss), () -> "seed " + root + ": " + late);
        }
        assertTrue(violations.isEmpty(), violations::toString);
    }

    @Test
    void shouldBeAFunctionOfSeedDrawAndResults() {
        List<Map<String, String>> known = ranked(search(new ParzenSampler(space, 3), 20));
        assertEquals(new ParzenSampler(space, 3).at(7, known), new ParzenSampler(space, 3).at(7, known));
        assertNotEquals(new ParzenSampler(space, 3).at(7, known), new ParzenSampler(space, 3).at(8, known));
        assertNotEquals(new ParzenSampler(space, 3).at(7, known), new ParzenSampler(space, 4).at(7, known));
    }

    /** Observations are equal and at an end of the ranges; some values never occurred. */
    @Test
    void shouldStayWithinTheSpaceWhateverIsKnown() {
        Map<String, String> low = Map.of("learning-rate", "1e-5", "num-steps", "4", "network", "mlp");
        Map<String, String> high = Map.of("learning-rate", "0.1", "num-steps", "64", "network", "mlp");
        for (Map<String, String> end : List.of(low, high)) {
            List<Map<String, String>> known = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                known.add(end);
            }
            for (long draw = 0; draw < 200; draw++) {
                Map<String, String> settings = new ParzenSampler(space, 1).at(draw, known);
                double rate = Double.parseDouble(settings.get("learning-rate"));
                int steps = Integer.parseInt(settings.get("num-steps"));
                assertTrue(rate >= 1e-5 && rate <= 0.1 && steps >= 4 && steps <= 64, settings::toString);
            }
        }
    }
}
