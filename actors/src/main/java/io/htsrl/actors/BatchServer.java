package io.htsrl.actors;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.core.policy.RangeForward;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Worker.IdleWork;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.statebuffer.StateBatch;
import io.htsrl.statebuffer.StateBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntSupplier;

/**
 * Serves batches: takes ready states, runs the policy on their observation rows without copying them, writes the output
 * rows into the action buffer and notifies the owners. A pure function of parameters and rows; draws no random number.
 * One thread per instance; allocates nothing per batch.
 */
public final class BatchServer implements IdleWork, RangeForward {
    private static final VarHandle BATCHES = MethodHandles.arrayElementVarHandle(long[].class);

    private final StateBuffer states;
    private final ActionBuffer actions;
    private final BatchForward forward;
    private final StateBatch batch;
    private final int[] outputOffsets;
    private final int minimum;
    private final IntSupplier most;
    private final Perturbation perturbation;
    private final int index;
    private final RoleClock clock;
    private final long[] batches; // by size

    /**
     * @param forward forward pass with room for {@code limit} states, or for {@code minimum} if that is more
     * @param minimum least number of states of a batch: 1, or all environments for the lockstep of {@code sync}
     * @param limit maximum number of states of a batch
     * @param most current maximum, up to {@code limit}: read before each batch
     * @param index number of this server, for {@code perturbation}
     * @param clock measures the time of serving, and of waiting for states
     */
    public BatchServer(
            StateBuffer states,
            ActionBuffer actions,
            BatchForward forward,
            int minimum,
            int limit,
            IntSupplier most,
            Perturbation perturbation,
            int index,
            RoleClock clock) {
        this.most = most;
        this.states = states;
        this.actions = actions;
        this.forward = forward;
        this.minimum = minimum;
        this.batch = new StateBatch(Math.max(minimum, limit));
        this.batches = new long[batch.capacity() + 1];
        this.outputOffsets = new int[batch.capacity()];
        this.perturbation = perturbation;
        this.index = index;
        this.clock = clock;
    }

    @Override
    public boolean serve() {
        clock.start();
        limitBatch();
        return serve(states.poll(batch, minimum));
    }

    /** Waits for states and serves them; false when the state buffer was closed. */
    public boolean awaitAndServe() {
        clock.start();
        clock.waits(Activity.WAIT_FOR_STATES);
        limitBatch();
        int size = states.take(batch, minimum);
        clock.lap(Activity.WAIT_FOR_STATES, size);
        return serve(size);
    }

    @Override
    public void compute(int first, int count, int step, float[] outputs, int[] offsets) {
        clock.start();
        perturbation.at(Perturbation.Point.ACTOR_BATCH, index);
        batch.clear();
        for (int i = 0; i < count; i++) {
            batch.add(first + i, step);
        }
        forward.compute(batch, outputs, offsets);
        served(count);
    }

    private void served(int size) {
        BATCHES.setOpaque(batches, size, batches[size] + 1);
        clock.lap(Activity.FORWARD, size);
    }

    private void limitBatch() {
        batch.limit(Math.max(minimum, most.getAsInt()));
    }

    private boolean serve(int size) {
        if (size == 0) {
            return false;
        }
        perturbation.at(Perturbation.Point.ACTOR_BATCH, index);
        for (int i = 0; i < size; i++) {
            outputOffsets[i] = actions.outputOffset(batch.environment(i));
        }
        forward.compute(batch, actions.outputs(), outputOffsets);
        for (int i = 0; i < size; i++) {
            actions.publish(batch.environment(i));
        }
        served(size);
        return true;
    }

    /** Returns the maximum number of states of a batch. */
    public int limit() {
        return batches.length - 1;
    }

    /** Returns the number of batches of {@code size} states served so far. Any thread. */
    public long batches(int size) {
        return (long) BATCHES.getOpaque(batches, size);
    }
}
