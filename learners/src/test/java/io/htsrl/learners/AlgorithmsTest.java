package io.htsrl.learners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.learners.ppo.Ppo;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlgorithmsTest {

    @Test
    void shouldFindThoseOfThisModuleByName() {
        assertTrue(Algorithms.names().containsAll(List.of("a2c", "dqn", "ppo")));
        assertEquals(Ppo.class, Algorithms.find("ppo").orElseThrow().getClass());
        assertTrue(Algorithms.find("PPO").isEmpty());
    }
}
