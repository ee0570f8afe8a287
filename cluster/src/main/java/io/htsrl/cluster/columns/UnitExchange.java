package io.htsrl.cluster.columns;

import io.htsrl.core.time.RoleClock;
import io.htsrl.storage.Barrier;
import io.htsrl.storage.RolloutExchange;
import io.htsrl.storage.StorageBank;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What one executor of a unit sees of a schedule: one rollout of each of its environments, in its own column, and then
 * the end. There is no learner's half.
 */
final class UnitExchange implements RolloutExchange {
    private final StorageBank bank;
    private final long interval;
    private final int from;
    private final Runnable full;
    private final Barrier end;
    private final BooleanSupplier finished;

    /**
     * An executor's part of a unit.
     *
     * @param unit     whose columns are those of {@code bank}
     * @param full     what to do when the columns of this executor are full, on its thread
     * @param end      where all executors of the unit meet then
     * @param finished whether they have met
     */
    UnitExchange(StorageBank bank, ColumnUnit unit, Runnable full, Barrier end, BooleanSupplier finished) {
        this.bank = bank;
        this.interval = unit.interval();
        this.from = unit.from();
        this.full = full;
        this.end = end;
        this.finished = finished;
    }

    @Override
    public void begin(RoleClock clock) {
        clock.interval(interval);
    }

    @Override
    public StorageBank bank() {
        return bank;
    }

    @Override
    public int claim(int environment, long rollout) {
        return rollout == interval ? environment - from : NONE;
    }

    @Override
    public void complete(int environment, int column) {
        // the rollout before this one: it went its way long ago
    }

    @Override
    public void awaitColumn(RoleClock clock) {
        full.run();
        end.await(clock);
    }

    @Override
    public boolean finished() {
        return finished.getAsBoolean();
    }

    @Override
    public boolean awaitFilled(RoleClock clock) {
        throw new IllegalStateException("nobody learns here");
    }

    @Override
    public long interval() {
        return interval;
    }

    @Override
    public StorageBank filled() {
        throw new IllegalStateException("nobody learns here");
    }

    @Override
    public Map<String, Double> metrics() {
        return Map.of();
    }

    @Override
    public void handOver(RoleClock clock) {
        throw new IllegalStateException("nobody learns here");
    }
}
