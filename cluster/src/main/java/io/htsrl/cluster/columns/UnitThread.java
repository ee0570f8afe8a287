package io.htsrl.cluster.columns;

import io.htsrl.cluster.columns.ColumnRunner.MissingStartException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.core.run.RunAbortedException;
import io.htsrl.trainer.selfplay.OpponentState;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs units one after the other on a dedicated thread. The runner is made with the first unit. Any thread may read the
 * progress and close.
 */
public final class UnitThread implements AutoCloseable {

    private final Supplier<ColumnRunner> maker;
    private final Consumer<Parcel> reports;
    private final ExecutorService thread = DaemonThreads.pool("units", 1);
    private volatile ColumnRunner runner; // null until one exists
    private volatile long newest; // interval of the newest unit
    private volatile boolean closed;

    /**
     * @param maker called once, on the thread
     * @param reports receives {@link Parcel.Full} on the threads of executors, {@link Parcel.Missing} and
     *     {@link Parcel.Failed} on this thread
     */
    public UnitThread(Supplier<ColumnRunner> maker, Consumer<Parcel> reports) {
        this.maker = maker;
        this.reports = reports;
    }

    /** Queues a unit. Waiting units of earlier intervals are dropped. One thread at a time. */
    public void submit(ColumnUnit unit, float[] parameters, OpponentState opponents) {
        newest = unit.interval();
        thread.execute(() -> run(unit, parameters, opponents));
    }

    /** Returns {@link ColumnRunner#progress}. */
    public long progress() {
        return runner == null ? 0 : runner.progress(); // it is set once
    }

    private void run(ColumnUnit unit, float[] parameters, OpponentState opponents) {
        try {
            if (runner == null && !closed) {
                runner = maker.get();
            }
            if (!closed && unit.interval() >= newest) {
                runner.run(unit, parameters, opponents, result -> reports.accept(new Parcel.Full(result)));
            }
        } catch (MissingStartException e) {
            reports.accept(new Parcel.Missing(unit.interval(), unit.attempt()));
        } catch (InterruptedException | RunAbortedException e) {
            // closed
        } catch (IOException | RuntimeException | Error e) {
            reports.accept(new Parcel.Failed(unit.interval(), unit.attempt(), ShownText.reason(e)));
        } finally {
            if (closed && runner != null) {
                runner.close();
            }
        }
    }

    /** Ends the current unit and waits briefly for the thread. An environment that hangs is abandoned. */
    @Override
    public void close() {
        closed = true;
        if (runner != null) {
            runner.abort();
        }
        if (DaemonThreads.end(thread) && runner != null) {
            runner.close();
        }
    }
}
