package io.htsrl.cli.sweep;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs the cells of a grid, several at once: a thread for each job takes the next one, in their order. A cell that an
 * earlier command has finished is not run again. The thread that calls {@link #run} reports results, one by one.
 *
 * @param <C> a cell
 * @param <R> its result
 * @param jobs cells at once, 1 or more
 * @param finished returns the result of a cell that an earlier command has run; is called on a job's thread
 * @param wanted whether another cell is to begin
 */
public record GridRunner<C, R>(int jobs, Function<C, Optional<R>> finished, BooleanSupplier wanted) {

    /** Runs one cell, on a job's thread. */
    @FunctionalInterface
    public interface Task<C, R, E extends Exception> {
        R run(C cell) throws E;
    }

    /**
     * Result of a cell that has ended.
     *
     * @param before whether an earlier command has run it
     */
    public record Ended<C, R>(C cell, R result, boolean before) {}

    /**
     * Runs the cells. Returns when all have ended, or those that had begun when no more were wanted.
     *
     * @throws E the exception of {@code task}, when the cells under way have ended
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
        return new Ended<>(cell, result, before.isPresent());
    }

    private <E extends Exception> void runAtOnce(List<C> cells, Task<C, R, E> task, Consumer<Ended<C, R>> ended)
            throws E {
        AtomicInteger threads = new AtomicInteger();
        ExecutorService pool =
                Executors.newFixedThreadPool(jobs, work -> new Thread(work, "sweep-" + threads.getAndIncrement()));
        CompletionService<Ended<C, R>> done = new ExecutorCompletionService<>(pool);
        AtomicBoolean over = new AtomicBoolean(); // set after a fault of the program: cells under way still end
        cells.forEach(cell -> done.submit(() -> {
            try {
                return over.get() || !wanted.getAsBoolean() ? null : run(cell, task);
            } catch (Exception | Error e) {
                over.set(true);
                throw e;
            }
        }));
        pool.shutdown();
        Throwable failure = null;
        boolean interrupted = false;
        try {
            for (int left = cells.size(); left > 0; left--) {
                try {
                    Ended<C, R> one = done.take().get();
                    if (one != null) {
                        ended.accept(one);
                    }
                } catch (ExecutionException e) {
                    failure = failure == null ? e.getCause() : failure;
                } catch (InterruptedException e) {
                    interrupted = true; // the runs react to signals, not to this
                    left++;
                }
            }
        } finally {
            over.set(true);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        rethrow(failure);
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
