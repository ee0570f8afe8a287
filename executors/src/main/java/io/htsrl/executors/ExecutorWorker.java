package io.htsrl.executors;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.ActionInbox;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.Worker.IdleWork;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.RolloutExchange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * An executor thread: steps whichever of its replicas has its policy output. A replica with a full column goes on when
 * the {@link RolloutExchange} has another for it, and pauses until then; when all pause, the executor waits. Where it
 * would wait, it serves a batch itself if it was given a turn to do so. Where environments compute elsewhere, it begins
 * the steps of all whose outputs have arrived, and goes on with whichever answers. How many workers there are, and which
 * replicas each owns, changes no bit; where the {@link ThreadAssignment} changes it, it does so while all replicas pause.
 */
public final class ExecutorWorker implements Worker {
    private final int worker;
    private final ThreadAssignment assignment;
    private final List<Replica> replicas; // of the whole run, by environment; shared by all executors
    private final StateBuffer states;
    private final ActionBuffer actions;
    private final RolloutExchange exchange;
    private final Perturbation perturbation;
    private final RoleClock clock;
    private final RequestQueue requests;
    private final ActionInbox inbox;
    private final IdleWork turn;
    private final int[] arrived; // environments whose output rows have
    private final Deque<Replica> paused; // the longest paused first
    private final int steps;
    private int owned; // replicas, when the assignment was last read
    private long version = -1; // of the assignment then
    private long stepped; // since the clock's last lap
    private boolean left; // and nothing was begun since

    /** The seams of an executor: what it is wired to, see the trainer. */
    public record Wiring(
            StateBuffer states, ActionBuffer actions, RolloutExchange exchange, Perturbation perturbation) {}

    /**
     * @param worker       which executor worker this is
     * @param replicas     of the whole run, by environment; null for one that is stepped elsewhere
     * @param assignment   which of them this worker owns
     * @param most         of them there can be
     * @param turn         what to do instead of waiting
     */
    public ExecutorWorker(
            int worker,
            List<Replica> replicas,
            ThreadAssignment assignment,
            int most,
            Wiring wiring,
            IdleWork turn,
            RoleClock clock) {
        this.worker = worker;
        this.assignment = assignment;
        this.replicas = replicas;
        this.states = wiring.states();
        this.actions = wiring.actions();
        this.exchange = wiring.exchange();
        this.perturbation = wiring.perturbation();
        this.clock = clock;
        this.requests = new RequestQueue(most);
        this.inbox = wiring.actions().inbox(worker);
        this.turn = turn;
        this.arrived = new int[most];
        this.paused = new ArrayDeque<>(most);
        this.steps = exchange.bank().shape().steps();
    }

    @Override
    public String roleName() {
        return "executor-" + worker;
    }

    @Override
    public void run() {
        clock.start();
        exchange.begin(clock);
        reportForDuty();
        while (!exchange.finished()) {
            resume();
            if (!requests.none()) {
                completeRequests();
            }
            if (paused.size() == owned) {
                leave();
                exchange.awaitColumn(clock);
                reportForDuty();
            } else {
                stepAll(awaitOutputs());
            }
        }
        if (owned > 0) {
            leave();
        }
    }

    /** Parks while it is not needed, and then takes its replicas on: all pause, at a swap and before the first rollout. */
    private void reportForDuty() {
        if (!assignment.executes(worker)) {
            owned = 0;
            assignment.awaitDuty(worker, clock);
            if (!assignment.executes(worker)) {
                return; // the run is over
            }
            exchange.begin(clock);
        }
        if (version != assignment.version()) {
            takeOn();
        }
    }

    private void takeOn() {
        version = assignment.version();
        int[] owners = assignment.owners();
        paused.clear();
        for (int environment = 0; environment < owners.length; environment++) {
            Replica replica = replicas.get(environment);
            if (owners[environment] == worker && replica != null) {
                paused.addLast(replica);
            }
        }
        owned = paused.size();
    }

    /** Lets paused replicas go on as far as there are columns. */
    private void resume() {
        while (!paused.isEmpty() && beginsRollout(paused.peekFirst())) {
            paused.removeFirst();
        }
    }

    /** Begins the next rollout, and hands the last one over; false where there is no column for it. */
    private boolean beginsRollout(Replica replica) {
        int environment = replica.index();
        long rollout = replica.interval();
        int next = exchange.claim(environment, rollout);
        if (next == RolloutExchange.NONE) {
            return false;
        }
        if (rollout == 0) {
            perturbation.at(Perturbation.Point.EXECUTOR_STEP, environment); // its reset
        }
        if (rollout == 0 && replica.elsewhere()) {
            replica.beginFirst(exchange.bank(), next);
            requests.add(replica);
            return true;
        }
        int full = replica.column();
        replica.begin(exchange.bank(), next);
        if (rollout > 0) {
            exchange.complete(environment, full);
        }
        states.publish(environment, 0);
        return true;
    }

    /**
     * How many output rows have arrived; 0 after a batch was served, or when a request was answered. With a state or a request
     * outstanding only: else nothing would come.
     */
    private int awaitOutputs() {
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
     * asked for outputs since has published nothing since, and need not look again.
     */
    private void leave() {
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
    private void lap() {
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

    private void stepAll(int count) {
        for (int i = 0; i < count; i++) {
            step(arrived[i]);
        }
    }

    private void step(int environment) {
        Replica replica = replicas.get(environment);
        perturbation.at(Perturbation.Point.EXECUTOR_STEP, environment);
        if (replica.elsewhere()) {
            replica.beginStep(actions.outputs(), actions.outputOffset(environment));
            requests.add(replica);
        } else {
            replica.advance(actions.outputs(), actions.outputOffset(environment));
            goOn(replica);
        }
    }

    /** A step is done: the next observation waits for its output, or the rollout is full. */
    private void goOn(Replica replica) {
        if (replica.step() < steps) {
            states.publish(replica.index(), replica.step());
        } else if (!paused.isEmpty() || !beginsRollout(replica)) {
            paused.addLast(replica);
        }
    }

    /** Sends the requests that were begun, goes on where they are answered, and sends what that has begun. */
    private void completeRequests() {
        requests.flush();
        Replica replica = requests.completeNext();
        while (replica != null) {
            goOn(replica);
            replica = requests.completeNext();
        }
        requests.flush();
    }
}
