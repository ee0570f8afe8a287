package io.htsrl.replay.selectors;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.Bulk;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A memory that a {@link Selector} draws from, and that counts how often: the rows of a batch are chosen one after
 * another, and an item that was drawn its last time is gone before the next is chosen. Items are numbered by their steps, in the
 * order in which these were appended. Importance weights are 1 but under {@link Sampler#PRIORITIZED}. One thread.
 */
public final class TableReplay implements ReplayMemory {
    private final PrioritizedReplay memory;
    private final SelectionConfig table;
    private final Selector selector;
    /** Of each place: which step lies there. */
    private final long[] numbers;
    /** Of each place: how often it can still be drawn. */
    private final int[] left;

    private long appended;
    private long rowsLeft;

    /** Keeps the selector at what can be drawn. */
    private final class Chosen implements Items {
        @Override
        public void published(int place, long units) {
            selector.insert(place, numbers[place], units);
            left[place] = table.maxTimesSampled();
            rowsLeft += left[place];
        }

        @Override
        public void updated(int place, long units) {
            selector.update(place, units);
        }

        @Override
        public void withdrawn(int place) {
            selector.delete(place);
            rowsLeft -= left[place];
            left[place] = 0;
        }
    }

    TableReplay(ReplayConfig config, SelectionConfig table) {
        this.memory = new PrioritizedReplay(config, new Chosen());
        this.table = table;
        this.selector = table.sampler().newSelector(memory.capacity());
        this.numbers = new long[memory.capacity()];
        this.left = new int[memory.capacity()];
    }

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
        numbers[memory.nextPlace(environment)] = appended;
        memory.append(
                environment,
                observation,
                actions,
                actionOffset,
                reward,
                terminated,
                truncated,
                finalObservation,
                tdError);
        appended++;
    }

    @Override
    public void cut(int environment, ObservationSlot observation) {
        memory.cut(environment, observation);
    }

    @Override
    public ReplayBatch newBatch(int size) {
        return memory.newBatch(size);
    }

    @Override
    public void sample(ReplayBatch batch, RandomStream draws, double beta) {
        if (rowsLeft() < batch.size()) {
            throw new IllegalStateException(
                    "a batch of " + batch.size() + " cannot be drawn: " + rowsLeft() + " rows are left");
        }
        for (int row = 0; row < batch.size(); row++) {
            int place = selector.sample(draws, row);
            batch.leaves()[row] = place;
            if (!memory.read(place, batch, row)) {
                throw new IllegalStateException("place " + place + " was drawn, which holds no transition");
            }
            if (table.maxTimesSampled() > 0) {
                count(place);
            }
        }
        batch.weigh(table.sampler() == Sampler.PRIORITIZED ? beta : 0);
    }

    private void count(int place) {
        left[place]--;
        rowsLeft--;
        if (left[place] == 0) {
            memory.withdraw(place);
        }
    }

    @Override
    public boolean drawsInTurn() {
        return true;
    }

    @Override
    public long rowsLeft() {
        return table.maxTimesSampled() > 0 ? rowsLeft : ReplayMemory.super.rowsLeft();
    }

    @Override
    public void updatePriorities(ReplayBatch batch, float[] tdErrors) {
        memory.updatePriorities(batch, tdErrors);
    }

    @Override
    public int size() {
        return memory.size();
    }

    @Override
    public int drawn() {
        return memory.drawn();
    }

    @Override
    public int capacity() {
        return memory.capacity();
    }

    @Override
    public double bytesPerTransition() {
        return memory.bytesPerTransition() + table.placeBytes();
    }

    @Override
    public double[] somePriorities(int most) {
        return memory.somePriorities(most);
    }

    @Override
    public int leaves() {
        return memory.leaves();
    }

    @Override
    public void copyLeaves(long[] to) {
        memory.copyLeaves(to);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeUTF(table.toString());
        memory.save(out);
        out.writeLong(appended);
        Bulk.write(out, numbers);
        Bulk.write(out, left);
        selector.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        String saved = in.readUTF();
        if (!saved.equals(table.toString())) {
            throw new IOException("the saved replay memory is of " + saved + ", this one of " + table
                    + "; resume with the configuration it was saved under");
        }
        memory.restore(in);
        appended = in.readLong();
        Bulk.read(in, numbers);
        Bulk.read(in, left);
        selector.restore(in);
        rowsLeft = 0;
        for (int each : left) {
            rowsLeft += each;
        }
    }
}
