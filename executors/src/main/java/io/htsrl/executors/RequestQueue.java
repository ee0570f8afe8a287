package io.htsrl.executors;

import io.htsrl.actionbuffer.PendingRequests;
import io.htsrl.core.environment.Wakeup;

/**
 * The replicas of one executor whose environments have been asked for a step or a reset, and have yet to answer. In
 * which order they answer changes no bit. The executor's thread; allocates nothing per step.
 */
final class RequestQueue implements PendingRequests {
    private final Replica[] underWay;
    private int count;
    private int flushed; // those before have been sent, those behind not yet
    private int next; // those before were not ready, in the round under way

    /** @param replicas that the executor owns: each has one request at most */
    RequestQueue(int replicas) {
        this.underWay = new Replica[replicas];
    }

    /** The replica has begun one. */
    void add(Replica replica) {
        underWay[count++] = replica;
    }

    boolean none() {
        return count == 0;
    }

    /** Sends what was begun since the last time: all together, where they can travel so. */
    void flush() {
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
     * Completes requests that can be, until one lets its replica go on, and goes on behind it the next time; null at the end
     * of a round, which looks at each once.
     */
    Replica completeNext() {
        while (next < flushed) {
            Replica replica = underWay[next];
            if (!replica.ready()) {
                next++;
                continue;
            }
            underWay[next] = underWay[--flushed];
            underWay[flushed] = replica; // among those to be flushed: with a request for its reset it stays there
            if (replica.complete()) {
                underWay[flushed] = underWay[--count];
                return replica;
            }
        }
        next = 0;
        return null;
    }
}
