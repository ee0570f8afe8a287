package io.htsrl.cluster.wire;

/**
 * A part of a parcel. Immutable; its bytes are not changed after it was made.
 *
 * @param parcel numbers the parcels of a connection, from 0
 * @param index  of the piece in it, from 0
 * @param length bytes of the whole parcel
 */
public record Piece(long parcel, int index, int length, byte[] bytes) {
    /** Bytes of a piece, but for the last of a parcel. */
    public static final int SIZE = 255 << 10;

    /** Pieces of a parcel of {@code length} bytes; an empty one has one too. */
    public static int count(int length) {
        return Math.max(1, (int) (((long) length + SIZE - 1) / SIZE));
    }

    /** Bytes of piece {@code index} of such a parcel. */
    public static int size(int length, int index) {
        return Math.min(SIZE, length - index * SIZE);
    }
}
