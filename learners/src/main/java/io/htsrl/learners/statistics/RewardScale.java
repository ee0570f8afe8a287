package io.htsrl.learners.statistics;

import io.htsrl.core.state.Bulk;
import io.htsrl.core.state.Stateful;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The rewards that returns are made of: as they are, or divided by the running deviation of the discounted return, and
 * clipped. Banks keep raw rewards. One thread; allocates nothing per bank.
 *
 * <p>Each replica's return {@code R := γ R + r} begins at 0 with each of its episodes. A bank is scaled by the statistics
 * of all banks before it, the first by its own, and then counted into them in (step, environment) order.
 */
public class RewardScale implements Stateful {
    /** Rewards as they are; it has no state, and any thread may use it. */
    public static final RewardScale NONE = new RewardScale();

    RewardScale() {}

    /**
     * Scales by running statistics.
     *
     * @param shape of the banks
     * @param gamma discount factor
     * @param clip  what scaled rewards are clipped at, on both sides
     */
    public static RewardScale running(BankShape shape, double gamma, double clip) {
        return new Running(shape, gamma, clip);
    }

    /** The reward of a row. */
    public double reward(StorageBank bank, int row) {
        return bank.rewards()[row];
    }

    /** What rewards are multiplied by. */
    public double scale() {
        return 1;
    }

    /** Whether rewards are others than the bank's. */
    public boolean scales() {
        return false;
    }

    /** A bank whose rewards will be asked for: the first one says by what. */
    public void begin(StorageBank bank) {}

    /** A bank whose rewards have all been asked for: counts it. */
    public void learnt(StorageBank bank) {}

    /** Absorbs the raw bits of the state. */
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
        private boolean counted; // the bank begun, which is the first

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
        public double scale() {
            return scale;
        }

        @Override
        public boolean scales() {
            return true;
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

        /** Column by column first: two of them may be of one replica, the earlier rollout before the later. */
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
            Bulk.write(out, returns);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            moments.restore(in);
            Bulk.expect(returns.length, "replicas", in);
            Bulk.read(in, returns);
            scale = moments.scale(0);
        }
    }
}
