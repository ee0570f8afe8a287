package io.htsrl.executors;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.ActionInbox;
import io.htsrl.core.environment.BatchedEnvironment;
import io.htsrl.core.policy.RangeForward;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.Worker.IdleWork;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.ColumnExchange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * An executor thread: steps its replicas that have a policy output. A replica with a full column continues when the
 * {@link ColumnExchange} has another column for it, and pauses until then; when all pause, the executor waits. Instead
 * of waiting, it serves a batch if it may serve. For remote environments it begins the steps of all arrived outputs,
 * and continues with those that answer. With {@link Ranges}, an executor that serves itself uses no buffer: it computes
 * the outputs of a range of its replicas and steps them together. The number of workers and their replicas change no
 * bit; {@link ThreadAssignment} changes them only while all replicas pause.
 */
public final class ExecutorWorker implements Worker {
    private final int worker;
    private final ThreadAssignment assignment;
    private final List<Replica> replicas; // of the whole run, by environment; shared by all executors
    private final StateBuffer states;
    private final ActionBuffer actions;
    private final ColumnExchange exchange;
    private final Perturbation perturbation;
    private final RoleClock clock;
    private final RequestQueue requests;
    private final ActionInbox inbox;
    private final IdleWork turn;
    private final int[] arrived; // environments whose output rows have arrived
    private final Deque<Replica> paused; // in the order of pausing
    private final int steps;
    private final Ranges ranges;
    private final List<ReplicaRange> ownRanges = new ArrayList<>(); // if it has ranges
    private int owned; // number of replicas, when the assignment was last read
    private long version = -1; // version of the assignment at that time
    private long stepped; // steps since the clock's last lap
    private boolean left; // true from leave() until the next awaitOutputs()

    /** The objects that an executor is wired to, see the trainer. */
    public record Wiring(
            StateBuffer states, ActionBuffer actions, ColumnExchange exchange, Perturbation perturbation) {}

    /**
     * Replaces the buffers by {@link ReplicaRange}s while executors serve themselves, under a schedule with a barrier.
     *
     * @param forward the executor's own forward pass
     * @param batched steps the replicas of the run; null if the replicas of a range step one after the other
     * @param size maximum number of replicas of a range
     * @param rowWidth floats that a forward writes for a replica
     */
    public record Ranges(RangeForward forward, BatchedEnvironment batched, int size, int rowWidth) {}

    /**
     * @param worker number of this executor worker
     * @param replicas of the whole run, by environment; null for one that another process steps
     * @param assignment assignment of replicas to workers
     * @param most maximum number of replicas of this worker
     * @param turn work to do instead of waiting
     * @param ranges null if states and outputs travel through the buffers
     */
    public ExecutorWorker(
            int worker,
            List<Replica> replicas,
            ThreadAssignment assignment,
            int most,
            Wiring wiring,
            IdleWork turn,
            Ranges ranges,
            RoleClock clock) {
        this.ranges = ranges;
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
            if (ranges != null && assignment.executorsServe()) {
                rollOutRanges();
            } else {
                resume();
            }
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

    /** Parks while inactive, and then takes over its replicas; all pause, at a swap and before the first rollout. */
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
        if (ranges != null) {
            takeOnRanges();
        }
    }

    /** Cuts the owned replicas into ranges of consecutive ones. */
    private void takeOnRanges() {
        ownRanges.clear();
        List<Replica> range = new ArrayList<>();
        for (Replica replica : paused) {
            if (!range.isEmpty()
                    && (range.size() == ranges.size()
                            || replica.index() != range.get(range.size() - 1).index() + 1)) {
                ownRanges.add(new ReplicaRange(range, ranges.batched(), ranges.rowWidth()));
                range.clear();
            }
            range.add(replica);
        }
        if (!range.isEmpty()) {
            ownRanges.add(new ReplicaRange(range, ranges.batched(), ranges.rowWidth()));
        }
    }

    /**
     * Rolls out one range after the other, if columns are free; the replicas remain paused. Needs an exchange whose
     * swap completes all columns together.
     */
    private void rollOutRanges() {
        for (int r = 0; r < ownRanges.size(); r++) {
            ReplicaRange range = ownRanges.get(r);
            Replica replica = replicas.get(range.first());
            long rollout = replica.interval();
            if (exchange.claim(range.first(), rollout) == ColumnExchange.NONE) {
                return; // for all of them
            }
            if (rollout == 0) {
                disturb(range); // the reset of the environments
            }
            range.begin(exchange.bank());
            for (int step = 0; step < steps; step++) {
                lap();
                range.compute(ranges.forward());
                clock.start();
                disturb(range);
                range.advance();
                stepped += range.size();
            }
            range.finish();
        }
        lap();
    }

    private void disturb(ReplicaRange range) {
        for (int i = 0; perturbation != Perturbation.NONE && i < range.size(); i++) {
            perturbation.at(Perturbation.Point.EXECUTOR_STEP, range.first() + i);
        }
    }

    /** Resumes paused replicas as long as columns are free. */
    private void resume() {
        while (!paused.isEmpty() && beginsRollout(paused.peekFirst())) {
            paused.removeFirst();
        }
    }

    /** Begins the next rollout, and completes the previous one; false if no column is free. */
    private boolean beginsRollout(Replica replica) {
        int environment = replica.index();
        long rollout = replica.interval();
        int next = exchange.claim(environment, rollout);
        if (next == ColumnExchange.NONE) {
            return false;
        }
        if (rollout == 0) {
            perturbation.at(Perturbation.Point.EXECUTOR_STEP, environment); // the reset of the environment
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
        act(replica);
        return true;
    }

    /** Publishes the observation to act on; where it needs no action, begins the step. */
    private void act(Replica replica) {
        if (replica.absent()) {
            replica.beginAbsentStep();
            requests.add(replica);
        } else {
            states.publish(replica.index(), replica.step());
        }
    }

    /**
     * Returns the number of arrived output rows; 0 after a batch was served, or when a request was answered. Call it
     * only with a state or a request outstanding: otherwise nothing would arrive.
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
     * Serves all ready states before the executor waits for anything other than its outputs, or ends. It may be the
     * last thread to poll, and the owners of remaining states wait for their outputs. An executor that has left and has
     * not waited for outputs since has published no state since, and need not poll again.
     */
    private void leave() {
        if (left) {
            return;
        }
        left = true;
        lap();
        boolean served = turn.serve();
        while (served) { // more states may be ready than one batch has room for
            served = turn.serve();
        }
        clock.start();
    }

    /** Ends the clock's lap: the arrived replicas have been stepped. */
    private void lap() {
        clock.lap(Activity.STEP, stepped);
        stepped = 0;
    }

    /** Serves a batch, whose time the server's clock measures, or waits for an output row or an answer. */
    private int serveOrWait() {
        lap();
        if (turn.serve()) {
            clock.start();
            return 0;
        }
        if (!requests.none()) { // an external process works: the other threads cannot end this wait
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
            handleStep(replica);
        }
    }

    /** Handles a completed step: the next observation waits for its output, or the rollout is full. */
    private void handleStep(Replica replica) {
        if (replica.step() < steps) {
            act(replica);
        } else if (!paused.isEmpty() || !beginsRollout(replica)) {
            paused.addLast(replica);
        }
    }

    /** Sends the begun requests, continues the answered ones, and sends the requests that these begin. */
    private void completeRequests() {
        requests.flush();
        Replica replica = requests.completeNext();
        while (replica != null) {
            handleStep(replica);
            replica = requests.completeNext();
        }
        requests.flush();
    }
}
