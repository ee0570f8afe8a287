package io.htsrl.core.environment;

import java.util.function.Supplier;

/**
 * Replicas of one run that one executor owns: one thread at a time uses any of them, so they may share what computes
 * them, such as a worker process. Which replicas are in a group changes no bit. Replicas of a group are made one after
 * the other.
 */
public final class ReplicaGroup {
    private final int size;
    private Object shared; // guarded by this

    /** @param size replicas that the group will have; more may be made where one is replaced */
    public ReplicaGroup(int size) {
        this.size = size;
    }

    public int size() {
        return size;
    }

    /** Whether any of its replicas has asked for what they share. */
    public synchronized boolean shares() {
        return shared != null;
    }

    /**
     * What the replicas of this group share: made by the first who asks, and closed by whoever made it, with its last
     * replica.
     *
     * @param type  of it; a group is of one provider
     * @param maker called once
     */
    public synchronized <T> T shared(Class<T> type, Supplier<T> maker) {
        if (shared == null) {
            shared = maker.get();
        }
        return type.cast(shared);
    }
}
