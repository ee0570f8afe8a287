package io.htsrl.learners.statistics;

import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * Rewards that enter the returns: raw, or divided by the running deviation of the discounted return and clipped. Banks
 * keep raw rewards. One thread; allocates nothing per bank.
 *
 * <p>Each replica's return {@code R := γ R + r} begins at 0 with each of its episodes. A bank is scaled by the
 * statistics of all banks before it, the first by its own, and is then added to them in (step, environment) order.
 */
public class RewardScale implements Stateful {
    /** Raw rewards, without state; any thread may use it. */
    public static final RewardScale NONE = new RewardScale();

    RewardScale() {}

    /**
     * Creates a scale by running statistics.
     *
     * @param shape shape of the banks
     * @param gamma discount factor
     * @param clip bound at which scaled rewards are clipped, on both sides
     */
    public static RewardScale running(BankShape shape, double gamma, double clip) {
        return new Running(shape, gamma, clip);
    }

    /** Returns the reward of a row. */
    public double reward(StorageBank bank, int row) {
        return bank.rewards()[row];
    }

    /** Scales returns of replayed transitions, and clips each. */
    public void apply(float[] returns) {}

    /** Returns the factor of the rewards. */
    public double scale() {
        return 1;
    }

    /** Adds the factor to the metrics, if the rewards differ from the bank's. */
    public void addTo(Map<String, Double> metrics) {}

    /** Begins a bank, before the calls of {@link #reward}. The statistics of the first bank scale the first bank. */
    public void begin(StorageBank bank) {}

    /** Ends a bank, after the calls of {@link #reward}, and adds it to the statistics. */
    public void learnt(StorageBank bank) {}

    /** Hashes the raw bits of the state. */
    public void digest(BitHasher hasher) {}

    @Override
    public void save(DataOutput out) throws IOException {}

    @Override
    public void restore(DataInput in) throws IOException {}

    private static final class Running extends RewardScale {
        private final BankShape shape;
        private final double gamma;
        private final double clip;
        private final double[] rows;
        private final RunningMoments moments = new RunningMoments(1);
        private double[] returns; // of each replica's episode so far
        private double scale = moments.scale(0);
        private boolean counted; // whether the current bank is the first, which is already counted

        Running(BankShape shape, double gamma, double clip) {
            this.shape = shape;
            this.gamma = gamma;
            this.clip = clip;
            this.returns = new double[shape.environments()];
            this.rows = new double[shape.rows()];
        }

        @Override
        public double reward(StorageBank bank, int row) {
            return Math.max(-clip, Math.min(clip, bank.rewards()[row] * scale));
        }

        @Override
        public void apply(float[] returns) {
            for (int i = 0; i < returns.length; i++) {
                returns[i] = (float) Math.max(-clip, Math.min(clip, returns[i] * scale));
            }
        }

        @Override
        public double scale() {
            return scale;
        }

        @Override
        public void addTo(Map<String, Double> metrics) {
            metrics.put("reward_scale", scale);
        }

        @Override
        public void begin(StorageBank bank) {
            if (moments.count() == 0) {
                count(bank);
                counted = true;
            }
        }

        @Override
        public void learnt(StorageBank bank) {
            if (!counted) {
                count(bank);
            }
            counted = false;
        }

        /**
         * Adds a bank to the statistics. It computes the returns column by column, because two columns may be rollouts
         * of one replica, the earlier one first.
         */
        private void count(StorageBank bank) {
            for (int column = 0; column < shape.environments(); column++) {
                int replica = bank.environment(column);
                if (replica >= returns.length) {
                    returns = Arrays.copyOf(returns, replica + 1); // under async there may be more than columns
                }
                for (int step = 0; step < shape.steps(); step++) {
                    int row = bank.row(step, column);
                    rows[row] = gamma * returns[replica] + bank.rewards()[row];
                    returns[replica] = bank.terminated(row) || bank.truncated(row) ? 0 : rows[row];
                }
            }
            for (int row = 0; row < rows.length; row++) {
                if (!bank.lost(row)) {
                    moments.add(rows[row]);
                }
            }
            scale = moments.scale(0);
        }

        @Override
        public void digest(BitHasher hasher) {
            moments.digest(hasher);
            RunningMoments.digest(returns, hasher);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            moments.save(out);
            out.writeLong(returns.length);
            RawArrays.write(out, returns);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            moments.restore(in);
            RawArrays.expect(returns.length, "replicas", in);
            RawArrays.read(in, returns);
            scale = moments.scale(0);
        }
    }
}
