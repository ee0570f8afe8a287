package io.htsrl.trainer.selfplay;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.state.Bulk;
import io.htsrl.core.state.Stateful;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BitHasher;
import io.htsrl.trainer.selfplay.OpponentConfig.Rule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The past policies of a run, oldest first. Written before the run and inside the swap alone, see the package; any thread
 * reads between. A member that has left stays as long as an episode plays against it.
 */
public final class OpponentPool implements Stateful {
    /** Greatest number of members that are drawn. */
    static final int MOST = 32;

    private static final double DECAY = 0.99; // of results: about the last 100 games count

    /** A past policy. Its results change inside the swap. */
    static final class Member {
        final long id; // the interval from which its parameters acted
        final float[] parameters;
        final Policy.Snapshot snapshot;
        private double games;
        private double won;

        Member(long id, float[] parameters, Policy.Snapshot snapshot) {
            this.id = id;
            this.parameters = parameters.clone();
            this.snapshot = snapshot;
            snapshot.load(this.parameters);
        }

        /** Counts a game: 1 for one that the learner won, 0 for one that it lost. */
        void count(double score) {
            games = DECAY * games + 1;
            won = DECAY * won + score;
        }

        private double weight() {
            double lost = games == 0 ? 0.5 : 1 - won / games;
            return lost * lost;
        }
    }

    private final OpponentConfig config;
    private final Policy policy;
    private final List<SeatEnvironment> seats;
    private final List<Member> members = new ArrayList<>();
    private final List<Member> left = new ArrayList<>(); // and play on
    private double[] weights; // running sums

    /**
     * @param seats   in the order of their replicas
     * @param initial parameters of the first member
     */
    public OpponentPool(OpponentConfig config, Policy policy, List<SeatEnvironment> seats, float[] initial) {
        this(config, policy, seats, initial, policy.newSnapshot());
    }

    private OpponentPool(
            OpponentConfig config, Policy policy, List<SeatEnvironment> seats, float[] initial, Policy.Snapshot first) {
        this.config = config;
        this.policy = policy;
        this.seats = seats;
        members.add(new Member(0, initial, first));
        weigh();
    }

    /** Returns a pool of one evaluated policy, which stays so. */
    public static OpponentPool of(PolicyNetwork policy, float[] parameters) {
        return new OpponentPool(OpponentConfig.NONE, policy, List.of(), parameters, policy.newEvaluationSnapshot());
    }

    /** Ends an interval, inside the swap: counts its results, and adds a member where one is due. */
    public void advance(long interval, float[] parameters) {
        seats.forEach(SeatEnvironment::countResults);
        if (interval % config.every() == 0) {
            members.add(new Member(interval, parameters, policy.newSnapshot()));
            if (config.opponents() == Rule.LATEST) {
                left.add(members.remove(0));
            } else if (members.size() > MOST) {
                left.add(members.remove(crowded()));
            }
        }
        left.removeIf(member -> seats.stream().noneMatch(seat -> seat.plays(member)));
        weigh();
    }

    /**
     * Returns the member to drop: its neighbours have the smallest gap, relative to the older one's age. The pool thus
     * keeps the first policy and mostly recent ones, so that a learner does not forget how to win against weak players.
     */
    private int crowded() {
        long newest = members.get(members.size() - 1).id;
        int crowded = 1;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i < members.size() - 1; i++) {
            long older = members.get(i - 1).id;
            double gap = (members.get(i + 1).id - older) / (double) (newest - older);
            if (gap < least) {
                crowded = i;
                least = gap;
            }
        }
        return crowded;
    }

    private void weigh() {
        weights = new double[members.size()];
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += config.opponents() == Rule.PFSP ? members.get(i).weight() : 1;
            weights[i] = sum;
        }
    }

    /** Returns the member of a uniform draw; any, where it wins against all of them. */
    Member draw(double uniform) {
        double total = weights[weights.length - 1];
        if (total == 0) {
            return members.get((int) (uniform * weights.length));
        }
        int i = 0;
        while (i < weights.length - 1 && weights[i] <= uniform * total) {
            i++;
        }
        return members.get(i);
    }

    /** Returns a member, also one that has left. */
    Member member(long id) throws IOException {
        for (List<Member> some : List.of(members, left)) {
            for (Member member : some) {
                if (member.id == id) {
                    return member;
                }
            }
        }
        throw new IOException("an episode plays against the policy of interval " + id + ", and the pool has it not");
    }

    /** Adds members and their results to the run's digest. On the learner's thread, between swaps. */
    public void digest(BitHasher hasher) {
        for (Member member : members) {
            hasher.integer(member.id);
            hasher.integer(Double.doubleToRawLongBits(member.games));
            hasher.integer(Double.doubleToRawLongBits(member.won));
        }
        Member newest = members.get(members.size() - 1);
        hasher.floats(newest.parameters, 0, newest.parameters.length);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        save(members, out);
        save(left, out);
    }

    private static void save(List<Member> some, DataOutput out) throws IOException {
        out.writeInt(some.size());
        for (Member member : some) {
            out.writeLong(member.id);
            out.writeDouble(member.games);
            out.writeDouble(member.won);
            Bulk.write(out, member.parameters);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        restore(members, in);
        restore(left, in);
        weigh();
    }

    private void restore(List<Member> some, DataInput in) throws IOException {
        some.clear();
        float[] parameters = new float[policy.parameterCount()];
        for (int count = in.readInt(); count > 0; count--) {
            long id = in.readLong();
            double games = in.readDouble();
            double won = in.readDouble();
            Bulk.read(in, parameters);
            Member member = new Member(id, parameters, policy.newSnapshot());
            member.games = games;
            member.won = won;
            some.add(member);
        }
    }
}
