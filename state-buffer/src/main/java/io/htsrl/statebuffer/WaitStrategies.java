package io.htsrl.statebuffer;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.htsrl.core.schedule.WaitMode;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Disruptor wait strategies of the wait modes, for both buffers. */
public final class WaitStrategies {

    private WaitStrategies() {}

    /** Returns a strategy with a mode that may change; threads that already wait keep their mode. */
    public static WaitStrategy of(Supplier<WaitMode> mode) {
        return new SwitchableWaitStrategy(mode);
    }

    /** Creates a strategy for one ring. */
    public static WaitStrategy of(WaitMode mode) {
        return switch (mode) {
            case PHASED -> PhasedBackoffWaitStrategy.withLock(5, 50, TimeUnit.MICROSECONDS);
            case BLOCKING -> new BlockingWaitStrategy();
            case SLEEPING -> new SleepingWaitStrategy();
            case YIELDING -> new YieldingWaitStrategy();
            case BUSY_SPIN -> new BusySpinWaitStrategy();
        };
    }

    /**
     * Waits in the current mode. Publishers wake sleeping threads in any mode, since some may have begun to wait in
     * another: this costs a lock or two. Any number of threads.
     */
    private static final class SwitchableWaitStrategy implements WaitStrategy {
        private final Supplier<WaitMode> mode;
        private final Map<WaitMode, WaitStrategy> all = new EnumMap<>(WaitMode.class); // not written after construction
        private final WaitStrategy blocking;
        private final WaitStrategy phased;

        /** @param mode read at each wait */
        SwitchableWaitStrategy(Supplier<WaitMode> mode) {
            this.mode = mode;
            for (WaitMode each : WaitMode.values()) {
                all.put(each, WaitStrategies.of(each));
            }
            this.blocking = all.get(WaitMode.BLOCKING);
            this.phased = all.get(WaitMode.PHASED);
        }

        @Override
        public long waitFor(long sequence, Sequence cursor, Sequence dependent, SequenceBarrier barrier)
                throws AlertException, InterruptedException, TimeoutException {
            return all.get(mode.get()).waitFor(sequence, cursor, dependent, barrier);
        }

        @Override
        public void signalAllWhenBlocking() {
            blocking.signalAllWhenBlocking();
            phased.signalAllWhenBlocking(); // threads of other modes never sleep until woken
        }
    }
}
