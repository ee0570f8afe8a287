package io.htsrl.trainer.selfplay;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Stateful;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Players of all seats of one {@link SeatEnvironment} but the learner's; called on its thread. */
public interface Opponents extends Stateful {

    /**
     * Begins an episode.
     *
     * @param seat the learner's
     * @param draws the stream of the episode
     */
    void begin(int seat, RandomStream draws);

    /**
     * Writes the action of an agent that has a choice.
     *
     * @param rows the observation begins at {@code offset}
     * @param ply steps of the game before
     * @param chosen receives the action row at {@code to}
     */
    void act(int agent, float[] rows, int offset, long ply, float[] chosen, int to);

    /** Begins another episode of one agent, while that of the learner's seat goes on. */
    default void beginAgain(int agent) {}

    /** Ends the episode, with the learner's return. */
    default void end(double learnersReturn) {}

    /** Writes the state of the episode; {@link #begin} precedes {@link #restore}. */
    @Override
    default void save(DataOutput out) throws IOException {}

    @Override
    default void restore(DataInput in) throws IOException {}

    /** Returns players that draw each action uniformly from the allowed ones. */
    static Opponents random(Agents agents) {
        LegalActions legal = new LegalActions(agents);
        return new Opponents() {
            private RandomStream stream;

            @Override
            public void begin(int seat, RandomStream draws) {
                stream = draws.spawn("random");
            }

            @Override
            public void act(int agent, float[] rows, int offset, long ply, float[] chosen, int to) {
                legal.draw(rows, offset, stream, ply * agents.count() + agent, chosen, to);
            }
        };
    }
}
