package io.htsrl.benchmarks.kills;

import java.util.ArrayList;
import java.util.List;

/** Flags of the run that is killed: A2C, four replicas of a small Python environment in two workers. Stateless. */
final class WalkFlags {
    private WalkFlags() {}

    /** Returns the flags of {@code hts train}, with {@code more} appended. */
    static List<String> of(String python, String... more) {
        List<String> flags = new ArrayList<>(List.of(
                "--algo",
                "a2c",
                "--env",
                "gym:walk:Walk",
                "--python",
                python,
                "--num-envs",
                "4",
                "--python-workers",
                "2",
                "--hidden-sizes",
                "8,8"));
        flags.addAll(List.of(more));
        return flags;
    }
}
