package io.htsrl.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RandomReplicasTest {

    /** Both forms measure the same work: the same actions, episodes and resets. */
    @Test
    void shouldTakeTheSameStepsPlainAndBatched() {
        int count = 67; // one action of the last draw and more
        RandomReplicas plain = new RandomReplicas(count, false, 5);
        RandomReplicas batched = new RandomReplicas(count, true, 5);
        for (int step = 0; step < 300; step++) {
            plain.step();
            batched.step();
            assertArrayEquals(plain.observations(), batched.observations(), "after step " + step);
        }

        assertEquals(plain.episodes(), batched.episodes());
        // a random policy keeps the pole up for some 22 steps
        assertTrue(plain.episodes() > count * 300 / 30 && plain.episodes() < count * 300 / 15, "" + plain.episodes());
    }
}
