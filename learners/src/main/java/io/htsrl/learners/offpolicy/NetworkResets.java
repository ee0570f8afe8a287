package io.htsrl.learners.offpolicy;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.learners.optim.FiniteCheck;
import io.htsrl.policies.network.Tensor;
import io.htsrl.policies.normalize.Normalization;
import java.util.List;

/**
 * Resets of the learnt parameters after every so many updates (Nikishin et al. 2022), against overfitting to early
 * transitions at many updates per step. Convolutions and the statistics of observations stay. Immutable; the parameters
 * of a reset are a function of the stream and the reset's number.
 *
 * @param every updates between two resets; 0 for none
 */
public record NetworkResets(Policy policy, RandomStream stream, long every) {

    /** @param draws stream of the learner's batches, whose child draws the parameters */
    public static NetworkResets of(ReplaySettings replay, Policy policy, RandomStream draws) {
        return new NetworkResets(policy, draws.spawn("reset"), replay.resetEvery());
    }

    /** Returns whether a reset comes before the next update. The last update of a run has none behind it. */
    boolean due(long updates) {
        return every > 0 && updates > 0 && updates % every == 0;
    }

    /** Draws φ anew, for the reset after that many updates. */
    void apply(float[] parameters, long updates) {
        float[] fresh = new float[parameters.length];
        policy.initialise(fresh, stream.spawn(updates / every));
        List<Tensor> tensors = FiniteCheck.tensors(policy);
        Normalization.of(tensors).ifPresent(own -> copy(parameters, fresh, own.offset(), own.end()));
        boolean convolution = false;
        for (Tensor tensor : tensors) {
            convolution =
                    tensor.shape().size() == 4 || convolution && tensor.name().endsWith(".bias");
            if (convolution) {
                copy(parameters, fresh, tensor.offset(), tensor.end());
            }
        }
        copy(fresh, parameters, 0, fresh.length);
    }

    private static void copy(float[] from, float[] to, int first, int end) {
        System.arraycopy(from, first, to, first, end - first);
    }
}
