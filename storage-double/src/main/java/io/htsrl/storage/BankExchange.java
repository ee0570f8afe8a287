package io.htsrl.storage;

import io.htsrl.core.time.Activity;
import io.htsrl.core.time.RoleClock;
import java.util.Map;

/**
 * Two banks that a barrier's action exchanges: for the schedules with reproducible bits. Environment e has column e of
 * the bank being written, once per interval. If rollout and learning overlap, the learner reads the other bank at the
 * same time, and the last bank after the rollouts have ended; if they alternate, a barrier after the rollout lets it
 * read the bank just filled. The barriers order all fields.
 */
public final class BankExchange implements RolloutExchange {
    private final DoubleStorage storage;
    private final RolloutClock rollout;
    private final Barrier filled;
    private final Barrier swap;
    private boolean trailing; // the learner's: true while it learns from the bank of the last swap

    /**
     * @param rollout clock that the swap advances
     * @param filled barrier after the rollout if rollout and learning alternate; null if they overlap
     * @param swap barrier at the end of an interval, whose action exchanges banks and parameters
     */
    public BankExchange(DoubleStorage storage, RolloutClock rollout, Barrier filled, Barrier swap) {
        this.storage = storage;
        this.rollout = rollout;
        this.filled = filled;
        this.swap = swap;
    }

    @Override
    public void begin(RoleClock clock) {
        clock.interval(rollout.interval());
    }

    @Override
    public StorageBank bank() {
        return storage.write();
    }

    @Override
    public int claim(int environment, long number) {
        return number <= rollout.interval() ? environment : NONE;
    }

    @Override
    public void complete(int environment, int column) {
        // the swap completes all columns together
    }

    @Override
    public void awaitColumn(RoleClock clock) {
        if (filled != null) {
            meetFilled(clock);
        }
        meetSwap(clock);
        begin(clock);
    }

    @Override
    public boolean finished() {
        return rollout.finished();
    }

    @Override
    public boolean awaitFilled(RoleClock clock) {
        begin(clock);
        if (filled == null) {
            return !rollout.finished() || awaitsTrailing();
        }
        if (rollout.finished()) {
            return false;
        }
        meetFilled(clock);
        return true;
    }

    /** Returns true once, after the last rollout of all. */
    private boolean awaitsTrailing() {
        boolean first = !trailing && rollout.interval() > 0;
        trailing = true;
        return first;
    }

    @Override
    public long interval() {
        return rollout.interval();
    }

    @Override
    public StorageBank filled() {
        return filled == null ? storage.read() : storage.write();
    }

    @Override
    public Map<String, Double> metrics() {
        return Map.of();
    }

    @Override
    public void handOver(RoleClock clock) {
        if (!trailing) { // otherwise no other party is left
            meetSwap(clock);
        }
    }

    private void meetFilled(RoleClock clock) {
        filled.await(clock);
        clock.lap(Activity.WAIT_AT_BARRIER);
    }

    private void meetSwap(RoleClock clock) {
        clock.lap(swap.await(clock) ? Activity.SWAP : Activity.WAIT_AT_BARRIER);
    }

    /** A meeting point of threads: {@link SwapBarrier} is the contract; its tests may use other waits. */
    @FunctionalInterface
    public interface Barrier {

        /**
         * Arrives, and waits for the others.
         *
         * @param clock clock of the calling thread, which records the wait; the caller takes the lap
         * @return whether the calling thread was the last, which ran the barrier's action and has not waited
         */
        boolean await(RoleClock clock);
    }
}
