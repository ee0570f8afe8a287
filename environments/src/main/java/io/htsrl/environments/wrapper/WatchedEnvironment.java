package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import java.util.function.Supplier;

/**
 * Reports to a watchdog every call that may hang: {@link #step}, {@link #reset}, {@link #close}, and the constructor if
 * {@link #make} calls it. Thread rule of {@link Environment}.
 */
public final class WatchedEnvironment extends EnvironmentWrapper {
    public static final String CONSTRUCTOR = "its constructor";
    public static final String RESET = "reset";
    public static final String STEP = "step";
    public static final String CLOSE = "close";

    private final CallWatch watch;

    /** @param watch receives the calls */
    public WatchedEnvironment(Environment inner, CallWatch watch) {
        super(inner);
        this.watch = watch;
    }

    /** Creates an environment with {@code made}, watched from the beginning. */
    public static Environment make(Supplier<Environment> made, CallWatch watch) {
        watch.begin(CONSTRUCTOR);
        try {
            Environment environment = made.get();
            return environment instanceof RemoteEnvironment remote
                    ? new WatchedRemoteEnvironment(remote, watch)
                    : new WatchedEnvironment(environment, watch);
        } finally {
            watch.end();
        }
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        watch.begin(RESET);
        try {
            super.reset(seed, out);
        } finally {
            watch.end();
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        watch.begin(STEP);
        try {
            super.step(actions, offset, out, result);
        } finally {
            watch.end();
        }
    }

    @Override
    public void close() {
        watch.begin(CLOSE);
        try {
            super.close();
        } finally {
            watch.end();
        }
    }
}
