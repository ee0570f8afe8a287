package io.htsrl.cluster.pieces;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The sending end: which pieces go now. One thread at a time; time is what the caller says it is. */
public final class PieceSender {
    /** Pieces under way: with 8, the connection is full (shared/facts). */
    public static final int WINDOW = 8;

    private static final class UnderWay {
        private final Piece piece;
        private final long number;
        private long sent;

        UnderWay(Piece piece, long number, long sent) {
            this.piece = piece;
            this.number = number;
            this.sent = sent;
        }
    }

    private final long patience;
    private final Deque<byte[]> parcels = new ArrayDeque<>(); // the first is being cut
    private final List<UnderWay> underWay = new ArrayList<>(); // the oldest first, which the window begins with
    private long pieces; // cut so far
    private long parcel;
    private int index;

    /** @param patience nanoseconds after which what nobody has confirmed is sent again */
    public PieceSender(long patience) {
        this.patience = patience;
    }

    /** Sends {@code bytes} after all before; they are not copied as a whole. */
    public void offer(byte[] bytes) {
        parcels.addLast(bytes);
    }

    /** What to send now; to be asked after every {@link #offer}, {@link #confirmed}, and now and then. */
    public List<Piece> due(long now) {
        List<Piece> due = new ArrayList<>();
        for (UnderWay sent : underWay) {
            if (now - sent.sent >= patience) {
                sent.sent = now;
                due.add(sent.piece);
            }
        }
        while (!parcels.isEmpty() && (underWay.isEmpty() || pieces - underWay.get(0).number < WINDOW)) {
            Piece next = cut();
            underWay.add(new UnderWay(next, pieces++, now));
            due.add(next);
        }
        return due;
    }

    private Piece cut() {
        byte[] bytes = parcels.peekFirst();
        int from = index * Piece.SIZE;
        int to = from + Piece.size(bytes.length, index);
        Piece piece = new Piece(parcel, index, bytes.length, Arrays.copyOfRange(bytes, from, to));
        index++;
        if (index == Piece.count(bytes.length)) {
            parcels.removeFirst();
            parcel++;
            index = 0;
        }
        return piece;
    }

    /** The receiver has that piece. */
    public void confirmed(long ofParcel, int ofIndex) {
        Iterator<UnderWay> each = underWay.iterator();
        while (each.hasNext()) {
            Piece piece = each.next().piece;
            if (piece.parcel() == ofParcel && piece.index() == ofIndex) {
                each.remove();
                return;
            }
        }
    }

    /** Whether all that was offered has been confirmed. */
    public boolean idle() {
        return parcels.isEmpty() && underWay.isEmpty();
    }
}
