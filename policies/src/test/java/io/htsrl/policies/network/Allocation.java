package io.htsrl.policies.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures what the calling thread allocates. */
public final class Allocation {
    private static final int ROUNDS = 200;

    private Allocation() {}

    /**
     * Fails unless a round of {@code passes} allocates nothing. They must compute with the scalar kernel: what a JVM
     * has run before decides whether its compiler keeps vectors in registers.
     */
    public static void assertNone(int passes, Runnable pass) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < passes; i++) {
                pass.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least, "least bytes in " + passes + " passes");
    }
}
