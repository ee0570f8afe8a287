package io.htsrl.trainer.rollouts;

/**
 * What each replica of a run that is stepped elsewhere begins the next interval with, as {@code Replica.save} writes it.
 * The thread that fills banks writes it; the swap reads it, ordered by the barrier.
 */
public final class StartStates {
    private final byte[][] states;

    /** Of a run that begins: there are none. */
    public StartStates(int environments) {
        states = new byte[environments][];
    }

    /** Null where the replica has not begun yet. */
    public byte[] of(int environment) {
        return states[environment];
    }

    /** The replica's state from here on; kept as it is. */
    public void keep(int environment, byte[] state) {
        states[environment] = state;
    }

    public int environments() {
        return states.length;
    }
}
