package io.htsrl.learners.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.ppo.PpoLearner.Minibatches;
import org.junit.jupiter.api.Test;

class MinibatchesTest {

    @Test
    void shouldShuffleEveryRowOnceAndDifferentlyEachEpoch() {
        Minibatches minibatches = new Minibatches(512, RandomStream.root(1).spawn("minibatch"));
        int[] first = minibatches.shuffle(3, 0).clone();
        int[] second = minibatches.shuffle(3, 1).clone();
        int[] again = minibatches.shuffle(3, 0).clone();
        boolean[] seen = new boolean[512];
        int moved = 0;
        for (int i = 0; i < 512; i++) {
            seen[first[i]] = true;
            moved += first[i] == second[i] ? 0 : 1;
            assertEquals(first[i], again[i]);
        }
        for (boolean one : seen) {
            assertTrue(one);
        }
        assertTrue(moved > 400, "two epochs agree in " + (512 - moved) + " of 512 places");
    }
}
