package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;

/**
 * An {@link EnvironmentWrapper} that keeps calls in two halves, which its blocking calls use. Thread rule of
 * {@link RemoteEnvironment}.
 */
abstract class RemoteWrapper extends EnvironmentWrapper implements RemoteEnvironment {

    RemoteWrapper(RemoteEnvironment inner) {
        super(inner);
    }

    final RemoteEnvironment inner() {
        return (RemoteEnvironment) inner;
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        RemoteEnvironment.super.reset(seed, out);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        RemoteEnvironment.super.step(actions, offset, out, result);
    }

    @Override
    public void beginReset(long seed) {
        inner().beginReset(seed);
    }

    @Override
    public void beginStep(float[] actions, int offset) {
        inner().beginStep(actions, offset);
    }

    @Override
    public void flush() {
        inner().flush();
    }

    @Override
    public boolean ready() {
        return inner().ready();
    }

    @Override
    public boolean wakeWhenReady(Wakeup wakeup) {
        return inner().wakeWhenReady(wakeup);
    }

    @Override
    public void completeReset(ObservationSlot out) {
        inner().completeReset(out);
    }

    @Override
    public void completeStep(ObservationSlot out, StepResult result) {
        inner().completeStep(out, result);
    }

    @Override
    public void await() {
        inner().await();
    }

    @Override
    public boolean absent() {
        return inner().absent();
    }

    @Override
    public String describeStall() {
        return inner().describeStall();
    }

    @Override
    public boolean atWork() {
        return inner().atWork();
    }

    @Override
    public void abandon() {
        inner().abandon();
    }
}
