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

    /** {@code other}, with the values that stay. */
    Knobs on(Knobs other) {
        return new Knobs(
                stays(0) ? knobs.executors() : other.executors(),
                stays(1) ? knobs.actors() : other.actors(),
                stays(2) ? knobs.actorBatch() : other.actorBatch(),
                stays(3) ? knobs.waitMode() : other.waitMode(),
                stays(4) ? knobs.learners() : other.learners());
    }

    private boolean stays(int component) {
        return keys.contains(Knobs.KEYS.get(component));
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
