package io.htsrl.checkpoints;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Writes checkpoints in the background, one at a time, on a separate thread. One thread submits images, and must not
 * touch an image between {@link #submit} and {@link #idle}; two images allow it to capture meanwhile.
 *
 * <p>A failure is passed at once to the constructor's {@code onFailure}, and thrown once, by the next call of
 * {@link #submit}, {@link #checkFailure} or {@link #close}.
 */
public final class CheckpointWriter implements AutoCloseable {
    /** Makes files durable that a checkpoint refers to, before the checkpoint is written. */
    @FunctionalInterface
    public interface Prerequisite {
        void force() throws IOException;
    }

    private final CheckpointDraft draft;
    private final Prerequisite before;
    private final Consumer<Path> onDurable;
    private final Consumer<Throwable> onFailure;
    private final Thread thread = new Thread(this::work, "checkpoint-writer");

    // guarded by this
    private CheckpointImage image; // not null while one is in flight
    private Path target;
    private Throwable failure;
    private boolean closed;

    /**
     * Starts the thread.
     *
     * @param before called before each file is written
     * @param onDurable receives every durable file before the next one is begun, such as {@link CheckpointFolder#prune}
     * @param onFailure receives every failure in the background, a {@link CheckpointException} except for a bug; all
     *     three are called on the thread that writes, and must not call this object
     */
    public CheckpointWriter(Prerequisite before, Consumer<Path> onDurable, Consumer<Throwable> onFailure) {
        this(Disk.REAL, before, onDurable, onFailure);
    }

    CheckpointWriter(Disk disk, Prerequisite before, Consumer<Path> onDurable, Consumer<Throwable> onFailure) {
        this.draft = new CheckpointDraft(disk);
        this.before = before;
        this.onDurable = onDurable;
        this.onFailure = onFailure;
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns whether the submitted image is on disk, or has failed; the caller may use it again then. */
    public synchronized boolean idle() {
        return image == null;
    }

    /** Waits until the submitted image is on disk, or has failed. */
    public synchronized void awaitIdle() {
        await(() -> image == null);
    }

    /**
     * Submits an image to be written to {@code file}; waits while an earlier one is being written. A live image is
     * written by the calling thread: it is on disk when this returns.
     *
     * @throws CheckpointException when an earlier one failed, in which case this one is not written; or when this one
     *     is live and fails
     */
    public void submit(CheckpointImage next, Path file) {
        checkFailureWhenIdle();
        if (next.isLive()) {
            write(next, file); // alone with the draft: nothing is in flight, and only this thread submits
        } else {
            handOver(next, file);
        }
    }

    private synchronized void handOver(CheckpointImage next, Path file) {
        if (closed) {
            throw new IllegalStateException("the checkpoint writer is closed");
        }
        image = next;
        target = file;
        notifyAll();
    }

    /** @throws CheckpointException when one was not written */
    public synchronized void checkFailure() {
        Throwable cause = failure;
        failure = null;
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
    }

    /**
     * Waits until the submitted image is on disk, and ends the thread.
     *
     * @throws CheckpointException when it is not
     */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        checkFailureWhenIdle();
    }

    private synchronized void checkFailureWhenIdle() {
        await(() -> image == null);
        checkFailure();
    }

    private void work() {
        while (awaitWork()) {
            Throwable cause = null;
            try {
                write(image, target);
            } catch (RuntimeException | Error e) {
                cause = e;
            }
            finish(cause);
        }
    }

    private synchronized boolean awaitWork() {
        await(() -> image != null || closed);
        return image != null;
    }

    private void write(CheckpointImage next, Path file) {
        try {
            before.force();
        } catch (IOException e) {
            throw CheckpointException.unwritable(file, e);
        }
        draft.write(file, next);
        onDurable.accept(file);
    }

    private void finish(Throwable cause) {
        if (cause != null) {
            tell(cause);
        }
        synchronized (this) {
            failure = cause;
            image = null;
            notifyAll();
        }
    }

    private void tell(Throwable cause) {
        try {
            onFailure.accept(cause);
        } catch (RuntimeException | Error e) {
            cause.addSuppressed(e); // this thread must continue: others wait for it
        }
    }

    /** Waits without being interrupted: writes end by themselves, and an interrupted wait would lose a checkpoint. */
    private void await(BooleanSupplier condition) {
        boolean interrupted = false;
        while (!condition.getAsBoolean()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
