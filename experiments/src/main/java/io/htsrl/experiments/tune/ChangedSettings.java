package io.htsrl.experiments.tune;

import java.util.Map;
import java.util.TreeMap;

/** Settings as flags are written. Pure function. */
final class ChangedSettings {
    private ChangedSettings() {}

    /** Such as {@code --num-envs 32 }, with a blank behind each; nothing where there are none. */
    static String text(Map<String, String> changes) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(changes)
                .forEach((key, value) ->
                        text.append("--").append(key).append(' ').append(value).append(' '));
        return text.toString();
    }
}
