package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;

/**
 * A {@link WatchedEnvironment} whose calls have two halves: a request is watched from its beginning to its completion,
 * although no thread is inside it. Thread rule of {@link RemoteEnvironment}.
 */
final class WatchedRemoteEnvironment extends RemoteWrapper {
    private final CallWatch watch;

    WatchedRemoteEnvironment(RemoteEnvironment inner, CallWatch watch) {
        super(inner);
        this.watch = watch;
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        watch.begin(WatchedEnvironment.RESET);
        try {
            inner().reset(seed, out);
        } finally {
            watch.end();
        }
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        watch.begin(WatchedEnvironment.STEP);
        try {
            inner().step(actions, offset, out, result);
        } finally {
            watch.end();
        }
    }

    @Override
    public void beginReset(long seed) {
        watch.beginRequest(WatchedEnvironment.RESET);
        super.beginReset(seed);
    }

    @Override
    public void beginStep(float[] actions, int offset) {
        watch.beginRequest(WatchedEnvironment.STEP);
        super.beginStep(actions, offset);
    }

    @Override
    public void completeReset(ObservationSlot out) {
        try {
            super.completeReset(out);
        } finally {
            watch.end();
        }
    }

    @Override
    public void completeStep(ObservationSlot out, StepResult result) {
        try {
            super.completeStep(out, result);
        } finally {
            watch.end();
        }
    }

    @Override
    public void close() {
        watch.begin(WatchedEnvironment.CLOSE);
        try {
            super.close();
        } finally {
            watch.end();
        }
    }
}
