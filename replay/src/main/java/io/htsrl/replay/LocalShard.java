package io.htsrl.replay;

import io.htsrl.replay.MemoryParts.Part;
import io.htsrl.replay.ReplayShard.ShardRows;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardRequest.StateSection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A shard in this process: a {@link PrioritizedReplay} of its environments, with the number of the last command. */
final class LocalShard implements ReplayShard {
    private final PrioritizedReplay memory;
    private final SumTree tree;
    private final SumTreeCursor cursor;
    private long applied;

    /**
     * @param config for its environments alone
     * @param scale  of the whole memory's priorities
     */
    LocalShard(ReplayConfig config, PriorityScale scale) {
        this.tree = new SumTree(config.ringLength() * config.environments(), scale);
        this.memory = new PrioritizedReplay(config, tree);
        this.cursor = tree.newCursor();
    }

    long applied() {
        return applied;
    }

    @Override
    public boolean insert(long number, StepRows steps, long greatest) {
        if (!due(number)) {
            return false;
        }
        memory.raiseGreatest(greatest);
        steps.appendTo(memory);
        applied = number;
        return true;
    }

    @Override
    public boolean setPriorities(long number, ShardRows rows) {
        if (!due(number)) {
            return false;
        }
        memory.replacePriorities(rows.leaves, rows.positions, rows.units, rows.count(), cursor);
        applied = number;
        return true;
    }

    private boolean due(long number) {
        if (number > applied + 1) {
            throw new IllegalStateException("command " + number + " of a replay shard that has applied " + applied
                    + " of them: command " + (applied + 1) + " is missing");
        }
        return number == applied + 1;
    }

    private void ask(long after) {
        if (after != applied) {
            throw new IllegalStateException("a question after command " + after + " to a replay shard that has applied "
                    + applied + " of them");
        }
    }

    @Override
    public ShardAnswer.State state(long after) {
        ask(after);
        return new ShardAnswer.State(after, tree.total(), memory.size(), memory.drawn(), memory.greatest());
    }

    @Override
    public void draw(long after, ShardRows rows, ReplayBatch batch) {
        ask(after);
        find(rows);
        read(rows, batch);
    }

    @Override
    public void await(ShardRows rows, ReplayBatch batch) {
        // it is there
    }

    private void find(ShardRows rows) {
        for (int i = 0; i < rows.count(); i++) {
            rows.leaves[i] = tree.find(rows.points[i]);
        }
    }

    private void read(ShardRows rows, ReplayBatch batch) {
        for (int i = 0; i < rows.count(); i++) {
            int row = rows.rows[i];
            if (rows.leaves[i] == SumTree.MISSED || !memory.read(rows.leaves[i], batch, row)) {
                throw new IllegalStateException("row " + row + " of a batch was drawn at leaf " + rows.leaves[i]
                        + ", which holds no transition: does anybody append or update meanwhile?");
            }
            rows.positions[i] = batch.positions[row];
            rows.units[i] = batch.units[row];
        }
    }

    @Override
    public void copyLeaves(long after, int first, int spacing, int count, long[] to, int offset) {
        ask(after);
        for (int i = 0; i < count; i++) {
            to[offset + i] = tree.units(first + i * spacing);
        }
    }

    @Override
    public void save(Part part, DataOutput out) throws IOException {
        memory.parts().save(part, out);
    }

    @Override
    public void load(Part part, DataInput in) throws IOException {
        memory.parts().load(part, in);
        applied = 0;
    }

    void save(StateSection section, DataOutput out) throws IOException {
        memory.parts().save(section, out);
    }

    void load(StateSection section, DataInput in) throws IOException {
        memory.parts().load(section, in);
        applied = 0;
    }
}
