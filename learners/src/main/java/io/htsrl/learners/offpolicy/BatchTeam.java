package io.htsrl.learners.offpolicy;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import java.util.function.IntConsumer;

/**
 * Team that computes the batches of one update ({@code --learner-batches}) in parallel. One thread computes a batch,
 * from its draws to its gradient, as one unit of a phase. Results of several batches are combined in their order, so
 * the bits do not depend on the threads. A single batch uses the whole team for its passes. One caller at a time.
 *
 * @param batches batches of one update, at least 1
 * @param team team that computes them, and the work between them
 */
public record BatchTeam(int batches, Team team) {

    /**
     * Returns the team for the passes within a batch. With several batches it is the calling thread alone, because a
     * unit of a phase cannot be split again.
     */
    public Team within() {
        return batches == 1 ? team : Team.alone();
    }

    /** Creates a phase with one unit for each batch. A unit must not write what another batch reads or writes. */
    public Phase each(IntConsumer body) {
        return new Phase(() -> batches, (batch, lane) -> body.accept(batch));
    }

    /** Runs a phase of {@link #each}. The calling thread runs a single batch and may use the team within it. */
    public void run(Phase phase) {
        team.run(phase);
    }

    /**
     * Returns the random stream of a batch: {@code stream} itself for the first batch, a named child for the others.
     */
    public static RandomStream stream(RandomStream stream, int batch) {
        return batch == 0 ? stream : stream.spawn("batch-" + batch);
    }
}
