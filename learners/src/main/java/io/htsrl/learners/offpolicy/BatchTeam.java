package io.htsrl.learners.offpolicy;

import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import java.util.function.IntConsumer;

/**
 * The batches of one update, {@code --learner-batches}, computed side by side: a batch is one unit of a phase, by one
 * thread from its draws to its gradient. What a batch computes does not depend on who computes it or beside whom, and
 * what several batches make together is made in their order; so threads reach no bit. A single batch has the whole team
 * for its passes. One caller at a time.
 */
public final class BatchTeam {
    private final int batches;
    private final Team team;

    /**
     * @param batches of one update, at least 1
     * @param team    that computes them
     */
    public BatchTeam(int batches, Team team) {
        this.batches = batches;
        this.team = team;
    }

    /** One batch, by the calling thread. */
    public static BatchTeam alone() {
        return new BatchTeam(1, Team.alone());
    }

    public int batches() {
        return batches;
    }

    /** The team for the passes within a batch: the caller alone where there are several, for a unit of a phase is not shared again. */
    public Team within() {
        return batches == 1 ? team : Team.alone();
    }

    /** The team for the work between batches. */
    Team between() {
        return team;
    }

    /** A phase with a unit for each batch: it writes nothing that another batch reads or writes. */
    public Phase each(IntConsumer body) {
        return new Phase(() -> batches, (batch, lane) -> body.accept(batch));
    }

    /** Runs {@link #each} of them; of one batch by the caller, who may share it further. */
    public void run(Phase phase) {
        team.run(phase);
    }

    /** The stream of a batch: the first one's is {@code stream} itself, as where there is no other; others are named. */
    public static RandomStream stream(RandomStream stream, int batch) {
        return batch == 0 ? stream : stream.spawn("batch-" + batch);
    }
}
