package io.htsrl.cluster.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The sending end, which decides which pieces are sent now. One thread at a time; the caller gives the time. */
public final class PieceSender {
    /** Doublings of the patience, since a slow or blocked link must not be filled with repeated pieces. */
    private static final int MOST_DOUBLINGS = 3;
    /** Number of pieces in transit: 8 keep a connection full, as measured on loopback. */
    public static final int WINDOW = 8;
    /** Default patience. */
    public static final long PATIENCE = 1_000_000_000L;

    private static final class UnderWay {
        private final Piece piece;
        private final long number;
        private final long first; // time of the first transmission
        private long sent;
        private int again; // number of repetitions

        UnderWay(Piece piece, long number, long sent) {
            this.piece = piece;
            this.number = number;
            this.first = sent;
            this.sent = sent;
        }
    }

    private final long patience;
    private final Deque<byte[]> parcels = new ArrayDeque<>(); // the first one is being cut
    private final List<UnderWay> underWay = new ArrayList<>(); // oldest first; the window begins with it
    private long pieces; // number of pieces cut
    private long parcel;
    private int index;
    private long confirmed = Long.MIN_VALUE; // time of the last confirmation of any piece
    private long roundTrip; // of the last confirmed piece
    private long now = Long.MIN_VALUE;

    /**
     * Creates a sender for a new connection.
     *
     * @param patience nanoseconds without a confirmation after which pieces in transit are sent again, or two round
     *     trips where those take longer; doubled each time, up to eightfold
     */
    public PieceSender(long patience) {
        this.patience = patience;
    }

    /** Sends {@code bytes} after all earlier parcels; they are not copied as a whole. */
    public void offer(byte[] bytes) {
        parcels.addLast(bytes);
    }

    /**
     * Returns the pieces to send now; to be called after every {@link #offer} and {@link #confirmed}, and regularly.
     */
    public List<Piece> due(long newNow) {
        now = newNow;
        List<Piece> due = new ArrayList<>();
        long timeout = Math.max(patience, 2 * roundTrip);
        for (UnderWay sent : underWay) {
            long quiet = now - Math.max(sent.sent, confirmed);
            if (quiet >= timeout << Math.min(sent.again, MOST_DOUBLINGS)) {
                sent.sent = now;
                sent.again++;
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

    /** Records that the receiver has a piece; returns the number of bytes that need not be sent any more. */
    public int confirmed(long ofParcel, int ofIndex) {
        confirmed = now;
        Iterator<UnderWay> each = underWay.iterator();
        while (each.hasNext()) {
            UnderWay sent = each.next();
            Piece piece = sent.piece;
            if (piece.parcel() == ofParcel && piece.index() == ofIndex) {
                each.remove();
                if (sent.again == 0) { // otherwise the confirmation may be for any of the transmissions
                    roundTrip = now - sent.first;
                }
                return piece.bytes().length;
            }
        }
        return 0;
    }

    /** Returns whether everything offered has been confirmed. */
    public boolean idle() {
        return parcels.isEmpty() && underWay.isEmpty();
    }
}
