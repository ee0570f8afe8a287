package io.htsrl.replay;

/**
 * Sequences of steps that a memory draws in place of single transitions, for a policy with a memory (Kapturowski et al.
 * 2019), or windows, the n steps of a transition one by one. A sequence begins at the first step of each episode and
 * every {@code period} steps after; it ends with its episode at the latest. Its first priority is the greatest so far.
 * Immutable.
 *
 * @param length greatest number of steps that are learnt from
 * @param burnIn greatest number of steps before them, which lead from a stored state to the first of them
 * @param period steps between the starts of two sequences
 * @param stateSize floats in a recurrent state
 */
public record SequenceConfig(int length, int burnIn, int period, int stateSize) {
    /** Single transitions. */
    public static final SequenceConfig NONE = new SequenceConfig(1, 0, 1, 0);

    /**
     * Returns windows of the n steps of a transition. Its first priority, its place and its life are the transition's.
     */
    public static SequenceConfig windows(int nStep) {
        return nStep == 1 ? NONE : new SequenceConfig(nStep, 0, 1, 0);
    }

    /** Returns whether more than single transitions are drawn. */
    boolean areUsed() {
        return isWindow() || stateSize > 0;
    }

    boolean isWindow() {
        return stateSize == 0 && length > 1;
    }

    /** Returns the steps of a row's return: one in a window. */
    int nStep(int ofTransitions) {
        return isWindow() ? 1 : ofTransitions;
    }

    /** Returns the greatest number of rows of a drawn sequence: burn-in, its steps, and n to bootstrap from. */
    public int span(int nStep) {
        return burnIn + length + nStep(nStep);
    }

    /** Returns the places of a ring in addition to those for a single transition. */
    long extraPlaces() {
        return isWindow() ? 0 : burnIn + length - 1L;
    }

    /** Returns the number of states stored for a ring: no two within a period of the same episode. */
    int states(int ringLength) {
        return stateSize == 0 ? 0 : ringLength / period + 2;
    }
}
