package io.htsrl.cluster.columns;

import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.columns.ColumnRunner.MissingStartException;
import io.htsrl.cluster.columns.ColumnRunner.UnitFailedException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.core.run.RunAbortedException;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs units one after the other on a dedicated thread. The runner is made with the first unit. Any thread may submit,
 * read the progress and close.
 */
public final class UnitThread implements AutoCloseable {

    /** Receives results of units on this thread, and columns on the threads of executors. */
    public interface Reports extends Consumer<ColumnResult> {
        /** Reports that the unit came without starts that it needs. */
        void missing(ColumnUnit unit);

        /** Reports that the unit could not be run; {@code message} explains it to the user. */
        void failed(ColumnUnit unit, String message);
    }

    private record Task(ColumnUnit unit, float[] parameters) {}

    private final Supplier<ColumnRunner> maker;
    private final Reports reports;
    private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile ColumnRunner runner; // null until there is one
    private volatile boolean closed;

    /** @param maker called once, on the thread */
    public UnitThread(Supplier<ColumnRunner> maker, Reports reports) {
        this.maker = maker;
        this.reports = reports;
        this.thread = DaemonThreads.start("units", this::run);
    }

    /** Queues a unit. Waiting units of earlier intervals are dropped. */
    public void submit(ColumnUnit unit, float[] parameters) {
        tasks.removeIf(task -> task.unit().interval() < unit.interval());
        tasks.add(new Task(unit, parameters));
    }

    /** Returns {@link ColumnRunner#progress}. */
    public long progress() {
        ColumnRunner made = runner;
        return made == null ? 0 : made.progress();
    }

    private void run() {
        try {
            while (!closed) {
                run(tasks.take());
            }
        } catch (InterruptedException | RunAbortedException e) {
            // closed
        } finally {
            ColumnRunner made = runner;
            if (made != null) {
                made.close();
            }
        }
    }

    private void run(Task task) throws InterruptedException {
        try {
            if (runner == null) {
                runner = maker.get();
            }
            if (closed) {
                return;
            }
            runner.run(task.unit(), task.parameters(), reports);
        } catch (MissingStartException e) {
            reports.missing(task.unit());
        } catch (RunAbortedException e) {
            throw e;
        } catch (UnitFailedException | IOException | RuntimeException | Error e) {
            reports.failed(task.unit(), ShownText.reason(e));
        }
    }

    /** Ends the current unit and waits briefly for the thread. An environment that hangs is abandoned. */
    @Override
    public void close() {
        closed = true;
        ColumnRunner made = runner;
        if (made != null) {
            made.abort();
        }
        thread.interrupt();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
