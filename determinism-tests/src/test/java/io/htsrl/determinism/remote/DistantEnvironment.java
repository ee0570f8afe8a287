package io.htsrl.determinism.remote;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** An environment that a {@link Machine} computes, and that can be told to fail. */
final class DistantEnvironment implements RemoteEnvironment {

    /** How its state comes back after a resumption. */
    enum Comeback {
        STATE,
        REPLAY,
        NONE
    }

    /** What the request of a certain number comes to, counted from 1: resets and steps alike. */
    enum Fault {
        NONE,
        THROWS,
        DIES,
        NEVER_ANSWERS
    }

    /** Requests of all environments that were not answered. */
    static final AtomicInteger UNANSWERED = new AtomicInteger();

    private final String name;
    private final Environment inner;
    private final Machine machine;
    private final Runnable closing;
    private final Comeback comeback;
    private final Fault fault;
    private final long faultyRequest;
    private final float drift;
    private final float[] observation;
    private final StepResult inside = new StepResult();
    private final ObservationSlot slot = new ObservationSlot();
    private final float[] action;
    private long requests;
    private boolean underWay;
    private Runnable held;
    private RuntimeException failure; // published by ready, as observation and result
    private volatile boolean ready;
    private volatile Wakeup asked;

    /**
     * @param closing when it is closed
     * @param drift what it differs by from what it was
     */
    DistantEnvironment(
            String name,
            Environment inner,
            Machine machine,
            Runnable closing,
            Comeback comeback,
            Fault fault,
            long faultyRequest,
            float drift) {
        this.name = name;
        this.inner = inner;
        this.machine = machine;
        this.closing = closing;
        this.comeback = comeback;
        this.fault = fault;
        this.faultyRequest = faultyRequest;
        this.drift = drift;
        this.observation = new float[inner.spec().observationSpace().size()];
        this.action = new float[inner.spec().actionSpace().width()];
        slot.at(observation, 0);
    }

    @Override
    public EnvironmentSpec spec() {
        EnvironmentSpec spec = inner.spec();
        return new EnvironmentSpec(
                name, spec.observationSpace(), spec.actionSpace(), spec.maxEpisodeSteps(), spec.rewardThreshold());
    }

    @Override
    public void beginReset(long seed) {
        begin(() -> inner.reset(seed, slot));
    }

    @Override
    public void beginStep(float[] actions, int offset) {
        System.arraycopy(actions, offset, action, 0, action.length);
        begin(() -> inner.step(action, 0, slot, inside));
    }

    private void begin(Runnable call) {
        if (underWay) {
            throw new AssertionError("two requests at once");
        }
        underWay = true;
        long request = ++requests;
        held = () -> answer(call, request);
    }

    private void answer(Runnable call, long request) {
        if (request == faultyRequest && fault == Fault.NEVER_ANSWERS) {
            UNANSWERED.incrementAndGet();
            return;
        }
        call.run();
        observation[0] += drift;
        if (request == faultyRequest && fault == Fault.THROWS) {
            failure = new IllegalStateException("thrown far away");
        } else if (request >= faultyRequest && fault == Fault.DIES) {
            failure = new EnvironmentDiedException("its process ended with exit code 139");
        }
        ready = true;
        Wakeup wakeup = asked;
        if (wakeup != null) {
            wakeup.wake();
        }
    }

    @Override
    public void flush() {
        if (held != null) {
            Runnable sent = held;
            held = null;
            machine.submit(sent);
        }
    }

    @Override
    public boolean ready() {
        return ready;
    }

    @Override
    public boolean wakeWhenReady(Wakeup wakeup) {
        if (held != null || !underWay) {
            throw new AssertionError("asked for a wake-up without a request that was sent");
        }
        asked = wakeup;
        return ready;
    }

    private void complete(ObservationSlot out) {
        if (!ready) {
            throw new AssertionError("completed before it was ready");
        }
        ready = false;
        underWay = false;
        asked = null;
        if (failure != null) {
            throw failure;
        }
        System.arraycopy(observation, 0, out.floats(), out.offset(), observation.length);
    }

    @Override
    public void completeReset(ObservationSlot out) {
        complete(out);
    }

    @Override
    public void completeStep(ObservationSlot out, StepResult result) {
        complete(out);
        result.set(inside.reward, inside.terminated, inside.truncated);
    }

    @Override
    public String describeStall() {
        return "its process stands in step() of far_away.py, line 7";
    }

    @Override
    public boolean replayable() {
        return comeback == Comeback.REPLAY;
    }

    @Override
    public boolean canSaveState() {
        return comeback == Comeback.STATE;
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        inner.saveState(out);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        inner.restoreState(in);
    }

    @Override
    public void close() {
        closing.run();
    }
}
