package io.htsrl.environments;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;

/** The passing of time as {@link VariableStepTime} sees it, so that tests need not wait. Any thread. */
interface StepClock {

    /** Elapsed time, in nanoseconds from an arbitrary origin. */
    long wallNanos();

    /** Processor time of the calling thread, in nanoseconds from an arbitrary origin. */
    long processorNanos();

    /** Blocks for about {@code nanos}; may return early, and returns at once while the thread is interrupted. */
    void park(long nanos);

    /** Passes a moment without blocking. */
    void spin();

    /** The machine's clock. Processor time falls back to elapsed time on a JVM that does not measure it. */
    final class OfTheMachine implements StepClock {
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final boolean measuresProcessor =
                threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();

        @Override
        public long wallNanos() {
            return System.nanoTime();
        }

        @Override
        public long processorNanos() {
            return measuresProcessor ? threads.getCurrentThreadCpuTime() : System.nanoTime();
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(this, nanos);
        }

        @Override
        public void spin() {
            Thread.onSpinWait();
        }
    }
}
