package io.htsrl.core.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RandomStreamTest {

    @Property
    void shouldBeAFunctionOfSeedNameAndCoordinates(@ForAll long seed, @ForAll long a, @ForAll long b) {
        RandomStream once = RandomStream.root(seed).spawn("action").spawn(3);
        RandomStream again = RandomStream.root(seed).spawn("action").spawn(3);
        assertEquals(once.bits(a, b), again.bits(a, b));
        assertNotEquals(once.bits(a, b), once.bits(a, b + 1));
        assertNotEquals(once.bits(a), once.bits(a + 1));
    }

    @Property
    void shouldDrawFromTheUnitInterval(@ForAll long seed, @ForAll long a) {
        double u = RandomStream.root(seed).uniform(a);
        assertTrue(u >= 0 && u < 1);
    }

    /** {@code seed + rank} would make seed 1, rank 1 and seed 2, rank 0 share a stream. */
    @Test
    void shouldShareNoStreamBetweenNeighbouringSeedsAndRanks() {
        Set<Long> firstDraws = new HashSet<>();
        for (long seed = 0; seed < 100; seed++) {
            for (long rank = 0; rank < 100; rank++) {
                firstDraws.add(
                        RandomStream.root(seed).spawn("action").spawn(rank).bits(0));
            }
        }
        assertEquals(10_000, firstDraws.size());
    }

    @Test
    void shouldBeUniform() {
        RandomStream stream = RandomStream.root(1).spawn("test");
        int[] counts = new int[64];
        int draws = 64 * 10_000;
        for (int i = 0; i < draws; i++) {
            counts[(int) (stream.uniform(i % 800, i / 800) * 64)]++;
        }
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - 10_000.0) * (count - 10_000.0) / 10_000;
        }
        assertTrue(chiSquare < 103.4, "chi-square " + chiSquare + " is beyond the 99.9 % quantile of 63 degrees");
    }

    @Test
    void shouldContinueACountedStreamAfterRestoring() throws IOException {
        CountedStream stream = new CountedStream();
        stream.restart(42);
        stream.nextLong();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        stream.save(new DataOutputStream(bytes));
        CountedStream restored = new CountedStream();
        restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertEquals(stream.nextLong(), restored.nextLong());
        double value = restored.nextDouble(-2, 3);
        assertTrue(value >= -2 && value < 3);
    }

    /** Users' records rest on these bits. */
    @Test
    void shouldKeepItsBitsBetweenVersions() {
        assertEquals(
                3287496333380341899L,
                RandomStream.root(1).spawn("action").spawn(0).bits(0));
    }
}
