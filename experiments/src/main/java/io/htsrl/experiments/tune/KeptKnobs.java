package io.htsrl.experiments.tune;

import io.htsrl.core.settings.Layer;
import io.htsrl.experiments.tune.model.Knobs;
import io.htsrl.trainer.config.RunConfig;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The knobs that the command line turns itself: they stay. Immutable.
 *
 * @param keys  of their settings
 * @param knobs as the run has them
 */
record KeptKnobs(Set<String> keys, Knobs knobs) {

    static KeptKnobs of(Layer flags, RunConfig config) {
        return new KeptKnobs(
                Knobs.KEYS.stream().filter(flags::has).collect(Collectors.toUnmodifiableSet()),
                Knobs.of(config.pipeline()));
    }

    /** Whether they have the values that were given. */
    boolean allows(Knobs other) {
        List<String> own = knobs.values();
        for (int i = 0; i < own.size(); i++) {
            if (keys.contains(Knobs.KEYS.get(i)) && !own.get(i).equals(other.values().get(i))) {
                return false;
            }
        }
        return true;
    }

    /** A line about them; nothing where there are none. */
    String text() {
        List<String> left =
                Knobs.KEYS.stream().filter(key -> !keys.contains(key)).toList();
        return keys.isEmpty()
                ? ""
                : "as given: " + String.join(" ", knobs.flags(Set.copyOf(left))) + System.lineSeparator();
    }
}
