package io.htsrl.cluster.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A node's part in the tree: takes the parameters of a version from another node in pieces, compares their digest with
 * what the learner has said, and hands them on. What does not come, or is not what it should be, is asked of the learner.
 * The node's actor; times in nanoseconds, from the caller.
 */
public final class Relay {
    /** One whom this node hands them to. */
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
    private Parcel.Plan plan; // the newest; null before the first
    private PieceReceiver receiver; // of the version that is coming from another node
    private long coming = -1;
    private byte[] come; // all of it, though the plan is not here yet
    private boolean have; // the plan's parameters
    private long moved; // when something of them came last
    private List<Heir> heirs = List.of();

    /**
     * Has been told nothing.
     *
     * @param address  of this node
     * @param session  that the learner knows it by, which whoever sends to it has from the learner
     * @param patience nanoseconds without a piece, after which the learner is asked
     * @param out      sends a message to the node at an address
     */
    public Relay(String address, long session, long patience, BiConsumer<String, Message> out) {
        this.address = address;
        this.session = session;
        this.patience = patience;
        this.out = out;
    }

    /** Whether the parameters of that version are to come from another node. */
    public boolean expects(long version) {
        return plan != null && plan.version() == version;
    }

    /** Of the newest plan. */
    public long version() {
        return plan.version();
    }

    /** The learner says what is coming; the parameters, where they have come before. */
    public Optional<Parcel.Policy> plan(Parcel.Plan newest, long now) {
        plan = newest;
        have = false;
        moved = now;
        heirs = List.of();
        byte[] early = coming == newest.version() ? come : null;
        come = null;
        return early == null ? Optional.empty() : whole(early, now);
    }

    /** The learner itself has sent them: they go on from here. False where they are not what it said. */
    public boolean sent(Parcel.Policy policy, long now) {
        if (!expects(policy.version()) || have) {
            return true;
        }
        return whole(Parcel.CODEC.encode(policy), now).isPresent();
    }

    /** A piece has come from another node; the parameters, where that was the last. */
    public Optional<Parcel.Policy> handed(Message.Handed handed, long now) {
        boolean late = plan != null && (handed.version() < plan.version() || expects(handed.version()) && have);
        if (handed.session() != session) {
            return Optional.empty(); // a stranger
        }
        if (late || handed.version() < coming) {
            out.accept(handed.from(), taken(handed)); // or it would come again and again
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
            come = parcels.get(0); // the plan is on its way
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

    /** Another node has a piece. */
    public void taken(Message.Taken taken, long now) {
        for (Heir heir : heirs) {
            if (heir.child.session() == taken.session() && expects(taken.version())) {
                heir.sender.confirmed(0, taken.index());
            }
        }
        flush(now);
    }

    /** To be called now and then: what was lost goes again. True where the learner is to be asked for the parameters. */
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
