package io.htsrl.replay;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.error.Violations;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.work.Phase;
import io.htsrl.core.work.Team;
import io.htsrl.replay.PriorityScale.PriorityRule;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A memory in shards, each of neighbouring environments, to which several threads append at a time; every bit is that
 * of {@link PrioritizedReplay}, whatever their number. Leaves are numbered environment by environment, so the
 * concatenated leaves of the shards are those of the memory in one piece. Sums are exact. So a point of {@code [0,
 * total)} is located by the shards' totals, then in its shard, at the leaf that one tree would find.
 *
 * <p>Thread rule: one thread; after {@link #complete} several threads may draw batches, each its own, without other
 * calls. Either all steps have errors or none: the greatest priority so far is shared by all shards.
 */
final class ShardedReplay implements ReplayMemory {
    private final ReplayConfig config;
    private final List<PrioritizedReplay> shards = new ArrayList<>();
    private final List<SumTreeCursor> cursors = new ArrayList<>();
    /** First environment of each shard; after the last, the number of environments. */
    private final int[] first;

    private final int[] shardOf;
    /** Steps that are held back for each shard. */
    private final StepRows[] held;
    /** End of each shard's points among those of all, since the last change of priorities. */
    private final long[] ends;

    private final PriorityRule rule;
    private final PriorityScale scale;
    private final Team team;
    private final Phase appending;
    private Boolean withErrors;

    /** @throws io.htsrl.core.error.ConfigurationException when the configuration is wrong */
    ShardedReplay(ReplayConfig config, int count, Team team) {
        Violations violations = new Violations();
        config.check(count, violations);
        violations.throwIfAny();
        this.config = config;
        this.scale = PriorityScale.of(config.ringLength() * config.environments());
        this.rule = new PriorityRule(config.alpha(), config.epsilon(), scale);
        this.first = new int[count + 1];
        Arrays.setAll(first, shard -> config.firstOf(shard, count));
        this.shardOf = new int[config.environments()];
        this.held = new StepRows[count];
        this.ends = new long[count];
        for (int shard = 0; shard < count; shard++) {
            ReplayConfig own = config.shard(shard, count);
            SumTree tree = new SumTree(own.ringLength() * own.environments(), scale);
            shards.add(new PrioritizedReplay(own, tree));
            cursors.add(tree.newCursor());
            held[shard] = new StepRows(config);
            Arrays.fill(shardOf, first[shard], first[shard + 1], shard);
        }
        this.team = team;
        this.appending = new Phase(shards::size, (shard, lane) -> appendHeld(shard));
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
            rule.units(tdError, "a step of environment", environment); // refused before it is held back
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

    @Override
    public void state(int environment, float[] states, int offset) {
        held[makeRoom(environment)].state(states, offset);
    }

    /** Makes room for one more step of an environment, and returns its shard. */
    private int makeRoom(int environment) {
        int shard = shardOf[environment];
        if (held[shard].full()) {
            shareGreatest();
            appendHeld(shard);
        }
        return shard;
    }

    @Override
    public void cut(int environment, ObservationSlot observation) {
        int shard = makeRoom(environment);
        held[shard].cut(environment - first[shard], observation);
    }

    /** Appends the steps held back for a shard; accesses no other shard. */
    private void appendHeld(int shard) {
        held[shard].appendTo(shards.get(shard));
        held[shard].clear();
    }

    @Override
    public void complete() {
        if (isAnyHeld()) {
            shareGreatest();
            team.run(appending);
            findEnds();
        }
    }

    private boolean isAnyHeld() {
        for (StepRows rows : held) {
            if (rows.count() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Gives all shards the greatest priority so far, and returns it. */
    private long shareGreatest() {
        long greatest = 0;
        for (PrioritizedReplay shard : shards) {
            greatest = Math.max(greatest, shard.greatest());
        }
        for (PrioritizedReplay shard : shards) {
            shard.raiseGreatest(greatest);
        }
        return greatest;
    }

    private void findEnds() {
        long end = 0;
        for (int shard = 0; shard < ends.length; shard++) {
            end += shards.get(shard).tree.total();
            ends[shard] = end;
        }
    }

    // ---- drawing ----

    @Override
    public ReplayBatch newBatch(int size) {
        return new ReplayBatch(size, config, null);
    }

    @Override
    public void sample(ReplayBatch batch, RandomStream draws, double beta) {
        if (isAnyHeld()) {
            throw new IllegalStateException("steps are held back: complete() comes before sample()");
        }
        long total = ends[ends.length - 1];
        if (total == 0) {
            throw new IllegalStateException("no transition can be drawn yet: append n steps of some environment first");
        }
        for (int row = 0; row < batch.size(); row++) {
            read(StratifiedSampling.stratified(total, row, batch.size(), draws), draws, batch, row);
        }
        batch.weigh(beta);
    }

    /** Reads the transition at a point. */
    private void read(long point, RandomStream draws, ReplayBatch batch, int row) {
        int shard = 0;
        while (point >= ends[shard]) {
            shard++;
        }
        PrioritizedReplay memory = shards.get(shard);
        int leaf = memory.tree.find(shard == 0 ? point : point - ends[shard - 1]);
        if (leaf == SumTree.MISSED || !memory.read(leaf, draws, batch, row)) {
            throw new IllegalStateException("row " + row + " of a batch was drawn at leaf " + leaf + " of shard "
                    + shard + ", which holds no transition: does anybody append or update meanwhile?");
        }
        batch.leaves()[row] = firstLeaf(shard) + leaf;
    }

    private int firstLeaf(int shard) {
        return first[shard] * config.ringLength();
    }

    @Override
    public void updatePriorities(ReplayBatch batch, float[] tdErrors) {
        batch.setUnits(rule, tdErrors);
        complete();
        for (int shard = 0; shard < held.length; shard++) {
            for (int row = 0; row < batch.size(); row++) {
                int leaf = batch.leaves()[row];
                boolean own = leaf >= firstLeaf(shard) && leaf < firstLeaf(shard + 1);
                batch.currentLeaves[row] = own ? leaf - firstLeaf(shard) : SumTree.MISSED;
            }
            shards.get(shard).replacePriorities(batch, cursors.get(shard));
        }
        findEnds();
    }

    // ---- properties and contents ----

    @Override
    public int size() {
        complete();
        return shards.stream().mapToInt(ReplayMemory::size).sum();
    }

    @Override
    public int drawn() {
        return shards.stream().mapToInt(ReplayMemory::drawn).sum();
    }

    @Override
    public int capacity() {
        return leaves();
    }

    @Override
    public double[] somePriorities(int most) {
        complete();
        return scale.some(most * config.sequences().period(), leaves(), this::units);
    }

    private long units(int leaf) {
        int shard = shardOf[leaf / config.ringLength()];
        return shards.get(shard).tree.units(leaf - firstLeaf(shard));
    }

    @Override
    public int leaves() {
        return config.ringLength() * config.environments();
    }

    @Override
    public void copyLeaves(long[] to) {
        complete();
        for (int shard = 0; shard < held.length; shard++) {
            shards.get(shard).tree.copyLeaves(to, firstLeaf(shard));
        }
    }

    // ---- saving ----

    @Override
    public void save(DataOutput out) throws IOException {
        complete();
        MemoryFormat.save(config, shards, shareGreatest(), out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        long greatest = MemoryFormat.load(config, shards, in);
        shards.forEach(shard -> shard.setGreatest(greatest));
        findEnds();
        withErrors = null;
        for (StepRows rows : held) {
            rows.clear();
        }
    }
}
