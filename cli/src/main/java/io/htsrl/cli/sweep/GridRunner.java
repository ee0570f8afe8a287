package io.htsrl.cli.sweep;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs the cells of a grid, several at once: a thread for each job takes the next one, in their order. A cell that an
 * earlier command has finished is not run again. The thread that calls {@link #run} reports results, one by one.
 *
 * @param <C> a cell
 * @param <R> what running it gives
 */
public final class GridRunner<C, R> {
    private final int jobs;
    private final Function<C, Optional<R>> finished;
    private final BooleanSupplier wanted;

    /** Runs one cell, on a job's thread. */
    @FunctionalInterface
    public interface Task<C, R, E extends Exception> {
        R run(C cell) throws E;
    }

    /**
     * A cell that has ended.
     *
     * @param before  whether an earlier command has run it
     * @param failure null, or a fault of the program
     */
    public record Ended<C, R>(C cell, R result, boolean before, Throwable failure) {}

    /**
     * A runner of one grid.
     *
     * @param jobs     cells at once, 1 or more
     * @param finished the result of a cell that an earlier command has run; asked on a job's thread
     * @param wanted   whether another cell is to begin
     */
    public GridRunner(int jobs, Function<C, Optional<R>> finished, BooleanSupplier wanted) {
        this.jobs = jobs;
        this.finished = finished;
        this.wanted = wanted;
    }

    /**
     * Returns when all cells have ended, or those that had begun when no more were wanted.
     *
     * @throws E what {@code task} has thrown, when the cells under way have ended
     */
    public <E extends Exception> void run(List<C> cells, Task<C, R, E> task, Consumer<Ended<C, R>> ended) throws E {
        if (jobs > 1) {
            runAtOnce(cells, task, ended);
            return;
        }
        for (C cell : cells) {
            if (!wanted.getAsBoolean()) {
                return;
            }
            ended.accept(run(cell, task));
        }
    }

    private <E extends Exception> Ended<C, R> run(C cell, Task<C, R, E> task) throws E {
        Optional<R> before = finished.apply(cell);
        R result = before.isPresent() ? before.get() : task.run(cell);
        return new Ended<>(cell, result, before.isPresent(), null);
    }

    private <E extends Exception> void runAtOnce(List<C> cells, Task<C, R, E> task, Consumer<Ended<C, R>> ended)
            throws E {
        Queue<C> waiting = new ConcurrentLinkedQueue<>(cells);
        BlockingQueue<Ended<C, R>> done = new LinkedBlockingQueue<>();
        int threads = Math.min(jobs, cells.size());
        Ended<C, R> last = new Ended<>(null, null, false, null); // of each thread
        for (int i = 0; i < threads; i++) {
            new Thread(
                            () -> {
                                try {
                                    work(waiting, task, done);
                                } finally {
                                    done.add(last);
                                }
                            },
                            "sweep-" + i)
                    .start();
        }
        Throwable failure = null;
        for (int left = threads; left > 0; ) {
            Ended<C, R> one = next(done);
            if (one == last) {
                left--;
            } else if (one.failure() != null) {
                waiting.clear(); // a fault of the program: those under way end whole
                failure = failure == null ? one.failure() : failure;
            } else {
                ended.accept(one);
            }
        }
        rethrow(failure);
    }

    private void work(Queue<C> waiting, Task<C, R, ?> task, BlockingQueue<Ended<C, R>> done) {
        while (wanted.getAsBoolean()) {
            C cell = waiting.poll();
            if (cell == null) {
                return;
            }
            try {
                done.add(run(cell, task));
            } catch (Exception | Error e) {
                done.add(new Ended<>(cell, null, false, e));
                return;
            }
        }
    }

    private Ended<C, R> next(BlockingQueue<Ended<C, R>> done) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.take();
                } catch (InterruptedException e) {
                    interrupted = true; // the runs hear of signals, not of this
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @SuppressWarnings("unchecked") // a task throws its own exceptions and unchecked ones alone
    private static <E extends Exception> void rethrow(Throwable failure) throws E {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (E) failure;
        }
    }
}
