package io.htsrl.learners.offpolicy.insertion;

/** What an actor's output row says of values, for first priorities. Stateless, any thread. */
public interface RowValues {

    /** Of the state and the action that was taken. */
    double taken(float[] outputs, int offset, float[] actions, int actionOffset);

    /** Of the state, with the best action. */
    double best(float[] outputs, int offset);
}
