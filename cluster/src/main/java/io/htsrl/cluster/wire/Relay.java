package io.htsrl.cluster.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A node's part in the tree of nodes. It receives a version's parameters in pieces from another node, compares their
 * digest with the learner's, and sends them on. Missing or wrong parameters are requested from the learner. The node's
 * actor; times in nanoseconds, from the caller.
 */
public final class Relay {
    /** A node that receives the parameters from this one. */
    private static final class Heir {
        private final Parcel.Child child;
        private final PieceSender sender = new PieceSender(PieceSender.PATIENCE);

        Heir(Parcel.Child child, byte[] policy) {
            this.child = child;
            sender.offer(policy);
        }
    }

    private final String address;
    private final long session;
    private final long patience;
    private final BiConsumer<String, Message> out;
    private Parcel.Plan plan; // newest plan; null before the first
    private PieceReceiver receiver; // for the version that arrives from another node
    private long coming = -1;
    private byte[] come; // complete parameters that arrived before their plan
    private boolean have; // whether the plan's parameters are here
    private long moved; // time of their last piece
    private List<Heir> heirs = List.of();

    /**
     * Creates a relay without a plan.
     *
     * @param address  address of this node
     * @param session  session of this node, which its senders receive from the learner
     * @param patience nanoseconds without a piece after which the learner is asked
     * @param out      sends a message to the node at an address
     */
    public Relay(String address, long session, long patience, BiConsumer<String, Message> out) {
        this.address = address;
        this.session = session;
        this.patience = patience;
        this.out = out;
    }

    /** Returns whether the parameters of that version should arrive from another node. */
    public boolean expects(long version) {
        return plan != null && plan.version() == version;
    }

    /** Returns the version of the newest plan. */
    public long version() {
        return plan.version();
    }

    /** Accepts the learner's plan. Returns the parameters if they arrived before. */
    public Optional<Parcel.Policy> plan(Parcel.Plan newest, long now) {
        plan = newest;
        have = false;
        moved = now;
        heirs = List.of();
        byte[] early = coming == newest.version() ? come : null;
        come = null;
        return early == null ? Optional.empty() : whole(early, now);
    }

    /** Sends on parameters that came from the learner. Returns false where they do not match its plan. */
    public boolean sent(Parcel.Policy policy, long now) {
        if (!expects(policy.version()) || have) {
            return true;
        }
        return whole(Parcel.CODEC.encode(policy), now).isPresent();
    }

    /** Accepts a piece from another node. Returns the parameters if it was the last piece. */
    public Optional<Parcel.Policy> handed(Message.Handed handed, long now) {
        boolean late = plan != null && (handed.version() < plan.version() || expects(handed.version()) && have);
        if (handed.session() != session) {
            return Optional.empty(); // an unknown sender
        }
        if (late || handed.version() < coming) {
            out.accept(handed.from(), taken(handed)); // otherwise it would be sent again and again
            return Optional.empty();
        }
        if (handed.version() > coming) {
            coming = handed.version();
            receiver = new PieceReceiver(Integer.MAX_VALUE);
            come = null;
        }
        List<byte[]> parcels;
        try {
            parcels = receiver.accept(handed.piece());
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the learner will be asked
        }
        out.accept(handed.from(), taken(handed));
        moved = now;
        if (parcels.isEmpty()) {
            return Optional.empty();
        }
        if (!expects(coming)) {
            come = parcels.get(0); // the plan has not arrived yet
            return Optional.empty();
        }
        return whole(parcels.get(0), now);
    }

    private Message.Taken taken(Message.Handed handed) {
        return new Message.Taken(session, handed.version(), handed.piece().index());
    }

    private Optional<Parcel.Policy> whole(byte[] bytes, long now) {
        if (!Arrays.equals(ContentDigest.of(bytes), plan.digest())) {
            moved = now - patience; // the learner is asked at once
            return Optional.empty();
        }
        try {
            Parcel decoded = Parcel.CODEC.decode(bytes);
            if (decoded instanceof Parcel.Policy policy && policy.version() == plan.version()) {
                have = true;
                heirs = new ArrayList<>();
                plan.children().forEach(child -> heirs.add(new Heir(child, bytes)));
                flush(now);
                return Optional.of(policy);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("the learner's digest is of something else", e);
        }
    }

    /** Records that another node has a piece. */
    public void taken(Message.Taken taken, long now) {
        for (Heir heir : heirs) {
            if (heir.child.session() == taken.session() && expects(taken.version())) {
                heir.sender.confirmed(0, taken.index());
            }
        }
        flush(now);
    }

    /**
     * Sends lost pieces again; to be called regularly. Returns whether the learner is to be asked for the parameters.
     */
    public boolean tick(long now) {
        flush(now);
        if (plan == null || have || now - moved < patience) {
            return false;
        }
        moved = now;
        return true;
    }

    private void flush(long now) {
        for (Heir heir : heirs) {
            for (Piece piece : heir.sender.due(now)) {
                out.accept(
                        heir.child.address(), new Message.Handed(heir.child.session(), plan.version(), address, piece));
            }
        }
    }
}
