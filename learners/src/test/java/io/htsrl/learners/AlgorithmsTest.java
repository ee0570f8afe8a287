package io.htsrl.learners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.learners.ppo.Ppo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlgorithmsTest {

    @Test
    void shouldFindThoseOfThisModuleByName() {
        assertTrue(Algorithms.names().containsAll(List.of("a2c", "dqn", "ppo")));
        assertEquals(Ppo.class, Algorithms.find("ppo").orElseThrow().getClass());
        assertTrue(Algorithms.find("PPO").isEmpty());
    }

    @Test
    void shouldRefuseTwoOfOneName() {
        List<Algorithm> doubled = new ArrayList<>(Algorithms.all());
        doubled.add(new Ppo());

        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> Algorithms.sorted(doubled));

        assertTrue(
                refused.getMessage()
                        .contains("HTS_CLASS_PATH ppo: it must be the name of one algorithm, and is that "
                                + "of io.htsrl.learners.ppo.Ppo and of io.htsrl.learners.ppo.Ppo"),
                refused::getMessage);
    }
}
