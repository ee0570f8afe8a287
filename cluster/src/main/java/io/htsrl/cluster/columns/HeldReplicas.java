package io.htsrl.cluster.columns;

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

/**
 * The replicas that this machine has stepped, each behind the last interval that it did. One goes on from there; else it
 * is made anew, from its start. One thread, while no unit is under way.
 */
final class HeldReplicas implements AutoCloseable {
    private final RunConfig config;
    private final ActionHead head;
    private final EnvironmentSource source;
    private final RandomStream root;
    private final StorageBank[] banks; // of even intervals, and of odd ones
    private final Replica[] replicas;
    private final long[] next; // the interval that each goes on with

    HeldReplicas(RunConfig config, ActionHead head, EnvironmentSource source, BankShape shape) {
        this.config = config;
        this.head = head;
        this.source = source;
        this.root = RandomStream.root(config.seed());
        this.banks = new StorageBank[] {new StorageBank(shape), new StorageBank(shape)};
        this.replicas = new Replica[shape.environments()];
        this.next = new long[shape.environments()];
    }

    /** The bank that an interval goes into. */
    StorageBank bank(long interval) {
        return banks[(int) (interval & 1)];
    }

    Replica get(int environment) {
        return replicas[environment];
    }

    /**
     * The replica of an environment, where {@code interval} begins.
     *
     * @param start null where it must be here, or begins the run
     * @param group of its executor, for one that is made
     */
    Replica at(long interval, int environment, byte[] start, ReplicaGroup group)
            throws MissingStartException, IOException {
        boolean here = replicas[environment] != null && next[environment] == interval && interval > 0;
        if (here) {
            return replicas[environment];
        }
        if (start == null && interval > 0) {
            throw new MissingStartException(environment, interval);
        }
        drop(environment);
        Replica made = create(environment, group);
        if (start != null) {
            restore(made, start, bank(interval - 1));
        }
        replicas[environment] = made;
        next[environment] = interval;
        return made;
    }

    private static void restore(Replica made, byte[] start, StorageBank filled) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(start));
        byte[] state = new byte[in.readInt()];
        in.readFully(state);
        filled.restoreLast(made.index(), in);
        made.restore(new DataInputStream(new ByteArrayInputStream(state)), filled);
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
                                replicas.length,
                                config.horizon().times(config.pipeline().syncInterval())),
                root);
    }

    /** The environment has done {@code interval}. */
    void done(int environment, long interval) {
        next[environment] = interval + 1;
    }

    /** Whatever was under way, it is nowhere now. */
    void drop(int environment) {
        Replica dropped = replicas[environment];
        replicas[environment] = null;
        if (dropped != null) {
            dropped.close();
        }
    }

    @Override
    public void close() {
        for (int environment = 0; environment < replicas.length; environment++) {
            drop(environment);
        }
    }
}
