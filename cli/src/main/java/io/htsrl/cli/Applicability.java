package io.htsrl.cli;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * Which algorithms a setting means something to. A setting that is not in the table means something to all of them.
 * Immutable, any thread.
 */
final class Applicability {
    private static final Map<Setting, List<String>> ALGORITHMS = table();

    private Applicability() {
    }

    /** Ranges in the order of {@link Setting}'s rows; a test holds them against what the help says. */
    private static Map<Setting, List<String>> table() {
        Map<Setting, List<String>> table = new EnumMap<>(Setting.class);
        EnumSet.range(Setting.GAE_LAMBDA, Setting.VF_COEF).forEach(s -> table.put(s, List.of("a2c", "ppo")));
        EnumSet.range(Setting.UPDATE_EPOCHS, Setting.TARGET_KL).forEach(s -> table.put(s, List.of("ppo")));
        EnumSet.range(Setting.LEARNING_STARTS, Setting.DUELING).forEach(s -> table.put(s, List.of("dqn")));
        table.put(Setting.SHARED_TORSO, List.of("a2c", "ppo"));
        return Map.copyOf(table);
    }

    /** The algorithms, in alphabetical order. */
    static List<String> algorithms(Setting setting) {
        return ALGORITHMS.getOrDefault(setting, Setting.ALGO.choices());
    }

    static boolean applies(Setting setting, String algo) {
        return algorithms(setting).contains(algo);
    }
}
