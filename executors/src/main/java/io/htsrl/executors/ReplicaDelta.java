package io.htsrl.executors;

/**
 * A replica's state, by what is new since {@link Replica#mark}: {@code head}, then so many bytes of the tail that was there,
 * then {@code added}, are what {@link Replica#save} writes. Immutable; arrays are not changed after it was made.
 *
 * @param head  all but the tail
 * @param kept  bytes of the tail: all of it, or none where an episode has begun since
 * @param added to the tail
 * @param whole false where the episode under way is too long to be kept: whoever restores this cuts it
 */
public record ReplicaDelta(byte[] head, long kept, byte[] added, boolean whole) {

    /** A state without a tail. */
    public static ReplicaDelta of(byte[] state) {
        return new ReplicaDelta(state, 0, new byte[0], true);
    }
}
