package io.htsrl.executors;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.core.Perturbation;
import io.htsrl.core.RoleClock;
import io.htsrl.core.ServiceTurn;
import io.htsrl.core.Worker;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.DoubleStorage;
import io.htsrl.storage.RolloutClock;
import java.util.List;

/**
 * An executor thread: steps whichever of its replicas has its policy output, until each has taken α steps; then meets
 * the others at the barrier. Where it would wait, it serves a batch itself if it was given a turn to do so. How many
 * workers there are, and which replicas each owns, changes no bit.
 */
public final class ExecutorWorker implements Worker {
    private final int worker;
    private final Replica[] owned; // an array: iterating a list allocates
    private final List<Replica> replicas; // of the whole run, by environment; shared by all executors
    private final int steps;
    private final StateBuffer states;
    private final ActionBuffer actions;
    private final DoubleStorage storage;
    private final Runnable barrier;
    private final RolloutClock rollout;
    private final Perturbation perturbation;
    private final RoleClock clock;
    private final OutputArrivals arrivals;

    /**
     * The seams of an executor: what it is wired to, see the trainer.
     *
     * @param barrier the end of its interval; accounts for its time, on the executor's clock
     */
    public record Wiring(StateBuffer states, ActionBuffer actions, DoubleStorage storage, RolloutClock rollout,
            Runnable barrier, Perturbation perturbation) {
    }

    /**
     * @param worker       which executor worker this is
     * @param replicas     of the whole run, by environment
     * @param owned        the replicas of this worker
     * @param turn         what to do instead of waiting
     */
    public ExecutorWorker(
            int worker, List<Replica> replicas, List<Replica> owned, Wiring wiring, ServiceTurn turn, RoleClock clock) {
        this.worker = worker;
        this.owned = owned.toArray(new Replica[0]);
        this.replicas = replicas;
        this.steps = wiring.storage().write().shape().steps();
        this.states = wiring.states();
        this.actions = wiring.actions();
        this.storage = wiring.storage();
        this.barrier = wiring.barrier();
        this.rollout = wiring.rollout();
        this.perturbation = wiring.perturbation();
        this.clock = clock;
        this.arrivals = new OutputArrivals(wiring.actions().inbox(worker), turn, clock, owned.size());
    }

    @Override
    public String roleName() {
        return "executor-" + worker;
    }

    @Override
    public void run() {
        clock.start();
        while (!rollout.finished()) {
            clock.interval(rollout.interval());
            begin();
            rollOut();
            arrivals.leave();
            barrier.run();
        }
    }

    private void begin() {
        for (Replica replica : owned) {
            if (rollout.interval() == 0) {
                perturbation.at(Perturbation.Point.EXECUTOR_STEP, replica.index());
                replica.beginRun(storage.write());
            } else {
                replica.beginInterval(storage.write(), storage.read());
            }
            states.publish(replica.index(), 0);
        }
    }

    private void rollOut() {
        long remaining = (long) owned.length * steps;
        while (remaining > 0) {
            int count = arrivals.next();
            for (int i = 0; i < count; i++) {
                step(arrivals.environment(i));
            }
            remaining -= count;
        }
    }

    private void step(int environment) {
        Replica replica = replicas.get(environment);
        perturbation.at(Perturbation.Point.EXECUTOR_STEP, environment);
        replica.advance(actions.outputs(), actions.outputOffset(environment));
        if (replica.step() < steps) {
            states.publish(environment, replica.step());
        }
    }
}
