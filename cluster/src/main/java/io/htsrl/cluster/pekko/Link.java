package io.htsrl.cluster.pekko;

import io.htsrl.cluster.wire.Message;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.Piece;
import io.htsrl.cluster.wire.PieceReceiver;
import io.htsrl.cluster.wire.PieceSender;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;

/** One end of a connection between learner and node. Parcels are sent and received in pieces. Its actor's thread. */
final class Link {
    private final long session;
    private final ActorRef<Object> other;
    private final PieceSender sender = new PieceSender(PieceSender.PATIENCE);
    private final PieceReceiver receiver;
    private long bytesOut;
    private long bytesIn;
    private long sent; // number of parcels sent

    /** @param most bytes of incomplete parcels at this end */
    Link(long session, ActorRef<Object> other, long most) {
        this.session = session;
        this.other = other;
        this.receiver = new PieceReceiver(most);
    }

    long session() {
        return session;
    }

    ActorRef<Object> other() {
        return other;
    }

    /** Returns the bytes of parcels sent and received. */
    long bytes() {
        return bytesOut + bytesIn;
    }

    /** Returns the bytes of parcels sent. */
    long bytesOut() {
        return bytesOut;
    }

    /** Returns the bytes of parcels received. */
    long bytesIn() {
        return bytesIn;
    }

    /** Sends an encoded parcel; returns its number. */
    long send(byte[] parcel) {
        bytesOut += parcel.length;
        sender.offer(parcel);
        flush();
        return sent++;
    }

    /** Sends lost pieces again; to be called regularly. */
    void flush() {
        for (Piece piece : sender.due(System.nanoTime())) {
            other.tell(new Message.PieceOf(session, piece));
        }
    }

    /** Records that the other side has a piece; returns the number of its bytes. */
    int confirmed(Message.Confirmed confirmed) {
        int bytesOff = sender.confirmed(confirmed.parcel(), confirmed.index());
        flush();
        return bytesOff;
    }

    /**
     * Accepts a piece and returns the parcels that it completes.
     *
     * @throws IOException when the piece is invalid
     */
    List<Parcel> accept(Message.PieceOf of) throws IOException {
        List<byte[]> whole;
        try {
            whole = receiver.accept(of.piece());
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
        other.tell(
                new Message.Confirmed(session, of.piece().parcel(), of.piece().index()));
        List<Parcel> parcels = new ArrayList<>();
        for (byte[] parcel : whole) {
            bytesIn += parcel.length;
            parcels.add(Parcel.CODEC.decode(parcel));
        }
        return parcels;
    }
}
