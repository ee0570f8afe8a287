package io.htsrl.cluster.columns;

import io.htsrl.actionbuffer.ActionBuffer;
import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.actors.BatchServer;
import io.htsrl.actors.IntervalForward;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.core.policy.ActingState;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.staff.Manning;
import io.htsrl.core.staff.Roster;
import io.htsrl.core.staff.Units;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.executors.ExecutorWorker;
import io.htsrl.executors.Replica;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.statebuffer.StateBuffer;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.storage.SwapBarrier;
import io.htsrl.trainer.config.RunConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs units, by the executors that a run on one machine has, which serve themselves: a column's bits are a function of
 * its start, the parameters and its coordinates, and so the same here as anywhere. One thread calls {@link #run};
 * {@link #progress} and {@link #abort} may come from any.
 */
public final class ColumnRunner implements AutoCloseable {
    private final RunConfig config;
    private final Policy policy;
    private final BankShape shape;
    private final HeldReplicas held;
    private final ActingState acting;
    private volatile List<Replica> underWay = List.of();
    private volatile RunControl control = new RunControl();
    private volatile boolean closed;
    private final AtomicLong done = new AtomicLong(); // steps of units before

    /**
     * Makes no environment but one that is asked what it is.
     *
     * @param config checked
     */
    public ColumnRunner(RunConfig config) {
        this.config = config;
        EnvironmentSource source = config.environments();
        EnvironmentSpec spec = source.ask(Environment::spec);
        this.policy = config.policy(spec);
        this.shape = config.bankShape(spec);
        this.held = new HeldReplicas(config, config.head(spec), source, shape);
        this.acting = new ActingState(policy);
    }

    public BankShape shape() {
        return shape;
    }

    public int parameterCount() {
        return policy.parameterCount();
    }

    /** Steps done so far, as they were a little ago: it grows while a unit gets on. Any thread. */
    public long progress() {
        long steps = done.get();
        for (Replica replica : underWay) {
            steps += replica.stepSeen();
        }
        return steps;
    }

    /**
     * Runs one unit to its end.
     *
     * @param parameters φ, of the unit's version
     * @param sink       hears of each column
     * @throws MissingStartException     when a replica is not here; nothing was run
     * @throws IOException               when a start cannot be read
     * @throws UnitFailedException       when an executor failed; its replicas are dropped
     * @throws RunAbortedException       after {@link #abort}
     */
    public void run(ColumnUnit unit, float[] parameters, ColumnSink sink)
            throws MissingStartException, IOException, UnitFailedException, InterruptedException {
        RunControl own = new RunControl();
        control = own;
        if (closed) {
            throw RunAbortedException.INSTANCE;
        }
        // an environment has the same one in every unit: what several share is one thread's
        int executors = config.pipeline().executors();
        List<Replica> replicas = replicas(unit, executors);
        underWay = List.copyOf(replicas);
        StorageBank bank = held.bank(unit.interval());
        acting.begin(bank, parameters);
        for (Replica replica : replicas) {
            bank.stamp(replica.index(), replica.index(), unit.version());
        }
        boolean whole = false;
        try {
            new Crew(unit, replicas, executors, bank, sink, own).run();
            whole = true;
        } finally {
            end(unit, whole);
        }
    }

    private void end(ColumnUnit unit, boolean whole) {
        underWay = List.of();
        done.addAndGet((long) unit.width() * shape.steps());
        for (int environment = unit.from(); environment < unit.to(); environment++) {
            if (whole) {
                held.done(environment, unit.interval());
            } else if (!control.hasStragglers()) {
                held.drop(environment);
            }
        }
    }

    private List<Replica> replicas(ColumnUnit unit, int executors) throws MissingStartException, IOException {
        int[] owned = new int[executors];
        for (int environment = unit.from(); environment < unit.to(); environment++) {
            owned[environment % executors]++; // as the roster has it
        }
        List<ReplicaGroup> groups =
                Arrays.stream(owned).mapToObj(ReplicaGroup::new).toList();
        List<Replica> replicas = new ArrayList<>();
        for (int environment = unit.from(); environment < unit.to(); environment++) {
            ReplicaGroup group = groups.get(environment % executors);
            replicas.add(held.at(unit.interval(), environment, unit.start(environment), group));
        }
        return replicas;
    }

    /** Ends the unit under way, and every later one. */
    public void abort() {
        closed = true;
        control.abort();
    }

    /** Closes all environments; no unit is under way. */
    @Override
    public void close() {
        abort();
        if (!control.hasStragglers()) {
            held.close();
        }
    }

    /** The executors of one unit. */
    private final class Crew {
        private final ColumnUnit unit;
        private final List<Replica> replicas;
        private final int executors;
        private final int[] serving;
        private final StorageBank bank;
        private final ColumnSink sink;
        private final RunControl own;
        private final StateBuffer states;
        private final ActionBuffer actions;
        private final Roster roster;
        private final SwapBarrier end;
        private final AtomicBoolean finished = new AtomicBoolean();

        Crew(
                ColumnUnit unit,
                List<Replica> replicas,
                int executors,
                StorageBank bank,
                ColumnSink sink,
                RunControl own) {
            this.unit = unit;
            this.replicas = replicas;
            this.executors = executors;
            this.serving = replicas.stream()
                    .mapToInt(replica -> replica.index() % executors)
                    .distinct()
                    .toArray();
            this.bank = bank;
            this.sink = sink;
            this.own = own;
            this.states = new DisruptorStateBuffer(
                    shape.environments(), config.pipeline().waitMode(), own);
            WaitMode waitMode = config.pipeline().waitMode();
            Units units = Units.each(shape.environments());
            this.roster = new Roster(units, executors, new Manning(executors, 0, limit(), waitMode), own);
            this.actions = new DisruptorActionBuffer(
                    roster.owners(),
                    policy.outputWidth(),
                    replicas.stream().anyMatch(Replica::elsewhere),
                    config.pipeline().waitMode(),
                    own);
            this.end = new SwapBarrier(
                    serving.length, () -> finished.set(true), config.pipeline().waitMode(), own);
        }

        void run() throws UnitFailedException, InterruptedException {
            List<Worker> workers = new ArrayList<>();
            for (int worker : serving) {
                workers.add(executor(worker));
            }
            WorkerThreads threads = new WorkerThreads(own);
            threads.start(workers);
            try {
                threads.join();
            } catch (InterruptedException e) {
                own.abort();
                throw e;
            }
            if (own.failure() != null) {
                throw new UnitFailedException(
                        own.failure().role(), own.failure().cause());
            }
            own.checkAborted();
        }

        private Worker executor(int worker) {
            List<Replica> owned = replicas.stream()
                    .filter(replica -> replica.index() % executors == worker)
                    .toList();
            RoleClock clock = new RoleClock("executor", new SpanRecorder("executor-" + worker, 0));
            BatchServer server = new BatchServer(
                    states,
                    actions,
                    new IntervalForward(acting, policy, limit()),
                    1,
                    limit(),
                    Perturbation.NONE,
                    worker,
                    clock);
            UnitExchange exchange = new UnitExchange(bank, unit.interval(), () -> give(owned), end, finished::get);
            ExecutorWorker.Wiring wiring = new ExecutorWorker.Wiring(states, actions, exchange, Perturbation.NONE);
            Replica[] all = new Replica[shape.environments()];
            replicas.forEach(replica -> all[replica.index()] = replica);
            return new ExecutorWorker(worker, Arrays.asList(all), roster, shape.environments(), wiring, server, clock);
        }

        private int limit() {
            return Math.min(config.pipeline().batchLimit(), unit.width());
        }

        /** On the executor's thread, whose columns these are. */
        private void give(List<Replica> full) {
            ColumnCodec codec = new ColumnCodec(shape);
            for (Replica replica : full) {
                sink.full(new ColumnResult(
                        unit.interval(),
                        unit.attempt(),
                        replica.index(),
                        codec.column(bank, replica.index()),
                        ColumnCodec.bytes(replica::save)));
            }
        }
    }
}
