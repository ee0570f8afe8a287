package io.htsrl.core.environment;

import java.util.function.Supplier;

/**
 * Replicas of one run that one executor owns. One thread at a time uses any of them, so they may share a resource, such
 * as a worker process. The grouping changes no bit. Replicas of a group are created one after the other.
 */
public final class ReplicaGroup {
    private final int size;
    private Object shared; // guarded by this

    /** @param size number of replicas that the group will have; more may be created when one is replaced */
    public ReplicaGroup(int size) {
        this.size = size;
    }

    public int size() {
        return size;
    }

    /** Returns whether a replica has created the shared resource. */
    public synchronized boolean shares() {
        return shared != null;
    }

    /**
     * Returns the resource that the replicas of this group share. The first call creates it; its maker closes it with
     * the last replica.
     *
     * @param type of the resource; all replicas of a group have one provider
     * @param maker called once
     */
    public synchronized <T> T shared(Class<T> type, Supplier<T> maker) {
        if (shared == null) {
            shared = maker.get();
        }
        return type.cast(shared);
    }
}
