package io.htsrl.executors;

import io.htsrl.actionbuffer.PendingRequests;
import io.htsrl.core.environment.Wakeup;

/**
 * The replicas of one executor whose environments have requests in flight: a step or a reset without an answer yet. The
 * order of the answers changes no bit. The executor's thread; allocates nothing per step.
 */
public final class RequestQueue implements PendingRequests {
    private final Replica[] underWay;
    private int count;
    private int flushed; // requests before it have been sent, others not yet
    private int next; // those before it were not ready in this round

    /** @param replicas maximum number of the executor's replicas: each has one request at most */
    public RequestQueue(int replicas) {
        this.underWay = new Replica[replicas];
    }

    /** Adds a replica that has begun a request. */
    public void add(Replica replica) {
        underWay[count++] = replica;
    }

    public boolean none() {
        return count == 0;
    }

    /** Sends the requests begun since the last call, together where they share a worker. */
    public void flush() {
        while (flushed < count) {
            underWay[flushed++].flush();
        }
    }

    @Override
    public boolean ready() {
        for (int i = 0; i < flushed; i++) {
            if (underWay[i].ready()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean wakeWhenReady(Wakeup wakeup) {
        for (int i = 0; i < flushed; i++) {
            if (underWay[i].wakeWhenReady(wakeup)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Completes requests that are ready, until a replica can continue; the next call continues after it. Returns null
     * at the end of a round, which polls each request once.
     */
    public Replica completeNext() {
        while (next < flushed) {
            Replica replica = underWay[next];
            if (!replica.ready()) {
                next++;
                continue;
            }
            underWay[next] = underWay[--flushed];
            underWay[flushed] = replica; // in the part to be flushed: it stays there with a request for its reset
            if (replica.complete()) {
                underWay[flushed] = underWay[--count];
                return replica;
            }
        }
        next = 0;
        return null;
    }
}
