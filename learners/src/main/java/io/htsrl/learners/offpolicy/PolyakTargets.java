package io.htsrl.learners.offpolicy;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.learners.optim.ParameterBlocks;
import io.htsrl.policies.network.Tensor;
import io.htsrl.policies.normalize.Normalization;
import io.htsrl.storage.BitHasher;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Parameters that follow learnt ones slowly: {@code θ' += τ (θ - θ')}, a copy for τ = 1. Statistics of observations
 * among them are copied, not averaged. One caller at a time.
 */
public final class PolyakTargets implements Stateful {
    private final List<Tensor> tensors;
    private final float[] values;
    /** Number of values that follow; statistics are behind them. */
    private final int followers;

    private final float share;
    private final Team team;
    private final Phase following;
    /** Learnt parameters of the current step. */
    private float[] leader;

    /**
     * @param tensors tensors of the learnt parameters, in their order
     * @param tau τ of {@link #follow}
     * @param team team that computes it
     */
    public PolyakTargets(List<Tensor> tensors, double tau, Team team) {
        this.tensors = List.copyOf(tensors);
        this.values = new float[tensors.get(tensors.size() - 1).end()];
        this.followers = Normalization.of(tensors).map(Normalization::offset).orElse(values.length);
        this.share = (float) tau;
        this.team = team;
        this.following = Phase.ofBlocks(() -> followers, ParameterBlocks.SIZE, (from, to, lane) -> follow(from, to));
    }

    /** Returns the values, which callers must not change. */
    public float[] values() {
        return values;
    }

    /** Copies the learnt parameters. */
    public void copy(float[] learnt) {
        System.arraycopy(learnt, 0, values, 0, values.length);
    }

    /** Moves towards the learnt parameters by τ. */
    public void follow(float[] learnt) {
        if (share == 1) {
            copy(learnt);
            return;
        }
        leader = learnt;
        team.run(following);
        takeStatistics(learnt);
    }

    /** Copies the statistics of observations; returns whether the parameters have any. */
    boolean takeStatistics(float[] learnt) {
        System.arraycopy(learnt, followers, values, followers, values.length - followers);
        return followers < values.length;
    }

    private void follow(int from, int to) {
        float[] learnt = leader;
        for (int i = from; i < to; i++) {
            values[i] += share * (learnt[i] - values[i]);
        }
    }

    /** Hashes the values, tensor by tensor, such as {@code target.critic1.0.weight}. */
    public void digest(BitHasher hasher) {
        for (Tensor tensor : tensors) {
            hasher.part("target." + tensor.name());
            hasher.floats(values, tensor.offset(), tensor.size());
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        RawArrays.write(out, values);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        RawArrays.read(in, values);
    }
}
