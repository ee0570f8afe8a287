package io.htsrl.executors;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentDiedException;
import io.htsrl.core.environment.EnvironmentFailedException;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.RemoteEnvironment;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.environment.Wakeup;
import io.htsrl.core.math.NotFinite;
import io.htsrl.core.render.FrameSource;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;

/**
 * Calls one replica's environment, in two halves if another process computes it. Reports exceptions and NaNs with
 * environment, step and episode. Thread rule of {@link Replica}; allocates nothing.
 */
final class EnvironmentCaller {
    private static final VarHandle UNDER_WAY = VarHandles.handle(MethodHandles.lookup(), "underWay", boolean.class);

    private final Replica replica;
    private final Environment environment;
    private final RemoteEnvironment remote; // null if this process computes it
    private final ObservationSpace space;
    private final int width;
    private float[] actions; // of the step under way, for messages
    private int offset;
    private boolean resetting; // true if the request in flight is a reset
    private ReplicaFrameSource painter; // null if it has no observer, or no picture

    @SuppressWarnings("UnusedVariable") // read and written through UNDER_WAY
    private boolean underWay;

    EnvironmentCaller(Replica replica, Environment environment) {
        this.replica = replica;
        this.environment = environment;
        this.remote = environment instanceof RemoteEnvironment elsewhere ? elsewhere : null;
        this.space = environment.spec().observationSpace();
        this.width = environment.spec().actionSpace().width();
    }

    /** Returns whether a call of the environment is running; slightly out of date. Any thread. */
    boolean underWay() {
        return (boolean) UNDER_WAY.getOpaque(this);
    }

    boolean remote() {
        return remote != null;
    }

    /** Returns pictures of the environment from now on; called before its first call. Empty if it has no picture. */
    Optional<FrameSource> portrait() {
        painter = environment.rendered().map(ReplicaFrameSource::new).orElse(null);
        return Optional.ofNullable(painter);
    }

    /** Returns whether a picture of the environment was requested. */
    boolean pictureWanted() {
        return painter != null && painter.wanted();
    }

    /** Paints the environment if a picture was requested; called between two calls. */
    void paintIfWanted() {
        if (pictureWanted()) {
            painter.paint();
        }
    }

    // ---- whole calls ----

    void reset(long seed, ObservationSlot slot) {
        beginning(true);
        try {
            environment.reset(seed, slot);
        } catch (Throwable e) {
            throw fault(e);
        }
        completed(slot);
        checkMask(slot);
    }

    void step(float[] newActions, int newOffset, ObservationSlot slot, StepResult result) {
        stepping(newActions, newOffset);
        try {
            environment.step(newActions, newOffset, slot, result);
        } catch (Throwable e) {
            throw fault(e);
        }
        completed(slot);
        checkResult(slot, result);
    }

    // ---- in two halves ----

    void beginReset(long seed) {
        beginning(true);
        try {
            remote.beginReset(seed);
        } catch (Throwable e) {
            throw fault(e);
        }
    }

    void beginStep(float[] newActions, int newOffset) {
        stepping(newActions, newOffset);
        try {
            remote.beginStep(newActions, newOffset);
        } catch (Throwable e) {
            throw fault(e);
        }
    }

    void flush() {
        try {
            remote.flush();
        } catch (Throwable e) {
            throw fault(e);
        }
    }

    /** Returns whether the last observation needs no action. */
    boolean absent() {
        return remote != null && remote.absent();
    }

    boolean ready() {
        return remote.ready();
    }

    boolean wakeWhenReady(Wakeup wakeup) {
        return remote.wakeWhenReady(wakeup);
    }

    /** Returns whether the request in flight is a reset. */
    boolean resetting() {
        return resetting;
    }

    void completeReset(ObservationSlot slot) {
        try {
            remote.completeReset(slot);
        } catch (Throwable e) {
            throw fault(e);
        }
        completed(slot);
        checkMask(slot);
    }

    void completeStep(ObservationSlot slot, StepResult result) {
        try {
            remote.completeStep(slot, result);
        } catch (Throwable e) {
            throw fault(e);
        }
        completed(slot);
        checkResult(slot, result);
    }

    /** Marks that a call of the environment begins. */
    private void beginning(boolean reset) {
        resetting = reset;
        UNDER_WAY.setOpaque(this, true);
    }

    private void stepping(float[] newActions, int newOffset) {
        beginning(false);
        actions = newActions;
        offset = newOffset;
    }

    /** Returns the exception to throw for an exception of the environment. */
    private RuntimeException fault(Throwable e) {
        if (e instanceof RunAbortedException aborted) {
            return aborted; // not an error of the environment
        }
        if (e instanceof OutOfMemoryError memory) {
            throw memory;
        }
        return threw(
                resetting
                        ? "reset"
                        : "step(action " + Arrays.toString(Arrays.copyOfRange(actions, offset, offset + width)) + ")",
                e);
    }

    /** Creates the error for an environment that threw or died, with all information to repeat the episode. */
    private EnvironmentFailedException threw(String call, Throwable cause) {
        boolean died = cause instanceof EnvironmentDiedException;
        return new EnvironmentFailedException(
                replica.name() + (died ? " died in " : " threw in ") + call + " in " + replica.place() + ": "
                        + (died ? cause.getMessage() : cause),
                replica.interval(),
                cause);
    }

    /** Ends a call; rejects an observation with NaN or an infinite value. Byte observations are always valid. */
    private void completed(ObservationSlot slot) {
        UNDER_WAY.setOpaque(this, false);
        if (slot.floats() != null) {
            int element = NotFinite.first(slot.floats(), slot.offset(), slot.length());
            if (element >= 0) {
                throw gave(slot.get(element), "element " + element + " of its observation");
            }
        }
    }

    /** Rejects a reward that is NaN or infinite as a float, the type in which it is stored, and an empty mask. */
    private void checkResult(ObservationSlot slot, StepResult result) {
        if (!Float.isFinite((float) result.reward)) {
            throw gave(result.reward, "its reward");
        }
        if (!result.terminated && !result.lost) { // otherwise no action follows
            checkMask(slot);
        }
    }

    /** Rejects a mask that allows no action of a choice. */
    private void checkMask(ObservationSlot slot) {
        if (!absent() && !space.leavesChoice(slot)) {
            throw new EnvironmentFailedException(
                    replica.name() + " allows no action in " + replica.place()
                            + ": its mask must allow at least one of each choice; fix the environment",
                    replica.interval(),
                    null);
        }
    }

    EnvironmentFailedException gave(double value, String where) {
        return new EnvironmentFailedException(
                replica.name() + " gave " + value + " as " + where + " in "
                        + replica.place() + ": it must be finite" + (Double.isFinite(value) ? " as a float" : "")
                        + "; fix the environment, or clip what it gives",
                replica.interval(),
                null);
    }
}
