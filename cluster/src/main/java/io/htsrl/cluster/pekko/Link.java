package io.htsrl.cluster.pekko;

import io.htsrl.cluster.columns.Parcel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One end of a connection between learner and node, as go-back-N: parcels travel in numbered pieces, the receiver takes
 * only the next one and confirms it, and the sender repeats its window when no confirmation comes. So every parcel
 * arrives once and in order, and the receiver's memory grows with the bytes received. One thread; times in nanoseconds,
 * from the caller.
 */
final class Link {
    /** Bytes of a piece, except the last of a parcel. */
    static final int PIECE = 255 << 10;
    /** Number of pieces in transit: 8 keep a connection full, as measured on loopback. */
    static final int WINDOW = 8;

    /** Time without a confirmation after which the window is sent again; doubled each time. */
    private static final long PATIENCE = 1_000_000_000L;

    private static final long MOST_PATIENCE = 8 * PATIENCE;

    private final long session;
    private final Consumer<Message> out;
    private final long most;
    private final Deque<byte[]> parcels = new ArrayDeque<>(); // the first one is being cut
    private final Deque<Message.Piece> underWay = new ArrayDeque<>(); // unconfirmed, oldest first
    private final List<byte[]> come = new ArrayList<>(); // pieces of the incomplete parcel
    private long size; // their bytes
    private int cut; // bytes of the first parcel that were sent
    private long pieces; // number of pieces sent
    private long timeout = PATIENCE;
    private long sent; // time of the last repetition or confirmation
    private long confirmedAt; // time of the last confirmation, or of the first piece after an idle time
    private long next; // number of the piece that is taken next
    private long bytesOut;
    private long bytesIn;
    private long confirmedBytes;

    /**
     * @param out sends a message to the other end
     * @param most limit of a parcel's bytes at this end
     */
    Link(long session, Consumer<Message> out, long most) {
        this.session = session;
        this.out = out;
        this.most = most;
    }

    long session() {
        return session;
    }

    void tell(Message message) {
        out.accept(message);
    }

    /** Returns the bytes of parcels to be sent so far. */
    long bytesOut() {
        return bytesOut;
    }

    /** Returns the bytes received. */
    long bytesIn() {
        return bytesIn;
    }

    /** Returns all bytes in both directions. */
    long bytes() {
        return bytesOut + bytesIn;
    }

    /** Returns the bytes of {@link #bytesOut} that the other end has confirmed. */
    long confirmedBytes() {
        return confirmedBytes;
    }

    /** Sends an encoded parcel after all earlier ones; it is not copied as a whole. */
    void send(byte[] parcel, long now) {
        bytesOut += parcel.length;
        parcels.addLast(parcel);
        flush(now);
    }

    /** Sends pieces that are due; to be called regularly. */
    void flush(long now) {
        if (!underWay.isEmpty() && now - sent >= timeout) {
            timeout = Math.min(2 * timeout, MOST_PATIENCE);
            sent = now;
            underWay.forEach(out);
        }
        while (!parcels.isEmpty() && underWay.size() < WINDOW) {
            byte[] bytes = parcels.peekFirst();
            int to = Math.min(bytes.length, cut + PIECE);
            boolean last = to == bytes.length;
            Message.Piece piece = new Message.Piece(session, pieces++, last, Arrays.copyOfRange(bytes, cut, to));
            cut = last ? 0 : to;
            if (last) {
                parcels.removeFirst();
            }
            if (underWay.isEmpty()) {
                sent = now;
                confirmedAt = now;
            }
            underWay.addLast(piece);
            out.accept(piece);
        }
    }

    /** Records that the other end has pieces; returns the number of their bytes. */
    int confirmed(Message.Confirmed confirmed, long now) {
        int bytes = 0;
        while (!underWay.isEmpty() && underWay.peekFirst().number() < confirmed.next()) {
            bytes += underWay.removeFirst().bytes().length;
        }
        // also for a repeated piece: a slow link must not be filled with more of them
        timeout = Math.min(Math.max(PATIENCE, 2 * (now - confirmedAt)), MOST_PATIENCE);
        sent = now;
        confirmedAt = now;
        confirmedBytes += bytes;
        flush(now);
        return bytes;
    }

    /**
     * Takes a piece and returns the parcel that it completes.
     *
     * @throws IOException when the piece or the parcel is invalid
     */
    Optional<Parcel> accept(Message.Piece piece) throws IOException {
        boolean taken = piece.number() == next;
        if (taken) {
            int length = piece.bytes().length;
            if (length > PIECE || size + length > most) {
                throw new IOException("a piece of " + length + " bytes after " + size + " does not fit: a piece has "
                        + PIECE + " at most, and a parcel " + most);
            }
            next++;
            bytesIn += length;
            size += length;
            come.add(piece.bytes());
        }
        out.accept(new Message.Confirmed(session, next)); // also for a repeated one, whose confirmation may be lost
        if (!taken || !piece.last()) {
            return Optional.empty();
        }
        ByteBuffer whole = ByteBuffer.allocate((int) size);
        come.forEach(whole::put);
        come.clear();
        size = 0;
        return Optional.of(Parcel.CODEC.decode(whole.array()));
    }
}
