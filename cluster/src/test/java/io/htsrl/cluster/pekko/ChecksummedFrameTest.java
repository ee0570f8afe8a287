package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class ChecksummedFrameTest {

    @Property(tries = 60)
    void shouldNoticeEveryBurstOfDamage(
            @ForAll @Size(max = 300) byte[] bytes, @ForAll @IntRange(max = 1_000_000) int where, @ForAll int bits)
            throws IOException {
        byte[] sealed = MessageSerializer.withChecksum(bytes);
        assertArrayEquals(bytes, MessageSerializer.checked(sealed));

        byte[] damaged = sealed.clone();
        int at = where % (damaged.length - 3);
        int flips = bits == 0 ? 1 : bits; // up to 32 neighbouring bits
        for (int i = 0; i < 4; i++) {
            damaged[at + i] ^= (byte) (flips >>> (8 * i));
        }

        assertThrows(IOException.class, () -> MessageSerializer.checked(damaged));
    }

    @Property(tries = 50)
    void shouldNoticeWhatIsCutOff(
            @ForAll @Size(min = 1, max = 100) byte[] bytes, @ForAll @IntRange(max = 103) int kept) {
        byte[] sealed = MessageSerializer.withChecksum(bytes);
        if (kept < sealed.length && !Arrays.equals(sealed, Arrays.copyOf(Arrays.copyOf(sealed, kept), sealed.length))) {
            assertThrows(IOException.class, () -> MessageSerializer.checked(Arrays.copyOf(sealed, kept)));
        }
    }
}
