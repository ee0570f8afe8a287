package io.htsrl.cluster.columns;

import io.htsrl.cluster.columns.ColumnRunner.MissingStartException;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSource;
import io.htsrl.core.environment.ReplicaGroup;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.random.RandomStream;
import io.htsrl.environments.VariableStepTime;
import io.htsrl.executors.Replica;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.config.RunConfig;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replicas that this machine has stepped, each in the state after its last interval here. A replica whose next interval
 * follows directly is reused; otherwise it is made from its start. One thread, while no unit is running.
 */
final class ReplicaCache implements AutoCloseable {
    /** A replica and the interval that it continues with. */
    private static final class Cached {
        private final Replica replica;
        private StorageBank bank; // bank that it filled last; null where it has filled none
        private long next; // the interval that it continues with

        Cached(Replica replica, long next) {
            this.replica = replica;
            this.next = next;
        }
    }

    private final RunConfig config;
    private final ActionHead head;
    private final EnvironmentSource source;
    private final BankShape shape;
    private final long parameters;
    private final long heap;
    private final RandomStream root;
    private final List<StorageBank> banks = new ArrayList<>(); // banks with as many columns as units had
    private final Map<Integer, Cached> cached = new HashMap<>(); // by environment

    /**
     * Creates an empty cache.
     *
     * @param parameters number of policy parameters
     * @param heap       bytes of this machine's heap
     */
    ReplicaCache(
            RunConfig config, ActionHead head, EnvironmentSource source, BankShape shape, long parameters, long heap) {
        this.config = config;
        this.head = head;
        this.source = source;
        this.shape = shape;
        this.parameters = parameters;
        this.heap = heap;
        this.root = RandomStream.root(config.seed());
    }

    /**
     * Returns a bank with a column for each environment of a unit. It reuses one that no replica continues from, or
     * makes a new one.
     *
     * @throws IOException when the heap has no room for it
     */
    StorageBank bank(ColumnUnit unit) throws IOException {
        dropBefore(unit.interval());
        List<StorageBank> used = cached.values().stream().map(each -> each.bank).toList();
        Optional<StorageBank> free = banks.stream()
                .filter(bank -> !used.contains(bank) && bank.shape().environments() >= unit.width())
                .min(Comparator.comparing(bank -> bank.shape().environments()));
        if (free.isPresent()) {
            return free.get();
        }
        banks.retainAll(used);
        StorageBank made = make(shape.withEnvironments(unit.width()));
        banks.add(made);
        return made;
    }

    private StorageBank make(BankShape ofUnit) throws IOException {
        NodeMemory memory = new NodeMemory(ofUnit, parameters);
        if (!memory.fits(heap)) {
            throw new IOException(memory.rule(heap) + "; start nodes with HTS_JAVA_OPTS=" + memory.flag()
                    + ", or start more of them");
        }
        return new StorageBank(ofUnit);
    }

    /** Drops replicas that can no longer continue. */
    private void dropBefore(long interval) {
        List<Integer> late = cached.entrySet().stream()
                .filter(each -> each.getValue().next < interval)
                .map(Map.Entry::getKey)
                .toList();
        late.forEach(this::drop);
    }

    /**
     * Returns an environment's replica at the beginning of the unit's interval.
     *
     * @param bank  bank of the unit; it receives the last observation of a replica made from its start
     * @param group group of its executor, for a replica made from its start
     */
    Replica at(ColumnUnit unit, int environment, StorageBank bank, ReplicaGroup group)
            throws MissingStartException, IOException {
        Cached here = cached.get(environment);
        byte[] start = unit.start(environment);
        if (here != null && here.next == unit.interval() && unit.interval() > 0) {
            return here.replica;
        }
        if (start == null && unit.interval() > 0) {
            throw new MissingStartException(environment, unit.interval());
        }
        drop(environment);
        Cached made = new Cached(create(environment, group), unit.interval());
        cached.put(environment, made);
        if (start != null) {
            made.bank = bank;
            restore(made.replica, start, bank, environment - unit.from());
        }
        return made.replica;
    }

    private void restore(Replica made, byte[] start, StorageBank bank, int column) throws IOException {
        try {
            read(made, start, bank, column);
        } catch (IOException | RuntimeException e) {
            drop(made.index()); // its state is invalid
            throw e;
        }
    }

    private static void read(Replica made, byte[] start, StorageBank bank, int column) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(start));
        byte[] state = new byte[in.readInt()];
        in.readFully(state);
        bank.restoreLast(column, in);
        made.restore(new DataInputStream(new ByteArrayInputStream(state)), bank, column);
    }

    private Replica create(int environment, ReplicaGroup group) {
        Environment made = source.create(group);
        if (config.stepTime() != null) {
            made = new VariableStepTime(
                    made, config.stepTime(), root.spawn("step-time").spawn(environment));
        }
        return new Replica(
                environment,
                made,
                head,
                config.algorithm()
                        .selector(
                                head,
                                environment,
                                shape.environments(),
                                config.horizon().times(config.pipeline().syncInterval())),
                root);
    }

    /** Records that the environment has completed {@code interval} in {@code bank}. */
    void done(int environment, StorageBank bank, long interval) {
        Cached done = cached.get(environment);
        done.bank = bank;
        done.next = interval + 1;
    }

    /** Drops an environment's replica, whose state is unknown after a failure. */
    void drop(int environment) {
        Cached dropped = cached.remove(environment);
        if (dropped != null) {
            dropped.replica.close();
        }
    }

    @Override
    public void close() {
        List.copyOf(cached.keySet()).forEach(this::drop);
    }
}
