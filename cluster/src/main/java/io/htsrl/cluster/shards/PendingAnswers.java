package io.htsrl.cluster.shards;

import io.htsrl.replay.wire.ShardAnswer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What shards have been asked and have not answered yet. Nobody waits for ever: once ended, all are. Any thread. */
public final class PendingAnswers {
    private final Map<Long, CompletableFuture<ShardAnswer>> pending = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private volatile RuntimeException end; // null while answers may come

    /** A number for an answer that somebody is about to ask for. */
    public long add(CompletableFuture<ShardAnswer> answer) {
        long number = numbers.incrementAndGet();
        pending.put(number, answer);
        RuntimeException ended = end; // behind the line above: who ends does not see it otherwise
        if (ended != null) {
            end(ended);
        }
        return number;
    }

    /** It has come; once more, or late, it is nobody's. */
    public void answered(long number, ShardAnswer answer) {
        CompletableFuture<ShardAnswer> asked = pending.remove(number);
        if (asked != null) {
            asked.complete(answer);
        }
    }

    /** There will be no more answers, for the first reason given. */
    public void end(RuntimeException why) {
        if (end == null) {
            end = why;
        }
        for (Long number : List.copyOf(pending.keySet())) {
            CompletableFuture<ShardAnswer> asked = pending.remove(number);
            if (asked != null) {
                asked.completeExceptionally(end);
            }
        }
    }

    /** Requests so far. */
    public long asked() {
        return numbers.get();
    }
}
