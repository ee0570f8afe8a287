package io.htsrl.learners.onpolicy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.random.RandomStream;
import io.htsrl.storage.BankShape;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinibatchesTest {

    @Test
    void shouldShuffleEveryRowOnceAndDifferentlyEachEpoch() {
        Minibatches minibatches = new Minibatches(
                new BankShape(64, 8, ObservationSpace.floats(1), 1, 1),
                4,
                RandomStream.root(1).spawn("minibatch"));
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

    /** With a memory, 2 minibatches have 4 columns and 3 steps: step after step of the same columns. */
    @Test
    void shouldDrawWholeColumnsForAMemory() {
        BankShape shape = new BankShape(3, 8, ObservationSpace.floats(1), 1, 1, 2, false, 16);
        Minibatches minibatches = new Minibatches(shape, 2, RandomStream.root(1).spawn("minibatch"));
        int[] order = minibatches.shuffle(0, 0).clone();
        for (int from = 0; from < 24; from += 12) {
            for (int i = 4; i < 12; i++) {
                assertEquals(order[from + i - 4] + 8, order[from + i]);
            }
        }
        assertEquals(24, Arrays.stream(order).distinct().count());
        assertFalse(Arrays.equals(order, minibatches.shuffle(0, 1)));
        int[] first = Arrays.copyOf(minibatches.inOrder(), 12);
        assertEquals(
                IntStream.of(0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19).boxed().toList(),
                Arrays.stream(first).boxed().toList());
    }
}
