package io.htsrl.statebuffer;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.htsrl.core.schedule.WaitMode;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What each wait mode is on a Disruptor ring, for both buffers. */
public final class WaitStrategies {

    private WaitStrategies() {}

    /** The same, by a mode that may change: who waits already waits on as it does. */
    public static WaitStrategy of(Supplier<WaitMode> mode) {
        return new SwitchableWaitStrategy(mode);
    }

    /** A strategy of its own for one ring. */
    public static WaitStrategy of(WaitMode mode) {
        return switch (mode) {
            case PHASED -> PhasedBackoffWaitStrategy.withLock(5, 50, TimeUnit.MICROSECONDS);
            case BLOCKING -> new BlockingWaitStrategy();
            case SLEEPING -> new SleepingWaitStrategy();
            case YIELDING -> new YieldingWaitStrategy();
            case BUSY_SPIN -> new BusySpinWaitStrategy();
        };
    }
}
