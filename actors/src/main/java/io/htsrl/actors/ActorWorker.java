package io.htsrl.actors;

import io.htsrl.core.run.Worker;
import io.htsrl.core.staff.Roster;
import io.htsrl.core.time.RoleClock;

/** An actor thread: serves batches until the state buffer closes, and parks while the {@link Roster} does not need it. */
public final class ActorWorker implements Worker {
    private final int index;
    private final BatchServer server;
    private final Roster roster;
    private final RoleClock clock;

    /** @param clock the server's */
    public ActorWorker(int index, BatchServer server, Roster roster, RoleClock clock) {
        this.index = index;
        this.server = server;
        this.roster = roster;
        this.clock = clock;
    }

    @Override
    public String roleName() {
        return "actor-" + index;
    }

    @Override
    public void run() {
        boolean open = true;
        while (open) {
            if (!roster.acts(index)) {
                clock.start();
                roster.awaitTurn(index, clock); // when the run is over, the buffer will close
            }
            open = server.awaitAndServe();
        }
    }
}
