package io.htsrl.actors;

import io.htsrl.core.run.Worker;

/** An actor thread: serves batches until the state buffer closes. */
public final class ActorWorker implements Worker {
    private final int index;
    private final BatchServer server;

    public ActorWorker(int index, BatchServer server) {
        this.index = index;
        this.server = server;
    }

    @Override
    public String roleName() {
        return "actor-" + index;
    }

    @Override
    public void run() {
        boolean open = true;
        while (open) {
            open = server.awaitAndServe();
        }
    }
}
