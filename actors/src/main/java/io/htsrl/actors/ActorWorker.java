package io.htsrl.actors;

import io.htsrl.core.run.Worker;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.time.RoleClock;

/**
 * An actor thread: serves batches until the state buffer closes, and parks while {@link ThreadAssignment} deactivates
 * it.
 */
public final class ActorWorker implements Worker {
    private final int index;
    private final BatchServer server;
    private final ThreadAssignment assignment;
    private final RoleClock clock;

    /** @param clock clock of the server */
    public ActorWorker(int index, BatchServer server, ThreadAssignment assignment, RoleClock clock) {
        this.index = index;
        this.server = server;
        this.assignment = assignment;
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
            if (!assignment.acts(index)) {
                clock.start();
                assignment.awaitTurn(index, clock); // if the run is over, the buffer will close
            }
            open = server.awaitAndServe();
        }
    }
}
