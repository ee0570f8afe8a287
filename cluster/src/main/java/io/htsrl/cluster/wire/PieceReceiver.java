package io.htsrl.cluster.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The receiving end. It assembles parcels in a bounded memory, which grows with the bytes received and not with the
 * announced length. Each accepted piece must be confirmed, also one that arrives again. One thread at a time.
 */
public final class PieceReceiver {

    private static final class Parcel {
        private final int length;
        private final byte[][] pieces; // null where a piece has not arrived
        private int missing;

        Parcel(int length) {
            this.length = length;
            pieces = new byte[Piece.count(length)][];
            missing = pieces.length;
        }

        byte[] whole() {
            if (pieces.length == 1) {
                return pieces[0];
            }
            byte[] whole = new byte[length];
            for (int i = 0; i < pieces.length; i++) {
                System.arraycopy(pieces[i], 0, whole, i * Piece.SIZE, pieces[i].length);
                pieces[i] = null;
            }
            return whole;
        }
    }

    private final long most;
    private final Map<Long, Parcel> parcels = new TreeMap<>();
    private long next; // number of the parcel that is handed over next
    private long held; // bytes received of incomplete parcels

    /** @param most limit in bytes of incomplete parcels */
    public PieceReceiver(long most) {
        this.most = most;
    }

    /**
     * Accepts a piece and returns the parcels that are now complete, in order.
     *
     * @throws IllegalArgumentException when the piece violates the protocol
     */
    public List<byte[]> accept(Piece piece) {
        if (piece.parcel() < next) {
            return List.of(); // a repeated piece
        }
        check(piece);
        Parcel parcel = parcels.get(piece.parcel());
        if (parcel == null) {
            parcel = new Parcel(piece.length());
            parcels.put(piece.parcel(), parcel);
        }
        if (parcel.pieces[piece.index()] == null) {
            parcel.pieces[piece.index()] = piece.bytes();
            held += piece.bytes().length;
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
                && piece.length() <= most
                && (parcel == null || parcel.length == piece.length())
                && (held + piece.bytes().length <= most || (parcel != null && parcel.pieces[piece.index()] != null));
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
            held -= first.length;
            whole.add(first.whole());
            next++;
            first = parcels.get(next);
        }
        return whole;
    }
}
