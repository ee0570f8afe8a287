package io.htsrl.trainer.selfplay;

import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.RawArrays;
import io.htsrl.core.state.Stateful;
import io.htsrl.executors.Replica;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.selfplay.OpponentConfig.Rule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The past policies of a run, oldest first. Written before the run and inside the swap alone, see the package; any
 * thread reads between. A member that has left stays while an episode plays against it. An episode's players follow
 * from its seed and the pool, so a run's pool counts results by the rewards of banks, whichever machine filled them.
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

    /** The episodes of one replica: the current one's members, by agent, and the return so far. */
    private final class Episodes {
        private final RandomStream seeds;
        private long begun;
        private Member[] members;
        private double sum;

        Episodes(RandomStream seeds) {
            this.seeds = seeds;
            begin();
        }

        private void begin() {
            RandomStream draws = SeatEnvironment.draws(seeds.bits(begun++));
            members = draw(SeatEnvironment.seat(draws, agents), draws, agents);
            sum = 0;
        }

        void count(StorageBank filled, int column) {
            int columns = filled.shape().environments();
            for (int row = column; row < columns * filled.shape().steps(); row += columns) {
                sum += filled.scores()[row];
                if (filled.terminated(row) || filled.truncated(row)) {
                    double score = sum > 0 ? 1 : sum < 0 ? 0 : 0.5;
                    Stream.of(members).filter(Objects::nonNull).forEach(member -> member.count(score));
                    begin();
                }
            }
        }
    }

    private final OpponentConfig config;
    private final Policy policy;
    private final int agents;
    private final List<Member> members = new ArrayList<>();
    private final List<Member> left = new ArrayList<>(); // and play on
    private final List<Episodes> episodes; // by replica
    private double[] weights; // running sums

    /**
     * Creates the pool of a run.
     *
     * @param agents of each replica's game
     * @param root the run's stream
     * @param replicas their number
     * @param initial parameters of the first member
     */
    public OpponentPool(
            OpponentConfig config, Policy policy, int agents, RandomStream root, int replicas, float[] initial) {
        this(config, policy, agents, List.of(new Member(0, initial, policy.newSnapshot())), root, replicas);
    }

    private OpponentPool(
            OpponentConfig config, Policy policy, int agents, List<Member> first, RandomStream root, int replicas) {
        this.config = config;
        this.policy = policy;
        this.agents = agents;
        members.addAll(first);
        weigh();
        episodes = IntStream.range(0, replicas)
                .mapToObj(index -> new Episodes(Replica.episodeSeeds(root, index)))
                .toList();
    }

    /** Returns a pool of one evaluated policy, which stays so. */
    public static OpponentPool of(PolicyNetwork policy, float[] parameters) {
        Member only = new Member(0, parameters, policy.newEvaluationSnapshot());
        return new OpponentPool(OpponentConfig.NONE, policy, 0, List.of(only), null, 0);
    }

    /** Returns a pool that {@link #load}s what it draws. */
    public static OpponentPool empty(Policy policy) {
        return new OpponentPool(OpponentConfig.NONE, policy, 0, List.of(), null, 0);
    }

    /**
     * Ends an interval, inside the swap: counts its results, and adds a member where one is due.
     *
     * @param filled its bank
     */
    public void advance(long interval, float[] parameters, StorageBank filled) {
        for (int column = 0; column < episodes.size(); column++) {
            episodes.get(column).count(filled, column);
        }
        if (interval % config.every() == 0) {
            members.add(new Member(interval, parameters, policy.newSnapshot()));
            if (config.opponents() == Rule.LATEST) {
                left.add(members.remove(0));
            } else if (members.size() > MOST) {
                left.add(members.remove(crowded()));
            }
        }
        left.removeIf(member ->
                episodes.stream().noneMatch(each -> Arrays.asList(each.members).contains(member)));
        weigh();
    }

    /** Returns what another machine needs to play an interval against this pool. */
    public OpponentState state() {
        return new OpponentState(
                all().mapToLong(member -> member.id).toArray(),
                weights,
                all().map(member -> member.parameters).toArray(float[][]::new));
    }

    private Stream<Member> all() {
        return Stream.concat(members.stream(), left.stream());
    }

    /** Makes this pool draw as another one did; before an interval. */
    public void load(OpponentState state) {
        Map<Long, Member> known = all().collect(Collectors.toMap(member -> member.id, member -> member));
        members.clear();
        left.clear();
        for (int i = 0; i < state.ids().length; i++) {
            float[] parameters = state.parameters()[i];
            Member member =
                    known.computeIfAbsent(state.ids()[i], id -> new Member(id, parameters, policy.newSnapshot()));
            (i < state.weights().length ? members : left).add(member);
        }
        weights = state.weights();
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

    /** Returns the members that play an episode, by agent; null for the learner's seat. */
    Member[] draw(int seat, RandomStream draws, int count) {
        RandomStream drawn = draws.spawn("opponent");
        return IntStream.range(0, count)
                .mapToObj(agent -> agent == seat ? null : draw(drawn.uniform(agent)))
                .toArray(Member[]::new);
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

    private Member member(long id) throws IOException {
        return all().filter(member -> member.id == id)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "an episode plays against the policy of interval " + id + ", and the pool has it not"));
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
    public int layout() {
        return 2; // 2: with the members of current episodes
    }

    @Override
    public void save(DataOutput out) throws IOException {
        save(members, out);
        save(left, out);
        for (Episodes each : episodes) {
            out.writeLong(each.begun);
            out.writeDouble(each.sum);
            write(each.members, out);
        }
    }

    /** Writes who plays an episode. */
    static void write(Member[] playing, DataOutput out) throws IOException {
        for (Member member : playing) {
            out.writeLong(member == null ? -1 : member.id);
        }
    }

    /** Reads who plays an episode. */
    void read(Member[] playing, DataInput in) throws IOException {
        for (int agent = 0; agent < playing.length; agent++) {
            long id = in.readLong();
            playing[agent] = id < 0 ? null : member(id);
        }
    }

    private static void save(List<Member> some, DataOutput out) throws IOException {
        out.writeInt(some.size());
        for (Member member : some) {
            out.writeLong(member.id);
            out.writeDouble(member.games);
            out.writeDouble(member.won);
            RawArrays.write(out, member.parameters);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        restore(members, in);
        restore(left, in);
        for (Episodes each : episodes) {
            each.begun = in.readLong();
            each.sum = in.readDouble();
            read(each.members, in);
        }
        weigh();
    }

    private void restore(List<Member> some, DataInput in) throws IOException {
        some.clear();
        float[] parameters = new float[policy.parameterCount()];
        for (int count = in.readInt(); count > 0; count--) {
            long id = in.readLong();
            double games = in.readDouble();
            double won = in.readDouble();
            RawArrays.read(in, parameters);
            Member member = new Member(id, parameters, policy.newSnapshot());
            member.games = games;
            member.won = won;
            some.add(member);
        }
    }
}
