package io.htsrl.executors;

/**
 * A replica's state as a change since {@link Replica#mark}: {@link Replica#save} writes {@code head}, then the first
 * {@code kept} bytes of the earlier tail, then {@code added}. Immutable; arrays are not changed after its construction.
 *
 * @param head everything except the tail
 * @param kept number of bytes of the earlier tail: all, or 0 if an episode has begun since
 * @param added bytes appended to the tail
 * @param whole false if the current episode is too long to be kept: restoring this truncates it, or fails for one of
 *     several agents
 */
public record ReplicaDelta(byte[] head, long kept, byte[] added, boolean whole) {

    /** Returns a state without a tail. */
    public static ReplicaDelta of(byte[] state) {
        return new ReplicaDelta(state, 0, new byte[0], true);
    }
}
