package io.htsrl.determinism.interleaving;

import io.htsrl.core.time.RoleClock;
import io.htsrl.storage.BankExchange;

/** A barrier whose parties wait for the {@link Conductor}; the last one runs the action. */
final class SteppedBarrier implements BankExchange.Barrier {
    private final Conductor conductor;
    private final int parties;
    private final Runnable action;
    private int arrived;
    private int phase;

    SteppedBarrier(Conductor conductor, int parties, Runnable action) {
        this.conductor = conductor;
        this.parties = parties;
        this.action = action;
    }

    @Override
    public boolean await(RoleClock clock) {
        conductor.step("arrive at the barrier");
        int current = phase;
        if (++arrived == parties) {
            action.run();
            arrived = 0;
            phase++;
            return true;
        }
        conductor.await("wait at the barrier", () -> phase != current);
        return false;
    }
}
