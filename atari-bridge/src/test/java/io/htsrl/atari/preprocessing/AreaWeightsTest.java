package io.htsrl.atari.preprocessing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.atari.preprocessing.FrameScaler.AreaWeights;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AreaWeightsTest {

    /** Source pixels |0 0|1 1|2 2|3 3|4 4| have two halves each, output pixels five: |0 0 1 1 2|2 3 3 4 4|. */
    @Test
    void shouldShareTwoAndAHalfPixelsOutInHalves() {
        AreaWeights weights = new AreaWeights(210, 84);
        assertEquals(3, weights.taps);
        assertEquals(5, weights.total);
        assertArrayEquals(new int[] {0, 2, 5, 7}, Arrays.copyOf(weights.first, 4));
        assertArrayEquals(new int[] {2, 2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2}, Arrays.copyOf(weights.weights, 12));
    }

    @Property(tries = 300)
    void shouldGiveEveryOutputPixelItsTotalAndEverySourcePixelItsShare(
            @ForAll @IntRange(min = 1, max = 300) int source, @ForAll @IntRange(min = 1, max = 300) int other) {
        int size = Math.min(source, other);
        AreaWeights weights = new AreaWeights(source, size);
        long[] given = new long[source];
        for (int x = 0; x < size; x++) {
            int sum = 0;
            for (int tap = 0; tap < weights.taps; tap++) {
                int weight = weights.weights[x * weights.taps + tap];
                assertTrue(weight >= 0);
                sum += weight;
                given[weights.first[x] + tap] += weight;
            }
            assertEquals(weights.total, sum);
        }
        for (long share : given) {
            assertEquals((long) size * weights.total / source, share);
        }
    }

    @Test
    void shouldRefuseToEnlarge() {
        assertEquals(
                "161 pixels from 160 must be in 1 .. 160",
                assertThrows(IllegalArgumentException.class, () -> new AreaWeights(160, 161))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new AreaWeights(160, 0));
    }
}
