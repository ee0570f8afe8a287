package io.htsrl.trainer.run;

import io.htsrl.core.run.Worker;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.learners.ParameterVersions;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.trainer.rollouts.Rollouts;

/**
 * Stands for all executors of a run whose rollouts are collected elsewhere: hands the bank over to be filled, and meets
 * the learner at the barrier. One thread.
 */
final class RolloutFiller implements Worker {
    private final Rollouts rollouts;
    private final RolloutExchange exchange;
    private final DoubleStorage storage;
    private final ParameterVersions versions;
    private final RoleClock clock;

    RolloutFiller(
            Rollouts rollouts,
            RolloutExchange exchange,
            DoubleStorage storage,
            ParameterVersions versions,
            RoleClock clock) {
        this.rollouts = rollouts;
        this.exchange = exchange;
        this.storage = storage;
        this.versions = versions;
        this.clock = clock;
    }

    @Override
    public String roleName() {
        return "rollouts";
    }

    @Override
    public void run() {
        clock.start();
        exchange.begin(clock);
        while (!exchange.finished()) {
            rollouts.fill(exchange.interval(), versions.current(), exchange.bank(), storage.read());
            clock.lap(Activity.WAIT_FOR_ENVIRONMENTS, exchange.bank().shape().rows());
            exchange.awaitColumn(clock);
        }
    }
}
