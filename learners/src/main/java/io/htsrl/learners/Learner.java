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
 * moments), to the last bit. Its saved state includes those results of the last update that {@link #digest} has not
 * absorbed yet.
 */
public interface Learner extends AutoCloseable, Stateful {

    /**
     * Updates {@code parameters} in place.
     *
     * @param bank the experience
     * @param behaviour the parameters that collected it: φ_{k-1} under {@code hts}, φ_k under {@code sync}; under
     *     {@code async}, where there may be many, φ_k; not written to
     * @param parameters holds φ_k, receives φ_{k+1}
     * @param update number of the update, from 0
     * @return the metrics of this update by name, in a fixed order
     * @throws DivergedException when a loss, a gradient or a parameter is not finite; {@code parameters} are then
     *     unspecified
     */
    Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update);

    /**
     * Adds to the run's digest what the last update changed besides the parameters, such as the transitions drawn from
     * a replay memory and its priorities. Learners without such state add nothing.
     */
    default void digest(BitHasher hasher) {}

    /**
     * Returns the sink into which executors insert complete rollouts under {@code async}, for a learner with a replay
     * memory. Called before the first update. The learner still receives each bank, for statistics over all steps, but
     * does not store it again.
     *
     * @param pipeline pipeline of the environments
     * @param control control of the run, which ends every wait
     */
    default RolloutSink rollouts(PipelineConfig pipeline, RunControl control) {
        return RolloutSink.NONE;
    }

    /**
     * Returns up to {@code most} priorities of the replay memory, for display; an empty array without a replay memory.
     * Called on the learner's thread, between updates.
     */
    default double[] somePriorities(int most) {
        return new double[0];
    }

    /**
     * Returns the estimates of the last update for the steps of its bank, by name, {@code [steps][environments]}; empty
     * where the algorithm makes none. On the learner's thread, valid until the next update.
     */
    default Map<String, float[]> estimates() {
        return Map.of();
    }

    @Override
    void close();
}
