package io.htsrl.learners;

import io.htsrl.core.run.Worker;
import io.htsrl.core.time.RoleClock;
import io.htsrl.storage.RolloutExchange;

/**
 * Worker of the learner's thread. It runs a {@link LearningStage} on each bank that the {@link RolloutExchange}
 * provides, until the last one. {@code serial} has no learner thread and calls {@link #turn} itself.
 */
public final class LearnerWorker implements Worker {
    private final LearningStage stage;
    private final RolloutExchange exchange;
    private final RoleClock clock;

    public LearnerWorker(LearningStage stage, RolloutExchange exchange, RoleClock clock) {
        this.stage = stage;
        this.exchange = exchange;
        this.clock = clock;
    }

    @Override
    public String roleName() {
        return "learner";
    }

    /** Learns from all remaining banks and finishes the stage. */
    @Override
    public void run() {
        clock.start();
        boolean learnt = turn();
        while (learnt) {
            learnt = turn();
        }
        stage.finish(clock);
    }

    /** Learns from one bank and hands over the parameters; returns false, without effect, when no bank will follow. */
    public boolean turn() {
        if (!exchange.awaitFilled(clock)) {
            return false;
        }
        stage.learn(exchange.interval(), exchange.filled(), exchange.metrics(), clock);
        exchange.handOver(clock);
        return true;
    }
}
