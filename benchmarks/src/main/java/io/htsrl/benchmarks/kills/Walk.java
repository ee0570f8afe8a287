package io.htsrl.benchmarks.kills;

import java.util.ArrayList;
import java.util.List;

/** The run that is killed: A2C, four replicas of a small environment of Python in two workers. Stateless. */
final class Walk {
    private Walk() {}

    /** Its flags of {@code hts train}, with {@code more} behind them. */
    static List<String> flags(String python, String... more) {
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
