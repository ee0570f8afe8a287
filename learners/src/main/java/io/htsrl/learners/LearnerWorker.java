package io.htsrl.learners;

import io.htsrl.core.run.Worker;
import io.htsrl.core.time.RoleClock;
import io.htsrl.storage.RolloutExchange;

/**
 * The learner's thread, under every schedule: a {@link LearningStage} for whatever the {@link RolloutExchange} has to
 * learn from, until nothing will follow. {@code serial}, which has no such thread, takes the turns one by one.
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

    /** All turns, or those that are left, and what follows the last. */
    @Override
    public void run() {
        clock.start();
        boolean learnt = turn();
        while (learnt) {
            learnt = turn();
        }
        stage.finish(clock);
    }

    /** Learns once and hands over; false, having done nothing, when nothing will follow. */
    public boolean turn() {
        if (!exchange.awaitFilled(clock)) {
            return false;
        }
        stage.learn(exchange.interval(), exchange.filled(), exchange.metrics(), clock);
        exchange.handOver(clock);
        return true;
    }
}
