package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.Violations;
import io.htsrl.trainer.config.RunConfig;
import org.junit.jupiter.api.Test;

/** What {@code --learner-nodes} takes. */
class LearnerNodesTest {

    private static String wrong(String algorithm, int nodes, int learnerNodes) {
        RunConfig config = SmallRuns.config(algorithm, "CartPole-v1", 1);
        ClusterSettings settings = SmallRuns.settings(nodes, 0, learnerNodes, 0);
        Violations violations = new Violations();
        new ClusterEngine().check(settings, config, violations);
        return violations.list().toString();
    }

    @Test
    void shouldTakeSomeOfTheNodesForAlgorithmsThatShareRows() {
        assertEquals("[]", wrong("ppo", 2, 2));
        assertEquals("[]", wrong("a2c", 2, 1));
        assertEquals("[]", wrong("dqn", 2, 0));
    }

    @Test
    void shouldRefuseMoreThanThereAreNodes() {
        assertTrue(wrong("ppo", 2, 3).contains("must be 2 at most: they are some of the nodes"));
        assertTrue(wrong("ppo", 0, 1).contains("must be 0 at most"));
    }

    @Test
    void shouldRefuseAlgorithmsThatReplay() {
        String message = wrong("dqn", 2, 1);

        assertTrue(message.contains("must be 0 with --algo dqn, whose minibatches no machines share"), message);
        assertTrue(message.contains("leave it out, or choose one of a2c, ppo"), message);
    }
}
