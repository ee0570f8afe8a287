package io.htsrl.cluster.wire;

/**
 * A part of a parcel. Immutable; its bytes are not changed after it was made.
 *
 * @param parcel number of the parcel in its connection, from 0
 * @param index  number of the piece in its parcel, from 0
 * @param length bytes of the whole parcel
 */
public record Piece(long parcel, int index, int length, byte[] bytes) {
    /** Bytes of a piece, except the last of a parcel. */
    public static final int SIZE = 255 << 10;

    /** Returns the number of pieces of a parcel of {@code length} bytes; an empty parcel has one. */
    public static int count(int length) {
        return Math.max(1, (int) (((long) length + SIZE - 1) / SIZE));
    }

    /** Returns the bytes of piece {@code index} of such a parcel. */
    public static int size(int length, int index) {
        return Math.min(SIZE, length - index * SIZE);
    }
}
