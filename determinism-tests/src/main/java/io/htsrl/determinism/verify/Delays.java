package io.htsrl.determinism.verify;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Perturbation.Point;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes perturbations that delay: seeded jitter, and one part that is always slow. Any thread may pass through them.
 */
public final class Delays {
    /** Index that stands for every environment, actor and interval. */
    public static final long EVERYONE = -1;

    private Delays() {}

    /**
     * Delays some passages, by random times.
     *
     * @param seed     seed of the draws; which thread gets which draw depends on timing
     * @param where    the points that are delayed
     * @param chance   probability that a passage is delayed
     * @param maxNanos the longest delay; uniform below
     */
    public static Perturbation jitter(long seed, Set<Point> where, double chance, long maxNanos) {
        RandomStream draws = RandomStream.root(seed).spawn("jitter");
        AtomicLong passages = new AtomicLong();
        return (point, index) -> {
            long passage = passages.getAndIncrement();
            if (where.contains(point) && draws.uniform(passage, 0) < chance) {
                hold((long) (maxNanos * draws.uniform(passage, 1)));
            }
        };
    }

    /**
     * Delays every passage of one environment, actor or interval, or of {@link #EVERYONE}.
     *
     * @param who the index with which the point is called
     */
    public static Perturbation slow(Point where, long who, long nanos) {
        return (point, index) -> {
            if (point == where && (who == EVERYONE || index == who)) {
                hold(nanos);
            }
        };
    }

    /** Keeps the thread busy, as slow work would, but lets others have its core. */
    private static void hold(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.yield();
        }
    }
}
