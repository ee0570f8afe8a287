package io.htsrl.replay.wire;

import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.run.RunAbortedException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Sends requests with a few of them under way at a time, and takes their answers in order. So it uses the whole
 * connection with bounded memory. One thread.
 *
 * @param <T> type of the answers
 */
public final class RequestPipeline<T extends ShardAnswer> {
    private static final int UNDER_WAY = 4;

    /** Takes an answer. */
    @FunctionalInterface
    public interface Taker<T> {
        void take(T answer) throws IOException;
    }

    private record Pending<T>(CompletableFuture<ShardAnswer> answer, Taker<T> taker) {}

    private final ShardChannel channel;
    private final Class<T> kind;
    private final Deque<Pending<T>> pending = new ArrayDeque<>();

    public RequestPipeline(ShardChannel channel, Class<T> kind) {
        this.channel = channel;
        this.kind = kind;
    }

    /** Sends a request, and may take answers to earlier ones. */
    public void ask(ShardRequest request, Taker<T> taker) throws IOException {
        if (pending.size() == UNDER_WAY) {
            takeFirst();
        }
        pending.addLast(new Pending<>(channel.ask(request), taker));
    }

    /** Returns the answer to the request that was sent last, which has not been taken yet. */
    public CompletableFuture<ShardAnswer> newest() {
        return pending.getLast().answer();
    }

    /** Takes all answers. */
    public void finish() throws IOException {
        while (!pending.isEmpty()) {
            takeFirst();
        }
    }

    private void takeFirst() throws IOException {
        Pending<T> first = pending.removeFirst();
        first.taker().take(await(first.answer(), kind));
    }

    /**
     * Waits for an answer.
     *
     * @throws RunFailedException  when the shard is lost or refuses
     * @throws RunAbortedException when the run is aborted
     */
    public static <T extends ShardAnswer> T await(CompletableFuture<ShardAnswer> answer, Class<T> kind) {
        try {
            ShardAnswer come = answer.get();
            if (come instanceof ShardAnswer.Refused refused) {
                throw new RunFailedException(
                        "a shard of the replay memory cannot go on: " + ShownText.line(refused.why()), -1, null);
            }
            return kind.cast(come);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RunFailedException failed) {
                throw failed;
            }
            throw new RunFailedException("a shard of the replay memory failed: " + e.getCause(), -1, e.getCause());
        } catch (CancellationException e) {
            throw RunAbortedException.INSTANCE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw RunAbortedException.INSTANCE;
        }
    }
}
