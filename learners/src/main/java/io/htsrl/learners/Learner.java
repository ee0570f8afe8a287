package io.htsrl.learners;

import io.htsrl.core.error.DivergedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.state.Stateful;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.RolloutSink;
import io.htsrl.storage.StorageBank;
import java.util.Map;

/**
 * Turns a bank into a parameter update. One thread. A function of its arguments and of its own state (optimiser
 * moments), to the last bit. Its saved state covers what {@link #digest} has yet to absorb of the last update.
 */
public interface Learner extends AutoCloseable, Stateful {

    /**
     * Updates {@code parameters} in place.
     *
     * @param bank       the experience
     * @param behaviour  the parameters that collected it: φ_{k-1} under {@code hts}, φ_k under {@code sync}; under
     *                   {@code async}, where there may be many, φ_k; not written to
     * @param parameters holds φ_k, receives φ_{k+1}
     * @param update     how many updates came before this one, from 0
     * @return the figures of this update by name, in a fixed order
     * @throws DivergedException when a loss, a gradient or a parameter is not finite; {@code parameters} are then
     *                           unspecified
     */
    Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update);

    /**
     * Absorbs what the last update did beyond the parameters, such as which transitions a replay memory drew and the
     * priorities it holds now: part of the run's digest. Nothing for learners without such state.
     */
    default void digest(BitHasher hasher) {}

    /**
     * Under {@code async}, before the first update: where executors put complete rollouts, for a learner that draws from
     * what it remembers. It is still given each bank, for what must be known of all steps, and remembers none again.
     *
     * @param pipeline whose environments these are
     * @param control  that ends every wait
     */
    default RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        return RolloutSink.NONE;
    }

    /**
     * Some priorities of what the learner replays, for people to look at, {@code most} of them at the most; none where it
     * replays nothing. On the learner's thread, between updates.
     */
    default double[] somePriorities(int most) {
        return new double[0];
    }

    @Override
    void close();
}
