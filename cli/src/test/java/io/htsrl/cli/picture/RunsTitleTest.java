package io.htsrl.cli.picture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunsTitleTest {
    private static Map<String, String> run(String algo, String env, long seed) {
        return Map.of("algo", algo, "env", env, "seed", Long.toString(seed));
    }

    @Test
    void shouldNameWhatRunsAreOf() {
        assertEquals(
                "ppo on CartPole-v1, seed 7",
                RunsTitle.of(List.of(run("ppo", "CartPole-v1", 7))).toString());
        assertEquals(
                "a2c, ppo on CartPole-v1, seeds 1-3, 5, 6, 9",
                RunsTitle.of(List.of(
                                run("ppo", "CartPole-v1", 2),
                                run("ppo", "CartPole-v1", 1),
                                run("a2c", "CartPole-v1", 3),
                                run("a2c", "CartPole-v1", 6),
                                run("a2c", "CartPole-v1", 5),
                                run("a2c", "CartPole-v1", 9)))
                        .toString());
    }

    @Test
    void shouldCountWhatIsTooLongToName() {
        List<Map<String, String>> runs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            runs.add(run("ppo", "Env-v" + i, 1000L * i));
        }

        assertEquals("ppo on 20 environments, 20 seeds", RunsTitle.of(runs).toString());
    }

    @Test
    void shouldDoWithoutSeedsThatARunDoesNotTell() {
        assertEquals(
                "ppo on CartPole-v1",
                RunsTitle.of(List.of(Map.of("algo", "ppo", "env", "CartPole-v1", "seed", "?")))
                        .toString());
    }
}
