package io.htsrl.replay.selectors;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.RawArrays;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayBatch;
import io.htsrl.replay.ReplayConfig;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A memory that a {@link Selector} draws from, with a limit of draws per item. The rows of a batch are chosen one after
 * another, and an item is removed after its last draw, before the next choice. Items are numbered by their steps, in
 * the order in which these were appended. Importance weights are 1 but under {@link Sampler#PRIORITIZED}. One thread.
 */
final class TableReplay extends PrioritizedReplay {
    private final SelectionConfig table;
    private final Selector selector;
    /** Number of each place's step. */
    private final long[] numbers;
    /** Number of draws left for each place. */
    private final int[] left;

    private long appended;
    private long rowsLeft;

    TableReplay(ReplayConfig config, SelectionConfig table) {
        super(config);
        this.table = table;
        this.selector = table.sampler().newSelector(capacity());
        this.numbers = new long[capacity()];
        this.left = new int[capacity()];
    }

    @Override
    protected void published(int place, long units) {
        selector.insert(place, numbers[place], units);
        left[place] = table.maxTimesSampled();
        rowsLeft += left[place];
    }

    @Override
    protected void updated(int place, long units) {
        selector.update(place, units);
    }

    @Override
    protected void withdrawn(int place) {
        selector.delete(place);
        rowsLeft -= left[place];
        left[place] = 0;
    }

    @Override
    protected boolean isTaken(int place) {
        return table.maxTimesSampled() > 0 && left[place] == 0;
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
        numbers[nextPlace(environment)] = appended;
        super.append(
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
    public void sample(ReplayBatch batch, RandomStream draws, double beta) {
        if (rowsLeft() < batch.size()) {
            throw new IllegalStateException(
                    "a batch of " + batch.size() + " cannot be drawn: " + rowsLeft() + " rows are left");
        }
        for (int row = 0; row < batch.size(); row++) {
            int place = selector.sample(draws, row);
            batch.leaves()[row] = place;
            if (!read(place, draws, batch, row)) {
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
            withdraw(place);
        }
    }

    @Override
    public boolean drawsInTurn() {
        return true;
    }

    @Override
    public long rowsLeft() {
        return table.maxTimesSampled() > 0 ? rowsLeft : super.rowsLeft();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeUTF(table.toString());
        super.save(out);
        out.writeLong(appended);
        RawArrays.write(out, numbers);
        RawArrays.write(out, left);
        selector.save(out);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        String saved = in.readUTF();
        if (!saved.equals(table.toString())) {
            throw new IOException("the saved replay memory is of " + saved + ", this one of " + table
                    + "; resume with the configuration it was saved under");
        }
        super.restore(in);
        appended = in.readLong();
        RawArrays.read(in, numbers);
        RawArrays.read(in, left);
        selector.restore(in);
        rowsLeft = Arrays.stream(left).asLongStream().sum();
    }
}
