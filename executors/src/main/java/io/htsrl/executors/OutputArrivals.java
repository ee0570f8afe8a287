package io.htsrl.executors;

import io.htsrl.actionbuffer.ActionInbox;
import io.htsrl.core.run.Worker.IdleWork;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;

/**
 * The environments of one executor whose output rows have arrived. Where it would wait, it serves a batch itself if it
 * was given a turn to do so; and while it waits, its requests are answered too. One thread; allocates nothing per step.
 */
final class OutputArrivals {
    private final ActionInbox inbox;
    private final IdleWork turn;
    private final RoleClock clock;
    private final RequestQueue requests;
    private final int[] arrived;
    private long stepped; // since the clock's last lap
    private boolean left; // and nothing was begun since

    /**
     * @param requests     under way
     * @param environments how many the executor owns
     */
    OutputArrivals(ActionInbox inbox, RequestQueue requests, IdleWork turn, RoleClock clock, int environments) {
        this.inbox = inbox;
        this.requests = requests;
        this.turn = turn;
        this.clock = clock;
        this.arrived = new int[environments];
    }

    /**
     * How many have arrived; 0 after a batch was served, or when a request was answered. With a state or a request
     * outstanding only: else nothing would come.
     */
    int next() {
        left = false;
        int count = inbox.poll(arrived);
        if (count == 0) {
            count = serveOrWait();
        }
        stepped += count;
        return count;
    }

    /**
     * Comes before the executor waits for anything else than its outputs, or ends: serves whatever is ready. It may be
     * the last to look, and those whose states are left wait for their outputs. An executor that has left and has not
     * asked for its {@link #next} since has published nothing since, and need not look again.
     */
    void leave() {
        if (left) {
            return;
        }
        left = true;
        lap();
        boolean served = turn.serve();
        while (served) { // more may lie behind what a batch had room for
            served = turn.serve();
        }
        clock.start();
    }

    /** The replicas that had arrived have been stepped. */
    void lap() {
        clock.lap(Activity.STEP, stepped);
        stepped = 0;
    }

    /** Serves a batch, whose time is the server's own to account for, or waits for an output row or an answer. */
    private int serveOrWait() {
        lap();
        if (turn.serve()) {
            clock.start();
            return 0;
        }
        if (!requests.none()) { // somebody outside of the run is at work: no wait that others of it must end
            int count = inbox.take(arrived, requests);
            clock.lap(Activity.WAIT_FOR_ENVIRONMENTS, count);
            return count;
        }
        clock.waits(Activity.WAIT_FOR_ACTIONS);
        int count = inbox.take(arrived);
        clock.lap(Activity.WAIT_FOR_ACTIONS, count);
        return count;
    }

    /** One of those counted by the last {@link #next}. */
    int environment(int index) {
        return arrived[index];
    }
}
