package io.htsrl.cluster.lanes;

import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.DelegatingLearner;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.StorageBank;
import java.util.Map;
import java.util.Optional;

/** Lanes on nodes, for the network of one learner that shares its rows. Each such learner has its own instance. */
public final class NodeLanes implements LearnerLanes {
    private final LaneBoard board;
    private final Shares shares;
    private final Rows rows = new Rows();

    /** A division of a minibatch's rows. No bit depends on it. Pure. */
    interface Shares {
        /** Shares that are as equal as possible. */
        Shares EVEN = (rows, lanes) -> {
            int[] cuts = new int[lanes + 1];
            for (int lane = 0; lane <= lanes; lane++) {
                cuts[lane] = (int) ((long) rows * lane / lanes);
            }
            return cuts;
        };

        /**
         * Returns the boundaries: lane i has rows {@code cuts[i]} to below {@code cuts[i + 1]}; the learner is the last
         * and has at least one row.
         */
        int[] cuts(int rows, int lanes);
    }

    /** The bank that the learner learns from. The learner's thread. */
    static final class Rows {
        final Lane.NumberedOrder order = new Lane.NumberedOrder();
        private StorageBank bank; // null before the first

        /** Sets another bank, whose observations do not change until the next call. */
        void set(StorageBank newBank) {
            bank = newBank;
            float[] floats = bank.floatObservations();
            byte[] bytes = bank.byteObservations();
            order.next(number -> new LaneOrder.Rows(
                    number, floats == null ? new float[0] : floats, bytes == null ? new byte[0] : bytes));
        }

        /** Returns whether all rows of a batch are in the bank. */
        boolean contains(ObservationBatch batch) {
            return bank != null
                    && batch.floats() == bank.floatObservations()
                    && batch.bytes() == bank.byteObservations();
        }
    }

    /** Creates lanes with equal shares. */
    public NodeLanes(LaneBoard board) {
        this(board, Shares.EVEN);
    }

    NodeLanes(LaneBoard board, Shares shares) {
        this.board = board;
        this.shares = shares;
    }

    @Override
    public GradientNetwork network(PolicyNetwork policy, Backend backend, int maxRows, Team team) {
        Optional<ChainedNetwork> own =
                backend == Backend.JVM ? policy.newChainedNetwork(maxRows, team) : Optional.empty();
        return own.<GradientNetwork>map(network -> new LaneNetwork(network, board, rows, shares))
                .orElseGet(() -> policy.newGradientNetwork(backend, maxRows, team));
    }

    /** Wraps a learner so that each bank is announced before it learns from it. The state is the learner's. */
    @Override
    public Learner around(Learner learner) {
        return new DelegatingLearner(learner) {
            @Override
            public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
                rows.set(bank);
                board.begin(update, System.nanoTime());
                return super.update(bank, behaviour, parameters, update);
            }
        };
    }
}
