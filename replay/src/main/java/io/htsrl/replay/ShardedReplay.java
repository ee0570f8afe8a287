package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.replay.PriorityScale.PriorityRule;
import io.htsrl.replay.ReplayShard.ShardRows;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardChannel;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * A memory in shards, each of neighbouring environments; every bit is that of {@link PrioritizedReplay}, whatever their
 * number. Leaves are numbered environment by environment, so the concatenated leaves of the shards are those of the
 * memory in one piece. Sums are exact. So a point of {@code [0, total)} is located by the shards' totals, then in its
 * shard, at the leaf that one tree would find.
 *
 * <p>Shards receive numbered commands of {@link ReplayShard}; steps are held back and sent in commands of up to {@link
 * StepRows#ROWS}.
 *
 * <p>Thread rule: one thread; after {@link #complete} several threads may draw batches, each its own, without other
 * calls. Either all steps have errors or none: the greatest priority so far is shared by all shards.
 */
final class ShardedReplay implements ReplayMemory {
    private final ReplayConfig config;
    private final List<ReplayShard> shards = new ArrayList<>();
    /** First environment of each shard; after the last, the number of environments. */
    private final int[] first;

    private final int[] shardOf;
    private final StepRows[] held;
    /** Number of each shard's last command. */
    private final long[] commands;

    private final PriorityRule rule;
    private final PriorityScale scale;
    private final Team team;
    private final Phase sending;
    private long greatest;
    private boolean outdated; // shards may have a greater one
    private Boolean withErrors;

    /**
     * @param channels the channels to remote shards; empty for others
     * @throws io.htsrl.core.error.ConfigurationException when the configuration is wrong
     */
    ShardedReplay(ReplayConfig config, int count, Team team, IntFunction<Optional<ShardChannel>> channels) {
        Violations violations = new Violations();
        config.check(count, violations);
        violations.throwIfAny();
        this.config = config;
        this.scale = PriorityScale.of(config.ringLength() * config.environments());
        this.rule = new PriorityRule(config.alpha(), config.epsilon(), scale);
        this.greatest = scale.toUnits(1);
        this.first = new int[count + 1];
        Arrays.setAll(first, shard -> config.firstOf(shard, count));
        this.shardOf = new int[config.environments()];
        this.held = new StepRows[count];
        this.commands = new long[count];
        for (int shard = 0; shard < count; shard++) {
            ReplayConfig own = config.shard(shard, count);
            Optional<ShardChannel> channel = channels.apply(shard);
            shards.add(channel.isPresent() ? new RemoteShard(own, channel.get()) : new LocalShard(own, scale));
            held[shard] = new StepRows(config);
            Arrays.fill(shardOf, first[shard], first[shard + 1], shard);
        }
        this.team = team;
        this.sending = new Phase(shards::size, (shard, lane) -> send(shard));
    }

    // ---- appending ----

    @Override
    public void append(
            int environment,
            ObservationSlot observation,
            float[] actions,
            int actionOffset,
            float reward,
            boolean terminated,
            boolean truncated,
            ObservationSlot finalObservation,
            double tdError) {
        boolean withError = tdError != GREATEST_SO_FAR;
        if (withError) {
            rule.units(tdError, "a step of environment", environment); // refused before it is sent
        }
        if (withErrors != null && withErrors != withError) {
            throw new IllegalStateException("steps of a memory in shards come all with errors or all without");
        }
        boolean cutOff = PrioritizedReplay.isCutOff(environment, terminated, truncated, finalObservation);
        withErrors = withError;
        int shard = makeRoom(environment);
        held[shard].add(
                environment - first[shard],
                observation,
                actions,
                actionOffset,
                reward,
                terminated,
                truncated,
                cutOff ? finalObservation : null,
                tdError);
    }

    /** Makes room for one more step of an environment, and returns its shard. */
    private int makeRoom(int environment) {
        int shard = shardOf[environment];
        if (held[shard].full()) {
            update();
            send(shard);
        }
        return shard;
    }

    @Override
    public void cut(int environment, ObservationSlot observation) {
        int shard = makeRoom(environment);
        held[shard].cut(environment - first[shard], observation);
    }

    /** Sends the steps held back for a shard; accesses no other shard. */
    private void send(int shard) {
        if (held[shard].count() > 0) {
            shards.get(shard).insert(++commands[shard], held[shard], greatest);
            held[shard].clear();
        }
    }

    @Override
    public void complete() {
        if (Arrays.stream(held).anyMatch(rows -> rows.count() > 0)) {
            update();
            team.run(sending);
            outdated = true;
        }
    }

    private ShardAnswer.State state(int shard) {
        return shards.get(shard).state(commands[shard]);
    }

    /** Reads the greatest priority so far from the shards, once for all commands since the last time. */
    private void update() {
        if (outdated) {
            for (int shard = 0; shard < held.length; shard++) {
                greatest = Math.max(greatest, state(shard).greatest());
            }
            outdated = false;
        }
    }

    // ---- drawing ----

    @Override
    public ReplayBatch newBatch(int size) {
        return new ReplayBatch(size, config, held.length);
    }

    @Override
    public void sample(ReplayBatch batch, RandomStream draws, double beta) {
        share(batch, draws);
        for (int shard = 0; shard < held.length; shard++) {
            ShardRows rows = batch.parts[shard];
            if (rows.count() > 0) {
                shards.get(shard).draw(commands[shard], rows, batch);
            }
        }
        for (int shard = 0; shard < held.length; shard++) {
            ShardRows rows = batch.parts[shard];
            if (rows.count() > 0) {
                shards.get(shard).await(rows, batch);
                for (int i = 0; i < rows.count(); i++) {
                    batch.leaves()[rows.rows[i]] = firstLeaf(shard) + rows.leaves[i];
                }
            }
        }
        batch.weigh(beta);
    }

    /** Passes each row's point to its shard. */
    private void share(ReplayBatch batch, RandomStream draws) {
        long total = 0;
        for (int shard = 0; shard < held.length; shard++) {
            if (held[shard].count() > 0) {
                throw new IllegalStateException("steps are held back: complete() comes before sample()");
            }
            batch.parts[shard].clear();
            batch.ends[shard] = total += state(shard).total();
        }
        if (total == 0) {
            throw new IllegalStateException("no transition can be drawn yet: append n steps of some environment first");
        }
        for (int row = 0; row < batch.size(); row++) {
            long point = StratifiedSampling.stratified(total, row, batch.size(), draws);
            int shard = 0;
            while (point >= batch.ends[shard]) {
                shard++;
            }
            batch.parts[shard].add(row, shard == 0 ? point : point - batch.ends[shard - 1]);
        }
    }

    private int firstLeaf(int shard) {
        return first[shard] * config.ringLength();
    }

    @Override
    public void updatePriorities(ReplayBatch batch, float[] tdErrors) {
        for (int row = 0; row < batch.size(); row++) {
            batch.units[row] = rule.units(tdErrors[row], "batch row", row);
        }
        complete();
        for (int shard = 0; shard < held.length; shard++) {
            ShardRows rows = batch.parts[shard];
            if (rows.count() > 0) {
                for (int i = 0; i < rows.count(); i++) {
                    rows.units[i] = batch.units[rows.rows[i]];
                }
                shards.get(shard).setPriorities(++commands[shard], rows);
            }
        }
        outdated = true;
    }

    // ---- properties and contents ----

    @Override
    public int size() {
        complete();
        int size = 0;
        for (int shard = 0; shard < held.length; shard++) {
            size += state(shard).size();
        }
        return size;
    }

    @Override
    public int drawn() {
        int drawn = 0;
        for (int shard = 0; shard < held.length; shard++) {
            drawn += state(shard).drawn();
        }
        return drawn;
    }

    @Override
    public int capacity() {
        return leaves();
    }

    @Override
    public double[] somePriorities(int most) {
        int spacing = Math.max(1, (leaves() + most - 1) / most);
        long[] some = new long[(leaves() + spacing - 1) / spacing];
        copyLeaves(spacing, some);
        return Arrays.stream(some)
                .filter(units -> units > 0)
                .mapToDouble(scale::toPriority)
                .toArray();
    }

    @Override
    public int leaves() {
        return config.ringLength() * config.environments();
    }

    @Override
    public void copyLeaves(long[] to) {
        copyLeaves(1, to);
    }

    /** Copies the leaves of places from 0 on, {@code spacing} apart. */
    private void copyLeaves(int spacing, long[] to) {
        complete();
        int done = 0;
        for (int shard = 0; shard < held.length; shard++) {
            int end = (firstLeaf(shard + 1) + spacing - 1) / spacing;
            shards.get(shard)
                    .copyLeaves(commands[shard], done * spacing - firstLeaf(shard), spacing, end - done, to, done);
            done = end;
        }
    }

    // ---- saving ----

    @Override
    public void save(DataOutput out) throws IOException {
        complete();
        update();
        MemoryFormat.save(config, shards, greatest, out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        greatest = MemoryFormat.load(config, shards, in);
        outdated = false;
        Arrays.fill(commands, 0);
        withErrors = null;
        for (StepRows rows : held) {
            rows.clear();
        }
    }
}
