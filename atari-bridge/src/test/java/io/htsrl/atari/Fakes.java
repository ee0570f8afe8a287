package io.htsrl.atari;

import io.htsrl.atari.preprocessing.AtariOptions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Options, and rollouts of games made up, for the tests of the protocol. */
final class Fakes {
    static final int[] SIX = {0, 1, 3, 4, 11, 12};
    static final int[] NO_FIRE = {0, 2, 5};

    private Fakes() {}

    static AtariOptions options(String... namesAndValues) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            options.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return AtariOptions.parse(options);
    }

    /** No chance, no frames before the first step. */
    static AtariOptions plain(String... more) {
        String[] all = Arrays.copyOf(more, more.length + 4);
        System.arraycopy(new String[] {"repeat-action-probability", "0", "noop-max", "0"}, 0, all, more.length, 4);
        return options(all);
    }

    static AtariRollout rollout(FakeEmulator emulator, AtariOptions options) {
        return new AtariRollout(new AtariEnvironment("ALE/Fake-v5", emulator, options), 1);
    }
}
