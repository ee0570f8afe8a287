package io.htsrl.papers.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.htsrl.cli.Hts;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.report.TrainingResult;
import io.htsrl.trainer.run.Trainer;
import org.junit.jupiter.api.Test;

/** Checks that a learner draws from its given memory. */
class SwappedMemoriesTest {
    private static final String FLAGS = "--algo dqn --env CartPole-v1 --num-envs 2 --hidden-sizes 8 --n-step 1"
            + " --total-timesteps 2000 --learning-starts 200 --buffer-size 500";

    private static TrainingResult run(Components components) throws Exception {
        return new Trainer(Hts.configure(FLAGS.split(" ")), Attachments.none().with(components)).run();
    }

    private static TrainingResult run(Memories kind) throws Exception {
        return run(SwappedMemories.components(kind));
    }

    @Test
    void shouldLearnFromTheGivenMemory() throws Exception {
        String standard = run(Components.STANDARD).digest();
        assertEquals(standard, run(Memories.OURS).digest());
        String oneLock = run(Memories.ONE_LOCK).digest();
        assertNotEquals(standard, oneLock);
        assertNotEquals(standard, run(Memories.TWO_LOCKS).digest());
        assertEquals(oneLock, run(Memories.ONE_LOCK).digest(), "a run with one lock is deterministic");
    }
}
