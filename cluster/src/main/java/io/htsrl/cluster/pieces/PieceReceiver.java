package io.htsrl.cluster.pieces;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The receiving end: puts parcels together, in a bounded memory. Whatever it has accepted, also a second time, is to be
 * confirmed. One thread at a time.
 */
public final class PieceReceiver {

    private static final class Parcel {
        private final byte[] bytes;
        private final boolean[] here;
        private int missing;

        Parcel(int length) {
            bytes = new byte[length];
            here = new boolean[Piece.count(length)];
            missing = here.length;
        }
    }

    private final long most;
    private final Map<Long, Parcel> parcels = new TreeMap<>();
    private long next; // the parcel that is handed over next
    private long held; // bytes of those that are being put together

    /** @param most bytes of parcels that are being put together */
    public PieceReceiver(long most) {
        this.most = most;
    }

    /**
     * Takes a piece, and gives the parcels that are whole now, in order.
     *
     * @throws IllegalArgumentException when nobody who keeps to the protocol would have sent it
     */
    public List<byte[]> accept(Piece piece) {
        if (piece.parcel() < next) {
            return List.of(); // once more
        }
        check(piece);
        Parcel parcel = parcels.get(piece.parcel());
        if (parcel == null) {
            parcel = new Parcel(piece.length());
            parcels.put(piece.parcel(), parcel);
            held += piece.length();
        }
        if (!parcel.here[piece.index()]) {
            System.arraycopy(piece.bytes(), 0, parcel.bytes, piece.index() * Piece.SIZE, piece.bytes().length);
            parcel.here[piece.index()] = true;
            parcel.missing--;
        }
        return whole();
    }

    private void check(Piece piece) {
        Parcel parcel = parcels.get(piece.parcel());
        boolean fits = piece.length() >= 0
                && piece.index() >= 0
                && piece.index() < Piece.count(piece.length())
                && piece.bytes().length == Piece.size(piece.length(), piece.index())
                && piece.parcel() < next + PieceSender.WINDOW
                && (parcel == null ? held + piece.length() <= most : parcel.bytes.length == piece.length());
        if (!fits) {
            throw new IllegalArgumentException("piece " + piece.index() + " of parcel " + piece.parcel() + ", with "
                    + piece.bytes().length + " of " + piece.length() + " bytes, does not fit: the next parcel is "
                    + next + ", and there is room for " + (most - held) + " bytes");
        }
    }

    private List<byte[]> whole() {
        List<byte[]> whole = new ArrayList<>();
        Parcel first = parcels.get(next);
        while (first != null && first.missing == 0) {
            parcels.remove(next);
            held -= first.bytes.length;
            whole.add(first.bytes);
            next++;
            first = parcels.get(next);
        }
        return whole;
    }
}
