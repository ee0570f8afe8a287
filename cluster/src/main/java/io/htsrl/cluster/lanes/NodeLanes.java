package io.htsrl.cluster.lanes;

import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.learners.Learner;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.policies.network.ChainedNetwork;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.Optional;

/** Lanes on nodes, for the one network of a learner that shares its rows; each such learner has its own. */
public final class NodeLanes implements LearnerLanes {
    private final LaneBoard board;
    private final Shares shares;
    private final LearnerRows rows = new LearnerRows();

    public NodeLanes(LaneBoard board, Shares shares) {
        this.board = board;
        this.shares = shares;
    }

    public LaneBoard board() {
        return board;
    }

    @Override
    public GradientNetwork network(PolicyNetwork policy, Backend backend, int maxRows, Team team) {
        Optional<ChainedNetwork> own =
                backend == Backend.JVM ? policy.newChainedNetwork(maxRows, team) : Optional.empty();
        return own.<GradientNetwork>map(network -> new LaneNetwork(network, board, rows, shares))
                .orElseGet(() -> policy.newGradientNetwork(backend, maxRows, team));
    }

    @Override
    public Learner around(Learner learner) {
        return new LanedLearner(learner, (update, bank) -> {
            rows.are(bank);
            board.begin(update, System.nanoTime());
        });
    }
}
