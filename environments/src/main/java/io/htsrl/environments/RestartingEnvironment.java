package io.htsrl.environments;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes its environment again when what that computes in has died. The step in which it died gives no reward, leaves the
 * observation before it (zeros, where its state was restored since) and truncates the episode; a reset is asked of the
 * new one. One that dies again before it has completed a step is left dead: its exception goes on. Thread rule of
 * {@link RemoteEnvironment}; making it again takes the calling thread's time.
 */
public final class RestartingEnvironment implements RemoteEnvironment {
    private final Supplier<RemoteEnvironment> maker;
    private final Consumer<EnvironmentDiedException> told;
    private final EnvironmentSpec spec;
    private final float[] floats; // the last observation, or null where it is of bytes
    private final byte[] bytes;
    private RemoteEnvironment inner;
    private EnvironmentDiedException death; // found before the completion; null while it lives
    private boolean proven = true; // it has completed a step, or is the first
    private long seed;

    /** @param told of each death that is made good, after it was */
    public RestartingEnvironment(
            RemoteEnvironment first, Supplier<RemoteEnvironment> maker, Consumer<EnvironmentDiedException> told) {
        this.inner = first;
        this.maker = maker;
        this.told = told;
        this.spec = first.spec();
        ObservationSpace space = spec.observationSpace();
        boolean isFloat = space.kind() == ObservationSpace.Kind.FLOAT32;
        this.floats = isFloat ? new float[space.size()] : null;
        this.bytes = isFloat ? null : new byte[space.size()];
    }

    @Override
    public EnvironmentSpec spec() {
        return spec;
    }

    @Override
    public void beginReset(long newSeed) {
        seed = newSeed;
        try {
            inner.beginReset(newSeed);
        } catch (EnvironmentDiedException e) {
            death = e;
        }
    }

    @Override
    public void beginStep(float[] actions, int offset) {
        try {
            inner.beginStep(actions, offset);
        } catch (EnvironmentDiedException e) {
            death = e;
        }
    }

    @Override
    public void flush() {
        try {
            if (death == null) {
                inner.flush();
            }
        } catch (EnvironmentDiedException e) {
            death = e;
        }
    }

    @Override
    public boolean ready() {
        return death != null || inner.ready();
    }

    @Override
    public boolean wakeWhenReady(Wakeup wakeup) {
        return death != null || inner.wakeWhenReady(wakeup);
    }

    @Override
    public void completeReset(ObservationSlot out) {
        try {
            throwIfDead();
            inner.completeReset(out);
        } catch (EnvironmentDiedException e) {
            restart(e);
            inner.reset(seed, out);
        }
        remember(out);
    }

    @Override
    public void completeStep(ObservationSlot out, StepResult result) {
        try {
            throwIfDead();
            inner.completeStep(out, result);
            proven = true;
            remember(out);
        } catch (EnvironmentDiedException e) {
            restart(e);
            recall(out);
            result.set(0, false, true);
        }
    }

    private void throwIfDead() {
        if (death != null) {
            throw death;
        }
    }

    private void restart(EnvironmentDiedException e) {
        if (!proven) {
            throw e;
        }
        proven = false;
        closeDead(e);
        inner = maker.get();
        death = null;
        told.accept(e);
    }

    private void closeDead(EnvironmentDiedException e) {
        try {
            inner.close();
        } catch (RuntimeException failed) {
            e.addSuppressed(failed); // it is dead already
        }
    }

    private void remember(ObservationSlot out) {
        if (floats != null) {
            System.arraycopy(out.floats(), out.offset(), floats, 0, floats.length);
        } else {
            System.arraycopy(out.bytes(), out.offset(), bytes, 0, bytes.length);
        }
    }

    private void recall(ObservationSlot out) {
        if (floats != null) {
            System.arraycopy(floats, 0, out.floats(), out.offset(), floats.length);
        } else {
            System.arraycopy(bytes, 0, out.bytes(), out.offset(), bytes.length);
        }
    }

    @Override
    public String describeStall() {
        return inner.describeStall();
    }

    @Override
    public boolean atWork() {
        return inner.atWork();
    }

    @Override
    public void abandon() {
        inner.abandon();
    }

    @Override
    public boolean replayable() {
        return inner.replayable();
    }

    @Override
    public String nondeterminism() {
        return inner.nondeterminism();
    }

    @Override
    public Map<String, String> software() {
        return inner.software();
    }

    @Override
    public String origin() {
        return inner.origin();
    }

    @Override
    public boolean canSaveState() {
        return inner.canSaveState();
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
    public Optional<Rendered> rendered() {
        return inner.rendered();
    }

    @Override
    public void close() {
        inner.close();
    }

    /** What restarts {@code made} where that can die; else as it is. */
    public static Environment of(
            Environment made, Supplier<Environment> maker, Consumer<EnvironmentDiedException> told) {
        return made instanceof RemoteEnvironment remote
                ? new RestartingEnvironment(remote, () -> (RemoteEnvironment) maker.get(), told)
                : made;
    }
}
