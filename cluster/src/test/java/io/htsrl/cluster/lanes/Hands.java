package io.htsrl.cluster.lanes;

import io.htsrl.cluster.table.AssignmentTable;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.work.Team;
import io.htsrl.learners.LearnerLanes;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.rollouts.RolloutSource;
import io.htsrl.trainer.rollouts.Rollouts;
import io.htsrl.trainer.run.Trainer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Lanes without a wire: a lane does as it is told at once, by the learner's thread. */
final class Hands {
    static final int MOST = 4;

    final List<String> logs = new ArrayList<>();
    final LaneBoard board = new LaneBoard(MOST, AssignmentTable.Lease.of(Duration.ofSeconds(60)), logs::add);
    private final PolicyNetwork policy;
    private int joined;

    Hands(PolicyNetwork policy) {
        this.policy = policy;
    }

    static Hands of(RunConfig config) {
        return new Hands(config.policy(config.environments().ask(Environment::spec)));
    }

    /** Something on the way of an order; null is nothing. */
    interface Fault {
        LaneOrder on(int order, LaneOrder said);
    }

    /** What becomes of the bytes of each answer; null where nothing comes. */
    int join(Fault fault, UnaryOperator<byte[]> answers) {
        int id = ++joined;
        LaneThread.LaneWorker worker = new LaneThread.LaneWorker(
                rows -> policy.newChainedNetwork(rows, Team.alone()).orElseThrow());
        int[] count = new int[1];
        board.join(
                id,
                "node " + id,
                bytes -> {
                    LaneOrder order = fault.on(count[0]++, order(bytes));
                    if (order != null) {
                        worker.take(order, answer -> {
                            byte[] said = answers.apply(LaneAnswer.CODEC.encode(answer));
                            if (said != null) {
                                board.answer(id, said, System.nanoTime());
                            }
                        });
                    }
                },
                System.nanoTime());
        return id;
    }

    int join() {
        return join((order, said) -> said, answer -> answer);
    }

    private static LaneOrder order(byte[] bytes) {
        try {
            return LaneOrder.CODEC.decode(bytes);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A run whose rollouts are collected here, and whose learner has these lanes. */
    String digest(RunConfig config, NodeLanes.Shares shares) throws Exception {
        return digest(config, shares, Attachments.none());
    }

    String digest(RunConfig config, NodeLanes.Shares shares, Attachments attachments) throws Exception {
        RolloutSource source = new RolloutSource() {
            @Override
            public boolean elsewhere() {
                return false;
            }

            @Override
            public LearnerLanes lanes() {
                return new NodeLanes(board, shares);
            }

            @Override
            public Rollouts open(RolloutSource.RolloutSite site) {
                throw new AssertionError("they are collected here");
            }
        };
        return new Trainer(config, attachments.collectedBy(source)).run().digest();
    }
}
