package io.htsrl.experiments;

import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Makes every update take longer, by exponentially distributed times without work. On the learner's thread. */
final class SlowLearner implements Perturbation {
    private static final RandomStream DRAWS = RandomStream.root(1).spawn("slow-learner");
    /** A parked thread wakes up late by about as much. */
    private static final long SPIN_NANOS = 50_000;

    private final long meanNanos;

    SlowLearner(Duration mean) {
        this.meanNanos = mean.toNanos();
    }

    @Override
    public void at(Point point, long index) {
        if (point == Point.LEARNER_UPDATE) {
            long start = System.nanoTime();
            long nanos = Math.round(-meanNanos * DeterministicMath.log(1 - DRAWS.uniform(index)));
            for (long left = nanos; left > 0 && !Thread.currentThread().isInterrupted(); ) {
                if (left > SPIN_NANOS) {
                    LockSupport.parkNanos(this, left - SPIN_NANOS);
                } else {
                    Thread.onSpinWait();
                }
                left = nanos - (System.nanoTime() - start);
            }
        }
    }
}
