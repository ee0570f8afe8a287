package io.htsrl.cluster.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The sending end: which pieces go now. One thread at a time; time is what the caller says it is. */
public final class PieceSender {
    /** A link that is slow, or stands still, must not be filled with the same again and again. */
    private static final int MOST_DOUBLINGS = 3;
    /** Pieces under way: 8 keep a connection full, as measured on loopback. */
    public static final int WINDOW = 8;
    /** The patience of those who have no reason for another. */
    public static final long PATIENCE = 1_000_000_000L;

    private static final class UnderWay {
        private final Piece piece;
        private final long number;
        private final long first; // when it was sent, the first time
        private long sent;
        private int again; // times that it was sent again

        UnderWay(Piece piece, long number, long sent) {
            this.piece = piece;
            this.number = number;
            this.first = sent;
            this.sent = sent;
        }
    }

    private final long patience;
    private final Deque<byte[]> parcels = new ArrayDeque<>(); // the first is being cut
    private final List<UnderWay> underWay = new ArrayList<>(); // the oldest first, which the window begins with
    private long pieces; // cut so far
    private long parcel;
    private int index;
    private long confirmed = Long.MIN_VALUE; // when anything was, also what had been before
    private long roundTrip; // of the piece that was confirmed last
    private long now = Long.MIN_VALUE;

    /**
     * A sender of a new connection.
     *
     * @param patience nanoseconds without a confirmation after which what is under way is sent again, or two round trips
     *                 where those take longer; each time twice as long, up to eight times
     */
    public PieceSender(long patience) {
        this.patience = patience;
    }

    /** Sends {@code bytes} after all before; they are not copied as a whole. */
    public void offer(byte[] bytes) {
        parcels.addLast(bytes);
    }

    /** What to send now; to be asked after every {@link #offer}, {@link #confirmed}, and now and then. */
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

    /** The receiver has that piece: how many bytes are off this sender's mind. */
    public int confirmed(long ofParcel, int ofIndex) {
        confirmed = now;
        Iterator<UnderWay> each = underWay.iterator();
        while (each.hasNext()) {
            UnderWay sent = each.next();
            Piece piece = sent.piece;
            if (piece.parcel() == ofParcel && piece.index() == ofIndex) {
                each.remove();
                if (sent.again == 0) { // else nobody knows which of them it is for
                    roundTrip = now - sent.first;
                }
                return piece.bytes().length;
            }
        }
        return 0;
    }

    /** Whether all that was offered has been confirmed. */
    public boolean idle() {
        return parcels.isEmpty() && underWay.isEmpty();
    }
}
