package io.htsrl.atari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A million frames over 16 emulators, with resets, and states saved and restored, do not make the process grow; nor
 * does closing emulators and making new ones. It plays a hundred thousand frames; {@code -Dhts.long=true} plays the
 * million, in a minute of processor time.
 *
 * <p>The bound is 8 MiB of resident memory, in a JVM whose heap is touched beforehand. What would be lost: with each
 * saved state 14 KiB, that is 14 MiB in a hundred thousand frames; with each frame 84 bytes, or 9 in the million; with
 * each emulator that is closed, half a MiB, 16 MiB in all.
 */
@Tag("slow")
@Tag("thorough")
class MemoryTest {
    private static final long BOUND_KIB = 8 << 10;
    private static final int FRAMES = Boolean.getBoolean("hts.long") ? 1_000_000 : 100_000;
    private static final int RENEWALS = 2;
    private static final List<String> FLAGS =
            List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    @Test
    void shouldNotGrow(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/proc/self/statm")), "this system does not say what memory a process has");

        ChildJvm.Ended child =
                ChildJvm.run(MemoryMain.class, FLAGS, folder, String.valueOf(FRAMES), String.valueOf(RENEWALS));

        assertEquals(0, child.status(), child::toString);
        assertTrue(grown(child, "playing") < BOUND_KIB, child::toString);
        assertTrue(grown(child, "renewing") < BOUND_KIB, child::toString);
    }

    private static long grown(ChildJvm.Ended child, String by) {
        return child.out()
                .lines()
                .filter(line -> line.startsWith(by + " "))
                .findFirst()
                .map(line -> Long.parseLong(line.substring(by.length() + 1)))
                .orElseThrow();
    }
}
