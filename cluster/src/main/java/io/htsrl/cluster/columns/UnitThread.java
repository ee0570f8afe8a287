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
 * Runs units one after the other on a thread of its own, whose runner is made with the first. Any thread may submit, look
 * and close.
 */
public final class UnitThread implements AutoCloseable {

    /** Hears how units end; on this thread, and of columns on those of executors. */
    public interface Reports extends Consumer<ColumnResult> {
        /** The unit needs starts that it came without. */
        void missing(ColumnUnit unit);

        /** It could not be run; {@code message} is for people. */
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

    /** Puts a unit behind those that wait; such of earlier intervals nobody needs any more. */
    public void submit(ColumnUnit unit, float[] parameters) {
        tasks.removeIf(task -> task.unit().interval() < unit.interval());
        tasks.add(new Task(unit, parameters));
    }

    /** See {@link ColumnRunner#progress}. */
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

    /** Ends the unit under way, and waits for the thread for a moment: an environment that hangs is left behind. */
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
