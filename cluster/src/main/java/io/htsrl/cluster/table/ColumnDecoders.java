package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.security.Identity;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.storage.BankShape;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Decodes and hashes columns on dedicated threads, which start with the first column, so that the coordinator's thread
 * only copies into the bank. It decodes one column per thread at a time; the others wait as bytes. Any thread.
 */
public final class ColumnDecoders implements AutoCloseable {
    static final int MOST_THREADS = 4;

    private final BankShape shape;
    private final Queue<ColumnCodec> spare = new ConcurrentLinkedQueue<>();
    private final Semaphore room;
    private final ExecutorService threads;

    /**
     * A decoded and hashed column, which the coordinator takes once. The taker owns its values until it releases them.
     *
     * @param codec codec that has loaded the column; null where its bytes are invalid
     * @param digest digest of all its bits; null as well
     * @param fault reason why the bytes are invalid; null where they are valid
     * @param release returns the decoder
     */
    public record DecodedColumn(
            ColumnResult result, ColumnCodec codec, byte[] digest, String fault, Runnable release) {}

    /** @param shape shape of the columns' bank */
    public ColumnDecoders(BankShape shape) {
        this.shape = shape;
        int count = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        this.room = new Semaphore(2 * count);
        this.threads = DaemonThreads.pool("columns", count);
    }

    /** Decodes a column on a dedicated thread and hands it over. The order of columns may change. */
    public void submit(ColumnResult result, Consumer<DecodedColumn> to) {
        threads.execute(() -> {
            room.acquireUninterruptibly(); // a release wakes it, or the end
            to.accept(decode(result, room::release));
        });
    }

    /** Decodes on the calling thread. */
    DecodedColumn decode(ColumnResult result) {
        return decode(result, () -> {});
    }

    private DecodedColumn decode(ColumnResult result, Runnable andThen) {
        ColumnCodec free = spare.poll();
        try {
            ColumnCodec codec = free == null ? new ColumnCodec(shape) : free;
            codec.load(result.column(), result.environment());
            return new DecodedColumn(result, codec, Identity.sha256(result.column()), null, () -> {
                spare.add(codec);
                andThen.run();
            });
        } catch (IOException | RuntimeException | Error e) { // also too little memory: a lost column would never come
            return new DecodedColumn(result, null, null, e.toString(), andThen);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        room.release(MOST_THREADS); // one for each thread that waits
    }
}
