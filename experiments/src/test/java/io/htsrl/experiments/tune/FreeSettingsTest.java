package io.htsrl.experiments.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.settings.ConfigResolver;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.experiments.tune.FreeSettings.Size;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code --free} may change every setting that no flag names. Environments and interval are PPO's on CartPole. */
class FreeSettingsTest {
    private static final int ENVIRONMENTS = 16;
    private static final int INTERVAL = 32;

    private static FreeSettings settings(String... keysAndValues) {
        Layer flags = Layer.ofCommandLine().add("algo", "ppo").add("env", "CartPole-v1");
        for (int i = 0; i < keysAndValues.length; i += 2) {
            flags = flags.add(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new FreeSettings(
                flags, new ConfigResolver(flags, new Violations()).resolve().config());
    }

    private static List<Map<String, String>> changes(FreeSettings settings, Map<String, String> minibatches) {
        return settings.sizes(minibatches, ENVIRONMENTS, INTERVAL).stream()
                .map(Size::changes)
                .collect(Collectors.toList());
    }

    @Test
    void shouldTryOtherEnvironmentsAndIntervals() {
        FreeSettings free = settings();
        List<Map<String, String>> changes = changes(free, Map.of());
        assertEquals(7, changes.size(), "2 numbers of environments by 4 of steps, without what the run is: " + changes);
        assertTrue(changes.contains(Map.of("num-envs", "32")), changes::toString);
        assertTrue(changes.contains(Map.of("sync-interval", "16")), changes::toString);
        assertTrue(changes.contains(Map.of("num-envs", "32", "sync-interval", "128")), changes::toString);
        for (Size size : free.sizes(Map.of(), ENVIRONMENTS, INTERVAL)) {
            int environments = Integer.parseInt(size.changes().getOrDefault("num-envs", "16"));
            int interval = Integer.parseInt(size.changes().getOrDefault("sync-interval", "32"));
            assertEquals((double) environments * interval / (ENVIRONMENTS * INTERVAL), size.times());
        }
    }

    @Test
    void shouldTryMinibatchesTwiceAsLarge() {
        List<Map<String, String>> minibatches = settings().minibatches();
        assertEquals(List.of(Map.of(), Map.of("num-minibatches", "2")), minibatches);
        List<Map<String, String>> changes = changes(settings(), minibatches.get(1));
        assertEquals(8, changes.size());
        assertTrue(changes.contains(Map.of("num-minibatches", "2")), changes::toString);
        assertTrue(changes.contains(Map.of("num-minibatches", "2", "num-envs", "32")), changes::toString);
    }

    @Test
    void shouldKeepWhatAFlagNames() {
        FreeSettings free = settings("num-envs", "16", "num-minibatches", "4");
        assertEquals(List.of(Map.of()), free.minibatches());
        List<Map<String, String>> changes = changes(free, Map.of());
        assertEquals(3, changes.size());
        assertFalse(changes.stream().anyMatch(each -> each.containsKey("num-envs")), changes::toString);
    }

    @Test
    void shouldKeepAnIntervalOfOneStepWhole() {
        assertEquals(
                List.of(2.0, 4.0, 2.0, 4.0, 8.0),
                settings().sizes(Map.of(), ENVIRONMENTS, 1).stream()
                        .map(Size::times)
                        .collect(Collectors.toList()));
    }

    @Test
    void shouldNotMakeRunsThatCannotBe() {
        FreeSettings free = settings("num-minibatches", "32");
        assertTrue(free.run(Map.of("num-envs", "32")).isPresent());
        assertTrue(free.run(Map.of("sync-interval", "1")).isEmpty(), "16 steps are no 32 minibatches");
    }
}
