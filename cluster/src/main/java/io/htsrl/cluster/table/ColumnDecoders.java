package io.htsrl.cluster.table;

import io.htsrl.cluster.columns.ColumnCodec;
import io.htsrl.cluster.columns.ColumnCodec.ColumnResult;
import io.htsrl.cluster.wire.ContentDigest;
import io.htsrl.core.run.DaemonThreads;
import io.htsrl.storage.BankShape;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Decodes and hashes columns on threads of its own, which start with the first: the coordinator's thread is left with a copy
 * into the bank. So many are decoded at once that all threads work; the others wait as bytes. Any thread.
 */
public final class ColumnDecoders implements AutoCloseable {
    private static final int MOST_THREADS = 4;

    private final BankShape shape;
    private final Queue<ColumnCodec> spare = new ConcurrentLinkedQueue<>();
    private final Semaphore room;
    private final ThreadPoolExecutor threads;

    /**
     * A decoded and hashed column, which the coordinator takes once. Its values are the taker's until it is released.
     *
     * @param codec   has it loaded
     * @param digest  of all its bits
     * @param fault   why it makes no sense; null where it does
     * @param release gives the decoder back
     */
    public record DecodedColumn(
            ColumnResult result, ColumnCodec codec, byte[] digest, String fault, Runnable release) {}

    /** @param shape of the bank that the columns are of */
    public ColumnDecoders(BankShape shape) {
        this.shape = shape;
        int count = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        this.room = new Semaphore(2 * count);
        this.threads = new ThreadPoolExecutor(
                count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), DaemonThreads.named("columns"));
        threads.setRejectedExecutionHandler((work, pool) -> {}); // the run is over
    }

    /** Decodes on a thread of its own, and hands the column over; columns may overtake each other. */
    public void submit(ColumnResult result, Consumer<DecodedColumn> to) {
        threads.execute(() -> {
            try {
                room.acquire();
            } catch (InterruptedException e) {
                return; // closed
            }
            to.accept(decode(result, room::release));
        });
    }

    /** Decodes on the calling thread. */
    DecodedColumn decode(ColumnResult result) {
        return decode(result, () -> {});
    }

    private DecodedColumn decode(ColumnResult result, Runnable andThen) {
        ColumnCodec free = spare.poll();
        ColumnCodec codec = free == null ? new ColumnCodec(shape) : free;
        Runnable release = () -> {
            spare.add(codec);
            andThen.run();
        };
        try {
            codec.load(result.column(), result.environment());
            return new DecodedColumn(result, codec, ContentDigest.of(result.column()), null, release);
        } catch (IOException | RuntimeException e) {
            return new DecodedColumn(result, codec, null, e.toString(), release);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
