package io.htsrl.trainer.run;

import io.htsrl.core.run.ServiceTurn;
import io.htsrl.core.staff.Roster;
import java.util.function.Supplier;

/**
 * Serves batches on an executor's thread while no actor does, as the {@link Roster} says inside the swap. What it serves
 * with is made when it is first needed: of many executors that a run could have few may serve. One thread.
 */
final class WillingServer implements ServiceTurn {
    private final Roster roster;
    private final Supplier<? extends ServiceTurn> maker;
    private ServiceTurn server; // null until it is needed

    WillingServer(Roster roster, Supplier<? extends ServiceTurn> maker) {
        this.roster = roster;
        this.maker = maker;
    }

    @Override
    public boolean serve() {
        if (!roster.executorsServe()) {
            return false;
        }
        if (server == null) {
            server = maker.get();
        }
        return server.serve();
    }
}
