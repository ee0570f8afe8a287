package io.htsrl.executors;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.core.Activity;
import io.htsrl.core.Perturbation;
import io.htsrl.core.PublishedParameters;
import io.htsrl.core.RoleClock;
import io.htsrl.core.ServiceTurn;
import io.htsrl.core.Worker;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.ColumnRows;
import io.htsrl.storage.RolloutQueue;
import io.htsrl.storage.StorageBank;
import java.util.List;

/**
 * An executor thread of the {@code async} schedule: each of its replicas goes from one rollout to the next at its own
 * pace. A replica keeps its full column until another is free, for its last observation is carried over from there;
 * without one it pauses, and the others go on. Ends when the learner has finished.
 */
public final class AsyncExecutorWorker implements Worker {
    private final int worker;
    private final Replica[] owned;
    private final List<Replica> replicas; // of the whole run, by environment; shared by all executors
    private final Wiring wiring;
    private final int steps;
    private final OutputArrivals arrivals;
    private final RoleClock clock;
    private final Replica[] paused;
    private int pausedCount;

    /**
     * The seams of an executor: what it is wired to, see the trainer.
     *
     * @param slab the bank whose columns are rollouts
     * @param rows where actors find the observations of an environment's rollout
     */
    public record Wiring(StateBuffer states, ActionBuffer actions, StorageBank slab, ColumnRows rows,
            RolloutQueue rollouts, PublishedParameters parameters, Perturbation perturbation) {
    }

    /**
     * @param worker       which executor worker this is
     * @param replicas     of the whole run, by environment
     * @param owned        the replicas of this worker
     * @param turn         what to do instead of waiting
     */
    public AsyncExecutorWorker(
            int worker, List<Replica> replicas, List<Replica> owned, Wiring wiring, ServiceTurn turn, RoleClock clock) {
        this.worker = worker;
        this.owned = owned.toArray(new Replica[0]);
        this.replicas = replicas;
        this.wiring = wiring;
        this.steps = wiring.slab().shape().steps();
        this.arrivals = new OutputArrivals(wiring.actions().inbox(worker), turn, clock, owned.size());
        this.clock = clock;
        this.paused = new Replica[owned.size()];
    }

    @Override
    public String roleName() {
        return "executor-" + worker;
    }

    @Override
    public void run() {
        clock.start();
        for (Replica replica : owned) {
            begin(replica);
        }
        while (!wiring.rollouts().finished()) {
            resume();
            if (pausedCount == owned.length) {
                arrivals.leave();
                clock.waits(Activity.WAIT_FOR_LEARNER);
                wiring.rollouts().awaitFree();
                clock.lap(Activity.WAIT_FOR_LEARNER);
            } else {
                stepAll(arrivals.next());
            }
        }
        arrivals.leave();
    }

    /** In the column that the queue of rollouts keeps for it. */
    private void begin(Replica replica) {
        wiring.perturbation().at(Perturbation.Point.EXECUTOR_STEP, replica.index());
        replica.beginRun(wiring.slab());
        publishFirst(replica);
    }

    private void publishFirst(Replica replica) {
        wiring.rows().assign(replica.index(), replica.column());
        wiring.states().publish(replica.index(), 0);
    }

    /** Lets paused replicas go on, the longest paused first, as far as there are columns. */
    private void resume() {
        int count = pausedCount;
        pausedCount = 0;
        for (int i = 0; i < count; i++) {
            goOn(paused[i]);
        }
    }

    /** Begins the next rollout and hands the last one over, or pauses. */
    private void goOn(Replica replica) {
        int next = wiring.rollouts().claim();
        if (next == RolloutQueue.NONE) {
            paused[pausedCount++] = replica;
            return;
        }
        int full = replica.column();
        replica.beginRollout(next);
        wiring.rollouts().complete(full, wiring.parameters().newest().version());
        publishFirst(replica);
    }

    private void stepAll(int count) {
        for (int i = 0; i < count; i++) {
            step(replicas.get(arrivals.environment(i)));
        }
    }

    private void step(Replica replica) {
        int environment = replica.index();
        wiring.perturbation().at(Perturbation.Point.EXECUTOR_STEP, environment);
        if (replica.step() == 0) {
            wiring.slab().stamp(replica.column(), environment, wiring.parameters().version(environment));
        }
        replica.advance(wiring.actions().outputs(), wiring.actions().outputOffset(environment));
        if (replica.step() < steps) {
            wiring.states().publish(environment, replica.step());
        } else {
            goOn(replica);
        }
    }
}
