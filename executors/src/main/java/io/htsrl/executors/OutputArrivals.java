package io.htsrl.executors;

import io.htsrl.actionbuffer.ActionInbox;
import io.htsrl.core.RoleClock;
import io.htsrl.core.ServiceTurn;

/**
 * The environments of one executor whose output rows have arrived. Where it would wait, it serves a batch itself if it
 * was given a turn to do so. One thread; allocates nothing per step.
 */
final class OutputArrivals {
    private final ActionInbox inbox;
    private final ServiceTurn turn;
    private final RoleClock clock;
    private final int[] arrived;

    /** @param environments how many the executor owns */
    OutputArrivals(ActionInbox inbox, ServiceTurn turn, RoleClock clock, int environments) {
        this.inbox = inbox;
        this.turn = turn;
        this.clock = clock;
        this.arrived = new int[environments];
    }

    /** How many have arrived; 0 after a batch was served. With a state outstanding only: else nothing would come. */
    int next() {
        int count = inbox.poll(arrived);
        return count > 0 ? count : serveOrWait();
    }

    /** Serves a batch, whose time is the server's own to account for, or waits for an output row. */
    private int serveOrWait() {
        clock.worked();
        if (turn.serve()) {
            clock.start();
            return 0;
        }
        int count = inbox.take(arrived);
        clock.waited();
        return count;
    }

    /** One of those counted by the last {@link #next}. */
    int environment(int index) {
        return arrived[index];
    }
}
