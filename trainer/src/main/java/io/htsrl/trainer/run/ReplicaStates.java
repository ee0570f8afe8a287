package io.htsrl.trainer.run;

import io.htsrl.executors.Replica;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.rollouts.StartStates;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The replicas of a run in its checkpoints: those of its own executors, or, where they are stepped elsewhere, what came
 * back of them. Either writes the same bytes, so a run may go on here or there. Read and written inside swaps and before
 * the run.
 */
final class ReplicaStates {
    private final List<Replica> replicas;
    private final StartStates elsewhere; // null where they are stepped here

    private ReplicaStates(List<Replica> replicas, StartStates elsewhere) {
        this.replicas = replicas;
        this.elsewhere = elsewhere;
    }

    static ReplicaStates here(List<Replica> replicas) {
        return new ReplicaStates(replicas, null);
    }

    /** @param replicas that are never stepped: they may share one environment, and translate states one by one */
    static ReplicaStates elsewhere(List<Replica> replicas, StartStates states) {
        return new ReplicaStates(replicas, states);
    }

    /** Whether all of it can be saved now. */
    boolean exact() {
        return replicas.stream()
                .allMatch(replica ->
                        replica.resumesExactly() && (elsewhere == null || elsewhere.movable(replica.index())));
    }

    /** Whether an episode was too long to be kept, and was truncated where the state was restored. */
    boolean restoredCut() {
        return replicas.stream().anyMatch(Replica::restoredCut);
    }

    void save(DataOutput out) throws IOException {
        for (Replica replica : replicas) {
            if (elsewhere == null) {
                replica.save(out);
            } else {
                elsewhere.save(replica.index(), out);
            }
        }
    }

    void restore(DataInput in, StorageBank filled) throws IOException {
        for (Replica replica : replicas) {
            replica.restore(in, filled);
            if (elsewhere != null) {
                elsewhere.keep(replica.index(), replica.delta()); // all is new
            }
        }
    }
}
