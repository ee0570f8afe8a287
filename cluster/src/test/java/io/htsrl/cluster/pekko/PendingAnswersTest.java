package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.WaitingWorker;
import io.htsrl.cluster.pekko.ReplayNodes.MarkedAnswer;
import io.htsrl.cluster.pekko.ReplayNodes.PendingAnswers;
import io.htsrl.core.error.RunFailedException;
import io.htsrl.core.run.RunControl;
import io.htsrl.replay.wire.RequestPipeline;
import io.htsrl.replay.wire.ShardAnswer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PendingAnswersTest {
    private static final ShardAnswer ONE = new ShardAnswer.State(1, 2, 3, 4, 5);
    private static final ShardAnswer OTHER = new ShardAnswer.State(2, 2, 3, 4, 5);

    private final PendingAnswers pending = new PendingAnswers();
    private final CompletableFuture<ShardAnswer> first = new CompletableFuture<>();
    private final CompletableFuture<ShardAnswer> second = new CompletableFuture<>();

    @Test
    void shouldGiveEachItsAnswerOnce() {
        long one = pending.add(first);
        long two = pending.add(second);

        pending.answered(two, OTHER);
        pending.answered(two, ONE);
        assertFalse(first.isDone());
        pending.answered(one, ONE);

        assertSame(ONE, first.join());
        assertSame(OTHER, second.join());
        assertEquals(2, pending.asked());
    }

    @Test
    void shouldLetNobodyWaitOnceItIsOver() {
        RunFailedException lost = new RunFailedException("node 3 is lost", -1, null);
        pending.add(first);

        pending.end(lost);
        pending.end(new CancellationException()); // what follows from it
        pending.add(second);

        assertSame(lost, assertThrows(ExecutionException.class, first::get).getCause());
        assertSame(lost, assertThrows(ExecutionException.class, second::get).getCause());
    }

    @Test
    @Timeout(60)
    void shouldMarkAWaitForAnAnswerThatNoNodeWorksOn() throws InterruptedException {
        RunControl control = new RunControl();
        MarkedAnswer answer = new MarkedAnswer(control, () -> 0);
        pending.add(answer);
        control.onAbort(() -> pending.end(new CancellationException()));

        assertEquals(
                "wait for the replay memory",
                WaitingWorker.mark(control, () -> RequestPipeline.await(answer, ShardAnswer.State.class)));
    }

    @Test
    void shouldCancelWhereTheRunIsAborted() {
        pending.add(first);
        pending.end(new CancellationException());
        assertThrows(CancellationException.class, first::get);
        assertTrue(first.isDone());
    }
}
