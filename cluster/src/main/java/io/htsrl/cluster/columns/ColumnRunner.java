package io.htsrl.cluster.columns;

import io.htsrl.actionbuffer.DisruptorActionBuffer;
import io.htsrl.actors.BatchServer;
import io.htsrl.actors.IntervalForward;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.core.policy.ActingState;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.run.Perturbation;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.core.run.Worker;
import io.htsrl.core.run.WorkerThreads;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.schedule.WaitMode;
import io.htsrl.core.threads.ReplicaGroups;
import io.htsrl.core.threads.ThreadAssignment;
import io.htsrl.core.threads.ThreadSettings;
import io.htsrl.core.time.RoleClock;
import io.htsrl.core.time.SpanRecorder;
import io.htsrl.executors.ExecutorWorker;
import io.htsrl.executors.Replica;
import io.htsrl.statebuffer.DisruptorStateBuffer;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.ColumnExchange;
import io.htsrl.storage.ColumnRows;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.selfplay.OpponentPool;
import io.htsrl.trainer.selfplay.OpponentState;
import io.htsrl.trainer.selfplay.SeatEnvironment;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Runs units with the same executors that a run on one machine has. A column's bits are a function of its start, the
 * parameters and its coordinates, so they are the same on any machine. One thread calls {@link #run}; any thread may
 * call {@link #progress} and {@link #abort}.
 */
public final class ColumnRunner implements AutoCloseable {
    private final RunConfig config;
    private final Policy policy;
    private final BankShape shape;
    private final ActionHead head;
    private final EnvironmentSource source;
    private final RandomStream root;
    private final List<Integer> policies; // of the neighbouring columns that are agents of one environment
    private final int together; // the number of these columns
    private final ReplicaGroups executorGroups;
    private final long heap;
    private final ReplicaCache cached = new ReplicaCache();
    private final ActingState acting;
    private final OpponentPool pool; // written before the threads of a unit start
    private volatile List<Replica> underWay = List.of();
    private volatile RunControl control = new RunControl();
    private volatile boolean closed;
    private final AtomicLong done = new AtomicLong(); // steps of earlier units

    private record Description(EnvironmentSpec spec, List<Integer> policies) {}

    /**
     * Creates a runner. It makes an environment only to read its description.
     *
     * @param config checked
     */
    public ColumnRunner(RunConfig config) {
        this(config, Runtime.getRuntime().maxMemory());
    }

    /** @param heap bytes that units may use */
    ColumnRunner(RunConfig config, long heap) {
        this.config = config;
        this.heap = heap;
        this.root = RandomStream.root(config.seed());
        this.source = config.environments();
        Description made =
                source.ask(environment -> new Description(environment.spec(), config.policiesOf(environment)));
        EnvironmentSpec spec = made.spec;
        this.policies = made.policies;
        this.together = policies.size();
        PipelineConfig pipeline = config.pipeline();
        this.executorGroups = ReplicaGroups.dealt(pipeline.numEnvs(), together, pipeline.executors());
        this.policy = config.policy(spec);
        this.shape = config.bankShape(spec);
        this.head = config.head(spec);
        this.acting = new ActingState(policy);
        this.pool = OpponentPool.empty(policy);
    }

    public BankShape shape() {
        return shape;
    }

    public int parameterCount() {
        return policy.parameterCount();
    }

    /** Returns the number of steps done, with a short delay. It grows while a unit makes progress. Any thread. */
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
     * @param parameters φ of the unit's version
     * @param opponents past policies of its interval
     * @param sink receives each column when it is full; several threads call it
     * @throws MissingStartException when a replica is not here; no step was run
     * @throws IOException when a start cannot be read, the heap has no room for the unit, or an executor failed, whose
     *     replicas are dropped
     * @throws RunAbortedException after {@link #abort}
     */
    public void run(ColumnUnit unit, float[] parameters, OpponentState opponents, Consumer<ColumnResult> sink)
            throws MissingStartException, IOException, InterruptedException {
        RunControl own = new RunControl();
        control = own;
        if (closed) {
            throw RunAbortedException.INSTANCE;
        }
        pool.load(opponents);
        // an environment keeps its executor in every unit, since replicas may share objects of one thread
        StorageBank bank = cached.bank(unit);
        List<Replica> replicas = replicas(unit, bank);
        underWay = List.copyOf(replicas);
        ColumnRows rows = new ColumnRows(bank, shape.environments());
        acting.begin(rows, parameters);
        for (Replica replica : replicas) {
            rows.assign(replica.index(), replica.index() - unit.from());
            replica.mark();
            bank.stamp(replica.index() - unit.from(), replica.index(), unit.version());
        }
        boolean whole = false;
        try {
            execute(unit, replicas, bank, sink, own);
            whole = true;
        } finally {
            end(unit, bank, whole);
        }
    }

    private void end(ColumnUnit unit, StorageBank bank, boolean whole) {
        underWay = List.of();
        done.addAndGet((long) unit.width() * shape.steps());
        for (int first = unit.from(); first < unit.to(); first += together) {
            if (whole) {
                cached.done(first, bank, unit.interval());
            } else if (!control.hasStragglers()) {
                cached.drop(first);
            }
        }
    }

    private List<Replica> replicas(ColumnUnit unit, StorageBank bank) throws MissingStartException, IOException {
        int[] owned = new int[config.pipeline().executors()];
        for (int environment = unit.from(); environment < unit.to(); environment++) {
            owned[owner(environment)]++;
        }
        List<ReplicaGroup> groups =
                Arrays.stream(owned).mapToObj(ReplicaGroup::new).toList();
        List<Replica> replicas = new ArrayList<>();
        for (int first = unit.from(); first < unit.to(); first += together) {
            replicas.addAll(cached.at(unit, first, bank, groups.get(owner(first))));
        }
        return replicas;
    }

    private int owner(int environment) {
        return executorGroups.owner(environment, config.pipeline().executors());
    }

    /** Ends the current unit and every later one. */
    public void abort() {
        closed = true;
        control.abort();
    }

    /** Closes all environments; no unit may be running. */
    @Override
    public void close() {
        abort();
        if (!control.hasStragglers()) {
            cached.close();
        }
    }

    /**
     * Replicas that this machine has stepped, each in the state after its last interval here. A replica whose next
     * interval follows directly is reused; otherwise it is made from its start. One thread, while no unit is running.
     */
    private final class ReplicaCache {
        /**
         * An environment's replica, or those of its agents, the bank that they filled last, and the interval that they
         * continue with; the bank is null where they have filled none.
         */
        private record Cached(List<Replica> replicas, StorageBank bank, long next) {}

        private final List<StorageBank> banks = new ArrayList<>(); // banks with as many columns as units had
        private final Map<Integer, Cached> cached = new HashMap<>(); // by the environment's first column

        /**
         * Returns a bank with a column for each environment of a unit. It reuses one that no replica continues from, or
         * makes a new one.
         *
         * @throws IOException when the heap has no room for it
         */
        StorageBank bank(ColumnUnit unit) throws IOException {
            dropBefore(unit.interval());
            List<StorageBank> used =
                    cached.values().stream().map(each -> each.bank).toList();
            Optional<StorageBank> free = banks.stream()
                    .filter(bank -> !used.contains(bank) && bank.shape().environments() >= unit.width())
                    .min(Comparator.comparing(bank -> bank.shape().environments()));
            if (free.isPresent()) {
                return free.get();
            }
            banks.retainAll(used);
            NodeMemory memory = NodeMemory.of(config, shape.withEnvironments(unit.width()), policy.parameterCount());
            if (!memory.fits(heap)) {
                throw new IOException(memory.rule(heap) + "; start nodes with HTS_JAVA_OPTS=" + memory.flag()
                        + ", or start more of them");
            }
            banks.add(new StorageBank(memory.unit()));
            return banks.get(banks.size() - 1);
        }

        /** Drops replicas that can no longer continue. */
        private void dropBefore(long interval) {
            for (int first : List.copyOf(cached.keySet())) {
                if (cached.get(first).next < interval) {
                    drop(first);
                }
            }
        }

        /**
         * Returns an environment's replica at the beginning of the unit's interval, or those of its agents.
         *
         * @param first its first column
         * @param bank bank of the unit; it receives the last observation of a replica made from its start
         * @param group group of its executor, for a replica made from its start
         */
        List<Replica> at(ColumnUnit unit, int first, StorageBank bank, ReplicaGroup group)
                throws MissingStartException, IOException {
            Cached here = cached.get(first);
            if (here != null && here.next == unit.interval() && unit.interval() > 0) {
                return here.replicas;
            }
            for (int column = first; column < first + together; column++) {
                if (unit.start(column) == null && unit.interval() > 0) {
                    throw new MissingStartException(column, unit.interval());
                }
            }
            drop(first);
            List<Replica> made = create(first, group);
            cached.put(first, new Cached(made, unit.start(first) == null ? null : bank, unit.interval()));
            try {
                for (Replica replica : made) { // the first agent's state is that of all
                    restore(replica, unit, bank);
                }
            } catch (IOException | RuntimeException e) {
                drop(first); // their state is invalid
                throw e;
            }
            return made;
        }

        private static void restore(Replica made, ColumnUnit unit, StorageBank bank) throws IOException {
            byte[] start = unit.start(made.index());
            if (start == null) {
                return;
            }
            int column = made.index() - unit.from();
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(start));
            byte[] state = in.readNBytes(in.readInt()); // no more than is left, whatever length comes
            bank.restoreLast(column, in);
            made.restore(new DataInputStream(new ByteArrayInputStream(state)), bank, column);
        }

        private List<Replica> create(int first, ReplicaGroup group) {
            List<Replica> replicas = new ArrayList<>();
            for (Environment made : source.createAll(group)) {
                int index = first + replicas.size();
                if (made instanceof SeatEnvironment seat) {
                    config.connect(seat, pool, policy, head);
                }
                replicas.add(new Replica(
                        index,
                        config.timed(made, root, index),
                        head,
                        config.selector(head, index, made.spec(), policies.get(index - first)),
                        root));
            }
            return replicas;
        }

        /** Records that the environment has completed {@code interval} in {@code bank}. */
        void done(int first, StorageBank bank, long interval) {
            cached.put(first, new Cached(cached.get(first).replicas, bank, interval + 1));
        }

        /** Drops an environment's replicas, whose state is unknown after a failure. */
        void drop(int first) {
            Optional.ofNullable(cached.remove(first)).ifPresent(dropped -> dropped.replicas.forEach(Replica::close));
        }

        void close() {
            List.copyOf(cached.keySet()).forEach(this::drop);
        }
    }

    private void execute(
            ColumnUnit unit, List<Replica> replicas, StorageBank bank, Consumer<ColumnResult> sink, RunControl own)
            throws IOException, InterruptedException {
        int environments = shape.environments();
        int executors = config.pipeline().executors();
        int limit = Math.min(config.pipeline().batchLimit(), unit.width());
        WaitMode mode = config.pipeline().waitMode();
        DisruptorStateBuffer states = new DisruptorStateBuffer(environments, mode, own);
        ThreadAssignment assignment =
                new ThreadAssignment(executorGroups, executors, new ThreadSettings(executors, 0, limit, mode), own);
        boolean requests = replicas.stream().anyMatch(Replica::elsewhere);
        DisruptorActionBuffer actions =
                new DisruptorActionBuffer(assignment.owners(), policy.rowWidth(), requests, mode, own);
        Replica[] all = new Replica[environments];
        Map<Integer, List<Replica>> owned = new TreeMap<>(); // by executor
        for (Replica replica : replicas) {
            all[replica.index()] = replica;
            owned.computeIfAbsent(owner(replica.index()), any -> new ArrayList<>())
                    .add(replica);
        }
        List<Worker> workers = new ArrayList<>();
        owned.forEach((worker, some) -> {
            RoleClock clock = new RoleClock("executor", new SpanRecorder("executor-" + worker, 0));
            IntervalForward forward = new IntervalForward(acting, policy, limit);
            BatchServer server =
                    new BatchServer(states, actions, forward, 1, limit, () -> limit, Perturbation.NONE, worker, clock);
            UnitExchange exchange = new UnitExchange(unit, bank, some, sink);
            ExecutorWorker.Wiring wiring = new ExecutorWorker.Wiring(states, actions, exchange, Perturbation.NONE);
            workers.add(new ExecutorWorker(
                    worker, Arrays.asList(all), assignment, environments, wiring, server, null, clock));
        });
        WorkerThreads.run(own, workers);
        if (own.failure() != null) {
            Throwable cause = own.failure().cause();
            throw new IOException(
                    cause.getMessage() == null ? own.failure().role() + " failed: " + cause : cause.getMessage(),
                    cause);
        }
        own.checkAborted();
    }

    /**
     * Exchange of one executor of a unit: each of its environments does one rollout into its own column, and then the
     * executor ends. It has no learner. The executor's thread.
     */
    private static final class UnitExchange implements ColumnExchange {
        private final ColumnUnit unit;
        private final StorageBank bank;
        private final List<Replica> owned;
        private final Consumer<ColumnResult> sink;
        private boolean finished;

        UnitExchange(ColumnUnit unit, StorageBank bank, List<Replica> owned, Consumer<ColumnResult> sink) {
            this.unit = unit;
            this.bank = bank;
            this.owned = owned;
            this.sink = sink;
        }

        @Override
        public void begin(RoleClock clock) {
            clock.interval(unit.interval());
        }

        @Override
        public StorageBank bank() {
            return bank;
        }

        @Override
        public int claim(int environment, long rollout) {
            return rollout == unit.interval() ? environment - unit.from() : NONE;
        }

        @Override
        public void complete(int environment, int column) {
            // the rollout before this one, which was sent earlier
        }

        /** Hands over the columns of the executor's replicas. */
        @Override
        public void awaitColumn(RoleClock clock) {
            ColumnCodec codec = new ColumnCodec(bank.shape());
            try {
                for (Replica replica : owned) {
                    byte[] column = codec.column(bank, replica.column());
                    sink.accept(new ColumnResult(
                            unit.interval(), unit.attempt(), replica.index(), column, replica.delta()));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e); // its environment's fault: memory does not throw this
            }
            finished = true;
        }

        @Override
        public boolean finished() {
            return finished;
        }
    }

    /**
     * Thrown when a replica that a unit needs is not here, or is at another interval. The unit must be sent again with
     * the start.
     */
    public static final class MissingStartException extends Exception {
        private static final long serialVersionUID = 1;

        MissingStartException(int environment, long interval) {
            super("environment " + environment + " did not end interval " + (interval - 1) + " here");
        }
    }
}
