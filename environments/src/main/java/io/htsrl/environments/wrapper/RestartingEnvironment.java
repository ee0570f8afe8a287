package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Creates its environment again when its process has died. The step in which it died is {@link StepResult#lost}: it has
 * no reward, repeats the previous observation (zeros after a restored state) and truncates the episode. An environment
 * that dies before it has completed a step is not restarted, and throws. Thread rule of {@link RemoteEnvironment}; the
 * calling thread creates the new one.
 */
public final class RestartingEnvironment extends RemoteWrapper {
    private final Supplier<RemoteEnvironment> maker;
    private final Consumer<EnvironmentDiedException> restarted;
    private final float[] floats; // the last observation, or null if it has bytes
    private final byte[] bytes;
    private EnvironmentDiedException death; // found before the completion; null while it is alive
    private boolean proven = true; // it has completed a step, or is the first
    private long seed;

    /** @param restarted receives each death after the environment was created again */
    public RestartingEnvironment(
            RemoteEnvironment first, Supplier<RemoteEnvironment> maker, Consumer<EnvironmentDiedException> restarted) {
        super(first);
        this.maker = maker;
        this.restarted = restarted;
        ObservationSpace space = first.spec().observationSpace();
        boolean isFloat = space.kind() == ObservationSpace.Kind.FLOAT32;
        this.floats = isFloat ? new float[space.size()] : null;
        this.bytes = isFloat ? null : new byte[space.size()];
    }

    @Override
    public void beginReset(long newSeed) {
        seed = newSeed;
        try {
            inner().beginReset(newSeed);
        } catch (EnvironmentDiedException e) {
            death = e;
        }
    }

    @Override
    public void beginStep(float[] actions, int offset) {
        try {
            inner().beginStep(actions, offset);
        } catch (EnvironmentDiedException e) {
            death = e;
        }
    }

    @Override
    public void flush() {
        try {
            if (death == null) {
                inner().flush();
            }
        } catch (EnvironmentDiedException e) {
            death = e;
        }
    }

    @Override
    public void await() {
        if (death == null) {
            super.await();
        }
    }

    @Override
    public boolean ready() {
        return death != null || inner().ready();
    }

    @Override
    public boolean wakeWhenReady(Wakeup wakeup) {
        return death != null || inner().wakeWhenReady(wakeup);
    }

    @Override
    public void completeReset(ObservationSlot out) {
        try {
            throwIfDead();
            inner().completeReset(out);
        } catch (EnvironmentDiedException e) {
            restart(e);
            inner().reset(seed, out);
        }
        remember(out);
    }

    @Override
    public void completeStep(ObservationSlot out, StepResult result) {
        try {
            throwIfDead();
            result.lost = false;
            inner().completeStep(out, result);
            proven = true;
            remember(out);
        } catch (EnvironmentDiedException e) {
            restart(e);
            recall(out);
            result.setLost();
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
        restarted.accept(e);
    }

    private void closeDead(EnvironmentDiedException e) {
        try {
            inner().close();
        } catch (RuntimeException failed) {
            e.addSuppressed(failed); // it is already dead
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

    /** Wraps {@code made} if its process can die; otherwise returns it unchanged. */
    public static Environment of(
            Environment made, Supplier<Environment> maker, Consumer<EnvironmentDiedException> restarted) {
        return made instanceof RemoteEnvironment remote
                ? new RestartingEnvironment(remote, () -> (RemoteEnvironment) maker.get(), restarted)
                : made;
    }
}
