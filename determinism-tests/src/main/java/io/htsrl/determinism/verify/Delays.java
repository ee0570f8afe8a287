package io.htsrl.determinism.verify;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Perturbation.Point;
import io.htsrl.trainer.config.RunConfig;
import java.util.EnumSet;
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
     * @param seed seed of the draws; which thread gets which draw depends on timing
     * @param where the points that are delayed
     * @param chance probability that a passage is delayed
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

    /**
     * Sizes delays to a run, so that each perturbation adds about as much time: 10 microseconds for each environment
     * step, 2 seconds at most. Immutable, any thread.
     */
    static final class Sizes {
        private static final long NANOS_PER_STEP = 10_000;
        private static final long MOST_NANOS = 2_000_000_000L;
        private static final long LONGEST_DELAY = 20_000_000L;

        private final long steps;
        private final long intervals;
        private final int environments;
        private final double budget;

        Sizes(RunConfig config) {
            intervals = config.intervals();
            environments = config.pipeline().numEnvs();
            steps = intervals * config.pipeline().stepsPerInterval();
            budget = Math.min(MOST_NANOS, (double) steps * NANOS_PER_STEP);
        }

        /** Returns jitter at one point. */
        Perturbation jitter(long seed, Point point) {
            double chance = point == Point.LEARNER_UPDATE || point == Point.SWAP ? 0.5 : 0.025;
            return Delays.jitter(seed, EnumSet.of(point), chance, longest(2 * budget / (passages(point) * chance)));
        }

        /** Returns jitter at several points. */
        Perturbation jitter(long seed, Set<Point> points) {
            double passages = points.stream().mapToDouble(this::passages).sum();
            double chance = 0.03;
            return Delays.jitter(seed, points, chance, longest(2 * budget / (passages * chance)));
        }

        /** Returns a perturbation that delays every passage of one index, or of every index. */
        Perturbation slow(Point point, long who) {
            int sharers = who == Delays.EVERYONE ? 1 : point == Point.EXECUTOR_STEP ? environments : 2;
            return Delays.slow(point, who, longest(budget * sharers / passages(point)));
        }

        /** Returns about how often the point is passed: batches pass a third as often as states. */
        private double passages(Point point) {
            return switch (point) {
                case EXECUTOR_STEP -> steps;
                case ACTOR_BATCH -> Math.max(1, steps / 3.0);
                case LEARNER_UPDATE, SWAP -> intervals;
            };
        }

        private static long longest(double nanos) {
            return (long) Math.min(LONGEST_DELAY, nanos);
        }
    }
}
