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

/** One end of a connection between learner and node: parcels go and come in pieces. Its actor's thread. */
final class Link {
    private final long session;
    private final ActorRef<Object> other;
    private final PieceSender sender = new PieceSender(PieceSender.PATIENCE);
    private final PieceReceiver receiver;
    private long bytesOut;
    private long bytesIn;
    private long sent; // parcels

    /** @param most bytes of parcels that are being put together here */
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

    /** Bytes of parcels, there and back. */
    long bytes() {
        return bytesOut + bytesIn;
    }

    /** Bytes of parcels that were sent. */
    long bytesOut() {
        return bytesOut;
    }

    /** Bytes of parcels that have come. */
    long bytesIn() {
        return bytesIn;
    }

    /** Sends a parcel, encoded; its number. */
    long send(byte[] parcel) {
        bytesOut += parcel.length;
        sender.offer(parcel);
        flush();
        return sent++;
    }

    /** To be called now and then: what was lost goes again. */
    void flush() {
        for (Piece piece : sender.due(System.nanoTime())) {
            other.tell(new Message.PieceOf(session, piece));
        }
    }

    /** The other side has a piece: of how many bytes. */
    int confirmed(Message.Confirmed confirmed) {
        int bytesOff = sender.confirmed(confirmed.parcel(), confirmed.index());
        flush();
        return bytesOff;
    }

    /**
     * A piece has come.
     *
     * @throws IOException when it makes no sense
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
