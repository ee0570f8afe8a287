package io.htsrl.determinism.faults;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Four features that count steps, episodes of seven steps, and one fault in its n-th call: in the run, and not in the
 * check before it, unless the fault comes with one of the first two calls. One thread at a time.
 */
final class FaultyEnvironment implements Environment {
    private static final int EPISODE = 7;

    /** What is wrong. */
    enum Fault {
        THROWING("Throwing-v0"),
        STACK_OVERFLOW("StackOverflow-v0"),
        NO_MEMORY("NoMemory-v0"),
        HOARDING("Hoarding-v0"),
        HANGING("Hanging-v0"),
        STUBBORN("Stubborn-v0"),
        HANGING_IN_RESET("HangingInReset-v0"),
        NAN_OBSERVATION("NanObservation-v0"),
        INFINITE_REWARD("InfiniteReward-v0"),
        TOO_LONG("TooLong-v0"),
        TOO_LONG_BY_SET("TooLongBySet-v0"),
        TOO_SHORT("TooShort-v0"),
        NAN_AT_RESET("NanAtReset-v0"),
        THROWS_IN_RESET("ThrowsInReset-v0"),
        THROWS_IN_CLOSE("ThrowsInClose-v0"),
        THROWS_IN_CONSTRUCTOR("ThrowsInConstructor-v0"),
        HANGING_IN_CONSTRUCTOR("HangingInConstructor-v0"),
        HANGING_IN_CLOSE("HangingInClose-v0"),
        HANGING_BY_THREAD("HangingByThread-v0");

        private final String id;

        Fault(String id) {
            this.id = id;
        }

        String id() {
            return id;
        }
    }

    private static volatile CountDownLatch release = new CountDownLatch(1);

    private final Fault fault;
    private final int at;
    private final String thread;
    private int steps;
    private int resets;
    private int length;
    private boolean compared; // by the check before the run
    private final List<byte[]> hoard = new ArrayList<>();

    /** @param thread where it hangs, of the faults that depend on it */
    FaultyEnvironment(Fault fault, int at, String thread) {
        this.thread = thread;
        if (fault == Fault.HANGING_IN_CONSTRUCTOR && onThread()) {
            hang(false);
        }
        if (fault == Fault.THROWS_IN_CONSTRUCTOR) {
            throw new IllegalStateException("no licence");
        }
        this.fault = fault;
        this.at = at;
    }

    /** From now on what is to hang hangs. */
    static void holdAll() {
        release = new CountDownLatch(1);
    }

    /** Lets what hangs go on, and whatever else these threads come to. */
    static void releaseAll() {
        release.countDown();
    }

    @Override
    public EnvironmentSpec spec() {
        return new EnvironmentSpec(fault.id(), ObservationSpace.floats(4), new ActionSpace.Discrete(2), 0, Double.NaN);
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        length = 0;
        resets++;
        compared |= Thread.currentThread().getName().equals("environment-check") && at > 2;
        if (fault == Fault.THROWS_IN_RESET && resets == at && !compared) {
            throw new IllegalStateException("no level left");
        }
        if (fault == Fault.HANGING_IN_RESET && resets == at && !compared) {
            hang(true);
        }
        observe(out);
        if (fault == Fault.NAN_AT_RESET) {
            out.set(3, Float.NaN);
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        steps++;
        length++;
        observe(out);
        result.set(1, length == EPISODE, false);
        if (fault == Fault.HANGING_BY_THREAD && onThread()) {
            hang(true);
        }
        if (steps == at && !compared) {
            fail(out, result);
        }
    }

    private void observe(ObservationSlot out) {
        int size = fault == Fault.TOO_LONG || fault == Fault.TOO_LONG_BY_SET ? 5 : fault == Fault.TOO_SHORT ? 3 : 4;
        for (int i = 0; i < size; i++) {
            if (fault == Fault.TOO_LONG_BY_SET) {
                out.set(i, length);
            } else {
                out.floats()[out.offset() + i] = length;
            }
        }
    }

    private void fail(ObservationSlot out, StepResult result) {
        switch (fault) {
            case THROWING -> throw new IllegalStateException("the simulator crashed");
            case STACK_OVERFLOW -> overflow(0);
            case NO_MEMORY -> throw new OutOfMemoryError("Java heap space");
            case HOARDING -> hoard();
            case HANGING -> hang(true);
            case STUBBORN -> hang(false);
            case NAN_OBSERVATION -> out.set(2, Float.NaN);
            case INFINITE_REWARD -> result.reward = 1e300;
            default -> {}
        }
    }

    /** Takes memory until none is left, and keeps it. */
    private void hoard() {
        while (true) {
            hoard.add(new byte[1 << 20]);
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    private boolean onThread() {
        return Thread.currentThread().getName().equals(thread);
    }

    private static void hang(boolean heedsInterrupts) {
        CountDownLatch until = release;
        while (until.getCount() > 0) {
            try {
                until.await();
            } catch (InterruptedException e) {
                if (heedsInterrupts) {
                    throw new IllegalStateException("interrupted", e);
                }
            }
        }
    }

    @Override
    public void close() {
        if (fault == Fault.THROWS_IN_CLOSE && steps > at && !compared) {
            throw new IllegalStateException("the window is gone");
        }
        if (fault == Fault.HANGING_IN_CLOSE && steps > at && !compared && onThread()) {
            hang(false);
        }
    }
}
