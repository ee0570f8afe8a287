package io.htsrl.cli.sweep;

import io.htsrl.core.settings.Layer;
import java.util.Map;

/**
 * One combination of an algorithm and the settings that a sweep varies. Immutable.
 *
 * @param base     what its runs were given, but for the seed: also the settings
 * @param settings those that vary, as text by key
 */
record SweepCandidate(Layer base, Map<String, String> settings) {

    static SweepCandidate of(Layer fixed, Map<String, String> settings) {
        Layer base = fixed;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            base = base.replacing(setting.getKey(), setting.getValue());
        }
        return new SweepCandidate(base, settings);
    }

    /** Such as {@code learning-rate 1e-3, gamma 0.99}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        settings.forEach((key, value) ->
                text.append(text.isEmpty() ? "" : ", ").append(key).append(' ').append(value));
        return text.toString();
    }
}
