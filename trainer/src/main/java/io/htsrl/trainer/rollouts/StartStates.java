package io.htsrl.trainer.rollouts;

import io.htsrl.core.state.GrowingBytes;
import io.htsrl.executors.ReplicaDelta;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The start state of each replica for the next interval, of a run that is stepped outside of this process, in the form
 * of {@code Replica.save}. For a long episode only the new part is added. The thread that fills banks writes it; the
 * swap reads it, ordered by the barrier.
 */
public final class StartStates {
    private static final class State {
        private byte[] head; // null before the replica has begun
        private byte[] before; // the one that head replaced; null without agents
        private final GrowingBytes tail = new GrowingBytes();
        private boolean whole = true;
    }

    private final State[] states;
    private final int together;

    /** Creates the states of a new run, which has none. */
    public StartStates(int environments) {
        this(environments, 1);
    }

    /** @param together number of neighbouring replicas that are agents of one environment, and have no tail */
    public StartStates(int environments, int together) {
        this.together = together;
        states = new State[environments];
        for (int environment = 0; environment < environments; environment++) {
            states[environment] = new State();
        }
    }

    /** Returns whether the replica has begun. */
    public boolean begun(int environment) {
        return states[environment].head != null;
    }

    /**
     * Returns whether the replica can continue on another machine with the same bits: its episode is not too long to be
     * kept.
     */
    public boolean movable(int environment) {
        return states[environment].whole;
    }

    /** Returns a copy of a state; null if the replica has not begun yet. */
    public byte[] of(int environment) {
        State state = states[environment];
        if (state.head == null) {
            return null;
        }
        byte[] tail = state.tail.from(0);
        byte[] bytes = new byte[state.head.length + tail.length];
        System.arraycopy(state.head, 0, bytes, 0, state.head.length);
        System.arraycopy(tail, 0, bytes, state.head.length, tail.length);
        return bytes;
    }

    /** Returns how many neighbouring replicas must be stepped together. */
    public int together() {
        return together;
    }

    /** Returns the state that an agent's newest one replaced; null if it replaced none. */
    public byte[] before(int environment) {
        return states[environment].before;
    }

    /** Writes the state of a replica that has begun. */
    public void save(int environment, DataOutput out) throws IOException {
        out.write(states[environment].head);
        states[environment].tail.writeTo(out);
    }

    /** Returns whether a delta continues the stored state. */
    public boolean follows(int environment, ReplicaDelta delta) {
        return delta.kept() == 0 || delta.kept() == states[environment].tail.length();
    }

    /** Stores the replica's new state; the delta {@linkplain #follows continues} the stored one. */
    public void keep(int environment, ReplicaDelta delta) {
        State state = states[environment];
        if (delta.kept() == 0) {
            state.tail.clear();
        }
        state.before = together == 1 ? null : state.head;
        state.head = delta.head();
        state.tail.append(delta.added());
        state.whole = delta.whole();
    }
}
